//! The HTML report of a tournament: standings, cross-table, ratings, lengths and times, and every
//! game to replay. The page is self-contained: style, script and data are in it.
//!
//! A game is written as the changes that each move makes to the board's sites, so that the page needs
//! no rules to show it.

use std::collections::BTreeMap;

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use spielwerk_games::{AnyPosition, Content};

use super::Standings;
use spielwerk_codecs::record::{GameRecord, RecordError};

const STYLE: &str = include_str!("../../templates/report.css");
const SCRIPT: &str = include_str!("../../templates/report.js");

/// The page. What it is filled with is escaped, unless it is marked as safe.
#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage<'a> {
    title: &'a str,
    policy: &'a str,
    style: &'static str,
    script: &'static str,
    data: &'a str,
}

/// The report of these games of a tournament.
pub fn report(standings: &Standings, records: &[GameRecord]) -> Result<String, RecordError> {
    let mut boards = BTreeMap::new();
    let mut games = Vec::with_capacity(records.len());
    for record in records {
        let game = record.game()?;
        let board = || json!({ "board": game.board(), "info": game.info() });
        boards.entry(record.game.clone()).or_insert_with(board);
        games.push(game_json(record)?);
    }
    let data = json!({ "standings": standings, "boards": boards, "games": games });
    // Nothing in the data may end the script element that contains it.
    let data = data.to_string().replace('<', "\\u003c");
    let page = ReportPage {
        title: &standings.name,
        policy: &policy(),
        style: STYLE,
        script: SCRIPT,
        data: &data,
    };
    page.render().map_err(|error| RecordError::Game(error.to_string()))
}

/// The content security policy: our own script and style by their hashes, and nothing else.
fn policy() -> String {
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let (script, style) = (hash(SCRIPT), hash(STYLE));
    format!("default-src 'none'; script-src {script}; style-src {style}")
}

fn game_json(record: &GameRecord) -> Result<Value, RecordError> {
    let state = record.replay()?;
    let positions: Vec<Vec<String>> = state.positions().iter().map(contents).collect();
    let changes = positions.windows(2).map(|pair| {
        let sites = pair[0].iter().zip(&pair[1]).enumerate();
        let changed = sites.filter(|(_, (before, after))| before != after);
        changed.map(|(site, (_, after))| format!("{site}{after}")).collect::<Vec<_>>().join(",")
    });
    let analysis = |index: usize| {
        let ply = index.checked_sub(record.opening.len()).and_then(|it| record.moves.get(it));
        ply.map(|ply| json!([ply.score, ply.depth, ply.nodes, ply.us]))
    };
    let moves = state.written_moves().zip(changes).enumerate();
    Ok(json!({
        "number": record.number,
        "game": record.game,
        "players": record.players.iter().map(|it| &it.player).collect::<Vec<_>>(),
        "points": record.players.iter().map(|it| it.points).collect::<Vec<_>>(),
        "ending": record.termination,
        "remark": record.remark,
        "first": positions[0].join(" "),
        "turns": state.positions().iter().map(|it| it.turn().map(spielwerk_games::Seat::index)).collect::<Vec<_>>(),
        "moves": moves.map(|(index, (m, change))| json!([m, change, analysis(index)])).collect::<Vec<_>>(),
    }))
}

/// The content of every site as text: `.` empty, `x` blocked, `A` to `C` pieces, `:6` beans.
fn contents(position: &AnyPosition) -> Vec<String> {
    let letter = |content: Content| match content {
        Content::Empty => ".".to_owned(),
        Content::Blocked => "x".to_owned(),
        Content::Piece(seat) => ["A", "B", "C"][seat % 3].to_owned(),
        Content::Beans(beans) => format!(":{beans}"),
    };
    position.contents().into_iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_inject_a_script() {
        for name in
            ["{{data}}</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>"]
        {
            let standings = Standings { name: name.to_owned(), ..Standings::default() };
            let page = report(&standings, &[]).unwrap();
            assert_eq!(page.matches("<script").count(), 2, "{name}");
            assert!(!page.contains("<img"), "{name}");
            assert!(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src"));
        }
    }
}
