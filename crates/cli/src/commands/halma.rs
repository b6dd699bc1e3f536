//! `spielwerk halma`: Halma through files: our own agent, and matches, grading and cups of others.

use std::env;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use serde_json::{Value, json};
use spielwerk_arena::{Entrant, FileProgram, PlayedGame};
use spielwerk_games::Seat;
use spielwerk_protocols::halma::{
    Cup, FirstMove, GradeItem, Grading, ProgramMatch, agents, calibrate, play_move,
};
use spielwerk_search::StopFlag;

use super::stop_between_games;
use crate::args::halma::{FirstMoveArg, Halma, HalmaCommand, HalmaCup, HalmaGrade, HalmaReferee};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Halma) -> anyhow::Result<()> {
    match &options.command {
        HalmaCommand::Move => play(),
        HalmaCommand::Calibrate => run_calibration(),
        HalmaCommand::Referee(options) => referee(options),
        HalmaCommand::Grade(options) => grade(options),
        HalmaCommand::Cup(options) => cup(options),
    }
}

/// The command of a program name that the course prescribes: `homework`, with or without a number,
/// or `calibrate`.
pub(crate) fn by_program_name(program: &OsStr) -> Option<fn() -> anyhow::Result<()>> {
    let stem = Path::new(program).file_stem()?.to_str()?;
    if stem == "calibrate" {
        return Some(run_calibration);
    }
    let version = stem.strip_prefix("homework")?;
    version.bytes().all(|byte| byte.is_ascii_digit()).then_some(play)
}

fn play() -> anyhow::Result<()> {
    let written = play_move(&env::current_dir().context("there is no current directory")?)?;
    for warning in written.warnings {
        eprintln!("spielwerk: {warning}");
    }
    Ok(())
}

fn run_calibration() -> anyhow::Result<()> {
    calibrate(&env::current_dir().context("there is no current directory")?)?;
    Ok(())
}

fn referee(options: &HalmaReferee) -> anyhow::Result<()> {
    let seat = |command: &str| -> anyhow::Result<Entrant> {
        Ok(FileProgram::new(command)?.entrant(options.conditions.rules)?)
    };
    let program_match = ProgramMatch {
        game: options.conditions.rules,
        entrants: [seat(&options.black)?, seat(&options.white)?],
        first: match options.first {
            FirstMoveArg::Black => FirstMove::Black,
            FirstMoveArg::White => FirstMove::White,
            FirstMoveArg::Alternate => FirstMove::Alternate,
        },
        games: options.games,
        time: options.conditions.time,
        max_plies: options.conditions.limit,
    };
    let stop = StopFlag::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("referee");
    let mut out = output::stdout();
    let played = program_match.play(&stop, &mut |number, played| {
        progress.update_with(number + 1, program_match.games, || ending(played));
    });
    progress.finish();
    if let Some(file) = &options.record {
        let lines: String = played.iter().map(|game| format!("{}\n", game_json(game))).collect();
        output::write_file(file, lines.as_bytes())?;
    }
    for (number, game) in played.iter().enumerate() {
        writeln!(out, "game {:<4} {}", number + 1, ending(game))?;
    }
    writeln!(out)?;
    let width =
        program_match.entrants.iter().map(|it| it.name().chars().count()).max().unwrap_or(0);
    writeln!(out, "{:width$}  colour   won  lost  drawn  s a game  longest move", "program")?;
    for (seat, entrant) in Seat::all(2).zip(&program_match.entrants) {
        let won = played.iter().filter(|game| game.outcome.winner() == Some(seat)).count();
        let drawn = played.iter().filter(|game| game.outcome.winner().is_none()).count();
        let times: Vec<Duration> = played.iter().flat_map(|game| times(game, seat)).collect();
        let total: Duration = times.iter().sum();
        writeln!(
            out,
            "{:width$}  {:6} {won:>5} {:>5} {drawn:>6}  {:>8.2}  {:>10.2} s",
            entrant.name(),
            program_match.game.info().seats[seat.index()],
            played.len() - won - drawn,
            total.as_secs_f64() / played.len().max(1) as f64,
            times.iter().max().copied().unwrap_or_default().as_secs_f64()
        )?;
    }
    Ok(out.flush()?)
}

fn grade(options: &HalmaGrade) -> anyhow::Result<()> {
    let game = options.conditions.rules;
    let grading = Grading {
        game,
        agent: FileProgram::new(&options.agent)?.entrant(game)?,
        reference: Grading::reference(game)?,
        time: options.conditions.time,
        max_plies: options.conditions.limit,
    };
    let stop = StopFlag::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("grade");
    let mut done = 0;
    let items = grading.run(&stop, &mut |item| {
        done += 1;
        progress.update_with(done, Grading::ITEMS, || item.remark.clone());
    })?;
    progress.finish();
    let mut out = output::stdout();
    for GradeItem { task, points, max_points, remark } in &items {
        writeln!(out, "{points:>3} of {max_points:>2}  {task}: {remark}")?;
    }
    let points: u32 = items.iter().map(|item| item.points).sum();
    let most: u32 = items.iter().map(|item| item.max_points).sum();
    writeln!(out, "{points:>3} of {most}")?;
    Ok(out.flush()?)
}

fn cup(options: &HalmaCup) -> anyhow::Result<()> {
    let game = options.conditions.rules;
    let cup = Cup {
        game,
        agents: agents(&options.directory, game)?,
        games: options.games,
        time: options.conditions.time,
        max_plies: options.conditions.limit,
    };
    let stop = StopFlag::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("cup");
    let most = cup.agents.len() * (cup.agents.len() - 1) / 2 * cup.games.next_multiple_of(2);
    let mut done = 0;
    let (rounds, left) = cup.play(&stop, &mut |_, played| {
        done += 1;
        progress.update_with(done, most, || ending(played));
    });
    progress.finish();
    let mut out = output::stdout();
    let name = |agent: usize| cup.agents[agent].name();
    for (number, round) in rounds.iter().enumerate() {
        writeln!(out, "round {}", number + 1)?;
        for pairing in round {
            let [one, other] = pairing.agents;
            let eliminated = pairing
                .eliminated
                .map_or_else(String::new, |agent| format!(", {} is out", name(agent)));
            let [wins, losses] = pairing.wins;
            writeln!(out, "  {} {wins} : {losses} {}{eliminated}", name(one), name(other))?;
        }
    }
    let winners: Vec<&str> = left.iter().map(|&agent| name(agent)).collect();
    writeln!(out, "left: {}", winners.join(", "))?;
    Ok(out.flush()?)
}

/// How a game ended, in a line.
fn ending(played: &PlayedGame) -> String {
    let seats = played.state.game().info().seats;
    let winner = played.outcome.winner().map_or("nobody", |seat| seats[seat.index()]);
    let mut text =
        format!("{winner} wins after {} plies: {}", played.plies.len(), played.termination);
    if let Some(remark) = &played.remark {
        text.push_str(&format!(" ({remark})"));
    }
    text
}

fn times(played: &PlayedGame, seat: Seat) -> impl Iterator<Item = Duration> {
    played.plies.iter().filter(move |ply| ply.seat == seat).map(|ply| ply.time)
}

fn game_json(played: &PlayedGame) -> Value {
    let moves: Vec<Value> = played
        .state
        .written_moves()
        .zip(&played.plies)
        .map(|(text, ply)| json!({ "move": text, "seconds": ply.time.as_secs_f64() }))
        .collect();
    json!({
        "game": played.state.game().name(),
        "start": played.state.positions()[0].text(),
        "moves": moves,
        "end": played.state.position().text(),
        "ending": played.termination,
        "culprit": played.culprit.map(|seat| played.state.game().info().seats[seat.index()]),
        "remark": played.remark,
        "winner": played.outcome.winner().map(|seat| played.state.game().info().seats[seat.index()]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_that_a_course_prescribes_are_known() {
        for name in ["homework", "./homework11", "/x/homework3.exe", "calibrate"] {
            assert!(by_program_name(OsStr::new(name)).is_some(), "{name}");
        }
        for name in ["spielwerk", "homeworkx", "homework-1", "calibrated", ""] {
            assert!(by_program_name(OsStr::new(name)).is_none(), "{name}");
        }
    }
}
