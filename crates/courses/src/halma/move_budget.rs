//! Time and hash size for a move. All CPU time of the process is charged, its start and exit as well.
//!
//! A process cannot see all of its own cost: what the system does before its first and after its last
//! instruction is charged too. In a game this is known after the first moves, from what the referee
//! has charged for them. The cost of a start is kept in reserve for every turn that can still come
//! within the turn limit, whatever the opponent does; only what is left is shared over the moves that
//! the game is expected to last. The transposition table costs time when its pages are first touched
//! and when they are unmapped, so it is no larger than the positions that there is time for.

use std::time::Duration;

use spielwerk_games::AnyPosition;
use spielwerk_games::halma::{Halma, RuleSet};
use spielwerk_search::{Clock, Limits, TimeManager};

use super::calibration::Calibration;

/// Time and hash size for one move.
#[derive(Copy, Clone, Debug)]
pub(super) struct MoveBudget {
    /// Limits in CPU time.
    pub(super) limits: Limits,
    /// Size of the transposition table, in MiB.
    pub(super) hash_mib: usize,
}

/// The clock of a game at the beginning of a turn.
#[derive(Copy, Clone, Debug)]
pub(super) struct GameClock {
    /// The time left when this process was started.
    pub(super) left: Duration,
    /// The time left at the first turn.
    pub(super) at_start: Duration,
    /// The turns before this one.
    pub(super) turns_made: usize,
    /// What a turn has cost on average beyond what its process could measure.
    pub(super) unseen_cost: Option<Duration>,
}

impl MoveBudget {
    /// What a process is charged beyond what it can measure, where that is not known.
    const UNSEEN_COST: Duration = Duration::from_millis(4);
    /// This part of the time left is kept in reserve.
    const RESERVE_DIVISOR: u32 = 50;
    /// The largest transposition table, in MiB.
    const MAX_HASH_MIB: usize = 128;
    /// Size of an entry of the transposition table.
    const TT_ENTRY_BYTES: f64 = 16.0;
    /// Games with less time than this are played without a search.
    const MIN_GAME_TIME: Duration = Duration::from_secs(2);
    /// The turns of a player in a game of 400 plies, the usual limit.
    const TURN_LIMIT: usize = 200;
    /// So many turns are expected even beyond the limit: a referee may have another one.
    const MIN_TURNS_TO_COME: usize = 30;
    /// Starts are reckoned so much dearer than they were so far, in per cent.
    const START_MARGIN: u32 = 140;
    /// From this turn on the measured cost of the turns before is trusted.
    const TRUSTED_TURNS: usize = 4;

    /// For a single move: most of the time left. `spent` is what this process has used already.
    pub(super) fn single(left: Duration, spent: Duration, calibration: &Calibration) -> MoveBudget {
        let reserve = MoveBudget::UNSEEN_COST + left / MoveBudget::RESERVE_DIVISOR;
        let time = left.saturating_sub(spent + reserve);
        MoveBudget::with_hash(Limits::cpu(time), calibration)
    }

    /// For a move of a game; none if it has to be made without a search.
    pub(super) fn game<R: RuleSet>(
        clock: &GameClock,
        spent: Duration,
        position: &Halma<R>,
        calibration: &Calibration,
    ) -> Option<MoveBudget> {
        if clock.at_start < MoveBudget::MIN_GAME_TIME {
            return None;
        }
        let start = MoveBudget::start_cost(clock, spent, calibration);
        let turns = MoveBudget::TURN_LIMIT.saturating_sub(clock.turns_made);
        let turns = turns.max(MoveBudget::MIN_TURNS_TO_COME) as u32;
        let reserve = start * turns * MoveBudget::START_MARGIN / 100
            + clock.left / MoveBudget::RESERVE_DIVISOR;
        // The longer a game has lasted, the less an estimate of its end is worth.
        let estimate = spielwerk_players::expected_moves_left(&AnyPosition::new(*position));
        let time_manager = TimeManager {
            remaining: clock.left,
            increment: Duration::ZERO,
            moves_to_go: estimate.max(clock.turns_made as u32 / 4),
            move_overhead: reserve,
        };
        let limits = time_manager.limits(Clock::Cpu);
        let worthwhile = limits.time.is_some_and(|time| time > start);
        worthwhile.then(|| MoveBudget::with_hash(limits, calibration))
    }

    /// What a turn without a search costs.
    fn start_cost(clock: &GameClock, spent: Duration, calibration: &Calibration) -> Duration {
        match clock.unseen_cost {
            Some(unseen) if clock.turns_made >= MoveBudget::TRUSTED_TURNS => spent + unseen,
            unseen => {
                let unseen = unseen.unwrap_or_default().max(MoveBudget::UNSEEN_COST);
                calibration.start_cost.max(spent + unseen)
            }
        }
    }

    /// The table that the time is worth. Its cost is taken off the time.
    fn with_hash(limits: Limits, calibration: &Calibration) -> MoveBudget {
        let time = limits.time.unwrap_or_default();
        let bytes = time.as_secs_f64() * calibration.nodes_per_second * MoveBudget::TT_ENTRY_BYTES;
        let hash = ((bytes / f64::from(1 << 20)) as usize).clamp(1, MoveBudget::MAX_HASH_MIB);
        let exit_cost = calibration.page_cost.saturating_mul(hash as u32);
        let time = time.saturating_sub(exit_cost);
        MoveBudget { limits: Limits { time: Some(time), ..limits }, hash_mib: hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Position;
    use spielwerk_games::halma::Strict;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn single(left: Duration) -> MoveBudget {
        MoveBudget::single(left, ms(3), &Calibration::default())
    }

    /// Plays a game of 400 plies in which every search takes all of its limit, and every turn costs
    /// so much that the process sees, and so much that it does not. Returns the time that is left,
    /// none if the game is lost on time, and whether anything was searched.
    fn simulate(time: Duration, seen: Duration, unseen: Duration) -> (Option<Duration>, bool) {
        let position = Halma::<Strict>::start();
        let (mut left, mut searched, mut unseen_total) = (time, false, Duration::ZERO);
        for turns_made in 0..MoveBudget::TURN_LIMIT {
            let unseen_cost = unseen_total.checked_div(turns_made as u32);
            let clock = GameClock { left, at_start: time, turns_made, unseen_cost };
            let budget = MoveBudget::game(&clock, seen, &position, &Calibration::default());
            let search = budget.and_then(|budget| budget.limits.time).unwrap_or_default();
            searched |= !search.is_zero();
            unseen_total += unseen;
            // A referee has no time left at zero.
            match left.checked_sub(seen + unseen + search) {
                Some(after) if !after.is_zero() => left = after,
                _ => return (None, searched),
            }
        }
        (Some(left), searched)
    }

    #[test]
    fn a_game_of_400_plies_ends_within_every_budget_from_two_seconds_on() {
        for seconds in [2.0, 2.5, 5.0, 10.0, 30.0, 100.0, 300.0] {
            for (seen, unseen) in [(1, 1), (3, 1), (2, 3), (3, 5), (5, 4)] {
                let time = Duration::from_secs_f64(seconds);
                let (left, searched) = simulate(time, ms(seen), ms(unseen));
                assert!(left.is_some(), "{seconds} s, {seen} + {unseen} ms a start");
                assert!(searched || seconds < 5.0, "{seconds} s, {seen} + {unseen} ms a start");
            }
        }
    }

    #[test]
    fn a_game_of_less_than_two_seconds_is_played_at_once() {
        for millis in [300, 1_000, 1_999] {
            let (left, searched) = simulate(ms(millis), ms(1), Duration::from_micros(400));
            assert!(left.is_some() && !searched, "{millis} ms: {left:?}");
        }
    }

    #[test]
    fn most_of_a_long_game_is_used_for_searching() {
        let (left, _) = simulate(Duration::from_secs(100), ms(3), ms(2));
        assert!(left.is_some_and(|left| left < Duration::from_secs(40)), "{left:?}");
    }

    #[test]
    fn a_single_move_gets_most_of_the_time_and_never_all() {
        for millis in [0, 1, 2, 5, 10, 50, 100, 1_000, 6_600, 30_000] {
            let left = ms(millis);
            let time = single(left).limits.time.unwrap();
            assert!(time <= left.saturating_sub(ms(3) + ms(4)), "{left:?} {time:?}");
            assert!(millis < 1_000 || time > left * 9 / 10, "{left:?} {time:?}");
        }
    }

    #[test]
    fn little_time_needs_little_memory() {
        let hash = |millis| single(ms(millis)).hash_mib;
        assert_eq!(hash(10), 1);
        assert!(hash(1_000) > 1);
        assert_eq!(hash(300_000), MoveBudget::MAX_HASH_MIB);
    }
}
