//! The scene: one position to draw, with checked access to it.
//!
//! The lists of a scene are untrusted and need not fit together. All drawing goes through these
//! methods, which handle missing contents, sites outside the board and extreme coordinates.

use spielwerk_games::board::{SiteInfo, ZoneKind};
use spielwerk_games::{Board, Content, Site};

/// A position to draw.
#[derive(Copy, Clone, Debug)]
pub struct Scene<'a> {
    /// The title of the picture, for screen readers.
    pub title: &'a str,
    /// The board.
    pub board: &'a Board,
    /// The content of each site, in the order of [`Board::sites`].
    pub contents: &'a [Content],
    /// The players' names, in the order of the seats.
    ///
    /// Seats called white or black, in English or German, get pieces of that colour.
    pub seats: &'a [&'a str],
    /// The path of the last move; may be empty.
    pub last_move: &'a [Site],
}

/// A site with its index, its clamped coordinates, and its content.
#[derive(Copy, Clone)]
pub(crate) struct DrawnSite<'a> {
    pub(crate) index: usize,
    pub(crate) info: &'a SiteInfo,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) content: Content,
}

impl<'a> Scene<'a> {
    /// All sites, in order.
    pub(crate) fn sites(&self) -> impl Iterator<Item = DrawnSite<'a>> + Clone + use<'a> {
        let contents = self.contents;
        let drawn = move |(index, site): (usize, &'a SiteInfo)| DrawnSite {
            index,
            info: site,
            x: sane(site.x),
            y: sane(site.y),
            content: contents.get(index).copied().unwrap_or(Content::Empty),
        };
        self.board.sites.iter().enumerate().map(drawn)
    }

    /// A site, if the board has it.
    pub(crate) fn site(&self, site: Site) -> Option<DrawnSite<'a>> {
        self.sites().nth(site.index())
    }

    /// The sites of the last move that the board has, in order.
    pub(crate) fn last_move_path(&self) -> Vec<DrawnSite<'a>> {
        self.last_move.iter().filter_map(|&site| self.site(site)).collect()
    }

    /// The seat whose zone of this kind contains a site.
    pub(crate) fn zone(&self, kind: ZoneKind, index: usize) -> Option<usize> {
        let mut zones = self.board.zones.iter().filter(|zone| zone.kind == kind);
        let zone = zones.find(|zone| zone.sites.iter().any(|site| site.index() == index));
        zone.map(|zone| zone.seat)
    }

    /// All labels with clamped coordinates.
    pub(crate) fn labels(&self) -> impl Iterator<Item = (&'a str, f64, f64)> + Clone + use<'a> {
        let labels = self.board.labels.iter();
        labels.map(|label| (label.text.as_str(), sane(label.x), sane(label.y)))
    }

    /// The vertical coordinate of the board's middle.
    pub(crate) fn middle(&self) -> f64 {
        let (top, bottom) =
            self.sites().fold((f64::INFINITY, f64::NEG_INFINITY), |(top, bottom), drawn| {
                (top.min(drawn.y), bottom.max(drawn.y))
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

    /// The content of a site in words.
    pub(crate) fn words(&self, content: Content) -> String {
        match content {
            Content::Empty => "empty".into(),
            Content::Blocked => "blocked".into(),
            Content::Piece(seat) => self.seat_name(seat),
            Content::Beans(1) => "1 bean".into(),
            Content::Beans(beans) => format!("{beans} beans"),
        }
    }

    /// The position in words, for screen readers.
    pub(crate) fn description(&self) -> String {
        let mut sentences: Vec<(String, Vec<&str>)> = Vec::new();
        for drawn in self.sites().filter(|drawn| drawn.content != Content::Empty) {
            let words = self.words(drawn.content);
            match sentences.iter_mut().find(|(what, _)| *what == words) {
                Some((_, names)) => names.push(&drawn.info.name),
                None => sentences.push((words, vec![&drawn.info.name])),
            }
        }
        let mut sentences: Vec<String> = sentences
            .into_iter()
            .map(|(what, names)| format!("{what}: {}.", names.join(", ")))
            .collect();
        let trail: Vec<&str> =
            self.last_move_path().iter().map(|drawn| drawn.info.name.as_str()).collect();
        if !trail.is_empty() {
            sentences.push(format!("Last move: {}.", trail.join(" to ")));
        }
        sentences.join(" ")
    }
}

/// Clamps a coordinate: no board is ten thousand sites wide.
fn sane(coordinate: f64) -> f64 {
    const FAR: f64 = 10_000.0;
    if coordinate.is_nan() { 0.0 } else { coordinate.clamp(-FAR, FAR) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::board::SiteShape;

    fn board(names: &[&str]) -> Board {
        let site = |(index, name): (usize, &&str)| SiteInfo {
            name: (*name).into(),
            x: index as f64,
            y: f64::NAN,
            shape: SiteShape::Hole,
        };
        Board {
            sites: names.iter().enumerate().map(site).collect(),
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
            last_move: &[Site(2), Site(99), Site(0)],
        };
        assert_eq!(scene.sites().last().unwrap().content, Content::Empty);
        assert!(scene.sites().all(|drawn| drawn.y == 0.0));
        assert_eq!(scene.description(), "Anna: a. player 8: b. Last move: c to a.");
    }
}
