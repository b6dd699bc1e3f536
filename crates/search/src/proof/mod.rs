//! Solving positions of two-player games, with a strategy as proof.
//!
//! Each proof answers one question: can a certain player, the *attacker*, force a win? Infinite
//! play is a draw, so it counts for the defender. A proof is a strategy in which every move comes
//! nearer to the win; a disproof is a set of positions that the defender never has to leave. Asking
//! for both players gives win, draw or loss.
//!
//! Infinite play can only be told where no counter goes up: an [`Oracle`] of a game with a counter
//! must reset it in [`canonical`](Oracle::canonical), and the proof is then about the game without
//! the rule that counts.
//!
//! | item | contents |
//! |---|---|
//! | [`Prover`] | depth-first proof-number search (df-pn) |
//! | [`Strategy`] | a proof that can be verified against the rules |
//! | [`retrograde()`] | retrograde analysis of a small game, as an independent check |

mod prover;
mod retrograde;
mod strategy;

use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::ControlFlow;

use spielwerk_games::{Position, Wdl};

pub use prover::{ProofEntry, ProofError, ProofProgress, Prover};
pub use retrograde::{RetrogradeSolution, retrograde};
pub use strategy::{Goal, Strategy, StrategyError};

/// What a proof may rest on besides the rules: equivalence of positions, and tablebase results.
pub trait Oracle<P: Position>: Sync {
    /// The canonical one of all positions that are equivalent for the side to move, with all
    /// counters reset.
    fn canonical(&self, position: &P) -> P;

    /// Probes the tablebase.
    fn probe(&self, position: &P) -> Option<Wdl>;
}

/// A position in the proof tree.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node<P> {
    /// The canonical position.
    pub position: P,
    /// Whether the attacker is to move (an OR node).
    pub attacker_to_move: bool,
}

impl<P: Position> Hash for Node<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.position.key() ^ u64::from(self.attacker_to_move));
    }
}

impl<P: Position> Node<P> {
    /// Whether the attacker wins, if the position is finished or in the tablebase.
    pub(crate) fn known_result(&self, oracle: &impl Oracle<P>) -> Option<bool> {
        let (wins, loses) = match self.position.outcome() {
            Some(outcome) => {
                let halves = outcome.half_points(self.position.turn());
                (halves == 2, halves == 0)
            }
            None => {
                let wdl = oracle.probe(&self.position)?;
                (matches!(wdl, Wdl::Win(_)), matches!(wdl, Wdl::Loss(_)))
            }
        };
        Some(if self.attacker_to_move { wins } else { loses })
    }

    /// Calls `each` for every child, until it breaks.
    pub(crate) fn successors(
        &self,
        oracle: &impl Oracle<P>,
        mut each: impl FnMut(Node<P>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.position.generate_moves(|m| {
            let position = oracle.canonical(&self.position.play(m));
            each(Node { position, attacker_to_move: !self.attacker_to_move })
        })
    }

    /// All children.
    pub(crate) fn successor_list(&self, oracle: &impl Oracle<P>) -> Vec<Node<P>> {
        let mut list = Vec::new();
        let _ = self.successors(oracle, |node| {
            list.push(node);
            ControlFlow::Continue(())
        });
        list
    }
}

/// Uses a position's key as its hash: keys are well distributed already.
pub(crate) type KeyHashing = BuildHasherDefault<KeyHasher>;

#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
