//! Where the search ends: leaves to be judged, unquiet ones that cannot be yet, and positions in
//! the last plies that are too clear to be worth their moves.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use games::Position;

use super::tree::{DEEPEST, Worker};
use super::value::{Found, Place, Value, Window};
use crate::order::{Candidate, short_hash};
use crate::{Judge, Over, Score};

/// Judgement prunes in these last plies only.
const LAST_PLIES: i32 = 6;

impl<P: Position, J: Judge<P>> Worker<'_, P, J> {
    /// The value of a leaf, after all noisy moves. The depth counts on below zero with each.
    pub(super) fn quiet(
        &mut self,
        p: &P,
        depth: i32,
        window: Window,
        place: Place,
    ) -> Result<Value, Over> {
        let own = Value::judged(Score::judged(self.judge.value(p)));
        let deep_enough = -depth >= self.tuning.quiescence as i32 || place.ply >= DEEPEST;
        if deep_enough || !self.judge.noisy(p) {
            return Ok(own);
        }
        if self.tuning.stand_pat && own.score >= window.beta {
            return Ok(own);
        }
        let base = self.moves.len();
        let all_noisy = self.generate_noisy(p);
        let mut found = Found::NOTHING;
        if self.tuning.stand_pat || !all_noisy {
            found.consider(own);
        }
        let mut tried = Ok(());
        if found.value.score < window.beta {
            tried = self.try_noisy(p, depth, window, place, (base, &mut found));
        }
        self.moves.truncate(base);
        tried.map(|()| found.value)
    }

    /// Pushes the noisy moves, the most promising first; says whether there are no quiet ones.
    fn generate_noisy(&mut self, p: &P) -> bool {
        let base = self.moves.len();
        let (judge, moves) = (self.judge, &mut self.moves);
        let mut index = 0u16;
        let _ = p.moves(|m| {
            if judge.is_noisy(p, m) {
                moves.push(Candidate { m, order: judge.hint(p, m), index, hash: short_hash(&m) });
            }
            index = index.saturating_add(1);
            ControlFlow::Continue(())
        });
        let noisy = &mut self.moves[base..];
        noisy.sort_unstable_by_key(|candidate| (Reverse(candidate.order), candidate.index));
        noisy.len() == usize::from(index)
    }

    /// Tries the candidates from `base` on, the last ones only while all before them lose: else
    /// what only looks lost would count as certainly lost.
    fn try_noisy(
        &mut self,
        p: &P,
        depth: i32,
        mut window: Window,
        place: Place,
        (base, found): (usize, &mut Found),
    ) -> Result<(), Over> {
        let mover = p.turn();
        window.alpha = window.alpha.max(found.value.score);
        let enough = base.saturating_add(self.tuning.noisy_widest);
        for at in base..self.moves.len() {
            if at >= enough && !found.value.score.is_loss() {
                found.value.proven = false;
                break;
            }
            let Candidate { m, hash, .. } = self.moves[at];
            let here = place.after(mover, hash);
            let value = self.child(&p.play(m), mover, depth - 1, window, here)?;
            if found.consider(value) && value.score > window.alpha {
                window.alpha = value.score;
                if window.open {
                    self.extend_line(place.ply, m);
                }
                if window.alpha >= window.beta {
                    found.value.proven = value.proven;
                    break;
                }
            }
        }
        Ok(())
    }

    /// A position's own value, if something may be pruned by it.
    pub(super) fn own_value(&self, p: &P, window: Window) -> Option<Score> {
        let may = self.tuning.looks_first()
            && !self.careful
            && !window.open
            && !window.alpha.is_decided()
            && !window.beta.is_decided();
        (may && !self.judge.noisy(p)).then(|| Score::judged(self.judge.value(p)))
    }

    /// The value of a position whose own is so far from the window that its moves need no search.
    pub(super) fn prune(
        &mut self,
        p: &P,
        own: Score,
        depth: i32,
        window: Window,
        place: Place,
    ) -> Result<Option<Value>, Over> {
        if let Some(margin) = self.tuning.reverse_futility
            && depth <= LAST_PLIES
            && own.shifted(-margin * depth) >= window.beta
        {
            return Ok(Some(Value::judged(own)));
        }
        if let Some(margin) = self.tuning.razoring
            && depth <= 2
            && own.shifted(margin * depth) <= window.alpha
        {
            let value = self.quiet(p, 0, window, place)?;
            return Ok((value.score <= window.alpha).then_some(value));
        }
        Ok(None)
    }

    /// Whether a move is too late in the order, or seems to gain too little, to be searched.
    pub(super) fn skips(
        &self,
        p: &P,
        own: Score,
        candidate: &Candidate<P::Move>,
        number: usize,
        depth: i32,
        alpha: Score,
    ) -> bool {
        if depth > LAST_PLIES {
            return false;
        }
        let late = self.tuning.widest.is_some_and(|widest| {
            let tried = widest.saturating_mul((depth * depth) as u32);
            number >= tried as usize
        });
        let futile = || {
            self.tuning.futility.is_some_and(|margin| {
                let gain = self.judge.hint(p, candidate.m);
                own.shifted(margin.saturating_mul(depth).saturating_add(gain)) <= alpha
            })
        };
        (late || futile()) && !self.judge.is_noisy(p, candidate.m)
    }
}
