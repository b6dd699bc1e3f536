//! A table: a game that is being played, who sits at it, and what may be done there.
//!
//! This is a plain value. It does no I/O and knows no clock on the wall: whoever holds it tells it
//! what time it is. [`host`] brings it to life.

mod clocks;
pub(crate) mod host;
pub(crate) mod live;
mod record;
pub(crate) mod rooms;
mod state;

use std::time::{Duration, Instant};

use arena::{Bounds, Ending};
use games::{AnyMove, Outcome, Seat};
use players::{Course, Spec};
use search::{Clock, Limits, Pace};
use serde::{Deserialize, Serialize};

use self::clocks::Clocks;
use self::record::GameClock;
use crate::refusal::Refusal;
use crate::so_far::play_all;
use crate::view::points;

pub(crate) use self::record::{NewTable, Sitter};

/// A player with a clock never plans to use the last of it: people's networks are slow.
const RESERVE: Duration = Duration::from_millis(50);

/// A game with everybody at it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    id: String,
    course: Course,
    /// What was taken back and can be played again, the next move last.
    undone: Vec<AnyMove>,
    seats: Vec<Sitter>,
    /// What plays on each seat: nothing where a person does.
    specs: Vec<Option<Spec>>,
    move_ms: u64,
    pace_ms: u64,
    clock: Option<GameClock>,
    clocks: Option<Clocks>,
    over: Option<Over>,
    paused: bool,
    seed: u64,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Over {
    ending: Ending,
    culprit: Option<usize>,
    /// The points of every seat.
    outcome: Vec<f64>,
    remark: Option<String>,
}

impl Table {
    /// Whose turn it is; nobody's once the game is over.
    pub(crate) fn on_turn(&self) -> Option<Seat> {
        self.course.position().turn().filter(|_| self.over.is_none())
    }

    /// Whether a person sits there.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.specs[seat.index()].is_none()
    }

    /// Whether a person plays at all.
    pub(crate) fn has_person(&self) -> bool {
        self.specs.iter().any(Option::is_none)
    }

    /// The player that is to move now, and not a person.
    pub(crate) fn player_on_turn(&self) -> Option<(Seat, &Spec)> {
        let seat = self.on_turn()?;
        Some((seat, self.specs[seat.index()].as_ref()?))
    }

    /// How many moves were played.
    pub(crate) fn plies(&self) -> usize {
        self.course.moves().len()
    }

    /// The game so far.
    pub(crate) fn course(&self) -> &Course {
        &self.course
    }

    /// What a player may spend on its move.
    pub(crate) fn limits(&self, now: Instant) -> Limits {
        let limits = Limits::time(Duration::from_millis(self.move_ms));
        let Some((clocks, seat)) = self.clocks.as_ref().zip(self.on_turn()) else {
            return limits;
        };
        let pace = Pace {
            remaining: clocks.left(seat, now),
            increment: clocks.increment(),
            moves_to_come: players::moves_to_come(self.course.position()),
            reserve: RESERVE,
        };
        let paced = pace.limits(Clock::Wall);
        Limits { time: paced.time.min(limits.time).or(limits.time), soft: paced.soft, ..limits }
    }

    /// Plays a legal move for whoever is on turn.
    pub(crate) fn play(&mut self, m: &AnyMove, now: Instant) -> Result<(), Refusal> {
        let seat = self.on_turn().ok_or(Refusal::NotNow("the game is over"))?;
        self.course.play(m)?;
        self.undone.clear();
        if let Some(clocks) = &mut self.clocks {
            clocks.press(seat, now);
        }
        self.settle(now);
        Ok(())
    }

    /// Takes back a whole turn: down to the last move of a person, that one included.
    pub(crate) fn undo(&mut self, now: Instant) -> Result<(), Refusal> {
        let nothing = Refusal::NotNow("there is no move of a person to take back");
        let back = self.last_turn_of_a_person().ok_or(nothing)?;
        while self.plies() > back {
            self.undone.extend(self.course.take_back());
        }
        self.over = None;
        self.settle(now);
        Ok(())
    }

    /// Plays a whole turn again that was taken back: a person's move, and what was answered.
    pub(crate) fn redo(&mut self, now: Instant) -> Result<(), Refusal> {
        if self.undone.is_empty() {
            return Err(Refusal::NotNow("nothing was taken back"));
        }
        while let Some(m) = self.undone.pop() {
            self.course.play(&m)?;
            let turn = self.course.position().turn();
            if turn.is_none_or(|seat| self.is_person(seat)) {
                break;
            }
        }
        self.settle(now);
        Ok(())
    }

    /// A person gives up: the one named, or the one on turn.
    pub(crate) fn resign(&mut self, seat: Option<usize>, now: Instant) -> Result<(), Refusal> {
        let turn = self.on_turn().ok_or(Refusal::NotNow("the game is over"))?;
        let seat = match seat {
            None => turn,
            Some(index) if index < self.seats.len() => Seat::new(index),
            Some(index) => {
                return Err(Refusal::nonsense(format!("this game has no seat {index}")));
            }
        };
        if !self.is_person(seat) {
            return Err(Refusal::NotNow("only a person can resign"));
        }
        self.forfeit(seat, Ending::Resignation, None, now);
        Ok(())
    }

    /// The game ends because of somebody.
    pub(crate) fn forfeit(
        &mut self,
        seat: Seat,
        ending: Ending,
        remark: Option<String>,
        now: Instant,
    ) {
        let outcome = self.course.position().broken_off(Some(seat));
        self.end(ending, Some(seat), &outcome, remark);
        self.settle(now);
    }

    /// Everybody moves one seat on.
    pub(crate) fn swap(&mut self) {
        self.seats.rotate_right(1);
        self.specs.rotate_right(1);
        // What was taken back may now be another's to play.
        self.undone.clear();
    }

    /// Players and clocks stop, or go on.
    pub(crate) fn pause(&mut self, paused: bool, now: Instant) {
        self.paused = paused;
        self.settle(now);
    }

    /// Whether players wait.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    /// The least time between two moves of players.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(self.pace_ms)
    }

    /// Sets it.
    pub(crate) fn set_pace(&mut self, ms: u64) -> Result<(), Refusal> {
        self.pace_ms = record::within("pace_ms", ms, record::PACE)?;
        Ok(())
    }

    /// When whoever is on turn runs out of time, if nothing happens.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.clocks.as_ref()?.deadline()
    }

    /// Whoever is on turn loses, if its time is up.
    pub(crate) fn flag(&mut self, now: Instant) {
        let late = self.deadline().is_some_and(|deadline| deadline <= now);
        if let Some(seat) = self.on_turn().filter(|_| late) {
            self.forfeit(seat, Ending::Time, None, now);
        }
    }

    /// Nobody's clock runs while nobody is there.
    pub(crate) fn freeze(&mut self, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.run(None, now);
        }
    }

    /// Sees whether the game is over, and whose clock runs.
    pub(crate) fn settle(&mut self, now: Instant) {
        if self.over.is_none() {
            self.judge();
        }
        let turn = self.on_turn().filter(|_| !self.paused);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(turn, now);
        }
    }

    fn judge(&mut self) {
        let position = self.course.position();
        if let Some(outcome) = position.outcome() {
            self.end(Ending::Natural, None, &outcome, None);
            return;
        }
        let turn = position.turn();
        let before = &self.course.positions()[..self.plies()];
        let turns = before.iter().filter(|position| position.turn() == turn).count();
        let bounds = Bounds::usual(self.course.game());
        if let Some(ending) = bounds.broken_off(&self.course, turns) {
            let outcome = position.broken_off(None);
            self.end(ending, None, &outcome, None);
        }
    }

    fn end(
        &mut self,
        ending: Ending,
        culprit: Option<Seat>,
        outcome: &Outcome,
        remark: Option<String>,
    ) {
        let culprit = culprit.map(Seat::index);
        self.over = Some(Over { ending, culprit, outcome: points(outcome), remark });
    }

    /// How many plies are left when a person's last move is taken back.
    fn last_turn_of_a_person(&self) -> Option<usize> {
        let positions = &self.course.positions()[..self.plies()];
        positions
            .iter()
            .rposition(|position| position.turn().is_some_and(|seat| self.is_person(seat)))
    }

    /// How many turns can be played again.
    fn turns_to_redo(&self) -> usize {
        let mut course = self.course.clone();
        let mut turns = 0;
        for m in self.undone.iter().rev() {
            let turn = course.position().turn();
            turns += usize::from(turn.is_some_and(|seat| self.is_person(seat)));
            if course.play(m).is_err() {
                break;
            }
        }
        turns
    }

    fn replay(course: &Course, texts: &[String]) -> Result<Vec<AnyMove>, Refusal> {
        let mut on = course.clone();
        let next_first: Vec<String> = texts.iter().rev().cloned().collect();
        play_all(&mut on, &next_first)?;
        let mut moves = on.moves()[course.moves().len()..].to_vec();
        moves.reverse();
        Ok(moves)
    }
}

#[cfg(test)]
mod tests;
