//! Lines between sites, in line-drawing characters.

use anstyle::Style;
use spielwerk_games::board::SiteShape;

use super::{Sketch, palette};

/// Draws the lines between points; the points are drawn over their ends. Sites of other shapes are
/// too close for lines, and need none.
pub(super) fn draw(sketch: &mut Sketch) {
    let style = sketch.colour(palette::board());
    let scene = sketch.scene;
    for &(from, to) in &scene.board.lines {
        if let (Some(a), Some(b)) = (scene.site(from), scene.site(to))
            && [a, b].iter().all(|end| end.info.shape == SiteShape::Point)
        {
            let ends = [sketch.layout.cell(a.x, a.y), sketch.layout.cell(b.x, b.y)];
            line(sketch, ends, style);
        }
    }
}

/// Draws one line: along its row if it is horizontal, else one character in each row between its
/// ends.
fn line(sketch: &mut Sketch, ends: [(i32, i32); 2], style: Style) {
    let [(a, top), (b, bottom)] = if ends[0].1 <= ends[1].1 { ends } else { [ends[1], ends[0]] };
    if top == bottom {
        let sign = sketch.sign('─', '-');
        for column in a.min(b) + 1..a.max(b) {
            sketch.canvas.put((column, top), sign, style);
        }
        return;
    }
    let [falling, rising, crossing] =
        if sketch.style.unicode { ['╲', '╱', '╳'] } else { ['\\', '/', 'X'] };
    for row in top + 1..bottom {
        let part = f64::from(row - top) / f64::from(bottom - top);
        let column = a + (f64::from(b - a) * part).round() as i32;
        let sign = match a.cmp(&b) {
            std::cmp::Ordering::Equal => sketch.sign('│', '|'),
            std::cmp::Ordering::Less => falling,
            std::cmp::Ordering::Greater => rising,
        };
        let other = if sign == falling { rising } else { falling };
        let crossed = a != b && sketch.canvas.get((column, row)) == Some(other);
        let sign = if crossed { crossing } else { sign };
        sketch.canvas.put((column, row), sign, style);
    }
}
