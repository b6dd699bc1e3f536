//! One conformance suite for every game and variant: the properties that every game must have.
//!
//! Each game has a file with a strategy for arbitrary valid positions, its symmetry, and what a move
//! must conserve; `properties.rs` holds the properties, and the list below the games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bohnenspiel;
mod fanorona;
mod fanorona_reference;
mod fauhalma;
mod halma;
mod parsing;
mod properties;
mod random_play;

use proptest::strategy::BoxedStrategy;
use spielwerk_games::Game;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::fanorona::Fanorona;
use spielwerk_games::fauhalma::{FauHalma, Rhombus, Ss26, Star2, Star3, Ws25};
use spielwerk_games::halma::{Halma, Plain, Strict};

/// What the properties need to know of a game.
trait Case: Game {
    /// Arbitrary valid positions, reachable or not.
    fn any_position() -> BoxedStrategy<Self>;

    /// Asserts what a move must conserve.
    fn check_move(before: &Self, m: Self::Move, after: &Self);

    /// The position seen from another seat, if the game has this symmetry.
    fn symmetric(&self) -> Option<Self>;

    /// The same move seen from there.
    fn symmetric_move(m: Self::Move) -> Self::Move;

    /// The same board and side to move with other counters; each with whether its counters can end
    /// the game in another way.
    fn with_other_counters(&self) -> Vec<(Self, bool)> {
        Vec::new()
    }

    /// Whether the rules guarantee that every game ends.
    const ALWAYS_ENDS: bool = false;

    /// Whether different moves always lead to different positions.
    const MOVES_DIFFER_IN_RESULT: bool = true;
}

/// Runs every property on a game.
macro_rules! conformance {
    ($($name:ident: $game:ty, $plies:expr;)*) => {$(
        mod $name {
            use proptest::prelude::*;

            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(200))]

                #[test]
                fn arbitrary_positions_have_all_properties(
                    position in <$game as crate::Case>::any_position()
                ) {
                    properties::check(&position);
                }

                #[test]
                fn arbitrary_text_is_no_trouble(text in parsing::any_text()) {
                    parsing::read_all::<$game>(&text);
                }

                #[test]
                fn damaged_text_is_no_trouble(damage in parsing::any_damage()) {
                    parsing::read_damaged::<$game>(&damage);
                }
            }

            #[test]
            fn the_start_has_all_properties() {
                properties::check(&<$game as spielwerk_games::Position>::start());
            }

            #[test]
            fn ten_thousand_random_games_have_all_properties() {
                random_play::games::<$game>(10_000, $plies);
            }

            #[test]
            fn it_is_in_the_registry() {
                let name = <$game as Game>::INFO.name;
                let start = spielwerk_games::game(name).unwrap().start();
                assert_eq!(start.downcast_ref::<$game>(), Some(&<$game as spielwerk_games::Position>::start()));
            }
        }
    )*};
}

conformance! {
    fauhalma_star: FauHalma<Star3, Ss26>, 300;
    fauhalma_star2: FauHalma<Star2, Ss26>, 300;
    fauhalma_rhombus: FauHalma<Rhombus, Ss26>, 300;
    fauhalma_star_ws25: FauHalma<Star3, Ws25>, 300;
    fauhalma_star2_ws25: FauHalma<Star2, Ws25>, 300;
    fauhalma_rhombus_ws25: FauHalma<Rhombus, Ws25>, 300;
    halma_plain: Halma<Plain>, 400;
    halma_strict: Halma<Strict>, 400;
    fanorona_5x9: Fanorona<5, 9>, 1000;
    fanorona_3x3: Fanorona<3, 3>, 1000;
    fanorona_3x5: Fanorona<3, 5>, 1000;
    fanorona_5x3: Fanorona<5, 3>, 1000;
    fanorona_3x7: Fanorona<3, 7>, 1000;
    fanorona_7x3: Fanorona<7, 3>, 1000;
    fanorona_5x5: Fanorona<5, 5>, 1000;
    fanorona_3x9: Fanorona<3, 9>, 1000;
    fanorona_9x3: Fanorona<9, 3>, 1000;
    fanorona_5x7: Fanorona<5, 7>, 1000;
    fanorona_7x5: Fanorona<7, 5>, 1000;
    das_bohnenspiel: Bohnenspiel, 400;
}
