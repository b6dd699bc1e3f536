//! The wooden board, the lines drawn on it and the labels at its edge.

use spielwerk_games::board::SiteShape;

use super::geometry::{Area, Hull, Point};
use super::sites::store_half_height;
use super::svg_writer::{Path, SvgWriter};
use crate::Scene;
use crate::scene::DrawnSite;

/// The width of the border around the sites; also the radius of its corners.
const BORDER: f64 = 0.34;

/// The same from the middle of a hole, for a board that follows the outline of its holes.
const HOLE_BORDER: f64 = 0.86;

/// Half the size of a label.
const LABEL: f64 = 0.16;

/// Draws the board: its shadow, its edge, its surface with the grain. Returns the area it covers.
pub(super) fn panel(writer: &mut SvgWriter) -> Area {
    let (hull, border) = outline(writer.scene);
    let area = hull.area().grown(border);
    let palette = writer.palette;
    let face = hull.rounded(border);
    writer.group("class='board'", |writer| {
        writer.group("transform='translate(0 9)'", |writer| {
            let shadow = hull.rounded(border + 0.09);
            writer.path(&shadow, "fill='#000' fill-opacity='0.16'");
        });
        let edge = hull.rounded(border + 0.07);
        writer.path(&edge, format_args!("fill='{}'", palette.edge));
        let wood = writer.url("wood");
        writer.path(&face, format_args!("fill='{wood}'"));
        grain(writer, &face, area);
    });
    area.grown(0.1)
}

/// The board's shape and the width of its border: a board of nothing but holes follows them, as
/// a hexagon follows a star; any other board is a rectangle.
fn outline(scene: &Scene) -> (Hull, f64) {
    let hull = Hull::around(scene.sites().map(|drawn| (drawn.x, drawn.y)));
    let labels = scene.labels().map(|(_, x, y)| hull.distance((x, y)));
    let farthest = labels.fold(0.0, f64::max);
    let holes = scene.sites().all(|drawn| drawn.info.shape == SiteShape::Hole);
    if holes && farthest <= 1.3 && !scene.board.sites.is_empty() {
        return (hull, HOLE_BORDER.max(farthest + LABEL * 2.0));
    }
    let sites = scene.sites().flat_map(|drawn| box_around(scene, drawn));
    let labels = scene.labels();
    let labels = labels.flat_map(|(_, x, y)| corners((x, y), (LABEL, LABEL)));
    let points: Vec<Point> = sites.chain(labels).collect();
    let area = Area::around(&points);
    let half = (area.width() / 2.0, area.height() / 2.0);
    (Hull::around(corners(area.middle(), half)), BORDER)
}

/// The corners of the box around one site.
fn box_around(scene: &Scene, drawn: DrawnSite) -> [Point; 4] {
    let half = match drawn.info.shape {
        SiteShape::Hole | SiteShape::Square => (0.5, 0.5),
        SiteShape::Point => (0.42, 0.42),
        SiteShape::House => (0.5, 0.75),
        SiteShape::Store => (0.5, store_half_height(scene, drawn) + 0.31),
    };
    corners((drawn.x, drawn.y), half)
}

fn corners((x, y): Point, (width, height): (f64, f64)) -> [Point; 4] {
    let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    signs.map(|(right, down)| (x + right * width, y + down * height))
}

/// Long fine waves along the wood, the same in every picture of the same size.
fn grain(writer: &mut SvgWriter, face: &Path, area: Area) {
    const SPACING: f64 = 0.23;
    writer.clip("face", face);
    let mut waves = Path::default();
    // The number of lines is limited even for a board of extreme height.
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
    let (colour, clip) = (writer.palette.grain, writer.url("face"));
    let stroke = format!("stroke='{colour}' stroke-opacity='0.16' stroke-width='2.2'");
    writer.path(&waves, format_args!("clip-path='{clip}' fill='none' {stroke}"));
}

/// Draws the lines between sites: thick between points, which are only their intersections, and
/// thin between holes and squares, which are visible without them.
pub(super) fn lines(writer: &mut SvgWriter) {
    let scene = *writer.scene;
    let ends = |&(a, b)| Some((scene.site(a)?, scene.site(b)?));
    let lines = scene.board.lines.iter().filter_map(ends);
    let (firm, fine): (Vec<_>, Vec<_>) =
        lines.partition(|(a, b)| [a, b].iter().all(|end| end.info.shape == SiteShape::Point));
    let colour = writer.palette.line;
    for (lines, width, opacity) in [(firm, 4.5, 1.0), (fine, 3.0, 0.45)] {
        let path =
            lines.iter().fold(Path::default(), |path, (a, b)| path.jump((a.x, a.y)).to((b.x, b.y)));
        if !lines.is_empty() {
            let attributes = format!(
                "class='lines' fill='none' stroke='{colour}' stroke-width='{width}' \
                 stroke-opacity='{opacity}' stroke-linecap='round'"
            );
            writer.path(&path, attributes);
        }
    }
}

/// Writes the labels at the edge.
pub(super) fn labels(writer: &mut SvgWriter) {
    let ink = writer.palette.ink;
    for (text, x, y) in writer.scene.labels() {
        writer.text(
            (x, y),
            0.32,
            format_args!("class='label' fill='{ink}' fill-opacity='0.85'"),
            text,
        );
    }
}
