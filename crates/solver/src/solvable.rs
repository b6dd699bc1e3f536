//! What a game must provide to be solved: canonical positions, tablebases, packed positions.

use spielwerk_games::bohnenspiel::{Bohnenspiel, HOUSES, Setup, Turn};
use spielwerk_games::fanorona::Fanorona;
use spielwerk_games::{Game, Position, Seat};
use spielwerk_search::Wdl;
use spielwerk_search::proof::Oracle;
use spielwerk_tablebases::{BuildError, BuildMonitor, Extent, TablebaseDir, bohnenspiel, fanorona};

use crate::proof_file::Proof;
use crate::{SolveError, SolveOptions, SolveProgress, bean_difference};

/// A game that can be solved.
pub(crate) trait Solvable: Game {
    /// Its endgame tablebase.
    type Tablebase: Oracle<Self>;

    /// The rules, as written in the headers of proofs and checkpoints.
    fn rules() -> String;

    /// Opens the tablebases as far as they are worth it, and builds missing ones.
    fn tablebase(
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<Self::Tablebase, BuildError>;

    /// Verifies every entry of those tablebases against the rules.
    fn verify_tablebase(
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError>;

    /// Solves by the difference in beans, where the game has beans: the proof, and the number of
    /// nodes searched.
    fn solve_by_bean_difference(
        &self,
        _tables: &Self::Tablebase,
        _options: &SolveOptions,
        _on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
    ) -> Option<Result<(Proof<Self>, u64), SolveError>> {
        None
    }

    /// The canonical one of all positions that are equivalent for the side to move.
    fn canonical(&self) -> Self;

    /// A canonical position as a number below 2^127.
    fn pack(&self) -> u128;

    /// The canonical position with this number.
    fn unpack(number: u128) -> Option<Self>;
}

/// Layers up to this size are built for solving: it takes some seconds, and all have distances.
const MAX_BUILT_POSITIONS: usize = 1 << 24;

/// The largest number of stones of the Fanorona tablebases that solving uses.
fn max_stones<const R: usize, const C: usize>() -> usize {
    let pays = |&stones: &usize| {
        let size = fanorona::EndgameTablebase::<R, C>::positions(stones);
        stones == 2 || (1..=MAX_BUILT_POSITIONS).contains(&size)
    };
    (2..=fanorona::MAX_STONES).take_while(pays).last().unwrap_or(2)
}

/// Endgame tablebases of Fanorona. Neither colours nor counters matter.
pub(crate) struct FanoronaOracle<const R: usize, const C: usize>(fanorona::EndgameTablebase<R, C>);

impl<const R: usize, const C: usize> Oracle<Fanorona<R, C>> for FanoronaOracle<R, C> {
    fn canonical(&self, position: &Fanorona<R, C>) -> Fanorona<R, C> {
        position.canonical()
    }

    fn probe(&self, position: &Fanorona<R, C>) -> Option<Wdl> {
        Some(match self.0.probe(position)? {
            fanorona::Wdl::Win(plies) => Wdl::Win(plies),
            fanorona::Wdl::Draw => Wdl::Draw,
            fanorona::Wdl::Loss(plies) => Wdl::Loss(plies),
        })
    }
}

impl<const R: usize, const C: usize> Solvable for Fanorona<R, C> {
    type Tablebase = FanoronaOracle<R, C>;

    fn rules() -> String {
        format!("{}, endless play a draw", Self::INFO.name)
    }

    fn tablebase(
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<FanoronaOracle<R, C>, BuildError> {
        fanorona::EndgameTablebase::build(tablebase_dir, max_stones::<R, C>(), monitor)
            .map(FanoronaOracle)
    }

    fn verify_tablebase(
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        fanorona::EndgameTablebase::<R, C>::verify(
            tablebase_dir,
            max_stones::<R, C>(),
            Extent::Full,
            monitor,
        )
    }

    fn canonical(&self) -> Self {
        Fanorona::from_stones(self.mine(), self.theirs())
    }

    fn pack(&self) -> u128 {
        u128::from(self.mine()) | u128::from(self.theirs()) << 64
    }

    fn unpack(number: u128) -> Option<Self> {
        let (mine, theirs) = (number as u64, (number >> 64) as u64);
        let sound = mine & theirs == 0 && (mine | theirs) & !Self::BOARD == 0;
        sound.then(|| Fanorona::from_stones(mine, theirs))
    }
}

/// Endgame tablebases of Das Bohnenspiel. Positions with the sides exchanged are equivalent.
pub(crate) struct BohnenspielOracle(bohnenspiel::EndgameTablebase);

/// Solving builds tablebases up to so many beans on the board, which takes some seconds. Larger
/// ones are used if they exist.
const MIN_BEANS: usize = 14;

impl<const BEANS: u8> Oracle<Bohnenspiel<BEANS>> for BohnenspielOracle {
    fn canonical(&self, position: &Bohnenspiel<BEANS>) -> Bohnenspiel<BEANS> {
        position.canonical()
    }

    fn probe(&self, position: &Bohnenspiel<BEANS>) -> Option<Wdl> {
        let mover = position.turn();
        let store = |seat: Seat| i32::from(position.store(seat));
        let lead = store(mover) - store(mover.opponent());
        Some(match lead + self.0.probe(position)? {
            1.. => Wdl::Win(None),
            0 => Wdl::Draw,
            _ => Wdl::Loss(None),
        })
    }
}

impl<const BEANS: u8> Solvable for Bohnenspiel<BEANS> {
    type Tablebase = BohnenspielOracle;

    fn rules() -> String {
        format!("bohnenspiel, {BEANS} beans a house")
    }

    fn tablebase(
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<BohnenspielOracle, BuildError> {
        let (there, _) = bohnenspiel::EndgameTablebase::open(tablebase_dir);
        if there.max_beans() >= MIN_BEANS {
            return Ok(BohnenspielOracle(there));
        }
        bohnenspiel::EndgameTablebase::build(tablebase_dir, MIN_BEANS, monitor)
            .map(BohnenspielOracle)
    }

    fn verify_tablebase(
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let (there, _) = bohnenspiel::EndgameTablebase::open(tablebase_dir);
        let upto = there.max_beans().max(MIN_BEANS);
        bohnenspiel::EndgameTablebase::verify(tablebase_dir, upto, Extent::Full, monitor)
    }

    fn solve_by_bean_difference(
        &self,
        tables: &BohnenspielOracle,
        options: &SolveOptions,
        on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
    ) -> Option<Result<(Proof<Self>, u64), SolveError>> {
        let stored: u8 = Seat::all(2).map(|seat| self.store(seat)).sum();
        let is_even = stored.is_multiple_of(2);
        is_even.then(|| bean_difference::solve(self, &tables.0, options, on_progress))
    }

    fn canonical(&self) -> Self {
        if self.turn() == Seat::FIRST { *self } else { self.with_sides_swapped() }
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
