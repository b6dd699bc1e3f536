//! The paths of a move, as capture chains and as sites to click.
//!
//! A path is the points that the stone visits. Only where a step could capture both by approach and
//! by withdrawal, it is followed by the first stone to capture:
//!
//! ```text
//!   a b c d
//!   B W · B     b1, c1, d1 by approach; b1, c1, a1 by withdrawal
//!   · W · B     b1, c1
//! ```
//!
//! So every click is unambiguous. A stone that was clicked may be clicked again as a point after it
//! has been captured; the moving stone itself visits no point twice.

use super::captures::Capture;
use std::ops::ControlFlow;

use super::chain::Chain;
use super::points::{bits, set};
use super::{Fanorona, Move};
use crate::{Continuations, Position, Site};

impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    /// The site of a bit.
    pub(super) const fn site(bit: u32) -> Site {
        Site(Self::point(bit) as u16)
    }

    /// The sites of a bitboard, in ascending order.
    fn sites(set: u64) -> Vec<Site> {
        let mut sites: Vec<Site> = bits(set).map(Self::site).collect();
        sites.sort_unstable();
        sites
    }

    /// The chain of a stone that has not moved yet.
    pub(super) fn chain(&self, from: u32) -> Chain {
        Chain::begin(from, self.empty(), self.theirs)
    }

    /// The sites to click for a capture: the new point, and if there is a choice the first stone to
    /// capture.
    fn sites_of_capture(chain: &Chain, capture: Capture) -> impl Iterator<Item = Site> {
        let victim = chain.has_choice(capture).then(|| capture.victim(chain.at()));
        [capture.to(chain.at())].into_iter().chain(victim).map(Self::site)
    }

    /// The captures of the path with the fewest clicks; none for a paika.
    pub(super) fn shortest_chain(&self, m: Move) -> Vec<Capture> {
        let mut search = ShortestChainSearch {
            target: m,
            theirs: self.theirs,
            captures: Vec::new(),
            best: None,
        };
        if m.is_capture() {
            search.extend(&self.chain(m.from()), 0);
        }
        search.best.map(|(_, path)| path).unwrap_or_default()
    }

    /// The shortest path of a move, as sites to click.
    pub(super) fn shortest_path(&self, m: Move) -> Vec<Site> {
        let mut path = vec![Self::site(m.from())];
        if !m.is_capture() {
            path.push(Self::site(m.to()));
        }
        let mut chain = self.chain(m.from());
        for capture in self.shortest_chain(m) {
            path.extend(Self::sites_of_capture(&chain, capture));
            chain = chain.after(capture);
        }
        path
    }

    /// Calls `each` for every path of every move, until it breaks.
    pub(super) fn for_each_path(
        &self,
        each: &mut impl FnMut(Move, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let capturers = self.capturers();
        let mut path = Vec::new();
        for from in bits(capturers) {
            path.push(Self::site(from));
            self.for_each_extension(&self.chain(from), &mut path, each)?;
            path.clear();
        }
        if capturers == 0 {
            for from in bits(self.mine) {
                for to in bits(self.paikas(from)) {
                    each(Move::new(from, to, 0), &[Self::site(from), Self::site(to)])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `each` for every extension of a path, until it breaks.
    fn for_each_extension(
        &self,
        chain: &Chain,
        path: &mut Vec<Site>,
        each: &mut impl FnMut(Move, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let so_far = path.len();
        for capture in chain.captures() {
            let after = chain.after(capture);
            path.extend(Self::sites_of_capture(chain, capture));
            each(after.to_move(self.theirs), path)?;
            if after.can_capture() {
                self.for_each_extension(&after, path, each)?;
            }
            path.truncate(so_far);
        }
        ControlFlow::Continue(())
    }

    /// The points that a stone can step to without a capture.
    pub(super) const fn paikas(&self, from: u32) -> u64 {
        Self::neighbours(set(from)) & self.empty()
    }

    /// The continuations of a partial path.
    pub(super) fn path_continuations(&self, path: &[Site]) -> Continuations<Move> {
        if self.outcome().is_some() {
            return Continuations::NONE;
        }
        let capturers = self.capturers();
        let movers = match capturers {
            0 => self.mine & Self::neighbours(self.empty()),
            _ => capturers,
        };
        let Some((&first, rest)) = path.split_first() else {
            return Continuations { next: Self::sites(movers), complete: None };
        };
        let Some(from) = bits(movers).find(|&bit| Self::site(bit) == first) else {
            return Continuations::NONE;
        };
        if capturers == 0 {
            self.paika_continuations(from, rest)
        } else {
            self.capture_continuations(self.chain(from), rest)
        }
    }

    fn paika_continuations(&self, from: u32, rest: &[Site]) -> Continuations<Move> {
        let targets = self.paikas(from);
        match rest {
            [] => Continuations { next: Self::sites(targets), complete: None },
            &[last] => {
                let to = bits(targets).find(|&bit| Self::site(bit) == last);
                Continuations { next: Vec::new(), complete: to.map(|to| Move::new(from, to, 0)) }
            }
            _ => Continuations::NONE,
        }
    }

    fn capture_continuations(&self, mut chain: Chain, rest: &[Site]) -> Continuations<Move> {
        let mut clicks = rest.iter();
        while let Some(&click) = clicks.next() {
            let at = chain.at();
            let mut there = chain.captures().filter(|step| Self::site(step.to(at)) == click);
            let capture = match (there.next(), there.next()) {
                (None, _) => return Continuations::NONE,
                (Some(only), None) => only,
                (Some(one), Some(other)) => {
                    let choice = [one, other];
                    let Some(&stone) = clicks.next() else {
                        let victims = choice.map(|capture| set(capture.victim(at)));
                        return Continuations {
                            next: Self::sites(victims[0] | victims[1]),
                            complete: None,
                        };
                    };
                    let chosen =
                        choice.into_iter().find(|capture| Self::site(capture.victim(at)) == stone);
                    match chosen {
                        Some(chosen) => chosen,
                        None => return Continuations::NONE,
                    }
                }
            };
            chain = chain.after(capture);
        }
        let targets = chain.captures().fold(0, |targets, step| targets | set(step.to(chain.at())));
        let done = (!rest.is_empty()).then(|| chain.to_move(self.theirs));
        Continuations { next: Self::sites(targets), complete: done }
    }
}

/// Depth-first search for the path of a move with the fewest clicks.
struct ShortestChainSearch {
    target: Move,
    /// The opposing stones before the move.
    theirs: u64,
    /// The captures so far.
    captures: Vec<Capture>,
    /// The best path found, with its number of clicks.
    best: Option<(usize, Vec<Capture>)>,
}

impl ShortestChainSearch {
    fn extend(&mut self, chain: &Chain, clicks: usize) {
        for capture in chain.captures() {
            let after = chain.after(capture);
            let clicks = clicks + 1 + usize::from(chain.has_choice(capture));
            let result = after.to_move(self.theirs);
            let too_much = result.captured() & !self.target.captured() != 0;
            if too_much || self.best.as_ref().is_some_and(|&(best, _)| clicks >= best) {
                continue;
            }
            self.captures.push(capture);
            if result == self.target {
                self.best = Some((clicks, self.captures.clone()));
            } else {
                self.extend(&after, clicks);
            }
            self.captures.pop();
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
        let site = |name| {
            let index = board.sites.iter().position(|place| place.name == name);
            Site(index.unwrap() as u16)
        };
        let path: Vec<Site> = names.split_whitespace().map(site).collect();
        let Continuations { next, complete: done } = position.continuations(&path);
        let next: Vec<&str> = next.iter().map(|site| &*board.sites[site.index()].name).collect();
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
            choice.legal_moves().iter().flat_map(|&m| choice.path(m)).map(|s| s.0).collect();
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
        assert_eq!(quiet.continuations(&[Site(999)]), Continuations::NONE);
    }
}
