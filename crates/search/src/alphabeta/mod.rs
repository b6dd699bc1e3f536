//! Alpha-beta for two players: iterative deepening, principal variation search, a table of seen
//! positions, learned move orders, several threads over one table.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | what is asked: the moves to choose from, and what is certain about them |
//! | `crew.rs` | the threads, and their report |
//! | `deepen.rs` | one depth after the other, with narrow windows |
//! | `tree.rs` | one tree |
//! | `value.rs` | what is passed up and down in it |
//! | `quiet.rs` | its leaves, and what is pruned near them |
//! | `tuning.rs` | the dials |

mod crew;
mod deepen;
mod quiet;
mod tree;
mod tuning;
mod value;

use std::cmp::Reverse;

use games::Position;

use crate::order::Memory;
use crate::{Budget, Judge, Known, Report, Score, Table, Task, Thinker};
use crew::Crew;
use deepen::Root;
use tree::DEEPEST;
use tuning::Savings;

pub use tuning::{Reductions, Tuning};

/// Alpha-beta search by one judge. It remembers what it has seen from one task to the next.
pub struct AlphaBeta<P: Position, J> {
    judge: J,
    tuning: Tuning,
    savings: Savings,
    table: Table,
    /// One for each thread.
    memories: Vec<Memory<P::Move>>,
}

impl<P: Position, J: Judge<P>> AlphaBeta<P, J> {
    /// A search with a table of so many MiB.
    pub fn new(judge: J, tuning: Tuning, mebibytes: usize) -> AlphaBeta<P, J> {
        assert_eq!(P::SEATS, 2, "alpha-beta is for two players");
        AlphaBeta {
            judge,
            savings: Savings::new(tuning.reductions),
            tuning,
            table: Table::new(mebibytes),
            memories: Vec::new(),
        }
    }

    /// The legal moves in the order of their hints.
    fn roots(&self, task: &Task<P>) -> Vec<Root<P::Move>> {
        let p = &task.position;
        let mut roots: Vec<Root<P::Move>> = (0..)
            .zip(p.list())
            .filter(|(_, m)| task.among.is_empty() || task.among.contains(m))
            .map(|(index, m)| Root {
                m,
                index,
                score: Score::judged(self.judge.hint(p, m)),
                exact: false,
                depth: 0,
                line: vec![m],
            })
            .collect();
        roots.sort_by_key(|root| Reverse(root.score));
        roots
    }

    /// What a child is worth for certain to the seat that moved there.
    fn certain(&self, p: &P, m: P::Move) -> Option<Score> {
        let child = p.play(m);
        if let Some(outcome) = child.outcome() {
            return Some(Score::of(&outcome, p.turn(), 1));
        }
        let score = self.judge.known(&child)?.score(1);
        Some(if child.turn() == p.turn() { score } else { -score })
    }

    /// The result of a position whose table does not tell how long it takes. A search that asked
    /// such a table again below would see only equal moves and get nowhere; so it keeps to the
    /// moves that hold the result, and searches them without.
    fn hold(&self, task: &Task<P>, roots: &mut Vec<Root<P::Move>>) -> Option<Score> {
        let p = &task.position;
        let result = match self.judge.known(p)? {
            known @ (Known::Win(None) | Known::Draw | Known::Loss(None)) if task.lines == 1 => {
                known.score(0)
            }
            _ => return None,
        };
        let holds = |root: &Root<P::Move>| {
            let certain = self.certain(p, root.m);
            certain.is_some_and(|score| verdict(score) >= verdict(result))
        };
        if roots.iter().any(holds) {
            roots.retain(holds);
        }
        Some(result)
    }
}

impl<P: Position, J: Judge<P>> Thinker<P> for AlphaBeta<P, J> {
    fn think(
        &mut self,
        task: &Task<P>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>> {
        let threads = task.threads.max(1);
        let budget = Budget::new(task.limits, task.stop.clone(), threads);
        let mut roots = self.roots(task);
        if roots.is_empty() {
            return None;
        }
        let held = self.hold(task, &mut roots);
        self.table.begin(&task.limits, threads);
        let mut memories = std::mem::take(&mut self.memories);
        memories.iter_mut().for_each(Memory::fade);
        memories.resize_with(threads.max(memories.len()), || Memory::new(DEEPEST as usize + 1));
        let (first, others) = memories.split_at_mut(1);
        let crew = Crew::new(self, task, &budget, held);
        let report = std::thread::scope(|scope| {
            for (number, memory) in others[..threads - 1].iter_mut().enumerate() {
                let (crew, roots) = (&crew, roots.clone());
                scope.spawn(move || crew.help(memory, roots, number));
            }
            crew.lead(&mut first[0], roots, each)
        });
        self.memories = memories;
        Some(Report { nodes: budget.nodes(), ..report })
    }

    fn forget(&mut self) {
        self.table.clear();
        self.memories.clear();
    }
}

/// Win, draw or loss: 1, 0, -1.
fn verdict(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}
