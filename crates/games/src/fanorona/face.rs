//! Fanorona as people see it: points, lines, names, and the sizes that have a name.

use std::ops::ControlFlow;

use super::points::set;
use super::setup::{COLOURS, Turn};
use super::{Fanorona, Move, Setup, SetupError};
use crate::board::{Label, Place, Shape};
use crate::{Board, Content, Follow, Game, Info, MoveError, Seat, Spot};

impl<const ROWS: usize, const COLUMNS: usize> Game for Fanorona<ROWS, COLUMNS> {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: Info = info(ROWS, COLUMNS);

    fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.try_into()
    }

    fn setup(&self) -> Setup {
        (*self).into()
    }

    fn arrange(contents: &[Content], turn: Seat) -> Setup {
        let point = |point: usize| match contents.get(point) {
            Some(Content::Piece(0)) => 'W',
            Some(Content::Piece(1)) => 'B',
            _ => '.',
        };
        let rank =
            |rank: usize| (0..COLUMNS).map(|column| point(rank * COLUMNS + column)).collect();
        let board = (0..ROWS).rev().map(rank).collect();
        Setup { board, turn: Turn::of(turn), quiet: 0, number: 1 }
    }

    fn board() -> Board {
        let place = |point: usize| Place {
            name: Self::name(point),
            x: (point % COLUMNS) as f64,
            y: (ROWS - 1 - point / COLUMNS) as f64,
            shape: Shape::Point,
        };
        let lines = (0..Self::POINTS).flat_map(|point| {
            Self::points(Self::neighbours(set(Self::bit(point))))
                .filter(move |&other| other > point)
                .map(move |other| (Spot(point as u16), Spot(other as u16)))
        });
        let column = |column: usize| Label {
            text: Self::name(column)[..1].to_owned(),
            x: column as f64,
            y: ROWS as f64 - 0.3,
        };
        let rank = |rank: usize| Label {
            text: (rank + 1).to_string(),
            x: -0.7,
            y: (ROWS - 1 - rank) as f64,
        };
        Board {
            places: (0..Self::POINTS).map(place).collect(),
            lines: lines.collect(),
            // Stones begin everywhere and need not get anywhere.
            zones: Vec::new(),
            labels: (0..COLUMNS).map(column).chain((0..ROWS).map(rank)).collect(),
        }
    }

    fn contents(&self) -> Vec<Content> {
        let content = |point: usize| {
            let point = set(Self::bit(point));
            let owner = Seat::all(2).find(|&seat| self.stones(seat) & point != 0);
            owner.map_or(Content::Empty, Content::piece)
        };
        (0..Self::POINTS).map(content).collect()
    }

    fn path(&self, m: Move) -> Vec<Spot> {
        self.shortest_path(m)
    }

    fn follow(&self, path: &[Spot]) -> Follow<Move> {
        self.follow_path(path)
    }

    fn paths(&self, mut each: impl FnMut(Move, &[Spot]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.all_paths(&mut each)
    }

    fn write_move(&self, m: Move) -> String {
        self.write_turn(m)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_turn(text)
    }
}

/// The names of the sizes that are in the catalogue.
const fn info(rows: usize, columns: usize) -> Info {
    let (name, title, board) = match (rows, columns) {
        (5, 9) => ("fanorona", "Fanorona", "5×9 points, 22 stones each"),
        (3, 3) => ("fanorona-3x3", "Fanorona, 3×3", "3×3 points, 4 stones each"),
        (3, 5) => ("fanorona-3x5", "Fanorona, 3×5", "3×5 points, 7 stones each"),
        (5, 3) => ("fanorona-5x3", "Fanorona, 5×3", "5×3 points, 7 stones each"),
        (3, 7) => ("fanorona-3x7", "Fanorona, 3×7", "3×7 points, 10 stones each"),
        (7, 3) => ("fanorona-7x3", "Fanorona, 7×3", "7×3 points, 10 stones each"),
        (5, 5) => ("fanorona-5x5", "Fanorona, 5×5", "5×5 points, 12 stones each"),
        (3, 9) => ("fanorona-3x9", "Fanorona, 3×9", "3×9 points, 13 stones each"),
        (9, 3) => ("fanorona-9x3", "Fanorona, 9×3", "9×3 points, 13 stones each"),
        (5, 7) => ("fanorona-5x7", "Fanorona, 5×7", "5×7 points, 17 stones each"),
        (7, 5) => ("fanorona-7x5", "Fanorona, 7×5", "7×5 points, 17 stones each"),
        _ => panic!("this size of board has no name"),
    };
    Info {
        name,
        title,
        seats: &COLOURS,
        board,
        rules: "capture by approach or withdrawal, drawn after 100 plies without a capture",
    }
}
