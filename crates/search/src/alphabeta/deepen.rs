//! Searching one ply deeper again and again: each depth orders the moves for the next, and there
//! is an answer at any time.

use games::Position;

use super::tree::{DEEPEST, Worker};
use super::value::{Found, Place, Value, Window};
use crate::order::short_hash;
use crate::{Judge, Over, Score};

/// A move at the root, with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct Root<M> {
    pub(super) m: M,
    /// Its number in the order of generation.
    pub(super) index: u16,
    /// Its score when it was last found to be the best of those left.
    pub(super) score: Score,
    /// Whether that score is the certain result.
    pub(super) exact: bool,
    /// The depth of that search.
    pub(super) depth: u32,
    /// The line from then, which begins with the move.
    pub(super) line: Vec<M>,
}

impl<M> Root<M> {
    /// Whether another depth could find nothing new: the result is certain, and so is how long it
    /// takes, since nothing shorter has been left out.
    pub(super) fn is_settled(&self, careful: bool) -> bool {
        match self.score.plies() {
            Some(plies) => careful && plies <= self.depth,
            None => self.exact,
        }
    }
}

impl<P: Position, J: Judge<P>> Worker<'_, P, J> {
    /// Searches deeper and deeper, beginning with a depth, until `go_on` says no or time is over.
    /// It is asked after every depth, when the first `lines` of the roots are the best moves.
    pub(super) fn deepen(
        &mut self,
        p: &P,
        roots: &mut [Root<P::Move>],
        lines: usize,
        first: u32,
        mut go_on: impl FnMut(&Self, &[Root<P::Move>], u32) -> bool,
    ) {
        let deepest = self.watch.budget().limits().depth.unwrap_or(DEEPEST);
        for depth in first..=deepest.min(DEEPEST) {
            for line in 0..lines {
                if self.narrow_down(p, &mut roots[line..], depth).is_err() {
                    self.history.rewind();
                    self.moves.clear();
                    return;
                }
                // A later line may turn out better than an earlier one after all.
                roots[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
            }
            let settled = roots[..lines].iter().all(|root| root.is_settled(self.careful));
            if !go_on(self, &roots[..lines], depth) || settled {
                return;
            }
            self.careful = roots[0].score.is_decided();
        }
    }

    /// Searches one depth with a narrow window around the score expected, and widens it until the
    /// score is inside.
    fn narrow_down(&mut self, p: &P, roots: &mut [Root<P::Move>], depth: u32) -> Result<(), Over> {
        let expected = roots[0].score;
        let mut width = match self.tuning.aspiration {
            Some(width) if depth >= 4 && !expected.is_decided() => width,
            _ => i32::MAX,
        };
        let mut window = around(expected, width);
        loop {
            let value = self.search_root(p, roots, depth, window)?;
            let failed_low = value.score <= window.alpha && window.alpha > Score::WORST;
            let failed_high = value.score >= window.beta && window.beta < Score::BEST;
            if !failed_low && !failed_high {
                roots[0].exact = value.proven || value.score.is_decided();
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

    /// Searches all roots to one depth. Whichever is found to be the best moves to the front at
    /// once, so that it is there when time runs out.
    fn search_root(
        &mut self,
        p: &P,
        roots: &mut [Root<P::Move>],
        depth: u32,
        window: Window,
    ) -> Result<Value, Over> {
        let (mover, key) = (p.turn(), p.key());
        let mut rest = window;
        let mut found = Found::NOTHING;
        self.history.push(key);
        for number in 0..roots.len() {
            let Root { m, index, .. } = roots[number];
            let child = p.play(m);
            let here = Place::ROOT.after(mover, short_hash(&m));
            let depth_below = depth as i32 - 1;
            let value = if number == 0 {
                self.child(&child, mover, depth_below, rest, here)?
            } else {
                self.scout(&child, mover, (depth_below, 0), rest, here)?
            };
            if found.consider(value) && value.score > rest.alpha {
                found.best = Some(index);
                rest.alpha = value.score;
                self.extend_line(0, m);
                let root = &mut roots[number];
                (root.score, root.depth) = (value.score, depth);
                // Whether the best of all is a loss or a draw, only the others can tell.
                root.exact = value.score.is_win();
                root.line.clone_from(&self.lines[0]);
                roots[..=number].rotate_right(1);
                if rest.alpha >= rest.beta {
                    found.value.proven = value.proven;
                    break;
                }
            }
        }
        self.history.pop();
        // The best of some of the moves is not what the position is worth.
        if roots.len() as u64 == p.count() {
            self.remember(key, depth as i32, window, 0, &found);
        }
        Ok(found.value)
    }
}

/// The window of this width on both sides of a score.
fn around(score: Score, width: i32) -> Window {
    if width == i32::MAX || score.is_decided() {
        return Window::FULL;
    }
    Window { alpha: score.shifted(-width), beta: score.shifted(width), open: true }
}
