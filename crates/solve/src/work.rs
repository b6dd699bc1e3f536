//! Solving one game, and checking a proof about it.
//!
//! Two questions make a verdict: can whoever is on turn force a win, and can the other? A yes to
//! either is a win or a loss; two times no is a draw, and its proof is both defences.

use std::path::Path;
use std::thread;
use std::time::Instant;

use search::proof::{Aim, Found, Ground, Halt, Node, Prover, Strategy};
use tables::{Place, Watch};

use crate::proof::{Proof, keep, kept, kept_before, root};
use crate::solvable::Solvable;
use crate::{Answer, Checked, Method, Options, Searched, SolveError, Verdict};

/// A search goes as deep as lines are long.
pub(crate) const STACK: usize = 1 << 30;

pub(crate) fn solve<G: Solvable>(
    text: &str,
    options: &Options,
    watch: &Watch,
    each: &(dyn Fn(Searched) -> bool + Sync),
) -> Result<Answer, SolveError> {
    let begun = Instant::now();
    let ground = G::tables(&options.place, watch)?;
    let Some(position) = root::<G>(text) else {
        unreachable!("a subject is a position: {text}");
    };
    let search = || search(&position, &ground, options, each);
    let (proof, nodes) = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search);
        let joined = thread.map(thread::ScopedJoinHandle::join);
        match joined {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(SolveError::Full),
        }
    })?;
    let best = best(&position, &proof, &ground);
    let proof = Proof { position: text.to_owned(), ..proof };
    if let Some(path) = &options.proof {
        proof.write(path)?;
    }
    Ok(Answer {
        verdict: proof.verdict,
        best: best.map(|m| position.write_move(m)),
        nodes,
        time: begun.elapsed(),
        proof: proof.strategies.iter().map(Strategy::len).sum(),
    })
}

/// Searches boards where the game has margins to count, else positions.
fn search<G: Solvable>(
    position: &G,
    ground: &G::Tables,
    options: &Options,
    each: &(dyn Fn(Searched) -> bool + Sync),
) -> Result<(Proof<G>, u64), SolveError> {
    match position.by_margins(ground, options, each) {
        Some(found) => found,
        None if options.method == Some(Method::AlphaBeta) => Err(SolveError::NoBeans),
        None => by_proof_numbers(position, ground, options, each),
    }
}

/// Asks both questions by proof numbers. What was found out is kept at intervals, and even if there
/// is no answer yet.
fn by_proof_numbers<G: Solvable>(
    position: &G,
    ground: &G::Tables,
    options: &Options,
    each: &(dyn Fn(Searched) -> bool + Sync),
) -> Result<(Proof<G>, u64), SolveError> {
    let mut checkpoint = kept::<G>(options);
    let before = checkpoint.as_ref().map_or(Ok(Vec::new()), kept_before)?;
    let mut trouble = None;
    let mut watch = |found: Found<G>| {
        if let Some(checkpoint) = checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due()) {
            trouble = keep(checkpoint, found.entries()).err();
        }
        trouble.is_none() && each(Searched { nodes: found.nodes, stage: "" })
    };
    let mut prover = Prover::new(ground, options.memory, &mut watch);
    for (node, entry) in before {
        prover.remember(node, entry);
    }
    let answer = ask_both(position, &mut prover);
    let (nodes, entries): (u64, Vec<_>) = (prover.nodes(), prover.found().entries().collect());
    if let Some(trouble) = trouble {
        return Err(trouble.into());
    }
    if let Some(checkpoint) = &mut checkpoint {
        keep(checkpoint, entries.into_iter())?;
    }
    Ok((answer?, nodes))
}

fn ask_both<G: Solvable>(
    position: &G,
    prover: &mut Prover<G, G::Tables>,
) -> Result<Proof<G>, Halt> {
    let mover = prover.ask(position, true)?;
    if mover.aim() == Aim::Win {
        return Ok(Proof::new(Verdict::Win, vec![mover]));
    }
    let other = prover.ask(position, false)?;
    Ok(match other.aim() {
        Aim::Win => Proof::new(Verdict::Loss, vec![other]),
        Aim::Hold => Proof::new(Verdict::Draw, vec![mover, other]),
    })
}

/// A move that keeps the verdict: in a draw, one by which the mover defends himself.
fn best<G: Solvable>(position: &G, proof: &Proof<G>, ground: &G::Tables) -> Option<G::Move> {
    let own = proof.strategies.last()?;
    let root = own.root();
    position.list().into_iter().find(|&m| {
        let next = ground.fold(&position.play(m));
        own.answers(Node { position: next, attacking: !root.attacking }, u32::MAX, ground)
    })
}

pub(crate) fn check<G: Solvable>(
    path: &Path,
    place: &Place,
    watch: &Watch,
) -> Result<Checked, SolveError> {
    let proof: Proof<G> = Proof::read(path)?;
    let ground = G::tables(place, watch)?;
    G::verify_tables(place, watch)?;
    let aims: Vec<_> =
        proof.strategies.iter().map(|one| (one.aim(), one.root().attacking)).collect();
    let wanted: &[_] = match proof.verdict {
        Verdict::Win => &[(Aim::Win, true)],
        Verdict::Loss => &[(Aim::Win, false)],
        Verdict::Draw => &[(Aim::Hold, true), (Aim::Hold, false)],
    };
    if aims != wanted {
        return Err(SolveError::Other {
            path: path.to_owned(),
            found: format!("a file of {} strategies", aims.len()),
            wanted: format!("what shows a {}", proof.verdict.name()),
        });
    }
    for strategy in &proof.strategies {
        let flaw = |flaw| SolveError::Flaw { path: path.to_owned(), flaw };
        strategy.check(&ground).map_err(flaw)?;
    }
    Ok(Checked {
        verdict: proof.verdict,
        positions: proof.strategies.iter().map(Strategy::len).sum(),
        position: proof.position,
    })
}
