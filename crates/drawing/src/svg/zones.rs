//! Homes, camps and rows of houses, tinted in the colour of the seat they belong to.
//!
//! A zone of round sites gets an outline around all of them, a zone of squares a border along its
//! outer sides. Start zones are outlined, home zones are filled.

use spielwerk_games::board::{SiteShape, Zone, ZoneKind};

use super::geometry::{Hull, Point};
use super::svg_writer::{Path, SvgWriter};
use crate::Scene;
use crate::scene::DrawnSite;

/// How far a zone extends beyond the middle of its round sites.
const REACH: f64 = 0.54;

/// Draws all zones except the tint of squares, which is drawn with the squares.
pub(super) fn draw(writer: &mut SvgWriter) {
    let scene = *writer.scene;
    for zone in &scene.board.zones {
        let (base, rim) = (writer.paint(zone.seat).base, writer.paint(zone.seat).rim);
        let (fill, stroke) = match zone.kind {
            ZoneKind::Home => (0.36, 0.0),
            ZoneKind::Start => (0.0, 0.75),
            ZoneKind::Houses => (0.2, 0.0),
        };
        let attributes = format!(
            "fill='{base}' fill-opacity='{fill}' stroke='{rim}' \
             stroke-opacity='{stroke}' stroke-width='4'"
        );
        for outline in outlines(&scene, zone) {
            writer.path(&outline, &attributes);
        }
    }
}

/// One outline around all round sites of a zone, or one around each if another site is between
/// them.
fn outlines(scene: &Scene, zone: &Zone) -> Vec<Path> {
    let own = |drawn: &DrawnSite| zone.sites.iter().any(|site| site.index() == drawn.index);
    let round = |drawn: &DrawnSite| {
        matches!(drawn.info.shape, SiteShape::Hole | SiteShape::Point | SiteShape::House)
    };
    let at = |drawn: DrawnSite| -> Point { (drawn.x, drawn.y) };
    let points: Vec<Point> =
        scene.sites().filter(|drawn| own(drawn) && round(drawn)).map(at).collect();
    if points.is_empty() {
        return Vec::new();
    }
    let hull = Hull::around(points.iter().copied());
    let stranger = scene.sites().any(|drawn| !own(&drawn) && hull.distance(at(drawn)) < 0.2);
    if stranger {
        let alone = |point| Hull::around([point]).rounded(REACH * 0.9);
        points.into_iter().map(alone).collect()
    } else {
        vec![hull.rounded(REACH)]
    }
}

/// Draws a fine line around all squares, and borders along the outer sides of zones of squares.
/// Where a start zone and a home zone coincide, the border has the colour of the start zone.
pub(super) fn borders(writer: &mut SvgWriter) {
    let scene = *writer.scene;
    border(writer, |_| true, writer.palette.line, 2.5);
    let mut zones: Vec<&Zone> = scene.board.zones.iter().collect();
    zones.sort_by_key(|zone| zone.kind == ZoneKind::Start);
    for zone in zones {
        let rim = writer.paint(zone.seat).rim;
        let own = |drawn: &DrawnSite| zone.sites.iter().any(|site| site.index() == drawn.index);
        border(writer, own, rim, 6.0);
    }
}

/// Draws a border around the squares chosen, if there are any.
fn border(writer: &mut SvgWriter, chosen: impl Fn(&DrawnSite) -> bool, colour: &str, width: f64) {
    let squares: Vec<Point> = writer
        .scene
        .sites()
        .filter(|drawn| drawn.info.shape == SiteShape::Square && chosen(drawn))
        .map(|drawn| (drawn.x, drawn.y))
        .collect();
    if !squares.is_empty() {
        let attributes =
            format!("fill='none' stroke='{colour}' stroke-width='{width}' stroke-linecap='round'");
        writer.path(&outer_sides(&squares), attributes);
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
