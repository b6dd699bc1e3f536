//! What went wrong: a whole game looked at, position by position.
//!
//! A move's loss is what the position was worth to its player before it, less what it was worth
//! afterwards. With two at the board the position after the move tells that, seen from the other
//! side; with three it is seen when the player is on turn again, replies and all.

use std::sync::Arc;
use std::time::Duration;

use games::{AnyMove, AnyPosition, Seat};
use players::{Course, Question};
use search::{Limits, Score};
use serde::Serialize;
use serde_json::json;

use crate::analysis::Answers;
use crate::thinkers::{Thinkers, Told, Who};
use crate::view::{MoveView, ScoreView};

/// How long somebody thinks about each position, usually and at most, in milliseconds.
const USUAL_MS: u64 = 200;
const MOST_MS: u64 = 10_000;
/// The most mistakes that are told.
const MISTAKES: usize = 10;
/// Who loses less than this has lost nothing.
const SMALL: f64 = 0.3;
/// What a certain win counts, in the units of judgements.
const WIN: f64 = 20.0;

/// A game to look at.
pub(crate) struct Review {
    course: Course,
    who: Who,
    thinkers: Arc<Thinkers>,
    limits: Limits,
}

/// What a position is worth to a seat, and how it should go on.
struct Seen {
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
    pub(crate) fn new(course: Course, who: Who, thinkers: Arc<Thinkers>, ms: u64) -> Review {
        let limits = Limits::time(Duration::from_millis(ms.clamp(1, MOST_MS)));
        Review { course, who, thinkers, limits }
    }

    pub(crate) const fn usual_ms() -> u64 {
        USUAL_MS
    }

    /// Looks at every position from the first to the last, and tells.
    pub(crate) async fn tell(self, answers: Answers) {
        let positions = self.course.positions();
        let mut so_far = Course::from(self.course.game(), positions[0].clone());
        let mut seen = Vec::with_capacity(positions.len());
        for (ply, position) in positions.iter().enumerate() {
            if ply > 0 && so_far.play(&self.course.moves()[ply - 1]).is_err() {
                return;
            }
            let now = self.look(position, &so_far).await;
            let best = now.line.first();
            answers.send(
                "review",
                json!({
                    "ply": ply,
                    "of": positions.len(),
                    "seat": now.seat.index(),
                    "score": now.score.map(ScoreView::of),
                    "best": best.map(|m| MoveView::of(self.course.game(), position, m)),
                }),
            );
            seen.push(now);
        }
        answers.send("reviewed", json!({ "mistakes": self.mistakes(&seen) }));
    }

    async fn look(&self, position: &AnyPosition, so_far: &Course) -> Seen {
        if let Some(outcome) = position.outcome() {
            return Seen {
                seat: Seat::FIRST,
                score: Some(Score::of(&outcome, Seat::FIRST, 0)),
                line: Vec::new(),
            };
        }
        let seat = position.turn().unwrap_or(Seat::FIRST);
        let question = Question::new(self.limits);
        let mut thinking = self.thinkers.ask(self.who.clone(), so_far.clone(), question);
        while let Some(told) = thinking.next().await {
            if let Told::Answer(Ok(thought)) = told {
                let line = thought.lines.into_iter().next().map(|line| line.moves);
                return Seen { seat, score: thought.score, line: line.unwrap_or_default() };
            }
        }
        Seen { seat, score: None, line: Vec::new() }
    }

    /// The moves that lost most, worst first.
    fn mistakes(&self, seen: &[Seen]) -> Vec<Mistake> {
        let plies = 0..self.course.moves().len();
        let mut mistakes: Vec<Mistake> = plies.filter_map(|ply| self.mistake(ply, seen)).collect();
        mistakes.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        mistakes.truncate(MISTAKES);
        mistakes
    }

    fn mistake(&self, ply: usize, seen: &[Seen]) -> Option<Mistake> {
        let before = &seen[ply];
        let (score, after) = (before.score?, self.worth_after(ply, seen)?);
        let loss = worth(score) - worth(after);
        let played = &self.course.moves()[ply];
        let better = before.line.first().filter(|better| *better != played)?;
        if loss < SMALL {
            return None;
        }
        let position = &self.course.positions()[ply];
        let view = |m| MoveView::of(self.course.game(), position, m);
        Some(Mistake {
            ply,
            seat: before.seat.index(),
            loss: (100.0 * loss).round() / 100.0,
            played: view(played),
            better: view(better),
            line: before.line.iter().cloned().map(MoveView::bare).collect(),
            score: ScoreView::of(score),
            after: ScoreView::of(after),
        })
    }

    /// What a move has left its player with.
    fn worth_after(&self, ply: usize, seen: &[Seen]) -> Option<Score> {
        let seat = seen[ply].seat;
        let last = &self.course.positions()[self.course.moves().len()];
        if self.course.game().seats() == 2 {
            let next = &seen[ply + 1];
            return if next.seat == seat { next.score } else { next.score.map(|score| -score) };
        }
        let own_turn = |later: &&Seen| later.seat == seat && !later.line.is_empty();
        match seen[ply + 1..].iter().find(own_turn) {
            Some(again) => again.score,
            None => last.outcome().map(|outcome| Score::of(&outcome, seat, 0)),
        }
    }
}

/// A score as a number that can be compared with judgements.
fn worth(score: Score) -> f64 {
    match score.hundredths() {
        Some(hundredths) => (f64::from(hundredths) / 100.0).clamp(-WIN, WIN),
        None if score.is_win() => WIN,
        None if score.is_loss() => -WIN,
        None => 0.0,
    }
}
