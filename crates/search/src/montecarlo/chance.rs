//! What a position promises to every seat, between nothing and everything: the share of the points
//! that the winner gets.
//!
//! A judgement becomes a chance by a bent line that never reaches the ends: a lead of one `scale`
//! is worth three wins in four. Nothing here but the four operations, so that the same seed plays
//! the same game on every machine.
//!
//! ```text
//!   1 ┤              ········
//!  3/4┤          ·
//!  1/2┤       ·
//!  1/4┤    ·
//!   0 ┤······
//!     └───┴──0──┴──── value
//!      −scale  +scale
//! ```

use games::{Position, Seat};

use crate::Judge;
use crate::several::against_average;

/// The chances of all seats.
pub(super) type Chances = [f32; Seat::MOST];

/// The chances after a judgement.
pub(super) fn judged<P: Position>(judge: &impl Judge<P>, position: &P, scale: f32) -> Chances {
    let mut chances = [0.0; Seat::MOST];
    let values = against_average(judge, position);
    for (chance, value) in chances.iter_mut().zip(values).take(P::SEATS) {
        let value = value as f32;
        *chance = 0.5 + 0.5 * value / (scale + value.abs());
    }
    chances
}

/// The judgement in hundredths that makes such a chance.
pub(super) fn value(chance: f32, scale: f32) -> i32 {
    let lead = (2.0 * chance - 1.0).clamp(-0.999, 0.999);
    (scale * lead / (1.0 - lead.abs())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toys::{Stairs, Whim, random_positions};

    #[test]
    fn a_lead_of_one_scale_is_worth_three_in_four() {
        for value in [-3000, -200, -1, 0, 5, 200, 7777] {
            let chance = 0.5 + 0.5 * value as f32 / (200.0 + (value as f32).abs());
            assert!((super::value(chance, 200.0) - value).abs() <= 1 + value.abs() / 100);
        }
        assert_eq!(value(0.75, 200.0), 200);
        assert!(value(1.0, 200.0) > 100_000 && value(0.0, 200.0) < -100_000);
    }

    #[test]
    fn chances_of_all_stay_near_an_even_share() {
        for p in random_positions::<Stairs<3>>(1, 50) {
            let chances = judged(&Whim { most: 50 }, &p, 200.0);
            assert!(chances.iter().all(|&chance| 0.0 < chance && chance < 1.0));
            let sum: f32 = chances.iter().sum();
            assert!((1.2..1.8).contains(&sum), "{chances:?}");
        }
    }
}
