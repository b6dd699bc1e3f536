//! Evaluations as expected points and back, by the logistic function.
//!
//! Networks learn scores of searches as points by the same function. With another one here, every
//! generation would take what is likely for more certain than the search did.

use std::f64::consts::LN_2;

/// The natural logarithm of three: by so much a probability of 3/4 is above even.
const LN_3: f64 = 1.584_962_500_721_156 * LN_2;
/// The points that are told apart from a win or a loss.
const LEAST: f64 = 0.0005;

/// The expected points of an evaluation, as a share of the winner's, where `scale` is worth 3/4.
#[inline]
pub fn points_of_value(value: i32, scale: f32) -> f64 {
    1.0 / (1.0 + (-LN_3 * f64::from(value) / f64::from(scale)).exp())
}

/// The evaluation that is worth these expected points.
pub(crate) fn value_of_points(points: f32, scale: f32) -> i32 {
    let points = f64::from(points).clamp(LEAST, 1.0 - LEAST);
    (f64::from(scale) / LN_3 * (points / (1.0 - points)).ln()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_quarters_of_the_points_are_one_scale() {
        assert_eq!(value_of_points(0.75, 200.0), 200);
        assert_eq!(value_of_points(0.25, 200.0), -200);
        assert_eq!(value_of_points(0.5, 200.0), 0);
        assert!(value_of_points(1.0, 200.0) > 1000 && value_of_points(-0.1, 200.0) < -1000);
    }

    #[test]
    fn each_is_the_inverse_of_the_other() {
        for value in -3_000..3_000 {
            let back = value_of_points(points_of_value(value, 500.0) as f32, 500.0);
            assert!((back - value).abs() <= 1, "{value} became {back}");
        }
    }
}
