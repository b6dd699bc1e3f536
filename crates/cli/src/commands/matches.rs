//! `spielwerk match`: plays a match and prints its score.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Map, Value, json};
use spielwerk_arena::statistics::{EloEstimate, Sprt, SprtDecision, Z_95};
use spielwerk_arena::{MatchConditions, MatchScore, Openings, PlayerScore};
use spielwerk_engines::Entrant;
use spielwerk_search::{Clock, StopFlag};

use super::recording::Recording;
use super::stop_on_interrupt;
use crate::args::{ClockArg, Match};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Match) -> anyhow::Result<ExitCode> {
    let contest = contest(options)?;
    if contest.total() != options.games {
        let (asked, total) = (options.games, contest.total());
        eprintln!(
            "spielwerk: {total} games, not {asked}: every player has every seat equally often"
        );
    }
    let recording = Recording::start(options)?;
    let progress = Progress::new("match");
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let begun = Instant::now();
    let tally = contest.play(&stop, &mut |finished, tally| {
        if !recording.save(finished, &contest.entrants) {
            // The error of the store is reported below.
            stop.stop();
        }
        progress.update_with(tally.games, contest.total(), || score(tally, contest.sprt));
    })?;
    progress.finish();
    recording.finish()?;
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &to_json(&contest, &tally, begun.elapsed()))?;
    } else {
        write_table(&mut out, &contest, &tally, begun.elapsed())?;
    }
    out.flush()?;
    let decision = contest.sprt.and_then(|test| test.decision(&tally.pairs));
    Ok(ExitCode::from(u8::from(decision == Some(SprtDecision::AcceptH0))))
}

/// The match that the options describe.
fn contest(options: &Match) -> anyhow::Result<spielwerk_arena::Match> {
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
    Ok(spielwerk_arena::Match {
        referee: conditions(options).referee(game, &options.players),
        openings: openings(options)?,
        games: options.games,
        concurrency: options.concurrency,
        seed: options.seed,
        sprt: options.sprt,
        ..spielwerk_arena::Match::new(game, entrants?)
    })
}

fn conditions(options: &Match) -> MatchConditions {
    let clock = options.clock.clock();
    let &Match { time, nodes, depth, margin, resign, adjudicate, .. } = options;
    MatchConditions { time, nodes, depth, clock, margin: Some(margin), resign, adjudicate }
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

impl ClockArg {
    /// The clock itself.
    pub(super) fn clock(self) -> Clock {
        match self {
            ClockArg::Wall => Clock::Wall,
            ClockArg::Cpu => Clock::Cpu,
        }
    }
}

/// The score so far, in a few words.
fn score(tally: &MatchScore, test: Option<Sprt>) -> String {
    if let [first, _] = &tally.players[..] {
        let mut text = format!("+{} ={} -{}", first.wins, first.draws, first.losses);
        if let Some(estimate) = tally.pairs.estimate() {
            text.push_str(&format!("  Elo {}", elo_text(&estimate)));
        }
        if let Some(test) = test {
            text.push_str(&format!("  LLR {:.2}", test.log_likelihood_ratio(&tally.pairs)));
        }
        return text;
    }
    let points = tally.players.iter().map(|record| format!("{}", record.points));
    points.collect::<Vec<_>>().join(" : ")
}

fn write_table(
    out: &mut impl Write,
    contest: &spielwerk_arena::Match,
    tally: &MatchScore,
    took: Duration,
) -> std::io::Result<()> {
    let MatchScore { games, .. } = tally;
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
    if tally.players.len() == 2 {
        write_comparison(out, contest, tally)?;
    }
    let seats = contest.game.info().seats.iter().zip(&tally.seats);
    let seats = seats.map(|(seat, points)| format!("{seat} {:.3}", per_game(*points, *games)));
    writeln!(out, "{:18}{}", "points by seat", seats.collect::<Vec<_>>().join(", "))?;
    let endings = tally.terminations.iter().map(|(ending, games)| format!("{ending} {games}"));
    writeln!(out, "{:18}{}", "endings", endings.collect::<Vec<_>>().join(", "))?;
    writeln!(out, "{:18}{:.1} plies after the opening", "average length", tally.average_length())
}

/// One line a player.
fn write_records(out: &mut impl Write, tally: &MatchScore) -> std::io::Result<()> {
    let heads = super::places(tally.players.len());
    let width = tally.players.iter().map(|record| record.name.chars().count()).max();
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
    for record in &tally.players {
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
    let worst = tally.players.iter().map(|record| record.worst_overrun).max().unwrap_or_default();
    if tally.players.iter().any(|record| record.overruns > 0) {
        writeln!(out, "late by more than 1 ms; at most by {:.1} ms", worst.as_secs_f64() * 1e3)?;
    }
    Ok(())
}

/// Elo difference, likelihood of superiority and SPRT of two players.
fn write_comparison(
    out: &mut impl Write,
    contest: &spielwerk_arena::Match,
    tally: &MatchScore,
) -> std::io::Result<()> {
    let pairs = &tally.pairs;
    if let (Some(estimate), Some(superiority)) =
        (pairs.estimate(), pairs.likelihood_of_superiority())
    {
        let elo = elo_text(&estimate);
        writeln!(out, "{:18}{elo} for {}", "Elo", tally.players[0].name)?;
        writeln!(out, "{:18}{:.1} %", "superiority", 100.0 * superiority)?;
    }
    let results = pairs.0.map(|count| count.to_string()).join(" ");
    writeln!(out, "{:18}{results}  (0, ½, 1, 1½, 2 points)", "pairs")?;
    if let Some(test) = contest.sprt {
        let (lower, higher) = test.bounds();
        let ratio = test.log_likelihood_ratio(pairs);
        let decision = match test.decision(pairs) {
            None => "undecided".to_owned(),
            Some(SprtDecision::AcceptH0) => format!("{} Elo accepted", test.elo0),
            Some(SprtDecision::AcceptH1) => format!("{} Elo accepted", test.elo1),
        };
        writeln!(out, "{:18}{ratio:.2} between {lower:.2} and {higher:.2}: {decision}", "LLR")?;
    }
    Ok(())
}

fn per_game(points: f64, games: usize) -> f64 {
    points / games.max(1) as f64
}

/// `0.725 ± 0.061`.
fn points_text(record: &PlayerScore, games: usize) -> String {
    let points = per_game(record.points, games);
    match record.rounds.error() {
        Some(error) => format!("{points:.3} ± {:.3}", Z_95 * error),
        None => format!("{points:.3}"),
    }
}

/// `+12.3 ± 4.5`, or the two ends where one of them is nowhere.
fn elo_text(&EloEstimate { elo, low, high }: &EloEstimate) -> String {
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

fn to_json(contest: &spielwerk_arena::Match, tally: &MatchScore, took: Duration) -> Value {
    let players: Vec<Value> =
        tally.players.iter().map(|record| record_json(record, tally.games)).collect();
    let endings: Map<String, Value> = tally
        .terminations
        .iter()
        .map(|(ending, &games)| (ending.to_string(), games.into()))
        .collect();
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
    if tally.players.len() == 2 {
        report["pairs"] = json!(tally.pairs.0);
        report["elo"] = tally.pairs.estimate().map_or(
            Value::Null,
            |EloEstimate { elo, low, high }| json!({ "elo": elo, "low": low, "high": high }),
        );
        report["superiority"] = json!(tally.pairs.likelihood_of_superiority());
    }
    if let Some(test) = contest.sprt {
        let (lower, higher) = test.bounds();
        let accepted = test.decision(&tally.pairs).map(|decision| match decision {
            SprtDecision::AcceptH0 => test.elo0,
            SprtDecision::AcceptH1 => test.elo1,
        });
        report["sprt"] = json!({
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "ratio": test.log_likelihood_ratio(&tally.pairs),
            "bounds": [lower, higher],
            "accepted": accepted,
        });
    }
    report
}

fn record_json(record: &PlayerScore, games: usize) -> Value {
    json!({
        "player": record.name,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "points": record.points,
        "points_a_game": per_game(record.points, games),
        "error": record.rounds.error().map(|error| Z_95 * error),
        "forfeits": record.forfeits,
        "moves": record.moves,
        "nodes": record.nodes,
        "seconds": record.time.as_secs_f64(),
        "overruns": record.overruns,
        "worst_overrun": record.worst_overrun.as_secs_f64(),
    })
}
