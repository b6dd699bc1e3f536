//! Principal variation search with transposition table, late move reductions and pruning.
//!
//! A score always belongs to the seat to move (negamax). Seats need not alternate, so a child's
//! score and window are negated only if the turn has changed; and in a finished position nobody is
//! to move, so it is scored for the seat that moved there.

use spielwerk_games::{Position, Seat, Wdl};

use super::config::{AlphaBetaConfig, LateMoveReductions, ReductionTable};
use super::value::{BestMove, NodeContext, Value, Window};
use crate::move_ordering::{Candidate, MoveHistory, generate, select_best};
use crate::{
    Aborted, Bound, Evaluator, NodeCounter, PositionHistory, Score, TranspositionTable, TtEntry,
};

/// The maximum distance from the root.
pub(super) const MAX_PLY: u32 = 250;

/// One search thread.
pub(super) struct Worker<'a, P: Position, E> {
    pub(super) evaluator: &'a E,
    pub(super) config: &'a AlphaBetaConfig,
    pub(super) reduction_table: &'a ReductionTable,
    pub(super) tt: &'a TranspositionTable,
    pub(super) counter: NodeCounter<'a>,
    pub(super) move_history: &'a mut MoveHistory<P::Move>,
    pub(super) position_history: PositionHistory,
    /// Move stack: the moves of all nodes on the present line, one after the other.
    pub(super) moves: Vec<Candidate<P::Move>>,
    /// For each ply, the principal variation from there on.
    pub(super) pv_table: Vec<Vec<P::Move>>,
    /// The seat to move at the root.
    pub(super) root_seat: Seat,
    /// Whether the tablebase is probed below the root.
    pub(super) probes_tablebase: bool,
    pub(super) tablebase_hits: u64,
    /// Full-width search without reductions and pruning, to find the shortest win.
    pub(super) full_width: bool,
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// The value of a child for the seat that moved there.
    #[inline]
    pub(super) fn search_child(
        &mut self,
        child: &P,
        mover: Seat,
        depth: i32,
        window: Window,
        node: NodeContext,
    ) -> Result<Value, Aborted> {
        self.counter.tick()?;
        if let Some(outcome) = child.outcome() {
            self.clear_pv(node.ply);
            return Ok(Value::proven(Score::from_outcome(&outcome, mover, node.ply)));
        }
        if child.turn() == mover {
            self.search_node(child, depth, window, node)
        } else {
            let value = self.search_node(child, depth, window.negated(), node)?;
            Ok(value.negated())
        }
    }

    /// The value of an unfinished position below the root, for the seat to move.
    fn search_node(
        &mut self,
        p: &P,
        depth: i32,
        window: Window,
        node: NodeContext,
    ) -> Result<Value, Aborted> {
        let ply = node.ply;
        self.clear_pv(ply);
        if let Some(wdl) = self.probe_tablebase(p) {
            return Ok(Value::proven(Score::from_wdl(wdl, ply)));
        }
        let window = window.mate_distance_pruned(ply);
        if window.alpha >= window.beta {
            return Ok(Value::proven(window.alpha));
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(p, depth.min(0), window, node);
        }
        let (key, repetition_key) = (p.key(), p.repetition_key());
        if self.position_history.is_repetition(repetition_key) {
            return Ok(Value::estimate(self.repetition_score(p)));
        }
        let entry = if depth >= self.config.tt_min_depth { self.tt.probe(key) } else { None };
        if let Some(value) = entry.and_then(|entry| self.tt_cutoff(&entry, depth, window, ply)) {
            return Ok(value);
        }
        self.position_history.push(repetition_key);
        let base = self.moves.len();
        let searched = self.expand_node(p, key, depth, window, node, entry);
        self.moves.truncate(base);
        self.position_history.pop();
        searched
    }

    /// The score of a repetition for the seat to move: a draw, less contempt for the root player.
    fn repetition_score(&self, p: &P) -> Score {
        let contempt = self.config.contempt;
        Score::DRAW.shifted(if p.turn() == self.root_seat { -contempt } else { contempt })
    }

    /// The value of a transposition table entry, if it causes a cutoff.
    #[inline]
    fn tt_cutoff(&self, entry: &TtEntry, depth: i32, window: Window, ply: u32) -> Option<Value> {
        if window.is_pv {
            return None;
        }
        let score = entry.score.from_tt(ply);
        let (deep, use_decisive) = if self.config.tt_exact_depth {
            (i32::from(entry.depth) == depth, false)
        } else {
            (i32::from(entry.depth) >= depth || entry.proven, true)
        };
        let fails_high = entry.bound != Bound::Upper
            && score >= window.beta
            && (deep || use_decisive && score.is_win());
        let fails_low = entry.bound != Bound::Lower
            && score <= window.alpha
            && (deep || use_decisive && score.is_loss());
        let proven = entry.proven || fails_high && score.is_win() || fails_low && score.is_loss();
        (fails_high || fails_low).then_some(Value { score, proven })
    }

    /// Prunes or searches a node without a transposition table cutoff.
    fn expand_node(
        &mut self,
        p: &P,
        key: u64,
        mut depth: i32,
        window: Window,
        node: NodeContext,
        entry: Option<TtEntry>,
    ) -> Result<Value, Aborted> {
        let best = entry.and_then(|entry| entry.best_move);
        if self.config.internal_iterative_reduction
            && best.is_none()
            && depth >= 4
            && !self.full_width
        {
            depth -= 1;
        }
        let static_eval = self.static_eval(p, window);
        if let Some(static_eval) = static_eval
            && let Some(value) = self.prune_node(p, static_eval, depth, window, node)?
        {
            return Ok(value);
        }
        let base = self.moves.len();
        generate(p, &mut self.moves);
        let count = self.moves.len() - base;
        debug_assert!(count > 0, "{p:?} is not over, but has no move");
        let extend = self.config.single_reply_extension && count == 1 && node.ply < MAX_PLY / 2;
        // The hash move is searched before the others are even scored.
        let ranked = match best.map(usize::from) {
            Some(best) if best < count => {
                self.moves[base..].swap(0, best);
                1
            }
            _ => 0,
        };
        let next_depth = if extend { depth } else { depth - 1 };
        let found = self.search_moves(p, static_eval, next_depth, window, node, (base, ranked))?;
        self.store_tt(key, depth, window, node.ply, &found);
        Ok(found.value)
    }

    /// Searches the moves from `base` on, of which the first `ranked` are in order already.
    fn search_moves(
        &mut self,
        p: &P,
        static_eval: Option<Score>,
        depth: i32,
        mut window: Window,
        node: NodeContext,
        (base, ranked): (usize, usize),
    ) -> Result<BestMove, Aborted> {
        let (mover, end) = (p.turn(), self.moves.len());
        let mut found = BestMove::NONE;
        for number in 0..end - base {
            if number == ranked {
                let candidates = &mut self.moves[base + ranked..];
                let weights = self.config.weights();
                self.move_history.score_moves(
                    p,
                    self.evaluator,
                    &weights,
                    node.ordering_context(),
                    candidates,
                );
            }
            if number >= ranked {
                select_best(&mut self.moves[base..end], number, ranked);
            }
            let candidate = self.moves[base + number];
            if let Some(static_eval) = static_eval
                && number > 0
                && !found.value.score.is_loss()
                && self.prunes_move(p, static_eval, &candidate, number, depth + 1, window.alpha)
            {
                // A pruned move is assumed not to exceed alpha.
                found.update(Value::estimate(window.alpha));
                continue;
            }
            let child = p.play(candidate.m);
            let here = node.child(mover, candidate.hash);
            let value = if number == 0 {
                self.search_child(&child, mover, depth, window, here)?
            } else {
                let reduction = self.reduction(p, &candidate, number, depth, window, node.ply);
                self.scout(&child, mover, (depth, reduction), window, here)?
            };
            if found.update(value) && value.score > window.alpha {
                found.index = Some(candidate.index);
                window.alpha = value.score;
                if window.is_pv {
                    self.update_pv(node.ply, candidate.m);
                }
                if window.alpha >= window.beta {
                    found.value.proven = value.proven;
                    let tried = &self.moves[base..=base + number];
                    self.move_history.update(mover, node.ordering_context(), depth + 1, tried);
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Null-window search of a move, first with reduced depth; re-searched if it fails high.
    pub(super) fn scout(
        &mut self,
        child: &P,
        mover: Seat,
        (depth, reduction): (i32, i32),
        window: Window,
        node: NodeContext,
    ) -> Result<Value, Aborted> {
        let null_window = Window::null_window(window.alpha);
        let mut value = self.search_child(child, mover, depth - reduction, null_window, node)?;
        if reduction > 0 && value.score > window.alpha {
            value = self.search_child(child, mover, depth, null_window, node)?;
        }
        if window.is_pv && value.score > window.alpha {
            value = self.search_child(child, mover, depth, window, node)?;
        }
        Ok(value)
    }

    /// Stores the result of a node in the transposition table.
    pub(super) fn store_tt(
        &self,
        key: u64,
        depth: i32,
        window: Window,
        ply: u32,
        found: &BestMove,
    ) {
        if depth < self.config.tt_min_depth {
            return;
        }
        let Value { score, proven } = found.value;
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TtEntry {
            score: score.to_tt(ply),
            bound,
            depth: depth.clamp(0, 255) as u8,
            proven,
            best_move: found.index,
        };
        self.tt.store(key, entry);
    }

    /// The late move reduction in plies.
    fn reduction(
        &self,
        p: &P,
        candidate: &Candidate<P::Move>,
        number: usize,
        depth: i32,
        window: Window,
        ply: u32,
    ) -> i32 {
        let Some(LateMoveReductions { full_depth_moves, .. }) = self.config.late_move_reductions
        else {
            return 0;
        };
        let skips_tactical = !self.config.reduce_tactical;
        if self.full_width
            || number < full_depth_moves
            || depth < 2
            || skips_tactical && self.evaluator.is_tactical(p, candidate.m)
        {
            return 0;
        }
        let mut reduction = self.reduction_table.plies(depth, number);
        if window.is_pv {
            reduction -= 1;
        }
        if self.move_history.is_killer(ply as usize, candidate.m) {
            reduction -= 1;
        }
        reduction.clamp(0, depth - 1)
    }

    /// Probes the tablebase.
    #[inline]
    pub(super) fn probe_tablebase(&mut self, p: &P) -> Option<Wdl> {
        if !self.probes_tablebase {
            return None;
        }
        let wdl = self.evaluator.probe(p);
        self.tablebase_hits += u64::from(wdl.is_some());
        wdl
    }

    /// Clears the principal variation from this ply on.
    #[inline]
    fn clear_pv(&mut self, ply: u32) {
        self.pv_table[ply as usize].clear();
    }

    /// Sets the principal variation from this ply on: a move, then that of the next ply.
    pub(super) fn update_pv(&mut self, ply: u32, m: P::Move) {
        let (before, after) = self.pv_table.split_at_mut(ply as usize + 1);
        let pv = &mut before[ply as usize];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&after[0]);
    }
}
