use super::*;
use crate::Seating;
use arena::{Ending, GameTime};

fn session(game: &str, person: &str, players: &str) -> Session {
    let game = games::game(game).unwrap();
    let seating = Seating { person: Some(person.into()), players: Seating::split(players) };
    let chairs = seating.arrange(game).unwrap();
    Session::new(Plan { chairs, ..Plan::new(game) }).unwrap()
}

fn first_move(session: &mut Session) {
    let m = session.position().moves()[0].clone();
    session.play(&m).unwrap();
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn players_answer_and_games_come_to_their_end() {
    let mut session = session("fanorona-3x3", "white", "level:1");
    while session.end().is_none() {
        match session.person() {
            Some(_) => first_move(&mut session),
            None => assert!(session.wait(LONG)),
        }
    }
    assert!(session.turn().is_none());
    assert_eq!(session.end().map(|end| end.ending.is_forfeit()), Some(false));
}

#[test]
fn whole_turns_are_taken_back_and_played_again() {
    let mut session = session("bohnenspiel", "schwarz", "greedy");
    assert!(session.wait(LONG));
    assert!(!session.take_back(), "the person has not moved yet");
    let before = session.position().clone();
    first_move(&mut session);
    assert!(session.wait(LONG));
    let after = session.position().clone();
    assert!(session.take_back());
    assert_eq!(session.position(), &before);
    assert!(session.play_again());
    assert_eq!(session.position(), &after);
    assert!(!session.play_again());
}

#[test]
fn taking_back_reopens_a_game_that_was_given_up() {
    let mut session = session("bohnenspiel", "weisse", "greedy");
    first_move(&mut session);
    assert!(session.wait(LONG));
    session.resign(Seat::FIRST);
    assert_eq!(session.end().map(|end| end.ending), Some(Ending::Resignation));
    assert_eq!(session.end().and_then(|end| end.outcome.winner()), Some(Seat::SECOND));
    assert!(session.take_back());
    assert_eq!(session.person(), Some(Seat::FIRST));
}

#[test]
fn who_has_no_time_left_has_lost() {
    let game = games::game("bohnenspiel").unwrap();
    let time = GameTime { time: Duration::ZERO, increment: Duration::ZERO };
    let control = Control { per_game: Some(time), ..Control::default() };
    let mut session = Session::new(Plan { control, ..Plan::new(game) }).unwrap();
    assert!(session.attend());
    assert_eq!(session.end().map(|end| end.ending), Some(Ending::Time));
}

#[test]
fn everybody_moves_on_for_the_next_game() {
    let mut session = session("bohnenspiel", "weisse", "greedy");
    session.begin_again(1).unwrap();
    assert_eq!(session.plan().chairs[1], Chair::Person);
    assert!(session.wait(LONG));
    assert_eq!(session.person(), Some(Seat::SECOND));
}

#[test]
fn advice_is_a_legal_move() {
    let mut session = session("fanorona", "white", "greedy");
    session.ask_advice(Some(Duration::from_millis(20))).unwrap();
    let best = session.wait_for_advice().unwrap().best.clone();
    assert!(session.play(&best).is_ok());
    assert!(session.advice().is_none(), "it belonged to the position before");
}
