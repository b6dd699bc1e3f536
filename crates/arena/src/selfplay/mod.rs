//! Self-play: games of a player against itself, whose positions a network learns from.
//!
//! Games are played in batches, each from its own seed, and every batch is one block of the sample
//! file: after a stop or a kill the next run goes on with the first batch that is missing, and the
//! file is the same as if it had been written at once. Batches may also be handed out to other
//! machines (`jobs.rs`), in any order: the file is the same again.

#[cfg(feature = "store")]
mod jobs;

use spielwerk_engines::Entrant;
use spielwerk_games::{AnyGame, AnyPosition, Seat};
use spielwerk_nets::{Sample, SampleError, SampleFile};
use spielwerk_players::{PlayerSpec, SpecError};
use spielwerk_search::{Limits, Score, StopFlag};
use spielwerk_session::{GameLimits, TimeControl};
use thiserror::Error;

use crate::{Match, OpeningError, Openings, PlayedGame, Referee};

#[cfg(feature = "store")]
pub use jobs::{SelfPlayAnswer, SelfPlayHandout, SelfPlayJob, SelfPlayResult, handout_token};

/// How self-play games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The game, which must have inputs for a network.
    pub game: AnyGame,
    /// The player of all seats. A little noise in its evaluation makes games differ.
    pub player: PlayerSpec,
    /// Nodes a move.
    pub nodes: u64,
    /// Random plies before the game.
    pub opening_plies: usize,
    /// Whether a game ends as soon as its result is proven, by tablebases or by both players. Its
    /// positions then have the right result, however badly the end would have been played.
    pub adjudication: bool,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The random seed.
    pub seed: u64,
}

/// Why there are no self-play games.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The game has no inputs for a network.
    #[error("{0} has no network inputs, so there is nothing to learn from its games")]
    NoInputs(&'static str),
    /// The player is not valid for the game.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The samples cannot be written.
    #[error(transparent)]
    Samples(#[from] SampleError),
    /// Another machine cannot play a batch.
    #[error("a worker cannot play batch {batch}: {why}")]
    Unplayable {
        /// Which batch, from 1.
        batch: u64,
        /// Why.
        why: String,
    },
}

/// The games of a batch.
const BATCH: u64 = 32;
/// Scores beyond this are as good as won.
const MAX_SCORE: i32 = 3_000;

impl SelfPlay {
    /// Plays until the file has so many games, or until it is stopped. `each` receives the number
    /// of games in the file after every batch.
    pub fn run(
        &self,
        file: &mut SampleFile,
        games: u64,
        stop: &StopFlag,
        each: &mut dyn FnMut(u64),
    ) -> Result<(), SelfPlayError> {
        self.check()?;
        while file.games() < games && !stop.is_stopped() {
            let (played, samples) = self.batch(file.games() / BATCH, stop)?;
            if stop.is_stopped() {
                break;
            }
            file.append(played, &samples)?;
            each(file.games());
        }
        Ok(())
    }

    /// Whether there is something to learn from the games.
    fn check(&self) -> Result<(), SelfPlayError> {
        let words = spielwerk_players::network_words(self.game);
        if words == 0 { Err(SelfPlayError::NoInputs(self.game.name())) } else { Ok(()) }
    }

    /// The games of one batch, always the same ones for the same number.
    fn batch(&self, number: u64, stop: &StopFlag) -> Result<(u32, Vec<Sample>), SelfPlayError> {
        let entrants: Result<Vec<Entrant>, _> =
            (0..self.game.seats()).map(|_| Entrant::new(self.game, &self.player)).collect();
        self.batch_of(entrants?, number, stop)
    }

    /// A batch by these players, who are all the same.
    fn batch_of(
        &self,
        entrants: Vec<Entrant>,
        number: u64,
        stop: &StopFlag,
    ) -> Result<(u32, Vec<Sample>), SelfPlayError> {
        let control = TimeControl::per_move(Limits::nodes(self.nodes));
        let limits =
            GameLimits { adjudication: self.adjudication, ..GameLimits::default_for(self.game) };
        let contest = Match {
            referee: Referee { time_control: control, limits },
            openings: Openings::Random { plies: self.opening_plies },
            games: BATCH as usize,
            concurrency: self.concurrency,
            seed: self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number),
            ..Match::new(self.game, entrants)
        };
        let mut finished = Vec::new();
        contest.play(stop, &mut |game, _| {
            finished.push((game.number, samples_of(&game.played)));
        })?;
        // With several games at a time they end in any order.
        finished.sort_by_key(|&(number, _)| number);
        let played = finished.len() as u32;
        Ok((played, finished.into_iter().flat_map(|(_, samples)| samples).collect()))
    }
}

/// The positions of a game after its opening. Forced moves teach nothing.
fn samples_of(played: &PlayedGame) -> Vec<Sample> {
    if played.termination.is_forfeit() {
        return Vec::new();
    }
    let positions = played.state.positions();
    let first = positions.len() - 1 - played.plies.len();
    let plies = positions[first..].iter().zip(&played.plies).enumerate();
    plies
        .filter(|(_, (position, _))| position.count_moves() > 1)
        .flat_map(|(nth, (position, ply))| {
            let views = if played.outcome.seats() == 2 {
                ply.seat.index()..=ply.seat.index()
            } else {
                0..=played.outcome.seats() - 1
            };
            views.filter_map(move |seat| sample_of(played, nth, position, Seat::new(seat)))
        })
        .collect()
}

/// A position from the view of a seat, with the score of the seat's next search.
fn sample_of(
    played: &PlayedGame,
    nth: usize,
    position: &AnyPosition,
    seat: Seat,
) -> Option<Sample> {
    let next = played.plies[nth..].iter().find(|ply| ply.seat == seat)?;
    Some(Sample {
        inputs: spielwerk_players::network_inputs(position, seat)?,
        score: hundredths(next.score?),
        result: played.outcome.half_points(seat) / (played.outcome.seats() as u8 - 1),
    })
}

/// A score that may be proven, in hundredths.
fn hundredths(score: Score) -> i16 {
    let value = if score.is_win() {
        MAX_SCORE
    } else if score.is_loss() {
        -MAX_SCORE
    } else {
        score.hundredths().unwrap_or(0).clamp(-MAX_SCORE, MAX_SCORE)
    };
    value as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn selfplay(game: &str) -> SelfPlay {
        SelfPlay {
            game: spielwerk_games::game(game).unwrap(),
            player: "strong:hash=1,eval_noise=10,tables=off,eval=classic".parse().unwrap(),
            nodes: 60,
            opening_plies: 4,
            adjudication: false,
            concurrency: 2,
            seed: 3,
        }
    }

    #[test]
    fn games_that_were_stopped_go_on_as_if_nothing_had_happened() {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str| SampleFile::open(&folder.path().join(name), "fanorona", 4).unwrap();
        let stop = StopFlag::default();
        let mut whole = open("whole");
        selfplay("fanorona").run(&mut whole, 2 * BATCH, &stop, &mut |_| ()).unwrap();
        let mut part = open("part");
        selfplay("fanorona").run(&mut part, 1, &stop, &mut |_| ()).unwrap();
        assert_eq!(part.games(), BATCH);
        let mut part = open("part");
        selfplay("fanorona").run(&mut part, 2 * BATCH, &stop, &mut |_| ()).unwrap();
        let (whole, part) = (whole.read_all().unwrap(), part.read_all().unwrap());
        assert_eq!(whole, part);
        assert!(whole.len() > 500, "{} samples", whole.len());
        assert!(whole.iter().all(|sample| sample.inputs[0].count_ones() <= 22));
        let wins = whole.iter().filter(|sample| sample.result == 2).count();
        assert!(wins > 0 && wins < whole.len());
    }

    #[test]
    fn among_three_a_position_is_seen_from_every_seat() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("samples");
        let mut file = SampleFile::open(&path, "fauhalma", 7).unwrap();
        selfplay("fauhalma").run(&mut file, 1, &StopFlag::default(), &mut |_| ()).unwrap();
        let samples = file.read_all().unwrap();
        // The last word says whose turn it is, counted from the seat that looks, and which seat looks.
        let looking =
            |seat: u64| samples.iter().filter(|it| it.inputs[6] >> 3 == 1 << seat).count();
        let counts = [0, 1, 2].map(looking);
        assert!(counts.iter().all(|&count| count > samples.len() / 5), "{counts:?}");
        assert_eq!(counts.iter().sum::<usize>(), samples.len());
        for place in 0..3 {
            let count = samples.iter().filter(|sample| sample.result == place).count();
            assert!(count > samples.len() / 5, "{count} of {} with {place}", samples.len());
        }
    }
}
