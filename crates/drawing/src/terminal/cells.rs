//! A board as a grid of cells, for a text user interface with cursor and mouse.

use anstyle::Style;
use spielwerk_games::Site;
use spielwerk_games::board::SiteShape;

use super::{Highlights, Sketch, TerminalStyle, bowls, palette, sites};
use crate::Scene;
use crate::scene::DrawnSite;

/// A board as a grid of cells: what each shows, and which site it belongs to.
#[derive(Clone, Debug)]
pub struct Cells {
    columns: usize,
    rows: usize,
    cells: Vec<(char, Style)>,
    areas: Vec<Area>,
    pieces: Vec<(char, Style)>,
}

/// The maximum zoom.
const MAX_ZOOM: u16 = 8;

/// The cells of one site.
#[derive(Copy, Clone, Debug)]
struct Area {
    middle: (i32, i32),
    columns: (i32, i32),
    rows: (i32, i32),
}

impl Cells {
    /// Draws a scene without its legend at this zoom, from 1. With colour there is a margin around
    /// the board.
    pub fn new(scene: &Scene, style: &TerminalStyle, highlights: Highlights, zoom: u16) -> Cells {
        let sketch = Sketch::new(scene, *style, highlights, zoom.clamp(1, MAX_ZOOM));
        let piece = |seat| {
            let paint = sketch.colour(palette::painted(palette::board(), scene, seat));
            (sites::piece_sign(scene, *style, seat), paint)
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
            areas: scene.sites().map(|drawn| Area::of(&sketch, drawn).moved(-left, -top)).collect(),
            pieces,
        }
    }

    /// The number of columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// All rows from the top: the characters with their styles.
    pub fn rows(&self) -> impl Iterator<Item = &[(char, Style)]> {
        // A board without any cell has no rows, whatever the size of one.
        self.cells.chunks(self.columns.max(1))
    }

    /// The character and style of each seat's pieces, in order.
    pub fn pieces(&self) -> &[(char, Style)] {
        &self.pieces
    }

    /// The site at a cell, by column and row from the upper left.
    pub fn site_at(&self, column: usize, row: usize) -> Option<Site> {
        let (column, row) = (i32::try_from(column).ok()?, i32::try_from(row).ok()?);
        let inside = |area: &Area| {
            let columns = area.columns.0..=area.columns.1;
            columns.contains(&column) && (area.rows.0..=area.rows.1).contains(&row)
        };
        let areas = self.areas.iter().enumerate().filter(|(_, area)| inside(area));
        // A row is about as high as two columns are wide.
        let apart = |area: &Area| (area.middle.0 - column).abs() + 2 * (area.middle.1 - row).abs();
        let nearest = areas.min_by_key(|(_, area)| apart(area))?.0;
        u16::try_from(nearest).ok().map(Site)
    }

    /// The cell in the middle of a site.
    pub fn cell_of(&self, site: Site) -> Option<(usize, usize)> {
        let (column, row) = self.areas.get(site.index())?.middle;
        Some((usize::try_from(column).ok()?, usize::try_from(row).ok()?))
    }
}

impl Area {
    fn of(sketch: &Sketch, drawn: DrawnSite) -> Area {
        let (column, row) = sketch.layout.cell(drawn.x, drawn.y);
        let (columns, rows) = match drawn.info.shape {
            SiteShape::House | SiteShape::Store => {
                let reach = bowls::half_height(sketch, drawn, row);
                let (left, right) = bowls::sides(sketch);
                ((column - left, column + right), (row - reach, row + reach))
            }
            SiteShape::Square => {
                let (wide, high) = (sites::width(sketch, drawn, column), sites::rows(sketch, row));
                ((wide.start, wide.end - 1), (high.start, high.end - 1))
            }
            SiteShape::Hole | SiteShape::Point => {
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
