//! `spielwerk tournament`: plays the tournament of a file, and prints its standings.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use serde_json::json;
use spielwerk_arena::TournamentConfig;
use spielwerk_arena::tournament::{Executor, LocalExecutor, Standings, report};
use spielwerk_engines::{Entrant, NamedEngines};
use spielwerk_players::PlayerSpec;
use spielwerk_search::StopFlag;

use super::{named_engines, stop_on_interrupt};
use crate::args::Tournament;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Tournament) -> anyhow::Result<()> {
    let config = read(&options.file)?;
    let seats = config.game.seats();
    let mut archive = options.store.open()?;
    let engines = named_engines(&options.engines)?;
    if plays_here(options) {
        check_engines(&config, &engines)?;
    }
    let mut tournament = spielwerk_arena::tournament::Tournament::open(
        config,
        &mut archive,
        options.resume,
        &engines,
    )?;
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let progress = Progress::new("tournament");
    let executor = executor(options)?;
    let each = &mut |played, known| progress.update(played, known);
    let standings = tournament.play(&mut archive, &*executor, &stop, each)?;
    progress.finish();
    if let Some(path) = &options.report {
        let records = archive.records(Some(&standings.name))?;
        let page = report(&standings, &records)?;
        let name = format!("{}.html", standings.name.replace(['/', '\\'], "-"));
        let file = if path.is_dir() { path.join(name) } else { path.clone() };
        output::write_file(&file, page.as_bytes())?;
    }
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &json!(standings))?;
    } else {
        write_standings(&mut out, &standings, seats)?;
    }
    Ok(out.flush()?)
}

/// Where the games are played.
fn executor(options: &Tournament) -> anyhow::Result<Box<dyn Executor>> {
    #[cfg(feature = "cluster")]
    if let Some(url) = &options.queue {
        return Ok(Box::new(super::worker::handout_queue(url, &options.handout)?));
    }
    Ok(Box::new(LocalExecutor { threads: options.concurrency }))
}

/// Whether the games are played by this process, not by workers.
#[cfg(feature = "cluster")]
fn plays_here(options: &Tournament) -> bool {
    options.queue.is_none()
}

/// Without a queue there are no workers.
#[cfg(not(feature = "cluster"))]
fn plays_here(_: &Tournament) -> bool {
    true
}

/// Checks that every `engine:NAME` is known.
fn check_engines(config: &TournamentConfig, engines: &NamedEngines) -> anyhow::Result<()> {
    for spec in config.players.iter().filter(|spec| spec.name == PlayerSpec::ENGINE) {
        Entrant::untrusted(config.game, spec, engines)?;
    }
    Ok(())
}

/// Reads a tournament file; without a name in it, the tournament is named after the file.
fn read(file: &Path) -> anyhow::Result<TournamentConfig> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read `{shown}`"))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new("."));
    TournamentConfig::read(&text, folder, &name).with_context(|| format!("`{shown}`"))
}

fn write_standings(
    out: &mut impl Write,
    standings: &Standings,
    seats: usize,
) -> std::io::Result<()> {
    let Standings { name, game, games, complete, rows: lines, cross, padded } = standings;
    let state = if *complete { "" } else { " so far; --resume goes on" };
    writeln!(out, "{name}: {games} games of {game}{state}\n")?;
    let width = lines.iter().map(|line| line.player.chars().count()).max().unwrap_or(0);
    let width = width.max("player".len());
    let [won, drawn, lost] = super::places(seats);
    write!(
        out,
        "    {:width$}  {:>14}  {:>9} {:>6} {won:>5} {drawn:>7} {lost:>5}",
        "player", "Elo", "points", "games"
    )?;
    for rank in 1..=lines.len() {
        write!(out, "  {rank:>9}")?;
    }
    writeln!(out)?;
    for (rank, line) in lines.iter().enumerate() {
        let elo = format!("{:+.0} ± {:.0}", line.rating.elo, line.rating.error);
        write!(
            out,
            "{:>2}  {:width$}  {elo:>14}  {:>9} {:>6} {:>5} {:>7} {:>5}",
            rank + 1,
            line.player,
            line.points,
            line.games,
            line.wins,
            line.draws,
            line.losses
        )?;
        for &(ahead, together) in &cross[rank] {
            let cell = if together == 0 { "·".into() } else { format!("{ahead}/{together}") };
            write!(out, "  {cell:>9}")?;
        }
        let out_in = line.out.map(|round| format!("  out in round {round}")).unwrap_or_default();
        let forfeits = match line.forfeits {
            0 => String::new(),
            forfeits => format!("  {forfeits} forfeits"),
        };
        writeln!(out, "{out_in}{forfeits}")?;
    }
    if *padded {
        writeln!(
            out,
            "\nSomebody won or lost everything: for the ratings, everybody has one drawn game more, \
             against the average."
        )?;
    }
    Ok(())
}
