//! Beam search for the race of Halma: once the sides have passed each other, only own moves matter.
//!
//! Alpha-beta would spend half its nodes on an opponent who cannot interfere any more. So this search
//! leaves the opponent's pieces where they stand and looks for the shortest path home: the best
//! positions after each move, as many as the beam is wide, are expanded for the next, until the camp
//! is full. Narrow beams come first and give an answer at once; each further one is four times as
//! wide.
//!
//! A side that is nearly home races as well, even if the opponent has never left its camp: those
//! pieces fill their squares of the camp like any others. Only if there is no path home past them,
//! alpha-beta takes over again.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use spielwerk_games::halma::{Halma, Move, RuleSet};
use spielwerk_games::{Position, Seat};
use spielwerk_search::{
    Aborted, AlphaBeta, Evaluator, Limits, NodeCounter, Score, SearchBudget, SearchRequest,
    SearchResult, Searcher, Variation,
};

use super::evaluator::HalmaEvaluator;

/// Alpha-beta while the sides are in contact, and beam search in the race.
pub(super) struct ContactOrRaceSearcher<R: RuleSet, E> {
    alphabeta: AlphaBeta<Halma<R>, E>,
    /// `None` with a noisy evaluator: beam search would play the race without noise.
    race_evaluator: Option<HalmaEvaluator>,
}

impl<R: RuleSet, E: Evaluator<Halma<R>>> ContactOrRaceSearcher<R, E> {
    pub(super) fn new(
        alphabeta: AlphaBeta<Halma<R>, E>,
        race_evaluator: Option<HalmaEvaluator>,
    ) -> ContactOrRaceSearcher<R, E> {
        ContactOrRaceSearcher { alphabeta, race_evaluator }
    }
}

impl<R: RuleSet, E: Evaluator<Halma<R>>> Searcher<Halma<R>> for ContactOrRaceSearcher<R, E> {
    fn search(
        &mut self,
        request: &SearchRequest<Halma<R>>,
        each: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        // Only alpha-beta compares several principal variations.
        if request.multi_pv > 1 {
            return self.alphabeta.search(request, each);
        }
        let unvisited = unvisited_moves(request);
        let root_moves = if unvisited.is_empty() { request.search_moves } else { &unvisited };
        let request = &SearchRequest { search_moves: root_moves, ..request.clone() };
        let evaluator =
            self.race_evaluator.as_ref().filter(|evaluator| evaluator.is_race(&request.position));
        let Some(evaluator) = evaluator else { return self.alphabeta.search(request, each) };
        match search_race(request, evaluator, each)? {
            RaceResult::Found(result) => Some(result),
            RaceResult::Blocked { time, nodes } => {
                let limits = remaining_limits(&request.limits, time, nodes);
                let result =
                    self.alphabeta.search(&SearchRequest { limits, ..request.clone() }, each)?;
                Some(SearchResult {
                    time: result.time + time,
                    nodes: result.nodes + nodes,
                    ..result
                })
            }
        }
    }

    fn new_game(&mut self) {
        self.alphabeta.new_game();
    }
}

/// The moves to positions that have not occurred in this game. A plan that depends on the opponent's
/// pieces can change after each of their moves, to and fro, and no rule ends that repetition.
fn unvisited_moves<R: RuleSet>(request: &SearchRequest<Halma<R>>) -> Vec<Move> {
    let mut moves = request.moves();
    let position = &request.position;
    moves.retain(|&m| !request.history_keys.contains(&position.play(m).repetition_key()));
    moves
}

/// The result of the race search.
enum RaceResult {
    /// The best path home found, or the best first move so far.
    Found(SearchResult<Move>),
    /// There is no path home while the opponent stays; finding that out took this much.
    Blocked { time: Duration, nodes: u64 },
}

/// The limits less what is spent already.
fn remaining_limits(limits: &Limits, time: Duration, nodes: u64) -> Limits {
    Limits {
        time: limits.time.map(|most| most.saturating_sub(time)),
        soft_time: limits.soft_time.map(|most| most.saturating_sub(time)),
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        ..*limits
    }
}

/// A path home: its first move and its length.
#[derive(Copy, Clone, Debug)]
struct RacePlan {
    first_move: Move,
    moves: u32,
}

/// A node of the beam.
#[derive(Copy, Clone)]
struct BeamNode<R: RuleSet> {
    position: Halma<R>,
    first_move: Option<Move>,
    cost: i32,
}

/// The width of the first beam.
const MIN_WIDTH: usize = 4;
/// The width of the last beam.
const MAX_WIDTH: usize = 1024;
/// The longest path home that is searched.
const MAX_MOVES: u32 = 150;
/// Moves that gain less than this, in hundredths of a step, are pruned.
const MIN_GAIN: i32 = -120;

/// Searches with wider and wider beams as long as the budget lasts.
fn search_race<R: RuleSet>(
    request: &SearchRequest<Halma<R>>,
    evaluator: &HalmaEvaluator,
    each: &mut dyn FnMut(&SearchResult<Move>),
) -> Option<RaceResult> {
    let budget = SearchBudget::new(request.limits, request.stop.clone(), 1);
    let mut counter = budget.node_counter();
    let position = &request.position;
    let mut best_first =
        request.moves().into_iter().max_by_key(|&m| evaluator.gain(position.turn(), m))?;
    let narrow = match beam_search(
        position,
        request.search_moves,
        evaluator,
        MIN_WIDTH,
        &mut counter,
        &mut best_first,
    ) {
        Ok(Some(plan)) => plan,
        Ok(None) => {
            return Some(RaceResult::Blocked { time: budget.elapsed(), nodes: counter.nodes() });
        }
        Err(Aborted) => {
            let (nodes, time) = (counter.nodes(), budget.elapsed());
            return Some(RaceResult::Found(SearchResult {
                nodes,
                time,
                ..SearchResult::unsearched(best_first)
            }));
        }
    };
    let opponent_moves =
        opponent_moves_home(position, evaluator, &mut counter).unwrap_or(narrow.moves);
    let mut best = search_result(narrow, opponent_moves, counter.nodes(), &budget);
    each(&best);
    let deepest = request.limits.depth.unwrap_or(u32::MAX);
    let (mut width, mut began) = (4 * MIN_WIDTH, Duration::ZERO);
    // A path of one move cannot be improved.
    while width <= MAX_WIDTH && best.depth > 1 && best.depth < deepest {
        let now = budget.elapsed();
        if budget.is_past_soft_limit(now - began) {
            break;
        }
        began = now;
        let found = beam_search(
            position,
            request.search_moves,
            evaluator,
            width,
            &mut counter,
            &mut best_first,
        );
        let Ok(plan) = found else { break };
        if let Some(plan) = plan.filter(|plan| plan.moves < best.depth) {
            best = search_result(plan, opponent_moves, counter.nodes(), &budget);
            each(&best);
        }
        width *= 4;
    }
    Some(RaceResult::Found(SearchResult { nodes: counter.nodes(), time: budget.elapsed(), ..best }))
}

/// How many moves the opponent needs to come home.
fn opponent_moves_home<R: RuleSet>(
    position: &Halma<R>,
    evaluator: &HalmaEvaluator,
    counter: &mut NodeCounter,
) -> Option<u32> {
    let other = position.null_move()?;
    let mut best_first = *other.legal_moves().first()?;
    let plan = beam_search(&other, &[], evaluator, MIN_WIDTH, counter, &mut best_first).ok()?;
    plan.map(|plan| plan.moves)
}

fn search_result(
    plan: RacePlan,
    opponent_moves: u32,
    nodes: u64,
    budget: &SearchBudget,
) -> SearchResult<Move> {
    // With equal path lengths the side to move wins.
    let lead = 100 * (opponent_moves as i32 - plan.moves as i32) + 50;
    let (score, depth) = (Score::estimate(lead), plan.moves);
    let line = Variation { score, depth, moves: vec![plan.first_move] };
    SearchResult {
        score,
        depth,
        nodes,
        time: budget.elapsed(),
        variations: vec![line],
        ..SearchResult::unsearched(plan.first_move)
    }
}

/// The path home that a beam of this width finds for the side to move, beginning with one of
/// `root_moves` if there are any. Meanwhile `best_first` is the first move to the best node so far.
fn beam_search<R: RuleSet>(
    start: &Halma<R>,
    root_moves: &[Move],
    evaluator: &HalmaEvaluator,
    width: usize,
    counter: &mut NodeCounter,
    best_first: &mut Move,
) -> Result<Option<RacePlan>, Aborted> {
    let seat = start.turn();
    let mut beam =
        vec![BeamNode { position: *start, first_move: None, cost: evaluator.cost(start, seat) }];
    for moves in 1..=MAX_MOVES {
        let mut next: Vec<BeamNode<R>> = Vec::with_capacity(2 * width);
        let mut seen = HashSet::new();
        for Candidate { node, m, .. } in candidates(&beam, root_moves, evaluator, width, counter)? {
            counter.tick()?;
            let position = node.position.play(m);
            let first_move = node.first_move.unwrap_or(m);
            if position.outcome().and_then(|outcome| outcome.winner()) == Some(seat) {
                return Ok(Some(RacePlan { first_move, moves }));
            }
            let Some(position) = with_mover(position, seat) else { continue };
            if seen.insert(position.key()) {
                let cost = evaluator.cost(&position, seat);
                next.push(BeamNode { position, first_move: Some(first_move), cost });
            }
        }
        next.sort_by_key(|node| node.cost);
        next.truncate(width);
        beam = next;
        let Some(best) = beam.first() else { break };
        *best_first = best.first_move.unwrap_or(*best_first);
    }
    Ok(None)
}

/// A move from one of the nodes.
struct Candidate<'a, R: RuleSet> {
    node: &'a BeamNode<R>,
    m: Move,
    /// An estimate of the cost after it.
    cost: i32,
}

/// The most promising moves from these nodes, twice as many as the beam is wide.
fn candidates<'a, R: RuleSet>(
    beam: &'a [BeamNode<R>],
    root_moves: &[Move],
    evaluator: &HalmaEvaluator,
    width: usize,
    counter: &mut NodeCounter,
) -> Result<Vec<Candidate<'a, R>>, Aborted> {
    let mut found = Vec::new();
    for node in beam {
        counter.tick()?;
        let seat = node.position.turn();
        let _ = node.position.generate_moves(|m| {
            let gain = evaluator.gain(seat, m);
            let allowed =
                node.first_move.is_some() || root_moves.is_empty() || root_moves.contains(&m);
            if gain >= MIN_GAIN && allowed {
                found.push(Candidate { node, m, cost: node.cost - gain });
            }
            ControlFlow::Continue(())
        });
        if found.len() > 16 * width {
            keep_best(&mut found, 2 * width);
        }
    }
    keep_best(&mut found, 2 * width);
    Ok(found)
}

/// Keeps the `count` cheapest candidates.
fn keep_best<R: RuleSet>(candidates: &mut Vec<Candidate<R>>, count: usize) {
    if candidates.len() > count {
        candidates.select_nth_unstable_by_key(count, |candidate| candidate.cost);
        candidates.truncate(count);
    }
}

/// The position with this side to move, if the game is not over.
fn with_mover<R: RuleSet>(position: Halma<R>, seat: Seat) -> Option<Halma<R>> {
    if position.turn() == seat { Some(position) } else { position.null_move() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Game;
    use spielwerk_games::halma::Setup;

    use crate::GamePlayers;

    fn position(text: &str) -> Halma {
        text.parse::<Setup>().unwrap().to_position_unchecked()
    }

    fn plan(text: &str) -> SearchResult<Move> {
        let request = SearchRequest::new(position(text), Limits::nodes(20_000));
        run(&request)
    }

    fn run(request: &SearchRequest<Halma>) -> SearchResult<Move> {
        match search_race(request, &HalmaEvaluator::default(), &mut |_| {}) {
            Some(RaceResult::Found(result)) => result,
            _ => panic!("no path home from {:?}", request.position),
        }
    }

    #[test]
    fn the_last_hole_is_filled_in_the_fewest_moves() {
        // The hole at 15,11 is four moves away round the outside, but the others can make room.
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14B1/13BBB/12BBBB/10BBBBBB/11BBBBB b";
        assert!(plan(text).depth <= 4, "{:?}", plan(text));
    }

    #[test]
    fn one_move_from_home_is_one_move() {
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/10B1BBBB/11BBBBB b";
        let result = plan(text);
        assert_eq!(
            (result.depth, position(text).write_move(result.best_move)),
            (1, "10,14-11,14".into())
        );
    }

    #[test]
    fn there_is_a_move_without_any_nodes() {
        let start = Halma::<spielwerk_games::halma::Plain>::start();
        for nodes in [0, 1, 10, 100] {
            let request = SearchRequest::new(start, Limits::nodes(nodes));
            let result = run(&request);
            assert!(start.legal_moves().contains(&result.best_move));
            assert!(result.nodes <= nodes);
        }
    }

    #[test]
    fn root_moves_restrict_the_first_move() {
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/10B1BBBB/11BBBBB b";
        let start = position(text);
        let root_moves = [start.read_move("10,14-10,15").unwrap()];
        let request = SearchRequest {
            search_moves: &root_moves,
            ..SearchRequest::new(start, Limits::nodes(20_000))
        };
        assert_eq!(run(&request).best_move, root_moves[0]);
    }

    #[test]
    fn positions_of_the_game_are_not_repeated() {
        let text = "W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/10B1BBBB/11BBBBB b";
        let start = position(text);
        let home = start.read_move("10,14-11,14").unwrap();
        let played = [start.repetition_key(), start.play(home).repetition_key()];
        let request = SearchRequest {
            history_keys: &played,
            ..SearchRequest::new(start, Limits::nodes(2_000))
        };
        let evaluator = HalmaEvaluator::default();
        let config = <Halma as GamePlayers>::alphabeta_config(&"strong".parse().unwrap());
        for race_evaluator in [None, Some(evaluator.clone())] {
            let alphabeta = AlphaBeta::new(evaluator.clone(), config, 1);
            let mut player = ContactOrRaceSearcher::new(alphabeta, race_evaluator);
            let mut best = |request: &SearchRequest<Halma>| {
                player.search(request, &mut |_| {}).unwrap().best_move
            };
            assert_eq!(best(&SearchRequest { history_keys: &[], ..request.clone() }), home);
            assert_ne!(best(&request), home);
        }
    }

    #[test]
    fn pieces_that_never_left_fill_the_camp() {
        // White has kept five pieces in the corner of its camp.
        let text = "16/16/16/16/16/16/16/16/16/12B3/13BB1/13BBB/13BBB/12BB1B/10BBB1WW/11BB1WW b";
        assert!(HalmaEvaluator::default().is_race(&position(text)));
        assert!(plan(text).depth <= 6, "{:?}", plan(text));
    }

    #[test]
    fn a_blocked_path_home_is_reported() {
        // The hole in the corner is three deep behind pieces that never move.
        let text = "16/16/16/16/16/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/10B1WWW1 b";
        let request = SearchRequest::new(position(text), Limits::nodes(200_000));
        let found = search_race(&request, &HalmaEvaluator::default(), &mut |_| {});
        assert!(matches!(found, Some(RaceResult::Blocked { .. })));
    }
}
