//! What is asked of a search, and the one way to ask it.

use games::Position;

use crate::{Limits, Repetition, Report, Stop};

/// A position to think about, and for how long.
#[derive(Clone, Debug)]
pub struct Task<'a, P: Position> {
    /// The position.
    pub position: P,
    /// The keys of the positions of the game so far, oldest first, with or without this one.
    pub played: &'a [u64],
    /// What it means that a position comes again.
    pub repetition: Repetition,
    /// The moves to choose from; none means all.
    pub among: &'a [P::Move],
    /// How many of the best moves to find.
    pub lines: usize,
    /// How many threads may think.
    pub threads: usize,
    /// What may be spent.
    pub limits: Limits,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl<'a, P: Position> Task<'a, P> {
    /// To find the best of all moves, in one thread, as if the game had just begun. Set the other
    /// fields as needed: `Task { lines: 3, ..Task::new(position, limits) }`.
    pub fn new(position: P, limits: Limits) -> Task<'a, P> {
        Task {
            position,
            played: &[],
            repetition: Repetition::default(),
            among: &[],
            lines: 1,
            threads: 1,
            limits,
            stop: Stop::default(),
        }
    }

    /// The legal moves to choose from, in the order of generation.
    pub fn moves(&self) -> Vec<P::Move> {
        let mut moves = self.position.list();
        if !self.among.is_empty() {
            moves.retain(|m| self.among.contains(m));
        }
        moves
    }
}

/// Whoever can answer a [`Task`]. It may remember what it learned for the next one.
pub trait Thinker<P: Position>: Send {
    /// Finds a move, however little there is to spend. `each` is told what is known after every
    /// depth. There is no answer where there is no move to choose.
    fn think(
        &mut self,
        task: &Task<P>,
        each: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<Report<P::Move>>;

    /// Forgets all it has learned, as before a new game.
    fn forget(&mut self) {}
}
