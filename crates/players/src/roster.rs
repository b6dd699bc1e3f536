//! Every named player, put together from a search and a game's judgement.
//!
//! A game brings a [`Repertoire`]: its judge, how the searches are set for it, opponents of its own.
//! What follows from that, `random` to `strong`, is the same for all games and stands here once.
//! All players of a game use the same type of judge, so that each search is compiled once a game.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use games::{AnyGame, AnyPosition, Game, with_type};
use search::montecarlo::{MonteCarlo, Settings};
use search::{
    AlphaBeta, Greedy, Judge, Known, Limits, Minimax, Random, Repetition, Thinker, Tuning,
};

use crate::level::{self, Level, Levels};
use crate::typed::Typed;
use crate::valuation::{self, Valuation};
use crate::{Player, Spec, SpecError, Unsure, Weights};

/// What a game brings along so that players can be put together for it.
pub trait Repertoire: Game {
    /// Its judgement.
    type Judge: Judge<Self> + Clone + 'static;

    /// What its judgement weighs.
    type Weights: Weights;

    /// What it means that a position comes again.
    const REPETITION: Repetition;

    /// The names of its own opponents, beyond those that every game has.
    const OWN: &'static [&'static str];

    /// Those of them who answer at once, whatever time they are given.
    const HASTY: &'static [&'static str];

    /// What makes its levels.
    const LEVELS: Levels;

    /// Its judge, with whatever knowledge the player may use.
    fn judge(spec: &Spec) -> Self::Judge;

    /// How alpha-beta is set for it, if it is for two.
    fn tuning() -> Tuning;

    /// How Monte-Carlo search is set for it.
    fn settings() -> Settings {
        Settings::default()
    }

    /// The best there is, by a judge who may err.
    fn strong(judge: Unsure<Self::Judge>, spec: &Spec) -> Box<dyn Thinker<Self>> {
        Box::new(AlphaBeta::new(judge, Self::tuning(), spec.hash))
    }

    /// One of its own opponents.
    fn own(name: &str, spec: &Spec) -> Option<Box<dyn Thinker<Self>>>;

    /// How many moves the seat on turn will still make, this one included: an estimate.
    fn moves_to_come(&self) -> u32;
}

/// Players of any game.
const ANY: [&str; 4] = ["strong", "mcts", "greedy", "random"];
/// Players of games for two.
const FOR_TWO: [&str; 2] = ["alphabeta", "minimax"];
/// Those of both who answer at once, whatever time they are given.
const HASTY: [&str; 3] = ["minimax", "greedy", "random"];

/// How deep `minimax` looks if nobody says otherwise.
const MINIMAX_DEPTH: u32 = 2;
/// Opponents that think little need no large table, in MiB.
const LEVEL_HASH: usize = 8;

/// The player that a spec describes, for a game.
pub fn build(game: AnyGame, spec: &Spec) -> Result<Box<dyn Player>, SpecError> {
    with_type!(&game.start(), |start| build_typed(start, spec))
}

/// The names of all players of a game, the strongest first, then the levels.
pub fn names(game: AnyGame) -> Vec<&'static str> {
    with_type!(&game.start(), |start| names_typed(start))
}

/// Whether a player comes to an end by itself, if it is given neither time nor any other limit.
pub fn is_limited(game: AnyGame, spec: &Spec) -> bool {
    fn hasty<G: Repertoire>(_: &G) -> &'static [&'static str] {
        G::HASTY
    }
    let own = with_type!(&game.start(), |start| hasty(start));
    let hasty = HASTY.iter().chain(own).any(|&name| name == spec.name);
    let modest = spec.level.is_some_and(|level| level < Level::HIGHEST);
    hasty || modest || !spec.limits.are_endless()
}

/// How many moves the seat on turn will still make in a game, this one included: an estimate, for
/// dealing out time.
pub fn moves_to_come(position: &AnyPosition) -> u32 {
    with_type!(position, |typed| typed.moves_to_come().max(1))
}

/// The weights of a game's judgement, with what they are usually worth.
pub fn weights(game: AnyGame) -> Vec<(&'static str, i32)> {
    fn usual<G: Repertoire>(_: &G) -> Vec<(&'static str, i32)> {
        valuation::usual::<G>()
    }
    with_type!(&game.start(), |start| usual(start))
}

/// What a game's judgement thinks of positions without any search, with the weights of a spec.
pub fn valuation(game: AnyGame, spec: &Spec) -> Result<Valuation, SpecError> {
    fn typed<G: Repertoire>(_: &G, spec: &Spec) -> Result<Valuation, SpecError> {
        known_weights::<G>(spec)?;
        Ok(valuation::valuation::<G>(spec))
    }
    with_type!(&game.start(), |start| typed(start, spec))
}

/// What the tables on this machine say of an unfinished position, for its mover: for referees.
///
/// A game's tables are opened when it is first asked about, and stay as they were then.
pub fn exact(position: &AnyPosition) -> Option<Known> {
    with_type!(position, |typed| exact_typed(typed))
}

fn exact_typed<G: Repertoire>(position: &G) -> Option<Known> {
    static JUDGES: Mutex<BTreeMap<&str, Arc<dyn Any + Send + Sync>>> = Mutex::new(BTreeMap::new());
    if position.outcome().is_some() {
        return None;
    }
    let mut judges = JUDGES.lock().unwrap_or_else(PoisonError::into_inner);
    let open = || -> Arc<dyn Any + Send + Sync> { Arc::new(G::judge(&Spec::named("strong"))) };
    let judge = judges.entry(G::INFO.name).or_insert_with(open).clone();
    drop(judges);
    judge.downcast_ref::<G::Judge>()?.known(position)
}

fn build_typed<G: Repertoire>(_: &G, spec: &Spec) -> Result<Box<dyn Player>, SpecError> {
    known_weights::<G>(spec)?;
    let judge = || Unsure::new(G::judge(spec), spec.doubt, spec.seed);
    let mut own_limits = spec.limits;
    let thinker: Box<dyn Thinker<G>> = match spec.name.as_str() {
        "random" => Box::new(Random::new(spec.seed)),
        "greedy" => Box::new(Greedy::new(judge())),
        "strong" => G::strong(judge(), spec),
        "level" => {
            let level = spec.level.ok_or_else(|| SpecError::Level(spec.to_string()))?;
            match G::LEVELS.get(usize::from(level).wrapping_sub(1)) {
                Some(&level) => at_level::<G>(level, spec, &mut own_limits),
                None => G::strong(judge(), spec),
            }
        }
        "minimax" if G::SEATS == 2 => {
            let depth = spec.limits.depth.unwrap_or(MINIMAX_DEPTH);
            own_limits.depth = Some(depth);
            Box::new(Minimax::new(judge(), depth))
        }
        "alphabeta" if G::SEATS == 2 => Box::new(AlphaBeta::new(judge(), G::tuning(), spec.hash)),
        "mcts" => {
            let settings = Settings { seed: spec.seed, ..G::settings() };
            Box::new(MonteCarlo::new(judge(), settings, spec.hash))
        }
        name => G::own(name, spec).ok_or_else(|| unknown::<G>(name))?,
    };
    Ok(Box::new(Typed::new(thinker, G::REPETITION, own_limits)))
}

fn at_level<G: Repertoire>(level: Level, spec: &Spec, limits: &mut Limits) -> Box<dyn Thinker<G>> {
    limits.nodes = Some(limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes)));
    let modest = Spec { hash: spec.hash.min(LEVEL_HASH), tables: false, ..spec.clone() };
    G::strong(Unsure::new(G::judge(&modest), level.doubt.max(spec.doubt), spec.seed), &modest)
}

fn names_typed<G: Repertoire>(_: &G) -> Vec<&'static str> {
    own_names::<G>().into_iter().chain(level::NAMES).collect()
}

/// All names but those of the levels.
fn own_names<G: Repertoire>() -> Vec<&'static str> {
    let for_two = if G::SEATS == 2 { &FOR_TWO[..] } else { &[] };
    [&ANY[..1], for_two, &ANY[1..], G::OWN].concat()
}

/// All weights of a spec must be the game's.
fn known_weights<G: Repertoire>(spec: &Spec) -> Result<(), SpecError> {
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

fn unknown<G: Repertoire>(name: &str) -> SpecError {
    let known = own_names::<G>().into_iter().chain(["level:5"]);
    let nearest = known
        .min_by_key(|known| strsim::damerau_levenshtein(name, known.trim_end_matches(":5")))
        .unwrap_or_default();
    SpecError::Unknown { name: name.to_owned(), game: G::INFO.name, nearest: nearest.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(game: &str, spec: &str) -> String {
        let built = build(games::game(game).unwrap(), &spec.parse().unwrap());
        built.err().unwrap().to_string()
    }

    #[test]
    fn every_game_of_the_catalogue_has_its_players() {
        for &game in games::games() {
            let names = names(game);
            assert!(names.starts_with(&["strong"]) && names.ends_with(&["level:10"]));
            assert!(moves_to_come(&game.start()) > 5, "{game:?}");
        }
    }

    #[test]
    fn unknown_names_lead_to_the_nearest() {
        assert!(refusal("bohnenspiel", "stron").contains("`strong`"));
        assert!(refusal("bohnenspiel", "two-pli").contains("`two-ply`"));
        assert!(refusal("fauhalma", "paranoia:depth=3").contains("`paranoid`"));
        assert!(refusal("halma", "levl").contains("`level:5`"));
    }

    #[test]
    fn some_players_are_not_for_every_game() {
        assert!(refusal("fauhalma", "minimax").contains("no player of fauhalma"));
        assert!(refusal("halma", "brs").contains("no player of halma"));
        assert!(build(games::game("fauhalma").unwrap(), &Spec::named("level")).is_err());
    }

    #[test]
    fn who_answers_at_once_needs_no_time() {
        let limited = |game, spec: &str| {
            let (game, spec) = (games::game(game).unwrap(), spec.parse().unwrap());
            is_limited(game, &spec)
        };
        assert!(limited("bohnenspiel", "leftmost") && limited("fauhalma", "greedy-ws25"));
        assert!(limited("halma", "minimax") && limited("halma", "level:9"));
        assert!(limited("halma", "strong:nodes=9") && !limited("halma", "level:10"));
        assert!(!limited("fauhalma", "brs+") && !limited("fauhalma", "mcts"));
    }

    #[test]
    fn weights_belong_to_a_game() {
        assert!(refusal("halma", "strong:w.bean=3").contains("along, longer"));
        let game = games::game("bohnenspiel").unwrap();
        let value = |spec: &str| {
            let valuation = valuation(game, &spec.parse().unwrap()).unwrap();
            valuation(&game.start()).unwrap()[0]
        };
        assert_eq!(value("strong:w.turn=140") - value("strong:w.turn=40"), 100);
        assert!(weights(game).contains(&("turn", value("strong"))));
    }
}
