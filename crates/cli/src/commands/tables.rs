//! `spielwerk tables`: lists, builds, verifies and probes endgame tablebases.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use spielwerk_games::AnyGame;
use spielwerk_tablebases::registry::{Tablebase, tablebase, tablebases};
use spielwerk_tablebases::{
    BuildError, BuildEstimate, BuildMonitor, Extent, TablebaseDir, TablebaseError,
};

use crate::args::{Tables, TablesCommand};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Tables) -> anyhow::Result<()> {
    let directory = TablebaseDir::find(options.tables.clone())?;
    match &options.command {
        TablesCommand::List { game } => list(&directory, *game),
        TablesCommand::Build { name, upto } if name == "all" => build_all(&directory, *upto),
        TablesCommand::Build { name, .. } => build(&directory, &*tablebase(name)?),
        TablesCommand::Verify { name, full } => verify(&directory, &*tablebase(name)?, *full),
        TablesCommand::Probe { name, position } => probe(&directory, &*tablebase(name)?, position),
    }
}

/// Lists all tablebases, and whether they are built.
fn list(directory: &TablebaseDir, game: Option<AnyGame>) -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "in {}", directory.path().display())?;
    let serves = |tablebase: &dyn Tablebase| {
        game.is_none_or(|game| tablebase.games().contains(&game.name()))
    };
    for tablebase in tablebases().iter().filter(|tablebase| serves(&***tablebase)) {
        let state = state(directory, &**tablebase);
        writeln!(out, "{:<26}  {:<62}  {state}", tablebase.name(), tablebase.description())?;
    }
    Ok(out.flush()?)
}

/// Whether a tablebase is there, damaged or foreign, or what it would cost.
fn state(directory: &TablebaseDir, tablebase: &dyn Tablebase) -> String {
    /// A larger file takes too long to be read for a list.
    const MAX_BYTES: usize = 1 << 30;
    let opened = tablebase.open(directory).and_then(|file| {
        if file.len() <= MAX_BYTES {
            file.verify().map(|()| "there")
        } else {
            Ok("there, not read")
        }
    });
    match opened {
        Ok(there) => there.to_owned(),
        Err(missing) if missing.is_missing() => cost(&tablebase.estimate(directory)),
        Err(foreign @ (TablebaseError::Foreign(_) | TablebaseError::Other { .. })) => {
            format!("foreign: {foreign}")
        }
        Err(version @ TablebaseError::Version { .. }) => format!("old: {version}"),
        Err(damaged) => format!("damaged: {damaged}"),
    }
}

/// Size and build time.
fn cost(estimate: &BuildEstimate) -> String {
    let megabytes = estimate.bytes.div_ceil(1_000_000);
    format!("{megabytes} MB, about {} s to build", estimate.time.as_secs().max(1))
}

fn build(directory: &TablebaseDir, tablebase: &dyn Tablebase) -> anyhow::Result<()> {
    announce(directory, tablebase)?;
    let mut out = output::stdout();
    with_progress(&format!("build {}", tablebase.name()), |monitor| {
        tablebase.build(directory, monitor)
    })?;
    writeln!(out, "{} is there, in {}", tablebase.name(), directory.path().display())?;
    Ok(out.flush()?)
}

/// Builds every tablebase whose estimated build time is short enough, in the order of the list.
fn build_all(directory: &TablebaseDir, upto: Duration) -> anyhow::Result<()> {
    let mut missing = tablebases();
    missing.retain(|tablebase| {
        tablebase.open(directory).is_err() && tablebase.estimate(directory).time <= upto
    });
    let estimates =
        missing.iter().map(|tablebase| (tablebase.name(), tablebase.estimate(directory)));
    for (name, estimate) in estimates {
        let mut out = output::stdout();
        writeln!(out, "{name}: {}", cost(&estimate))?;
        out.flush()?;
    }
    with_progress("build", |monitor| {
        missing.iter().try_for_each(|tablebase| tablebase.build(directory, monitor))
    })?;
    let mut out = output::stdout();
    writeln!(out, "{} tablebases built, in {}", missing.len(), directory.path().display())?;
    Ok(out.flush()?)
}

/// Prints size and build time of a tablebase before it is built.
fn announce(directory: &TablebaseDir, tablebase: &dyn Tablebase) -> anyhow::Result<()> {
    let mut out = output::stdout();
    if tablebase.open(directory).is_err() {
        writeln!(out, "{}: {}", tablebase.name(), cost(&tablebase.estimate(directory)))?;
    }
    Ok(out.flush()?)
}

fn verify(directory: &TablebaseDir, tablebase: &dyn Tablebase, full: bool) -> anyhow::Result<()> {
    let extent = if full { Extent::Full } else { Extent::Sample };
    with_progress(&format!("verify {}", tablebase.name()), |monitor| {
        tablebase.verify(directory, extent, monitor)
    })?;
    let mut out = output::stdout();
    writeln!(out, "{} is as the rules say", tablebase.name())?;
    Ok(out.flush()?)
}

/// The position may be one of any game that the tablebase serves.
fn probe(directory: &TablebaseDir, tablebase: &dyn Tablebase, text: &str) -> anyhow::Result<()> {
    let mut wrong = None;
    for name in tablebase.games() {
        match spielwerk_games::game(name)?.read_position(text) {
            Err(error) => wrong = Some(error),
            Ok(position) => {
                let Some(answer) = tablebase.probe(directory, &position)? else {
                    bail!("{} says nothing about this position", tablebase.name());
                };
                let mut out = output::stdout();
                writeln!(out, "{answer}")?;
                return Ok(out.flush()?);
            }
        }
    }
    Err(wrong.context("the tablebase serves no game")?.into())
}

/// Long work with progress; Ctrl-C stops it cleanly.
fn with_progress(
    work: &str,
    each: impl FnOnce(&BuildMonitor) -> Result<(), BuildError>,
) -> anyhow::Result<()> {
    let stop = interruptions()?;
    let progress = Progress::new(work);
    Ok(each(&BuildMonitor::new(&stop, &|made| show_build_progress(&progress, made)))?)
}

/// Shows the progress of a build.
pub(super) fn show_build_progress(progress: &Progress, made: spielwerk_tablebases::Progress) {
    progress.update_with(made.done as usize, made.total as usize, || {
        format!("{}, {}", made.name, made.stage)
    });
}

/// A flag that is raised by Ctrl-C.
pub(super) fn interruptions() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for interruptions")?;
    Ok(stop)
}
