//! A place to play: HTTP and WebSocket server, and the web app it serves.
//!
//! A [`House`] is all that a server knows; [`app`] answers requests for it, with or without a
//! network; [`serve`] puts it on one:
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let store = arena::Store::open(&arena::Store::find(None)?)?;
//! let house = web::House::open(store, 2)?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8123").await?;
//! web::serve(listener, house, async {}).await?;
//! # Ok(())
//! # }
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | `api` | what can be asked over HTTP |
//! | `table` | games that are played: the game itself, its host, its guests |
//! | `analysis`, `review` | thinking aloud, and what went wrong in a game |
//! | `watch` | what anybody may look at: players here, tournaments, the practice server |
//! | `prospects` | what everybody can expect where three play |
//! | `thinkers` | where players think |
//! | `ledger` | what is kept |
//! | `view`, `trail`, `so_far` | positions and moves in JSON, out and in |
//! | `guard`, `refusal`, `socket`, `page` | who is let in, what is refused, lines and files |
//!
//! The interface is described in `docs/api.md`. Nothing here is a rule of a game.

mod analysis;
mod api;
mod guard;
mod house;
mod ledger;
mod page;
mod prospects;
mod refusal;
mod review;
mod server;
mod so_far;
mod socket;
mod table;
mod thinkers;
mod trail;
mod view;
mod watch;

pub use house::{Equipment, House};
pub use server::{app, serve};
pub use watch::practice::Practice;
