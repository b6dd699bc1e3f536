//! Engines that misbehave, each in its own way: small shell scripts that speak just enough UGI.

use std::time::{Duration, Instant};

use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams};
use spielwerk_search::{Limits, Score, StopFlag};

use super::engine_pool::EnginePool;
use super::player::{Timeouts, UgiPlayer};
use crate::process::{EngineCommand, Process, ReadError};

/// A timeout that is never reached unless something is broken.
const LONG: Duration = Duration::from_secs(60);
/// As long as a bad engine is waited for.
const SHORT: Duration = Duration::from_millis(300);
/// How a script goes on and on.
const FOR_EVER: &str = "while :; do sleep 1; done";

/// A position in which the first house is empty.
const POSITION: &str = "0,6,6,6,6,6/6,6,6,6,6,12 0-0 w";

fn shell(script: &str) -> EngineCommand {
    EngineCommand::new(["sh", "-c", script].map(str::to_owned).to_vec())
}

/// An engine with a correct handshake that runs this script on `go`.
fn engine(at_go: &str) -> EngineCommand {
    shell(&format!(
        "while read line; do case $line in
             ugi) echo id name script; echo ugiok;;
             isready) echo readyok;;
             go*) {at_go};;
             quit) exit;;
         esac; done"
    ))
}

/// Starts an engine with long timeouts, however busy the machine is.
fn start(command: &EngineCommand) -> Result<UgiPlayer, PlayerError> {
    start_within(command, LONG)
}

fn start_within(command: &EngineCommand, timeout: Duration) -> Result<UgiPlayer, PlayerError> {
    UgiPlayer::start_with_timeouts(
        command,
        Timeouts { start: timeout, stop: LONG, ..Timeouts::DEFAULT },
    )
}

fn state(position: &str) -> GameState {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    GameState::from_position(game, game.read_position(position).unwrap())
}

/// The text of the move that was chosen.
fn text(analysis: &Analysis) -> String {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    game.start().write_move(analysis.best_move)
}

/// The answer of an engine with this script, in a position where the first house is empty.
fn ask(at_go: &str, timeout: Duration) -> Result<Analysis, PlayerError> {
    let params = SearchParams { timeout: Some(timeout), ..SearchParams::new(Limits::depth(1)) };
    let mut engine = start(&engine(at_go))?;
    engine.choose(&state(POSITION), &params, &mut |_| {})
}

#[test]
fn moves_and_info_lines_are_parsed() {
    let analysis = ask(
        "echo hello; echo info depth 3 score cp 12 nodes 77 pv 2 1; echo bestmove 2 ponder 1",
        LONG,
    );
    let analysis = analysis.unwrap();
    assert_eq!((text(&analysis).as_str(), analysis.nodes, analysis.depth), ("2", 77, 3));
    assert_eq!(
        (analysis.score, analysis.variations[0].moves.len()),
        (Some(Score::estimate(12)), 2)
    );
    // The `info` of another move does not count for this one.
    let analysis = ask("echo info depth 3 score cp 12 pv 2 1; echo bestmove 3", LONG).unwrap();
    assert_eq!((text(&analysis).as_str(), analysis.score), ("3", None));
}

#[test]
fn every_bad_answer_has_its_own_error() {
    use PlayerError::*;
    assert!(matches!(ask("echo bestmove 1", LONG), Err(IllegalMove(_))));
    assert!(matches!(ask("echo bestmove perhaps", LONG), Err(NotAMove(_))));
    assert!(matches!(ask("echo bestmove", LONG), Err(NotAMove(_))));
    assert_eq!(ask("echo bestmove none", LONG), Err(GameOver));
    let crash = ask("echo first >&2; echo ' at last' >&2; exit 3", LONG);
    assert!(matches!(&crash, Err(Crashed(why)) if why.contains('3') && why.ends_with("first")));
    assert!(matches!(ask("exit 0", LONG), Err(Crashed(_))));
    assert!(matches!(ask("kill -9 $$", LONG), Err(Crashed(_))));
    assert!(matches!(ask(&format!("exec >&-; {FOR_EVER}"), LONG), Err(Disconnected(_))));
}

#[test]
fn an_engine_that_does_not_answer_times_out() {
    for at_go in [FOR_EVER, "yes info string wait", "cat /dev/zero", "trap '' TERM; sleep 1000"] {
        assert_eq!(ask(at_go, SHORT), Err(PlayerError::Timeout(SHORT)), "{at_go}");
    }
}

#[test]
fn standard_error_never_blocks_the_engine() {
    let analysis = ask("yes error | head -c 1000000 >&2; echo bestmove 4", LONG);
    assert_eq!(text(&analysis.unwrap()), "4");
}

#[test]
fn a_start_timeout_is_distinguished_from_a_crash() {
    assert!(matches!(start_within(&shell(FOR_EVER), SHORT), Err(PlayerError::Timeout(SHORT))));
    assert!(matches!(start_within(&shell("yes"), SHORT), Err(PlayerError::Timeout(SHORT))));
    assert!(matches!(start(&shell("echo ugiok; exit 7")), Err(PlayerError::Crashed(_))));
    let nobody = EngineCommand::new(vec!["/nowhere/engine".into()]);
    assert!(
        matches!(start(&nobody), Err(PlayerError::Crashed(why)) if why.contains("/nowhere/engine"))
    );
    assert!(nobody.check().is_err() && shell("exit").check().is_ok());
    assert!(EngineCommand::parse("engine 'half").is_err());
}

#[test]
fn descendants_are_killed_with_the_process() {
    let process = Process::start(&shell("sleep 1000 & echo there; sleep 1000")).unwrap();
    let until = Instant::now() + LONG;
    assert_eq!(process.receive(until).unwrap(), "there");
    process.kill();
    // The pipe is open as long as any process that could write to it lives.
    assert_eq!(process.receive(until), Err(ReadError::Closed));
}

#[test]
fn after_an_error_the_next_search_starts_a_new_engine() {
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen");
    let seen = seen.display();
    let once = format!("if [ -e {seen} ]; then echo bestmove 1; else touch {seen}; exit 1; fi");
    let mut engine = start(&engine(&once)).unwrap();
    let game = GameState::new(spielwerk_games::game("bohnenspiel").unwrap());
    let mut ask = || engine.choose(&game, &SearchParams::new(Limits::depth(1)), &mut |_| {});
    assert!(matches!(ask(), Err(PlayerError::Crashed(_))));
    assert_eq!(text(&ask().unwrap()), "1");
}

#[test]
fn the_stop_flag_sends_stop() {
    let stop = StopFlag::default();
    let params = SearchParams { stop: stop.clone(), ..SearchParams::new(Limits::default()) };
    let at_go = "echo info depth 1 pv 5; read line; [ $line = stop ] && echo bestmove 5";
    let mut engine = start(&engine(at_go)).unwrap();
    let game = GameState::new(spielwerk_games::game("bohnenspiel").unwrap());
    let analysis = engine.choose(&game, &params, &mut |_| stop.stop()).unwrap();
    assert_eq!(text(&analysis), "5");
}

/// An engine that prints a line to standard error when it is started.
fn counted(at_go: &str) -> EngineCommand {
    let EngineCommand { mut words, log } = engine(at_go);
    words[2] = format!("echo started >&2\n{}", words[2]);
    EngineCommand { words, log }
}

#[test]
fn an_engine_is_kept_from_game_to_game() {
    let command = counted("echo bestmove 2");
    let pool = EnginePool::new(command.clone());
    let params = SearchParams::new(Limits::depth(1));
    let play = || {
        let mut player = pool.player().unwrap();
        let analysis = player.choose(&state(POSITION), &params, &mut |_| {}).unwrap();
        assert_eq!(text(&analysis), "2");
        player
    };
    for _ in 0..3 {
        drop(play());
    }
    // Two games at a time need two.
    drop((play(), play()));
    drop((play(), play()));
    drop(pool);
    assert_eq!(command.log.last_errors(), ["started"; 2]);
}

#[test]
fn an_engine_that_failed_is_not_kept() {
    let command = counted("exit 1");
    let pool = EnginePool::new(command.clone());
    let params = SearchParams::new(Limits::depth(1));
    for _ in 0..2 {
        let answer = pool.player().unwrap().choose(&state(POSITION), &params, &mut |_| {});
        assert!(matches!(answer, Err(PlayerError::Crashed(_))), "{answer:?}");
    }
    drop(pool);
    assert_eq!(command.log.last_errors(), ["started"; 2]);
}

/// An engine that answers `go` by the clock it was told to use, with 77 ms on it.
fn engine_with_a_clock() -> EngineCommand {
    shell(
        "clock=1; while read line; do case $line in
             ugi) echo option name clock type combo default wall var wall var cpu; echo ugiok;;
             isready) echo readyok;;
             'setoption name clock value cpu') clock=2;;
             'setoption name clock value wall') clock=1;;
             go*) echo info depth 1 time 77 pv $clock; echo bestmove $clock;;
             quit) exit;;
         esac; done",
    )
}

#[test]
fn an_engine_is_told_to_measure_cpu_time_if_it_can() {
    let state = state("6,6,6,6,6,6/6,6,6,6,6,6 0-0 w");
    let mut engine = start(&engine_with_a_clock()).unwrap();
    let second = Duration::from_secs(1);
    let mut ask = |limits: Limits| {
        let analysis = engine.choose(&state, &SearchParams::new(limits), &mut |_| {}).unwrap();
        (text(&analysis), analysis.time)
    };
    let (by_wall, wall_time) = ask(Limits::time(second));
    assert_eq!(by_wall, "1");
    // What it says itself counts only where nobody else can know.
    assert_ne!(wall_time, Duration::from_millis(77));
    assert_eq!(ask(Limits::cpu(second)), ("2".into(), Duration::from_millis(77)));
    assert_eq!(ask(Limits::time(second)).0, "1");
}

#[test]
fn an_engine_without_a_clock_option_is_left_alone() {
    let params = SearchParams::new(Limits::cpu(Duration::from_secs(1)));
    let mut engine = start(&engine("echo bestmove 2")).unwrap();
    let analysis = engine.choose(&state(POSITION), &params, &mut |_| {}).unwrap();
    assert_eq!(text(&analysis), "2");
}
