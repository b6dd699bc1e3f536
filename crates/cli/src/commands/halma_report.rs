//! What `halma referee`, `grade` and `cup` print: tables and JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};
use spielwerk_courses::halma::{
    Cup, GradeItem, Grading, Pairing, ProgramGame, ProgramMatch, Round,
};
use spielwerk_games::Seat;

/// So many lines of standard error are shown of a program that lost by its own fault.
const SHOWN_LINES: usize = 3;

/// How a game ended and what it cost, in a line.
pub(super) fn ending(game: &ProgramGame) -> String {
    let played = &game.played;
    let seats = played.state.game().info().seats;
    let winner = played.outcome.winner().map_or("nobody", |seat| seats[seat.index()]);
    let mut text =
        format!("{winner} wins after {} plies: {}", played.plies.len(), played.termination);
    if let Some(remark) = &played.remark {
        text.push_str(&format!(" ({remark})"));
    }
    let [black, white] = game.time_used.map(|time| time.as_secs_f64());
    text.push_str(&format!("; {} used {black:.3} s, {} {white:.3} s", seats[0], seats[1]));
    if let Some(time) = game.losing_move {
        text.push_str(&format!(", {:.3} s for the losing move", time.as_secs_f64()));
    }
    text
}

pub(super) fn write_match(
    out: &mut impl Write,
    program_match: &ProgramMatch,
    games: &[ProgramGame],
) -> io::Result<()> {
    for (number, game) in games.iter().enumerate() {
        writeln!(out, "game {:<4} {}", number + 1, ending(game))?;
        for (colour, lines) in program_match.game.info().seats.iter().zip(&game.errors) {
            write_errors(out, colour, lines)?;
        }
    }
    writeln!(out)?;
    let width =
        program_match.entrants.iter().map(|it| it.name().chars().count()).max().unwrap_or(0);
    writeln!(out, "{:width$}  colour   won  lost  drawn  s a game  longest move", "program")?;
    for (seat, entrant) in Seat::all(2).zip(&program_match.entrants) {
        let [won, lost, drawn] = results(games, seat);
        let total: Duration = games.iter().map(|game| game.time_used[seat.index()]).sum();
        let longest = games.iter().flat_map(|game| times(game, seat)).max().unwrap_or_default();
        writeln!(
            out,
            "{:width$}  {:6} {won:>5} {lost:>5} {drawn:>6}  {:>8.2}  {:>10.2} s",
            entrant.name(),
            program_match.game.info().seats[seat.index()],
            total.as_secs_f64() / games.len().max(1) as f64,
            longest.as_secs_f64()
        )?;
    }
    Ok(())
}

/// The last lines of a program's standard error.
fn write_errors(out: &mut impl Write, who: &str, lines: &[String]) -> io::Result<()> {
    let hidden = lines.len().saturating_sub(SHOWN_LINES);
    lines[hidden..].iter().try_for_each(|line| writeln!(out, "          {who}: {line}"))
}

/// Games won, lost and drawn.
fn results(games: &[ProgramGame], seat: Seat) -> [usize; 3] {
    let winners = || games.iter().map(|game| game.played.outcome.winner());
    let won = winners().filter(|winner| *winner == Some(seat)).count();
    let drawn = winners().filter(Option::is_none).count();
    [won, games.len() - won - drawn, drawn]
}

fn times(game: &ProgramGame, seat: Seat) -> impl Iterator<Item = Duration> {
    let last = game.losing_move.filter(|_| game.played.culprit == Some(seat));
    game.played.plies.iter().filter(move |ply| ply.seat == seat).map(|ply| ply.time).chain(last)
}

pub(super) fn match_json(program_match: &ProgramMatch, games: &[ProgramGame]) -> Value {
    let program = |seat: Seat| {
        let [won, lost, drawn] = results(games, seat);
        let name = program_match.entrants[seat.index()].name();
        json!({ "program": name, "won": won, "lost": lost, "drawn": drawn })
    };
    json!({
        "rules": program_match.game.name(),
        "seconds": program_match.time.as_secs_f64(),
        "limit": program_match.max_plies,
        "black": program(Seat::FIRST),
        "white": program(Seat::SECOND),
        "games": games.iter().map(game_json).collect::<Vec<_>>(),
    })
}

pub(super) fn write_grade(out: &mut impl Write, items: &[GradeItem]) -> io::Result<()> {
    for GradeItem { task, points, max_points, remark, errors, .. } in items {
        writeln!(out, "{points:>3} of {max_points:>2}  {task}: {remark}")?;
        write_errors(out, "standard error", errors)?;
    }
    let points: u32 = items.iter().map(|item| item.points).sum();
    let most: u32 = items.iter().map(|item| item.max_points).sum();
    writeln!(out, "{points:>3} of {most}")
}

pub(super) fn grade_json(grading: &Grading, items: &[GradeItem]) -> Value {
    let item = |item: &GradeItem| {
        json!({
            "task": item.task,
            "points": item.points,
            "most": item.max_points,
            "remark": item.remark,
            "seconds": item.time_used.as_secs_f64(),
            "stderr": item.errors,
            "game": item.game.as_ref().map(game_json),
        })
    };
    json!({
        "program": grading.agent.name(),
        "rules": grading.game.name(),
        "seconds": grading.time.as_secs_f64(),
        "points": items.iter().map(|item| item.points).sum::<u32>(),
        "most": items.iter().map(|item| item.max_points).sum::<u32>(),
        "items": items.iter().map(item).collect::<Vec<_>>(),
    })
}

pub(super) fn write_cup(
    out: &mut impl Write,
    cup: &Cup,
    rounds: &[Round],
    left: &[usize],
) -> io::Result<()> {
    let name = |agent: usize| cup.agents[agent].name();
    for (number, round) in rounds.iter().enumerate() {
        writeln!(out, "round {}", number + 1)?;
        for pairing in round {
            let [one, other] = pairing.agents;
            let eliminated = pairing
                .eliminated
                .map_or_else(String::new, |agent| format!(", {} is out", name(agent)));
            let [wins, losses] = pairing.wins;
            let endings = endings(cup, pairing);
            writeln!(
                out,
                "  {} {wins} : {losses} {} ({endings}){eliminated}",
                name(one),
                name(other)
            )?;
        }
    }
    let winners: Vec<&str> = left.iter().map(|&agent| name(agent)).collect();
    writeln!(out, "left: {}", winners.join(", "))
}

/// How the games of a pairing ended: `bob lost by time 2`.
fn endings(cup: &Cup, pairing: &Pairing) -> String {
    let endings = pairing.endings.iter().map(|(&(loser, termination), games)| match loser {
        Some(agent) => format!("{} lost by {termination} {games}", cup.agents[agent].name()),
        None => format!("drawn by {termination} {games}"),
    });
    endings.collect::<Vec<_>>().join(", ")
}

pub(super) fn cup_json(
    cup: &Cup,
    rounds: &[Round],
    left: &[usize],
    games: &[ProgramGame],
) -> Value {
    let name = |agent: usize| cup.agents[agent].name();
    let pairing = |pairing: &Pairing| {
        let endings = pairing.endings.iter().map(|(&(loser, termination), games)| {
            json!({ "loser": loser.map(name), "ending": termination, "games": games })
        });
        json!({
            "programs": pairing.agents.map(name),
            "wins": pairing.wins,
            "draws": pairing.draws,
            "out": pairing.eliminated.map(name),
            "endings": endings.collect::<Vec<_>>(),
        })
    };
    let round = |round: &Round| round.iter().map(pairing).collect::<Value>();
    json!({
        "rules": cup.game.name(),
        "seconds": cup.time.as_secs_f64(),
        "rounds": rounds.iter().map(round).collect::<Vec<_>>(),
        "left": left.iter().map(|&agent| name(agent)).collect::<Vec<_>>(),
        "games": games.iter().map(game_json).collect::<Vec<_>>(),
    })
}

/// A game as one line of a record.
pub(super) fn game_json(game: &ProgramGame) -> Value {
    let played = &game.played;
    let colour = |seat: Seat| played.state.game().info().seats[seat.index()];
    let moves: Vec<Value> = played
        .state
        .written_moves()
        .zip(&played.plies)
        .map(|(text, ply)| json!({ "move": text, "seconds": ply.time.as_secs_f64() }))
        .collect();
    let side = |seat: Seat| {
        json!({
            "program": game.names[seat.index()],
            "seconds": game.time_used[seat.index()].as_secs_f64(),
            "stderr": game.errors[seat.index()],
        })
    };
    json!({
        "game": played.state.game().name(),
        "black": side(Seat::FIRST),
        "white": side(Seat::SECOND),
        "start": played.state.positions()[0].text(),
        "moves": moves,
        "end": played.state.position().text(),
        "ending": played.termination,
        "culprit": played.culprit.map(colour),
        "losing_move_seconds": game.losing_move.map(|time| time.as_secs_f64()),
        "remark": played.remark,
        "winner": played.outcome.winner().map(colour),
    })
}
