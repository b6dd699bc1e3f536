//! Self-play on other machines: a job is a batch, and its result are the samples of its games.
//!
//! A batch and not a game, because its openings are screened one after the other: a machine that
//! plays all games screens each of them once.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use spielwerk_engines::{Entrant, NamedEngines};
use spielwerk_nets::SampleFile;
use spielwerk_nets::samples::{pack, unpack};
use spielwerk_search::StopFlag;

use super::{BATCH, SelfPlay, SelfPlayError};
use crate::atomic_write;

/// A batch of self-play, with everything that decides its games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlayJob {
    /// Names the file of samples in messages.
    pub token: String,
    /// The number of the batch, from 0.
    pub batch: u64,
    /// The game.
    pub game: String,
    player: String,
    nodes: u64,
    opening_plies: usize,
    adjudication: bool,
    seed: u64,
}

/// What came of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SelfPlayResult {
    /// The batch.
    pub job: SelfPlayJob,
    /// What came of it.
    pub answer: SelfPlayAnswer,
}

/// What a worker says of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SelfPlayAnswer {
    /// Its games.
    Played {
        /// How many.
        games: u32,
        /// Their samples as [`pack`] compresses them, in Base64.
        samples: String,
    },
    /// This worker cannot play it.
    Refused {
        /// Why.
        why: String,
    },
}

impl SelfPlayJob {
    /// Plays it, unless it is stopped. Of external programs only those named here are started.
    pub fn play(self, engines: &NamedEngines, stop: &StopFlag) -> Option<SelfPlayResult> {
        let answer = match self.try_play(engines, stop) {
            Ok(answer) => answer,
            Err(error) => SelfPlayAnswer::Refused { why: error.to_string() },
        };
        (!stop.is_stopped()).then_some(SelfPlayResult { job: self, answer })
    }

    fn try_play(
        &self,
        engines: &NamedEngines,
        stop: &StopFlag,
    ) -> Result<SelfPlayAnswer, Box<dyn std::error::Error>> {
        let selfplay = SelfPlay {
            game: spielwerk_games::game(&self.game)?,
            player: self.player.parse()?,
            nodes: self.nodes,
            opening_plies: self.opening_plies,
            adjudication: self.adjudication,
            concurrency: 1,
            seed: self.seed,
        };
        selfplay.check()?;
        let entrant = |_| Entrant::untrusted(selfplay.game, &selfplay.player, engines);
        let entrants: Vec<Entrant> =
            (0..selfplay.game.seats()).map(entrant).collect::<Result<_, _>>()?;
        // A player that cannot be built here would lose all games, and teach nothing.
        entrants[0].player(0)?;
        let (games, samples) = selfplay.batch_of(entrants, self.batch, stop)?;
        Ok(SelfPlayAnswer::Played { games, samples: BASE64_STANDARD.encode(pack(&samples)?) })
    }
}

/// The largest samples of a batch, unpacked: far more than any game has.
const MAX_BATCH_BYTES: u64 = 1 << 28;

/// Self-play whose batches other machines play: which ones they get, and what has come back.
pub struct SelfPlayHandout<'a> {
    selfplay: &'a SelfPlay,
    file: &'a mut SampleFile,
    token: String,
    /// The number of games wanted in the file.
    games: u64,
    /// The batches that are open, ascending, each with its samples if they wait for those of earlier
    /// ones.
    open: BTreeMap<u64, Option<Vec<u8>>>,
    /// The games in the file once all open batches are.
    planned: u64,
}

impl<'a> SelfPlayHandout<'a> {
    /// How many batches are open at a time: enough for many workers, and little to keep in memory.
    const WINDOW: usize = 512;

    /// Of so many games in the file at the end. The token names the file in messages.
    pub fn new(
        selfplay: &'a SelfPlay,
        file: &'a mut SampleFile,
        token: String,
        games: u64,
    ) -> Result<SelfPlayHandout<'a>, SelfPlayError> {
        selfplay.check()?;
        let planned = file.games();
        Ok(SelfPlayHandout { selfplay, file, token, games, open: BTreeMap::new(), planned })
    }

    /// The token that names it in messages.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The number of games in the file.
    pub fn games(&self) -> u64 {
        self.file.games()
    }

    /// Whether the file has all games.
    pub fn is_done(&self) -> bool {
        self.file.games() >= self.games
    }

    /// Whether a batch is in the file, or was not asked for.
    pub fn is_past(&self, batch: u64) -> bool {
        !self.open.contains_key(&batch)
    }

    /// The batches that may be played now in addition to those before.
    pub fn more(&mut self) -> Vec<SelfPlayJob> {
        let mut jobs = Vec::new();
        while self.planned < self.games && self.open.len() < SelfPlayHandout::WINDOW {
            // The same numbers as without other machines, where a batch begins with the file.
            let batch = self.planned / BATCH;
            self.open.insert(batch, None);
            self.planned += self.batch_games();
            jobs.push(self.job(batch));
        }
        jobs
    }

    /// All batches that were handed out and have not come back.
    pub fn missing(&self) -> Vec<SelfPlayJob> {
        let missing = self.open.iter().filter(|(_, samples)| samples.is_none());
        missing.map(|(&batch, _)| self.job(batch)).collect()
    }

    fn job(&self, batch: u64) -> SelfPlayJob {
        SelfPlayJob {
            token: self.token.clone(),
            batch,
            game: self.selfplay.game.name().to_owned(),
            player: self.selfplay.player.to_string(),
            nodes: self.selfplay.nodes,
            opening_plies: self.selfplay.opening_plies,
            adjudication: self.selfplay.adjudication,
            seed: self.selfplay.seed,
        }
    }

    /// The games of a batch: rounds are never broken off.
    fn batch_games(&self) -> u64 {
        let seatings: u64 = (1..=self.selfplay.game.seats() as u64).product();
        BATCH.next_multiple_of(seatings)
    }

    /// Takes a result; it is in the file once all earlier batches are. One that has come before, or
    /// was not asked for in these words, is dropped.
    pub fn add(&mut self, result: SelfPlayResult) -> Result<(), SelfPlayError> {
        let batch = result.job.batch;
        if self.open.get(&batch) != Some(&None) || result.job != self.job(batch) {
            return Ok(());
        }
        let (games, samples) = match result.answer {
            SelfPlayAnswer::Played { games, samples } => (games, samples),
            SelfPlayAnswer::Refused { why } => {
                return Err(SelfPlayError::Unplayable { batch: batch + 1, why });
            }
        };
        let packed = BASE64_STANDARD.decode(samples).ok().filter(|packed| {
            let words = spielwerk_players::network_words(self.selfplay.game);
            u64::from(games) == self.batch_games()
                && unpack(packed, words, MAX_BATCH_BYTES).is_some()
        });
        let Some(packed) = packed else {
            let why = "its samples are damaged, or not those of all games".to_owned();
            return Err(SelfPlayError::Unplayable { batch: batch + 1, why });
        };
        self.open.insert(batch, Some(packed));
        self.append()
    }

    /// Appends what no earlier batch is missing for.
    fn append(&mut self) -> Result<(), SelfPlayError> {
        let words = spielwerk_players::network_words(self.selfplay.game);
        let games = self.batch_games() as u32;
        while let Some(first) = self.open.first_entry()
            && let Some(packed) = first.get()
        {
            let samples = unpack(packed, words, MAX_BATCH_BYTES).unwrap_or_default();
            self.file.append(games, &samples)?;
            first.remove();
        }
        Ok(())
    }
}

/// The token of a file of samples on a queue, from a small file beside it, and the path of that. The
/// next run finds by it what workers have sent since this one was killed; one that ends removes it.
pub fn handout_token(samples: &Path) -> io::Result<(String, PathBuf)> {
    let mut name: OsString = samples.as_os_str().to_owned();
    name.push(".queue");
    let path = PathBuf::from(name);
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if kept.len() == 16 && kept.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok((kept, path));
    }
    let token = format!("{:016x}", rand::random::<u64>());
    atomic_write(&path, token.as_bytes())?;
    Ok((token, path))
}

#[cfg(test)]
mod tests {
    use super::super::tests::selfplay;
    use super::*;

    #[test]
    fn batches_in_any_order_and_twice_are_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let open = |name: &str| SampleFile::open(&path(name), "fanorona", 4).unwrap();
        let (selfplay, stop) = (selfplay("fanorona"), StopFlag::default());
        selfplay.run(&mut open("here"), 3 * BATCH, &stop, &mut |_| ()).unwrap();

        let mut file = open("handed out");
        selfplay.run(&mut file, 1, &stop, &mut |_| ()).unwrap();
        let mut handout =
            SelfPlayHandout::new(&selfplay, &mut file, "x".into(), 3 * BATCH).unwrap();
        let jobs = handout.more();
        assert_eq!(jobs.iter().map(|job| job.batch).collect::<Vec<_>>(), [1, 2]);
        assert_eq!((handout.missing(), handout.more()), (jobs.clone(), Vec::new()));
        let play = |job: &SelfPlayJob| job.clone().play(&NamedEngines::default(), &stop).unwrap();
        let results: Vec<SelfPlayResult> = jobs.iter().map(play).collect();
        for result in [&results[1], &results[1], &results[0], &results[0], &results[1]] {
            assert!(!handout.is_done() || handout.is_past(result.job.batch));
            let text = serde_json::to_string(result).unwrap();
            handout.add(serde_json::from_str(&text).unwrap()).unwrap();
        }
        assert!(handout.is_done() && handout.missing().is_empty());
        assert_eq!(fs::read(path("here")).unwrap(), fs::read(path("handed out")).unwrap());
    }

    #[test]
    fn only_what_was_asked_for_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = SampleFile::open(&folder.path().join("file"), "fanorona", 4).unwrap();
        let selfplay = selfplay("fanorona");
        let mut handout = SelfPlayHandout::new(&selfplay, &mut file, "x".into(), BATCH).unwrap();
        let job = handout.more().remove(0);
        let answer = |samples: &str| SelfPlayAnswer::Played { games: 32, samples: samples.into() };
        let other = SelfPlayJob { seed: 9, ..job.clone() };
        let samples = BASE64_STANDARD.encode(pack(&[]).unwrap());
        handout.add(SelfPlayResult { job: other, answer: answer(&samples) }).unwrap();
        assert_eq!(handout.games(), 0);
        let damaged = SelfPlayResult { job: job.clone(), answer: answer("AAAA") };
        assert!(handout.add(damaged).unwrap_err().to_string().contains("batch 1: its samples"));
        handout.add(SelfPlayResult { job, answer: answer(&samples) }).unwrap();
        assert_eq!(handout.games(), BATCH);
    }

    #[test]
    fn a_job_names_no_command() {
        let job = SelfPlayJob {
            token: "x".into(),
            batch: 0,
            game: "fanorona".into(),
            player: "ugi:touch made".into(),
            nodes: 1,
            opening_plies: 0,
            adjudication: false,
            seed: 0,
        };
        let result = job.play(&NamedEngines::default(), &StopFlag::default()).unwrap();
        let SelfPlayAnswer::Refused { why } = result.answer else { panic!("it was played") };
        assert!(why.contains("a job names no command"), "{why}");
    }

    #[test]
    fn a_token_is_kept_until_its_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let samples = folder.path().join("samples");
        let (token, path) = handout_token(&samples).unwrap();
        assert_eq!(handout_token(&samples).unwrap().0, token);
        fs::remove_file(path).unwrap();
        assert_ne!(handout_token(&samples).unwrap().0, token);
    }
}
