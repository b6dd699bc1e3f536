//! What is proven is true, what can be proven is, and limits are kept.

use std::time::Duration;

use games::Position;
use games::bohnenspiel::{Bohnenspiel, House};

use super::tree::Tree as Nodes;
use super::*;
use crate::toys::{Stairs, Tree, Whim, random_positions};
use crate::{AlphaBeta, Limits, Paranoid, Repetition, Stop, Tuning};

const JUDGE: Whim = Whim { most: 50 };

fn with_playouts(playout: u32) -> Settings {
    Settings { playout, ..Settings::default() }
}

fn new<P: Position>(playout: u32) -> MonteCarlo<P, Whim>
where
    Whim: Judge<P>,
{
    MonteCarlo::new(JUDGE, with_playouts(playout), 1)
}

fn think<P: Position, J: Judge<P>>(
    search: &mut MonteCarlo<P, J>,
    task: &Task<P>,
) -> Report<P::Move> {
    search.think(task, &mut |_| {}).unwrap()
}

/// Whoever searches to the end knows what a seat can be sure of.
fn paranoid<P: Position>(p: P) -> Score
where
    Whim: Judge<P>,
{
    let task = Task::new(p, Limits::default());
    Paranoid::new(JUDGE, 4).think(&task, &mut |_| {}).unwrap().score
}

/// Lets a search run until it knows all, and compares. Among three, a search that is content with
/// what it expects of the others may leave a win without proof; `finds` says that it should not.
fn knows_all<P: Position>(p: P, finds: bool)
where
    Whim: Judge<P>,
{
    let truth = paranoid(p);
    for playout in [0, 3] {
        let mut search = MonteCarlo::new(JUDGE, with_playouts(playout), 16);
        let report = think(&mut search, &Task::new(p, Limits::nodes(300_000)));
        assert!(p.list().contains(&report.best));
        if truth.is_win() && (finds || report.exact) {
            assert!(report.exact && report.score.is_win(), "{report:?} is {truth} in {p:?}");
            assert!(won_after(p, report.best), "{report:?} is {truth} in {p:?}");
        } else if P::SEATS == 2 {
            assert!(report.exact, "{report:?} is {truth} in {p:?}");
            assert_eq!(report.score.is_loss(), truth.is_loss(), "{report:?} in {p:?}");
            assert_eq!(report.score == Score::DRAW, truth == Score::DRAW, "{report:?} in {p:?}");
        } else {
            assert!(!report.score.is_win(), "{report:?} is {truth} in {p:?}");
        }
    }
}

fn won_after<P: Position>(p: P, m: P::Move) -> bool
where
    Whim: Judge<P>,
{
    let task = Task { among: &[m], ..Task::new(p, Limits::default()) };
    Paranoid::new(JUDGE, 4).think(&task, &mut |_| {}).unwrap().score.is_win()
}

#[test]
fn what_is_proven_is_true_and_small_games_are_proven() {
    random_positions::<Stairs<2>>(1, 60).into_iter().for_each(|p| knows_all(p, true));
    random_positions::<Stairs<3, 6>>(2, 60).into_iter().for_each(|p| knows_all(p, false));
    (0..60).map(Tree::<2>::new).for_each(|p| knows_all(p, true));
    (0..60).map(Tree::<3>::new).for_each(|p| knows_all(p, false));
}

/// Counts the beans in the stores.
struct Stores;

impl Judge<Bohnenspiel> for Stores {
    fn value(&self, p: &Bohnenspiel) -> i32 {
        let (own, other) = (p.turn(), p.turn().opponent());
        100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
    }

    fn hint(&self, p: &Bohnenspiel, m: House) -> i32 {
        let mover = p.turn();
        100 * (i32::from(p.play(m).store(mover)) - i32::from(p.store(mover)))
    }
}

#[test]
fn forced_wins_are_found() {
    let mut found = 0;
    for p in random_positions::<Bohnenspiel>(4, 300) {
        let task = Task { repetition: Repetition::Ignored, ..Task::new(p, Limits::depth(5)) };
        let truth = AlphaBeta::new(Stores, Tuning::plain(), 1).think(&task, &mut |_| {}).unwrap();
        if !truth.score.is_win() {
            continue;
        }
        found += 1;
        let task = Task { limits: Limits::nodes(100_000), ..task };
        let report = think(&mut MonteCarlo::new(Stores, Settings::default(), 8), &task);
        assert!(report.exact && report.score.is_win(), "{report:?} in {p:?}: {truth:?}");
    }
    assert!(found > 20, "{found}");
}

#[test]
fn limits_are_met_and_there_is_always_an_answer() {
    fn check<P: Position>()
    where
        Whim: Judge<P>,
    {
        let p = P::start();
        let stopped = Stop::default();
        stopped.stop();
        for playout in [0, 4] {
            for nodes in [0, 1, 2, 3, 10, 1000, 12_345] {
                let report = think(&mut new(playout), &Task::new(p, Limits::nodes(nodes)));
                assert_eq!(report.nodes, nodes);
                assert!(p.list().contains(&report.best));
            }
            for depth in [0, 1, 5] {
                let report = think(&mut new(playout), &Task::new(p, Limits::depth(depth)));
                assert!(report.depth <= depth.max(1), "{report:?}");
            }
            let no_time = Task::new(p, Limits::time(Duration::ZERO));
            let no_leave = Task { stop: stopped.clone(), ..Task::new(p, Limits::default()) };
            for task in [no_time, no_leave] {
                let report = think(&mut new(playout), &task);
                assert_eq!((report.nodes, report.depth, report.lines.len()), (0, 0, 1));
                let best = p.list().into_iter().map(|m| JUDGE.hint(&p, m)).max();
                assert_eq!(Some(JUDGE.hint(&p, report.best)), best);
            }
        }
    }
    check::<Stairs<2, 60>>();
    check::<Stairs<3, 60>>();
}

#[test]
fn a_flag_raised_while_it_thinks_ends_the_search() {
    let (p, stop) = (<Stairs<3, 90> as Position>::start(), Stop::default());
    let task = Task { stop: stop.clone(), ..Task::new(p, Limits::default()) };
    let mut reports = 0;
    new(4).think(&task, &mut |_| {
        reports += 1;
        if reports == 4 {
            stop.stop();
        }
    });
    assert!(reports >= 4);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed| {
        let settings = Settings { seed, whim: 0.5, ..Settings::default() };
        let mut search = MonteCarlo::new(JUDGE, settings, 1);
        let (mut p, mut game) = (<Stairs<3, 60> as Position>::start(), Vec::new());
        while p.outcome().is_none() {
            let report = think(&mut search, &Task::new(p, Limits::nodes(500)));
            game.push((report.best, report.score, report.line));
            p = p.play(report.best);
        }
        game
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

#[test]
fn what_is_of_use_is_kept_for_the_next_move() {
    let mut p = <Stairs<3, 60> as Position>::start();
    let mut search = new(4);
    let mut played = vec![p.key()];
    for turn in 0..10 {
        let task = Task { played: &played, ..Task::new(p, Limits::nodes(20_000)) };
        let report = think(&mut search, &task);
        // Sometimes three moves go by before it is asked again, as in a game.
        for _ in 0..if turn % 2 == 0 { 1 } else { 3 } {
            let line = think(&mut new(0), &Task::new(p, Limits::nodes(50))).best;
            p = p.play(if turn % 2 == 0 { report.best } else { line });
            played.push(p.key());
        }
        let told: &[u64] = if turn % 3 == 0 { &played[..played.len() - 1] } else { &played };
        assert!(search.tree.advance(&p, told), "after {report:?}");
        assert!(search.tree.node(Nodes::<Stairs<3, 60>>::ROOT).visits > 1);
    }
    let other = Stairs::<3, 60>::start().play(2).play(1);
    assert!(!search.tree.advance(&other, &played));
}

#[test]
fn a_kept_tree_changes_nothing_about_the_rules() {
    for p in random_positions::<Bohnenspiel>(9, 20) {
        let mut search = MonteCarlo::new(Stores, Settings::default(), 1);
        let (mut p, mut played) = (p, vec![p.key()]);
        while p.outcome().is_none() && played.len() < 60 {
            let task = Task { played: &played, lines: 6, ..Task::new(p, Limits::nodes(300)) };
            let report = think(&mut search, &task);
            assert_eq!(report.lines.len(), p.list().len());
            for line in &report.lines {
                line.moves.iter().fold(p, |p, m| {
                    assert!(p.list().contains(m), "{m:?} of {line:?} in {p:?}");
                    p.play(*m)
                });
            }
            p = p.play(report.best);
            played.push(p.key());
        }
    }
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    for playout in [0, 4] {
        let p = <Stairs<3, 90> as Position>::start();
        let mut search = MonteCarlo::new(JUDGE, with_playouts(playout), 0);
        let report = think(&mut search, &Task::new(p, Limits::nodes(50_000)));
        assert_eq!(report.nodes, 50_000);
        assert!(!search.tree.has_room(4) && search.tree.has_room(0));
    }
}

#[test]
fn among_some_moves_only_they_are_searched() {
    let p = <Stairs<3, 60> as Position>::start();
    let mut search = new(4);
    for m in p.list() {
        let task = Task { among: &[m], lines: 9, ..Task::new(p, Limits::nodes(500)) };
        let report = think(&mut search, &task);
        assert_eq!((report.best, report.lines.len()), (m, 1));
    }
    let report = think(&mut search, &Task { lines: 9, ..Task::new(p, Limits::nodes(500)) });
    assert_eq!(report.lines.len(), p.list().len());
}
