//! What both ways of showing a game say in the same words.

use std::time::Duration;

use arena::{End, Ending};
use games::{Outcome, Seat};
use players::Thought;

use crate::{Chair, Plan};

/// How a game ended, in a sentence.
pub(crate) fn end(plan: &Plan, end: &End) -> String {
    let culprit = end.culprit.map_or("", |seat| plan.game.info().seats[seat.index()]);
    let remark = end.remark.as_deref().unwrap_or("no move");
    let why = match end.ending {
        Ending::Natural => String::new(),
        Ending::Repetition => "The position came once too often. ".into(),
        Ending::TooLong => "Nobody has any turns left. ".into(),
        Ending::Adjudication => "Everybody agrees. ".into(),
        Ending::Resignation => format!("{culprit} resigns. "),
        Ending::Time => format!("{culprit}'s time is up. "),
        _ => format!("{culprit} is out: {remark}. "),
    };
    format!("{why}{}", result(plan, &end.outcome))
}

/// Who has won.
fn result(plan: &Plan, outcome: &Outcome) -> String {
    let seats = plan.game.info().seats;
    let mut order: Vec<Seat> = Seat::all(seats.len()).collect();
    order.sort_by_key(|&seat| std::cmp::Reverse(outcome.halves(seat)));
    let points: Vec<String> = order
        .iter()
        .map(|&seat| format!("{} {}", seats[seat.index()], outcome.points(seat)))
        .collect();
    match outcome.winner() {
        Some(winner) if seats.len() == 2 => format!("{} wins.", seats[winner.index()]),
        None if seats.len() == 2 => "The game is drawn.".into(),
        Some(winner) => format!("{} wins: {}.", seats[winner.index()], points.join(", ")),
        None => format!("The game is shared: {}.", points.join(", ")),
    }
}

/// Who plays a seat, in brackets after its name.
pub(crate) fn chair(plan: &Plan, seat: Seat) -> String {
    match &plan.chairs[seat.index()] {
        Chair::Player(spec) => spec.to_string(),
        Chair::Person
            if plan.chairs.iter().filter(|&chair| *chair == Chair::Person).count() > 1 =>
        {
            "a person".into()
        }
        Chair::Person => "you".into(),
    }
}

/// What is thought of a position, in one line: score, depth, moves to come.
pub(crate) fn thought(thought: &Thought) -> String {
    let score = thought.score.map_or_else(|| "?".to_owned(), |score| score.to_string());
    let moves = thought.lines.first().map(|line| &line.moves[..]).unwrap_or_default();
    let moves: Vec<&str> = moves.iter().map(|m| m.text.as_str()).collect();
    format!("{score}  depth {}  {}", thought.depth, moves.join(" "))
}

/// A clock: minutes and seconds, and tenths when there is little left.
pub(crate) fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    if seconds < 10 {
        format!("0:{:02}.{}", seconds, left.subsec_millis() / 100)
    } else if seconds < 3600 {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    } else {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

/// The same in ASCII, for terminals that know nothing else.
pub(crate) fn ascii(sign: char) -> char {
    match sign {
        _ if sign.is_ascii() => sign,
        '×' => 'x',
        '─' | '–' | '—' => '-',
        '│' => '|',
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' => '+',
        '·' | '…' => '.',
        '▏' => '_',
        '←' => '<',
        '→' | '▶' => '>',
        '↑' => '^',
        '↓' => 'v',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_at_a_glance() {
        assert_eq!(clock(Duration::from_millis(9_870)), "0:09.8");
        assert_eq!(clock(Duration::from_secs(75)), "1:15");
        assert_eq!(clock(Duration::from_secs(3 * 3600 + 62)), "3:01:02");
    }

    #[test]
    fn results_name_the_winner() {
        let plan = Plan::new(games::game("fauhalma").unwrap());
        let order = [Seat::SECOND, Seat::FIRST, Seat::THIRD];
        assert_eq!(result(&plan, &Outcome::places(&order)), "B wins: B 2, A 1, C 0.");
        assert_eq!(result(&plan, &Outcome::shared(&[], 3)), "The game is shared: A 1, B 1, C 1.");
        let plan = Plan::new(games::game("fanorona").unwrap());
        assert_eq!(result(&plan, &Outcome::draw()), "The game is drawn.");
        let quitter = plan.start.broken_off(Some(Seat::FIRST));
        let given_up = End {
            ending: Ending::Resignation,
            culprit: Some(Seat::FIRST),
            remark: None,
            outcome: quitter,
        };
        assert_eq!(end(&plan, &given_up), "White resigns. Black wins.");
    }
}
