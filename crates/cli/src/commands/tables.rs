//! `spielwerk tables`: perfect knowledge, built on the user's own machine.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use games::AnyGame;
use tables::catalogue::{Entry, entries, entry};
use tables::{BuildError, Extent, Place, Plan, Watch};

use crate::args::{Tables, TablesCommand};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Tables) -> anyhow::Result<()> {
    let place = Place::find(options.tables.clone())?;
    match &options.what {
        TablesCommand::List { game } => list(&place, *game),
        TablesCommand::Build { name, upto } if name == "all" => build_all(&place, *upto),
        TablesCommand::Build { name, .. } => build(&place, &*entry(name)?),
        TablesCommand::Verify { name, full } => verify(&place, &*entry(name)?, *full),
        TablesCommand::Probe { name, position } => probe(&place, &*entry(name)?, position),
    }
}

/// All tables, what they hold, and whether they are there.
fn list(place: &Place, game: Option<AnyGame>) -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "in {}", place.folder().display())?;
    let serves = |entry: &dyn Entry| game.is_none_or(|game| entry.games().contains(&game.name()));
    for entry in entries().iter().filter(|entry| serves(&***entry)) {
        let state = match entry.open(place) {
            Ok(_) => "there".to_owned(),
            Err(missing) if missing.is_missing() => cost(&entry.plan(place)),
            Err(trouble) => trouble.to_string(),
        };
        writeln!(out, "{:<26}  {:<62}  {state}", entry.name(), entry.holds())?;
    }
    Ok(out.flush()?)
}

/// How large, and about how long.
fn cost(plan: &Plan) -> String {
    let megabytes = plan.bytes.div_ceil(1_000_000);
    format!("{megabytes} MB, about {} s to build", plan.time.as_secs().max(1))
}

fn build(place: &Place, entry: &dyn Entry) -> anyhow::Result<()> {
    announce(place, entry)?;
    let mut out = output::stdout();
    watched(&format!("build {}", entry.name()), |watch| entry.build(place, watch))?;
    writeln!(out, "{} is there, in {}", entry.name(), place.folder().display())?;
    Ok(out.flush()?)
}

/// Every table that is built soon enough, in the order of the list.
fn build_all(place: &Place, upto: Duration) -> anyhow::Result<()> {
    let mut missing = entries();
    missing.retain(|entry| entry.open(place).is_err() && entry.plan(place).time <= upto);
    let plans = missing.iter().map(|entry| (entry.name(), entry.plan(place)));
    for (name, plan) in plans {
        let mut out = output::stdout();
        writeln!(out, "{name}: {}", cost(&plan))?;
        out.flush()?;
    }
    watched("build", |watch| missing.iter().try_for_each(|entry| entry.build(place, watch)))?;
    let mut out = output::stdout();
    writeln!(out, "{} tables built, in {}", missing.len(), place.folder().display())?;
    Ok(out.flush()?)
}

/// Says how large a table will be, and about how long it takes, before it is built.
fn announce(place: &Place, entry: &dyn Entry) -> anyhow::Result<()> {
    let mut out = output::stdout();
    if entry.open(place).is_err() {
        writeln!(out, "{}: {}", entry.name(), cost(&entry.plan(place)))?;
    }
    Ok(out.flush()?)
}

fn verify(place: &Place, entry: &dyn Entry, full: bool) -> anyhow::Result<()> {
    let extent = if full { Extent::Full } else { Extent::Sample };
    watched(&format!("verify {}", entry.name()), |watch| entry.verify(place, extent, watch))?;
    let mut out = output::stdout();
    writeln!(out, "{} is as the rules say", entry.name())?;
    Ok(out.flush()?)
}

/// The position may be one of any game that the table serves.
fn probe(place: &Place, entry: &dyn Entry, text: &str) -> anyhow::Result<()> {
    let mut wrong = None;
    for name in entry.games() {
        match games::game(name)?.read(text) {
            Err(error) => wrong = Some(error),
            Ok(position) => {
                let Some(answer) = entry.probe(place, &position)? else {
                    bail!("{} says nothing about this position", entry.name());
                };
                let mut out = output::stdout();
                writeln!(out, "{answer}")?;
                return Ok(out.flush()?);
            }
        }
    }
    Err(wrong.context("the table serves no game")?.into())
}

/// Long work with progress; an interruption stops it in good order.
fn watched(work: &str, each: impl FnOnce(&Watch) -> Result<(), BuildError>) -> anyhow::Result<()> {
    let stop = interruptions()?;
    let progress = Progress::new(work);
    Ok(each(&Watch::new(&stop, &|made| tell(&progress, made)))?)
}

/// Shows how far a table is.
pub(super) fn tell(progress: &Progress, made: tables::Progress) {
    progress.tell_more(made.done as usize, made.total as usize, || {
        format!("{}, {}", made.name, made.stage)
    });
}

/// A flag that is raised when somebody interrupts.
pub(super) fn interruptions() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for interruptions")?;
    Ok(stop)
}
