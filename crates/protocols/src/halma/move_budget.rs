//! Time and hash size for a move. All CPU time of the process is charged, its start and exit as well.
//!
//! The transposition table costs time when its pages are first touched and when they are unmapped,
//! so it is no larger than the positions that there is time for. A move of a game gets its share of
//! what is left after the cost of all the process starts to come.

use std::time::Duration;

use spielwerk_games::AnyPosition;
use spielwerk_games::halma::{Halma, RuleSet};
use spielwerk_search::{Clock, Limits, TimeManager};

use super::calibration::Calibration;
use spielwerk_arena::HalmaMode;

/// Time and hash size for one move.
#[derive(Copy, Clone, Debug)]
pub(super) struct MoveBudget {
    /// Limits in CPU time.
    pub(super) limits: Limits,
    /// Size of the transposition table, in MiB.
    pub(super) hash_mib: usize,
}

impl MoveBudget {
    /// Time for writing the move and ending the process.
    const EXIT_COST: Duration = Duration::from_millis(2);
    /// This part of the time left is kept in reserve.
    const RESERVE_DIVISOR: u32 = 50;
    /// The largest transposition table, in MiB.
    const MAX_HASH_MIB: usize = 128;
    /// Size of an entry of the transposition table.
    const TT_ENTRY_BYTES: f64 = 16.0;

    /// From the time left, the time already spent by this process, and the moves made before.
    pub(super) fn new<R: RuleSet>(
        mode: HalmaMode,
        left: Duration,
        start: Duration,
        moves_made: usize,
        position: &Halma<R>,
        calibration: &Calibration,
    ) -> MoveBudget {
        let reserve = MoveBudget::EXIT_COST + left / MoveBudget::RESERVE_DIVISOR;
        let most = left.saturating_sub(reserve);
        let moves_to_come = match mode {
            HalmaMode::Single => 1,
            // The longer a game has lasted, the less an estimate of its end is worth.
            HalmaMode::Game => {
                let estimate = spielwerk_players::expected_moves_left(&AnyPosition::new(*position));
                estimate.max(moves_made as u32 / 4)
            }
        };
        let starts = (start + MoveBudget::EXIT_COST) * (moves_to_come - 1);
        let time_manager = TimeManager {
            remaining: left,
            increment: Duration::ZERO,
            moves_to_go: moves_to_come,
            move_overhead: reserve + starts,
        };
        let mut limits = match mode {
            HalmaMode::Single => Limits::cpu(most),
            HalmaMode::Game => time_manager.limits(Clock::Cpu),
        };
        let time = limits.time.unwrap_or_default().min(most);
        let bytes = time.as_secs_f64() * calibration.nodes_per_second * MoveBudget::TT_ENTRY_BYTES;
        let hash = ((bytes / f64::from(1 << 20)) as usize).clamp(1, MoveBudget::MAX_HASH_MIB);
        let exit_cost = calibration.page_cost.saturating_mul(hash as u32);
        limits.time = Some(time.saturating_sub(exit_cost));
        MoveBudget { limits, hash_mib: hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Position;
    use spielwerk_games::halma::Strict;

    fn budget(mode: HalmaMode, left: Duration, moves_made: usize) -> MoveBudget {
        let start = Duration::from_millis(3);
        let position = Halma::<Strict>::start();
        MoveBudget::new(mode, left, start, moves_made, &position, &Calibration::default())
    }

    #[test]
    fn a_single_move_gets_most_of_the_time_and_never_all() {
        for millis in [0, 1, 2, 5, 10, 50, 100, 1_000, 6_600, 30_000] {
            let left = Duration::from_millis(millis);
            let time = budget(HalmaMode::Single, left, 0).limits.time.unwrap();
            assert!(time <= left.saturating_sub(MoveBudget::EXIT_COST), "{left:?} {time:?}");
            assert!(millis < 1_000 || time > left * 9 / 10, "{left:?} {time:?}");
        }
    }

    #[test]
    fn a_game_shares_its_time_and_can_always_go_on() {
        for seconds in [1, 20, 100, 300] {
            let mut left = Duration::from_secs(seconds);
            for moves_made in 0..200 {
                let limits = budget(HalmaMode::Game, left, moves_made).limits;
                left -= limits.time.unwrap();
            }
            assert!(left > Duration::from_millis(400), "{seconds} {left:?}");
        }
    }

    #[test]
    fn little_time_needs_little_memory() {
        let hash = |millis| budget(HalmaMode::Single, Duration::from_millis(millis), 0).hash_mib;
        assert_eq!(hash(10), 1);
        assert!(hash(1_000) > 1);
        assert_eq!(hash(300_000), MoveBudget::MAX_HASH_MIB);
    }
}
