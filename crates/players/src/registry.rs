//! The registry of players: builds a named player from a search and a game's evaluator.
//!
//! A game implements [`GamePlayers`]: its evaluator, the configuration of the searches, players of
//! its own. The players that follow from that, `random` to `strong`, are the same for all games.
//! All players of a game use one evaluator type, so that each search is compiled once a game.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use spielwerk_games::{AnyGame, AnyPosition, Game, with_type};
use spielwerk_search::mcts::{Mcts, MctsConfig};
use spielwerk_search::{
    AlphaBeta, AlphaBetaConfig, Evaluator, Greedy, Limits, Minimax, Random, RepetitionRule,
    Searcher, Wdl,
};

use crate::evaluation_fn::{self, EvaluationFn};
use crate::level::{self, Level, Levels};
use crate::search_player::SearchPlayer;
use crate::{NoisyEvaluator, Player, PlayerSpec, SpecError, Weights};

/// What a game defines for its players.
pub trait GamePlayers: Game {
    /// Its static evaluation.
    type Evaluator: Evaluator<Self> + Clone + 'static;

    /// The weights of its evaluation.
    type Weights: Weights;

    /// How the search scores a repeated position.
    const REPETITION: RepetitionRule;

    /// The names of players that only this game has.
    const GAME_SPECIFIC: &'static [&'static str];

    /// Those of them that move instantly, whatever time they have.
    const INSTANT: &'static [&'static str];

    /// Its levels.
    const LEVELS: Levels;

    /// Its evaluator, with the weights and tablebases that the spec allows.
    fn evaluator(spec: &PlayerSpec) -> Self::Evaluator;

    /// The configuration of alpha-beta, if it is a two-player game.
    fn alphabeta_config() -> AlphaBetaConfig;

    /// The configuration of Monte-Carlo tree search.
    fn mcts_config() -> MctsConfig {
        MctsConfig::default()
    }

    /// The strongest search of the game, with an evaluator that may be noisy.
    fn strong(
        evaluator: NoisyEvaluator<Self::Evaluator>,
        spec: &PlayerSpec,
    ) -> Box<dyn Searcher<Self>> {
        Box::new(AlphaBeta::new(evaluator, Self::alphabeta_config(), spec.hash))
    }

    /// The player of this name that only this game has.
    fn game_specific(name: &str, spec: &PlayerSpec) -> Option<Box<dyn Searcher<Self>>>;

    /// An estimate of how many moves the side to move has left, this one included.
    fn expected_moves_left(&self) -> u32;
}

/// Players of any game.
const ANY: [&str; 4] = ["strong", "mcts", "greedy", "random"];
/// Players of two-player games.
const TWO_PLAYER: [&str; 2] = ["alphabeta", "minimax"];
/// Those of both that move instantly, whatever time they have.
const INSTANT: [&str; 3] = ["minimax", "greedy", "random"];

/// The default depth of `minimax`.
const MINIMAX_DEPTH: u32 = 2;
/// The largest transposition table of a level, in MiB: few nodes need no large one.
const LEVEL_HASH: usize = 8;

/// Builds the player of a spec for a game.
pub fn build(game: AnyGame, spec: &PlayerSpec) -> Result<Box<dyn Player>, SpecError> {
    with_type!(&game.start(), |start| build_typed(start, spec))
}

/// The names of all players of a game, the strongest first, then the levels.
pub fn names(game: AnyGame) -> Vec<&'static str> {
    with_type!(&game.start(), |start| names_typed(start))
}

/// Whether a player's search ends without any limit from outside.
pub fn is_limited(game: AnyGame, spec: &PlayerSpec) -> bool {
    fn instant<G: GamePlayers>(_: &G) -> &'static [&'static str] {
        G::INSTANT
    }
    let own = with_type!(&game.start(), |start| instant(start));
    let is_instant = INSTANT.iter().chain(own).any(|&name| name == spec.name);
    let has_node_limit = spec.level.is_some_and(|level| level < Level::HIGHEST);
    is_instant || has_node_limit || !spec.limits.is_infinite()
}

/// An estimate of how many moves the side to move has left, this one included: for time management.
pub fn expected_moves_left(position: &AnyPosition) -> u32 {
    with_type!(position, |typed| typed.expected_moves_left().max(1))
}

/// The names and default values of a game's evaluation weights.
pub fn default_weights(game: AnyGame) -> Vec<(&'static str, i32)> {
    fn typed<G: GamePlayers>(_: &G) -> Vec<(&'static str, i32)> {
        evaluation_fn::default_weights::<G>()
    }
    with_type!(&game.start(), |start| typed(start))
}

/// The static evaluation of a game, with the weights of a spec.
pub fn evaluation_fn(game: AnyGame, spec: &PlayerSpec) -> Result<EvaluationFn, SpecError> {
    fn typed<G: GamePlayers>(_: &G, spec: &PlayerSpec) -> Result<EvaluationFn, SpecError> {
        known_weights::<G>(spec)?;
        Ok(evaluation_fn::evaluation_fn::<G>(spec))
    }
    with_type!(&game.start(), |start| typed(start, spec))
}

/// The tablebase result of an unfinished position, for the side to move: for adjudication.
///
/// A game's tablebases are opened at the first probe and not looked for again.
pub fn probe(position: &AnyPosition) -> Option<Wdl> {
    with_type!(position, |typed| probe_typed(typed))
}

fn probe_typed<G: GamePlayers>(position: &G) -> Option<Wdl> {
    static EVALUATORS: Mutex<BTreeMap<&str, Arc<dyn Any + Send + Sync>>> =
        Mutex::new(BTreeMap::new());
    if position.outcome().is_some() {
        return None;
    }
    let mut evaluators = EVALUATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let open =
        || -> Arc<dyn Any + Send + Sync> { Arc::new(G::evaluator(&PlayerSpec::named("strong"))) };
    let evaluator = evaluators.entry(G::INFO.name).or_insert_with(open).clone();
    drop(evaluators);
    evaluator.downcast_ref::<G::Evaluator>()?.probe(position)
}

fn build_typed<G: GamePlayers>(_: &G, spec: &PlayerSpec) -> Result<Box<dyn Player>, SpecError> {
    known_weights::<G>(spec)?;
    let evaluator = || NoisyEvaluator::new(G::evaluator(spec), spec.eval_noise, spec.seed);
    let mut own_limits = spec.limits;
    let searcher: Box<dyn Searcher<G>> = match spec.name.as_str() {
        "random" => Box::new(Random::new(spec.seed)),
        "greedy" => Box::new(Greedy::new(evaluator())),
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
            Box::new(AlphaBeta::new(evaluator(), G::alphabeta_config(), spec.hash))
        }
        "mcts" => {
            let config = MctsConfig { seed: spec.seed, ..G::mcts_config() };
            Box::new(Mcts::new(evaluator(), config, spec.hash))
        }
        name => G::game_specific(name, spec).ok_or_else(|| unknown::<G>(name))?,
    };
    Ok(Box::new(SearchPlayer::new(searcher, G::REPETITION, own_limits)))
}

fn at_level<G: GamePlayers>(
    level: Level,
    spec: &PlayerSpec,
    limits: &mut Limits,
) -> Box<dyn Searcher<G>> {
    limits.nodes = Some(limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes)));
    let limited = PlayerSpec { hash: spec.hash.min(LEVEL_HASH), tables: false, ..spec.clone() };
    let eval_noise = level.eval_noise.max(spec.eval_noise);
    G::strong(NoisyEvaluator::new(G::evaluator(&limited), eval_noise, spec.seed), &limited)
}

fn names_typed<G: GamePlayers>(_: &G) -> Vec<&'static str> {
    own_names::<G>().into_iter().chain(level::NAMES).collect()
}

/// All names without the levels.
fn own_names<G: GamePlayers>() -> Vec<&'static str> {
    let for_two = if G::SEATS == 2 { &TWO_PLAYER[..] } else { &[] };
    [&ANY[..1], for_two, &ANY[1..], G::GAME_SPECIFIC].concat()
}

/// Checks that the game has every weight of a spec.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn error_message(game: &str, spec: &str) -> String {
        let built = build(spielwerk_games::game(game).unwrap(), &spec.parse().unwrap());
        built.err().unwrap().to_string()
    }

    #[test]
    fn every_registered_game_has_players() {
        for &game in spielwerk_games::games() {
            let names = names(game);
            assert!(names.starts_with(&["strong"]) && names.ends_with(&["level:10"]));
            assert!(expected_moves_left(&game.start()) > 5, "{game:?}");
        }
    }

    #[test]
    fn unknown_names_suggest_the_nearest() {
        assert!(error_message("bohnenspiel", "stron").contains("`strong`"));
        assert!(error_message("bohnenspiel", "two-pli").contains("`two-ply`"));
        assert!(error_message("fauhalma", "paranoia:depth=3").contains("`paranoid`"));
        assert!(error_message("halma", "levl").contains("`level:5`"));
    }

    #[test]
    fn some_players_are_not_for_every_game() {
        assert!(error_message("fauhalma", "minimax").contains("no player of fauhalma"));
        assert!(error_message("halma", "brs").contains("no player of halma"));
        assert!(
            build(spielwerk_games::game("fauhalma").unwrap(), &PlayerSpec::named("level")).is_err()
        );
    }

    #[test]
    fn instant_and_limited_players_need_no_time() {
        let limited = |game, spec: &str| {
            let (game, spec) = (spielwerk_games::game(game).unwrap(), spec.parse().unwrap());
            is_limited(game, &spec)
        };
        assert!(limited("bohnenspiel", "leftmost") && limited("fauhalma", "greedy-ws25"));
        assert!(limited("halma", "minimax") && limited("halma", "level:9"));
        assert!(limited("halma", "strong:nodes=9") && !limited("halma", "level:10"));
        assert!(!limited("fauhalma", "brs+") && !limited("fauhalma", "mcts"));
    }

    #[test]
    fn weights_belong_to_a_game() {
        assert!(error_message("halma", "strong:w.bean=3").contains("along, longer"));
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let value = |spec: &str| {
            let valuation = evaluation_fn(game, &spec.parse().unwrap()).unwrap();
            valuation(&game.start()).unwrap()[0]
        };
        assert_eq!(value("strong:w.turn=140") - value("strong:w.turn=40"), 100);
        assert!(default_weights(game).contains(&("turn", value("strong"))));
    }
}
