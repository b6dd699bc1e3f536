//! State shared by all multiplayer searches: [`SearchMemory`] is kept from one request to the next,
//! [`SearchContext`] is that of one thread for one search.

use spielwerk_games::{Position, Seat};

use super::iterative_deepening::MAX_DEPTH;
use crate::move_ordering::{
    Candidate, LastMove, MoveHistory, OrderingWeights, generate, select_best,
};
use crate::{
    Aborted, Evaluator, NodeCounter, PositionHistory, SearchBudget, SearchRequest,
    TranspositionTable, TtEntry,
};

/// The weights of killers and history in move ordering.
const WEIGHTS: OrderingWeights = OrderingWeights { killer: 150, history: 200 };

/// The longest line: default replies may use up no depth.
const MAX_PV: usize = MAX_DEPTH as usize * Seat::MAX_SEATS + 2;

/// Evaluator, transposition table and move history: kept from one request to the next.
pub(super) struct SearchMemory<P: Position, E> {
    pub(super) evaluator: E,
    tt: TranspositionTable,
    /// One for each thread.
    move_histories: Vec<MoveHistory<P::Move>>,
    contempt: i32,
}

impl<P: Position, E: Evaluator<P>> SearchMemory<P, E> {
    /// With a transposition table of so many MiB.
    pub(super) fn new(evaluator: E, mebibytes: usize) -> SearchMemory<P, E> {
        let tt = TranspositionTable::new(mebibytes);
        SearchMemory { evaluator, tt, move_histories: Vec::new(), contempt: 0 }
    }

    /// Sets the contempt.
    pub(super) fn with_contempt(self, contempt: i32) -> SearchMemory<P, E> {
        SearchMemory { contempt, ..self }
    }

    /// Clears all tables.
    pub(super) fn clear(&mut self) {
        self.tt.clear();
        self.move_histories.clear();
    }

    /// Begins a search: the state of each of its threads.
    pub(super) fn contexts<'a>(
        &'a mut self,
        request: &SearchRequest<P>,
        budget: &'a SearchBudget,
    ) -> Vec<SearchContext<'a, P, E>> {
        let threads = request.threads.max(1);
        self.tt.new_search(&request.limits, threads);
        self.move_histories.iter_mut().for_each(MoveHistory::decay);
        self.move_histories
            .resize_with(threads.max(self.move_histories.len()), || MoveHistory::new(MAX_PV));
        let context = |move_history| SearchContext {
            evaluator: &self.evaluator,
            tt: &self.tt,
            move_history,
            counter: budget.node_counter(),
            position_history: PositionHistory::new(
                request.repetition,
                request.history_keys,
                request.position.repetition_key(),
            ),
            root: request.position,
            contempt: self.contempt,
            moves: Vec::new(),
            pv_table: vec![Vec::new(); MAX_PV],
            heuristic: false,
        };
        self.move_histories.iter_mut().take(threads).map(context).collect()
    }
}

/// The state of one thread of a search.
pub(super) struct SearchContext<'a, P: Position, E> {
    pub(super) evaluator: &'a E,
    tt: &'a TranspositionTable,
    move_history: &'a mut MoveHistory<P::Move>,
    pub(super) counter: NodeCounter<'a>,
    pub(super) position_history: PositionHistory,
    pub(super) root: P,
    /// How much worse a repetition is than its static evaluation, in hundredths.
    pub(super) contempt: i32,
    /// Move stack: the moves of all nodes on the present line, one after the other.
    moves: Vec<Candidate<P::Move>>,
    /// For each ply, the principal variation from there on.
    pv_table: Vec<Vec<P::Move>>,
    /// Whether any value found since this was last cleared rests on a heuristic estimate.
    pub(super) heuristic: bool,
}

/// A node's place in the tree.
#[derive(Copy, Clone, Debug)]
pub(super) struct NodeContext {
    /// Plies from the root.
    pub(super) ply: u32,
    /// The move that led here.
    last_move: Option<LastMove>,
}

impl NodeContext {
    const ROOT: NodeContext = NodeContext { ply: 0, last_move: None };

    /// After a move with this short hash.
    pub(super) fn child(self, mover: Seat, hash: u16) -> NodeContext {
        NodeContext { ply: self.ply + 1, last_move: Some(LastMove { mover, hash }) }
    }

    /// After a pass or a default reply.
    pub(super) fn child_without_move(self) -> NodeContext {
        NodeContext { ply: self.ply + 1, last_move: None }
    }
}

/// The moves of one node: a part of the move stack, ordered step by step.
#[derive(Copy, Clone, Debug)]
pub(super) struct MoveList {
    base: usize,
    pub(super) count: usize,
    /// How many are in order from the start: the hash move, if there is one.
    ranked: usize,
}

impl<P: Position, E: Evaluator<P>> SearchContext<'_, P, E> {
    /// Goes back to the root, ready for a root move.
    pub(super) fn reset(&mut self) -> NodeContext {
        self.position_history.reset_to_root();
        self.position_history.push(self.root.repetition_key());
        self.moves.clear();
        NodeContext::ROOT
    }

    /// Counts a node and clears its principal variation.
    #[inline]
    pub(super) fn count_node(&mut self, node: NodeContext) -> Result<(), Aborted> {
        self.pv_table[node.ply as usize].clear();
        self.counter.tick()
    }

    /// Probes the transposition table.
    #[inline]
    pub(super) fn probe_tt(&self, key: u64) -> Option<TtEntry> {
        self.tt.probe(key)
    }

    /// Stores an entry in the transposition table.
    #[inline]
    pub(super) fn store_tt(&self, key: u64, entry: TtEntry) {
        self.tt.store(key, entry);
    }

    /// Generates the moves of a position, the one with this index first.
    pub(super) fn generate_moves(&mut self, position: &P, best: Option<u16>) -> MoveList {
        let base = self.moves.len();
        generate(position, &mut self.moves);
        let count = self.moves.len() - base;
        debug_assert!(count > 0, "{position:?} is not over, but has no move");
        let ranked = match best.map(usize::from) {
            Some(best) if best < count => {
                self.moves[base..].swap(0, best);
                1
            }
            _ => 0,
        };
        MoveList { base, count, ranked }
    }

    /// The move with this number in the order. To be called for one number after the other.
    #[inline]
    pub(super) fn pick_move(
        &mut self,
        position: &P,
        node: NodeContext,
        MoveList { base, count, ranked }: MoveList,
        number: usize,
    ) -> Candidate<P::Move> {
        let candidates = &mut self.moves[base..base + count];
        if number == ranked {
            let order = (node.ply as usize, node.last_move);
            self.move_history.score_moves(
                position,
                self.evaluator,
                &WEIGHTS,
                order,
                &mut candidates[ranked..],
            );
        }
        if number >= ranked {
            select_best(candidates, number, ranked);
        }
        candidates[number]
    }

    /// Updates killers and history after a move turned out to be the best of those tried.
    pub(super) fn record_best(
        &mut self,
        mover: Seat,
        node: NodeContext,
        depth: u32,
        list: MoveList,
        number: usize,
    ) {
        let tried = &self.moves[list.base..=list.base + number];
        self.move_history.update(mover, (node.ply as usize, node.last_move), depth as i32, tried);
    }

    /// Removes a node's moves from the move stack.
    #[inline]
    pub(super) fn release_moves(&mut self, list: MoveList) {
        self.moves.truncate(list.base);
    }

    /// Sets the principal variation of a node: a move, then that of the next ply.
    pub(super) fn update_pv(&mut self, node: NodeContext, m: P::Move) {
        let (before, after) = self.pv_table.split_at_mut(node.ply as usize + 1);
        let pv = &mut before[node.ply as usize];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&after[0]);
    }

    /// Clears the principal variation of a node: after a pass it would not be legal.
    pub(super) fn clear_pv(&mut self, node: NodeContext) {
        self.pv_table[node.ply as usize].clear();
    }

    /// The principal variation from the root on.
    pub(super) fn pv(&self) -> &[P::Move] {
        &self.pv_table[0]
    }
}
