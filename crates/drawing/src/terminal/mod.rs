//! A board in the terminal.
//!
//! One way of laying out serves every board: coordinates are stretched to rows and columns, by how
//! much depends on the shape of the places. What a cell shows is decided in three steps: the sign
//! (letters where there is no colour, plain ASCII where there is no Unicode), the colours, and the
//! cell they go to.

mod bowls;
mod canvas;
mod cells;
mod layout;
mod lights;
mod lines;
mod palette;
mod spots;

use anstyle::Style;
use games::board::Shape;

use crate::Scene;
use crate::seats::letter;
use canvas::Canvas;
pub use cells::Cells;
use layout::Layout;
pub use lights::Lights;

/// What the terminal can show.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TerminalStyle {
    /// Whether to colour the board, with ANSI escape sequences for 256 colours.
    pub colour: bool,
    /// Whether there are more signs than ASCII: boxes, lines, round pieces.
    pub unicode: bool,
}

impl TerminalStyle {
    /// Everything, for a terminal of today.
    pub const COLOUR: TerminalStyle = TerminalStyle { colour: true, unicode: true };
    /// No colour, for a file or a pipe.
    pub const PLAIN: TerminalStyle = TerminalStyle { colour: false, unicode: true };
    /// Nothing but ASCII, for the oldest terminal there is.
    pub const ASCII: TerminalStyle = TerminalStyle { colour: false, unicode: false };
}

/// Draws a scene as lines of text, each ended by a line feed.
///
/// Without colour, pieces are the initials of their seats, a marked spot stands in parentheses, and
/// no line ends with blanks. Empty spots in homes and camps differ from the others.
pub fn terminal(scene: &Scene, style: &TerminalStyle) -> String {
    let sketch = Sketch::new(scene, *style, Lights::default(), 1);
    let mut text = sketch.canvas.text(style.colour.then(palette::board));
    text.push_str(&legend(scene, *style));
    text
}

/// A drawing under way.
struct Sketch<'a> {
    scene: &'a Scene<'a>,
    style: TerminalStyle,
    lights: Lights<'a>,
    /// How many times as large as need be.
    zoom: i32,
    layout: Layout,
    canvas: Canvas,
}

impl<'a> Sketch<'a> {
    /// The whole board.
    fn new(
        scene: &'a Scene<'a>,
        style: TerminalStyle,
        lights: Lights<'a>,
        zoom: u16,
    ) -> Sketch<'a> {
        let (layout, canvas) = (Layout::new(scene, zoom), Canvas::default());
        let mut sketch = Sketch { scene, style, lights, zoom: zoom.into(), layout, canvas };
        lines::draw(&mut sketch);
        for seen in scene.places() {
            match seen.place.shape {
                Shape::House | Shape::Store => bowls::draw(&mut sketch, seen),
                Shape::Hole | Shape::Square | Shape::Point => spots::draw(&mut sketch, seen),
            }
        }
        labels(&mut sketch);
        lights::brackets(&mut sketch);
        sketch
    }

    /// One of two signs, as the terminal has Unicode or not.
    fn sign(&self, unicode: char, ascii: char) -> char {
        if self.style.unicode { unicode } else { ascii }
    }

    /// A style, if there are colours at all.
    fn colour(&self, style: Style) -> Style {
        if self.style.colour { style } else { Style::new() }
    }

    /// Writes a text with its middle at a cell.
    fn write(&mut self, text: &str, (column, row): (i32, i32), style: Style) {
        let text = shown(text, self.style.unicode);
        let start = column - (text.len() as i32 - 1) / 2;
        for (right, sign) in (0..).zip(text) {
            self.canvas.put((start + right, row), sign, style);
        }
    }
}

/// Writes the words at the edge. One that looks like a piece gets brackets.
fn labels(sketch: &mut Sketch) {
    let style = sketch.colour(palette::words());
    let scene = sketch.scene;
    let pieces = (0..scene.seats.len()).map(|seat| spots::piece_sign(scene, sketch.style, seat));
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

/// Which letter or sign is whose, unless the letters are the names.
fn legend(scene: &Scene, style: TerminalStyle) -> String {
    let told = |(seat, name): (usize, &&str)| *name == letter(scene, seat).to_string();
    if !style.colour && scene.seats.iter().enumerate().all(told) {
        return String::new();
    }
    let entry = |(seat, name): (usize, &&str)| {
        let sign = spots::piece_sign(scene, style, seat);
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

/// A foreign text as it may be shown: no control characters, not too long, ASCII if need be.
fn shown(text: &str, unicode: bool) -> Vec<char> {
    const MOST: usize = 24;
    let safe = |sign: char| {
        if sign.is_control() {
            ' '
        } else if unicode || sign.is_ascii() {
            sign
        } else {
            '?'
        }
    };
    text.chars().map(safe).take(MOST).collect()
}
