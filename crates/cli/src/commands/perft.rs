//! `spielwerk perft`: the leaves of the game tree, counted.

use std::io::Write;
use std::time::Instant;

use serde_json::{Value, json};
use spielwerk_games::perft::PerftMode;

use crate::args::Perft;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Perft) -> anyhow::Result<()> {
    let position = options.input.read()?;
    let counting = if options.paths { PerftMode::Paths } else { PerftMode::Moves };
    let name = options.input.game.name();
    let progress = Progress::new(format!("perft {name} {}", options.depth));
    let begun = Instant::now();
    let roots = position.divide(options.depth, counting, options.threads, &|done, total| {
        progress.update(done, total);
    });
    let seconds = begun.elapsed().as_secs_f64();
    let mut roots: Vec<(String, u64)> =
        roots.into_iter().map(|(m, leaves)| (position.write_move(m), leaves)).collect();
    roots.sort();
    let leaves =
        if options.depth == 0 { 1 } else { roots.iter().map(|(_, leaves)| leaves).sum::<u64>() };

    let mut out = output::stdout();
    if options.json {
        let divide = roots.iter().map(|(m, leaves)| json!({ "move": m, "leaves": leaves }));
        let mut answer = json!({
            "game": name,
            "position": position.text(),
            "depth": options.depth,
            "counting": if options.paths { "paths" } else { "moves" },
            "threads": options.threads,
            "leaves": leaves,
            "seconds": seconds,
            "leaves_per_second": (leaves as f64 / seconds).round() as u64,
        });
        if options.divide {
            answer["divide"] = divide.collect::<Value>();
        }
        output::json_line(&mut out, &answer)?;
    } else {
        if options.divide {
            for (m, leaves) in &roots {
                writeln!(out, "{m} {leaves}")?;
            }
        }
        writeln!(out, "{leaves}")?;
    }
    Ok(out.flush()?)
}
