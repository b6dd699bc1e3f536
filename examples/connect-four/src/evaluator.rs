//! A static evaluation: rows of four that only one side can still fill, by how many discs of it are
//! there. Everything else, `random` to `strong` and the levels, follows from it.

use spielwerk_games::{Position, Seat};
use spielwerk_players::{GamePlayers, PlayerSpec};
use spielwerk_search::Evaluator;

use crate::position::{COLUMNS, Column, ConnectFour, ROWS};

/// The evaluation, without weights to tune.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct OpenFours;

/// What none, one, two or three discs in an open row of four are worth, in hundredths of a disc.
const WORTH: [i32; 4] = [0, 5, 20, 80];

/// All rows of four, as bitboards.
fn fours() -> impl Iterator<Item = u64> {
    let directions = [(1i32, 0i32), (0, 1), (1, 1), (1, -1)];
    directions.into_iter().flat_map(|(right, up)| {
        let fits = move |column: i32, row: i32| {
            (0..COLUMNS as i32).contains(&(column + 3 * right))
                && (0..ROWS as i32).contains(&(row + 3 * up))
        };
        let cells = (0..COLUMNS as i32).flat_map(|c| (0..ROWS as i32).map(move |r| (c, r)));
        cells.filter(move |&(column, row)| fits(column, row)).map(move |(column, row)| {
            let bit = |n| ConnectFour::bit((column + n * right) as usize, (row + n * up) as usize);
            (0..4).map(bit).sum()
        })
    })
}

impl Evaluator<ConnectFour> for OpenFours {
    fn evaluate(&self, position: &ConnectFour) -> i32 {
        let (own, other) = (position.turn(), position.turn().opponent());
        let side = |seat: Seat, against: Seat| -> i32 {
            let open = fours().filter(|four| position.discs(against) & four == 0);
            open.map(|four| WORTH[(position.discs(seat) & four).count_ones() as usize % 4]).sum()
        };
        side(own, other) - side(other, own)
    }

    /// The middle columns first: more rows of four go through them.
    fn order_score(&self, _position: &ConnectFour, Column(column): Column) -> i32 {
        -10 * (i32::from(column) - COLUMNS as i32 / 2).abs()
    }
}

impl GamePlayers for ConnectFour {
    type SearchPosition = ConnectFour;
    type Evaluator = OpenFours;
    type Weights = ();

    fn evaluator(_spec: &PlayerSpec) -> OpenFours {
        OpenFours
    }

    fn expected_moves_left(&self) -> u32 {
        let empty = (0..COLUMNS).map(|column| ROWS - self.height(column)).sum::<usize>();
        empty as u32 / 2 + 1
    }
}
