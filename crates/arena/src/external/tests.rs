//! Engines that misbehave, each in its own way: small shell scripts that speak just enough UGI.

use std::time::{Duration, Instant};

use players::{Course, Fault, Player, Question, Thought, TimeLeft};
use search::{Limits, Score, Stop};

use super::process::{Command, Process, Silence};
use super::ugi::{Patience, Ugi, go, whole};

/// Nobody has to wait for this long unless something is broken.
const LONG: Duration = Duration::from_secs(60);
/// As long as a bad engine is waited for.
const SHORT: Duration = Duration::from_millis(300);
/// How a script goes on and on.
const FOR_EVER: &str = "while :; do sleep 1; done";

fn shell(script: &str) -> Command {
    Command::new(["sh", "-c", script].map(str::to_owned).to_vec())
}

/// An engine that introduces itself well and does this when asked for a move.
fn engine(at_go: &str) -> Command {
    shell(&format!(
        "while read line; do case $line in
             ugi) echo id name script; echo ugiok;;
             isready) echo readyok;;
             go*) {at_go};;
             quit) exit;;
         esac; done"
    ))
}

/// A patient start, however busy the machine is.
fn start(command: &Command) -> Result<Ugi, Fault> {
    start_within(command, LONG)
}

fn start_within(command: &Command, patience: Duration) -> Result<Ugi, Fault> {
    Ugi::start_within(command, Patience { start: patience, stop: LONG, ..Patience::USUAL })
}

fn course(position: &str) -> Course {
    let game = games::game("bohnenspiel").unwrap();
    Course::from(game, game.read(position).unwrap())
}

/// What an engine answers that does this, where the first house is empty.
fn ask(at_go: &str, patience: Duration) -> Result<Thought, Fault> {
    let question = Question { patience: Some(patience), ..Question::new(Limits::depth(1)) };
    let mut engine = start(&engine(at_go))?;
    engine.choose(&course("0,6,6,6,6,6/6,6,6,6,6,12 0-0 w"), &question, &mut |_| {})
}

#[test]
fn a_good_engine_is_heard() {
    let thought = ask(
        "echo hello; echo info depth 3 score cp 12 nodes 77 pv 2 1; echo bestmove 2 ponder 1",
        LONG,
    );
    let thought = thought.unwrap();
    assert_eq!((thought.best.text.as_str(), thought.nodes, thought.depth), ("2", 77, 3));
    assert_eq!((thought.score, thought.lines[0].moves.len()), (Some(Score::judged(12)), 2));
    // What was said of another move does not count for this one.
    let thought = ask("echo info depth 3 score cp 12 pv 2 1; echo bestmove 3", LONG).unwrap();
    assert_eq!((thought.best.text.as_str(), thought.score), ("3", None));
}

#[test]
fn every_bad_answer_has_its_own_name() {
    use Fault::*;
    assert!(matches!(ask("echo bestmove 1", LONG), Err(Illegal(_))));
    assert!(matches!(ask("echo bestmove perhaps", LONG), Err(Garbage(_))));
    assert!(matches!(ask("echo bestmove", LONG), Err(Garbage(_))));
    assert_eq!(ask("echo bestmove none", LONG), Err(Over));
    let crash = ask("echo first >&2; echo ' at last' >&2; exit 3", LONG);
    assert!(matches!(&crash, Err(Crash(why)) if why.contains('3') && why.ends_with("first")));
    assert!(matches!(ask("exit 0", LONG), Err(Crash(_))));
    assert!(matches!(ask("kill -9 $$", LONG), Err(Crash(_))));
    assert!(matches!(ask(&format!("exec >&-; {FOR_EVER}"), LONG), Err(Gone(_))));
}

#[test]
fn who_does_not_answer_is_ended() {
    for at_go in [FOR_EVER, "yes info string wait", "cat /dev/zero", "trap '' TERM; sleep 1000"] {
        assert_eq!(ask(at_go, SHORT), Err(Fault::Time(SHORT)), "{at_go}");
    }
}

#[test]
fn complaints_never_fill_the_pipe() {
    let thought = ask("yes complaint | head -c 1000000 >&2; echo bestmove 4", LONG);
    assert_eq!(thought.unwrap().best.text, "4");
}

#[test]
fn an_engine_that_never_comes_up_is_told_from_one_that_dies() {
    assert!(matches!(start_within(&shell(FOR_EVER), SHORT), Err(Fault::Time(SHORT))));
    assert!(matches!(start_within(&shell("yes"), SHORT), Err(Fault::Time(SHORT))));
    assert!(matches!(start(&shell("echo ugiok; exit 7")), Err(Fault::Crash(_))));
    let nobody = Command::new(vec!["/nowhere/engine".into()]);
    assert!(matches!(start(&nobody), Err(Fault::Crash(why)) if why.contains("/nowhere/engine")));
    assert!(nobody.try_out().is_err() && shell("exit").try_out().is_ok());
    assert!(Command::read("engine 'half").is_err());
}

#[test]
fn all_that_a_program_has_started_ends_with_it() {
    let process = Process::start(&shell("sleep 1000 & echo there; sleep 1000")).unwrap();
    let until = Instant::now() + LONG;
    assert_eq!(process.hear(until).unwrap(), "there");
    process.kill();
    // The pipe is open as long as anybody lives who could write to it.
    assert_eq!(process.hear(until), Err(Silence::End));
}

#[test]
fn after_a_fault_the_next_question_finds_a_new_engine() {
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen");
    let seen = seen.display();
    let once = format!("if [ -e {seen} ]; then echo bestmove 1; else touch {seen}; exit 1; fi");
    let mut engine = start(&engine(&once)).unwrap();
    let game = Course::new(games::game("bohnenspiel").unwrap());
    let mut ask = || engine.choose(&game, &Question::new(Limits::depth(1)), &mut |_| {});
    assert!(matches!(ask(), Err(Fault::Crash(_))));
    assert_eq!(ask().unwrap().best.text, "1");
}

#[test]
fn an_engine_is_stopped_when_its_question_is() {
    let stop = Stop::default();
    let question = Question { stop: stop.clone(), ..Question::new(Limits::default()) };
    let at_go = "echo info depth 1 pv 5; read line; [ $line = stop ] && echo bestmove 5";
    let mut engine = start(&engine(at_go)).unwrap();
    let game = Course::new(games::game("bohnenspiel").unwrap());
    let thought = engine.choose(&game, &question, &mut |_| stop.stop()).unwrap();
    assert_eq!(thought.best.text, "5");
}

#[test]
fn engines_are_told_the_game_and_their_limits() {
    let mut game = Course::new(games::game("bohnenspiel").unwrap());
    assert_eq!(whole(&game), "position startpos");
    game.play(&game.position().read_move("3").unwrap()).unwrap();
    assert_eq!(whole(&game), "position startpos moves 3");
    let mut later = course("0,6,6,6,6,6/6,6,6,6,6,12 0-0 w");
    later.play(&later.position().read_move("2").unwrap()).unwrap();
    assert_eq!(whole(&later), "position fen 0,6,6,6,6,6/6,6,6,6,6,12 0-0 w moves 2");

    let limits = Limits { nodes: Some(9), ..Limits::time(Duration::from_micros(300)) };
    let mut question = Question::new(limits);
    assert_eq!(go(&question), "go movetime 1 nodes 9");
    let clock =
        |time| TimeLeft { time: Duration::from_millis(time), increment: Duration::from_millis(7) };
    question.clocks = [1000, 2000, 3000].map(clock).to_vec();
    question.limits.nodes = None;
    let told = "go p1time 1000 p1inc 7 p2time 2000 p2inc 7 p3time 3000 p3inc 7";
    assert_eq!(go(&question), told);
    assert_eq!(go(&Question::new(Limits::default())), "go infinite");
}
