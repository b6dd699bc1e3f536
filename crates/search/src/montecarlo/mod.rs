//! Monte-Carlo tree search for two or three: walk down the tree that has grown so far, where moves
//! that did well are chosen more often; grow it a little; play on for a few plies and let the judge
//! decide; and count on the whole way what came of it.
//!
//! Each seat chooses for itself, so it makes no difference how many there are. Three things help:
//! what is proven at the end of the game is passed up the tree (`sure.rs`), judgement is not only
//! counted but also compared as in max^n, the best moves of all (the *outlook*; implicit minimax),
//! and what is still of use is kept from one move to the next.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the search |
//! | `reading.rs` | what the tree says |
//! | `walk.rs` | one walk down the tree |
//! | `playout.rs` | playing on from its end |
//! | `tree.rs` | the nodes, in fixed memory |
//! | `sure.rs` | what is proven |
//! | `chance.rs` | from judgement to chance and back |

mod chance;
mod playout;
mod reading;
mod sure;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

use std::cmp::Reverse;
use std::time::Duration;

use games::Position;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::several::against_average;
use crate::{Budget, History, Judge, Line, Report, Score, Task, Thinker};
use reading::Reading;
use tree::Tree;
use walk::Walker;

/// The dials of [`MonteCarlo`].
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Settings {
    /// The lead, in hundredths, that wins three games in four.
    pub scale: f32,
    /// How much is given to moves that were tried less than others.
    pub curiosity: f32,
    /// How much the outlook counts beside the average of what came out, from 0 to 1.
    pub foresight: f32,
    /// After so many plies the judge decides. With none, every walk ends in the tree.
    pub playout: u32,
    /// How often playing on makes any move instead of one that looks best, from 0 to 1.
    pub whim: f32,
    /// For all that is left to chance.
    pub seed: u64,
}

impl Default for Settings {
    /// What suits most games, if a unit is about what a good move gains.
    fn default() -> Settings {
        Settings { scale: 500.0, curiosity: 0.3, foresight: 0.2, playout: 6, whim: 0.1, seed: 1 }
    }
}

/// Monte-Carlo tree search by one judge. It keeps its tree from one task to the next.
pub struct MonteCarlo<P: Position, J> {
    judge: J,
    settings: Settings,
    tree: Tree<P>,
}

impl<P: Position, J: Judge<P>> MonteCarlo<P, J> {
    /// A search with a tree of so many MiB.
    pub fn new(judge: J, settings: Settings, mebibytes: usize) -> MonteCarlo<P, J> {
        MonteCarlo { judge, settings, tree: Tree::new(mebibytes) }
    }
}

impl<P: Position, J: Judge<P>> Thinker<P> for MonteCarlo<P, J> {
    fn think(
        &mut self,
        task: &Task<P>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>> {
        let budget = Budget::new(task.limits, task.stop.clone(), 1);
        let (position, moves) = (&task.position, task.moves());
        let all = task.among.is_empty();
        let is_kept = all && self.tree.advance(position, task.played);
        let history = History::new(task.repetition, task.played, position.key());
        let random = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed);
        let MonteCarlo { judge, settings, tree } = self;
        let mut walker = Walker::new(&*judge, settings, tree, budget.watch(), history, random);
        if !is_kept && walker.plant(position, &moves).is_err() {
            return by_hint(task, &*judge, moves, &budget);
        }
        walk_on(&mut walker, task, &budget, each);
        let report = Reading::new(walker.tree, settings, task).report(&walker.watch, &budget);
        drop(walker);
        if !all {
            // What grew from some of the moves is not the whole tree.
            tree.clear();
        }
        report
    }

    fn forget(&mut self) {
        self.tree.clear();
    }
}

/// Walks until there is nothing left to find out, or to spend.
fn walk_on<P: Position, J: Judge<P>>(
    walker: &mut Walker<P, J>,
    task: &Task<P>,
    budget: &Budget,
    each: &mut dyn FnMut(&Report<P::Move>),
) {
    let deepest = task.limits.depth.map_or(usize::MAX, |depth| depth as usize);
    // A player who is waited for does not ponder over an only move.
    let only = task.moves().len() == 1 && task.limits.time.is_some();
    for walks in 0u64.. {
        let reading = Reading::new(walker.tree, walker.settings, task);
        // These questions cost about as much as a walk.
        if walks.is_multiple_of(16) && (reading.is_done() || budget.is_late(Duration::ZERO)) {
            return;
        }
        if walks.is_power_of_two()
            && walks >= 64
            && let Some(report) = reading.report(&walker.watch, budget)
        {
            each(&report);
        }
        let enough = walker.longest >= deepest || only && walks > 0;
        if enough || walker.walk(&task.position).is_err() {
            return;
        }
    }
}

/// The answer where there was no time for any: the move that looks best.
fn by_hint<P: Position>(
    task: &Task<P>,
    judge: &impl Judge<P>,
    mut moves: Vec<P::Move>,
    budget: &Budget,
) -> Option<Report<P::Move>> {
    let position = &task.position;
    moves.sort_by_key(|&m| Reverse(judge.hint(position, m)));
    let score = Score::judged(against_average(judge, position)[position.turn().index()]);
    let line = |&m: &P::Move| Line { score, depth: 0, moves: vec![m] };
    let best = *moves.first()?;
    Some(Report {
        best,
        score,
        depth: 0,
        nodes: budget.nodes(),
        time: budget.elapsed(),
        line: vec![best],
        lines: moves.iter().take(task.lines.max(1)).map(line).collect(),
        exact: false,
        table_hits: 0,
    })
}
