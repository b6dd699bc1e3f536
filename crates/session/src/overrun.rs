//! A move that took longer than allowed: which budget it exceeded, and by how much.

use std::fmt;
use std::time::Duration;

/// A move that was later than allowed, margin included.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Overrun {
    /// How long it took, or how long it was waited for.
    pub took: Duration,
    /// How long it was allowed to take.
    pub allowed: Duration,
    /// The time of the player for the whole game, if that was exceeded and not the time of a move.
    pub game_time: Option<Duration>,
    /// How much more than allowed would have been tolerated.
    pub margin: Duration,
    /// Whether there was an answer in the end.
    pub answered: bool,
}

impl fmt::Display for Overrun {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let took = readable(self.took);
        match self.answered {
            true => write!(f, "the move took {took}")?,
            false => write!(f, "no move after {took}")?,
        }
        let excess = self.took.saturating_sub(self.allowed).saturating_sub(self.margin);
        write!(f, ", {} more than ", readable(excess))?;
        match self.game_time {
            Some(all) => write!(f, "the {} left of {}", readable(self.allowed), readable(all))?,
            None => write!(f, "the {} allowed", readable(self.allowed))?,
        }
        if !self.margin.is_zero() {
            write!(f, " and the margin of {}", readable(self.margin))?;
        }
        Ok(())
    }
}

/// A time in milliseconds or seconds, without trailing zeros.
fn readable(time: Duration) -> String {
    let (number, unit) = if time < Duration::from_secs(1) {
        (format!("{:.2}", time.as_secs_f64() * 1e3), "ms")
    } else {
        (format!("{:.3}", time.as_secs_f64()), "s")
    };
    format!("{} {unit}", number.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_and_the_excess_are_named() {
        let ms = Duration::from_millis;
        let of_move = Overrun {
            took: Duration::from_micros(112_300),
            allowed: ms(10),
            game_time: None,
            margin: ms(100),
            answered: true,
        };
        let text =
            "the move took 112.3 ms, 2.3 ms more than the 10 ms allowed and the margin of 100 ms";
        assert_eq!(of_move.to_string(), text);
        let of_game = Overrun {
            took: ms(10_512),
            allowed: ms(180),
            game_time: Some(ms(20_000)),
            margin: Duration::ZERO,
            answered: false,
        };
        let text = "no move after 10.512 s, 10.332 s more than the 180 ms left of 20 s";
        assert_eq!(of_game.to_string(), text);
    }
}
