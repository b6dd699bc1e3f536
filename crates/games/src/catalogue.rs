//! All games by name.

use thiserror::Error;

use crate::AnyGame;
use crate::any::Erased;
use crate::bohnenspiel::Bohnenspiel;
use crate::fauhalma::{FauHalma, Rhombus, Ss26, Star2, Star3, Ws25};
use crate::halma::{Halma, Plain, Strict};

/// Lists games, each with a place for its board.
macro_rules! games {
    ($($game:ty),* $(,)?) => {
        [$({
            static FACE: Erased<$game> = Erased::new();
            FACE.any()
        }),*]
    };
}

static GAMES: [AnyGame; 9] = games![
    FauHalma<Star3, Ss26>,
    FauHalma<Star2, Ss26>,
    FauHalma<Rhombus, Ss26>,
    FauHalma<Star3, Ws25>,
    FauHalma<Star2, Ws25>,
    FauHalma<Rhombus, Ws25>,
    Halma<Plain>,
    Halma<Strict>,
    Bohnenspiel,
];

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
        let lower = name.to_lowercase();
        let nearest = GAMES
            .iter()
            .map(AnyGame::name)
            .min_by_key(|known| strsim::damerau_levenshtein(&lower, known))
            .unwrap_or_default();
        UnknownGame { name: crate::game::shorten(name), nearest }
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
