use super::*;

fn session(request: serde_json::Value) -> WebSession {
    serde_json::from_value::<NewSession>(request).unwrap().open().unwrap()
}

fn play(session: &mut WebSession, text: &str) {
    let m = session.game.position().read_move(text).unwrap();
    session.play(m, Instant::now()).unwrap();
}

#[test]
fn a_turn_is_undone_and_redone_with_its_reply() {
    let mut session = session(serde_json::json!({ "game": "bohnenspiel" }));
    let now = Instant::now();
    assert!(session.undo(now).is_err() && session.redo(now).is_err());
    for text in ["3", "2", "1"] {
        play(&mut session, text);
    }
    // The player is on turn: only the person's last move goes.
    session.undo(now).unwrap();
    assert_eq!((session.plies(), session.turns_to_redo()), (2, 1));
    // Now a whole turn: the answer and the person's move.
    session.undo(now).unwrap();
    assert_eq!((session.plies(), session.turns_to_redo()), (0, 2));
    session.redo(now).unwrap();
    assert_eq!((session.plies(), session.turns_to_redo()), (2, 1));
    session.redo(now).unwrap();
    assert_eq!((session.plies(), session.turns_to_redo()), (3, 0));
}

#[test]
fn a_take_back_gives_the_time_back() {
    let request = serde_json::json!({
        "game": "bohnenspiel", "clock": { "ms": 60_000 },
        "seats": [{ "person": "" }, { "person": "" }],
    });
    let mut session = session(request);
    let (start, second) = (Instant::now(), Duration::from_secs(1));
    session.start_clocks(start);
    let m = session.game.position().read_move("3").unwrap();
    session.play(m, start + 3 * second).unwrap();
    // A clock runs for a moment while the session is opened.
    let left = |session: &WebSession| -> Vec<f64> {
        let left = session.game.clocks().all_remaining(start + 3 * second);
        left.into_iter().map(|left| left.as_secs_f64().round()).collect()
    };
    assert_eq!(left(&session), [57.0, 60.0]);
    let stored = WebSession::from_row(&session.to_row(start + 3 * second)).unwrap();
    for mut session in [session, stored] {
        session.undo(start + 3 * second).unwrap();
        assert_eq!(left(&session), [60.0, 60.0]);
        session.redo(start + 3 * second).unwrap();
        assert_eq!((session.plies(), left(&session)), (1, vec![60.0, 60.0]));
    }
}

#[test]
fn the_clock_of_a_person_waits_until_the_move_was_shown() {
    let request = serde_json::json!({
        "game": "bohnenspiel", "clock": { "ms": 60_000 },
        "seats": [{ "player": "random" }, { "person": "" }],
    });
    let mut shown = session(request);
    let (start, second) = (Instant::now(), Duration::from_secs(1));
    shown.start_clocks(start);
    play(&mut shown, "3");
    shown.hold_clock(start);
    let mut never_shown = shown.clone();
    let left = |session: &WebSession, seconds| {
        let left = session.game.clocks().all_remaining(start + seconds * second);
        left[1].as_secs_f64().round()
    };
    shown.start_clocks(start + second);
    assert_eq!((left(&shown, 1), left(&shown, 5)), (60.0, 56.0));
    // A client that says nothing gains the longest wait, and no more.
    assert_eq!((left(&never_shown, 3), left(&never_shown, 5)), (60.0, 58.0));
    // The clock of a player does not wait.
    play(&mut never_shown, "1");
    never_shown.hold_clock(start);
    let first = never_shown.game.clocks().all_remaining(Instant::now() + 5 * second)[0];
    assert_eq!(first.as_secs_f64().round(), 55.0);
}

#[test]
fn a_stored_session_can_be_read_again() {
    let request = serde_json::json!({
        "game": "fanorona", "clock": { "ms": 60_000, "increment_ms": 1000 },
        "seats": [{ "player": "level:2" }, { "person": "Ada" }], "moves": ["d3-e3A"],
    });
    let mut session = session(request);
    let now = Instant::now();
    let reply = session.game.position().legal_moves()[0];
    session.play(reply, now).unwrap();
    session.undo(now).unwrap();
    let row = session.to_row(now);
    let again = WebSession::from_row(&row).unwrap();
    assert_eq!(again.to_row(now).record, row.record);
    assert_eq!((again.plies(), again.turns_to_redo()), (1, 1));
}

#[test]
fn a_seat_loses_by_resignation_and_on_time() {
    let request = serde_json::json!({ "game": "halma", "clock": { "ms": 1000 } });
    let now = Instant::now();
    let mut late = session(request.clone());
    late.start_clocks(now);
    late.flag(now + Duration::from_millis(999));
    assert!(late.game.end().is_none());
    late.flag(now + Duration::from_millis(1001));
    let over = GameOver::of(late.game.end().unwrap());
    assert_eq!(
        (over.termination, over.culprit, over.outcome),
        (Termination::Time, Some(0), vec![0.0, 1.0])
    );
    let mut tired = session(request);
    assert!(tired.resign(Some(1), now).is_err(), "a player does not resign");
    tired.resign(None, now).unwrap();
    assert_eq!(tired.game.end().unwrap().termination, Termination::Resignation);
    assert_eq!(tired.deadline(), None);
    assert!(tired.resign(None, now).is_err());
}

#[test]
fn bad_requests_are_refused() {
    let error = |request| {
        let request: NewSession = serde_json::from_value(request).unwrap();
        request.open().unwrap_err().to_string()
    };
    use serde_json::json;
    assert!(error(json!({ "game": "chess" })).contains("no game is called"));
    assert!(error(json!({ "game": "halma", "seats": [] })).contains("halma is for 2"));
    let player =
        |spec: &str| json!({ "game": "halma", "seats": [{ "player": spec }, { "person": "" }] });
    assert!(error(player("stron")).contains("`strong`"));
    assert!(error(player("ugi:rm -rf /")).contains("would start a program"));
    assert!(error(json!({ "game": "halma", "first": 2 })).contains("no such seat"));
    assert!(error(json!({ "game": "halma", "move_ms": 1 })).contains("from 50"));
    assert!(error(json!({ "game": "halma", "clock": { "ms": 1 } })).contains("`clock.ms`"));
    assert!(error(json!({ "game": "halma", "moves": ["0,0-9,9"] })).contains("move 1"));
}

#[test]
fn swapping_moves_everybody_one_seat_on() {
    let seats =
        serde_json::json!([{ "person": "Ada" }, { "player": "random" }, { "player": "level:1" }]);
    let mut session = session(serde_json::json!({ "game": "fauhalma", "seats": seats }));
    assert!(session.is_person(Seat::FIRST));
    session.swap();
    assert!(session.is_person(Seat::SECOND) && session.player_on_turn().is_some());
    session.swap();
    session.swap();
    assert!(session.is_person(Seat::FIRST));
}

#[test]
fn any_seat_may_begin() {
    for (game, seats) in [("halma", 2), ("fanorona", 2), ("bohnenspiel", 2), ("fauhalma", 3)] {
        for first in 0..seats {
            let session = session(serde_json::json!({ "game": game, "first": first }));
            assert_eq!(session.on_turn().map(Seat::index), Some(first), "{game}");
            assert_eq!(
                session.game.position().contents(),
                spielwerk_games::game(game).unwrap().start().contents()
            );
        }
    }
}
