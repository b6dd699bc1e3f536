//! Every termination of a game.

use std::time::Duration;

use spielwerk_arena::{PlayedGame, Referee};
use spielwerk_games::{AnyGame, Outcome, Seat};
use spielwerk_players::{GameState, Player, PlayerError};
use spielwerk_search::{Clock, Limits, Score};
use spielwerk_session::{GameLimits, Resignation, Termination, TimeControl};

use crate::script::{Act, Script};

fn bohnenspiel() -> AnyGame {
    spielwerk_games::game("bohnenspiel").unwrap()
}

fn fauhalma() -> AnyGame {
    spielwerk_games::game("fauhalma").unwrap()
}

fn ours(game: AnyGame, spec: &str) -> Box<dyn Player> {
    spielwerk_players::build(game, &spec.parse().unwrap()).unwrap()
}

fn referee(game: AnyGame) -> Referee {
    Referee { limits: GameLimits::default_for(game), ..Referee::default() }
}

/// A game of Das Bohnenspiel between a player from the registry and a scripted one.
fn against(act: Act) -> PlayedGame {
    let mut players = vec![ours(bohnenspiel(), "random"), Script::boxed(&[act])];
    referee(bohnenspiel()).play(GameState::new(bohnenspiel()), &mut players)
}

fn points(outcome: &Outcome) -> Vec<f64> {
    Seat::all(outcome.seats()).map(|seat| outcome.points(seat)).collect()
}

#[test]
fn a_finished_game_ends_naturally() {
    let game = bohnenspiel();
    let mut players = vec![ours(game, "random:seed=1"), ours(game, "random:seed=2")];
    let played = referee(game).play(GameState::new(game), &mut players);
    assert_eq!((played.termination, played.culprit), (Termination::Natural, None));
    assert_eq!(Some(played.outcome), played.state.position().outcome());
    assert_eq!(played.plies.len(), played.state.moves().len());
    assert!(played.plies.iter().all(|ply| ply.overrun() == Duration::ZERO));
}

#[test]
fn a_player_without_a_legal_move_forfeits() {
    let cases = [
        (Act::Elsewhere, Termination::Illegal),
        (Act::Move("no house"), Termination::Illegal),
        (Act::Fail(PlayerError::IllegalMove("7".into())), Termination::Illegal),
        (Act::Fail(PlayerError::NotAMove("hello".into())), Termination::Garbage),
        (Act::Fail(PlayerError::Timeout(Duration::from_secs(9))), Termination::Time),
        (Act::Fail(PlayerError::Crashed("exit code 3".into())), Termination::Crash),
        (Act::Fail(PlayerError::Disconnected("closed pipe".into())), Termination::Disconnect),
        (Act::Fail(PlayerError::NoMove("nothing there".into())), Termination::NoMove),
        (Act::Fail(PlayerError::GameOver), Termination::NoMove),
        (Act::Fail(PlayerError::WrongGame { plays: "go", asked: "chess" }), Termination::Crash),
        (Act::Panic, Termination::Crash),
    ];
    for (act, termination) in cases {
        let played = against(act);
        assert_eq!((played.termination, played.culprit), (termination, Some(Seat::SECOND)));
        assert_eq!(played.outcome, Outcome::win(Seat::FIRST));
        assert!(played.termination.is_forfeit() && played.remark.is_some());
        assert_eq!(played.plies.len(), 1, "the first player has moved");
    }
    assert!(against(Act::Panic).remark.unwrap().contains("always panics"));
}

#[test]
fn with_three_players_the_others_share_the_rest() {
    let game = fauhalma();
    let mut players: Vec<Box<dyn Player>> = vec![
        ours(game, "random"),
        Script::boxed(&[Act::Scored(Score::DRAW, false), Act::Panic]),
        ours(game, "random"),
    ];
    let played = referee(game).play(GameState::new(game), &mut players);
    assert_eq!((played.termination, played.culprit), (Termination::Crash, Some(Seat::SECOND)));
    assert_eq!(points(&played.outcome), [1.5, 0.0, 1.5]);
    assert_eq!(played.plies.len(), 4);
}

#[test]
fn a_player_that_cannot_be_started_forfeits() {
    let error = PlayerError::Crashed("no such program".into());
    let played =
        referee(bohnenspiel()).failed_start(GameState::new(bohnenspiel()), Seat::FIRST, &error);
    assert_eq!(played.termination, Termination::Crash);
    assert_eq!(played.outcome, Outcome::win(Seat::SECOND));
}

/// Two stones that move back and forth.
#[test]
fn threefold_repetition_is_a_draw() {
    let game = spielwerk_games::game("fanorona").unwrap();
    let start = game.read_position("W8/9/9/9/8B w").unwrap();
    let to_and_fro = |there, back| {
        let acts = [Act::Move(there), Act::Move(back)];
        Script::boxed(&[acts.clone(), acts].concat())
    };
    let mut players = vec![to_and_fro("a5-a4", "a4-a5"), to_and_fro("i1-i2", "i2-i1")];
    let played = referee(game).play(GameState::from_position(game, start), &mut players);
    assert_eq!(played.termination, Termination::Repetition);
    assert_eq!(played.outcome, Outcome::draw());
    assert_eq!(played.state.occurrences(), 3);
}

#[test]
fn halma_ends_after_four_hundred_plies() {
    let game = spielwerk_games::game("halma").unwrap();
    let mut players = vec![ours(game, "random:seed=1"), ours(game, "random:seed=2")];
    let played = referee(game).play(GameState::new(game), &mut players);
    assert_eq!((played.termination, played.culprit), (Termination::TooLong, None));
    assert_eq!((played.plies.len(), played.outcome), (400, Outcome::draw()));
}

#[test]
fn turns_are_counted_for_each_player_opening_included() {
    let game = fauhalma();
    let referee = Referee {
        limits: GameLimits { max_turns: Some(5), ..GameLimits::default() },
        ..Referee::default()
    };
    let mut state = GameState::new(game);
    for _ in 0..4 {
        state.play(state.position().legal_moves()[0]).unwrap();
    }
    let mut players: Vec<Box<dyn Player>> = (0..3).map(|_| ours(game, "random")).collect();
    let played = referee.play(state, &mut players);
    assert_eq!(played.termination, Termination::TooLong);
    assert_eq!(played.state.moves().len(), 15);
    assert_eq!(played.plies.len(), 11);
    assert_eq!(points(&played.outcome), [1.0, 1.0, 1.0]);
}

#[test]
fn a_move_beyond_the_margin_loses_and_an_overrun_is_recorded() {
    let game = bohnenspiel();
    let time_control = |margin| TimeControl {
        per_move: Limits { clock: Clock::Cpu, ..Limits::time(Duration::from_millis(1)) },
        margin,
        ..TimeControl::default()
    };
    let dawdle = || -> Vec<Box<dyn Player>> {
        let late = Act::Spin(Duration::from_millis(4));
        vec![Script::boxed(&[late.clone(), Act::Panic]), Script::boxed(&[late])]
    };
    let strict =
        Referee { time_control: time_control(Some(Duration::from_millis(2))), ..referee(game) };
    let played = strict.play(GameState::new(game), &mut dawdle());
    assert_eq!((played.termination, played.culprit), (Termination::Time, Some(Seat::FIRST)));
    assert!(played.plies.is_empty());
    let patient = Referee { time_control: time_control(None), ..referee(game) };
    let played = patient.play(GameState::new(game), &mut dawdle());
    assert_eq!(played.termination, Termination::Crash);
    assert!(played.plies.iter().all(|ply| ply.overrun() >= Duration::from_millis(3)));
    assert_eq!(played.plies.len(), 2);
}

#[test]
fn players_resign_after_so_many_lost_scores_in_a_row() {
    let game = bohnenspiel();
    let lost = Act::Scored(Score::estimate(-900), false);
    let hope = Act::Scored(Score::estimate(-100), false);
    let resignation = Some(Resignation { score: Score::estimate(-800), moves: 2 });
    let referee = Referee {
        limits: GameLimits { resignation, ..GameLimits::default_for(game) },
        ..Referee::default()
    };
    let mut players = vec![
        Script::boxed(&[lost.clone(), hope.clone(), lost.clone(), lost]),
        Script::boxed(&[hope]),
    ];
    let played = referee.play(GameState::new(game), &mut players);
    assert_eq!((played.termination, played.culprit), (Termination::Resignation, Some(Seat::FIRST)));
    assert_eq!(played.outcome, Outcome::win(Seat::SECOND));
    assert_eq!(played.plies.len(), 7);
    assert!(!played.termination.is_forfeit());
}

#[test]
fn games_proven_by_both_players_are_adjudicated() {
    let game = bohnenspiel();
    let referee = Referee {
        limits: GameLimits { adjudication: true, ..GameLimits::default_for(game) },
        ..Referee::default()
    };
    let say = |score, proven| Act::Scored(score, proven);
    let unsure = say(Score::estimate(5), false);
    let play = |first: &[Act], second: &[Act]| {
        referee.play(GameState::new(game), &mut [Script::boxed(first), Script::boxed(second)])
    };
    // The first player claims a win, and the second agrees only with its second move.
    let win = say(Score::win_in(9), true);
    let played = play(std::slice::from_ref(&win), &[unsure.clone(), say(Score::loss_in(6), true)]);
    assert_eq!((played.termination, played.plies.len()), (Termination::Adjudication, 4));
    assert_eq!(played.outcome, Outcome::win(Seat::FIRST));
    let drawn = say(Score::DRAW, true);
    let played = play(std::slice::from_ref(&drawn), std::slice::from_ref(&drawn));
    assert_eq!((played.outcome, played.plies.len()), (Outcome::draw(), 2));
    // A claim by one player alone, or one that is not proven, does not count.
    let played = play(&[win], &[unsure, Act::Panic]);
    assert_eq!(played.termination, Termination::Crash);
}

#[test]
fn terminations_have_distinct_names() {
    for termination in Termination::ALL {
        assert_eq!(serde_json::to_value(termination).unwrap(), termination.name());
    }
}
