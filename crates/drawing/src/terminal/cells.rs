//! A board as a block of cells, for a screen that is drawn again and again and can be pointed at.

use anstyle::Style;
use games::Spot;
use games::board::Shape;

use super::{Lights, Sketch, TerminalStyle, bowls, palette, spots};
use crate::Scene;
use crate::scene::Seen;

/// A board in cells: what each shows, and which spot it belongs to.
#[derive(Clone, Debug)]
pub struct Cells {
    columns: usize,
    rows: usize,
    cells: Vec<(char, Style)>,
    areas: Vec<Area>,
    pieces: Vec<(char, Style)>,
}

/// No board is drawn more times as large than this.
const MOST_ZOOM: u16 = 8;

/// The cells of one spot.
#[derive(Copy, Clone, Debug)]
struct Area {
    middle: (i32, i32),
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Cells {
    /// Draws a scene without its legend, so many times as large as need be. On a coloured board
    /// there is a margin around it.
    pub fn new(scene: &Scene, style: &TerminalStyle, lights: Lights, zoom: u16) -> Cells {
        let sketch = Sketch::new(scene, *style, lights, zoom.clamp(1, MOST_ZOOM));
        let piece = |seat| {
            let paint = sketch.colour(palette::painted(palette::board(), scene, seat));
            (spots::piece_sign(scene, *style, seat), paint)
        };
        let pieces = (0..scene.seats.len()).map(piece).collect();
        let Some(((left, top), (right, bottom))) = sketch.canvas.extent() else {
            return Cells { columns: 0, rows: 0, cells: Vec::new(), areas: Vec::new(), pieces };
        };
        let (across, down) = if style.colour { (2, 1) } else { (0, 0) };
        let (left, right) = (left - across, right + across);
        let (top, bottom) = (top - down, bottom + down);
        let blank = (' ', sketch.colour(palette::board()));
        let row = |row| (left..=right).map(move |column| (column, row));
        let all = (top..=bottom).flat_map(row);
        Cells {
            columns: (right - left + 1) as usize,
            rows: (bottom - top + 1) as usize,
            cells: all.map(|cell| sketch.canvas.cell(cell).unwrap_or(blank)).collect(),
            areas: scene.places().map(|seen| Area::of(&sketch, seen).moved(-left, -top)).collect(),
            pieces,
        }
    }

    /// How many columns and rows there are.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// All rows from the top: the signs with their styles.
    pub fn rows(&self) -> impl Iterator<Item = &[(char, Style)]> {
        // A board without any cell has no rows, whatever the size of one.
        self.cells.chunks(self.columns.max(1))
    }

    /// What stands for each seat, in order: the sign and the style of its pieces.
    pub fn pieces(&self) -> &[(char, Style)] {
        &self.pieces
    }

    /// The spot in a cell, by column and row from the upper left.
    pub fn spot_at(&self, column: usize, row: usize) -> Option<Spot> {
        let (column, row) = (i32::try_from(column).ok()?, i32::try_from(row).ok()?);
        let inside = |area: &Area| {
            let columns = area.columns.0..=area.columns.1;
            columns.contains(&column) && (area.rows.0..=area.rows.1).contains(&row)
        };
        let areas = self.areas.iter().enumerate().filter(|(_, area)| inside(area));
        // A row is about as high as two columns are wide.
        let apart = |area: &Area| (area.middle.0 - column).abs() + 2 * (area.middle.1 - row).abs();
        let nearest = areas.min_by_key(|(_, area)| apart(area))?.0;
        u16::try_from(nearest).ok().map(Spot)
    }

    /// The cell in the middle of a spot.
    pub fn cell_of(&self, spot: Spot) -> Option<(usize, usize)> {
        let (column, row) = self.areas.get(spot.index())?.middle;
        Some((usize::try_from(column).ok()?, usize::try_from(row).ok()?))
    }
}

impl Area {
    fn of(sketch: &Sketch, seen: Seen) -> Area {
        let (column, row) = sketch.layout.cell(seen.x, seen.y);
        let (columns, rows) = match seen.place.shape {
            Shape::House | Shape::Store => {
                let reach = bowls::reach(sketch, seen, row);
                let (left, right) = bowls::sides(sketch);
                ((column - left, column + right), (row - reach, row + reach))
            }
            Shape::Square => {
                let (wide, high) = (spots::width(sketch, seen, column), spots::rows(sketch, row));
                ((wide.start, wide.end - 1), (high.start, high.end - 1))
            }
            Shape::Hole | Shape::Point => {
                let (aside, above) = (sketch.zoom, sketch.zoom / 2);
                ((column - aside, column + aside), (row - above, row + above))
            }
        };
        Area { middle: (column, row), columns, rows }
    }

    fn moved(self, right: i32, down: i32) -> Area {
        Area {
            middle: (self.middle.0 + right, self.middle.1 + down),
            columns: (self.columns.0 + right, self.columns.1 + right),
            rows: (self.rows.0 + down, self.rows.1 + down),
        }
    }
}
