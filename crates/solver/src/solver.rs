//! Solving a position, and verifying a proof.
//!
//! The value follows from two questions: can the side to move force a win, and can the opponent? If
//! neither can, it is a draw, and its proof is the two holding strategies.

use std::path::Path;
use std::thread;
use std::time::Instant;

use spielwerk_search::proof::{Goal, Node, Oracle, ProofError, ProofProgress, Prover};
use spielwerk_tablebases::{BuildMonitor, Extent, TablebaseDir, TablebaseFile};

use crate::bean_difference::certificate;
use crate::proof_file::{Proof, checkpoint, restore_entries, save_entries};
use crate::solvable::Solvable;
use crate::{GameValue, ProofSummary, Solution, SolveError, SolveOptions, SolveProgress};

/// The stack of a search thread: recursion is as deep as lines are long.
const STACK_BYTES: usize = 1 << 30;

pub(crate) fn solve<G: Solvable>(
    variant: G::Variant,
    text: &str,
    options: &SolveOptions,
    monitor: &BuildMonitor,
    on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
) -> Result<Solution, SolveError> {
    let started = Instant::now();
    let oracle = G::tablebase(variant, &options.tablebase_dir, monitor)?;
    let Ok(position) = G::parse(variant, text) else {
        unreachable!("a problem is a position: {text}");
    };
    // From here on counters are as at the start: they belong to the game, not to the problem.
    let position = position.canonical();
    let search = || search(variant, &position, &oracle, options, on_progress);
    let (proof, nodes) = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search);
        let joined = thread.map(thread::ScopedJoinHandle::join);
        match joined {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(SolveError::OutOfMemory),
        }
    })?;
    let best = best_move(&position, &proof, &oracle);
    let proof = Proof { position: text.to_owned(), ..proof };
    if let Some(path) = &options.proof {
        proof.write(path, &G::rules(variant))?;
    }
    Ok(Solution {
        value: proof.value,
        best_move: best.and_then(|m| G::write_move(variant, text, m)),
        nodes,
        time: started.elapsed(),
        proof_size: proof.summary().positions,
    })
}

/// Solves by the difference in beans where the game has beans, otherwise by proof-number search.
fn search<G: Solvable>(
    variant: G::Variant,
    position: &G,
    oracle: &G::Tablebase,
    options: &SolveOptions,
    on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
) -> Result<(Proof<G>, u64), SolveError> {
    match position.solve_by_bean_difference(oracle, options, on_progress) {
        Some(found) => found,
        None => by_proof_numbers(variant, position, oracle, options, on_progress),
    }
}

/// Answers both questions by proof-number search. Checkpoints are written at intervals and at the
/// end, even if the search was stopped.
fn by_proof_numbers<G: Solvable>(
    variant: G::Variant,
    position: &G,
    oracle: &G::Tablebase,
    options: &SolveOptions,
    on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
) -> Result<(Proof<G>, u64), SolveError> {
    let mut checkpoint = checkpoint(&G::rules(variant), options);
    let before = checkpoint.as_ref();
    let before = before.map_or(Ok(Vec::new()), |before| restore_entries(variant, before))?;
    let mut save_error = None;
    let mut report = |found: ProofProgress<G>| {
        if let Some(checkpoint) = checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due()) {
            save_error = save_entries(checkpoint, found.entries()).err();
        }
        save_error.is_none() && on_progress(SolveProgress { nodes: found.nodes, stage: "" })
    };
    let mut prover = Prover::new(oracle, options.memory, &mut report);
    for (node, entry) in before {
        prover.restore(node, entry);
    }
    let solution = prove_both(position, &mut prover);
    let (nodes, entries): (u64, Vec<_>) = (prover.nodes(), prover.progress().entries().collect());
    if let Some(save_error) = save_error {
        return Err(save_error.into());
    }
    if let Some(checkpoint) = &mut checkpoint {
        save_entries(checkpoint, entries.into_iter())?;
    }
    Ok((solution?, nodes))
}

fn prove_both<G: Solvable>(
    position: &G,
    prover: &mut Prover<G, G::Tablebase>,
) -> Result<Proof<G>, ProofError> {
    let mover = prover.prove(position, true)?;
    if mover.goal() == Goal::Win {
        return Ok(Proof::new(GameValue::Win, vec![mover]));
    }
    let other = prover.prove(position, false)?;
    Ok(match other.goal() {
        Goal::Win => Proof::new(GameValue::Loss, vec![other]),
        Goal::Hold => Proof::new(GameValue::Draw, vec![mover, other]),
    })
}

/// A move that preserves the value: in a draw, one of the mover's holding strategy.
fn best_move<G: Solvable>(
    position: &G,
    proof: &Proof<G>,
    oracle: &G::Tablebase,
) -> Option<G::Move> {
    let own = proof.strategies.last()?;
    let root = own.root();
    position.legal_moves().into_iter().find(|&m| {
        let next = oracle.canonical(&position.play(m));
        own.covers(
            Node { position: next, attacker_to_move: !root.attacker_to_move },
            u32::MAX,
            oracle,
        )
    })
}

pub(crate) fn read_proof<G: Solvable>(
    variant: G::Variant,
    path: &Path,
) -> Result<ProofSummary, SolveError> {
    Ok(Proof::<G>::read(variant, path)?.summary())
}

pub(crate) fn verify<G: Solvable>(
    variant: G::Variant,
    path: &Path,
    tablebase_dir: &TablebaseDir,
    extent: Extent,
    monitor: &BuildMonitor,
) -> Result<ProofSummary, SolveError> {
    if is_certificate(path)? {
        let oracle = G::tablebase(variant, tablebase_dir, monitor)?;
        G::verify_tablebase(variant, tablebase_dir, extent, monitor)?;
        return G::verify_certificate(variant, path, &oracle);
    }
    let proof: Proof<G> = Proof::read(variant, path)?;
    let goals: Vec<_> =
        proof.strategies.iter().map(|one| (one.goal(), one.root().attacker_to_move)).collect();
    let wanted: &[_] = match proof.value {
        GameValue::Win => &[(Goal::Win, true)],
        GameValue::Loss => &[(Goal::Win, false)],
        GameValue::Draw => &[(Goal::Hold, true), (Goal::Hold, false)],
    };
    if goals != wanted {
        return Err(SolveError::WrongFile {
            path: path.to_owned(),
            found: format!("a file of {} strategies", goals.len()),
            wanted: format!("what shows a {}", proof.value.name()),
        });
    }
    let oracle = G::tablebase(variant, tablebase_dir, monitor)?;
    G::verify_tablebase(variant, tablebase_dir, extent, monitor)?;
    for strategy in &proof.strategies {
        let error = |error| SolveError::InvalidProof { path: path.to_owned(), error };
        strategy.verify(&oracle).map_err(error)?;
    }
    Ok(proof.summary())
}

/// Whether a file is a certificate rather than a proof.
fn is_certificate(path: &Path) -> Result<bool, SolveError> {
    let (_, header) = TablebaseFile::open_any(path)?;
    Ok(header.name == certificate::NAME)
}
