//! What a game defines so that players can be built for it.

use spielwerk_games::{Game, Position, Seat};
use spielwerk_nets::Choice;
use spielwerk_search::mcts::MctsConfig;
use spielwerk_search::{AlphaBeta, AlphaBetaConfig, Evaluator, RepetitionRule, Searcher};

use crate::level::{self, Levels};
use crate::{NoisyEvaluator, PlayerSpec, Weights};

/// What a game defines for its players.
pub trait GamePlayers: Game {
    /// The positions that its searches work on: the game itself, or a type that several games share,
    /// so that every search is compiled once for all of them. Keys and moves are the same.
    type SearchPosition: Position<Move = Self::Move> + From<Self>;

    /// Its static evaluation.
    type Evaluator: Evaluator<Self::SearchPosition> + Clone + 'static;

    /// The weights of its evaluation.
    type Weights: Weights;

    /// How the search scores a repeated position.
    const REPETITION: RepetitionRule = RepetitionRule::Draw;

    /// The names of players that only this game has.
    const GAME_SPECIFIC: &'static [&'static str] = &[];

    /// Those of them that move instantly, whatever time they have.
    const INSTANT: &'static [&'static str] = &[];

    /// Its levels. The default ones suit evaluations of a few hundred points.
    const LEVELS: Levels = level::DEFAULT;

    /// The words of 64 inputs that its network has; none without a network.
    const NETWORK_WORDS: usize = 0;

    /// The inputs of its network for an unfinished position, from the view of a seat: of two players
    /// the one to move, of three any of them.
    fn network_inputs(&self, _seat: Seat) -> Vec<u64> {
        Vec::new()
    }

    /// What a policy network can learn from the move that was chosen in an unfinished position, if the
    /// game has one. It has the same inputs, from the view of the seat to move.
    fn policy_choice(&self, _chosen: Self::Move) -> Option<Choice> {
        None
    }

    /// The symmetries of the game: for each, the input that takes the place of every input.
    fn network_symmetries() -> Vec<Vec<u16>> {
        Vec::new()
    }

    /// Its evaluator, with the weights and tablebases that the spec allows.
    fn evaluator(spec: &PlayerSpec) -> Self::Evaluator;

    /// The configuration of alpha-beta, if it is a two-player game.
    fn alphabeta_config(_spec: &PlayerSpec) -> AlphaBetaConfig {
        AlphaBetaConfig::default()
    }

    /// The configuration of Monte-Carlo tree search.
    fn mcts_config() -> MctsConfig {
        MctsConfig::default()
    }

    /// The strongest search of the game, with an evaluator that may be noisy.
    fn strong(
        evaluator: NoisyEvaluator<Self::Evaluator>,
        spec: &PlayerSpec,
    ) -> Box<dyn Searcher<Self::SearchPosition>> {
        Box::new(AlphaBeta::new(evaluator, Self::alphabeta_config(spec), spec.hash))
    }

    /// The search of the levels below the highest, with an evaluator that may be noisy.
    fn level_search(
        evaluator: NoisyEvaluator<Self::Evaluator>,
        spec: &PlayerSpec,
    ) -> Box<dyn Searcher<Self::SearchPosition>> {
        Self::strong(evaluator, spec)
    }

    /// The player of this name that only this game has.
    fn game_specific(
        _name: &str,
        _spec: &PlayerSpec,
    ) -> Option<Box<dyn Searcher<Self::SearchPosition>>> {
        None
    }

    /// An estimate of how many moves the side to move has left, this one included.
    fn expected_moves_left(&self) -> u32;
}
