//! Match statistics: Elo differences with confidence intervals, SPRT, ratings.
//!
//! Two games from one opening with the seats exchanged are one observation, not two, because they
//! have the opening in common. So everything here counts game pairs, by their five possible results
//! (pentanomial statistics); with three players, whole rounds. Ratings of many players at once are
//! the exception: they count games.

mod elo;
mod pentanomial;
mod ratings;
mod running_stats;
mod sprt;

pub use elo::{elo_difference, expected_score};
pub use pentanomial::{EloEstimate, Pentanomial};
pub use ratings::{Placements, Rating, Ratings};
pub use running_stats::RunningStats;
pub use sprt::{Sprt, SprtDecision};

/// The z-score of a two-sided 95 % confidence interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The cumulative distribution function of the standard normal distribution.
fn normal_cdf(deviations: f64) -> f64 {
    libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_is_as_tables_have_it() {
        for (deviations, below) in [(0.0, 0.5), (1.0, 0.841_344_746), (-2.0, 0.022_750_132)] {
            assert!((normal_cdf(deviations) - below).abs() < 1e-8);
        }
        assert!((normal_cdf(Z_95) - 0.975).abs() < 1e-12);
    }
}
