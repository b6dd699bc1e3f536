//! Solving one game, and checking a proof about it.
//!
//! Two questions make a verdict: can whoever is on turn force a win, and can the other? A yes to
//! either is a win or a loss; two times no is a draw, and its proof is both defences.

use std::path::Path;
use std::thread;
use std::time::Instant;

use search::proof::{Aim, Ground, Halt, Node, Prover, Strategy};
use tables::{Place, Watch};

use crate::proof::{Proof, keep, kept_before, root};
use crate::solvable::Solvable;
use crate::{Answer, Checked, Options, SolveError, Verdict};

/// A search goes as deep as lines are long.
const STACK: usize = 1 << 30;

pub(crate) fn solve<G: Solvable>(
    text: &str,
    options: &Options,
    watch: &Watch,
    each: &(dyn Fn(u64) -> bool + Sync),
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

/// Asks both questions, and keeps what was found out even if there is no answer yet.
fn search<G: Solvable>(
    position: &G,
    ground: &G::Tables,
    options: &Options,
    each: &(dyn Fn(u64) -> bool + Sync),
) -> Result<(Proof<G>, u64), SolveError> {
    let mut watch = |nodes| each(nodes);
    let mut prover = Prover::new(ground, options.memory, &mut watch);
    if let Some(path) = &options.resume {
        for (node, entry) in kept_before(path)? {
            prover.remember(node, entry);
        }
    }
    let found = ask_both(position, &mut prover);
    if let Some(path) = &options.resume {
        keep(path, prover.entries())?;
    }
    Ok((found?, prover.nodes()))
}

fn ask_both<G: Solvable>(
    position: &G,
    prover: &mut Prover<G, G::Tables>,
) -> Result<Proof<G>, Halt> {
    let decided = |verdict, strategies| Proof { verdict, position: String::new(), strategies };
    let mover = prover.ask(position, true)?;
    if mover.aim() == Aim::Win {
        return Ok(decided(Verdict::Win, vec![mover]));
    }
    let other = prover.ask(position, false)?;
    Ok(match other.aim() {
        Aim::Win => decided(Verdict::Loss, vec![other]),
        Aim::Hold => decided(Verdict::Draw, vec![mover, other]),
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
