//! Moves as actions: start and destination, and which of the captures between them.
//!
//! Chains between the same two points can capture different stones. They are numbered by the
//! captured stones, so an action is `(start, destination, number)` with few numbers. Where there are
//! more captures than numbers, the others take the actions whose start is the destination, which no
//! move has: a chain never comes to a point twice.

use std::ops::ControlFlow;

use super::{Fanorona, Move};
use crate::Position;

/// How many captures between two points have an action of their own.
pub(super) const VARIANTS: usize = 4;

impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    /// Calls `each` with every legal move and its action, until it breaks.
    pub(super) fn number_moves(
        &self,
        mut each: impl FnMut(usize, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut moves = super::movegen::MoveList::new();
        let _ = self.generate_moves(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        // Moves between the same points follow each other, by the stones they capture.
        moves.sort_unstable();
        let (mut before, mut number, mut others) = (None, 0, 0);
        for m in moves {
            let ends = (Self::point(m.from()), Self::point(m.to()));
            number = if before == Some(ends) { number + 1 } else { 0 };
            before = Some(ends);
            if number < VARIANTS {
                each(Self::action(ends, number), m)?;
            } else if others < Self::POINTS * VARIANTS {
                let point = others / VARIANTS;
                each(Self::action((point, point), others % VARIANTS), m)?;
                others += 1;
            }
        }
        ControlFlow::Continue(())
    }

    const fn action((from, to): (usize, usize), number: usize) -> usize {
        (from * Self::POINTS + to) * VARIANTS + number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn actions(text: &str) -> Vec<(usize, String)> {
        let position: Fanorona = Fanorona::from_setup(&text.parse().unwrap()).unwrap();
        let mut found = Vec::new();
        let _ = position.generate_actions(|action, m| {
            found.push((action, position.write_move(m)));
            ControlFlow::Continue(())
        });
        found.sort();
        found
    }

    #[test]
    fn captures_between_the_same_points_have_different_actions() {
        let found = actions("9/9/1BW1B4/9/9 w");
        let first = (20 * 45 + 21) * VARIANTS;
        assert_eq!(found.iter().map(|(action, _)| *action).collect::<Vec<_>>(), [first, first + 1]);
    }

    #[test]
    fn an_action_means_the_same_stone_in_every_position() {
        let (one, other) = (actions("9/9/W1B6/9/9 w"), actions("8B/9/W1B6/9/9 w"));
        assert_eq!(one, other);
    }
}
