//! The Elo model: a difference in strength and its expected score.
//!
//! ```text
//! expected score = 1 / (1 + 10^(−difference / 400))
//! ```

/// The expected score a game of a difference of so many Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference with this expected score; infinite at 0 and 1.
pub fn elo_difference(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_and_scores_are_as_tables_have_them() {
        // 10^0.5 = 3.1623, so 200 Elo score 3.1623 / 4.1623.
        for (difference, score) in [(0.0, 0.5), (200.0, 0.759_747), (400.0, 10.0 / 11.0)] {
            assert!((expected_score(difference) - score).abs() < 1e-6);
            assert!((expected_score(-difference) - (1.0 - score)).abs() < 1e-6);
            assert!((elo_difference(expected_score(difference)) - difference).abs() < 1e-9);
        }
        assert_eq!(elo_difference(1.0), f64::INFINITY);
        assert_eq!(elo_difference(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_difference(1.2), f64::INFINITY);
    }
}
