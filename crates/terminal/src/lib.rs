//! A game in the terminal, between people and players in any mixture.
//!
//! A [`Plan`] says what is played, by whom and within which time. It is played on the
//! [full screen](full_screen()), with keys and mouse, or [line by line](plain()), for pipes and for
//! those who listen to a screen:
//!
//! ```
//! use terminal::{Plan, Seating};
//!
//! let game = games::game("bohnenspiel")?;
//! let chairs = Seating { person: Some("Schwarz".into()), players: vec!["level:3".into()] };
//! let plan = Plan { chairs: chairs.arrange(game)?, seed: 7, ..Plan::new(game) };
//! let mut shown = Vec::new();
//! terminal::plain(plan, false, &mut "moves\nquit\n".as_bytes(), &mut shown, true)?;
//! assert!(String::from_utf8(shown)?.contains("Weisse plays"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`Plan`], [`Seating`], [`Chair`] | what is played, and who sits where |
//! | [`Session`] | a game under way: turns, clocks, taking back, players in threads of their own |
//! | [`Selection`] | from spots that are pointed at to a move |
//! | [`full_screen()`], [`plain()`] | the two ways to show it |
//! | [`capabilities()`] | what this terminal can show |

mod capabilities;
mod chairs;
mod mind;
mod plain;
mod plan;
mod screen;
mod selection;
mod session;
mod words;

pub use capabilities::capabilities;
pub use chairs::{Chair, Seating, SeatingError};
pub use plain::{PlainError, plain};
pub use plan::Plan;
pub use screen::{ScreenError, full_screen};
pub use selection::{Clicked, Selection};
pub use session::{Session, TableError};
