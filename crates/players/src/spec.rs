//! A player in words: `strong`, `level:3`, `minimax:depth=2`, `mcts:nodes=20000,seed=7`.
//!
//! A name, then after a colon what it takes: a level, or options, or first the one and then the
//! others. The programs of others, `ugi:COMMAND` and the like, take the rest of the text as it is.
//! Which names make sense depends on the game; [`build`](crate::build) says so.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use search::Limits;
use thiserror::Error;

use crate::Weights;

/// A player's name with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name, without options.
    pub name: String,
    /// A person's level from 1 to 10, for `level`.
    pub level: Option<u8>,
    /// What starts somebody else's program, for the names in [`EXTERNAL`](Spec::EXTERNAL).
    pub command: Option<String>,
    /// What the player allows itself, whatever it is asked.
    pub limits: Limits,
    /// Where its random numbers begin.
    pub seed: u64,
    /// Memory for its table of seen positions, in MiB.
    pub hash: usize,
    /// Whether it may look into tables of perfect play.
    pub tables: bool,
    /// How far its judgement of a position may be off, in hundredths.
    pub doubt: i32,
    /// Weights of its judgement that are not as usual.
    pub weights: Vec<(String, i32)>,
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// Nothing there.
    #[error("a player needs a name, as in `strong` or `minimax:depth=2`")]
    Nameless,
    /// An option without its value.
    #[error("`{option}` in `{spec}` is no option: options look like `depth=6`")]
    NoOption {
        /// The whole text.
        spec: String,
        /// The part that is wrong.
        option: String,
    },
    /// An option nobody knows.
    #[error("`{spec}` has the unknown option `{option}`; there are {known}")]
    UnknownOption {
        /// The whole text.
        spec: String,
        /// The option's name.
        option: String,
        /// All option names.
        known: String,
    },
    /// A value that is none.
    #[error("`{value}` is no value for `{option}` in `{spec}`: {expected}")]
    Value {
        /// The whole text.
        spec: String,
        /// The option's name.
        option: String,
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// No command where one is needed.
    #[error("`{0}` needs a command, as in `ugi:./engine --fast`")]
    NoCommand(String),
    /// A weight that the game's judgement does not have.
    #[error("the judgement of {game} has no weight `{name}`; there are {known}")]
    UnknownWeight {
        /// The name asked for.
        name: String,
        /// The game.
        game: &'static str,
        /// All weights.
        known: String,
    },
    /// A command that starts nobody.
    #[error("`{spec}` does not come to the board: {why}")]
    Command {
        /// The whole text.
        spec: String,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A command that cannot be split into words.
    #[error("the command in `{0}` has a quotation mark without its partner")]
    Quotes(String),
    /// Somebody else's program that plays other games.
    #[error("`{name}` is for {plays}, not for {game}")]
    OtherGame {
        /// How the program is spoken to.
        name: String,
        /// The games that are played so.
        plays: &'static str,
        /// The game asked for.
        game: &'static str,
    },
    /// A level that is none.
    #[error("`{0}` has no level from 1 to 10, as in `level:3`")]
    Level(String),
    /// No player of this name plays the game.
    #[error("no player of {game} is called `{name}`; the nearest name is `{nearest}`")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The game.
        game: &'static str,
        /// The name that looks most like it.
        nearest: String,
    },
}

const OPTIONS: [&str; 8] = ["depth", "nodes", "time", "seed", "hash", "tables", "doubt", "w.NAME"];
/// What stands before the name of a weight.
const WEIGHT: &str = "w.";

impl Spec {
    /// Names that stand for somebody else's program, with the command that starts it.
    pub const EXTERNAL: [&str; 3] = ["ugi", "files", "java"];

    /// A name without any option.
    pub fn named(name: &str) -> Spec {
        Spec {
            name: name.to_lowercase(),
            level: None,
            command: None,
            limits: Limits::default(),
            seed: 0,
            hash: 64,
            tables: true,
            doubt: 0,
            weights: Vec::new(),
        }
    }

    /// The weights of a judgement: as usual, but for those set here.
    pub fn weights<W: Weights>(&self) -> W {
        let mut weights = W::default();
        for (name, value) in W::NAMES.iter().zip(weights.list()) {
            if let Some((_, set)) = self.weights.iter().find(|(set, _)| set == name) {
                *value = *set;
            }
        }
        weights
    }

    /// Sets an option that stands in a text.
    fn set(&mut self, option: &str, value: &str, text: &str) -> Result<(), SpecError> {
        let wrong = |expected| SpecError::Value {
            spec: text.to_owned(),
            option: option.to_owned(),
            value: value.to_owned(),
            expected,
        };
        match option {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=200).contains(depth));
                self.limits.depth = Some(depth.ok_or_else(|| wrong("a number from 1 to 200"))?);
            }
            "nodes" => {
                let nodes = value.parse().map_err(|_| wrong("a number of positions"))?;
                self.limits.nodes = Some(nodes);
            }
            "time" => {
                let time = read_time(value).ok_or_else(|| wrong("a time like `100ms` or `2s`"))?;
                self.limits.time = Some(time);
            }
            "seed" => self.seed = value.parse().map_err(|_| wrong("a number"))?,
            "hash" => {
                let size = value.parse().ok().filter(|size| (1..=65_536).contains(size));
                self.hash = size.ok_or_else(|| wrong("MiB from 1 to 65536"))?;
            }
            "tables" => {
                self.tables = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(wrong("`on` or `off`")),
                };
            }
            "doubt" => {
                let doubt = value.parse().ok().filter(|doubt| (0..=30_000).contains(doubt));
                self.doubt = doubt.ok_or_else(|| wrong("a number from 0 to 30000"))?;
            }
            _ if let Some(weight) = option.strip_prefix(WEIGHT) => {
                let value = value.parse().ok().filter(|value| (-30_000..=30_000).contains(value));
                let value = value.ok_or_else(|| wrong("a number from -30000 to 30000"))?;
                self.weights.push((weight.to_owned(), value));
            }
            _ => {
                return Err(SpecError::UnknownOption {
                    spec: text.to_owned(),
                    option: option.to_owned(),
                    known: OPTIONS.join(", "),
                });
            }
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name.is_empty() {
            return Err(SpecError::Nameless);
        }
        let mut spec = Spec::named(name);
        if Spec::EXTERNAL.contains(&spec.name.as_str()) {
            let command = Some(rest.trim().to_owned()).filter(|command| !command.is_empty());
            spec.command = Some(command.ok_or_else(|| SpecError::NoCommand(text.to_owned()))?);
            return Ok(spec);
        }
        let mut options = rest.split(',').filter(|option| !option.is_empty());
        if spec.name == "level" {
            let level = options.next().and_then(|level| level.parse().ok());
            let level = level.filter(|level| (1..=10).contains(level));
            spec.level = Some(level.ok_or_else(|| SpecError::Level(text.to_owned()))?);
        }
        for option in options {
            let (key, value) = option.split_once('=').ok_or_else(|| SpecError::NoOption {
                spec: text.to_owned(),
                option: option.to_owned(),
            })?;
            spec.set(key, value, text)?;
        }
        Ok(spec)
    }
}

/// The name with all that is not as usual, to be read again.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(command) = &self.command {
            return write!(f, "{}:{command}", self.name);
        }
        let usual = Spec::named(&self.name);
        let mut parts = Vec::new();
        parts.extend(self.level.map(|level| level.to_string()));
        parts.extend(self.limits.depth.map(|depth| format!("depth={depth}")));
        parts.extend(self.limits.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.limits.time.map(|time| format!("time={}us", time.as_micros())));
        parts.extend((self.seed != usual.seed).then(|| format!("seed={}", self.seed)));
        parts.extend((self.hash != usual.hash).then(|| format!("hash={}", self.hash)));
        parts.extend((!self.tables).then(|| "tables=off".to_owned()));
        parts.extend((self.doubt != 0).then(|| format!("doubt={}", self.doubt)));
        parts.extend(self.weights.iter().map(|(name, value)| format!("{WEIGHT}{name}={value}")));
        let colon = if parts.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.name, parts.join(","))
    }
}

/// A time with its unit: `10ms`, `1.5s`, `2m`; a bare number is seconds.
pub fn read_time(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let number: f64 = number.trim().parse().ok()?;
    Duration::try_from_secs_f64(number * seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn options_are_read() {
        let spec: Spec = "mcts:nodes=20000,seed=7,time=50ms,tables=off".parse().unwrap();
        assert_eq!((spec.name.as_str(), spec.seed, spec.tables), ("mcts", 7, false));
        assert_eq!(spec.limits.nodes, Some(20_000));
        assert_eq!(spec.limits.time, Some(Duration::from_millis(50)));
        assert_eq!("level:3".parse::<Spec>().unwrap().level, Some(3));
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "strong",
            "level:3",
            "minimax:depth=2",
            "ugi:./x --a=1,2",
            "mcts:nodes=9,seed=7,tables=off,doubt=300,w.turn=-4",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        let timed: Spec = "level:4,time=1.5s,hash=3".parse().unwrap();
        assert_eq!(timed.to_string().parse(), Ok(timed));
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(message("minimax:depth=0").contains("from 1 to 200"));
        assert!(message("minimax:deep=2").contains("there are depth, nodes"));
        assert!(message("minimax:2").contains("depth=6"));
        assert!(message("level:11").contains("1 to 10"));
        assert!(message("ugi:").contains("needs a command"));
        assert!(message("").contains("needs a name"));
    }

    #[test]
    fn times_have_units() {
        assert_eq!(read_time("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(read_time("10ms"), Some(Duration::from_millis(10)));
        assert_eq!(read_time("2"), Some(Duration::from_secs(2)));
        assert_eq!([read_time("-1s"), read_time("1 week"), read_time("nans")], [None; 3]);
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_no_trouble(text in ".{0,40}") {
            if let Err(error) = text.parse::<Spec>() {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
