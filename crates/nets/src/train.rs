//! The trainer: mini-batches, Adam, a learning rate that falls like a cosine, and a validation set.
//!
//! The target of a position is a mixture of what a search expected and how the game ended, both as
//! points from 0 to 1; the loss is the square of the difference. Everything depends on the seed
//! alone, so the same samples give the same network.

use std::f32::consts::PI;
use std::ops::ControlFlow;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::file::NetworkInfo;
use crate::network::{CHUNK, HIDDEN_ONE, Network, OUTPUT_ONE};
use crate::samples::Sample;

/// What is trained, and how.
#[derive(Clone, Debug)]
pub struct Training {
    /// The network to make.
    pub info: NetworkInfo,
    /// How often all samples are seen.
    pub epochs: usize,
    /// How many samples make one step.
    pub batch: usize,
    /// The learning rate at the beginning.
    pub learning_rate: f32,
    /// The share of the result of the game in the target; the rest is the score of the search.
    pub result_share: f32,
    /// The random seed.
    pub seed: u64,
    /// Symmetries of the game: for each, the number of the input that takes the place of every
    /// input. A sample is seen in one of them, chosen at random.
    pub symmetries: Vec<Vec<u16>>,
}

/// The progress of a training.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean loss of the samples that were learned from.
    pub training_loss: f32,
    /// The mean loss of those that were kept apart.
    pub validation_loss: f32,
}

/// One sample in so many is kept apart for validation.
const VALIDATION: usize = 20;
/// No weight becomes greater: 16-bit sums of a hundred inputs and 8-bit weights must hold them.
const MAX_WEIGHT: f32 = 1.98;

/// Trains a network. `each` receives every epoch and can end the training early.
pub fn train(
    samples: &[Sample],
    training: &Training,
    each: &mut dyn FnMut(Epoch) -> ControlFlow<()>,
) -> Network {
    run_epochs(
        samples.len(),
        training,
        &mut (),
        |(), model, nth, random| {
            let symmetry = training.symmetries.get(match training.symmetries.len() {
                0 => 0,
                count => random.random_range(0..count),
            });
            model.learn(&samples[nth], symmetry, training)
        },
        |(), model, nth| model.loss(&samples[nth], training),
        each,
    )
}

/// The epochs of a training from so many samples. `learn` adds the gradient of the sample with a number and
/// returns its loss; `validate` only returns the loss. Both may use `state`.
pub(crate) fn run_epochs<S>(
    samples: usize,
    training: &Training,
    state: &mut S,
    mut learn: impl FnMut(&mut S, &mut Model, usize, &mut Xoshiro256PlusPlus) -> f32,
    mut validate: impl FnMut(&mut S, &mut Model, usize) -> f32,
    each: &mut dyn FnMut(Epoch) -> ControlFlow<()>,
) -> Network {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(training.seed);
    let mut order: Vec<u32> = (0..samples as u32).collect();
    order.shuffle(&mut random);
    let (validation, order) = order.split_at_mut(samples / VALIDATION);
    let mut model = Model::new(training, &mut random);
    let steps = (training.epochs * order.len().div_ceil(training.batch)).max(1);
    let mut step = 0;
    for number in 1..=training.epochs {
        order.shuffle(&mut random);
        let mut loss = 0.0;
        for batch in order.chunks(training.batch) {
            for &nth in batch {
                loss += learn(state, &mut model, nth as usize, &mut random);
            }
            let progress = step as f32 / steps as f32;
            step += 1;
            model
                .step(training.learning_rate * (0.01 + 0.99 * 0.5 * (1.0 + (PI * progress).cos())));
        }
        let validated = validation.iter().map(|&nth| validate(state, &mut model, nth as usize));
        let epoch = Epoch {
            number,
            training_loss: loss / order.len().max(1) as f32,
            validation_loss: validated.sum::<f32>() / validation.len().max(1) as f32,
        };
        if each(epoch).is_break() {
            break;
        }
    }
    model.quantised(&training.info)
}

/// The network in floating point, with what Adam remembers of each parameter.
pub(crate) struct Model {
    hidden: usize,
    /// Weights of the inputs, biases of the hidden layer, weights of the output, its bias.
    parameters: Vec<f32>,
    gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    in_batch: usize,
    /// The hidden layer of the last sample, before and after it is clamped and squared.
    sums: Vec<f32>,
    units: Vec<f32>,
    active: Vec<usize>,
}

impl Model {
    fn new(training: &Training, random: &mut Xoshiro256PlusPlus) -> Model {
        let (inputs, hidden) = (64 * training.info.words, training.info.hidden);
        let count = inputs * hidden + hidden + hidden + 1;
        let mut parameters = vec![0.0; count];
        for weight in &mut parameters[..inputs * hidden] {
            *weight = random.random_range(-0.1..0.1);
        }
        for bias in &mut parameters[inputs * hidden..][..hidden] {
            *bias = random.random_range(0.0..0.5);
        }
        for weight in &mut parameters[(inputs + 1) * hidden..][..hidden] {
            *weight = random.random_range(-0.3..0.3);
        }
        Model {
            hidden,
            gradients: vec![0.0; count],
            means: vec![0.0; count],
            squares: vec![0.0; count],
            parameters,
            steps: 0,
            in_batch: 0,
            sums: vec![0.0; hidden],
            units: vec![0.0; hidden],
            active: Vec::new(),
        }
    }

    /// Where the biases, the weights of the output and its bias begin.
    fn offsets(&self) -> [usize; 3] {
        let end = self.parameters.len();
        [end - 1 - 2 * self.hidden, end - 1 - self.hidden, end - 1]
    }

    /// The output.
    pub(crate) fn forward(&mut self, inputs: &[u64], symmetry: Option<&Vec<u16>>) -> f32 {
        self.active.clear();
        for (word, &bits) in inputs.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let input = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.active.push(symmetry.map_or(input, |places| usize::from(places[input])));
            }
        }
        let [bias, output, end] = self.offsets();
        self.sums.copy_from_slice(&self.parameters[bias..output]);
        for &input in &self.active {
            let row = &self.parameters[input * self.hidden..][..self.hidden];
            for (sum, weight) in self.sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let mut value = self.parameters[end];
        let weights = &self.parameters[output..end];
        for ((unit, sum), weight) in self.units.iter_mut().zip(&self.sums).zip(weights) {
            *unit = sum.clamp(0.0, 1.0).powi(2);
            value += *unit * weight;
        }
        value
    }

    /// Adds the gradient of one sample; its loss.
    fn learn(&mut self, sample: &Sample, symmetry: Option<&Vec<u16>>, training: &Training) -> f32 {
        let points = sigmoid(self.forward(&sample.inputs, symmetry));
        let error = points - target(sample, training);
        self.backward(2.0 * error * points * (1.0 - points));
        self.end_sample();
        error * error
    }

    /// Adds the gradient of the inputs that went forward last, given that of the output.
    pub(crate) fn backward(&mut self, slope: f32) {
        let [bias, output, end] = self.offsets();
        self.gradients[end] += slope;
        for nth in 0..self.hidden {
            self.gradients[output + nth] += slope * self.units[nth];
            let sum = self.sums[nth];
            let inside = if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
            // From here on the sums hold their own gradients.
            self.sums[nth] = slope * self.parameters[output + nth] * inside;
            self.gradients[bias + nth] += self.sums[nth];
        }
        for &input in &self.active {
            let row = &mut self.gradients[input * self.hidden..][..self.hidden];
            for (gradient, sum) in row.iter_mut().zip(&self.sums) {
                *gradient += sum;
            }
        }
    }

    /// Counts a sample whose gradient has been added.
    pub(crate) fn end_sample(&mut self) {
        self.in_batch += 1;
    }

    /// The loss of a sample that is not learned from.
    fn loss(&mut self, sample: &Sample, training: &Training) -> f32 {
        (sigmoid(self.forward(&sample.inputs, None)) - target(sample, training)).powi(2)
    }

    /// One step of Adam with the gradients of the batch.
    fn step(&mut self, rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let mean_correction = 1.0 / (1.0 - MEAN.powi(self.steps));
        let square_correction = 1.0 / (1.0 - SQUARE.powi(self.steps));
        let share = 1.0 / self.in_batch.max(1) as f32;
        self.in_batch = 0;
        let averages = self.means.iter_mut().zip(&mut self.squares);
        let all = self.parameters.iter_mut().zip(&mut self.gradients).zip(averages);
        for ((parameter, gradient), (mean, square)) in all {
            let slope = *gradient * share;
            *gradient = 0.0;
            *mean += (1.0 - MEAN) * (slope - *mean);
            *square += (1.0 - SQUARE) * (slope * slope - *square);
            let move_by = *mean * mean_correction / ((*square * square_correction).sqrt() + 1e-8);
            *parameter = (*parameter - rate * move_by).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    fn quantised(&self, info: &NetworkInfo) -> Network {
        let [bias, output, end] = self.offsets();
        let whole = |weights: &[f32], one: i32| -> Vec<[i16; CHUNK]> {
            let round = |weight: &f32| (weight * one as f32).round() as i16;
            let (chunks, _) = weights.as_chunks();
            chunks
                .iter()
                .map(|chunk: &[f32; CHUNK]| std::array::from_fn(|n| round(&chunk[n])))
                .collect()
        };
        let one = (HIDDEN_ONE * OUTPUT_ONE) as f32;
        Network {
            info: info.clone(),
            input_weights: whole(&self.parameters[..bias], HIDDEN_ONE),
            hidden_bias: whole(&self.parameters[bias..output], HIDDEN_ONE),
            output_weights: whole(&self.parameters[output..end], OUTPUT_ONE),
            output_bias: (self.parameters[end] * one).round() as i32,
        }
    }
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// What the network shall expect of a position.
fn target(sample: &Sample, training: &Training) -> f32 {
    let result = f32::from(sample.result) / 2.0;
    let searched = sigmoid(f32::from(sample.score) / training.info.scale as f32);
    training.result_share * result + (1.0 - training.result_share) * searched
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose value is the difference of two counts.
    fn samples() -> Vec<Sample> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let sample = |_| {
            let inputs: Vec<u64> =
                (0..2).map(|_| random.random::<u64>() & random.random::<u64>()).collect();
            let lead = inputs[0].count_ones() as i16 - inputs[1].count_ones() as i16;
            Sample { inputs, score: 40 * lead, result: (lead.signum() + 1) as u8 }
        };
        (0..4000).map(sample).collect()
    }

    fn training() -> Training {
        Training {
            info: NetworkInfo {
                game: "counts".into(),
                recipe: "test".into(),
                words: 2,
                hidden: 64,
                scale: 200,
            },
            epochs: 6,
            batch: 64,
            learning_rate: 0.005,
            result_share: 0.3,
            seed: 1,
            symmetries: Vec::new(),
        }
    }

    #[test]
    fn the_loss_falls_and_the_network_knows_who_is_ahead() {
        let samples = samples();
        let mut losses = Vec::new();
        let network = train(&samples, &training(), &mut |epoch| {
            losses.push(epoch.validation_loss);
            ControlFlow::Continue(())
        });
        assert!(losses[5] < 0.9 * losses[0] && losses[5] < 0.01, "{losses:?}");
        let right = |sample: &&Sample| (network.evaluate(&sample.inputs) > 0) == (sample.score > 0);
        let clear: Vec<&Sample> = samples.iter().filter(|sample| sample.score.abs() > 80).collect();
        let correct = clear.iter().filter(|sample| right(sample)).count();
        assert!(correct * 100 > clear.len() * 95, "{correct} of {}", clear.len());
    }

    #[test]
    fn the_same_seed_gives_the_same_network() {
        let samples = &samples()[..600];
        let training = Training { epochs: 1, ..training() };
        let mut on = |_| ControlFlow::Continue(());
        assert_eq!(train(samples, &training, &mut on), train(samples, &training, &mut on));
        let other = Training { seed: 2, ..training.clone() };
        assert_ne!(train(samples, &training, &mut on), train(samples, &other, &mut on));
    }

    #[test]
    fn symmetries_make_inputs_alike() {
        // Only the low half of each word is ever seen, but the symmetry shows it in the high half.
        let mut samples = samples();
        for sample in &mut samples {
            sample.inputs = vec![sample.inputs[0] >> 32, sample.inputs[1] >> 32];
            let lead = sample.inputs[0].count_ones() as i16 - sample.inputs[1].count_ones() as i16;
            (sample.score, sample.result) = (80 * lead, (lead.signum() + 1) as u8);
        }
        let same: Vec<u16> = (0..128).collect();
        let swapped: Vec<u16> = (0..128).map(|input| input ^ 32).collect();
        let training = Training { symmetries: vec![same, swapped], ..training() };
        let network = train(&samples, &training, &mut |_| ControlFlow::Continue(()));
        assert!(network.evaluate(&[0xffff << 32, 0xff]) > 100);
        assert!(network.evaluate(&[0xff << 32, 0xffff]) < -100);
    }

    #[test]
    fn no_samples_make_a_network_all_the_same() {
        let network = train(&[], &training(), &mut |_| ControlFlow::Break(()));
        assert_eq!(network.info().hidden, 64);
    }
}
