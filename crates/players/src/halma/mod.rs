//! Players of Halma: evaluation, search configuration, beam search for the race, levels.

mod beam_search;
mod evaluator;
mod holes;
mod network_inputs;

use spielwerk_games::halma::{BOARD_SIZE, Halma, RuleSet};
use spielwerk_games::{Position, Seat};
use spielwerk_search::{AlphaBeta, AlphaBetaConfig, LateMoveReductions, RepetitionRule, Searcher};

use beam_search::ContactOrRaceSearcher;
pub use evaluator::{HalmaEvaluator, Weights};

use crate::network::network;
use crate::{GamePlayers, Level, Levels, NoisyEvaluator, PlayerSpec};

impl<R: RuleSet> GamePlayers for Halma<R> {
    type SearchPosition = Self;
    type Evaluator = HalmaEvaluator;
    type Weights = Weights;
    const NETWORK_WORDS: usize = network_inputs::WORDS;
    const REPETITION: RepetitionRule = RepetitionRule::Ignored;
    const GAME_SPECIFIC: &'static [&'static str] = &[];
    const INSTANT: &'static [&'static str] = &[];
    const LEVELS: Levels = [
        Level::new(120, 800),
        Level::new(220, 450),
        Level::new(600, 200),
        Level::new(2_300, 70),
        Level::new(3_350, 53),
        Level::new(6_700, 27),
        Level::new(13_500, 3),
        Level::new(21_000, 0),
        Level::new(43_000, 0),
    ];

    fn network_inputs(&self, _seat: Seat) -> Vec<u64> {
        network_inputs::inputs(self).to_vec()
    }

    fn network_symmetries() -> Vec<Vec<u16>> {
        network_inputs::symmetries()
    }

    fn evaluator(spec: &PlayerSpec) -> HalmaEvaluator {
        // A file that cannot be used was refused before.
        let network = network::<Self>(spec).ok().flatten();
        HalmaEvaluator::new(spec.weights()).with_network(network)
    }

    fn alphabeta_config(_spec: &PlayerSpec) -> AlphaBetaConfig {
        // A position has about 150 moves, most of which gain nothing: so reduce and prune many.
        AlphaBetaConfig {
            aspiration_window: Some(60),
            late_move_reductions: Some(LateMoveReductions {
                base: 0.6,
                divisor: 1.8,
                full_depth_moves: 3,
            }),
            futility_margin: Some(120),
            reverse_futility_margin: Some(150),
            late_move_count: Some(12),
            ..AlphaBetaConfig::default()
        }
    }

    fn strong(
        evaluator: NoisyEvaluator<HalmaEvaluator>,
        spec: &PlayerSpec,
    ) -> Box<dyn Searcher<Self>> {
        let race_evaluator = evaluator.is_noiseless().then(|| Self::evaluator(spec));
        let alphabeta = AlphaBeta::new(evaluator, Self::alphabeta_config(spec), spec.hash);
        Box::new(ContactOrRaceSearcher::new(alphabeta, race_evaluator))
    }

    fn game_specific(_name: &str, _spec: &PlayerSpec) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    fn expected_moves_left(&self) -> u32 {
        // A game takes about ninety moves of each player for a total distance of about 400 squares.
        let seat = self.turn();
        let far = BOARD_SIZE - 1;
        let distance = self.pieces(seat).iter().map(|square| match seat {
            Seat::FIRST => 2 * far - square.x() - square.y(),
            _ => square.x() + square.y(),
        });
        let left = distance.sum::<usize>().saturating_sub(60);
        6 + left as u32 / 5
    }
}
