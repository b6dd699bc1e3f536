//! Elo: a difference in strength, as the score that it leads to.
//!
//! ```text
//! expected score = 1 / (1 + 10^(−difference / 400))
//! ```

/// The score a game that a difference of so many Elo leads to.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference that leads to this score a game; without bound at 0 and 1.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_and_scores_are_as_tables_have_them() {
        // 10^0.5 = 3.1623, so 200 Elo score 3.1623 / 4.1623.
        for (difference, score) in [(0.0, 0.5), (200.0, 0.759_747), (400.0, 10.0 / 11.0)] {
            assert!((expected(difference) - score).abs() < 1e-6);
            assert!((expected(-difference) - (1.0 - score)).abs() < 1e-6);
            assert!((elo(expected(difference)) - difference).abs() < 1e-9);
        }
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
        assert_eq!(elo(1.2), f64::INFINITY);
    }
}
