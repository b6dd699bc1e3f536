//! The ways to make a move, as captures one after the other and as spots to click.
//!
//! A way is clicked as the points where the stone stands. Where a step could capture both by
//! approach and by withdrawal, the next click is the first stone to take, and only there:
//!
//! ```text
//!   a b c d
//!   B W · B     b1, c1, d1 by approach; b1, c1, a1 by withdrawal
//!   · W · B     b1, c1
//! ```
//!
//! So a click means one thing at every time. A stone that was clicked may be clicked again, as a
//! point, after it has been captured; the mover itself comes to no point twice.

use super::captures::Capture;
use std::ops::ControlFlow;

use super::points::{bits, set};
use super::walk::Walk;
use super::{Fanorona, Move};
use crate::{Follow, Position, Spot};

impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    /// The spot of a bit.
    pub(super) const fn spot(bit: u32) -> Spot {
        Spot(Self::point(bit) as u16)
    }

    /// The spots of a set, in rising order.
    fn spots(set: u64) -> Vec<Spot> {
        let mut spots: Vec<Spot> = bits(set).map(Self::spot).collect();
        spots.sort_unstable();
        spots
    }

    /// The walk of a stone that has not moved yet.
    pub(super) fn walk(&self, from: u32) -> Walk {
        Walk::begin(from, self.empty(), self.theirs)
    }

    /// The spots to click for a capture: the new point, and where there is a choice the first
    /// stone to take.
    fn clicks(walk: &Walk, capture: Capture) -> impl Iterator<Item = Spot> {
        let victim = walk.has_choice(capture).then(|| capture.victim(walk.at()));
        [capture.to(walk.at())].into_iter().chain(victim).map(Self::spot)
    }

    /// The captures that make a move with the fewest clicks; none for a paika.
    pub(super) fn shortest_way(&self, m: Move) -> Vec<Capture> {
        let mut search = Search { target: m, theirs: self.theirs, way: Vec::new(), best: None };
        if m.is_capture() {
            search.go_on(&self.walk(m.from()), 0);
        }
        search.best.map(|(_, way)| way).unwrap_or_default()
    }

    /// The spots to click for a move, as few as possible.
    pub(super) fn shortest_path(&self, m: Move) -> Vec<Spot> {
        let mut path = vec![Self::spot(m.from())];
        if !m.is_capture() {
            path.push(Self::spot(m.to()));
        }
        let mut walk = self.walk(m.from());
        for capture in self.shortest_way(m) {
            path.extend(Self::clicks(&walk, capture));
            walk = walk.after(capture);
        }
        path
    }

    /// Calls `each` for every way to make every move, until it breaks.
    pub(super) fn all_paths(
        &self,
        each: &mut impl FnMut(Move, &[Spot]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let capturers = self.capturers();
        let mut path = Vec::new();
        for from in bits(capturers) {
            path.push(Self::spot(from));
            self.paths_on(&self.walk(from), &mut path, each)?;
            path.clear();
        }
        if capturers == 0 {
            for from in bits(self.mine) {
                for to in bits(self.paikas(from)) {
                    each(Move::new(from, to, 0), &[Self::spot(from), Self::spot(to)])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `each` for every way that goes on from here, until it breaks.
    fn paths_on(
        &self,
        walk: &Walk,
        path: &mut Vec<Spot>,
        each: &mut impl FnMut(Move, &[Spot]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let so_far = path.len();
        for capture in walk.captures() {
            let after = walk.after(capture);
            path.extend(Self::clicks(walk, capture));
            each(after.result(self.theirs), path)?;
            if after.can_capture() {
                self.paths_on(&after, path, each)?;
            }
            path.truncate(so_far);
        }
        ControlFlow::Continue(())
    }

    /// The points that a stone can step to without a capture.
    pub(super) const fn paikas(&self, from: u32) -> u64 {
        Self::neighbours(set(from)) & self.empty()
    }

    /// What can be clicked after these spots.
    pub(super) fn follow_path(&self, path: &[Spot]) -> Follow<Move> {
        if self.outcome().is_some() {
            return Follow::NOWHERE;
        }
        let capturers = self.capturers();
        let movers = match capturers {
            0 => self.mine & Self::neighbours(self.empty()),
            _ => capturers,
        };
        let Some((&first, rest)) = path.split_first() else {
            return Follow { next: Self::spots(movers), done: None };
        };
        let Some(from) = bits(movers).find(|&bit| Self::spot(bit) == first) else {
            return Follow::NOWHERE;
        };
        if capturers == 0 {
            self.follow_paika(from, rest)
        } else {
            self.follow_captures(self.walk(from), rest)
        }
    }

    fn follow_paika(&self, from: u32, rest: &[Spot]) -> Follow<Move> {
        let targets = self.paikas(from);
        match rest {
            [] => Follow { next: Self::spots(targets), done: None },
            &[last] => {
                let to = bits(targets).find(|&bit| Self::spot(bit) == last);
                Follow { next: Vec::new(), done: to.map(|to| Move::new(from, to, 0)) }
            }
            _ => Follow::NOWHERE,
        }
    }

    fn follow_captures(&self, mut walk: Walk, rest: &[Spot]) -> Follow<Move> {
        let mut clicks = rest.iter();
        while let Some(&click) = clicks.next() {
            let at = walk.at();
            let mut there = walk.captures().filter(|step| Self::spot(step.to(at)) == click);
            let capture = match (there.next(), there.next()) {
                (None, _) => return Follow::NOWHERE,
                (Some(only), None) => only,
                (Some(one), Some(other)) => {
                    let choice = [one, other];
                    let Some(&stone) = clicks.next() else {
                        let victims = choice.map(|capture| set(capture.victim(at)));
                        return Follow { next: Self::spots(victims[0] | victims[1]), done: None };
                    };
                    let chosen =
                        choice.into_iter().find(|capture| Self::spot(capture.victim(at)) == stone);
                    match chosen {
                        Some(chosen) => chosen,
                        None => return Follow::NOWHERE,
                    }
                }
            };
            walk = walk.after(capture);
        }
        let targets = walk.captures().fold(0, |targets, step| targets | set(step.to(walk.at())));
        let done = (!rest.is_empty()).then(|| walk.result(self.theirs));
        Follow { next: Self::spots(targets), done }
    }
}

/// Looks for the way to a move that needs the fewest clicks.
struct Search {
    target: Move,
    /// The opposing stones before the move.
    theirs: u64,
    /// The captures so far.
    way: Vec<Capture>,
    /// The best way found, with its clicks.
    best: Option<(usize, Vec<Capture>)>,
}

impl Search {
    fn go_on(&mut self, walk: &Walk, clicks: usize) {
        for capture in walk.captures() {
            let after = walk.after(capture);
            let clicks = clicks + 1 + usize::from(walk.has_choice(capture));
            let result = after.result(self.theirs);
            let too_much = result.captured() & !self.target.captured() != 0;
            if too_much || self.best.as_ref().is_some_and(|&(best, _)| clicks >= best) {
                continue;
            }
            self.way.push(capture);
            if result == self.target {
                self.best = Some((clicks, self.way.clone()));
            } else {
                self.go_on(&after, clicks);
            }
            self.way.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn position(text: &str) -> Fanorona {
        Fanorona::from_setup(&text.parse().unwrap()).unwrap()
    }

    /// What can be clicked after these points, and whether the turn may end.
    fn follow(position: &Fanorona, names: &str) -> (String, bool) {
        let board = Fanorona::<5, 9>::board();
        let spot = |name| {
            let index = board.places.iter().position(|place| place.name == name);
            Spot(index.unwrap() as u16)
        };
        let path: Vec<Spot> = names.split_whitespace().map(spot).collect();
        let Follow { next, done } = position.follow(&path);
        let next: Vec<&str> = next.iter().map(|spot| &*board.places[spot.index()].name).collect();
        (next.join(" "), done.is_some())
    }

    #[test]
    fn a_choice_is_made_by_clicking_the_stone_to_take() {
        let choice = position("9/9/2BW1B3/9/9 w");
        assert_eq!(follow(&choice, ""), ("d3".into(), false));
        assert_eq!(follow(&choice, "d3"), ("e3".into(), false));
        assert_eq!(follow(&choice, "d3 e3"), ("c3 f3".into(), false));
        assert_eq!(follow(&choice, "d3 e3 c3"), (String::new(), true));
        assert_eq!(follow(&choice, "d3 e3 d4"), (String::new(), false));
        let path: Vec<u16> =
            choice.list().iter().flat_map(|&m| choice.path(m)).map(|s| s.0).collect();
        assert_eq!(path, [21, 22, 23, 21, 22, 20]);
    }

    #[test]
    fn a_captured_stone_s_point_can_be_clicked_again() {
        // White goes to d3 and chooses to take e3, goes to d4 taking d5, then to e3 itself.
        let around = position("3B5/9/1BW1B4/5B3/9 w");
        assert_eq!(follow(&around, "c3 d3"), ("b3 e3".into(), false));
        assert_eq!(follow(&around, "c3 d3 e3 d4"), ("e3".into(), true));
        assert_eq!(follow(&around, "c3 d3 e3 d4 e3"), (String::new(), true));
    }

    #[test]
    fn a_chain_may_stop_or_go_on() {
        let chain = position("9/9/3W1B3/4B4/9 w");
        assert_eq!(follow(&chain, "d3 e3"), ("e4".into(), true));
        assert_eq!(follow(&chain, "d3 e3 e4"), (String::new(), true));
        assert_eq!(follow(&chain, "d3 e3 f3"), (String::new(), false));
    }

    #[test]
    fn a_paika_is_two_clicks() {
        let quiet = position("B8/9/9/9/8W w");
        assert_eq!(follow(&quiet, ""), ("i1".into(), false));
        assert_eq!(follow(&quiet, "i1"), ("h1 h2 i2".into(), false));
        assert_eq!(follow(&quiet, "i1 h2"), (String::new(), true));
        assert_eq!(follow(&quiet, "i1 h2 g3"), (String::new(), false));
        assert_eq!(quiet.follow(&[Spot(999)]), Follow::NOWHERE);
    }
}
