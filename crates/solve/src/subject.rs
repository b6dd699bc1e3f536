//! A position of a game that can be solved, whichever game that is.

use std::path::Path;

use games::bohnenspiel::Bohnenspiel;
use games::fanorona::Fanorona;
use games::{AnyGame, Game};
use tables::{Place, Watch};
use thiserror::Error;

use crate::{Answer, Checked, Options, Searched, SolveError, work};

/// What is to be solved.
pub struct Subject {
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
                $(if <$game>::INFO.name == game.name() && has_beans::<$game>(beans) {
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

        impl Subject {
            pub(crate) fn solve(
                &self,
                options: &Options,
                watch: &Watch,
                each: &(dyn Fn(Searched) -> bool + Sync),
            ) -> Result<Answer, SolveError> {
                match self.game {
                    $(Solved::$name => work::solve::<$game>(&self.position, options, watch, each),)*
                }
            }

            pub(crate) fn check(
                &self,
                path: &Path,
                place: &Place,
                watch: &Watch,
            ) -> Result<Checked, SolveError> {
                match self.game {
                    $(Solved::$name => work::check::<$game>(path, place, watch),)*
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

/// Beans a house, if nobody says otherwise.
const BEANS: u8 = 6;

/// Whether a game begins with so many beans a house. Games without beans do not mind.
fn has_beans<G: Game>(beans: u8) -> bool {
    let start = G::start().contents();
    let first = start.iter().find_map(|content| match content {
        games::Content::Beans(beans) => Some(*beans),
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

/// Why something cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotSolvable {
    /// Another game.
    #[error("{0} cannot be solved; fanorona on any board and bohnenspiel can")]
    Game(&'static str),
    /// Another number of beans.
    #[error("bohnenspiel is solved with 3, 4, 5 or 6 beans a house, not {0}")]
    Beans(u8),
    /// Beans where there are none.
    #[error("{0} has no beans; leave --beans out")]
    NoBeans(&'static str),
    /// No position.
    #[error("no position of {game}: {what}")]
    Position {
        /// The game.
        game: &'static str,
        /// What is wrong.
        what: String,
    },
}

impl Subject {
    /// A position of a game, the start if none is given; with so many beans a house at the start,
    /// where it has beans.
    pub fn new(
        game: AnyGame,
        beans: Option<u8>,
        position: Option<&str>,
    ) -> Result<Subject, NotSolvable> {
        let name = game.name();
        let is_beans = name == <Bohnenspiel as Game>::INFO.name;
        let found = Solved::find(game, beans.unwrap_or(BEANS));
        let solved = match (found, beans) {
            (Some(_), Some(_)) if !is_beans => return Err(NotSolvable::NoBeans(name)),
            (Some(solved), _) => solved,
            (None, Some(beans)) if is_beans => return Err(NotSolvable::Beans(beans)),
            (None, _) => return Err(NotSolvable::Game(name)),
        };
        let text = solved.read(position);
        let position = text.map_err(|what| NotSolvable::Position { game: name, what })?;
        Ok(Subject { game: solved, position })
    }

    /// The position, in the game's own notation.
    pub fn position(&self) -> &str {
        &self.position
    }
}
