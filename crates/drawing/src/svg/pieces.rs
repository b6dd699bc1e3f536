//! Pegs, pieces and stones, each with the mark of its seat, and the heaps of beans.

use spielwerk_games::Content;

use super::beans;
use super::geometry::Point;
use super::svg_writer::{Path, SvgWriter};
use crate::seats::Mark;

/// The radius of a piece.
pub(super) const PIECE: f64 = 0.38;

/// Draws the contents of the sites: one group for each piece or heap.
pub(super) fn draw(writer: &mut SvgWriter) {
    let scene = *writer.scene;
    for drawn in scene.sites() {
        if matches!(drawn.content, Content::Empty | Content::Blocked) {
            continue;
        }
        writer.group("class='piece'", |writer| {
            writer.tip(&format!("{}: {}", drawn.info.name, scene.words(drawn.content)));
            if let Content::Piece(seat) = drawn.content {
                piece(writer, seat, (drawn.x, drawn.y), PIECE);
            } else {
                beans::heap(writer, drawn);
            }
        });
    }
}

/// A piece of a seat: its shadow, its body, its mark and a gleam.
pub(super) fn piece(writer: &mut SvgWriter, seat: usize, (x, y): Point, radius: f64) {
    let paint = writer.paint(seat);
    writer.ellipse(
        (x + radius * 0.06, y + radius * 0.16),
        (radius * 1.02, radius),
        "fill='#000' fill-opacity='0.28'",
    );
    let body = writer.url(paint.name);
    let (edge, width) = (paint.edge, radius * 8.0);
    writer.circle(
        (x, y),
        radius,
        format_args!("fill='{body}' stroke='{edge}' stroke-width='{width:.1}'"),
    );
    mark(writer, Mark::of(seat), (x, y), radius, paint.mark);
    writer.ellipse(
        (x - radius * 0.3, y - radius * 0.48),
        (radius * 0.3, radius * 0.16),
        "fill='#fff' fill-opacity='0.4'",
    );
}

/// A small translucent piece on an empty home site.
pub(super) fn emblem(writer: &mut SvgWriter, seat: usize, at: Point) {
    const SIZE: f64 = 0.15;
    let paint = writer.paint(seat);
    let (base, edge) = (paint.base, paint.edge);
    writer.group("opacity='0.7'", |writer| {
        let attributes = format!("fill='{base}' stroke='{edge}' stroke-width='2'");
        writer.circle(at, SIZE, attributes);
        mark(writer, Mark::of(seat), at, SIZE, paint.mark);
    });
}

/// The mark of a seat on a piece of this radius.
fn mark(writer: &mut SvgWriter, mark: Mark, (x, y): Point, radius: f64, colour: &str) {
    let stroke = format!(
        "fill='none' stroke='{colour}' \
         stroke-width='{:.1}' stroke-linecap='round' stroke-linejoin='round'",
        radius * 17.0
    );
    match mark {
        Mark::Plain => {}
        Mark::Ring => writer.circle((x, y), radius * 0.5, stroke),
        Mark::Triangle => {
            let (side, down) = (radius * 0.48, radius * 0.3);
            let triangle = Path::default()
                .to((x, y - radius * 0.56))
                .to((x + side, y + down))
                .to((x - side, y + down))
                .close();
            let fill = format!("fill='{colour}'");
            writer.path(&triangle, fill);
        }
        Mark::Cross => {
            let arm = radius * 0.36;
            let cross = Path::default()
                .to((x - arm, y - arm))
                .to((x + arm, y + arm))
                .jump((x - arm, y + arm))
                .to((x + arm, y - arm));
            writer.path(&cross, stroke);
        }
    }
}
