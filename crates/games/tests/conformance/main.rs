//! One suite for every game and variant: the laws that any game here must keep.
//!
//! Each game says in a file of its own how to make arbitrary valid positions, which symmetry it
//! has and what a move conserves; `laws.rs` holds the laws, and the list below the games.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bohnenspiel;
mod fauhalma;
mod halma;
mod laws;
mod parsing;
mod random_play;

use games::Game;
use games::bohnenspiel::Bohnenspiel;
use games::fauhalma::{FauHalma, Rhombus, Ss26, Star2, Star3, Ws25};
use games::halma::{Halma, Plain, Strict};
use proptest::strategy::BoxedStrategy;

/// A game with what the laws need to know of it.
trait Case: Game {
    /// Arbitrary valid positions, reachable or not.
    fn any_position() -> BoxedStrategy<Self>;

    /// Asserts what a move must conserve.
    fn check_move(before: &Self, m: Self::Move, after: &Self);

    /// The position seen from another seat, if the game has such a symmetry.
    fn turned(&self) -> Option<Self>;

    /// The same move seen from there.
    fn turned_move(m: Self::Move) -> Self::Move;

    /// Whether different moves always lead to different positions.
    const MOVES_DIFFER_IN_RESULT: bool = true;
}

/// Runs every law on a game.
macro_rules! conformance {
    ($($name:ident: $game:ty, $plies:expr;)*) => {$(
        mod $name {
            use proptest::prelude::*;

            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(200))]

                #[test]
                fn arbitrary_positions_keep_the_laws(
                    position in <$game as crate::Case>::any_position()
                ) {
                    laws::check(&position);
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
            fn the_start_keeps_the_laws() {
                laws::check(&<$game as games::Position>::start());
            }

            #[test]
            fn ten_thousand_random_games_keep_the_laws() {
                random_play::games::<$game>(10_000, $plies);
            }

            #[test]
            fn it_is_in_the_catalogue() {
                let name = <$game as Game>::INFO.name;
                let start = games::game(name).unwrap().start();
                assert_eq!(start.get::<$game>(), Some(&<$game as games::Position>::start()));
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
    das_bohnenspiel: Bohnenspiel, 400;
}
