//! `spielwerk solve`: win, draw or loss with perfect play, and a proof of it.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use serde_json::json;
use spielwerk_solver::{Problem, SolveOptions, SolveProgress};
use spielwerk_tablebases::{BuildMonitor, Extent, TablebaseDir};

use super::tables::{interruptions, show_build_progress};
use crate::args::Solve;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Solve) -> anyhow::Result<()> {
    let directory = TablebaseDir::find(options.tables.clone())?;
    let position = options.input.position.as_deref();
    let problem = Problem::new(options.input.game, options.beans, position)?;
    #[cfg(feature = "store")]
    if let Some(ledger) = &options.campaign.ledger {
        return super::campaign::run(&problem, options, ledger, directory);
    }
    match &options.check {
        Some(proof) => verify(&problem, proof, &directory, options),
        None => search(&problem, options, directory),
    }
}

fn search(problem: &Problem, options: &Solve, directory: TablebaseDir) -> anyhow::Result<()> {
    let stop = interruptions()?;
    let (building, searching) = (Progress::new("tables"), Progress::new("solve"));
    let each = |made: SolveProgress| {
        let what = format!("positions {}", made.stage);
        searching.count(made.nodes, what.trim_end());
        !stop.load(Relaxed)
    };
    let with = SolveOptions {
        memory: options.memory,
        threads: options.threads,
        checkpoint: options.resume.clone(),
        proof: options.proof.clone(),
        ..SolveOptions::new(directory)
    };
    let report = |made: spielwerk_tablebases::Progress| show_build_progress(&building, made);
    let solution =
        spielwerk_solver::solve(problem, &with, &BuildMonitor::new(&stop, &report), &each)?;
    searching.finish();
    let mut out = output::stdout();
    let (verdict, seconds) = (solution.value.name(), solution.time.as_secs_f64());
    if options.json {
        let value = json!({
            "position": problem.position(),
            "verdict": verdict,
            "best": solution.best_move,
            "nodes": solution.nodes,
            "seconds": seconds,
            "proof": solution.proof_size,
        });
        output::json_line(&mut out, &value)?;
    } else {
        let best = solution.best_move.unwrap_or_else(|| "none, the game is over".into());
        writeln!(out, "best move   {best}")?;
        writeln!(out, "searched    {} positions in {seconds:.1} s", solution.nodes)?;
        writeln!(out, "proof       {} positions", solution.proof_size)?;
        writeln!(out, "{verdict}")?;
    }
    Ok(out.flush()?)
}

fn verify(
    problem: &Problem,
    proof: &Path,
    directory: &TablebaseDir,
    options: &Solve,
) -> anyhow::Result<()> {
    let stop = interruptions()?;
    let progress = Progress::new("check");
    let report = |made: spielwerk_tablebases::Progress| show_build_progress(&progress, made);
    let extent = if options.sample_tables { Extent::Sample } else { Extent::Full };
    let monitor = BuildMonitor::new(&stop, &report);
    let verification = spielwerk_solver::verify(problem, proof, directory, extent, &monitor)?;
    progress.finish();
    let mut out = output::stdout();
    let (verdict, count) = (verification.value.name(), verification.positions);
    if options.json {
        let value = json!({
            "position": verification.position,
            "verdict": verdict,
            "proof": count,
        });
        output::json_line(&mut out, &value)?;
    } else {
        writeln!(out, "{verdict} in {}: all {count} positions hold", verification.position)?;
    }
    Ok(out.flush()?)
}
