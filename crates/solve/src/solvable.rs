//! What a game brings along to be solved: what is alike in it, its tables, its positions as numbers.

use games::bohnenspiel::{Bohnenspiel, HOUSES, Setup, Turn};
use games::fanorona::Fanorona;
use games::{Game, Position, Seat};
use search::Known;
use search::proof::Ground;
use tables::{BuildError, Extent, Place, Watch, bohnenspiel, fanorona};

use crate::proof::Proof;
use crate::{Options, Searched, SolveError, margins};

/// A game that can be solved.
pub(crate) trait Solvable: Game {
    /// Its tables.
    type Tables: Ground<Self>;

    /// Which rules, beyond the name of the game: one that proofs and kept work are marked with.
    fn rules() -> String;

    /// Its tables as far as they pay, built where they are not there.
    fn tables(place: &Place, watch: &Watch) -> Result<Self::Tables, BuildError>;

    /// Compares every entry of those tables with the rules.
    fn verify_tables(place: &Place, watch: &Watch) -> Result<(), BuildError>;

    /// Solves by alpha-beta over margins, where the game has them: the proof, and how many positions
    /// were searched.
    fn by_margins(
        &self,
        _tables: &Self::Tables,
        _options: &Options,
        _each: &(dyn Fn(Searched) -> bool + Sync),
    ) -> Option<Result<(Proof<Self>, u64), SolveError>> {
        None
    }

    /// The one position that stands for all those that play alike for whoever is on turn.
    fn folded(&self) -> Self;

    /// A folded position as a number below 2^127.
    fn pack(&self) -> u128;

    /// The folded position with this number.
    fn unpack(number: u128) -> Option<Self>;
}

/// Layers up to this size are built for solving: some seconds, and all of them keep plies.
const WORTH_BUILDING: usize = 1 << 24;

/// The layers of Fanorona that solving uses.
fn stones<const R: usize, const C: usize>() -> usize {
    let pays = |&stones: &usize| {
        let size = fanorona::Endgames::<R, C>::positions(stones);
        stones == 2 || (1..=WORTH_BUILDING).contains(&size)
    };
    (2..=fanorona::MOST).take_while(pays).last().unwrap_or(2)
}

/// Endgames of Fanorona. Neither colours nor counters matter.
pub(crate) struct Stones<const R: usize, const C: usize>(fanorona::Endgames<R, C>);

impl<const R: usize, const C: usize> Ground<Fanorona<R, C>> for Stones<R, C> {
    fn fold(&self, position: &Fanorona<R, C>) -> Fanorona<R, C> {
        position.folded()
    }

    fn known(&self, position: &Fanorona<R, C>) -> Option<Known> {
        Some(match self.0.probe(position)? {
            fanorona::Fate::Win(plies) => Known::Win(plies),
            fanorona::Fate::Draw => Known::Draw,
            fanorona::Fate::Loss(plies) => Known::Loss(plies),
        })
    }
}

impl<const R: usize, const C: usize> Solvable for Fanorona<R, C> {
    type Tables = Stones<R, C>;

    fn rules() -> String {
        format!("{}, endless play a draw", Self::INFO.name)
    }

    fn tables(place: &Place, watch: &Watch) -> Result<Stones<R, C>, BuildError> {
        fanorona::Endgames::build(place, stones::<R, C>(), watch).map(Stones)
    }

    fn verify_tables(place: &Place, watch: &Watch) -> Result<(), BuildError> {
        fanorona::Endgames::<R, C>::verify(place, stones::<R, C>(), Extent::Full, watch)
    }

    fn folded(&self) -> Self {
        Fanorona::facing(self.mine(), self.theirs())
    }

    fn pack(&self) -> u128 {
        u128::from(self.mine()) | u128::from(self.theirs()) << 64
    }

    fn unpack(number: u128) -> Option<Self> {
        let (mine, theirs) = (number as u64, (number >> 64) as u64);
        let sound = mine & theirs == 0 && (mine | theirs) & !Self::BOARD == 0;
        sound.then(|| Fanorona::facing(mine, theirs))
    }
}

/// Endgames of Das Bohnenspiel. It does not matter which side of the board somebody sits at.
pub(crate) struct Beans(bohnenspiel::Endgames);

/// The beans on the board up to which solving builds tables: some seconds. Larger ones are used
/// where they are there.
const BEANS_BUILT: usize = 14;

impl<const BEANS: u8> Ground<Bohnenspiel<BEANS>> for Beans {
    fn fold(&self, position: &Bohnenspiel<BEANS>) -> Bohnenspiel<BEANS> {
        position.folded()
    }

    fn known(&self, position: &Bohnenspiel<BEANS>) -> Option<Known> {
        let mover = position.turn();
        let store = |seat: Seat| i32::from(position.store(seat));
        let lead = store(mover) - store(mover.opponent());
        Some(match lead + self.0.probe(position)? {
            1.. => Known::Win(None),
            0 => Known::Draw,
            _ => Known::Loss(None),
        })
    }
}

impl<const BEANS: u8> Solvable for Bohnenspiel<BEANS> {
    type Tables = Beans;

    fn rules() -> String {
        format!("bohnenspiel, {BEANS} beans a house")
    }

    fn tables(place: &Place, watch: &Watch) -> Result<Beans, BuildError> {
        let (there, _) = bohnenspiel::Endgames::open(place);
        if there.beans() >= BEANS_BUILT {
            return Ok(Beans(there));
        }
        bohnenspiel::Endgames::build(place, BEANS_BUILT, watch).map(Beans)
    }

    fn verify_tables(place: &Place, watch: &Watch) -> Result<(), BuildError> {
        let (there, _) = bohnenspiel::Endgames::open(place);
        let upto = there.beans().max(BEANS_BUILT);
        bohnenspiel::Endgames::verify(place, upto, Extent::Full, watch)
    }

    fn by_margins(
        &self,
        tables: &Beans,
        options: &Options,
        each: &(dyn Fn(Searched) -> bool + Sync),
    ) -> Option<Result<(Proof<Self>, u64), SolveError>> {
        let stored: u8 = Seat::all(2).map(|seat| self.store(seat)).sum();
        let is_even = stored.is_multiple_of(2);
        is_even.then(|| margins::solve(self, &tables.0, options, each))
    }

    fn folded(&self) -> Self {
        if self.turn() == Seat::FIRST { *self } else { self.turned() }
    }

    fn pack(&self) -> u128 {
        let houses = (0..HOUSES).map(|house| self.house(house));
        let stores = Seat::all(2).map(|seat| self.store(seat));
        let bytes = houses.chain(stores).enumerate();
        bytes.fold(0, |number, (nth, byte)| number | u128::from(byte) << (8 * nth))
    }

    fn unpack(number: u128) -> Option<Self> {
        let byte = |nth: usize| (number >> (8 * nth)) as u8;
        let setup = Setup {
            houses: std::array::from_fn(byte),
            stores: [byte(HOUSES), byte(HOUSES + 1)],
            turn: Turn::Weisse,
        };
        let sound = number >> (8 * (HOUSES + 2)) == 0;
        Bohnenspiel::from_setup(&setup).ok().filter(|_| sound)
    }
}
