//! Prior probabilities of moves: the softmax of their policy scores.

use std::ops::Range;

use super::tree::{Block, Node};

/// A move with its policy score.
#[derive(Copy, Clone, Debug)]
pub(super) struct ScoredMove<M> {
    pub(super) m: M,
    /// Higher is better; no two moves of a position have the same.
    rank: i64,
}

impl<M> ScoredMove<M> {
    /// The move with this number in the order of generation: of equals, the first is better.
    fn new(m: M, score: i32, number: usize) -> ScoredMove<M> {
        ScoredMove { m, rank: i64::from(score) << 32 | (u32::MAX as i64 - number as i64) }
    }

    const fn score(&self) -> f32 {
        (self.rank >> 32) as f32
    }
}

/// Replaces the contents of `scored` by these moves with their policy scores.
pub(super) fn score_moves<M: Copy>(moves: &[M], scores: &[i32], scored: &mut Vec<ScoredMove<M>>) {
    scored.clear();
    let all = moves.iter().zip(scores).enumerate();
    scored.extend(all.map(|(number, (&m, &score))| ScoredMove::new(m, score, number)));
}

/// Nodes for the moves of a position with these numbers in descending order of their priors. A score
/// that is higher by `temperature` makes a move e times as likely.
pub(super) fn new_block<M: Copy>(
    moves: &mut [ScoredMove<M>],
    range: Range<usize>,
    temperature: f32,
) -> Block<M> {
    let highest = moves.iter().map(|it| it.rank).max().unwrap_or(0);
    let highest = (highest >> 32) as f32;
    let weight = |it: &ScoredMove<M>| exp((it.score() - highest) / temperature);
    let sum: f32 = moves.iter().map(weight).sum();
    // Only the block itself need be in order, and what comes first after it.
    let end = range.end.min(moves.len());
    sort_first(moves, end.saturating_add(1));
    let next_prior = moves.get(end).map(|next| weight(next) / sum);
    let node = |it: &ScoredMove<M>| Node::new(it.m, weight(it) / sum);
    Block { nodes: moves[range.start..end].iter().map(node).collect(), next_prior }
}

/// Moves the first ones in descending order to the front.
fn sort_first<M: Copy>(moves: &mut [ScoredMove<M>], count: usize) {
    /// Up to so many, to select one after the other is faster than to sort all.
    const FEW: usize = 17;
    if count > FEW {
        moves.sort_unstable_by_key(|it| std::cmp::Reverse(it.rank));
        return;
    }
    for first in 0..count.min(moves.len()) {
        let rest = moves[first..].iter().enumerate();
        if let Some((best, _)) = rest.max_by_key(|(_, it)| it.rank) {
            moves.swap(first, first + best);
        }
    }
}

/// The exponential function of a number that is not positive, within half a percent. Only basic arithmetic is
/// used, so that it is the same on every machine.
#[inline]
fn exp(x: f32) -> f32 {
    let x = (x * std::f32::consts::LOG2_E).max(-60.0);
    let whole = x.floor();
    let part = x - whole;
    // 2^part between 1 and 2.
    let mantissa = 1.0 + part * (0.656_f32 + part * 0.344);
    let power = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    power * mantissa
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_near_enough() {
        for x in 0..4000 {
            let x = -0.01 * x as f32;
            assert!((exp(x) / x.exp() - 1.0).abs() < 0.005, "{x}: {} {}", exp(x), x.exp());
        }
        assert!(exp(-1e9) < 1e-15 && exp(0.0) == 1.0);
    }

    #[test]
    fn priors_are_a_distribution_with_the_best_moves_first() {
        let scores = [(0, 'a'), (200, 'b'), (-100_000, 'c'), (200, 'd'), (100, 'e')];
        let mut moves = Vec::new();
        score_moves(&scores.map(|(_, m)| m), &scores.map(|(score, _)| score), &mut moves);
        let blocks =
            [0..2, 2..3, 3..usize::MAX].map(|range| new_block(&mut moves.clone(), range, 100.0));
        let next = blocks[1].nodes[0].prior;
        assert_eq!(blocks.each_ref().map(|block| block.next_prior.is_some()), [true, true, false]);
        assert_eq!(blocks[0].next_prior, Some(next));
        let nodes: Vec<Node<char>> = blocks.into_iter().flat_map(|block| block.nodes).collect();
        let order: String = nodes.iter().map(|node| node.m).collect();
        assert_eq!(order, "bdeac");
        let priors: Vec<f32> = nodes.iter().map(|node| node.prior).collect();
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((priors[0] / priors[2] - 1.0_f32.exp()).abs() < 0.02, "{priors:?}");
        assert!(priors[4] >= 0.0 && priors[4] < 1e-6);
    }
}
