//! The configuration of a tournament, parsed from a TOML file. Errors name the line.
//!
//! ```toml
//! game = "bohnenspiel"
//! format = "round-robin"
//! players = ["strong", "greedy", "random"]
//! games = 10                  # of each pairing
//! openings = 6                # random plies, or a file with a position a line
//! seed = 1
//!
//! [limits]
//! nodes = 1000
//! ```

use std::ops::Range;
use std::path::Path;
use std::{fmt, fs};

use serde::{Deserialize, Serialize};
use serde_json::json;
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;
use thiserror::Error;
use toml::{Spanned, Value};

use crate::{Match, MatchConditions, Openings, seatings};
use spielwerk_engines::Entrant;

/// The configuration of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentConfig {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: AnyGame,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// The format.
    pub format: Format,
    /// How many rounds a Swiss tournament has.
    pub rounds: usize,
    /// How many games each pairing plays: whole rounds, so that every player plays every seat.
    pub games: usize,
    /// The openings.
    pub openings: Openings,
    /// The random seed.
    pub seed: u64,
    /// The match conditions.
    pub conditions: MatchConditions,
}

/// The format: who plays whom.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player plays every other.
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
    /// In each round, players with about the same points are paired, nobody twice.
    Swiss,
    /// A player that loses more than half of the games of a pairing is out. When all players left
    /// have been paired, all of them have won.
    KnockOut,
}

/// An error in a configuration.
#[derive(Debug, Error)]
pub struct TournamentConfigError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be valid.
    pub why: String,
}

impl fmt::Display for TournamentConfigError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// The structure of the TOML file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigFile {
    name: Option<String>,
    game: Spanned<String>,
    players: Spanned<Vec<Spanned<String>>>,
    format: Spanned<Format>,
    games: Spanned<usize>,
    rounds: Option<Spanned<usize>>,
    openings: Option<Spanned<Value>>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    limits: MatchConditions,
}

/// A configuration as [`TournamentConfig::to_json`] writes it.
#[derive(Deserialize)]
struct StoredConfig {
    game: String,
    format: Format,
    rounds: usize,
    players: Vec<String>,
    games: usize,
    openings: StoredOpenings,
    seed: u64,
    limits: MatchConditions,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum StoredOpenings {
    Random(usize),
    Listed(Vec<String>),
}

impl TournamentConfig {
    /// The largest number of players.
    const MAX_PLAYERS: usize = 1_000;
    /// The largest number of games of a pairing.
    const MAX_GAMES: usize = 1_000_000;

    /// Parses a configuration. Files that it names are looked for in `folder`; `name` is its name,
    /// unless it sets one.
    pub fn read(
        text: &str,
        folder: &Path,
        name: &str,
    ) -> Result<TournamentConfig, TournamentConfigError> {
        let fail = |at: Range<usize>, why: String| TournamentConfigError {
            line: line(text, at.start),
            why,
        };
        let file: ConfigFile = toml::from_str(text)
            .map_err(|error| fail(error.span().unwrap_or(0..0), one_line(error.message())))?;
        let game = spielwerk_games::game(file.game.get_ref())
            .map_err(|error| fail(file.game.span(), error.to_string()))?;
        let players = players(game, &file.players).map_err(|(at, why)| fail(at, why))?;
        let format = *file.format.get_ref();
        let round = seatings(game.seats()).len();
        let games = *file.games.get_ref();
        if games == 0 || !games.is_multiple_of(round) || games > TournamentConfig::MAX_GAMES {
            let why = format!(
                "a pairing plays a multiple of {round} games, so that everybody sits everywhere, and \
                 at most {}",
                TournamentConfig::MAX_GAMES
            );
            return Err(fail(file.games.span(), why));
        }
        if matches!(format, Format::Swiss | Format::KnockOut) && game.seats() != 2 {
            let why =
                format!("this format is for games of two players, but {} has three", game.name());
            return Err(fail(file.format.span(), why));
        }
        let openings =
            openings(game, file.openings.as_ref(), folder).map_err(|(at, why)| fail(at, why))?;
        let rounds = match (format, &file.rounds) {
            (Format::Swiss, None) => {
                let why = "a Swiss tournament says how many rounds there are: `rounds = 5`";
                return Err(fail(file.format.span(), why.into()));
            }
            (Format::Swiss, Some(rounds)) if !(1..=1_000).contains(rounds.get_ref()) => {
                return Err(fail(rounds.span(), "there are 1 to 1000 rounds".into()));
            }
            (Format::Swiss, Some(rounds)) => *rounds.get_ref(),
            (_, Some(rounds)) => {
                let why = "only a Swiss tournament says how many rounds there are";
                return Err(fail(rounds.span(), why.into()));
            }
            (_, None) => 1,
        };
        Ok(TournamentConfig {
            name: file.name.unwrap_or_else(|| name.to_owned()),
            game,
            players,
            format,
            rounds,
            games,
            openings,
            seed: file.seed,
            conditions: file.limits,
        })
    }

    /// The configuration that [`TournamentConfig::to_json`] wrote; `None` if another version did.
    pub fn from_json(name: &str, text: &str) -> Option<TournamentConfig> {
        let stored: StoredConfig = serde_json::from_str(text).ok()?;
        let game = spielwerk_games::game(&stored.game).ok()?;
        let openings = match stored.openings {
            StoredOpenings::Random(plies) => Openings::Random { plies },
            StoredOpenings::Listed(list) => {
                let read = list.iter().map(|text| game.read_position(text).ok());
                Openings::Listed(read.collect::<Option<_>>()?)
            }
        };
        let players = stored.players.iter().map(|spec| spec.parse().ok());
        Some(TournamentConfig {
            name: name.to_owned(),
            game,
            players: players.collect::<Option<_>>()?,
            format: stored.format,
            rounds: stored.rounds,
            games: stored.games,
            openings,
            seed: stored.seed,
            conditions: stored.limits,
        })
    }

    /// Everything that decides the games, as JSON in one line: the same text, the same games.
    pub fn to_json(&self) -> String {
        let openings = match &self.openings {
            Openings::Random { plies } => json!(plies),
            Openings::Listed(positions) => {
                positions.iter().map(spielwerk_games::AnyPosition::text).collect()
            }
        };
        let players: Vec<String> = self.players.iter().map(PlayerSpec::to_string).collect();
        json!({
            "game": self.game.name(),
            "format": self.format,
            "rounds": self.rounds,
            "players": players,
            "games": self.games,
            "openings": openings,
            "seed": self.seed,
            "limits": self.conditions,
        })
        .to_string()
    }
}

type Wrong = (Range<usize>, String);

fn players(game: AnyGame, list: &Spanned<Vec<Spanned<String>>>) -> Result<Vec<PlayerSpec>, Wrong> {
    let mut players: Vec<PlayerSpec> = Vec::new();
    for text in list.get_ref() {
        let wrong = |why: String| (text.span(), why);
        let spec: PlayerSpec = text.get_ref().parse().map_err(|error| wrong(format!("{error}")))?;
        // Which programs `engine:NAME` may be is known where the games are played.
        if spec.name != PlayerSpec::ENGINE {
            Entrant::new(game, &spec).map_err(|error| wrong(error.to_string()))?;
        }
        if players.contains(&spec) {
            let why = format!("`{spec}` takes part already; another one could have `seed=1`");
            return Err(wrong(why));
        }
        players.push(spec);
    }
    if !(game.seats()..=TournamentConfig::MAX_PLAYERS).contains(&players.len()) {
        let why = format!(
            "a tournament of {} has {} to {} players, not {}",
            game.name(),
            game.seats(),
            TournamentConfig::MAX_PLAYERS,
            players.len()
        );
        return Err((list.span(), why));
    }
    Ok(players)
}

fn openings(
    game: AnyGame,
    value: Option<&Spanned<Value>>,
    folder: &Path,
) -> Result<Openings, Wrong> {
    let Some(value) = value else {
        return Ok(Openings::Random { plies: Match::DEFAULT_OPENING_PLIES });
    };
    let wrong = |why: String| (value.span(), why);
    match value.get_ref() {
        Value::Integer(plies @ 0..=1000) => Ok(Openings::Random { plies: *plies as usize }),
        Value::String(file) => {
            let path = folder.join(file);
            let list = fs::read_to_string(&path)
                .map_err(|error| wrong(format!("cannot read `{}`: {error}", path.display())))?;
            let read = Openings::read(game, &list);
            read.map_err(|error| wrong(format!("`{file}`: {error}")))
        }
        _ => Err(wrong("openings are a number of plies up to 1000, or the name of a file".into())),
    }
}

/// The line of an offset in a text.
fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "game = 'bohnenspiel'\nformat = 'swiss'\nrounds = 3\n\
                        players = ['greedy', 'random']\ngames = 4\nopenings = 2\n[limits]\nnodes = 9\n";

    fn read(text: &str) -> Result<TournamentConfig, TournamentConfigError> {
        TournamentConfig::read(text, Path::new("."), "kitchen")
    }

    #[test]
    fn engines_that_are_allowed_by_name_may_take_part() {
        let config = read(&GOOD.replace("'random'", "'engine:mine'")).unwrap();
        assert_eq!(config.players[1].to_string(), "engine:mine");
    }

    #[test]
    fn a_config_is_parsed() {
        let config = read(GOOD).unwrap();
        assert_eq!((config.name.as_str(), config.rounds, config.games), ("kitchen", 3, 4));
        assert_eq!(config.conditions.nodes, Some(9));
        assert!(
            config.to_json().contains(r#""players":["greedy","random"]"#),
            "{}",
            config.to_json()
        );
    }

    #[test]
    fn errors_name_the_line() {
        for (from, to, line, part) in [
            ("rounds = 3", "round = 3", 3, "unknown field `round`"),
            ("'bohnenspiel'", "'bonenspiel'", 1, "bohnenspiel"),
            ("'random'", "'randon'", 4, "nearest name is `random`"),
            ("'random'", "'greedy'", 4, "takes part already"),
            (", 'random'", "", 4, "2 to 1000 players, not 1"),
            ("games = 4", "games = 3", 5, "multiple of 2"),
            ("games = 4", "games = 'many'", 5, "string"),
            ("openings = 2", "openings = 'no/such/file'", 6, "cannot read"),
            ("openings = 2", "openings = -1", 6, "number of plies"),
            ("'swiss'", "'sviss'", 2, "sviss"),
            ("rounds = 3", "", 2, "rounds = 5"),
            ("'swiss'", "'gauntlet'", 3, "only a Swiss"),
            ("'bohnenspiel'", "'fauhalma'", 4, "3 to 1000"),
            ("nodes = 9", "node = 9", 8, "unknown field `node`"),
            ("nodes = 9", "time = 'soon'", 8, "100ms"),
            ("nodes = 9", "nodes = ", 8, ""),
        ] {
            let text = GOOD.replace(from, to);
            let error = read(&text).unwrap_err();
            let message = error.to_string();
            assert_eq!(error.line, line, "{message}");
            assert!(message.contains(part) && !message.contains('\n'), "{message}");
        }
    }

    #[test]
    fn knock_out_is_for_two_players() {
        let text = "game = 'fauhalma'\nplayers = ['greedy', 'random', 'strong']\n\
                    format = 'knock-out'\ngames = 6\n";
        assert!(read(text).unwrap_err().to_string().starts_with("line 3: this format is for"));
    }
}
