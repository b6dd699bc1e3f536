//! A cup, an elimination tournament: programs are paired for an even number of games, and whoever
//! loses more than half of them is eliminated. If both win half, both go on; so there may be several
//! winners.
//!
//! No pairing is played twice. The cup ends when one is left, or when all who are left have played
//! each other.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use spielwerk_engines::{Entrant, FileProgram};
use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::SpecError;
use spielwerk_search::StopFlag;
use spielwerk_session::Termination;
use thiserror::Error;

use super::program_match::{self, ProgramGame};
use super::programs::ReadyProgram;

/// Configuration of a cup.
#[derive(Debug)]
pub struct Cup {
    /// `halma` or `halma-strict`.
    pub game: AnyGame,
    /// All who take part.
    pub agents: Vec<Entrant>,
    /// How many games a pair plays; rounded up to an even number.
    pub games: usize,
    /// The time of each player for a game.
    pub time: Duration,
    /// The ply limit of a game.
    pub max_plies: usize,
}

/// The result of the games of two agents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Their indices in `agents`.
    pub agents: [usize; 2],
    /// How many games each has won.
    pub wins: [usize; 2],
    /// How many games nobody has won.
    pub draws: usize,
    /// Who is eliminated.
    pub eliminated: Option<usize>,
    /// How often who has lost in which way; nobody, if nobody has won.
    pub endings: BTreeMap<(Option<usize>, Termination), usize>,
}

/// All pairings of a round.
pub type Round = Vec<Pairing>;

/// Why there is no cup.
#[derive(Debug, Error)]
pub enum CupError {
    /// The directory cannot be read.
    #[error("cannot read {path}: {error}", path = path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Fewer than two agents.
    #[error(
        "{path} has {found} agents, not at least 2: directories with a program `homework`, \
         executable or `.py`",
        path = path.display()
    )]
    TooFew {
        /// Where.
        path: PathBuf,
        /// How many there are.
        found: usize,
    },
    /// A command is malformed.
    #[error(transparent)]
    Program(#[from] SpecError),
}

impl Cup {
    /// Plays round after round. `each` is called after every game. Whoever is left at the end has won.
    pub fn play(
        &self,
        stop: &StopFlag,
        each: &mut dyn FnMut(&ProgramGame),
    ) -> (Vec<Round>, Vec<usize>) {
        let mut left: Vec<usize> = (0..self.agents.len()).collect();
        let mut met = HashSet::new();
        let mut rounds = Vec::new();
        while !stop.is_stopped() {
            let pairs = pair_up(&left, &met);
            if pairs.is_empty() {
                break;
            }
            let mut round = Round::new();
            for pair in pairs {
                if stop.is_stopped() {
                    break;
                }
                let pairing = self.play_pairing(pair, each);
                met.insert(pair);
                left.retain(|&agent| pairing.eliminated != Some(agent));
                round.push(pairing);
            }
            rounds.push(round);
        }
        (rounds, left)
    }

    /// All games of a pair: each is Black as often as White, and whoever is Black begins.
    fn play_pairing(
        &self,
        [one, other]: [usize; 2],
        each: &mut dyn FnMut(&ProgramGame),
    ) -> Pairing {
        let games = self.games.max(1).next_multiple_of(2);
        let (mut wins, mut draws, mut endings) = ([0, 0], 0, BTreeMap::new());
        for number in 0..games {
            let seated = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
            let entrants = seated.map(|agent| &self.agents[agent]);
            let game = program_match::play_game(
                self.game,
                entrants,
                Seat::FIRST,
                self.time,
                self.max_plies,
            );
            let winner = game.played.outcome.winner();
            match winner.map(|seat| seated[seat.index()]) {
                Some(winner) => wins[usize::from(winner == other)] += 1,
                None => draws += 1,
            }
            let loser = winner.map(|seat| seated[seat.opponent().index()]);
            *endings.entry((loser, game.played.termination)).or_default() += 1;
            each(&game);
        }
        let eliminated = [(one, wins[1]), (other, wins[0])]
            .into_iter()
            .find_map(|(agent, lost)| (2 * lost > games).then_some(agent));
        Pairing { agents: [one, other], wins, draws, eliminated, endings }
    }
}

/// Greedy pairing of those who have not played each other yet, in the order of the list.
fn pair_up(left: &[usize], met: &HashSet<[usize; 2]>) -> Vec<[usize; 2]> {
    let mut waiting = left.to_vec();
    let mut pairs = Vec::new();
    while !waiting.is_empty() {
        let one = waiting.remove(0);
        let new = |&&other: &&usize| !met.contains(&[one, other]) && !met.contains(&[other, one]);
        if let Some(&other) = waiting.iter().find(new) {
            waiting.retain(|&agent| agent != other);
            pairs.push([one, other]);
        }
    }
    pairs
}

/// The agents in a directory: each in one of its own, under the name of that. If there is a program
/// `calibrate` beside `homework`, it is run once; the stop flag ends it.
pub fn agents(
    folder: &Path,
    game: AnyGame,
    stop: &StopFlag,
) -> Result<Vec<ReadyProgram>, CupError> {
    let unreadable = |error| CupError::Unreadable { path: folder.to_owned(), error };
    let mut directories = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            directories.push(path);
        }
    }
    directories.sort();
    let mut agents = Vec::new();
    for directory in directories {
        let Some(command) = program(&directory, "homework") else { continue };
        let agent = FileProgram::new(&command)?;
        let calibration = match program(&directory, "calibrate") {
            Some(command) => Some(FileProgram::new(&command)?),
            None => None,
        };
        let name = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
        agents.push(ReadyProgram::calibrated(agent, calibration, &name, game, stop)?);
    }
    if agents.len() < 2 {
        return Err(CupError::TooFew { path: folder.to_owned(), found: agents.len() });
    }
    Ok(agents)
}

/// What starts the program of this name in a directory: `homework`, `homework11`, `homework.py`, …
fn program(directory: &Path, name: &str) -> Option<String> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(directory).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files.into_iter().find_map(|file| {
        let file = std::path::absolute(file).ok().filter(|file| file.is_file())?;
        let stem = file.file_stem()?.to_str()?;
        let version = stem.strip_prefix(name)?;
        if !version.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let path = shlex::try_quote(file.to_str()?).ok()?.into_owned();
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("py") => Some(format!("python3 {path}")),
            _ if is_executable(&file) => Some(path),
            _ => None,
        }
    })
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file).is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "exe")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_meets_the_same_opponent_twice() {
        let mut met = HashSet::new();
        let mut pairings = 0;
        loop {
            let pairs = pair_up(&[0, 1, 2, 3], &met);
            if pairs.is_empty() {
                break;
            }
            pairings += pairs.len();
            assert!(pairs.iter().all(|pair| met.insert(*pair)));
        }
        assert_eq!(pairings, 6);
        assert_eq!(pair_up(&[5, 7, 9], &HashSet::new()), [[5, 7]]);
        assert!(pair_up(&[3], &HashSet::new()).is_empty());
    }

    #[test]
    fn whoever_loses_more_than_half_is_out() {
        let game = spielwerk_games::game("halma").unwrap();
        let ours = |spec: &str| Entrant::new(game, &spec.parse().unwrap()).unwrap();
        let broken = Entrant::from_fn("broken", |_| {
            Err(spielwerk_players::PlayerError::Crashed("always".to_owned()))
        });
        let agents = vec![ours("random"), broken, ours("random:seed=1")];
        let cup = Cup { game, agents, games: 2, time: Duration::from_secs(60), max_plies: 2 };
        let (rounds, left) = cup.play(&StopFlag::default(), &mut |_| {});
        assert_eq!(rounds[0][0].eliminated, Some(1));
        let crashed = BTreeMap::from([((Some(1), Termination::Crash), 2)]);
        assert_eq!(rounds[0][0].endings, crashed);
        assert!(!left.contains(&1) && !left.is_empty());
    }
}
