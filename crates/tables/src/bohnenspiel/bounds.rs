//! A layer while it is built: what each player surely gets, improved until nothing changes.
//!
//! Captures lead to finished layers, other moves stay in this one and may go round for ever, so
//! values are approached from both sides: at first nothing is sure, and whatever follows from what
//! is sure is sure. Every order of looking ends in the same place, so it matters neither how many
//! threads there are nor how often they were stopped. A good order ends soon: a move within one row
//! brings beans nearer to its end, so rows with their beans near the end go first, and most
//! successors are known when they are asked for. Each position is looked at twice on average.
//!
//! Work goes in tiles of 64 rows against 64, small enough that the successors of all of a tile's
//! positions, which are neighbours too, stay in the processor's cache.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

use games::bohnenspiel::ROW;

use super::halves::{After, Sowing, receive, sowings};
use super::layer::{Layer, Reader, Sure};
use super::row::{Row, after_sowing, all_rows, index, number, positions, rows};
use crate::build::{BuildError, Checkpoint, Watch};
use crate::file::{TableError, TableWriter};

const SIDE: usize = 64;

/// The working state of one layer.
pub(super) struct Bounds<'a> {
    beans: usize,
    pairs: u8,
    /// Every row, by its beans and its number.
    rows: Vec<Vec<Row>>,
    below: Vec<Reader<'a>>,
    sure: Vec<AtomicU8>,
}

/// Some rows of the mover against some of the opponent.
struct Tile {
    own_beans: usize,
    own: Range<usize>,
    opponent: Range<usize>,
    /// How many positions were left open when it was last looked at.
    open: AtomicU32,
}

impl<'a> Bounds<'a> {
    /// Nothing is sure yet but what is over: a player with an empty row gets nothing more.
    pub(super) fn new(beans: usize, below: &'a [Layer]) -> Bounds<'a> {
        let pairs = beans as u8 / 2;
        let mut sure = Vec::with_capacity(positions(beans));
        sure.resize_with(positions(beans), || AtomicU8::new(0));
        let bounds = Bounds {
            beans,
            pairs,
            rows: (0..=beans).map(all_rows).collect(),
            below: below.iter().map(Layer::read).collect(),
            sure,
        };
        for rank in 0..rows(beans) {
            let full = (beans, rank);
            bounds.set(index((0, 0), full), Sure::new(0, pairs));
            bounds.set(index(full, (0, 0)), Sure::new(pairs, 0));
        }
        bounds
    }

    /// Takes over what an earlier run had reached.
    pub(super) fn resume(&self, reached: &[u8]) {
        if reached.len() == self.sure.len() {
            for (index, &sure) in reached.iter().enumerate() {
                self.set(index, Sure(sure));
            }
        }
    }

    /// Improves until nothing changes. Returns how many positions stay open, whose bounds do not
    /// meet.
    pub(super) fn complete(
        &self,
        checkpoint: &mut Checkpoint,
        watch: &Watch,
    ) -> Result<u64, BuildError> {
        let mut tiles = self.tiles();
        for pass in 1.. {
            let improved = self.pass(pass, &tiles, checkpoint, watch)?;
            tiles.retain(|tile| tile.open.load(Relaxed) > 0);
            if !improved || tiles.is_empty() {
                break;
            }
        }
        Ok(tiles.iter().map(|tile| u64::from(tile.open.load(Relaxed))).sum())
    }

    /// Writes the finished layer: the mover's pairs, and the opponent's if they do not follow.
    pub(super) fn write(&self, table: &mut TableWriter, open: u64) -> Result<(), TableError> {
        self.write_half(table, Sure::mover)?;
        if open > 0 {
            self.write_half(table, Sure::opponent)?;
        }
        Ok(())
    }

    fn write_half(&self, table: &mut TableWriter, half: fn(Sure) -> u8) -> Result<(), TableError> {
        let value = |sure: &AtomicU8| half(Sure(sure.load(Relaxed)));
        for some in self.sure.chunks(1 << 16) {
            let bytes: Vec<u8> = some
                .chunks(2)
                .map(|pair| value(&pair[0]) | pair.get(1).map_or(0, value) << 4)
                .collect();
            table.write(&bytes)?;
        }
        Ok(())
    }

    /// All tiles in the order of work: uneven rows before even ones, and rows with their beans near
    /// the end, which have high numbers, before others.
    fn tiles(&self) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for own_beans in 1..self.beans {
            let (owns, opponents) = (rows(own_beans), rows(self.beans - own_beans));
            for own in (0..owns).step_by(SIDE) {
                for opponent in (0..opponents).step_by(SIDE) {
                    tiles.push(Tile {
                        own_beans,
                        own: own..owns.min(own + SIDE),
                        opponent: opponent..opponents.min(opponent + SIDE),
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

    /// Looks at every open position once, on all threads, and saves when it is time to. Returns
    /// whether anything was found out.
    fn pass(
        &self,
        pass: u32,
        tiles: &[Tile],
        checkpoint: &mut Checkpoint,
        watch: &Watch,
    ) -> Result<bool, BuildError> {
        let (next, improved) = (AtomicUsize::new(0), AtomicBool::new(false));
        while next.load(Relaxed) < tiles.len() {
            let pause = AtomicBool::new(false);
            // Taken one by one, tiles are worked off in their order however many threads there are.
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
                        let ended = watch.report(format_args!("pass {pass}"), done, total);
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
                checkpoint.save(|file| self.save(file))?;
            }
            ended?;
        }
        Ok(improved.into_inner())
    }

    fn save(&self, file: &mut TableWriter) -> Result<(), TableError> {
        for some in self.sure.chunks(1 << 16) {
            let bytes: Vec<u8> = some.iter().map(|sure| sure.load(Relaxed)).collect();
            file.write(&bytes)?;
        }
        Ok(())
    }

    /// Looks at every open position of a tile. Returns whether anything was found out.
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
            let is_open = |nth: &usize| !self.get(first + nth).is_all(self.pairs);
            let open: Vec<usize> = (0..opponents.len()).filter(is_open).collect();
            if open.is_empty() {
                continue;
            }
            let found = self.line(self.rows[tile.own_beans][own], opponents, &received, &open);
            for nth in open {
                let (before, now) = (self.get(first + nth), found[nth]);
                if now != before {
                    self.set(first + nth, now);
                    improved = true;
                }
                still_open += u32::from(!now.is_all(self.pairs));
            }
        }
        tile.open.store(still_open, Relaxed);
        improved
    }

    /// What follows for one row of the mover against the open ones of some of the opponent's, of
    /// which `received` says what becomes of them by reach.
    fn line(
        &self,
        own: Row,
        opponents: &[Row],
        received: &[Vec<After>; ROW + 1],
        open: &[usize],
    ) -> [Sure; SIDE] {
        let mut found = [Sure::NO_MOVE; SIDE];
        for sowing in sowings(own) {
            match sowing {
                Sowing::Short { reach, after } => {
                    for &nth in open {
                        let mover = received[reach][nth];
                        let opponent = after[usize::from(mover.through)];
                        let beans = usize::from(mover.beans + opponent.beans);
                        let index = index(mover.place(), opponent.place());
                        found[nth] = self.or_move(found[nth], beans, index);
                    }
                }
                Sowing::Long { house } => {
                    for &nth in open {
                        let (beans, index) = number(after_sowing([own, opponents[nth]], house));
                        found[nth] = self.or_move(found[nth], beans, index);
                    }
                }
            }
        }
        found
    }

    /// One move more, to the position with so many beans and this number.
    #[inline]
    fn or_move(&self, sure: Sure, beans: usize, index: usize) -> Sure {
        if beans == self.beans {
            sure.or_move(0, self.get(index))
        } else {
            let pairs = beans / 2;
            sure.or_move(self.pairs - pairs as u8, self.below[pairs].get(index))
        }
    }

    #[inline]
    fn get(&self, index: usize) -> Sure {
        Sure(self.sure[index].load(Relaxed))
    }

    #[inline]
    fn set(&self, index: usize, sure: Sure) {
        self.sure[index].store(sure.0, Relaxed);
    }
}
