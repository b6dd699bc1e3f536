//! Fanorona: stones on the intersections of lines, captured by approach or withdrawal.
//!
//! A position is two bitboards, laid out so that a step along a line is a shift (`points.rs`). The
//! captures of a stone are found in `captures.rs`, a stone in the middle of its turn is a chain
//! (`chain.rs`), and all chains are generated in `movegen.rs`. Paths for user interfaces are in
//! `paths.rs`, move notation is in `notation.rs`.
//!
//! A player may stop a capture chain after any capture, so each prefix of a chain is a move of its
//! own; chains with the same result are one move.

mod actions;
mod captures;
mod chain;
mod dyn_fanorona;
mod movegen;
mod notation;
mod paths;
mod points;
mod setup;
mod ui;

use std::fmt;
use std::ops::ControlFlow;

pub use dyn_fanorona::DynFanorona;
pub use points::BoardSize;
pub use setup::{Setup, SetupError, Turn};

use crate::hash::hash_words;
use crate::{Outcome, Position, Seat};
use points::set;

/// The game is drawn after this many plies without a capture.
pub const QUIET_PLY_LIMIT: u8 = 100;

/// A position of Fanorona on a board of this size.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Fanorona<const ROWS: usize = 5, const COLUMNS: usize = 9> {
    /// The stones of the side to move.
    mine: u64,
    /// The stones of the opponent.
    theirs: u64,
    /// The number of the move, which goes up after Black's turn as in chess.
    number: u32,
    /// Plies since the last capture.
    quiet: u8,
    turn: Seat,
}

/// A move, by its result: start and destination of the stone, and the stones it captures.
///
/// Points are given by their bits, see [`Fanorona::point`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

impl Move {
    /// Bit offsets of start and destination; the captured stones are the bits below.
    const FROM: u32 = 52;
    const TO: u32 = 58;
    const ENDS: u64 = !0 << Move::FROM;

    /// The move of a stone between two bits that captures these stones, none for a paika.
    #[inline]
    pub const fn new(from: u32, to: u32, captured: u64) -> Move {
        Move(captured | (from as u64) << Move::FROM | (to as u64) << Move::TO)
    }

    /// As a number.
    #[inline]
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The move with this number, if its points are bits of a board.
    #[inline]
    pub const fn from_bits(bits: u64) -> Option<Move> {
        let m = Move(bits);
        if m.from() < Move::FROM && m.to() < Move::FROM { Some(m) } else { None }
    }

    /// The bit of the start.
    #[inline]
    pub const fn from(self) -> u32 {
        (self.0 >> Move::FROM) as u32 & 63
    }

    /// The bit of the destination.
    #[inline]
    pub const fn to(self) -> u32 {
        (self.0 >> Move::TO) as u32
    }

    /// The captured stones.
    #[inline]
    pub const fn captured(self) -> u64 {
        self.0 & !Move::ENDS
    }

    /// Whether it captures; otherwise it is a paika.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.captured() != 0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let captured = self.captured();
        write!(f, "{}-{} taking {captured:#x}", self.from(), self.to())
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    /// White's stones at the start: the lower ranks, and every second stone of the middle one,
    /// where Black is first from the left and the centre is left out.
    const WHITE: u64 = {
        let mut white = 0;
        let mut point = 0;
        while point < Self::POINTS / 2 {
            let (rank, column) = (point / COLUMNS, point % COLUMNS);
            if rank < ROWS / 2 || column % 2 == 1 {
                white |= set(Self::bit(point));
            } else {
                // A rotation by 180° exchanges the colours, so opposite a black stone is a white one.
                white |= set(Self::bit(Self::POINTS - 1 - point));
            }
            point += 1;
        }
        white
    };

    /// The position with these stones of the side to move and of the opponent, White to move and
    /// all counters reset. The two must be disjoint sets of points of the board.
    #[inline]
    pub const fn from_stones(mine: u64, theirs: u64) -> Self {
        debug_assert!(mine & theirs == 0 && (mine | theirs) & !Self::BOARD == 0);
        Fanorona { mine, theirs, number: 1, quiet: 0, turn: Seat::FIRST }
    }

    /// The stones of a seat.
    #[inline]
    pub fn stones(&self, seat: Seat) -> u64 {
        if seat == self.turn { self.mine } else { self.theirs }
    }

    /// The stones of the side to move.
    #[inline]
    pub const fn mine(&self) -> u64 {
        self.mine
    }

    /// The stones of the other player.
    #[inline]
    pub const fn theirs(&self) -> u64 {
        self.theirs
    }

    /// The empty points.
    #[inline]
    pub const fn empty(&self) -> u64 {
        Self::BOARD & !(self.mine | self.theirs)
    }

    /// The plies since the last capture. At [`QUIET_PLY_LIMIT`] the game is drawn.
    #[inline]
    pub const fn quiet_plies(&self) -> u8 {
        self.quiet
    }

    /// The number of the move, which goes up after Black's turn as in chess.
    #[inline]
    pub const fn move_number(&self) -> u32 {
        self.number
    }

    /// The stones that can capture.
    #[inline]
    pub fn capturers(&self) -> u64 {
        captures::capturers(self.mine, self.theirs, self.empty())
    }

    /// The opponent's stones that could capture if it were the opponent's turn.
    #[inline]
    pub fn opponent_capturers(&self) -> u64 {
        captures::capturers(self.theirs, self.mine, self.empty())
    }

    /// Whether the side to move can capture, and therefore must.
    #[inline]
    pub fn can_capture(&self) -> bool {
        self.capturers() != 0
    }

    /// Whether the game is over although the side to move may have a stone that can step.
    #[inline]
    const fn is_stopped(&self) -> bool {
        self.theirs == 0 || self.quiet >= QUIET_PLY_LIMIT
    }

    /// The hash of board and side to move with a counter of quiet plies, all in bits that no point
    /// has.
    #[inline]
    fn hash_with(&self, quiet: u8) -> u64 {
        let turn = (self.turn.index() as u64) << 63;
        hash_words([self.mine | turn, self.theirs | u64::from(quiet) << 56])
    }

    /// The outcome, given the empty points of the board.
    #[inline]
    fn outcome_with(&self, empty: u64) -> Option<Outcome> {
        if self.theirs == 0 {
            Some(Outcome::win(self.turn))
        } else if points::around(empty) & self.mine == 0 {
            Some(Outcome::win(self.turn.opponent()))
        } else if self.quiet >= QUIET_PLY_LIMIT {
            Some(Outcome::draw())
        } else {
            None
        }
    }

    /// Generates the legal moves, given the empty points of the board.
    #[inline]
    fn generate_moves_with(
        &self,
        empty: u64,
        each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_stopped() {
            return ControlFlow::Continue(());
        }
        movegen::generate(self.mine, self.theirs, empty, each)
    }

    /// Counts the legal moves, given the empty points of the board.
    #[inline]
    fn count_moves_with(&self, empty: u64) -> u64 {
        if self.is_stopped() { 0 } else { movegen::count(self.mine, self.theirs, empty) }
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Position for Fanorona<ROWS, COLUMNS> {
    type Move = Move;
    const SEATS: usize = 2;

    fn start() -> Self {
        Fanorona {
            mine: Self::WHITE,
            theirs: Self::rotated_180(Self::WHITE),
            number: 1,
            quiet: 0,
            turn: Seat::FIRST,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome_with(self.empty())
    }

    #[inline]
    fn generate_moves(&self, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.generate_moves_with(self.empty(), each)
    }

    #[inline]
    fn play(&self, m: Move) -> Self {
        let (from, to) = (set(m.from()), set(m.to()));
        debug_assert!(self.mine & from != 0, "{m:?} in {self:?}");
        debug_assert!((self.empty() | m.captured()) & to != 0, "{m:?} in {self:?}");
        debug_assert!(m.captured() & !self.theirs == 0, "{m:?} in {self:?}");
        Fanorona {
            mine: self.theirs ^ m.captured(),
            theirs: self.mine ^ from ^ to,
            number: self.number.saturating_add(self.turn.index() as u32),
            quiet: if m.is_capture() { 0 } else { self.quiet + 1 },
            turn: self.turn.opponent(),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hash_with(self.quiet)
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.hash_with(0)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count_moves_with(self.empty())
    }
}

impl<const ROWS: usize, const COLUMNS: usize> fmt::Debug for Fanorona<ROWS, COLUMNS> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn position(text: &str) -> Fanorona {
        Fanorona::from_setup(&text.parse().unwrap()).unwrap()
    }

    /// All moves, written and sorted.
    fn moves(text: &str) -> Vec<String> {
        let position = position(text);
        let list = position.legal_moves().into_iter();
        let mut moves: Vec<String> = list.map(|m| position.write_move(m)).collect();
        moves.sort();
        moves
    }

    #[test]
    fn a_position_is_three_words_and_a_move_one() {
        assert_eq!(size_of::<Fanorona>(), 24);
        assert_eq!(size_of::<Move>(), 8);
    }

    #[test]
    fn white_has_five_first_moves() {
        let start = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w";
        assert_eq!(moves(start), ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]);
    }

    #[test]
    fn a_line_is_taken_up_to_the_first_gap_or_own_stone() {
        let line = position("9/9/W1BBB1B2/9/9 w");
        let after = line.play(line.read_move("a3-b3").unwrap());
        assert_eq!(after.setup().to_string(), "9/9/1W4B2/9/9 b 0 1");
        let line = position("9/9/W1BBWBB2/9/9 w");
        let after = line.play(line.read_move("a3-b3").unwrap());
        assert_eq!(after.setup().to_string(), "9/9/1W2WBB2/9/9 b 0 1");
    }

    #[test]
    fn weak_points_have_no_diagonals() {
        // From d3, which is weak, there is no line to e4; from e3 there is.
        assert_eq!(moves("5B3/9/3W5/9/9 w"), ["d3-c3", "d3-d2", "d3-d4", "d3-e3"]);
        assert_eq!(moves("6B2/9/4W4/9/9 w"), ["e3-f4A"]);
    }

    #[test]
    fn a_capture_must_be_made_if_there_is_one() {
        assert_eq!(moves("B8/9/9/9/W1W1B4 w"), ["c1-d1A"]);
    }

    #[test]
    fn a_chain_never_takes_the_same_direction_twice_running() {
        // After c3-d3W the stone on f3 could be taken by going on to e3, but for this rule.
        assert_eq!(moves("9/9/1BW2B3/9/9 w"), ["c3-d3W"]);
    }

    #[test]
    fn a_chain_never_comes_to_a_point_twice() {
        // After c3-d3A, going back to c3 would take b3.
        assert_eq!(moves("9/9/1BW1B4/9/9 w"), ["c3-d3A", "c3-d3W"]);
    }

    #[test]
    fn the_game_ends_without_stones_without_moves_and_without_captures() {
        let white_won = Some(Outcome::win(Seat::FIRST));
        let black_won = Some(Outcome::win(Seat::SECOND));
        assert_eq!(position("9/9/4W4/9/9 b").outcome(), white_won);
        assert_eq!(position("9/9/4W4/9/9 w").outcome(), white_won);
        assert_eq!(position("9/9/4B4/9/9 w").outcome(), black_won);
        // White's stone on a2 is shut in by a1, a3 and b2.
        let shut_in = position("9/9/B8/WB7/B8 w");
        assert_eq!((shut_in.outcome(), shut_in.count_moves()), (black_won, 0));
        assert_eq!(position("B8/9/9/9/8W w 99").outcome(), None);
        let drawn = position("B8/9/9/9/8W w 100 60");
        assert_eq!((drawn.outcome(), drawn.count_moves()), (Some(Outcome::draw()), 0));
        assert!(drawn.legal_moves().is_empty());
    }

    #[test]
    fn counters_go_on_with_the_moves() {
        let before = position("B8/9/9/9/8W b 4 7");
        let paika = before.play(before.read_move("a5-a4").unwrap());
        assert_eq!((paika.quiet_plies(), paika.move_number()), (5, 8));
        let before = position("9/9/3W1B3/9/B8 w 4 7");
        let capture = before.play(before.read_move("d3-e3").unwrap());
        assert_eq!((capture.quiet_plies(), capture.move_number()), (0, 7));
    }
}
