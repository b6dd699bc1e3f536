//! What never changes while the server runs: games, boards and the names of players. The page knows the
//! version of it and asks for that, so that a browser may keep the answer for ever and a second visit
//! needs no request for it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spielwerk_games::{AnyGame, GameInfo};

use crate::etag::{FOR_EVER, with_etag};

/// The version that a client asks for.
#[derive(Deserialize)]
pub(crate) struct Version {
    v: Option<String>,
}

/// A game in the list.
#[derive(Serialize)]
struct ListedGame {
    #[serde(flatten)]
    info: &'static GameInfo,
    /// Games with one family are variants of each other.
    family: &'static str,
}

/// All games and variants.
pub(crate) fn games() -> Value {
    let listed = |game: &AnyGame| {
        let info = game.info();
        ListedGame { info, family: info.name.split('-').next().unwrap_or(info.name) }
    };
    json!(spielwerk_games::games().iter().map(listed).collect::<Vec<_>>())
}

/// The board, and what stands on it in the initial position.
pub(crate) fn board(game: AnyGame) -> Value {
    json!({ "board": game.board(), "contents": game.start().contents() })
}

/// The names of all players of a game.
pub(crate) fn players(game: AnyGame) -> Value {
    json!(spielwerk_players::names(game))
}

/// The version of all this: another one as soon as anything in it is another.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let mut hasher = DefaultHasher::new();
        games().to_string().hash(&mut hasher);
        for &game in spielwerk_games::games().iter() {
            board(game).to_string().hash(&mut hasher);
            players(game).to_string().hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    });
    &VERSION
}

impl Version {
    /// Whether it is this one.
    pub(crate) fn is(&self, version: &str) -> bool {
        self.v.as_deref() == Some(version)
    }

    /// The answer: to be kept for ever if it is the version that was asked for.
    pub(crate) fn respond(&self, headers: &HeaderMap, body: &Value) -> Response {
        let body = Bytes::from(body.to_string());
        if self.is(version()) {
            let kept = [(CACHE_CONTROL, FOR_EVER), (CONTENT_TYPE, "application/json")];
            return (kept, body).into_response();
        }
        with_etag(headers, "application/json", body)
    }
}
