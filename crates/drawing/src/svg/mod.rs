//! Draws a board as a self-contained SVG document.
//!
//! The picture is built in layers, from the bottom: the wooden board, the zones, the lines, the
//! sites, the last move, the pieces and beans, the labels, and the legend below the board.

mod beans;
mod board;
mod geometry;
mod last_move;
mod legend;
mod pieces;
mod sites;
mod svg_writer;
mod theme;
mod zones;

pub use theme::Theme;

use crate::Scene;
use geometry::Area;
use svg_writer::{SvgWriter, escape};

/// Empty space around the board, in board units.
const MARGIN: f64 = 0.3;

/// Draws a scene as a complete SVG document.
///
/// Each site is a group of class `place` with its index in `data-spot`, each piece or heap of beans
/// one of class `piece`; both have the site's name as a tooltip. All text of the scene is escaped.
pub fn svg(scene: &Scene, theme: &Theme) -> String {
    let mut writer = SvgWriter::new(scene, theme.palette());
    let board_area = board::panel(&mut writer);
    zones::draw(&mut writer);
    board::lines(&mut writer);
    sites::draw(&mut writer);
    zones::borders(&mut writer);
    last_move::draw(&mut writer);
    pieces::draw(&mut writer);
    board::labels(&mut writer);
    let area = legend::draw(&mut writer, board_area);
    document(&writer, area.grown(MARGIN))
}

/// The complete document around the layers.
fn document(writer: &SvgWriter, area: Area) -> String {
    let [left, top, width, height] =
        [area.left, area.top, area.width(), area.height()].map(svg_writer::length);
    let title = escape(writer.scene.title);
    let description = writer.scene.description();
    let description = escape(&description);
    let definitions = theme::definitions(writer);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{left} {top} {width} {height}' \
         role='img' aria-labelledby='{id}-title {id}-desc' \
         font-family='system-ui, Segoe UI, Noto Sans, Helvetica, Arial, sans-serif' \
         text-anchor='middle'>\n\
         <title id='{id}-title'>{title}</title>\n\
         <desc id='{id}-desc'>{description}</desc>\n\
         <defs>\n{definitions}</defs>\n\
         <rect x='{left}' y='{top}' width='{width}' height='{height}' fill='{page}'/>\n\
         {layers}</svg>\n",
        id = writer.id,
        page = writer.palette.page,
        layers = writer.layers(),
    )
}
