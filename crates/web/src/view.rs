//! Positions, moves and analyses as JSON. `docs/api.md` documents what is written here.

use serde::Serialize;
use serde_json::Value;
use spielwerk_games::{AnyGame, AnyMove, AnyPosition, Content, Outcome, Seat, Site};
use spielwerk_players::{Analysis, GameState, Variation};
use spielwerk_search::Score;

use crate::animation::{Animation, changes};
use crate::expected_points::expected_points;
use crate::path_tree::PathTree;

/// The most moves of a variation that are sent.
const MAX_LINE: usize = 8;

/// A move: the sites to click, and how it is animated.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveView {
    pub(crate) text: String,
    path: Vec<Site>,
    #[serde(rename = "trail", skip_serializing_if = "Option::is_none")]
    animation: Option<Animation>,
}

impl MoveView {
    /// A move without its animation.
    pub(crate) fn bare(position: &AnyPosition, m: AnyMove) -> MoveView {
        MoveView { text: position.write_move(m), path: position.path(m), animation: None }
    }

    /// A move with its animation.
    pub(crate) fn of(game: AnyGame, position: &AnyPosition, m: AnyMove) -> MoveView {
        MoveView {
            animation: Animation::of(game.board(), position, m),
            ..MoveView::bare(position, m)
        }
    }

    /// The first moves of a line, without their animations.
    pub(crate) fn line(position: &AnyPosition, moves: &[AnyMove], most: usize) -> Vec<MoveView> {
        let mut position = position.clone();
        let mut views = Vec::new();
        for &m in moves.iter().take(most) {
            views.push(MoveView::bare(&position, m));
            position.advance(m);
        }
        views
    }
}

/// The legal moves without their animations, sorted by their texts, and all their paths.
#[derive(Debug, Default, Serialize)]
pub(crate) struct LegalMovesView {
    moves: Vec<MoveView>,
    paths: PathTree,
}

impl LegalMovesView {
    pub(crate) fn of(position: &AnyPosition) -> LegalMovesView {
        let written = position.written_moves();
        let paths = PathTree::new(position, written.iter().map(|&(_, m)| m));
        let view = |(text, m)| MoveView { text, path: position.path(m), animation: None };
        LegalMovesView { moves: written.into_iter().map(view).collect(), paths }
    }
}

/// A position with its legal moves.
#[derive(Debug, Serialize)]
pub(crate) struct PositionView {
    game: &'static str,
    position: String,
    setup: Value,
    turn: Option<usize>,
    outcome: Option<Vec<f64>>,
    contents: Vec<Content>,
    #[serde(flatten)]
    legal_moves: LegalMovesView,
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
            legal_moves: LegalMovesView::of(position),
        }
    }
}

/// The initial position of a game.
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
    changes: Vec<(Site, Content)>,
    position: String,
    turn: Option<usize>,
    /// The points of every seat, if the game is over by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Vec<f64>>,
}

impl PlyView {
    /// The plies of a game without the first `skip`.
    pub(crate) fn list(game_state: &GameState, skip: usize) -> Vec<PlyView> {
        let positions = game_state.positions().windows(2);
        let plies = game_state.moves().iter().copied().zip(positions).skip(skip);
        plies.map(|(m, pair)| PlyView::of(game_state.game(), &pair[0], m, &pair[1])).collect()
    }

    fn of(game: AnyGame, before: &AnyPosition, m: AnyMove, after: &AnyPosition) -> PlyView {
        PlyView {
            seat: before.turn().map(Seat::index),
            played: MoveView::of(game, before, m),
            changes: changes(&before.contents(), &after.contents()).collect(),
            position: after.text(),
            turn: after.turn().map(Seat::index),
            outcome: after.outcome().map(|outcome| points(&outcome)),
        }
    }
}

/// The score of a position for one seat.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScoreView {
    text: String,
    #[serde(flatten)]
    kind: ScoreKind,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum ScoreKind {
    Estimate { value: f64 },
    Proven { result: &'static str, plies: Option<u32> },
}

impl ScoreView {
    pub(crate) fn of(score: Score) -> ScoreView {
        let kind = match score.hundredths() {
            Some(hundredths) => ScoreKind::Estimate { value: f64::from(hundredths) / 100.0 },
            None if score.is_win() => ScoreKind::Proven { result: "win", plies: score.plies() },
            None if score.is_loss() => ScoreKind::Proven { result: "loss", plies: score.plies() },
            None => ScoreKind::Proven { result: "draw", plies: None },
        };
        ScoreView { text: score.to_string(), kind }
    }
}

/// The analysis of a position so far.
#[derive(Debug, Serialize)]
pub(crate) struct AnalysisView {
    seat: Option<usize>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    score: Option<ScoreView>,
    exact: bool,
    table_hits: u64,
    /// The expected points of each seat, in games for more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<f64>>,
    lines: Vec<VariationView>,
}

#[derive(Debug, Serialize)]
struct VariationView {
    score: Option<ScoreView>,
    moves: Vec<MoveView>,
}

impl AnalysisView {
    /// An analysis for the seat on turn.
    pub(crate) fn of(position: &AnyPosition, analysis: &Analysis) -> AnalysisView {
        let variation = |line: &Variation| VariationView {
            score: line.score.map(ScoreView::of),
            moves: MoveView::line(position, &line.moves, MAX_LINE),
        };
        AnalysisView {
            seat: position.turn().map(Seat::index),
            depth: analysis.depth,
            nodes: analysis.nodes,
            time_ms: analysis.time.as_millis().try_into().unwrap_or(u64::MAX),
            score: analysis.score.map(ScoreView::of),
            exact: analysis.proven,
            table_hits: analysis.tablebase_hits,
            points: expected_points(position, analysis),
            lines: analysis.variations.iter().map(variation).collect(),
        }
    }
}
