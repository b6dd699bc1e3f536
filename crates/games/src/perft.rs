//! Perft: counts the leaves of the game tree, to test move generation and measure its speed.
//!
//! The last ply is bulk-counted, without playing the moves.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::{Game, Position};

/// What perft counts at each ply.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PerftMode {
    /// Every move once, that is, every distinct result of a turn.
    Moves,
    /// Every path of every move: hop or capture chains with the same result count separately.
    Paths,
}

/// The number of move sequences of this length. Games that end earlier have no leaves.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut leaves = 0;
            let _ = position.generate_moves(|m| {
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
    let _ = position.generate_paths(|m, _| {
        leaves += if depth == 1 { 1 } else { perft_paths(&position.play(m), depth - 1) };
        ControlFlow::Continue(())
    });
    leaves
}

/// Perft divide: the leaves below each root move, counted by this number of threads.
///
/// `progress` is called with the number of subtrees counted and their total.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    counting: PerftMode,
    threads: usize,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let roots = moves_with_path_counts(position, counting);
    let leaves: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    // Subtrees two plies down are small enough to be distributed evenly among threads.
    let mut parts: Vec<(usize, G, u64, u32)> = Vec::new();
    for (root, &(m, root_paths)) in roots.iter().enumerate() {
        let child = position.play(m);
        if depth < 3 {
            parts.push((root, child, root_paths, depth - 1));
        } else {
            let grandchildren = moves_with_path_counts(&child, counting).into_iter();
            parts.extend(
                grandchildren
                    .map(|(m, paths)| (root, child.play(m), root_paths * paths, depth - 2)),
            );
        }
    }
    let done = AtomicUsize::new(0);
    let total = parts.len();
    let count = |part: usize| {
        let (root, ref part, paths, rest) = parts[part];
        let below = match counting {
            PerftMode::Moves => perft(part, rest),
            PerftMode::Paths => perft_paths(part, rest),
        };
        leaves[root].fetch_add(paths * below, Ordering::Relaxed);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, total);
    };
    for_each_in_parallel(total, threads, &count);
    roots.into_iter().zip(leaves).map(|((m, _), leaves)| (m, leaves.into_inner())).collect()
}

/// Calls `each` with all numbers below `total`, in this number of threads. Not generic, so that the
/// parallel iteration is compiled once and not for every game.
fn for_each_in_parallel(total: usize, threads: usize, each: &(dyn Fn(usize) + Sync)) {
    let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build());
    match pool {
        Some(Ok(pool)) => pool.install(|| (0..total).into_par_iter().for_each(each)),
        _ => (0..total).for_each(each),
    }
}

/// The legal moves, each with the number of paths to count for it.
fn moves_with_path_counts<G: Game>(position: &G, counting: PerftMode) -> Vec<(G::Move, u64)> {
    let moves = position.legal_moves();
    match counting {
        PerftMode::Moves => moves.into_iter().map(|m| (m, 1)).collect(),
        PerftMode::Paths => {
            let mut paths: HashMap<G::Move, u64> = HashMap::new();
            let _ = position.generate_paths(|m, _| {
                *paths.entry(m).or_default() += 1;
                ControlFlow::Continue(())
            });
            moves.into_iter().map(|m| (m, paths[&m])).collect()
        }
    }
}
