//! The two rule sets, and what each of them lets the mover's pieces do.
//!
//! Every rule says which pieces may end their plays where, so the rules boil down to permits: a set
//! of pieces with the set of squares that is open to them. How the pieces get there is not the
//! rules' concern.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::reach::{Permit, Reach};
use super::square::{Square, Squares};
use super::{Halma, Move};
use crate::{Position, Seat};

/// A rule set of Halma.
pub trait RuleSet: sealed::Sealed + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's name on the command line.
    const NAME: &'static str;
    /// The game's name for people.
    const TITLE: &'static str;
    /// The rule set in a few words.
    const RULES: &'static str;
    /// Whether one's own camp must be left, and not entered again. While a piece of one's own
    /// stands in it, a play that takes one out goes before all others; if there is none, one that
    /// brings a piece in it farther from the corner.
    const LEAVE_CAMP: bool;
}

/// Halma with no other restriction than that a piece in the opposing camp stays there.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plain;

/// Halma with the rules against spoiling: nobody may hold on to their own camp.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strict;

impl RuleSet for Plain {
    const NAME: &'static str = "halma";
    const TITLE: &'static str = "Halma";
    const RULES: &'static str = "a piece in the opposing camp stays there";
    const LEAVE_CAMP: bool = false;
}

impl RuleSet for Strict {
    const NAME: &'static str = "halma-strict";
    const TITLE: &'static str = "Halma, strict";
    const RULES: &'static str = "the own camp must be left first, and not entered again";
    const LEAVE_CAMP: bool = true;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Plain {}
    impl Sealed for super::Strict {}
}

/// Which plays the mover may choose from.
#[derive(Copy, Clone, Debug)]
pub(super) enum Freedom {
    /// Any play of its pieces: those on their way, and those that have arrived.
    Any([Permit; 2]),
    /// Only plays that take a piece out of its own camp.
    Leaving([Permit; 1]),
    /// Only plays of pieces in their own camp that end farther from the corner.
    Advancing([Permit; 1], Seat),
}

impl Freedom {
    #[inline]
    pub(super) fn plays(
        &self,
        reach: &Reach,
        mut each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            Freedom::Any(permits) => reach.plays(permits, |from, to| each(Move { from, to })),
            Freedom::Leaving(permits) => reach.plays(permits, |from, to| each(Move { from, to })),
            Freedom::Advancing(permits, seat) => reach.plays(permits, |from, to| {
                if to.is_ahead_of(from, *seat) {
                    each(Move { from, to })?;
                }
                ControlFlow::Continue(())
            }),
        }
    }

    #[inline]
    pub(super) fn count(&self, reach: &Reach) -> u64 {
        match self {
            Freedom::Any(permits) => reach.count(permits),
            Freedom::Leaving(permits) => reach.count(permits),
            Freedom::Advancing(..) => {
                let mut count = 0;
                let _ = self.plays(reach, |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                count
            }
        }
    }

    fn any(&self, reach: &Reach) -> bool {
        self.plays(reach, |_| ControlFlow::Break(())).is_break()
    }

    /// The squares on which a play with this piece may end, whether it gets there or not.
    pub(super) fn ends(&self, from: Square) -> Squares {
        let permits: &[Permit] = match self {
            Freedom::Any(permits) => permits,
            Freedom::Leaving(permits) | Freedom::Advancing(permits, _) => permits,
        };
        let held = permits.iter().filter(|permit| permit.pieces.contains(from));
        let ends = held.fold(Squares::NONE, |all, permit| all | permit.ends);
        match *self {
            Freedom::Advancing(_, seat) => {
                ends.iter().filter(|to| to.is_ahead_of(from, seat)).collect()
            }
            _ => ends,
        }
    }
}

impl<R: RuleSet> Halma<R> {
    /// What the mover may choose from, if the game goes on.
    #[inline]
    pub(super) fn freedom(&self, reach: &Reach) -> Freedom {
        let mover = self.turn();
        let own = self.pieces(mover);
        let (home, goal) = (Squares::camp(mover), Squares::camp(mover.opponent()));
        let arrived = Permit { pieces: own & goal, ends: goal };
        if !R::LEAVE_CAMP {
            let on_their_way = Permit { pieces: own & !goal, ends: Squares::ALL };
            return Freedom::Any([on_their_way, arrived]);
        }
        let at_home = own & home;
        if !at_home.is_empty() {
            let leaving = Permit { pieces: at_home, ends: !home };
            if reach.any(&[leaving]) {
                return Freedom::Leaving([leaving]);
            }
            let inside = Permit { pieces: at_home, ends: home };
            let advancing = Freedom::Advancing([inside], mover);
            if advancing.any(reach) {
                return advancing;
            }
        }
        let on_their_way = Permit { pieces: own & !(home | goal), ends: !home };
        Freedom::Any([on_their_way, arrived])
    }

    /// Whether the player on turn can move at all.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        // A step away from one's corner is never forbidden for its own sake, neither in a camp nor
        // outside: if a rule forbids it, then in favour of another play. Nearly always one is free.
        let empty = !self.occupied();
        let ahead = if self.turn() == Seat::FIRST {
            let east = empty.west();
            east | empty.north() | east.north()
        } else {
            let west = empty.east();
            west | empty.south() | west.south()
        };
        if !(ahead & self.pieces(self.turn())).is_empty() {
            return true;
        }
        let reach = Reach::new(self.occupied());
        self.freedom(&reach).any(&reach)
    }

    /// Which rule forbids a play from here to there, if one does.
    pub(super) fn forbidden(&self, m: Move) -> Option<&'static str> {
        let freedom = self.freedom(&Reach::new(self.occupied()));
        if freedom.ends(m.from).contains(m.to) {
            return None;
        }
        let home = Squares::camp(self.turn());
        let goal = Squares::camp(self.turn().opponent());
        Some(match freedom {
            _ if goal.contains(m.from) && !goal.contains(m.to) => {
                "a piece that stands in the opposing camp may not leave it"
            }
            _ if home.contains(m.to) && !home.contains(m.from) => {
                "a piece that has left its own camp may not go back into it"
            }
            Freedom::Leaving(_) => "a piece can leave its own camp, and that goes first",
            Freedom::Advancing(..) => {
                "a piece in its own camp must get away from the corner, across or down, \
                 and nearer in neither"
            }
            Freedom::Any(_) => {
                "a piece in its own camp may only leave it or get away from the corner"
            }
        })
    }
}
