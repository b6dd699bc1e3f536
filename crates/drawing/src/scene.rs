//! What there is to see, and safe answers about it.
//!
//! The lists of a scene come from different hands and need not fit together. All drawing asks
//! here, so that a missing content, a mark beside the board or a wild coordinate is settled once.

use games::board::{Place, ZoneKind};
use games::{Board, Content, Spot};

/// A position to draw.
#[derive(Copy, Clone, Debug)]
pub struct Scene<'a> {
    /// What the picture shows, in a few words: its title for screen readers.
    pub title: &'a str,
    /// The board.
    pub board: &'a Board,
    /// What stands on each spot, in the order of [`Board::places`].
    pub contents: &'a [Content],
    /// The players' names, in the order of the seats.
    ///
    /// Seats called white or black, in English or German, get pieces of that colour.
    pub seats: &'a [&'a str],
    /// The spots of the last move in the order in which it came by them; may be empty.
    pub marked: &'a [Spot],
}

/// A place with its number, its coordinates made safe, and what stands there.
#[derive(Copy, Clone)]
pub(crate) struct Seen<'a> {
    pub(crate) index: usize,
    pub(crate) place: &'a Place,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) content: Content,
}

impl<'a> Scene<'a> {
    /// All places, in order.
    pub(crate) fn places(&self) -> impl Iterator<Item = Seen<'a>> + Clone + use<'a> {
        let contents = self.contents;
        let seen = move |(index, place): (usize, &'a Place)| Seen {
            index,
            place,
            x: sane(place.x),
            y: sane(place.y),
            content: contents.get(index).copied().unwrap_or(Content::Empty),
        };
        self.board.places.iter().enumerate().map(seen)
    }

    /// The place of a spot, if the board has it.
    pub(crate) fn place(&self, spot: Spot) -> Option<Seen<'a>> {
        self.places().nth(spot.index())
    }

    /// The marked spots that the board has, in order.
    pub(crate) fn trail(&self) -> Vec<Seen<'a>> {
        self.marked.iter().filter_map(|&spot| self.place(spot)).collect()
    }

    /// The seat whose zone of this kind a place lies in.
    pub(crate) fn zone(&self, kind: ZoneKind, index: usize) -> Option<usize> {
        let mut zones = self.board.zones.iter().filter(|zone| zone.kind == kind);
        let zone = zones.find(|zone| zone.spots.iter().any(|spot| spot.index() == index));
        zone.map(|zone| zone.seat)
    }

    /// All labels with safe coordinates.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (&'a str, f64, f64)> + Clone + use<'a> {
        let labels = self.board.labels.iter();
        labels.map(|label| (label.text.as_str(), sane(label.x), sane(label.y)))
    }

    /// The height of the board's middle.
    pub(crate) fn middle(&self) -> f64 {
        let (top, bottom) =
            self.places().fold((f64::INFINITY, f64::NEG_INFINITY), |(top, bottom), seen| {
                (top.min(seen.y), bottom.max(seen.y))
            });
        if top <= bottom { (top + bottom) / 2.0 } else { 0.0 }
    }

    /// What a seat is called.
    pub(crate) fn seat_name(&self, seat: usize) -> String {
        match self.seats.get(seat) {
            Some(name) => (*name).to_owned(),
            None => format!("player {}", seat.saturating_add(1)),
        }
    }

    /// What stands on a place, in words.
    pub(crate) fn words(&self, content: Content) -> String {
        match content {
            Content::Empty => "empty".into(),
            Content::Blocked => "blocked".into(),
            Content::Piece(seat) => self.seat_name(seat),
            Content::Beans(1) => "1 bean".into(),
            Content::Beans(beans) => format!("{beans} beans"),
        }
    }

    /// The whole position in words, for those who listen to it.
    pub(crate) fn description(&self) -> String {
        let mut sentences: Vec<(String, Vec<&str>)> = Vec::new();
        for seen in self.places().filter(|seen| seen.content != Content::Empty) {
            let words = self.words(seen.content);
            match sentences.iter_mut().find(|(what, _)| *what == words) {
                Some((_, names)) => names.push(&seen.place.name),
                None => sentences.push((words, vec![&seen.place.name])),
            }
        }
        let mut sentences: Vec<String> = sentences
            .into_iter()
            .map(|(what, names)| format!("{what}: {}.", names.join(", ")))
            .collect();
        let trail: Vec<&str> = self.trail().iter().map(|seen| seen.place.name.as_str()).collect();
        if !trail.is_empty() {
            sentences.push(format!("Last move: {}.", trail.join(" to ")));
        }
        sentences.join(" ")
    }
}

/// A coordinate on this side of nonsense: no board is ten thousand places wide.
fn sane(coordinate: f64) -> f64 {
    const FAR: f64 = 10_000.0;
    if coordinate.is_nan() { 0.0 } else { coordinate.clamp(-FAR, FAR) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Shape;

    fn board(names: &[&str]) -> Board {
        let place = |(index, name): (usize, &&str)| Place {
            name: (*name).into(),
            x: index as f64,
            y: f64::NAN,
            shape: Shape::Hole,
        };
        Board {
            places: names.iter().enumerate().map(place).collect(),
            lines: Vec::new(),
            zones: Vec::new(),
            labels: Vec::new(),
        }
    }

    #[test]
    fn lists_that_do_not_fit_are_settled() {
        let board = board(&["a", "b", "c"]);
        let scene = Scene {
            title: "",
            board: &board,
            contents: &[Content::Piece(0), Content::Piece(7)],
            seats: &["Anna"],
            marked: &[Spot(2), Spot(99), Spot(0)],
        };
        assert_eq!(scene.places().last().unwrap().content, Content::Empty);
        assert!(scene.places().all(|seen| seen.y == 0.0));
        assert_eq!(scene.description(), "Anna: a. player 8: b. Last move: c to a.");
    }
}
