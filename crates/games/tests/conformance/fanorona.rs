//! Fanorona in the conformance suite: arbitrary positions, the symmetry of the board, and what a
//! move must not change.

use proptest::prelude::*;
use spielwerk_games::fanorona::{Fanorona, Move, Setup, Turn};
use spielwerk_games::{Game, Position, Seat};

use crate::Case;

impl<const ROWS: usize, const COLUMNS: usize> Case for Fanorona<ROWS, COLUMNS> {
    const ALWAYS_ENDS: bool = true;

    fn any_position() -> BoxedStrategy<Self> {
        any_position().boxed()
    }

    fn check_move(before: &Self, m: Move, after: &Self) {
        check_move(before, m, after);
    }

    fn symmetric(&self) -> Option<Self> {
        Some(symmetric(self))
    }

    fn symmetric_move(m: Move) -> Move {
        symmetric_move::<ROWS, COLUMNS>(m)
    }

    fn with_other_counters(&self) -> Vec<(Self, bool)> {
        with_other_counters(self)
    }
}

/// Any valid position, crowded or nearly empty, reachable or not.
fn any_position<const ROWS: usize, const COLUMNS: usize>()
-> impl Strategy<Value = Fanorona<ROWS, COLUMNS>> {
    let points = Fanorona::<ROWS, COLUMNS>::POINTS;
    let board = (1u32..12).prop_flat_map(move |emptiness| {
        let point = prop_oneof![emptiness => Just('.'), 3 => Just('W'), 3 => Just('B')];
        prop::collection::vec(point, points)
    });
    let turn = prop_oneof![Just(Turn::White), Just(Turn::Black)];
    (board, turn, 0u32..=100, 1u32..500).prop_filter_map(
        "each side has its stones",
        |(points, turn, quiet, number)| {
            let board = points.chunks(COLUMNS).map(|rank| rank.iter().collect()).collect();
            Fanorona::from_setup(&Setup { board, turn, quiet, number }).ok()
        },
    )
}

/// The board rotated by 180°, with colours and side to move exchanged.
///
/// The number of the move goes up after Black's turn only, so no number fits both sides of the
/// symmetry. The symmetric position has the highest number, where counting stops, so that
/// symmetry and moves commute.
fn symmetric<const ROWS: usize, const COLUMNS: usize>(
    position: &Fanorona<ROWS, COLUMNS>,
) -> Fanorona<ROWS, COLUMNS> {
    let Setup { board, turn, quiet, .. } = position.setup();
    let other = |stone: char| match stone {
        'W' => 'B',
        'B' => 'W',
        empty => empty,
    };
    let setup = Setup {
        board: board.iter().rev().map(|rank| rank.chars().rev().map(other).collect()).collect(),
        turn: if turn == Turn::White { Turn::Black } else { Turn::White },
        quiet,
        number: u32::MAX,
    };
    Fanorona::from_setup(&setup).expect("a symmetric position is valid")
}

/// Any other number of quiet plies can bring the draw sooner or later; move numbers decide nothing.
fn with_other_counters<const ROWS: usize, const COLUMNS: usize>(
    position: &Fanorona<ROWS, COLUMNS>,
) -> Vec<(Fanorona<ROWS, COLUMNS>, bool)> {
    let setup = position.setup();
    let quiet = |plies: u32| (Setup { quiet: plies, ..setup.clone() }, plies != setup.quiet);
    let number = (Setup { number: setup.number + 7, ..setup.clone() }, false);
    let setups = [0, 1, 50, 99, 100].map(quiet).into_iter().chain([number]);
    setups.map(|(setup, decides)| (Fanorona::from_setup(&setup).unwrap(), decides)).collect()
}

/// A move on the symmetric board.
fn symmetric_move<const ROWS: usize, const COLUMNS: usize>(m: Move) -> Move {
    let symmetric = Fanorona::<ROWS, COLUMNS>::rotated_180;
    let bit = |bit: u32| symmetric(1 << bit).trailing_zeros();
    Move::new(bit(m.from()), bit(m.to()), symmetric(m.captured()))
}

/// The mover keeps its stones, and one of them has moved; the opponent loses those captured, and
/// only a capture resets the quiet plies.
fn check_move<const ROWS: usize, const COLUMNS: usize>(
    before: &Fanorona<ROWS, COLUMNS>,
    m: Move,
    after: &Fanorona<ROWS, COLUMNS>,
) {
    let mover = before.turn();
    let opponent = mover.opponent();
    let moved = 1 << m.from() | 1 << m.to();
    assert_eq!(before.stones(mover) ^ after.stones(mover), moved);
    assert_eq!(before.stones(mover).count_ones(), after.stones(mover).count_ones());
    assert_eq!(before.stones(opponent) & !m.captured(), after.stones(opponent));
    assert_eq!(before.stones(opponent) & m.captured(), m.captured());
    assert_eq!(m.is_capture(), before.can_capture());
    assert_eq!(after.quiet_plies(), if m.is_capture() { 0 } else { before.quiet_plies() + 1 });
    assert_eq!(after.move_number() - before.move_number(), u32::from(mover == Seat::SECOND));
    assert_eq!(after.turn(), opponent);
}
