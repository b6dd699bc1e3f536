//! Computing a race tablebase by breadth-first search from home, one distance after the other.
//!
//! All moves of a lone player are reversible, so the placements at distance n from home are found
//! from those at distance n − 1. All threads scan the entries of the last distance and mark their
//! unknown neighbours. Two may mark the same entry, but with the same distance; repeating a distance
//! is harmless too, so the state can be saved in the middle of one.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use spielwerk_games::fauhalma::RuleSet;

use super::incremental_index::IncrementalIndex;
use super::indexing::{Block, Pegs};
use super::solo_race::SoloRace;
use crate::build::{BuildError, BuildMonitor, Checkpoint};
use crate::file::{TablebaseError, TablebaseWriter};

/// An entry that is not yet reached.
const UNKNOWN: u8 = u8::MAX;

/// The tablebase under construction.
pub(super) struct BreadthFirstSearch<'a, R> {
    race: &'a SoloRace<R>,
    blocks: Vec<Block>,
    lows: Vec<[u8; 3]>,
    entries: Vec<AtomicU8>,
}

impl<'a, R: RuleSet> BreadthFirstSearch<'a, R> {
    /// All entries are unknown except home.
    pub(super) fn new(race: &'a SoloRace<R>) -> BreadthFirstSearch<'a, R> {
        let indexing = &race.indexing;
        let mut entries = Vec::new();
        entries.resize_with(indexing.entries(), || AtomicU8::new(UNKNOWN));
        entries[indexing.index(race.home)] = AtomicU8::new(0);
        BreadthFirstSearch { race, blocks: indexing.blocks(), lows: indexing.lows(), entries }
    }

    /// Restores the state of an earlier run. Returns the distance to resume from.
    pub(super) fn resume(&self, reached: &[u8]) -> u8 {
        match reached.split_last() {
            Some((&distance, entries)) if entries.len() == self.entries.len() => {
                for (entry, &found) in self.entries.iter().zip(entries) {
                    entry.store(found, Relaxed);
                }
                distance
            }
            _ => 0,
        }
    }

    /// Runs from a distance until there is nothing farther.
    pub(super) fn run(
        &self,
        from: u8,
        checkpoint: &mut Checkpoint,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        for distance in from..UNKNOWN {
            let expanded = self.expand(distance, monitor);
            if expanded.is_err() || checkpoint.is_due() {
                let next = if expanded.is_err() { distance } else { distance + 1 };
                checkpoint.save(|file| {
                    self.write(file)?;
                    file.write(&[next])
                })?;
            }
            if !expanded? {
                break;
            }
        }
        Ok(())
    }

    /// Writes all entries.
    pub(super) fn write(&self, file: &mut TablebaseWriter) -> Result<(), TablebaseError> {
        for some in self.entries.chunks(1 << 16) {
            let bytes: Vec<u8> = some.iter().map(|entry| entry.load(Relaxed)).collect();
            file.write(&bytes)?;
        }
        Ok(())
    }

    /// Marks all neighbours of a distance. Returns whether there was any entry at this distance.
    fn expand(&self, distance: u8, monitor: &BuildMonitor) -> Result<bool, BuildError> {
        let (done, any) = (AtomicU64::new(0), AtomicBool::new(false));
        self.blocks.par_iter().try_for_each(|block| {
            let entries = &self.entries[block.first..][..block.length];
            for (entry, &low) in entries.iter().zip(&self.lows) {
                if entry.load(Relaxed) == distance {
                    self.mark_around(block.with(low), distance + 1);
                    any.store(true, Relaxed);
                }
            }
            match done.fetch_add(1, Relaxed) {
                done if done % 16 == 0 => {
                    let total = self.blocks.len() as u64;
                    monitor.report(format_args!("distance {distance}"), done, total)
                }
                _ => Ok(()),
            }
        })?;
        Ok(any.into_inner())
    }

    /// Marks the unknown neighbours of a placement.
    #[inline]
    fn mark_around(&self, numbers: Pegs, distance: u8) {
        let indexing = &self.race.indexing;
        let incremental = IncrementalIndex::new(indexing, numbers);
        self.race.generate_moves(indexing.pegs(&numbers), |m| {
            incremental.for_each_index(
                indexing.number_of(m.from),
                indexing.number_of(m.to),
                |index| {
                    let entry = &self.entries[index];
                    if entry.load(Relaxed) == UNKNOWN {
                        entry.store(distance, Relaxed);
                    }
                },
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::builder::counts;
    use super::super::solo_race::solo_races;
    use super::*;
    use spielwerk_games::fauhalma::{Ss26, Star2};

    /// The whole star takes too long for a test, but not its first few distances.
    #[test]
    fn the_stars_first_distances_are_as_published() {
        let published =
            [[1, 16, 189, 1493, 9042, 44594, 185_437], [1, 10, 111, 1111, 8774, 51842, 234_647]];
        for (race, published) in solo_races::<Star2, Ss26>().zip(published) {
            let search = BreadthFirstSearch::new(&race);
            for distance in 0..6 {
                assert!(search.expand(distance, &BuildMonitor::silent()).unwrap());
            }
            let entries: Vec<u8> = search.entries.into_iter().map(AtomicU8::into_inner).collect();
            assert_eq!(counts(&race.indexing, &entries)[..7], published);
        }
    }
}
