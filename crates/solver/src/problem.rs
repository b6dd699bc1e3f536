//! A position of a game that can be solved, whichever game that is.

use std::path::Path;

use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::fanorona::{BoardSize, DynFanorona};
use spielwerk_games::{AnyGame, Game};
use spielwerk_tablebases::{BuildMonitor, Extent, TablebaseDir};
use thiserror::Error;

use crate::solvable::Solvable;
use crate::solver::{read_proof, solve, verify};
use crate::{ProofSummary, Solution, SolveError, SolveOptions, SolveProgress};

/// A position to be solved.
pub struct Problem {
    game: Solved,
    /// In the game's own notation.
    position: String,
}

/// The games that can be solved.
#[derive(Copy, Clone)]
enum Solved {
    Fanorona(BoardSize),
    ThreeBeans,
    FourBeans,
    FiveBeans,
    SixBeans,
}

/// Calls a generic function with the positions and the variant of a game.
macro_rules! with_game {
    ($solved:expr, $function:ident, $($argument:expr),*) => {
        match $solved {
            Solved::Fanorona(size) => $function::<DynFanorona>(size, $($argument),*),
            Solved::ThreeBeans => $function::<Bohnenspiel<3>>((), $($argument),*),
            Solved::FourBeans => $function::<Bohnenspiel<4>>((), $($argument),*),
            Solved::FiveBeans => $function::<Bohnenspiel<5>>((), $($argument),*),
            Solved::SixBeans => $function::<Bohnenspiel<6>>((), $($argument),*),
        }
    };
}

impl Solved {
    fn find(game: AnyGame, beans: u8) -> Option<Solved> {
        if game.name() != <Bohnenspiel as Game>::INFO.name {
            let size = BoardSize::ALL.into_iter().find(|size| size.game_name() == game.name());
            return size.map(Solved::Fanorona);
        }
        match beans {
            3 => Some(Solved::ThreeBeans),
            4 => Some(Solved::FourBeans),
            5 => Some(Solved::FiveBeans),
            6 => Some(Solved::SixBeans),
            _ => None,
        }
    }
}

impl Problem {
    pub(crate) fn solve(
        &self,
        options: &SolveOptions,
        monitor: &BuildMonitor,
        on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
    ) -> Result<Solution, SolveError> {
        with_game!(self.game, solve, &self.position, options, monitor, on_progress)
    }

    pub(crate) fn read_proof(&self, path: &Path) -> Result<ProofSummary, SolveError> {
        with_game!(self.game, read_proof, path)
    }

    pub(crate) fn verify(
        &self,
        path: &Path,
        tablebase_dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<ProofSummary, SolveError> {
        with_game!(self.game, verify, path, tablebase_dir, extent, monitor)
    }
}

/// The default number of beans a house.
const DEFAULT_BEANS: u8 = 6;

fn text<G: Solvable>(variant: G::Variant, position: Option<&str>) -> Result<String, String> {
    G::text(variant, position)
}

/// Why a position cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProblemError {
    /// The game is not supported.
    #[error("{0} cannot be solved; fanorona on any board and bohnenspiel can")]
    Game(&'static str),
    /// The number of beans is not supported.
    #[error("bohnenspiel is solved with 3, 4, 5 or 6 beans a house, not {0}")]
    Beans(u8),
    /// A number of beans was given for a game without beans.
    #[error("{0} has no beans; leave --beans out")]
    NoBeans(&'static str),
    /// The position is not valid.
    #[error("no position of {game}: {what}")]
    Position {
        /// The game.
        game: &'static str,
        /// What is wrong.
        what: String,
    },
}

impl Problem {
    /// A position of a game, the start if none is given; with so many beans a house at the start,
    /// where it has beans.
    pub fn new(
        game: AnyGame,
        beans: Option<u8>,
        position: Option<&str>,
    ) -> Result<Problem, ProblemError> {
        let name = game.name();
        let is_beans = name == <Bohnenspiel as Game>::INFO.name;
        let found = Solved::find(game, beans.unwrap_or(DEFAULT_BEANS));
        let solved = match (found, beans) {
            (Some(_), Some(_)) if !is_beans => return Err(ProblemError::NoBeans(name)),
            (Some(solved), _) => solved,
            (None, Some(beans)) if is_beans => return Err(ProblemError::Beans(beans)),
            (None, _) => return Err(ProblemError::Game(name)),
        };
        let text = with_game!(solved, text, position);
        let position = text.map_err(|what| ProblemError::Position { game: name, what })?;
        Ok(Problem { game: solved, position })
    }

    /// The position, in the game's own notation.
    pub fn position(&self) -> &str {
        &self.position
    }
}
