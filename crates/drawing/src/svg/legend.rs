//! The legend of the players below the board.

use spielwerk_games::Content;

use super::geometry::Area;
use super::pieces;
use super::svg_writer::SvgWriter;

/// The size of the names.
const SIZE: f64 = 0.34;
/// The radius of the little pieces before them.
const PIECE: f64 = 0.19;
/// Between one player and the next.
const GAP: f64 = 0.6;
/// Longer names are cut.
const LONGEST: usize = 24;

/// Writes the legend below the board, and returns the area of both.
pub(super) fn draw(writer: &mut SvgWriter, board_area: Area) -> Area {
    let scene = *writer.scene;
    if scene.seats.is_empty() {
        return board_area;
    }
    let names: Vec<String> = scene.seats.iter().map(|name| shorten(name)).collect();
    let widths: Vec<f64> = names.iter().map(|name| width(name)).collect();
    let total = widths.iter().sum::<f64>() + GAP * (names.len() - 1) as f64;
    let middle = board_area.middle().0;
    let y = board_area.bottom + 0.42;
    let beans = scene.contents.iter().any(|content| matches!(content, Content::Beans(_)));
    writer.group("class='legend' text-anchor='start'", |writer| {
        let mut x = middle - total / 2.0;
        for (seat, (name, width)) in names.iter().zip(&widths).enumerate() {
            if beans {
                let paint = writer.paint(seat);
                let attributes =
                    format!("fill='{}' stroke='{}' stroke-width='2'", paint.base, paint.edge);
                writer.rectangle((x + PIECE, y), (PIECE, PIECE * 0.62), PIECE * 0.62, attributes);
            } else {
                pieces::piece(writer, seat, (x + PIECE, y), PIECE);
            }
            let ink = writer.palette.ink;
            writer.text((x + 2.0 * PIECE + 0.12, y), SIZE, format_args!("fill='{ink}'"), name);
            x += width + GAP;
        }
    });
    Area {
        left: board_area.left.min(middle - total / 2.0),
        right: board_area.right.max(middle + total / 2.0),
        bottom: y + 0.25,
        ..board_area
    }
}

/// About how wide a player is in the legend: what letters really take is up to the viewer's font.
fn width(name: &str) -> f64 {
    2.0 * PIECE + 0.12 + name.chars().count() as f64 * SIZE * 0.58
}

fn shorten(name: &str) -> String {
    if name.chars().count() <= LONGEST {
        return name.into();
    }
    name.chars().take(LONGEST - 1).chain(['…']).collect()
}
