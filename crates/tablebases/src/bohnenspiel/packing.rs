//! How the entries of a finished layer, numbers of pairs, are packed into bytes.
//!
//! Up to fifteen pairs fit into four bits. With 16 to 18 pairs there are 17 to 19 different values:
//! fifteen entries then are the digits of a number of 64 bits to that base, the first entry lowest.
//! So every value is exact, with 4.27 bits an entry.

use crate::file::TablebaseFile;

/// The entries in a word, where four bits are too few: 19^15 < 2^64.
const DIGITS: usize = 15;
/// The largest number of pairs in four bits.
const MAX_FOUR_BITS: u8 = 15;
/// The largest number of pairs that can be packed.
const MAX_PAIRS: u8 = 18;

/// `POWERS[pairs][digit]`: what a digit is multiplied by.
static POWERS: [[u64; DIGITS]; MAX_PAIRS as usize + 1] = {
    let mut powers = [[1; DIGITS]; MAX_PAIRS as usize + 1];
    let mut pairs = 0;
    while pairs < powers.len() {
        let mut digit = 1;
        while digit < DIGITS {
            powers[pairs][digit] = powers[pairs][digit - 1] * (pairs as u64 + 1);
            digit += 1;
        }
        pairs += 1;
    }
    powers
};

/// The packing of a layer with this many pairs of beans.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Packing {
    pairs: u8,
}

impl Packing {
    /// For this many pairs, at most [`MAX_PAIRS`].
    #[inline]
    pub(super) fn new(pairs: u8) -> Packing {
        debug_assert!(pairs <= MAX_PAIRS);
        Packing { pairs }
    }

    /// The entries that are packed together.
    pub(super) fn group(self) -> usize {
        if self.pairs <= MAX_FOUR_BITS { 2 } else { DIGITS }
    }

    /// The bytes of so many entries.
    #[inline]
    pub(super) fn bytes(self, entries: usize) -> usize {
        if self.pairs <= MAX_FOUR_BITS {
            entries.div_ceil(2)
        } else {
            entries.div_ceil(DIGITS) * size_of::<u64>()
        }
    }

    /// Appends entries to bytes. All but the last call need a multiple of [`group`](Packing::group).
    pub(super) fn pack(self, entries: &[u8], bytes: &mut Vec<u8>) {
        if self.pairs <= MAX_FOUR_BITS {
            bytes.extend(entries.chunks(2).map(|two| two[0] | two.get(1).unwrap_or(&0) << 4));
        } else {
            for digits in entries.chunks(DIGITS) {
                let powers = POWERS[usize::from(self.pairs)].iter();
                let word =
                    digits.iter().zip(powers).map(|(&digit, power)| u64::from(digit) * power);
                bytes.extend(word.sum::<u64>().to_le_bytes());
            }
        }
    }

    /// The entry with this index, in a payload that begins at this byte; `None` where the file is
    /// damaged.
    #[inline]
    pub(super) fn get(self, file: &TablebaseFile, begin: usize, index: usize) -> Option<u8> {
        if self.pairs <= MAX_FOUR_BITS {
            return file.byte(begin + index / 2).map(|byte| byte >> (4 * (index % 2)) & 15);
        }
        let word = file.word(begin / size_of::<u64>() + index / DIGITS)?;
        let power = POWERS[usize::from(self.pairs)][index % DIGITS];
        Some((word / power % (u64::from(self.pairs) + 1)) as u8)
    }

    /// The format in words, for the header.
    pub(super) fn description(self) -> String {
        if self.pairs <= MAX_FOUR_BITS {
            "4 bits".into()
        } else {
            format!("{DIGITS} digits to base {} in 8 bytes", self.pairs + 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{self, TablebaseHeader};

    #[test]
    fn what_is_packed_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("packed");
        let header = TablebaseHeader::new("packed", "none", "none");
        for pairs in [1, 7, 15, 16, 17, 18] {
            let packing = Packing::new(pairs);
            // The last group is not full, and some groups have only the greatest value.
            let value = |nth: u64| match nth {
                0..60 => pairs,
                _ => (nth * nth * 7 % 31 % (u64::from(pairs) + 1)) as u8,
            };
            let values: Vec<u8> = (0..10_000).map(value).collect();
            let mut bytes = Vec::new();
            values.chunks(50 * packing.group()).for_each(|some| packing.pack(some, &mut bytes));
            assert_eq!(bytes.len(), packing.bytes(values.len()));
            file::write(&path, &header, |file| {
                file.write(&[0xff; 16])?;
                file.write(&bytes)
            })
            .unwrap();
            let file = TablebaseFile::open(&path, &header).unwrap();
            for (index, &value) in values.iter().enumerate() {
                assert_eq!(packing.get(&file, 16, index), Some(value), "{pairs} pairs, {index}");
            }
        }
    }
}
