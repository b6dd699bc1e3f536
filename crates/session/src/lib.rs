//! A game under way: turns, clocks, take-backs, limits, how it ended; and the interface of its
//! players. It does no I/O and reads no clock: the caller passes the time.
//!
//! ```
//! use std::time::Instant;
//! use spielwerk_session::{GameLimits, GameSession, GameState, TimeControl};
//!
//! let game = spielwerk_games::game("bohnenspiel")?;
//! let limits = GameLimits::default_for(game);
//! let mut session = GameSession::new(GameState::new(game), TimeControl::default(), limits);
//! let m = session.position().read_move("3")?;
//! session.play(m, Instant::now())?;
//! assert!(session.end().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`GameSession`] | a game under way, for a referee, a server or a terminal |
//! | [`GameState`] | a game so far: its positions, moves and hash keys |
//! | [`Episode`] | a game under way for programs that learn, without its past |
//! | [`TimeControl`], [`Clocks`] | time controls, and the clock of every seat |
//! | [`Overrun`] | a move that took longer than allowed |
//! | [`seatings`] | all orders in which players can be seated |
//! | [`GameLimits`] | limits that end a game beyond its own rules |
//! | [`GameEnd`], [`Termination`] | how a game ended, and for what reason |
//! | [`Player`], [`SearchParams`], [`Analysis`], [`PlayerError`] | the interface of a player: asked for a move, it answers with an analysis |

mod clocks;
mod episode;
mod game_end;
mod game_limits;
mod game_session;
mod game_state;
mod overrun;
mod player;
mod seating;
mod termination;
mod time_control;

pub use clocks::Clocks;
pub use episode::Episode;
pub use game_end::GameEnd;
pub use game_limits::{GameLimits, Resignation};
pub use game_session::{GameSession, SavedClocks, SessionError};
pub use game_state::GameState;
pub use overrun::Overrun;
pub use player::{Analysis, Player, PlayerError, SearchParams, TimeLeft, Variation};
pub use seating::seatings;
pub use termination::Termination;
pub use time_control::{GameTime, TimeControl};
