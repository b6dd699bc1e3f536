//! What a game must provide to be solved: canonical positions, tablebases, packed positions.

use std::path::Path;

use spielwerk_games::bohnenspiel::{Bohnenspiel, HOUSES, Setup, Turn};
use spielwerk_games::fanorona::{BoardSize, DynFanorona};
use spielwerk_games::{AnyGame, AnyMove, AnyPosition, Game, Position, Seat, Wdl};
use spielwerk_search::proof::Oracle;
use spielwerk_tablebases::{BuildError, BuildMonitor, Extent, TablebaseDir, bohnenspiel, fanorona};

use crate::bean_difference::{self, certificate};
use crate::proof_file::Proof;
use crate::{ProofSummary, SolveError, SolveOptions, SolveProgress};

/// Positions of a game that can be solved.
pub(crate) trait Solvable: Position {
    /// What tells apart the games that share this type: the size of the board, for example.
    type Variant: Copy + Sync;

    /// The endgame tablebase of a game.
    type Tablebase: Oracle<Self>;

    /// The rules, as written in the headers of proofs and checkpoints.
    fn rules(variant: Self::Variant) -> String;

    /// A position in the game's own notation, normalised; the start if none is given.
    fn text(variant: Self::Variant, position: Option<&str>) -> Result<String, String>;

    /// Parses a position in the game's own notation.
    fn parse(variant: Self::Variant, text: &str) -> Result<Self, String>;

    /// A move of the position with this text, in the game's own notation.
    fn write_move(variant: Self::Variant, text: &str, m: Self::Move) -> Option<String>;

    /// Opens the tablebases as far as they are worth it, and builds missing ones.
    fn tablebase(
        variant: Self::Variant,
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<Self::Tablebase, BuildError>;

    /// Verifies those tablebases against the rules.
    fn verify_tablebase(
        variant: Self::Variant,
        tablebase_dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError>;

    /// Verifies a certificate, which only games with beans have.
    fn verify_certificate(
        variant: Self::Variant,
        path: &Path,
        _tables: &Self::Tablebase,
    ) -> Result<ProofSummary, SolveError> {
        Err(SolveError::WrongFile {
            path: path.to_owned(),
            found: "a certificate".into(),
            wanted: format!("a proof about {}", Self::rules(variant)),
        })
    }

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

    /// The canonical one of all positions that are equivalent for the side to move under
    /// [`rules`](Solvable::rules), with all counters reset. Nodes of a proof are canonical, so that
    /// none of them is finished by a counter.
    fn canonical(&self) -> Self;

    /// A canonical position as a number below 2^127.
    fn pack(&self) -> u128;

    /// The canonical position with this number.
    fn unpack(variant: Self::Variant, number: u128) -> Option<Self>;
}

/// Layers up to this size are built for solving: it takes some seconds. Larger ones are used if they
/// exist.
const MAX_BUILT_POSITIONS: usize = 1 << 24;

/// Layers with more stones are only built on request.
const MAX_BUILT_STONES: usize = 7;

/// The largest number of stones of the Fanorona tablebases that solving uses.
fn max_stones(size: BoardSize, tablebase_dir: &TablebaseDir) -> usize {
    let pays = |&stones: &usize| {
        let positions = fanorona::EndgameTablebase::positions(size, stones);
        stones == 2 || (1..=MAX_BUILT_POSITIONS).contains(&positions)
    };
    let built = (2..=MAX_BUILT_STONES).take_while(pays).last().unwrap_or(2);
    let (there, _) = fanorona::EndgameTablebase::open(tablebase_dir, size);
    there.max_stones().max(built)
}

/// Endgame tablebases of Fanorona. Neither colours nor counters matter: endless play is a draw, but
/// no number of plies without a capture is one.
pub(crate) struct FanoronaOracle(fanorona::EndgameTablebase);

impl Oracle<DynFanorona> for FanoronaOracle {
    fn canonical(&self, position: &DynFanorona) -> DynFanorona {
        position.canonical()
    }

    fn probe(&self, position: &DynFanorona) -> Option<Wdl> {
        self.0.probe(position)
    }
}

impl Solvable for DynFanorona {
    type Variant = BoardSize;
    type Tablebase = FanoronaOracle;

    fn rules(size: BoardSize) -> String {
        format!("{}, endless play a draw", size.game_name())
    }

    fn text(size: BoardSize, position: Option<&str>) -> Result<String, String> {
        match position {
            Some(text) => Ok(read_any(size, text)?.text()),
            None => Ok(game(size)?.start().text()),
        }
    }

    fn parse(size: BoardSize, text: &str) -> Result<DynFanorona, String> {
        let position = read_any(size, text)?;
        DynFanorona::from_any(&position)
            .ok_or_else(|| format!("{} is no Fanorona", position.text()))
    }

    fn write_move(size: BoardSize, text: &str, m: Self::Move) -> Option<String> {
        Some(read_any(size, text).ok()?.write_move(AnyMove::from_bits(m.to_bits())))
    }

    fn tablebase(
        size: BoardSize,
        tablebase_dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<FanoronaOracle, BuildError> {
        let upto = max_stones(size, tablebase_dir);
        fanorona::EndgameTablebase::build(tablebase_dir, size, upto, monitor).map(FanoronaOracle)
    }

    fn verify_tablebase(
        size: BoardSize,
        tablebase_dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let upto = max_stones(size, tablebase_dir);
        fanorona::EndgameTablebase::verify(tablebase_dir, size, upto, extent, monitor)
    }

    fn canonical(&self) -> Self {
        self.with_counters_reset()
    }

    fn pack(&self) -> u128 {
        u128::from(self.mine()) | u128::from(self.theirs()) << 64
    }

    fn unpack(size: BoardSize, number: u128) -> Option<Self> {
        let (mine, theirs) = (number as u64, (number >> 64) as u64);
        let sound = mine & theirs == 0 && (mine | theirs) & !size.board() == 0;
        sound.then(|| DynFanorona::from_stones(size, mine, theirs))
    }
}

/// Fanorona on a board of this size.
fn game(size: BoardSize) -> Result<AnyGame, String> {
    spielwerk_games::game(size.game_name()).map_err(|error| error.to_string())
}

/// A position of Fanorona on a board of this size.
fn read_any(size: BoardSize, text: &str) -> Result<AnyPosition, String> {
    game(size)?.read_position(text).map_err(|error| error.why.to_string())
}

/// Endgame tablebases of Das Bohnenspiel. Positions with the sides exchanged are equivalent.
pub(crate) struct BohnenspielOracle(pub(crate) bohnenspiel::EndgameTablebase);

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
    type Variant = ();
    type Tablebase = BohnenspielOracle;

    fn rules((): ()) -> String {
        format!("bohnenspiel, {BEANS} beans a house")
    }

    fn text((): (), position: Option<&str>) -> Result<String, String> {
        let position = position.map_or_else(|| Ok(Self::start()), |text| Self::parse((), text))?;
        Ok(position.setup().to_string())
    }

    fn parse((): (), text: &str) -> Result<Self, String> {
        let setup = text.parse::<Setup>().map_err(|error| error.to_string())?;
        Bohnenspiel::from_setup(&setup).map_err(|error| error.to_string())
    }

    fn write_move((): (), text: &str, m: Self::Move) -> Option<String> {
        Some(Game::write_move(&Self::parse((), text).ok()?, m))
    }

    fn tablebase(
        (): (),
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
        (): (),
        tablebase_dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let (there, _) = bohnenspiel::EndgameTablebase::open(tablebase_dir);
        let upto = there.max_beans().max(MIN_BEANS);
        bohnenspiel::EndgameTablebase::verify(tablebase_dir, upto, extent, monitor)
    }

    fn verify_certificate(
        (): (),
        path: &Path,
        tables: &BohnenspielOracle,
    ) -> Result<ProofSummary, SolveError> {
        certificate::check::<BEANS>(path, &tables.0, certificate::CLAIMS_IN_MEMORY)
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

    fn unpack((): (), number: u128) -> Option<Self> {
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
