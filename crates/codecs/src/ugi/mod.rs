//! UGI, the Universal Game Interface: what UCI is to chess, for any game.
//!
//! Each command and answer is read and written in the same file, so that an engine and the program
//! that runs it cannot differ.
//!
//! ```
//! use spielwerk_codecs::ugi::{read_position, write_position};
//!
//! let game = spielwerk_games::game("bohnenspiel")?;
//! let state = read_position(game, "startpos moves 6 5")?;
//! assert!(write_position(&state).ends_with("moves 6 5"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `position.rs` | `position startpos moves 3 1` |
//! | `go.rs` | `go movetime 100`, `go p1time 60000 p1inc 100` |
//! | `engine_line.rs` | `info depth 7 score cp 34 pv 3 1 2`, `bestmove 3` |
//! | `query.rs` | `query gameover` and the responses |

mod engine_line;
mod go;
mod position;
mod query;

pub use engine_line::{EngineLine, write_info};
pub use go::{GoCommand, write_go};
pub use position::{read_position, write_fen, write_position};
pub use query::query_response;

/// Untrusted text cut to what fits into an `info string`.
pub fn truncate(text: &str) -> String {
    let mut line: String = text.chars().take(60).collect();
    line.retain(|c| !c.is_control());
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use spielwerk_search::Limits;
    use spielwerk_session::{GameState, SearchParams, TimeLeft};

    fn state(position: &str) -> GameState {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        GameState::from_position(game, game.read_position(position).unwrap())
    }

    #[test]
    fn position_and_go_commands() {
        let mut game = GameState::new(spielwerk_games::game("bohnenspiel").unwrap());
        assert_eq!(write_position(&game), "position startpos");
        game.play(game.position().read_move("3").unwrap()).unwrap();
        assert_eq!(write_position(&game), "position startpos moves 3");
        let mut later = state("0,6,6,6,6,6/6,6,6,6,6,12 0-0 w");
        later.play(later.position().read_move("2").unwrap()).unwrap();
        assert_eq!(write_position(&later), "position fen 0,6,6,6,6,6/6,6,6,6,6,12 0-0 w moves 2");

        let limits = Limits { nodes: Some(9), ..Limits::time(Duration::from_micros(300)) };
        let mut params = SearchParams::new(limits);
        assert_eq!(write_go(&params), "go movetime 1 nodes 9");
        let clock = |time| TimeLeft {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(7),
        };
        params.clocks = [1000, 2000, 3000].map(clock).to_vec();
        params.limits.nodes = None;
        let told = "go p1time 1000 p1inc 7 p2time 2000 p2inc 7 p3time 3000 p3inc 7";
        assert_eq!(write_go(&params), told);
        assert_eq!(write_go(&SearchParams::new(Limits::default())), "go infinite");
    }
}
