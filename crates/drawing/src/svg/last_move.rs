//! The last move: a line from site to site with an arrow at its end.

use spielwerk_games::board::SiteShape;

use super::geometry::{Point, beside};
use super::pieces::PIECE;
use super::sites::{BOWL, store_half_height};
use super::svg_writer::{Path, SvgWriter};
use crate::scene::DrawnSite;

/// Draws the sites of the last move and the line between them.
pub(super) fn draw(writer: &mut SvgWriter) {
    let path = writer.scene.last_move_path();
    let (Some(first), Some(last)) = (path.first(), path.last()) else {
        return;
    };
    let accent = writer.palette.accent;
    writer.group("class='trail'", |writer| {
        halo(writer, first);
        if path.len() > 1 {
            halo(writer, last);
            let points: Vec<Point> = path.iter().map(|drawn| (drawn.x, drawn.y)).collect();
            arrow_line(writer, &points);
            for &point in &points[..points.len() - 1] {
                writer.circle(point, 0.11, format_args!("fill='{accent}'"));
            }
        }
    });
}

/// A ring around a site of the last move.
fn halo(writer: &mut SvgWriter, drawn: &DrawnSite) {
    let accent = writer.palette.accent;
    let ring = format!("fill='none' stroke='{accent}' stroke-width='8'");
    let at = (drawn.x, drawn.y);
    match drawn.info.shape {
        SiteShape::Square => {
            let attributes =
                format!("fill='{accent}' fill-opacity='0.25' stroke='{accent}' stroke-width='6'");
            writer.rectangle(at, (0.46, 0.46), 0.06, attributes);
        }
        SiteShape::Hole | SiteShape::Point => writer.circle(at, PIECE + 0.06, ring),
        SiteShape::House => writer.circle(at, BOWL + 0.02, ring),
        SiteShape::Store => {
            let reach = store_half_height(writer.scene, *drawn);
            writer.rectangle(at, (BOWL + 0.02, reach + 0.02), BOWL, ring);
        }
    }
}

/// The line. It ends with an arrow at the edge of the moved piece.
fn arrow_line(writer: &mut SvgWriter, points: &[Point]) {
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
    let accent = writer.palette.accent;
    let line = points[..points.len() - 1]
        .iter()
        .fold(Path::default(), |path, &point| path.to(point))
        .to(neck);
    let round = "stroke-linejoin='round' stroke-linecap='round'";
    writer.path(&line, format_args!("fill='none' stroke='{accent}' stroke-width='11' {round}"));
    let arrow = Path::default()
        .to(tip)
        .to(beside(neck, across, 0.14))
        .to(beside(neck, across, -0.14))
        .close();
    writer.path(&arrow, format_args!("fill='{accent}' stroke='{accent}' stroke-width='4' {round}"));
}
