//! Players at the board: everybody plays by the rules, the best beat chance, and games end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use games::{AnyGame, Outcome, Seat};
use players::{Course, Player, Question, Spec, build, names};
use search::Limits;

/// A player with a small table.
fn seated(game: AnyGame, text: &str, seed: u64) -> Box<dyn Player> {
    let spec: Spec = text.parse().unwrap();
    build(game, &Spec { hash: 1, seed, ..spec }).unwrap()
}

/// The game these players play, with so many positions a move and at most so many plies.
fn play(game: AnyGame, seats: &[&str], nodes: u64, plies: usize, seed: u64) -> Course {
    let mut seated: Vec<_> =
        (seed..).zip(seats).map(|(seed, name)| seated(game, name, seed)).collect();
    let mut course = Course::new(game);
    let question = Question::new(Limits::nodes(nodes));
    while let Some(turn) = course.position().turn().filter(|_| course.moves().len() < plies) {
        let thought = seated[turn.index()].choose(&course, &question, &mut |_| {});
        let thought = thought.unwrap_or_else(|fault| panic!("{}: {fault}", seats[turn.index()]));
        assert_eq!(thought.lines[0].moves[0], thought.best);
        course.play(&thought.best).unwrap_or_else(|why| panic!("{}: {why}", seats[turn.index()]));
    }
    course
}

/// How a game came out, which must be over.
fn outcome(course: &Course, who: &str) -> Outcome {
    let end = course.position();
    let plies = course.moves().len();
    end.outcome().unwrap_or_else(|| panic!("{who}: after {plies} plies still {end:?}"))
}

/// One player among others, who all have the same name.
fn seats<'a>(game: AnyGame, one: &'a str, others: &'a str, at: usize) -> Vec<&'a str> {
    (0..game.seats()).map(|seat| if seat == at { one } else { others }).collect()
}

#[test]
fn every_player_of_every_game_plays_by_the_rules() {
    for &game in games::games() {
        for (number, name) in names(game).into_iter().enumerate() {
            let seats = seats(game, name, "random", number % game.seats());
            play(game, &seats, 80, 50, number as u64);
        }
    }
}

#[test]
fn the_best_beat_chance() {
    for &game in games::games() {
        for at in 0..game.seats() {
            let seats = seats(game, "strong", "random", at);
            let course = play(game, &seats, 2000, 500, 7);
            // With three at the board, chance alone would take for ever to settle the last place.
            let end = course.position();
            let outcome = end.outcome().unwrap_or_else(|| end.broken_off(None));
            assert_eq!(outcome.winner().map(Seat::index), Some(at), "{game:?}");
        }
    }
}

#[test]
fn races_are_brought_home() {
    for game in games::games().iter().filter(|game| game.name().contains("halma")) {
        let mut tables = vec![seats(*game, "strong", "greedy", 0)];
        // Two of three may wait for each other for ever: whoever goes first builds the other's
        // ladder. With two at the board, somebody goes.
        if game.seats() == 2 {
            tables.push(vec!["strong"; 2]);
        }
        for seats in tables {
            let course = play(*game, &seats, 600, 700, 1);
            outcome(&course, &format!("{game:?} {seats:?}"));
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_game() {
    let game = games::game("bohnenspiel").unwrap();
    let moves = |seed| {
        let course = play(game, &["level:4", "random"], 300, 200, seed);
        course.moves().iter().map(|m| m.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(moves(3), moves(3));
    assert_ne!(moves(3), moves(4));
}

#[test]
fn nobody_moves_in_a_finished_game_or_in_another_one() {
    let bohnenspiel = games::game("bohnenspiel").unwrap();
    let over = bohnenspiel.read("0,0,0,0,0,0/0,0,0,0,0,0 40-32 w").unwrap();
    let question = Question::new(Limits::nodes(10));
    let mut player = seated(bohnenspiel, "strong", 0);
    let course = Course::from(bohnenspiel, over);
    assert!(player.choose(&course, &question, &mut |_| {}).is_err());
    let halma = Course::new(games::game("halma").unwrap());
    let fault = player.choose(&halma, &question, &mut |_| {}).unwrap_err();
    assert!(fault.to_string().contains("plays bohnenspiel, not halma"), "{fault}");
}
