//! Alpha-beta for one seat against all the others, in the manner in which they reply.
//!
//! There are two sides only, so all the cuts of the game for two hold; but every value belongs to
//! the thinker, and means nothing to anybody else. So what goes into the table is marked with whose
//! thoughts these are, and with whether the others have had their answer in this round.

use std::mem::replace;

use games::{Position, Seat};

use super::deepen::{Explorer, deepen};
use super::desk::{Desk, Place, Study};
use super::round::{Manner, Moment, Wait, is_later};
use super::worth::{Worth, judged};
use crate::order::short_hash;
use crate::{Bound, Budget, Entry, Judge, Over, Report, Task, Thinker, Watch};

/// One against all, in a manner: [`Paranoid`](super::Paranoid), [`BestReply`](super::BestReply) or
/// [`BestReplyPlus`](super::BestReplyPlus).
pub struct Coalition<P: Position, J, M> {
    study: Study<P, J>,
    manner: M,
}

impl<P: Position, J: Judge<P>, M: Manner<P, J> + Default> Coalition<P, J, M> {
    /// One with a judge, and a table of so many MiB.
    pub fn new(judge: J, mebibytes: usize) -> Coalition<P, J, M> {
        Coalition { study: Study::new(judge, mebibytes), manner: M::default() }
    }

    /// The same, if among three or more a repetition is so many hundredths worse than it looks.
    #[must_use]
    pub fn with_contempt(self, hundredths: i32) -> Coalition<P, J, M> {
        Coalition { study: self.study.with_contempt(hundredths), ..self }
    }
}

impl<P: Position, J: Judge<P>, M: Manner<P, J>> Thinker<P> for Coalition<P, J, M> {
    fn think(
        &mut self,
        task: &Task<P>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>> {
        let budget = Budget::new(task.limits, task.stop.clone(), 1);
        let desk = self.study.desk(task, &budget);
        let (judge, thinker) = (desk.judge, task.position.turn());
        let tree = Tree { desk, manner: &self.manner, thinker };
        deepen(task, judge, &budget, tree, each)
    }

    fn forget(&mut self) {
        self.study.forget();
    }
}

/// One task's tree.
struct Tree<'a, P: Position, J, M> {
    desk: Desk<'a, P, J>,
    manner: &'a M,
    thinker: Seat,
}

/// The worths of interest: those between the two ends.
#[derive(Copy, Clone, Debug)]
struct Window {
    alpha: Worth,
    beta: Worth,
}

impl Window {
    /// Only asks whether a worth is better than this.
    const fn above(alpha: Worth) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// As the other side sees it.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether an exact worth is wanted, not only on which side it lies.
    fn is_open(self) -> bool {
        self.beta > self.alpha.next()
    }
}

/// The best of the steps tried so far, as the side on turn sees it.
struct Found {
    window: Window,
    worth: Worth,
    /// The number of the step that got above alpha.
    best: Option<u16>,
}

/// The number by which the table remembers that it is best to pass.
const PASS: u16 = u16::MAX - 1;

impl<P: Position, J: Judge<P>, M: Manner<P, J>> Tree<'_, P, J, M> {
    /// The thinker's worth of a moment.
    fn visit(
        &mut self,
        here: Moment<P>,
        depth: u32,
        place: Place,
        window: Window,
    ) -> Result<Worth, Over> {
        self.desk.visit(place)?;
        let position = &here.position;
        if let Some(worth) = self.certain(position, place.ply) {
            return Ok(worth);
        }
        let wait = here.answered.then(|| self.manner.wait(self.desk.judge, position)).flatten();
        if M::WAITING == 0
            && let Some(wait) = wait
        {
            return self.wait(here, wait, depth, place, window);
        }
        let key = position.key();
        if depth == 0 || self.desk.history.repeats(key) {
            return Ok(self.judge(position, depth, place.ply));
        }
        let marked = key ^ here.salt(self.thinker);
        let entry = self.desk.recall(marked);
        if let Some(worth) = entry.and_then(|entry| self.enough(&entry, depth, place.ply, window)) {
            return Ok(worth);
        }
        let judgement_before = replace(&mut self.desk.judgement, false);
        self.desk.history.push(key);
        let mine = position.turn() == self.thinker;
        let seen = if mine { window } else { window.turned() };
        let mut found = Found { window: seen, worth: Worth::WORST, best: None };
        match wait {
            Some(wait) => {
                let worth = self.wait(here, wait, depth - M::WAITING, place, window)?;
                found.worth = if mine { worth } else { -worth };
            }
            None => {
                let best = entry.and_then(|entry| entry.best);
                self.choose(here, depth, place, best, &mut found)?;
            }
        }
        self.desk.history.pop();
        let worth = if mine { found.worth } else { -found.worth };
        let entry = Entry {
            score: worth.packed(place.ply),
            bound: if worth >= window.beta {
                Bound::Lower
            } else if worth <= window.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            },
            depth: depth as u8,
            proven: !self.desk.judgement,
            best: found.best,
        };
        self.desk.remember(marked, entry);
        self.desk.judgement |= judgement_before;
        Ok(worth)
    }

    /// What is certain about a position, whatever the depth.
    fn certain(&self, position: &P, ply: u32) -> Option<Worth> {
        if let Some(outcome) = position.outcome() {
            return Some(Worth::of(&outcome, self.thinker, ply));
        }
        if P::SEATS > 2 {
            let halves = position.secured(self.thinker)?;
            return Some(Worth::of_halves(halves, P::SEATS, ply));
        }
        let worth = Worth::known(self.desk.judge.known(position)?, ply);
        Some(if position.turn() == self.thinker { worth } else { -worth })
    }

    /// A leaf, or a position that has come again. That is a draw between two; among more, what a
    /// draw would bring depends on who has finished before, and that only the judge can tell. But
    /// if all wait for somebody else to go first, nobody comes home.
    fn judge(&mut self, position: &P, depth: u32, ply: u32) -> Worth {
        self.desk.judgement = true;
        let again = depth > 0;
        if again && P::SEATS == 2 {
            return Worth::even(ply);
        }
        let worth = judged(self.desk.judge, position)[self.thinker.index()];
        if again { worth.less(self.desk.contempt) } else { worth }
    }

    /// What the table knows, if that is enough.
    fn enough(&mut self, entry: &Entry, depth: u32, ply: u32, window: Window) -> Option<Worth> {
        if !entry.proven && u32::from(entry.depth) != depth {
            return None;
        }
        let worth = Worth::unpacked(entry.score, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => worth >= window.beta,
            Bound::Upper => worth <= window.alpha,
        };
        self.desk.judgement |= enough && !entry.proven;
        enough.then_some(worth)
    }

    /// A seat whose round has had its answer does what is left to do.
    fn wait(
        &mut self,
        here: Moment<P>,
        wait: Wait<P>,
        depth: u32,
        place: Place,
        window: Window,
    ) -> Result<Worth, Over> {
        let mover = here.position.turn();
        let next = match wait {
            Wait::Pass(next) => next,
            Wait::Move(m) => here.position.play(m),
        };
        let next = Moment::after(next, mover, here.answered, self.thinker);
        let worth = self.visit(next, depth, place.waited(), window)?;
        match wait {
            Wait::Pass(_) => self.desk.cut_line(place),
            Wait::Move(m) => self.desk.extend_line(place, m),
        }
        Ok(worth)
    }

    /// Tries everything that the seat on turn may do.
    fn choose(
        &mut self,
        here: Moment<P>,
        depth: u32,
        place: Place,
        best: Option<u16>,
        found: &mut Found,
    ) -> Result<(), Over> {
        let position = &here.position;
        let (mover, thinker) = (position.turn(), self.thinker);
        let wait = match mover == thinker {
            true => None,
            false => self.manner.wait(self.desk.judge, position),
        };
        let mut passed = match wait {
            Some(Wait::Pass(next)) if is_later::<P>(next.turn(), mover, thinker) => Some(next),
            _ => None,
        };
        if best == Some(PASS)
            && let Some(next) = passed.take()
        {
            self.let_others(next, depth, place, found)?;
        }
        let candidates = self.desk.list(position, best);
        for number in 0..candidates.count {
            if found.is_cut() {
                break;
            }
            let candidate = self.desk.pick(position, place, candidates, number);
            let answers = match wait {
                None => false,
                Some(Wait::Pass(_)) => true,
                Some(Wait::Move(proposal)) => candidate.m != proposal,
            };
            let next = Moment::after(position.play(candidate.m), mover, answers, thinker);
            let worth =
                self.look(next, depth - 1, place.after(mover, candidate.hash), mover, found)?;
            if found.take(worth, candidate.index) {
                self.desk.extend_line(place, candidate.m);
                if found.is_cut() {
                    self.desk.learn(mover, place, depth, candidates, number);
                }
            }
        }
        self.desk.put_away(candidates);
        if let Some(next) = passed
            && !found.is_cut()
        {
            self.let_others(next, depth, place, found)?;
        }
        Ok(())
    }

    /// Tries what comes if the seat on turn leaves the answer to those after it.
    fn let_others(
        &mut self,
        next: P,
        depth: u32,
        place: Place,
        found: &mut Found,
    ) -> Result<(), Over> {
        let next = Moment { position: next, answered: false };
        // Whoever is left to answer sits on the same side as the one who passes.
        let worth =
            self.look(next, depth - M::WAITING, place.waited(), next.position.turn(), found)?;
        if found.take(worth, PASS) {
            self.desk.cut_line(place);
        }
        Ok(())
    }

    /// The worth of a moment to the side of the seat that led there: first whether it is better
    /// than the best so far, and only if so, how good it is.
    fn look(
        &mut self,
        next: Moment<P>,
        depth: u32,
        place: Place,
        mover: Seat,
        found: &Found,
    ) -> Result<Worth, Over> {
        let mine = mover == self.thinker;
        let mut ask = |seen: Window| {
            let window = if mine { seen } else { seen.turned() };
            let worth = self.visit(next, depth, place, window)?;
            Ok(if mine { worth } else { -worth })
        };
        let window = found.window;
        if found.worth > Worth::WORST && window.is_open() {
            let worth = ask(Window::above(window.alpha))?;
            if worth <= window.alpha || worth >= window.beta {
                return Ok(worth);
            }
        }
        ask(window)
    }
}

impl Found {
    /// Takes in a step, and says whether it is the best and above alpha.
    fn take(&mut self, worth: Worth, number: u16) -> bool {
        self.worth = self.worth.max(worth);
        let better = worth > self.window.alpha;
        if better {
            self.window.alpha = worth;
            self.best = Some(number);
        }
        better
    }

    /// Whether the other side would not let it come to this.
    fn is_cut(&self) -> bool {
        self.worth >= self.window.beta
    }
}

impl<P: Position, J: Judge<P>, M: Manner<P, J>> Explorer<P> for Tree<'_, P, J, M> {
    fn explore(&mut self, m: P::Move, depth: u32, bound: Worth) -> Result<Worth, Over> {
        let place = self.desk.clear();
        let next = Moment::after(self.desk.root.play(m), self.thinker, false, self.thinker);
        let below = place.after(self.thinker, short_hash(&m));
        if bound > Worth::WORST {
            let worth = self.visit(next, depth - 1, below, Window::above(bound))?;
            if worth <= bound {
                return Ok(worth);
            }
        }
        let worth =
            self.visit(next, depth - 1, below, Window { alpha: bound, beta: Worth::BEST })?;
        self.desk.extend_line(place, m);
        Ok(worth)
    }

    fn line(&self) -> &[P::Move] {
        self.desk.line()
    }

    fn took_judgement(&mut self) -> bool {
        replace(&mut self.desk.judgement, false)
    }

    fn is_final(&self, worth: Worth) -> bool {
        worth.is_extreme()
    }

    fn is_certain(&self, worth: Worth) -> bool {
        P::SEATS == 2 || M::IS_SOUND && worth.is_win()
    }

    fn watch(&self) -> &Watch<'_> {
        &self.desk.watch
    }
}
