//! Pairs of games by their result, and the strength that follows from them.

use super::{NINETY_FIVE, elo, normal};

/// How many pairs of games brought a player 0, ½, 1, 1½ and 2 points.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairs(pub [u64; Pairs::RESULTS]);

/// A difference in strength, and between what it lies with a probability of 95 %.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// In Elo.
    pub elo: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Pairs {
    /// How many results a pair can have.
    pub const RESULTS: usize = 5;

    /// What a result means as a score a game.
    pub(super) const SCORES: [f64; Pairs::RESULTS] = [0.0, 0.25, 0.5, 0.75, 1.0];

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
        let each = self.0.iter().zip(Pairs::SCORES);
        let squares: f64 = each.map(|(&n, score)| n as f64 * (score - mean).powi(2)).sum();
        let error = if squares > 0.0 {
            (squares / (count - 1.0) / count).sqrt()
        } else {
            3.0 / count * mean.max(1.0 - mean) / NINETY_FIVE
        };
        (count >= 2.0).then_some(error)
    }

    /// How much stronger the player is, if there are at least two pairs.
    pub fn estimate(&self) -> Option<Estimate> {
        let (mean, off) = (self.mean(), NINETY_FIVE * self.error()?);
        Some(Estimate { elo: elo(mean), low: elo(mean - off), high: elo(mean + off) })
    }

    /// How likely it is that the player is stronger at all, if there are at least two pairs.
    pub fn superiority(&self) -> Option<f64> {
        let (lead, error) = (self.mean() - 0.5, self.error()?);
        Some(normal(lead / error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_pairs_by_hand() {
        let pairs = Pairs([1, 1, 3, 2, 3]);
        // Half points: 0 + 1 + 6 + 6 + 12 = 25 of 40.
        assert_eq!((pairs.count(), pairs.mean()), (10, 0.625));
        // Squared differences: 0.390625 + 0.140625 + 3 · 0.015625 + 2 · 0.015625 + 3 · 0.140625
        // = 1.03125; divided by 9 and by 10, 0.011458; the root is 0.107044.
        let error = pairs.error().unwrap();
        assert!((error - 0.107_044).abs() < 1e-6, "{error}");
        let Estimate { elo, low, high } = pairs.estimate().unwrap();
        // 400 · log10(0.625 / 0.375) = 88.74; the ends are the Elo of 0.625 ± 0.209802.
        assert!((elo - 88.74).abs() < 0.01, "{elo}");
        assert!((low - -59.50).abs() < 0.01, "{low}");
        assert!((high - 281.43).abs() < 0.01, "{high}");
        // 0.125 / 0.107044 = 1.16774 standard errors.
        let superiority = pairs.superiority().unwrap();
        assert!((superiority - 0.878_546).abs() < 1e-6, "{superiority}");
    }

    #[test]
    fn pairs_that_all_came_out_the_same_are_not_certain() {
        let Estimate { elo: best, low, high } = Pairs([0, 0, 0, 0, 10]).estimate().unwrap();
        // At least seven tenths of all points.
        assert_eq!((best, high), (f64::INFINITY, f64::INFINITY));
        assert!((low - elo(0.7)).abs() < 1e-9, "{low}");
        let superiority = |won| Pairs([0, 0, 0, 0, won]).superiority().unwrap();
        assert!(superiority(2) < 0.8 && superiority(10) > 0.99);
        assert!(
            (Pairs([3, 0, 0, 0, 0]).superiority().unwrap() + superiority(3) - 1.0).abs() < 1e-9
        );
        assert_eq!(Pairs([0, 0, 9, 0, 0]).superiority(), Some(0.5));
    }

    #[test]
    fn nothing_follows_from_nothing() {
        assert_eq!(Pairs::default().estimate(), None);
        assert_eq!(Pairs([0, 0, 1, 0, 0]).superiority(), None);
    }
}
