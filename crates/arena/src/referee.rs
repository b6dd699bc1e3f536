//! Plays one game between any players and says how it ended.
//!
//! Nothing that a player does can hurt anybody but itself: whatever it answers instead of a legal
//! move in time, even if it breaks down in the middle of a thought, loses the game for it. With
//! more than two at the board it gets the last place left, and the others share the rest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use games::{MoveError, Outcome, Seat};
use players::{Course, Fault, Player, Question, Thought};
use search::Stopwatch;

use crate::control::Clocks;
use crate::early::{Opinions, by_tables};
use crate::{Bounds, Control, Ending, Played, Ply};

/// Somebody who sees to it that a game is played by the rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Referee {
    /// What the players may spend.
    pub control: Control,
    /// What ends a game although its rules do not.
    pub bounds: Bounds,
}

/// How a game ended, why, and with what.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// How.
    pub ending: Ending,
    /// Who is to blame, if anybody is.
    pub culprit: Option<Seat>,
    /// What the culprit did, in words.
    pub remark: Option<String>,
    /// The points of every seat.
    pub outcome: Outcome,
}

impl End {
    /// A player gave no legal move in time.
    pub fn forfeit(course: &Course, seat: Seat, fault: &Fault) -> End {
        let ending = match fault {
            Fault::Illegal(_) => Ending::Illegal,
            Fault::Garbage(_) => Ending::Garbage,
            Fault::Time(_) => Ending::Time,
            Fault::Crash(_) | Fault::OtherGame { .. } => Ending::Crash,
            Fault::Gone(_) => Ending::Disconnect,
            Fault::Silent(_) | Fault::Over => Ending::NoMove,
        };
        let outcome = course.position().broken_off(Some(seat));
        End { ending, culprit: Some(seat), remark: Some(fault.to_string()), outcome }
    }

    /// A player gave up.
    pub fn resigned(course: &Course, seat: Seat) -> End {
        let outcome = course.position().broken_off(Some(seat));
        End { ending: Ending::Resignation, culprit: Some(seat), remark: None, outcome }
    }
}

impl Referee {
    /// How a game has ended by its rules or by the bounds, if it has.
    pub fn verdict(&self, course: &Course) -> Option<End> {
        let seats = course.game().seats();
        self.go_on(course, &turns_so_far(course, seats), &Clocks::new(&self.control, seats)).err()
    }

    /// Goes on with a game to its end. There is one player for each seat, in order.
    ///
    /// # Panics
    /// If there are fewer players than seats.
    pub fn play(&self, mut course: Course, players: &mut [Box<dyn Player>]) -> Played {
        let seats = course.game().seats();
        let mut turns = turns_so_far(&course, seats);
        let mut clocks = Clocks::new(&self.control, seats);
        let mut opinions = Opinions::default();
        let mut plies = Vec::new();
        let end = loop {
            let seat = match self.go_on(&course, &turns, &clocks) {
                Ok(seat) => seat,
                Err(end) => break end,
            };
            let player = &mut *players[seat.index()];
            let (ply, thought) = match self.turn(&mut course, seat, player, &mut clocks) {
                Ok(answer) => answer,
                Err(fault) => break End::forfeit(&course, seat, &fault),
            };
            plies.push(ply);
            turns[seat.index()] += 1;
            if seats == 2
                && course.position().outcome().is_none()
                && let Some((ending, outcome)) = opinions
                    .hear(&self.bounds, seat, &thought)
                    .or_else(|| self.bounds.adjudication.then(|| by_tables(course.position()))?)
            {
                let culprit = (ending == Ending::Resignation).then_some(seat);
                break End { ending, culprit, remark: None, outcome };
            }
        };
        over(course, plies, end)
    }

    /// A game that cannot even begin, because a player does not come to the board.
    pub fn no_show(&self, course: Course, seat: Seat, fault: &Fault) -> Played {
        let end = End::forfeit(&course, seat, fault);
        over(course, Vec::new(), end)
    }

    /// Who is on turn, if the game goes on.
    fn go_on(&self, course: &Course, turns: &[usize], clocks: &Clocks) -> Result<Seat, End> {
        let position = course.position();
        let end = |ending, outcome| End { ending, culprit: None, remark: None, outcome };
        if let Some(outcome) = position.outcome() {
            return Err(end(Ending::Natural, outcome));
        }
        // A position without an outcome has somebody on turn.
        let seat = position.turn().unwrap_or(Seat::FIRST);
        let Some(ending) = self.bounds.broken_off(course, turns[seat.index()]) else {
            return Ok(seat);
        };
        let ahead = clocks.ahead().filter(|_| self.bounds.clock_decides);
        Err(end(ending, ahead.map_or_else(|| position.broken_off(None), Outcome::win)))
    }

    /// Asks a player for a move, and plays it if it is legal and in time.
    fn turn(
        &self,
        course: &mut Course,
        seat: Seat,
        player: &mut dyn Player,
        clocks: &mut Clocks,
    ) -> Result<(Ply, Thought), Fault> {
        let question = clocks.question(seat, course.position());
        let allowed = clocks.allowed(seat);
        let (answer, time) = ask(player, course, &question);
        let in_time = clocks.book(seat, time);
        // Whoever is too late has lost by that, whatever the answer.
        if !in_time {
            return Err(Fault::Time(allowed.unwrap_or_default()));
        }
        let thought = answer?;
        course.play(&thought.best).map_err(|error| match error {
            MoveError::Unreadable { .. } => Fault::Garbage(error.to_string()),
            MoveError::Illegal { .. } => Fault::Illegal(error.to_string()),
        })?;
        Ok((Ply::new(seat, &thought, time, allowed), thought))
    }
}

/// A player's answer, and how long it took.
fn ask(
    player: &mut dyn Player,
    course: &Course,
    question: &Question,
) -> (Result<Thought, Fault>, Duration) {
    let stopwatch = Stopwatch::start(question.limits.clock, question.threads);
    // The player is never asked again after this, so it does not matter in what state it is left.
    let answer = catch_unwind(AssertUnwindSafe(|| player.choose(course, question, &mut |_| {})));
    let time = player.spent().unwrap_or_else(|| stopwatch.elapsed());
    let broken = |cause: Box<dyn std::any::Any + Send>| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
        Err(Fault::Crash(text.unwrap_or("it does not say why").to_owned()))
    };
    (answer.unwrap_or_else(broken), time)
}

/// How many turns each seat has had.
fn turns_so_far(course: &Course, seats: usize) -> Vec<usize> {
    let mut turns = vec![0; seats];
    let before = &course.positions()[..course.moves().len()];
    for seat in before.iter().filter_map(games::AnyPosition::turn) {
        turns[seat.index()] += 1;
    }
    turns
}

fn over(course: Course, plies: Vec<Ply>, end: End) -> Played {
    let End { ending, culprit, remark, outcome } = end;
    Played { course, plies, ending, culprit, remark, outcome }
}
