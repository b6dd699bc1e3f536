//! The quantised network and its inference.
//!
//! The inputs of a position are a few words of bits. The sums of the hidden layer are 16-bit, those
//! of the output 32-bit. The code is plain Rust over slices of known length, which the compiler
//! vectorises; where the processor has AVX2, the same code compiled for it is chosen at run time.

use std::iter::successors;

use crate::file::NetworkInfo;
use crate::policy::InputChange;

/// What 1 is in the hidden layer.
pub(crate) const HIDDEN_ONE: i32 = 255;
/// What 1 is among the weights of the output.
pub(crate) const OUTPUT_ONE: i32 = 64;
/// The units of the hidden layer that are summed at a time.
pub(crate) const CHUNK: usize = 64;

/// A network whose weights are small integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    pub(crate) info: NetworkInfo,
    /// For each input, the weights to all hidden units, in chunks.
    pub(crate) input_weights: Vec<[i16; CHUNK]>,
    /// The bias of each hidden unit.
    pub(crate) hidden_bias: Vec<[i16; CHUNK]>,
    /// The weight of each hidden unit in the output.
    pub(crate) output_weights: Vec<[i16; CHUNK]>,
    /// The bias of the output, in units of `HIDDEN_ONE * OUTPUT_ONE`.
    pub(crate) output_bias: i32,
}

impl Network {
    /// What the network is for, and its shape.
    pub fn info(&self) -> &NetworkInfo {
        &self.info
    }

    /// The evaluation for the side to move, in hundredths. Each word holds 64 inputs; there must be
    /// as many words as [`NetworkInfo::words`] says.
    #[inline]
    pub fn evaluate(&self, inputs: &[u64]) -> i32 {
        debug_assert_eq!(inputs.len(), self.info.words);
        self.hundredths(self.output(&ones(inputs)))
    }

    /// The same, given the numbers of the inputs that are one.
    #[inline]
    pub fn evaluate_active(&self, inputs: &[u16]) -> i32 {
        self.hundredths(self.output(&inputs.iter().map(|&input| usize::from(input))))
    }

    /// The evaluations of a position after each of these changes of its inputs, in hundredths. They take
    /// the place of what `values` held before.
    #[inline]
    pub fn evaluate_changes(
        &self,
        inputs: &[u64],
        changes: &(impl Iterator<Item = InputChange> + Clone),
        values: &mut Vec<i32>,
    ) {
        debug_assert_eq!(inputs.len(), self.info.words);
        values.clear();
        values.extend(changes.clone().map(|_| 0));
        for chunk in 0..self.hidden_bias.len() {
            self.add_chunk(chunk, inputs, changes.clone(), values);
        }
        for value in values {
            *value = self.hundredths(*value / HIDDEN_ONE + self.output_bias);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "code for a processor that has more than the least")]
    fn add_chunk(
        &self,
        chunk: usize,
        inputs: &[u64],
        changes: impl Iterator<Item = InputChange>,
        outputs: &mut [i32],
    ) {
        #[target_feature(enable = "avx2")]
        fn with_avx2(
            network: &Network,
            chunk: usize,
            inputs: &[u64],
            changes: impl Iterator<Item = InputChange>,
            outputs: &mut [i32],
        ) {
            network.add_chunk_of_changes(chunk, inputs, changes, outputs);
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been found to have what the function was compiled for.
            unsafe { with_avx2(self, chunk, inputs, changes, outputs) }
        } else {
            self.add_chunk_of_changes(chunk, inputs, changes, outputs);
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn add_chunk(
        &self,
        chunk: usize,
        inputs: &[u64],
        changes: impl Iterator<Item = InputChange>,
        outputs: &mut [i32],
    ) {
        self.add_chunk_of_changes(chunk, inputs, changes, outputs);
    }

    /// Adds what a chunk of the hidden layer contributes to the output after each change.
    #[inline(always)]
    fn add_chunk_of_changes(
        &self,
        chunk: usize,
        inputs: &[u64],
        changes: impl Iterator<Item = InputChange>,
        outputs: &mut [i32],
    ) {
        let before = self.hidden_chunk(chunk, ones(inputs));
        for (change, output) in changes.zip(outputs) {
            let mut hidden = before;
            for &(from, to) in change.pieces() {
                subtract(&mut hidden, self.row(from.into(), chunk));
                add(&mut hidden, self.row(to.into(), chunk));
            }
            *output += weighted(&hidden, &self.output_weights[chunk]);
        }
    }

    /// A chunk of the hidden layer of a position with these inputs.
    #[inline(always)]
    fn hidden_chunk(&self, chunk: usize, inputs: impl Iterator<Item = usize>) -> [i16; CHUNK] {
        let mut hidden = self.hidden_bias[chunk];
        for input in inputs {
            add(&mut hidden, self.row(input, chunk));
        }
        hidden
    }

    /// The weights of an input to a chunk of the hidden layer.
    #[inline(always)]
    fn row(&self, input: usize, chunk: usize) -> &[i16; CHUNK] {
        &self.input_weights[input * self.hidden_bias.len() + chunk]
    }

    /// An output, in units of `HIDDEN_ONE * OUTPUT_ONE`, as an evaluation.
    #[inline(always)]
    fn hundredths(&self, output: i32) -> i32 {
        let one = i64::from(HIDDEN_ONE * OUTPUT_ONE);
        (i64::from(output) * i64::from(self.info.scale) / one) as i32
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[expect(unsafe_code, reason = "code for a processor that has more than the least")]
    fn output(&self, inputs: &(impl Iterator<Item = usize> + Clone)) -> i32 {
        #[target_feature(enable = "avx2")]
        fn with_avx2(network: &Network, inputs: &(impl Iterator<Item = usize> + Clone)) -> i32 {
            network.sum(inputs)
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been found to have what the function was compiled for.
            unsafe { with_avx2(self, inputs) }
        } else {
            self.sum(inputs)
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    fn output(&self, inputs: &(impl Iterator<Item = usize> + Clone)) -> i32 {
        self.sum(inputs)
    }

    /// The output in units of `HIDDEN_ONE * OUTPUT_ONE`.
    #[inline(always)]
    fn sum(&self, inputs: &(impl Iterator<Item = usize> + Clone)) -> i32 {
        let mut output = 0;
        for chunk in 0..self.hidden_bias.len() {
            let hidden = self.hidden_chunk(chunk, inputs.clone());
            output += weighted(&hidden, &self.output_weights[chunk]);
        }
        output / HIDDEN_ONE + self.output_bias
    }
}

/// The numbers of the bits that are one.
#[inline(always)]
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + Clone {
    words.iter().enumerate().flat_map(|(word, &bits)| {
        let later = successors((bits != 0).then_some(bits), |&bits| {
            let rest = bits & (bits - 1);
            (rest != 0).then_some(rest)
        });
        later.map(move |bits| 64 * word + bits.trailing_zeros() as usize)
    })
}

#[inline(always)]
fn add(sums: &mut [i16; CHUNK], row: &[i16; CHUNK]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline(always)]
fn subtract(sums: &mut [i16; CHUNK], row: &[i16; CHUNK]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*weight);
    }
}

/// The sum of the clamped and squared units, each times its weight, in units of
/// `HIDDEN_ONE * HIDDEN_ONE * OUTPUT_ONE`.
#[inline(always)]
fn weighted(hidden: &[i16; CHUNK], weights: &[i16; CHUNK]) -> i32 {
    let mut sum = 0;
    for (&unit, &weight) in hidden.iter().zip(weights) {
        let unit = unit.clamp(0, HIDDEN_ONE as i16);
        // At most 255 times 127, which fits.
        sum += i32::from(unit.wrapping_mul(weight)) * i32::from(unit);
    }
    sum
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A network with two words of inputs that counts the inputs of the first one.
    pub(crate) fn counting() -> Network {
        let info = NetworkInfo {
            game: "counting".into(),
            recipe: "by hand".into(),
            words: 2,
            hidden: 128,
            scale: 100,
        };
        let mut input_weights = vec![[0; CHUNK]; 128 * 2];
        for input in 0..64 {
            // The first unit of the second chunk becomes 1 with four inputs.
            input_weights[2 * input + 1][0] = HIDDEN_ONE as i16 / 4;
        }
        let mut output_weights = vec![[0; CHUNK]; 2];
        output_weights[1][0] = OUTPUT_ONE as i16;
        let hidden_bias = vec![[0; CHUNK]; 2];
        Network { info, input_weights, hidden_bias, output_weights, output_bias: 0 }
    }

    #[test]
    fn units_are_clamped_and_squared() {
        let network = counting();
        assert_eq!(network.evaluate(&[0, u64::MAX]), 0);
        assert!((24..=25).contains(&network.evaluate(&[0b11, 0])));
        assert!((97..=100).contains(&network.evaluate(&[0b1111, 7])));
        assert_eq!(network.evaluate(&[u64::MAX, 0]), 100, "no unit is more than 1");
    }

    #[test]
    fn both_ways_of_summing_agree() {
        let network = counting();
        for bits in 0..200_u64 {
            let inputs = [bits.wrapping_mul(0x9e37_79b9_7f4a_7c15), bits];
            assert_eq!(network.output(&ones(&inputs)), network.sum(&ones(&inputs)));
            let active: Vec<u16> = ones(&inputs).map(|input| input as u16).collect();
            assert_eq!(network.evaluate_active(&active), network.evaluate(&inputs));
        }
    }
}
