//! Builds a named player of one game: a search, the game's evaluator, and limits of its own.
//!
//! The players from `random` to `strong` are the same for all games. All players of a game use one
//! evaluator type, so that each search is compiled once a game.

use spielwerk_search::{
    AlphaBeta, EpsilonGreedy, Greedy, Limits, Mcts, Minimax, Punctual, Random, Searcher,
};

use crate::level::{self, Level};
use crate::network::{Evaluation, network, policy};
use crate::search_player::SearchPlayer;
use crate::{GamePlayers, NoisyEvaluator, Player, PlayerSpec, SpecError, Weights};

/// Players of any game.
const ANY: [&str; 5] = ["strong", "mcts", "greedy", "epsilon-greedy", "random"];
/// Players of two-player games.
const TWO_PLAYER: [&str; 2] = ["alphabeta", "minimax"];
/// Those of both that move instantly, whatever time they have.
pub(crate) const INSTANT: [&str; 4] = ["minimax", "greedy", "epsilon-greedy", "random"];

/// The default depth of `minimax`.
const MINIMAX_DEPTH: u32 = 2;
/// The largest transposition table of a level, in MiB: few nodes need no large one.
const LEVEL_HASH: usize = 8;

/// Builds the player of a spec.
pub(crate) fn build<G: GamePlayers>(spec: &PlayerSpec) -> Result<Box<dyn Player>, SpecError> {
    check::<G>(spec)?;
    let evaluator = || NoisyEvaluator::new(G::evaluator(spec), spec.eval_noise, spec.seed);
    let mut own_limits = spec.limits;
    let searcher: Box<dyn Searcher<G::SearchPosition>> = match spec.name.as_str() {
        "random" => Box::new(Random::new(spec.seed)),
        "greedy" => Box::new(Greedy::new(evaluator())),
        "epsilon-greedy" => Box::new(EpsilonGreedy::new(evaluator(), spec.seed)),
        "strong" => G::strong(evaluator(), spec),
        "level" => {
            let level = spec.level.ok_or_else(|| SpecError::InvalidLevel(spec.to_string()))?;
            match G::LEVELS.get(usize::from(level).wrapping_sub(1)) {
                Some(&level) => at_level::<G>(level, spec, &mut own_limits),
                None => G::strong(evaluator(), spec),
            }
        }
        "minimax" if G::SEATS == 2 => {
            let depth = spec.limits.depth.unwrap_or(MINIMAX_DEPTH);
            own_limits.depth = Some(depth);
            Box::new(Minimax::new(evaluator(), depth))
        }
        "alphabeta" if G::SEATS == 2 => {
            Box::new(AlphaBeta::new(evaluator(), G::alphabeta_config(spec), spec.hash))
        }
        "mcts" => Box::new(Mcts::new(evaluator(), G::mcts_config(), spec.hash)),
        name => G::game_specific(name, spec).ok_or_else(|| unknown::<G>(name))?,
    };
    let name = spec.name.as_str();
    let is_instant = INSTANT.contains(&name) || G::INSTANT.contains(&name);
    let searcher = if is_instant { searcher } else { Box::new(Punctual::new(searcher)) };
    Ok(Box::new(SearchPlayer::<G>::new(searcher, G::REPETITION, own_limits, spec.threads)))
}

fn at_level<G: GamePlayers>(
    level: Level,
    spec: &PlayerSpec,
    limits: &mut Limits,
) -> Box<dyn Searcher<G::SearchPosition>> {
    limits.nodes = Some(limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes)));
    let limited = PlayerSpec {
        hash: spec.hash.min(LEVEL_HASH),
        tables: false,
        evaluation: Evaluation::Classic,
        policy: Evaluation::Classic,
        ..spec.clone()
    };
    let eval_noise = level.eval_noise.max(spec.eval_noise);
    let evaluator = NoisyEvaluator::new(G::evaluator(&limited), eval_noise, spec.seed);
    G::level_search(evaluator, &limited)
}

/// The names of all players, the strongest first, then the levels.
pub(crate) fn names<G: GamePlayers>() -> Vec<&'static str> {
    own_names::<G>().into_iter().chain(level::NAMES).collect()
}

/// All names without the levels.
fn own_names<G: GamePlayers>() -> Vec<&'static str> {
    let for_two = if G::SEATS == 2 { &TWO_PLAYER[..] } else { &[] };
    [&ANY[..1], for_two, &ANY[1..], G::GAME_SPECIFIC].concat()
}

/// Checks that the game has every weight of a spec, and its network.
pub(crate) fn check<G: GamePlayers>(spec: &PlayerSpec) -> Result<(), SpecError> {
    known_weights::<G>(spec)?;
    network::<G>(spec)?;
    policy::<G>(spec).map(drop)
}

fn known_weights<G: GamePlayers>(spec: &PlayerSpec) -> Result<(), SpecError> {
    let names = G::Weights::NAMES;
    match spec.weights.iter().find(|(name, _)| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some((name, _)) => Err(SpecError::UnknownWeight {
            name: name.clone(),
            game: G::INFO.name,
            known: names.join(", "),
        }),
    }
}

fn unknown<G: GamePlayers>(name: &str) -> SpecError {
    let known = own_names::<G>().into_iter().chain(["level:5"]);
    let nearest = known
        .min_by_key(|known| strsim::damerau_levenshtein(name, known.trim_end_matches(":5")))
        .unwrap_or_default();
    SpecError::UnknownPlayer {
        name: name.to_owned(),
        game: G::INFO.name,
        nearest: nearest.to_owned(),
    }
}
