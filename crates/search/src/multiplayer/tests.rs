//! Every search against its definition, implemented without pruning, transposition table or move
//! ordering: on hundreds of positions of games for two and three, they must find the same values.

use std::time::Duration;

use spielwerk_games::bohnenspiel::{Bohnenspiel, House};
use spielwerk_games::{Position, Seat};

use super::seat_value::{SeatValue, SeatValues, estimate_seats, outcome_values};
use super::*;
use crate::test_games::{HashEvaluator, RandomTree, Stairs, random_positions};
use crate::{
    Evaluator, Limits, RepetitionRule, Score, SearchRequest, SearchResult, Searcher, StopFlag,
};

/// The values of a position at a ply from the root, searched to a depth.
type Definition<P> = fn(&HashEvaluator, &P, Seat, u32, u32) -> SeatValues;

fn leaf<P: Position>(
    evaluator: &impl Evaluator<P>,
    p: &P,
    ply: u32,
    depth: u32,
) -> Option<SeatValues> {
    match p.outcome() {
        Some(outcome) => Some(outcome_values(&outcome, ply)),
        None => (depth == 0).then(|| estimate_seats(evaluator, p)),
    }
}

/// The best of several for a seat; of equals, the one that is worst for the root player.
fn choice(of: impl Iterator<Item = SeatValues>, seat: Seat, root_seat: Seat) -> SeatValues {
    let (own, root) = (seat.index(), root_seat.index());
    of.max_by(|a, b| a[own].cmp(&b[own]).then(b[root].cmp(&a[root])).then(a.cmp(b))).unwrap()
}

/// The best or the worst of several for the root player.
fn minimax_choice(
    of: impl Iterator<Item = SeatValues>,
    mover: Seat,
    root_seat: Seat,
) -> SeatValues {
    let index = root_seat.index();
    match mover == root_seat {
        true => of.max_by_key(|values| values[index]).unwrap(),
        false => of.min_by_key(|values| values[index]).unwrap(),
    }
}

fn max_n<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    p: &P,
    root_seat: Seat,
    ply: u32,
    depth: u32,
) -> SeatValues {
    leaf(evaluator, p, ply, depth).unwrap_or_else(|| {
        let below = |m| max_n(evaluator, &p.play(m), root_seat, ply + 1, depth - 1);
        choice(p.legal_moves().into_iter().map(below), p.turn(), root_seat)
    })
}

fn paranoid<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    p: &P,
    root_seat: Seat,
    ply: u32,
    depth: u32,
) -> SeatValues {
    leaf(evaluator, p, ply, depth).unwrap_or_else(|| {
        let below = |m| paranoid(evaluator, &p.play(m), root_seat, ply + 1, depth - 1);
        minimax_choice(p.legal_moves().into_iter().map(below), p.turn(), root_seat)
    })
}

/// The seats after the root player in order; a round goes through them once.
fn rank<P: Position>(p: &P, root_seat: Seat) -> usize {
    (p.turn().index() + P::SEATS - root_seat.index()) % P::SEATS
}

fn best_ordered_move<P: Position>(evaluator: &impl Evaluator<P>, p: &P) -> P::Move {
    let moves = p.legal_moves();
    let best = moves.iter().map(|&m| evaluator.order_score(p, m)).max().unwrap();
    moves.into_iter().find(|&m| evaluator.order_score(p, m) == best).unwrap()
}

/// BRS: `replied` tells whether an opponent has moved in this round.
fn best_reply<P: Position, E: Pass<P>>(
    evaluator: &E,
    p: &P,
    root_seat: Seat,
    ply: u32,
    depth: u32,
    replied: bool,
) -> SeatValues {
    let after = |next: P, depth, replied| {
        let same_round = rank(&next, root_seat) > rank(p, root_seat);
        best_reply(evaluator, &next, root_seat, ply + 1, depth, replied && same_round)
    };
    if p.outcome().is_none() && replied {
        let default = evaluator.pass(p).unwrap_or_else(|| p.play(best_ordered_move(evaluator, p)));
        return after(default, depth, true);
    }
    if let Some(values) = leaf(evaluator, p, ply, depth) {
        return values;
    }
    let others = p.turn() != root_seat;
    let passed = others.then(|| evaluator.pass(p)).flatten();
    let default = (others && passed.is_none()).then(|| best_ordered_move(evaluator, p));
    let mut below: Vec<SeatValues> = Vec::new();
    for m in p.legal_moves() {
        below.push(after(p.play(m), depth - 1, others && default != Some(m)));
    }
    if let Some(passed) = passed
        && rank(&passed, root_seat) > rank(p, root_seat)
    {
        below.push(after(passed, depth, false));
    }
    minimax_choice(below.into_iter(), p.turn(), root_seat)
}

/// BRS+: `replied` tells whether an opponent has chosen in this round.
fn best_reply_plus<P: Position, E: Evaluator<P>>(
    evaluator: &E,
    p: &P,
    root_seat: Seat,
    ply: u32,
    depth: u32,
    replied: bool,
) -> SeatValues {
    if let Some(values) = leaf(evaluator, p, ply, depth) {
        return values;
    }
    let default = best_ordered_move(evaluator, p);
    let others = p.turn() != root_seat;
    let below = |m: P::Move| {
        let next = p.play(m);
        let same_round = rank(&next, root_seat) > rank(p, root_seat);
        let replied = same_round && others && (replied || m != default);
        best_reply_plus(evaluator, &next, root_seat, ply + 1, depth - 1, replied)
    };
    let moves = if replied { vec![default] } else { p.legal_moves() };
    minimax_choice(moves.into_iter().map(below), p.turn(), root_seat)
}

/// A search: name, constructor, definition.
type Search<P> = (&'static str, fn(HashEvaluator) -> Box<dyn Searcher<P>>, Definition<P>);

/// All searches.
fn searches<P: Position>() -> Vec<Search<P>>
where
    HashEvaluator: Pass<P>,
{
    vec![
        ("max^n", |evaluator| Box::new(MaxN::new(evaluator, 1)), max_n),
        ("paranoid", |evaluator| Box::new(Paranoid::new(evaluator, 1)), paranoid),
        (
            "best reply",
            |evaluator| Box::new(BestReply::new(evaluator, 1)),
            |evaluator, p, root_seat, ply, depth| {
                best_reply(evaluator, p, root_seat, ply, depth, false)
            },
        ),
        (
            "best reply +",
            |evaluator| Box::new(BestReplyPlus::new(evaluator, 1)),
            |evaluator, p, root_seat, ply, depth| {
                best_reply_plus(evaluator, p, root_seat, ply, depth, false)
            },
        ),
    ]
}

fn run<P: Position>(
    search: &mut dyn Searcher<P>,
    request: &SearchRequest<P>,
) -> SearchResult<P::Move> {
    search.search(request, &mut |_| {}).unwrap()
}

/// Compares all searches with their definitions, for all root moves.
fn compare<P: Position>(positions: &[P], depth: u32)
where
    HashEvaluator: Pass<P>,
{
    for (number, p) in positions.iter().enumerate() {
        let evaluator = HashEvaluator { noise: [0, 30, 300][number % 3] };
        for (name, new, definition) in searches::<P>() {
            let root_seat = p.turn();
            let value =
                |m| definition(&evaluator, &p.play(m), root_seat, 1, depth - 1)[root_seat.index()];
            let mut expected: Vec<SeatValue> = p.legal_moves().into_iter().map(value).collect();
            expected.sort_by_key(|&value| std::cmp::Reverse(value));
            let scores: Vec<Score> = expected.iter().map(|value| value.score()).collect();
            for (lines, threads) in [(1, 1), (2, 1), (9, 1), (1, 3)] {
                let request = SearchRequest {
                    multi_pv: lines,
                    threads,
                    ..SearchRequest::new(*p, Limits::depth(depth))
                };
                let result = run(&mut *new(evaluator), &request);
                let found: Vec<Score> = result.variations.iter().map(|line| line.score).collect();
                let lines = lines.min(scores.len());
                assert_eq!(found, scores[..lines], "{name}, {depth} plies, {evaluator:?}, {p:?}");
                assert_eq!(result.score, value(result.best_move).score(), "{name}, {p:?}");
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
        compare(&trees(0).map(RandomTree::<3>::new).collect::<Vec<_>>(), depth);
        compare(&trees(99).map(RandomTree::<2>::new).collect::<Vec<_>>(), depth);
    }
}

#[test]
fn searches_go_to_the_end_of_the_game_and_no_farther() {
    for p in random_positions::<Stairs<3, 5>>(5, 30) {
        for (name, new, definition) in searches() {
            let evaluator = HashEvaluator { noise: 20 };
            let result = run(&mut *new(evaluator), &SearchRequest::new(p, Limits::depth(90)));
            let value = |m| definition(&evaluator, &p.play(m), p.turn(), 1, 40)[p.turn().index()];
            let best = p.legal_moves().into_iter().map(value).max().unwrap();
            assert_eq!(result.score, best.score(), "{name}, {p:?}");
            assert!(result.depth < 90, "{name} went on after the end of {p:?}");
        }
    }
}

#[test]
fn with_two_players_all_searches_agree() {
    struct Stores;
    impl Evaluator<Bohnenspiel> for Stores {
        fn evaluate(&self, p: &Bohnenspiel) -> i32 {
            let (own, other) = (p.turn(), p.turn().opponent());
            100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
        }
    }
    impl Pass<Bohnenspiel> for Stores {
        fn pass(&self, _: &Bohnenspiel) -> Option<Bohnenspiel> {
            None
        }
    }
    fn same(p: Bohnenspiel, depth: u32) -> SearchResult<House> {
        let request = SearchRequest {
            repetition: RepetitionRule::Ignored,
            ..SearchRequest::new(p, Limits::depth(depth))
        };
        let score = paranoid(&Stores, &p, p.turn(), 0, depth)[p.turn().index()].score();
        let searches: [Box<dyn Searcher<Bohnenspiel>>; 4] = [
            Box::new(MaxN::new(Stores, 1)),
            Box::new(Paranoid::new(Stores, 1)),
            Box::new(BestReply::new(Stores, 1)),
            Box::new(BestReplyPlus::new(Stores, 1)),
        ];
        let results = searches.map(|mut search| run(&mut *search, &request));
        for result in &results {
            assert_eq!(result.score, score, "{p:?}, {depth} plies");
        }
        results.into_iter().next().unwrap()
    }
    for depth in 1..=6 {
        for p in random_positions(depth.into(), 25) {
            let result = same(p, depth);
            assert!(p.legal_moves().contains(&result.best_move));
        }
    }
}

#[test]
fn variations_are_legal() {
    for p in random_positions::<Stairs<3>>(77, 40) {
        for (name, new, _) in searches() {
            let request = SearchRequest { multi_pv: 3, ..SearchRequest::new(p, Limits::depth(6)) };
            let result = run(&mut *new(HashEvaluator { noise: 50 }), &request);
            assert_eq!(result.pv, result.variations[0].moves, "{name}");
            for line in &result.variations {
                let mut p = p;
                for &m in &line.moves {
                    assert!(p.legal_moves().contains(&m), "{name}: {m} of {line:?} in {p:?}");
                    p = p.play(m);
                }
            }
        }
    }
}

#[test]
fn limits_are_met_and_there_is_always_an_answer() {
    let p = <Stairs<3, 40> as Position>::start();
    let stopped = StopFlag::default();
    stopped.stop();
    for (name, new, _) in searches() {
        let mut search = new(HashEvaluator { noise: 50 });
        for nodes in [0, 1, 2, 10, 1000, 12_345] {
            let result = run(&mut *search, &SearchRequest::new(p, Limits::nodes(nodes)));
            assert_eq!(result.nodes, nodes, "{name}");
            assert!(p.legal_moves().contains(&result.best_move));
        }
        let no_time = SearchRequest::new(p, Limits::time(Duration::ZERO));
        let stopped_request =
            SearchRequest { stop: stopped.clone(), ..SearchRequest::new(p, Limits::default()) };
        for request in [no_time, stopped_request] {
            search.new_game();
            let result = run(&mut *search, &request);
            assert_eq!((result.nodes, result.depth, result.variations.len()), (0, 0, 1), "{name}");
            assert_eq!(
                result.best_move,
                best_ordered_move(&HashEvaluator { noise: 50 }, &p),
                "{name}"
            );
        }
    }
}

#[test]
fn all_threads_search() {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread::{ThreadId, current};

    /// Stops the search when three threads have evaluated a position.
    struct ThreadCounter {
        seen: Mutex<HashSet<ThreadId>>,
        stop: StopFlag,
    }

    impl<const SEATS: usize, const TOP: u8> Evaluator<Stairs<SEATS, TOP>> for ThreadCounter {
        fn evaluate(&self, p: &Stairs<SEATS, TOP>) -> i32 {
            self.evaluate_seats(p)[p.turn().index()]
        }

        fn evaluate_seats(&self, p: &Stairs<SEATS, TOP>) -> [i32; Seat::MAX_SEATS] {
            let mut seen = self.seen.lock().unwrap();
            seen.insert(current().id());
            if seen.len() == 3 {
                self.stop.stop();
            }
            HashEvaluator { noise: 50 }.evaluate_seats(p)
        }
    }

    let stop = StopFlag::default();
    let request = SearchRequest {
        threads: 3,
        stop: stop.clone(),
        ..SearchRequest::new(<Stairs<3, 90> as Position>::start(), Limits::nodes(20_000_000))
    };
    let evaluator = ThreadCounter { seen: Mutex::default(), stop: stop.clone() };
    let result = run(&mut Paranoid::new(evaluator, 1), &request);
    assert!(stop.is_stopped(), "one thread searched {} nodes", result.nodes);
}

#[test]
fn a_flag_set_during_the_search_stops_it() {
    for (_, new, _) in searches() {
        let stop = StopFlag::default();
        let request = SearchRequest {
            stop: stop.clone(),
            ..SearchRequest::new(<Stairs<3, 90> as Position>::start(), Limits::default())
        };
        let mut search = new(HashEvaluator { noise: 50 });
        let result = search.search(&request, &mut |result| {
            if result.depth == 5 {
                stop.stop();
            }
        });
        assert_eq!(result.unwrap().depth, 5);
    }
}

#[test]
fn the_same_request_gives_the_same_result() {
    for p in random_positions::<Stairs<3, 30>>(3, 10) {
        for (name, new, _) in searches() {
            let run = || {
                let mut search = new(HashEvaluator { noise: 50 });
                let mut seen = Vec::new();
                let request = SearchRequest::new(p, Limits::nodes(3000));
                for _ in 0..2 {
                    let mut keep =
                        |result: &SearchResult<u8>| seen.push((result.nodes, result.pv.clone()));
                    search.search(&request, &mut keep);
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
            let evaluator = HashEvaluator { noise: 50 };
            for m in p.legal_moves() {
                let request =
                    SearchRequest { search_moves: &[m], ..SearchRequest::new(p, Limits::depth(4)) };
                let result = run(&mut *new(evaluator), &request);
                let expected = definition(&evaluator, &p.play(m), p.turn(), 1, 3)[p.turn().index()];
                assert_eq!((result.best_move, result.score), (m, expected.score()), "{name}");
            }
        }
    }
}

#[test]
fn whoever_can_finish_the_game_does_not_dawdle() {
    // One is at the top already, another could go there now or later: a second place either way.
    let finishes = |p: &Stairs<3, 9>, m| p.play(m).outcome().is_some();
    let mut positions = random_positions::<Stairs<3, 9>>(6, 200);
    positions.retain(|p| p.legal_moves().into_iter().any(|m| finishes(p, m)));
    assert!(positions.len() > 10, "{}", positions.len());
    for p in positions {
        for (name, new, _) in searches() {
            let result = run(
                &mut *new(HashEvaluator { noise: 0 }),
                &SearchRequest::new(p, Limits::depth(8)),
            );
            assert!(finishes(&p, result.best_move), "{name} dawdles in {p:?}: {result:?}");
        }
    }
}

#[test]
fn pruning_saves_some_nodes_in_max_n_and_many_in_reduced_searches() {
    fn tree_size<P: Position>(p: &P, depth: u32) -> u64 {
        match depth {
            0 => 0,
            _ => p.legal_moves().into_iter().map(|m| 1 + tree_size(&p.play(m), depth - 1)).sum(),
        }
    }
    let p = <Stairs<3, 40> as Position>::start();
    let all: u64 = (1..=12).map(|depth| tree_size(&p, depth)).sum();
    let nodes = searches().into_iter().map(|(name, new, _)| {
        let result =
            run(&mut *new(HashEvaluator { noise: 0 }), &SearchRequest::new(p, Limits::depth(12)));
        (name, result.nodes)
    });
    let nodes: Vec<_> = nodes.collect();
    assert!(nodes.iter().all(|&(_, nodes)| nodes < all), "{nodes:?} of {all}");
    let count = |wanted| nodes.iter().find(|(name, _)| *name == wanted).unwrap().1;
    assert!(10 * count("paranoid") < all && 10 * count("best reply +") < all, "{nodes:?} of {all}");
}
