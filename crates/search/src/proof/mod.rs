//! Proving results: what a position is worth with perfect play, with a strategy to show for it.
//!
//! A game for two is asked one question at a time: can a certain player, the *attacker*, force a
//! win? Play without end is a draw, so it counts for the defender. A yes is a strategy in which
//! every move comes nearer to the end; a no is a set of positions that the defender never has to
//! leave. Asking for both players gives win, draw or loss.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Prover`] | proof-number search, depth first (df-pn) |
//! | [`Strategy`] | the answer as something that can be checked against the rules |
//! | [`whole`] | all positions of a small game, from the ends backwards: an independent answer |

mod prover;
mod strategy;
mod whole;

use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::ControlFlow;

use games::Position;

pub use prover::{Entry, Found, Halt, Prover};
pub use strategy::{Aim, Flaw, Strategy};
pub use whole::{Whole, whole};

use crate::Known;

/// The ground a proof stands on: what is the same in a game, and what is known of it beforehand.
pub trait Ground<P: Position>: Sync {
    /// The one position that stands for all those that play alike for whoever is on turn.
    fn fold(&self, position: &P) -> P;

    /// The result where a table has it.
    fn known(&self, position: &P) -> Option<Known>;
}

/// A position in the course of an attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Node<P> {
    /// The position, folded.
    pub position: P,
    /// Whether the attacker is on turn.
    pub attacking: bool,
}

impl<P: Position> Hash for Node<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.position.key() ^ u64::from(self.attacking));
    }
}

impl<P: Position> Node<P> {
    /// Whether the attacker wins, if that is over or known.
    pub(crate) fn settled(&self, ground: &impl Ground<P>) -> Option<bool> {
        let (wins, loses) = match self.position.outcome() {
            Some(outcome) => {
                let halves = outcome.halves(self.position.turn());
                (halves == 2, halves == 0)
            }
            None => {
                let known = ground.known(&self.position)?;
                (matches!(known, Known::Win(_)), matches!(known, Known::Loss(_)))
            }
        };
        Some(if self.attacking { wins } else { loses })
    }

    /// Every position after a move, until `each` breaks.
    pub(crate) fn successors(
        &self,
        ground: &impl Ground<P>,
        mut each: impl FnMut(Node<P>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.position.moves(|m| {
            let position = ground.fold(&self.position.play(m));
            each(Node { position, attacking: !self.attacking })
        })
    }

    /// The same in a list.
    pub(crate) fn list(&self, ground: &impl Ground<P>) -> Vec<Node<P>> {
        let mut list = Vec::new();
        let _ = self.successors(ground, |node| {
            list.push(node);
            ControlFlow::Continue(())
        });
        list
    }
}

/// Positions bring well-spread keys along; there is nothing left to hash.
pub(crate) type ByKey = BuildHasherDefault<KeyHasher>;

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
