//! A race table while it is built: breadth first from home, one distance after the other.
//!
//! A lone player can take back every move, so the placements from which home is n moves away are
//! found from those n − 1 away. All threads go over the entries of the last distance and mark what
//! is new around them. Two may mark the same entry, but with the same distance; to go over a
//! distance again does no harm either, so what is reached can be saved in the midst of it.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use games::fauhalma::RuleSet;
use rayon::prelude::*;

use super::course::Course;
use super::departure::Departure;
use super::order::{Block, Pegs};
use crate::build::{BuildError, Checkpoint, Watch};
use crate::file::{TableError, TableWriter};

/// What an entry says before it is reached.
const UNKNOWN: u8 = u8::MAX;

/// The working state of one table.
pub(super) struct Layers<'a, R> {
    course: &'a Course<R>,
    blocks: Vec<Block>,
    lows: Vec<[u8; 3]>,
    entries: Vec<AtomicU8>,
}

impl<'a, R: RuleSet> Layers<'a, R> {
    /// Nothing is known but home.
    pub(super) fn new(course: &'a Course<R>) -> Layers<'a, R> {
        let order = &course.order;
        let mut entries = Vec::new();
        entries.resize_with(order.entries(), || AtomicU8::new(UNKNOWN));
        entries[order.index(course.home)] = AtomicU8::new(0);
        Layers { course, blocks: order.blocks(), lows: order.lows(), entries }
    }

    /// Takes over what an earlier run had reached. Returns the distance to go on from.
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

    /// Goes on from a distance until there is none further.
    pub(super) fn complete(
        &self,
        from: u8,
        checkpoint: &mut Checkpoint,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        for distance in from..UNKNOWN {
            let expanded = self.expand(distance, watch);
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
    pub(super) fn write(&self, file: &mut TableWriter) -> Result<(), TableError> {
        for some in self.entries.chunks(1 << 16) {
            let bytes: Vec<u8> = some.iter().map(|entry| entry.load(Relaxed)).collect();
            file.write(&bytes)?;
        }
        Ok(())
    }

    /// Marks everything one move from a distance. Returns whether there was anything at it.
    fn expand(&self, distance: u8, watch: &Watch) -> Result<bool, BuildError> {
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
                    watch.report(format_args!("distance {distance}"), done, total)
                }
                _ => Ok(()),
            }
        })?;
        Ok(any.into_inner())
    }

    /// Marks what is new one move from a placement.
    #[inline]
    fn mark_around(&self, numbers: Pegs, distance: u8) {
        let order = &self.course.order;
        let departure = Departure::new(order, numbers);
        self.course.moves(order.pegs(&numbers), |m| {
            departure.each_index(order.number_of(m.from), order.number_of(m.to), |index| {
                let entry = &self.entries[index];
                if entry.load(Relaxed) == UNKNOWN {
                    entry.store(distance, Relaxed);
                }
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::courses;
    use super::super::recipe::counts;
    use super::*;
    use games::fauhalma::{Ss26, Star2};

    /// The whole star takes too long for a test, but not its first few distances.
    #[test]
    fn the_stars_first_distances_are_as_published() {
        let published =
            [[1, 16, 189, 1493, 9042, 44594, 185_437], [1, 10, 111, 1111, 8774, 51842, 234_647]];
        for (course, published) in courses::<Star2, Ss26>().zip(published) {
            let layers = Layers::new(&course);
            for distance in 0..6 {
                assert!(layers.expand(distance, &Watch::nobody()).unwrap());
            }
            let entries: Vec<u8> = layers.entries.into_iter().map(AtomicU8::into_inner).collect();
            assert_eq!(counts(&course.order, &entries)[..7], published);
        }
    }
}
