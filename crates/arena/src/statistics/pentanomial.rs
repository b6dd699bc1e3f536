//! Pentanomial statistics: game pairs by their result, and the Elo difference that follows.

use super::{Z_95, elo_difference, normal_cdf};

/// How many pairs of games brought a player 0, ½, 1, 1½ and 2 points.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; Pentanomial::RESULTS]);

/// An Elo difference with its 95 % confidence interval.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct EloEstimate {
    /// In Elo.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Pentanomial {
    /// How many results a pair can have.
    pub const RESULTS: usize = 5;

    /// What a result means as a score a game.
    pub(super) const SCORES: [f64; Pentanomial::RESULTS] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair that brought so many half points.
    ///
    /// # Panics
    /// If two games cannot bring so many.
    pub fn add(&mut self, halves: usize) {
        self.0[halves] += 1;
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The average score a game, between 0 and 1; one half without any.
    pub fn mean(&self) -> f64 {
        let halves: u64 = self.0.iter().zip(0..).map(|(pairs, halves)| pairs * halves).sum();
        match self.count() {
            0 => 0.5,
            count => halves as f64 / count as f64 / 4.0,
        }
    }

    /// The standard error of the average score, if there are at least two pairs.
    ///
    /// Where all pairs came out the same, they do not tell how far others might be off. Then what
    /// is known of things never seen in n tries holds: with a probability of 95 % they make up no
    /// more than 3 in n, and at worst they are the opposite.
    pub fn error(&self) -> Option<f64> {
        let count = self.count() as f64;
        let mean = self.mean();
        let each = self.0.iter().zip(Pentanomial::SCORES);
        let squares: f64 = each.map(|(&n, score)| n as f64 * (score - mean).powi(2)).sum();
        let error = if squares > 0.0 {
            (squares / (count - 1.0) / count).sqrt()
        } else {
            3.0 / count * mean.max(1.0 - mean) / Z_95
        };
        (count >= 2.0).then_some(error)
    }

    /// The Elo difference, if there are at least two pairs.
    pub fn estimate(&self) -> Option<EloEstimate> {
        let (mean, off) = (self.mean(), Z_95 * self.error()?);
        Some(EloEstimate {
            elo: elo_difference(mean),
            low: elo_difference(mean - off),
            high: elo_difference(mean + off),
        })
    }

    /// The likelihood of superiority (LOS), if there are at least two pairs.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (lead, error) = (self.mean() - 0.5, self.error()?);
        Some(normal_cdf(lead / error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_pairs_by_hand() {
        let pairs = Pentanomial([1, 1, 3, 2, 3]);
        // Half points: 0 + 1 + 6 + 6 + 12 = 25 of 40.
        assert_eq!((pairs.count(), pairs.mean()), (10, 0.625));
        // Squared differences: 0.390625 + 0.140625 + 3 · 0.015625 + 2 · 0.015625 + 3 · 0.140625
        // = 1.03125; divided by 9 and by 10, 0.011458; the root is 0.107044.
        let error = pairs.error().unwrap();
        assert!((error - 0.107_044).abs() < 1e-6, "{error}");
        let EloEstimate { elo, low, high } = pairs.estimate().unwrap();
        // 400 · log10(0.625 / 0.375) = 88.74; the ends are the Elo of 0.625 ± 0.209802.
        assert!((elo - 88.74).abs() < 0.01, "{elo}");
        assert!((low - -59.50).abs() < 0.01, "{low}");
        assert!((high - 281.43).abs() < 0.01, "{high}");
        // 0.125 / 0.107044 = 1.16774 standard errors.
        let superiority = pairs.likelihood_of_superiority().unwrap();
        assert!((superiority - 0.878_546).abs() < 1e-6, "{superiority}");
    }

    #[test]
    fn pairs_that_all_came_out_the_same_are_not_certain() {
        let EloEstimate { elo: best, low, high } =
            Pentanomial([0, 0, 0, 0, 10]).estimate().unwrap();
        // At least seven tenths of all points.
        assert_eq!((best, high), (f64::INFINITY, f64::INFINITY));
        assert!((low - elo_difference(0.7)).abs() < 1e-9, "{low}");
        let superiority = |won| Pentanomial([0, 0, 0, 0, won]).likelihood_of_superiority().unwrap();
        assert!(superiority(2) < 0.8 && superiority(10) > 0.99);
        assert!(
            (Pentanomial([3, 0, 0, 0, 0]).likelihood_of_superiority().unwrap() + superiority(3)
                - 1.0)
                .abs()
                < 1e-9
        );
        assert_eq!(Pentanomial([0, 0, 9, 0, 0]).likelihood_of_superiority(), Some(0.5));
    }

    #[test]
    fn nothing_follows_from_nothing() {
        assert_eq!(Pentanomial::default().estimate(), None);
        assert_eq!(Pentanomial([0, 0, 1, 0, 0]).likelihood_of_superiority(), None);
    }
}
