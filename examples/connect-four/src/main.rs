//! A fifth game for Spielwerk, in a crate of its own: Connect Four.
//!
//! | file | what a game needs |
//! |---|---|
//! | `position.rs` | `Position`: the rules, for searching |
//! | `setup.rs` | positions as text and JSON |
//! | `ui.rs` | `Game`: names, the board as data, moves as text and as clicks |
//! | `evaluator.rs` | `GamePlayers`: a static evaluation, from which every player follows |
//!
//! Then one call registers it, and every command of Spielwerk plays it:
//!
//! ```sh
//! cargo run -p connect-four -- play connect-four
//! cargo run -p connect-four -- match connect-four strong greedy --games 10 --nodes 1000
//! ```

mod evaluator;
mod position;
mod setup;
mod ui;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Err(error) = spielwerk_players::register::<position::ConnectFour>() {
        eprintln!("connect-four: {error}");
        return ExitCode::from(2);
    }
    spielwerk::main()
}
