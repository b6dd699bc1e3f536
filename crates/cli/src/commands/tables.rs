//! `spielwerk tables`: perfect knowledge, built on the user's own machine.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use games::bohnenspiel::Bohnenspiel;
use games::{Game, Position};
use tables::bohnenspiel::{Endgames, MOST, positions};
use tables::{Extent, Place, Watch};

use crate::args::{TableName, Tables, TablesCommand};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Tables) -> anyhow::Result<()> {
    let place = Place::find(options.tables.clone())?;
    match &options.what {
        TablesCommand::List => list(&place),
        TablesCommand::Build { name: TableName::Bohnenspiel, upto } => build(&place, *upto),
        TablesCommand::Verify { name: TableName::Bohnenspiel, full } => verify(&place, *full),
        TablesCommand::Probe { name: TableName::Bohnenspiel, position } => probe(&place, position),
    }
}

fn list(place: &Place) -> anyhow::Result<()> {
    let (endgames, trouble) = Endgames::open(place);
    let mut out = output::stdout();
    writeln!(out, "in {}", place.folder().display())?;
    writeln!(
        out,
        "{:<12} endgames, built up to {} beans of {MOST}",
        "bohnenspiel",
        endgames.beans()
    )?;
    if let Some(trouble) = trouble.filter(|trouble| !trouble.is_missing()) {
        writeln!(out, "{trouble}")?;
    }
    Ok(out.flush()?)
}

/// Says first how long and how large, then builds layer by layer.
fn build(place: &Place, upto: usize) -> anyhow::Result<()> {
    let plan = Endgames::plan(place, upto);
    let mut out = output::stdout();
    writeln!(
        out,
        "{} MB in {}, {} MB of memory, about {} s",
        plan.bytes.div_ceil(1_000_000),
        place.folder().display(),
        plan.memory.div_ceil(1_000_000),
        plan.time.as_secs().max(1)
    )?;
    out.flush()?;
    watched("tables bohnenspiel", upto, |beans, watch| {
        Endgames::build(place, beans, watch).map(|_| ())
    })?;
    writeln!(out, "built up to {upto} beans, and checked")?;
    Ok(out.flush()?)
}

fn verify(place: &Place, full: bool) -> anyhow::Result<()> {
    let (endgames, trouble) = Endgames::open(place);
    if let Some(trouble) = trouble.filter(|trouble| !trouble.is_missing()) {
        return Err(trouble.into());
    }
    if endgames.beans() == 0 {
        bail!("there is no table of bohnenspiel in `{}`", place.folder().display());
    }
    let extent = if full { Extent::Full } else { Extent::Sample };
    let upto = endgames.beans();
    watched("verify bohnenspiel", upto, |beans, watch| {
        if beans == upto { Endgames::verify(place, upto, extent, watch) } else { Ok(()) }
    })?;
    let mut out = output::stdout();
    writeln!(out, "up to {upto} beans everything is as the rules say")?;
    Ok(out.flush()?)
}

/// What is still to come, and the move that brings it about.
fn probe(place: &Place, text: &str) -> anyhow::Result<()> {
    let any = games::game("bohnenspiel")?.read(text)?;
    let position = any.get::<Bohnenspiel>().context("a position of bohnenspiel")?;
    let (endgames, _) = Endgames::open(place);
    let Some(margin) = endgames.probe(position) else {
        bail!(
            "the tables know positions with at most {} beans on the board, an even number; build more with `spielwerk tables build bohnenspiel`",
            endgames.beans()
        );
    };
    let mut out = output::stdout();
    writeln!(out, "{margin:+} beans to come for the mover")?;
    if let Some((house, _)) = endgames.best(position) {
        let after = position.play(house);
        writeln!(out, "best {} to {}", position.write_move(house), after.setup())?;
    }
    Ok(out.flush()?)
}

/// Runs `layer` for every even number of beans, with progress; an interruption stops it in good
/// order.
fn watched(
    work: &str,
    upto: usize,
    layer: impl Fn(usize, &Watch) -> Result<(), tables::BuildError>,
) -> anyhow::Result<()> {
    const PARTS: u64 = 10_000;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = stop.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .context("cannot listen for interruptions")?;
    let progress = Progress::new(work);
    let total: u64 = (2..=upto).step_by(2).map(positions).sum::<u64>().max(1);
    let mut before = 0;
    for beans in (2..=upto).step_by(2) {
        let here = positions(beans);
        let report = |made: tables::Progress| {
            let part = here as f64 * made.done as f64 / made.total.max(1) as f64;
            let done = (before as f64 + part) / total as f64 * PARTS as f64;
            progress.tell_more(done as usize, PARTS as usize, || {
                format!("{} beans, {}", beans, made.stage)
            });
        };
        layer(beans, &Watch::new(&stop, &report))?;
        before += here;
    }
    progress.tell(PARTS as usize, PARTS as usize);
    Ok(())
}
