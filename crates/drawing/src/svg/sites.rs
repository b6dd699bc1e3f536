//! The empty sites.

use spielwerk_games::Content;
use spielwerk_games::board::{SiteShape, ZoneKind};

use super::geometry::Point;
use super::pieces;
use super::svg_writer::{Path, SvgWriter};
use crate::Scene;
use crate::scene::DrawnSite;

/// The radius of a hole for a peg.
pub(super) const HOLE: f64 = 0.36;
/// The radius of a house, and half the width of a store.
pub(super) const BOWL: f64 = 0.43;

/// Draws every site: one group each.
pub(super) fn draw(writer: &mut SvgWriter) {
    let scene = *writer.scene;
    for drawn in scene.sites() {
        let attributes = format!("class='place' data-spot='{}'", drawn.index);
        writer.group(attributes, |writer| {
            writer.tip(&drawn.info.name);
            match drawn.info.shape {
                SiteShape::Hole => hole(writer, (drawn.x, drawn.y), HOLE),
                SiteShape::Square => square(writer, &drawn),
                SiteShape::Point => point(writer, &drawn),
                SiteShape::House => bowl(writer, &drawn, BOWL),
                SiteShape::Store => bowl(writer, &drawn, store_half_height(&scene, drawn)),
            }
            if drawn.content == Content::Blocked {
                blocked(writer, (drawn.x, drawn.y));
            } else if drawn.content == Content::Empty
                && let Some(seat) = scene.zone(ZoneKind::Home, drawn.index)
            {
                pieces::emblem(writer, seat, (drawn.x, drawn.y));
            }
        });
    }
}

/// A store is as high as the rows of houses beside it, as far as it lies between them.
pub(super) fn store_half_height(scene: &Scene, store: DrawnSite) -> f64 {
    let houses = scene.sites().filter(|drawn| drawn.info.shape == SiteShape::House);
    let (above, below) = houses.fold((0.0_f64, 0.0_f64), |(above, below), house| {
        (above.max(store.y - house.y), below.max(house.y - store.y))
    });
    above.min(below).min(1.2) + BOWL
}

fn hole(writer: &mut SvgWriter, at: Point, radius: f64) {
    let hollow = writer.url("hollow");
    // A light lower rim gives depth.
    writer.circle((at.0, at.1 + 0.025), radius, "fill='#fff' fill-opacity='0.28'");
    writer.circle(at, radius, format_args!("fill='{hollow}'"));
}

fn square(writer: &mut SvgWriter, drawn: &DrawnSite) {
    let odd = (drawn.x.round() + drawn.y.round()).rem_euclid(2.0) >= 1.0;
    let colour = writer.palette.squares[usize::from(odd)];
    let attributes = format!("fill='{colour}'");
    writer.rectangle((drawn.x, drawn.y), (0.5, 0.5), 0.0, attributes);
    let scene = *writer.scene;
    for (kind, opacity) in [(ZoneKind::Start, 0.12), (ZoneKind::Home, 0.3)] {
        if let Some(seat) = scene.zone(kind, drawn.index) {
            let tint = writer.paint(seat).base;
            let attributes = format!("fill='{tint}' fill-opacity='{opacity}'");
            writer.rectangle((drawn.x, drawn.y), (0.5, 0.5), 0.0, attributes);
        }
    }
}

fn point(writer: &mut SvgWriter, drawn: &DrawnSite) {
    let line = writer.palette.line;
    writer.circle((drawn.x, drawn.y), 0.075, format_args!("fill='{line}'"));
}

/// A bowl with a rim in the colour of the seat it belongs to.
fn bowl(writer: &mut SvgWriter, drawn: &DrawnSite, reach: f64) {
    let at = (drawn.x, drawn.y);
    let scene = *writer.scene;
    let rim = match scene.zone(ZoneKind::Houses, drawn.index) {
        Some(seat) => writer.paint(seat).rim,
        None => writer.palette.edge,
    };
    let hollow = writer.url("hollow");
    writer.rectangle(
        (at.0, at.1 + 0.03),
        (BOWL + 0.03, reach + 0.03),
        BOWL + 0.03,
        "fill='#fff' fill-opacity='0.25'",
    );
    writer.rectangle(
        at,
        (BOWL, reach),
        BOWL,
        format_args!("fill='{hollow}' stroke='{rim}' stroke-width='5'"),
    );
}

/// A plug with a cross on it, for blocked sites.
fn blocked(writer: &mut SvgWriter, (x, y): Point) {
    let (edge, wood) = (writer.palette.edge, writer.palette.wood[1]);
    writer.circle((x, y), HOLE, format_args!("fill='{wood}' stroke='{edge}' stroke-width='5'"));
    let arm = HOLE * 0.45;
    let cross = Path::default()
        .to((x - arm, y - arm))
        .to((x + arm, y + arm))
        .jump((x - arm, y + arm))
        .to((x + arm, y - arm));
    let ink = writer.palette.line;
    writer.path(
        &cross,
        format_args!("fill='none' stroke='{ink}' stroke-width='8' stroke-linecap='round'"),
    );
}
