//! Rewards: the expected points of every seat, from 0 to 1, where 1 is a win.
//!
//! An evaluation becomes a reward by a sigmoid: a lead of one `scale` is a reward of 3/4. Only
//! basic arithmetic is used, so that the same seed plays the same game on every machine.
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

use spielwerk_games::{Position, Seat};

use crate::Evaluator;
use crate::multiplayer::evaluate_centered;

/// The rewards of all seats.
pub(super) type Rewards = [f32; Seat::MAX_SEATS];

/// The rewards by static evaluation.
pub(super) fn estimate<P: Position>(
    evaluator: &impl Evaluator<P>,
    position: &P,
    scale: f32,
) -> Rewards {
    let mut rewards = [0.0; Seat::MAX_SEATS];
    let values = evaluate_centered(evaluator, position);
    for (reward, value) in rewards.iter_mut().zip(values).take(P::SEATS) {
        let value = value as f32;
        *reward = 0.5 + 0.5 * value / (scale + value.abs());
    }
    rewards
}

/// The evaluation in hundredths that corresponds to a reward.
pub(super) fn to_hundredths(reward: f32, scale: f32) -> i32 {
    let lead = (2.0 * reward - 1.0).clamp(-0.999, 0.999);
    (scale * lead / (1.0 - lead.abs())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::{HashEvaluator, Stairs, random_positions};

    #[test]
    fn a_lead_of_one_scale_is_a_reward_of_three_quarters() {
        for value in [-3000, -200, -1, 0, 5, 200, 7777] {
            let reward = 0.5 + 0.5 * value as f32 / (200.0 + (value as f32).abs());
            assert!((to_hundredths(reward, 200.0) - value).abs() <= 1 + value.abs() / 100);
        }
        assert_eq!(to_hundredths(0.75, 200.0), 200);
        assert!(to_hundredths(1.0, 200.0) > 100_000 && to_hundredths(0.0, 200.0) < -100_000);
    }

    #[test]
    fn the_sum_of_rewards_stays_near_an_even_share() {
        for p in random_positions::<Stairs<3>>(1, 50) {
            let rewards = estimate(&HashEvaluator { noise: 50 }, &p, 200.0);
            assert!(rewards.iter().all(|&reward| 0.0 < reward && reward < 1.0));
            let sum: f32 = rewards.iter().sum();
            assert!((1.2..1.8).contains(&sum), "{rewards:?}");
        }
    }
}
