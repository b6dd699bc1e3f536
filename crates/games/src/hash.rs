//! Hash keys of positions.
//!
//! Positions here are a few machine words, so their key is computed on demand by a few
//! multiplications. That is cheaper than updating a Zobrist key with every move, and cannot get
//! out of sync.

const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND: u64 = 0xd1b5_4a32_d192_ed03;

/// Multiplies to 128 bits and folds the halves together, so that every bit of the product counts.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}

/// Hashes these words: every input bit affects all bits of the key.
#[inline]
pub(crate) fn hash_words<const N: usize>(words: [u64; N]) -> u64 {
    let mut key = FIRST;
    for word in words {
        key = fold(key ^ word, SECOND).rotate_left(23) ^ word.wrapping_mul(FIRST);
    }
    fold(key, SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn neighbouring_words_get_keys_apart() {
        for shift in [0, 20, 52] {
            let mut seen = HashSet::new();
            for word in 0..1u64 << 12 {
                seen.insert(hash_words([word << shift, 1]) >> 32);
                seen.insert(hash_words([1, word << shift]) >> 32);
            }
            assert!(seen.len() > 8180, "{} of 8191 keys differ in their upper half", seen.len());
        }
    }
}
