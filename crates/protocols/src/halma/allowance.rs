//! How long to think about a move, and with how much memory: all that a process does is charged,
//! its start and its end as well.
//!
//! A table of seen positions costs when its pages are first touched and when they are given back, so
//! it is no larger than the positions that there is time for. A move of a game gets its share of
//! what is left after the cost of all the starts to come.

use std::time::Duration;

use games::AnyPosition;
use games::halma::{Halma, RuleSet};
use search::{Clock, Limits, Pace};

use super::calibration::Calibration;
use arena::HalmaMode;

/// What may be spent on a move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Allowance {
    /// By the processor's clock.
    pub(super) limits: Limits,
    /// Memory for the table, in MiB.
    pub(super) hash: usize,
}

impl Allowance {
    /// For writing the answer and ending the process.
    const FAREWELL: Duration = Duration::from_millis(2);
    /// Never to be planned with, in parts of the time that is left.
    const RESERVE: u32 = 50;
    /// The largest table, in MiB.
    const LARGEST: usize = 128;
    /// What an entry of the table takes.
    const ENTRY: f64 = 16.0;

    /// With so much left, so much already spent by this process, and so many moves made before.
    pub(super) fn new<R: RuleSet>(
        mode: HalmaMode,
        left: Duration,
        start: Duration,
        moves_made: usize,
        position: &Halma<R>,
        calibration: &Calibration,
    ) -> Allowance {
        let reserve = Allowance::FAREWELL + left / Allowance::RESERVE;
        let most = left.saturating_sub(reserve);
        let moves_to_come = match mode {
            HalmaMode::Single => 1,
            // The longer a game has lasted, the less an estimate of its end is worth.
            HalmaMode::Game => {
                let estimate = players::moves_to_come(&AnyPosition::new(*position));
                estimate.max(moves_made as u32 / 4)
            }
        };
        let starts = (start + Allowance::FAREWELL) * (moves_to_come - 1);
        let pace = Pace {
            remaining: left,
            increment: Duration::ZERO,
            moves_to_come,
            reserve: reserve + starts,
        };
        let mut limits = match mode {
            HalmaMode::Single => Limits::cpu(most),
            HalmaMode::Game => pace.limits(Clock::Cpu),
        };
        let time = limits.time.unwrap_or_default().min(most);
        let bytes = time.as_secs_f64() * calibration.speed * Allowance::ENTRY;
        let hash = ((bytes / f64::from(1 << 20)) as usize).clamp(1, Allowance::LARGEST);
        let farewell = calibration.page_cost.saturating_mul(hash as u32);
        limits.time = Some(time.saturating_sub(farewell));
        Allowance { limits, hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Position;
    use games::halma::Strict;

    fn allowance(mode: HalmaMode, left: Duration, moves_made: usize) -> Allowance {
        let start = Duration::from_millis(3);
        let position = Halma::<Strict>::start();
        Allowance::new(mode, left, start, moves_made, &position, &Calibration::default())
    }

    #[test]
    fn a_single_move_gets_most_of_the_time_and_never_all() {
        for millis in [0, 1, 2, 5, 10, 50, 100, 1_000, 6_600, 30_000] {
            let left = Duration::from_millis(millis);
            let time = allowance(HalmaMode::Single, left, 0).limits.time.unwrap();
            assert!(time <= left.saturating_sub(Allowance::FAREWELL), "{left:?} {time:?}");
            assert!(millis < 1_000 || time > left * 9 / 10, "{left:?} {time:?}");
        }
    }

    #[test]
    fn a_game_shares_its_time_and_can_always_go_on() {
        for seconds in [1, 20, 100, 300] {
            let mut left = Duration::from_secs(seconds);
            for moves_made in 0..200 {
                let limits = allowance(HalmaMode::Game, left, moves_made).limits;
                left -= limits.time.unwrap();
            }
            assert!(left > Duration::from_millis(400), "{seconds} {left:?}");
        }
    }

    #[test]
    fn little_time_needs_little_memory() {
        let hash = |millis| allowance(HalmaMode::Single, Duration::from_millis(millis), 0).hash;
        assert_eq!(hash(10), 1);
        assert!(hash(1_000) > 1);
        assert_eq!(hash(300_000), Allowance::LARGEST);
    }
}
