//! What results mean: how much stronger somebody is, how sure that is, and when to stop asking.
//!
//! Two games from one opening with the seats exchanged are one observation, not two, because they
//! have the opening in common. So everything here counts pairs, by their five possible results
//! ("pentanomial"); with three players, whole rounds. Ratings of many players at once
//! are the exception: they count games.

mod elo;
mod pairs;
mod ratings;
mod sample;
mod sprt;

pub use elo::{elo, expected};
pub use pairs::{Estimate, Pairs};
pub use ratings::{Places, Rating, Ratings};
pub use sample::Sample;
pub use sprt::{Sprt, Verdict};

/// So many standard errors to either side hold 95 % of a normal distribution.
pub const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// The part of a normal distribution below so many standard deviations.
fn normal(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_as_tables_have_it() {
        for (deviations, below) in [(0.0, 0.5), (1.0, 0.841_344_746), (-2.0, 0.022_750_132)] {
            assert!((normal(deviations) - below).abs() < 1e-8);
        }
        assert!((normal(NINETY_FIVE) - 0.975).abs() < 1e-12);
    }
}
