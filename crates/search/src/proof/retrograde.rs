//! Retrograde analysis of a small game: every reachable position, from the finished ones backwards.
//!
//! It is independent of any search and shares only the rules with it. Wins and losses propagate
//! from finished positions to their predecessors; positions they never reach are drawn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use spielwerk_games::{Position, Wdl};

use super::{KeyHashing, Node, Oracle};

/// All reachable positions with their results.
pub struct RetrogradeSolution<P: Position> {
    nodes: Vec<Node<P>>,
    results: Vec<Wdl>,
}

/// Solves every position that can be reached from this one, unless there are more than `most`.
pub fn retrograde<P: Position>(
    oracle: &impl Oracle<P>,
    position: &P,
    most: usize,
) -> Option<RetrogradeSolution<P>> {
    let root = Node { position: oracle.canonical(position), attacker_to_move: true };
    let (mut nodes, mut numbers) = (vec![root], HashMap::<Node<P>, u32, KeyHashing>::default());
    numbers.insert(root, 0);
    // Pairs of a position and a predecessor, and the number of moves of each position.
    let (mut before, mut moves): (Vec<(u32, u32)>, Vec<u32>) = Default::default();
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        let mut count = 0;
        let _ = node.successors(oracle, |after| {
            let number = *numbers.entry(after).or_insert_with(|| {
                nodes.push(after);
                nodes.len() as u32 - 1
            });
            before.push((number, next as u32));
            count += 1;
            ControlFlow::Continue(())
        });
        moves.push(count);
        if nodes.len() > most {
            return None;
        }
        next += 1;
    }
    before.sort_unstable();
    let results = propagate(&nodes, &before, moves);
    Some(RetrogradeSolution { nodes, results })
}

/// Propagates results from finished positions to predecessors, in the order of their distance.
fn propagate<P: Position>(
    nodes: &[Node<P>],
    before: &[(u32, u32)],
    mut open: Vec<u32>,
) -> Vec<Wdl> {
    let mut results = vec![Wdl::Draw; nodes.len()];
    let mut queue = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        if let Some(outcome) = node.position.outcome() {
            match outcome.half_points(node.position.turn()) {
                0 => results[number] = Wdl::Loss(Some(0)),
                2 => results[number] = Wdl::Win(Some(0)),
                _ => continue,
            }
            queue.push(number as u32);
        }
    }
    let mut next = 0;
    while let Some(&number) = queue.get(next) {
        next += 1;
        let result = results[number as usize];
        let first = before.partition_point(|&(after, _)| after < number);
        let all = before[first..].iter().take_while(|&&(after, _)| after == number);
        for &(_, earlier) in all {
            let earlier = earlier as usize;
            if results[earlier] != Wdl::Draw {
                continue;
            }
            match result {
                Wdl::Loss(plies) => results[earlier] = Wdl::Win(plies.map(|plies| plies + 1)),
                Wdl::Win(plies) => {
                    open[earlier] -= 1;
                    if open[earlier] > 0 {
                        continue;
                    }
                    results[earlier] = Wdl::Loss(plies.map(|plies| plies + 1));
                }
                Wdl::Draw => continue,
            }
            queue.push(earlier as u32);
        }
    }
    results
}

impl<P: Position> RetrogradeSolution<P> {
    /// The number of positions; positions with different players to move count separately.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The result of the root position.
    pub fn result(&self) -> Wdl {
        self.results[0]
    }

    /// Every position with its result.
    pub fn results(&self) -> impl Iterator<Item = (P, Wdl)> {
        self.nodes.iter().map(|node| node.position).zip(self.results.iter().copied())
    }
}
