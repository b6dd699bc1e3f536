//! Highlighted sites: the last move, the chosen sites, the next possible ones, the cursor.
//!
//! With colour each has its own background, and the cursor is a pair of bright brackets; without
//! colour all are brackets: `(·)` last move, `{·}` chosen, `<·>` next, `[·]` cursor.

use anstyle::Style;
use spielwerk_games::Site;
use spielwerk_games::board::SiteShape;

use super::{Sketch, palette};
use crate::scene::DrawnSite;

/// The sites to highlight while a move is entered.
#[derive(Copy, Clone, Debug, Default)]
pub struct Highlights<'a> {
    /// The sites chosen so far.
    pub chosen: &'a [Site],
    /// The sites that can come next.
    pub next: &'a [Site],
    /// The site of the cursor.
    pub cursor: Option<Site>,
}

/// Why a site is highlighted.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Highlight {
    Chosen,
    Next,
    Marked,
}

/// The style of a site with its highlight, if any.
pub(super) fn highlighted(sketch: &Sketch, index: usize, style: Style) -> Style {
    match highlight(sketch, index) {
        Some(Highlight::Chosen) => palette::chosen(style),
        Some(Highlight::Next) => palette::next(style),
        Some(Highlight::Marked) => palette::marked(style),
        None => style,
    }
}

/// Draws all brackets, over anything between the sites.
pub(super) fn brackets(sketch: &mut Sketch) {
    let scene = sketch.scene;
    for drawn in scene.sites() {
        let pair = match highlight(sketch, drawn.index) {
            _ if sketch.style.colour => continue,
            Some(Highlight::Chosen) => ['{', '}'],
            Some(Highlight::Next) => ['<', '>'],
            Some(Highlight::Marked) => ['(', ')'],
            None => continue,
        };
        put(sketch, drawn, pair);
    }
    if let Some(drawn) = sketch.highlights.cursor.and_then(|site| scene.site(site)) {
        put(sketch, drawn, ['[', ']']);
    }
}

/// Puts brackets around a site, keeping the background.
fn put(sketch: &mut Sketch, drawn: DrawnSite, pair: [char; 2]) {
    let (column, row) = sketch.layout.cell(drawn.x, drawn.y);
    let (left, right) = match drawn.info.shape {
        SiteShape::House | SiteShape::Store => (column - 1, column + 2),
        SiteShape::Hole | SiteShape::Square | SiteShape::Point => {
            let aside = super::sites::piece_extent(sketch, drawn).0 + 1;
            (column - aside, column + aside)
        }
    };
    for (column, sign) in [(left, pair[0]), (right, pair[1])] {
        let there = sketch.canvas.cell((column, row)).map(|cell| cell.1);
        let background = there.unwrap_or_else(palette::board);
        let style = sketch.colour(palette::cursor(background));
        sketch.canvas.put((column, row), sign, style);
    }
}

/// The most important highlight of a site.
fn highlight(sketch: &Sketch, index: usize) -> Option<Highlight> {
    let among = |sites: &[Site]| sites.iter().any(|site| site.index() == index);
    if among(sketch.highlights.chosen) {
        Some(Highlight::Chosen)
    } else if among(sketch.highlights.next) {
        Some(Highlight::Next)
    } else if among(sketch.scene.last_move) {
        Some(Highlight::Marked)
    } else {
        None
    }
}
