//! The searches for several players at a real game: FAUhalma for three, and for two.

mod common;

use common::fauhalma::Distance;
use games::fauhalma::{FauHalma, Rhombus, Shape, Ss26, Star3};
use games::{Position, Seat};
use search::{
    BestReply, BestReplyPlus, Limits, MaxN, MonteCarlo, Paranoid, Report, Settings, Task, Thinker,
};

type Searches<P> = Vec<Box<dyn Thinker<P>>>;

fn searches<S: Shape>() -> Searches<FauHalma<S, Ss26>> {
    let judge = || Distance::new::<S, Ss26>();
    vec![
        Box::new(MaxN::new(judge(), 1)),
        Box::new(Paranoid::new(judge(), 1)),
        Box::new(BestReply::new(judge(), 1)),
        Box::new(BestReplyPlus::new(judge(), 1)),
        Box::new(MonteCarlo::new(judge(), Settings::default(), 1)),
    ]
}

/// Plays a game in which the searches take turns, and hands every report to a check.
fn play<S: Shape>(
    limits: Limits,
    mut check: impl FnMut(&FauHalma<S, Ss26>, &Report<games::fauhalma::Move>),
) {
    let mut searches = searches::<S>();
    let mut p = FauHalma::<S, Ss26>::start();
    let mut played = vec![p.key()];
    for turn in 0..90 {
        if p.outcome().is_some() {
            return;
        }
        let task = Task { played: &played, lines: 2, ..Task::new(p, limits) };
        let number = turn % searches.len();
        let report = searches[number].think(&task, &mut |_| {}).expect("the game is not over");
        check(&p, &report);
        p = p.play(report.best);
        played.push(p.key());
    }
}

fn is_sound<S: Shape>(p: &FauHalma<S, Ss26>, report: &Report<games::fauhalma::Move>) {
    assert_eq!(report.best, report.line[0]);
    assert_eq!(report.line, report.lines[0].moves);
    for line in &report.lines {
        line.moves.iter().fold(*p, |p, m| {
            assert!(p.list().contains(m), "{m:?} of {line:?} in {p:?}");
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
    play::<Star3>(Limits::depth(2), |p, report| {
        is_sound(p, report);
        assert!(report.depth <= 2);
    });
}

#[test]
fn a_whole_game_for_three_comes_to_its_end() {
    let mut searches = searches::<Star3>();
    let mut p = <FauHalma as Position>::start();
    let mut plies = 0;
    while p.outcome().is_none() && plies < 600 {
        let search = &mut searches[(p.turn().index() + 1) % 5];
        p = p.play(search.think(&Task::new(p, Limits::nodes(3000)), &mut |_| {}).unwrap().best);
        plies += 1;
    }
    let outcome = p.outcome().expect("three who want to get home do so in 200 turns each");
    assert_eq!(Seat::all(3).map(|seat| outcome.points(seat)).sum::<f64>(), 3.0);
}
