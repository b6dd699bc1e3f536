//! Quiescence search at the leaves, and pruning near them: reverse futility pruning, razoring,
//! futility pruning and late move pruning.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use spielwerk_games::Position;

use super::pvs::{MAX_PLY, Worker};
use super::value::{BestMove, NodeContext, Value, Window};
use crate::move_ordering::{Candidate, short_hash};
use crate::{Aborted, Evaluator, Score};

/// Static pruning happens only up to this depth.
const MAX_PRUNING_DEPTH: i32 = 6;

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Quiescence search: the value of a leaf after all tactical moves. The depth goes on below
    /// zero.
    pub(super) fn quiescence(
        &mut self,
        p: &P,
        depth: i32,
        window: Window,
        node: NodeContext,
    ) -> Result<Value, Aborted> {
        let deep_enough = -depth >= self.config.quiescence_depth as i32 || node.ply >= MAX_PLY;
        if deep_enough || !self.evaluator.needs_quiescence(p) {
            return Ok(self.estimate(p));
        }
        // Where captures are obligatory, nobody can stand pat, and nothing need be evaluated here.
        let mut found = BestMove::NONE;
        if self.config.stand_pat {
            found.update(self.estimate(p));
            if found.value.score >= window.beta {
                return Ok(found.value);
            }
        }
        let base = self.moves.len();
        let all_tactical = self.generate_tactical(p);
        if !self.config.stand_pat && !all_tactical {
            found.update(self.estimate(p));
        }
        let mut tried = Ok(());
        if found.value.score < window.beta {
            tried = self.search_tactical(p, depth, window, node, (base, &mut found));
        }
        self.moves.truncate(base);
        tried.map(|()| found.value)
    }

    #[inline]
    fn estimate(&self, p: &P) -> Value {
        Value::estimate(Score::estimate(self.evaluator.evaluate(p)))
    }

    /// Generates the tactical moves, best order score first; returns whether there are no quiet
    /// ones.
    fn generate_tactical(&mut self, p: &P) -> bool {
        let base = self.moves.len();
        let (evaluator, moves) = (self.evaluator, &mut self.moves);
        let mut index = 0u16;
        let _ = p.generate_moves(|m| {
            if evaluator.is_tactical(p, m) {
                moves.push(Candidate {
                    m,
                    order_score: evaluator.order_score(p, m),
                    index,
                    hash: short_hash(&m),
                });
            }
            index = index.saturating_add(1);
            ControlFlow::Continue(())
        });
        let tactical = &mut self.moves[base..];
        tactical
            .sort_unstable_by_key(|candidate| (Reverse(candidate.order_score), candidate.index));
        tactical.len() == usize::from(index)
    }

    /// Searches the moves from `base` on. Those beyond the move limit are searched only while all
    /// before them lose: otherwise a position could count as proven lost though it is not.
    fn search_tactical(
        &mut self,
        p: &P,
        depth: i32,
        mut window: Window,
        node: NodeContext,
        (base, found): (usize, &mut BestMove),
    ) -> Result<(), Aborted> {
        let mover = p.turn();
        window.alpha = window.alpha.max(found.value.score);
        let enough = base.saturating_add(self.config.quiescence_moves);
        for at in base..self.moves.len() {
            if at >= enough && !found.value.score.is_loss() {
                found.value.proven = false;
                break;
            }
            let Candidate { m, hash, .. } = self.moves[at];
            let here = node.child(mover, hash);
            let value = self.search_child(&p.play(m), mover, depth - 1, window, here)?;
            if found.update(value) && value.score > window.alpha {
                window.alpha = value.score;
                if window.is_pv {
                    self.update_pv(node.ply, m);
                }
                if window.alpha >= window.beta {
                    found.value.proven = value.proven;
                    break;
                }
            }
        }
        Ok(())
    }

    /// The static evaluation, if static pruning is allowed at this node.
    pub(super) fn static_eval(&self, p: &P, window: Window) -> Option<Score> {
        let may = self.config.needs_static_eval()
            && !self.full_width
            && !window.is_pv
            && !window.alpha.is_decisive()
            && !window.beta.is_decisive();
        (may && !self.evaluator.needs_quiescence(p))
            .then(|| Score::estimate(self.evaluator.evaluate(p)))
    }

    /// Reverse futility pruning and razoring: the value of a node whose static evaluation is so far
    /// from the window that its moves need no search.
    pub(super) fn prune_node(
        &mut self,
        p: &P,
        static_eval: Score,
        depth: i32,
        window: Window,
        node: NodeContext,
    ) -> Result<Option<Value>, Aborted> {
        if let Some(margin) = self.config.reverse_futility_margin
            && depth <= MAX_PRUNING_DEPTH
            && static_eval.shifted(-margin * depth) >= window.beta
        {
            return Ok(Some(Value::estimate(static_eval)));
        }
        if let Some(margin) = self.config.razoring_margin
            && depth <= 2
            && static_eval.shifted(margin * depth) <= window.alpha
        {
            let value = self.quiescence(p, 0, window, node)?;
            return Ok((value.score <= window.alpha).then_some(value));
        }
        Ok(None)
    }

    /// Late move pruning and futility pruning: whether a move is too late in the order, or seems to
    /// gain too little, to be searched.
    pub(super) fn prunes_move(
        &self,
        p: &P,
        static_eval: Score,
        candidate: &Candidate<P::Move>,
        number: usize,
        depth: i32,
        alpha: Score,
    ) -> bool {
        if depth > MAX_PRUNING_DEPTH {
            return false;
        }
        let late = self.config.late_move_count.is_some_and(|move_count| {
            let tried = move_count.saturating_mul((depth * depth) as u32);
            number >= tried as usize
        });
        let futile = || {
            self.config.futility_margin.is_some_and(|margin| {
                let gain = self.evaluator.order_score(p, candidate.m);
                static_eval.shifted(margin.saturating_mul(depth).saturating_add(gain)) <= alpha
            })
        };
        (late || futile()) && !self.evaluator.is_tactical(p, candidate.m)
    }
}
