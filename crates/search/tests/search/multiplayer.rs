//! The multiplayer searches in a real game: FAUhalma for three players, and for two.

use crate::common::fauhalma::Distance;
use spielwerk_games::fauhalma::{BoardShape, FauHalma, Rhombus, Ss26, Star3};
use spielwerk_games::{Position, Seat};
use spielwerk_search::{
    BestReply, BestReplyPlus, Limits, MaxN, Mcts, MctsConfig, Paranoid, SearchRequest,
    SearchResult, Searcher,
};

type Searches<P> = Vec<Box<dyn Searcher<P>>>;

fn searches<S: BoardShape>() -> Searches<FauHalma<S, Ss26>> {
    let evaluator = || Distance::new::<S, Ss26>();
    vec![
        Box::new(MaxN::new(evaluator(), 1)),
        Box::new(Paranoid::new(evaluator(), 1)),
        Box::new(BestReply::new(evaluator(), 1)),
        Box::new(BestReplyPlus::new(evaluator(), 1)),
        Box::new(Mcts::new(evaluator(), MctsConfig::default(), 1)),
    ]
}

/// Plays a game in which the searches take turns, and checks every result.
fn play<S: BoardShape>(
    limits: Limits,
    mut check: impl FnMut(&FauHalma<S, Ss26>, &SearchResult<spielwerk_games::fauhalma::Move>),
) {
    let mut searches = searches::<S>();
    let mut p = FauHalma::<S, Ss26>::start();
    let mut played = vec![p.repetition_key()];
    for turn in 0..90 {
        if p.outcome().is_some() {
            return;
        }
        let request =
            SearchRequest { history_keys: &played, multi_pv: 2, ..SearchRequest::new(p, limits) };
        let number = turn % searches.len();
        let result = searches[number].search(&request, &mut |_| {}).expect("the game is not over");
        check(&p, &result);
        p = p.play(result.best_move);
        played.push(p.repetition_key());
    }
}

fn is_sound<S: BoardShape>(
    p: &FauHalma<S, Ss26>,
    result: &SearchResult<spielwerk_games::fauhalma::Move>,
) {
    assert_eq!(result.best_move, result.pv[0]);
    assert_eq!(result.pv, result.variations[0].moves);
    for line in &result.variations {
        line.moves.iter().fold(*p, |p, m| {
            assert!(p.legal_moves().contains(m), "{m:?} of {line:?} in {p:?}");
            p.play(*m)
        });
    }
}

#[test]
fn games_for_three_and_for_two_are_played_by_the_rules() {
    play::<Star3>(Limits::nodes(500), is_sound);
    play::<Rhombus>(Limits::nodes(500), is_sound);
}

#[test]
fn a_limit_of_two_plies_is_kept() {
    play::<Star3>(Limits::depth(2), |p, result| {
        is_sound(p, result);
        assert!(result.depth <= 2);
    });
}

#[test]
fn a_whole_game_for_three_comes_to_its_end() {
    let mut searches = searches::<Star3>();
    let mut p = <FauHalma as Position>::start();
    let mut plies = 0;
    while p.outcome().is_none() && plies < 600 {
        let search = &mut searches[(p.turn().index() + 1) % 5];
        p = p.play(
            search
                .search(&SearchRequest::new(p, Limits::nodes(3000)), &mut |_| {})
                .unwrap()
                .best_move,
        );
        plies += 1;
    }
    let outcome = p.outcome().expect("three who want to get home do so in 200 turns each");
    assert_eq!(Seat::all(3).map(|seat| outcome.points(seat)).sum::<f64>(), 3.0);
}
