//! Policy networks: which move a search will choose, before it has searched.
//!
//! A policy network sees the position after each move, from the mover's view. The outputs of all moves,
//! by softmax, are their prior probabilities. A move changes a few inputs only, so the hidden layer of the
//! position is summed once and corrected for every move. The trainer minimises the cross-entropy of
//! the moves that were chosen.

use std::ops::ControlFlow;

use crate::network::Network;
use crate::train::{Epoch, Model, Training, run_epochs};

/// The inputs that a move changes: for each piece that it moves, one becomes zero and another one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct InputChange {
    pieces: [(u16, u16); 2],
    count: u8,
}

impl InputChange {
    /// One piece moves from an input to another one.
    pub fn moved(from: u16, to: u16) -> InputChange {
        InputChange { pieces: [(from, to), (0, 0)], count: 1 }
    }

    /// A second piece moves too.
    pub fn and_moved(self, from: u16, to: u16) -> InputChange {
        InputChange { pieces: [self.pieces[0], (from, to)], count: 2 }
    }

    /// For each piece the input that becomes zero, and the one that becomes one.
    #[inline]
    pub fn pieces(&self) -> &[(u16, u16)] {
        &self.pieces[..usize::from(self.count)]
    }

    /// The inputs after the change.
    fn apply(&self, inputs: &[u64], after: &mut Vec<u64>) {
        after.clear();
        after.extend(inputs);
        for &(from, to) in self.pieces() {
            after[usize::from(from / 64)] &= !(1 << (from % 64));
            after[usize::from(to / 64)] |= 1 << (to % 64);
        }
    }
}

/// A position, its moves, and the move that was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The inputs of the position from the mover's view, in words of 64.
    pub inputs: Vec<u64>,
    /// What each move changes.
    pub moves: Vec<InputChange>,
    /// The number of the move that was chosen.
    pub chosen: usize,
}

/// Trains a policy network. `each` receives every epoch, with cross-entropies as losses, and can end
/// the training early. The share of results and the symmetries of the training are not used.
pub fn train_policy(
    choices: &[Choice],
    training: &Training,
    each: &mut dyn FnMut(Epoch) -> ControlFlow<()>,
) -> Network {
    let mut policy = Policy { choices, after: Vec::new(), outputs: Vec::new() };
    run_epochs(
        choices.len(),
        training,
        &mut policy,
        |policy, model, nth, _| policy.learn(model, nth),
        Policy::loss,
        each,
    )
}

/// The choices to learn from, with buffers.
struct Policy<'a> {
    choices: &'a [Choice],
    after: Vec<u64>,
    /// The outputs of the moves, then their probabilities.
    outputs: Vec<f32>,
}

/// Errors below this are as good as none.
const MIN_ERROR: f32 = 0.003;

impl Policy<'_> {
    /// The cross-entropy of a choice.
    fn loss(&mut self, model: &mut Model, nth: usize) -> f32 {
        let choice = &self.choices[nth];
        self.outputs.clear();
        for change in &choice.moves {
            change.apply(&choice.inputs, &mut self.after);
            self.outputs.push(model.forward(&self.after, None));
        }
        let highest = self.outputs.iter().copied().fold(f32::MIN, f32::max);
        for output in &mut self.outputs {
            *output = (*output - highest).exp();
        }
        let sum: f32 = self.outputs.iter().sum();
        for output in &mut self.outputs {
            *output /= sum;
        }
        -self.outputs[choice.chosen].max(1e-9).ln()
    }

    /// Adds the gradient of a choice; its cross-entropy.
    fn learn(&mut self, model: &mut Model, nth: usize) -> f32 {
        let loss = self.loss(model, nth);
        let choice = &self.choices[nth];
        for (number, change) in choice.moves.iter().enumerate() {
            let error = self.outputs[number] - f32::from(u8::from(number == choice.chosen));
            if error.abs() >= MIN_ERROR {
                change.apply(&choice.inputs, &mut self.after);
                model.forward(&self.after, None);
                model.backward(error);
            }
        }
        model.end_sample();
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetworkInfo;
    use crate::network::tests::counting;

    fn training() -> Training {
        Training {
            info: NetworkInfo {
                game: "rows".into(),
                recipe: "test".into(),
                words: 2,
                hidden: 64,
                scale: 100,
            },
            epochs: 12,
            batch: 32,
            learning_rate: 0.01,
            result_share: 0.0,
            seed: 1,
            symmetries: Vec::new(),
        }
    }

    /// Pieces in a row of 64 squares, of which the last one always takes the longest step up.
    fn choices() -> Vec<Choice> {
        let choice = |nth: usize| {
            let first = (nth * 7 % 50) as u16;
            let steps = [first + 1, first + 2 + (nth % 5) as u16, first + 12];
            let mut moves = steps.map(|to| InputChange::moved(first, to));
            moves.rotate_left(nth % 3);
            Choice {
                inputs: vec![1 << first, 1 << (nth % 64)],
                moves: moves.to_vec(),
                chosen: (5 - nth % 3) % 3,
            }
        };
        (0..3000).map(choice).collect()
    }

    #[test]
    fn the_chosen_moves_become_the_likeliest() {
        let mut losses = Vec::new();
        let choices = choices();
        let network = train_policy(&choices, &training(), &mut |epoch| {
            losses.push(epoch.validation_loss);
            ControlFlow::Continue(())
        });
        assert!(losses[11] < 0.5 * losses[0] && losses[11] < 0.3, "{losses:?}");
        let mut scores = Vec::new();
        let right = choices.iter().filter(|choice| {
            network.evaluate_changes(&choice.inputs, &choice.moves.iter().copied(), &mut scores);
            (0..3).max_by_key(|&n| scores[n]) == Some(choice.chosen)
        });
        assert!(right.count() > 2800);
    }

    #[test]
    fn a_changed_position_is_evaluated_as_if_it_were_new() {
        let network = counting();
        let inputs = [0b1011, 0b100];
        let change = InputChange::moved(1, 70).and_moved(66, 5);
        let mut scores = vec![7];
        network.evaluate_changes(&inputs, &[change].into_iter(), &mut scores);
        assert_eq!(scores, [network.evaluate(&[0b10_1001, 0b100_0000])]);
    }
}
