//! `spielwerk match`: many games, and a table of what came of them.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use arena::record::{Archive, Kind, Recorder, Sheet};
use arena::statistics::{Estimate, NINETY_FIVE, Sprt, Verdict};
use arena::{Entrant, Openings, Record, Tally, Terms};
use search::{Clock, Stop};
use serde_json::{Map, Value, json};

use super::stop_between_games;
use crate::args::{Match, WhichClock};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Match) -> anyhow::Result<ExitCode> {
    let contest = contest(options)?;
    let record = record(options)?;
    let progress = Progress::new("match");
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let begun = Instant::now();
    let tally = contest.play(&stop, &mut |finished, tally| {
        if let Some((recorder, event)) = &record
            && !recorder.keep(Sheet::new(event, &contest.entrants, finished))
        {
            // What is wrong with the store is told below.
            stop.stop();
        }
        progress.tell_more(tally.games, contest.total(), || score(tally, contest.test));
    })?;
    progress.end();
    if let Some((recorder, _)) = record {
        recorder.finish()?;
    }
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &to_json(&contest, &tally, begun.elapsed()))?;
    } else {
        write_table(&mut out, &contest, &tally, begun.elapsed())?;
    }
    out.flush()?;
    let verdict = contest.test.and_then(|test| test.verdict(&tally.pairs));
    Ok(ExitCode::from(u8::from(verdict == Some(Verdict::Lower))))
}

/// Where the games go, if anybody wants to keep them, and the name of their event.
fn record(options: &Match) -> anyhow::Result<Option<(Recorder, String)>> {
    let Some(file) = &options.record else {
        return Ok(None);
    };
    let mut archive = Archive::open(file)?;
    let name = match &options.event {
        Some(name) => name.clone(),
        None => free_name(&mut archive, options)?,
    };
    ensure!(
        archive.event(&name)?.is_none(),
        "`{}` has an event `{name}` already; --event NAME gives this one another name",
        file.display()
    );
    let event = archive.begin(&name, Kind::Match, "")?;
    Ok(Some((Recorder::new(archive, event), name)))
}

/// What an event is called that got no name: after who plays, with a number from the second time on.
fn free_name(archive: &mut Archive, options: &Match) -> anyhow::Result<String> {
    let players: Vec<String> = options.players.iter().map(ToString::to_string).collect();
    let base = format!("{}: {}", options.game.name(), players.join(" – "));
    let (mut name, mut number) = (base.clone(), 1);
    while archive.event(&name)?.is_some() {
        number += 1;
        name = format!("{base} ({number})");
    }
    Ok(name)
}

/// The match that the options describe.
fn contest(options: &Match) -> anyhow::Result<arena::Match> {
    let game = options.game;
    ensure!(
        options.players.len() == game.seats(),
        "{} has {} seats, but {} players are named; there must be one for each seat",
        game.name(),
        game.seats(),
        options.players.len()
    );
    ensure!(
        options.sprt.is_none() || game.seats() == 2,
        "--sprt compares two players, but {} has {} seats",
        game.name(),
        game.seats()
    );
    let entrants: Result<Vec<Entrant>, _> =
        options.players.iter().map(|spec| Entrant::new(game, spec)).collect();
    Ok(arena::Match {
        referee: terms(options).referee(game, &options.players),
        openings: openings(options)?,
        games: options.games,
        concurrency: options.concurrency,
        seed: options.seed,
        test: options.sprt,
        ..arena::Match::new(game, entrants?)
    })
}

fn terms(options: &Match) -> Terms {
    let clock = options.clock.clock();
    let &Match { time, nodes, depth, margin, resign, adjudicate, .. } = options;
    Terms { time, nodes, depth, clock, margin: Some(margin), resign, adjudicate }
}

fn openings(options: &Match) -> anyhow::Result<Openings> {
    let text = &options.openings;
    if let Ok(plies) = text.parse() {
        return Ok(Openings::Random { plies });
    }
    let list = fs::read_to_string(text).with_context(|| {
        format!("openings are a number of plies or a file; cannot read `{text}`")
    })?;
    Openings::read(options.game, &list).with_context(|| format!("`{text}`"))
}

impl WhichClock {
    /// The clock itself.
    pub(super) fn clock(self) -> Clock {
        match self {
            WhichClock::Wall => Clock::Wall,
            WhichClock::Cpu => Clock::Cpu,
        }
    }
}

/// The score so far, in a few words.
fn score(tally: &Tally, test: Option<Sprt>) -> String {
    if let [first, _] = &tally.records[..] {
        let mut text = format!("+{} ={} -{}", first.wins, first.draws, first.losses);
        if let Some(estimate) = tally.pairs.estimate() {
            text.push_str(&format!("  Elo {}", elo_text(&estimate)));
        }
        if let Some(test) = test {
            text.push_str(&format!("  LLR {:.2}", test.ratio(&tally.pairs)));
        }
        return text;
    }
    let points = tally.records.iter().map(|record| format!("{}", record.points));
    points.collect::<Vec<_>>().join(" : ")
}

fn write_table(
    out: &mut impl Write,
    contest: &arena::Match,
    tally: &Tally,
    took: Duration,
) -> std::io::Result<()> {
    let Tally { games, .. } = tally;
    let each_second = *games as f64 / took.as_secs_f64().max(1e-9);
    writeln!(
        out,
        "{}: {games} games in {:.1} s, {each_second:.1} a second, seed {}\n",
        contest.game.name(),
        took.as_secs_f64(),
        contest.seed
    )?;
    write_records(out, tally)?;
    writeln!(out)?;
    if tally.records.len() == 2 {
        write_comparison(out, contest, tally)?;
    }
    let seats = contest.game.info().seats.iter().zip(&tally.seats);
    let seats = seats.map(|(seat, points)| format!("{seat} {:.3}", per_game(*points, *games)));
    writeln!(out, "{:18}{}", "points by seat", seats.collect::<Vec<_>>().join(", "))?;
    let endings = tally.endings.iter().map(|(ending, games)| format!("{ending} {games}"));
    writeln!(out, "{:18}{}", "endings", endings.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "{:18}{:.1} plies after the opening", "average length", tally.average_length())
}

/// One line a player.
fn write_records(out: &mut impl Write, tally: &Tally) -> std::io::Result<()> {
    let heads = super::places(tally.records.len());
    let width = tally.records.iter().map(|record| record.name.chars().count()).max();
    let width = width.unwrap_or(0).max("player".len());
    writeln!(
        out,
        "{:width$}  {:>7} {:>7} {:>7}  {:>15}  {:>9} {:>11} {:>8} {:>8}",
        "player",
        heads[0],
        heads[1],
        heads[2],
        "points a game",
        "ms/move",
        "nodes/move",
        "late",
        "forfeits"
    )?;
    for record in &tally.records {
        let moves = record.moves.max(1) as f64;
        writeln!(
            out,
            "{:width$}  {:>7} {:>7} {:>7}  {:>15}  {:>9.3} {:>11.0} {:>8} {:>8}",
            record.name,
            record.wins,
            record.draws,
            record.losses,
            points_text(record, tally.games),
            record.time.as_secs_f64() * 1e3 / moves,
            record.nodes as f64 / moves,
            record.overruns,
            record.forfeits
        )?;
    }
    let worst = tally.records.iter().map(|record| record.worst_overrun).max().unwrap_or_default();
    if tally.records.iter().any(|record| record.overruns > 0) {
        writeln!(out, "late by more than 1 ms; at most by {:.1} ms", worst.as_secs_f64() * 1e3)?;
    }
    Ok(())
}

/// What two players' results say about their strength.
fn write_comparison(
    out: &mut impl Write,
    contest: &arena::Match,
    tally: &Tally,
) -> std::io::Result<()> {
    let pairs = &tally.pairs;
    if let (Some(estimate), Some(superiority)) = (pairs.estimate(), pairs.superiority()) {
        let elo = elo_text(&estimate);
        writeln!(out, "{:18}{elo} for {}", "Elo", tally.records[0].name)?;
        writeln!(out, "{:18}{:.1} %", "superiority", 100.0 * superiority)?;
    }
    let results = pairs.0.map(|count| count.to_string()).join(" ");
    writeln!(out, "{:18}{results}  (0, ½, 1, 1½, 2 points)", "pairs")?;
    if let Some(test) = contest.test {
        let (lower, higher) = test.bounds();
        let ratio = test.ratio(pairs);
        let verdict = match test.verdict(pairs) {
            None => "undecided".to_owned(),
            Some(Verdict::Lower) => format!("{} Elo accepted", test.elo0),
            Some(Verdict::Higher) => format!("{} Elo accepted", test.elo1),
        };
        writeln!(out, "{:18}{ratio:.2} between {lower:.2} and {higher:.2}: {verdict}", "LLR")?;
    }
    Ok(())
}

fn per_game(points: f64, games: usize) -> f64 {
    points / games.max(1) as f64
}

/// `0.725 ± 0.061`.
fn points_text(record: &Record, games: usize) -> String {
    let points = per_game(record.points, games);
    match record.rounds.error() {
        Some(error) => format!("{points:.3} ± {:.3}", NINETY_FIVE * error),
        None => format!("{points:.3}"),
    }
}

/// `+12.3 ± 4.5`, or the two ends where one of them is nowhere.
fn elo_text(&Estimate { elo, low, high }: &Estimate) -> String {
    if low.is_finite() && high.is_finite() {
        format!("{elo:+.1} ± {:.1}", (high - low) / 2.0)
    } else {
        let text = |elo: f64| match elo {
            f64::INFINITY => "+∞".to_owned(),
            f64::NEG_INFINITY => "-∞".to_owned(),
            _ => format!("{elo:+.1}"),
        };
        format!("{}, between {} and {}", text(elo), text(low), text(high))
    }
}

fn to_json(contest: &arena::Match, tally: &Tally, took: Duration) -> Value {
    let players: Vec<Value> =
        tally.records.iter().map(|record| record_json(record, tally.games)).collect();
    let endings: Map<String, Value> =
        tally.endings.iter().map(|(ending, &games)| (ending.to_string(), games.into())).collect();
    let mut report = json!({
        "game": contest.game.name(),
        "seed": contest.seed,
        "games": tally.games,
        "seconds": took.as_secs_f64(),
        "players": players,
        "seats": tally.seats,
        "endings": endings,
        "average_length": tally.average_length(),
    });
    if tally.records.len() == 2 {
        report["pairs"] = json!(tally.pairs.0);
        report["elo"] = tally.pairs.estimate().map_or(
            Value::Null,
            |Estimate { elo, low, high }| json!({ "elo": elo, "low": low, "high": high }),
        );
        report["superiority"] = json!(tally.pairs.superiority());
    }
    if let Some(test) = contest.test {
        let (lower, higher) = test.bounds();
        let accepted = test.verdict(&tally.pairs).map(|verdict| match verdict {
            Verdict::Lower => test.elo0,
            Verdict::Higher => test.elo1,
        });
        report["sprt"] = json!({
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "ratio": test.ratio(&tally.pairs),
            "bounds": [lower, higher],
            "accepted": accepted,
        });
    }
    report
}

fn record_json(record: &Record, games: usize) -> Value {
    json!({
        "player": record.name,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "points": record.points,
        "points_a_game": per_game(record.points, games),
        "error": record.rounds.error().map(|error| NINETY_FIVE * error),
        "forfeits": record.forfeits,
        "moves": record.moves,
        "nodes": record.nodes,
        "seconds": record.time.as_secs_f64(),
        "overruns": record.overruns,
        "worst_overrun": record.worst_overrun.as_secs_f64(),
    })
}
