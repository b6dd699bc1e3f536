//! Fanorona: stones on the crossings of lines, captured by approach or withdrawal.
//!
//! A position is two sets of points, laid out so that a step along a line is a shift
//! (`points.rs`). What a stone can capture is found in `captures.rs`, a stone on its way is a walk
//! (`walk.rs`), and all walks of a turn are the moves (`chains.rs`). How a move is clicked is in
//! `ways.rs`, how it is written in `notation.rs`.
//!
//! A turn is a chain of captures as far as the player takes it, so each place to stop is a move of
//! its own; chains with the same result are one.

mod captures;
mod chains;
mod face;
mod notation;
mod points;
mod setup;
mod walk;
mod ways;

use std::fmt;
use std::ops::ControlFlow;

pub use setup::{Setup, SetupError, Turn};

use crate::mix::mix;
use crate::{Outcome, Position, Seat};
use chains::Found;
use points::{DIAGONAL, STRAIGHT, bits, set};

/// So many plies in a row without a capture make a draw.
pub const QUIET_PLIES: u8 = 100;

/// A position of Fanorona on a board of so many rows and columns.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Fanorona<const ROWS: usize = 5, const COLUMNS: usize = 9> {
    /// The stones of the player on turn.
    mine: u64,
    /// The stones of the opponent.
    theirs: u64,
    /// The number of the move, which goes up after Black's turn as in chess.
    number: u32,
    /// Plies since the last capture.
    quiet: u8,
    turn: Seat,
}

/// A turn, told by its result: where a stone goes from and to, and which stones it captures.
///
/// Points are given by their bits, see [`Fanorona::point`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

impl Move {
    /// Where the captured stones end and the stone's two points begin.
    const FROM: u32 = 52;
    const TO: u32 = 58;
    const ENDS: u64 = !0 << Move::FROM;

    /// The move of a stone between two bits that captures a set, which is empty for a paika.
    #[inline]
    pub const fn new(from: u32, to: u32, captured: u64) -> Move {
        Move(captured | (from as u64) << Move::FROM | (to as u64) << Move::TO)
    }

    /// The bit where the stone begins.
    #[inline]
    pub const fn from(self) -> u32 {
        (self.0 >> Move::FROM) as u32 & 63
    }

    /// The bit where the stone ends.
    #[inline]
    pub const fn to(self) -> u32 {
        (self.0 >> Move::TO) as u32
    }

    /// The set of captured stones.
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
                // Half a turn exchanges the colours, so opposite a black stone is a white one.
                white |= set(Self::bit(Self::POINTS - 1 - point));
            }
            point += 1;
        }
        white
    };

    /// These stones of the player on turn against those of the other, with White to move and
    /// nothing counted yet. Both must be sets of different points of the board.
    #[inline]
    pub const fn facing(mine: u64, theirs: u64) -> Self {
        debug_assert!(mine & theirs == 0 && (mine | theirs) & !Self::BOARD == 0);
        Fanorona { mine, theirs, number: 1, quiet: 0, turn: Seat::FIRST }
    }

    /// The stones of a seat.
    #[inline]
    pub fn stones(&self, seat: Seat) -> u64 {
        if seat == self.turn { self.mine } else { self.theirs }
    }

    /// The stones of the player on turn.
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

    /// How many plies ago the last capture was. At [`QUIET_PLIES`] the game is drawn.
    #[inline]
    pub const fn quiet(&self) -> u8 {
        self.quiet
    }

    /// The number of the move, which goes up after Black's turn as in chess.
    #[inline]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The stones that can capture.
    #[inline]
    pub fn capturers(&self) -> u64 {
        self.able_to_capture(self.mine, self.theirs)
    }

    /// The stones of the other player that could capture if it were that player's turn.
    #[inline]
    pub fn threats(&self) -> u64 {
        self.able_to_capture(self.theirs, self.mine)
    }

    #[inline]
    fn able_to_capture(&self, own: u64, other: u64) -> u64 {
        let empty = self.empty();
        let along = |step: usize| {
            let up = empty >> step & (other >> (2 * step) | other << step);
            let down = empty << step & (other << (2 * step) | other >> step);
            up | down
        };
        let straight = along(STRAIGHT[0]) | along(STRAIGHT[1]);
        let diagonal = along(DIAGONAL[0]) | along(DIAGONAL[1]);
        own & (straight | diagonal & points::STRONG)
    }

    /// Whether the player on turn can capture, and therefore must.
    #[inline]
    pub fn can_capture(&self) -> bool {
        self.capturers() != 0
    }

    /// Whether the player on turn can move at all.
    #[inline]
    const fn can_move(&self) -> bool {
        points::around(self.empty()) & self.mine != 0
    }

    /// Whether the game is over although the player on turn may have a stone that can move.
    #[inline]
    const fn is_stopped(&self) -> bool {
        self.theirs == 0 || self.quiet >= QUIET_PLIES
    }

    /// The number of steps to empty points.
    #[inline]
    fn count_paikas(&self) -> u64 {
        let empty = self.empty();
        let along = |stones: u64, step: usize| {
            (stones & empty >> step).count_ones() + (stones & empty << step).count_ones()
        };
        let straight = STRAIGHT.map(|step| along(self.mine, step));
        let diagonal = DIAGONAL.map(|step| along(self.mine & points::STRONG, step));
        u64::from(straight[0] + straight[1] + diagonal[0] + diagonal[1])
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Position for Fanorona<ROWS, COLUMNS> {
    type Move = Move;
    const SEATS: usize = 2;

    fn start() -> Self {
        Fanorona {
            mine: Self::WHITE,
            theirs: Self::half_turned(Self::WHITE),
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
        if self.theirs == 0 {
            Some(Outcome::win(self.turn))
        } else if !self.can_move() {
            Some(Outcome::win(self.turn.opponent()))
        } else if self.quiet >= QUIET_PLIES {
            Some(Outcome::draw())
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, mut each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_stopped() {
            return ControlFlow::Continue(());
        }
        let capturers = self.capturers();
        if capturers != 0 {
            let mut found = Found::new();
            chains::find(capturers, self.empty(), self.theirs, &mut found);
            return found.into_iter().try_for_each(each);
        }
        for from in bits(self.mine) {
            for to in bits(Self::neighbours(set(from)) & self.empty()) {
                each(Move::new(from, to, 0))?;
            }
        }
        ControlFlow::Continue(())
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
        mix([self.mine | (self.turn.index() as u64) << 63, self.theirs])
    }

    #[inline]
    fn count(&self) -> u64 {
        if self.is_stopped() {
            return 0;
        }
        let capturers = self.capturers();
        if capturers == 0 {
            return self.count_paikas();
        }
        let mut found = Found::new();
        chains::find(capturers, self.empty(), self.theirs, &mut found);
        found.len() as u64
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
        let list = position.list().into_iter();
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
        assert_eq!((shut_in.outcome(), shut_in.count()), (black_won, 0));
        assert_eq!(position("B8/9/9/9/8W w 99").outcome(), None);
        let drawn = position("B8/9/9/9/8W w 100 60");
        assert_eq!((drawn.outcome(), drawn.count()), (Some(Outcome::draw()), 0));
        assert!(drawn.list().is_empty());
    }

    #[test]
    fn counters_go_on_with_the_moves() {
        let before = position("B8/9/9/9/8W b 4 7");
        let paika = before.play(before.read_move("a5-a4").unwrap());
        assert_eq!((paika.quiet(), paika.number()), (5, 8));
        let before = position("9/9/3W1B3/9/B8 w 4 7");
        let capture = before.play(before.read_move("d3-e3").unwrap());
        assert_eq!((capture.quiet(), capture.number()), (0, 7));
    }
}
