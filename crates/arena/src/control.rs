//! What players may spend, and the clocks that hold them to it.
//!
//! There is a limit for every move, of time, nodes or depth, or a clock for the whole game, or both.
//! The referee measures everybody's time itself. A player cannot stop at the very instant its time
//! is up, and the machine may be busy; so whoever is a little late has only overrun, which is
//! recorded, and only whoever is later than the margin loses.

use std::time::Duration;

use games::{AnyPosition, Seat};
use players::{Question, TimeLeft};
use search::{Limits, Pace};

/// What players may spend in a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Control {
    /// For each move. Its clock is the one that counts.
    pub per_move: Limits,
    /// For the whole game, for each player.
    pub per_game: Option<GameTime>,
    /// How much later than allowed loses the game. Nobody loses by time if there is no margin.
    pub margin: Option<Duration>,
    /// What a player with a clock for the whole game never plans to use.
    pub reserve: Duration,
}

/// Time for all moves of a player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameTime {
    /// At the beginning.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl Default for Control {
    fn default() -> Control {
        Control {
            per_move: Limits::default(),
            per_game: None,
            margin: Some(Duration::from_millis(100)),
            reserve: Duration::from_millis(5),
        }
    }
}

impl Control {
    /// Every move within these limits.
    pub fn per_move(limits: Limits) -> Control {
        Control { per_move: limits, ..Control::default() }
    }
}

/// The clocks of one game.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Control,
    /// What each seat has left of its time for the game.
    left: Vec<Duration>,
}

impl Clocks {
    /// All clocks as they stand before the first move.
    pub fn new(control: &Control, seats: usize) -> Clocks {
        let time = control.per_game.map_or(Duration::MAX, |game| game.time);
        Clocks { control: *control, left: vec![time; seats] }
    }

    /// How the player on turn is asked for its move.
    pub(crate) fn question(&self, seat: Seat, position: &AnyPosition) -> Question {
        let clocks = self.control.per_game.map(|GameTime { increment, .. }| {
            self.left.iter().map(|&time| TimeLeft { time, increment }).collect()
        });
        let patience = self.allowed(seat).zip(self.control.margin);
        Question {
            clocks: clocks.unwrap_or_default(),
            patience: patience.map(|(allowed, margin)| allowed.saturating_add(margin)),
            ..Question::new(self.limits(seat, position))
        }
    }

    /// What the player on turn may spend on its move.
    pub fn limits(&self, seat: Seat, position: &AnyPosition) -> Limits {
        let limits = self.control.per_move;
        let Some(game) = self.control.per_game else {
            return limits;
        };
        let pace = Pace {
            remaining: self.left[seat.index()],
            increment: game.increment,
            moves_to_come: players::moves_to_come(position),
            reserve: self.control.reserve,
        };
        let paced = pace.limits(limits.clock);
        let time = paced.time.map(|time| limits.time.map_or(time, |most| time.min(most)));
        Limits { time, soft: paced.soft, ..limits }
    }

    /// Who has more time left, of two players with a clock.
    pub(crate) fn ahead(&self) -> Option<Seat> {
        self.control.per_game?;
        match self.left[..] {
            [first, second] if first > second => Some(Seat::FIRST),
            [first, second] if first < second => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// What a seat has left for the whole game, if there is such a time.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.control.per_game.map(|_| self.left[seat.index()])
    }

    /// By when a move must be there: nothing, if time does not matter.
    pub fn allowed(&self, seat: Seat) -> Option<Duration> {
        [self.left(seat), self.control.per_move.time].into_iter().flatten().min()
    }

    /// A move took so long. Whether that was in time, or little enough too late.
    pub fn book(&mut self, seat: Seat, took: Duration) -> bool {
        let late = self.allowed(seat).map_or(Duration::ZERO, |most| took.saturating_sub(most));
        if let Some(game) = self.control.per_game {
            let left = &mut self.left[seat.index()];
            *left = left.saturating_sub(took) + game.increment;
        }
        self.control.margin.is_none_or(|margin| late <= margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn a_clock_for_the_game_runs_down_and_gets_its_increment() {
        let game = games::game("bohnenspiel").unwrap();
        let control = Control {
            per_game: Some(GameTime { time: ms(1000), increment: ms(10) }),
            margin: Some(ms(0)),
            ..Control::default()
        };
        let mut clocks = Clocks::new(&control, 2);
        assert!(clocks.book(Seat::FIRST, ms(300)));
        assert_eq!(clocks.allowed(Seat::FIRST), Some(ms(710)));
        assert_eq!(clocks.allowed(Seat::SECOND), Some(ms(1000)));
        let question = clocks.question(Seat::FIRST, &game.start());
        let told = question.limits.time.unwrap();
        assert!(told > ms(0) && told < ms(400), "{told:?}");
        assert_eq!(
            question.clocks.iter().map(|it| it.time).collect::<Vec<_>>(),
            [ms(710), ms(1000)]
        );
        assert_eq!(question.patience, Some(ms(710)));
        assert!(!clocks.book(Seat::FIRST, ms(711)));
    }

    #[test]
    fn the_margin_decides_between_late_and_lost() {
        let mut control = Control::per_move(Limits::time(ms(10)));
        assert!(Clocks::new(&control, 2).book(Seat::FIRST, ms(110)));
        assert!(!Clocks::new(&control, 2).book(Seat::FIRST, ms(111)));
        control.margin = None;
        assert!(Clocks::new(&control, 2).book(Seat::FIRST, ms(10_000)));
    }

    #[test]
    fn without_any_time_nobody_is_late() {
        let control = Control::per_move(Limits::nodes(5));
        let mut clocks = Clocks::new(&control, 3);
        assert_eq!(clocks.allowed(Seat::THIRD), None);
        assert!(clocks.book(Seat::THIRD, Duration::from_secs(3600)));
    }
}
