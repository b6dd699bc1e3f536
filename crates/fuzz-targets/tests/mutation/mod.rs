//! Random changes of bytes: flips, insertions, truncations, splices of two inputs.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// What parsers stumble over: limits of numbers, endings of nested things, foreign letters.
const TOKENS: [&[u8]; 20] = [
    b"0",
    b"-1",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"9223372036854775807",
    b"18446744073709551616",
    b"1e19",
    b"1e-9",
    b"NaN",
    b"-0.001",
    b"\n",
    b"\r\n",
    b"\"",
    b"\\",
    b"[[",
    b"{}",
    b" ",
    "Ä→\u{0}".as_bytes(),
];

/// Makes inputs out of others, the same ones in every run.
pub(crate) struct Mutator(Xoshiro256PlusPlus);

impl Mutator {
    /// A mutator for one target.
    pub(crate) fn new(target: &str) -> Mutator {
        let seed =
            target.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
        Mutator(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// One of the inputs, changed in one to four places.
    pub(crate) fn mutate(&mut self, inputs: &[Vec<u8>]) -> Vec<u8> {
        let mut data = self.pick(inputs).clone();
        for _ in 0..self.below(4) + 1 {
            self.change(&mut data, inputs);
        }
        data
    }

    fn change(&mut self, data: &mut Vec<u8>, inputs: &[Vec<u8>]) {
        let at = self.below(data.len() + 1);
        let end = (at + self.below(16)).min(data.len());
        match self.below(8) {
            0 if at < data.len() => data[at] ^= 1 << self.below(8),
            1 if at < data.len() => data[at] = self.0.random(),
            2 => data.insert(at, self.0.random()),
            3 => drop(data.drain(at..end)),
            4 => data.truncate(at),
            5 => {
                let copy = data[at..end].to_vec();
                let to = self.below(data.len() + 1);
                data.splice(to..to, copy);
            }
            6 => {
                let other = self.pick(inputs);
                let from = self.below(other.len() + 1);
                data.splice(at.., other[from..].iter().copied());
            }
            _ => {
                let token = *self.pick(&TOKENS);
                data.splice(at..end, token.iter().copied());
            }
        }
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.random_range(..end)
    }
}
