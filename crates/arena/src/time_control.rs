//! Time controls and game clocks.
//!
//! There is a limit for every move, of time, nodes or depth, or a clock for the whole game, or both.
//! The referee measures the time itself. A player cannot stop at the very instant its time is up, and
//! the machine may be busy; so a move that is a little late is only recorded as an overrun, and only
//! one that is later than the margin loses.

use std::time::Duration;

use spielwerk_games::{AnyPosition, Seat};
use spielwerk_players::{SearchParams, TimeLeft};
use spielwerk_search::{Limits, TimeManager};

/// A time control.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The limits of each move, and which clock counts.
    pub per_move: Limits,
    /// The time of each player for the whole game.
    pub per_game: Option<GameTime>,
    /// How much later than allowed loses the game. Without a margin nobody loses on time.
    pub margin: Option<Duration>,
    /// The part of a game clock that time management never plans to use.
    pub move_overhead: Duration,
}

/// A clock for all moves of a player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameTime {
    /// The base time.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl {
            per_move: Limits::default(),
            per_game: None,
            margin: Some(Duration::from_millis(100)),
            move_overhead: Duration::from_millis(5),
        }
    }
}

impl TimeControl {
    /// Every move within these limits.
    pub fn per_move(limits: Limits) -> TimeControl {
        TimeControl { per_move: limits, ..TimeControl::default() }
    }
}

/// The clocks of one game.
#[derive(Clone, Debug)]
pub struct GameClocks {
    time_control: TimeControl,
    /// The remaining time of each seat.
    remaining: Vec<Duration>,
}

impl GameClocks {
    /// The clocks before the first move.
    pub fn new(control: &TimeControl, seats: usize) -> GameClocks {
        let time = control.per_game.map_or(Duration::MAX, |game| game.time);
        GameClocks { time_control: *control, remaining: vec![time; seats] }
    }

    /// The search parameters for the player on turn.
    pub(crate) fn search_params(&self, seat: Seat, position: &AnyPosition) -> SearchParams {
        let clocks = self.time_control.per_game.map(|GameTime { increment, .. }| {
            self.remaining.iter().map(|&time| TimeLeft { time, increment }).collect()
        });
        let limit = self.allowed(seat).zip(self.time_control.margin);
        SearchParams {
            clocks: clocks.unwrap_or_default(),
            timeout: limit.map(|(allowed, margin)| allowed.saturating_add(margin)),
            ..SearchParams::new(self.limits(seat, position))
        }
    }

    /// The limits for the move of the player on turn.
    pub fn limits(&self, seat: Seat, position: &AnyPosition) -> Limits {
        let limits = self.time_control.per_move;
        let Some(game) = self.time_control.per_game else {
            return limits;
        };
        let manager = TimeManager {
            remaining: self.remaining[seat.index()],
            increment: game.increment,
            moves_to_go: spielwerk_players::expected_moves_left(position),
            move_overhead: self.time_control.move_overhead,
        };
        let managed = manager.limits(limits.clock);
        let time = managed.time.map(|time| limits.time.map_or(time, |most| time.min(most)));
        Limits { time, soft_time: managed.soft_time, ..limits }
    }

    /// Which of two players has more time left, if there is a game clock.
    pub(crate) fn ahead_on_time(&self) -> Option<Seat> {
        self.time_control.per_game?;
        match self.remaining[..] {
            [first, second] if first > second => Some(Seat::FIRST),
            [first, second] if first < second => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// The remaining time of a seat, if there is a game clock.
    pub fn remaining(&self, seat: Seat) -> Option<Duration> {
        self.time_control.per_game.map(|_| self.remaining[seat.index()])
    }

    /// The time allowed for a move; `None` without a time limit.
    pub fn allowed(&self, seat: Seat) -> Option<Duration> {
        [self.remaining(seat), self.time_control.per_move.time].into_iter().flatten().min()
    }

    /// Charges the time of a move. Returns whether it was in time, margin included.
    pub fn charge(&mut self, seat: Seat, took: Duration) -> bool {
        let late = self.allowed(seat).map_or(Duration::ZERO, |most| took.saturating_sub(most));
        if let Some(game) = self.time_control.per_game {
            let left = &mut self.remaining[seat.index()];
            *left = left.saturating_sub(took) + game.increment;
        }
        self.time_control.margin.is_none_or(|margin| late <= margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn a_game_clock_runs_down_and_gets_its_increment() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let control = TimeControl {
            per_game: Some(GameTime { time: ms(1000), increment: ms(10) }),
            margin: Some(ms(0)),
            ..TimeControl::default()
        };
        let mut clocks = GameClocks::new(&control, 2);
        assert!(clocks.charge(Seat::FIRST, ms(300)));
        assert_eq!(clocks.allowed(Seat::FIRST), Some(ms(710)));
        assert_eq!(clocks.allowed(Seat::SECOND), Some(ms(1000)));
        let params = clocks.search_params(Seat::FIRST, &game.start());
        let told = params.limits.time.unwrap();
        assert!(told > ms(0) && told < ms(400), "{told:?}");
        assert_eq!(params.clocks.iter().map(|it| it.time).collect::<Vec<_>>(), [ms(710), ms(1000)]);
        assert_eq!(params.timeout, Some(ms(710)));
        assert!(!clocks.charge(Seat::FIRST, ms(711)));
    }

    #[test]
    fn the_margin_decides_between_overrun_and_loss() {
        let mut control = TimeControl::per_move(Limits::time(ms(10)));
        assert!(GameClocks::new(&control, 2).charge(Seat::FIRST, ms(110)));
        assert!(!GameClocks::new(&control, 2).charge(Seat::FIRST, ms(111)));
        control.margin = None;
        assert!(GameClocks::new(&control, 2).charge(Seat::FIRST, ms(10_000)));
    }

    #[test]
    fn without_a_time_limit_no_move_is_late() {
        let control = TimeControl::per_move(Limits::nodes(5));
        let mut clocks = GameClocks::new(&control, 3);
        assert_eq!(clocks.allowed(Seat::THIRD), None);
        assert!(clocks.charge(Seat::THIRD, Duration::from_secs(3600)));
    }
}
