//! The line on which somebody thinks aloud about any position, or reviews a whole game.
//!
//! One question at a time: a new one ends the old one, and so does hanging up.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Utf8Bytes, WebSocket};
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use players::{Question, Spec};
use search::Limits;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::task::JoinSet;

use crate::House;
use crate::refusal::Refusal;
use crate::review::Review;
use crate::so_far::SoFar;
use crate::socket::{self, Heard, Line};
use crate::table::host::text;
use crate::thinkers::{Lane, Thinkers, Told, Who};
use crate::view::ThoughtView;

/// The most lines that are followed at once.
const LINES: usize = 10;
/// How long somebody thinks about a position, usually and at most, in milliseconds.
const USUAL_MS: u64 = 30_000;
const MOST_MS: u64 = 600_000;

/// What can be asked.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Asked {
    Analyse {
        #[serde(flatten)]
        so_far: SoFar,
        #[serde(default)]
        request: u64,
        #[serde(default = "one_line")]
        lines: usize,
        #[serde(default = "usual_ms")]
        ms: u64,
    },
    Review {
        #[serde(flatten)]
        so_far: SoFar,
        #[serde(default)]
        request: u64,
        #[serde(default = "Review::usual_ms")]
        ms: u64,
    },
    Stop {},
}

const fn one_line() -> usize {
    1
}

const fn usual_ms() -> u64 {
    USUAL_MS
}

/// Answers to one request.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    request: u64,
    out: UnboundedSender<Utf8Bytes>,
}

/// An answer with the number of its request.
#[derive(Serialize)]
struct Answer<'a, T> {
    #[serde(rename = "type")]
    kind: &'a str,
    request: u64,
    #[serde(flatten)]
    body: T,
}

impl Answers {
    /// Sends an answer. Whoever asked may have gone away; then nothing more is asked for either.
    pub(crate) fn send(&self, kind: &str, body: impl Serialize) {
        let _ = self.out.send(text(&Answer { kind, request: self.request, body }));
    }

    fn refuse(&self, why: &impl ToString) {
        self.send("refused", serde_json::json!({ "error": why.to_string() }));
    }
}

/// Opens the line.
pub(crate) async fn analysis(State(house): State<House>, upgrade: WebSocketUpgrade) -> Response {
    let line = house.line();
    let thinkers = house.rooms().thinkers().clone();
    socket::accept(upgrade, move |socket| talk(socket, thinkers, line))
}

async fn talk(socket: WebSocket, thinkers: Arc<Thinkers>, line: Line) {
    let mut line = line.open(socket);
    let caller: u64 = rand::random();
    let mut work = JoinSet::new();
    // Nothing has been asked yet, so nothing is answered: this end is not used.
    let (_, mut answers) = mpsc::unbounded_channel();
    loop {
        let message = tokio::select! {
            heard = line.hear() => match heard {
                Heard::Text(said) => {
                    // What the old question has still to say is not heard any more.
                    work.abort_all();
                    work.detach_all();
                    let (out, heard) = mpsc::unbounded_channel();
                    answers = heard;
                    begin(&mut work, caller, &thinkers, &said, out);
                    continue;
                }
                Heard::Nothing => continue,
                Heard::End => return,
            },
            Some(answer) = answers.recv() => answer,
        };
        if line.send(message).await.is_err() {
            return;
        }
    }
}

/// Begins to answer a question.
fn begin(
    work: &mut JoinSet<()>,
    caller: u64,
    thinkers: &Arc<Thinkers>,
    said: &str,
    out: UnboundedSender<Utf8Bytes>,
) {
    let answers = move |request| Answers { request, out };
    let asked = match serde_json::from_str(said) {
        Ok(asked) => asked,
        Err(error) => return answers(0).refuse(&error),
    };
    let who = |game: &str| Who {
        name: format!("analysis {caller:x} {game}"),
        spec: Spec::named("strong"),
        lane: Lane::Analysis,
    };
    match asked {
        Asked::Analyse { so_far, request, lines, ms } => {
            let question = Question {
                lines: lines.clamp(1, LINES),
                ..Question::new(Limits::time(Duration::from_millis(ms.clamp(1, MOST_MS))))
            };
            let (who, thinkers) = (who(&so_far.game), thinkers.clone());
            work.spawn(async move {
                let answers = answers(request);
                if let Err(error) = analyse(&so_far, who, question, &thinkers, &answers).await {
                    answers.refuse(&error);
                }
            });
        }
        Asked::Review { so_far, request, ms } => match so_far.course() {
            Ok(course) => {
                let review = Review::new(course, who(&so_far.game), thinkers.clone(), ms);
                work.spawn(review.tell(answers(request)));
            }
            Err(error) => answers(request).refuse(&error),
        },
        Asked::Stop {} => {}
    }
}

#[derive(Serialize)]
struct Analysis {
    #[serde(flatten)]
    thought: ThoughtView,
    done: bool,
}

async fn analyse(
    so_far: &SoFar,
    who: Who,
    question: Question,
    thinkers: &Arc<Thinkers>,
    answers: &Answers,
) -> Result<(), Refusal> {
    let course = so_far.course()?;
    let position = course.position().clone();
    if position.outcome().is_some() {
        return Err(Refusal::NotNow("the game is over"));
    }
    let mut thinking = thinkers.ask(who, course, question);
    while let Some(told) = thinking.next().await {
        let (thought, done) = match told {
            Told::Thought(thought) => (thought, false),
            Told::Answer(Ok(thought)) => (thought, true),
            Told::Answer(Err(fault)) => return Err(Refusal::nonsense(fault.to_string())),
        };
        answers.send("analysis", Analysis { thought: ThoughtView::of(&position, &thought), done });
    }
    Ok(())
}
