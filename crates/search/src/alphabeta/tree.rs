//! The search of one tree: principal variation search with a table, reductions and pruning.
//!
//! A score always belongs to the seat on turn of its position. Seats need not alternate, so a
//! child's score and window are turned round only if the turn has changed; and a finished position
//! has no turn, so it is scored for the seat that moved there.

use games::{Position, Seat};

use super::tuning::{Reductions, Savings, Tuning};
use super::value::{Found, Place, Value, Window};
use crate::order::{Candidate, Memory, bring_best, generate};
use crate::{Bound, Entry, History, Judge, Known, Over, Score, Table, Watch};

/// No line is searched farther than this.
pub(super) const DEEPEST: u32 = 250;

/// One thread that searches.
pub(super) struct Worker<'a, P: Position, J> {
    pub(super) judge: &'a J,
    pub(super) tuning: &'a Tuning,
    pub(super) savings: &'a Savings,
    pub(super) table: &'a Table,
    pub(super) watch: Watch<'a>,
    pub(super) memory: &'a mut Memory<P::Move>,
    pub(super) history: History,
    /// The candidates of all positions on the present line, one after the other.
    pub(super) moves: Vec<Candidate<P::Move>>,
    /// For each ply, the best line from there on.
    pub(super) lines: Vec<Vec<P::Move>>,
    /// The seat on turn at the root.
    pub(super) thinker: Seat,
    /// Whether tables of perfect play are asked.
    pub(super) asks_tables: bool,
    pub(super) table_hits: u64,
    /// Searches every move in full: to be sure of the length of a win.
    pub(super) careful: bool,
}

impl<P: Position, J: Judge<P>> Worker<'_, P, J> {
    /// The value of a child for the seat that moved there.
    #[inline]
    pub(super) fn child(
        &mut self,
        child: &P,
        mover: Seat,
        depth: i32,
        window: Window,
        place: Place,
    ) -> Result<Value, Over> {
        self.watch.tick()?;
        if let Some(outcome) = child.outcome() {
            self.cut_line(place.ply);
            return Ok(Value::proven(Score::of(&outcome, mover, place.ply)));
        }
        if child.turn() == mover {
            self.node(child, depth, window, place)
        } else {
            let value = self.node(child, depth, window.turned(), place)?;
            Ok(value.turned())
        }
    }

    /// The value of an unfinished position below the root, for the seat on turn.
    fn node(&mut self, p: &P, depth: i32, window: Window, place: Place) -> Result<Value, Over> {
        let ply = place.ply;
        self.cut_line(ply);
        if let Some(known) = self.ask_tables(p) {
            return Ok(Value::proven(known.score(ply)));
        }
        let window = window.clipped(ply);
        if window.alpha >= window.beta {
            return Ok(Value::proven(window.alpha));
        }
        if depth <= 0 || ply >= DEEPEST {
            return self.quiet(p, depth.min(0), window, place);
        }
        let key = p.key();
        if self.history.repeats(key) {
            return Ok(Value::judged(self.repetition(p)));
        }
        let entry = if depth >= self.tuning.table_from { self.table.get(key) } else { None };
        if let Some(value) = entry.and_then(|entry| self.settled(&entry, depth, window, ply)) {
            return Ok(value);
        }
        self.history.push(key);
        let base = self.moves.len();
        let searched = self.search(p, key, depth, window, place, entry);
        self.moves.truncate(base);
        self.history.pop();
        searched
    }

    /// What it is worth to the seat on turn that a position comes again.
    fn repetition(&self, p: &P) -> Score {
        let short = self.tuning.contempt;
        Score::DRAW.shifted(if p.turn() == self.thinker { -short } else { short })
    }

    /// What the table says, if that is enough.
    #[inline]
    fn settled(&self, entry: &Entry, depth: i32, window: Window, ply: u32) -> Option<Value> {
        if window.open {
            return None;
        }
        let score = entry.score.from_root(ply);
        let (deep, certain) = if self.tuning.same_depth {
            (i32::from(entry.depth) == depth, false)
        } else {
            (i32::from(entry.depth) >= depth || entry.proven, true)
        };
        let beyond = entry.bound != Bound::Upper
            && score >= window.beta
            && (deep || certain && score.is_win());
        let below = entry.bound != Bound::Lower
            && score <= window.alpha
            && (deep || certain && score.is_loss());
        let proven = entry.proven || beyond && score.is_win() || below && score.is_loss();
        (beyond || below).then_some(Value { score, proven })
    }

    /// Tries the moves of a position that nothing else has settled.
    fn search(
        &mut self,
        p: &P,
        key: u64,
        mut depth: i32,
        window: Window,
        place: Place,
        entry: Option<Entry>,
    ) -> Result<Value, Over> {
        let best = entry.and_then(|entry| entry.best);
        if self.tuning.reduce_unordered && best.is_none() && depth >= 4 && !self.careful {
            depth -= 1;
        }
        let own = self.own_value(p, window);
        if let Some(own) = own
            && let Some(value) = self.prune(p, own, depth, window, place)?
        {
            return Ok(value);
        }
        let base = self.moves.len();
        generate(p, &mut self.moves);
        let count = self.moves.len() - base;
        debug_assert!(count > 0, "{p:?} is not over, but has no move");
        let forced = self.tuning.extend_forced && count == 1 && place.ply < DEEPEST / 2;
        // The table's move is tried before the others are even ranked.
        let ranked = match best.map(usize::from) {
            Some(best) if best < count => {
                self.moves[base..].swap(0, best);
                1
            }
            _ => 0,
        };
        let next_depth = if forced { depth } else { depth - 1 };
        let found = self.try_moves(p, own, next_depth, window, place, (base, ranked))?;
        self.remember(key, depth, window, place.ply, &found);
        Ok(found.value)
    }

    /// Tries the candidates from `base` on, of which the first `ranked` are in order already.
    fn try_moves(
        &mut self,
        p: &P,
        own: Option<Score>,
        depth: i32,
        mut window: Window,
        place: Place,
        (base, ranked): (usize, usize),
    ) -> Result<Found, Over> {
        let (mover, end) = (p.turn(), self.moves.len());
        let mut found = Found::NOTHING;
        for number in 0..end - base {
            if number == ranked {
                let candidates = &mut self.moves[base + ranked..];
                let weights = self.tuning.weights();
                self.memory.rank(p, self.judge, &weights, place.order(), candidates);
            }
            if number >= ranked {
                bring_best(&mut self.moves[base..end], number, ranked);
            }
            let candidate = self.moves[base + number];
            if let Some(own) = own
                && number > 0
                && !found.value.score.is_loss()
                && self.skips(p, own, &candidate, number, depth + 1, window.alpha)
            {
                // That it does not get above alpha is all that is claimed.
                found.consider(Value::judged(window.alpha));
                continue;
            }
            let child = p.play(candidate.m);
            let here = place.after(mover, candidate.hash);
            let value = if number == 0 {
                self.child(&child, mover, depth, window, here)?
            } else {
                let reduction = self.reduction(p, &candidate, number, depth, window, place.ply);
                self.scout(&child, mover, (depth, reduction), window, here)?
            };
            if found.consider(value) && value.score > window.alpha {
                found.best = Some(candidate.index);
                window.alpha = value.score;
                if window.open {
                    self.extend_line(place.ply, candidate.m);
                }
                if window.alpha >= window.beta {
                    found.value.proven = value.proven;
                    let tried = &self.moves[base..=base + number];
                    self.memory.learn(mover, place.order(), depth + 1, tried);
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Asks first whether a move is better than the best so far, cheaply; if so, how good it is.
    pub(super) fn scout(
        &mut self,
        child: &P,
        mover: Seat,
        (depth, reduction): (i32, i32),
        window: Window,
        place: Place,
    ) -> Result<Value, Over> {
        let question = Window::above(window.alpha);
        let mut value = self.child(child, mover, depth - reduction, question, place)?;
        if reduction > 0 && value.score > window.alpha {
            value = self.child(child, mover, depth, question, place)?;
        }
        if window.open && value.score > window.alpha {
            value = self.child(child, mover, depth, window, place)?;
        }
        Ok(value)
    }

    pub(super) fn remember(&self, key: u64, depth: i32, window: Window, ply: u32, found: &Found) {
        if depth < self.tuning.table_from {
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
        let entry = Entry {
            score: score.from_here(ply),
            bound,
            depth: depth.clamp(0, 255) as u8,
            proven,
            best: found.best,
        };
        self.table.put(key, entry);
    }

    /// How many plies less deeply a late move is searched at first.
    fn reduction(
        &self,
        p: &P,
        candidate: &Candidate<P::Move>,
        number: usize,
        depth: i32,
        window: Window,
        ply: u32,
    ) -> i32 {
        let Some(Reductions { spared, .. }) = self.tuning.reductions else {
            return 0;
        };
        let spares_noisy = !self.tuning.reduce_noisy;
        if self.careful
            || number < spared
            || depth < 2
            || spares_noisy && self.judge.is_noisy(p, candidate.m)
        {
            return 0;
        }
        let mut reduction = self.savings.plies(depth, number);
        if window.open {
            reduction -= 1;
        }
        if self.memory.is_killer(ply as usize, candidate.m) {
            reduction -= 1;
        }
        reduction.clamp(0, depth - 1)
    }

    /// What a table of perfect play says.
    #[inline]
    pub(super) fn ask_tables(&mut self, p: &P) -> Option<Known> {
        if !self.asks_tables {
            return None;
        }
        let known = self.judge.known(p);
        self.table_hits += u64::from(known.is_some());
        known
    }

    /// No line from this ply on is known yet.
    #[inline]
    fn cut_line(&mut self, ply: u32) {
        self.lines[ply as usize].clear();
    }

    /// The best line from this ply on begins with a move and goes on as that of the next ply.
    pub(super) fn extend_line(&mut self, ply: u32, m: P::Move) {
        let (before, after) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut before[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&after[0]);
    }
}
