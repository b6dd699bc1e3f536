//! The exact rules of four games, and nothing else: no input, no output, no judgement.
//!
//! 1. A [`Position`] is a small value. Play a move and get another one:
//!
//! ```
//! use games::{Position, Seat, bohnenspiel::Bohnenspiel};
//!
//! let start: Bohnenspiel = Position::start();
//! let next = start.play(start.list()[2]);
//! assert_eq!(next.turn(), Seat::SECOND);
//! assert_eq!(games::perft(&next, 1), 6);
//! ```
//!
//! 2. A [`Game`] adds what people and files need: names, notation, a board to draw.
//!
//! ```
//! use games::{Game, Position, bohnenspiel::Bohnenspiel};
//!
//! let setup = "1,0,0,0,1,1/0,0,1,0,0,0 36-32 w".parse()?;
//! let position = Bohnenspiel::<6>::from_setup(&setup)?;
//! let won = position.play(position.read_move("5")?);
//! assert!(won.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 3. [`AnyGame`] and [`AnyPosition`] are the same without the types, for rooms that know no rules:
//!
//! ```
//! let game = games::game("bohnenspiel")?;
//! let position = game.start();
//! let m = position.read_move("3")?;
//! println!("{}", position.play(&m)?.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`Position`], [`Game`] | the two traits: rules for searching, notation and board for showing |
//! | [`fauhalma`], [`halma`], [`bohnenspiel`] | the games, one folder each |
//! | [`AnyGame`], [`game()`], [`games()`] | the erased face, and all games by name |
//! | [`Board`], [`Spot`], [`Content`] | boards as data |
//! | [`mod@perft`] | counting leaves |

mod any;
pub mod board;
pub mod bohnenspiel;
mod catalogue;
pub mod fauhalma;
mod game;
pub mod halma;
mod mix;
pub mod perft;
mod position;
mod seat;

pub use any::{AnyGame, AnyMove, AnyPosition, PositionError};
pub use board::{Board, Content, Follow, Spot};
pub use catalogue::{UnknownGame, game, games};
pub use game::{Game, Info, MoveError};
pub use perft::perft;
pub use position::Position;
pub use seat::{Outcome, Seat};
