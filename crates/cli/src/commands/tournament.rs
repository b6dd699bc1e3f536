//! `spielwerk tournament`: plays what a file describes, and prints how it stands.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use arena::Plan;
use arena::queue::Queue;
use arena::tournament::{Standings, Venue, report};
use search::Stop;
use serde_json::json;

use super::stop_between_games;
use crate::args::Tournament;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Tournament) -> anyhow::Result<()> {
    let plan = read(&options.file)?;
    let seats = plan.game.seats();
    let mut archive = options.store.open()?;
    let mut tournament = arena::tournament::Tournament::open(plan, &mut archive, options.resume)?;
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("tournament");
    let venue = match &options.queue {
        None => Venue::Local { threads: options.concurrency },
        Some(url) => Venue::Queue(Queue { url: url.clone(), patience: options.patience }),
    };
    let each = &mut |played, known| progress.tell(played, known);
    let standings = tournament.play(&mut archive, &venue, &stop, each)?;
    progress.end();
    if let Some(place) = &options.report {
        let sheets = archive.sheets(Some(&standings.name))?;
        let page = report(&standings, &sheets)?;
        let name = format!("{}.html", standings.name.replace(['/', '\\'], "-"));
        let file = if place.is_dir() { place.join(name) } else { place.clone() };
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

/// The plan in a file; without a name of its own it is called as the file is.
fn read(file: &Path) -> anyhow::Result<Plan> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read `{shown}`"))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = file.parent().unwrap_or(Path::new("."));
    Plan::read(&text, folder, &name).with_context(|| format!("`{shown}`"))
}

fn write_standings(
    out: &mut impl Write,
    standings: &Standings,
    seats: usize,
) -> std::io::Result<()> {
    let Standings { name, game, games, complete, lines, cross, padded } = standings;
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
    for place in 1..=lines.len() {
        write!(out, "  {place:>9}")?;
    }
    writeln!(out)?;
    for (place, line) in lines.iter().enumerate() {
        let elo = format!("{:+.0} ± {:.0}", line.rating.elo, line.rating.error);
        write!(
            out,
            "{:>2}  {:width$}  {elo:>14}  {:>9} {:>6} {:>5} {:>7} {:>5}",
            place + 1,
            line.player,
            line.points,
            line.games,
            line.wins,
            line.draws,
            line.losses
        )?;
        for &(ahead, together) in &cross[place] {
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
