//! A position of a game that can be solved, whichever game that is.

use std::path::Path;

use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::fanorona::Fanorona;
use spielwerk_games::{AnyGame, Game};
use spielwerk_tablebases::{BuildMonitor, Extent, TablebaseDir};
use thiserror::Error;

use crate::proof_file::Proof;
use crate::{ProofSummary, Solution, SolveError, SolveOptions, SolveProgress, solver};

/// A position to be solved.
pub struct Problem {
    game: Solved,
    /// In the game's own notation.
    position: String,
}

/// The games that can be solved.
macro_rules! solved {
    ($($name:ident: $game:ty,)*) => {
        enum Solved { $($name,)* }

        impl Solved {
            fn find(game: AnyGame, beans: u8) -> Option<Solved> {
                $(if <$game>::INFO.name == game.name() && starts_with_beans::<$game>(beans) {
                    return Some(Solved::$name);
                })*
                None
            }

            /// The text of a position of the game, the start if none is given.
            fn read(&self, position: Option<&str>) -> Result<String, String> {
                match self {
                    $(Solved::$name => read::<$game>(position),)*
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
                match self.game {
                    $(Solved::$name => {
                        solver::solve::<$game>(&self.position, options, monitor, on_progress)
                    })*
                }
            }

            pub(crate) fn read_proof(&self, path: &Path) -> Result<ProofSummary, SolveError> {
                match self.game {
                    $(Solved::$name => Ok(Proof::<$game>::read(path)?.summary()),)*
                }
            }

            pub(crate) fn verify(
                &self,
                path: &Path,
                tablebase_dir: &TablebaseDir,
                extent: Extent,
                monitor: &BuildMonitor,
            ) -> Result<ProofSummary, SolveError> {
                match self.game {
                    $(Solved::$name => {
                        solver::verify::<$game>(path, tablebase_dir, extent, monitor)
                    })*
                }
            }
        }
    };
}

solved! {
    Wide: Fanorona<5, 9>,
    Small: Fanorona<3, 3>,
    ThreeFive: Fanorona<3, 5>,
    FiveThree: Fanorona<5, 3>,
    ThreeSeven: Fanorona<3, 7>,
    SevenThree: Fanorona<7, 3>,
    FiveFive: Fanorona<5, 5>,
    ThreeNine: Fanorona<3, 9>,
    NineThree: Fanorona<9, 3>,
    FiveSeven: Fanorona<5, 7>,
    SevenFive: Fanorona<7, 5>,
    ThreeBeans: Bohnenspiel<3>,
    FourBeans: Bohnenspiel<4>,
    FiveBeans: Bohnenspiel<5>,
    SixBeans: Bohnenspiel<6>,
}

/// The default number of beans a house.
const DEFAULT_BEANS: u8 = 6;

/// Whether a game begins with so many beans a house. True for games without beans.
fn starts_with_beans<G: Game>(beans: u8) -> bool {
    let start = G::start().contents();
    let first = start.iter().find_map(|content| match content {
        spielwerk_games::Content::Beans(beans) => Some(*beans),
        _ => None,
    });
    first.is_none_or(|first| first == beans)
}

fn read<G: Game>(position: Option<&str>) -> Result<String, String> {
    let Some(text) = position else {
        return Ok(G::start().setup().to_string());
    };
    let setup = text.parse::<G::Setup>().map_err(|error| error.to_string())?;
    let position = G::from_setup(&setup).map_err(|error| error.to_string())?;
    Ok(position.setup().to_string())
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
        let text = solved.read(position);
        let position = text.map_err(|what| ProblemError::Position { game: name, what })?;
        Ok(Problem { game: solved, position })
    }

    /// The position, in the game's own notation.
    pub fn position(&self) -> &str {
        &self.position
    }
}
