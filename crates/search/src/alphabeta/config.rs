//! Parameters of alpha-beta: selectivity and move ordering, tuned per game.
//!
//! Every reduction and pruning here can change the value of a fixed depth; the aspiration window
//! cannot. [`AlphaBetaConfig::plain`] switches them all off; the value is then that of plain
//! minimax. Null-move pruning is not offered, since no game here lets a player pass.

use crate::move_ordering::OrderingWeights;

/// The parameters of [`AlphaBeta`](super::AlphaBeta). Margins and weights are in hundredths, as the
/// static evaluation is.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct AlphaBetaConfig {
    /// Half the width of the aspiration window around the score of the previous iteration.
    pub aspiration_window: Option<i32>,
    /// Late move reductions (LMR).
    pub late_move_reductions: Option<LateMoveReductions>,
    /// Whether tactical moves are reduced too. Useful where most moves of a position are tactical.
    pub reduce_tactical: bool,
    /// Reverse futility pruning (static null move): the margin above beta for each ply of depth.
    /// Unsound where zugzwang is common.
    pub reverse_futility_margin: Option<i32>,
    /// Futility pruning: in the last plies, a quiet move is skipped if its gain stays below alpha
    /// by this margin for each ply of depth.
    pub futility_margin: Option<i32>,
    /// Razoring: in the last two plies, a node below alpha by this margin for each ply of depth is
    /// searched by quiescence only.
    pub razoring_margin: Option<i32>,
    /// Late move pruning: in the last plies, only this many moves times the depth squared are
    /// searched.
    pub late_move_count: Option<u32>,
    /// Internal iterative reduction: a node without a hash move is searched a ply less deep.
    pub internal_iterative_reduction: bool,
    /// Single-reply extension: an only move does not use up a ply.
    pub single_reply_extension: bool,
    /// The maximum depth of quiescence search.
    pub quiescence_depth: u32,
    /// The number of moves searched at a quiescence node, best order score first; others are
    /// searched only if all of these lose.
    pub quiescence_moves: usize,
    /// Whether quiescence search may always stand pat. Where captures are obligatory, only a
    /// position with a quiet move offers that choice.
    pub stand_pat: bool,
    /// The move-ordering bonus of a killer move or a countermove.
    pub killer_bonus: i32,
    /// The largest move-ordering bonus or malus of the history heuristic.
    pub history_weight: i32,
    /// Nodes of less depth are kept out of the transposition table: where move generation and
    /// evaluation are cheap, searching the last plies again takes less time than a probe.
    pub tt_min_depth: i32,
    /// Contempt: how much worse than a draw a repetition is for the root player.
    pub contempt: i32,
    /// Accepts only transposition table entries of exactly the same depth, as minimax would.
    pub tt_exact_depth: bool,
}

/// Late move reductions of `base + ln(depth) · ln(move number) / divisor` plies.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct LateMoveReductions {
    /// The constant part.
    pub base: f64,
    /// The greater, the smaller the reductions.
    pub divisor: f64,
    /// The first moves, so many, are never reduced.
    pub full_depth_moves: usize,
}

impl AlphaBetaConfig {
    /// No selectivity: gives the values of minimax, with alpha-beta cutoffs.
    pub const fn plain() -> AlphaBetaConfig {
        AlphaBetaConfig {
            aspiration_window: Some(50),
            late_move_reductions: None,
            reduce_tactical: false,
            reverse_futility_margin: None,
            futility_margin: None,
            razoring_margin: None,
            late_move_count: None,
            internal_iterative_reduction: false,
            single_reply_extension: false,
            quiescence_depth: 0,
            quiescence_moves: usize::MAX,
            stand_pat: true,
            killer_bonus: 150,
            history_weight: 200,
            tt_min_depth: 1,
            contempt: 0,
            tt_exact_depth: true,
        }
    }

    /// The weights of killers and history in move ordering.
    pub(super) const fn weights(&self) -> OrderingWeights {
        OrderingWeights { killer: self.killer_bonus, history: self.history_weight }
    }

    /// Whether any pruning needs the static evaluation of a node.
    pub(super) const fn needs_static_eval(&self) -> bool {
        self.reverse_futility_margin.is_some()
            || self.futility_margin.is_some()
            || self.razoring_margin.is_some()
            || self.late_move_count.is_some()
    }
}

impl Default for AlphaBetaConfig {
    /// Conservative selectivity that suits most games.
    fn default() -> AlphaBetaConfig {
        AlphaBetaConfig {
            late_move_reductions: Some(LateMoveReductions {
                base: 0.25,
                divisor: 2.5,
                full_depth_moves: 2,
            }),
            internal_iterative_reduction: true,
            single_reply_extension: true,
            quiescence_depth: 8,
            tt_exact_depth: false,
            ..AlphaBetaConfig::plain()
        }
    }
}

/// [`LateMoveReductions`] tabulated by depth and move number.
pub(super) struct ReductionTable([[u8; ReductionTable::SIZE]; ReductionTable::SIZE]);

impl ReductionTable {
    const SIZE: usize = 64;

    pub(super) fn new(reductions: Option<LateMoveReductions>) -> ReductionTable {
        let mut reduction_table = ReductionTable([[0; Self::SIZE]; Self::SIZE]);
        let Some(LateMoveReductions { base, divisor, .. }) = reductions else {
            return reduction_table;
        };
        for (depth, row) in reduction_table.0.iter_mut().enumerate().skip(1) {
            for (number, plies) in row.iter_mut().enumerate().skip(1) {
                let reduction = base + (depth as f64).ln() * (number as f64).ln() / divisor;
                *plies = reduction as u8;
            }
        }
        reduction_table
    }

    #[inline]
    pub(super) fn plies(&self, depth: i32, number: usize) -> i32 {
        let depth = (depth.max(0) as usize).min(Self::SIZE - 1);
        i32::from(self.0[depth][number.min(Self::SIZE - 1)])
    }
}
