//! Opponents that are easy to understand: one that does not think at all, one that thinks one
//! ply, and minimax without any cut. They are the measure for the others, in play and in tests.

use std::cmp::Reverse;

use games::Position;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::{Budget, History, Judge, Line, Over, Report, Score, Task, Thinker, Watch};

/// Plays any legal move, each with the same chance. The same seed gives the same moves.
#[derive(Clone, Debug)]
pub struct Random {
    random: Xoshiro256PlusPlus,
}

impl Random {
    /// One with this seed.
    pub fn new(seed: u64) -> Random {
        Random { random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<P: Position> Thinker<P> for Random {
    fn think(
        &mut self,
        task: &Task<P>,
        _each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>> {
        let budget = Budget::new(task.limits, task.stop.clone(), 1);
        let moves = task.moves();
        if moves.is_empty() {
            return None;
        }
        let chosen = moves[self.random.random_range(..moves.len())];
        let line = Line { score: Score::judged(0), depth: 0, moves: vec![chosen] };
        Some(report(vec![line], false, &budget))
    }
}

/// Plays the move after which the judge likes the position best.
#[derive(Clone, Debug)]
pub struct Greedy<J> {
    judge: J,
}

impl<J> Greedy<J> {
    /// One with this judge.
    pub fn new(judge: J) -> Greedy<J> {
        Greedy { judge }
    }
}

impl<P: Position, J: Judge<P>> Thinker<P> for Greedy<J> {
    fn think(
        &mut self,
        task: &Task<P>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>> {
        let budget = Budget::new(task.limits, task.stop.clone(), 1);
        let mut watch = budget.watch();
        let mover = task.position.turn();
        let lines = compare(task, &self.judge, 1, |m| {
            watch.tick()?;
            let child = task.position.play(m);
            let score = match child.outcome() {
                Some(outcome) => Score::of(&outcome, mover, 1),
                None => Score::judged(self.judge.values(&child)[mover.index()]),
            };
            Ok((score, vec![m]))
        });
        drop(watch);
        conclude(task, lines, &budget, each)
    }
}

/// Plain minimax to a fixed depth, for two players.
#[derive(Clone, Debug)]
pub struct Minimax<J> {
    judge: J,
    depth: u32,
}

impl<J> Minimax<J> {
    /// One with this judge that looks so many plies ahead.
    pub fn new(judge: J, depth: u32) -> Minimax<J> {
        Minimax { judge, depth }
    }
}

impl<P: Position, J: Judge<P>> Thinker<P> for Minimax<J> {
    fn think(
        &mut self,
        task: &Task<P>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>> {
        assert_eq!(P::SEATS, 2, "minimax is for two players");
        let budget = Budget::new(task.limits, task.stop.clone(), 1);
        let root = task.position.key();
        let mut walk = Walk {
            judge: &self.judge,
            watch: budget.watch(),
            history: History::new(task.repetition, task.played, root),
        };
        walk.history.push(root);
        let depth = self.depth.min(task.limits.depth.unwrap_or(u32::MAX));
        let lines = compare(task, &self.judge, depth, |m| {
            walk.after(&task.position, m, 1, depth.checked_sub(1).ok_or(Over)?)
        });
        drop(walk);
        conclude(task, lines, &budget, each)
    }
}

/// A walk through the whole tree.
struct Walk<'a, J> {
    judge: &'a J,
    watch: Watch<'a>,
    history: History,
}

impl<J> Walk<'_, J> {
    /// The value of a move for the seat that makes it, with the line that gives it. The position
    /// after it is `ply` plies from the root, and is searched `depth` more.
    fn after<P: Position>(
        &mut self,
        before: &P,
        m: P::Move,
        ply: u32,
        depth: u32,
    ) -> Result<(Score, Vec<P::Move>), Over>
    where
        J: Judge<P>,
    {
        self.watch.tick()?;
        let (p, mover) = (before.play(m), before.turn());
        if let Some(outcome) = p.outcome() {
            return Ok((Score::of(&outcome, mover, ply), vec![m]));
        }
        let mut line = vec![m];
        let score = if depth == 0 {
            Score::judged(self.judge.value(&p))
        } else if self.history.repeats(p.key()) {
            Score::DRAW
        } else {
            let (score, rest) = self.best(&p, ply, depth)?;
            line.extend(rest);
            score
        };
        Ok((if p.turn() == mover { score } else { -score }, line))
    }

    /// The value of the best move for the seat on turn.
    fn best<P: Position>(
        &mut self,
        p: &P,
        ply: u32,
        depth: u32,
    ) -> Result<(Score, Vec<P::Move>), Over>
    where
        J: Judge<P>,
    {
        let mut best = (Score::WORST, Vec::new());
        self.history.push(p.key());
        for m in p.list() {
            let found = self.after(p, m, ply + 1, depth - 1)?;
            if found.0 > best.0 {
                best = found;
            }
        }
        self.history.pop();
        Ok(best)
    }
}

/// The lines of all moves that there was time to value, best first; of equals, the one with the
/// better hint. If there was time for none, the move with the best hint.
fn compare<P: Position>(
    task: &Task<P>,
    judge: &impl Judge<P>,
    depth: u32,
    mut value: impl FnMut(P::Move) -> Result<(Score, Vec<P::Move>), Over>,
) -> Vec<Line<P::Move>> {
    let mut moves = task.moves();
    moves.sort_by_key(|&m| Reverse(judge.hint(&task.position, m)));
    let mut lines = Vec::new();
    for &m in &moves {
        let Ok((score, moves)) = value(m) else { break };
        lines.push(Line { score, depth, moves });
    }
    lines.sort_by_key(|line| Reverse(line.score));
    if lines.is_empty() {
        lines.extend(moves.first().map(|&m| Line {
            score: Score::judged(judge.hint(&task.position, m)),
            depth: 0,
            moves: vec![m],
        }));
    }
    lines
}

/// Reports the best lines, if there is a move at all.
fn conclude<P: Position>(
    task: &Task<P>,
    mut lines: Vec<Line<P::Move>>,
    budget: &Budget,
    each: &mut dyn FnMut(&Report<P::Move>),
) -> Option<Report<P::Move>> {
    let score = lines.first()?.score;
    let exact = score.is_win() || score.is_loss() && lines.len() == task.moves().len();
    lines.truncate(task.lines.max(1));
    let report = report(lines, exact, budget);
    each(&report);
    Some(report)
}

fn report<M: Copy>(lines: Vec<Line<M>>, exact: bool, budget: &Budget) -> Report<M> {
    let Line { score, depth, moves } = &lines[0];
    Report {
        best: moves[0],
        score: *score,
        depth: *depth,
        nodes: budget.nodes(),
        time: budget.elapsed(),
        line: moves.clone(),
        exact,
        table_hits: 0,
        lines,
    }
}
