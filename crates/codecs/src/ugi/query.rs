//! The `query` command: what a front end that knows no rules may ask.

use spielwerk_games::fauhalma::{FauHalma, RuleSet, Ss26, Star3, Ws25};
use spielwerk_games::{AnyPosition, Seat};

use super::truncate;

/// The response to a `query`.
pub fn query_response(position: &AnyPosition, rest: &str) -> Result<String, String> {
    let (query, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let turn = position.turn().map(|seat| seat.index() + 1);
    Ok(match query {
        "gameover" => turn.is_none().to_string(),
        "p1turn" => (turn == Some(1)).to_string(),
        "turn" => turn.map_or("none".into(), |turn| turn.to_string()),
        "result" => result(position),
        "places" => places(position),
        "fen" => position.text(),
        "islegal" => position.read_move(rest.trim()).is_ok().to_string(),
        "moves" => {
            let moves: Vec<String> =
                position.written_moves().into_iter().map(|(text, _)| text).collect();
            moves.join(" ")
        }
        _ => return Err(format!("unknown query `{}`", truncate(query))),
    })
}

/// The result as UGI names it: `p1win`, `draw`, `none`.
fn result(position: &AnyPosition) -> String {
    match position.outcome() {
        None => "none".into(),
        Some(outcome) => match outcome.winner() {
            Some(seat) => format!("p{}win", seat.index() + 1),
            None => "draw".into(),
        },
    }
}

/// The seats in the order in which they finished, so far.
fn places(position: &AnyPosition) -> String {
    let seats = match position.outcome() {
        Some(outcome) => {
            let mut seats: Vec<Seat> = Seat::all(outcome.seats()).collect();
            seats.sort_by_key(|&seat| std::cmp::Reverse(outcome.half_points(seat)));
            seats
        }
        None => home_so_far::<Ss26>(position)
            .or_else(|| home_so_far::<Ws25>(position))
            .unwrap_or_default(),
    };
    if seats.is_empty() {
        return "none".into();
    }
    let names: Vec<String> = seats.iter().map(|seat| format!("p{}", seat.index() + 1)).collect();
    names.join(" ")
}

/// The seats that are home in an unfinished game for three.
fn home_so_far<R: RuleSet>(position: &AnyPosition) -> Option<Vec<Seat>> {
    position.downcast_ref::<FauHalma<Star3, R>>().map(|position| position.places().to_vec())
}
