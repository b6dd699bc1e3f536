//! The threads of one search. All search the same tree and share the table, so that each finds
//! there what the others have done; only the first one's answer counts.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use games::Position;

use super::deepen::Root;
use super::tree::{DEEPEST, Worker};
use super::{AlphaBeta, verdict};
use crate::order::Memory;
use crate::{Budget, History, Judge, Line, Report, Score, Task};

/// What the threads share.
pub(super) struct Crew<'a, P: Position, J> {
    search: &'a AlphaBeta<P, J>,
    task: &'a Task<'a, P>,
    budget: &'a Budget,
    /// The certain result that all roots hold, if a table knows it.
    held: Option<Score>,
    /// Table hits of threads that are done.
    table_hits: AtomicU64,
}

impl<'a, P: Position, J: Judge<P>> Crew<'a, P, J> {
    pub(super) fn new(
        search: &'a AlphaBeta<P, J>,
        task: &'a Task<'a, P>,
        budget: &'a Budget,
        held: Option<Score>,
    ) -> Crew<'a, P, J> {
        Crew { search, task, budget, held, table_hits: AtomicU64::new(0) }
    }

    /// Searches, and reports after every depth. When it is done, so are the others.
    pub(super) fn lead(
        &self,
        memory: &mut Memory<P::Move>,
        mut roots: Vec<Root<P::Move>>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let position = &self.task.position;
        let lines = self.task.lines.clamp(1, roots.len());
        // A player who is waited for does not ponder over an only move.
        let only = roots.len() == 1 && self.task.limits.time.is_some();
        let (mut finished, mut begun) = (0, self.budget.elapsed());
        let mut worker = self.worker(memory);
        worker.deepen(position, &mut roots, lines, 1, |worker, roots, depth| {
            let report = self.report(worker, roots, depth);
            finished = depth;
            each(&report);
            let took = report.time.saturating_sub(begun);
            begun = report.time;
            !only && !self.budget.is_late(took)
        });
        self.budget.end();
        self.report(&worker, &roots[..lines], finished)
    }

    /// Searches along until the leader is done. Every other helper begins a ply deeper, to be
    /// ahead of the others instead of beside them.
    pub(super) fn help(
        &self,
        memory: &mut Memory<P::Move>,
        mut roots: Vec<Root<P::Move>>,
        number: usize,
    ) {
        let mut worker = self.worker(memory);
        let first = 2 - number as u32 % 2;
        worker.deepen(&self.task.position, &mut roots, 1, first, |_, _, _| true);
        self.table_hits.fetch_add(worker.table_hits, Relaxed);
    }

    fn worker<'b>(&'b self, memory: &'b mut Memory<P::Move>) -> Worker<'b, P, J> {
        let task = self.task;
        Worker {
            judge: &self.search.judge,
            tuning: &self.search.tuning,
            savings: &self.search.savings,
            table: &self.search.table,
            watch: self.budget.watch(),
            memory,
            history: History::new(task.repetition, task.played, task.position.key()),
            moves: Vec::new(),
            lines: vec![Vec::new(); DEEPEST as usize + 2],
            thinker: task.position.turn(),
            asks_tables: self.held.is_none(),
            table_hits: 0,
            careful: false,
        }
    }

    fn report(
        &self,
        worker: &Worker<P, J>,
        roots: &[Root<P::Move>],
        depth: u32,
    ) -> Report<P::Move> {
        let best = &roots[0];
        // What is held is certain, though the search itself may not see it yet.
        let score = |root: &Root<P::Move>| match self.held {
            Some(held) if verdict(root.score) != verdict(held) || held == Score::DRAW => held,
            _ => root.score,
        };
        let line = |root: &Root<P::Move>| Line {
            score: score(root),
            depth: root.depth,
            moves: root.line.clone(),
        };
        Report {
            best: best.m,
            score: score(best),
            depth,
            nodes: worker.watch.nodes(),
            time: self.budget.elapsed(),
            line: best.line.clone(),
            lines: roots.iter().map(line).collect(),
            exact: best.exact || self.held.is_some(),
            table_hits: self.table_hits.load(Relaxed) + worker.table_hits,
        }
    }
}
