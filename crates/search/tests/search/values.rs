//! Alpha-beta without selectivity finds exactly the values of minimax.

use crate::common::heap::{Heap, Taken};
use crate::common::tictactoe::{Blank, TicTacToe};
use crate::common::{Stores, alphabeta, random_positions, request, search};
use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_search::{
    AlphaBetaConfig, Evaluator, Limits, Minimax, RepetitionRule, Score, SearchRequest, Searcher,
};

/// Compares the scores with minimax, and checks that the principal variation leads there.
fn compare<P: Position, E: Evaluator<P> + Copy>(evaluator: E, positions: &[P], depths: &[u32]) {
    for p in positions {
        for &depth in depths {
            for tt_min_depth in [1, 2] {
                let request = request(*p, Limits::depth(depth));
                let config = AlphaBetaConfig { tt_min_depth, ..AlphaBetaConfig::plain() };
                let full = search(Minimax::new(evaluator, depth), &request);
                let cut = search(alphabeta(evaluator, config), &request);
                assert_eq!(cut.score, full.score, "{p:?} at depth {depth}");
                assert_eq!(score_of_variation(&evaluator, p, &cut.pv), cut.score, "{p:?}");
            }
        }
    }
}

/// The score at the end of a variation, for the seat to move at its beginning.
fn score_of_variation<P: Position>(
    evaluator: &impl Evaluator<P>,
    p: &P,
    line: &[P::Move],
) -> Score {
    let (mut end, mut mover) = (*p, p.turn());
    for &m in line {
        mover = end.turn();
        end = end.play(m);
    }
    let (value, seat) = match end.outcome() {
        Some(outcome) => (Score::from_outcome(&outcome, mover, line.len() as u32), mover),
        None => (Score::estimate(evaluator.evaluate(&end)), end.turn()),
    };
    if seat == p.turn() { value } else { -value }
}

#[test]
fn bohnenspiel() {
    compare(Stores, &random_positions::<Bohnenspiel>(1, 300), &[1, 2, 3, 4, 5]);
}

#[test]
fn small_bohnenspiel_to_its_end() {
    compare(Stores, &random_positions::<Bohnenspiel<1>>(2, 100), &[3, 6, 7]);
}

#[test]
fn tic_tac_toe() {
    compare(Blank, &random_positions::<TicTacToe>(3, 40), &[1, 3, 5, 9]);
}

#[test]
fn a_game_in_which_seats_do_not_alternate() {
    compare(Taken, &random_positions::<Heap>(4, 100), &[1, 2, 5, 8]);
}

#[test]
fn multi_pv_returns_the_best_moves_in_order() {
    for p in random_positions::<Bohnenspiel>(5, 100) {
        for lines in [2, 3, 6] {
            let request = SearchRequest { multi_pv: lines, ..request(p, Limits::depth(4)) };
            let full = search(Minimax::new(Stores, 4), &request);
            let cut = search(alphabeta(Stores, AlphaBetaConfig::plain()), &request);
            let scores = |lines: &[spielwerk_search::Variation<_>]| -> Vec<Score> {
                lines.iter().map(|line| line.score).collect()
            };
            assert_eq!(scores(&cut.variations), scores(&full.variations), "{p:?}");
            for line in &cut.variations {
                let rest = SearchRequest { search_moves: &line.moves[..1], ..request.clone() };
                assert_eq!(search(Minimax::new(Stores, 4), &rest).score, line.score);
            }
        }
    }
}

#[test]
fn root_moves_can_be_restricted() {
    let p = <Bohnenspiel as Position>::start();
    for &m in &p.legal_moves() {
        let request = SearchRequest { search_moves: &[m], ..request(p, Limits::depth(6)) };
        let result = search(alphabeta(Stores, AlphaBetaConfig::default()), &request);
        assert_eq!(result.best_move, m);
        assert_eq!(result.pv[0], m);
    }
}

#[test]
fn a_finished_game_has_no_result() {
    let p = TicTacToe::after(&[0, 3, 1, 4, 2]);
    let mut search = alphabeta(Blank, AlphaBetaConfig::default());
    assert_eq!(search.search(&request(p, Limits::depth(3)), &mut |_| {}), None);
}

#[test]
fn threefold_repetition_is_a_draw() {
    let p = <Bohnenspiel as Position>::start();
    let again = p.legal_moves()[4];
    let key = p.play(again).repetition_key();
    for (played, repetition, is_draw) in [
        (vec![key, 1, key, 2], RepetitionRule::Draw, true),
        (vec![1, key, 2, 3], RepetitionRule::Draw, false),
        (vec![key, 1, key, 2], RepetitionRule::Ignored, false),
    ] {
        let request = SearchRequest {
            search_moves: &[again],
            history_keys: &played,
            repetition,
            ..SearchRequest::new(p, Limits::depth(5))
        };
        for result in [
            search(alphabeta(Stores, AlphaBetaConfig::default()), &request),
            search(Minimax::new(Stores, 5), &request),
        ] {
            assert_eq!(result.score == Score::DRAW, is_draw);
            assert!(!result.proven);
        }
    }
}
