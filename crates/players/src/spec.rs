//! Player specs: `strong`, `level:3`, `minimax:depth=2`, `mcts:nodes=20000,seed=7`.
//!
//! A spec is a name, then after a colon a level, options, or a level and options. External programs,
//! `ugi:COMMAND` and the like, take the rest of the text as their command. Which names exist depends
//! on the game; [`build`](crate::build) checks that.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use spielwerk_search::Limits;
use thiserror::Error;

use crate::{BookChoice, Evaluation, Level, Weights};

/// A player's name with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    /// The name, without options.
    pub name: String,
    /// The level from 1 to 10, for `level`.
    pub level: Option<u8>,
    /// The command of an external program, for the names in [`EXTERNAL`](PlayerSpec::EXTERNAL).
    pub command: Option<String>,
    /// The player's own limits, beside those of each search.
    pub limits: Limits,
    /// The random seed.
    pub seed: u64,
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// How many threads it searches with, if not as many as each search says.
    pub threads: Option<usize>,
    /// Whether it may use tablebases.
    pub tables: bool,
    /// Which opening book it uses.
    pub book: BookChoice,
    /// The amplitude of the evaluation noise, in hundredths.
    pub eval_noise: i32,
    /// What evaluates its positions.
    pub evaluation: Evaluation,
    /// What gives the prior probabilities of its moves, in Monte-Carlo tree search.
    pub policy: Evaluation,
    /// Evaluation weights that differ from the defaults.
    pub weights: Vec<(String, i32)>,
}

/// Why a text is not a valid player spec.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// The text is empty.
    #[error("a player needs a name, as in `strong` or `minimax:depth=2`")]
    MissingName,
    /// A line break or the like, which would break messages and records too.
    #[error("`{}` has a line break or another control character", printable(.0))]
    ControlCharacter(String),
    /// An option without its value.
    #[error("`{option}` in `{spec}` is no option: options look like `depth=6`")]
    MalformedOption {
        /// The whole text.
        spec: String,
        /// The part that is wrong.
        option: String,
    },
    /// An unknown option.
    #[error("`{spec}` has the unknown option `{option}`; there are {known}")]
    UnknownOption {
        /// The whole text.
        spec: String,
        /// The option's name.
        option: String,
        /// All option names.
        known: String,
    },
    /// A value that the option does not accept.
    #[error("`{value}` is no value for `{option}` in `{spec}`: {expected}")]
    InvalidValue {
        /// The whole text.
        spec: String,
        /// The option's name.
        option: String,
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// An external program without its command.
    #[error("`{0}` needs a command, as in `ugi:./engine --fast`")]
    MissingCommand(String),
    /// A weight that the game's evaluation does not have.
    #[error("the evaluation of {game} has no weight `{name}`; there are {known}")]
    UnknownWeight {
        /// The name asked for.
        name: String,
        /// The game.
        game: &'static str,
        /// All weights.
        known: String,
    },
    /// A network that cannot be used.
    #[error("the network {path} cannot be used: {why}", path = path.display())]
    Network {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// An opening book that cannot be used.
    #[error("the opening book {path} cannot be used: {why}", path = path.display())]
    Book {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// An external program that cannot be started.
    #[error("cannot start `{spec}`: {why}")]
    StartFailed {
        /// The whole text.
        spec: String,
        /// What is wrong, and what would be right.
        why: String,
    },
    /// A command that cannot be split into words.
    #[error("the command in `{0}` has a quotation mark without its partner")]
    UnclosedQuote(String),
    /// An external program for other games.
    #[error("`{name}` is for {plays}, not for {game}")]
    WrongGame {
        /// The name of the interface.
        name: String,
        /// The games that it is for.
        plays: &'static str,
        /// The game asked for.
        game: &'static str,
    },
    /// A level outside 1 to 10.
    #[error("`{0}` has no level from 1 to 10, as in `level:3`")]
    InvalidLevel(String),
    /// A game that was registered without players.
    #[error("{game} has no players: register it with its evaluator")]
    NoPlayers {
        /// The game.
        game: &'static str,
    },
    /// No player of this name plays the game.
    #[error("no player of {game} is called `{name}`; the nearest name is `{nearest}`")]
    UnknownPlayer {
        /// The name asked for.
        name: String,
        /// The game.
        game: &'static str,
        /// The name that looks most like it.
        nearest: String,
    },
}

const OPTIONS: [&str; 12] = [
    "depth",
    "nodes",
    "time",
    "seed",
    "hash",
    "threads",
    "tables",
    "book",
    "eval",
    "eval_noise",
    "policy",
    "w.NAME",
];
/// The prefix of a weight's name.
const WEIGHT: &str = "w.";

impl PlayerSpec {
    /// The names of interfaces to external programs.
    pub const EXTERNAL: [&str; 4] = ["ugi", "files", "java", PlayerSpec::ENGINE];
    /// An external program by the name that this machine has for it.
    pub const ENGINE: &str = "engine";

    /// A name with default options.
    pub fn named(name: &str) -> PlayerSpec {
        PlayerSpec {
            name: name.to_lowercase(),
            level: None,
            command: None,
            limits: Limits::default(),
            seed: 0,
            hash: 64,
            threads: None,
            tables: true,
            book: BookChoice::Proven,
            eval_noise: 0,
            evaluation: Evaluation::Usual,
            policy: Evaluation::Usual,
            weights: Vec::new(),
        }
    }

    /// Whether this is the strongest player of a game.
    pub(crate) fn is_strongest(&self) -> bool {
        self.name == "strong" || self.level == Some(Level::HIGHEST)
    }

    /// The weights of an evaluator: the defaults, but for those set here.
    pub fn weights<W: Weights>(&self) -> W {
        let mut weights = W::default();
        for (name, value) in W::NAMES.iter().zip(weights.values_mut()) {
            if let Some((_, set)) = self.weights.iter().find(|(set, _)| set == name) {
                *value = *set;
            }
        }
        weights
    }

    /// Sets an option of a spec text.
    fn set(&mut self, option: &str, value: &str, text: &str) -> Result<(), SpecError> {
        let wrong = |expected| SpecError::InvalidValue {
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
                let time =
                    parse_duration(value).ok_or_else(|| wrong("a time like `100ms` or `2s`"))?;
                self.limits.time = Some(time);
            }
            "seed" => self.seed = value.parse().map_err(|_| wrong("a number"))?,
            "hash" => {
                let size = value.parse().ok().filter(|size| (1..=65_536).contains(size));
                self.hash = size.ok_or_else(|| wrong("MiB from 1 to 65536"))?;
            }
            "threads" => {
                let threads = value.parse().ok().filter(|threads| (1..=256).contains(threads));
                self.threads = Some(threads.ok_or_else(|| wrong("a number from 1 to 256"))?);
            }
            "tables" => {
                self.tables = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(wrong("`on` or `off`")),
                };
            }
            "book" => {
                self.book = match value {
                    "" => return Err(wrong("`off` or the path of a book")),
                    "off" => BookChoice::Off,
                    path => BookChoice::File(path.into()),
                };
            }
            "eval" | "policy" => {
                let evaluation = match value {
                    "" => return Err(wrong("`classic`, `network` or the path of a network")),
                    "classic" => Evaluation::Classic,
                    "network" => Evaluation::Embedded,
                    path => Evaluation::File(path.into()),
                };
                match option {
                    "eval" => self.evaluation = evaluation,
                    _ => self.policy = evaluation,
                }
            }
            "eval_noise" => {
                let noise = value.parse().ok().filter(|noise| (0..=30_000).contains(noise));
                self.eval_noise = noise.ok_or_else(|| wrong("a number from 0 to 30000"))?;
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

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let text = text.trim();
        if text.chars().any(|c| c.is_control() && c != '\t') {
            return Err(SpecError::ControlCharacter(text.to_owned()));
        }
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim_end();
        if name.is_empty() {
            return Err(SpecError::MissingName);
        }
        let mut spec = PlayerSpec::named(name);
        if PlayerSpec::EXTERNAL.contains(&spec.name.as_str()) {
            let command = Some(rest.trim().to_owned()).filter(|command| !command.is_empty());
            spec.command = Some(command.ok_or_else(|| SpecError::MissingCommand(text.to_owned()))?);
            return Ok(spec);
        }
        let mut options = rest.split(',').filter(|option| !option.is_empty());
        if spec.name == "level" {
            let level = options.next().and_then(|level| level.parse().ok());
            let level = level.filter(|level| (1..=10).contains(level));
            spec.level = Some(level.ok_or_else(|| SpecError::InvalidLevel(text.to_owned()))?);
        }
        for option in options {
            let (key, value) = option.split_once('=').ok_or_else(|| {
                SpecError::MalformedOption { spec: text.to_owned(), option: option.to_owned() }
            })?;
            spec.set(key, value, text)?;
        }
        Ok(spec)
    }
}

/// The name with all options that differ from the defaults, which parses to the same spec.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(command) = &self.command {
            return write!(f, "{}:{command}", self.name);
        }
        let usual = PlayerSpec::named(&self.name);
        let mut parts = Vec::new();
        parts.extend(self.level.map(|level| level.to_string()));
        parts.extend(self.limits.depth.map(|depth| format!("depth={depth}")));
        parts.extend(self.limits.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.limits.time.map(|time| format!("time={}us", time.as_micros())));
        parts.extend((self.seed != usual.seed).then(|| format!("seed={}", self.seed)));
        parts.extend((self.hash != usual.hash).then(|| format!("hash={}", self.hash)));
        parts.extend(self.threads.map(|threads| format!("threads={threads}")));
        parts.extend((!self.tables).then(|| "tables=off".to_owned()));
        parts.extend(match &self.book {
            BookChoice::Proven => None,
            BookChoice::Off => Some("book=off".to_owned()),
            BookChoice::File(path) => Some(format!("book={}", path.display())),
        });
        for (option, evaluation) in [("eval", &self.evaluation), ("policy", &self.policy)] {
            parts.extend(match evaluation {
                Evaluation::Usual => None,
                Evaluation::Embedded => Some(format!("{option}=network")),
                Evaluation::Classic => Some(format!("{option}=classic")),
                Evaluation::File(path) => Some(format!("{option}={}", path.display())),
            });
        }
        parts.extend((self.eval_noise != 0).then(|| format!("eval_noise={}", self.eval_noise)));
        parts.extend(self.weights.iter().map(|(name, value)| format!("{WEIGHT}{name}={value}")));
        let colon = if parts.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.name, parts.join(","))
    }
}

/// A text with spaces in place of its control characters.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Longer than anybody waits, and short enough to be added to any clock.
const MAX_SECONDS: f64 = 1e9;

/// Parses a time with its unit: `10ms`, `1.5s`, `2m`; a bare number is seconds. Times are whole
/// microseconds, so that one that is written is read again as the same.
pub fn parse_duration(text: &str) -> Option<Duration> {
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
    let seconds = number * seconds;
    let in_range = (0.0..=MAX_SECONDS).contains(&seconds);
    in_range.then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn options_are_parsed() {
        let spec: PlayerSpec = "mcts:nodes=20000,seed=7,time=50ms,tables=off".parse().unwrap();
        assert_eq!((spec.name.as_str(), spec.seed, spec.tables), ("mcts", 7, false));
        assert_eq!(spec.limits.nodes, Some(20_000));
        assert_eq!(spec.limits.time, Some(Duration::from_millis(50)));
        assert_eq!("level:3".parse::<PlayerSpec>().unwrap().level, Some(3));
    }

    #[test]
    fn displayed_specs_parse_to_the_same_spec() {
        for text in [
            "strong",
            "level:3",
            "minimax:depth=2",
            "ugi:./x --a=1,2",
            "strong:threads=2,eval=classic",
            "greedy:eval=network",
            "strong:eval=some/file.net,w.turn=3",
            "mcts:nodes=9,seed=7,tables=off,eval_noise=300,w.turn=-4",
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        assert_eq!("strong :".parse::<PlayerSpec>().unwrap().to_string(), "strong");
        let timed: PlayerSpec = "level:4,time=1.5s,hash=3".parse().unwrap();
        assert_eq!(timed.to_string().parse(), Ok(timed));
    }

    #[test]
    fn errors_name_what_is_valid() {
        let message = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(message("minimax:depth=0").contains("from 1 to 200"));
        assert!(message("minimax:deep=2").contains("there are depth, nodes"));
        assert!(message("minimax:2").contains("depth=6"));
        assert!(message("level:11").contains("1 to 10"));
        assert!(message("ugi:").contains("needs a command"));
        assert!(message("").contains("needs a name"));
        assert!(message("level:3\nstrong").contains("`level:3 strong` has a line break"));
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_duration("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(parse_duration("10ms"), Some(Duration::from_millis(10)));
        assert_eq!(parse_duration("2"), Some(Duration::from_secs(2)));
        assert_eq!(
            [parse_duration("-1s"), parse_duration("1 week"), parse_duration("nans")],
            [None; 3]
        );
        assert_eq!(parse_duration("1e19"), None);
        assert_eq!(parse_duration("0.0000014"), Some(Duration::from_micros(1)));
    }

    proptest! {
        #[test]
        fn arbitrary_text_does_not_panic(text in ".{0,40}") {
            if let Err(error) = text.parse::<PlayerSpec>() {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
