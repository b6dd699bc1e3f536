//! ε-greedy playouts: sometimes a random move, otherwise one with the best order score, and after a
//! few plies the static evaluation.

use std::ops::ControlFlow;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use spielwerk_games::Position;

use super::MctsConfig;
use super::bounds::ProvenBounds;
use super::reward::{self, Rewards};
use crate::{Aborted, Evaluator, NodeCounter};

/// The rewards of a playout from a position. `moves` is a scratch buffer.
pub(super) fn playout<P: Position>(
    position: &P,
    evaluator: &impl Evaluator<P>,
    config: &MctsConfig,
    counter: &mut NodeCounter,
    random: &mut Xoshiro256PlusPlus,
    moves: &mut Vec<P::Move>,
) -> Result<Rewards, Aborted> {
    let mut position = *position;
    // Positions that need quiescence are played on for a while.
    for ply in 0..2 * config.playout_depth {
        if let Some(outcome) = position.outcome() {
            return Ok(ProvenBounds::from_outcome(&outcome).rewards(P::SEATS));
        }
        if ply >= config.playout_depth && !evaluator.needs_quiescence(&position) {
            break;
        }
        greedy_moves(&position, evaluator, config, random, moves);
        counter.tick()?;
        position = position.play(moves[random.random_range(..moves.len())]);
    }
    Ok(match position.outcome() {
        Some(outcome) => ProvenBounds::from_outcome(&outcome).rewards(P::SEATS),
        None => reward::estimate(evaluator, &position, config.value_scale),
    })
}

/// The moves with the best order score, or with probability ε all moves.
fn greedy_moves<P: Position>(
    position: &P,
    evaluator: &impl Evaluator<P>,
    config: &MctsConfig,
    random: &mut Xoshiro256PlusPlus,
    moves: &mut Vec<P::Move>,
) {
    let uniform = random.random::<f32>() < config.playout_epsilon;
    let mut best = i32::MIN;
    moves.clear();
    let _ = position.generate_moves(|m| {
        let score = if uniform { 0 } else { evaluator.order_score(position, m) };
        if score > best {
            best = score;
            moves.clear();
        }
        if score == best {
            moves.push(m);
        }
        ControlFlow::Continue(())
    });
}
