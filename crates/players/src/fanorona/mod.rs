//! Players of Fanorona: evaluation, search configuration, levels.

mod evaluator;

use spielwerk_games::Position;
use spielwerk_games::fanorona::Fanorona;
use spielwerk_search::{AlphaBetaConfig, LateMoveReductions, RepetitionRule, Searcher};
use spielwerk_tablebases::TablebaseDir;
use spielwerk_tablebases::fanorona::EndgameTablebase;

pub use evaluator::{FanoronaEvaluator, Weights};

use crate::{GamePlayers, Level, Levels, PlayerSpec};

impl<const ROWS: usize, const COLUMNS: usize> GamePlayers for Fanorona<ROWS, COLUMNS>
where
    Fanorona<ROWS, COLUMNS>: spielwerk_games::Game,
{
    type Evaluator = FanoronaEvaluator<ROWS, COLUMNS>;
    type Weights = Weights;
    const REPETITION: RepetitionRule = RepetitionRule::Draw;
    const GAME_SPECIFIC: &'static [&'static str] = &[];
    const INSTANT: &'static [&'static str] = &[];
    const LEVELS: Levels = [
        Level::new(310, 262),
        Level::new(380, 225),
        Level::new(455, 193),
        Level::new(580, 158),
        Level::new(790, 122),
        Level::new(1_350, 77),
        Level::new(2_900, 47),
        Level::new(8_000, 25),
        Level::new(40_000, 0),
    ];

    fn evaluator(spec: &PlayerSpec) -> FanoronaEvaluator<ROWS, COLUMNS> {
        let evaluator = FanoronaEvaluator::new(spec.weights());
        let directory = if spec.tables { TablebaseDir::find(None).ok() } else { None };
        // A tablebase that cannot be read is ignored; `tables verify` says what is wrong with it.
        let tablebase = directory.map(|directory| EndgameTablebase::open(&directory).0);
        match tablebase {
            Some(tablebase) if tablebase.max_stones() > 0 => evaluator.with_tablebase(tablebase),
            _ => evaluator,
        }
    }

    fn alphabeta_config() -> AlphaBetaConfig {
        AlphaBetaConfig {
            late_move_reductions: Some(LateMoveReductions {
                base: 0.25,
                divisor: 2.5,
                full_depth_moves: 2,
            }),
            // All moves of a position are tactical, since captures are obligatory.
            reduce_tactical: true,
            stand_pat: false,
            quiescence_depth: 6,
            // A turn can have dozens of capture chains; all but a few are searched less deep.
            quiescence_moves: 3,
            contempt: 40,
            ..AlphaBetaConfig::default()
        }
    }

    fn game_specific(_name: &str, _spec: &PlayerSpec) -> Option<Box<dyn Searcher<Self>>> {
        None
    }

    fn expected_moves_left(&self) -> u32 {
        // Most stones are captured quickly; the last few take long to catch each other.
        let stones = (self.stones(self.turn()) | self.stones(self.turn().opponent())).count_ones();
        15 + stones / 3
    }
}
