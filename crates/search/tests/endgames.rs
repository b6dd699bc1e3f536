//! What the search calls certain is the truth: small games, solved by brute force.

mod common;

use std::sync::{Arc, LazyLock};

use common::heap::{Heap, Taken};
use common::solver::Solved;
use common::tictactoe::{Blank, TicTacToe};
use common::{Stores, alphabeta, ask, random_positions, task};
use games::bohnenspiel::Bohnenspiel;
use games::{Position, Seat};
use search::{Judge, Known, Limits, Score, Task, Thinker, Tuning};

type Small = Bohnenspiel<1>;

static SMALL: LazyLock<Arc<Solved<Small>>> = LazyLock::new(|| Arc::new(Solved::all()));

fn verdict(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}

/// Dials that risk all there is to risk.
fn daring() -> Tuning {
    Tuning {
        reverse_futility: Some(100),
        futility: Some(100),
        razoring: Some(200),
        widest: Some(1),
        ..Tuning::default()
    }
}

#[test]
fn without_risk_wins_and_losses_are_exact_to_the_ply() {
    let mut longest = 0;
    for p in random_positions::<Small>(1, 200) {
        let truth = SMALL.score(&p);
        let plies = truth.plies().unwrap_or(0);
        longest = longest.max(plies);
        let tuning = Tuning { same_depth: false, ..Tuning::plain() };
        let report = ask(alphabeta(Stores, tuning), &task(p, Limits::depth(plies.max(12))));
        if truth.is_decided() {
            assert_eq!(report.score, truth, "{p:?}");
            assert!(report.exact);
        } else {
            assert!(!report.score.is_decided(), "{p:?}");
        }
    }
    assert!(longest > 10, "too easy: {longest}");
}

#[test]
fn with_all_risks_what_is_called_exact_is_true() {
    let (mut exact, mut all) = (0, 0);
    for p in random_positions::<Small>(2, 300) {
        let truth = SMALL.score(&p);
        for tuning in [Tuning::default(), daring()] {
            let report = ask(alphabeta(Stores, tuning), &task(p, Limits::nodes(20_000)));
            all += 1;
            if report.exact {
                exact += 1;
                assert_eq!(verdict(report.score), verdict(truth), "{p:?}");
                assert!(report.score.plies() >= truth.plies(), "{p:?}");
            }
            // A loss is certain only when every move has been tried.
            assert!(report.exact || !report.score.is_win());
        }
    }
    assert!(exact * 10 > all * 7, "only {exact} of {all} settled");
}

#[test]
fn tic_tac_toe_is_a_proven_draw() {
    for tuning in [Tuning::default(), daring()] {
        let task = Task::new(TicTacToe::start(), Limits::default());
        let report = ask(alphabeta(Blank, tuning), &task);
        assert_eq!(report.score, Score::DRAW);
        assert!(report.exact);
        assert!(report.depth <= 20, "{}", report.depth);
    }
}

#[test]
fn a_game_in_which_seats_do_not_alternate_is_solved() {
    let solved = Solved::<Heap>::all();
    for (p, known) in &solved.0 {
        let report = ask(alphabeta(Taken, Tuning::default()), &task(*p, Limits::default()));
        assert!(report.exact);
        assert_eq!(verdict(report.score), verdict(known.score(0)), "{p:?}");
    }
}

/// Knows the results of a solved game, with or without their lengths, or only on one side.
struct Oracle {
    lengths: bool,
    knows: fn(&Small) -> bool,
}

impl Judge<Small> for Oracle {
    fn value(&self, p: &Small) -> i32 {
        Stores.value(p)
    }

    fn known(&self, p: &Small) -> Option<Known> {
        if !(self.knows)(p) {
            return None;
        }
        Some(match SMALL.0[p] {
            Known::Win(_) if !self.lengths => Known::Win(None),
            Known::Loss(_) if !self.lengths => Known::Loss(None),
            known => known,
        })
    }
}

#[test]
fn a_table_with_lengths_is_followed_to_the_ply() {
    for p in random_positions::<Small>(3, 100) {
        let oracle = Oracle { lengths: true, knows: |_| true };
        let report = ask(alphabeta(oracle, Tuning::default()), &task(p, Limits::depth(20)));
        assert_eq!(report.score, SMALL.score(&p), "{p:?}");
        assert!(report.exact);
    }
}

#[test]
fn a_table_without_lengths_is_enough_to_win() {
    let oracle = || Oracle { lengths: false, knows: |_| true };
    let won = |p: &Small| SMALL.score(p).is_win();
    for p in random_positions::<Small>(4, 200).into_iter().filter(won).take(40) {
        let winner = p.turn();
        let mut search = alphabeta(oracle(), Tuning::default());
        let (mut p, mut played) = (p, Vec::new());
        while p.outcome().is_none() {
            assert!(played.len() < 100, "{p:?} is won, but does not end");
            let m = if p.turn() == winner {
                let task = Task { played: &played, ..Task::new(p, Limits::nodes(3000)) };
                let report = search.think(&task, &mut |_| {}).unwrap();
                assert!(report.exact && report.score.is_win());
                report.best
            } else {
                stubborn(&p)
            };
            played.push(p.key());
            p = p.play(m);
        }
        assert_eq!(p.outcome().and_then(|outcome| outcome.winner()), Some(winner));
    }
}

/// The move that loses as late as possible.
fn stubborn(p: &Small) -> <Small as Position>::Move {
    let worth = |m: &_| {
        let child = p.play(*m);
        match child.outcome() {
            Some(outcome) => Score::of(&outcome, p.turn(), 1),
            None => -SMALL.score(&child),
        }
    };
    p.list().into_iter().max_by_key(worth).expect("a move")
}

#[test]
fn a_draw_that_a_table_knows_is_held() {
    let oracle = || Oracle { lengths: false, knows: |_| true };
    let drawn = |p: &Small| SMALL.score(p) == Score::DRAW;
    for p in random_positions::<Small>(5, 400).into_iter().filter(drawn).take(40) {
        let report = ask(alphabeta(oracle(), Tuning::default()), &Task::new(p, Limits::nodes(500)));
        assert_eq!((report.score, report.exact), (Score::DRAW, true));
        let child = p.play(report.best);
        let held = match child.outcome() {
            Some(outcome) => outcome.winner().is_none(),
            None => drawn(&child),
        };
        assert!(held, "{p:?}");
    }
}

#[test]
fn a_table_is_asked_inside_the_tree() {
    // Known is what has at most six beans left in the houses.
    let few: fn(&Small) -> bool =
        |p| p.store(Seat::FIRST) + p.store(Seat::SECOND) + 6 >= Small::TOTAL;
    let mut hits = 0;
    for p in random_positions::<Small>(6, 100).into_iter().filter(|p| !few(p)) {
        let oracle = Oracle { lengths: false, knows: few };
        let report = ask(alphabeta(oracle, Tuning::default()), &task(p, Limits::nodes(2000)));
        hits += report.table_hits;
        if report.exact {
            assert_eq!(verdict(report.score), verdict(SMALL.score(&p)), "{p:?}");
        }
    }
    assert!(hits > 0);
}
