//! Searching one ply deeper again and again: each depth orders the moves for the next, and there
//! is an answer at any time.
//!
//! All searches for several players share this. What one of them must offer is an [`Explorer`],
//! which values a single first move; the best few of them are kept in order here, so that asking
//! for several lines costs one pass, with the worst line as the bound to beat.

use std::cmp::Reverse;

use games::Position;

use super::worth::{Worth, judged};
use crate::{Budget, Judge, Line, Over, Report, Task, Watch};

/// No search goes deeper than this.
pub(super) const DEEPEST: u32 = 100;

/// A search that can value the first moves of a position one by one.
pub(super) trait Explorer<P: Position> {
    /// What a first move is worth to the seat that makes it, searched so many plies with itself,
    /// if that is more than a bound; otherwise something that is not.
    fn explore(&mut self, m: P::Move, depth: u32, bound: Worth) -> Result<Worth, Over>;

    /// How the game would go on, from the move explored last.
    fn line(&self) -> &[P::Move];

    /// Whether judgement entered what was explored since this was last asked.
    fn took_judgement(&mut self) -> bool;

    /// Whether a greater depth could not change this worth.
    fn is_final(&self, worth: Worth) -> bool;

    /// Whether a worth that is final, or that no judgement entered, holds against anybody.
    fn is_certain(&self, worth: Worth) -> bool;

    /// Counts the nodes.
    fn watch(&self) -> &Watch<'_>;
}

/// A first move, with what is known about it.
struct Root<M> {
    m: M,
    worth: Worth,
    depth: u32,
    line: Vec<M>,
}

/// Answers a task, depth by depth.
pub(super) fn deepen<P: Position>(
    task: &Task<P>,
    judge: &impl Judge<P>,
    budget: &Budget,
    mut explorer: impl Explorer<P>,
    each: &mut dyn FnMut(&Report<P::Move>),
) -> Option<Report<P::Move>> {
    let mut roots = roots(task, judge);
    let count = task.lines.max(1).min(roots.len());
    // A player who is waited for does not ponder over an only move.
    let only = roots.len() == 1 && task.limits.time.is_some();
    let deepest = task.limits.depth.unwrap_or(DEEPEST).min(DEEPEST);
    let mut answer = report(&roots, count, 0, false, &explorer, budget)?;
    let mut begun = budget.elapsed();
    for depth in 1..=deepest {
        let finished = explore_all(&mut explorer, &mut roots, count, depth).is_ok();
        if !finished {
            answer = report(&roots, count, answer.depth, false, &explorer, budget)?;
            break;
        }
        let exhausted = !explorer.took_judgement();
        let is_final = |root: &Root<_>| exhausted || explorer.is_final(root.worth);
        let best = &roots[0];
        let exact = is_final(best) && explorer.is_certain(best.worth);
        answer = report(&roots, count, depth, exact, &explorer, budget)?;
        each(&answer);
        let took = answer.time.saturating_sub(begun);
        begun = answer.time;
        let settled = only || roots[..count].iter().all(is_final);
        if settled || budget.is_over() || budget.is_late(took) {
            break;
        }
    }
    Some(answer)
}

/// The moves to choose from, those with the best hints first.
fn roots<P: Position>(task: &Task<P>, judge: &impl Judge<P>) -> Vec<Root<P::Move>> {
    let position = &task.position;
    let mut moves = task.moves();
    if moves.is_empty() {
        return Vec::new();
    }
    moves.sort_by_key(|&m| Reverse(judge.hint(position, m)));
    let worth = judged(judge, position)[position.turn().index()];
    let root = |m| Root { m, worth, depth: 0, line: vec![m] };
    moves.into_iter().map(root).collect()
}

/// Explores every move to one depth. The best `count` come to the front, in order; what is there
/// when time runs out is the best of those explored, unless there was no time for even one.
fn explore_all<P: Position>(
    explorer: &mut impl Explorer<P>,
    roots: &mut [Root<P::Move>],
    count: usize,
    depth: u32,
) -> Result<(), Over> {
    for number in 0..roots.len() {
        let bound = if number < count { Worth::WORST } else { roots[count - 1].worth };
        let worth = explorer.explore(roots[number].m, depth, bound)?;
        if worth <= bound {
            continue;
        }
        let root = &mut roots[number];
        (root.worth, root.depth) = (worth, depth);
        root.line.clear();
        root.line.extend_from_slice(explorer.line());
        let mut place = count.min(number);
        while place > 0 && roots[place - 1].worth < worth {
            place -= 1;
        }
        roots[place..=number].rotate_right(1);
    }
    Ok(())
}

/// What is known, if there is a move at all.
fn report<P: Position>(
    roots: &[Root<P::Move>],
    count: usize,
    depth: u32,
    exact: bool,
    explorer: &impl Explorer<P>,
    budget: &Budget,
) -> Option<Report<P::Move>> {
    let best = roots.first()?;
    let line = |root: &Root<P::Move>| Line {
        score: root.worth.score(),
        depth: root.depth,
        moves: root.line.clone(),
    };
    Some(Report {
        best: best.m,
        score: best.worth.score(),
        depth,
        nodes: explorer.watch().nodes(),
        time: budget.elapsed(),
        line: best.line.clone(),
        lines: roots[..count].iter().map(line).collect(),
        exact,
        table_hits: 0,
    })
}
