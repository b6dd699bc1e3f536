//! From the time left for a whole game to the time for one move.
//!
//! Time is dealt out evenly over the moves still to come, as far as anyone can tell how many that
//! are. A depth once begun may be finished, up to several times the even share, because a search
//! cut short has mostly wasted its last depth; what one move takes too much, the even shares of all
//! later ones make up for.

use std::time::Duration;

use crate::{Clock, Limits};

/// The state of a player's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Time left for all moves.
    pub remaining: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// How many moves this player will still make, this one included: an estimate.
    pub moves_to_come: u32,
    /// Never to be touched: for the way to the referee and back.
    pub reserve: Duration,
}

impl Pace {
    /// After an even share, scaled by this, no new depth is begun. The next depth takes longer
    /// than all before it together, so it must begin well before the share is used up.
    const BEGIN: f64 = 0.6;
    /// A depth once begun may take up to so many even shares.
    const FINISH: u32 = 4;
    /// No move takes more than this part of what is left, unless fewer moves are to come.
    const LARGEST_PART: u32 = 3;

    /// What the next move may take.
    pub fn limits(&self, clock: Clock) -> Limits {
        let usable = self.remaining.saturating_sub(self.reserve);
        let moves = self.moves_to_come.max(1);
        let share = usable / moves + self.increment * 3 / 4;
        let hard = (share * Self::FINISH).min(usable / moves.min(Self::LARGEST_PART));
        Limits {
            time: Some(hard),
            soft: Some(share.mul_f64(Self::BEGIN).min(hard)),
            clock,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pace(remaining: u64, increment: u64, moves_to_come: u32) -> Pace {
        Pace {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_come,
            reserve: Duration::from_millis(20),
        }
    }

    proptest! {
        #[test]
        fn no_game_is_lost_on_time(
            remaining in 0..1_000_000u64,
            increment in 0..5_000u64,
            estimates in proptest::collection::vec(0..200u32, 1..300),
        ) {
            let mut pace = pace(remaining, increment, 0);
            for moves_to_come in estimates {
                pace.moves_to_come = moves_to_come;
                let limits = pace.limits(Clock::Cpu);
                let (soft, hard) = (limits.soft.unwrap(), limits.time.unwrap());
                prop_assert!(soft <= hard);
                prop_assert!(hard <= pace.remaining.saturating_sub(pace.reserve));
                pace.remaining = pace.remaining - hard + pace.increment;
            }
        }

        #[test]
        fn an_even_pace_uses_the_time_there_is(remaining in 1_000..1_000_000u64, moves in 1..200u32) {
            let mut pace = pace(remaining, 0, moves);
            while pace.moves_to_come > 0 {
                pace.remaining -= pace.limits(Clock::Wall).time.unwrap() / Pace::FINISH;
                pace.moves_to_come -= 1;
            }
            prop_assert!(pace.remaining < Duration::from_millis(remaining) * 4 / 5);
        }
    }

    #[test]
    fn the_last_move_may_take_all_but_the_reserve() {
        let limits = pace(1000, 0, 1).limits(Clock::Wall);
        assert_eq!(limits.time, Some(Duration::from_millis(980)));
    }
}
