//! Computing a large layer: win, draw or loss by retrograde analysis, without plies.
//!
//! Capturing is obligatory, so every move of a position either leaves the layer or is a paika, which
//! stays in it. There are three stages:
//!
//! 1. Positions with captures, or without a move, are decided by the finished layers below.
//! 2. Every other position is open. It is evaluated once from the positions after its paikas.
//! 3. A position that was open and is decided is *dirty* until its paikas are unmoved and what
//!    follows for the positions before is marked. The dirty bits are swept until none is left.
//!
//! Positions with captures are never dirty: the second stage has taken them into account. Without
//! plies the order does not matter, so a sweep also handles what it made dirty itself.
//!
//! **No result is missed**, whatever the threads do at the same time. Let all paikas of a position X
//! lead to wins, and let Y be the one of them that was written last. All accesses to states and dirty
//! bits are sequentially consistent, so there is one order of them. If Y was written before the
//! second stage, that stage finds X lost. Otherwise Y becomes dirty after it is written; whoever
//! takes its dirty bit reads the others after that, so finds all of them won, and X lost. A win needs
//! only one lost position, which is found in the same way. A position with several indices becomes
//! dirty after all of them are written.
//!
//! A checkpoint has no dirty bits. A resumed build begins with the second stage, which finds
//! everything that follows from what is decided.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use spielwerk_games::Position;
use spielwerk_games::fanorona::DynFanorona;

use super::indexing::{Chunk, Indexing};
use super::layer::Layer;
use super::retrograde::{singles, value_below};
use super::wdl_states::{State, StateWriter, States};
use crate::build::{BuildError, BuildMonitor, Checkpoint};
use crate::file::{TablebaseError, TablebaseWriter};

/// The layer under construction.
pub(super) struct WdlRetrogradeAnalysis<'a> {
    indexing: &'a Indexing,
    below: &'a [Layer],
    chunks: Vec<Chunk>,
    states: States,
}

/// Chunks whose positions are all computed between two opportunities to stop or save.
const FULL_BATCH: usize = 64;
/// Chunks that are swept between two: few of their positions are dirty.
const SWEEP_BATCH: usize = 1024;

impl<'a> WdlRetrogradeAnalysis<'a> {
    /// A layer of which nothing is known. `below` has all layers with fewer stones, from two.
    pub(super) fn new(indexing: &'a Indexing, below: &'a [Layer]) -> Result<Self, BuildError> {
        let states = States::new(indexing.entries())?;
        Ok(WdlRetrogradeAnalysis { indexing, below, chunks: indexing.chunks(), states })
    }

    /// Runs to the end, from where the checkpoint was saved.
    pub(super) fn run(
        &self,
        checkpoint: &mut Checkpoint,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let resolved = self.states.resume(checkpoint, &self.chunks);
        let all = self.chunks.len();
        for first in (resolved..all).step_by(FULL_BATCH) {
            self.stop_or_save(format_args!("captures"), first, first, checkpoint, monitor)?;
            self.for_each_chunk(first, FULL_BATCH, |chunk| self.resolve_captures(chunk));
        }
        for first in (0..all).step_by(FULL_BATCH) {
            self.stop_or_save(format_args!("paikas"), first, all, checkpoint, monitor)?;
            self.for_each_chunk(first, FULL_BATCH, |chunk| self.evaluate_paikas(chunk));
        }
        for number in 1.. {
            let found = AtomicBool::new(false);
            for first in (0..all).step_by(SWEEP_BATCH) {
                let stage = format_args!("sweep {number}");
                self.stop_or_save(stage, first, all, checkpoint, monitor)?;
                self.for_each_chunk(first, SWEEP_BATCH, |chunk| self.sweep(chunk, &found));
            }
            if !found.into_inner() {
                break;
            }
        }
        Ok(())
    }

    /// Reports the chunks that are done in a stage, and saves a checkpoint when it is due or the
    /// build is to stop; `resolved` chunks have their captures resolved.
    fn stop_or_save(
        &self,
        stage: fmt::Arguments,
        done: usize,
        resolved: usize,
        checkpoint: &mut Checkpoint,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let reported = monitor.report(stage, done as u64, self.chunks.len() as u64);
        if reported.is_err() || checkpoint.is_due() {
            self.states.save(checkpoint, resolved)?;
        }
        reported
    }

    /// Works on a batch of chunks, on all threads.
    fn for_each_chunk(&self, first: usize, batch: usize, work: impl Fn(&Chunk) + Sync + Send) {
        let end = self.chunks.len().min(first + batch);
        self.chunks[first..end].par_iter().for_each(work);
    }

    /// Writes the finished layer.
    pub(super) fn write(&self, table: &mut TablebaseWriter) -> Result<(), TablebaseError> {
        self.states.write(table)
    }

    /// The first stage: resolves captures, and positions without a move.
    fn resolve_captures(&self, chunk: &Chunk) {
        let mut writer = StateWriter::new(&self.states, chunk.first);
        let each = |index, mine, theirs| writer.set(index, self.state_by_captures(mine, theirs));
        self.indexing.for_each_position(chunk, |_| true, each);
        writer.flush();
    }

    fn state_by_captures(&self, mine: u64, theirs: u64) -> State {
        let position = DynFanorona::from_stones(self.indexing.size(), mine, theirs);
        if !position.can_capture() {
            return if position.outcome().is_some() { State::LOSS } else { State::OPEN };
        }
        let mut is_lost = true;
        let won = position.search_captures(|m| {
            let value = value_below(self.below, &position.play(m));
            is_lost &= value.is_win();
            if value.is_loss() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match won {
            ControlFlow::Break(()) => State::WIN,
            ControlFlow::Continue(()) if is_lost => State::LOSS,
            ControlFlow::Continue(()) => State::DRAW,
        }
    }

    /// The second stage: evaluates every open position.
    fn evaluate_paikas(&self, chunk: &Chunk) {
        let is_open = |index| self.states.get(index) == State::OPEN;
        self.indexing.for_each_position(chunk, is_open, |_, mine, theirs| {
            let mut state = State::OPEN;
            if chunk.is_symmetric {
                // Parts of a checkpoint that are of different age may have decided another index.
                self.indexing.for_each_index(mine, theirs, |index| {
                    let other = self.states.get(index);
                    state = if other == State::OPEN { state } else { other };
                });
            }
            if state == State::OPEN {
                state = self.state_by_paikas(mine, theirs);
            }
            if state != State::OPEN {
                self.decide(mine, theirs, state);
            }
        });
    }

    /// What follows for a position from those after its paikas.
    fn state_by_paikas(&self, mine: u64, theirs: u64) -> State {
        let mut is_lost = true;
        let won = self.after_paikas(mine, theirs, |after| {
            is_lost &= after == State::WIN;
            if after == State::LOSS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match won {
            ControlFlow::Break(()) => State::WIN,
            ControlFlow::Continue(()) if is_lost => State::LOSS,
            ControlFlow::Continue(()) => State::OPEN,
        }
    }

    /// Whether every paika leads to a won position.
    fn is_lost(&self, mine: u64, theirs: u64) -> bool {
        let other = self.after_paikas(mine, theirs, |after| {
            if after == State::WIN { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        other.is_continue()
    }

    /// Calls `each` for the state after each paika, until it breaks.
    #[inline]
    fn after_paikas(
        &self,
        mine: u64,
        theirs: u64,
        mut each: impl FnMut(State) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let size = self.indexing.size();
        let after = self.indexing.variations(theirs, mine, true);
        let (mine, empty) = (after.moving, size.board() & !(after.moving | after.fixed));
        singles(mine).try_for_each(|from| {
            singles(size.neighbours(from) & empty)
                .try_for_each(|to| each(self.states.get(after.index(mine ^ from ^ to))))
        })
    }

    /// Decides an open position.
    fn decide(&self, mine: u64, theirs: u64, state: State) {
        let mut dirty = None;
        self.indexing.for_each_index(mine, theirs, |index| {
            if self.states.decide(index, state) {
                dirty = Some(index);
            }
        });
        // After all its indices are written, for whoever takes it must find them.
        if let Some(index) = dirty {
            self.states.set_dirty(index);
        }
    }

    /// The third stage: handles all dirty positions of a chunk.
    fn sweep(&self, chunk: &Chunk, found: &AtomicBool) {
        let dirty = self.states.take_dirty(chunk.range());
        self.indexing.for_each_position_of(chunk, dirty, |index, mine, theirs| {
            found.store(true, Relaxed);
            self.mark_predecessors(mine, theirs, self.states.get(index));
        });
    }

    /// Decides the positions one paika before a position in this state, as far as that follows.
    fn mark_predecessors(&self, mine: u64, theirs: u64, state: State) {
        let size = self.indexing.size();
        let before = self.indexing.variations(mine, theirs, false);
        let (theirs, moved) = (before.fixed, before.moving);
        let empty = size.board() & !(theirs | moved);
        for to in singles(moved) {
            for from in singles(size.neighbours(to) & empty) {
                let mine = moved ^ to ^ from;
                if DynFanorona::from_stones(size, mine, theirs).can_capture()
                    || self.states.get(before.index(mine)) != State::OPEN
                {
                    continue;
                }
                if state == State::LOSS {
                    self.decide(mine, theirs, State::WIN);
                } else if self.is_lost(mine, theirs) {
                    self.decide(mine, theirs, State::LOSS);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::sync::atomic::AtomicU64;
    use std::time::Duration;

    use rayon::ThreadPoolBuilder;
    use spielwerk_games::fanorona::BoardSize;

    use super::super::EndgameTablebase;
    use super::super::layer::header;
    use super::*;
    use crate::build::Progress;
    use crate::file::TablebaseFile;
    use crate::tablebase_dir::TablebaseDir;

    /// A layer from the builder with plies, and those below it.
    struct Expected {
        _folder: tempfile::TempDir,
        indexing: Indexing,
        layers: Vec<Layer>,
    }

    impl Expected {
        fn new(size: BoardSize, stones: usize) -> Expected {
            let folder = tempfile::tempdir().unwrap();
            let dir = TablebaseDir::from(folder.path());
            let built = EndgameTablebase::build(&dir, size, stones, &BuildMonitor::silent());
            let indexing = Indexing::new(size, stones);
            Expected { _folder: folder, indexing, layers: built.unwrap().layers }
        }

        /// Builds the layer until it is finished or stopped, from the checkpoint in a folder.
        fn run(&self, folder: &Path, monitor: &BuildMonitor) -> Result<Vec<u8>, BuildError> {
            let below = &self.layers[..self.layers.len() - 1];
            let analysis = WdlRetrogradeAnalysis::new(&self.indexing, below)?;
            let header = header(&self.indexing);
            let checkpoint = folder.join("reached");
            let mut checkpoint =
                Checkpoint::with_interval(checkpoint, header.clone(), Duration::ZERO);
            analysis.run(&mut checkpoint, monitor)?;
            let path = folder.join("layer");
            let mut table = TablebaseWriter::create(&path, header.clone())?;
            analysis.write(&mut table)?;
            table.finish()?;
            Ok(TablebaseFile::open(&path, &header)?.read_all()?)
        }

        /// Compares every entry.
        fn compare(&self, found: &[u8]) {
            let entries = self.indexing.entries();
            assert_eq!(found.len(), entries.div_ceil(4));
            for chunk in self.indexing.chunks() {
                self.indexing.for_each_position(
                    &chunk,
                    |_| true,
                    |index, mine, theirs| {
                        let expected = self.layers[self.layers.len() - 1].value(mine, theirs);
                        let found = found[index / 4] >> (2 * (index % 4)) & 3;
                        assert_eq!(found, expected.unwrap().bits(), "{mine:#x} {theirs:#x}");
                    },
                );
            }
        }
    }

    #[test]
    fn every_entry_is_that_of_the_builder_with_plies() {
        for (rows, columns, stones) in [(3, 3, 8), (5, 3, 7), (3, 7, 5), (5, 5, 4), (5, 9, 4)] {
            let expected = Expected::new(BoardSize::new(rows, columns), stones);
            for threads in [1, 5] {
                let folder = tempfile::tempdir().unwrap();
                let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let silent = BuildMonitor::silent();
                expected.compare(&pool.install(|| expected.run(folder.path(), &silent)).unwrap());
            }
        }
    }

    /// Replaces a part of the checkpoint by its contents at the interruption before, or deletes it.
    fn mix_parts(folder: &Path, round: usize, before: &mut Vec<(std::path::PathBuf, Vec<u8>)>) {
        let mut parts: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        parts.sort();
        let now = parts.iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect();
        match before.get(round * 7 % parts.len().max(1)) {
            Some((path, _)) if round % 5 == 4 => fs::remove_file(path).unwrap(),
            Some((path, contents)) => fs::write(path, contents).unwrap(),
            None => (),
        }
        *before = now;
    }

    #[test]
    fn an_interrupted_build_ends_in_the_identical_file_with_parts_of_any_age() {
        let expected = Expected::new(BoardSize::new(5, 5), 5);
        let folder = tempfile::tempdir().unwrap();
        let (mut stops, mut patience, mut before) = (0, 1, Vec::new());
        let found = loop {
            patience += 1 + patience / 3;
            let (stop, reports) = (AtomicBool::new(false), AtomicU64::new(0));
            let report = |_: Progress| {
                stop.store(reports.fetch_add(1, Relaxed) + 1 >= patience, Relaxed);
            };
            match expected.run(folder.path(), &BuildMonitor::new(&stop, &report)) {
                Ok(found) => break found,
                Err(BuildError::Stopped) => mix_parts(folder.path(), stops, &mut before),
                Err(error) => panic!("{error}"),
            }
            stops += 1;
        };
        assert!(stops > 5, "stopped {stops} times only");
        expected.compare(&found);
    }
}
