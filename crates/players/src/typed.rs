//! The bridge from the outer rooms, which know a game by its name, to a search, which knows it by
//! its type.

use games::{AnyMove, Game};
use search::{Limits, Repetition, Report, Task, Thinker};

use crate::{Course, Fault, Player, Question, Thought, Variation};

/// A search for one game, as a player.
pub(crate) struct Typed<G: Game> {
    thinker: Box<dyn Thinker<G>>,
    repetition: Repetition,
    /// What the player allows itself, whatever it is asked.
    own: Limits,
}

impl<G: Game> Typed<G> {
    pub(crate) fn new(thinker: Box<dyn Thinker<G>>, repetition: Repetition, own: Limits) -> Self {
        Typed { thinker, repetition, own }
    }
}

impl<G: Game> Player for Typed<G> {
    fn choose(
        &mut self,
        course: &Course,
        question: &Question,
        each: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Fault> {
        let asked = course.position().info().name;
        let position =
            *course.position().get::<G>().ok_or(Fault::OtherGame { plays: G::INFO.name, asked })?;
        if position.outcome().is_some() {
            return Err(Fault::Over);
        }
        let among: Vec<G::Move> =
            question.among.iter().filter_map(|m| position.follow(&m.path).done).collect();
        if among.is_empty() && !question.among.is_empty() {
            return Err(Fault::Over);
        }
        let task = Task {
            played: course.keys(),
            among: &among,
            repetition: self.repetition,
            lines: question.lines,
            threads: question.threads,
            stop: question.stop.clone(),
            ..Task::new(position, tighter(&question.limits, &self.own))
        };
        let answer = self.thinker.think(&task, &mut |report| each(&thought(&position, report)));
        answer.map(|report| thought(&position, &report)).ok_or(Fault::Over)
    }

    fn forget(&mut self) {
        self.thinker.forget();
    }
}

/// What both allow.
fn tighter(asked: &Limits, own: &Limits) -> Limits {
    fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
    Limits {
        time: least(asked.time, own.time),
        soft: least(asked.soft, own.soft),
        depth: least(asked.depth, own.depth),
        nodes: least(asked.nodes, own.nodes),
        clock: asked.clock,
    }
}

fn thought<G: Game>(position: &G, report: &Report<G::Move>) -> Thought {
    // Who has not looked a single ply ahead has no mind about the position.
    let has_looked = report.depth > 0 || report.exact;
    let opinion = |score| has_looked.then_some(score);
    let mut lines: Vec<Variation> = report
        .lines
        .iter()
        .map(|line| Variation { score: opinion(line.score), moves: erase(position, &line.moves) })
        .collect();
    if lines.is_empty() {
        let moves = if report.line.is_empty() { &[report.best][..] } else { &report.line };
        lines.push(Variation { score: opinion(report.score), moves: erase(position, moves) });
    }
    Thought {
        best: AnyMove::new(position, report.best),
        score: opinion(report.score),
        depth: report.depth,
        nodes: report.nodes,
        time: report.time,
        lines,
        exact: report.exact,
        table_hits: report.table_hits,
    }
}

fn erase<G: Game>(position: &G, moves: &[G::Move]) -> Vec<AnyMove> {
    let mut position = *position;
    let mut erased = Vec::with_capacity(moves.len());
    for &m in moves {
        erased.push(AnyMove::new(&position, m));
        position = position.play(m);
    }
    erased
}
