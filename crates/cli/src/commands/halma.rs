//! `spielwerk halma`: Halma through files: our own agent, and matches, grading and cups of others.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use spielwerk_courses::halma::{
    Cup, FirstMove, Grading, ProgramGame, ProgramMatch, ReadyProgram, agents, calibrate, play_move,
};
use spielwerk_engines::{Entrant, FileProgram};
use spielwerk_search::StopFlag;

use super::{halma_report, stop_on_interrupt};
use crate::args::halma::{
    FirstMoveArg, GameConditions, GameOutput, Halma, HalmaCommand, HalmaCup, HalmaGrade,
    HalmaReferee,
};
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

/// The commands of a program that is charged for its CPU time from its start: a move by its name or by
/// that of the course, and a calibration. Parsing all the options there are would cost a third of it.
pub(crate) fn without_parsing(arguments: &[OsString]) -> Option<fn() -> anyhow::Result<()>> {
    match arguments {
        [program] => by_program_name(program),
        [_, game, command] if game == "halma" && command == "move" => Some(play),
        _ => None,
    }
}

/// The command of a program name that the course prescribes: `homework` or `calibrate`, with or
/// without a number.
fn by_program_name(program: &OsStr) -> Option<fn() -> anyhow::Result<()>> {
    let stem = Path::new(program).file_stem()?.to_str()?;
    let name = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match name {
        "homework" => Some(play),
        "calibrate" => Some(run_calibration),
        _ => None,
    }
}

fn play() -> anyhow::Result<()> {
    let written = play_move(&env::current_dir().context("there is no current directory")?)?;
    for warning in written.warnings {
        eprintln!("spielwerk: {warning}");
    }
    Ok(())
}

fn run_calibration() -> anyhow::Result<()> {
    let program = env::current_exe().context("cannot find this program")?;
    let agent = FileProgram::of_words([program.as_os_str(), "halma".as_ref(), "move".as_ref()]);
    calibrate(&env::current_dir().context("there is no current directory")?, &agent)?;
    Ok(())
}

fn referee(options: &HalmaReferee) -> anyhow::Result<()> {
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let program_match = ProgramMatch {
        game: options.conditions.rules,
        entrants: [
            program(&options.black, &options.conditions, &stop)?,
            program(&options.white, &options.conditions, &stop)?,
        ],
        first: match options.first {
            FirstMoveArg::Black => FirstMove::Black,
            FirstMoveArg::White => FirstMove::White,
            FirstMoveArg::Alternate => FirstMove::Alternate,
        },
        games: options.games,
        time: options.conditions.time,
        max_plies: options.conditions.limit,
    };
    let progress = Progress::new("referee");
    let games = program_match.play(&stop, &mut |number, game| {
        progress.update_with(number + 1, program_match.games, || halma_report::ending(game));
    });
    progress.finish();
    write_record(&options.output, games.iter())?;
    let mut out = output::stdout();
    if options.output.json {
        output::json_line(&mut out, &halma_report::match_json(&program_match, &games))?;
    } else {
        halma_report::write_match(&mut out, &program_match, &games)?;
    }
    Ok(out.flush()?)
}

fn grade(options: &HalmaGrade) -> anyhow::Result<()> {
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let game = options.conditions.rules;
    let grading = Grading {
        game,
        agent: program(&options.agent, &options.conditions, &stop)?,
        reference: Grading::reference(game)?,
        time: options.conditions.time,
        max_plies: options.conditions.limit,
    };
    let progress = Progress::new("grade");
    let mut done = 0;
    let items = grading.run(&stop, &mut |item| {
        done += 1;
        progress.update_with(done, Grading::ITEMS, || item.remark.clone());
    })?;
    progress.finish();
    write_record(&options.output, items.iter().filter_map(|item| item.game.as_ref()))?;
    let mut out = output::stdout();
    if options.output.json {
        output::json_line(&mut out, &halma_report::grade_json(&grading, &items))?;
    } else {
        halma_report::write_grade(&mut out, &items)?;
    }
    Ok(out.flush()?)
}

fn cup(options: &HalmaCup) -> anyhow::Result<()> {
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let game = options.conditions.rules;
    let agents = agents(&options.directory, game, &stop)?.into_iter().map(entrant);
    let cup = Cup {
        game,
        agents: agents.collect(),
        games: options.games,
        time: options.conditions.time,
        max_plies: options.conditions.limit,
    };
    let progress = Progress::new("cup");
    let most = cup.agents.len() * (cup.agents.len() - 1) / 2 * cup.games.next_multiple_of(2);
    let mut games = Vec::new();
    let (rounds, left) = cup.play(&stop, &mut |game| {
        games.push(game.clone());
        progress.update_with(games.len(), most, || halma_report::ending(game));
    });
    progress.finish();
    write_record(&options.output, games.iter())?;
    let mut out = output::stdout();
    if options.output.json {
        output::json_line(&mut out, &halma_report::cup_json(&cup, &rounds, &left, &games))?;
    } else {
        halma_report::write_cup(&mut out, &cup, &rounds, &left)?;
    }
    Ok(out.flush()?)
}

/// The program of a command, calibrated if it can be.
fn program(command: &str, conditions: &GameConditions, stop: &StopFlag) -> anyhow::Result<Entrant> {
    Ok(entrant(ReadyProgram::new(command, conditions.rules, stop)?))
}

/// The program itself; what went wrong in its calibration is printed.
fn entrant(ready: ReadyProgram) -> Entrant {
    if let Some(warning) = &ready.warning {
        eprintln!("spielwerk: {warning}");
    }
    ready.entrant
}

/// Writes games to the file that the options name.
fn write_record<'a>(
    options: &GameOutput,
    games: impl Iterator<Item = &'a ProgramGame>,
) -> anyhow::Result<()> {
    let Some(file) = &options.record else { return Ok(()) };
    let lines: String = games.map(|game| format!("{}\n", halma_report::game_json(game))).collect();
    output::write_file(file, lines.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_that_a_course_prescribes_are_known() {
        for name in [
            "homework",
            "./homework11",
            "/x/homework3.exe",
            "calibrate",
            "calibrate11",
            "./calibrate3",
            "/x/calibrate11.exe",
        ] {
            assert!(by_program_name(OsStr::new(name)).is_some(), "{name}");
        }
        for name in ["spielwerk", "homeworkx", "homework-1", "calibrated", "calibrate-3", ""] {
            assert!(by_program_name(OsStr::new(name)).is_none(), "{name}");
        }
    }
}
