//! What people and files need: names, the board as data, moves as text and as clicks.

use std::ops::ControlFlow;

use spielwerk_games::board::{Label, SiteInfo, SiteShape};
use spielwerk_games::{
    Board, Content, Continuations, Game, GameInfo, MoveError, Position, Seat, Site,
};

use crate::position::{COLUMNS, Column, ConnectFour, ROWS};
use crate::setup::{Setup, SetupError};

/// Cells are numbered row by row from below.
fn site(column: usize, row: usize) -> Site {
    Site((COLUMNS * row + column) as u16)
}

impl ConnectFour {
    /// Where a disc lands.
    fn landing(&self, Column(column): Column) -> Site {
        site(column.into(), self.height(column.into()))
    }
}

impl Game for ConnectFour {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: GameInfo = GameInfo {
        name: "connect-four",
        title: "Connect Four",
        seats: &["Red", "Yellow"],
        board: "7 columns of 6 cells",
        rules: "discs fall down, four in a row win",
        repetition_limit: None,
        turn_limit: None,
    };

    fn from_setup(setup: &Setup) -> Result<ConnectFour, SetupError> {
        setup.position()
    }

    fn setup(&self) -> Setup {
        Setup::of(self)
    }

    fn setup_from_contents(contents: &[Content], turn: Seat) -> Setup {
        let cell = |site: Site| match contents.get(site.index()) {
            Some(&Content::Piece(seat)) => Some(seat as u8),
            _ => None,
        };
        let cells =
            std::array::from_fn(|row| std::array::from_fn(|column| cell(site(column, row))));
        Setup { cells, turn: turn.index() as u8 }
    }

    fn board() -> Board {
        let cell = |index: usize| {
            let (column, row) = (index % COLUMNS, index / COLUMNS);
            let name = format!("{}{}", (b'a' + column as u8) as char, row + 1);
            let (x, y) = (column as f64, (ROWS - 1 - row) as f64);
            SiteInfo { name, x, y, shape: SiteShape::Hole }
        };
        let label = |column: usize| Label {
            text: (column + 1).to_string(),
            x: column as f64,
            y: ROWS as f64,
        };
        Board {
            sites: (0..COLUMNS * ROWS).map(cell).collect(),
            lines: Vec::new(),
            zones: Vec::new(),
            labels: (0..COLUMNS).map(label).collect(),
        }
    }

    fn contents(&self) -> Vec<Content> {
        let content = |index: usize| {
            let bit = ConnectFour::bit(index % COLUMNS, index / COLUMNS);
            let owner = Seat::all(2).find(|&seat| self.discs(seat) & bit != 0);
            owner.map_or(Content::Empty, Content::piece)
        };
        (0..COLUMNS * ROWS).map(content).collect()
    }

    fn path(&self, m: Column) -> Vec<Site> {
        vec![self.landing(m)]
    }

    fn continuations(&self, path: &[Site]) -> Continuations<Column> {
        let moves = self.legal_moves();
        match path {
            [] => Continuations {
                next: moves.into_iter().map(|m| self.landing(m)).collect(),
                complete: None,
            },
            &[site] => Continuations {
                next: Vec::new(),
                complete: moves.into_iter().find(|&m| self.landing(m) == site),
            },
            _ => Continuations::NONE,
        }
    }

    fn generate_paths(
        &self,
        mut each: impl FnMut(Column, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate_moves(|m| each(m, &[self.landing(m)]))
    }

    fn write_move(&self, Column(column): Column) -> String {
        (column + 1).to_string()
    }

    fn move_to_bits(Column(column): Column) -> u64 {
        column.into()
    }

    fn move_from_bits(bits: u64) -> Option<Column> {
        (bits < COLUMNS as u64).then_some(Column(bits as u8))
    }

    const ACTIONS: usize = COLUMNS;

    fn generate_actions(
        &self,
        mut each: impl FnMut(usize, Column) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate_moves(|m| each(m.0.into(), m))
    }

    fn read_move(&self, text: &str) -> Result<Column, MoveError> {
        let number = text.trim().parse::<usize>().ok().filter(|n| (1..=COLUMNS).contains(n));
        let column =
            number.ok_or_else(|| MoveError::unreadable(text, "no column from 1 to 7", "`4`"))? - 1;
        if self.outcome().is_some() {
            return Err(MoveError::illegal(text, "the game is over"));
        }
        if self.height(column) == ROWS {
            return Err(MoveError::illegal(text, "that column is full"));
        }
        Ok(Column(column as u8))
    }
}
