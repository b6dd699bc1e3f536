//! Alpha-beta finds the very values of minimax when it is not allowed to risk anything.

mod common;

use common::heap::{Heap, Taken};
use common::tictactoe::{Blank, TicTacToe};
use common::{Stores, alphabeta, ask, random_positions, task};
use games::Position;
use games::bohnenspiel::Bohnenspiel;
use search::{Judge, Limits, Minimax, Repetition, Score, Task, Thinker, Tuning};

/// Compares the values of the best moves, and checks that the best line leads there.
fn compare<P: Position, J: Judge<P> + Copy>(judge: J, positions: &[P], depths: &[u32]) {
    for p in positions {
        for &depth in depths {
            for table_from in [1, 2] {
                let task = task(*p, Limits::depth(depth));
                let tuning = Tuning { table_from, ..Tuning::plain() };
                let full = ask(Minimax::new(judge, depth), &task);
                let cut = ask(alphabeta(judge, tuning), &task);
                assert_eq!(cut.score, full.score, "{p:?} at depth {depth}");
                assert_eq!(value_of_line(&judge, p, &cut.line), cut.score, "{p:?}");
            }
        }
    }
}

/// The value at the end of a line, for the seat on turn at its beginning.
fn value_of_line<P: Position>(judge: &impl Judge<P>, p: &P, line: &[P::Move]) -> Score {
    let (mut end, mut mover) = (*p, p.turn());
    for &m in line {
        mover = end.turn();
        end = end.play(m);
    }
    let (value, seat) = match end.outcome() {
        Some(outcome) => (Score::of(&outcome, mover, line.len() as u32), mover),
        None => (Score::judged(judge.value(&end)), end.turn()),
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
fn several_lines_are_the_best_moves_in_their_order() {
    for p in random_positions::<Bohnenspiel>(5, 100) {
        for lines in [2, 3, 6] {
            let task = Task { lines, ..task(p, Limits::depth(4)) };
            let full = ask(Minimax::new(Stores, 4), &task);
            let cut = ask(alphabeta(Stores, Tuning::plain()), &task);
            let scores = |lines: &[search::Line<_>]| -> Vec<Score> {
                lines.iter().map(|line| line.score).collect()
            };
            assert_eq!(scores(&cut.lines), scores(&full.lines), "{p:?}");
            for line in &cut.lines {
                let rest = Task { among: &line.moves[..1], ..task.clone() };
                assert_eq!(ask(Minimax::new(Stores, 4), &rest).score, line.score);
            }
        }
    }
}

#[test]
fn the_choice_can_be_restricted() {
    let p = <Bohnenspiel as Position>::start();
    for &m in &p.list() {
        let task = Task { among: &[m], ..task(p, Limits::depth(6)) };
        let report = ask(alphabeta(Stores, Tuning::default()), &task);
        assert_eq!(report.best, m);
        assert_eq!(report.line[0], m);
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let p = TicTacToe::after(&[0, 3, 1, 4, 2]);
    let mut search = alphabeta(Blank, Tuning::default());
    assert_eq!(search.think(&task(p, Limits::depth(3)), &mut |_| {}), None);
}

#[test]
fn what_comes_for_the_third_time_is_a_draw() {
    let p = <Bohnenspiel as Position>::start();
    let again = p.list()[4];
    let key = p.play(again).key();
    for (played, repetition, is_draw) in [
        (vec![key, 1, key, 2], Repetition::Draw, true),
        (vec![1, key, 2, 3], Repetition::Draw, false),
        (vec![key, 1, key, 2], Repetition::Ignored, false),
    ] {
        let task =
            Task { among: &[again], played: &played, repetition, ..Task::new(p, Limits::depth(5)) };
        for report in
            [ask(alphabeta(Stores, Tuning::default()), &task), ask(Minimax::new(Stores, 5), &task)]
        {
            assert_eq!(report.score == Score::DRAW, is_draw);
            assert!(!report.exact);
        }
    }
}
