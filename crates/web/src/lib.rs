//! HTTP and WebSocket server, and the web app that it serves.
//!
//! An [`AppState`] is the state of a server; [`app`] is its router, which can be used without a
//! network; [`serve`] listens on a socket:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let store = spielwerk_arena::Store::open(&spielwerk_arena::Store::find(None)?)?;
//! let app_state = spielwerk_web::AppState::open(store, 2)?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8123").await?;
//! spielwerk_web::serve(listener, app_state, async {}).await?;
//! # Ok(())
//! # }
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `server`, `app_state` | routes and shared state |
//! | `api` | HTTP handlers |
//! | `session` | games under way: the game, its actor, its clients |
//! | `analysis`, `review` | engine analysis of a position, and of every move of a game |
//! | `watch` | what anybody may watch: games of players, tournaments, the practice server |
//! | `expected_points` | the expected points of each seat in games for three |
//! | `player_threads` | thread pool in which players search |
//! | `db_writer` | stores sessions |
//! | `view`, `animation`, `game_input` | positions and moves as JSON, out and in |
//! | `guard`, `request_log`, `api_error`, `socket`, `page` | request checks, log, errors, WebSockets, static files |
//!
//! The API is described in `docs/api.md`. Nothing here is a rule of a game.

mod analysis;
mod animation;
mod api;
mod api_error;
mod app_state;
mod db_writer;
mod expected_points;
mod game_input;
mod guard;
mod page;
mod player_threads;
mod request_log;
mod review;
mod server;
mod session;
mod socket;
mod view;
mod watch;

pub use app_state::{AppState, ServerConfig};
pub use server::{app, serve};
pub use watch::practice::PracticeReader;
