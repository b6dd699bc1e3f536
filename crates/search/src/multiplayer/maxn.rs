//! Max^n with speculative pruning: every player maximizes his own value.
//!
//! A node's value is a vector with one entry for each seat, and the seat to move picks the child
//! that is best for itself. Ties are broken against the root player, as the pessimistic assumption.
//! That also makes the value of a tree independent of the order of moves.
//!
//! Little can be pruned, since a good move of one seat says nothing about how the others share the
//! rest. But the sum of all values is bounded. If of three seats in a row the first has at least
//! `a` elsewhere, the second at least `b`, and the third already `c`, and `a + b + c` exceeds the
//! bound, then whatever else the third finds, one of the two before will avoid this line:
//!
//! ```text
//!   first: a or better elsewhere        Either the second does not go here, or by going here he
//!     └ second: b or better elsewhere   makes the first stay away. So the third is pruned; only if
//!         └ third: has found c          the second ends up with a value that the first prefers,
//!                                       must the pruned moves be searched after all.
//! ```
//!
//! The transposition table keeps best moves only: the values of three seats do not fit, and few
//! would be used.

use std::mem::replace;

use spielwerk_games::{Position, Seat, Wdl};

use super::context::{NodeContext, SearchContext, SearchMemory};
use super::iterative_deepening::{RootSearch, iterate};
use super::seat_value::{SeatValue, SeatValues, estimate_seats, outcome_values};
use crate::move_ordering::{Candidate, short_hash};
use crate::{
    Aborted, Bound, Evaluator, NodeCounter, Score, SearchBudget, SearchRequest, SearchResult,
    Searcher, TtEntry,
};

/// Max^n search: every player maximizes his own value.
pub struct MaxN<P: Position, E> {
    memory: SearchMemory<P, E>,
}

impl<P: Position, E: Evaluator<P>> MaxN<P, E> {
    /// A search with an evaluator and a transposition table of so many MiB.
    pub fn new(evaluator: E, mebibytes: usize) -> MaxN<P, E> {
        MaxN { memory: SearchMemory::new(evaluator, mebibytes) }
    }

    /// Sets the contempt: with more than two players, a repetition is so many hundredths worse than
    /// its static evaluation.
    #[must_use]
    pub fn with_contempt(self, hundredths: i32) -> MaxN<P, E> {
        MaxN { memory: self.memory.with_contempt(hundredths) }
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for MaxN<P, E> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let root_seat = request.position.turn();
        let budget =
            SearchBudget::new(request.limits, request.stop.clone(), request.threads.max(1));
        let trees = self.memory.contexts(request, &budget).into_iter().map(|context| Tree {
            context,
            root_seat,
            pruned_moves: Vec::new(),
        });
        iterate(request, &budget, trees.collect(), on_iteration)
    }

    fn new_game(&mut self) {
        self.memory.clear();
    }
}

/// The search of one thread.
struct Tree<'a, P: Position, E> {
    context: SearchContext<'a, P, E>,
    root_seat: Seat,
    /// For all nodes on the present line, the moves whose search was pruned, with their numbers in
    /// the order.
    pruned_moves: Vec<(usize, Candidate<P::Move>)>,
}

/// A lower bound for a seat: the value it already has elsewhere.
#[derive(Copy, Clone, Debug)]
struct SeatBound {
    seat: Seat,
    value: SeatValue,
}

/// The lower bounds of the seats that moved before, on the path to a node.
#[derive(Copy, Clone, Debug)]
struct PathBounds {
    /// Of the seat that moved here.
    last: SeatBound,
    /// Of the seat that moved before it.
    before: Option<SeatBound>,
    /// Whether the search of this node may be pruned.
    may_prune: bool,
}

impl PathBounds {
    /// The bounds after one more move, by a seat with this bound.
    fn with(self, last: SeatBound) -> PathBounds {
        PathBounds { last, before: Some(self.last), may_prune: true }
    }

    /// Whether three bounds together, this one included, exceed the largest sum.
    fn exceed_sum_with(&self, own: SeatBound, seats: usize) -> bool {
        let PathBounds { last, before, .. } = *self;
        if last.seat == own.seat {
            return false;
        }
        let sum = last.value + own.value;
        match before {
            _ if seats == 2 => sum > SeatValue::MAX_SUM,
            Some(before) if before.seat != last.seat && before.seat != own.seat => {
                sum + before.value > SeatValue::MAX_SUM
            }
            _ => false,
        }
    }
}

/// A node whose moves are searched.
struct Node<P> {
    position: P,
    key: u64,
    depth: u32,
    context: NodeContext,
    bounds: PathBounds,
}

/// The best move of the seat to move so far.
#[derive(Copy, Clone, Debug)]
struct BestMove {
    values: SeatValues,
    /// Its index in the order of generation.
    index: u16,
    /// Its number in the order of search.
    number: usize,
}

impl<P: Position> Node<P> {
    /// The lower bound of the seat to move, by its best move so far.
    fn bound(&self, best: Option<BestMove>) -> SeatBound {
        let seat = self.position.turn();
        SeatBound { seat, value: best.map_or(SeatValue::WORST, |best| best.values[seat.index()]) }
    }

    /// Whether one of the seats before will avoid this node, whatever else is found.
    fn is_cutoff(&self, best: Option<BestMove>) -> bool {
        self.bounds.may_prune && self.bounds.exceed_sum_with(self.bound(best), P::SEATS)
    }

    /// Whether the seat that moved here might prefer this node. Then the best move must be exact.
    /// (Between two players the other one never prefers a pruned node.)
    fn must_be_exact(&self, best: Option<BestMove>) -> bool {
        let SeatBound { seat, value } = self.bounds.last;
        P::SEATS > 2 && best.is_none_or(|best| best.values[seat.index()] >= value)
    }
}

impl<P: Position, E: Evaluator<P>> Tree<'_, P, E> {
    /// The values of a node for all seats; `None` if its search was pruned.
    ///
    /// If the value for the seat that moved here is below that seat's bound, then so is the true
    /// value, but it need not be exact.
    fn search_node(
        &mut self,
        position: P,
        depth: u32,
        node: NodeContext,
        bounds: PathBounds,
    ) -> Result<Option<SeatValues>, Aborted> {
        self.context.count_node(node)?;
        if let Some(values) = self.proven_values(&position, node.ply) {
            return Ok(Some(values));
        }
        if P::SEATS > 2 && position.final_half_points(self.root_seat).is_some() {
            return Ok(Some(self.evaluate_secured(&position, node.ply)));
        }
        let (key, repetition_key) = (position.key(), position.repetition_key());
        if depth == 0 || self.context.position_history.is_repetition(repetition_key) {
            return Ok(Some(self.evaluate(&position, depth, node.ply)));
        }
        self.context.position_history.push(repetition_key);
        let found = self.search_moves(&Node { position, key, depth, context: node, bounds })?;
        self.context.position_history.pop();
        Ok(found)
    }

    /// The proven values of a position: finished, or in the tablebase.
    fn proven_values(&self, position: &P, ply: u32) -> Option<SeatValues> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome_values(&outcome, ply));
        }
        if P::SEATS > 2 {
            return None;
        }
        let wdl = self.context.evaluator.probe(position)?;
        let mut values = [SeatValue::even(ply); Seat::MAX_SEATS];
        if wdl != Wdl::Draw {
            let value = SeatValue::from_wdl(wdl, ply);
            values[position.turn().index()] = value;
            values[position.turn().opponent().index()] = -value;
        }
        Some(values)
    }

    /// The values of a leaf or a repetition. A repetition is a draw between two players; among
    /// more, its value depends on who has finished before, so it is evaluated, less contempt.
    fn evaluate(&mut self, position: &P, depth: u32, ply: u32) -> SeatValues {
        self.context.heuristic = true;
        if depth > 0 && P::SEATS == 2 {
            return [SeatValue::even(ply); Seat::MAX_SEATS];
        }
        let values = estimate_seats(self.context.evaluator, position);
        if depth > 0 { values.map(|value| value.minus(self.context.contempt)) } else { values }
    }

    /// The values of a position in which the root player has finished; the places of the others do
    /// not matter to him. They stay estimates, so that their sum is bounded, but the root player's
    /// is better the sooner it comes.
    fn evaluate_secured(&mut self, position: &P, ply: u32) -> SeatValues {
        self.context.heuristic = true;
        let mut values = estimate_seats(self.context.evaluator, position);
        let own = &mut values[self.root_seat.index()];
        *own = own.minus(ply as i32);
        values
    }

    /// Searches the moves of a node.
    fn search_moves(&mut self, node: &Node<P>) -> Result<Option<SeatValues>, Aborted> {
        let hash_move = self.context.probe_tt(node.key).and_then(|entry| entry.best_move);
        let candidates = self.context.generate_moves(&node.position, hash_move);
        let pruned_before = self.pruned_moves.len();
        let (mut best, mut is_cutoff) = (None, false);
        for number in 0..candidates.count {
            let candidate =
                self.context.pick_move(&node.position, node.context, candidates, number);
            if !self.search_move(node, number, candidate, true, &mut best)? {
                self.pruned_moves.push((number, candidate));
            }
            is_cutoff = node.is_cutoff(best);
            if is_cutoff {
                break;
            }
        }
        while !is_cutoff && node.must_be_exact(best) && self.pruned_moves.len() > pruned_before {
            if let Some((number, candidate)) = self.pruned_moves.pop() {
                self.search_move(node, number, candidate, false, &mut best)?;
            }
        }
        self.pruned_moves.truncate(pruned_before);
        if let Some(BestMove { index, number, .. }) = best {
            let mover = node.position.turn();
            self.context.record_best(mover, node.context, node.depth, candidates, number);
            self.context.store_tt(node.key, best_move_entry(index, node.depth));
        }
        self.context.release_moves(candidates);
        Ok(best.filter(|_| !is_cutoff).map(|best| best.values))
    }

    /// Searches one move. Returns false if its search was pruned.
    fn search_move(
        &mut self,
        node: &Node<P>,
        number: usize,
        Candidate { m, index, hash, .. }: Candidate<P::Move>,
        may_prune: bool,
        best: &mut Option<BestMove>,
    ) -> Result<bool, Aborted> {
        let (seat, root_seat) = (node.position.turn(), self.root_seat);
        let bounds = PathBounds { may_prune, ..node.bounds.with(node.bound(*best)) };
        let child = node.context.child(seat, hash);
        let Some(values) =
            self.search_node(node.position.play(m), node.depth - 1, child, bounds)?
        else {
            return Ok(false);
        };
        if best.is_none_or(|best| prefers(seat, root_seat, &values, &best.values)) {
            *best = Some(BestMove { values, index, number });
            self.context.update_pv(node.context, m);
        }
        Ok(true)
    }
}

/// Whether a seat prefers one vector of values to another: by its own value, then by the lower
/// value for the root player, then in an arbitrary but fixed order.
fn prefers(seat: Seat, root_seat: Seat, one: &SeatValues, other: &SeatValues) -> bool {
    let (own, root) = (seat.index(), root_seat.index());
    one[own].cmp(&other[own]).then(other[root].cmp(&one[root])).then(one.cmp(other)).is_gt()
}

/// A transposition table entry with a best move only.
fn best_move_entry(best: u16, depth: u32) -> TtEntry {
    TtEntry {
        score: Score::DRAW,
        bound: Bound::Upper,
        depth: depth as u8,
        proven: false,
        best_move: Some(best),
    }
}

impl<P: Position, E: Evaluator<P>> RootSearch<P> for Tree<'_, P, E> {
    fn search_root_move(
        &mut self,
        m: P::Move,
        depth: u32,
        bound: SeatValue,
    ) -> Result<SeatValue, Aborted> {
        let root = self.context.reset();
        self.pruned_moves.clear();
        let last = SeatBound { seat: self.root_seat, value: bound };
        let bounds = PathBounds { last, before: None, may_prune: true };
        let node = root.child(self.root_seat, short_hash(&m));
        let values = self.search_node(self.context.root.play(m), depth - 1, node, bounds)?;
        self.context.update_pv(root, m);
        Ok(values.map_or(SeatValue::WORST, |values| values[self.root_seat.index()]))
    }

    fn pv(&self) -> &[P::Move] {
        self.context.pv()
    }

    fn take_heuristic(&mut self) -> bool {
        replace(&mut self.context.heuristic, false)
    }

    fn is_final(&self, _value: SeatValue) -> bool {
        // Even a win may vanish when the others choose by a deeper search.
        false
    }

    fn is_proven(&self, _value: SeatValue) -> bool {
        P::SEATS == 2
    }

    fn counter(&self) -> &NodeCounter<'_> {
        &self.context.counter
    }

    fn evaluator(&self) -> &impl Evaluator<P> {
        self.context.evaluator
    }
}
