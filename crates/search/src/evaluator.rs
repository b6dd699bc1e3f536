//! Static evaluation, move ordering and tablebase probing: what a game adds to the search.
//!
//! An evaluator only sees unfinished positions; finished ones are scored by the rules. Everything
//! is computed from the position itself: positions are small, and an evaluator without state can
//! serve all threads.

use std::sync::Arc;

use spielwerk_games::{Position, Seat, Wdl};

use crate::expectation::points_of_value;
use crate::multiplayer::evaluate_centered;

/// Static evaluation and move ordering of one game. All values are in hundredths of the game's
/// natural unit (a bean, a step, a stone), as centipawns are in chess.
pub trait Evaluator<P: Position>: Send + Sync {
    /// The static evaluation for the seat to move; with more than two seats, against all others.
    fn evaluate(&self, position: &P) -> i32;

    /// The static evaluation for each seat. Games for more than two players must implement it.
    fn evaluate_seats(&self, position: &P) -> [i32; Seat::MAX_SEATS] {
        assert_eq!(
            P::SEATS,
            2,
            "an evaluator of a game for three players must implement evaluate_seats"
        );
        let value = self.evaluate(position);
        let mut values = [0; Seat::MAX_SEATS];
        values[position.turn().index()] = value;
        values[position.turn().opponent().index()] = -value;
        values
    }

    /// Move-ordering score: how much a move seems to gain before it is searched, in the same
    /// hundredths as the evaluation. Moves with higher scores are searched first.
    fn order_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// The scores, in hundredths, from which Monte-Carlo tree search computes the prior probabilities
    /// of the moves of a position. They take the place of what `scores` held before.
    fn policy_scores(&self, position: &P, moves: &[P::Move], scores: &mut Vec<i32>) {
        scores.clear();
        scores.extend(moves.iter().map(|&m| self.order_score(position, m)));
    }

    /// The expected points of every seat, as a share of the winner's: 1 is a certain win, 0 a certain
    /// last place. In a race, each unit of a seat's remaining distance costs `hurry` besides, so that
    /// whoever has nothing else to gain goes on.
    fn expected_points(&self, position: &P, _hurry: f32) -> [f32; Seat::MAX_SEATS] {
        let mut points = [0.0; Seat::MAX_SEATS];
        let values = evaluate_centered(self, position);
        for (points, value) in points.iter_mut().zip(values).take(P::SEATS) {
            // Single precision hides the last bit, in which systems differ.
            *points = points_of_value(value, self.value_scale()) as f32;
        }
        points
    }

    /// The evaluation, in hundredths, that corresponds to three quarters of the winner's points.
    fn value_scale(&self) -> f32 {
        500.0
    }

    /// Whether a position is too tactical for a static evaluation, so that quiescence search must
    /// follow. Called at every leaf, so it should be cheap.
    fn needs_quiescence(&self, _position: &P) -> bool {
        false
    }

    /// Whether a move is tactical (a capture, for example): searched in quiescence, and exempt from
    /// pruning.
    fn is_tactical(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// Probes the endgame tablebase, if there is one. Called at every node.
    fn probe(&self, _position: &P) -> Option<Wdl> {
        None
    }
}

impl<P: Position, E: Evaluator<P> + ?Sized> Evaluator<P> for Arc<E> {
    fn evaluate(&self, position: &P) -> i32 {
        (**self).evaluate(position)
    }

    fn evaluate_seats(&self, position: &P) -> [i32; Seat::MAX_SEATS] {
        (**self).evaluate_seats(position)
    }

    fn order_score(&self, position: &P, m: P::Move) -> i32 {
        (**self).order_score(position, m)
    }

    fn policy_scores(&self, position: &P, moves: &[P::Move], scores: &mut Vec<i32>) {
        (**self).policy_scores(position, moves, scores);
    }

    fn expected_points(&self, position: &P, hurry: f32) -> [f32; Seat::MAX_SEATS] {
        (**self).expected_points(position, hurry)
    }

    fn value_scale(&self) -> f32 {
        (**self).value_scale()
    }

    fn needs_quiescence(&self, position: &P) -> bool {
        (**self).needs_quiescence(position)
    }

    fn is_tactical(&self, position: &P, m: P::Move) -> bool {
        (**self).is_tactical(position, m)
    }

    fn probe(&self, position: &P) -> Option<Wdl> {
        (**self).probe(position)
    }
}
