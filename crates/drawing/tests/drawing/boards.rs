//! Boards of the four kinds, built by hand: a star of holes, a chequered board with camps, points
//! joined by lines, and bowls of beans.

use spielwerk_drawing::Scene;
use spielwerk_games::board::{Label, SiteInfo, SiteShape, Zone, ZoneKind};
use spielwerk_games::{Board, Content, Site};

/// A board and what stands on it, with everything a scene needs.
pub(crate) struct Sample {
    pub(crate) title: &'static str,
    pub(crate) board: Board,
    pub(crate) contents: Vec<Content>,
    pub(crate) seats: Vec<&'static str>,
    pub(crate) marked: Vec<Site>,
}

impl Sample {
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene {
            title: self.title,
            board: &self.board,
            contents: &self.contents,
            seats: &self.seats,
            last_move: &self.marked,
        }
    }

    /// The sample with other sites marked, by their names.
    pub(crate) fn marking(mut self, names: &[&str]) -> Sample {
        let site = |name: &&str| {
            let sites = &self.board.sites;
            let index = sites.iter().position(|site_info| site_info.name == *name);
            Site(index.expect("a site of that name") as u16)
        };
        self.marked = names.iter().map(site).collect();
        self
    }
}

/// One of each kind, small enough to read.
pub(crate) fn all() -> Vec<(&'static str, Sample)> {
    vec![
        ("star", star()),
        ("chequered", chequered(8)),
        ("points", points(5, 9)),
        ("bowls", bowls()),
    ]
}

/// A star of 73 holes for three players, with four blocked holes.
pub(crate) fn star() -> Sample {
    let on_board = |x: i32, y: i32| {
        let cube = [x, y, -x - y];
        cube.iter().all(|&c| c >= -3) || cube.iter().all(|&c| c <= 3)
    };
    let rows = (-6..=6).rev();
    let spaces: Vec<(i32, i32)> =
        rows.flat_map(|y| (-6..=6).map(move |x| (x, y))).filter(|&(x, y)| on_board(x, y)).collect();
    let site_info = |&(x, y): &(i32, i32)| SiteInfo {
        name: format!("{x},{y}"),
        x: f64::from(x) + f64::from(y) / 2.0,
        y: -f64::from(y) * 0.75_f64.sqrt(),
        shape: SiteShape::Hole,
    };
    let corner = |kind, seat, inside: fn(i32, i32) -> bool| Zone {
        kind,
        seat,
        sites: sites(&spaces, |&(x, y)| inside(x, y)),
    };
    let zones = vec![
        corner(ZoneKind::Start, 0, |_, y| y <= -4),
        corner(ZoneKind::Home, 0, |_, y| y >= 4),
        corner(ZoneKind::Start, 1, |x, y| x + y >= 4),
        corner(ZoneKind::Home, 1, |x, y| x + y <= -4),
        corner(ZoneKind::Start, 2, |x, _| x <= -4),
        corner(ZoneKind::Home, 2, |x, _| x >= 4),
    ];
    let site = |space| {
        let index = spaces.iter().position(|&other| other == space);
        index.map(|index| Site(index as u16))
    };
    let lines = spaces
        .iter()
        .flat_map(|&(x, y)| {
            let neighbours = [(x + 1, y), (x, y + 1), (x + 1, y - 1)];
            neighbours.map(|end| Some((site((x, y))?, site(end)?)))
        })
        .flatten()
        .collect();
    let blocked = [(0, 0), (-1, 2), (2, -1), (-1, -1)];
    let pegs = [
        [(2, 2), (0, 3), (-2, 4), (1, -4), (2, -5), (0, -3)],
        [(1, 3), (2, -2), (1, 1), (-3, -1), (-2, -2), (-1, -3)],
        [(-4, 1), (-5, 2), (-3, 2), (4, -1), (0, 1), (5, -3)],
    ];
    let content = |space: &(i32, i32)| {
        let seat = pegs.iter().position(|pegs| pegs.contains(space));
        match seat {
            Some(seat) => Content::Piece(seat),
            None if blocked.contains(space) => Content::Blocked,
            None => Content::Empty,
        }
    };
    let sample = Sample {
        title: "A star for three",
        contents: spaces.iter().map(content).collect(),
        board: Board {
            sites: spaces.iter().map(site_info).collect(),
            lines,
            zones,
            labels: vec![label("A", 0.0, 6.1), label("B", 5.28, -3.05), label("C", -5.28, -3.05)],
        },
        seats: vec!["A", "B", "C"],
        marked: Vec::new(),
    };
    sample.marking(&["2,0", "0,2", "-2,2", "-2,4"])
}

/// A chequered board with camps in two corners, each the start of one and the home of the other.
pub(crate) fn chequered(size: usize) -> Sample {
    let squares: Vec<(usize, usize)> =
        (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).collect();
    let site_info = |&(x, y): &(usize, usize)| SiteInfo {
        name: format!("{x},{y}"),
        x: x as f64,
        y: y as f64,
        shape: SiteShape::Square,
    };
    let deep = if size > 8 { 5 } else { 3 };
    let near = move |x: usize, y: usize| x < deep && y < deep && x + y <= deep;
    let far = move |x: usize, y: usize| near(size - 1 - x, size - 1 - y);
    let mut zones = Vec::new();
    for (kind, black) in [(ZoneKind::Start, 0), (ZoneKind::Home, 1)] {
        zones.push(Zone { kind, seat: black, sites: sites(&squares, |&(x, y)| near(x, y)) });
        zones.push(Zone { kind, seat: 1 - black, sites: sites(&squares, |&(x, y)| far(x, y)) });
    }
    let content = |&(x, y): &(usize, usize)| {
        let left = (x * 7 + y * 5) % 4 == 0;
        match () {
            () if near(x, y) && !left => Content::Piece(0),
            () if far(x, y) && !left => Content::Piece(1),
            () if (x + 3 * y) % 17 == 3 => Content::Piece(0),
            () if (3 * x + y) % 19 == 7 => Content::Piece(1),
            () => Content::Empty,
        }
    };
    let edge = |at: usize| {
        let text = &at.to_string();
        [label(text, at as f64, -1.0), label(text, -1.0, at as f64)]
    };
    let sample = Sample {
        title: "Two camps",
        contents: squares.iter().map(content).collect(),
        board: Board {
            sites: squares.iter().map(site_info).collect(),
            lines: Vec::new(),
            zones,
            labels: (0..size).flat_map(edge).collect(),
        },
        seats: vec!["Black", "White"],
        marked: Vec::new(),
    };
    sample.marking(&["4,4", "4,2", "2,4"])
}

/// Points in rows and columns, every second one with diagonals.
pub(crate) fn points(rows: usize, columns: usize) -> Sample {
    let all: Vec<(usize, usize)> =
        (0..rows).flat_map(|rank| (0..columns).map(move |column| (column, rank))).collect();
    let letter = |column: usize| char::from(b'a' + column as u8);
    let site_info = |&(column, rank): &(usize, usize)| SiteInfo {
        name: format!("{}{}", letter(column), rank + 1),
        x: column as f64,
        y: (rows - 1 - rank) as f64,
        shape: SiteShape::Point,
    };
    let site = |(column, rank): (usize, usize)| Site((rank * columns + column) as u16);
    let mut lines = Vec::new();
    for &(column, rank) in &all {
        let strong = (column + rank) % 2 == 0;
        let mut ends = vec![(column + 1, rank), (column, rank + 1)];
        if strong {
            ends.push((column + 1, rank + 1));
            ends.push((column.wrapping_sub(1), rank + 1));
        }
        ends.retain(|&(x, y)| x < columns && y < rows);
        lines.extend(ends.into_iter().map(|end| (site((column, rank)), site(end))));
    }
    let files = (0..columns).map(|column| {
        let text = &letter(column).to_string();
        label(text, column as f64, rows as f64 - 0.3)
    });
    let ranks = (0..rows).map(|rank| {
        let text = &(rank + 1).to_string();
        label(text, -0.7, (rows - 1 - rank) as f64)
    });
    let content = |&(column, rank): &(usize, usize)| {
        let gone = (3 * column + 5 * rank) % 7 == 1;
        match (rank * 2).cmp(&(rows - 1)) {
            _ if gone => Content::Empty,
            std::cmp::Ordering::Less => Content::Piece(0),
            std::cmp::Ordering::Greater => Content::Piece(1),
            std::cmp::Ordering::Equal if column * 2 == columns - 1 => Content::Empty,
            std::cmp::Ordering::Equal => Content::Piece((column + 1) % 2),
        }
    };
    let sample = Sample {
        title: "Stones on points",
        contents: all.iter().map(content).collect(),
        board: Board {
            sites: all.iter().map(site_info).collect(),
            lines,
            zones: Vec::new(),
            labels: files.chain(ranks).collect(),
        },
        seats: vec!["White", "Black"],
        marked: Vec::new(),
    };
    sample.marking(&["b1", "c2", "c3"])
}

/// Two rows of six bowls with a store at each end.
pub(crate) fn bowls() -> Sample {
    let game = spielwerk_games::game("bohnenspiel").expect("a game with bowls");
    let position = game.read_position("6,0,1,12,3,4/2,7,0,9,1,5 8-14 s").expect("a position");
    let sample = Sample {
        title: "Beans in bowls",
        board: game.board().clone(),
        contents: position.contents(),
        seats: vec!["Weisse", "Schwarz"],
        marked: Vec::new(),
    };
    sample.marking(&["W2"])
}

fn label(text: &str, x: f64, y: f64) -> Label {
    Label { text: text.into(), x, y }
}

fn sites<T>(list: &[T], inside: impl Fn(&T) -> bool) -> Vec<Site> {
    let chosen = (0..list.len()).filter(|&index| inside(&list[index]));
    chosen.map(|index| Site(index as u16)).collect()
}
