//! Ranking and unranking of combinations in colexicographic order (the combinatorial number system).
//!
//! A set with members a < b < c has the rank C(a,1) + C(b,2) + C(c,3): the sets of three before it
//! are those below c, those with c and two below b, and so on. The ranks have no gaps, and do not
//! depend on n, so subsets of the first n elements have the first C(n,k) ranks.

/// Sets are chosen from fewer elements than this.
pub const MAX_N: usize = 84;
/// Sets have fewer members than this.
pub const MAX_K: usize = 13;

/// `CHOOSE[k][n]`: the binomial coefficient, n choose k.
pub static CHOOSE: [[u64; MAX_N]; MAX_K] = {
    let mut choose = [[0; MAX_N]; MAX_K];
    let mut n = 0;
    while n < MAX_N {
        choose[0][n] = 1;
        let mut k = 1;
        while k < MAX_K && k <= n {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The binomial coefficient, n choose k.
#[inline]
pub fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[k][n]
}

/// The rank of a set, given as a bitset, among the sets of its size.
#[inline]
pub fn rank(set: u128) -> u64 {
    let (mut rest, mut size, mut number) = (set, 0, 0);
    while rest != 0 {
        size += 1;
        number += CHOOSE[size][rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    number
}

/// The set of k members with this rank.
pub fn unrank(number: u64, k: usize) -> u128 {
    let (mut set, mut rest) = (0, number);
    for size in (1..=k).rev() {
        // The largest member: the last column that is not above what is left.
        let member = CHOOSE[size].partition_point(|&below| below <= rest) - 1;
        rest -= CHOOSE[size][member];
        set |= 1 << member;
    }
    set
}

/// The set with the next rank (Gosper's hack): the lowest run of members moves its top up and the
/// rest down.
///
/// ```text
///   0 1 1 1 0 0   →   1 0 0 0 1 1
/// ```
#[inline]
pub fn next(set: u128) -> u128 {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    let run = set ^ carried;
    carried | run >> (lowest.trailing_zeros() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_coefficients() {
        assert_eq!(choose(69, 6), 119_877_472);
        assert_eq!(choose(45, 6), 8_145_060);
        assert_eq!(choose(35, 11), 417_225_900);
        assert_eq!((choose(5, 0), choose(5, 5), choose(5, 6)), (1, 1, 0));
    }

    #[test]
    fn sets_come_in_the_order_of_their_numbers() {
        for k in 1..=6 {
            let mut set = (1 << k) - 1;
            for number in 0..choose(14, k) {
                assert_eq!(rank(set), number);
                assert_eq!(unrank(number, k), set);
                set = next(set);
            }
            assert_eq!(set >> 14, 1, "all sets of {k} among 14 come first");
        }
    }

    proptest! {
        #[test]
        fn ranking_and_unranking_are_inverse(k in 1_usize..MAX_K, part in 0.0..1.0) {
            let number = (part * choose(MAX_N - 1, k) as f64) as u64;
            let set = unrank(number, k);
            prop_assert_eq!(set.count_ones() as usize, k);
            prop_assert_eq!(rank(set), number);
        }
    }
}
