//! Positions, scores and answers as they stand on a line.

use games::{AnyGame, AnyPosition};
use players::Course;
use search::Score;

/// A foreign text cut to what fits into a remark.
pub(super) fn short(text: &str) -> String {
    let mut line: String = text.chars().take(60).collect();
    line.retain(|c| !c.is_control());
    line
}

/// Reads `startpos|fen <position> [moves …]`.
pub(super) fn read_position(game: AnyGame, rest: &str) -> Result<Course, String> {
    let mut words = rest.split_whitespace();
    let mut course = match words.next() {
        Some("startpos") => {
            expect_moves(&mut words)?;
            Course::new(game)
        }
        Some("fen") => {
            let text: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            let position = game.read(&text.join(" ")).map_err(|why| why.to_string())?;
            Course::from(game, position)
        }
        _ => return Err("a position is `startpos` or `fen` with a position after it".into()),
    };
    for word in words {
        let m = course.position().read_move(word).map_err(|why| why.to_string())?;
        course.play(&m).map_err(|why| why.to_string())?;
    }
    Ok(course)
}

fn expect_moves<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<(), String> {
    match words.next() {
        None | Some("moves") => Ok(()),
        Some(other) => Err(format!("after `startpos` comes `moves`, not `{}`", short(other))),
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

/// The answer to a `query`.
pub(super) fn answer(position: &AnyPosition, rest: &str) -> Result<String, String> {
    let (question, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let turn = position.turn().map(|seat| seat.index() + 1);
    Ok(match question {
        "gameover" => turn.is_none().to_string(),
        "p1turn" => (turn == Some(1)).to_string(),
        "turn" => turn.map_or("none".into(), |turn| turn.to_string()),
        "result" => super::result(position),
        "places" => super::places(position),
        "fen" => position.text(),
        "islegal" => position.read_move(rest.trim()).is_ok().to_string(),
        "moves" => {
            let moves: Vec<String> = position.moves().into_iter().map(|m| m.text).collect();
            moves.join(" ")
        }
        _ => return Err(format!("unknown query `{}`", short(question))),
    })
}
