//! Pegs, pieces and stones, each with the mark of its seat, and the heaps of beans.

use games::Content;
use games::board::Shape;

use super::beans;
use super::geometry::Point;
use super::pen::{Path, Pen};
use crate::seats::Mark;

/// The radius of a piece.
pub(super) const PIECE: f64 = 0.38;

/// Draws what stands on the places.
pub(super) fn draw(pen: &mut Pen) {
    let scene = *pen.scene;
    for seen in scene.places() {
        let at = (seen.x, seen.y);
        let bowl = matches!(seen.place.shape, Shape::House | Shape::Store);
        if matches!(seen.content, Content::Piece(_)) || bowl {
            pen.group("class=\"piece\"", |pen| {
                let what = scene.words(seen.content);
                pen.tip(&format!("{}: {what}", seen.place.name));
                if let Content::Piece(seat) = seen.content {
                    piece(pen, seat, at, PIECE);
                } else {
                    beans::heap(pen, seen);
                }
            });
        } else if let Content::Beans(_) = seen.content {
            pen.group("class=\"piece\"", |pen| beans::heap(pen, seen));
        }
    }
}

/// A piece of a seat: its shadow, its body, its mark and a gleam.
pub(super) fn piece(pen: &mut Pen, seat: usize, (x, y): Point, radius: f64) {
    let paint = pen.paint(seat);
    pen.ellipse(
        (x + radius * 0.06, y + radius * 0.16),
        (radius * 1.02, radius),
        "fill=\"#000\" fill-opacity=\"0.28\"",
    );
    let body = pen.url(paint.name);
    let (edge, width) = (paint.edge, radius * 8.0);
    pen.circle(
        (x, y),
        radius,
        format_args!("fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"{width:.1}\""),
    );
    mark(pen, Mark::of(seat), (x, y), radius, paint.mark);
    pen.ellipse(
        (x - radius * 0.3, y - radius * 0.48),
        (radius * 0.3, radius * 0.16),
        "fill=\"#fff\" fill-opacity=\"0.4\"",
    );
}

/// A small ghost of the piece that an empty place waits for.
pub(super) fn emblem(pen: &mut Pen, seat: usize, at: Point) {
    const SIZE: f64 = 0.15;
    let paint = pen.paint(seat);
    let (base, edge) = (paint.base, paint.edge);
    pen.group("opacity=\"0.7\"", |pen| {
        let attributes = format!("fill=\"{base}\" stroke=\"{edge}\" stroke-width=\"2\"");
        pen.circle(at, SIZE, attributes);
        mark(pen, Mark::of(seat), at, SIZE, paint.mark);
    });
}

/// The mark of a seat on a piece of this radius.
fn mark(pen: &mut Pen, mark: Mark, (x, y): Point, radius: f64, colour: &str) {
    let stroke = format!(
        "fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"{:.1}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        radius * 17.0
    );
    match mark {
        Mark::Plain => {}
        Mark::Ring => pen.circle((x, y), radius * 0.5, stroke),
        Mark::Triangle => {
            let (side, down) = (radius * 0.48, radius * 0.3);
            let triangle = Path::default()
                .to((x, y - radius * 0.56))
                .to((x + side, y + down))
                .to((x - side, y + down))
                .close();
            let fill = format!("fill=\"{colour}\"");
            pen.path(&triangle, fill);
        }
        Mark::Cross => {
            let arm = radius * 0.36;
            let cross = Path::default()
                .to((x - arm, y - arm))
                .to((x + arm, y + arm))
                .jump((x - arm, y + arm))
                .to((x + arm, y - arm));
            pen.path(&cross, stroke);
        }
    }
}
