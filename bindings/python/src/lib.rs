//! The extension module of the Python package: the games, and on top of them the players.
//!
//! Python sees plain values: a position is immutable, a move is an integer, an error is a
//! `ValueError` with one line. Whatever takes long releases the GIL.
//!
//! | file | what is in it |
//! |---|---|
//! | `games.rs`, `position.rs` | games and positions |
//! | `moves.rs` | moves as integers and texts |
//! | `state.rs` | a game under way, with the methods of an OpenSpiel state |
//! | `random_policy.rs` | random moves, one at a time |
//! | `batch.rs`, `playouts.rs` | many games at once, into numpy arrays |
//! | `values.rs`, `errors.rs` | JSON as Python objects, errors as exceptions |
//! | `players/` | players, matches, self-play, tablebases, the AISysProj course |

mod batch;
mod errors;
mod games;
mod moves;
#[cfg(feature = "players")]
mod players;
mod playouts;
mod position;
mod random_policy;
mod state;
mod values;

/// The rules, and everything that learns from them.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::games::{Game, game, games};
    #[pymodule_export]
    use crate::playouts::random_playouts;
    #[pymodule_export]
    use crate::position::{Position, read_position};
    #[pymodule_export]
    use crate::random_policy::RandomPolicy;
    #[pymodule_export]
    use crate::state::State;

    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::analysis::{Analysis, AnalysisIterator};
    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::client::play_aisysproj;
    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::match_result::{MatchResult, PlayedGame, PlayerScore};
    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::matches::play_match;
    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::player::{Player, player, player_names};
    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::practice_server::{PracticeServer, environments};
    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::self_play::{SelfPlay, self_play};
    #[cfg(feature = "players")]
    #[pymodule_export]
    use crate::players::tablebases::{Tablebase, tablebase, tablebases};
}
