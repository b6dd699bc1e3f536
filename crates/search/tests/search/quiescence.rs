//! Quiescence search finds the same values as minimax over tactical moves.

use crate::common::{Stores, alphabeta, random_positions, request, search};
use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::{Bohnenspiel, House};
use spielwerk_games::fanorona::{Fanorona, Move};
use spielwerk_search::{AlphaBetaConfig, Evaluator, Limits, Score};

type P = Bohnenspiel;

/// Counts the beans in the stores when there is nothing to capture.
#[derive(Copy, Clone)]
struct Captures;

impl Evaluator<P> for Captures {
    fn evaluate(&self, p: &P) -> i32 {
        Stores.evaluate(p)
    }

    fn needs_quiescence(&self, p: &P) -> bool {
        p.legal_moves().into_iter().any(|m| self.is_tactical(p, m))
    }

    fn is_tactical(&self, p: &P, m: House) -> bool {
        Stores.order_score(p, m) > 0
    }
}

/// Minimax, with tactical moves only below depth zero, down to the quiescence depth.
fn reference(p: &P, ply: u32, depth: i32, config: &AlphaBetaConfig) -> Score {
    let own = Score::estimate(Captures.evaluate(p));
    let quiet = depth <= 0;
    if quiet && (-depth >= config.quiescence_depth as i32 || !Captures.needs_quiescence(p)) {
        return own;
    }
    let all = p.legal_moves();
    let tactical: Vec<House> =
        all.iter().copied().filter(|&m| Captures.is_tactical(p, m)).collect();
    let may_stand = quiet && (config.stand_pat || tactical.len() < all.len());
    let moves = if quiet { tactical } else { all };
    let scores = moves.into_iter().map(|m| {
        let child = p.play(m);
        match child.outcome() {
            Some(outcome) => Score::from_outcome(&outcome, p.turn(), ply + 1),
            None => -reference(&child, ply + 1, depth - 1, config),
        }
    });
    scores.chain(may_stand.then_some(own)).max().expect("a score")
}

#[test]
fn leaves_are_searched_until_they_are_quiet() {
    let mut different = 0;
    for p in random_positions::<P>(1, 150) {
        for depth in 1..=3 {
            for stand_pat in [true, false] {
                let config =
                    AlphaBetaConfig { quiescence_depth: 4, stand_pat, ..AlphaBetaConfig::plain() };
                let request = request(p, Limits::depth(depth));
                let result = search(alphabeta(Captures, config), &request);
                let expected = reference(&p, 0, depth as i32, &config);
                assert_eq!(result.score, expected, "{p:?} at depth {depth}");
                let shallow = search(alphabeta(Captures, AlphaBetaConfig::plain()), &request);
                different += u32::from(shallow.score != result.score);
            }
        }
    }
    assert!(different > 100, "quiescence hardly mattered: {different}");
}

/// Counts stones. Captures are tactical, and obligatory.
#[derive(Copy, Clone)]
struct Stones;

impl Evaluator<Fanorona<3, 5>> for Stones {
    fn evaluate(&self, p: &Fanorona<3, 5>) -> i32 {
        100 * (p.mine().count_ones() as i32 - p.theirs().count_ones() as i32)
    }

    fn needs_quiescence(&self, p: &Fanorona<3, 5>) -> bool {
        p.can_capture()
    }

    fn is_tactical(&self, _p: &Fanorona<3, 5>, m: Move) -> bool {
        m.is_capture()
    }
}

/// A search of only some captures must not claim a proven loss.
#[test]
fn a_quiescence_move_limit_proves_nothing_false() {
    let narrow = AlphaBetaConfig {
        quiescence_depth: 12,
        quiescence_moves: 1,
        stand_pat: false,
        ..AlphaBetaConfig::plain()
    };
    let mut decided = 0;
    for p in random_positions::<Fanorona<3, 5>>(5, 400) {
        for depth in 1..=3 {
            let result = search(alphabeta(Stones, narrow), &request(p, Limits::depth(depth)));
            let Some(plies) = result.score.plies() else {
                continue;
            };
            decided += u32::from(plies > depth);
            let full = search(
                alphabeta(Stones, AlphaBetaConfig::plain()),
                &request(p, Limits::depth(plies)),
            );
            assert_eq!(full.score.is_win(), result.score.is_win(), "{p:?} at depth {depth}");
            assert_eq!(full.score.is_loss(), result.score.is_loss(), "{p:?} at depth {depth}");
        }
    }
    assert!(decided > 50, "hardly anything was decided below the leaves: {decided}");
}
