//! Homes, camps and rows of houses, tinted in the colour of the seat they belong to.
//!
//! A zone of round places gets an outline around all of them, a zone of squares a border along
//! its outer sides. Where a seat begins is outlined, where it must go is filled.

use games::board::{Shape, Zone, ZoneKind};

use super::geometry::{Hull, Point};
use super::pen::{Path, Pen};
use crate::Scene;
use crate::scene::Seen;

/// How far a zone goes beyond the middle of its round places.
const REACH: f64 = 0.54;

/// Draws all zones but the tint of squares, which lies on the squares themselves.
pub(super) fn draw(pen: &mut Pen) {
    let scene = *pen.scene;
    for zone in &scene.board.zones {
        let (base, rim) = (pen.paint(zone.seat).base, pen.paint(zone.seat).rim);
        let (fill, stroke) = match zone.kind {
            ZoneKind::Home => (0.36, 0.0),
            ZoneKind::Start => (0.0, 0.75),
            ZoneKind::Houses => (0.2, 0.0),
        };
        let attributes = format!(
            "fill=\"{base}\" fill-opacity=\"{fill}\" stroke=\"{rim}\" \
             stroke-opacity=\"{stroke}\" stroke-width=\"4\""
        );
        for outline in outlines(&scene, zone) {
            pen.path(&outline, &attributes);
        }
    }
}

/// One outline around all round places of a zone, or one around each if a stranger lies between.
fn outlines(scene: &Scene, zone: &Zone) -> Vec<Path> {
    let own = |seen: &Seen| zone.spots.iter().any(|spot| spot.index() == seen.index);
    let round = |seen: &Seen| matches!(seen.place.shape, Shape::Hole | Shape::Point | Shape::House);
    let at = |seen: Seen| -> Point { (seen.x, seen.y) };
    let points: Vec<Point> =
        scene.places().filter(|seen| own(seen) && round(seen)).map(at).collect();
    if points.is_empty() {
        return Vec::new();
    }
    let hull = Hull::around(points.iter().copied());
    let stranger = scene.places().any(|seen| !own(&seen) && hull.reaches(at(seen), 0.2));
    if stranger {
        let alone = |point| Hull::around([point]).rounded(REACH * 0.9);
        points.into_iter().map(alone).collect()
    } else {
        vec![hull.rounded(REACH)]
    }
}

/// Draws a fine line around all squares, and borders along the outer sides of zones of squares.
/// Where one seat begins and another must go, the border belongs to the one that begins.
pub(super) fn borders(pen: &mut Pen) {
    let scene = *pen.scene;
    border(pen, |_| true, pen.palette.line, 2.5);
    let mut zones: Vec<&Zone> = scene.board.zones.iter().collect();
    zones.sort_by_key(|zone| zone.kind == ZoneKind::Start);
    for zone in zones {
        let rim = pen.paint(zone.seat).rim;
        let own = |seen: &Seen| zone.spots.iter().any(|spot| spot.index() == seen.index);
        border(pen, own, rim, 6.0);
    }
}

/// Draws a border around the squares chosen, if there are any.
fn border(pen: &mut Pen, chosen: impl Fn(&Seen) -> bool, colour: &str, width: f64) {
    let squares: Vec<Point> = pen
        .scene
        .places()
        .filter(|seen| seen.place.shape == Shape::Square && chosen(seen))
        .map(|seen| (seen.x, seen.y))
        .collect();
    if !squares.is_empty() {
        let attributes = format!(
            "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\""
        );
        pen.path(&outer_sides(&squares), attributes);
    }
}

/// The sides of squares on which no other of them lies.
fn outer_sides(squares: &[Point]) -> Path {
    let taken = |(x, y): Point| {
        squares
            .iter()
            .any(|&(other_x, other_y)| (x - other_x).abs() < 0.25 && (y - other_y).abs() < 0.25)
    };
    let mut path = Path::default();
    for &(x, y) in squares {
        for (right, down) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
            if !taken((x + right, y + down)) {
                let (side_x, side_y) = (x + right * 0.5, y + down * 0.5);
                path = path
                    .jump((side_x - down * 0.5, side_y - right * 0.5))
                    .to((side_x + down * 0.5, side_y + right * 0.5));
            }
        }
    }
    path
}
