//! Fanorona with few stones left on the board: who wins, and where it is cheap to keep, how soon.
//!
//! Neither colours nor counters matter for what is best from here on: a position is the mover's
//! stones and the opponent's, turned and reflected as the board allows. [`Endgames`] holds a layer
//! for each number of stones, as far as they are built, for any size of board.
//!
//! Endless play is a draw here, and nothing is counted: that a game is drawn after a hundred plies
//! without a capture is left to whoever asks.
//!
//! ```
//! use games::{Game, fanorona::Fanorona};
//! use tables::{Place, Watch, fanorona::{Endgames, Fate}};
//!
//! let folder = tempfile::tempdir()?;
//! let endgames = Endgames::<3, 3>::build(&Place::from(folder.path()), 3, &Watch::nobody())?;
//! let position = Fanorona::from_setup(&"1B1/3/WW1 w 0 1".parse()?)?;
//! assert_eq!(endgames.probe(&position), Some(Fate::Win(Some(1))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backwards;
mod entry;
mod layer;
mod order;
mod recipe;

use games::fanorona::Fanorona;

pub(crate) use entry::entries;
pub use layer::Fate;
pub use order::MOST;

use crate::build::{self, BuildError, Extent, Plan, Recipe, Watch};
use crate::file::TableError;
use crate::layers;
use crate::place::Place;
use layer::Layer;
use order::{Order, Shapes};
use recipe::LayerRecipe;

/// All positions with no more than a certain number of stones.
#[derive(Debug)]
pub struct Endgames<const R: usize = 5, const C: usize = 9> {
    /// By the number of stones, from two.
    layers: Vec<Layer<R, C>>,
}

impl<const R: usize, const C: usize> Endgames<R, C> {
    /// Opens the layers that are there, from the lowest without a gap. A file that is refused ends
    /// them, and is returned as well.
    pub fn open(place: &Place) -> (Self, Option<TableError>) {
        Self::open_upto(place, MOST)
    }

    /// The same with no more than so many stones.
    pub fn open_upto(place: &Place, upto: usize) -> (Self, Option<TableError>) {
        let open = |order| Layer::open(place, order);
        let (layers, refused) = layers::open(Vec::new(), orders::<R, C>(upto), open);
        (Endgames { layers }, refused)
    }

    /// What it takes to build the layers with at most this many stones that are not there.
    pub fn plan(place: &Place, upto: usize) -> Plan {
        let there = Self::open_upto(place, upto).0.layers.len();
        let missing = orders::<R, C>(upto).skip(there);
        missing.map(|order| LayerRecipe { order: &order, below: &[] }.plan()).sum()
    }

    /// Builds all layers with at most this many stones that are not there, and opens them.
    pub fn build(place: &Place, upto: usize, watch: &Watch) -> Result<Self, BuildError> {
        let build = |order, below: &[Layer<R, C>]| {
            let file = build::build(&LayerRecipe { order: &order, below }, place, watch)?;
            Ok::<_, BuildError>(Layer::new(order, file)?)
        };
        let layers = layers::build(Vec::new(), orders::<R, C>(upto), build)?;
        Ok(Endgames { layers })
    }

    /// Verifies every layer with at most this many stones: checksums, and entries against the
    /// rules.
    pub fn verify(
        place: &Place,
        upto: usize,
        extent: Extent,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        let verify = |order, below: &[Layer<R, C>]| {
            build::verify(&LayerRecipe { order: &order, below }, place, extent, watch)?;
            Ok::<_, BuildError>(Layer::open(place, order)?)
        };
        layers::build(Vec::new(), orders::<R, C>(upto), verify).map(drop)
    }

    /// The most stones on the board that these tables know.
    pub fn stones(&self) -> usize {
        if self.layers.is_empty() { 0 } else { self.layers.len() + 1 }
    }

    /// The result with perfect play. Nothing is said of positions with more than
    /// [`stones`](Endgames::stones), or without a stone of one side: those are over.
    #[inline]
    pub fn probe(&self, position: &Fanorona<R, C>) -> Option<Fate> {
        let (mine, theirs) = (position.mine(), position.theirs());
        if mine == 0 || theirs == 0 {
            return None;
        }
        let stones = (mine | theirs).count_ones() as usize;
        Some(self.layers.get(stones - 2)?.fate(mine, theirs))
    }

    /// How many positions the layer with so many stones holds.
    pub fn positions(stones: usize) -> usize {
        orders::<R, C>(stones).last().map_or(0, |order| order.entries())
    }
}

/// The orders of all layers with at most so many stones.
fn orders<const R: usize, const C: usize>(upto: usize) -> impl Iterator<Item = Order<R, C>> {
    let shapes = Shapes::new();
    let most = upto.min(MOST).min(2 * Fanorona::<R, C>::STONES);
    (2..=most).map(move |stones| Order::new(&shapes, stones))
}
