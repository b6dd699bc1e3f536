//! A board as an SVG picture that stands alone.
//!
//! The picture is built in layers, from the table up: the wooden board, the zones, the lines, the
//! places, the way of the last move, the pieces and beans, the labels, and the legend below.

mod beans;
mod board;
mod geometry;
mod legend;
mod pen;
mod pieces;
mod places;
mod theme;
mod trail;
mod zones;

pub use theme::Theme;

use crate::Scene;
use geometry::Area;
use pen::{Pen, escape};

/// Empty space around the board, in board units.
const MARGIN: f64 = 0.3;

/// Draws a scene as a complete SVG document.
///
/// Each place is a group of class `place` with its number in `data-spot`, each piece or heap of
/// beans one of class `piece`; both have the place's name as a tool tip. No text of the scene can
/// break out of the picture: all is escaped.
pub fn svg(scene: &Scene, theme: &Theme) -> String {
    let mut pen = Pen::new(scene, theme.palette());
    let table = board::panel(&mut pen);
    zones::draw(&mut pen);
    board::lines(&mut pen);
    places::draw(&mut pen);
    zones::borders(&mut pen);
    trail::draw(&mut pen);
    pieces::draw(&mut pen);
    board::labels(&mut pen);
    let area = legend::draw(&mut pen, table);
    document(&pen, area.grown(MARGIN))
}

/// The layers with everything around them that makes them a document.
fn document(pen: &Pen, area: Area) -> String {
    let [left, top, width, height] =
        [area.left, area.top, area.width(), area.height()].map(pen::length);
    let title = escape(pen.scene.title);
    let description = pen.scene.description();
    let description = escape(&description);
    let definitions = theme::definitions(pen);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
         role=\"img\" aria-labelledby=\"{id}-title {id}-desc\" \
         font-family=\"system-ui, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif\" \
         text-anchor=\"middle\">\n\
         <title id=\"{id}-title\">{title}</title>\n\
         <desc id=\"{id}-desc\">{description}</desc>\n\
         <defs>\n{definitions}</defs>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{page}\"/>\n\
         {layers}</svg>\n",
        id = pen.id,
        page = pen.palette.page,
        layers = pen.layers(),
    )
}
