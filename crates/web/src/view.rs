//! Positions, moves and thoughts as they stand in JSON. `docs/api.md` is the other half of this
//! file: what is written here is promised there.

use games::{AnyGame, AnyMove, AnyPosition, Content, Outcome, Seat, Spot};
use players::{Course, Thought, Variation};
use search::Score;
use serde::Serialize;
use serde_json::Value;

use crate::prospects::prospects;
use crate::trail::{Trail, changes};

/// The moves of a line that are shown; nobody follows a longer arrow.
const LINE: usize = 8;

/// A move: what to click, and what there is to see.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveView {
    pub(crate) text: String,
    path: Vec<Spot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trail: Option<Trail>,
}

impl MoveView {
    /// A move to choose from.
    pub(crate) fn bare(m: AnyMove) -> MoveView {
        MoveView { text: m.text, path: m.path, trail: None }
    }

    /// A move to look at.
    pub(crate) fn of(game: AnyGame, position: &AnyPosition, m: &AnyMove) -> MoveView {
        MoveView { trail: Trail::of(game.board(), position, m), ..MoveView::bare(m.clone()) }
    }
}

/// A position with everything to choose from.
#[derive(Debug, Serialize)]
pub(crate) struct PositionView {
    game: &'static str,
    position: String,
    setup: Value,
    turn: Option<usize>,
    outcome: Option<Vec<f64>>,
    contents: Vec<Content>,
    moves: Vec<MoveView>,
}

impl PositionView {
    pub(crate) fn of(position: &AnyPosition) -> PositionView {
        PositionView {
            game: position.info().name,
            position: position.text(),
            setup: position.json(),
            turn: position.turn().map(Seat::index),
            outcome: position.outcome().map(|outcome| points(&outcome)),
            contents: position.contents(),
            moves: position.moves().into_iter().map(MoveView::bare).collect(),
        }
    }
}

/// Where a game begins.
#[derive(Debug, Serialize)]
pub(crate) struct StartView {
    position: String,
    contents: Vec<Content>,
    turn: Option<usize>,
}

impl StartView {
    pub(crate) fn of(position: &AnyPosition) -> StartView {
        StartView {
            position: position.text(),
            contents: position.contents(),
            turn: position.turn().map(Seat::index),
        }
    }
}

/// The points of every seat.
pub(crate) fn points(outcome: &Outcome) -> Vec<f64> {
    Seat::all(outcome.seats()).map(|seat| outcome.points(seat)).collect()
}

/// A move that was played, and what it changed.
#[derive(Debug, Serialize)]
pub(crate) struct PlyView {
    seat: Option<usize>,
    #[serde(rename = "move")]
    played: MoveView,
    changes: Vec<(Spot, Content)>,
    position: String,
    turn: Option<usize>,
}

impl PlyView {
    /// The plies of a game, but for the first so many.
    pub(crate) fn list(course: &Course, skip: usize) -> Vec<PlyView> {
        let positions = course.positions().windows(2);
        let plies = course.moves().iter().zip(positions).skip(skip);
        plies.map(|(m, pair)| PlyView::of(course.game(), &pair[0], m, &pair[1])).collect()
    }

    fn of(game: AnyGame, before: &AnyPosition, m: &AnyMove, after: &AnyPosition) -> PlyView {
        PlyView {
            seat: before.turn().map(Seat::index),
            played: MoveView::of(game, before, m),
            changes: changes(&before.contents(), &after.contents()).collect(),
            position: after.text(),
            turn: after.turn().map(Seat::index),
        }
    }
}

/// What a position is worth to somebody.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScoreView {
    text: String,
    #[serde(flatten)]
    worth: Worth,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Worth {
    Judged { value: f64 },
    Certain { result: &'static str, plies: Option<u32> },
}

impl ScoreView {
    pub(crate) fn of(score: Score) -> ScoreView {
        let worth = match score.hundredths() {
            Some(hundredths) => Worth::Judged { value: f64::from(hundredths) / 100.0 },
            None if score.is_win() => Worth::Certain { result: "win", plies: score.plies() },
            None if score.is_loss() => Worth::Certain { result: "loss", plies: score.plies() },
            None => Worth::Certain { result: "draw", plies: None },
        };
        ScoreView { text: score.to_string(), worth }
    }
}

/// What somebody thinks so far.
#[derive(Debug, Serialize)]
pub(crate) struct ThoughtView {
    seat: Option<usize>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    score: Option<ScoreView>,
    exact: bool,
    table_hits: u64,
    /// What every seat can expect, where more than two play.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<f64>>,
    lines: Vec<LineView>,
}

#[derive(Debug, Serialize)]
struct LineView {
    score: Option<ScoreView>,
    moves: Vec<MoveView>,
}

impl ThoughtView {
    /// What the seat on turn thinks.
    pub(crate) fn of(position: &AnyPosition, thought: &Thought) -> ThoughtView {
        let line = |line: &Variation| LineView {
            score: line.score.map(ScoreView::of),
            moves: line.moves.iter().take(LINE).cloned().map(MoveView::bare).collect(),
        };
        ThoughtView {
            seat: position.turn().map(Seat::index),
            depth: thought.depth,
            nodes: thought.nodes,
            time_ms: thought.time.as_millis().try_into().unwrap_or(u64::MAX),
            score: thought.score.map(ScoreView::of),
            exact: thought.exact,
            table_hits: thought.table_hits,
            points: prospects(position, thought),
            lines: thought.lines.iter().map(line).collect(),
        }
    }
}
