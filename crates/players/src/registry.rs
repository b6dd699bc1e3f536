//! The registry of players: for every game a table of functions, filled in by the compiler.
//!
//! A crate outside adds its game with [`register`]; from then on every front end can play it.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

use spielwerk_games::{AnyGame, AnyMove, AnyPosition, NameTaken, Seat, Wdl, every_game};
use spielwerk_nets::Choice;
use spielwerk_search::Evaluator;

use crate::book::{Book, BookPlayer};
use crate::build as builder;
use crate::evaluation_fn::{self, EvaluationFn};
use crate::level::Level;
use crate::{GamePlayers, Player, PlayerSpec, SpecError};

/// What is known about the players of one game.
#[derive(Copy, Clone)]
struct GameFunctions {
    game: &'static str,
    build: fn(&PlayerSpec) -> Result<Box<dyn Player>, SpecError>,
    names: fn() -> Vec<&'static str>,
    /// Players of this game alone that move instantly.
    instant: &'static [&'static str],
    expected_moves_left: fn(&AnyPosition) -> Option<u32>,
    default_weights: fn() -> Vec<(&'static str, i32)>,
    evaluation_fn: fn(&PlayerSpec) -> Result<EvaluationFn, SpecError>,
    probe: fn(&AnyPosition) -> Option<Wdl>,
    network_words: usize,
    network_inputs: fn(&AnyPosition, Seat) -> Option<Vec<u64>>,
    network_symmetries: fn() -> Vec<Vec<u16>>,
    policy_choice: fn(&AnyPosition, AnyMove) -> Option<Choice>,
}

impl GameFunctions {
    fn of<G: GamePlayers>() -> GameFunctions {
        GameFunctions {
            game: G::INFO.name,
            build: builder::build::<G>,
            names: builder::names::<G>,
            instant: G::INSTANT,
            expected_moves_left: |position| {
                Some(position.downcast_ref::<G>()?.expected_moves_left())
            },
            default_weights: evaluation_fn::default_weights::<G>,
            evaluation_fn: |spec| {
                builder::check::<G>(spec)?;
                Ok(evaluation_fn::evaluation_fn::<G>(spec))
            },
            probe: probe_typed::<G>,
            network_words: G::NETWORK_WORDS,
            network_inputs: |position, seat| {
                Some(position.downcast_ref::<G>()?.network_inputs(seat))
            },
            network_symmetries: G::network_symmetries,
            policy_choice: |position, chosen| {
                position.downcast_ref::<G>()?.policy_choice(chosen.downcast::<G>()?)
            },
        }
    }
}

macro_rules! functions {
    ($($game:ty),* $(,)?) => {
        vec![$(GameFunctions::of::<$game>()),*]
    };
}

static REGISTRY: LazyLock<RwLock<Vec<GameFunctions>>> =
    LazyLock::new(|| RwLock::new(every_game! { functions! {} }));

/// The functions of a game, if it has players.
fn functions(game: &str) -> Option<GameFunctions> {
    // A list that only grows is whole even if a writer panicked.
    let registry = REGISTRY.read().unwrap_or_else(PoisonError::into_inner);
    registry.iter().find(|functions| functions.game == game).copied()
}

/// Adds a game of another crate, with its players.
///
/// # Errors
/// If a game of that name is there already.
pub fn register<G: GamePlayers>() -> Result<AnyGame, NameTaken> {
    let game = spielwerk_games::register::<G>()?;
    REGISTRY.write().unwrap_or_else(PoisonError::into_inner).push(GameFunctions::of::<G>());
    Ok(game)
}

/// Builds the player of a spec for a game.
pub fn build(game: AnyGame, spec: &PlayerSpec) -> Result<Box<dyn Player>, SpecError> {
    let functions = functions(game.name()).ok_or(SpecError::NoPlayers { game: game.name() })?;
    let player = (functions.build)(spec)?;
    let book = Book::of_spec(game, spec)?;
    Ok(if book.is_empty() { player } else { Box::new(BookPlayer::new(book, player)) })
}

/// The names of all players of a game, the strongest first, then the levels.
///
/// ```
/// let names = spielwerk_players::names(spielwerk_games::game("halma")?);
/// assert_eq!(names[0], "strong");
/// assert!(names.contains(&"greedy") && names.contains(&"level:3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn names(game: AnyGame) -> Vec<&'static str> {
    functions(game.name()).map_or_else(Vec::new, |functions| (functions.names)())
}

/// Whether a player's search ends without any limit from outside.
pub fn is_limited(game: AnyGame, spec: &PlayerSpec) -> bool {
    let own = functions(game.name()).map_or(&[][..], |functions| functions.instant);
    let is_instant = builder::INSTANT.iter().chain(own).any(|&name| name == spec.name);
    let has_node_limit = spec.level.is_some_and(|level| level < Level::HIGHEST);
    is_instant || has_node_limit || !spec.limits.is_infinite()
}

/// An estimate of how many moves the side to move has left, this one included: for time management.
pub fn expected_moves_left(position: &AnyPosition) -> u32 {
    /// For a game without players, whose time nobody manages.
    const UNKNOWN: u32 = 30;
    let functions = functions(position.info().name);
    let estimate = functions.and_then(|functions| (functions.expected_moves_left)(position));
    estimate.unwrap_or(UNKNOWN).max(1)
}

/// The names and default values of a game's evaluation weights.
pub fn default_weights(game: AnyGame) -> Vec<(&'static str, i32)> {
    functions(game.name()).map_or_else(Vec::new, |functions| (functions.default_weights)())
}

/// The static evaluation of a game, with the weights of a spec.
///
/// ```
/// let game = spielwerk_games::game("bohnenspiel")?;
/// let evaluate = spielwerk_players::evaluation_fn(game, &"strong".parse()?)?;
/// assert!(evaluate(&game.start()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evaluation_fn(game: AnyGame, spec: &PlayerSpec) -> Result<EvaluationFn, SpecError> {
    (functions(game.name()).ok_or(SpecError::NoPlayers { game: game.name() })?.evaluation_fn)(spec)
}

/// The tablebase result of an unfinished position, for the side to move: for adjudication.
///
/// A game's tablebases are opened at the first probe and not looked for again.
pub fn probe(position: &AnyPosition) -> Option<Wdl> {
    (functions(position.info().name)?.probe)(position)
}

/// The words of inputs that the network of a game has; none if it has no network.
pub fn network_words(game: AnyGame) -> usize {
    functions(game.name()).map_or(0, |functions| functions.network_words)
}

/// The inputs of a game's network for an unfinished position, from the view of a seat: of two players
/// the one to move, of three any of them.
///
/// ```
/// let game = spielwerk_games::game("bohnenspiel")?;
/// let start = game.start();
/// let inputs = spielwerk_players::network_inputs(&start, start.turn().unwrap());
/// assert_eq!(inputs.map(|words| words.len()), Some(spielwerk_players::network_words(game)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn network_inputs(position: &AnyPosition, seat: Seat) -> Option<Vec<u64>> {
    (functions(position.info().name)?.network_inputs)(position, seat)
}

/// The symmetries of a game, as permutations of the inputs of its network.
pub fn network_symmetries(game: AnyGame) -> Vec<Vec<u16>> {
    functions(game.name()).map_or_else(Vec::new, |functions| (functions.network_symmetries)())
}

/// What a policy network can learn from the move that was chosen in an unfinished position; `None` if
/// the game has no policy network, or none for this position.
pub fn policy_choice(position: &AnyPosition, chosen: AnyMove) -> Option<Choice> {
    (functions(position.info().name)?.policy_choice)(position, chosen)
}

fn probe_typed<G: GamePlayers>(position: &AnyPosition) -> Option<Wdl> {
    static EVALUATORS: Mutex<BTreeMap<&str, Arc<dyn Any + Send + Sync>>> =
        Mutex::new(BTreeMap::new());
    let position = *position.downcast_ref::<G>()?;
    if position.outcome().is_some() {
        return None;
    }
    let mut evaluators = EVALUATORS.lock().unwrap_or_else(PoisonError::into_inner);
    let open =
        || -> Arc<dyn Any + Send + Sync> { Arc::new(G::evaluator(&PlayerSpec::named("strong"))) };
    let evaluator = evaluators.entry(G::INFO.name).or_insert_with(open).clone();
    drop(evaluators);
    evaluator.downcast_ref::<G::Evaluator>()?.probe(&position.into())
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
        for game in spielwerk_games::games() {
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
