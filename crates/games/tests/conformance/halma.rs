//! Halma in the conformance suite: arbitrary positions, its symmetry, and what a move must not
//! change.

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use spielwerk_games::halma::{
    BOARD_SIZE, Colour, Halma, Move, PIECES, RuleSet, Setup, Square, SquareSet,
};
use spielwerk_games::{Game, Position, Seat};

use crate::Case;

impl<R: RuleSet> Case for Halma<R> {
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
        symmetric_move(m)
    }
}

/// Any position with nineteen pieces a side: all over the board, crowded where chains are long, and
/// crowded in the corners where camps are left, entered and full.
fn any_position<R: RuleSet>() -> impl Strategy<Value = Halma<R>> {
    let board = Square::all().collect();
    let middle = Square::all().filter(|square| near(*square, 4..12)).collect();
    let corners =
        Square::all().filter(|square| near(*square, 0..7) || near(*square, 9..16)).collect();
    let pieces = prop_oneof![scattered(board), scattered(middle), scattered(corners), arriving()];
    (pieces, prop_oneof![Just(Colour::Black), Just(Colour::White)]).prop_map(|(pieces, turn)| {
        let mut setup = Setup { board: [[None; BOARD_SIZE]; BOARD_SIZE], turn };
        for (nth, square) in pieces.into_iter().enumerate() {
            let colour = if nth < PIECES as usize { Colour::Black } else { Colour::White };
            setup.board[square.y()][square.x()] = Some(colour);
        }
        Halma::from_setup(&setup).expect("nineteen pieces a side")
    })
}

fn near(square: Square, range: std::ops::Range<usize>) -> bool {
    range.contains(&square.x()) && range.contains(&square.y())
}

/// Pieces on any of these squares, Black's before White's.
fn scattered(squares: Vec<Square>) -> BoxedStrategy<Vec<Square>> {
    subsequence(squares, 2 * PIECES as usize).prop_shuffle().boxed()
}

/// Both sides in the camps opposite, but for a few pieces of each: the game is nearly over, or is.
fn arriving() -> BoxedStrategy<Vec<Square>> {
    let strays = prop::collection::vec((0..2 * PIECES as usize, any::<Index>()), 0..8);
    strays
        .prop_map(|strays| {
            let camp = |seat| SquareSet::camp(seat).iter();
            let mut pieces: Vec<Square> = camp(Seat::SECOND).chain(camp(Seat::FIRST)).collect();
            for (piece, place) in strays {
                let empty: Vec<Square> =
                    Square::all().filter(|square| !pieces.contains(square)).collect();
                pieces[piece] = empty[place.index(empty.len())];
            }
            pieces
        })
        .boxed()
}

/// The board rotated by 180°, with colours and side to move exchanged.
fn symmetric<R: RuleSet>(position: &Halma<R>) -> Halma<R> {
    let other = |colour| match colour {
        Colour::Black => Colour::White,
        Colour::White => Colour::Black,
    };
    let before = position.setup();
    let mut after = Setup { board: before.board, turn: other(before.turn) };
    for square in Square::all() {
        let opposite = square.rotated_180();
        let piece = before.board[opposite.y()][opposite.x()];
        after.board[square.y()][square.x()] = piece.map(other);
    }
    Halma::from_setup(&after).expect("nineteen pieces a side")
}

/// The rotated move.
fn symmetric_move(m: Move) -> Move {
    Move { from: m.from.rotated_180(), to: m.to.rotated_180() }
}

/// One piece of the mover has moved, and nothing else.
fn check_move<R: RuleSet>(before: &Halma<R>, m: Move, after: &Halma<R>) {
    let mover = before.turn();
    assert_eq!(before.at(m.from), Some(mover));
    assert_eq!(before.at(m.to), None);
    assert_eq!(after.pieces(mover), before.pieces(mover).without(m.from).with(m.to));
    assert_eq!(after.pieces(mover.opponent()), before.pieces(mover.opponent()));
    assert!(Seat::all(2).all(|seat| after.pieces(seat).len() == PIECES));
    let goal = SquareSet::camp(mover.opponent());
    assert!(!goal.contains(m.from) || goal.contains(m.to));
}
