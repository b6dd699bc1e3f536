//! How the server bears many games at once: `cargo run --release --example load -- 200`.
//!
//! So many people each play a whole game of Das Bohnenspiel against `level:1`, over sockets of
//! their own, with a pause of a second or so before each move as people have. Measured is the time
//! from a person's move to the server's confirmation, which comes after the move is stored. At the
//! end every game is read again and compared with what its player saw.

use std::error::Error;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;
use web::House;

type Failure = Box<dyn Error + Send + Sync>;

/// What a confirmation may take.
const PROMISED: Duration = Duration::from_millis(50);
/// The most moves a person makes before going home.
const MOVES: usize = 20;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let people: usize = std::env::args().nth(1).map_or(Ok(200), |number| number.parse())?;
    let folder = tempfile::tempdir()?;
    let store = arena::Store::open(&folder.path().join("store.sqlite"))?;
    let threads = std::thread::available_parallelism()?.get();
    let house = House::open(store, threads)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    tokio::spawn(web::serve(listener, house.clone(), std::future::pending()));
    let games =
        (0..people).map(|number| tokio::spawn(play(house.clone(), address.clone(), number)));
    let games: Vec<_> = games.collect();
    let mut waits = Vec::new();
    let mut lost = 0;
    for game in games {
        let (waited, kept) = game.await??;
        waits.extend(waited);
        lost += usize::from(!kept);
    }
    waits.sort_unstable();
    let prompt = waits.iter().filter(|&&wait| wait <= PROMISED).count();
    let nth = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize];
    println!("{people} games at once, {} moves, {lost} games with a lost move", waits.len());
    println!("confirmed within {PROMISED:?}: {:.2} %", 100.0 * prompt as f64 / waits.len() as f64);
    println!("median {:.1?}, 99 % {:.1?}, longest {:.1?}", nth(0.5), nth(0.99), nth(1.0));
    Ok(())
}

/// Plays one game. How long each confirmation took, and whether all that was seen is stored.
async fn play(
    house: House,
    address: String,
    number: usize,
) -> Result<(Vec<Duration>, bool), Failure> {
    let order = json!({
        "game": "bohnenspiel", "seats": [{ "person": "" }, { "player": "level:1" }],
    });
    let table = ask(&house, "POST", "/api/tables", order.to_string()).await?;
    let id = table["id"].as_str().unwrap_or_default().to_owned();
    let (mut socket, _) = connect_async(format!("ws://{address}/api/tables/{id}/live")).await?;
    let (mut waits, mut seen) = (Vec::new(), Vec::<Value>::new());
    let mut sent: Option<Instant> = None;
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        let state: Value = serde_json::from_str(&text)?;
        if state["type"] != "state" {
            continue;
        }
        if let Some(sent) = sent.take() {
            waits.push(sent.elapsed());
        }
        seen.truncate(state["keep"].as_u64().unwrap_or(0) as usize);
        seen.extend(state["plies"].as_array().into_iter().flatten().cloned());
        if !state["over"].is_null() || waits.len() >= MOVES {
            break;
        }
        if state["now"]["person"] == true {
            // People think for a while, and not all at the same moment.
            let pause = 500 + (number * 7919 + seen.len() * 104_729) % 1000;
            tokio::time::sleep(Duration::from_millis(pause as u64)).await;
            let moves = state["now"]["moves"].as_array().map_or(1, Vec::len);
            let m = &state["now"]["moves"][(number + seen.len()) % moves];
            sent = Some(Instant::now());
            let order = json!({ "type": "move", "path": m["path"], "ply": seen.len() });
            socket.send(Message::text(order.to_string())).await?;
        }
    }
    socket.close(None).await?;
    let stored = ask(&house, "GET", &format!("/api/tables/{id}"), String::new()).await?;
    let stored = stored["plies"].as_array().cloned().unwrap_or_default();
    Ok((waits, stored.starts_with(&seen)))
}

async fn ask(house: &House, method: &str, path: &str, body: String) -> Result<Value, Failure> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "localhost")
        .header("content-type", "application/json")
        .body(Body::from(body))?;
    let answer = web::app(house.clone()).oneshot(request).await?;
    Ok(serde_json::from_slice(&to_bytes(answer.into_body(), usize::MAX).await?)?)
}
