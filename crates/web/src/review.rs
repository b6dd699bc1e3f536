//! Game review: a search of every position of a game, graded mistakes, and the accuracy of every seat.
//!
//! The loss of a move is the expected share of the points before it, less that afterwards. In games
//! for two, afterwards is the next position; in games for three it is the position in which the same
//! seat is on turn again, replies included.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use spielwerk_games::{AnyMove, AnyPosition, Outcome, Seat};
use spielwerk_players::{Analysis, GameState, PlayerKey, SearchEvent, SearchParams};
use spielwerk_search::{Limits, Score};

use crate::accuracy::{Grade, accuracy, expected_share};
use crate::analysis::Responder;
use crate::expected_points::expected_points;
use crate::player_threads::{PlayerThreads, Purpose, Visitor};
use crate::view::{MoveView, ScoreView, points};

/// The search time for each position, by default and at most, in milliseconds.
const DEFAULT_MS: u64 = 200;
const MAX_MS: u64 = 10_000;

/// A game to review.
pub(crate) struct Review {
    game_state: GameState,
    key: PlayerKey,
    player_threads: Arc<PlayerThreads>,
    visitor: Visitor,
    /// The search time for each position.
    time: Duration,
}

/// The score of a position for the seat on turn, and the principal variation.
struct EvaluatedPosition {
    seat: Seat,
    score: Option<Score>,
    line: Vec<AnyMove>,
    /// The expected points of each seat, in games for more than two.
    points: Option<Vec<f64>>,
    /// How the game has ended.
    outcome: Option<Outcome>,
}

/// A move that lost something.
#[derive(Serialize)]
struct Mistake {
    ply: usize,
    seat: usize,
    grade: Grade,
    /// The share of the winner's points that it lost.
    loss: f64,
    played: MoveView,
    better: MoveView,
    line: Vec<MoveView>,
    score: ScoreView,
    after: ScoreView,
}

impl Review {
    pub(crate) fn new(
        game_state: GameState,
        key: PlayerKey,
        player_threads: Arc<PlayerThreads>,
        visitor: Visitor,
        ms: u64,
    ) -> Review {
        let time = Duration::from_millis(ms.clamp(1, MAX_MS));
        Review { game_state, key, player_threads, visitor, time }
    }

    pub(crate) const fn default_ms() -> u64 {
        DEFAULT_MS
    }

    /// Searches every position from the first to the last, and sends the results.
    pub(crate) async fn run(self, responder: Responder) {
        let positions = self.game_state.positions();
        let mut replayed = GameState::from_position(self.game_state.game(), positions[0].clone());
        let mut evaluated = Vec::with_capacity(positions.len());
        for (ply, position) in positions.iter().enumerate() {
            if ply > 0 && replayed.play(self.game_state.moves()[ply - 1]).is_err() {
                return;
            }
            let now = self.evaluate(position, &replayed, &responder).await;
            let best = now.line.first().copied();
            responder.send(
                "review",
                json!({
                    "ply": ply,
                    "of": positions.len(),
                    "seat": now.seat.index(),
                    "score": now.score.map(ScoreView::of),
                    "best": best.map(|m| MoveView::of(self.game_state.game(), position, m)),
                    "points": now.points,
                }),
            );
            evaluated.push(now);
        }
        responder.send(
            "reviewed",
            json!({
                "mistakes": self.mistakes(&evaluated),
                "accuracy": self.accuracies(&evaluated),
            }),
        );
    }

    async fn evaluate(
        &self,
        position: &AnyPosition,
        replayed: &GameState,
        responder: &Responder,
    ) -> EvaluatedPosition {
        if let Some(outcome) = position.outcome() {
            return EvaluatedPosition {
                seat: Seat::FIRST,
                score: Some(Score::from_outcome(&outcome, Seat::FIRST, 0)),
                line: Vec::new(),
                points: (outcome.seats() > 2).then(|| points(&outcome)),
                outcome: Some(outcome),
            };
        }
        let seat = position.turn().unwrap_or(Seat::FIRST);
        let mut found = None;
        // On a busy machine a short search may end before it has looked at anything.
        for longer in [1, 4, 16] {
            found = self.search(replayed, longer, responder).await;
            if found.as_ref().is_some_and(|analysis| analysis.score.is_some()) {
                break;
            }
        }
        let Some(analysis) = found else {
            return EvaluatedPosition {
                seat,
                score: None,
                line: Vec::new(),
                points: None,
                outcome: None,
            };
        };
        let points = expected_points(position, &analysis);
        let line = analysis.variations.into_iter().next().map(|line| line.moves);
        let (score, line) = (analysis.score, line.unwrap_or_default());
        EvaluatedPosition { seat, score, line, points, outcome: None }
    }

    /// Searches the position that was reached, so many times as long as the limits say.
    async fn search(
        &self,
        replayed: &GameState,
        longer: u32,
        responder: &Responder,
    ) -> Option<Analysis> {
        let limits = Limits::time(self.time * longer);
        let mut search = self.player_threads.search(
            Purpose::Analysis,
            self.visitor,
            self.key.clone(),
            replayed.clone(),
            SearchParams::new(limits),
        );
        while let Some(event) = search.next().await {
            match event {
                SearchEvent::Waiting(ahead) => responder.send("waiting", json!({ "ahead": ahead })),
                SearchEvent::Progress(_) => {}
                SearchEvent::Done(result) => return result.ok(),
            }
        }
        None
    }

    /// All graded moves, in the order of the game.
    fn mistakes(&self, evaluated: &[EvaluatedPosition]) -> Vec<Mistake> {
        let plies = 0..self.game_state.moves().len();
        plies.filter_map(|ply| self.mistake(ply, evaluated)).collect()
    }

    fn mistake(&self, ply: usize, evaluated: &[EvaluatedPosition]) -> Option<Mistake> {
        let before = &evaluated[ply];
        let after = self.after(ply, evaluated)?;
        let loss = self.loss(ply, evaluated)?;
        let grade = Grade::of(loss)?;
        let better = before.line.first().copied()?;
        let position = &self.game_state.positions()[ply];
        let view = |m| MoveView::of(self.game_state.game(), position, m);
        Some(Mistake {
            ply,
            seat: before.seat.index(),
            grade,
            loss: (1000.0 * loss).round() / 1000.0,
            played: view(self.game_state.moves()[ply]),
            better: view(better),
            line: MoveView::line(position, &before.line, usize::MAX),
            score: ScoreView::of(before.score?),
            after: ScoreView::of(after.score_of(before.seat)?),
        })
    }

    /// The share of the points that a move lost. What the engine would have played loses nothing.
    fn loss(&self, ply: usize, evaluated: &[EvaluatedPosition]) -> Option<f64> {
        let before = &evaluated[ply];
        if before.line.first() == Some(&self.game_state.moves()[ply]) {
            return Some(0.0);
        }
        let after = self.after(ply, evaluated)?;
        Some((before.share(before.seat)? - after.share(before.seat)?).max(0.0))
    }

    /// The position that shows what a move has left its player with.
    fn after<'a>(
        &self,
        ply: usize,
        evaluated: &'a [EvaluatedPosition],
    ) -> Option<&'a EvaluatedPosition> {
        let later = &evaluated[ply + 1..];
        if self.game_state.game().seats() == 2 {
            return later.first();
        }
        let seat = evaluated[ply].seat;
        let own_turn = |later: &&EvaluatedPosition| later.seat == seat && !later.line.is_empty();
        let is_over = self.game_state.position().outcome().is_some();
        later.iter().find(own_turn).or_else(|| later.last().filter(|_| is_over))
    }

    /// The accuracy of each seat in per cent; none for one that has not moved.
    fn accuracies(&self, evaluated: &[EvaluatedPosition]) -> Vec<Option<f64>> {
        let of_seat = |seat: Seat| {
            let own = (0..self.game_state.moves().len()).filter(|&ply| evaluated[ply].seat == seat);
            let losses: Vec<_> =
                own.filter_map(|ply| Some((ply, self.loss(ply, evaluated)?))).collect();
            let shares: Vec<f64> =
                evaluated.iter().map(|it| it.share(seat).unwrap_or(0.5)).collect();
            accuracy(&losses, &shares).map(|accuracy| (10.0 * accuracy).round() / 10.0)
        };
        Seat::all(self.game_state.game().seats()).map(of_seat).collect()
    }
}

impl EvaluatedPosition {
    /// The share of the winner's points that a seat can expect.
    fn share(&self, seat: Seat) -> Option<f64> {
        match &self.points {
            Some(points) => Some(points[seat.index()] / (points.len() - 1) as f64),
            None => self.score_of(seat).map(expected_share),
        }
    }

    /// The score for a seat: in games for two the opponent's is the opposite.
    fn score_of(&self, seat: Seat) -> Option<Score> {
        match &self.outcome {
            Some(outcome) => Some(Score::from_outcome(outcome, seat, 0)),
            None if seat == self.seat => self.score,
            None => self.score.filter(|_| self.points.is_none()).map(|score| -score),
        }
    }
}
