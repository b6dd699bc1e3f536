//! The `go` command: search limits and clocks.

use std::time::Duration;

use spielwerk_games::Seat;
use spielwerk_search::{Clock, Limits, TimeManager};
use spielwerk_session::SearchParams;

use super::truncate;

/// A parsed `go` command.
#[derive(Clone, Debug, Default)]
pub struct GoCommand {
    /// Whether to search until `stop`.
    pub infinite: bool,
    limits: Limits,
    clocks: [Option<Duration>; Seat::MAX_SEATS],
    increments: [Duration; Seat::MAX_SEATS],
}

/// Move overhead: kept back from every clock for the communication with the front end.
const COMMUNICATION_OVERHEAD: Duration = Duration::from_millis(15);

impl GoCommand {
    /// Reads the words after `go`.
    pub fn parse(rest: &str) -> Result<GoCommand, String> {
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

    /// Search limits of the seat to move, which will make so many more moves.
    pub fn limits(&self, turn: Seat, moves_to_go: u32) -> Limits {
        let Some(remaining) = self.clocks[turn.index()] else { return self.limits };
        let time_manager = TimeManager {
            remaining,
            increment: self.increments[turn.index()],
            moves_to_go,
            move_overhead: COMMUNICATION_OVERHEAD,
        };
        self.limits.tightest(time_manager.limits(Clock::Wall))
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

/// The `go` command with the limits.
pub fn write_go(params: &SearchParams) -> String {
    let limits = &params.limits;
    let milliseconds = |time: Duration| time.as_millis().max(1);
    let mut line = String::from("go");
    // With a game clock the engine manages its time itself.
    for (seat, clock) in (1..).zip(&params.clocks) {
        line.push_str(&format!(" p{seat}time {}", milliseconds(clock.time)));
        line.push_str(&format!(" p{seat}inc {}", clock.increment.as_millis()));
    }
    if params.clocks.is_empty()
        && let Some(time) = limits.time
    {
        line.push_str(&format!(" movetime {}", milliseconds(time)));
    }
    if let Some(depth) = limits.depth {
        line.push_str(&format!(" depth {depth}"));
    }
    if let Some(nodes) = limits.nodes {
        line.push_str(&format!(" nodes {nodes}"));
    }
    if line == "go" { "go infinite".into() } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let go = GoCommand::parse("movetime 250 depth 7 nodes 9000").unwrap();
        assert_eq!(go.limits.time, Some(Duration::from_millis(250)));
        assert_eq!((go.limits.depth, go.limits.nodes, go.infinite), (Some(7), Some(9000), false));
    }

    #[test]
    fn clocks_belong_to_seats() {
        let go = GoCommand::parse("p1time 1000 p2time 90000 p3inc 5").unwrap();
        assert_eq!(go.clocks[1], Some(Duration::from_secs(90)));
        assert_eq!(go.increments[2], Duration::from_millis(5));
        assert!(!go.infinite);
    }

    #[test]
    fn nothing_means_without_end_and_nonsense_is_told() {
        assert!(GoCommand::parse("").unwrap().infinite);
        for nonsense in ["depth", "depth x", "p4time 3", "p1tim 3", "pé 3", "soon"] {
            assert!(GoCommand::parse(nonsense).is_err(), "{nonsense}");
        }
    }
}
