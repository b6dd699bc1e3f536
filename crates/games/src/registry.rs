//! The registry of all games by name: the built-in ones, and those that other crates
//! [`register`].

use std::sync::{LazyLock, PoisonError, RwLock};

use thiserror::Error;

use crate::any::GameEntry;
use crate::{AnyGame, Game};

/// The list of all built-in games and variants: passes their types to another macro, after that
/// macro's own arguments.
#[doc(hidden)]
#[macro_export]
macro_rules! every_game {
    ($then:ident! { $($arguments:tt)* }) => {
        $then! {
            $($arguments)*
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

macro_rules! entries {
    ($($game:ty),* $(,)?) => {
        vec![$(entry::<$game>()),*]
    };
}

static GAMES: LazyLock<RwLock<Vec<AnyGame>>> =
    LazyLock::new(|| RwLock::new(every_game! { entries! {} }));

/// An entry lives as long as the program: there is one for each game.
fn entry<G: Game>() -> AnyGame {
    Box::leak(Box::new(GameEntry::<G>::new())).any()
}

/// All games and variants, the built-in ones first.
pub fn games() -> Vec<AnyGame> {
    // A list that only grows is whole even if a writer panicked.
    GAMES.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The game with this name, in upper or lower case.
pub fn game(name: &str) -> Result<AnyGame, UnknownGame> {
    let found = games().into_iter().find(|game| game.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| UnknownGame::new(name))
}

/// Adds a game of another crate to the registry.
///
/// # Errors
/// If a game of that name is there already.
pub fn register<G: Game>() -> Result<AnyGame, NameTaken> {
    let mut games = GAMES.write().unwrap_or_else(PoisonError::into_inner);
    if games.iter().any(|game| game.name() == G::INFO.name) {
        return Err(NameTaken { name: G::INFO.name });
    }
    let game = entry::<G>();
    games.push(game);
    Ok(game)
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

/// Another game has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a game called `{name}` is registered already; choose another name")]
pub struct NameTaken {
    /// The name.
    pub name: &'static str,
}

impl UnknownGame {
    fn new(name: &str) -> UnknownGame {
        // Comparing takes time in proportion to the length, which a stranger may choose.
        let name = crate::game::shorten(name);
        let lower = name.to_lowercase();
        let nearest = games()
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
            assert_eq!(game(known.name()).unwrap(), known);
            assert_eq!(game(&known.name().to_uppercase()).unwrap(), known);
        }
    }

    #[test]
    fn a_name_is_registered_once() {
        let taken = register::<crate::bohnenspiel::Bohnenspiel>().unwrap_err();
        assert!(taken.to_string().contains("`bohnenspiel`"));
    }
}
