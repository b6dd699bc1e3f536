use super::*;
use crate::Seating;
use spielwerk_session::{GameTime, Termination};

fn session(game: &str, person: &str, players: &str) -> Session {
    let game = spielwerk_games::game(game).unwrap();
    let seating = Seating { person: Some(person.into()), players: Seating::split(players) };
    let seats = seating.arrange(game).unwrap();
    Session::new(SessionConfig { seats, ..SessionConfig::new(game) }).unwrap()
}

fn first_move(session: &mut Session) {
    let m = session.position().legal_moves()[0];
    session.play(m).unwrap();
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
    assert_eq!(session.end().map(|end| end.termination.is_forfeit()), Some(false));
}

#[test]
fn whole_turns_are_undone_and_redone() {
    let mut session = session("bohnenspiel", "schwarz", "greedy");
    assert!(session.wait(LONG));
    assert!(!session.undo(), "the person has not moved yet");
    let before = session.position().clone();
    first_move(&mut session);
    assert!(session.wait(LONG));
    let after = session.position().clone();
    assert!(session.undo());
    assert_eq!(session.position(), &before);
    assert!(session.redo());
    assert_eq!(session.position(), &after);
    assert!(!session.redo());
}

#[test]
fn undo_reopens_a_resigned_game() {
    let mut session = session("bohnenspiel", "weisse", "greedy");
    first_move(&mut session);
    assert!(session.wait(LONG));
    session.resign(Seat::FIRST);
    assert_eq!(session.end().map(|end| end.termination), Some(Termination::Resignation));
    assert_eq!(session.end().and_then(|end| end.outcome.winner()), Some(Seat::SECOND));
    assert!(session.undo());
    assert_eq!(session.person(), Some(Seat::FIRST));
}

#[test]
fn a_seat_without_time_loses() {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let time = GameTime { time: Duration::ZERO, increment: Duration::ZERO };
    let time_control = TimeControl { per_game: Some(time), ..TimeControl::default() };
    let mut session =
        Session::new(SessionConfig { time_control, ..SessionConfig::new(game) }).unwrap();
    assert!(session.poll());
    assert_eq!(session.end().map(|end| end.termination), Some(Termination::Time));
}

#[test]
fn seats_rotate_for_the_next_game() {
    let mut session = session("bohnenspiel", "weisse", "greedy");
    session.restart(1).unwrap();
    assert_eq!(session.config().seats[1], SeatPlayer::Person);
    assert!(session.wait(LONG));
    assert_eq!(session.person(), Some(Seat::SECOND));
}

#[test]
fn the_analysis_has_a_legal_move() {
    let mut session = session("fanorona", "white", "greedy");
    session.start_analysis(Some(Duration::from_millis(20)));
    let best = session.wait_for_analysis().unwrap().best_move;
    assert!(session.play(best).is_ok());
    assert!(session.analysis().is_none(), "it belonged to the position before");
}
