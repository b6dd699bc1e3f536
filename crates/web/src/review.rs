//! Game review: a search of every position of a game, and the moves that lost most.
//!
//! The loss of a move is the score of the position before it, less the score afterwards. In games
//! for two the score afterwards is that of the next position, negated; in games for three it is the
//! score when the same seat is on turn again, replies included.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use spielwerk_games::{AnyMove, AnyPosition, Seat};
use spielwerk_players::{GameState, SearchParams};
use spielwerk_search::{Limits, Score};

use crate::analysis::Responder;
use crate::player_threads::{PlayerEvent, PlayerKey, PlayerThreads};
use crate::view::{MoveView, ScoreView};

/// The search time for each position, by default and at most, in milliseconds.
const DEFAULT_MS: u64 = 200;
const MAX_MS: u64 = 10_000;
/// The most mistakes that are reported.
const MAX_MISTAKES: usize = 10;
/// A smaller loss is no mistake.
const MIN_LOSS: f64 = 0.3;
/// What a proven win counts, in the units of estimates.
const WIN: f64 = 20.0;

/// A game to review.
pub(crate) struct Review {
    game_state: GameState,
    key: PlayerKey,
    player_threads: Arc<PlayerThreads>,
    limits: Limits,
}

/// The score of a position for the seat on turn, and the principal variation.
struct EvaluatedPosition {
    seat: Seat,
    score: Option<Score>,
    line: Vec<AnyMove>,
}

/// A move that lost something.
#[derive(Serialize)]
struct Mistake {
    ply: usize,
    seat: usize,
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
        ms: u64,
    ) -> Review {
        let limits = Limits::time(Duration::from_millis(ms.clamp(1, MAX_MS)));
        Review { game_state, key, player_threads, limits }
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
            let now = self.evaluate(position, &replayed).await;
            let best = now.line.first().copied();
            responder.send(
                "review",
                json!({
                    "ply": ply,
                    "of": positions.len(),
                    "seat": now.seat.index(),
                    "score": now.score.map(ScoreView::of),
                    "best": best.map(|m| MoveView::of(self.game_state.game(), position, m)),
                }),
            );
            evaluated.push(now);
        }
        responder.send("reviewed", json!({ "mistakes": self.mistakes(&evaluated) }));
    }

    async fn evaluate(&self, position: &AnyPosition, replayed: &GameState) -> EvaluatedPosition {
        if let Some(outcome) = position.outcome() {
            return EvaluatedPosition {
                seat: Seat::FIRST,
                score: Some(Score::from_outcome(&outcome, Seat::FIRST, 0)),
                line: Vec::new(),
            };
        }
        let seat = position.turn().unwrap_or(Seat::FIRST);
        let params = SearchParams::new(self.limits);
        let mut search = self.player_threads.search(self.key.clone(), replayed.clone(), params);
        while let Some(event) = search.next().await {
            if let PlayerEvent::Done(Ok(analysis)) = event {
                let line = analysis.variations.into_iter().next().map(|line| line.moves);
                return EvaluatedPosition {
                    seat,
                    score: analysis.score,
                    line: line.unwrap_or_default(),
                };
            }
        }
        EvaluatedPosition { seat, score: None, line: Vec::new() }
    }

    /// The moves that lost most, worst first.
    fn mistakes(&self, evaluated: &[EvaluatedPosition]) -> Vec<Mistake> {
        let plies = 0..self.game_state.moves().len();
        let mut mistakes: Vec<Mistake> =
            plies.filter_map(|ply| self.mistake(ply, evaluated)).collect();
        mistakes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        mistakes.truncate(MAX_MISTAKES);
        mistakes
    }

    fn mistake(&self, ply: usize, evaluated: &[EvaluatedPosition]) -> Option<Mistake> {
        let before = &evaluated[ply];
        let (score, after) = (before.score?, self.score_after(ply, evaluated)?);
        let loss = units(score) - units(after);
        let played = self.game_state.moves()[ply];
        let better = before.line.first().copied().filter(|&better| better != played)?;
        if loss < MIN_LOSS {
            return None;
        }
        let position = &self.game_state.positions()[ply];
        let view = |m| MoveView::of(self.game_state.game(), position, m);
        Some(Mistake {
            ply,
            seat: before.seat.index(),
            loss: (100.0 * loss).round() / 100.0,
            played: view(played),
            better: view(better),
            line: MoveView::line(position, &before.line, usize::MAX),
            score: ScoreView::of(score),
            after: ScoreView::of(after),
        })
    }

    /// The score that a move has left its player with.
    fn score_after(&self, ply: usize, evaluated: &[EvaluatedPosition]) -> Option<Score> {
        let seat = evaluated[ply].seat;
        let last = &self.game_state.positions()[self.game_state.moves().len()];
        if self.game_state.game().seats() == 2 {
            let next = &evaluated[ply + 1];
            return if next.seat == seat { next.score } else { next.score.map(|score| -score) };
        }
        let own_turn = |later: &&EvaluatedPosition| later.seat == seat && !later.line.is_empty();
        match evaluated[ply + 1..].iter().find(own_turn) {
            Some(again) => again.score,
            None => last.outcome().map(|outcome| Score::from_outcome(&outcome, seat, 0)),
        }
    }
}

/// A score as a number: a proven win, draw or loss on the scale of estimates.
fn units(score: Score) -> f64 {
    match score.hundredths() {
        Some(hundredths) => (f64::from(hundredths) / 100.0).clamp(-WIN, WIN),
        None if score.is_win() => WIN,
        None if score.is_loss() => -WIN,
        None => 0.0,
    }
}
