//! Parsing positions, formatting scores and query responses.

use spielwerk_games::{AnyGame, AnyPosition};
use spielwerk_players::GameState;
use spielwerk_search::Score;

/// Untrusted text cut to what fits into an `info string`.
pub(super) fn truncate(text: &str) -> String {
    let mut line: String = text.chars().take(60).collect();
    line.retain(|c| !c.is_control());
    line
}

/// Reads `startpos|fen <position> [moves …]`.
pub(super) fn read_position(game: AnyGame, rest: &str) -> Result<GameState, String> {
    let mut words = rest.split_whitespace();
    let mut state = match words.next() {
        Some("startpos") => {
            expect_moves(&mut words)?;
            GameState::new(game)
        }
        Some("fen") => {
            let text: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            let position = game.read_position(&text.join(" ")).map_err(|why| why.to_string())?;
            GameState::from_position(game, position)
        }
        _ => return Err("a position is `startpos` or `fen` with a position after it".into()),
    };
    for word in words {
        let m = state.position().read_move(word).map_err(|why| why.to_string())?;
        state.play(m).map_err(|why| why.to_string())?;
    }
    Ok(state)
}

fn expect_moves<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<(), String> {
    match words.next() {
        None | Some("moves") => Ok(()),
        Some(other) => Err(format!("after `startpos` comes `moves`, not `{}`", truncate(other))),
    }
}

/// A score: `cp 123`, `win 7`, `loss 4`, `draw`.
pub(super) fn score(score: Score) -> String {
    let plies = score.plies().unwrap_or(0);
    match score.hundredths() {
        Some(hundredths) => format!("cp {hundredths}"),
        None if score.is_win() => format!("win {plies}"),
        None if score.is_loss() => format!("loss {plies}"),
        None => "draw".into(),
    }
}

/// The response to a `query`.
pub(super) fn query_response(position: &AnyPosition, rest: &str) -> Result<String, String> {
    let (query, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let turn = position.turn().map(|seat| seat.index() + 1);
    Ok(match query {
        "gameover" => turn.is_none().to_string(),
        "p1turn" => (turn == Some(1)).to_string(),
        "turn" => turn.map_or("none".into(), |turn| turn.to_string()),
        "result" => super::result(position),
        "places" => super::places(position),
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
