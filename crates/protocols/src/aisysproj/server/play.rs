//! The games themselves: a run goes from one turn of the agent to the next.
//!
//! The agent sits at A in every run, and lots decide who begins. With three players that is the
//! same as dealing the seats: the board looks alike from all three, and a turn of it that brings
//! the agent's seat to A leaves only the question who moves first. With two players the board of
//! SS26 is not alike from both sides, and an agent on the other side would not be A.
//!
//! Lots and opponents depend on the server's seed, the environment and the number of the agent's
//! run, and on nothing else: with the same seed, the same agent meets the same opponents again.

use arena::{Bounds, seed_for};
use games::{AnyPosition, Seat};
use players::{Course, Question, Spec};
use search::Limits;
use serde_json::{Map, Value};
use thiserror::Error;

use super::room::Run;
use crate::aisysproj::Environment;

/// Where the agent sits.
const AGENT: Seat = Seat::FIRST;

/// Why a move was not played.
#[derive(Debug, Error)]
pub(super) enum ActError {
    /// The agent's fault: the run waits for another move.
    #[error("{0}")]
    Refused(String),
    /// Ours.
    #[error("the environment failed: {0}")]
    Failed(String),
}

/// Begins an agent's next run.
pub(super) fn begin(
    environment: &Environment,
    agent: &str,
    number: i64,
    seed: u64,
) -> Result<Run, ActError> {
    let lots = seed_for(seed, [environment.number as u64, number as u64]);
    let first = (lots % environment.game.seats() as u64) as u8;
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
    answer(environment, &mut run, seed)?;
    Ok(run)
}

/// Plays a move of the agent and lets the others answer.
pub(super) fn act(
    environment: &Environment,
    run: &mut Run,
    action: &Value,
    seed: u64,
) -> Result<(), ActError> {
    let position = position(environment, run)?;
    let refused = |error: games::MoveError| ActError::Refused(error.to_string());
    let m = position.read_move(&action.to_string()).map_err(refused)?;
    write_move(run, &m.text);
    run.acts += 1;
    run.asked = false;
    answer(environment, run, seed)
}

/// What the agent is shown: everybody's pegs, and nothing else.
pub(super) fn percept(environment: &Environment, run: &Run) -> Result<Value, ActError> {
    let Value::Object(fields) = position(environment, run)?.json() else {
        return Err(ActError::Failed("a position is no object".into()));
    };
    let seats = environment.game.info().seats;
    let pegs = fields.into_iter().filter(|(key, _)| seats.contains(&key.as_str()));
    Ok(Value::Object(pegs.collect::<Map<_, _>>()))
}

/// The run from its beginning.
pub(super) fn replay(environment: &Environment, run: &Run) -> Result<Course, ActError> {
    let mut course = Course::from(environment.game, start(environment, run.first)?);
    for text in run.moves.lines() {
        let failed = |error: games::MoveError| ActError::Failed(error.to_string());
        let m = course.position().read_move(text).map_err(failed)?;
        course.play(&m).map_err(failed)?;
    }
    Ok(course)
}

/// The start with this seat on turn.
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
    environment.game.read(text).map_err(|error| ActError::Failed(error.to_string()))
}

/// The others move until it is the agent's turn again, or until its points are certain.
fn answer(environment: &Environment, run: &mut Run, seed: u64) -> Result<(), ActError> {
    let failed = |error: &dyn ToString| ActError::Failed(error.to_string());
    let mut course = replay(environment, run)?;
    run.points = points(course.position());
    while run.points.is_none() && course.position().turn() != Some(AGENT) {
        // A run may be continued by another process, so its opponents carry nothing along.
        let seed = seed_for(seed, [environment.number as u64, run.number as u64]);
        let spec = opponent(environment, seed).map_err(|error| failed(&error))?;
        let mut player = players::build(environment.game, &spec).map_err(|error| failed(&error))?;
        let question = Question::new(Limits::default());
        let thought =
            player.choose(&course, &question, &mut |_| {}).map_err(|error| failed(&error))?;
        course.play(&thought.best).map_err(|error| failed(&error))?;
        write_move(run, &thought.best.text);
        run.points = points(course.position());
    }
    let bounds = Bounds::usual(environment.game);
    if run.points.is_none() && bounds.turns.is_some_and(|most| run.acts as usize >= most) {
        // Whoever does not get home in all that time is last of those still playing.
        run.points = Some(course.position().broken_off(Some(AGENT)).points(AGENT));
    }
    run.position = course.position().text();
    Ok(())
}

fn opponent(environment: &Environment, seed: u64) -> Result<Spec, players::SpecError> {
    let spec: Spec = environment.opponent.parse()?;
    Ok(Spec { seed, ..spec })
}

/// The agent's points, if they are certain: at the end of the game, or as soon as it makes no
/// difference any more whether the agent gives up, because its place is taken.
fn points(position: &AnyPosition) -> Option<f64> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome.points(AGENT));
    }
    let [staying, leaving] =
        [None, Some(AGENT)].map(|quitter| position.broken_off(quitter).points(AGENT));
    (staying == leaving).then_some(staying)
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

    /// Plays the move that looks best after one position.
    fn greedy(environment: &Environment, run: &Run) -> Value {
        let mut player = players::build(environment.game, &Spec::named("greedy")).unwrap();
        let course = Course::from(environment.game, position(environment, run).unwrap());
        let question = Question::new(Limits::nodes(200));
        let best = player.choose(&course, &question, &mut |_| {}).unwrap().best;
        environment.game.path_json(&best.path)
    }

    #[test]
    fn every_seat_begins_sometimes_and_the_agent_is_always_on_turn() {
        for name in ["ss26.1.2.1", "ws2526.1.2.5"] {
            let environment = environment(name);
            let mut firsts = [0; Seat::MOST];
            for number in 0..30 {
                let run = begin(&environment, "a", number, 1).unwrap();
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
            let mut run = begin(&environment, "a", 3, seed).unwrap();
            while run.points.is_none() {
                let action = greedy(&environment, &run);
                act(&environment, &mut run, &action, seed).unwrap();
            }
            run
        };
        let run = play(1);
        assert_eq!(play(1), run);
        assert_ne!(play(2).moves, run.moves);
        let course = replay(&environment, &run).unwrap();
        assert_eq!(course.position().text(), run.position);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let environment = environment("ss26.1.2.8");
        let run = begin(&environment, "a", 0, 1).unwrap();
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
        let game = games::game("fauhalma").unwrap();
        let read = |text: &str| game.read(text).unwrap();
        let rest = r#""B":[[1,0]],"C":[[2,0]]"#;
        let home = read(&format!(r#"{{"A":[[-3,4]],{rest},"turn":"B"}}"#));
        assert_eq!(points(&home), Some(2.0));
        let out = read(&format!(r#"{{"A":[[1,1]],{rest},"turn":"B","out":["A"]}}"#));
        assert_eq!(points(&out), Some(0.0));
        assert_eq!(points(&game.start()), None);

        let environment = environment("ss26.1.2.8");
        let mut run = begin(&environment, "a", 0, 1).unwrap();
        run.acts = 299;
        let action = greedy(&environment, &run);
        act(&environment, &mut run, &action, 1).unwrap();
        assert_eq!((run.acts, run.points), (300, Some(0.0)));
    }
}
