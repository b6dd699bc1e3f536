//! A tournament on one page: standings, cross-table, ratings, lengths and times, and every game to
//! replay. The page stands alone: style, script and data are in it, and it asks nobody for anything.
//!
//! A game is written as the changes that each move makes to the board's spots, so that the page
//! needs no rule to show it.

use std::collections::BTreeMap;

use games::{AnyPosition, Content};
use serde_json::{Value, json};

use super::Standings;
use crate::record::{Sheet, SheetError};

const PAGE: &str = include_str!("report.html");

/// The page about these games of a tournament.
pub fn report(standings: &Standings, sheets: &[Sheet]) -> Result<String, SheetError> {
    let mut boards = BTreeMap::new();
    let mut games = Vec::with_capacity(sheets.len());
    for sheet in sheets {
        let game = sheet.game()?;
        let board = || json!({ "board": game.board(), "info": game.info() });
        boards.entry(sheet.game.clone()).or_insert_with(board);
        games.push(game_json(sheet)?);
    }
    let data = json!({ "standings": standings, "boards": boards, "games": games });
    // Nothing in the data may end the script that holds it.
    let data = data.to_string().replace("</", "<\\/").replace("<!--", "<\\!--");
    Ok(PAGE.replace("{{title}}", &escape(&standings.name)).replace("{{data}}", &data))
}

fn game_json(sheet: &Sheet) -> Result<Value, SheetError> {
    let course = sheet.replay()?;
    let positions: Vec<Vec<String>> = course.positions().iter().map(contents).collect();
    let changes = positions.windows(2).map(|pair| {
        let spots = pair[0].iter().zip(&pair[1]).enumerate();
        let changed = spots.filter(|(_, (before, after))| before != after);
        changed.map(|(spot, (_, after))| format!("{spot}{after}")).collect::<Vec<_>>().join(",")
    });
    let note = |index: usize| {
        let noted = index.checked_sub(sheet.opening.len()).and_then(|it| sheet.moves.get(it));
        noted.map(|noted| json!([noted.score, noted.depth, noted.nodes, noted.us]))
    };
    let moves = course.moves().iter().zip(changes).enumerate();
    Ok(json!({
        "number": sheet.number,
        "game": sheet.game,
        "players": sheet.players.iter().map(|it| &it.player).collect::<Vec<_>>(),
        "points": sheet.players.iter().map(|it| it.points).collect::<Vec<_>>(),
        "ending": sheet.ending,
        "remark": sheet.remark,
        "first": positions[0].join(" "),
        "turns": course.positions().iter().map(|it| it.turn().map(games::Seat::index)).collect::<Vec<_>>(),
        "moves": moves.map(|(index, (m, change))| json!([m.text, change, note(index)])).collect::<Vec<_>>(),
    }))
}

/// What stands on every spot, in a letter or a number: `.` nothing, `x` blocked, `A` to `C` pieces,
/// `:6` beans.
fn contents(position: &AnyPosition) -> Vec<String> {
    let letter = |content: Content| match content {
        Content::Empty => ".".to_owned(),
        Content::Blocked => "x".to_owned(),
        Content::Piece(seat) => ["A", "B", "C"][seat % 3].to_owned(),
        Content::Beans(beans) => format!(":{beans}"),
    };
    position.contents().into_iter().map(letter).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
