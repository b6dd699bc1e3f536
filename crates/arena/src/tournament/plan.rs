//! What a tournament is: read from a TOML file, whose mistakes are told by their line.
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

use games::AnyGame;
use players::Spec;
use serde::{Deserialize, Serialize};
use serde_json::json;
use thiserror::Error;
use toml::{Spanned, Value};

use crate::{Entrant, Match, Openings, Terms, seatings};

/// A tournament as it is meant to be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: AnyGame,
    /// Everybody who takes part.
    pub players: Vec<Spec>,
    /// Who meets whom.
    pub format: Format,
    /// How many rounds a Swiss tournament has.
    pub rounds: usize,
    /// How many games each pairing plays: whole rounds, so that everybody sits everywhere.
    pub games: usize,
    /// Where they begin.
    pub openings: Openings,
    /// Where all random numbers begin.
    pub seed: u64,
    /// By what they are played.
    pub limits: Terms,
}

/// Who meets whom.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each round, players with about the same points meet, nobody twice.
    Swiss,
    /// Whoever loses more than half of the games of a pairing is out. When all who are left have
    /// met, all of them have won.
    KnockOut,
}

/// What is wrong with a plan.
#[derive(Debug, Error)]
pub struct PlanError {
    /// In which line, from 1.
    pub line: usize,
    /// What, and what would be right.
    pub why: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

/// A file as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
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
    limits: Terms,
}

/// A plan as [`Plan::text`] writes it.
#[derive(Deserialize)]
struct Kept {
    game: String,
    format: Format,
    rounds: usize,
    players: Vec<String>,
    games: usize,
    openings: KeptOpenings,
    seed: u64,
    limits: Terms,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum KeptOpenings {
    Random(usize),
    Listed(Vec<String>),
}

impl Plan {
    /// Most players that a tournament can have.
    const PLAYERS: usize = 1_000;
    /// Most games that a pairing can have.
    const GAMES: usize = 1_000_000;

    /// Reads a plan. Files that it names are looked for in `folder`; `name` is its name, unless it
    /// has one of its own.
    pub fn read(text: &str, folder: &Path, name: &str) -> Result<Plan, PlanError> {
        let fail = |at: Range<usize>, why: String| PlanError { line: line(text, at.start), why };
        let file: File = toml::from_str(text)
            .map_err(|error| fail(error.span().unwrap_or(0..0), one_line(error.message())))?;
        let game = games::game(file.game.get_ref())
            .map_err(|error| fail(file.game.span(), error.to_string()))?;
        let players = players(game, &file.players).map_err(|(at, why)| fail(at, why))?;
        let format = *file.format.get_ref();
        let round = seatings(game.seats()).len();
        let games = *file.games.get_ref();
        if games == 0 || !games.is_multiple_of(round) || games > Plan::GAMES {
            let why = format!(
                "a pairing plays a multiple of {round} games, so that everybody sits everywhere, and \
                 at most {}",
                Plan::GAMES
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
        Ok(Plan {
            name: file.name.unwrap_or_else(|| name.to_owned()),
            game,
            players,
            format,
            rounds,
            games,
            openings,
            seed: file.seed,
            limits: file.limits,
        })
    }

    /// The plan that [`Plan::text`] wrote down; none, if that was another version's.
    pub fn recall(name: &str, text: &str) -> Option<Plan> {
        let kept: Kept = serde_json::from_str(text).ok()?;
        let game = games::game(&kept.game).ok()?;
        let openings = match kept.openings {
            KeptOpenings::Random(plies) => Openings::Random { plies },
            KeptOpenings::Listed(list) => {
                let read = list.iter().map(|text| game.read(text).ok());
                Openings::Listed(read.collect::<Option<_>>()?)
            }
        };
        let players = kept.players.iter().map(|spec| spec.parse().ok());
        Some(Plan {
            name: name.to_owned(),
            game,
            players: players.collect::<Option<_>>()?,
            format: kept.format,
            rounds: kept.rounds,
            games: kept.games,
            openings,
            seed: kept.seed,
            limits: kept.limits,
        })
    }

    /// All that decides how the tournament goes, in one line: the same text, the same games.
    pub fn text(&self) -> String {
        let openings = match &self.openings {
            Openings::Random { plies } => json!(plies),
            Openings::Listed(positions) => positions.iter().map(games::AnyPosition::text).collect(),
        };
        let players: Vec<String> = self.players.iter().map(Spec::to_string).collect();
        json!({
            "game": self.game.name(),
            "format": self.format,
            "rounds": self.rounds,
            "players": players,
            "games": self.games,
            "openings": openings,
            "seed": self.seed,
            "limits": self.limits,
        })
        .to_string()
    }
}

type Wrong = (Range<usize>, String);

fn players(game: AnyGame, list: &Spanned<Vec<Spanned<String>>>) -> Result<Vec<Spec>, Wrong> {
    let mut players: Vec<Spec> = Vec::new();
    for text in list.get_ref() {
        let wrong = |why: String| (text.span(), why);
        let spec: Spec = text.get_ref().parse().map_err(|error| wrong(format!("{error}")))?;
        Entrant::new(game, &spec).map_err(|error| wrong(error.to_string()))?;
        if players.contains(&spec) {
            let why = format!("`{spec}` takes part already; another one could have `seed=1`");
            return Err(wrong(why));
        }
        players.push(spec);
    }
    if !(game.seats()..=Plan::PLAYERS).contains(&players.len()) {
        let why = format!(
            "a tournament of {} has {} to {} players, not {}",
            game.name(),
            game.seats(),
            Plan::PLAYERS,
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
        return Ok(Openings::Random { plies: Match::PLIES });
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

/// The line of a place in a text.
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

    fn read(text: &str) -> Result<Plan, PlanError> {
        Plan::read(text, Path::new("."), "kitchen")
    }

    #[test]
    fn a_plan_is_read() {
        let plan = read(GOOD).unwrap();
        assert_eq!((plan.name.as_str(), plan.rounds, plan.games), ("kitchen", 3, 4));
        assert_eq!(plan.limits.nodes, Some(9));
        assert!(plan.text().contains(r#""players":["greedy","random"]"#), "{}", plan.text());
    }

    #[test]
    fn mistakes_are_told_by_their_line() {
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
    fn three_players_do_not_knock_each_other_out() {
        let text = "game = 'fauhalma'\nplayers = ['greedy', 'random', 'strong']\n\
                    format = 'knock-out'\ngames = 6\n";
        assert!(read(text).unwrap_err().to_string().starts_with("line 3: this format is for"));
    }
}
