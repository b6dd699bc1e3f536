//! A board described as data, so that one renderer draws every game and one routine plays it.
//!
//! A game tells once where its spots are, which lines join them and which belong together; and for
//! a position, what stands on each spot. A move is a path of spots. Front ends need no rule.

use serde::{Deserialize, Serialize};

use crate::Seat;

/// A place on a board, by its number in [`Board::places`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Spot(pub u16);

impl Spot {
    /// Its number, to index with.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a game's board looks like, whatever stands on it.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// All spots; a [`Spot`] is an index into this list.
    pub places: Vec<Place>,
    /// Lines to draw between spots.
    pub lines: Vec<(Spot, Spot)>,
    /// Spots that belong together: homes, camps, a player's houses.
    pub zones: Vec<Zone>,
    /// Letters and numbers at the edge, in the same coordinates as the places.
    pub labels: Vec<Label>,
}

/// One spot of a board.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// What players call it: `d3`, `11,15`, `W4`.
    pub name: String,
    /// Across, to the right. Neighbouring spots are about 1 apart.
    pub x: f64,
    /// Down.
    pub y: f64,
    /// How it is drawn.
    pub shape: Shape,
}

/// How a spot is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
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

/// Spots that belong together.
#[derive(Clone, Debug, Serialize)]
pub struct Zone {
    /// Why they belong together.
    pub kind: ZoneKind,
    /// Whose zone it is, by the seat's number.
    pub seat: usize,
    /// The spots in it.
    pub spots: Vec<Spot>,
}

/// Why the spots of a zone belong together.
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

/// A word at the edge of the board.
#[derive(Clone, Debug, Serialize)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Across, as for places: the middle of the text.
    pub x: f64,
    /// Down, as for places: the middle of the text.
    pub y: f64,
}

/// What stands on a spot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Content {
    /// Nothing.
    Empty,
    /// Nothing, and nothing ever will: the spot is blocked.
    Blocked,
    /// A peg, piece or stone of this seat, by its number.
    Piece(usize),
    /// So many beans.
    Beans(u8),
}

impl Content {
    /// A piece of this seat.
    pub const fn piece(seat: Seat) -> Content {
        Content::Piece(seat.index())
    }
}

/// What can come after the spots chosen so far on the way to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Follow<M> {
    /// The spots that can come next, in rising order.
    pub next: Vec<Spot>,
    /// The move, if the path may end here.
    pub done: Option<M>,
}

impl<M> Follow<M> {
    /// A path that no legal move begins with.
    pub const NOWHERE: Follow<M> = Follow { next: Vec::new(), done: None };
}
