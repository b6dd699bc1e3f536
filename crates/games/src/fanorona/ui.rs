//! Board and names of Fanorona, and the board sizes in the registry.

use std::ops::ControlFlow;

use super::actions::VARIANTS;
use super::points::set;
use super::setup::{COLOURS, Turn};
use super::{BoardSize, Fanorona, Move, QUIET_PLY_LIMIT, Setup, SetupError};
use crate::board::{Label, SiteInfo, SiteShape};
use crate::{Board, Content, Continuations, Game, GameInfo, MoveError, Seat, Site};

impl<const ROWS: usize, const COLUMNS: usize> Game for Fanorona<ROWS, COLUMNS> {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: GameInfo = info(ROWS, COLUMNS);

    fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.try_into()
    }

    fn setup(&self) -> Setup {
        (*self).into()
    }

    fn setup_from_contents(contents: &[Content], turn: Seat) -> Setup {
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
        let place = |point: usize| SiteInfo {
            name: Self::name(point),
            x: (point % COLUMNS) as f64,
            y: (ROWS - 1 - point / COLUMNS) as f64,
            shape: SiteShape::Point,
        };
        let lines = (0..Self::POINTS).flat_map(|point| {
            Self::points(Self::neighbours(set(Self::bit(point))))
                .filter(move |&other| other > point)
                .map(move |other| (Site(point as u16), Site(other as u16)))
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
            sites: (0..Self::POINTS).map(place).collect(),
            lines: lines.collect(),
            // Fanorona has no start or goal areas.
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

    fn path(&self, m: Move) -> Vec<Site> {
        self.shortest_path(m)
    }

    fn continuations(&self, path: &[Site]) -> Continuations<Move> {
        self.path_continuations(path)
    }

    fn generate_paths(
        &self,
        mut each: impl FnMut(Move, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_path(&mut each)
    }

    fn write_move(&self, m: Move) -> String {
        self.write_turn(m)
    }

    fn move_to_bits(m: Move) -> u64 {
        m.to_bits()
    }

    fn move_from_bits(bits: u64) -> Option<Move> {
        Move::from_bits(bits)
    }

    const ACTIONS: usize = Self::POINTS * Self::POINTS * VARIANTS;

    fn generate_actions(
        &self,
        each: impl FnMut(usize, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.number_moves(each)
    }

    fn counter(&self) -> Option<f32> {
        Some(f32::from(self.quiet_plies()) / f32::from(QUIET_PLY_LIMIT))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_turn(text)
    }
}

impl BoardSize {
    /// The name of the game on a board of this size.
    pub const fn game_name(self) -> &'static str {
        info(self.rows(), self.columns()).name
    }
}

/// The names of the board sizes in the registry.
const fn info(rows: usize, columns: usize) -> GameInfo {
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
    GameInfo {
        name,
        title,
        seats: &COLOURS,
        board,
        rules: "capture by approach or withdrawal, drawn after 100 plies without a capture",
        repetition_limit: Some(3),
        turn_limit: None,
    }
}
