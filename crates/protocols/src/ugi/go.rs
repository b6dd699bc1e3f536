//! The `go` command: search limits and clocks.

use std::time::Duration;

use spielwerk_games::{AnyPosition, Seat};
use spielwerk_search::{Clock, Limits, TimeManager};

use super::syntax::truncate;

/// A parsed `go` command.
#[derive(Clone, Debug, Default)]
pub(super) struct GoCommand {
    pub(super) infinite: bool,
    limits: Limits,
    clocks: [Option<Duration>; Seat::MAX_SEATS],
    increments: [Duration; Seat::MAX_SEATS],
}

/// Move overhead: kept back from every clock for the communication with the front end.
const COMMUNICATION_OVERHEAD: Duration = Duration::from_millis(15);

impl GoCommand {
    pub(super) fn read(rest: &str) -> Result<GoCommand, String> {
        let mut go = GoCommand::default();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let mut number = || {
                let value = words.next().unwrap_or_default();
                value.parse::<i64>().map(|number| number.max(0) as u64).map_err(|_| {
                    format!("`go {}` needs a number, not `{}`", truncate(word), truncate(value))
                })
            };
            match word {
                "movetime" => go.limits.time = Some(Duration::from_millis(number()?)),
                "depth" => go.limits.depth = Some(number()?.clamp(1, 500) as u32),
                "nodes" => go.limits.nodes = Some(number()?),
                _ => {
                    let (seat, is_clock) = clock_word(word)
                        .ok_or_else(|| format!("unknown `go {}`", truncate(word)))?;
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

    /// Search limits of the seat to move.
    pub(super) fn limits(&self, turn: Seat, position: &AnyPosition) -> Limits {
        let Some(remaining) = self.clocks[turn.index()] else { return self.limits };
        let time_manager = TimeManager {
            remaining,
            increment: self.increments[turn.index()],
            moves_to_go: spielwerk_players::expected_moves_left(position),
            move_overhead: COMMUNICATION_OVERHEAD,
        };
        let managed = time_manager.limits(Clock::Wall);
        let time = self.limits.time.map_or(managed.time, |time| managed.time.map(|t| t.min(time)));
        Limits { time, soft_time: managed.soft_time, ..self.limits }
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
    (1..=Seat::MAX_SEATS).contains(&seat).then(|| (seat - 1, is_clock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let go = GoCommand::read("movetime 250 depth 7 nodes 9000").unwrap();
        assert_eq!(go.limits.time, Some(Duration::from_millis(250)));
        assert_eq!((go.limits.depth, go.limits.nodes, go.infinite), (Some(7), Some(9000), false));
    }

    #[test]
    fn clocks_belong_to_seats() {
        let go = GoCommand::read("p1time 1000 p2time 90000 p3inc 5").unwrap();
        assert_eq!(go.clocks[1], Some(Duration::from_secs(90)));
        assert_eq!(go.increments[2], Duration::from_millis(5));
        assert!(!go.infinite);
    }

    #[test]
    fn nothing_means_without_end_and_nonsense_is_told() {
        assert!(GoCommand::read("").unwrap().infinite);
        for nonsense in ["depth", "depth x", "p4time 3", "p1tim 3", "pé 3", "soon"] {
            assert!(GoCommand::read(nonsense).is_err(), "{nonsense}");
        }
    }
}
