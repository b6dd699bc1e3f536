//! The colours of the board in the terminal, from the table of 256 that nearly all of them know.
//!
//! Everything is painted on the board's own ground, so that black and white pieces can be seen
//! whether the terminal is dark or light.

use anstyle::{Ansi256Color, Color, Style};

use crate::Scene;
use crate::seats::Tone;

const WOOD: u8 = 180;
const SQUARES: [u8; 2] = [223, 179];
const INK: u8 = 94;
const MARKED: u8 = 79;

/// The ground of the board.
pub(super) fn board() -> Style {
    on(INK, WOOD)
}

/// Lines, empty holes and boxes.
pub(super) fn ink() -> Style {
    on(INK, WOOD)
}

/// Words at the edge.
pub(super) fn label() -> Style {
    on(58, WOOD)
}

/// A light or a dark square.
pub(super) fn square(dark: bool) -> Style {
    on(INK, SQUARES[usize::from(dark)])
}

/// The same style on the ground of a seat's home or camp.
pub(super) fn zone(style: Style, scene: &Scene, seat: usize) -> Style {
    let ground = match Tone::of(scene, seat) {
        Tone::White => 255,
        Tone::Black => 245,
        Tone::Hue(hue) => [217, 110, 228, 114][hue],
    };
    style.bg_color(Some(colour(ground)))
}

/// The same style on the ground of the last move.
pub(super) fn marked(style: Style) -> Style {
    style.bg_color(Some(colour(MARKED)))
}

/// The same style in the colour of a seat's pieces.
pub(super) fn painted(style: Style, scene: &Scene, seat: usize) -> Style {
    let paint = match Tone::of(scene, seat) {
        Tone::White => 231,
        Tone::Black => 16,
        Tone::Hue(hue) => [124, 19, 136, 22][hue],
    };
    style.fg_color(Some(colour(paint))).bold()
}

/// A seat's pieces on the board's ground.
pub(super) fn piece(scene: &Scene, seat: usize) -> Style {
    painted(board(), scene, seat)
}

fn on(ink: u8, ground: u8) -> Style {
    Style::new().fg_color(Some(colour(ink))).bg_color(Some(colour(ground)))
}

fn colour(index: u8) -> Color {
    Color::Ansi256(Ansi256Color(index))
}
