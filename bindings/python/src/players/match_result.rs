//! The statistics of a match for Python.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use spielwerk_arena::statistics::{SprtDecision, Z_95};
use spielwerk_arena::{FinishedGame, Match, MatchScore};

use crate::games::KnownGame;
use crate::position::{Position, points};

/// The result of a match.
#[pyclass(frozen, get_all, module = "spielwerk.players")]
pub(crate) struct MatchResult {
    /// The score of each player, in the order they were given.
    players: Vec<Py<PlayerScore>>,
    /// All games, in order.
    games: Vec<Py<PlayedGame>>,
    /// The Elo difference of the first player in a match of two, with its 95 % confidence interval:
    /// the estimate, the lower and the upper end. None with fewer than two pairs of games.
    elo: Option<(f64, f64, f64)>,
    /// The likelihood that the first player of two is the stronger one.
    likelihood_of_superiority: Option<f64>,
    /// How many pairs of games brought the first player of two 0, ½, 1, 1½ and 2 points.
    pairs: Vec<u64>,
    /// How many games ended in which way.
    terminations: BTreeMap<&'static str, usize>,
    /// The average number of plies, without openings.
    average_plies: f64,
    /// The log-likelihood ratio of a sequential test, and which Elo difference it accepts, if it is
    /// decided.
    sprt: Option<(f64, Option<f64>)>,
}

#[pymethods]
impl MatchResult {
    fn __repr__(&self, py: Python<'_>) -> String {
        let line = |score: &Py<PlayerScore>| score.get().__repr__();
        let mut text: Vec<String> = self.players.iter().map(line).collect();
        if let Some((elo, low, high)) = self.elo {
            text.push(format!("Elo difference {elo:+.0} [{low:+.0}, {high:+.0}]"));
        }
        for game in self.games.iter().map(|game| game.bind(py).get()) {
            if let Some(remark) = &game.remark {
                text.push(format!("game {}: {}, {remark}", game.number, game.termination));
            }
        }
        text.join("\n")
    }
}

/// The score of one player in a match.
#[pyclass(frozen, get_all, module = "spielwerk.players")]
pub(crate) struct PlayerScore {
    /// Its name.
    name: String,
    /// Games with more points than anybody else.
    wins: usize,
    /// Games that are neither won nor lost.
    draws: usize,
    /// Games with fewer points than anybody else.
    losses: usize,
    /// All its points.
    points: f64,
    /// The points a game.
    mean: f64,
    /// Half of the 95 % confidence interval of the mean; None with fewer than two rounds.
    error: Option<f64>,
    /// Games lost by an error of the player.
    forfeits: usize,
    /// The number of its moves.
    moves: usize,
    /// The number of positions that it searched.
    nodes: u64,
    /// The seconds of all its moves.
    time: f64,
}

#[pymethods]
impl PlayerScore {
    fn __repr__(&self) -> String {
        let PlayerScore { name, wins, draws, losses, mean, .. } = self;
        let error = self.error.map(|error| format!(" ± {error:.3}")).unwrap_or_default();
        format!("{name}: {mean:.3}{error} points a game, +{wins} ={draws} -{losses}")
    }
}

/// A game of a match.
#[pyclass(frozen, get_all, module = "spielwerk.players")]
pub(crate) struct PlayedGame {
    /// Its number, from 0.
    number: usize,
    /// For each seat, which player sat there, by its number.
    seating: Vec<usize>,
    /// The first position.
    start: Py<Position>,
    /// All moves, the opening included, in the game's notation.
    moves: Vec<String>,
    /// The last position.
    end: Py<Position>,
    /// How it ended: `natural`, `repetition`, `too-long`, `illegal`, `crash` and others.
    termination: &'static str,
    /// What went wrong, if anything did.
    remark: Option<String>,
    /// The points of every seat.
    outcome: Py<PyTuple>,
}

#[pymethods]
impl PlayedGame {
    fn __repr__(&self, py: Python<'_>) -> String {
        let outcome = self.outcome.bind(py);
        format!(
            "<game {}: {outcome} by {} after {} moves>",
            self.number,
            self.termination,
            self.moves.len()
        )
    }
}

impl MatchResult {
    pub(super) fn new(
        py: Python<'_>,
        known: &'static KnownGame,
        contest: &Match,
        score: &MatchScore,
        games: &[FinishedGame],
    ) -> PyResult<MatchResult> {
        let is_for_two = contest.entrants.len() == 2;
        let elo = score.pairs.estimate().filter(|_| is_for_two);
        let accepted = |sprt: &spielwerk_arena::statistics::Sprt| {
            sprt.decision(&score.pairs).map(|decision| match decision {
                SprtDecision::AcceptH0 => sprt.elo0,
                SprtDecision::AcceptH1 => sprt.elo1,
            })
        };
        let sprt = contest.sprt.filter(|_| is_for_two);
        let players = score.players.iter().map(|player| Py::new(py, player_score(player)));
        let games = games.iter().map(|game| Py::new(py, PlayedGame::new(py, known, game)?));
        let terminations = score.terminations.iter();
        Ok(MatchResult {
            players: players.collect::<PyResult<_>>()?,
            games: games.collect::<PyResult<_>>()?,
            elo: elo.map(|estimate| (estimate.elo, estimate.low, estimate.high)),
            likelihood_of_superiority: score
                .pairs
                .likelihood_of_superiority()
                .filter(|_| is_for_two),
            pairs: score.pairs.0.to_vec(),
            terminations: terminations.map(|(how, &count)| (how.name(), count)).collect(),
            average_plies: score.average_length(),
            sprt: sprt.map(|test| (test.log_likelihood_ratio(&score.pairs), accepted(&test))),
        })
    }
}

fn player_score(score: &spielwerk_arena::PlayerScore) -> PlayerScore {
    let games = score.wins + score.draws + score.losses;
    PlayerScore {
        name: score.name.clone(),
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
        points: score.points,
        mean: score.points / games.max(1) as f64,
        error: score.rounds.error().map(|error| Z_95 * error),
        forfeits: score.forfeits,
        moves: score.moves,
        nodes: score.nodes,
        time: score.time.as_secs_f64(),
    }
}

impl PlayedGame {
    pub(super) fn new(
        py: Python<'_>,
        known: &'static KnownGame,
        game: &FinishedGame,
    ) -> PyResult<PlayedGame> {
        let state = &game.played.state;
        let place = |position: &spielwerk_games::AnyPosition| {
            Py::new(py, Position { known, position: position.clone() })
        };
        Ok(PlayedGame {
            number: game.number,
            seating: game.seating.clone(),
            start: place(&state.positions()[0])?,
            moves: state.written_moves().collect(),
            end: place(state.position())?,
            termination: game.played.termination.name(),
            remark: game.played.remark.clone(),
            outcome: points(py, &game.played.outcome)?.unbind(),
        })
    }
}
