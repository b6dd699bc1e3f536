//! The way of the last move: a line from spot to spot with an arrow at its end.

use games::board::Shape;

use super::geometry::{Point, beside};
use super::pen::{Path, Pen};
use super::pieces::PIECE;
use super::places::{BOWL, store_reach};
use crate::scene::Seen;

/// Draws the marked spots and the way between them.
pub(super) fn draw(pen: &mut Pen) {
    let trail = pen.scene.trail();
    let (Some(first), Some(last)) = (trail.first(), trail.last()) else {
        return;
    };
    let accent = pen.palette.accent;
    pen.group("class=\"trail\"", |pen| {
        halo(pen, first);
        if trail.len() > 1 {
            halo(pen, last);
            let points: Vec<Point> = trail.iter().map(|seen| (seen.x, seen.y)).collect();
            way(pen, &points);
            for &point in &points[..points.len() - 1] {
                pen.circle(point, 0.11, format_args!("fill=\"{accent}\""));
            }
        }
    });
}

/// A ring of light around a marked spot.
fn halo(pen: &mut Pen, seen: &Seen) {
    let accent = pen.palette.accent;
    let light = format!("fill=\"none\" stroke=\"{accent}\" stroke-width=\"8\"");
    let at = (seen.x, seen.y);
    match seen.place.shape {
        Shape::Square => {
            let attributes = format!(
                "fill=\"{accent}\" fill-opacity=\"0.25\" stroke=\"{accent}\" stroke-width=\"6\""
            );
            pen.rectangle(at, (0.46, 0.46), 0.06, attributes);
        }
        Shape::Hole | Shape::Point => pen.circle(at, PIECE + 0.06, light),
        Shape::House => pen.circle(at, BOWL + 0.02, light),
        Shape::Store => {
            let reach = store_reach(pen.scene, *seen);
            pen.rectangle(at, (BOWL + 0.02, reach + 0.02), BOWL, light);
        }
    }
}

/// The line itself. It ends at the edge of the piece that went it, with an arrow.
fn way(pen: &mut Pen, points: &[Point]) {
    let &[.., before, end] = points else {
        return;
    };
    let (x, y) = (end.0 - before.0, end.1 - before.1);
    let length = x.hypot(y);
    if length < 0.01 {
        return;
    }
    let back = (-x / length, -y / length);
    let across = (back.1, -back.0);
    let tip = beside(end, back, PIECE + 0.07);
    let neck = beside(tip, back, 0.2);
    let accent = pen.palette.accent;
    let line = points[..points.len() - 1]
        .iter()
        .fold(Path::default(), |path, &point| path.to(point))
        .to(neck);
    pen.path(
        &line,
        format_args!("fill=\"none\" stroke=\"{accent}\" stroke-width=\"11\" stroke-linejoin=\"round\" stroke-linecap=\"round\""),
    );
    let arrow = Path::default()
        .to(tip)
        .to(beside(neck, across, 0.14))
        .to(beside(neck, across, -0.14))
        .close();
    pen.path(
        &arrow,
        format_args!(
            "fill=\"{accent}\" stroke=\"{accent}\" stroke-width=\"4\" stroke-linejoin=\"round\""
        ),
    );
}
