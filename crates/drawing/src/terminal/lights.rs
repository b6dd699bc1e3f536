//! Spots that stand out: the last move, what is chosen, what can come next, the cursor.
//!
//! In colour each has a ground of its own, and the cursor is a pair of bright brackets; without
//! colour everything is brackets: `(·)` last move, `{·}` chosen, `<·>` next, `[·]` cursor.

use anstyle::Style;
use games::Spot;
use games::board::Shape;

use super::{Sketch, palette};
use crate::scene::Seen;

/// Spots that stand out for somebody who is about to move.
#[derive(Copy, Clone, Debug, Default)]
pub struct Lights<'a> {
    /// What is chosen so far.
    pub chosen: &'a [Spot],
    /// What can come next.
    pub next: &'a [Spot],
    /// Where the cursor stands.
    pub cursor: Option<Spot>,
}

/// Why a spot stands out.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Light {
    Chosen,
    Next,
    Marked,
}

/// A style as it is on a spot that may stand out.
pub(super) fn lit(sketch: &Sketch, index: usize, style: Style) -> Style {
    match light(sketch, index) {
        Some(Light::Chosen) => palette::chosen(style),
        Some(Light::Next) => palette::next(style),
        Some(Light::Marked) => palette::marked(style),
        None => style,
    }
}

/// Draws all brackets, over whatever lies between the spots.
pub(super) fn brackets(sketch: &mut Sketch) {
    let scene = sketch.scene;
    for seen in scene.places() {
        let pair = match light(sketch, seen.index) {
            _ if sketch.style.colour => continue,
            Some(Light::Chosen) => ['{', '}'],
            Some(Light::Next) => ['<', '>'],
            Some(Light::Marked) => ['(', ')'],
            None => continue,
        };
        put(sketch, seen, pair);
    }
    if let Some(seen) = sketch.lights.cursor.and_then(|spot| scene.place(spot)) {
        put(sketch, seen, ['[', ']']);
    }
}

/// Puts brackets around a spot, on the ground that is there.
fn put(sketch: &mut Sketch, seen: Seen, pair: [char; 2]) {
    let (column, row) = sketch.layout.cell(seen.x, seen.y);
    let (left, right) = match seen.place.shape {
        Shape::House | Shape::Store => (column - 1, column + 2),
        Shape::Hole | Shape::Square | Shape::Point => {
            let aside = super::spots::reach(sketch, seen).0 + 1;
            (column - aside, column + aside)
        }
    };
    for (column, sign) in [(left, pair[0]), (right, pair[1])] {
        let there = sketch.canvas.cell((column, row)).map(|cell| cell.1);
        let ground = there.unwrap_or_else(palette::board);
        let style = sketch.colour(palette::cursor(ground));
        sketch.canvas.put((column, row), sign, style);
    }
}

/// What is most worth knowing about a spot.
fn light(sketch: &Sketch, index: usize) -> Option<Light> {
    let among = |spots: &[Spot]| spots.iter().any(|spot| spot.index() == index);
    if among(sketch.lights.chosen) {
        Some(Light::Chosen)
    } else if among(sketch.lights.next) {
        Some(Light::Next)
    } else if among(sketch.scene.marked) {
        Some(Light::Marked)
    } else {
        None
    }
}
