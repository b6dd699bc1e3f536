//! A game that was played elsewhere, to be looked at move by move.

use arena::record::Sheet;
use players::Course;
use serde::Serialize;
use serde_json::{Value, json};

use crate::refusal::Refusal;
use crate::view::{PlyView, StartView};

/// A game and what is known about it.
#[derive(Serialize)]
pub(crate) struct Replay {
    game: &'static str,
    start: StartView,
    plies: Vec<PlyView>,
    #[serde(flatten)]
    about: Value,
}

impl Replay {
    /// A game with whatever else there is to say.
    pub(crate) fn of(course: &Course, about: Value) -> Replay {
        Replay {
            game: course.game().name(),
            start: StartView::of(&course.positions()[0]),
            plies: PlyView::list(course, 0),
            about,
        }
    }

    /// A game of the archive.
    pub(crate) fn of_sheet(sheet: &Sheet) -> Result<Replay, Refusal> {
        let course = sheet.replay().map_err(|error| Refusal::Unread(error.to_string()))?;
        let notes = sheet.moves.iter().map(|noted| {
            json!({
                "score": noted.score, "depth": noted.depth, "nodes": noted.nodes,
                "time_ms": noted.us / 1000,
            })
        });
        let players = sheet.players.iter();
        let about = json!({
            "event": sheet.event,
            "number": sheet.number,
            "date": sheet.date,
            "players": players.clone().map(|it| &it.player).collect::<Vec<_>>(),
            "points": players.map(|it| it.points).collect::<Vec<_>>(),
            "ending": sheet.ending,
            "culprit": sheet.culprit.map(|seat| seat - 1),
            "remark": sheet.remark,
            "opening": sheet.opening.len(),
            "notes": notes.collect::<Vec<_>>(),
        });
        Ok(Replay::of(&course, about))
    }
}
