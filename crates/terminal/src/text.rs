//! Texts that both front ends use.

use std::time::Duration;

use spielwerk_games::{AnyPosition, Outcome, Seat};
use spielwerk_players::Analysis;
use spielwerk_session::{GameEnd, Termination};

use crate::{SeatPlayer, SessionConfig};

/// How a game ended, in a sentence.
pub(crate) fn game_end(config: &SessionConfig, end: &GameEnd) -> String {
    let culprit = end.culprit.map_or("", |seat| config.game.info().seats[seat.index()]);
    let remark = end.remark.as_deref().unwrap_or("no move");
    let why = match end.termination {
        Termination::Natural => String::new(),
        Termination::Repetition => "The position came once too often. ".into(),
        Termination::TooLong => "Nobody has any turns left. ".into(),
        Termination::Adjudication => "The game is adjudicated. ".into(),
        Termination::Agreement => "Both agree. ".into(),
        Termination::Resignation => format!("{culprit} resigns. "),
        Termination::Time => format!("{culprit}'s time is up. "),
        _ => format!("{culprit} is out: {remark}. "),
    };
    format!("{why}{}", result(config, &end.outcome))
}

/// Who has won.
fn result(config: &SessionConfig, outcome: &Outcome) -> String {
    let seats = config.game.info().seats;
    let mut order: Vec<Seat> = Seat::all(seats.len()).collect();
    order.sort_by_key(|&seat| std::cmp::Reverse(outcome.half_points(seat)));
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

/// Who plays a seat.
pub(crate) fn seat_player(config: &SessionConfig, seat: Seat) -> String {
    match &config.seats[seat.index()] {
        SeatPlayer::Player(spec) => spec.to_string(),
        SeatPlayer::Person
            if config.seats.iter().filter(|&player| *player == SeatPlayer::Person).count() > 1 =>
        {
            "a person".into()
        }
        SeatPlayer::Person => "you".into(),
    }
}

/// An analysis in one line: score, depth, principal variation.
pub(crate) fn analysis(position: &AnyPosition, analysis: &Analysis) -> String {
    let score = analysis.score.map_or_else(|| "?".to_owned(), |score| score.to_string());
    let moves = analysis.variations.first().map(|line| &line.moves[..]).unwrap_or_default();
    format!("{score}  depth {}  {}", analysis.depth, position.write_line(moves).join(" "))
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
        let config = SessionConfig::new(spielwerk_games::game("fauhalma").unwrap());
        let order = [Seat::SECOND, Seat::FIRST, Seat::THIRD];
        assert_eq!(result(&config, &Outcome::from_ranking(&order)), "B wins: B 2, A 1, C 0.");
        assert_eq!(result(&config, &Outcome::shared(&[], 3)), "The game is shared: A 1, B 1, C 1.");
        let config = SessionConfig::new(spielwerk_games::game("fanorona").unwrap());
        assert_eq!(result(&config, &Outcome::draw()), "The game is drawn.");
        let quitter = config.start.outcome_if_abandoned(Some(Seat::FIRST));
        let given_up = GameEnd {
            termination: Termination::Resignation,
            culprit: Some(Seat::FIRST),
            remark: None,
            outcome: quitter,
        };
        assert_eq!(game_end(&config, &given_up), "White resigns. Black wins.");
    }
}
