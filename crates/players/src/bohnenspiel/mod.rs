//! Players of Das Bohnenspiel, a mancala: evaluation, search configuration, levels, lab opponents.

mod evaluator;
mod lab;
mod network_inputs;

use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Position, Seat};
use spielwerk_search::{AlphaBetaConfig, RepetitionRule, Searcher};
use spielwerk_tablebases::TablebaseDir;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;

pub use evaluator::{BohnenspielEvaluator, Weights};

use crate::network::network;
use crate::{GamePlayers, Level, Levels, PlayerSpec};

/// Players use tablebases with up to so many beans, which take 3.2 GB of memory once all of them has
/// been read. Larger ones are for solving: those of 32 and 34 beans would take 8.5 GB more.
const MAX_TABLEBASE_BEANS: usize = 30;

impl GamePlayers for Bohnenspiel {
    type SearchPosition = Self;
    type Evaluator = BohnenspielEvaluator;
    type Weights = Weights;
    const NETWORK_WORDS: usize = network_inputs::WORDS;
    const REPETITION: RepetitionRule = RepetitionRule::Draw;
    const GAME_SPECIFIC: &'static [&'static str] = &lab::NAMES;
    const INSTANT: &'static [&'static str] = &lab::NAMES;
    const LEVELS: Levels = [
        Level::new(10, 1_500),
        Level::new(18, 1_300),
        Level::new(25, 1_300),
        Level::new(347, 278),
        Level::new(923, 142),
        Level::new(2_200, 60),
        Level::new(6_000, 38),
        Level::new(22_000, 15),
        Level::new(70_000, 0),
    ];

    fn network_inputs(&self, _seat: Seat) -> Vec<u64> {
        network_inputs::inputs(self).to_vec()
    }

    fn evaluator(spec: &PlayerSpec) -> BohnenspielEvaluator {
        // A file that cannot be used was refused before.
        let network = network::<Self>(spec).ok().flatten();
        let evaluator = BohnenspielEvaluator::new(spec.weights()).with_network(network);
        let directory = if spec.tables { TablebaseDir::find(None).ok() } else { None };
        // A tablebase that cannot be read is ignored; `tables verify` says what is wrong with it.
        let open = |directory| EndgameTablebase::open_upto(&directory, MAX_TABLEBASE_BEANS).0;
        let tablebase = directory.map(open);
        match tablebase {
            Some(tablebase) if tablebase.max_beans() > 0 => evaluator.with_tablebase(tablebase),
            _ => evaluator,
        }
    }

    fn alphabeta_config(_spec: &PlayerSpec) -> AlphaBetaConfig {
        // Making a move and evaluating is cheaper than a probe of the transposition table.
        AlphaBetaConfig {
            tt_min_depth: 3,
            futility_margin: Some(300),
            ..AlphaBetaConfig::default()
        }
    }

    fn game_specific(name: &str, _spec: &PlayerSpec) -> Option<Box<dyn Searcher<Self>>> {
        lab::named(name)
    }

    fn expected_moves_left(&self) -> u32 {
        // A game lasts about as many moves of each player as half its beans, and the last few beans
        // take their time.
        let stored: u32 = [self.turn(), self.turn().opponent()]
            .map(|seat| u32::from(self.store(seat)))
            .iter()
            .sum();
        6 + (u32::from(Self::TOTAL) - stored) / 3
    }
}
