//! Every named player, put together from a search and a game's judgement.
//!
//! A game brings a [`Repertoire`]: its judge, how the searches are set for it, opponents of its own.
//! What follows from that, `random` to `strong`, is the same for all games and stands here once.

use games::{AnyGame, Game};
use search::{AlphaBeta, Greedy, Judge, Limits, Minimax, Random, Repetition, Thinker, Tuning};

use crate::typed::Typed;
use crate::{Player, Spec, SpecError};

/// What a game brings along so that players can be put together for it.
pub trait Repertoire: Game {
    /// Its judgement.
    type Judge: Judge<Self> + Clone + 'static;

    /// What it means that a position comes again.
    const REPETITION: Repetition;

    /// The names of its own opponents, beyond those that every game has.
    const OWN: &'static [&'static str];

    /// Its judge, with whatever knowledge the player may use.
    fn judge(spec: &Spec) -> Self::Judge;

    /// How alpha-beta is set for it.
    fn tuning() -> Tuning;

    /// The best there is.
    fn strong(spec: &Spec) -> Box<dyn Thinker<Self>>;

    /// One of its own opponents.
    fn own(name: &str, spec: &Spec) -> Option<Box<dyn Thinker<Self>>>;
}

/// Players of any game.
const ANY: [&str; 3] = ["strong", "greedy", "random"];
/// Players of games for two.
const FOR_TWO: [&str; 2] = ["alphabeta", "minimax"];

/// How deep `minimax` looks if nobody says otherwise.
const MINIMAX_DEPTH: u32 = 2;

/// Runs a generic function for the type of a game chosen at run time.
macro_rules! for_game {
    ($game:expr, $call:ident($($argument:expr),*)) => {{
        let start = $game.start();
        for_game!(@try start, $call($($argument),*);
            games::bohnenspiel::Bohnenspiel,
        )
    }};
    (@try $start:ident, $call:ident($($argument:expr),*); $($type:ty,)*) => {
        $(if $start.get::<$type>().is_some() { $call::<$type>($($argument),*) } else)*
        { unreachable!("every game of the catalogue has a repertoire") }
    };
}

/// The player that a spec describes, for a game.
pub fn build(game: AnyGame, spec: &Spec) -> Result<Box<dyn Player>, SpecError> {
    for_game!(game, build_typed(spec))
}

/// The names of all players of a game, the strongest first.
pub fn names(game: AnyGame) -> Vec<&'static str> {
    for_game!(game, names_typed())
}

fn build_typed<G: Repertoire>(spec: &Spec) -> Result<Box<dyn Player>, SpecError> {
    let judge = || G::judge(spec);
    let mut own_limits = spec.limits;
    let thinker: Box<dyn Thinker<G>> = match spec.name.as_str() {
        "random" => Box::new(Random::new(spec.seed)),
        "greedy" => Box::new(Greedy::new(judge())),
        "strong" => G::strong(spec),
        "minimax" if G::SEATS == 2 => {
            let depth = spec.limits.depth.unwrap_or(MINIMAX_DEPTH);
            own_limits = Limits { depth: Some(depth), ..spec.limits };
            Box::new(Minimax::new(judge(), depth))
        }
        "alphabeta" if G::SEATS == 2 => Box::new(AlphaBeta::new(judge(), G::tuning(), spec.hash)),
        name => G::own(name, spec).ok_or_else(|| unknown::<G>(name))?,
    };
    Ok(Box::new(Typed::new(thinker, G::REPETITION, own_limits)))
}

fn names_typed<G: Repertoire>() -> Vec<&'static str> {
    let for_two = if G::SEATS == 2 { &FOR_TWO[..] } else { &[] };
    [&ANY[..1], for_two, &ANY[1..], G::OWN].concat()
}

fn unknown<G: Repertoire>(name: &str) -> SpecError {
    let nearest = names_typed::<G>()
        .into_iter()
        .min_by_key(|known| strsim::damerau_levenshtein(name, known))
        .unwrap_or_default();
    SpecError::Unknown { name: name.to_owned(), game: G::INFO.name, nearest: nearest.to_owned() }
}
