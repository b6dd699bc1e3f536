//! Das Bohnenspiel with few beans left on the board: the exact difference still to come.
//!
//! What is in the stores does not matter for what is best from here on, and neither does who is
//! who: a position is the mover's six houses and the opponent's six. [`Endgames`] holds a layer for
//! each even number of beans, as far as they are built; odd numbers do not come up.
//!
//! The rule that a store with more than half of all beans wins at once is left out. It never
//! changes who wins, and without it a value is the same whatever the stores hold.
//!
//! ```
//! use games::{Game, bohnenspiel::Bohnenspiel};
//! use tables::{Place, Watch, bohnenspiel::Endgames};
//!
//! let folder = tempfile::tempdir()?;
//! let endgames = Endgames::build(&Place::from(folder.path()), 4, &Watch::nobody())?;
//! let setup = "0,0,0,0,1,0/1,0,1,0,0,1 34-34 w".parse()?;
//! let position = Bohnenspiel::<6>::from_setup(&setup)?;
//! assert_eq!(endgames.probe(&position), Some(-4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod choice;
mod halves;
mod layer;
mod recipe;
mod row;

use games::Position;
use games::bohnenspiel::Bohnenspiel;

pub use row::{MOST, positions};

use crate::build::{self, BuildError, Extent, Plan, Recipe, Watch};
use crate::file::TableError;
use crate::layers;
use crate::place::Place;
use layer::{Layer, Sure};
use recipe::LayerRecipe;
use row::{Row, number};

/// All positions with no more than a certain number of beans on the board.
#[derive(Debug)]
pub struct Endgames {
    /// By pairs of beans, from none.
    layers: Vec<Layer>,
}

impl Endgames {
    /// Opens the layers that are there, from the lowest without a gap. A file that is refused ends
    /// them, and is returned as well.
    pub fn open(place: &Place) -> (Endgames, Option<TableError>) {
        let open = |beans| Layer::open(place, beans);
        let (layers, refused) = layers::open(vec![Layer::EMPTY], even(MOST), open);
        (Endgames { layers }, refused)
    }

    /// What it takes to build the layers with at most this many beans that are not there.
    pub fn plan(place: &Place, upto: usize) -> Plan {
        let missing = even(upto).filter(|&beans| Layer::open(place, beans).is_err());
        let below = &[];
        missing.map(|beans| LayerRecipe { beans, below }.plan()).sum()
    }

    /// Builds all layers with at most this many beans that are not there, and opens them.
    pub fn build(place: &Place, upto: usize, watch: &Watch) -> Result<Endgames, BuildError> {
        let build = |beans, below: &[Layer]| {
            let file = build::build(&LayerRecipe { beans, below }, place, watch)?;
            Ok::<_, BuildError>(Layer::new(beans, file)?)
        };
        let layers = layers::build(vec![Layer::EMPTY], even(upto), build)?;
        Ok(Endgames { layers })
    }

    /// Verifies every layer with at most this many beans: checksums, and entries against the rules.
    pub fn verify(
        place: &Place,
        upto: usize,
        extent: Extent,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        let verify = |beans, below: &[Layer]| {
            build::verify(&LayerRecipe { beans, below }, place, extent, watch)?;
            Ok::<_, BuildError>(Layer::open(place, beans)?)
        };
        layers::build(vec![Layer::EMPTY], even(upto), verify).map(drop)
    }

    /// The most beans on the board that these tables know.
    pub fn beans(&self) -> usize {
        2 * (self.layers.len() - 1)
    }

    /// The mover's gains less the opponent's from here to the end, with perfect play. Nothing is
    /// said of positions with more than [`beans`](Endgames::beans).
    #[inline]
    pub fn probe<const BEANS: u8>(&self, position: &Bohnenspiel<BEANS>) -> Option<i32> {
        self.exact(rows(position))
    }

    /// The same as the least and the most it can be: with play that never ends worth the worst for
    /// the mover, and the best. Where anyone has looked, they meet.
    #[inline]
    pub fn bounds<const BEANS: u8>(&self, position: &Bohnenspiel<BEANS>) -> Option<[i32; 2]> {
        self.between(rows(position))
    }

    /// How many pairs of beans the mover gets at least and at most, given his row and the opponent's
    /// as [`Bohnenspiel::row`] has them.
    #[inline]
    pub fn pairs(&self, rows: [u64; 2]) -> Option<[u8; 2]> {
        let rows = rows.map(Row);
        let beans = rows[0].beans() + rows[1].beans();
        let sure = self.sure(rows, beans)?;
        Some([sure.mover(), beans as u8 / 2 - sure.opponent()])
    }

    #[inline]
    fn exact(&self, rows: [Row; 2]) -> Option<i32> {
        let [least, most] = self.between(rows)?;
        (least == most).then_some(least)
    }

    #[inline]
    fn between(&self, rows: [Row; 2]) -> Option<[i32; 2]> {
        let beans = rows[0].beans() + rows[1].beans();
        let sure = self.sure(rows, beans)?;
        // Half of all pairs to each would be no difference; each pair more counts twice.
        let least = 4 * i32::from(sure.mover()) - beans as i32;
        let most = beans as i32 - 4 * i32::from(sure.opponent());
        Some([least, most])
    }

    #[inline]
    fn sure(&self, rows: [Row; 2], beans: usize) -> Option<Sure> {
        let layer = self.layers.get(beans / 2).filter(|_| beans.is_multiple_of(2))?;
        Some(layer.read().get(number(rows).1))
    }
}

/// The mover's row and the opponent's.
#[inline]
fn rows<const BEANS: u8>(position: &Bohnenspiel<BEANS>) -> [Row; 2] {
    let mover = position.turn();
    [mover, mover.opponent()].map(|seat| Row(position.row(seat)))
}

/// The layers that have a file.
fn even(upto: usize) -> impl Iterator<Item = usize> {
    (2..=upto.min(MOST)).step_by(2)
}
