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
//! | [`PlayerSpec`], [`build`], [`names`] | players by name, with options |
//! | [`probe`] | tablebase lookup |
//! | [`GamePlayers`], [`register`] | what a game defines for its players; adding a game from outside |
//! | [`fauhalma`], [`halma`], [`fanorona`], [`bohnenspiel`] | the evaluation function of each game, its weights in one struct |
//! | [`Weights`], [`evaluation_fn()`], [`default_weights`] | the evaluation by its weights, for tuning |
//! | [`Level`], [`NoisyEvaluator`] | weaker opponents for people |

pub mod bohnenspiel;
mod build;
mod evaluation_fn;
pub mod fanorona;
pub mod fauhalma;
mod game_players;
mod game_state;
pub mod halma;
mod level;
mod noisy_evaluator;
mod player;
mod registry;
mod search_player;
mod spec;
mod weights;

pub use evaluation_fn::EvaluationFn;
pub use game_players::GamePlayers;
pub use game_state::GameState;
pub use level::{Level, Levels};
pub use noisy_evaluator::NoisyEvaluator;
pub use player::{Analysis, Player, PlayerError, SearchParams, TimeLeft, Variation};
pub use registry::{
    build, default_weights, evaluation_fn, expected_moves_left, is_limited, names, probe, register,
};
pub use spec::{PlayerSpec, SpecError, parse_duration};
pub use weights::Weights;
