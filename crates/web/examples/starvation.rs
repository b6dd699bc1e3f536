//! What a second visitor feels while another keeps the server busy:
//! `cargo run --release --example starvation -p spielwerk-web`.
//!
//! The first visitor has 100 sessions of `strong` against `strong` and ten analyses of ten minutes;
//! the second, from another address, waits for the first move of `level:1`. Then six requests with
//! move lists of 230 kB each are replayed at once, beside a request for the list of games.

use std::error::Error;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use spielwerk_web::AppState;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

type Failure = Box<dyn Error + Send + Sync>;

/// Each visitor has an address of its own.
const FIRST: [u8; 4] = [127, 0, 0, 1];
const SECOND: [u8; 4] = [127, 0, 0, 2];

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let store = spielwerk_arena::Store::open(&folder.path().join("store.sqlite"))?;
    let threads = std::thread::available_parallelism()?.get();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let server = listener.local_addr()?;
    let app_state = AppState::open(store, threads)?;
    tokio::spawn(spielwerk_web::serve(listener, app_state, std::future::pending()));
    println!("idle: first move of level:1 after {:.1?}", first_move(server).await?);
    println!("idle: list of games after {:.1?}", list(server).await?);
    let sockets = keep_busy(server).await?;
    println!("beside 100 sessions and 10 analyses: {:.1?}", first_move(server).await?);
    drop(sockets);
    let replays: Vec<_> = (0..6).map(|_| tokio::spawn(replay(server))).collect();
    let mut longest = Duration::ZERO;
    while replays.iter().any(|replay| !replay.is_finished()) {
        longest = longest.max(list(server).await?);
    }
    println!("beside six replays of 230 kB: list of games after {longest:.1?} at most");
    Ok(())
}

/// Starts a hundred sessions and ten analyses; they go on while the sockets are open.
async fn keep_busy(server: SocketAddr) -> Result<Vec<WebSocketStream<TcpStream>>, Failure> {
    let mut sockets = Vec::new();
    for _ in 0..100 {
        let seats = json!([{ "player": "strong" }, { "player": "strong" }]);
        let request = json!({ "game": "halma", "seats": seats, "move_ms": 60_000 });
        let (_, session) = ask(server, FIRST, "POST", "/api/sessions", &request).await?;
        let path = format!("/api/sessions/{}/live", session["id"].as_str().unwrap_or_default());
        sockets.push(open(server, FIRST, &path).await?);
    }
    for request in 0..10 {
        let mut socket = open(server, FIRST, "/api/analysis").await?;
        let analyse =
            json!({ "type": "analyse", "request": request, "game": "fauhalma", "ms": 600_000 });
        socket.send(Message::text(analyse.to_string())).await?;
        sockets.push(socket);
    }
    Ok(sockets)
}

/// How long the second visitor waits for the first move of a new game.
async fn first_move(server: SocketAddr) -> Result<Duration, Failure> {
    let begun = Instant::now();
    let seats = json!([{ "player": "level:1" }, { "person": "" }]);
    let request = json!({ "game": "bohnenspiel", "seats": seats });
    let (_, session) = ask(server, SECOND, "POST", "/api/sessions", &request).await?;
    let path = format!("/api/sessions/{}/live", session["id"].as_str().unwrap_or_default());
    let mut socket = open(server, SECOND, &path).await?;
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        let state: Value = serde_json::from_str(&text)?;
        if state["now"]["person"] == true {
            break;
        }
    }
    Ok(begun.elapsed())
}

/// How long the second visitor waits for the list of games.
async fn list(server: SocketAddr) -> Result<Duration, Failure> {
    let begun = Instant::now();
    ask(server, SECOND, "GET", "/api/games", &Value::Null).await?;
    Ok(begun.elapsed())
}

/// Sends a list of moves to and fro, which the server plays through.
async fn replay(server: SocketAddr) -> Result<(), Failure> {
    let start = spielwerk_games::game("halma")?.start();
    let mut round: Vec<String> = Vec::new();
    let mut position = start;
    for _ in 0..2 {
        let mut moves = position.written_moves().into_iter();
        let (text, m) = moves.find(|(text, _)| text.split('-').count() == 2).ok_or("no step")?;
        position = position.play(m)?;
        round.push(text);
    }
    let back = |text: &String| text.split('-').rev().collect::<Vec<_>>().join("-");
    round.extend([back(&round[0]), back(&round[1])]);
    let moves: Vec<&String> = round.iter().cycle().take(230_000 / (round[0].len() + 3)).collect();
    let request = json!({ "game": "halma", "moves": moves });
    let (status, answer) = ask(server, FIRST, "POST", "/api/follow", &request).await?;
    if status == 200 { Ok(()) } else { Err(format!("{status}: {answer}").into()) }
}

async fn connect(server: SocketAddr, from: [u8; 4]) -> Result<TcpStream, Failure> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((from, 0).into())?;
    Ok(socket.connect(server).await?)
}

async fn open(
    server: SocketAddr,
    from: [u8; 4],
    path: &str,
) -> Result<WebSocketStream<TcpStream>, Failure> {
    let stream = connect(server, from).await?;
    Ok(client_async(format!("ws://{server}{path}"), stream).await?.0)
}

/// The status and the body of an answer.
async fn ask(
    server: SocketAddr,
    from: [u8; 4],
    method: &str,
    path: &str,
    body: &Value,
) -> Result<(u16, Value), Failure> {
    let mut stream = connect(server, from).await?;
    let body = body.to_string();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let status = head.split(' ').nth(1).ok_or("no status")?.parse()?;
    Ok((status, serde_json::from_str(body).unwrap_or_default()))
}
