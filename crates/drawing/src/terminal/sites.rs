//! Holes, squares and points: one character each, and on a large board a disc around it.
//!
//! ```text
//!              ▄▄▄
//!  ●   ▐●▌   ▐█●█▌
//!              ▀▀▀
//! ```

use anstyle::Style;
use spielwerk_games::Content;
use spielwerk_games::board::{SiteShape, ZoneKind};

use super::{Sketch, TerminalStyle, highlights, palette};
use crate::Scene;
use crate::scene::DrawnSite;
use crate::seats::{Mark, letter};

/// Draws one site with its content.
pub(super) fn draw(sketch: &mut Sketch, drawn: DrawnSite) {
    let (column, row) = sketch.layout.cell(drawn.x, drawn.y);
    let background = background(sketch, drawn);
    let highlighted = highlights::highlighted(sketch, drawn.index, background);
    // Must come before anything is drawn over the lines that meet here.
    let sign = sign(sketch, drawn);
    if sketch.style.colour {
        let square = drawn.info.shape == SiteShape::Square;
        let fill = if square || sketch.zoom > 1 { highlighted } else { background };
        let dark = drawn.info.shape == SiteShape::Point && highlighted == background;
        let columns = if dark { column..column + 1 } else { width(sketch, drawn, column) };
        for beside in columns {
            for line in if square { rows(sketch, row) } else { row..row + 1 } {
                sketch.canvas.put((beside, line), ' ', fill);
            }
        }
    } else {
        keep_room(sketch, (column, row));
    }
    let style = match drawn.content {
        Content::Piece(seat) => palette::painted(highlighted, sketch.scene, seat),
        _ => highlighted,
    };
    let style = sketch.colour(style);
    let style = if disc(sketch, drawn, (column, row), style) { reversed(style) } else { style };
    sketch.canvas.put((column, row), sign, style);
}

/// The half width and half height of the piece on a site, in cells.
pub(super) fn piece_extent(sketch: &Sketch, drawn: DrawnSite) -> (i32, i32) {
    let piece = matches!(drawn.content, Content::Piece(_));
    match sketch.zoom {
        _ if !piece || !sketch.style.colour || !sketch.style.unicode => (0, 0),
        1 => (0, 0),
        2 => (1, 0),
        _ => (2, 1),
    }
}

/// Draws a piece as a disc, if the zoom allows it. Its character is written on it later.
fn disc(sketch: &mut Sketch, drawn: DrawnSite, (column, row): (i32, i32), style: Style) -> bool {
    let (aside, above) = piece_extent(sketch, drawn);
    if aside == 0 {
        return false;
    }
    sketch.canvas.put((column - aside, row), '▐', style);
    sketch.canvas.put((column + aside, row), '▌', style);
    for inner in column + 1 - aside..column + aside {
        sketch.canvas.put((inner, row), '█', style);
        if above > 0 {
            sketch.canvas.put((inner, row - above), '▄', style);
            sketch.canvas.put((inner, row + above), '▀', style);
        }
    }
    true
}

/// Foreground and background exchanged.
fn reversed(style: Style) -> Style {
    style.fg_color(style.get_bg_color()).bg_color(style.get_fg_color())
}

/// The rows that have the colour of a square.
pub(super) fn rows(sketch: &Sketch, row: i32) -> std::ops::Range<i32> {
    let start = row - (sketch.zoom - 1) / 2;
    start..start + sketch.zoom
}

/// The columns that have the colour of a site: its own; all of a square; and the gap between two
/// holes of the same home, so that a home is one patch.
pub(super) fn width(sketch: &Sketch, drawn: DrawnSite, column: i32) -> std::ops::Range<i32> {
    let (next, _) = sketch.layout.cell(drawn.x + 1.0, drawn.y);
    let own_home = home(sketch.scene, drawn.index);
    let same_home = |other: DrawnSite| {
        let beside = (other.x - drawn.x - 1.0).abs() < 0.1 && (other.y - drawn.y).abs() < 0.1;
        beside && home(sketch.scene, other.index) == own_home
    };
    if drawn.info.shape == SiteShape::Square {
        let start = column - (next - column - 1) / 2;
        start..start + (next - column)
    } else if sketch.zoom > 1 {
        column - 1..column + 2
    } else if own_home.is_some() && sketch.scene.sites().any(same_home) {
        column..next
    } else {
        column..column + 1
    }
}

/// Without colour, highlights are brackets. Every site reserves space for them, so that the layout
/// does not change with the highlights.
fn keep_room(sketch: &mut Sketch, (column, row): (i32, i32)) {
    for cell in [(column - 1, row), (column + 1, row)] {
        if sketch.canvas.get(cell).is_none() {
            sketch.canvas.put(cell, ' ', Style::new());
        }
    }
}

/// The colours of an empty site.
fn background(sketch: &Sketch, drawn: DrawnSite) -> Style {
    let plain = match drawn.info.shape {
        SiteShape::Square => {
            palette::square((drawn.x.round() + drawn.y.round()).rem_euclid(2.0) >= 1.0)
        }
        _ => palette::board(),
    };
    match home(sketch.scene, drawn.index) {
        Some(seat) => palette::zone(plain, sketch.scene, seat),
        None => plain,
    }
}

/// Whose home a site is in, or else whose camp.
fn home(scene: &Scene, index: usize) -> Option<usize> {
    scene.zone(ZoneKind::Home, index).or_else(|| scene.zone(ZoneKind::Start, index))
}

fn sign(sketch: &Sketch, drawn: DrawnSite) -> char {
    let zone = home(sketch.scene, drawn.index).is_some();
    match (drawn.content, drawn.info.shape) {
        (Content::Piece(seat), _) => piece_sign(sketch.scene, sketch.style, seat),
        (Content::Blocked, _) => sketch.sign('✕', '#'),
        (Content::Beans(beans), _) => char::from_digit(beans.into(), 10).unwrap_or('+'),
        (Content::Empty, SiteShape::Point) => crossing(sketch, drawn),
        (Content::Empty, _) if zone => sketch.sign('∘', ':'),
        (Content::Empty, _) => sketch.sign('·', '.'),
    }
}

/// The intersection of the lines that end at a point: `┼` in the middle of a board, `┐` in a corner.
fn crossing(sketch: &Sketch, drawn: DrawnSite) -> char {
    /// By the sum of 1 for a line upwards, 2 to the right, 4 downwards, 8 to the left.
    const SIGNS: [char; 16] =
        ['·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    if !sketch.style.unicode {
        return '+';
    }
    let (column, row) = sketch.layout.cell(drawn.x, drawn.y);
    let sides = [
        ((column, row - 1), '│', 1),
        ((column + 1, row), '─', 2),
        ((column, row + 1), '│', 4),
        ((column - 1, row), '─', 8),
    ];
    let joined = |(cell, line, value)| {
        let there = sketch.canvas.get(cell) == Some(line);
        if there { value } else { 0 }
    };
    SIGNS[sides.map(joined).iter().sum::<usize>()]
}

/// The character of a seat's pieces: its letter, or with colour and Unicode a shape, unless the
/// board has beans.
pub(super) fn piece_sign(scene: &Scene, style: TerminalStyle, seat: usize) -> char {
    let beans = |content: &Content| matches!(content, Content::Beans(_));
    if !style.colour || !style.unicode || scene.contents.iter().any(beans) {
        return letter(scene, seat);
    }
    match Mark::of(seat) {
        Mark::Plain => '●',
        Mark::Ring => '◆',
        Mark::Triangle => '▲',
        Mark::Cross => '■',
    }
}
