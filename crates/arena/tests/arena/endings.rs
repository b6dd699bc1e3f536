//! Every way in which a game can end.

use std::time::Duration;

use arena::{Bounds, Control, Ending, Played, Referee, Resignation};
use games::{AnyGame, Outcome, Seat};
use players::{Course, Fault, Player};
use search::{Clock, Limits, Score};

use crate::script::{Act, Script};

fn bohnenspiel() -> AnyGame {
    games::game("bohnenspiel").unwrap()
}

fn fauhalma() -> AnyGame {
    games::game("fauhalma").unwrap()
}

fn ours(game: AnyGame, spec: &str) -> Box<dyn Player> {
    players::build(game, &spec.parse().unwrap()).unwrap()
}

fn referee(game: AnyGame) -> Referee {
    Referee { bounds: Bounds::usual(game), ..Referee::default() }
}

/// A game of Das Bohnenspiel between one that plays by the rules and one that does this.
fn against(act: Act) -> Played {
    let mut players = vec![ours(bohnenspiel(), "random"), Script::boxed(&[act])];
    referee(bohnenspiel()).play(Course::new(bohnenspiel()), &mut players)
}

fn points(outcome: &Outcome) -> Vec<f64> {
    Seat::all(outcome.seats()).map(|seat| outcome.points(seat)).collect()
}

#[test]
fn a_game_by_the_rules_ends_by_the_rules() {
    let game = bohnenspiel();
    let mut players = vec![ours(game, "random:seed=1"), ours(game, "random:seed=2")];
    let played = referee(game).play(Course::new(game), &mut players);
    assert_eq!((played.ending, played.culprit), (Ending::Natural, None));
    assert_eq!(Some(played.outcome), played.course.position().outcome());
    assert_eq!(played.plies.len(), played.course.moves().len());
    assert!(played.plies.iter().all(|ply| ply.overrun() == Duration::ZERO));
}

#[test]
fn whoever_gives_no_legal_move_loses() {
    let cases = [
        (Act::Elsewhere, Ending::Illegal),
        (Act::Move("no house"), Ending::Illegal),
        (Act::Fault(Fault::Illegal("7".into())), Ending::Illegal),
        (Act::Fault(Fault::Garbage("hello".into())), Ending::Garbage),
        (Act::Fault(Fault::Time(Duration::from_secs(9))), Ending::Time),
        (Act::Fault(Fault::Crash("exit code 3".into())), Ending::Crash),
        (Act::Fault(Fault::Gone("closed pipe".into())), Ending::Disconnect),
        (Act::Fault(Fault::Silent("nothing there".into())), Ending::NoMove),
        (Act::Fault(Fault::Over), Ending::NoMove),
        (Act::Fault(Fault::OtherGame { plays: "go", asked: "chess" }), Ending::Crash),
        (Act::Panic, Ending::Crash),
    ];
    for (act, ending) in cases {
        let played = against(act);
        assert_eq!((played.ending, played.culprit), (ending, Some(Seat::SECOND)));
        assert_eq!(played.outcome, Outcome::win(Seat::FIRST));
        assert!(played.ending.is_forfeit() && played.remark.is_some());
        assert_eq!(played.plies.len(), 1, "the first player has moved");
    }
    assert!(against(Act::Panic).remark.unwrap().contains("always breaks down"));
}

#[test]
fn with_three_at_the_board_the_others_share_what_is_left() {
    let game = fauhalma();
    let mut players: Vec<Box<dyn Player>> = vec![
        ours(game, "random"),
        Script::boxed(&[Act::Opinion(Score::DRAW, false), Act::Panic]),
        ours(game, "random"),
    ];
    let played = referee(game).play(Course::new(game), &mut players);
    assert_eq!((played.ending, played.culprit), (Ending::Crash, Some(Seat::SECOND)));
    assert_eq!(points(&played.outcome), [1.5, 0.0, 1.5]);
    assert_eq!(played.plies.len(), 4);
}

#[test]
fn a_player_that_does_not_come_has_lost() {
    let fault = Fault::Crash("no such program".into());
    let played = referee(bohnenspiel()).no_show(Course::new(bohnenspiel()), Seat::FIRST, &fault);
    assert_eq!(played.ending, Ending::Crash);
    assert_eq!(played.outcome, Outcome::win(Seat::SECOND));
}

/// Two stones that go to and fro.
#[test]
fn the_third_time_is_a_draw() {
    let game = games::game("fanorona").unwrap();
    let start = game.read("W8/9/9/9/8B w").unwrap();
    let to_and_fro = |there, back| {
        let acts = [Act::Move(there), Act::Move(back)];
        Script::boxed(&[acts.clone(), acts].concat())
    };
    let mut players = vec![to_and_fro("a5-a4", "a4-a5"), to_and_fro("i1-i2", "i2-i1")];
    let played = referee(game).play(Course::from(game, start), &mut players);
    assert_eq!(played.ending, Ending::Repetition);
    assert_eq!(played.outcome, Outcome::draw());
    assert_eq!(played.course.occurrences(), 3);
}

#[test]
fn halma_ends_after_four_hundred_plies() {
    let game = games::game("halma").unwrap();
    let mut players = vec![ours(game, "random:seed=1"), ours(game, "random:seed=2")];
    let played = referee(game).play(Course::new(game), &mut players);
    assert_eq!((played.ending, played.culprit), (Ending::TooLong, None));
    assert_eq!((played.plies.len(), played.outcome), (400, Outcome::draw()));
}

#[test]
fn turns_are_counted_for_each_player_and_the_opening_counts() {
    let game = fauhalma();
    let referee =
        Referee { bounds: Bounds { turns: Some(5), ..Bounds::default() }, ..Referee::default() };
    let mut course = Course::new(game);
    for _ in 0..4 {
        course.play(&course.position().moves()[0]).unwrap();
    }
    let mut players: Vec<Box<dyn Player>> = (0..3).map(|_| ours(game, "random")).collect();
    let played = referee.play(course, &mut players);
    assert_eq!(played.ending, Ending::TooLong);
    assert_eq!(played.course.moves().len(), 15);
    assert_eq!(played.plies.len(), 11);
    assert_eq!(points(&played.outcome), [1.0, 1.0, 1.0]);
}

#[test]
fn whoever_is_much_too_late_loses_and_a_little_too_late_is_recorded() {
    let game = bohnenspiel();
    let control = |margin| Control {
        per_move: Limits { clock: Clock::Cpu, ..Limits::time(Duration::from_millis(1)) },
        margin,
        ..Control::default()
    };
    let dawdle = || -> Vec<Box<dyn Player>> {
        let late = Act::Dawdle(Duration::from_millis(4));
        vec![Script::boxed(&[late.clone(), Act::Panic]), Script::boxed(&[late])]
    };
    let strict = Referee { control: control(Some(Duration::from_millis(2))), ..referee(game) };
    let played = strict.play(Course::new(game), &mut dawdle());
    assert_eq!((played.ending, played.culprit), (Ending::Time, Some(Seat::FIRST)));
    assert!(played.plies.is_empty());
    let patient = Referee { control: control(None), ..referee(game) };
    let played = patient.play(Course::new(game), &mut dawdle());
    assert_eq!(played.ending, Ending::Crash);
    assert!(played.plies.iter().all(|ply| ply.overrun() >= Duration::from_millis(3)));
    assert_eq!(played.plies.len(), 2);
}

#[test]
fn players_give_up_after_so_many_hopeless_moves_in_a_row() {
    let game = bohnenspiel();
    let lost = Act::Opinion(Score::judged(-900), false);
    let hope = Act::Opinion(Score::judged(-100), false);
    let resignation = Some(Resignation { score: Score::judged(-800), moves: 2 });
    let referee =
        Referee { bounds: Bounds { resignation, ..Bounds::usual(game) }, ..Referee::default() };
    let mut players = vec![
        Script::boxed(&[lost.clone(), hope.clone(), lost.clone(), lost]),
        Script::boxed(&[hope]),
    ];
    let played = referee.play(Course::new(game), &mut players);
    assert_eq!((played.ending, played.culprit), (Ending::Resignation, Some(Seat::FIRST)));
    assert_eq!(played.outcome, Outcome::win(Seat::SECOND));
    assert_eq!(played.plies.len(), 7);
    assert!(!played.ending.is_forfeit());
}

#[test]
fn what_both_are_certain_of_is_so() {
    let game = bohnenspiel();
    let referee = Referee {
        bounds: Bounds { adjudication: true, ..Bounds::usual(game) },
        ..Referee::default()
    };
    let say = |score, exact| Act::Opinion(score, exact);
    let unsure = say(Score::judged(5), false);
    let play = |first: &[Act], second: &[Act]| {
        referee.play(Course::new(game), &mut [Script::boxed(first), Script::boxed(second)])
    };
    // The first boasts, and the second agrees only with its second move.
    let win = say(Score::win_in(9), true);
    let played = play(std::slice::from_ref(&win), &[unsure.clone(), say(Score::loss_in(6), true)]);
    assert_eq!((played.ending, played.plies.len()), (Ending::Adjudication, 4));
    assert_eq!(played.outcome, Outcome::win(Seat::FIRST));
    let drawn = say(Score::DRAW, true);
    let played = play(std::slice::from_ref(&drawn), std::slice::from_ref(&drawn));
    assert_eq!((played.outcome, played.plies.len()), (Outcome::draw(), 2));
    // Nobody is believed who is alone, or whose word is not certain.
    let played = play(&[win], &[unsure, Act::Panic]);
    assert_eq!(played.ending, Ending::Crash);
}

#[test]
fn endings_have_names_of_their_own() {
    for ending in Ending::ALL {
        assert_eq!(serde_json::to_value(ending).unwrap(), ending.name());
    }
}
