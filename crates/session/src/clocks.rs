//! The clocks of a game, one for each seat.
//!
//! A referee measures how long a player took and charges it. Where people play, the clock of the
//! seat on turn runs, and the caller passes the present time.

use std::time::Duration;

use spielwerk_games::Seat;
use spielwerk_search::{Instant, Limits, TimeManager};

use crate::{GameTime, Overrun, SearchParams, TimeControl, TimeLeft};

/// The clocks of one game, of which at most one runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    time_control: TimeControl,
    /// The remaining time of each seat, as of the start of the running clock.
    remaining: Vec<Duration>,
    running: Option<(Seat, Instant)>,
}

impl Clocks {
    /// The clocks before the first move.
    pub fn new(time_control: TimeControl, seats: usize) -> Clocks {
        let time = time_control.per_game.map_or(Duration::MAX, |game| game.time);
        Clocks { time_control, remaining: vec![time; seats], running: None }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// From now on this clock runs and no other.
    pub fn run(&mut self, seat: Option<Seat>, now: Instant) {
        if let Some((seat, _)) = self.running {
            let left = self.time_left(seat, now);
            self.remaining[seat.index()] = left;
        }
        self.running = seat.map(|seat| (seat, now));
    }

    /// Sets what every seat has left, and stops the clocks.
    pub fn set(&mut self, remaining: &[Duration]) {
        self.remaining.copy_from_slice(remaining);
        self.running = None;
    }

    /// When the running clock runs out, if time for the game is limited.
    pub fn deadline(&self) -> Option<Instant> {
        self.time_control.per_game?;
        self.running.map(|(seat, since)| since + self.remaining[seat.index()])
    }

    /// How long the running clock has been running.
    pub fn running_for(&self, now: Instant) -> Duration {
        self.running.map_or(Duration::ZERO, |(_, since)| now.saturating_duration_since(since))
    }

    /// The remaining time of a seat, if time for the game is limited.
    pub fn remaining(&self, seat: Seat, now: Instant) -> Option<Duration> {
        self.time_control.per_game.map(|_| self.time_left(seat, now))
    }

    /// The remaining time of every seat; empty if time for the game is not limited.
    pub fn all_remaining(&self, now: Instant) -> Vec<Duration> {
        Seat::all(self.remaining.len()).filter_map(|seat| self.remaining(seat, now)).collect()
    }

    /// The time allowed for a move; `None` without a time limit.
    pub fn allowed(&self, seat: Seat, now: Instant) -> Option<Duration> {
        [self.remaining(seat, now), self.time_control.per_move.time].into_iter().flatten().min()
    }

    /// Which of two players has more time left, if time for the game is limited.
    pub fn ahead_on_time(&self) -> Option<Seat> {
        self.time_control.per_game?;
        match self.remaining[..] {
            [first, second] if first > second => Some(Seat::FIRST),
            [first, second] if first < second => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// By how much a move that takes so long exceeds the time allowed and the margin, if it does.
    pub fn overrun(&self, seat: Seat, took: Duration, answered: bool) -> Option<Overrun> {
        let TimeControl { per_move, per_game, margin, .. } = self.time_control;
        let left = self.remaining[seat.index()];
        let allowed = per_move.time.map_or(left, |time| time.min(left));
        let margin = margin.filter(|&margin| took.saturating_sub(allowed) > margin)?;
        let game_time = per_game.map(|game| game.time).filter(|_| allowed == left);
        Some(Overrun { took, allowed, game_time, margin, answered })
    }

    /// Stops the clocks and charges the time of a move. Returns whether it was in time, margin
    /// included.
    pub fn charge(&mut self, seat: Seat, took: Duration) -> bool {
        let left = self.remaining[seat.index()];
        let in_time = self.overrun(seat, took, true).is_none();
        if let Some(game) = self.time_control.per_game {
            self.remaining[seat.index()] = left.saturating_sub(took) + game.increment;
        }
        self.running = None;
        in_time
    }

    /// The search parameters of the player on turn, which will make so many more moves.
    pub fn search_params(&self, seat: Seat, moves_to_go: u32, now: Instant) -> SearchParams {
        let clocks = self.time_control.per_game.map(|GameTime { increment, .. }| {
            let remaining = self.all_remaining(now).into_iter();
            remaining.map(|time| TimeLeft { time, increment }).collect()
        });
        let limit = self.allowed(seat, now).zip(self.time_control.margin);
        SearchParams {
            clocks: clocks.unwrap_or_default(),
            timeout: limit.map(|(allowed, margin)| allowed.saturating_add(margin)),
            ..SearchParams::new(self.limits(seat, moves_to_go, now))
        }
    }

    fn limits(&self, seat: Seat, moves_to_go: u32, now: Instant) -> Limits {
        let limits = self.time_control.per_move;
        let Some(game) = self.time_control.per_game else {
            return limits;
        };
        let manager = TimeManager {
            remaining: self.time_left(seat, now),
            increment: game.increment,
            moves_to_go,
            move_overhead: self.time_control.move_overhead,
        };
        limits.tightest(manager.limits(limits.clock))
    }

    fn time_left(&self, seat: Seat, now: Instant) -> Duration {
        let left = self.remaining[seat.index()];
        match self.running {
            Some((running, _)) if running == seat => left.saturating_sub(self.running_for(now)),
            _ => left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn game_time(time: Duration, increment: Duration) -> TimeControl {
        let per_game = Some(GameTime { time, increment });
        TimeControl { per_game, margin: Some(ms(0)), ..TimeControl::default() }
    }

    #[test]
    fn a_charged_clock_runs_down_and_gets_its_increment() {
        let now = Instant::now();
        let mut clocks = Clocks::new(game_time(ms(1000), ms(10)), 2);
        assert!(clocks.charge(Seat::FIRST, ms(300)));
        assert_eq!(clocks.allowed(Seat::FIRST, now), Some(ms(710)));
        assert_eq!(clocks.allowed(Seat::SECOND, now), Some(ms(1000)));
        let params = clocks.search_params(Seat::FIRST, 20, now);
        let told = params.limits.time.unwrap();
        assert!(told > ms(0) && told < ms(400), "{told:?}");
        assert_eq!(params.clocks.iter().map(|it| it.time).collect::<Vec<_>>(), [ms(710), ms(1000)]);
        assert_eq!(params.timeout, Some(ms(710)));
        assert!(!clocks.charge(Seat::FIRST, ms(711)));
    }

    #[test]
    fn one_clock_runs_at_a_time() {
        let second = ms(1000);
        let begin = Instant::now();
        let mut clocks = Clocks::new(game_time(10 * second, 2 * second), 2);
        assert_eq!(clocks.deadline(), None);
        clocks.run(Some(Seat::FIRST), begin);
        assert_eq!(clocks.all_remaining(begin + 3 * second), [7 * second, 10 * second]);
        assert_eq!(clocks.deadline(), Some(begin + 10 * second));
        clocks.charge(Seat::FIRST, clocks.running_for(begin + 4 * second));
        assert_eq!((clocks.running(), clocks.deadline()), (None, None));
        clocks.run(Some(Seat::SECOND), begin + 5 * second);
        assert_eq!(clocks.all_remaining(begin + 20 * second), [8 * second, Duration::ZERO]);
        clocks.run(None, begin + 6 * second);
        assert_eq!(clocks.all_remaining(begin + 20 * second), [8 * second, 9 * second]);
    }

    #[test]
    fn the_margin_decides_between_overrun_and_loss() {
        let mut control = TimeControl::per_move(Limits::time(ms(10)));
        assert!(Clocks::new(control, 2).charge(Seat::FIRST, ms(110)));
        assert!(!Clocks::new(control, 2).charge(Seat::FIRST, ms(111)));
        control.margin = None;
        assert!(Clocks::new(control, 2).charge(Seat::FIRST, ms(10_000)));
    }

    #[test]
    fn without_a_time_limit_no_move_is_late() {
        let (now, hour) = (Instant::now(), Duration::from_secs(3600));
        let mut clocks = Clocks::new(TimeControl::per_move(Limits::nodes(5)), 3);
        clocks.run(Some(Seat::THIRD), now);
        assert_eq!((clocks.allowed(Seat::THIRD, now), clocks.deadline()), (None, None));
        assert_eq!(clocks.all_remaining(now), []);
        assert!(clocks.charge(Seat::THIRD, hour));
    }
}
