//! Players of Fanorona: evaluation, search configuration, levels.

mod evaluator;
mod network_inputs;

use spielwerk_games::fanorona::{DynFanorona, Fanorona, Move};
use spielwerk_games::{Game, Position, Seat};
use spielwerk_search::{AlphaBetaConfig, LateMoveReductions, RepetitionRule, Searcher};
use spielwerk_tablebases::TablebaseDir;
use spielwerk_tablebases::fanorona::EndgameTablebase;

pub use evaluator::{FanoronaEvaluator, Weights};

use crate::network::network;
use crate::{GamePlayers, Level, Levels, PlayerSpec};

impl<const ROWS: usize, const COLUMNS: usize> GamePlayers for Fanorona<ROWS, COLUMNS>
where
    Fanorona<ROWS, COLUMNS>: Game<Move = Move>,
{
    type SearchPosition = DynFanorona;
    type Evaluator = FanoronaEvaluator;
    type Weights = Weights;
    const NETWORK_WORDS: usize = network_inputs::WORDS;
    const REPETITION: RepetitionRule = RepetitionRule::Draw;
    const GAME_SPECIFIC: &'static [&'static str] = &[];
    const INSTANT: &'static [&'static str] = &[];
    const LEVELS: Levels = [
        Level::new(3, 1_000),
        Level::new(6, 4_000),
        Level::new(80, 800),
        Level::new(580, 158),
        Level::new(790, 122),
        Level::new(1_350, 77),
        Level::new(2_900, 47),
        Level::new(8_000, 25),
        Level::new(40_000, 0),
    ];

    fn network_inputs(&self, _seat: Seat) -> Vec<u64> {
        network_inputs::inputs(&(*self).into()).to_vec()
    }

    fn network_symmetries() -> Vec<Vec<u16>> {
        network_inputs::symmetries(Self::SIZE)
    }

    fn evaluator(spec: &PlayerSpec) -> FanoronaEvaluator {
        // A file that cannot be used was refused before.
        let network = network::<Self>(spec).ok().flatten();
        let evaluator = FanoronaEvaluator::new(spec.weights()).with_network(network);
        let directory = if spec.tables { TablebaseDir::find(None).ok() } else { None };
        // A tablebase that cannot be read is ignored; `tables verify` says what is wrong with it.
        let tablebase = directory.map(|directory| EndgameTablebase::open(&directory, Self::SIZE).0);
        match tablebase {
            Some(tablebase) if tablebase.max_stones() > 0 => evaluator.with_tablebase(tablebase),
            _ => evaluator,
        }
    }

    fn alphabeta_config(spec: &PlayerSpec) -> AlphaBetaConfig {
        let has_network = network::<Self>(spec).is_ok_and(|network| network.is_some());
        AlphaBetaConfig {
            late_move_reductions: Some(LateMoveReductions {
                base: 0.25,
                divisor: 2.5,
                full_depth_moves: 2,
            }),
            // All moves of a position are tactical, since captures are obligatory.
            reduce_tactical: true,
            stand_pat: false,
            // A network has learned from positions with captures too, and judges them after one more
            // ply. So the search goes twice as deep.
            quiescence_depth: if has_network { 1 } else { 6 },
            // A turn can have dozens of capture chains; all but a few are searched less deep.
            quiescence_moves: 3,
            contempt: 40,
            ..AlphaBetaConfig::default()
        }
    }

    fn game_specific(_name: &str, _spec: &PlayerSpec) -> Option<Box<dyn Searcher<DynFanorona>>> {
        None
    }

    fn expected_moves_left(&self) -> u32 {
        // Most stones are captured quickly; the last few take long to catch each other.
        let stones = (self.stones(self.turn()) | self.stones(self.turn().opponent())).count_ones();
        15 + stones / 3
    }
}
