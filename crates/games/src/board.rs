//! Boards as data: one renderer draws every game, and one routine enters moves for every game.
//!
//! A board has sites (cells, points or houses), lines between them and zones; a position has a
//! content for each site. A move is a path of sites. User interfaces need no rules.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// A site of a board (a cell, point or house), by its index in [`Board::sites`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Site(pub u16);

impl Site {
    /// Its index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The board of a game without its pieces.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// All sites; a [`Site`] is an index into this list.
    #[serde(rename = "places")]
    pub sites: Vec<SiteInfo>,
    /// Lines to draw between sites.
    pub lines: Vec<(Site, Site)>,
    /// Groups of sites: homes, camps, a player's houses.
    pub zones: Vec<Zone>,
    /// Letters and numbers at the edge, in the same coordinates as the sites.
    pub labels: Vec<Label>,
}

/// Name, coordinates and shape of a site.
#[derive(Clone, Debug, Serialize)]
pub struct SiteInfo {
    /// What players call it: `d3`, `11,15`, `W4`.
    pub name: String,
    /// Horizontal coordinate, increasing to the right. Neighbouring sites are about 1 apart.
    pub x: f64,
    /// Vertical coordinate, increasing downwards.
    pub y: f64,
    /// How it is drawn.
    pub shape: SiteShape,
}

/// How a site is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteShape {
    /// A round hole for a peg.
    Hole,
    /// A square of a chequered board.
    Square,
    /// A crossing of lines.
    Point,
    /// A bowl that holds beans and can be played from.
    House,
    /// A bowl that collects beans.
    Store,
}

/// A group of sites that belongs to a seat.
#[derive(Clone, Debug, Serialize)]
pub struct Zone {
    /// What the zone is for.
    pub kind: ZoneKind,
    /// Whose zone it is, by the seat's number.
    pub seat: usize,
    /// The sites in it.
    #[serde(rename = "spots")]
    pub sites: Vec<Site>,
}

/// What a zone is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneKind {
    /// Where the seat's pegs or pieces begin.
    Start,
    /// Where the seat's pegs or pieces must go.
    Home,
    /// The houses that the seat plays from, and its store.
    Houses,
}

/// A text at the edge of the board.
#[derive(Clone, Debug, Serialize)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Horizontal coordinate of the middle of the text, as for sites.
    pub x: f64,
    /// Vertical coordinate of the middle of the text, as for sites.
    pub y: f64,
}

/// The content of a site.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Nothing.
    Empty,
    /// Blocked: no piece can ever stand here.
    Blocked,
    /// A peg, piece or stone of this seat, by its number.
    Piece(usize),
    /// This number of beans.
    Beans(u8),
}

impl Content {
    /// A piece of this seat.
    pub const fn piece(seat: Seat) -> Content {
        Content::Piece(seat.index())
    }
}

/// The continuations of a partial move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuations<M> {
    /// The sites that can come next, in ascending order.
    pub next: Vec<Site>,
    /// The move, if the path so far is a complete move.
    pub complete: Option<M>,
}

impl<M> Continuations<M> {
    /// The continuations of a path that no legal move begins with.
    pub const NONE: Continuations<M> = Continuations { next: Vec::new(), complete: None };
}
