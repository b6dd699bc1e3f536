//! Endgame tablebases of Fanorona: win, draw or loss, and for small layers the depth to mate.
//!
//! Best play depends neither on colours nor on counters: a position is the mover's stones and the
//! opponent's, up to rotation and reflection. [`EndgameTablebase`] has a layer for each number of
//! stones, as far as they are built, for any size of board.
//!
//! Endless play is a draw, and plies are not counted: the rule that a game is drawn after a hundred
//! plies without a capture is left to [`EndgameTablebase::result`].
//!
//! ```
//! use spielwerk_games::{Game, Wdl, fanorona::{BoardSize, Fanorona}};
//! use spielwerk_tablebases::{BuildMonitor, TablebaseDir, fanorona::EndgameTablebase};
//!
//! let folder = tempfile::tempdir()?;
//! let dir = TablebaseDir::from(folder.path());
//! let size = BoardSize::new(3, 3);
//! let endgames = EndgameTablebase::build(&dir, size, 3, &BuildMonitor::silent())?;
//! let position: Fanorona<3, 3> = Fanorona::from_setup(&"1B1/3/WW1 w 0 1".parse()?)?;
//! assert_eq!(endgames.probe(&position.into()), Some(Wdl::Win(Some(1))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod indexing;
mod layer;
mod retrograde;
mod subsets;
mod symmetry_classes;
mod tablebase;
mod wdl_retrograde;
mod wdl_states;

use spielwerk_games::Wdl;
use spielwerk_games::fanorona::{BoardSize, DynFanorona, QUIET_PLY_LIMIT};

pub use indexing::MAX_STONES;
pub(crate) use tablebase::tablebases;

use crate::build::{self, BuildError, BuildEstimate, BuildMonitor, Builder, Extent};
use crate::file::{TablebaseError, TablebaseFile};
use crate::layers;
use crate::tablebase_dir::TablebaseDir;
use builder::LayerBuilder;
use indexing::Indexing;
use layer::Layer;

/// The endgame tablebase of all positions with at most a certain number of stones.
#[derive(Debug)]
pub struct EndgameTablebase {
    /// By the number of stones, from two.
    layers: Vec<Layer>,
}

impl EndgameTablebase {
    /// Opens the existing layers from the lowest up to the first gap. If a file is refused, it ends
    /// there, and the error is returned as well.
    pub fn open(dir: &TablebaseDir, size: BoardSize) -> (Self, Option<TablebaseError>) {
        Self::open_up_to(dir, size, MAX_STONES)
    }

    /// The same with at most this many stones.
    pub fn open_up_to(
        dir: &TablebaseDir,
        size: BoardSize,
        upto: usize,
    ) -> (Self, Option<TablebaseError>) {
        let open = |indexing| Layer::open(dir, indexing);
        let (layers, refused) = layers::open(Vec::new(), indexings(size, upto), open);
        (EndgameTablebase { layers }, refused)
    }

    /// Opens the file of the layer with this many stones.
    pub(super) fn open_layer(
        dir: &TablebaseDir,
        size: BoardSize,
        stones: usize,
    ) -> Result<TablebaseFile, TablebaseError> {
        let header = layer::header(&Indexing::new(size, stones));
        TablebaseFile::open(&dir.tablebase_path(&header.name), &header)
    }

    /// The estimated cost of building the missing layers with at most this many stones.
    pub fn estimate(dir: &TablebaseDir, size: BoardSize, upto: usize) -> BuildEstimate {
        let there = Self::open_up_to(dir, size, upto).0.layers.len();
        let missing = indexings(size, upto).skip(there);
        missing.map(|indexing| LayerBuilder { indexing: &indexing, below: &[] }.estimate()).sum()
    }

    /// Builds the missing layers with at most this many stones, and opens all of them.
    pub fn build(
        dir: &TablebaseDir,
        size: BoardSize,
        upto: usize,
        monitor: &BuildMonitor,
    ) -> Result<Self, BuildError> {
        let build = |indexing, below: &[Layer]| {
            let file = build::build(&LayerBuilder { indexing: &indexing, below }, dir, monitor)?;
            Ok::<_, BuildError>(Layer::new(indexing, file)?)
        };
        let layers = layers::build(Vec::new(), indexings(size, upto), build)?;
        Ok(EndgameTablebase { layers })
    }

    /// Verifies every layer with at most this many stones: checksums, and entries against the
    /// rules.
    pub fn verify(
        dir: &TablebaseDir,
        size: BoardSize,
        upto: usize,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let verify = |indexing, below: &[Layer]| {
            build::verify(&LayerBuilder { indexing: &indexing, below }, dir, extent, monitor)?;
            Ok::<_, BuildError>(Layer::open(dir, indexing)?)
        };
        layers::build(Vec::new(), indexings(size, upto), verify).map(drop)
    }

    /// The largest number of stones on the board that is covered.
    pub fn max_stones(&self) -> usize {
        if self.layers.is_empty() { 0 } else { self.layers.len() + 1 }
    }

    /// The result with perfect play. `None` for positions with more than
    /// [`max_stones`](EndgameTablebase::max_stones), or without a stone of one side: those are over.
    #[inline]
    pub fn probe(&self, position: &DynFanorona) -> Option<Wdl> {
        let (mine, theirs) = (position.mine(), position.theirs());
        if mine == 0 || theirs == 0 {
            return None;
        }
        let stones = (mine | theirs).count_ones() as usize;
        self.layers.get(stones - 2)?.probe(mine, theirs)
    }

    /// The result of the game from this position on, its count of plies without a capture included. A
    /// win or loss beyond the limit of such plies is not certain: a capture on the way resets the
    /// count.
    #[inline]
    pub fn result(&self, position: &DynFanorona) -> Option<Wdl> {
        let wdl = self.probe(position)?;
        let in_time =
            |plies: u32| u32::from(position.quiet_plies()) + plies <= u32::from(QUIET_PLY_LIMIT);
        let is_certain = |plies: Option<u32>| plies.map_or(position.quiet_plies() == 0, in_time);
        match wdl {
            Wdl::Win(plies) | Wdl::Loss(plies) if !is_certain(plies) => None,
            _ => Some(wdl),
        }
    }

    /// The error of the first damaged block that was met in any layer.
    pub fn damage(&self) -> Result<(), TablebaseError> {
        self.layers.iter().try_for_each(Layer::damage)
    }

    /// The number of entries of the layer with this many stones.
    pub fn positions(size: BoardSize, stones: usize) -> usize {
        indexings(size, stones).last().map_or(0, |indexing| indexing.entries())
    }
}

/// The indexings of all layers with at most this many stones.
fn indexings(size: BoardSize, upto: usize) -> impl Iterator<Item = Indexing> {
    let most = upto.min(MAX_STONES).min(2 * size.stones());
    (2..=most).map(move |stones| Indexing::new(size, stones))
}
