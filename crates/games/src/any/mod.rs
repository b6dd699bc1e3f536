//! Type-erased games, positions and moves, for code that works with any game.
//!
//! [`AnyGame`] is a game chosen at run time, [`AnyPosition`] a position of it, [`AnyMove`] a move.
//! They read and write text, JSON, sites and board contents, and play moves by value or by index
//! at nearly the speed of the concrete types. Searches use the [`Position`](crate::Position) trait
//! with the concrete type; [`AnyPosition::downcast_ref`] gets it back.

mod game;
mod learning;
mod position;

pub use game::{AnyGame, PositionError};
pub use position::{AnyMove, AnyPosition};

pub(crate) use game::GameEntry;
