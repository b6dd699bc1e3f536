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
//! | `analysis`, `review`, `accuracy` | engine analysis of a position, and of every move of a game; how well it was played |
//! | `watch` | what anybody may watch: games of players, tournaments, the practice server |
//! | `expected_points` | the expected points of each seat in games for three |
//! | `player_threads` | thread pool in which players search |
//! | `db_writer` | stores sessions |
//! | `explorer` | what was played in a position, in all stored games |
//! | `shared_games` | games behind short links |
//! | `owner` | whose games a session belongs to, by a key in the browser |
//! | `view`, `animation`, `path_tree`, `game_input` | positions and moves as JSON, out and in |
//! | `guard`, `request_log`, `api_error`, `socket`, `page`, `bundle`, `static_data` | request checks, log, errors, WebSockets, static files and data |
//! | `wasm_module` | the WebAssembly module that the page may use |
//! | `site` | the page as files for a static host, and as one file |
//! | `browser` | the same interface inside a browser, in place of sockets, threads and the database |
//!
//! The API is described in `docs/api.md`. Nothing here is a rule of a game.

mod accuracy;
mod analysis;
mod animation;
mod api;
mod api_error;
#[cfg(target_family = "wasm")]
pub mod browser;
mod etag;
mod expected_points;
mod game_input;
mod path_tree;
mod quota;
mod random;
mod review;
mod session;
mod session_row;
mod static_data;
mod view;
mod watch;

// What a server does by sockets, threads and a database, a browser does by messages to the page.
#[cfg(not(target_family = "wasm"))]
mod app_state;
#[cfg(not(target_family = "wasm"))]
mod bundle;
#[cfg(not(target_family = "wasm"))]
mod db_writer;
#[cfg(not(target_family = "wasm"))]
mod explorer;
#[cfg(not(target_family = "wasm"))]
mod guard;
#[cfg(not(target_family = "wasm"))]
mod owner;
#[cfg(not(target_family = "wasm"))]
mod page;
#[cfg(not(target_family = "wasm"))]
mod player_threads;
#[cfg(not(target_family = "wasm"))]
mod server;
#[cfg(not(target_family = "wasm"))]
mod shared_games;
#[cfg(not(target_family = "wasm"))]
mod site;
#[cfg(not(target_family = "wasm"))]
mod socket;
#[cfg(not(target_family = "wasm"))]
mod timer;
#[cfg(not(target_family = "wasm"))]
mod wasm_module;
#[cfg(target_family = "wasm")]
use browser::{app_state, db_writer, player_threads, socket, timer};

pub use app_state::AppState;
#[cfg(not(target_family = "wasm"))]
pub use app_state::ServerConfig;
#[cfg(not(target_family = "wasm"))]
pub use bundle::BundleError;
#[cfg(not(target_family = "wasm"))]
pub use server::{app, serve};
#[cfg(not(target_family = "wasm"))]
pub use site::{SiteError, SiteFile, site};
#[cfg(not(target_family = "wasm"))]
pub use wasm_module::{WasmModule, WasmModuleError};
#[cfg(not(target_family = "wasm"))]
pub use watch::practice::PracticeReader;
