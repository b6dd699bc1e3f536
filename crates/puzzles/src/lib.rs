//! Puzzles: positions with a task and a proven solution.
//!
//! *Win in N* is proven by an exhaustive search to that depth ([`ForcedWin`]), *only move* by an
//! endgame tablebase. A puzzle holds every right move at every turn of the solver, a reply to each,
//! and a refutation of every wrong move, so that a front end needs the rules alone.
//!
//! ```
//! use spielwerk_puzzles::ForcedWin;
//!
//! // Either white stone can step up to Black's last one.
//! let game = spielwerk_games::game("fanorona-3x3").unwrap();
//! let position = game.read_position("2B/3/W1W w 0 1").unwrap();
//! let mut search = ForcedWin::new(position.turn().unwrap(), 100_000);
//! assert!(search.within(&position, 1).unwrap());
//! assert_eq!(search.right_moves(&position, 1).unwrap().len(), 2);
//! ```

mod forced_win;
mod generator;
mod only_move;
mod puzzle;
mod puzzle_file;
mod solution;

pub use forced_win::{ForcedWin, OutOfNodes};
pub use generator::{Generator, GeneratorError};
pub use puzzle::{Line, Puzzle, Task, Turn};
pub use puzzle_file::{PuzzleFile, PuzzleFileError};
