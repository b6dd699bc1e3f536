//! Matches between named players and Python functions.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyString;
use spielwerk_arena::statistics::Sprt;
use spielwerk_arena::{FinishedGame, Match, MatchScore, Openings, Referee};
use spielwerk_engines::Entrant;
use spielwerk_games::AnyPosition;
use spielwerk_players::PlayerSpec;
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session::{GameLimits, TimeControl};

use super::interruptible::interruptible;
use super::match_result::{MatchResult, PlayedGame};
use super::player::Player;
use super::python_player::{Failure, OnError, PythonPlayer};
use super::specs::{LimitArguments, or_default_time, read_spec, read_threads};
use crate::errors::value_error;
use crate::games::KnownGame;
use crate::position::Position;

/// More games than this are a mistake.
const MAX_GAMES: usize = 10_000_000;
/// More random plies than this lead to no balanced opening.
const MAX_OPENING_PLIES: usize = 200;

/// Plays a match, every opening from all seats, and returns its statistics.
///
/// A player is a name, a Player, or a function that is given a position and returns a move. With
/// fewer players than seats, the last one takes the seats that are left. Limits hold for named
/// players without limits of their own; functions have no time limit.
#[pyfunction]
#[pyo3(signature = (
    game, *players, games = 20, time = None, nodes = None, depth = None, seed = 0,
    opening_plies = Match::DEFAULT_OPENING_PLIES, openings = None, threads = 1, sprt = None,
    on_error = "raise", on_game = None
))]
#[expect(clippy::too_many_arguments, reason = "Python has named arguments")]
#[expect(clippy::needless_pass_by_value, reason = "Python's lists become vectors")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    players: Vec<Bound<'_, PyAny>>,
    games: usize,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seed: u64,
    opening_plies: usize,
    openings: Option<Vec<PyRef<'_, Position>>>,
    threads: usize,
    sprt: Option<(f64, f64)>,
    on_error: &str,
    on_game: Option<Py<PyAny>>,
) -> PyResult<MatchResult> {
    let known = KnownGame::from_argument(game)?;
    if games > MAX_GAMES || games == 0 {
        return Err(value_error(format!("a match has 1 to {MAX_GAMES} games")));
    }
    let limits = LimitArguments { time, nodes, depth }.limits()?;
    let (failure, stop) = (Failure::default(), StopFlag::default());
    let on_error = match on_error {
        "raise" => OnError::Raise(failure.clone(), stop.clone()),
        "forfeit" => OnError::Forfeit,
        _ => return Err(value_error("on_error is 'raise' or 'forfeit'")),
    };
    let seats = fill_seats(known, &players)?;
    let entrants: PyResult<Vec<Seated>> =
        seats.iter().map(|player| seated(known, player, limits, &on_error)).collect();
    let entrants = entrants?;
    // Our own players have their limits; only programs from outside are told them by the referee.
    let is_external = entrants.iter().any(|entrant| entrant.is_external);
    let per_move = match is_external {
        true => or_default_time(limits, known.any, &PlayerSpec::named("strong")),
        false => Limits::default(),
    };
    let contest = Match {
        referee: Referee {
            time_control: TimeControl { per_move, margin: None, ..TimeControl::default() },
            limits: GameLimits::default_for(known.any),
        },
        openings: read_openings(known, opening_plies, openings.as_deref())?,
        games,
        concurrency: read_threads(threads)?,
        seed,
        sprt: sprt.map(read_sprt).transpose()?,
        ..Match::new(known.any, entrants.into_iter().map(|entrant| entrant.entrant).collect())
    };
    let mut played: Vec<FinishedGame> = Vec::new();
    let finished = interruptible(py, &stop, || {
        contest.play(&stop, &mut |game: &FinishedGame, _: &MatchScore| {
            if let Some(callback) = &on_game
                && let Err(error) = report(known, callback, game)
            {
                failure.keep(error);
                stop.stop();
            }
            played.push(game.clone());
        })
    });
    failure.raise()?;
    let score = finished?.map_err(value_error)?;
    MatchResult::new(py, known, &contest, &score, &played)
}

/// Calls a function with a finished game.
fn report(known: &'static KnownGame, callback: &Py<PyAny>, game: &FinishedGame) -> PyResult<()> {
    Python::attach(|py| callback.call1(py, (PlayedGame::new(py, known, game)?,)).map(drop))
}

/// A player for each seat.
fn fill_seats<'a, 'py>(
    known: &KnownGame,
    players: &'a [Bound<'py, PyAny>],
) -> PyResult<Vec<&'a Bound<'py, PyAny>>> {
    let seats = known.any.seats();
    match players.last() {
        Some(last) if players.len() <= seats => {
            Ok((0..seats).map(|seat| players.get(seat).unwrap_or(last)).collect())
        }
        _ => Err(value_error(format!(
            "{} has {seats} seats, so a match has 1 to {seats} players, not {}",
            known.any.name(),
            players.len()
        ))),
    }
}

/// An entrant, and whether it is a program from outside.
struct Seated {
    entrant: Entrant,
    is_external: bool,
}

fn seated(
    known: &'static KnownGame,
    player: &Bound<'_, PyAny>,
    limits: Limits,
    on_error: &OnError,
) -> PyResult<Seated> {
    let spec = if let Ok(name) = player.cast::<PyString>() {
        read_spec(&name.to_cow()?)?
    } else if let Ok(player) = player.cast::<Player>() {
        player.get().limited_spec(known)?
    } else if player.is_callable() {
        let entrant = python_entrant(known, player, on_error.clone());
        return Ok(Seated { entrant, is_external: false });
    } else {
        let why = "a player is a name like 'greedy', a Player, or a function of a position";
        return Err(value_error(why));
    };
    let own = if spec.limits.is_infinite() { limits } else { spec.limits };
    let spec = PlayerSpec { limits: or_default_time(own, known.any, &spec), ..spec };
    let entrant = Entrant::new(known.any, &spec).map_err(value_error)?;
    Ok(Seated { entrant, is_external: spec.command.is_some() })
}

/// A Python function as an entrant.
fn python_entrant(
    known: &'static KnownGame,
    function: &Bound<'_, PyAny>,
    on_error: OnError,
) -> Entrant {
    let name = function.getattr("__name__").and_then(|name| name.extract::<String>());
    let function = Arc::new(function.clone().unbind());
    Entrant::from_fn(name.unwrap_or_else(|_| "function".into()), move |_| {
        let (function, on_error) = (function.clone(), on_error.clone());
        Ok(Box::new(PythonPlayer { known, function, on_error }))
    })
}

fn read_openings(
    known: &KnownGame,
    plies: usize,
    listed: Option<&[PyRef<'_, Position>]>,
) -> PyResult<Openings> {
    let Some(listed) = listed else {
        return match plies {
            0..=MAX_OPENING_PLIES => Ok(Openings::Random { plies }),
            _ => Err(value_error(format!("opening_plies is at most {MAX_OPENING_PLIES}"))),
        };
    };
    let fits = |position: &PyRef<'_, Position>| {
        position.known.any == known.any && position.position.outcome().is_none()
    };
    if listed.is_empty() || !listed.iter().all(fits) {
        let game = known.any.name();
        let why = format!("openings are unfinished positions of {game}, at least one");
        return Err(value_error(why));
    }
    let positions: Vec<AnyPosition> =
        listed.iter().map(|position| position.position.clone()).collect();
    Ok(Openings::Listed(positions))
}

fn read_sprt((elo0, elo1): (f64, f64)) -> PyResult<Sprt> {
    match elo0.is_finite() && elo1.is_finite() && elo0 < elo1 {
        true => Ok(Sprt::new(elo0, elo1)),
        false => Err(value_error("sprt is two Elo differences, the lower one first: (0, 10)")),
    }
}
