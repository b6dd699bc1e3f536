//! The wooden board that everything lies on, the lines drawn on it and the words at its edge.

use games::board::Shape;

use super::geometry::{Area, Hull, Point};
use super::pen::{Path, Pen};
use super::places::store_reach;
use crate::Scene;
use crate::scene::Seen;

/// How far the wood goes beyond what lies on it; also how round its corners are.
const BORDER: f64 = 0.34;

/// The same from the middle of a hole, for a board that follows the outline of its holes.
const HOLE_BORDER: f64 = 0.86;

/// Half the room that a label takes up.
const LABEL: f64 = 0.16;

/// Draws the board: its shadow, its edge, its face with the grain. Answers the area it covers.
pub(super) fn panel(pen: &mut Pen) -> Area {
    let (hull, border) = outline(pen.scene);
    let area = hull.area().grown(border);
    let palette = pen.palette;
    let face = hull.rounded(border);
    pen.group("class=\"board\"", |pen| {
        pen.group("transform=\"translate(0 9)\"", |pen| {
            let shadow = hull.rounded(border + 0.09);
            pen.path(&shadow, "fill=\"#000\" fill-opacity=\"0.16\"");
        });
        let edge = hull.rounded(border + 0.07);
        pen.path(&edge, format_args!("fill=\"{}\"", palette.edge));
        let wood = pen.url("wood");
        pen.path(&face, format_args!("fill=\"{wood}\""));
        grain(pen, &face, area);
    });
    area.grown(0.1)
}

/// The board's shape and the width of its border: a board of nothing but holes follows them, as
/// a hexagon follows a star; any other board is a rectangle.
fn outline(scene: &Scene) -> (Hull, f64) {
    let holes = scene.places().all(|seen| seen.place.shape == Shape::Hole);
    if holes && scene.board.labels.is_empty() && !scene.board.places.is_empty() {
        let middles = scene.places().map(|seen| (seen.x, seen.y));
        return (Hull::around(middles), HOLE_BORDER);
    }
    let places = scene.places().flat_map(|seen| box_around(scene, seen));
    let labels = scene.labels();
    let labels = labels.flat_map(|(_, x, y)| corners((x, y), (LABEL, LABEL)));
    let points: Vec<Point> = places.chain(labels).collect();
    let area = Area::around(&points);
    let half = (area.width() / 2.0, area.height() / 2.0);
    (Hull::around(corners(area.middle(), half)), BORDER)
}

/// The corners of the room that one place takes up.
fn box_around(scene: &Scene, seen: Seen) -> [Point; 4] {
    let half = match seen.place.shape {
        Shape::Hole | Shape::Square => (0.5, 0.5),
        Shape::Point => (0.42, 0.42),
        Shape::House => (0.5, 0.75),
        Shape::Store => (0.5, store_reach(scene, seen) + 0.31),
    };
    corners((seen.x, seen.y), half)
}

fn corners((x, y): Point, (width, height): (f64, f64)) -> [Point; 4] {
    let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    signs.map(|(right, down)| (x + right * width, y + down * height))
}

/// Long fine waves along the wood, the same in every picture of the same size.
fn grain(pen: &mut Pen, face: &Path, area: Area) {
    const SPACING: f64 = 0.23;
    pen.clip("face", face);
    let mut waves = Path::default();
    // A wild board can be as high as a house: it still gets no more than so many lines.
    let lines = ((area.height() / SPACING) as u32).min(160);
    for line in 0..lines {
        let nth = f64::from(line);
        let y = area.top + (nth + 0.5 + 0.45 * (nth * 2.4).sin()) * SPACING;
        let third = area.width() / 3.0;
        let sway = 0.16 * (nth * 0.73).sin() + 0.05 * (nth * 3.1).cos();
        waves = waves.jump((area.left, y)).curve(
            (area.left + third, y + sway),
            (area.right - third, y - sway),
            (area.right, y + sway * 0.4),
        );
    }
    let colour = pen.palette.grain;
    let clip = pen.url("face");
    pen.path(
        &waves,
        format_args!(
            "clip-path=\"{clip}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.16\" stroke-width=\"2.2\""
        ),
    );
}

/// Draws the lines between spots.
pub(super) fn lines(pen: &mut Pen) {
    let scene = *pen.scene;
    let ends = |&(a, b)| Some((scene.place(a)?, scene.place(b)?));
    let path = scene
        .board
        .lines
        .iter()
        .filter_map(ends)
        .fold(Path::default(), |path, (a, b)| path.jump((a.x, a.y)).to((b.x, b.y)));
    if !scene.board.lines.is_empty() {
        let colour = pen.palette.line;
        pen.path(
            &path,
            format_args!(
                "class=\"lines\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4.5\" stroke-linecap=\"round\""
            ),
        );
    }
}

/// Writes the words at the edge.
pub(super) fn labels(pen: &mut Pen) {
    let ink = pen.palette.ink;
    for (text, x, y) in pen.scene.labels() {
        pen.text(
            (x, y),
            0.32,
            format_args!("class=\"label\" fill=\"{ink}\" fill-opacity=\"0.85\""),
            text,
        );
    }
}
