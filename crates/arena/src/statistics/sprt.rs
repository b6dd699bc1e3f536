//! The sequential probability ratio test (SPRT), on game pairs.
//!
//! Two hypotheses about the Elo difference are compared after every pair, until one of them is so
//! much more likely that it is accepted. Nothing is assumed about how often games are drawn or how
//! much an opening favours one side: for each hypothesis the likeliest distribution of the five
//! results with that average score is found, and the ratio is that of these two (the generalised
//! test, GSPRT).
//!
//! The likeliest distribution q with average s, given observed frequencies p of scores a, is
//! qᵢ = pᵢ / (1 + λ (aᵢ − s)), with the λ that makes the average right.

use super::{Pentanomial, expected_score};

/// A sequential test between two Elo differences.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// The Elo difference of H0, the lower one.
    pub elo0: f64,
    /// The Elo difference of H1, the higher one.
    pub elo1: f64,
    /// The probability of accepting H1 although H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 although H1 is true.
    pub beta: f64,
}

/// The decision of a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// H0, the lower difference, is accepted.
    AcceptH0,
    /// H1, the higher difference, is accepted.
    AcceptH1,
}

/// The pseudo-count of a result that has not occurred: possible results must not be ruled out.
const PSEUDO_COUNT: f64 = 1e-3;

impl Sprt {
    /// A test with α = β = 0.05.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = *self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio (LLR) of H1 to H0.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { PSEUDO_COUNT } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let likelihood = |elo: f64| {
            let score = expected_score(elo);
            let lambda = lagrange_multiplier(&frequencies, score);
            let each = counts.iter().zip(Pentanomial::SCORES);
            // Of ln qᵢ only what differs between the hypotheses.
            each.map(|(count, a)| -count * (1.0 + lambda * (a - score)).ln()).sum::<f64>()
        };
        likelihood(self.elo1) - likelihood(self.elo0)
    }

    /// The hypothesis that is accepted, if any is yet.
    pub fn decision(&self, pairs: &Pentanomial) -> Option<SprtDecision> {
        let (lower, higher) = self.bounds();
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio <= lower => Some(SprtDecision::AcceptH0),
            ratio if ratio >= higher => Some(SprtDecision::AcceptH1),
            _ => None,
        }
    }
}

/// The λ with which the average is `score`: where Σ pᵢ (aᵢ − s) / (1 + λ (aᵢ − s)) is zero. The sum
/// falls all the way between the two poles that the outermost scores make. Newton's method finds it in
/// a few steps; a step that would leave the bracket halves it instead.
fn lagrange_multiplier(frequencies: &[f64; Pentanomial::RESULTS], score: f64) -> f64 {
    let sum_and_slope = |lambda: f64| {
        let each = frequencies.iter().zip(Pentanomial::SCORES);
        each.fold((0.0, 0.0), |(sum, slope), (p, a)| {
            let part = (a - score) / (1.0 + lambda * (a - score));
            (sum + p * part, slope - p * part * part)
        })
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    let mut lambda = 0.0;
    for _ in 0..60 {
        let (sum, slope) = sum_and_slope(lambda);
        let bracket = if sum > 0.0 { &mut low } else { &mut high };
        *bracket = lambda;
        let newton = lambda - sum / slope;
        let next = if low <= newton && newton <= high { newton } else { (low + high) / 2.0 };
        if (next - lambda).abs() <= f64::EPSILON {
            return next;
        }
        lambda = next;
    }
    lambda
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn bounds_are_walds() {
        let (lower, higher) = Sprt::new(0.0, 5.0).bounds();
        // ln 19 either way.
        assert!((higher - 2.944_439).abs() < 1e-6 && (lower + 2.944_439).abs() < 1e-6);
        let (lower, higher) = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::new(0.0, 5.0) }.bounds();
        assert!((higher - 90_f64.ln()).abs() < 1e-12);
        assert!((lower - (0.1_f64 / 0.99).ln()).abs() < 1e-12);
    }

    /// With two results only, the likeliest distribution with an average is the only one: the ratio
    /// is that of two binomial distributions.
    #[test]
    fn won_and_lost_pairs_by_hand() {
        let test = Sprt::new(0.0, 100.0);
        let score = expected_score(100.0);
        let by_hand = 60.0 * (score / 0.5).ln() + 40.0 * ((1.0 - score) / 0.5).ln();
        let ratio = test.log_likelihood_ratio(&Pentanomial([40, 0, 0, 0, 60]));
        // The results not seen, counted as thousandths, make a small difference.
        assert!((ratio - by_hand).abs() < 0.02, "{ratio} {by_hand}");
    }

    /// For small differences the ratio is that of two normal distributions with the observed
    /// variance: n (s₁ − s₀) (2 s − s₀ − s₁) / 2 σ².
    #[test]
    fn many_pairs_by_the_normal_distribution() {
        let (test, pairs) = (Sprt::new(0.0, 4.0), Pentanomial([300, 2400, 4500, 2500, 400]));
        let (s0, s1, mean) = (expected_score(0.0), expected_score(4.0), pairs.mean());
        let variance = pairs.error().unwrap().powi(2) * pairs.count() as f64;
        let count = pairs.count() as f64;
        let normal = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let ratio = test.log_likelihood_ratio(&pairs);
        assert!((ratio - normal).abs() < 0.02 * normal.abs(), "{ratio} {normal}");
    }

    #[test]
    fn the_ratio_changes_sign_with_the_sides() {
        let there = Sprt::new(-10.0, 10.0).log_likelihood_ratio(&Pentanomial([4, 9, 30, 22, 8]));
        let back = Sprt::new(-10.0, 10.0).log_likelihood_ratio(&Pentanomial([8, 22, 30, 9, 4]));
        assert!(there > 0.1 && (there + back).abs() < 1e-6);
        assert_eq!(Sprt::new(0.0, 5.0).log_likelihood_ratio(&Pentanomial::default()), 0.0);
    }

    /// How often the test accepts the higher difference when the truth is at one of its bounds.
    fn accepted(test: &Sprt, truth: f64, runs: u32) -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(truth.to_bits());
        // Half of all pairs are shared; some that bring half a point bring one and a half instead.
        let tilt = 2.0 * (expected_score(truth) - 0.5);
        let mut sum = 0.0;
        let thresholds = [0.1, 0.15 - tilt, 0.5, 0.15 + tilt].map(|chance| {
            sum += chance;
            sum
        });
        let mut higher = 0;
        for _ in 0..runs {
            let mut pairs = Pentanomial::default();
            let verdict = loop {
                let drawn: f64 = random.random();
                pairs.add(thresholds.iter().filter(|&&below| drawn >= below).count());
                if let Some(verdict) = test.decision(&pairs) {
                    break verdict;
                }
            };
            higher += u32::from(verdict == SprtDecision::AcceptH1);
        }
        f64::from(higher) / f64::from(runs)
    }

    #[test]
    fn errors_at_the_true_bounds_are_within_what_was_asked_for() {
        let test = Sprt::new(-20.0, 20.0);
        const RUNS: u32 = 10_000;
        // Three standard deviations of the count itself.
        let slack = 3.0 * (0.05 * 0.95 / f64::from(RUNS)).sqrt();
        let wrongly_higher = accepted(&test, test.elo0, RUNS);
        let wrongly_lower = 1.0 - accepted(&test, test.elo1, RUNS);
        println!("of {RUNS} runs wrongly higher {wrongly_higher}, wrongly lower {wrongly_lower}");
        for error in [wrongly_higher, wrongly_lower] {
            assert!(error <= 0.05 + slack, "{wrongly_higher} {wrongly_lower}");
            assert!(error >= 0.02, "{wrongly_higher} {wrongly_lower}");
        }
    }
}
