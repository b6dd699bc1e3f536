//! The registry of all games and variants by name.

use thiserror::Error;

use crate::AnyGame;
use crate::any::GameEntry;

/// The type-erased entries of these games.
macro_rules! games {
    ($($game:ty),* $(,)?) => {
        [$({
            static ENTRY: GameEntry<$game> = GameEntry::new();
            ENTRY.any()
        }),*]
    };
}

/// The one list of all games and variants: gives their types to another macro, after what that
/// macro is told besides.
#[doc(hidden)]
#[macro_export]
macro_rules! every_game {
    ($then:ident! { $($told:tt)* }) => {
        $then! {
            $($told)*
            $crate::fauhalma::FauHalma<$crate::fauhalma::Star3, $crate::fauhalma::Ss26>,
            $crate::fauhalma::FauHalma<$crate::fauhalma::Star2, $crate::fauhalma::Ss26>,
            $crate::fauhalma::FauHalma<$crate::fauhalma::Rhombus, $crate::fauhalma::Ss26>,
            $crate::fauhalma::FauHalma<$crate::fauhalma::Star3, $crate::fauhalma::Ws25>,
            $crate::fauhalma::FauHalma<$crate::fauhalma::Star2, $crate::fauhalma::Ws25>,
            $crate::fauhalma::FauHalma<$crate::fauhalma::Rhombus, $crate::fauhalma::Ws25>,
            $crate::halma::Halma<$crate::halma::Plain>,
            $crate::halma::Halma<$crate::halma::Strict>,
            $crate::fanorona::Fanorona<5, 9>,
            $crate::fanorona::Fanorona<3, 3>,
            $crate::fanorona::Fanorona<3, 5>,
            $crate::fanorona::Fanorona<5, 3>,
            $crate::fanorona::Fanorona<3, 7>,
            $crate::fanorona::Fanorona<7, 3>,
            $crate::fanorona::Fanorona<5, 5>,
            $crate::fanorona::Fanorona<3, 9>,
            $crate::fanorona::Fanorona<9, 3>,
            $crate::fanorona::Fanorona<5, 7>,
            $crate::fanorona::Fanorona<7, 5>,
            $crate::bohnenspiel::Bohnenspiel,
        }
    };
}

/// An expression about an [`AnyPosition`](crate::AnyPosition) whose type is known only at run time:
/// `with_type!(&position, |typed| search(typed))`.
#[macro_export]
macro_rules! with_type {
    ($position:expr, |$typed:ident| $body:expr) => {
        $crate::every_game! { with_type! { @list $position, |$typed| $body; } }
    };
    (@list $position:expr, |$typed:ident| $body:expr; $($game:ty,)*) => {{
        let position: &$crate::AnyPosition = $position;
        $(if let Some($typed) = position.downcast_ref::<$game>() { $body } else)* {
            unreachable!("every position is of a game in the registry")
        }
    }};
}

static GAMES: [AnyGame; 20] = every_game! { games! {} };

/// All games and variants.
pub fn games() -> &'static [AnyGame] {
    &GAMES
}

/// The game with this name.
pub fn game(name: &str) -> Result<AnyGame, UnknownGame> {
    GAMES.into_iter().find(|game| game.name() == name).ok_or_else(|| UnknownGame::new(name))
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no game is called `{name}`; the nearest name is `{nearest}`")]
pub struct UnknownGame {
    /// What was asked for.
    pub name: String,
    /// The name that looks most like it.
    pub nearest: &'static str,
}

impl UnknownGame {
    fn new(name: &str) -> UnknownGame {
        // Comparing takes time in proportion to the length, which a stranger may choose.
        let name = crate::game::shorten(name);
        let lower = name.to_lowercase();
        let nearest = GAMES
            .iter()
            .map(AnyGame::name)
            .min_by_key(|known| strsim::damerau_levenshtein(&lower, known))
            .unwrap_or_default();
        UnknownGame { name, nearest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_leads_to_the_nearest() {
        let error = game("Bonenspiel").unwrap_err();
        assert_eq!(error.nearest, "bohnenspiel");
    }

    #[test]
    fn every_name_leads_to_its_game() {
        for known in games() {
            assert_eq!(game(known.name()).unwrap(), *known);
        }
    }
}
