//! Halma for two: nineteen pieces a side, on 16×16 squares, from corner to corner.
//!
//! A piece steps to a neighbouring square, or jumps over pieces of any colour, as often as it likes.
//! The board is kept as four boards of 8×8, one for each parity of column and row, because jumps
//! stay in theirs: [`Squares`] has the picture. Then empty squares that jumps join are filled by
//! shifts of one word, once for all pieces around them: `reach.rs` has that picture.
//!
//! Two colours on 256 squares fill 64 bytes to the last bit. The turn makes it 72, because words
//! are aligned, and the rest of that last word remembers how the game ended.

mod face;
mod notation;
mod reach;
mod rules;
mod setup;
mod square;
mod ways;

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

pub use rules::{Plain, RuleSet, Strict};
pub use setup::{Colour, Setup, SetupError};
pub use square::{SIDE, SQUARES, Square, Squares};

use crate::mix::mix;
use crate::{Outcome, Position, Seat};
use reach::Reach;

/// Pieces of each player, and squares of each camp.
pub const PIECES: u32 = 19;

/// A position of Halma under a rule set, [`Plain`] or [`Strict`]. Black has the first seat.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Halma<R: RuleSet = Plain> {
    pieces: [Squares; 2],
    turn: Seat,
    end: End,
    rules: PhantomData<R>,
}

/// How a game ended, if it did.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum End {
    Open,
    Won(Seat),
    Drawn,
}

/// A piece's play: where it starts and where it ends, however it gets there.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where its play ends.
    pub to: Square,
}

impl<R: RuleSet> Halma<R> {
    /// The position with these pieces and this player on turn, whose opponent has just played.
    fn new(pieces: [Squares; 2], turn: Seat) -> Self {
        Halma {
            pieces,
            turn,
            end: End::Open,
            rules: PhantomData,
        }
        .settled()
    }

    /// A seat's pieces.
    #[inline]
    pub const fn pieces(&self, seat: Seat) -> Squares {
        self.pieces[seat.index()]
    }

    /// The squares on which a piece stands.
    #[inline]
    pub fn occupied(&self) -> Squares {
        self.pieces[0] | self.pieces[1]
    }

    /// Whose piece stands on a square.
    pub fn at(&self, square: Square) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.pieces(seat).contains(square))
    }

    /// The same board under another rule set. If the mover has no legal move there, it is passed
    /// over, and the other player is on turn.
    pub fn under<S: RuleSet>(&self) -> Halma<S> {
        Halma::new(self.pieces, self.turn)
    }

    /// Whether a move is legal here. `position.under::<Strict>().allows(m)` asks it of the other
    /// rule set.
    pub fn allows(&self, m: Move) -> bool {
        self.end == End::Open && ways::Ways::new(self, m.from).reaches(m.to)
    }

    /// Ends the game if it is over after the play of the player who is not on turn, and passes over
    /// whoever cannot move. To pass is a play that changes nothing, so it can win as well.
    #[inline]
    fn settled(mut self) -> Self {
        let played = self.turn.opponent();
        if self.has_won(played) {
            self.end = End::Won(played);
        } else if !self.can_move() {
            self.pass(played);
        }
        self
    }

    /// The player on turn cannot move, so the one who has just played goes on, if it can.
    #[cold]
    fn pass(&mut self, played: Seat) {
        let passed = std::mem::replace(&mut self.turn, played);
        if self.has_won(passed) {
            self.end = End::Won(passed);
        } else if !self.can_move() {
            self.turn = passed;
            self.end = End::Drawn;
        }
    }

    /// Whether a play of this player wins: the opposing camp is full, and not of the opponent's
    /// pieces alone.
    #[inline]
    fn has_won(&self, seat: Seat) -> bool {
        let goal = Squares::camp(seat.opponent());
        (goal & !self.occupied()).is_empty() && !(goal & self.pieces(seat)).is_empty()
    }
}

impl<R: RuleSet> Position for Halma<R> {
    type Move = Move;
    const SEATS: usize = 2;

    fn start() -> Self {
        Halma::new([Seat::FIRST, Seat::SECOND].map(Squares::camp), Seat::FIRST)
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.end {
            End::Open => None,
            End::Won(seat) => Some(Outcome::win(seat)),
            End::Drawn => Some(Outcome::draw()),
        }
    }

    #[inline]
    fn moves(&self, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.end != End::Open {
            return ControlFlow::Continue(());
        }
        let reach = Reach::new(self.occupied());
        self.freedom(&reach).plays(&reach, each)
    }

    #[inline]
    fn play(&self, m: Move) -> Self {
        debug_assert!(
            self.end == End::Open
                && self.pieces(self.turn).contains(m.from)
                && !self.occupied().contains(m.to),
            "{m:?} in {self:?}"
        );
        let mut next = *self;
        let own = &mut next.pieces[self.turn.index()];
        *own = own.without(m.from).with(m.to);
        next.turn = self.turn.opponent();
        next.settled()
    }

    #[inline]
    fn key(&self) -> u64 {
        let [[a, b, c, d], [e, f, g, h]] = self.pieces.map(|squares| squares.0);
        mix([a, b, c, d, e, f, g, h, self.turn.index() as u64])
    }

    #[inline]
    fn count(&self) -> u64 {
        if self.end != End::Open {
            return 0;
        }
        let reach = Reach::new(self.occupied());
        self.freedom(&reach).count(&reach)
    }
}

impl<R: RuleSet> fmt::Debug for Halma<R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(*self), f)
    }
}
