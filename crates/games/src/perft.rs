//! Counting the leaves of the game tree: the test of the rules, and the measure of their speed.
//!
//! The last ply is counted in bulk, without playing the moves.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::{Game, Position};

/// What counts as a leaf's way.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Every distinct result of a turn once.
    Moves,
    /// Every way to make a turn once: chains with the same result are told apart.
    Paths,
}

/// The number of move sequences of this length. What is finished earlier has no leaves.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        _ => {
            let mut leaves = 0;
            let _ = position.moves(|m| {
                leaves += perft(&position.play(m), depth - 1);
                ControlFlow::Continue(())
            });
            leaves
        }
    }
}

/// The number of path sequences of this length.
pub fn perft_paths<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    let _ = position.paths(|m, _| {
        leaves += if depth == 1 { 1 } else { perft_paths(&position.play(m), depth - 1) };
        ControlFlow::Continue(())
    });
    leaves
}

/// The leaves below each first move, counted by so many threads.
///
/// `progress` is told how many parts of the tree are counted, and of how many.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    counting: Counting,
    threads: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let roots = ways(position, counting);
    let leaves: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    // Subtrees two plies down are small enough to share out evenly among threads.
    let mut parts: Vec<(usize, G, u64, u32)> = Vec::new();
    for (root, &(m, ways_there)) in roots.iter().enumerate() {
        let child = position.play(m);
        if depth < 3 {
            parts.push((root, child, ways_there, depth - 1));
        } else {
            let grandchildren = ways(&child, counting).into_iter();
            parts.extend(
                grandchildren.map(|(m, ways)| (root, child.play(m), ways_there * ways, depth - 2)),
            );
        }
    }
    let done = AtomicUsize::new(0);
    let total = parts.len();
    let count = |&(root, ref part, ways, rest): &(usize, G, u64, u32)| {
        let below = match counting {
            Counting::Moves => perft(part, rest),
            Counting::Paths => perft_paths(part, rest),
        };
        leaves[root].fetch_add(ways * below, Ordering::Relaxed);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
    };
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    match pool {
        Some(Ok(pool)) => pool.install(|| parts.par_iter().for_each(count)),
        _ => parts.iter().for_each(count),
    }
    roots.into_iter().zip(leaves).map(|((m, _), leaves)| (m, leaves.into_inner())).collect()
}

/// The legal moves, each with the number of ways to make it.
fn ways<G: Game>(position: &G, counting: Counting) -> Vec<(G::Move, u64)> {
    let moves = position.list();
    match counting {
        Counting::Moves => moves.into_iter().map(|m| (m, 1)).collect(),
        Counting::Paths => {
            let mut ways: HashMap<G::Move, u64> = HashMap::new();
            let _ = position.paths(|m, _| {
                *ways.entry(m).or_default() += 1;
                ControlFlow::Continue(())
            });
            moves.into_iter().map(|m| (m, ways[&m])).collect()
        }
    }
}
