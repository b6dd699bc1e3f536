//! A game in the terminal, between people and players in any mixture.
//!
//! A [`SessionConfig`] says what is played, by whom and with which time control. It is played on
//! the [full screen](full_screen()), with keys and mouse, or [line by line](plain()), for pipes and
//! screen readers:
//!
//! ```
//! use spielwerk_terminal::{Seating, SessionConfig};
//!
//! let game = spielwerk_games::game("bohnenspiel")?;
//! let seating = Seating { person: Some("Schwarz".into()), players: vec!["level:3".into()] };
//! let seats = seating.arrange(game)?;
//! let config = SessionConfig { seats, seed: 7, ..SessionConfig::new(game) };
//! let mut shown = Vec::new();
//! spielwerk_terminal::plain(config, false, &mut "moves\nquit\n".as_bytes(), &mut shown, true)?;
//! assert!(String::from_utf8(shown)?.contains("Weisse plays"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | contents |
//! |---|---|
//! | [`SessionConfig`], [`Seating`], [`SeatPlayer`] | what is played, and who plays each seat |
//! | [`Session`] | a game under way: turns, clocks, undo, players in threads of their own |
//! | [`Selection`] | from selected sites to a move |
//! | [`full_screen()`], [`plain()`] | the two front ends |
//! | [`capabilities()`] | what this terminal can show |

mod capabilities;
mod plain;
mod screen;
mod seats;
mod selection;
mod session;
mod session_config;
mod text;

pub use capabilities::capabilities;
pub use plain::{PlainError, plain};
pub use screen::{ScreenError, full_screen};
pub use seats::{SeatPlayer, Seating, SeatingError};
pub use selection::{Clicked, Selection};
pub use session::{Session, SessionError};
pub use session_config::SessionConfig;
