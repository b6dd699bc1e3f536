//! Computer players: a static evaluation for each game, and a registry of players by name.
//!
//! ```
//! use spielwerk_players::{GameState, SearchParams, build};
//! use spielwerk_search::Limits;
//!
//! let game = spielwerk_games::game("bohnenspiel")?;
//! let mut player = build(game, &"strong".parse()?)?;
//! let state = GameState::new(game);
//! let analysis = player.choose(&state, &SearchParams::new(Limits::nodes(1000)), &mut |_| {})?;
//! println!("{} is best", state.position().write_move(analysis.best_move));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`Player`], [`SearchParams`], [`Analysis`] | the interface of a player: asked for a move, it answers with an analysis |
//! | [`GameState`] | a game so far: its positions, moves and hash keys |
//! | [`SearchPool`] | players that search in threads of their own |
//! | [`PlayerSpec`], [`build`], [`names`] | players by name, with options |
//! | [`probe`] | tablebase lookup |
//! | [`GamePlayers`], [`register`] | what a game defines for its players; adding a game from outside |
//! | [`fauhalma`], [`halma`], [`fanorona`], [`bohnenspiel`] | the evaluation function of each game, its weights in one struct |
//! | [`Weights`], [`evaluation_fn()`], [`default_weights`] | the evaluation by its weights, for tuning |
//! | [`Book`], [`BookBuilder`] | opening books, and how they are made |
//! | [`Evaluation`], [`network_inputs`] | evaluation by a network, and what it sees of a position |
//! | [`Level`], [`NoisyEvaluator`] | weaker opponents for people |

pub mod bohnenspiel;
mod book;
mod build;
mod evaluation_fn;
pub mod fanorona;
pub mod fauhalma;
mod game_players;
pub mod halma;
mod level;
mod network;
mod noisy_evaluator;
mod registry;
mod search_player;
mod search_pool;
mod search_queue;
mod spec;
mod weights;

pub use book::{Book, BookBuilder, BookChoice, BookEntry, BookError};
pub use evaluation_fn::EvaluationFn;
pub use game_players::GamePlayers;
pub use level::{Level, Levels};
pub use network::{Evaluation, policy_name};
pub use noisy_evaluator::NoisyEvaluator;
pub use registry::{
    build, default_weights, evaluation_fn, expected_moves_left, is_limited, names, network_inputs,
    network_symmetries, network_words, policy_choice, probe, register,
};
pub use search_pool::{PlayerKey, SearchEvent, SearchHandle, SearchPool};
pub use search_queue::Requester;
pub use spec::{PlayerSpec, SpecError, parse_duration};
pub use weights::Weights;

pub use spielwerk_session::{
    Analysis, GameState, Player, PlayerError, SearchParams, TimeLeft, Variation,
};
