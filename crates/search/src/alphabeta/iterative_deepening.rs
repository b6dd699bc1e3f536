//! Iterative deepening with aspiration windows: each iteration orders the moves for the next, and
//! there is a best move at any time.

use spielwerk_games::Position;

use super::pvs::{MAX_PLY, Worker};
use super::value::{BestMove, NodeContext, Value, Window};
use crate::move_ordering::short_hash;
use crate::{Aborted, Evaluator, Score};

/// A root move with its search result.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub(super) m: M,
    /// Its index in the order of generation.
    pub(super) index: u16,
    /// Its score when it was last the best of those searched.
    pub(super) score: Score,
    /// Whether that score is the proven result.
    pub(super) proven: bool,
    /// The depth of that search.
    pub(super) depth: u32,
    /// The principal variation of that search, which begins with the move.
    pub(super) pv: Vec<M>,
}

impl<M> RootMove<M> {
    /// Whether another iteration could change nothing: the result is proven, and so is its
    /// distance, since a full-width search has missed nothing shorter.
    pub(super) fn is_settled(&self, full_width: bool) -> bool {
        match self.score.plies() {
            Some(plies) => full_width && plies <= self.depth,
            None => self.proven,
        }
    }
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Iterative deepening from depth `first` on, until `continue_search` returns false or the
    /// search is aborted. It is called after every iteration, when the first `multi_pv` of the root
    /// moves are the best ones.
    pub(super) fn iterate(
        &mut self,
        p: &P,
        root_moves: &mut [RootMove<P::Move>],
        multi_pv: usize,
        first: u32,
        mut continue_search: impl FnMut(&Self, &[RootMove<P::Move>], u32) -> bool,
    ) {
        let deepest = self.counter.budget().limits().depth.unwrap_or(MAX_PLY);
        for depth in first..=deepest.min(MAX_PLY) {
            for pv in 0..multi_pv {
                if self.aspiration_search(p, &mut root_moves[pv..], depth).is_err() {
                    self.position_history.reset_to_root();
                    self.moves.clear();
                    return;
                }
                // A later variation may turn out better than an earlier one after all.
                root_moves[..=pv]
                    .sort_by_cached_key(|root_move| std::cmp::Reverse(root_move.score));
            }
            let settled = root_moves[..multi_pv]
                .iter()
                .all(|root_move| root_move.is_settled(self.full_width));
            if !continue_search(self, &root_moves[..multi_pv], depth) || settled {
                return;
            }
            self.full_width = root_moves[0].score.is_decisive();
        }
    }

    /// Searches one depth with an aspiration window around the expected score, and widens it until
    /// the score is inside.
    fn aspiration_search(
        &mut self,
        p: &P,
        root_moves: &mut [RootMove<P::Move>],
        depth: u32,
    ) -> Result<(), Aborted> {
        let expected = root_moves[0].score;
        let mut width = match self.config.aspiration_window {
            Some(width) if depth >= 4 && !expected.is_decisive() => width,
            _ => i32::MAX,
        };
        let mut window = around(expected, width);
        loop {
            let value = self.search_root(p, root_moves, depth, window)?;
            let failed_low = value.score <= window.alpha && window.alpha > Score::WORST;
            let failed_high = value.score >= window.beta && window.beta < Score::BEST;
            if !failed_low && !failed_high {
                root_moves[0].proven = value.proven || value.score.is_decisive();
                return Ok(());
            }
            width = width.saturating_mul(3);
            let wider = around(value.score, width);
            if failed_low {
                window.alpha = wider.alpha;
            } else {
                window.beta = wider.beta;
            }
        }
    }

    /// Searches all root moves to one depth. A new best move goes to the front at once, so that it
    /// is there when time runs out.
    fn search_root(
        &mut self,
        p: &P,
        root_moves: &mut [RootMove<P::Move>],
        depth: u32,
        window: Window,
    ) -> Result<Value, Aborted> {
        let mover = p.turn();
        let mut rest = window;
        let mut found = BestMove::NONE;
        self.position_history.push(p.repetition_key());
        for number in 0..root_moves.len() {
            let RootMove { m, index, .. } = root_moves[number];
            let child = p.play(m);
            let here = NodeContext::ROOT.child(mover, short_hash(&m));
            let depth_below = depth as i32 - 1;
            let value = if number == 0 {
                self.search_child(&child, mover, depth_below, rest, here)?
            } else {
                self.scout(&child, mover, (depth_below, 0), rest, here)?
            };
            if found.update(value) && value.score > rest.alpha {
                found.index = Some(index);
                rest.alpha = value.score;
                self.update_pv(0, m);
                let root_move = &mut root_moves[number];
                (root_move.score, root_move.depth) = (value.score, depth);
                // Whether the best score is a proven loss or draw depends on the other moves.
                root_move.proven = value.score.is_win();
                root_move.pv.clone_from(&self.pv_table[0]);
                root_moves[..=number].rotate_right(1);
                if rest.alpha >= rest.beta {
                    found.value.proven = value.proven;
                    break;
                }
            }
        }
        self.position_history.pop();
        // The best of some of the moves is not the score of the position.
        if root_moves.len() as u64 == p.count_moves() {
            self.store_tt(p.key(), depth as i32, window, 0, &found);
        }
        Ok(found.value)
    }
}

/// The window of this width on both sides of a score.
fn around(score: Score, width: i32) -> Window {
    if width == i32::MAX || score.is_decisive() {
        return Window::FULL;
    }
    Window { alpha: score.shifted(-width), beta: score.shifted(width), is_pv: true }
}
