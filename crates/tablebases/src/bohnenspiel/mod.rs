//! Endgame tablebases of Das Bohnenspiel: the exact difference of the beans still to be gained.
//!
//! Best play depends neither on the stores nor on the seats: a position is the mover's six houses
//! and the opponent's six. [`EndgameTablebase`] has a layer for each even number of beans, as far as
//! they are built; odd numbers do not occur.
//!
//! The rule that a store with more than half of all beans wins at once is left out. It never
//! changes who wins, and without it a value does not depend on the stores.
//!
//! ```
//! use spielwerk_games::{Game, bohnenspiel::Bohnenspiel};
//! use spielwerk_tablebases::{BuildMonitor, TablebaseDir, bohnenspiel::EndgameTablebase};
//!
//! let folder = tempfile::tempdir()?;
//! let dir = TablebaseDir::from(folder.path());
//! let endgames = EndgameTablebase::build(&dir, 4, &BuildMonitor::silent())?;
//! let setup = "0,0,0,0,1,0/1,0,1,0,0,1 34-34 w".parse()?;
//! let position = Bohnenspiel::<6>::from_setup(&setup)?;
//! assert_eq!(endgames.probe(&position), Some(-4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_move;
mod bounds;
mod builder;
mod half_moves;
mod interval_code;
mod layer;
mod packing;
mod row;

use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::Bohnenspiel;

pub use row::{MAX_BEANS, positions};

use crate::build::{self, BuildError, BuildEstimate, BuildMonitor, Builder, Extent};
use crate::file::TablebaseError;
use crate::layers;
use crate::tablebase_dir::TablebaseDir;
use builder::LayerBuilder;
use layer::{GuaranteedPairs, Layer};
use row::{Row, beans_and_index};

/// The endgame tablebase of all positions with at most a certain number of beans on the board.
#[derive(Debug)]
pub struct EndgameTablebase {
    /// By pairs of beans, from 0.
    layers: Vec<Layer>,
}

impl EndgameTablebase {
    /// Opens the existing layers from the lowest up to the first gap. If a file is refused, it ends
    /// there, and the error is returned as well.
    pub fn open(dir: &TablebaseDir) -> (EndgameTablebase, Option<TablebaseError>) {
        EndgameTablebase::open_upto(dir, MAX_BEANS)
    }

    /// The same without layers of more than so many beans: what is read of a layer stays in memory.
    pub fn open_upto(
        dir: &TablebaseDir,
        upto: usize,
    ) -> (EndgameTablebase, Option<TablebaseError>) {
        let open = |beans| Layer::open(dir, beans);
        let (layers, refused) = layers::open(vec![Layer::EMPTY], even(upto), open);
        (EndgameTablebase { layers }, refused)
    }

    /// The estimated cost of building the missing layers with at most this many beans.
    pub fn estimate(dir: &TablebaseDir, upto: usize) -> BuildEstimate {
        let missing = even(upto).filter(|&beans| Layer::open(dir, beans).is_err());
        let below = &[];
        missing.map(|beans| LayerBuilder { beans, below }.estimate()).sum()
    }

    /// Builds the missing layers with at most this many beans, and opens all of them.
    pub fn build(
        dir: &TablebaseDir,
        upto: usize,
        monitor: &BuildMonitor,
    ) -> Result<EndgameTablebase, BuildError> {
        let build = |beans, below: &[Layer]| {
            let file = build::build(&LayerBuilder { beans, below }, dir, monitor)?;
            Ok::<_, BuildError>(Layer::new(beans, file)?)
        };
        let layers = layers::build(vec![Layer::EMPTY], even(upto), build)?;
        Ok(EndgameTablebase { layers })
    }

    /// Verifies every layer with at most this many beans: checksums, and entries against the rules.
    pub fn verify(
        dir: &TablebaseDir,
        upto: usize,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let verify = |beans, below: &[Layer]| {
            build::verify(&LayerBuilder { beans, below }, dir, extent, monitor)?;
            Ok::<_, BuildError>(Layer::open(dir, beans)?)
        };
        layers::build(vec![Layer::EMPTY], even(upto), verify).map(drop)
    }

    /// The error of the first damaged block that was met in any layer.
    pub fn damage(&self) -> Result<(), TablebaseError> {
        self.layers.iter().try_for_each(Layer::damage)
    }

    /// The largest number of beans on the board that is covered.
    pub fn max_beans(&self) -> usize {
        2 * (self.layers.len() - 1)
    }

    /// The mover's gains minus the opponent's from here to the end, with perfect play. `None` for
    /// positions with more than [`max_beans`](EndgameTablebase::max_beans).
    #[inline]
    pub fn probe<const BEANS: u8>(&self, position: &Bohnenspiel<BEANS>) -> Option<i32> {
        self.exact(rows(position))
    }

    /// By how many beans the mover is ahead at the end, with perfect play: the beans in the stores
    /// included, and played to the last bean.
    #[inline]
    pub fn margin<const BEANS: u8>(&self, position: &Bohnenspiel<BEANS>) -> Option<i32> {
        let mover = position.turn();
        let stored = |seat| i32::from(position.store(seat));
        Some(stored(mover) - stored(mover.opponent()) + self.probe(position)?)
    }

    /// Lower and upper bound of what [`probe`](EndgameTablebase::probe) says: with endless play counted as the worst and as the best for
    /// the mover. In all layers built so far, they meet.
    #[inline]
    pub fn bounds<const BEANS: u8>(&self, position: &Bohnenspiel<BEANS>) -> Option<[i32; 2]> {
        self.between(rows(position))
    }

    /// The minimum and maximum number of pairs of beans that the mover gets, given the mover's row
    /// and the opponent's in the format of [`Bohnenspiel::row`].
    #[inline]
    pub fn pairs(&self, rows: [u64; 2]) -> Option<[u8; 2]> {
        let rows = rows.map(Row);
        let beans = rows[0].beans() + rows[1].beans();
        let guaranteed = self.guaranteed(rows, beans)?;
        Some([guaranteed.mover, beans as u8 / 2 - guaranteed.opponent])
    }

    #[inline]
    fn exact(&self, rows: [Row; 2]) -> Option<i32> {
        let [least, most] = self.between(rows)?;
        (least == most).then_some(least)
    }

    #[inline]
    fn between(&self, rows: [Row; 2]) -> Option<[i32; 2]> {
        let beans = rows[0].beans() + rows[1].beans();
        let guaranteed = self.guaranteed(rows, beans)?;
        // The difference is 0 if each gets half of the pairs; each further pair counts twice.
        let least = 4 * i32::from(guaranteed.mover) - beans as i32;
        let most = beans as i32 - 4 * i32::from(guaranteed.opponent);
        Some([least, most])
    }

    #[inline]
    fn guaranteed(&self, rows: [Row; 2], beans: usize) -> Option<GuaranteedPairs> {
        let layer = self.layers.get(beans / 2).filter(|_| beans.is_multiple_of(2))?;
        layer.read().get(beans_and_index(rows).1)
    }
}

/// The mover's row and the opponent's.
#[inline]
fn rows<const BEANS: u8>(position: &Bohnenspiel<BEANS>) -> [Row; 2] {
    let mover = position.turn();
    [mover, mover.opponent()].map(|seat| Row(position.row(seat)))
}

/// The numbers of beans that have a file.
fn even(upto: usize) -> impl Iterator<Item = usize> {
    (2..=upto.min(MAX_BEANS)).step_by(2)
}
