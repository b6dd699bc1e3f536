use super::*;

fn table(order: serde_json::Value) -> Table {
    serde_json::from_value::<NewTable>(order).unwrap().open().unwrap()
}

fn play(table: &mut Table, text: &str) {
    let m = table.course.position().read_move(text).unwrap();
    table.play(&m, Instant::now()).unwrap();
}

#[test]
fn a_turn_is_taken_back_and_played_again_with_its_answer() {
    let mut table = table(serde_json::json!({ "game": "bohnenspiel" }));
    let now = Instant::now();
    assert!(table.undo(now).is_err() && table.redo(now).is_err());
    for text in ["3", "2", "1"] {
        play(&mut table, text);
    }
    // The player is on turn: only the person's last move goes.
    table.undo(now).unwrap();
    assert_eq!((table.plies(), table.turns_to_redo()), (2, 1));
    // Now a whole turn: the answer and the person's move.
    table.undo(now).unwrap();
    assert_eq!((table.plies(), table.turns_to_redo()), (0, 2));
    table.redo(now).unwrap();
    assert_eq!((table.plies(), table.turns_to_redo()), (2, 1));
    table.redo(now).unwrap();
    assert_eq!((table.plies(), table.turns_to_redo()), (3, 0));
}

#[test]
fn what_is_written_down_can_be_read_again() {
    let order = serde_json::json!({
        "game": "fanorona", "clock": { "ms": 60_000, "increment_ms": 1000 },
        "seats": [{ "player": "level:2" }, { "person": "Ada" }], "moves": ["d3-e3A"],
    });
    let mut table = table(order);
    let now = Instant::now();
    let reply = table.course.position().moves()[0].clone();
    table.play(&reply, now).unwrap();
    table.undo(now).unwrap();
    let entry = table.entry(now);
    let again = Table::read(&entry).unwrap();
    assert_eq!(again.entry(now).record, entry.record);
    assert_eq!((again.plies(), again.turns_to_redo()), (1, 1));
}

#[test]
fn whoever_resigns_or_runs_out_of_time_has_lost() {
    let order = serde_json::json!({ "game": "halma", "clock": { "ms": 1000 } });
    let now = Instant::now();
    let mut late = table(order.clone());
    late.settle(now);
    late.flag(now + Duration::from_millis(999));
    assert!(late.over.is_none());
    late.flag(now + Duration::from_millis(1001));
    let over = late.over.clone().unwrap();
    assert_eq!((over.ending, over.culprit, over.outcome), (Ending::Time, Some(0), vec![0.0, 1.0]));
    let mut tired = table(order);
    assert!(tired.resign(Some(1), now).is_err(), "a player does not resign");
    tired.resign(None, now).unwrap();
    assert_eq!(tired.over.clone().unwrap().ending, Ending::Resignation);
    assert_eq!(tired.deadline(), None);
    assert!(tired.resign(None, now).is_err());
}

#[test]
fn nonsense_is_refused_before_anybody_sits_down() {
    let refusal = |order| {
        let order: NewTable = serde_json::from_value(order).unwrap();
        order.open().unwrap_err().to_string()
    };
    use serde_json::json;
    assert!(refusal(json!({ "game": "chess" })).contains("no game is called"));
    assert!(refusal(json!({ "game": "halma", "seats": [] })).contains("halma is for 2"));
    let player =
        |spec: &str| json!({ "game": "halma", "seats": [{ "player": spec }, { "person": "" }] });
    assert!(refusal(player("stron")).contains("`strong`"));
    assert!(refusal(player("ugi:rm -rf /")).contains("would start a program"));
    assert!(refusal(json!({ "game": "halma", "first": 2 })).contains("no such seat"));
    assert!(refusal(json!({ "game": "halma", "move_ms": 1 })).contains("from 50"));
    assert!(refusal(json!({ "game": "halma", "clock": { "ms": 1 } })).contains("`clock.ms`"));
    assert!(refusal(json!({ "game": "halma", "moves": ["0,0-9,9"] })).contains("move 1"));
}

#[test]
fn three_at_the_board_move_one_seat_on() {
    let seats =
        serde_json::json!([{ "person": "Ada" }, { "player": "random" }, { "player": "level:1" }]);
    let mut table = table(serde_json::json!({ "game": "fauhalma", "seats": seats }));
    assert!(table.is_person(Seat::FIRST));
    table.swap();
    assert!(table.is_person(Seat::SECOND) && table.player_on_turn().is_some());
    table.swap();
    table.swap();
    assert!(table.is_person(Seat::FIRST));
}

#[test]
fn anybody_may_begin() {
    for (game, seats) in [("halma", 2), ("fanorona", 2), ("bohnenspiel", 2), ("fauhalma", 3)] {
        for first in 0..seats {
            let table = table(serde_json::json!({ "game": game, "first": first }));
            assert_eq!(table.on_turn().map(Seat::index), Some(first), "{game}");
            assert_eq!(
                table.course.position().contents(),
                games::game(game).unwrap().start().contents()
            );
        }
    }
}
