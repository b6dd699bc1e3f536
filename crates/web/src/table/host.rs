//! The host of a table: one task that does all that happens there, one thing after the other.
//!
//! Guests call, players answer, clocks run out. Every change is made on a copy first, written down,
//! and only then shown; so what a guest has seen is never lost, and a store that fails changes
//! nothing. The host stays as long as somebody is there.

use std::sync::Arc;
use std::time::Instant;

use arena::Ending;
use axum::extract::ws::Utf8Bytes;
use games::{AnyMove, Spot};
use players::{Fault, Question, Spec, Thought};
use search::Limits;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::{broadcast, oneshot};
use tokio::time::sleep_until;

use super::Table;
use super::rooms::Rooms;
use crate::refusal::Refusal;
use crate::thinkers::{Lane, Thinking, Told, Who};
use crate::view::{MoveView, ScoreView, ThoughtView};

/// News that a slow guest may be behind before it is told everything anew.
const BEHIND: usize = 64;
/// How long somebody thinks about a hint.
const HINT_MS: u64 = 1_000;

/// What guests ask of the host.
pub(crate) enum Call {
    /// What is there to see? And what comes?
    Look(oneshot::Sender<View>),
    /// Do this.
    Do(Command, Private, oneshot::Sender<Result<(), Refusal>>),
    /// Somebody has gone.
    Leave,
}

/// Everything up to now, and everything from now on.
pub(crate) struct View {
    pub(crate) state: Utf8Bytes,
    pub(crate) news: broadcast::Receiver<Utf8Bytes>,
}

/// Where to send what only one guest asked for.
pub(crate) type Private = UnboundedSender<Utf8Bytes>;

/// What can be done at a table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Command {
    Move { path: Option<Vec<u16>>, text: Option<String>, ply: Option<usize> },
    Undo {},
    Redo {},
    Hint {},
    Resign { seat: Option<usize> },
    Swap {},
    Pause {},
    Resume {},
    Step {},
    Pace { ms: u64 },
}

/// A table with whoever thinks at it.
pub(crate) struct Host {
    table: Table,
    rooms: Arc<Rooms>,
    news: broadcast::Sender<Utf8Bytes>,
    /// The player on turn.
    thinking: Option<Thinking>,
    /// Its answer, if it came before it was time.
    held: Option<Thought>,
    /// When the last move was made.
    moved: Instant,
    /// Whether one move may be made although the table is paused.
    step: bool,
    hint: Option<(Thinking, Private)>,
}

impl Host {
    /// Takes care of a table.
    pub(crate) fn new(table: Table, rooms: Arc<Rooms>) -> Host {
        let news = broadcast::Sender::new(BEHIND);
        let moved = Instant::now();
        Host { table, rooms, news, thinking: None, held: None, moved, step: false, hint: None }
    }

    /// Does what is asked, until nobody is there.
    pub(crate) async fn work(mut self, mut calls: UnboundedReceiver<Call>) {
        self.table.settle(Instant::now());
        loop {
            self.wake_player();
            let due = self.held.as_ref().map(|_| self.moved + self.table.pace());
            let deadline = self.table.deadline();
            tokio::select! {
                call = calls.recv() => match call {
                    Some(Call::Look(reply)) => self.show(reply),
                    Some(Call::Do(command, private, reply)) => {
                        // A guest that has gone needs no answer.
                        let _ = reply.send(self.obey(command, private).await);
                    }
                    Some(Call::Leave) => {
                        self.remember_clocks().await;
                        if self.rooms.leave(&self.table.id) { break }
                    }
                    None => break,
                },
                told = next(&mut self.thinking) => self.hear(told).await,
                told = next_hint(&mut self.hint) => self.hear_hint(told),
                () = at(due) => if let Some(thought) = self.held.take() {
                    self.answer(&thought.best).await;
                },
                () = at(deadline) => {
                    let flagged = self.change(|table, now| { table.flag(now); Ok(()) }).await;
                    self.stand_still(flagged);
                }
            }
        }
    }

    /// Asks the player on turn, if one is and nobody does yet.
    fn wake_player(&mut self) {
        let goes_on = !self.table.is_paused() || self.step;
        let Some((seat, spec)) = self.table.player_on_turn().filter(|_| goes_on) else {
            self.thinking = None;
            return;
        };
        if self.thinking.is_none() && self.held.is_none() {
            let name = format!("{} {}", self.table.id, seat.index());
            let who = Who { name, spec: spec.clone(), lane: Lane::Game };
            let question = Question::new(self.table.limits(Instant::now()));
            self.thinking =
                Some(self.rooms.thinkers().ask(who, self.table.course().clone(), question));
        }
    }

    fn show(&self, reply: oneshot::Sender<View>) {
        let state = text(&self.table.state(0, Instant::now()));
        // Whoever asked may have gone away.
        let _ = reply.send(View { state, news: self.news.subscribe() });
    }

    /// Time that has passed since the last move counts, even if everybody goes.
    async fn remember_clocks(&self) {
        if self.table.deadline().is_some() {
            // At worst somebody gets a little time back.
            let _ = self.rooms.ledger().save(self.table.entry(Instant::now())).await;
        }
    }

    async fn obey(&mut self, command: Command, private: Private) -> Result<(), Refusal> {
        match command {
            Command::Move { path, text, ply } => {
                let m = self.find_move(path, text, ply)?;
                self.change(|table, now| table.play(&m, now)).await?;
                self.moved = Instant::now();
            }
            Command::Undo {} => self.change(Table::undo).await?,
            Command::Redo {} => self.change(Table::redo).await?,
            Command::Hint {} => return self.think_of_a_hint(private),
            Command::Resign { seat } => {
                self.change(|table, now| table.resign(seat, now)).await?;
            }
            Command::Swap {} => {
                self.change(|table, _| {
                    table.swap();
                    Ok(())
                })
                .await?;
            }
            Command::Pause {} => {
                self.change(|table, now| {
                    table.pause(true, now);
                    Ok(())
                })
                .await?;
            }
            Command::Resume {} => {
                self.change(|table, now| {
                    table.pause(false, now);
                    Ok(())
                })
                .await?;
            }
            Command::Step {} => self.step = true,
            Command::Pace { ms } => {
                return self.save(|table, _| table.set_pace(ms)).await;
            }
        }
        Ok(())
    }

    /// The legal move that a person means.
    fn find_move(
        &self,
        path: Option<Vec<u16>>,
        text: Option<String>,
        ply: Option<usize>,
    ) -> Result<AnyMove, Refusal> {
        let seat = self.table.on_turn().ok_or(Refusal::NotNow("the game is over"))?;
        if !self.table.is_person(seat) {
            return Err(Refusal::NotNow("it is not a person's turn"));
        }
        if ply.is_some_and(|ply| ply != self.table.plies()) {
            return Err(Refusal::NotNow("the game has gone on since then"));
        }
        let position = self.table.course().position();
        match (path, text) {
            (Some(path), None) => {
                let path: Vec<Spot> = path.into_iter().map(Spot).collect();
                let nowhere = Refusal::nonsense("this path is no legal move");
                position.follow(&path).done.ok_or(nowhere)
            }
            (None, Some(text)) => Ok(position.read_move(&text)?),
            _ => Err(Refusal::nonsense("a move needs either `path` or `text`")),
        }
    }

    /// Changes the game: whoever thinks about it begins anew.
    async fn change(
        &mut self,
        change: impl FnOnce(&mut Table, Instant) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        self.save(change).await?;
        self.thinking = None;
        self.held = None;
        self.hint = None;
        Ok(())
    }

    /// Changes a copy, writes it down, shows it.
    async fn save(
        &mut self,
        change: impl FnOnce(&mut Table, Instant) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let now = Instant::now();
        let mut next = self.table.clone();
        change(&mut next, now)?;
        self.rooms.ledger().save(next.entry(now)).await?;
        let keep = self.table.plies().min(next.plies());
        self.table = next;
        self.tell(&self.table.state(keep, Instant::now()));
        Ok(())
    }

    /// Tells everybody.
    fn tell(&self, news: &impl Serialize) {
        // Nobody may be listening just now.
        let _ = self.news.send(text(news));
    }

    async fn hear(&mut self, told: Option<Told>) {
        match told {
            Some(Told::Thought(thought)) => {
                let thinking = ThoughtView::of(self.table.course().position(), &thought);
                self.tell(&Thinks { thinking });
            }
            Some(Told::Answer(Ok(thought))) => {
                self.thinking = None;
                self.held = Some(thought);
            }
            Some(Told::Answer(Err(fault))) => self.give_up(&fault).await,
            None => self.give_up(&Fault::Crash("it ended without an answer".into())).await,
        }
    }

    /// Plays what the player on turn has answered.
    async fn answer(&mut self, m: &AnyMove) {
        let played = self.change(|table, now| table.play(m, now)).await;
        self.moved = Instant::now();
        self.step = false;
        self.stand_still(played);
    }

    /// Without its store the table stands still, until somebody makes it go on.
    fn stand_still(&mut self, stored: Result<(), Refusal>) {
        if let Err(error) = stored {
            self.held = None;
            self.table.pause(true, Instant::now());
            self.tell(&refused(&error));
        }
    }

    /// The player on turn has failed, and loses.
    async fn give_up(&mut self, fault: &Fault) {
        let remark = fault.to_string();
        let forfeit = |table: &mut Table, now| {
            if let Some(seat) = table.on_turn() {
                table.forfeit(seat, Ending::Crash, Some(remark), now);
            }
            Ok(())
        };
        let stored = self.change(forfeit).await;
        self.stand_still(stored);
    }

    fn think_of_a_hint(&mut self, private: Private) -> Result<(), Refusal> {
        self.table.on_turn().ok_or(Refusal::NotNow("the game is over"))?;
        let name = format!("{} hint", self.table.id);
        let who = Who { name, spec: Spec::named("strong"), lane: Lane::Game };
        let limits = Limits::time(std::time::Duration::from_millis(HINT_MS));
        let course = self.table.course().clone();
        let thinking = self.rooms.thinkers().ask(who, course, Question::new(limits));
        self.hint = Some((thinking, private));
        Ok(())
    }

    fn hear_hint(&mut self, told: Option<Told>) {
        let answer = match told {
            Some(Told::Thought(_)) => return,
            Some(Told::Answer(answer)) => answer,
            None => Err(Fault::Crash("it ended without an answer".into())),
        };
        let Some((_, private)) = self.hint.take() else { return };
        let course = self.table.course();
        let message = match answer {
            Ok(thought) => json!({
                "type": "hint",
                "ply": self.table.plies(),
                "seat": self.table.on_turn().map(games::Seat::index),
                "move": MoveView::of(course.game(), course.position(), &thought.best),
                "score": thought.score.map(ScoreView::of),
            }),
            Err(fault) => refused(&fault),
        };
        // Whoever asked may have gone away.
        let _ = private.send(text(&message));
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "thinking")]
struct Thinks {
    #[serde(flatten)]
    thinking: ThoughtView,
}

/// A message that something was not done, and why.
pub(crate) fn refused(why: &impl ToString) -> serde_json::Value {
    json!({ "type": "refused", "error": why.to_string() })
}

/// A message as text.
pub(crate) fn text(message: &impl Serialize) -> Utf8Bytes {
    // Plain data with text keys can always be written as JSON.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// What a player tells next; nothing ever, if nobody thinks.
async fn next(thinking: &mut Option<Thinking>) -> Option<Told> {
    match thinking {
        Some(thinking) => thinking.next().await,
        None => std::future::pending().await,
    }
}

async fn next_hint(hint: &mut Option<(Thinking, Private)>) -> Option<Told> {
    match hint {
        Some((thinking, _)) => thinking.next().await,
        None => std::future::pending().await,
    }
}

/// Waits until then; for ever, if there is no then.
async fn at(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when.into()).await,
        None => std::future::pending().await,
    }
}
