//! The clocks of a session: one for each seat, of which at most one runs.

use std::time::{Duration, Instant};

use spielwerk_games::Seat;

/// The time left of each seat, and which clock runs.
#[derive(Clone, Debug)]
pub(crate) struct SessionClocks {
    /// As of the start of the running clock.
    left: Vec<Duration>,
    increment: Duration,
    running: Option<(Seat, Instant)>,
}

impl SessionClocks {
    /// Clocks that are stopped.
    pub(crate) fn new(left: Vec<Duration>, increment: Duration) -> SessionClocks {
        SessionClocks { left, increment, running: None }
    }

    /// Added after every move.
    pub(crate) fn increment(&self) -> Duration {
        self.increment
    }

    /// Whose clock runs.
    pub(crate) fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The time left of a seat.
    pub(crate) fn left(&self, seat: Seat, now: Instant) -> Duration {
        let left = self.left[seat.index()];
        match self.running {
            Some((running, since)) if running == seat => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// The time left of every seat.
    pub(crate) fn all_left(&self, now: Instant) -> Vec<Duration> {
        Seat::all(self.left.len()).map(|seat| self.left(seat, now)).collect()
    }

    /// A seat has moved: its clock stops and gets the increment.
    pub(crate) fn press(&mut self, seat: Seat, now: Instant) {
        self.run(None, now);
        self.left[seat.index()] += self.increment;
    }

    /// Sets what every seat has left, and stops the clocks.
    pub(crate) fn set(&mut self, left: &[Duration]) {
        self.left = left.to_vec();
        self.running = None;
    }

    /// From now on this clock runs and no other.
    pub(crate) fn run(&mut self, seat: Option<Seat>, now: Instant) {
        self.left = self.all_left(now);
        self.running = seat.map(|seat| (seat, now));
    }

    /// When the running clock runs out.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.running.map(|(seat, since)| since + self.left[seat.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_and_a_move_adds_to_it() {
        let second = Duration::from_secs(1);
        let begin = Instant::now();
        let mut clocks = SessionClocks::new(vec![10 * second; 2], 2 * second);
        assert_eq!(clocks.deadline(), None);
        clocks.run(Some(Seat::FIRST), begin);
        assert_eq!(clocks.all_left(begin + 3 * second), [7 * second, 10 * second]);
        assert_eq!(clocks.deadline(), Some(begin + 10 * second));
        clocks.press(Seat::FIRST, begin + 4 * second);
        assert_eq!((clocks.running(), clocks.deadline()), (None, None));
        clocks.run(Some(Seat::SECOND), begin + 5 * second);
        assert_eq!(clocks.all_left(begin + 20 * second), [8 * second, Duration::ZERO]);
    }
}
