//! Proofs and checkpoints as files: in the format of tablebase files, with checksums.
//!
//! A proof is one strategy, or two for a draw:
//!
//! ```text
//!   goal 1 │ the mover attacks 1 │ positions 8 │ each: position and who attacks 16, rank 4 │ …
//! ```

use std::path::Path;

use spielwerk_search::proof::{Goal, Node, ProofEntry, Strategy};
use spielwerk_tablebases::{Checkpoint, TablebaseError, TablebaseFile, TablebaseHeader};

use crate::solvable::Solvable;
use crate::{GameValue, ProofSummary, SolveError, SolveOptions};

/// The attacker is to move: the highest bit of a packed position.
const ATTACKING: u128 = 1 << 127;

/// A value and the strategies that prove it.
pub(crate) struct Proof<G: Solvable> {
    pub(crate) value: GameValue,
    pub(crate) position: String,
    pub(crate) strategies: Vec<Strategy<G>>,
}

impl<G: Solvable> Proof<G> {
    /// A proof without its position, which is set later.
    pub(crate) fn new(value: GameValue, strategies: Vec<Strategy<G>>) -> Proof<G> {
        Proof { value, position: String::new(), strategies }
    }

    pub(crate) fn summary(&self) -> ProofSummary {
        ProofSummary {
            value: self.value,
            position: self.position.clone(),
            positions: self.strategies.iter().map(Strategy::len).sum(),
        }
    }

    pub(crate) fn write(&self, path: &Path, rules: &str) -> Result<(), TablebaseError> {
        let says = format!("{} {}", self.value.name(), self.position);
        let header = TablebaseHeader::new("proof", rules, says);
        spielwerk_tablebases::file::write(path, &header, |file| {
            for strategy in &self.strategies {
                let wins = strategy.goal() == Goal::Win;
                file.write(&[wins.into(), strategy.root().attacker_to_move.into()])?;
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

    pub(crate) fn read(variant: G::Variant, path: &Path) -> Result<Proof<G>, SolveError> {
        let rules = G::rules(variant);
        let (file, header) = TablebaseFile::open_any(path)?;
        let other = |found: String| SolveError::WrongFile {
            path: path.to_owned(),
            found,
            wanted: format!("a proof about {rules}"),
        };
        if header.name != "proof" || header.rules != rules {
            return Err(other(format!("a {} about {}", header.name, header.rules)));
        }
        let unclear = || other(format!("a proof of `{}`", header.parameters));
        let (value, position) = header.parameters.split_once(' ').ok_or_else(unclear)?;
        let value = GameValue::ALL.into_iter().find(|known| known.name() == value);
        let value = value.ok_or_else(unclear)?;
        let root = G::parse(variant, position).map_err(|_| unclear())?.canonical();
        let damaged = || file.wrong("it breaks off within a strategy");
        let payload = file.read_all()?;
        let mut rest = &payload[..];
        let mut strategies = Vec::new();
        while let Some((&[wins, attacker_to_move], after)) = rest.split_first_chunk() {
            let (count, after) = after.split_first_chunk().ok_or_else(damaged)?;
            let (goal, attacker_to_move) =
                (if wins == 1 { Goal::Win } else { Goal::Hold }, attacker_to_move == 1);
            let mut strategy = Strategy::new(goal, Node { position: root, attacker_to_move });
            rest = after;
            for _ in 0..u64::from_le_bytes(*count) {
                let (number, after) = rest.split_first_chunk().ok_or_else(damaged)?;
                let (rank, after) = after.split_first_chunk().ok_or_else(damaged)?;
                let node = unpack(variant, u128::from_le_bytes(*number));
                let foreign = || file.wrong("it has a position that cannot be");
                strategy.add(node.ok_or_else(foreign)?, u32::from_le_bytes(*rank));
                rest = after;
            }
            strategies.push(strategy);
        }
        Ok(Proof { value, position: position.to_owned(), strategies })
    }
}

fn pack<G: Solvable>(node: &Node<G>) -> u128 {
    node.position.pack() | if node.attacker_to_move { ATTACKING } else { 0 }
}

fn unpack<G: Solvable>(variant: G::Variant, number: u128) -> Option<Node<G>> {
    let position = G::unpack(variant, number & !ATTACKING)?;
    Some(Node { position, attacker_to_move: number & ATTACKING != 0 })
}

/// The checkpoint of a proof-number search, if one is wanted.
pub(crate) fn checkpoint(rules: &str, options: &SolveOptions) -> Option<Checkpoint> {
    let parameters = "position 16, phi, delta, stamp, work 4 each";
    let header = TablebaseHeader::new("search", rules, parameters);
    Some(Checkpoint::with_interval(
        options.checkpoint.clone()?,
        header,
        options.checkpoint_interval,
    ))
}

/// Writes a checkpoint.
pub(crate) fn save_entries<G: Solvable>(
    checkpoint: &mut Checkpoint,
    entries: impl Iterator<Item = (Node<G>, ProofEntry)>,
) -> Result<(), TablebaseError> {
    checkpoint.save(|file| {
        for (node, entry) in entries {
            file.write(&pack(&node).to_le_bytes())?;
            for number in [entry.phi, entry.delta, entry.stamp, entry.work] {
                file.write(&number.to_le_bytes())?;
            }
        }
        Ok(())
    })
}

/// Reads the checkpoint of an earlier run; empty if there is none.
pub(crate) fn restore_entries<G: Solvable>(
    variant: G::Variant,
    checkpoint: &Checkpoint,
) -> Result<Vec<(Node<G>, ProofEntry)>, TablebaseError> {
    let payload = match checkpoint.open() {
        Err(error) if error.is_missing() => return Ok(Vec::new()),
        opened => opened?,
    };
    let word = |record: &[u8], nth: usize| {
        let bytes = record[16 + 4 * nth..].first_chunk().copied().unwrap_or_default();
        u32::from_le_bytes(bytes)
    };
    let records = payload.chunks_exact(32).filter_map(|record| {
        let node = unpack(variant, u128::from_le_bytes(*record.first_chunk()?))?;
        let [phi, delta, stamp, work] = [0, 1, 2, 3].map(|nth| word(record, nth));
        Some((node, ProofEntry { phi, delta, stamp, work }))
    });
    Ok(records.collect())
}
