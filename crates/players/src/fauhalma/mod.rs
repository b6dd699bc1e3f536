//! Players of FAUhalma: evaluation, search configuration, multiplayer searches, levels.

mod evaluator;
mod greedy;
mod network_inputs;
mod path_home;

use spielwerk_games::fauhalma::{BoardShape, FauHalma, Move, RuleSet};
use spielwerk_games::{Position, Seat};
use spielwerk_nets::Choice;
use spielwerk_search::multiplayer::{BestReply, BestReplyPlus, MaxN, Paranoid};
use spielwerk_search::{
    AlphaBeta, AlphaBetaConfig, LateMoveReductions, Mcts, MctsConfig, RepetitionRule, Searcher,
};
use spielwerk_tablebases::{TablebaseDir, race};

pub use evaluator::{FauHalmaEvaluator, Weights};

use crate::network::{network, policy};
use crate::{GamePlayers, Level, Levels, NoisyEvaluator, PlayerSpec};

/// The penalty for repeating a position, in hundredths of a step.
const CONTEMPT: i32 = 400;

impl<S: BoardShape, R: RuleSet> GamePlayers for FauHalma<S, R> {
    type SearchPosition = Self;
    type Evaluator = FauHalmaEvaluator<S, R>;
    type Weights = Weights;
    const NETWORK_WORDS: usize = network_inputs::words(S::SEATS);
    // The rules do not forbid repetition: two players may wait for each other in the middle, each
    // with a peg that would be a ladder for the other. But neither comes home by it, and a server
    // counts that as lost.
    const REPETITION: RepetitionRule = RepetitionRule::Draw;
    const GAME_SPECIFIC: &'static [&'static str] = if S::SEATS == 2 {
        &[greedy::NAME]
    } else {
        &["brs", "brs+", "paranoid", "maxn", greedy::NAME]
    };
    const INSTANT: &'static [&'static str] = &[greedy::NAME];
    const LEVELS: Levels = [
        Level::new(80, 700),
        Level::new(110, 620),
        Level::new(200, 400),
        Level::new(1_150, 100),
        Level::new(2_900, 53),
        Level::new(6_500, 28),
        Level::new(18_000, 12),
        Level::new(50_000, 4),
        Level::new(105_000, 0),
    ];

    fn network_inputs(&self, seat: Seat) -> Vec<u64> {
        network_inputs::inputs(self, seat)[..Self::NETWORK_WORDS].to_vec()
    }

    fn policy_choice(&self, chosen: Move) -> Option<Choice> {
        let all_play = self.playing().count() == S::SEATS;
        if S::SEATS == 2 || !all_play {
            return None;
        }
        let moves = self.legal_moves();
        let peg_inputs = network_inputs::PegInputs::<S>::new();
        Some(Choice {
            inputs: self.network_inputs(self.turn()),
            moves: moves.iter().map(|&m| peg_inputs.change(self, m)).collect(),
            chosen: moves.iter().position(|&m| m == chosen)?,
        })
    }

    fn evaluator(spec: &PlayerSpec) -> FauHalmaEvaluator<S, R> {
        // A file that cannot be used was refused before.
        let network = network::<Self>(spec).ok().flatten();
        let policy = policy::<Self>(spec).ok().flatten();
        let evaluator = FauHalmaEvaluator::new(spec.weights());
        let evaluator = evaluator.with_network(network).with_policy(policy);
        let directory = if spec.tables { TablebaseDir::find(None).ok() } else { None };
        // A tablebase that cannot be read is ignored; `tables verify` says what is wrong with it.
        match directory.and_then(|directory| race::RaceTablebase::open(&directory).ok()) {
            Some(table) => evaluator.with_tablebase(table),
            None => evaluator,
        }
    }

    fn alphabeta_config(_spec: &PlayerSpec) -> AlphaBetaConfig {
        AlphaBetaConfig {
            late_move_reductions: Some(LateMoveReductions {
                base: 0.5,
                divisor: 2.0,
                full_depth_moves: 3,
            }),
            futility_margin: Some(250),
            contempt: CONTEMPT,
            reverse_futility_margin: Some(250),
            ..AlphaBetaConfig::default()
        }
    }

    fn mcts_config() -> MctsConfig {
        MctsConfig { exploration: 0.7, fpu_reduction: 0.3, ..MctsConfig::default() }
    }

    fn strong(
        evaluator: NoisyEvaluator<FauHalmaEvaluator<S, R>>,
        spec: &PlayerSpec,
    ) -> Box<dyn Searcher<Self>> {
        match S::SEATS {
            2 => Box::new(AlphaBeta::new(evaluator, Self::alphabeta_config(spec), spec.hash)),
            _ => Box::new(Mcts::new(evaluator, Self::mcts_config(), spec.hash)),
        }
    }

    /// For three the levels are calibrated for BRS+.
    fn level_search(
        evaluator: NoisyEvaluator<FauHalmaEvaluator<S, R>>,
        spec: &PlayerSpec,
    ) -> Box<dyn Searcher<Self>> {
        match S::SEATS {
            2 => Self::strong(evaluator, spec),
            _ => Box::new(BestReplyPlus::new(evaluator, spec.hash).with_contempt(CONTEMPT)),
        }
    }

    fn game_specific(name: &str, spec: &PlayerSpec) -> Option<Box<dyn Searcher<Self>>> {
        let hash = spec.hash;
        let evaluator = || NoisyEvaluator::new(Self::evaluator(spec), spec.eval_noise, spec.seed);
        Some(match name {
            greedy::NAME => Box::new(greedy::Greedy),
            _ if S::SEATS == 2 => return None,
            "paranoid" => Box::new(Paranoid::new(evaluator(), hash).with_contempt(CONTEMPT)),
            "brs+" => Box::new(BestReplyPlus::new(evaluator(), hash).with_contempt(CONTEMPT)),
            "brs" => Box::new(BestReply::new(evaluator(), hash).with_contempt(CONTEMPT)),
            "maxn" => Box::new(MaxN::new(evaluator(), hash).with_contempt(CONTEMPT)),
            _ => return None,
        })
    }

    fn expected_moves_left(&self) -> u32 {
        // An average move gains about two steps; the last ones gain less.
        let seat: Seat = self.turn();
        let home = Self::home(seat);
        let distance = |peg: spielwerk_games::fauhalma::Space| {
            let to = spielwerk_games::fauhalma::spaces(home);
            to.map(|space| peg.x().abs_diff(space.x()).max(peg.y().abs_diff(space.y()))).min()
        };
        let steps: u32 = spielwerk_games::fauhalma::spaces(self.pegs(seat))
            .filter_map(distance)
            .map(u32::from)
            .sum();
        5 + steps / 2
    }
}

#[cfg(test)]
mod tests {
    use crate::{GameState, PlayerSpec, SearchParams};
    use spielwerk_search::Limits;

    /// All three have one peg left outside, and A wins with the next move.
    #[test]
    fn every_search_plays_the_winning_move() {
        let game = spielwerk_games::game("fauhalma").unwrap();
        let text = concat!(
            r#"{"A":[[-3,4],[-3,5],[-3,6],[-2,4],[-2,5],[-1,3]],"#,
            r#""B":[[-3,-3],[-3,-2],[-3,-1],[-2,-3],[-2,-2],[-1,0]],"#,
            r#""C":[[-1,-2],[4,-2],[4,-1],[5,-3],[5,-2],[6,-3]],"turn":"A"}"#
        );
        let state = GameState::from_position(game, game.read_position(text).unwrap());
        for name in ["strong", "brs", "brs+", "paranoid", "maxn", "mcts"] {
            let spec = PlayerSpec { tables: false, hash: 1, ..PlayerSpec::named(name) };
            let mut player = crate::build(game, &spec).unwrap();
            let params = SearchParams::new(Limits::nodes(20_000));
            let analysis = player.choose(&state, &params, &mut |_| {}).unwrap();
            let best = state.position().write_move(analysis.best_move);
            assert_eq!(best, "[[-1,3],[-1,4]]", "{name}");
        }
    }
}
