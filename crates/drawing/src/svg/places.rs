//! The places themselves, as they are when nothing stands on them.

use games::board::{Shape, ZoneKind};

use super::geometry::Point;
use super::pen::{Path, Pen};
use super::pieces;
use crate::Scene;
use crate::scene::Seen;
use games::Content;

/// The radius of a hole for a peg.
pub(super) const HOLE: f64 = 0.36;
/// The radius of a house, and half the width of a store.
pub(super) const BOWL: f64 = 0.43;

/// Draws every place: one group each.
pub(super) fn draw(pen: &mut Pen) {
    let scene = *pen.scene;
    for seen in scene.places() {
        let attributes = format!("class=\"place\" data-spot=\"{}\"", seen.index);
        pen.group(attributes, |pen| {
            pen.tip(&seen.place.name);
            match seen.place.shape {
                Shape::Hole => hole(pen, (seen.x, seen.y), HOLE),
                Shape::Square => square(pen, &seen),
                Shape::Point => point(pen, &seen),
                Shape::House => bowl(pen, &seen, BOWL),
                Shape::Store => bowl(pen, &seen, store_reach(&scene, seen)),
            }
            if seen.content == Content::Blocked {
                blocked(pen, (seen.x, seen.y));
            } else if seen.content == Content::Empty
                && let Some(seat) = scene.zone(ZoneKind::Home, seen.index)
            {
                pieces::emblem(pen, seat, (seen.x, seen.y));
            }
        });
    }
}

/// A store is as high as the rows of houses beside it, as far as it lies between them.
pub(super) fn store_reach(scene: &Scene, store: Seen) -> f64 {
    let houses = scene.places().filter(|seen| seen.place.shape == Shape::House);
    let (above, below) = houses.fold((0.0_f64, 0.0_f64), |(above, below), house| {
        (above.max(store.y - house.y), below.max(house.y - store.y))
    });
    above.min(below).min(1.2) + BOWL
}

fn hole(pen: &mut Pen, at: Point, radius: f64) {
    let hollow = pen.url("hollow");
    // The lower lip catches the light that the upper one takes.
    pen.circle((at.0, at.1 + 0.025), radius, "fill=\"#fff\" fill-opacity=\"0.28\"");
    pen.circle(at, radius, format_args!("fill=\"{hollow}\""));
}

fn square(pen: &mut Pen, seen: &Seen) {
    let odd = (seen.x.round() + seen.y.round()).rem_euclid(2.0) >= 1.0;
    let colour = pen.palette.squares[usize::from(odd)];
    let attributes = format!("fill=\"{colour}\"");
    pen.rectangle((seen.x, seen.y), (0.5, 0.5), 0.0, attributes);
    let scene = *pen.scene;
    for (kind, opacity) in [(ZoneKind::Start, 0.12), (ZoneKind::Home, 0.3)] {
        if let Some(seat) = scene.zone(kind, seen.index) {
            let tint = pen.paint(seat).base;
            let attributes = format!("fill=\"{tint}\" fill-opacity=\"{opacity}\"");
            pen.rectangle((seen.x, seen.y), (0.5, 0.5), 0.0, attributes);
        }
    }
}

fn point(pen: &mut Pen, seen: &Seen) {
    let line = pen.palette.line;
    pen.circle((seen.x, seen.y), 0.075, format_args!("fill=\"{line}\""));
}

/// A bowl with a rim in the colour of the seat it belongs to.
fn bowl(pen: &mut Pen, seen: &Seen, reach: f64) {
    let at = (seen.x, seen.y);
    let scene = *pen.scene;
    let rim = match scene.zone(ZoneKind::Houses, seen.index) {
        Some(seat) => pen.paint(seat).rim,
        None => pen.palette.edge,
    };
    let hollow = pen.url("hollow");
    pen.rectangle(
        (at.0, at.1 + 0.03),
        (BOWL + 0.03, reach + 0.03),
        BOWL + 0.03,
        "fill=\"#fff\" fill-opacity=\"0.25\"",
    );
    pen.rectangle(
        at,
        (BOWL, reach),
        BOWL,
        format_args!("fill=\"{hollow}\" stroke=\"{rim}\" stroke-width=\"5\""),
    );
}

/// A plug with a cross on it: nothing will ever stand here.
fn blocked(pen: &mut Pen, (x, y): Point) {
    let (edge, wood) = (pen.palette.edge, pen.palette.wood[1]);
    pen.circle((x, y), HOLE, format_args!("fill=\"{wood}\" stroke=\"{edge}\" stroke-width=\"5\""));
    let arm = HOLE * 0.45;
    let cross = Path::default()
        .to((x - arm, y - arm))
        .to((x + arm, y + arm))
        .jump((x - arm, y + arm))
        .to((x + arm, y - arm));
    let ink = pen.palette.line;
    pen.path(
        &cross,
        format_args!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"8\" stroke-linecap=\"round\""),
    );
}
