//! Time management: from the time left for a game to soft and hard limits for one move.
//!
//! Time is divided evenly over the estimated number of moves to go. An iteration once begun may be
//! finished, up to several times the even share, because an aborted iteration is mostly wasted; if
//! a move takes more than its share, the even shares of all later moves make up for it.

use std::time::Duration;

use crate::{Clock, Limits};

/// Allocates time for the next move from the state of a player's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeManager {
    /// Time left for all moves.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Estimated number of moves this player will still make, this one included.
    pub moves_to_go: u32,
    /// Time that is never used, for communication with the referee (UCI's `Move Overhead`).
    pub move_overhead: Duration,
}

impl TimeManager {
    /// The soft limit as a part of the even share. The next iteration takes longer than all before
    /// it together, so it must begin well before the share is used up.
    const SOFT_SHARE: f64 = 0.6;
    /// The hard limit in even shares.
    const HARD_SHARES: u32 = 4;
    /// The remaining time is divided by at least this, unless fewer moves are to go.
    const MIN_MOVES: u32 = 3;

    /// The limits for the next move.
    pub fn limits(&self, clock: Clock) -> Limits {
        let usable = self.remaining.saturating_sub(self.move_overhead);
        let moves = self.moves_to_go.max(1);
        let share = usable / moves + self.increment * 3 / 4;
        let hard = (share * Self::HARD_SHARES).min(usable / moves.min(Self::MIN_MOVES));
        Limits {
            time: Some(hard),
            soft_time: Some(share.mul_f64(Self::SOFT_SHARE).min(hard)),
            clock,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn manager(remaining: u64, increment: u64, moves_to_go: u32) -> TimeManager {
        TimeManager {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
            move_overhead: Duration::from_millis(20),
        }
    }

    proptest! {
        #[test]
        fn no_game_is_lost_on_time(
            remaining in 0..1_000_000u64,
            increment in 0..5_000u64,
            estimates in proptest::collection::vec(0..200u32, 1..300),
        ) {
            let mut manager = manager(remaining, increment, 0);
            for moves_to_go in estimates {
                manager.moves_to_go = moves_to_go;
                let limits = manager.limits(Clock::Cpu);
                let (soft, hard) = (limits.soft_time.unwrap(), limits.time.unwrap());
                prop_assert!(soft <= hard);
                prop_assert!(hard <= manager.remaining.saturating_sub(manager.move_overhead));
                manager.remaining = manager.remaining - hard + manager.increment;
            }
        }

        #[test]
        fn even_shares_use_the_time_there_is(
            remaining in 1_000..1_000_000u64,
            moves in 1..200u32,
        ) {
            let mut manager = manager(remaining, 0, moves);
            while manager.moves_to_go > 0 {
                let hard = manager.limits(Clock::Wall).time.unwrap();
                manager.remaining -= hard / TimeManager::HARD_SHARES;
                manager.moves_to_go -= 1;
            }
            prop_assert!(manager.remaining < Duration::from_millis(remaining) * 4 / 5);
        }
    }

    #[test]
    fn the_last_move_may_take_all_but_the_overhead() {
        let limits = manager(1000, 0, 1).limits(Clock::Wall);
        assert_eq!(limits.time, Some(Duration::from_millis(980)));
    }
}
