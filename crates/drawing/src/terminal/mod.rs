//! Draws a board as terminal text.
//!
//! One layout serves every board: coordinates are scaled to rows and columns by a factor that
//! depends on the shape of the sites. What a cell shows is decided in three steps: the character
//! (letters without colour, ASCII without Unicode), the colours, and the position of the cell.

mod bowls;
mod canvas;
mod cells;
mod highlights;
mod layout;
mod lines;
mod palette;
mod sites;

use anstyle::Style;
use spielwerk_games::board::SiteShape;

use crate::Scene;
use crate::seats::letter;
use canvas::Canvas;
pub use cells::Cells;
pub use highlights::Highlights;
use layout::Layout;

/// The capabilities of the terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TerminalStyle {
    /// Whether to colour the board, with ANSI escape sequences for 256 colours.
    pub colour: bool,
    /// Whether to use Unicode characters: boxes, lines, round pieces.
    pub unicode: bool,
}

impl TerminalStyle {
    /// Colour and Unicode.
    pub const COLOUR: TerminalStyle = TerminalStyle { colour: true, unicode: true };
    /// Unicode without colour, for a file or a pipe.
    pub const PLAIN: TerminalStyle = TerminalStyle { colour: false, unicode: true };
    /// ASCII only.
    pub const ASCII: TerminalStyle = TerminalStyle { colour: false, unicode: false };
}

/// Draws a scene as lines of text, each ended by a line feed.
///
/// Without colour, pieces are the initials of their seats, sites of the last move are in parentheses,
/// and no line has trailing blanks. Empty sites in homes and camps differ from the others.
pub fn terminal(scene: &Scene, style: &TerminalStyle) -> String {
    let sketch = Sketch::new(scene, *style, Highlights::default(), 1);
    let mut text = sketch.canvas.text(style.colour.then(palette::board));
    text.push_str(&legend(scene, *style));
    text
}

/// A drawing in progress.
struct Sketch<'a> {
    scene: &'a Scene<'a>,
    style: TerminalStyle,
    highlights: Highlights<'a>,
    /// The scale, from 1.
    zoom: i32,
    layout: Layout,
    canvas: Canvas,
}

impl<'a> Sketch<'a> {
    /// Draws the whole board.
    fn new(
        scene: &'a Scene<'a>,
        style: TerminalStyle,
        highlights: Highlights<'a>,
        zoom: u16,
    ) -> Sketch<'a> {
        let (layout, canvas) = (Layout::new(scene, zoom), Canvas::default());
        let mut sketch = Sketch { scene, style, highlights, zoom: zoom.into(), layout, canvas };
        lines::draw(&mut sketch);
        for drawn in scene.sites() {
            match drawn.info.shape {
                SiteShape::House | SiteShape::Store => bowls::draw(&mut sketch, drawn),
                SiteShape::Hole | SiteShape::Square | SiteShape::Point => {
                    sites::draw(&mut sketch, drawn);
                }
            }
        }
        labels(&mut sketch);
        highlights::brackets(&mut sketch);
        sketch
    }

    /// One of two characters, depending on Unicode.
    fn sign(&self, unicode: char, ascii: char) -> char {
        if self.style.unicode { unicode } else { ascii }
    }

    /// A style, or none without colour.
    fn colour(&self, style: Style) -> Style {
        if self.style.colour { style } else { Style::new() }
    }

    /// Writes a text centred at a cell.
    fn write(&mut self, text: &str, (column, row): (i32, i32), style: Style) {
        let text = shown(text, self.style.unicode);
        let start = column - (text.len() as i32 - 1) / 2;
        for (right, sign) in (0..).zip(text) {
            self.canvas.put((start + right, row), sign, style);
        }
    }
}

/// Writes the labels at the edge. A label that looks like a piece gets brackets.
fn labels(sketch: &mut Sketch) {
    let style = sketch.colour(palette::words());
    let scene = sketch.scene;
    let pieces = (0..scene.seats.len()).map(|seat| sites::piece_sign(scene, sketch.style, seat));
    let pieces: Vec<String> = pieces.map(String::from).collect();
    for (text, x, y) in scene.labels() {
        let cell = sketch.layout.cell(x, y);
        if pieces.iter().any(|piece| piece == text) {
            sketch.write(&format!("[{text}]"), cell, style);
        } else {
            sketch.write(text, cell, style);
        }
    }
}

/// The legend of letters or characters by seat, unless the letters are the names.
fn legend(scene: &Scene, style: TerminalStyle) -> String {
    let told = |(seat, name): (usize, &&str)| *name == letter(scene, seat).to_string();
    if !style.colour && scene.seats.iter().enumerate().all(told) {
        return String::new();
    }
    let entry = |(seat, name): (usize, &&str)| {
        let sign = sites::piece_sign(scene, style, seat);
        let name: String = shown(name, style.unicode).into_iter().collect();
        if style.colour {
            let paint = palette::painted(palette::board(), scene, seat);
            format!("{paint} {sign} {paint:#} {name}")
        } else {
            format!("{sign} {name}")
        }
    };
    let entries: Vec<String> = scene.seats.iter().enumerate().map(entry).collect();
    format!("\n{}\n", entries.join("   ")).replace(" \n", "\n")
}

/// Sanitises untrusted text: no control characters, not too long, ASCII if needed.
fn shown(text: &str, unicode: bool) -> Vec<char> {
    const MAX_LENGTH: usize = 24;
    let safe = |sign: char| {
        if sign.is_control() {
            ' '
        } else if unicode || sign.is_ascii() {
            sign
        } else {
            '?'
        }
    };
    text.chars().map(safe).take(MAX_LENGTH).collect()
}
