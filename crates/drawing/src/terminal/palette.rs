//! The colours of the board in the terminal, from the 256-colour palette.
//!
//! Everything is drawn on the board's own background, so that black and white pieces are visible in
//! dark and light terminals.

use anstyle::{Ansi256Color, Color, Style};

use crate::Scene;
use crate::seats::Tone;

// Wood of a middling brown: dark pieces and light ones both stand out against it.
const WOOD: u8 = 137;
const DARK_WOOD: u8 = 94;
const SHADE: u8 = 58;
const CHALK: u8 = 230;
const BRIGHT: u8 = 231;
const MARKED: u8 = 37;
const CHOSEN: u8 = 214;
const NEXT: u8 = 113;

/// The background of the board, and the lines, empty holes and boxes on it.
pub(super) fn board() -> Style {
    on(SHADE, WOOD)
}

/// Words and numbers.
pub(super) fn words() -> Style {
    on(CHALK, WOOD)
}

/// A light or a dark square.
pub(super) fn square(dark: bool) -> Style {
    on(SHADE, if dark { DARK_WOOD } else { WOOD })
}

/// The same style on the background of a seat's home or camp.
pub(super) fn zone(style: Style, scene: &Scene, seat: usize) -> Style {
    let background = match Tone::of(scene, seat) {
        Tone::White => 144,
        Tone::Black => 240,
        Tone::Hue(hue) => [174, 67, 100, 71][hue],
    };
    style.bg_color(Some(colour(background)))
}

/// The same style on the background of the last move.
pub(super) fn marked(style: Style) -> Style {
    style.bg_color(Some(colour(MARKED)))
}

/// The same style on the background of a site that is chosen.
pub(super) fn chosen(style: Style) -> Style {
    style.bg_color(Some(colour(CHOSEN)))
}

/// The same style on the background of a site that can come next.
pub(super) fn next(style: Style) -> Style {
    style.bg_color(Some(colour(NEXT)))
}

/// The same style for the brackets of the cursor.
pub(super) fn cursor(style: Style) -> Style {
    style.fg_color(Some(colour(BRIGHT))).bold()
}

/// The same style in the colour of a seat's pieces.
pub(super) fn painted(style: Style, scene: &Scene, seat: usize) -> Style {
    let paint = match Tone::of(scene, seat) {
        Tone::White => 231,
        Tone::Black => 16,
        Tone::Hue(hue) => [88, 18, 227, 22][hue],
    };
    style.fg_color(Some(colour(paint))).bold()
}

fn on(ink: u8, background: u8) -> Style {
    Style::new().fg_color(Some(colour(ink))).bg_color(Some(colour(background)))
}

fn colour(index: u8) -> Color {
    Color::Ansi256(Ansi256Color(index))
}
