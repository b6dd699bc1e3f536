//! A small game as a whole: every position that can be reached, from the ends backwards.
//!
//! It is the plainest exact answer there is, and shares nothing with a search but the rules. Wins
//! and losses spread from finished positions to those before them; what they never reach is drawn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use games::Position;

use super::{ByKey, Ground, Node};
use crate::Known;

/// All positions that can be reached from one, with their results.
pub struct Whole<P: Position> {
    nodes: Vec<Node<P>>,
    results: Vec<Known>,
}

/// Every position that can be reached from this one, unless there are more than `most`.
pub fn whole<P: Position>(ground: &impl Ground<P>, position: &P, most: usize) -> Option<Whole<P>> {
    let root = Node { position: ground.fold(position), attacking: true };
    let (mut nodes, mut numbers) = (vec![root], HashMap::<Node<P>, u32, ByKey>::default());
    numbers.insert(root, 0);
    // Pairs of a position and one before it, and how many moves each has.
    let (mut before, mut moves): (Vec<(u32, u32)>, Vec<u32>) = Default::default();
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        let mut count = 0;
        let _ = node.successors(ground, |after| {
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
    let results = spread(&nodes, &before, moves);
    Some(Whole { nodes, results })
}

/// Takes results back from the ends, in the order of their distance.
fn spread<P: Position>(nodes: &[Node<P>], before: &[(u32, u32)], mut open: Vec<u32>) -> Vec<Known> {
    let mut results = vec![Known::Draw; nodes.len()];
    let mut queue = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        if let Some(outcome) = node.position.outcome() {
            match outcome.halves(node.position.turn()) {
                0 => results[number] = Known::Loss(Some(0)),
                2 => results[number] = Known::Win(Some(0)),
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
            if results[earlier] != Known::Draw {
                continue;
            }
            match result {
                Known::Loss(plies) => results[earlier] = Known::Win(plies.map(|plies| plies + 1)),
                Known::Win(plies) => {
                    open[earlier] -= 1;
                    if open[earlier] > 0 {
                        continue;
                    }
                    results[earlier] = Known::Loss(plies.map(|plies| plies + 1));
                }
                Known::Draw => continue,
            }
            queue.push(earlier as u32);
        }
    }
    results
}

impl<P: Position> Whole<P> {
    /// How many positions there are, told apart by who is on turn.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The result of the position it began with.
    pub fn result(&self) -> Known {
        self.results[0]
    }

    /// Every position with its result.
    pub fn results(&self) -> impl Iterator<Item = (P, Known)> {
        self.nodes.iter().map(|node| node.position).zip(self.results.iter().copied())
    }
}
