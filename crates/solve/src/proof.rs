//! Proofs and kept work as files: table files, so that a damaged one is noticed.
//!
//! A proof is one strategy, or two for a draw:
//!
//! ```text
//!   aim 1 │ the mover attacks 1 │ positions 8 │ each: position and who attacks 16, rank 4 │ …
//! ```

use std::path::Path;

use search::proof::{Aim, Entry, Node, Strategy};
use tables::{Checkpoint, Label, TableError, TableFile};

use crate::solvable::Solvable;
use crate::{Options, SolveError, Verdict};

/// The attacker is on turn: the highest bit of a packed position.
const ATTACKING: u128 = 1 << 127;

/// What a proof says, and the strategies that show it.
pub(crate) struct Proof<G: Solvable> {
    pub(crate) verdict: Verdict,
    pub(crate) position: String,
    pub(crate) strategies: Vec<Strategy<G>>,
}

impl<G: Solvable> Proof<G> {
    /// A proof of a position that is named later.
    pub(crate) fn new(verdict: Verdict, strategies: Vec<Strategy<G>>) -> Proof<G> {
        Proof { verdict, position: String::new(), strategies }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), TableError> {
        let says = format!("{} {}", self.verdict.name(), self.position);
        let label = Label::new("proof", G::rules(), says);
        tables::file::write(path, &label, |file| {
            for strategy in &self.strategies {
                let wins = strategy.aim() == Aim::Win;
                file.write(&[wins.into(), strategy.root().attacking.into()])?;
                file.write(&(strategy.len() as u64).to_le_bytes())?;
                let mut all: Vec<(u128, u32)> =
                    strategy.iter().map(|(node, rank)| (pack(node), rank)).collect();
                all.sort_unstable();
                for (number, rank) in all {
                    file.write(&number.to_le_bytes())?;
                    file.write(&rank.to_le_bytes())?;
                }
            }
            Ok(())
        })
    }

    pub(crate) fn read(path: &Path) -> Result<Proof<G>, SolveError> {
        let (file, label) = TableFile::open_any(path)?;
        file.verify()?;
        let other = |found: String| SolveError::Other {
            path: path.to_owned(),
            found,
            wanted: format!("a proof about {}", G::rules()),
        };
        if label.name != "proof" || label.rules != G::rules() {
            return Err(other(format!("a {} about {}", label.name, label.rules)));
        }
        let unclear = || other(format!("a proof of `{}`", label.parameters));
        let (verdict, position) = label.parameters.split_once(' ').ok_or_else(unclear)?;
        let verdict = Verdict::ALL.into_iter().find(|known| known.name() == verdict);
        let verdict = verdict.ok_or_else(unclear)?;
        let root = root::<G>(position).ok_or_else(unclear)?.folded();
        let damaged = || file.wrong("it breaks off within a strategy");
        let mut rest = file.payload();
        let mut strategies = Vec::new();
        while let Some((&[wins, attacking], after)) = rest.split_first_chunk() {
            let (count, after) = after.split_first_chunk().ok_or_else(damaged)?;
            let (aim, attacking) = (if wins == 1 { Aim::Win } else { Aim::Hold }, attacking == 1);
            let mut strategy = Strategy::new(aim, Node { position: root, attacking });
            rest = after;
            for _ in 0..u64::from_le_bytes(*count) {
                let (number, after) = rest.split_first_chunk().ok_or_else(damaged)?;
                let (rank, after) = after.split_first_chunk().ok_or_else(damaged)?;
                let node = unpack(u128::from_le_bytes(*number));
                let foreign = || file.wrong("it has a position that cannot be");
                strategy.add(node.ok_or_else(foreign)?, u32::from_le_bytes(*rank));
                rest = after;
            }
            strategies.push(strategy);
        }
        Ok(Proof { verdict, position: position.to_owned(), strategies })
    }
}

/// A position in the game's own notation.
pub(crate) fn root<G: Solvable>(position: &str) -> Option<G> {
    let setup: G::Setup = position.parse().ok()?;
    G::from_setup(&setup).ok()
}

fn pack<G: Solvable>(node: &Node<G>) -> u128 {
    node.position.pack() | if node.attacking { ATTACKING } else { 0 }
}

fn unpack<G: Solvable>(number: u128) -> Option<Node<G>> {
    let position = G::unpack(number & !ATTACKING)?;
    Some(Node { position, attacking: number & ATTACKING != 0 })
}

/// What was searched so far, for another run.
pub(crate) fn kept<G: Solvable>(options: &Options) -> Option<Checkpoint> {
    let parameters = "position 16, phi, delta, stamp, work 4 each";
    let label = Label::new("search", G::rules(), parameters);
    Some(Checkpoint::at(options.resume.clone()?, label, options.pause))
}

/// Keeps what a search has found out.
pub(crate) fn keep<G: Solvable>(
    kept: &mut Checkpoint,
    entries: impl Iterator<Item = (Node<G>, Entry)>,
) -> Result<(), TableError> {
    kept.save(|file| {
        for (node, entry) in entries {
            file.write(&pack(&node).to_le_bytes())?;
            for number in [entry.phi, entry.delta, entry.stamp, entry.work] {
                file.write(&number.to_le_bytes())?;
            }
        }
        Ok(())
    })
}

/// What an earlier run has kept: nothing, if there was none.
pub(crate) fn kept_before<G: Solvable>(
    kept: &Checkpoint,
) -> Result<Vec<(Node<G>, Entry)>, TableError> {
    let file = match kept.open() {
        Err(error) if error.is_missing() => return Ok(Vec::new()),
        opened => opened?,
    };
    let word = |record: &[u8], nth: usize| {
        let bytes = record[16 + 4 * nth..].first_chunk().copied().unwrap_or_default();
        u32::from_le_bytes(bytes)
    };
    let records = file.payload().chunks_exact(32).filter_map(|record| {
        let node = unpack(u128::from_le_bytes(*record.first_chunk()?))?;
        let [phi, delta, stamp, work] = [0, 1, 2, 3].map(|nth| word(record, nth));
        Some((node, Entry { phi, delta, stamp, work }))
    });
    Ok(records.collect())
}
