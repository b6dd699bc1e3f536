//! From coordinates to columns and rows.

use spielwerk_games::board::SiteShape;

use crate::Scene;

/// The columns and rows of a board unit, and the point at cell (0, 0).
pub(super) struct Layout {
    x: f64,
    y: f64,
    across: f64,
    down: f64,
}

/// The maximum width and height in cells; a larger board is scaled down.
const MAX_CELLS: f64 = 300.0;

impl Layout {
    pub(super) fn new(scene: &Scene, zoom: u16) -> Layout {
        let points = || {
            let sites = scene.sites().map(|drawn| (drawn.x, drawn.y));
            sites.chain(scene.labels().map(|(_, x, y)| (x, y)))
        };
        let (left, right) = range(points().map(|point| point.0));
        let (top, bottom) = range(points().map(|point| point.1));
        let (across, down) = steps(scene);
        let (across, down) = (across * f64::from(zoom), down * f64::from(zoom));
        let squeeze = |step: f64, length: f64| step.min(MAX_CELLS / length.max(1.0));
        // Measured from a site, not from the edge: then a label or a store that is not a whole
        // number of units away is rounded in the same way on both sides.
        let (x, y) = points().next().unwrap_or_default();
        Layout { x, y, across: squeeze(across, right - left), down: squeeze(down, bottom - top) }
    }

    /// The cell of a point: its column and row.
    pub(super) fn cell(&self, x: f64, y: f64) -> (i32, i32) {
        let column = ((x - self.x) * self.across).round() as i32;
        let row = ((y - self.y) * self.down).round() as i32;
        (column, row)
    }
}

/// Columns and rows of a unit, by the shape that needs most space.
///
/// Holes may be staggered by half a unit, so theirs is an even number of columns; rows of a
/// hexagonal board are √3/2 apart and become one line each. Points leave room for the lines between
/// them, bowls for their boxes.
fn steps(scene: &Scene) -> (f64, f64) {
    let has = |shapes: &[SiteShape]| {
        let mut sites = scene.sites();
        sites.any(|drawn| shapes.contains(&drawn.info.shape))
    };
    let (across, down): (f64, f64) = if has(&[SiteShape::House, SiteShape::Store]) {
        (7.0, 10.0 / 3.0)
    } else if has(&[SiteShape::Point]) {
        (4.0, 2.0)
    } else if has(&[SiteShape::Square]) {
        (2.0, 1.0)
    } else {
        (2.0, 2.0 / 3.0_f64.sqrt())
    };
    // Labels above neighbouring columns must not run into each other.
    let room = widest_in_row(scene) as f64 + 1.0;
    let even = if has(&[SiteShape::Hole]) { 2.0 } else { 1.0 };
    (across.max((room / even).ceil() * even), down)
}

/// The longest label that has another one beside it.
fn widest_in_row(scene: &Scene) -> usize {
    let neighbours = |x: f64, y: f64| {
        let mut others = scene.labels();
        others.any(|(_, other_x, other_y)| {
            let apart = (other_x - x).abs();
            (other_y - y).abs() < 0.1 && apart > 0.1 && apart < 1.5
        })
    };
    let crowded = scene.labels().filter(|&(_, x, y)| neighbours(x, y));
    let widths = crowded.map(|(text, ..)| text.chars().count());
    widths.max().unwrap_or(0).min(4)
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, most) =
        values.fold(none, |(least, most), value| (least.min(value), most.max(value)));
    if least <= most { (least, most) } else { (0.0, 0.0) }
}
