//! What alpha-beta may risk to see farther, and how it orders moves: a matter of the game.
//!
//! Every saving here but the window can change the value of a fixed depth. [`Tuning::plain`]
//! switches them all off; the value is then that of plain minimax, only sooner. Pruning by passing
//! a turn is not offered, since no game here lets anybody pass.

use crate::order::Weights;

/// The dials of [`AlphaBeta`](super::AlphaBeta). Margins and weights are in hundredths, as the
/// judge's values.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Tuning {
    /// Half the width of the first window around the score of the depth before.
    pub aspiration: Option<i32>,
    /// Moves late in the order are searched less deeply at first.
    pub reductions: Option<Reductions>,
    /// Whether noisy moves are among those. They should be where whole positions are noisy.
    pub reduce_noisy: bool,
    /// A position better than needed by this margin for each ply left is not searched. Wrong where
    /// having to move is a burden.
    pub reverse_futility: Option<i32>,
    /// In the last plies, a quiet move that seems to gain too little by this margin for each ply
    /// left is not searched.
    pub futility: Option<i32>,
    /// A position worse than needed by this margin for each ply left, in the last two plies, is
    /// only looked at for its noisy moves.
    pub razoring: Option<i32>,
    /// In the last plies, only so many moves are tried, and as many again for each ply squared.
    pub widest: Option<u32>,
    /// Where no table move shows the way, a ply less is searched.
    pub reduce_unordered: bool,
    /// An only move does not use up a ply.
    pub extend_forced: bool,
    /// The most plies of noisy moves below a leaf.
    pub quiescence: u32,
    /// Below a leaf, only so many of the noisy moves are tried, those that promise most; others only
    /// if all of these lose.
    pub noisy_widest: usize,
    /// Whether the mover may always leave the noisy moves alone. Where captures are obligatory,
    /// only a position with a quiet move offers that choice.
    pub stand_pat: bool,
    /// What it counts in the order that a move has just refuted a sibling, or the same last move.
    pub killer: i32,
    /// What it counts at most, for or against a move, how it fared elsewhere.
    pub history: i32,
    /// Positions with fewer plies left than this are kept out of the table: where moves and
    /// judgements are cheap, searching the last plies again takes less time than looking them up.
    pub table_from: i32,
    /// What a repetition is short of an even game, for the side that thinks: how much worse a
    /// position it would rather play on in.
    pub contempt: i32,
    /// Take from the table only what was searched to the very same depth, as minimax would.
    pub same_depth: bool,
}

/// How much less deeply late moves are searched:
/// `base + ln(depth) · ln(number in the order) / divisor` plies.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Reductions {
    /// The part that does not depend on anything.
    pub base: f64,
    /// The greater, the less is saved.
    pub divisor: f64,
    /// So many moves are never reduced.
    pub spared: usize,
}

impl Tuning {
    /// Nothing that could change a value: minimax with cuts.
    pub const fn plain() -> Tuning {
        Tuning {
            aspiration: Some(50),
            reductions: None,
            reduce_noisy: false,
            reverse_futility: None,
            futility: None,
            razoring: None,
            widest: None,
            reduce_unordered: false,
            extend_forced: false,
            quiescence: 0,
            noisy_widest: usize::MAX,
            stand_pat: true,
            killer: 150,
            history: 200,
            table_from: 1,
            contempt: 0,
            same_depth: true,
        }
    }

    /// How the memory of moves counts in their order.
    pub(super) const fn weights(&self) -> Weights {
        Weights { killer: self.killer, history: self.history }
    }

    /// Whether a position's own value is needed before its moves are tried.
    pub(super) const fn looks_first(&self) -> bool {
        self.reverse_futility.is_some()
            || self.futility.is_some()
            || self.razoring.is_some()
            || self.widest.is_some()
    }
}

impl Default for Tuning {
    /// Careful savings that suit most games.
    fn default() -> Tuning {
        Tuning {
            reductions: Some(Reductions { base: 0.25, divisor: 2.5, spared: 2 }),
            reduce_unordered: true,
            extend_forced: true,
            quiescence: 8,
            same_depth: false,
            ..Tuning::plain()
        }
    }
}

/// The plies that [`Reductions`] save, for every depth and every number in the order.
pub(super) struct Savings([[u8; Savings::SIZE]; Savings::SIZE]);

impl Savings {
    const SIZE: usize = 64;

    pub(super) fn new(reductions: Option<Reductions>) -> Savings {
        let mut savings = Savings([[0; Self::SIZE]; Self::SIZE]);
        let Some(Reductions { base, divisor, .. }) = reductions else {
            return savings;
        };
        for (depth, row) in savings.0.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                let saved = base + (depth as f64).ln() * (number as f64).ln() / divisor;
                *plies = saved as u8;
            }
        }
        savings
    }

    #[inline]
    pub(super) fn plies(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(Self::SIZE - 1);
        i32::from(self.0[depth][number.min(Self::SIZE - 1)])
    }
}
