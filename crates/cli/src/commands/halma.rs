//! `spielwerk halma`: Halma through files, as our own program and as the master of others.

use std::env;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use arena::{Entrant, FileProgram, Played};
use games::Seat;
use protocols::halma::{Cup, First, Grading, Mark, Master, agents, answer, calibrate};
use search::Stop;
use serde_json::{Value, json};

use super::stop_between_games;
use crate::args::halma::{Halma, HalmaCommand, HalmaCup, HalmaGrade, HalmaReferee, WhoIsFirst};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Halma) -> anyhow::Result<()> {
    match &options.what {
        HalmaCommand::Move => play(),
        HalmaCommand::Calibrate => measure(),
        HalmaCommand::Referee(options) => referee(options),
        HalmaCommand::Grade(options) => grade(options),
        HalmaCommand::Cup(options) => cup(options),
    }
}

/// What to do if the program was called by one of the names that a course prescribes: `homework`,
/// with or without a number, or `calibrate`.
pub(crate) fn called(program: &OsStr) -> Option<fn() -> anyhow::Result<()>> {
    let stem = Path::new(program).file_stem()?.to_str()?;
    if stem == "calibrate" {
        return Some(measure);
    }
    let version = stem.strip_prefix("homework")?;
    version.bytes().all(|byte| byte.is_ascii_digit()).then_some(play)
}

fn play() -> anyhow::Result<()> {
    let answer = answer(&env::current_dir().context("there is no current directory")?)?;
    for warning in answer.warnings {
        eprintln!("spielwerk: {warning}");
    }
    Ok(())
}

fn measure() -> anyhow::Result<()> {
    calibrate(&env::current_dir().context("there is no current directory")?)?;
    Ok(())
}

fn referee(options: &HalmaReferee) -> anyhow::Result<()> {
    let seat = |command: &str| -> anyhow::Result<Entrant> {
        Ok(FileProgram::new(command)?.entrant(options.terms.rules)?)
    };
    let master = Master {
        game: options.terms.rules,
        entrants: [seat(&options.black)?, seat(&options.white)?],
        first: match options.first {
            WhoIsFirst::Black => First::Black,
            WhoIsFirst::White => First::White,
            WhoIsFirst::Alternate => First::Alternate,
        },
        games: options.games,
        time: options.terms.time,
        limit: options.terms.limit,
    };
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("referee");
    let mut out = output::stdout();
    let played = master.play(&stop, &mut |number, played| {
        progress.tell_more(number + 1, master.games, || ending(played));
    });
    progress.end();
    if let Some(file) = &options.record {
        let lines: String = played.iter().map(|game| format!("{}\n", game_json(game))).collect();
        output::write_file(file, lines.as_bytes())?;
    }
    for (number, game) in played.iter().enumerate() {
        writeln!(out, "game {:<4} {}", number + 1, ending(game))?;
    }
    writeln!(out)?;
    let width = master.entrants.iter().map(|it| it.name().chars().count()).max().unwrap_or(0);
    writeln!(out, "{:width$}  colour   won  lost  drawn  s a game  longest move", "program")?;
    for (seat, entrant) in Seat::all(2).zip(&master.entrants) {
        let won = played.iter().filter(|game| game.outcome.winner() == Some(seat)).count();
        let drawn = played.iter().filter(|game| game.outcome.winner().is_none()).count();
        let times: Vec<Duration> = played.iter().flat_map(|game| times(game, seat)).collect();
        let total: Duration = times.iter().sum();
        writeln!(
            out,
            "{:width$}  {:6} {won:>5} {:>5} {drawn:>6}  {:>8.2}  {:>10.2} s",
            entrant.name(),
            master.game.info().seats[seat.index()],
            played.len() - won - drawn,
            total.as_secs_f64() / played.len().max(1) as f64,
            times.iter().max().copied().unwrap_or_default().as_secs_f64()
        )?;
    }
    Ok(out.flush()?)
}

fn grade(options: &HalmaGrade) -> anyhow::Result<()> {
    let game = options.terms.rules;
    let grading = Grading {
        game,
        agent: FileProgram::new(&options.agent)?.entrant(game)?,
        reference: Grading::reference(game)?,
        time: options.terms.time,
        limit: options.terms.limit,
    };
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("grade");
    let mut done = 0;
    let marks = grading.mark(&stop, &mut |mark| {
        done += 1;
        progress.tell_more(done, Grading::MARKS, || mark.remark.clone());
    })?;
    progress.end();
    let mut out = output::stdout();
    for Mark { task, points, most, remark } in &marks {
        writeln!(out, "{points:>3} of {most:>2}  {task}: {remark}")?;
    }
    let points: u32 = marks.iter().map(|mark| mark.points).sum();
    let most: u32 = marks.iter().map(|mark| mark.most).sum();
    writeln!(out, "{points:>3} of {most}")?;
    Ok(out.flush()?)
}

fn cup(options: &HalmaCup) -> anyhow::Result<()> {
    let game = options.terms.rules;
    let cup = Cup {
        game,
        agents: agents(&options.directory, game)?,
        games: options.games,
        time: options.terms.time,
        limit: options.terms.limit,
    };
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("cup");
    let most = cup.agents.len() * (cup.agents.len() - 1) / 2 * cup.games.next_multiple_of(2);
    let mut done = 0;
    let (rounds, left) = cup.play(&stop, &mut |_, played| {
        done += 1;
        progress.tell_more(done, most, || ending(played));
    });
    progress.end();
    let mut out = output::stdout();
    let name = |agent: usize| cup.agents[agent].name();
    for (number, round) in rounds.iter().enumerate() {
        writeln!(out, "round {}", number + 1)?;
        for meeting in round {
            let [one, other] = meeting.agents;
            let out_word =
                meeting.out.map_or_else(String::new, |agent| format!(", {} is out", name(agent)));
            let [wins, losses] = meeting.wins;
            writeln!(out, "  {} {wins} : {losses} {}{out_word}", name(one), name(other))?;
        }
    }
    let winners: Vec<&str> = left.iter().map(|&agent| name(agent)).collect();
    writeln!(out, "left: {}", winners.join(", "))?;
    Ok(out.flush()?)
}

/// How a game ended, in a line.
fn ending(played: &Played) -> String {
    let seats = played.course.game().info().seats;
    let winner = played.outcome.winner().map_or("nobody", |seat| seats[seat.index()]);
    let mut text = format!("{winner} wins after {} plies: {}", played.plies.len(), played.ending);
    if let Some(remark) = &played.remark {
        text.push_str(&format!(" ({remark})"));
    }
    text
}

fn times(played: &Played, seat: Seat) -> impl Iterator<Item = Duration> {
    played.plies.iter().filter(move |ply| ply.seat == seat).map(|ply| ply.time)
}

fn game_json(played: &Played) -> Value {
    let moves: Vec<Value> = played
        .course
        .moves()
        .iter()
        .zip(&played.plies)
        .map(|(m, ply)| json!({ "move": m.text, "seconds": ply.time.as_secs_f64() }))
        .collect();
    json!({
        "game": played.course.game().name(),
        "start": played.course.positions()[0].text(),
        "moves": moves,
        "end": played.course.position().text(),
        "ending": played.ending,
        "culprit": played.culprit.map(|seat| played.course.game().info().seats[seat.index()]),
        "remark": played.remark,
        "winner": played.outcome.winner().map(|seat| played.course.game().info().seats[seat.index()]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_that_a_course_prescribes_are_known() {
        for name in ["homework", "./homework11", "/x/homework3.exe", "calibrate"] {
            assert!(called(OsStr::new(name)).is_some(), "{name}");
        }
        for name in ["spielwerk", "homeworkx", "homework-1", "calibrated", ""] {
            assert!(called(OsStr::new(name)).is_none(), "{name}");
        }
    }
}
