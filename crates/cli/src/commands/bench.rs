//! `spielwerk bench`: fixed searches of every game, and their node count.
//!
//! Five positions a game, reached by fixed moves, searched by one thread to a fixed depth. The total
//! of all nodes is a signature: it is the same on every machine, and a change of it is a change of
//! the search. With `--time` they are searched for a time, and the depths are printed.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spielwerk_games::{AnyGame, AnyPosition};
use spielwerk_players::{GameState, PlayerSpec, SearchParams};
use spielwerk_search::Limits;

use crate::args::Bench;
use crate::output;
use crate::progress::Progress;

/// One variant of each game, the players that search it, and how deep: so deep that each game has
/// between a fifth and a third of all nodes, and a change in any of them shows. FAUhalma's levels play
/// by another search than `strong`.
const SEARCHES: [(&str, &str, u32); 5] = [
    ("fauhalma", "strong", 23),
    ("fauhalma", "brs+", 6),
    ("halma", "strong", 6),
    ("fanorona", "strong", 8),
    ("bohnenspiel", "strong", 14),
];

/// How many plies into the game the positions are.
const PLIES: [usize; 5] = [0, 6, 14, 24, 36];

struct Row {
    game: AnyGame,
    player: &'static str,
    /// How deep each position was searched.
    depths: Vec<u32>,
    nodes: u64,
    time: Duration,
}

pub(crate) fn run(options: &Bench) -> anyhow::Result<()> {
    let progress = Progress::new("bench");
    let total = SEARCHES.len() * PLIES.len();
    let mut rows = Vec::new();
    for (nth, (name, player, depth)) in SEARCHES.into_iter().enumerate() {
        let game = spielwerk_games::game(name)?;
        let limits = options.time.map_or(Limits::depth(depth), Limits::time);
        let params = SearchParams { threads: options.threads, ..SearchParams::new(limits) };
        let mut row = Row { game, player, depths: Vec::new(), nodes: 0, time: Duration::ZERO };
        for (position, plies) in PLIES.into_iter().enumerate() {
            search(&mut row, middle_of_game(game, plies)?, &params)?;
            progress.update(nth * PLIES.len() + position + 1, total);
        }
        rows.push(row);
    }
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let mut out = output::stdout();
    if options.json {
        let games: Vec<Value> = rows.iter().map(row_json).collect();
        output::json_line(&mut out, &json!({ "nodes": nodes, "games": games }))?;
    } else {
        for row in &rows {
            let (name, player) = (row.game.name(), row.player);
            let (nodes, speed) = (row.nodes, speed(row));
            let depths: Vec<String> =
                row.depths.iter().map(|depth| format!("{depth:>2}")).collect();
            let depths = depths.join(" ");
            writeln!(
                out,
                "{name:<12} {player:<6} depth {depths} {nodes:>11} nodes {speed:>10.0} a second"
            )?;
        }
        writeln!(out, "{nodes} nodes")?;
    }
    Ok(out.flush()?)
}

fn search(row: &mut Row, position: AnyPosition, params: &SearchParams) -> anyhow::Result<()> {
    // Tablebases differ from machine to machine, so none is probed.
    let mut player = spielwerk_players::build(
        row.game,
        &PlayerSpec { tables: false, ..PlayerSpec::named(row.player) },
    )?;
    let state = GameState::from_position(row.game, position);
    let begun = Instant::now();
    let analysis = player.choose(&state, params, &mut |_| {})?;
    row.nodes += analysis.nodes;
    row.depths.push(analysis.depth);
    row.time += begun.elapsed();
    Ok(())
}

/// A position so many plies into a game of fixed pseudo-random moves.
fn middle_of_game(game: AnyGame, plies: usize) -> anyhow::Result<AnyPosition> {
    let mut position = game.start();
    for ply in 0..plies {
        let moves = position.written_moves();
        let next = position.play(moves[(ply * 7 + 3) % moves.len()].1)?;
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    Ok(position)
}

fn speed(row: &Row) -> f64 {
    row.nodes as f64 / row.time.as_secs_f64().max(1e-9)
}

fn row_json(row: &Row) -> Value {
    json!({
        "game": row.game.name(),
        "player": row.player,
        "depths": row.depths,
        "nodes": row.nodes,
        "nodes_per_second": speed(row).round() as u64,
    })
}
