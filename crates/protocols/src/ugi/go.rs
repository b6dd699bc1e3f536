//! How long to think: the words after `go`.

use std::time::Duration;

use games::{AnyPosition, Seat};
use search::{Clock, Limits, Pace};

use super::words::short;

/// The words after `go`, read.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    pub(super) infinite: bool,
    limits: Limits,
    clocks: [Option<Duration>; Seat::MOST],
    increments: [Duration; Seat::MOST],
}

/// Kept back from every clock, for the way to the front end and back.
const RESERVE: Duration = Duration::from_millis(15);

impl Go {
    pub(super) fn read(rest: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let mut number = || {
                let value = words.next().unwrap_or_default();
                value.parse::<i64>().map(|number| number.max(0) as u64).map_err(|_| {
                    format!("`go {}` needs a number, not `{}`", short(word), short(value))
                })
            };
            match word {
                "movetime" => go.limits.time = Some(Duration::from_millis(number()?)),
                "depth" => go.limits.depth = Some(number()?.clamp(1, 500) as u32),
                "nodes" => go.limits.nodes = Some(number()?),
                _ => {
                    let (seat, is_clock) =
                        clock_word(word).ok_or_else(|| format!("unknown `go {}`", short(word)))?;
                    let time = Duration::from_millis(number()?);
                    match is_clock {
                        true => go.clocks[seat] = Some(time),
                        false => go.increments[seat] = time,
                    }
                }
            }
        }
        let bounded = go.limits != Limits::default() || go.clocks.iter().any(Option::is_some);
        go.infinite |= !bounded;
        Ok(go)
    }

    /// What the seat on turn may spend.
    pub(super) fn limits(&self, turn: Seat, position: &AnyPosition) -> Limits {
        let Some(remaining) = self.clocks[turn.index()] else { return self.limits };
        let pace = Pace {
            remaining,
            increment: self.increments[turn.index()],
            moves_to_come: players::moves_to_come(position),
            reserve: RESERVE,
        };
        let paced = pace.limits(Clock::Wall);
        let time = self.limits.time.map_or(paced.time, |time| paced.time.map(|t| t.min(time)));
        Limits { time, soft: paced.soft, ..self.limits }
    }
}

/// `p2time` and `p3inc`: a seat, and whether it is a clock or an increment.
fn clock_word(word: &str) -> Option<(usize, bool)> {
    let rest = word.strip_prefix('p')?;
    let seat = rest.chars().next()?.to_digit(10)? as usize;
    let is_clock = match &rest[1..] {
        "time" => true,
        "inc" => false,
        _ => return None,
    };
    (1..=Seat::MOST).contains(&seat).then(|| (seat - 1, is_clock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let go = Go::read("movetime 250 depth 7 nodes 9000").unwrap();
        assert_eq!(go.limits.time, Some(Duration::from_millis(250)));
        assert_eq!((go.limits.depth, go.limits.nodes, go.infinite), (Some(7), Some(9000), false));
    }

    #[test]
    fn clocks_belong_to_seats() {
        let go = Go::read("p1time 1000 p2time 90000 p3inc 5").unwrap();
        assert_eq!(go.clocks[1], Some(Duration::from_secs(90)));
        assert_eq!(go.increments[2], Duration::from_millis(5));
        assert!(!go.infinite);
    }

    #[test]
    fn nothing_means_without_end_and_nonsense_is_told() {
        assert!(Go::read("").unwrap().infinite);
        for nonsense in ["depth", "depth x", "p4time 3", "p1tim 3", "pé 3", "soon"] {
            assert!(Go::read(nonsense).is_err(), "{nonsense}");
        }
    }
}
