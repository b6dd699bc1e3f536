//! Holes, squares and points: one sign each.

use anstyle::Style;
use games::Content;
use games::board::{Shape, ZoneKind};

use super::{Sketch, TerminalStyle, palette};
use crate::Scene;
use crate::scene::Seen;
use crate::seats::{Mark, letter};

/// Draws one spot and what stands on it.
pub(super) fn draw(sketch: &mut Sketch, seen: Seen) {
    let (column, row) = sketch.layout.cell(seen.x, seen.y);
    let ground = ground(sketch, seen);
    let style = match seen.content {
        Content::Piece(seat) => palette::painted(ground, sketch.scene, seat),
        _ => ground,
    };
    let sign = sign(sketch, seen);
    let style = sketch.colour(style);
    if sketch.style.colour {
        for beside in width(sketch, seen, column) {
            sketch.canvas.put((beside, row), ' ', style);
        }
    } else {
        parentheses(sketch, seen.index, (column, row));
    }
    sketch.canvas.put((column, row), sign, style);
}

/// The columns of a spot: one, but for squares, which fill all the board between them.
fn width(sketch: &Sketch, seen: Seen, column: i32) -> std::ops::Range<i32> {
    if seen.place.shape != Shape::Square {
        return column..column + 1;
    }
    let (next, _) = sketch.layout.cell(seen.x + 1.0, seen.y);
    let start = column - (next - column - 1) / 2;
    start..start + (next - column)
}

/// Marks a spot without colour. Others keep the room for it, so that the board stays where it is
/// when the marks go from spot to spot.
fn parentheses(sketch: &mut Sketch, index: usize, (column, row): (i32, i32)) {
    let marked = sketch.marked(index);
    for (cell, mark) in [((column - 1, row), '('), ((column + 1, row), ')')] {
        if marked {
            sketch.canvas.put(cell, mark, Style::new());
        } else if sketch.canvas.get(cell).is_none() {
            sketch.canvas.put(cell, ' ', Style::new());
        }
    }
}

/// The colours a spot has when nothing stands on it.
fn ground(sketch: &Sketch, seen: Seen) -> Style {
    let plain = match seen.place.shape {
        Shape::Square => palette::square((seen.x.round() + seen.y.round()).rem_euclid(2.0) >= 1.0),
        _ => palette::ink(),
    };
    if sketch.marked(seen.index) {
        return palette::marked(plain);
    }
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
        (Content::Empty, Shape::Point) => sketch.sign('┼', '+'),
        (Content::Empty, _) if zone => sketch.sign('∘', ':'),
        (Content::Empty, _) => sketch.sign('·', '.'),
    }
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
