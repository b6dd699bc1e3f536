//! The two rule sets.
//!
//! Every rule restricts the destinations of some pieces, so the rules are expressed as masks: a set
//! of pieces with the set of their allowed destinations. How the pieces get there is left to move
//! generation.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::movegen::{JumpGraph, MoveMask};
use super::square::{Square, SquareSet};
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
    /// Whether a player must leave the own camp and not enter it again. While a player has a piece
    /// in it, only moves out of the camp are legal; if there is none, only moves within it that go
    /// farther from the corner; if there is none either, all other moves.
    const LEAVE_CAMP: bool;
}

/// Halma with only one restriction: a piece in the opposing camp stays there.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plain;

/// Halma with the rules against spoiling: a player may not stay in the own camp.
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

/// Which moves of the side to move are legal.
#[derive(Copy, Clone, Debug)]
pub(super) enum AllowedMoves {
    /// All moves: of pieces on their way, and of pieces that have arrived.
    Any([MoveMask; 2]),
    /// Only moves out of the own camp.
    Leaving([MoveMask; 1]),
    /// Only moves within the own camp that end farther from the corner.
    Advancing([MoveMask; 1], Seat),
}

impl AllowedMoves {
    #[inline]
    pub(super) fn generate_moves(
        &self,
        graph: &JumpGraph,
        mut each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            AllowedMoves::Any(masks) => {
                graph.generate_moves(masks, |from, to| each(Move { from, to }))
            }
            AllowedMoves::Leaving(masks) => {
                graph.generate_moves(masks, |from, to| each(Move { from, to }))
            }
            AllowedMoves::Advancing(masks, seat) => graph.generate_moves(masks, |from, to| {
                if to.is_ahead_of(from, *seat) {
                    each(Move { from, to })?;
                }
                ControlFlow::Continue(())
            }),
        }
    }

    #[inline]
    pub(super) fn count_moves(&self, graph: &JumpGraph) -> u64 {
        match self {
            AllowedMoves::Any(masks) => graph.count_moves(masks),
            AllowedMoves::Leaving(masks) => graph.count_moves(masks),
            AllowedMoves::Advancing(..) => {
                let mut count = 0;
                let _ = self.generate_moves(graph, |_| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                count
            }
        }
    }

    fn has_move(&self, graph: &JumpGraph) -> bool {
        self.generate_moves(graph, |_| ControlFlow::Break(())).is_break()
    }

    /// The allowed destinations of this piece, reachable or not.
    pub(super) fn destinations(&self, from: Square) -> SquareSet {
        let masks: &[MoveMask] = match self {
            AllowedMoves::Any(masks) => masks,
            AllowedMoves::Leaving(masks) | AllowedMoves::Advancing(masks, _) => masks,
        };
        let held = masks.iter().filter(|mask| mask.pieces.contains(from));
        let ends = held.fold(SquareSet::NONE, |all, mask| all | mask.destinations);
        match *self {
            AllowedMoves::Advancing(_, seat) => {
                ends.iter().filter(|to| to.is_ahead_of(from, seat)).collect()
            }
            _ => ends,
        }
    }
}

impl<R: RuleSet> Halma<R> {
    /// The legal moves of the side to move, if the game is not over.
    #[inline]
    pub(super) fn allowed_moves(&self, graph: &JumpGraph) -> AllowedMoves {
        let mover = self.turn();
        let own = self.pieces(mover);
        let (home, goal) = (SquareSet::camp(mover), SquareSet::camp(mover.opponent()));
        let arrived = MoveMask { pieces: own & goal, destinations: goal };
        if !R::LEAVE_CAMP {
            let on_their_way = MoveMask { pieces: own & !goal, destinations: SquareSet::ALL };
            return AllowedMoves::Any([on_their_way, arrived]);
        }
        let at_home = own & home;
        if !at_home.is_empty() {
            let leaving = MoveMask { pieces: at_home, destinations: !home };
            if graph.has_move(&[leaving]) {
                return AllowedMoves::Leaving([leaving]);
            }
            let inside = MoveMask { pieces: at_home, destinations: home };
            let advancing = AllowedMoves::Advancing([inside], mover);
            if advancing.has_move(graph) {
                return advancing;
            }
        }
        let on_their_way = MoveMask { pieces: own & !(home | goal), destinations: !home };
        AllowedMoves::Any([on_their_way, arrived])
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        // A step away from the own corner is illegal only if another move must be played instead,
        // so one free square ahead suffices. Nearly always there is one.
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
        let graph = JumpGraph::new(self.occupied());
        self.allowed_moves(&graph).has_move(&graph)
    }

    /// The rule that forbids a move, if one does.
    pub(super) fn violated_rule(&self, m: Move) -> Option<&'static str> {
        let allowed = self.allowed_moves(&JumpGraph::new(self.occupied()));
        if allowed.destinations(m.from).contains(m.to) {
            return None;
        }
        let home = SquareSet::camp(self.turn());
        let goal = SquareSet::camp(self.turn().opponent());
        Some(match allowed {
            _ if goal.contains(m.from) && !goal.contains(m.to) => {
                "a piece that stands in the opposing camp may not leave it"
            }
            _ if home.contains(m.to) && !home.contains(m.from) => {
                "a piece that has left its own camp may not go back into it"
            }
            AllowedMoves::Leaving(_) => "a piece can leave its own camp, and that goes first",
            AllowedMoves::Advancing(..) => {
                "a piece in its own camp must get away from the corner, across or down, \
                 and nearer in neither"
            }
            AllowedMoves::Any(_) => {
                "a piece in its own camp may only leave it or get away from the corner"
            }
        })
    }
}
