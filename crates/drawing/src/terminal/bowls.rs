//! Houses and stores: boxes with a number in them.
//!
//! ```text
//!    S6
//! ╭────╮╭────╮
//! │    ││  6 │      a store stands as high as the rows of houses beside it
//! │  0 │╰────╯
//! ```

use anstyle::Style;
use spielwerk_games::Content;
use spielwerk_games::board::{SiteShape, ZoneKind};

use super::{Sketch, highlights, palette};
use crate::scene::DrawnSite;

/// The columns from the middle of a small box to its sides; the middle is the second digit of three.
const LEFT: i32 = 2;
const RIGHT: i32 = 3;
/// What the zoom adds on either side of a box.
const GROWTH: i32 = 3;

/// The columns from the middle of a box to its sides.
pub(super) fn sides(sketch: &Sketch) -> (i32, i32) {
    let more = GROWTH * (sketch.zoom - 1);
    (LEFT + more, RIGHT + more)
}

/// Draws one house or store with its beans and its name.
pub(super) fn draw(sketch: &mut Sketch, drawn: DrawnSite) {
    let (column, row) = sketch.layout.cell(drawn.x, drawn.y);
    let reach = half_height(sketch, drawn, row);
    let seat = sketch.scene.zone(ZoneKind::Houses, drawn.index);
    let rim = match seat {
        Some(seat) => palette::painted(palette::board(), sketch.scene, seat),
        None => palette::board(),
    };
    let rim = sketch.colour(rim);
    frame(sketch, (column, row), reach, rim);
    inside(sketch, drawn, (column, row));
    beans(sketch, drawn, (column, row), reach);
    let name_row = if drawn.info.shape == SiteShape::Store && reach > sketch.zoom {
        row - 1
    } else if drawn.y < sketch.scene.middle() {
        row - reach - 1
    } else {
        row + reach + 1
    };
    let label = sketch.colour(palette::words());
    sketch.write(&drawn.info.name, (column, name_row), label);
}

/// The half height of a house or store in rows.
pub(super) fn half_height(sketch: &Sketch, drawn: DrawnSite, row: i32) -> i32 {
    match drawn.info.shape {
        SiteShape::Store => store_half_height(sketch, row),
        _ => sketch.zoom,
    }
}

/// The half height of a store in rows: it extends as far as the rows of houses.
fn store_half_height(sketch: &Sketch, row: i32) -> i32 {
    const MAX_HALF_HEIGHT: i32 = 24;
    let houses = sketch.scene.sites().filter(|drawn| drawn.info.shape == SiteShape::House);
    let rows = houses.map(|drawn| sketch.layout.cell(drawn.x, drawn.y).1);
    let (above, below) = rows.fold((0, 0), |(above, below): (i32, i32), house| {
        (above.max(row - house), below.max(house - row))
    });
    above.min(below).min(MAX_HALF_HEIGHT) + sketch.zoom
}

fn frame(sketch: &mut Sketch, (column, row): (i32, i32), reach: i32, style: Style) {
    let level = sketch.sign('─', '-');
    let upright = sketch.sign('│', '|');
    let [upper_left, upper_right, lower_left, lower_right] =
        if sketch.style.unicode { ['╭', '╮', '╰', '╯'] } else { ['+'; 4] };
    let sides = sides(sketch);
    let (left, right, top, bottom) = (column - sides.0, column + sides.1, row - reach, row + reach);
    for across in left + 1..right {
        sketch.canvas.put((across, top), level, style);
        sketch.canvas.put((across, bottom), level, style);
    }
    for down in top + 1..bottom {
        sketch.canvas.put((left, down), upright, style);
        sketch.canvas.put((right, down), upright, style);
    }
    for (cell, sign) in [
        ((left, top), upper_left),
        ((right, top), upper_right),
        ((left, bottom), lower_left),
        ((right, bottom), lower_right),
    ] {
        sketch.canvas.put(cell, sign, style);
    }
}

/// The beans as dots, if the box is large enough: alternately above and below the number.
fn beans(sketch: &mut Sketch, drawn: DrawnSite, (column, row): (i32, i32), reach: i32) {
    let Content::Beans(beans) = drawn.content else { return };
    if sketch.zoom < 2 || drawn.info.shape == SiteShape::Store {
        return;
    }
    let (left, right) = sides(sketch);
    let room = left + right - 1;
    let (sign, style) = (sketch.sign('•', 'o'), sketch.colour(palette::words()));
    let rows = (1..reach).flat_map(|aside| [row - aside, row + aside]);
    let mut left_over = i32::from(beans);
    let lines = 2 * (reach - 1);
    let each = ((left_over + lines - 1) / lines.max(1)).min(room);
    for line in rows {
        let here = each.min(left_over);
        left_over -= here;
        // With blanks between them as long as there is room.
        let step = if 2 * here - 1 <= room { 2 } else { 1 };
        let start = column - (step * (here - 1)) / 2;
        for bean in 0..here {
            sketch.canvas.put((start + step * bean, line), sign, style);
        }
    }
}

/// The number of beans, three digits wide.
fn inside(sketch: &mut Sketch, drawn: DrawnSite, (column, row): (i32, i32)) {
    let number = match drawn.content {
        Content::Beans(beans) => beans.to_string(),
        Content::Empty => "0".into(),
        Content::Blocked => sketch.sign('✕', '#').into(),
        Content::Piece(seat) => super::sites::piece_sign(sketch.scene, sketch.style, seat).into(),
    };
    let style =
        sketch.colour(highlights::highlighted(sketch, drawn.index, palette::words().bold()));
    let text = format!("{number:>3} ");
    for (right, sign) in (0..RIGHT + LEFT - 1).zip(text.chars()) {
        sketch.canvas.put((column - LEFT + 1 + right, row), sign, style);
    }
}
