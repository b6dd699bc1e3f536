//! Proven scores are right: compared with small games solved by retrograde analysis.

use std::sync::{Arc, LazyLock};

use crate::common::heap::{Heap, Taken};
use crate::common::solver::Solved;
use crate::common::tictactoe::{Blank, TicTacToe};
use crate::common::{Stores, alphabeta, random_positions, request, search};
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Position, Seat, Wdl};
use spielwerk_search::{AlphaBetaConfig, Evaluator, Limits, Score, SearchRequest, Searcher};

type Small = Bohnenspiel<1>;

static SMALL: LazyLock<Arc<Solved<Small>>> = LazyLock::new(|| Arc::new(Solved::all()));

fn wdl_sign(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}

/// All reductions and pruning, with extreme parameters.
fn most_selective() -> AlphaBetaConfig {
    AlphaBetaConfig {
        reverse_futility_margin: Some(100),
        futility_margin: Some(100),
        razoring_margin: Some(200),
        late_move_count: Some(1),
        ..AlphaBetaConfig::default()
    }
}

#[test]
fn without_selectivity_distances_are_exact() {
    let mut longest = 0;
    for p in random_positions::<Small>(1, 200) {
        let truth = SMALL.score(&p);
        let plies = truth.plies().unwrap_or(0);
        longest = longest.max(plies);
        let config = AlphaBetaConfig { tt_exact_depth: false, ..AlphaBetaConfig::plain() };
        let result = search(alphabeta(Stores, config), &request(p, Limits::depth(plies.max(12))));
        if truth.is_decisive() {
            assert_eq!(result.score, truth, "{p:?}");
            assert!(result.proven);
        } else {
            assert!(!result.score.is_decisive(), "{p:?}");
        }
    }
    assert!(longest > 10, "too easy: {longest}");
}

#[test]
fn with_full_selectivity_proven_results_are_right() {
    let (mut exact, mut all) = (0, 0);
    for p in random_positions::<Small>(2, 300) {
        let truth = SMALL.score(&p);
        for config in [AlphaBetaConfig::default(), most_selective()] {
            let result = search(alphabeta(Stores, config), &request(p, Limits::nodes(20_000)));
            all += 1;
            if result.proven {
                exact += 1;
                assert_eq!(wdl_sign(result.score), wdl_sign(truth), "{p:?}");
                assert!(result.score.plies() >= truth.plies(), "{p:?}");
            }
            // A loss is proven only when every move has been searched.
            assert!(result.proven || !result.score.is_win());
        }
    }
    assert!(exact * 10 > all * 7, "only {exact} of {all} settled");
}

#[test]
fn tic_tac_toe_is_a_proven_draw() {
    for config in [AlphaBetaConfig::default(), most_selective()] {
        let request = SearchRequest::new(TicTacToe::start(), Limits::default());
        let result = search(alphabeta(Blank, config), &request);
        assert_eq!(result.score, Score::DRAW);
        assert!(result.proven);
        assert!(result.depth <= 20, "{}", result.depth);
    }
}

#[test]
fn a_game_in_which_seats_do_not_alternate_is_solved() {
    let solved = Solved::<Heap>::all();
    for (p, wdl) in &solved.0 {
        let result =
            search(alphabeta(Taken, AlphaBetaConfig::default()), &request(*p, Limits::default()));
        assert!(result.proven);
        assert_eq!(wdl_sign(result.score), wdl_sign(Score::from_wdl(*wdl, 0)), "{p:?}");
    }
}

/// Probes a solved game, with or without distances, or only for one side.
struct TablebaseEvaluator {
    lengths: bool,
    knows: fn(&Small) -> bool,
}

impl Evaluator<Small> for TablebaseEvaluator {
    fn evaluate(&self, p: &Small) -> i32 {
        Stores.evaluate(p)
    }

    fn probe(&self, p: &Small) -> Option<Wdl> {
        if !(self.knows)(p) {
            return None;
        }
        Some(match SMALL.0[p] {
            Wdl::Win(_) if !self.lengths => Wdl::Win(None),
            Wdl::Loss(_) if !self.lengths => Wdl::Loss(None),
            wdl => wdl,
        })
    }
}

#[test]
fn a_tablebase_with_distances_is_followed_exactly() {
    for p in random_positions::<Small>(3, 100) {
        let oracle = TablebaseEvaluator { lengths: true, knows: |_| true };
        let result =
            search(alphabeta(oracle, AlphaBetaConfig::default()), &request(p, Limits::depth(20)));
        assert_eq!(result.score, SMALL.score(&p), "{p:?}");
        assert!(result.proven);
    }
}

#[test]
fn a_tablebase_without_distances_is_enough_to_win() {
    let oracle = || TablebaseEvaluator { lengths: false, knows: |_| true };
    let won = |p: &Small| SMALL.score(p).is_win();
    for p in random_positions::<Small>(4, 200).into_iter().filter(won).take(40) {
        let winner = p.turn();
        let mut search = alphabeta(oracle(), AlphaBetaConfig::default());
        let (mut p, mut played) = (p, Vec::new());
        while p.outcome().is_none() {
            assert!(played.len() < 100, "{p:?} is won, but does not end");
            let m = if p.turn() == winner {
                let request = SearchRequest {
                    history_keys: &played,
                    ..SearchRequest::new(p, Limits::nodes(3000))
                };
                let result = search.search(&request, &mut |_| {}).unwrap();
                assert!(result.proven && result.score.is_win());
                result.best_move
            } else {
                longest_defence(&p)
            };
            played.push(p.repetition_key());
            p = p.play(m);
        }
        assert_eq!(p.outcome().and_then(|outcome| outcome.winner()), Some(winner));
    }
}

/// The move that loses as late as possible.
fn longest_defence(p: &Small) -> <Small as Position>::Move {
    let value = |m: &_| {
        let child = p.play(*m);
        match child.outcome() {
            Some(outcome) => Score::from_outcome(&outcome, p.turn(), 1),
            None => -SMALL.score(&child),
        }
    };
    p.legal_moves().into_iter().max_by_key(value).expect("a move")
}

#[test]
fn a_tablebase_draw_is_held() {
    let oracle = || TablebaseEvaluator { lengths: false, knows: |_| true };
    let drawn = |p: &Small| SMALL.score(p) == Score::DRAW;
    for p in random_positions::<Small>(5, 400).into_iter().filter(drawn).take(40) {
        let result = search(
            alphabeta(oracle(), AlphaBetaConfig::default()),
            &SearchRequest::new(p, Limits::nodes(500)),
        );
        assert_eq!((result.score, result.proven), (Score::DRAW, true));
        let child = p.play(result.best_move);
        let held = match child.outcome() {
            Some(outcome) => outcome.winner().is_none(),
            None => drawn(&child),
        };
        assert!(held, "{p:?}");
    }
}

#[test]
fn the_tablebase_is_probed_inside_the_tree() {
    // The tablebase has positions with at most six beans left in the houses.
    let few: fn(&Small) -> bool =
        |p| p.store(Seat::FIRST) + p.store(Seat::SECOND) + 6 >= Small::TOTAL;
    let mut hits = 0;
    for p in random_positions::<Small>(6, 100).into_iter().filter(|p| !few(p)) {
        let oracle = TablebaseEvaluator { lengths: false, knows: few };
        let result =
            search(alphabeta(oracle, AlphaBetaConfig::default()), &request(p, Limits::nodes(2000)));
        hits += result.tablebase_hits;
        if result.proven {
            assert_eq!(wdl_sign(result.score), wdl_sign(SMALL.score(&p)), "{p:?}");
        }
    }
    assert!(hits > 0);
}
