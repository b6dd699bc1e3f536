//! The rules of four board games: positions, move generation, notation. No I/O, no evaluation.
//!
//! 1. A [`Position`] is a small value. Play a move and get another one:
//!
//! ```
//! use spielwerk_games::{Position, Seat, bohnenspiel::Bohnenspiel};
//!
//! let start: Bohnenspiel = Position::start();
//! let next = start.play(start.legal_moves()[2]);
//! assert_eq!(next.turn(), Seat::SECOND);
//! assert_eq!(spielwerk_games::perft(&next, 1), 6);
//! ```
//!
//! 2. A [`Game`] adds what people and files need: names, notation, a board to draw.
//!
//! ```
//! use spielwerk_games::{Game, Position, bohnenspiel::Bohnenspiel};
//!
//! let setup = "1,0,0,0,1,1/0,0,1,0,0,0 36-32 w".parse()?;
//! let position = Bohnenspiel::<6>::from_setup(&setup)?;
//! let won = position.play(position.read_move("5")?);
//! assert!(won.outcome().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 3. [`AnyGame`] and [`AnyPosition`] are type-erased, for code that works with any game:
//!
//! ```
//! let game = spielwerk_games::game("bohnenspiel")?;
//! let position = game.start();
//! let m = position.read_move("3")?;
//! println!("{}", position.play(m)?.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | contents |
//! |---|---|
//! | [`Position`], [`Game`] | the two traits: rules for search; notation and board for user interfaces |
//! | [`fauhalma`], [`halma`], [`fanorona`], [`bohnenspiel`] | the games, one folder each |
//! | [`AnyGame`], [`game()`], [`games()`] | type-erased games, and the registry of all games by name |
//! | [`Board`], [`Site`], [`Content`] | boards as data |
//! | [`mod@perft`] | perft: counting the leaves of the game tree |

mod any;
pub mod board;
pub mod bohnenspiel;
pub mod fanorona;
pub mod fauhalma;
mod game;
pub mod halma;
mod hash;
mod observation;
pub mod perft;
mod position;
mod registry;
mod seat;

pub use any::{AnyGame, AnyMove, AnyPosition, PositionError};
pub use board::{Board, Content, Continuations, Site};
pub use game::{Game, GameInfo, MoveError};
pub use observation::ObservationShape;
pub use perft::perft;
pub use position::Position;
pub use registry::{NameTaken, UnknownGame, game, games, register};
pub use seat::{Outcome, Seat, Wdl};
