//! Alpha-beta for games with more than two players, reduced to two sides: the root player against
//! all opponents, who reply according to an [`OpponentModel`].
//!
//! With two sides all alpha-beta cutoffs hold; but every value belongs to the root player and means
//! nothing to the others. So transposition table keys depend on the root player, and on whether the
//! opponents have replied in this round.

use std::mem::replace;

use spielwerk_games::{Position, Seat};

use super::context::{NodeContext, SearchContext, SearchMemory};
use super::iterative_deepening::{RootSearch, iterate};
use super::opponent_model::{DefaultReply, OpponentModel, RoundNode, is_later_in_round};
use super::seat_value::{SeatValue, estimate_seats};
use crate::move_ordering::short_hash;
use crate::{
    Aborted, Bound, Evaluator, NodeCounter, SearchBudget, SearchRequest, SearchResult, Searcher,
    TtEntry,
};

/// Alpha-beta of the root player against all opponents, with an opponent model:
/// [`Paranoid`](super::Paranoid), [`BestReply`](super::BestReply) or
/// [`BestReplyPlus`](super::BestReplyPlus).
pub struct ReducedSearch<P: Position, E, M> {
    memory: SearchMemory<P, E>,
    model: M,
}

impl<P: Position, E: Evaluator<P>, M: OpponentModel<P, E> + Default> ReducedSearch<P, E, M> {
    /// A search with an evaluator and a transposition table of so many MiB.
    pub fn new(evaluator: E, mebibytes: usize) -> ReducedSearch<P, E, M> {
        ReducedSearch { memory: SearchMemory::new(evaluator, mebibytes), model: M::default() }
    }

    /// Sets the contempt: with more than two players, a repetition is so many hundredths worse than
    /// its static evaluation.
    #[must_use]
    pub fn with_contempt(self, hundredths: i32) -> ReducedSearch<P, E, M> {
        ReducedSearch { memory: self.memory.with_contempt(hundredths), ..self }
    }
}

impl<P: Position, E: Evaluator<P>, M: OpponentModel<P, E>> Searcher<P> for ReducedSearch<P, E, M> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let (model, root_seat) = (&self.model, request.position.turn());
        let budget =
            SearchBudget::new(request.limits, request.stop.clone(), request.threads.max(1));
        let contexts = self.memory.contexts(request, &budget).into_iter();
        let trees = contexts.map(|context| Tree { context, model, root_seat }).collect();
        iterate(request, &budget, trees, on_iteration)
    }

    fn new_game(&mut self) {
        self.memory.clear();
    }
}

/// The search of one thread.
struct Tree<'a, P: Position, E, M> {
    context: SearchContext<'a, P, E>,
    model: &'a M,
    root_seat: Seat,
}

/// An alpha-beta window.
#[derive(Copy, Clone, Debug)]
struct Window {
    alpha: SeatValue,
    beta: SeatValue,
}

impl Window {
    /// The null window above alpha.
    const fn null_window(alpha: SeatValue) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// The window for the other side.
    fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether this is a PV node: an exact value is wanted, not only a bound.
    fn is_pv(self) -> bool {
        self.beta > self.alpha.next()
    }
}

/// The best of the moves and passes searched so far, for the side to move.
struct BestStep {
    window: Window,
    value: SeatValue,
    /// The index of the move that raised alpha, or [`PASS`].
    index: Option<u16>,
}

/// The move index of a pass in the transposition table.
const PASS: u16 = u16::MAX - 1;

impl<P: Position, E: Evaluator<P>, M: OpponentModel<P, E>> Tree<'_, P, E, M> {
    /// The value of a node for the root player.
    fn search_node(
        &mut self,
        here: RoundNode<P>,
        depth: u32,
        node: NodeContext,
        window: Window,
    ) -> Result<SeatValue, Aborted> {
        self.context.count_node(node)?;
        let position = &here.position;
        if let Some(value) = self.proven_value(position, node.ply) {
            return Ok(value);
        }
        let reply = here
            .replied
            .then(|| self.model.default_reply(self.context.evaluator, position))
            .flatten();
        if M::DEFAULT_REPLY_PLIES == 0
            && let Some(reply) = reply
        {
            return self.search_default_reply(here, reply, depth, node, window);
        }
        let repetition_key = position.repetition_key();
        if depth == 0 || self.context.position_history.is_repetition(repetition_key) {
            return Ok(self.evaluate(position, depth, node.ply));
        }
        let tt_key = position.key() ^ here.salt(self.root_seat);
        let entry = self.context.probe_tt(tt_key);
        if let Some(value) = entry.and_then(|entry| self.tt_cutoff(&entry, depth, node.ply, window))
        {
            return Ok(value);
        }
        let heuristic_before = replace(&mut self.context.heuristic, false);
        self.context.position_history.push(repetition_key);
        let is_root_player = position.turn() == self.root_seat;
        let own_window = if is_root_player { window } else { window.negated() };
        let mut found = BestStep { window: own_window, value: SeatValue::WORST, index: None };
        match reply {
            Some(reply) => {
                let value = self.search_default_reply(
                    here,
                    reply,
                    depth - M::DEFAULT_REPLY_PLIES,
                    node,
                    window,
                )?;
                found.value = if is_root_player { value } else { -value };
            }
            None => {
                let best = entry.and_then(|entry| entry.best_move);
                self.search_moves(here, depth, node, best, &mut found)?;
            }
        }
        self.context.position_history.pop();
        let value = if is_root_player { found.value } else { -found.value };
        let entry = TtEntry {
            score: value.to_tt(node.ply),
            bound: if value >= window.beta {
                Bound::Lower
            } else if value <= window.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            },
            depth: depth as u8,
            proven: !self.context.heuristic,
            best_move: found.index,
        };
        self.context.store_tt(tt_key, entry);
        self.context.heuristic |= heuristic_before;
        Ok(value)
    }

    /// The proven value of a position: finished, placed, or in the tablebase.
    fn proven_value(&self, position: &P, ply: u32) -> Option<SeatValue> {
        if let Some(outcome) = position.outcome() {
            return Some(SeatValue::from_outcome(&outcome, self.root_seat, ply));
        }
        if P::SEATS > 2 {
            let half_points = position.final_half_points(self.root_seat)?;
            return Some(SeatValue::from_half_points(half_points, P::SEATS, ply));
        }
        let value = SeatValue::from_wdl(self.context.evaluator.probe(position)?, ply);
        Some(if position.turn() == self.root_seat { value } else { -value })
    }

    /// The value of a leaf or a repetition. A repetition is a draw between two players; among more,
    /// its value depends on who has finished before, so it is evaluated, less contempt: if all wait
    /// for somebody else to go first, nobody finishes.
    fn evaluate(&mut self, position: &P, depth: u32, ply: u32) -> SeatValue {
        self.context.heuristic = true;
        let repeated = depth > 0;
        if repeated && P::SEATS == 2 {
            return SeatValue::even(ply);
        }
        let value = estimate_seats(self.context.evaluator, position)[self.root_seat.index()];
        if repeated { value.minus(self.context.contempt) } else { value }
    }

    /// The value of a transposition table entry, if it causes a cutoff.
    fn tt_cutoff(
        &mut self,
        entry: &TtEntry,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<SeatValue> {
        if !entry.proven && u32::from(entry.depth) != depth {
            return None;
        }
        let value = SeatValue::from_tt(entry.score, ply);
        let cutoff = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        self.context.heuristic |= cutoff && !entry.proven;
        cutoff.then_some(value)
    }

    /// Searches the default reply of an opponent after another one has replied in this round.
    fn search_default_reply(
        &mut self,
        here: RoundNode<P>,
        reply: DefaultReply<P>,
        depth: u32,
        node: NodeContext,
        window: Window,
    ) -> Result<SeatValue, Aborted> {
        let mover = here.position.turn();
        let next = match reply {
            DefaultReply::Pass(next) => next,
            DefaultReply::Move(m) => here.position.play(m),
        };
        let next = RoundNode::after(next, mover, here.replied, self.root_seat);
        let value = self.search_node(next, depth, node.child_without_move(), window)?;
        match reply {
            DefaultReply::Pass(_) => self.context.clear_pv(node),
            DefaultReply::Move(m) => self.context.update_pv(node, m),
        }
        Ok(value)
    }

    /// Searches all moves of the seat to move, and its pass if the model has one.
    fn search_moves(
        &mut self,
        here: RoundNode<P>,
        depth: u32,
        node: NodeContext,
        best: Option<u16>,
        found: &mut BestStep,
    ) -> Result<(), Aborted> {
        let position = &here.position;
        let (mover, root_seat) = (position.turn(), self.root_seat);
        let reply = match mover == root_seat {
            true => None,
            false => self.model.default_reply(self.context.evaluator, position),
        };
        let mut after_pass = match reply {
            Some(DefaultReply::Pass(next))
                if is_later_in_round::<P>(next.turn(), mover, root_seat) =>
            {
                Some(next)
            }
            _ => None,
        };
        if best == Some(PASS)
            && let Some(next) = after_pass.take()
        {
            self.search_pass(next, depth, node, found)?;
        }
        let candidates = self.context.generate_moves(position, best);
        for number in 0..candidates.count {
            if found.is_cutoff() {
                break;
            }
            let candidate = self.context.pick_move(position, node, candidates, number);
            let replies = match reply {
                None => false,
                Some(DefaultReply::Pass(_)) => true,
                Some(DefaultReply::Move(default)) => candidate.m != default,
            };
            let next = RoundNode::after(position.play(candidate.m), mover, replies, root_seat);
            let value =
                self.scout(next, depth - 1, node.child(mover, candidate.hash), mover, found)?;
            if found.update(value, candidate.index) {
                self.context.update_pv(node, candidate.m);
                if found.is_cutoff() {
                    self.context.record_best(mover, node, depth, candidates, number);
                }
            }
        }
        self.context.release_moves(candidates);
        if let Some(next) = after_pass
            && !found.is_cutoff()
        {
            self.search_pass(next, depth, node, found)?;
        }
        Ok(())
    }

    /// Searches the pass of an opponent who leaves the reply to those after it.
    fn search_pass(
        &mut self,
        next: P,
        depth: u32,
        node: NodeContext,
        found: &mut BestStep,
    ) -> Result<(), Aborted> {
        let next = RoundNode { position: next, replied: false };
        // The next opponent is on the same side as the one who passes.
        let value = self.scout(
            next,
            depth - M::DEFAULT_REPLY_PLIES,
            node.child_without_move(),
            next.position.turn(),
            found,
        )?;
        if found.update(value, PASS) {
            self.context.clear_pv(node);
        }
        Ok(())
    }

    /// The value of a child for the side of the seat that moved there: a null-window search, and a
    /// re-search if it fails high.
    fn scout(
        &mut self,
        next: RoundNode<P>,
        depth: u32,
        node: NodeContext,
        mover: Seat,
        found: &BestStep,
    ) -> Result<SeatValue, Aborted> {
        let is_root_player = mover == self.root_seat;
        let mut search = |own_window: Window| {
            let window = if is_root_player { own_window } else { own_window.negated() };
            let value = self.search_node(next, depth, node, window)?;
            Ok(if is_root_player { value } else { -value })
        };
        let window = found.window;
        if found.value > SeatValue::WORST && window.is_pv() {
            let value = search(Window::null_window(window.alpha))?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        search(window)
    }
}

impl BestStep {
    /// Adds a move's value and returns whether it raises alpha.
    fn update(&mut self, value: SeatValue, number: u16) -> bool {
        self.value = self.value.max(value);
        let better = value > self.window.alpha;
        if better {
            self.window.alpha = value;
            self.index = Some(number);
        }
        better
    }

    /// Whether this is a beta cutoff.
    fn is_cutoff(&self) -> bool {
        self.value >= self.window.beta
    }
}

impl<P: Position, E: Evaluator<P>, M: OpponentModel<P, E>> RootSearch<P> for Tree<'_, P, E, M> {
    fn search_root_move(
        &mut self,
        m: P::Move,
        depth: u32,
        bound: SeatValue,
    ) -> Result<SeatValue, Aborted> {
        let node = self.context.reset();
        let next =
            RoundNode::after(self.context.root.play(m), self.root_seat, false, self.root_seat);
        let below = node.child(self.root_seat, short_hash(&m));
        if bound > SeatValue::WORST {
            let value = self.search_node(next, depth - 1, below, Window::null_window(bound))?;
            if value <= bound {
                return Ok(value);
            }
        }
        let value = self.search_node(
            next,
            depth - 1,
            below,
            Window { alpha: bound, beta: SeatValue::BEST },
        )?;
        self.context.update_pv(node, m);
        Ok(value)
    }

    fn pv(&self) -> &[P::Move] {
        self.context.pv()
    }

    fn take_heuristic(&mut self) -> bool {
        replace(&mut self.context.heuristic, false)
    }

    fn is_final(&self, value: SeatValue) -> bool {
        value.is_extreme()
    }

    fn is_proven(&self, value: SeatValue) -> bool {
        P::SEATS == 2 || M::IS_SOUND && value.is_win()
    }

    fn counter(&self) -> &NodeCounter<'_> {
        &self.context.counter
    }

    fn evaluator(&self) -> &impl Evaluator<P> {
        self.context.evaluator
    }
}
