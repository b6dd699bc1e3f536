//! Boards as pictures, drawn from data: this room knows no rule and no game.
//!
//! A [`Scene`] is what there is to see: a [`Board`](games::Board), what stands on it, who plays,
//! and the spots of the last move. It can be drawn in three ways:
//!
//! ```
//! use drawing::{Scene, TerminalStyle, Theme};
//!
//! let game = games::games()[0];
//! let contents = game.start().contents();
//! let scene = Scene {
//!     title: game.info().title,
//!     board: game.board(),
//!     contents: &contents,
//!     seats: game.info().seats,
//!     marked: &[],
//! };
//! print!("{}", drawing::terminal(&scene, &TerminalStyle::PLAIN));
//! let picture: String = drawing::svg(&scene, &Theme::Light);
//! let pixels: Vec<u8> = drawing::png(&picture, 800)?;
//! # assert!(pixels.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`Scene`] | what is drawn |
//! | [`svg()`], [`Theme`] | a picture that stands alone: no script, nothing from elsewhere |
//! | [`png()`] | the same picture in pixels, on any machine, with a font of its own |
//! | [`terminal()`], [`TerminalStyle`] | the board in letters, with or without colour |
//! | [`Cells`], [`Lights`] | the same in cells that can be lit up and pointed at, for a screen |
//!
//! Nobody has to see colours to tell the players apart: every seat has a mark of its own on its
//! pieces, and in the terminal a letter. Whatever the data are, drawing never fails and never
//! panics: a spot without content is empty, a mark without a spot is left out.

mod png;
mod scene;
mod seats;
mod svg;
mod terminal;

pub use png::{PngError, png};
pub use scene::Scene;
pub use svg::{Theme, svg};
pub use terminal::{Cells, Lights, TerminalStyle, terminal};
