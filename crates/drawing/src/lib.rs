//! Draws boards as SVG, PNG, GIF and terminal text, from data alone, without the rules of any game.
//!
//! A [`Scene`] is one position to draw: a [`Board`](spielwerk_games::Board), its contents, the players, and
//! the sites of the last move. It can be drawn in three ways:
//!
//! ```
//! use spielwerk_drawing::{Scene, TerminalStyle, Theme};
//!
//! let game = spielwerk_games::games()[0];
//! let contents = game.start().contents();
//! let scene = Scene {
//!     title: game.info().title,
//!     board: game.board(),
//!     contents: &contents,
//!     seats: game.info().seats,
//!     last_move: &[],
//! };
//! print!("{}", spielwerk_drawing::terminal(&scene, &TerminalStyle::PLAIN));
//! let picture: String = spielwerk_drawing::svg(&scene, &Theme::Light);
//! let pixels: Vec<u8> = spielwerk_drawing::png(&picture, 800)?;
//! # assert!(pixels.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | contents |
//! |---|---|
//! | [`Scene`] | one position to draw |
//! | [`svg()`], [`Theme`] | a self-contained SVG document: no scripts, no external resources |
//! | [`png()`] | the same picture rasterised, with an embedded font |
//! | `gif()` | several pictures as an animation, with the feature `gif` |
//! | [`terminal()`], [`TerminalStyle`] | the board as text, with or without colour |
//! | [`Cells`], [`Highlights`] | the same as a grid of cells with highlighted sites, for a text user interface |
//!
//! Players can be told apart without colour: every seat has a mark on its pieces, and in the
//! terminal a letter. Drawing accepts any data and never fails or panics: a site without content is
//! empty, a site of the last move that the board does not have is ignored.

#[cfg(feature = "gif")]
mod gif;
#[cfg(feature = "png")]
mod outlines;
#[cfg(feature = "png")]
mod png;
mod scene;
mod seats;
mod svg;
mod terminal;

#[cfg(feature = "gif")]
pub use gif::{GifError, gif};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use scene::Scene;
pub use svg::{Theme, svg};
pub use terminal::{Cells, Highlights, TerminalStyle, terminal};
