//! Computing a layer: bounds on what each player gets, iterated to a fixpoint.
//!
//! Captures lead to finished layers, other moves stay in this one and may cycle, so values are
//! bounded from both sides: at first nothing is guaranteed, and the bounds are improved from those
//! of the successors. Every order of updates ends at the same fixpoint, so the result depends
//! neither on the number of threads nor on interruptions. A good order converges fast: a move
//! within one row brings beans nearer to its end, so rows with their beans near the end go first,
//! and most successors are known when they are needed. Each position is updated twice on average.
//!
//! Work is done in tiles of 64 by 64 rows, small enough that the successors of a tile's positions,
//! which are also close together, stay in the processor's cache.
//!
//! A checkpoint has many parts, of which those that changed are saved. Bounds only ever improve and
//! hold at any time, so parts of different age, or missing ones, do no harm.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

use spielwerk_games::bohnenspiel::ROW;
use spielwerk_memory::{advise_huge_pages, zeroed};

use super::half_moves::{RowAfter, Sowing, receive, sowings};
use super::interval_code::IntervalCode;
use super::layer::{GuaranteedPairs, Layer, Reader};
use super::packing::Packing;
use super::row::{Row, after_sowing, all_rows, beans_and_index, index, positions, rows};
use crate::build::{BuildError, BuildMonitor, Checkpoint};
use crate::file::{TablebaseError, TablebaseWriter};

const TILE_SIDE: usize = 64;

/// The number of parts of a checkpoint, unless they would be smaller than the least size.
const PARTS: usize = 64;
const MIN_PART: usize = 1 << 20;

/// The layer under construction.
pub(super) struct Bounds<'a> {
    beans: usize,
    pairs: u8,
    /// Every row, by its beans and its rank.
    rows: Vec<Vec<Row>>,
    below: Vec<Reader<'a>>,
    code: IntervalCode,
    /// The bounds of every position, encoded.
    guaranteed: Box<[AtomicU8]>,
    /// The positions in a part of the checkpoint, and which parts have changed since the last one.
    part: usize,
    changed: Vec<AtomicBool>,
}

/// Some rows of the mover against some of the opponent.
struct Tile {
    own_beans: usize,
    own: Range<usize>,
    opponent: Range<usize>,
    /// The number of positions whose bounds do not meet, at the last update.
    open: AtomicU32,
}

impl<'a> Bounds<'a> {
    /// Initial bounds: nothing is guaranteed, except in positions with an empty row, which are over.
    pub(super) fn new(beans: usize, below: &'a [Layer]) -> Result<Bounds<'a>, BuildError> {
        let (pairs, size) = (beans as u8 / 2, positions(beans));
        let part = size.div_ceil(PARTS).max(MIN_PART);
        let guaranteed = zeroed(size).ok_or(BuildError::Memory(size))?;
        advise_huge_pages(&guaranteed);
        let bounds = Bounds {
            beans,
            pairs,
            rows: (0..=beans).map(all_rows).collect(),
            below: below.iter().map(Layer::read).collect(),
            code: IntervalCode::new(pairs),
            guaranteed,
            part,
            changed: (0..size.div_ceil(part)).map(|_| AtomicBool::new(false)).collect(),
        };
        for rank in 0..rows(beans) {
            let full = (beans, rank);
            bounds.set(index((0, 0), full), GuaranteedPairs::new(0, pairs));
            bounds.set(index(full, (0, 0)), GuaranteedPairs::new(pairs, 0));
        }
        Ok(bounds)
    }

    /// Restores the state of an earlier run, as far as it was saved.
    pub(super) fn resume(&self, checkpoint: &Checkpoint) {
        for (nth, part) in self.guaranteed.chunks(self.part).enumerate() {
            let saved = checkpoint.load_part(nth).filter(|saved| saved.len() == part.len());
            for (bounds, saved) in part.iter().zip(saved.unwrap_or_default()) {
                bounds.store(saved, Relaxed);
            }
        }
    }

    /// Updates all bounds until nothing changes. Returns the number of open positions, whose bounds
    /// do not meet.
    pub(super) fn iterate_to_fixpoint(
        &self,
        checkpoint: &mut Checkpoint,
        monitor: &BuildMonitor,
    ) -> Result<u64, BuildError> {
        let mut tiles = self.tiles();
        for pass in 1.. {
            let improved = self.pass(pass, &tiles, checkpoint, monitor)?;
            tiles.retain(|tile| tile.open.load(Relaxed) > 0);
            if !improved || tiles.is_empty() {
                break;
            }
        }
        Ok(tiles.iter().map(|tile| u64::from(tile.open.load(Relaxed))).sum())
    }

    /// Writes the finished layer: the mover's pairs, and the opponent's if there are open positions.
    pub(super) fn write(
        &self,
        table: &mut TablebaseWriter,
        open: u64,
    ) -> Result<(), TablebaseError> {
        self.write_half(table, |bounds| bounds.mover)?;
        if open > 0 {
            self.write_half(table, |bounds| bounds.opponent)?;
        }
        Ok(())
    }

    fn write_half(
        &self,
        table: &mut TablebaseWriter,
        half: fn(GuaranteedPairs) -> u8,
    ) -> Result<(), TablebaseError> {
        let packing = Packing::new(self.pairs);
        let (mut entries, mut bytes) = (Vec::new(), Vec::new());
        for some in self.guaranteed.chunks(packing.group() << 15) {
            entries.clear();
            bytes.clear();
            let codes = some.iter().map(|bounds| bounds.load(Relaxed));
            entries.extend(codes.map(|code| half(self.code.decode(code))));
            packing.pack(&entries, &mut bytes);
            table.write(&bytes)?;
        }
        Ok(())
    }

    /// All tiles in the order of work: unbalanced splits of the beans before balanced ones, and rows
    /// with their beans near the end, which have high ranks, before others.
    fn tiles(&self) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for own_beans in 1..self.beans {
            let (owns, opponents) = (rows(own_beans), rows(self.beans - own_beans));
            for own in (0..owns).step_by(TILE_SIDE) {
                for opponent in (0..opponents).step_by(TILE_SIDE) {
                    tiles.push(Tile {
                        own_beans,
                        own: own..owns.min(own + TILE_SIDE),
                        opponent: opponent..opponents.min(opponent + TILE_SIDE),
                        open: AtomicU32::new(0),
                    });
                }
            }
        }
        let part = |start: usize, beans: usize| (start << 24) / rows(beans);
        tiles.sort_by_cached_key(|tile| {
            let (own, opponent) = (tile.own_beans, self.beans - tile.own_beans);
            let parts = part(tile.own.start, own) + part(tile.opponent.start, opponent);
            (own.min(opponent), Reverse(parts))
        });
        tiles
    }

    /// Updates every open position once, on all threads, and saves a checkpoint when due. Returns
    /// whether any bound was improved.
    fn pass(
        &self,
        pass: u32,
        tiles: &[Tile],
        checkpoint: &mut Checkpoint,
        monitor: &BuildMonitor,
    ) -> Result<bool, BuildError> {
        let (next, improved) = (AtomicUsize::new(0), AtomicBool::new(false));
        while next.load(Relaxed) < tiles.len() {
            let pause = AtomicBool::new(false);
            // Tiles are taken one by one, so they are processed in order by any number of threads.
            let ended = rayon::broadcast(|_| {
                while !pause.load(Relaxed)
                    && let number = next.fetch_add(1, Relaxed)
                    && let Some(tile) = tiles.get(number)
                {
                    if self.improve(tile) {
                        improved.store(true, Relaxed);
                    }
                    if number % 16 == 0 {
                        let (done, total) = (number as u64, tiles.len() as u64);
                        let ended = monitor.report(format_args!("pass {pass}"), done, total);
                        if ended.is_err() || checkpoint.is_due() {
                            pause.store(true, Relaxed);
                        }
                        ended?;
                    }
                }
                Ok(())
            });
            let ended: Result<(), BuildError> = ended.into_iter().collect();
            if pause.into_inner() {
                self.save(checkpoint)?;
            }
            ended?;
        }
        Ok(improved.into_inner())
    }

    /// Saves the parts that have changed.
    fn save(&self, checkpoint: &mut Checkpoint) -> Result<(), TablebaseError> {
        let parts = 0..self.changed.len();
        let changed = parts.filter(|&part| self.changed[part].swap(false, Relaxed));
        checkpoint.save_parts(changed, |part, file| {
            let end = self.guaranteed.len().min((part + 1) * self.part);
            for some in self.guaranteed[part * self.part..end].chunks(1 << 16) {
                let bytes: Vec<u8> = some.iter().map(|bounds| bounds.load(Relaxed)).collect();
                file.write(&bytes)?;
            }
            Ok(())
        })
    }

    /// Updates every open position of a tile. Returns whether any bound was improved.
    fn improve(&self, tile: &Tile) -> bool {
        let opponent_beans = self.beans - tile.own_beans;
        let opponents = &self.rows[opponent_beans][tile.opponent.clone()];
        let received = std::array::from_fn(|reach| {
            let received = opponents.iter().map(|&row| receive(row, reach));
            received.collect()
        });
        let (mut improved, mut still_open) = (false, 0);
        for own in tile.own.clone().rev() {
            let first = index((tile.own_beans, own), (opponent_beans, tile.opponent.start));
            let is_open = |nth: &usize| !self.get(first + nth).is_exact(self.pairs);
            let open: Vec<usize> = (0..opponents.len()).filter(is_open).collect();
            if open.is_empty() {
                continue;
            }
            let found = self.line(self.rows[tile.own_beans][own], opponents, &received, &open);
            for nth in open {
                let (before, now) = (self.get(first + nth), found[nth]);
                if now != before {
                    self.set(first + nth, now);
                    self.changed[(first + nth) / self.part].store(true, Relaxed);
                    improved = true;
                }
                still_open += u32::from(!now.is_exact(self.pairs));
            }
        }
        tile.open.store(still_open, Relaxed);
        improved
    }

    /// The new bounds for one row of the mover against the open ones of some opponent's rows;
    /// `received` has those rows after a sowing, by its reach.
    fn line(
        &self,
        own: Row,
        opponents: &[Row],
        received: &[Vec<RowAfter>; ROW + 1],
        open: &[usize],
    ) -> [GuaranteedPairs; TILE_SIDE] {
        let mut found = [GuaranteedPairs::NO_MOVE; TILE_SIDE];
        for sowing in sowings(own) {
            match sowing {
                Sowing::Short { reach, after } => {
                    for &nth in open {
                        let mover = received[reach][nth];
                        let opponent = after[usize::from(mover.through)];
                        let beans = usize::from(mover.beans + opponent.beans);
                        let index = index(mover.beans_and_rank(), opponent.beans_and_rank());
                        found[nth] = self.with_move(found[nth], beans, index);
                    }
                }
                Sowing::Long { house } => {
                    for &nth in open {
                        let (beans, index) =
                            beans_and_index(after_sowing([own, opponents[nth]], house));
                        found[nth] = self.with_move(found[nth], beans, index);
                    }
                }
            }
        }
        found
    }

    /// The bounds with one more move, to the position with this many beans and this index.
    #[inline]
    fn with_move(
        &self,
        guaranteed: GuaranteedPairs,
        beans: usize,
        index: usize,
    ) -> GuaranteedPairs {
        if beans == self.beans {
            guaranteed.with_move(0, self.get(index))
        } else {
            let pairs = beans / 2;
            guaranteed.with_move(self.pairs - pairs as u8, self.below[pairs].loaded(index))
        }
    }

    #[inline]
    fn get(&self, index: usize) -> GuaranteedPairs {
        self.code.decode(self.guaranteed[index].load(Relaxed))
    }

    #[inline]
    fn set(&self, index: usize, guaranteed: GuaranteedPairs) {
        self.guaranteed[index].store(self.code.encode(guaranteed), Relaxed);
    }
}
