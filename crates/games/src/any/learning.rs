//! What programs that learn need of a position without its type: moves as actions, observations as
//! tensors, and random playouts.
//!
//! An action is a number below [`AnyGame::actions`](crate::AnyGame::actions), see
//! [`Game::generate_actions`]; an observation has the planes that [`ObservationShape`] describes.

use std::ops::ControlFlow;

use super::{AnyMove, AnyPosition};
use crate::{Board, Game, ObservationShape, observation};

impl AnyPosition {
    /// Puts all legal moves with their actions into a list, in place of what was there.
    pub fn list_actions(&self, actions: &mut Vec<(u32, AnyMove)>) {
        actions.clear();
        self.0.for_each_action(&mut |action, m| {
            actions.push((action as u32, m));
            ControlFlow::Continue(())
        });
    }

    /// Sets the value of every legal action to 1 and of all others to 0. Actions that the mask has
    /// no room for are left out.
    pub fn write_action_mask(&self, mask: &mut [bool]) {
        mask.fill(false);
        self.0.for_each_action(&mut |action, _| {
            if let Some(legal) = mask.get_mut(action) {
                *legal = true;
            }
            ControlFlow::Continue(())
        });
    }

    /// The legal move with this action, if there is one.
    pub fn move_of_action(&self, action: u32) -> Option<AnyMove> {
        self.find_action(|found, _| found == action).map(|(_, m)| m)
    }

    /// The action of a legal move.
    pub fn action_of_move(&self, m: AnyMove) -> Option<u32> {
        self.find_action(|_, found| found == m).map(|(action, _)| action)
    }

    fn find_action(&self, wanted: impl Fn(u32, AnyMove) -> bool) -> Option<(u32, AnyMove)> {
        let mut found = None;
        self.0.for_each_action(&mut |action, m| {
            if wanted(action as u32, m) {
                found = Some((action as u32, m));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Writes the observation, plane after plane.
    ///
    /// # Panics
    /// If the board is not that of the game, or the tensor has not the length of its
    /// [`ObservationShape`].
    pub fn observe(&self, board: &Board, tensor: &mut [f32]) {
        self.0.observe(board, tensor);
    }

    /// Plays moves to the end of the game, but no more than so many. `choose` is given the number of
    /// legal moves and returns the index of one of them. Returns how many moves were played.
    ///
    /// # Panics
    /// If the chosen index is not that of a legal move.
    pub fn play_out(&mut self, max_plies: usize, choose: &mut dyn FnMut(usize) -> usize) -> usize {
        self.0.play_out(max_plies, choose)
    }
}

/// The same of a position without its type.
pub(super) trait LearningObject {
    /// One function for all that is asked about actions: generating them is compiled once a game.
    fn for_each_action(&self, each: &mut dyn FnMut(usize, AnyMove) -> ControlFlow<()>);
    fn observe(&self, board: &Board, tensor: &mut [f32]);
    fn play_out(&mut self, max_plies: usize, choose: &mut dyn FnMut(usize) -> usize) -> usize;
}

impl<G: Game> LearningObject for G {
    fn for_each_action(&self, each: &mut dyn FnMut(usize, AnyMove) -> ControlFlow<()>) {
        let _ = self.generate_actions(|action, m| each(action, AnyMove::new::<G>(m)));
    }

    fn observe(&self, board: &Board, tensor: &mut [f32]) {
        assert_eq!(tensor.len(), ObservationShape::of::<G>(board).len(), "{}", G::INFO.name);
        observation::write(self, board, tensor);
    }

    fn play_out(&mut self, max_plies: usize, choose: &mut dyn FnMut(usize) -> usize) -> usize {
        let mut moves: Vec<G::Move> = Vec::new();
        for ply in 0..max_plies {
            moves.clear();
            let _ = self.generate_moves(|m| {
                moves.push(m);
                ControlFlow::Continue(())
            });
            if moves.is_empty() {
                return ply;
            }
            *self = self.play(moves[choose(moves.len())]);
        }
        max_plies
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn actions_and_moves_lead_to_each_other() {
        for game in crate::games() {
            let mut position = game.start();
            let (mut actions, mut mask) = (Vec::new(), vec![true; game.actions()]);
            for ply in 0..40 {
                position.list_actions(&mut actions);
                assert_eq!(actions.len(), position.count_moves());
                position.write_action_mask(&mut mask);
                assert_eq!(mask.iter().filter(|&&legal| legal).count(), actions.len());
                for &(action, m) in &actions {
                    assert!(mask[action as usize]);
                    assert_eq!(position.move_of_action(action), Some(m));
                    assert_eq!(position.action_of_move(m), Some(action));
                }
                let Some(&(_, m)) = actions.get((7 * ply + 3) % actions.len().max(1)) else {
                    break;
                };
                position.advance(m);
            }
            assert_eq!(position.move_of_action(game.actions() as u32), None);
        }
    }

    #[test]
    fn a_playout_ends_with_the_game_or_its_limit() {
        let mut position = crate::game("bohnenspiel").unwrap().start();
        let plies = position.play_out(1000, &mut |count| count / 2);
        assert!(plies < 1000 && position.outcome().is_some());
        assert_eq!(position.play_out(1000, &mut |_| 0), 0);
        let mut halma = crate::game("halma").unwrap().start();
        assert_eq!(halma.play_out(30, &mut |count| count - 1), 30);
    }
}
