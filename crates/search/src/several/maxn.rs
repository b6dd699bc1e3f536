//! Max^n: everybody plays for himself.
//!
//! A value is what the position is worth to every seat, and each seat picks the move that is best
//! for itself. Of two that are equally good for it, it makes the one that is worse for the thinker:
//! hope is no plan. That also makes the value of a tree one and the same in whatever order its moves
//! are tried.
//!
//! Little can be cut, since a good move of one seat says nothing about how two others share the
//! rest. But all seats together have no more than there is. If the first of three in a row has
//! found at least `a` elsewhere, the second at least `b`, and the third already `c`, and `a + b + c`
//! is more than that, then whatever else the third finds, one of the two before will not want it:
//!
//! ```text
//!   first: a or better elsewhere        Either the second does not go here, or by going here he
//!     └ second: b or better elsewhere   makes the first stay away. So the third can stop; only if
//!         └ third: has found c          the second ends up with something that the first would
//!                                       like, must what was left out be looked at after all.
//! ```
//!
//! The table keeps the best moves only: values of three seats do not fit, and few would be used.

use std::mem::replace;

use games::{Position, Seat};

use super::deepen::{Explorer, deepen};
use super::desk::{Desk, Place, Study};
use super::worth::{Worth, Worths, finished, judged};
use crate::order::{Candidate, short_hash};
use crate::{Bound, Budget, Entry, Judge, Known, Over, Report, Score, Task, Thinker, Watch};

/// Search in which everybody plays for himself.
pub struct MaxN<P: Position, J> {
    study: Study<P, J>,
}

impl<P: Position, J: Judge<P>> MaxN<P, J> {
    /// One with a judge, and a table of so many MiB.
    pub fn new(judge: J, mebibytes: usize) -> MaxN<P, J> {
        MaxN { study: Study::new(judge, mebibytes) }
    }

    /// The same, if among three or more a repetition is so many hundredths worse than it looks.
    #[must_use]
    pub fn with_contempt(self, hundredths: i32) -> MaxN<P, J> {
        MaxN { study: self.study.with_contempt(hundredths) }
    }
}

impl<P: Position, J: Judge<P>> Thinker<P> for MaxN<P, J> {
    fn think(
        &mut self,
        task: &Task<P>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>> {
        let budget = Budget::new(task.limits, task.stop.clone(), 1);
        let desk = self.study.desk(task, &budget);
        let judge = desk.judge;
        let tree = Tree { desk, thinker: task.position.turn(), left_out: Vec::new() };
        deepen(task, judge, &budget, tree, each)
    }

    fn forget(&mut self) {
        self.study.forget();
    }
}

/// One task's tree.
struct Tree<'a, P: Position, J> {
    desk: Desk<'a, P, J>,
    thinker: Seat,
    /// For all positions on the present line, the moves whose search was cut short, with their
    /// places in the order.
    left_out: Vec<(usize, Candidate<P::Move>)>,
}

/// What a seat has found already, so that it will not take less.
#[derive(Copy, Clone, Debug)]
struct Claim {
    seat: Seat,
    worth: Worth,
}

/// The claims of those who moved before, on the line to a position.
#[derive(Copy, Clone, Debug)]
struct Claims {
    /// Of the seat that moved here.
    last: Claim,
    /// Of the seat that moved before it.
    before: Option<Claim>,
    /// Whether the search of this position may be cut short.
    may_cut: bool,
}

impl Claims {
    /// As they are after one more move, by a seat with a claim.
    fn and(self, last: Claim) -> Claims {
        Claims { last, before: Some(self.last), may_cut: true }
    }

    /// Whether there is not enough for all, with one more claim.
    fn exceed_with(&self, own: Claim, seats: usize) -> bool {
        let Claims { last, before, .. } = *self;
        if last.seat == own.seat {
            return false;
        }
        let together = last.worth + own.worth;
        match before {
            _ if seats == 2 => together > Worth::MOST_TOGETHER,
            Some(before) if before.seat != last.seat && before.seat != own.seat => {
                together + before.worth > Worth::MOST_TOGETHER
            }
            _ => false,
        }
    }
}

/// A position whose moves are tried.
struct Node<P> {
    position: P,
    key: u64,
    depth: u32,
    place: Place,
    claims: Claims,
}

/// The move that the seat on turn would make.
#[derive(Copy, Clone, Debug)]
struct Choice {
    worths: Worths,
    /// Its number in the order of generation.
    index: u16,
    /// Its place in the order in which they were tried.
    number: usize,
}

impl<P: Position> Node<P> {
    /// What the seat on turn can claim by its choice so far.
    fn claim(&self, choice: Option<Choice>) -> Claim {
        let seat = self.position.turn();
        Claim { seat, worth: choice.map_or(Worth::WORST, |choice| choice.worths[seat.index()]) }
    }

    /// Whether one of the seats before will not let it come to this, whatever else is found.
    fn is_cut(&self, choice: Option<Choice>) -> bool {
        self.claims.may_cut && self.claims.exceed_with(self.claim(choice), P::SEATS)
    }

    /// Whether the seat that moved here might like the choice. Then it must be the right one. (Of
    /// two seats, the other one never likes what was left out.)
    fn is_wanted(&self, choice: Option<Choice>) -> bool {
        let Claim { seat, worth } = self.claims.last;
        P::SEATS > 2 && choice.is_none_or(|choice| choice.worths[seat.index()] >= worth)
    }
}

impl<P: Position, J: Judge<P>> Tree<'_, P, J> {
    /// What a position is worth to everybody; nothing if its search was cut short.
    ///
    /// If that is less for the seat that moved here than it claims, then so is the true value, but
    /// this need not be it.
    fn visit(
        &mut self,
        position: P,
        depth: u32,
        place: Place,
        claims: Claims,
    ) -> Result<Option<Worths>, Over> {
        self.desk.visit(place)?;
        if let Some(worths) = self.certain(&position, place.ply) {
            return Ok(Some(worths));
        }
        if P::SEATS > 2 && position.secured(self.thinker).is_some() {
            return Ok(Some(self.secured(&position, place.ply)));
        }
        let key = position.key();
        if depth == 0 || self.desk.history.repeats(key) {
            return Ok(Some(self.judge(&position, depth, place.ply)));
        }
        self.desk.history.push(key);
        let found = self.choose(&Node { position, key, depth, place, claims })?;
        self.desk.history.pop();
        Ok(found)
    }

    /// What is certain about a position, whatever the depth.
    fn certain(&self, position: &P, ply: u32) -> Option<Worths> {
        if let Some(outcome) = position.outcome() {
            return Some(finished(&outcome, ply));
        }
        if P::SEATS > 2 {
            return None;
        }
        let known = self.desk.judge.known(position)?;
        let mut worths = [Worth::even(ply); Seat::MOST];
        if known != Known::Draw {
            let worth = Worth::known(known, ply);
            worths[position.turn().index()] = worth;
            worths[position.turn().opponent().index()] = -worth;
        }
        Some(worths)
    }

    /// A leaf, or a position that has come again. That is a draw between two; among more, what a
    /// draw would bring depends on who has finished before, and that only the judge can tell.
    fn judge(&mut self, position: &P, depth: u32, ply: u32) -> Worths {
        self.desk.judgement = true;
        if depth > 0 && P::SEATS == 2 {
            return [Worth::even(ply); Seat::MOST];
        }
        let worths = judged(self.desk.judge, position);
        if depth > 0 { worths.map(|worth| worth.less(self.desk.contempt)) } else { worths }
    }

    /// The thinker's place is certain, and what the others make of theirs is no concern of his. It
    /// stays a judgement, so that all seats together have no more than there is, but one that is
    /// better the sooner it comes.
    fn secured(&mut self, position: &P, ply: u32) -> Worths {
        self.desk.judgement = true;
        let mut worths = judged(self.desk.judge, position);
        let own = &mut worths[self.thinker.index()];
        *own = own.less(ply as i32);
        worths
    }

    /// Tries the moves of a position.
    fn choose(&mut self, node: &Node<P>) -> Result<Option<Worths>, Over> {
        let best = self.desk.recall(node.key).and_then(|entry| entry.best);
        let candidates = self.desk.list(&node.position, best);
        let left_out_before = self.left_out.len();
        let (mut choice, mut is_cut) = (None, false);
        for number in 0..candidates.count {
            let candidate = self.desk.pick(&node.position, node.place, candidates, number);
            if !self.look(node, number, candidate, true, &mut choice)? {
                self.left_out.push((number, candidate));
            }
            is_cut = node.is_cut(choice);
            if is_cut {
                break;
            }
        }
        while !is_cut && node.is_wanted(choice) && self.left_out.len() > left_out_before {
            if let Some((number, candidate)) = self.left_out.pop() {
                self.look(node, number, candidate, false, &mut choice)?;
            }
        }
        self.left_out.truncate(left_out_before);
        if let Some(Choice { index, number, .. }) = choice {
            let mover = node.position.turn();
            self.desk.learn(mover, node.place, node.depth, candidates, number);
            self.desk.remember(node.key, remembered(index, node.depth));
        }
        self.desk.put_away(candidates);
        Ok(choice.filter(|_| !is_cut).map(|choice| choice.worths))
    }

    /// Tries one move. Says no if its search was cut short.
    fn look(
        &mut self,
        node: &Node<P>,
        number: usize,
        Candidate { m, index, hash, .. }: Candidate<P::Move>,
        may_cut: bool,
        choice: &mut Option<Choice>,
    ) -> Result<bool, Over> {
        let (seat, thinker) = (node.position.turn(), self.thinker);
        let claims = Claims { may_cut, ..node.claims.and(node.claim(*choice)) };
        let place = node.place.after(seat, hash);
        let Some(worths) = self.visit(node.position.play(m), node.depth - 1, place, claims)? else {
            return Ok(false);
        };
        if choice.is_none_or(|choice| prefers(seat, thinker, &worths, &choice.worths)) {
            *choice = Some(Choice { worths, index, number });
            self.desk.extend_line(node.place, m);
        }
        Ok(true)
    }
}

/// Whether a seat would rather have the one than the other: for its own sake, then to spite the
/// thinker, then for no reason at all but that there be an order.
fn prefers(seat: Seat, thinker: Seat, one: &Worths, other: &Worths) -> bool {
    let (own, his) = (seat.index(), thinker.index());
    one[own].cmp(&other[own]).then(other[his].cmp(&one[his])).then(one.cmp(other)).is_gt()
}

/// A best move, for the table.
fn remembered(best: u16, depth: u32) -> Entry {
    Entry {
        score: Score::DRAW,
        bound: Bound::Upper,
        depth: depth as u8,
        proven: false,
        best: Some(best),
    }
}

impl<P: Position, J: Judge<P>> Explorer<P> for Tree<'_, P, J> {
    fn explore(&mut self, m: P::Move, depth: u32, bound: Worth) -> Result<Worth, Over> {
        let root = self.desk.clear();
        self.left_out.clear();
        let last = Claim { seat: self.thinker, worth: bound };
        let claims = Claims { last, before: None, may_cut: true };
        let place = root.after(self.thinker, short_hash(&m));
        let worths = self.visit(self.desk.root.play(m), depth - 1, place, claims)?;
        self.desk.extend_line(root, m);
        Ok(worths.map_or(Worth::WORST, |worths| worths[self.thinker.index()]))
    }

    fn line(&self) -> &[P::Move] {
        self.desk.line()
    }

    fn took_judgement(&mut self) -> bool {
        replace(&mut self.desk.judgement, false)
    }

    fn is_final(&self, _worth: Worth) -> bool {
        // Even what is a win for a choice of the others may be none for a deeper choice.
        false
    }

    fn is_certain(&self, _worth: Worth) -> bool {
        P::SEATS == 2
    }

    fn watch(&self) -> &Watch<'_> {
        &self.desk.watch
    }
}
