//! Every search against its definition, spelt out without a cut, a table or an order: on hundreds
//! of positions of games for two and three, they must find the same values.

use std::time::Duration;

use games::bohnenspiel::{Bohnenspiel, House};
use games::{Position, Seat};

use super::worth::{Worth, Worths, finished, judged};
use super::*;
use crate::toys::{Stairs, Tree, Whim, random_positions};
use crate::{Judge, Limits, Repetition, Report, Score, Stop, Task, Thinker};

/// How a search values a position so many plies from the root, with so much depth left.
type Definition<P> = fn(&Whim, &P, Seat, u32, u32) -> Worths;

fn leaf<P: Position>(judge: &impl Judge<P>, p: &P, ply: u32, depth: u32) -> Option<Worths> {
    match p.outcome() {
        Some(outcome) => Some(finished(&outcome, ply)),
        None => (depth == 0).then(|| judged(judge, p)),
    }
}

/// The best of several for a seat; of equals, the one that is worst for the thinker.
fn choice(of: impl Iterator<Item = Worths>, seat: Seat, thinker: Seat) -> Worths {
    let (own, his) = (seat.index(), thinker.index());
    of.max_by(|a, b| a[own].cmp(&b[own]).then(b[his].cmp(&a[his])).then(a.cmp(b))).unwrap()
}

/// The best or the worst of several for the thinker.
fn verdict(of: impl Iterator<Item = Worths>, mover: Seat, thinker: Seat) -> Worths {
    let index = thinker.index();
    match mover == thinker {
        true => of.max_by_key(|worths| worths[index]).unwrap(),
        false => of.min_by_key(|worths| worths[index]).unwrap(),
    }
}

fn max_n<P: Position, J: Judge<P>>(
    judge: &J,
    p: &P,
    thinker: Seat,
    ply: u32,
    depth: u32,
) -> Worths {
    leaf(judge, p, ply, depth).unwrap_or_else(|| {
        let below = |m| max_n(judge, &p.play(m), thinker, ply + 1, depth - 1);
        choice(p.list().into_iter().map(below), p.turn(), thinker)
    })
}

fn paranoid<P: Position, J: Judge<P>>(
    judge: &J,
    p: &P,
    thinker: Seat,
    ply: u32,
    depth: u32,
) -> Worths {
    leaf(judge, p, ply, depth).unwrap_or_else(|| {
        let below = |m| paranoid(judge, &p.play(m), thinker, ply + 1, depth - 1);
        verdict(p.list().into_iter().map(below), p.turn(), thinker)
    })
}

/// The seats after the thinker in order; a round goes through them once.
fn rank<P: Position>(p: &P, thinker: Seat) -> usize {
    (p.turn().index() + P::SEATS - thinker.index()) % P::SEATS
}

fn proposal<P: Position>(judge: &impl Judge<P>, p: &P) -> P::Move {
    let moves = p.list();
    let best = moves.iter().map(|&m| judge.hint(p, m)).max().unwrap();
    moves.into_iter().find(|&m| judge.hint(p, m) == best).unwrap()
}

/// Best reply: `answered` tells whether one of the others has moved in this round.
fn best_reply<P: Position, J: Pass<P>>(
    judge: &J,
    p: &P,
    thinker: Seat,
    ply: u32,
    depth: u32,
    answered: bool,
) -> Worths {
    let after = |next: P, depth, answered| {
        let same_round = rank(&next, thinker) > rank(p, thinker);
        best_reply(judge, &next, thinker, ply + 1, depth, answered && same_round)
    };
    if p.outcome().is_none() && answered {
        let waited = judge.pass(p).unwrap_or_else(|| p.play(proposal(judge, p)));
        return after(waited, depth, true);
    }
    if let Some(worths) = leaf(judge, p, ply, depth) {
        return worths;
    }
    let others = p.turn() != thinker;
    let passed = others.then(|| judge.pass(p)).flatten();
    let kept = (others && passed.is_none()).then(|| proposal(judge, p));
    let mut below: Vec<Worths> = Vec::new();
    for m in p.list() {
        below.push(after(p.play(m), depth - 1, others && kept != Some(m)));
    }
    if let Some(passed) = passed
        && rank(&passed, thinker) > rank(p, thinker)
    {
        below.push(after(passed, depth, false));
    }
    verdict(below.into_iter(), p.turn(), thinker)
}

/// BRS+: `answered` tells whether one of the others has chosen in this round.
fn best_reply_plus<P: Position, J: Judge<P>>(
    judge: &J,
    p: &P,
    thinker: Seat,
    ply: u32,
    depth: u32,
    answered: bool,
) -> Worths {
    if let Some(worths) = leaf(judge, p, ply, depth) {
        return worths;
    }
    let proposed = proposal(judge, p);
    let others = p.turn() != thinker;
    let below = |m: P::Move| {
        let next = p.play(m);
        let same_round = rank(&next, thinker) > rank(p, thinker);
        let answered = same_round && others && (answered || m != proposed);
        best_reply_plus(judge, &next, thinker, ply + 1, depth - 1, answered)
    };
    let moves = if answered { vec![proposed] } else { p.list() };
    verdict(moves.into_iter().map(below), p.turn(), thinker)
}

/// A search by name, how to make one, and what it should find.
type Search<P> = (&'static str, fn(Whim) -> Box<dyn Thinker<P>>, Definition<P>);

/// All searches.
fn searches<P: Position>() -> Vec<Search<P>>
where
    Whim: Pass<P>,
{
    vec![
        ("max^n", |judge| Box::new(MaxN::new(judge, 1)), max_n),
        ("paranoid", |judge| Box::new(Paranoid::new(judge, 1)), paranoid),
        (
            "best reply",
            |judge| Box::new(BestReply::new(judge, 1)),
            |judge, p, thinker, ply, depth| best_reply(judge, p, thinker, ply, depth, false),
        ),
        (
            "best reply +",
            |judge| Box::new(BestReplyPlus::new(judge, 1)),
            |judge, p, thinker, ply, depth| best_reply_plus(judge, p, thinker, ply, depth, false),
        ),
    ]
}

fn think<P: Position>(search: &mut dyn Thinker<P>, task: &Task<P>) -> Report<P::Move> {
    search.think(task, &mut |_| {}).unwrap()
}

/// Compares all searches with their definitions, all first moves ranked.
fn compare<P: Position>(positions: &[P], depth: u32)
where
    Whim: Pass<P>,
{
    for (number, p) in positions.iter().enumerate() {
        let judge = Whim { most: [0, 30, 300][number % 3] };
        for (name, new, definition) in searches::<P>() {
            let thinker = p.turn();
            let worth = |m| definition(&judge, &p.play(m), thinker, 1, depth - 1)[thinker.index()];
            let mut expected: Vec<Worth> = p.list().into_iter().map(worth).collect();
            expected.sort_by_key(|&worth| std::cmp::Reverse(worth));
            let scores: Vec<Score> = expected.iter().map(|worth| worth.score()).collect();
            for lines in [1, 2, 9] {
                let task = Task { lines, ..Task::new(*p, Limits::depth(depth)) };
                let report = think(&mut *new(judge), &task);
                let found: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
                let lines = lines.min(scores.len());
                assert_eq!(found, scores[..lines], "{name}, {depth} plies, {judge:?}, {p:?}");
                assert_eq!(report.score, worth(report.best).score(), "{name}, {p:?}");
            }
        }
    }
}

#[test]
fn searches_find_what_they_are_defined_to_find() {
    for depth in 1..=6 {
        compare(&random_positions::<Stairs<3>>(depth.into(), 60), depth);
        compare(&random_positions::<Stairs<2>>(depth.into(), 30), depth);
        let trees = |from: u64| (from..from + 60).map(|n| n * 7 + u64::from(depth));
        compare(&trees(0).map(Tree::<3>::new).collect::<Vec<_>>(), depth);
        compare(&trees(99).map(Tree::<2>::new).collect::<Vec<_>>(), depth);
    }
}

#[test]
fn searches_go_to_the_end_of_the_game_and_no_farther() {
    for p in random_positions::<Stairs<3, 5>>(5, 30) {
        for (name, new, definition) in searches() {
            let judge = Whim { most: 20 };
            let report = think(&mut *new(judge), &Task::new(p, Limits::depth(90)));
            let worth = |m| definition(&judge, &p.play(m), p.turn(), 1, 40)[p.turn().index()];
            let best = p.list().into_iter().map(worth).max().unwrap();
            assert_eq!(report.score, best.score(), "{name}, {p:?}");
            assert!(report.depth < 90, "{name} went on after the end of {p:?}");
        }
    }
}

#[test]
fn between_two_all_searches_are_the_same() {
    struct Stores;
    impl Judge<Bohnenspiel> for Stores {
        fn value(&self, p: &Bohnenspiel) -> i32 {
            let (own, other) = (p.turn(), p.turn().opponent());
            100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
        }
    }
    impl Pass<Bohnenspiel> for Stores {
        fn pass(&self, _: &Bohnenspiel) -> Option<Bohnenspiel> {
            None
        }
    }
    fn same(p: Bohnenspiel, depth: u32) -> Report<House> {
        let task = Task { repetition: Repetition::Ignored, ..Task::new(p, Limits::depth(depth)) };
        let score = paranoid(&Stores, &p, p.turn(), 0, depth)[p.turn().index()].score();
        let searches: [Box<dyn Thinker<Bohnenspiel>>; 4] = [
            Box::new(MaxN::new(Stores, 1)),
            Box::new(Paranoid::new(Stores, 1)),
            Box::new(BestReply::new(Stores, 1)),
            Box::new(BestReplyPlus::new(Stores, 1)),
        ];
        let reports = searches.map(|mut search| think(&mut *search, &task));
        for report in &reports {
            assert_eq!(report.score, score, "{p:?}, {depth} plies");
        }
        reports.into_iter().next().unwrap()
    }
    for depth in 1..=6 {
        for p in random_positions(depth.into(), 25) {
            let report = same(p, depth);
            assert!(p.list().contains(&report.best));
        }
    }
}

#[test]
fn lines_are_legal() {
    for p in random_positions::<Stairs<3>>(77, 40) {
        for (name, new, _) in searches() {
            let task = Task { lines: 3, ..Task::new(p, Limits::depth(6)) };
            let report = think(&mut *new(Whim { most: 50 }), &task);
            assert_eq!(report.line, report.lines[0].moves, "{name}");
            for line in &report.lines {
                let mut p = p;
                for &m in &line.moves {
                    assert!(p.list().contains(&m), "{name}: {m} of {line:?} in {p:?}");
                    p = p.play(m);
                }
            }
        }
    }
}

#[test]
fn limits_are_met_and_there_is_always_an_answer() {
    let p = <Stairs<3, 40> as Position>::start();
    let stopped = Stop::default();
    stopped.stop();
    for (name, new, _) in searches() {
        let mut search = new(Whim { most: 50 });
        for nodes in [0, 1, 2, 10, 1000, 12_345] {
            let report = think(&mut *search, &Task::new(p, Limits::nodes(nodes)));
            assert_eq!(report.nodes, nodes, "{name}");
            assert!(p.list().contains(&report.best));
        }
        let no_time = Task::new(p, Limits::time(Duration::ZERO));
        let no_leave = Task { stop: stopped.clone(), ..Task::new(p, Limits::default()) };
        for task in [no_time, no_leave] {
            search.forget();
            let report = think(&mut *search, &task);
            assert_eq!((report.nodes, report.depth, report.lines.len()), (0, 0, 1), "{name}");
            assert_eq!(report.best, proposal(&Whim { most: 50 }, &p), "{name}");
        }
    }
}

#[test]
fn a_flag_raised_while_it_thinks_ends_the_search() {
    for (_, new, _) in searches() {
        let stop = Stop::default();
        let task = Task {
            stop: stop.clone(),
            ..Task::new(<Stairs<3, 90> as Position>::start(), Limits::default())
        };
        let mut search = new(Whim { most: 50 });
        let report = search.think(&task, &mut |report| {
            if report.depth == 5 {
                stop.stop();
            }
        });
        assert_eq!(report.unwrap().depth, 5);
    }
}

#[test]
fn the_same_task_gives_the_same_answer() {
    for p in random_positions::<Stairs<3, 30>>(3, 10) {
        for (name, new, _) in searches() {
            let run = || {
                let mut search = new(Whim { most: 50 });
                let mut seen = Vec::new();
                let task = Task::new(p, Limits::nodes(3000));
                for _ in 0..2 {
                    let mut keep =
                        |report: &Report<u8>| seen.push((report.nodes, report.line.clone()));
                    search.think(&task, &mut keep);
                }
                seen
            };
            assert_eq!(run(), run(), "{name}");
        }
    }
}

#[test]
fn among_some_moves_the_best_of_them_is_found() {
    for p in random_positions::<Stairs<3>>(8, 30) {
        for (name, new, definition) in searches() {
            let judge = Whim { most: 50 };
            for m in p.list() {
                let task = Task { among: &[m], ..Task::new(p, Limits::depth(4)) };
                let report = think(&mut *new(judge), &task);
                let expected = definition(&judge, &p.play(m), p.turn(), 1, 3)[p.turn().index()];
                assert_eq!((report.best, report.score), (m, expected.score()), "{name}");
            }
        }
    }
}

#[test]
fn whoever_can_finish_the_game_does_not_dawdle() {
    // One is at the top already, another could go there now or later: a second place either way.
    let finishes = |p: &Stairs<3, 9>, m| p.play(m).outcome().is_some();
    let mut positions = random_positions::<Stairs<3, 9>>(6, 200);
    positions.retain(|p| p.list().into_iter().any(|m| finishes(p, m)));
    assert!(positions.len() > 10, "{}", positions.len());
    for p in positions {
        for (name, new, _) in searches() {
            let report = think(&mut *new(Whim { most: 0 }), &Task::new(p, Limits::depth(8)));
            assert!(finishes(&p, report.best), "{name} dawdles in {p:?}: {report:?}");
        }
    }
}

#[test]
fn cuts_save_something_everywhere_and_much_against_a_coalition() {
    fn whole<P: Position>(p: &P, depth: u32) -> u64 {
        match depth {
            0 => 0,
            _ => p.list().into_iter().map(|m| 1 + whole(&p.play(m), depth - 1)).sum(),
        }
    }
    let p = <Stairs<3, 40> as Position>::start();
    let all: u64 = (1..=12).map(|depth| whole(&p, depth)).sum();
    let nodes = searches().into_iter().map(|(name, new, _)| {
        let report = think(&mut *new(Whim { most: 0 }), &Task::new(p, Limits::depth(12)));
        (name, report.nodes)
    });
    let nodes: Vec<_> = nodes.collect();
    assert!(nodes.iter().all(|&(_, nodes)| nodes < all), "{nodes:?} of {all}");
    let count = |wanted| nodes.iter().find(|(name, _)| *name == wanted).unwrap().1;
    assert!(10 * count("paranoid") < all && 10 * count("best reply +") < all, "{nodes:?} of {all}");
}
