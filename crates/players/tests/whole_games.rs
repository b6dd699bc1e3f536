//! Whole games: every player plays legal moves, strong players beat random ones, and games end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use spielwerk_games::{AnyGame, Outcome, Seat};
use spielwerk_players::{GameState, Player, PlayerSpec, SearchParams, build, names};
use spielwerk_search::Limits;

/// A player with a small transposition table.
fn seated(game: AnyGame, text: &str, seed: u64) -> Box<dyn Player> {
    let spec: PlayerSpec = text.parse().unwrap();
    build(game, &PlayerSpec { hash: 1, seed, ..spec }).unwrap()
}

/// Plays a game between these players, with a node limit a move and at most so many plies.
fn play(game: AnyGame, seats: &[&str], nodes: u64, plies: usize, seed: u64) -> GameState {
    let mut seated: Vec<_> =
        (seed..).zip(seats).map(|(seed, name)| seated(game, name, seed)).collect();
    let mut state = GameState::new(game);
    let params = SearchParams::new(Limits::nodes(nodes));
    while let Some(turn) = state.position().turn().filter(|_| state.moves().len() < plies) {
        let analysis = seated[turn.index()].choose(&state, &params, &mut |_| {});
        let analysis = analysis.unwrap_or_else(|error| panic!("{}: {error}", seats[turn.index()]));
        assert_eq!(analysis.variations[0].moves[0], analysis.best_move);
        state
            .play(analysis.best_move)
            .unwrap_or_else(|why| panic!("{}: {why}", seats[turn.index()]));
    }
    state
}

/// How a game came out, which must be over.
fn outcome(state: &GameState, who: &str) -> Outcome {
    let end = state.position();
    let plies = state.moves().len();
    end.outcome().unwrap_or_else(|| panic!("{who}: after {plies} plies still {end:?}"))
}

/// One player among others, who all have the same name.
fn seats<'a>(game: AnyGame, one: &'a str, others: &'a str, at: usize) -> Vec<&'a str> {
    (0..game.seats()).map(|seat| if seat == at { one } else { others }).collect()
}

#[test]
fn every_player_of_every_game_plays_by_the_rules() {
    for game in spielwerk_games::games() {
        for (number, name) in names(game).into_iter().enumerate() {
            let seats = seats(game, name, "random", number % game.seats());
            play(game, &seats, 80, 50, number as u64);
        }
    }
}

#[test]
fn the_best_beat_chance() {
    for game in spielwerk_games::games() {
        for at in 0..game.seats() {
            let seats = seats(game, "strong", "random", at);
            let state = play(game, &seats, 2000, 500, 7);
            // With three players, the last two random ones would take for ever to finish.
            let end = state.position();
            let outcome = end.outcome().unwrap_or_else(|| end.outcome_if_abandoned(None));
            assert_eq!(outcome.winner().map(Seat::index), Some(at), "{game:?}");
        }
    }
}

#[test]
fn races_are_brought_home() {
    for game in spielwerk_games::games().iter().filter(|game| game.name().contains("halma")) {
        let mut tables = vec![seats(*game, "strong", "greedy", 0)];
        // Two of three may wait for each other for ever: whoever goes first builds the other's
        // ladder. With two at the board, somebody goes.
        if game.seats() == 2 {
            tables.push(vec!["strong"; 2]);
        }
        for seats in tables {
            let state = play(*game, &seats, 600, 700, 1);
            outcome(&state, &format!("{game:?} {seats:?}"));
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_game() {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let moves = |seed| {
        let state = play(game, &["level:4", "random"], 300, 200, seed);
        state.written_moves().collect::<Vec<_>>()
    };
    assert_eq!(moves(3), moves(3));
    assert_ne!(moves(3), moves(4));
}

#[test]
fn nobody_moves_in_a_finished_game_or_in_another_one() {
    let bohnenspiel = spielwerk_games::game("bohnenspiel").unwrap();
    let over = bohnenspiel.read_position("0,0,0,0,0,0/0,0,0,0,0,0 40-32 w").unwrap();
    let params = SearchParams::new(Limits::nodes(10));
    let mut player = seated(bohnenspiel, "strong", 0);
    let state = GameState::from_position(bohnenspiel, over);
    assert!(player.choose(&state, &params, &mut |_| {}).is_err());
    let halma = GameState::new(spielwerk_games::game("halma").unwrap());
    let error = player.choose(&halma, &params, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("plays bohnenspiel, not halma"), "{error}");
}
