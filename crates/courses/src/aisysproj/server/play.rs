//! The games of runs: a run goes from one turn of the agent to the next.
//!
//! The agent is always A, and the first mover is drawn at random. With three players that is the
//! same as random seats: the board has threefold symmetry, and a rotation that brings the agent's
//! seat to A leaves only the question who moves first. With two players the board of SS26 is not
//! symmetric, and an agent on the other side would not be A.
//!
//! First mover and opponents depend on the server's seed, the environment and the number of the
//! agent's run, and on nothing else: the same seed gives the same agent the same opponents again.

use std::time::Instant;

use serde_json::{Map, Value};
use spielwerk_arena::seed_for;
use spielwerk_games::{AnyPosition, Seat};
use spielwerk_players::{GameState, PlayerSpec, SearchParams};
use spielwerk_search::Limits;
use spielwerk_session::{GameLimits, GameSession, Termination, TimeControl};
use thiserror::Error;

use super::run_store::Run;
use crate::aisysproj::Environment;

/// The agent's seat.
const AGENT: Seat = Seat::FIRST;

/// Why a move was not played.
#[derive(Debug, Error)]
pub(super) enum ActError {
    /// The agent's move is illegal: the run waits for another one.
    #[error("{0}")]
    Refused(String),
    /// An error of the server.
    #[error("the environment failed: {0}")]
    Failed(String),
}

/// Begins an agent's next run.
pub(super) fn begin_run(
    environment: &Environment,
    agent: &str,
    number: i64,
    seed: u64,
) -> Result<Run, ActError> {
    let random = seed_for(seed, [environment.number as u64, number as u64]);
    let first = (random % environment.game.seats() as u64) as u8;
    let mut run = Run {
        id: 0,
        environment: environment.name.clone(),
        agent: agent.to_owned(),
        number,
        first,
        acts: 0,
        position: String::new(),
        moves: String::new(),
        asked: false,
        points: None,
    };
    play_opponents(environment, &mut run, seed)?;
    Ok(run)
}

/// Plays a move of the agent and the opponents' replies.
pub(super) fn act(
    environment: &Environment,
    run: &mut Run,
    action: &Value,
    seed: u64,
) -> Result<(), ActError> {
    let position = position(environment, run)?;
    let refused = |error: spielwerk_games::MoveError| ActError::Refused(error.to_string());
    let m = position.read_move(&action.to_string()).map_err(refused)?;
    write_move(run, &position.write_move(m));
    run.acts += 1;
    run.asked = false;
    play_opponents(environment, run, seed)
}

/// The percept: everybody's pegs, and nothing else.
pub(super) fn percept(environment: &Environment, run: &Run) -> Result<Value, ActError> {
    let Value::Object(fields) = position(environment, run)?.json() else {
        return Err(ActError::Failed("a position is no object".into()));
    };
    let seats = environment.game.info().seats;
    let pegs = fields.into_iter().filter(|(key, _)| seats.contains(&key.as_str()));
    Ok(Value::Object(pegs.collect::<Map<_, _>>()))
}

/// The run from its beginning.
pub(super) fn replay(environment: &Environment, run: &Run) -> Result<GameState, ActError> {
    session(environment, run).map(|session| session.into_parts().0)
}

/// The game of a run, as far as it was played.
fn session(environment: &Environment, run: &Run) -> Result<GameSession, ActError> {
    let failed = |error: &dyn ToString| ActError::Failed(error.to_string());
    let game = environment.game;
    let state = GameState::from_position(game, start(environment, run.first)?);
    let limits = GameLimits::default_for(game);
    // The server has no clock.
    let mut session = GameSession::new(state, TimeControl::default(), limits);
    for text in run.moves.lines() {
        let m = session.position().read_move(text).map_err(|error| failed(&error))?;
        session.play(m, Instant::now()).map_err(|error| failed(&error))?;
    }
    Ok(session)
}

/// The start position with this seat to move.
fn start(environment: &Environment, first: u8) -> Result<AnyPosition, ActError> {
    let mut setup = environment.game.start().json();
    let info = environment.game.info();
    if let (Value::Object(fields), Some(seat)) = (&mut setup, info.seats.get(usize::from(first))) {
        fields.insert("turn".into(), Value::from(*seat));
    }
    read(environment, &setup.to_string())
}

fn position(environment: &Environment, run: &Run) -> Result<AnyPosition, ActError> {
    read(environment, &run.position)
}

fn read(environment: &Environment, text: &str) -> Result<AnyPosition, ActError> {
    environment.game.read_position(text).map_err(|error| ActError::Failed(error.to_string()))
}

/// The opponents move until it is the agent's turn again, or until its points are certain.
fn play_opponents(environment: &Environment, run: &mut Run, seed: u64) -> Result<(), ActError> {
    let failed = |error: &dyn ToString| ActError::Failed(error.to_string());
    let mut session = session(environment, run)?;
    run.points = points(&session);
    while run.points.is_none() && session.turn() != Some(AGENT) {
        // A run may be continued by another process, so its opponents keep no state.
        let seed = seed_for(seed, [environment.number as u64, run.number as u64]);
        let spec = opponent(environment, seed).map_err(|error| failed(&error))?;
        let mut player =
            spielwerk_players::build(environment.game, &spec).map_err(|error| failed(&error))?;
        let params = SearchParams::new(Limits::default());
        let analysis =
            player.choose(session.state(), &params, &mut |_| {}).map_err(|error| failed(&error))?;
        let text = session.position().write_move(analysis.best_move);
        session.play(analysis.best_move, Instant::now()).map_err(|error| failed(&error))?;
        write_move(run, &text);
        run.points = points(&session);
    }
    run.position = session.position().text();
    Ok(())
}

fn opponent(
    environment: &Environment,
    seed: u64,
) -> Result<PlayerSpec, spielwerk_players::SpecError> {
    let spec: PlayerSpec = environment.opponent.parse()?;
    Ok(PlayerSpec { seed, ..spec })
}

/// The agent's points, if they are certain: at the end of the game, or as soon as it makes no
/// difference any more whether the agent gives up, because its place is taken.
fn points(session: &GameSession) -> Option<f64> {
    let position = session.position();
    let [staying, leaving] =
        [None, Some(AGENT)].map(|quitter| position.outcome_if_abandoned(quitter).points(AGENT));
    match session.end() {
        // Whoever does not get home in all that time is last of those still playing.
        Some(end) if end.termination == Termination::TooLong => Some(leaving),
        Some(end) => Some(end.outcome.points(AGENT)),
        None => (staying == leaving).then_some(staying),
    }
}

fn write_move(run: &mut Run, text: &str) {
    if !run.moves.is_empty() {
        run.moves.push('\n');
    }
    run.moves.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(name: &str) -> Environment {
        Environment::all().into_iter().find(|environment| environment.name == name).unwrap()
    }

    /// The move of the greedy player.
    fn greedy(environment: &Environment, run: &Run) -> Value {
        let mut player =
            spielwerk_players::build(environment.game, &PlayerSpec::named("greedy")).unwrap();
        let state = GameState::from_position(environment.game, position(environment, run).unwrap());
        let params = SearchParams::new(Limits::nodes(200));
        let best = player.choose(&state, &params, &mut |_| {}).unwrap().best_move;
        environment.game.path_json(&state.position().path(best))
    }

    #[test]
    fn every_seat_begins_sometimes_and_the_agent_is_always_on_turn() {
        for name in ["ss26.1.2.1", "ws2526.1.2.5"] {
            let environment = environment(name);
            let mut firsts = [0; Seat::MAX_SEATS];
            for number in 0..30 {
                let run = begin_run(&environment, "a", number, 1).unwrap();
                let first = usize::from(run.first);
                firsts[first] += 1;
                assert_eq!(position(&environment, &run).unwrap().turn(), Some(AGENT));
                let percept = percept(&environment, &run).unwrap();
                let keys: Vec<_> = percept.as_object().unwrap().keys().collect();
                assert_eq!(keys, environment.game.info().seats);
                let seats = environment.game.seats();
                assert_eq!(run.moves.lines().count(), (seats - first) % seats);
            }
            assert!(firsts[..environment.game.seats()].iter().all(|&times| times > 3));
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_run_again() {
        let environment = environment("ss26.1.2.5");
        let play = |seed| {
            let mut run = begin_run(&environment, "a", 3, seed).unwrap();
            while run.points.is_none() {
                let action = greedy(&environment, &run);
                act(&environment, &mut run, &action, seed).unwrap();
            }
            run
        };
        let run = play(1);
        assert_eq!(play(1), run);
        assert_ne!(play(2).moves, run.moves);
        let state = replay(&environment, &run).unwrap();
        assert_eq!(state.position().text(), run.position);
    }

    /// A team of the course has published a rating of 1.65 there.
    #[test]
    fn a_plain_greedy_agent_finds_environment_5_easy() {
        let environment = environment("ss26.1.2.5");
        let points = |number| {
            let mut run = begin_run(&environment, "a", number, 1).unwrap();
            while run.points.is_none() {
                let action = greedy(&environment, &run);
                act(&environment, &mut run, &action, 1).unwrap();
            }
            run.points.unwrap()
        };
        let rating = (0..20).map(points).sum::<f64>() / 20.0;
        assert!((1.3..2.0).contains(&rating), "{rating}");
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let environment = environment("ss26.1.2.8");
        let run = begin_run(&environment, "a", 0, 1).unwrap();
        for action in [r#"[[0,0],[1,0]]"#, r#""x""#, "null", "[]", r#"{"A":1}"#] {
            let mut same = run.clone();
            let action = serde_json::from_str(action).unwrap();
            let error = act(&environment, &mut same, &action, 1).unwrap_err();
            assert!(matches!(error, ActError::Refused(_)), "{error}");
            assert_eq!(same, run);
        }
    }

    #[test]
    fn a_place_that_is_taken_ends_the_run_and_idling_is_last() {
        let game = spielwerk_games::game("fauhalma").unwrap();
        let session = |position, max_turns| {
            let limits = GameLimits { max_turns, ..GameLimits::default_for(game) };
            let state = GameState::from_position(game, position);
            GameSession::new(state, TimeControl::default(), limits)
        };
        let read = |text: &str| session(game.read_position(text).unwrap(), None);
        let rest = r#""B":[[1,0]],"C":[[2,0]]"#;
        let home = read(&format!(r#"{{"A":[[-3,4]],{rest},"turn":"B"}}"#));
        assert_eq!(points(&home), Some(2.0));
        let out = read(&format!(r#"{{"A":[[1,1]],{rest},"turn":"B","out":["A"]}}"#));
        assert_eq!(points(&out), Some(0.0));
        assert_eq!(points(&session(game.start(), None)), None);
        assert_eq!(points(&session(game.start(), Some(0))), Some(0.0));
        assert_eq!(GameLimits::default_for(game).max_turns, Some(300));
    }
}
