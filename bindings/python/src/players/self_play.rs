//! Self-play by a named player: positions, moves, scores and results, as arrays to learn from.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use spielwerk_arena::{FinishedGame, Match, MatchScore, Openings, Referee};
use spielwerk_engines::Entrant;
use spielwerk_games::{AnyMove, AnyPosition};
use spielwerk_players::PlayerSpec;
use spielwerk_search::StopFlag;
use spielwerk_session::{GameLimits, TimeControl};

use super::analysis::score_value;
use super::interruptible::interruptible;
use super::specs::{LimitArguments, or_default_time, read_spec, read_threads};
use crate::errors::value_error;
use crate::games::KnownGame;
use crate::position::utility;

/// More games than this would not fit into memory.
const MAX_GAMES: usize = 1_000_000;

/// The positions of games of self-play, one row each.
#[pyclass(frozen, get_all, module = "spielwerk.players")]
pub(crate) struct SelfPlay {
    /// Rows × planes × sites, float32.
    observation_tensor: Py<PyArray3<f32>>,
    /// The action that was played.
    actions: Py<PyArray1<i64>>,
    /// The search's score for the side to move, in beans, steps or stones: infinite if proven, NaN
    /// if the player gave none.
    scores: Py<PyArray1<f32>>,
    /// The return of the side to move at the end of the game, from -1 to 1.
    returns: Py<PyArray1<f32>>,
    /// The side to move.
    players: Py<PyArray1<i64>>,
    /// The number of the game.
    games: Py<PyArray1<i64>>,
}

#[pymethods]
impl SelfPlay {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.actions.bind(py).len().unwrap_or(0)
    }
}

/// One position of a game.
struct Sample {
    position: AnyPosition,
    played: AnyMove,
    score: f32,
    result: f32,
    player: i64,
    game: i64,
}

/// Lets a player play against itself, from random openings, and returns every position with its
/// search's score and the game's result.
///
/// Games are rounded up to a multiple of the ways to seat the players: 2, or 6 with three seats.
#[pyfunction]
#[pyo3(signature = (
    game, player = "strong", games = 10, *, time = None, nodes = None, depth = None, seed = 0,
    opening_plies = Match::DEFAULT_OPENING_PLIES, threads = 1
))]
#[expect(clippy::too_many_arguments, reason = "Python has named arguments")]
pub(crate) fn self_play(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    player: &str,
    games: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seed: u64,
    opening_plies: usize,
    threads: usize,
) -> PyResult<SelfPlay> {
    let known = KnownGame::from_argument(game)?;
    if games == 0 || games > MAX_GAMES {
        return Err(value_error(format!("self-play has 1 to {MAX_GAMES} games")));
    }
    if opening_plies > 200 {
        return Err(value_error("opening_plies is at most 200"));
    }
    let spec = read_spec(player)?;
    let asked = LimitArguments { time, nodes, depth }.limits()?;
    let limits = if asked.is_infinite() { spec.limits } else { asked };
    let spec = PlayerSpec { limits: or_default_time(limits, known.any, &spec), ..spec };
    let entrants: Result<Vec<Entrant>, _> =
        (0..known.any.seats()).map(|_| Entrant::new(known.any, &spec)).collect();
    let per_move = if spec.command.is_some() { spec.limits } else { Default::default() };
    let contest = Match {
        referee: Referee {
            time_control: TimeControl { per_move, margin: None, ..TimeControl::default() },
            limits: GameLimits::default_for(known.any),
        },
        openings: Openings::Random { plies: opening_plies },
        games,
        concurrency: read_threads(threads)?,
        seed,
        ..Match::new(known.any, entrants.map_err(value_error)?)
    };
    let stop = StopFlag::default();
    let mut samples: Vec<Sample> = Vec::new();
    let played = interruptible(py, &stop, || {
        contest.play(&stop, &mut |game: &FinishedGame, _: &MatchScore| add(game, &mut samples))
    });
    played?.map_err(value_error)?;
    arrays(py, known, &samples)
}

/// Adds the positions of a game after its opening.
fn add(game: &FinishedGame, samples: &mut Vec<Sample>) {
    let state = &game.played.state;
    let opening = state.moves().len() - game.played.plies.len();
    let moves = state.positions().iter().zip(state.moves()).skip(opening);
    for ((position, &played), ply) in moves.zip(&game.played.plies) {
        samples.push(Sample {
            position: position.clone(),
            played,
            score: ply.score.map_or(f32::NAN, |score| score_value(score) as f32),
            result: utility(&game.played.outcome, ply.seat) as f32,
            player: ply.seat.index() as i64,
            game: game.number as i64,
        });
    }
}

fn arrays(py: Python<'_>, known: &KnownGame, samples: &[Sample]) -> PyResult<SelfPlay> {
    let shape = known.any.observation_shape();
    let observed = PyArray3::zeros(py, [samples.len(), shape.planes, shape.sites], false);
    {
        let mut guard = observed.readwrite();
        let rows = guard.as_slice_mut()?.chunks_exact_mut(shape.len());
        for (sample, row) in samples.iter().zip(rows) {
            sample.position.observe(known.any.board(), row);
        }
    }
    let action = |sample: &Sample| sample.position.action_of_move(sample.played);
    let integers =
        |of: &dyn Fn(&Sample) -> i64| PyArray1::from_iter(py, samples.iter().map(of)).unbind();
    let floats =
        |of: &dyn Fn(&Sample) -> f32| PyArray1::from_iter(py, samples.iter().map(of)).unbind();
    Ok(SelfPlay {
        observation_tensor: observed.unbind(),
        actions: integers(&|sample| action(sample).map_or(-1, i64::from)),
        scores: floats(&|sample| sample.score),
        returns: floats(&|sample| sample.result),
        players: integers(&|sample| sample.player),
        games: integers(&|sample| sample.game),
    })
}
