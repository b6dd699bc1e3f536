//! `spielwerk bohnenspiel lab`: a course's test of a player, and its points.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};
use spielwerk_arena::PlayerScore;
use spielwerk_courses::lab::{Lab, LabScore, LabSet};
use spielwerk_engines::RunLog;
use spielwerk_players::PlayerSpec;
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session::TimeControl;

use super::stop_on_interrupt;
use crate::args::{self, OpponentSet};
use crate::output;
use crate::progress::Progress;

/// So many lines of the player's standard error are shown.
const MAX_ERRORS: usize = 10;

/// Results of the matches of a set.
struct Report {
    set: LabSet,
    rows: Vec<(LabScore, PlayerScore)>,
    /// The last lines of the player's standard error, if it is a program.
    errors: Vec<String>,
}

impl Report {
    fn points(&self) -> usize {
        self.rows.iter().map(|(score, _)| score.points()).sum()
    }

    fn max_points(&self) -> usize {
        self.rows.iter().map(|(score, _)| score.max_points()).sum()
    }
}

pub(crate) fn run(options: &args::Lab) -> anyhow::Result<()> {
    let lab = lab(options)?;
    let sets: &[LabSet] = match options.set {
        OpponentSet::Lab => &[LabSet::Lab],
        OpponentSet::Harder => &[LabSet::Harder],
        OpponentSet::Both => &[LabSet::Lab, LabSet::Harder],
    };
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
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
    let external = |name: &str, command: &String| format!("{name}:{command}").parse::<PlayerSpec>();
    let player = match (&options.ugi, &options.java) {
        (Some(command), _) => external("ugi", command)?,
        (None, Some(directory)) => external("java", directory)?,
        (None, None) => options.player.clone(),
    };
    let per_move = Limits { clock: options.clock.clock(), ..Limits::time(options.time) };
    Ok(Lab {
        game: spielwerk_games::game("bohnenspiel")?,
        player,
        time_control: TimeControl {
            margin: Some(options.margin),
            ..TimeControl::per_move(per_move)
        },
        games: options.games,
        concurrency: options.concurrency,
        seed: options.seed,
    })
}

fn play(lab: &Lab, set: LabSet, stop: &StopFlag) -> anyhow::Result<Report> {
    let contests = lab.matches(set)?;
    let total = contests.iter().map(spielwerk_arena::Match::total).sum();
    let progress = Progress::new(format!("{} set", set.name()));
    let (mut rows, mut errors, mut done) = (Vec::new(), Vec::new(), 0);
    for contest in &contests {
        let mut score = LabScore::new(contest);
        let mut tally = contest.play(stop, &mut |finished, _| {
            score.add(finished);
            done += 1;
            progress.update_with(done, total, || format!("against {}", score.opponent));
        })?;
        rows.push((score, tally.players.swap_remove(0)));
        for line in contest.entrants[0].log().map(RunLog::last_errors).unwrap_or_default() {
            // Each match starts the program anew, so it is likely to say the same.
            if !errors.contains(&line) {
                errors.push(line);
            }
        }
    }
    progress.finish();
    errors.drain(..errors.len().saturating_sub(MAX_ERRORS));
    Ok(Report { set, rows, errors })
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
        let points = format!("{} of {}", report.points(), report.max_points());
        writeln!(out, "{:18} {:>44}", format!("{} set", report.set.name()), points)?;
    }
    let mut gap = "\n";
    for (score, _) in reports.iter().flat_map(|report| &report.rows) {
        if let Some(reason) = &score.forfeit_reason {
            writeln!(out, "{gap}forfeit against {}, {reason}", score.opponent)?;
            gap = "";
        }
    }
    for line in reports.iter().flat_map(|report| &report.errors) {
        writeln!(out, "{gap}standard error: {line}")?;
        gap = "";
    }
    Ok(())
}

fn write_row(out: &mut impl Write, (score, totals): &(LabScore, PlayerScore)) -> io::Result<()> {
    let [weisse, schwarz] =
        score.games.map(|[wins, draws, losses]| format!("+{wins} ={draws} -{losses}"));
    let points = format!("{} of {}", score.points(), score.max_points());
    let each = totals.time.as_secs_f64() * 1e3 / totals.moves.max(1) as f64;
    writeln!(
        out,
        "{:18} {weisse:>14} {schwarz:>14} {points:>14} {:>6} {:>8} {each:>9.2}",
        score.opponent, totals.overruns, totals.forfeits
    )
}

fn to_json(options: &args::Lab, lab: &Lab, reports: &[Report]) -> Value {
    let games = |[wins, draws, losses]: [usize; 3]| json!({ "wins": wins, "draws": draws, "losses": losses });
    let row = |(score, totals): &(LabScore, PlayerScore)| {
        json!({
            "opponent": score.opponent,
            "weisse": games(score.games[0]),
            "schwarz": games(score.games[1]),
            "points": score.points(),
            "most": score.max_points(),
            "forfeits": totals.forfeits,
            "fault": score.forfeit_reason,
            "moves": totals.moves,
            "seconds": totals.time.as_secs_f64(),
            "overruns": totals.overruns,
            "worst_overrun": totals.worst_overrun.as_secs_f64(),
        })
    };
    let set = |report: &Report| {
        json!({
            "set": report.set.name(),
            "opponents": report.rows.iter().map(row).collect::<Vec<_>>(),
            "points": report.points(),
            "most": report.max_points(),
            "stderr": report.errors,
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
