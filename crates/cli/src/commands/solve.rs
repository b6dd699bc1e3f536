//! `spielwerk solve`: win, draw or loss with perfect play, and a proof of it.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::bail;
use serde_json::json;
use solve::{Method, Options, Searched, Subject};
use tables::{Place, Watch};

use super::tables::{interruptions, tell};
use crate::args::Solve;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Solve) -> anyhow::Result<()> {
    let place = Place::find(options.tables.clone())?;
    let position = options.place.position.as_deref();
    let subject = Subject::new(options.place.game, options.beans, position)?;
    match &options.check {
        Some(proof) => check(&subject, proof, &place, options.json),
        None => search(&subject, options, place),
    }
}

fn search(subject: &Subject, options: &Solve, place: Place) -> anyhow::Result<()> {
    if options.threads > 1 && options.method != Some(Method::AlphaBeta) {
        bail!("proof numbers search in one thread; leave --threads out, or add --method alphabeta");
    }
    let stop = interruptions()?;
    let (building, searching) = (Progress::new("tables"), Progress::new("solve"));
    let each = |made: Searched| {
        let what = format!("positions {}", made.stage);
        searching.count(made.nodes, what.trim_end());
        !stop.load(Relaxed)
    };
    let with = Options {
        method: options.method,
        threads: options.threads,
        memory: options.memory,
        resume: options.resume.clone(),
        proof: options.proof.clone(),
        ..Options::new(place)
    };
    let report = |made: tables::Progress| tell(&building, made);
    let answer = solve::solve(subject, &with, &Watch::new(&stop, &report), &each)?;
    searching.end();
    let mut out = output::stdout();
    let (verdict, seconds) = (answer.verdict.name(), answer.time.as_secs_f64());
    if options.json {
        let value = json!({
            "position": subject.position(),
            "verdict": verdict,
            "best": answer.best,
            "nodes": answer.nodes,
            "seconds": seconds,
            "proof": answer.proof,
        });
        output::json_line(&mut out, &value)?;
    } else {
        let best = answer.best.unwrap_or_else(|| "none, the game is over".into());
        writeln!(out, "best move   {best}")?;
        writeln!(out, "searched    {} positions in {seconds:.1} s", answer.nodes)?;
        writeln!(out, "proof       {} positions", answer.proof)?;
        writeln!(out, "{verdict}")?;
    }
    Ok(out.flush()?)
}

fn check(subject: &Subject, proof: &Path, place: &Place, json: bool) -> anyhow::Result<()> {
    let stop = interruptions()?;
    let progress = Progress::new("check");
    let report = |made: tables::Progress| tell(&progress, made);
    let checked = solve::check(subject, proof, place, &Watch::new(&stop, &report))?;
    progress.end();
    let mut out = output::stdout();
    let (verdict, count) = (checked.verdict.name(), checked.positions);
    if json {
        let value = json!({
            "position": checked.position,
            "verdict": verdict,
            "proof": count,
        });
        output::json_line(&mut out, &value)?;
    } else {
        writeln!(out, "{verdict} in {}: all {count} positions hold", checked.position)?;
    }
    Ok(out.flush()?)
}
