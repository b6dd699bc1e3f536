//! Holes, squares and points: one sign each, and on a large board a disc around it.
//!
//! ```text
//!              ▄▄▄
//!  ●   ▐●▌   ▐█●█▌
//!              ▀▀▀
//! ```

use anstyle::Style;
use games::Content;
use games::board::{Shape, ZoneKind};

use super::{Sketch, TerminalStyle, lights, palette};
use crate::Scene;
use crate::scene::Seen;
use crate::seats::{Mark, letter};

/// Draws one spot and what stands on it.
pub(super) fn draw(sketch: &mut Sketch, seen: Seen) {
    let (column, row) = sketch.layout.cell(seen.x, seen.y);
    let ground = ground(sketch, seen);
    let lit = lights::lit(sketch, seen.index, ground);
    // Before anything is drawn over the lines that meet here.
    let sign = sign(sketch, seen);
    if sketch.style.colour {
        let square = seen.place.shape == Shape::Square;
        let fill = if square || sketch.zoom > 1 { lit } else { ground };
        let dark = seen.place.shape == Shape::Point && lit == ground;
        let columns = if dark { column..column + 1 } else { width(sketch, seen, column) };
        for beside in columns {
            for line in if square { rows(sketch, row) } else { row..row + 1 } {
                sketch.canvas.put((beside, line), ' ', fill);
            }
        }
    } else {
        keep_room(sketch, (column, row));
    }
    let style = match seen.content {
        Content::Piece(seat) => palette::painted(lit, sketch.scene, seat),
        _ => lit,
    };
    let style = sketch.colour(style);
    let style = if disc(sketch, seen, (column, row), style) { reversed(style) } else { style };
    sketch.canvas.put((column, row), sign, style);
}

/// How far what stands on a spot reaches to either side, and up and down.
pub(super) fn reach(sketch: &Sketch, seen: Seen) -> (i32, i32) {
    let piece = matches!(seen.content, Content::Piece(_));
    match sketch.zoom {
        _ if !piece || !sketch.style.colour || !sketch.style.unicode => (0, 0),
        1 => (0, 0),
        2 => (1, 0),
        _ => (2, 1),
    }
}

/// Draws a piece as a disc, if it is that large; its sign is still to be written on it.
fn disc(sketch: &mut Sketch, seen: Seen, (column, row): (i32, i32), style: Style) -> bool {
    let (aside, above) = reach(sketch, seen);
    if aside == 0 {
        return false;
    }
    sketch.canvas.put((column - aside, row), '▐', style);
    sketch.canvas.put((column + aside, row), '▌', style);
    for inner in column + 1 - aside..column + aside {
        sketch.canvas.put((inner, row), '█', style);
        if above > 0 {
            sketch.canvas.put((inner, row - above), '▄', style);
            sketch.canvas.put((inner, row + above), '▀', style);
        }
    }
    true
}

/// Ink as ground, and ground as ink.
fn reversed(style: Style) -> Style {
    style.fg_color(style.get_bg_color()).bg_color(style.get_fg_color())
}

/// The rows that have the colour of a square.
pub(super) fn rows(sketch: &Sketch, row: i32) -> std::ops::Range<i32> {
    let start = row - (sketch.zoom - 1) / 2;
    start..start + sketch.zoom
}

/// The columns that have the colour of a spot: its own; all of a square; and the gap between two
/// holes of the same home, so that a home is one patch.
pub(super) fn width(sketch: &Sketch, seen: Seen, column: i32) -> std::ops::Range<i32> {
    let (next, _) = sketch.layout.cell(seen.x + 1.0, seen.y);
    let own_home = home(sketch.scene, seen.index);
    let same_home = |other: Seen| {
        let beside = (other.x - seen.x - 1.0).abs() < 0.1 && (other.y - seen.y).abs() < 0.1;
        beside && home(sketch.scene, other.index) == own_home
    };
    if seen.place.shape == Shape::Square {
        let start = column - (next - column - 1) / 2;
        start..start + (next - column)
    } else if sketch.zoom > 1 {
        column - 1..column + 2
    } else if own_home.is_some() && sketch.scene.places().any(same_home) {
        column..next
    } else {
        column..column + 1
    }
}

/// Without colour, marks are brackets. Every spot keeps the room for them, so that the board stays
/// where it is when the marks go from spot to spot.
fn keep_room(sketch: &mut Sketch, (column, row): (i32, i32)) {
    for cell in [(column - 1, row), (column + 1, row)] {
        if sketch.canvas.get(cell).is_none() {
            sketch.canvas.put(cell, ' ', Style::new());
        }
    }
}

/// The colours a spot has when nothing stands on it.
fn ground(sketch: &Sketch, seen: Seen) -> Style {
    let plain = match seen.place.shape {
        Shape::Square => palette::square((seen.x.round() + seen.y.round()).rem_euclid(2.0) >= 1.0),
        _ => palette::board(),
    };
    match home(sketch.scene, seen.index) {
        Some(seat) => palette::zone(plain, sketch.scene, seat),
        None => plain,
    }
}

/// Whose home a spot is in, or else whose camp.
fn home(scene: &Scene, index: usize) -> Option<usize> {
    scene.zone(ZoneKind::Home, index).or_else(|| scene.zone(ZoneKind::Start, index))
}

fn sign(sketch: &Sketch, seen: Seen) -> char {
    let zone = home(sketch.scene, seen.index).is_some();
    match (seen.content, seen.place.shape) {
        (Content::Piece(seat), _) => piece_sign(sketch.scene, sketch.style, seat),
        (Content::Blocked, _) => sketch.sign('✕', '#'),
        (Content::Beans(beans), _) => char::from_digit(beans.into(), 10).unwrap_or('+'),
        (Content::Empty, Shape::Point) => crossing(sketch, seen),
        (Content::Empty, _) if zone => sketch.sign('∘', ':'),
        (Content::Empty, _) => sketch.sign('·', '.'),
    }
}

/// The crossing of the lines that end at a point: `┼` in the middle of a board, `┐` in a corner.
fn crossing(sketch: &Sketch, seen: Seen) -> char {
    /// By the sum of 1 for a line upwards, 2 to the right, 4 downwards, 8 to the left.
    const SIGNS: [char; 16] =
        ['·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    if !sketch.style.unicode {
        return '+';
    }
    let (column, row) = sketch.layout.cell(seen.x, seen.y);
    let sides = [
        ((column, row - 1), '│', 1),
        ((column + 1, row), '─', 2),
        ((column, row + 1), '│', 4),
        ((column - 1, row), '─', 8),
    ];
    let joined = |(cell, line, value)| {
        let there = sketch.canvas.get(cell) == Some(line);
        if there { value } else { 0 }
    };
    SIGNS[sides.map(joined).iter().sum::<usize>()]
}

/// A seat's piece: its letter, or its shape where colours and shapes can be shown and there are
/// pieces at all.
pub(super) fn piece_sign(scene: &Scene, style: TerminalStyle, seat: usize) -> char {
    let beans = |content: &Content| matches!(content, Content::Beans(_));
    if !style.colour || !style.unicode || scene.contents.iter().any(beans) {
        return letter(scene, seat);
    }
    match Mark::of(seat) {
        Mark::Plain => '●',
        Mark::Ring => '◆',
        Mark::Triangle => '▲',
        Mark::Cross => '■',
    }
}
