//! Load test of the server with many games at once: `cargo run --release --example load -- 200`.
//!
//! So many clients each play a game of Das Bohnenspiel against `level:1` over their own WebSocket,
//! with a pause of about a second before each move. It measures the latency from a move to its
//! confirmation, which comes after the move is stored. At the end every game is read again and
//! compared with what its client saw.

use std::error::Error;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use spielwerk_web::AppState;
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

type Failure = Box<dyn Error + Send + Sync>;

/// The longest latency that is acceptable.
const TARGET: Duration = Duration::from_millis(50);
/// The most moves of a client in a game.
const MOVES: usize = 20;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let clients: usize = std::env::args().nth(1).map_or(Ok(200), |number| number.parse())?;
    let folder = tempfile::tempdir()?;
    let store = spielwerk_arena::Store::open(&folder.path().join("store.sqlite"))?;
    let threads = std::thread::available_parallelism()?.get();
    let app_state = AppState::open(store, threads)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(spielwerk_web::serve(listener, app_state.clone(), std::future::pending()));
    let games =
        (0..clients).map(|number| tokio::spawn(play(app_state.clone(), address.clone(), number)));
    let games: Vec<_> = games.collect();
    let mut latencies = Vec::new();
    let mut lost = 0;
    for game in games {
        let (measured, kept) = game.await??;
        latencies.extend(measured);
        lost += usize::from(!kept);
    }
    latencies.sort_unstable();
    let prompt = latencies.iter().filter(|&&latency| latency <= TARGET).count();
    let nth = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
    println!("{clients} games at once, {} moves, {lost} games with a lost move", latencies.len());
    println!(
        "confirmed within {TARGET:?}: {:.2} %",
        100.0 * prompt as f64 / latencies.len() as f64
    );
    println!("median {:.1?}, 99 % {:.1?}, longest {:.1?}", nth(0.5), nth(0.99), nth(1.0));
    Ok(())
}

/// Plays one game. How long each confirmation took, and whether all that was seen is stored.
async fn play(
    app_state: AppState,
    address: String,
    number: usize,
) -> Result<(Vec<Duration>, bool), Failure> {
    let request = json!({
        "game": "bohnenspiel", "seats": [{ "person": "" }, { "player": "level:1" }],
    });
    let session = ask(&app_state, "POST", "/api/sessions", request.to_string()).await?;
    let id = session["id"].as_str().unwrap_or_default().to_owned();
    let (mut socket, _) = connect_async(format!("ws://{address}/api/sessions/{id}/live")).await?;
    let (mut latencies, mut seen) = (Vec::new(), Vec::<Value>::new());
    let mut sent: Option<Instant> = None;
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        let state: Value = serde_json::from_str(&text)?;
        if state["type"] != "state" {
            continue;
        }
        if let Some(sent) = sent.take() {
            latencies.push(sent.elapsed());
        }
        seen.truncate(state["keep"].as_u64().unwrap_or(0) as usize);
        seen.extend(state["plies"].as_array().into_iter().flatten().cloned());
        if !state["over"].is_null() || latencies.len() >= MOVES {
            break;
        }
        if state["now"]["person"] == true {
            // People think for a while, and not all at the same moment.
            let pause = 500 + (number * 7919 + seen.len() * 104_729) % 1000;
            tokio::time::sleep(Duration::from_millis(pause as u64)).await;
            let moves = state["now"]["moves"].as_array().map_or(1, Vec::len);
            let m = &state["now"]["moves"][(number + seen.len()) % moves];
            sent = Some(Instant::now());
            let request = json!({ "type": "move", "path": m["path"], "ply": seen.len() });
            socket.send(Message::text(request.to_string())).await?;
        }
    }
    socket.close(None).await?;
    let stored = ask(&app_state, "GET", &format!("/api/sessions/{id}"), String::new()).await?;
    let stored = stored["plies"].as_array().cloned().unwrap_or_default();
    Ok((latencies, stored.starts_with(&seen)))
}

async fn ask(
    app_state: &AppState,
    method: &str,
    path: &str,
    body: String,
) -> Result<Value, Failure> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(body))?;
    let answer = spielwerk_web::app(app_state.clone()).oneshot(request).await?;
    Ok(serde_json::from_slice(&to_bytes(answer.into_body(), usize::MAX).await?)?)
}
