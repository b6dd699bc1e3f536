//! Halma for two: nineteen pieces a side, on 16×16 squares, from corner to corner.
//!
//! A piece steps to a neighbouring square, or makes a chain of jumps over pieces of any colour.
//! The board is four bitboards of 8×8, one for each parity of column and row, because a jump never
//! changes parity (see [`SquareSet`]). Empty squares connected by jumps are flood-filled by shifts
//! of one word, once for all pieces around them (see `movegen.rs`).
//!
//! Two colours on 256 squares fill 64 bytes. With the side to move and the result a position has 72
//! bytes, because words are aligned.

mod movegen;
mod notation;
mod paths;
mod rules;
mod setup;
mod square;
mod ui;

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

pub use rules::{Plain, RuleSet, Strict};
pub use setup::{Colour, Setup, SetupError};
pub use square::{BOARD_SIZE, SQUARES, Square, SquareSet};

use crate::hash::hash_words;
use crate::{Outcome, Position, Seat};
use movegen::JumpGraph;

/// Pieces of each player, and squares of each camp.
pub const PIECES: u32 = 19;

/// A position of Halma under a rule set, [`Plain`] or [`Strict`]. Black has the first seat.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Halma<R: RuleSet = Plain> {
    pieces: [SquareSet; 2],
    turn: Seat,
    status: Status,
    rules: PhantomData<R>,
}

/// Whether the game is over, and its result.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Status {
    Ongoing,
    Won(Seat),
    Drawn,
}

/// A piece's move, by start and destination. Different paths between them are one move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The start.
    pub from: Square,
    /// The destination.
    pub to: Square,
}

impl<R: RuleSet> Halma<R> {
    /// The position with these pieces and this side to move, after a move of the opponent.
    fn new(pieces: [SquareSet; 2], turn: Seat) -> Self {
        Halma { pieces, turn, status: Status::Ongoing, rules: PhantomData }.with_status_updated()
    }

    /// A seat's pieces.
    #[inline]
    pub const fn pieces(&self, seat: Seat) -> SquareSet {
        self.pieces[seat.index()]
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.pieces[0] | self.pieces[1]
    }

    /// Whose piece stands on a square.
    pub fn at(&self, square: Square) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.pieces(seat).contains(square))
    }

    /// The same board under another rule set. A side to move that has no legal move there is
    /// skipped.
    pub fn with_rules<S: RuleSet>(&self) -> Halma<S> {
        Halma::new(self.pieces, self.turn)
    }

    /// A null move: the same board with the other side to move, for search only, since the rules
    /// allow no passing with a legal move. `None` if the other side could not move, or the game is
    /// over.
    pub fn null_move(&self) -> Option<Self> {
        let next = Halma { turn: self.turn.opponent(), ..*self };
        (self.status == Status::Ongoing && next.can_move()).then_some(next)
    }

    /// Whether a move is legal. `position.with_rules::<Strict>().is_legal(m)` tests it under the
    /// other rule set.
    pub fn is_legal(&self, m: Move) -> bool {
        self.status == Status::Ongoing && paths::Paths::new(self, m.from).reaches(m.to)
    }

    /// Ends the game if the opponent's last move has won, and skips a side to move without a legal
    /// move. Such a forced pass is a move that changes nothing, so it can win as well.
    #[inline]
    fn with_status_updated(mut self) -> Self {
        let played = self.turn.opponent();
        if self.has_won(played) {
            self.status = Status::Won(played);
        } else if !self.can_move() {
            self.pass(played);
        }
        self
    }

    /// The side to move has no legal move, so the one that has just moved continues, if it can.
    #[cold]
    fn pass(&mut self, played: Seat) {
        let passed = std::mem::replace(&mut self.turn, played);
        if self.has_won(passed) {
            self.status = Status::Won(passed);
        } else if !self.can_move() {
            self.turn = passed;
            self.status = Status::Drawn;
        }
    }

    /// Whether a move of this player wins: the opposing camp is full, and not only of the
    /// opponent's pieces.
    #[inline]
    fn has_won(&self, seat: Seat) -> bool {
        let goal = SquareSet::camp(seat.opponent());
        (goal & !self.occupied()).is_empty() && !(goal & self.pieces(seat)).is_empty()
    }
}

impl<R: RuleSet> Position for Halma<R> {
    type Move = Move;
    const SEATS: usize = 2;

    fn start() -> Self {
        Halma::new([Seat::FIRST, Seat::SECOND].map(SquareSet::camp), Seat::FIRST)
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.status {
            Status::Ongoing => None,
            Status::Won(seat) => Some(Outcome::win(seat)),
            Status::Drawn => Some(Outcome::draw()),
        }
    }

    #[inline]
    fn generate_moves(&self, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.status != Status::Ongoing {
            return ControlFlow::Continue(());
        }
        let graph = JumpGraph::new(self.occupied());
        self.allowed_moves(&graph).generate_moves(&graph, each)
    }

    #[inline]
    fn play(&self, m: Move) -> Self {
        debug_assert!(
            self.status == Status::Ongoing
                && self.pieces(self.turn).contains(m.from)
                && !self.occupied().contains(m.to),
            "{m:?} in {self:?}"
        );
        let mut next = *self;
        let own = &mut next.pieces[self.turn.index()];
        *own = own.with_piece_moved(m.from, m.to);
        next.turn = self.turn.opponent();
        next.with_status_updated()
    }

    /// The status follows from the rest.
    #[inline]
    fn key(&self) -> u64 {
        let [[a, b, c, d], [e, f, g, h]] = self.pieces.map(|squares| squares.0);
        hash_words([a, b, c, d, e, f, g, h, self.turn.index() as u64])
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.status != Status::Ongoing {
            return 0;
        }
        let graph = JumpGraph::new(self.occupied());
        self.allowed_moves(&graph).count_moves(&graph)
    }
}

impl<R: RuleSet> fmt::Debug for Halma<R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    /// Black's pieces fill White's camp, but for the square 11,14, before which one stands.
    const NEARLY: &str = "W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/10B1BBBB/11BBBBB";

    fn position<R: RuleSet>(text: &str) -> Halma<R> {
        text.parse::<Setup>().unwrap().to_position_unchecked()
    }

    fn play<R: RuleSet>(position: &Halma<R>, text: &str) -> Halma<R> {
        position.play(position.read_move(text).unwrap())
    }

    /// All moves, by their shortest paths, sorted.
    fn moves<R: RuleSet>(position: &Halma<R>) -> String {
        let mut moves: Vec<String> =
            position.legal_moves().into_iter().map(|m| position.write_move(m)).collect();
        moves.sort();
        assert_eq!(position.count_moves(), moves.len() as u64);
        moves.join(" ")
    }

    #[test]
    fn a_position_is_seventy_two_bytes_and_a_move_two() {
        assert_eq!(size_of::<Halma>(), 72);
        assert_eq!(size_of::<Move>(), 2);
    }

    #[test]
    fn a_camp_full_of_the_opponents_pieces_is_no_win() {
        let next = play(&Halma::<Plain>::start(), "4,1-5,1");
        assert_eq!((next.outcome(), next.turn()), (None, Seat::SECOND));
    }

    #[test]
    fn passing_twice_leads_back() {
        let start = Halma::<Plain>::start();
        let passed = start.null_move().unwrap();
        assert_eq!((passed.turn(), passed.pieces), (Seat::SECOND, start.pieces));
        assert_eq!(passed.null_move(), Some(start));
        let over: Halma = play(&position(&format!("{NEARLY} b")), "10,14-11,14");
        assert_eq!(over.null_move(), None);
    }

    #[test]
    fn the_last_square_of_the_opposing_camp_wins() {
        let before: Halma = position(&format!("{NEARLY} b"));
        let won = play(&before, "10,14-11,14");
        assert_eq!(won.outcome(), Some(Outcome::win(Seat::FIRST)));
        assert_eq!((won.count_moves(), won.legal_moves()), (0, vec![]));
    }

    #[test]
    fn one_piece_among_the_opponents_wins_if_the_camp_is_full() {
        let before: Halma =
            position("16/16/16/16/16/16/16/16/16/16/16/14WW/13WWW/12WWWW/10B1WWWW/11WWWWW b");
        let won = play(&before, "10,14-11,14");
        assert_eq!(won.outcome(), Some(Outcome::win(Seat::FIRST)));
    }

    #[test]
    fn only_the_acting_player_wins() {
        // White fills its own camp around Black's one piece, and Black wins by its next play.
        let before: Halma =
            position("B15/16/16/16/16/16/16/16/16/16/16/14WW/13WWW/12WWWW/10W1WWWW/11BWWWW w");
        let filled = play(&before, "10,14-11,14");
        assert_eq!((filled.outcome(), filled.turn()), (None, Seat::FIRST));
        let won = play(&filled, "0,0-1,1");
        assert_eq!(won.outcome(), Some(Outcome::win(Seat::FIRST)));
    }

    #[test]
    fn a_position_that_is_read_knows_that_it_is_over() {
        let won: Halma = play(&position(&format!("{NEARLY} b")), "10,14-11,14");
        let read: Halma = position(&won.setup().to_string());
        assert_eq!(read, won);
        assert_eq!(read.outcome(), Some(Outcome::win(Seat::FIRST)));
    }

    #[test]
    fn a_piece_in_the_opposing_camp_may_pass_through_the_outside_but_not_stay_there() {
        let black: Halma = position("16/16/16/16/16/16/16/16/16/16/16/13WB1/12W3/16/16/16 b");
        assert_eq!(
            moves(&black),
            "14,11-12,11-12,13 14,11-13,12 14,11-14,12 14,11-15,11 14,11-15,12"
        );
    }

    #[test]
    fn who_cannot_move_is_passed_over() {
        let shut: Halma = position("BWW13/WW14/W1W13/16/16/16/16/16/8W7/16/16/16/16/16/16/16 b");
        assert_eq!((shut.outcome(), shut.turn()), (None, Seat::SECOND));
        let still_shut = play(&shut, "8,8-9,8");
        assert_eq!(still_shut.turn(), Seat::SECOND);
        assert_eq!(still_shut, position(&still_shut.setup().to_string()));
        let opened = play(&shut, "2,2-2,1");
        assert_eq!(opened.turn(), Seat::FIRST);
        assert_eq!(moves(&opened), "0,0-2,2");
    }

    #[test]
    fn nobody_can_move_and_it_is_a_draw() {
        let drawn: Halma = position("16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 b");
        assert_eq!(drawn.outcome(), Some(Outcome::draw()));
        assert_eq!(drawn, position(&drawn.setup().to_string()));
    }

    #[test]
    fn strictly_a_piece_leaves_its_camp_before_all_else() {
        let text = "BB14/B15/16/16/1B14/16/16/16/16/16/8B7/16/16/16/16/15W b";
        let strict: Halma<Strict> = position(text);
        assert_eq!(moves(&strict), "1,4-0,5 1,4-1,5 1,4-2,4 1,4-2,5");
        let plain: Halma = position(text);
        for m in plain.legal_moves() {
            assert_eq!(plain.with_rules::<Strict>().is_legal(m), strict.legal_moves().contains(&m));
        }
    }

    #[test]
    fn strictly_a_piece_in_its_camp_goes_away_from_the_corner_if_none_can_leave() {
        let strict: Halma<Strict> =
            position("1B14/16/16/16/16/16/16/16/16/16/8B7/16/16/16/16/15W b");
        assert_eq!(moves(&strict), "1,0-1,1 1,0-2,0 1,0-2,1");
        let white: Halma<Strict> = position("B15/16/16/16/16/8W7/16/16/16/16/16/16/16/16/15W/16 w");
        assert_eq!(moves(&white), "15,14-14,13 15,14-14,14 15,14-15,13");
    }

    /// Black's piece on 1,1 has free squares above and to its left only.
    const CORNERED: &str = "16/1BWW12/1WW13/1W1W12";

    #[test]
    fn strictly_other_pieces_move_if_none_in_the_camp_can() {
        let strict: Halma<Strict> =
            position(&format!("{CORNERED}/16/16/16/16/8B7/16/16/16/16/16/16/16 b"));
        let found = moves(&strict);
        assert!(found.split(' ').all(|m| m.starts_with("8,8-")), "{found}");
        assert_eq!(strict.count_moves(), 8);
    }

    #[test]
    fn strictly_nobody_goes_back_into_the_own_camp() {
        let strict: Halma<Strict> =
            position("16/16/16/16/16/1B14/16/16/16/16/16/16/16/16/16/15W b");
        assert_eq!(moves(&strict), "1,5-0,5 1,5-0,6 1,5-1,6 1,5-2,4 1,5-2,5 1,5-2,6");
        let plain: Halma = strict.with_rules();
        assert_eq!(plain.count_moves(), 8);
    }

    #[test]
    fn strictly_one_may_have_to_pass_where_plainly_one_has_not() {
        let plain: Halma = position(&format!("{CORNERED}/16/16/16/16/16/16/16/16/16/16/16/16 b"));
        assert_eq!((plain.turn(), plain.count_moves()), (Seat::FIRST, 5));
        let strict = plain.with_rules::<Strict>();
        assert_eq!(strict.turn(), Seat::SECOND);
        assert!(!plain.legal_moves().into_iter().any(|m| strict.is_legal(m)));
    }
}
