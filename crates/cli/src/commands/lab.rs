//! `spielwerk bohnenspiel lab`: a course's test of a player, and its marks.

use std::io::{self, Write};
use std::time::Duration;

use arena::{Control, Lab, LabSet, Marks, Record};
use players::Spec;
use search::{Limits, Stop};
use serde_json::{Value, json};

use super::stop_between_games;
use crate::args::{self, WhichSet};
use crate::output;
use crate::progress::Progress;

/// What came of the matches of a set.
struct Report {
    set: LabSet,
    rows: Vec<(Marks, Record)>,
}

impl Report {
    fn points(&self) -> usize {
        self.rows.iter().map(|(marks, _)| marks.points()).sum()
    }

    fn most(&self) -> usize {
        self.rows.iter().map(|(marks, _)| marks.most()).sum()
    }
}

pub(crate) fn run(options: &args::Lab) -> anyhow::Result<()> {
    let lab = lab(options)?;
    let sets: &[LabSet] = match options.set {
        WhichSet::Lab => &[LabSet::Lab],
        WhichSet::Harder => &[LabSet::Harder],
        WhichSet::Both => &[LabSet::Lab, LabSet::Harder],
    };
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let mut reports = Vec::new();
    for &set in sets {
        reports.push(play(&lab, set, &stop)?);
    }
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &to_json(options, &lab, &reports))?;
    } else {
        write_table(&mut out, options, &lab, &reports)?;
    }
    Ok(out.flush()?)
}

/// The test that the options describe.
fn lab(options: &args::Lab) -> anyhow::Result<Lab> {
    let external = |name: &str, command: &String| format!("{name}:{command}").parse::<Spec>();
    let player = match (&options.ugi, &options.java) {
        (Some(command), _) => external("ugi", command)?,
        (None, Some(directory)) => external("java", directory)?,
        (None, None) => options.player.clone(),
    };
    let per_move = Limits { clock: options.clock.clock(), ..Limits::time(options.time) };
    Ok(Lab {
        game: games::game("bohnenspiel")?,
        player,
        control: Control { margin: Some(options.margin), ..Control::per_move(per_move) },
        games: options.games,
        concurrency: options.concurrency,
        seed: options.seed,
    })
}

fn play(lab: &Lab, set: LabSet, stop: &Stop) -> anyhow::Result<Report> {
    let contests = lab.matches(set)?;
    let total = contests.iter().map(arena::Match::total).sum();
    let progress = Progress::new(format!("{} set", set.name()));
    let (mut rows, mut done) = (Vec::new(), 0);
    for contest in &contests {
        let mut marks = Marks::new(contest);
        let mut tally = contest.play(stop, &mut |finished, _| {
            marks.add(finished);
            done += 1;
            progress.tell_more(done, total, || format!("against {}", marks.opponent));
        })?;
        rows.push((marks, tally.records.swap_remove(0)));
    }
    progress.end();
    Ok(Report { set, rows })
}

fn write_table(
    out: &mut impl Write,
    options: &args::Lab,
    lab: &Lab,
    reports: &[Report],
) -> io::Result<()> {
    let (player, time) = (&lab.player, milliseconds(options.time));
    let games = if lab.games == 1 { "1 game".into() } else { format!("{} games", lab.games) };
    writeln!(out, "{player}: {time} ms a move, {games} of either colour against each")?;
    for report in reports {
        writeln!(
            out,
            "\n{:18} {:>14} {:>14} {:>14} {:>6} {:>8} {:>9}",
            "opponent", "as Weisse", "as Schwarz", "points", "late", "forfeits", "ms/move"
        )?;
        for row in &report.rows {
            write_row(out, row)?;
        }
        let points = format!("{} of {}", report.points(), report.most());
        writeln!(out, "{:18} {:>44}", format!("{} set", report.set.name()), points)?;
    }
    let mut gap = "\n";
    for (marks, _) in reports.iter().flat_map(|report| &report.rows) {
        if let Some(fault) = &marks.fault {
            writeln!(out, "{gap}forfeit against {}, {fault}", marks.opponent)?;
            gap = "";
        }
    }
    Ok(())
}

fn write_row(out: &mut impl Write, (marks, record): &(Marks, Record)) -> io::Result<()> {
    let [weisse, schwarz] =
        marks.games.map(|[wins, draws, losses]| format!("+{wins} ={draws} -{losses}"));
    let points = format!("{} of {}", marks.points(), marks.most());
    let each = record.time.as_secs_f64() * 1e3 / record.moves.max(1) as f64;
    writeln!(
        out,
        "{:18} {weisse:>14} {schwarz:>14} {points:>14} {:>6} {:>8} {each:>9.2}",
        marks.opponent, record.overruns, record.forfeits
    )
}

fn to_json(options: &args::Lab, lab: &Lab, reports: &[Report]) -> Value {
    let games = |[wins, draws, losses]: [usize; 3]| json!({ "wins": wins, "draws": draws, "losses": losses });
    let row = |(marks, record): &(Marks, Record)| {
        json!({
            "opponent": marks.opponent,
            "weisse": games(marks.games[0]),
            "schwarz": games(marks.games[1]),
            "points": marks.points(),
            "most": marks.most(),
            "forfeits": record.forfeits,
            "fault": marks.fault,
            "moves": record.moves,
            "seconds": record.time.as_secs_f64(),
            "overruns": record.overruns,
            "worst_overrun": record.worst_overrun.as_secs_f64(),
        })
    };
    let set = |report: &Report| {
        json!({
            "set": report.set.name(),
            "opponents": report.rows.iter().map(row).collect::<Vec<_>>(),
            "points": report.points(),
            "most": report.most(),
        })
    };
    json!({
        "player": lab.player.to_string(),
        "milliseconds": milliseconds(options.time),
        "games": lab.games,
        "seed": lab.seed,
        "sets": reports.iter().map(set).collect::<Vec<_>>(),
    })
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
