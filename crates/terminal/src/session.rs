//! A game under way: whose turn it is, who thinks, what is taken back, how it ends.
//!
//! A session does no input and no output and never waits unless it is asked to. Whoever shows it
//! calls [`Session::attend`] now and then, which takes in what players have thought meanwhile.

use std::time::{Duration, Instant};

use arena::{Bounds, Clocks, Control, End, Entrant, Referee};
use games::{AnyMove, AnyPosition, MoveError, Seat};
use players::{Course, Fault, Spec, SpecError, Thought};
use search::Limits;
use thiserror::Error;

use crate::mind::{Mind, News};
use crate::{Chair, Plan};

/// A game under way.
pub struct Session {
    plan: Plan,
    referee: Referee,
    course: Course,
    /// As they stood before every move, and as they stand.
    clocks: Vec<Clocks>,
    /// Moves taken back, the next to be played again last.
    undone: Vec<AnyMove>,
    /// The players by their seats; nobody where a person sits.
    minds: Vec<Option<Mind>>,
    /// Who gives advice, once somebody has asked for it.
    adviser: Option<Mind>,
    thought: Option<Thought>,
    advice: Option<Thought>,
    began: Instant,
    end: Option<End>,
    games: u64,
}

/// Why nobody comes to the table.
#[derive(Debug, Error)]
pub enum TableError {
    /// A player that there is not.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player that cannot come.
    #[error("{name} does not come to the board: {fault}")]
    Absent {
        /// Who.
        name: String,
        /// Why not.
        fault: Fault,
    },
}

impl Session {
    /// Sits everybody down and begins.
    pub fn new(plan: Plan) -> Result<Session, TableError> {
        // People see their clocks run and are told when time is up; nothing is tolerated on top.
        let control = Control { margin: None, ..plan.control };
        let course = Course::from(plan.game, plan.start.clone());
        let mut session = Session {
            referee: Referee { control, bounds: Bounds::usual(plan.game) },
            clocks: vec![Clocks::new(&control, plan.game.seats())],
            undone: Vec::new(),
            minds: Vec::new(),
            adviser: None,
            thought: None,
            advice: None,
            began: Instant::now(),
            end: None,
            games: 0,
            course,
            plan,
        };
        session.seat_players()?;
        session.next_turn();
        Ok(session)
    }

    /// What is played, and by whom.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The game so far.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Where it stands.
    pub fn position(&self) -> &AnyPosition {
        self.course.position()
    }

    /// How it ended, once it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Who is to move, while the game goes on.
    pub fn turn(&self) -> Option<Seat> {
        self.position().turn().filter(|_| self.end.is_none())
    }

    /// The person who is to move, if it is one.
    pub fn person(&self) -> Option<Seat> {
        self.turn().filter(|seat| self.plan.chairs[seat.index()] == Chair::Person)
    }

    /// How long the turn has lasted.
    pub fn thinking_for(&self) -> Duration {
        self.began.elapsed()
    }

    /// What the player on turn thinks so far, or thought before its last move.
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// What the adviser thinks of the present position.
    pub fn advice(&self) -> Option<&Thought> {
        self.advice.as_ref()
    }

    /// What is left on a seat's clock, if time for the whole game is limited.
    pub fn clock(&self, seat: Seat) -> Option<Duration> {
        let left = self.clocks.last()?.left(seat)?;
        let running = self.turn() == Some(seat);
        Some(if running { left.saturating_sub(self.began.elapsed()) } else { left })
    }

    /// A person's move.
    pub fn play(&mut self, m: &AnyMove) -> Result<(), MoveError> {
        self.make(m)
    }

    /// Takes in what players and the clock have to say; whether anything is new.
    pub fn attend(&mut self) -> bool {
        let mut news = self.attend_adviser();
        while let Some(seat) = self.turn() {
            if self.clock(seat) == Some(Duration::ZERO) {
                let fault = Fault::Time(self.began.elapsed());
                self.finish(End::forfeit(&self.course, seat, &fault));
                return true;
            }
            let Some(told) = self.minds[seat.index()].as_ref().and_then(Mind::listen) else {
                break;
            };
            self.hear(seat, told);
            news = true;
        }
        news
    }

    /// Waits for the player on turn to move, at most so long; whether it has.
    pub fn wait(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        let plies = self.course.moves().len();
        while let Some(seat) = self.turn().filter(|_| self.person().is_none())
            && self.course.moves().len() == plies
        {
            let left = until.saturating_duration_since(Instant::now());
            let told = self.minds[seat.index()].as_ref().and_then(|mind| mind.wait(left));
            match told {
                Some(told) => self.hear(seat, told),
                None if left.is_zero() => return false,
                None => {}
            }
        }
        true
    }

    /// Asks the adviser about the present position, for so long or, without a limit, until it
    /// changes.
    pub fn ask_advice(&mut self, time: Option<Duration>) -> Result<(), TableError> {
        if self.turn().is_none() {
            return Ok(());
        }
        if self.adviser.is_none() {
            self.adviser = Some(self.mind(&Spec::named("strong"))?);
        }
        if let Some(adviser) = &mut self.adviser {
            adviser.ask(&self.course, Limits { time, ..Limits::default() });
        }
        Ok(())
    }

    /// Waits for the adviser's answer.
    pub fn wait_for_advice(&mut self) -> Option<&Thought> {
        const SLICE: Duration = Duration::from_millis(100);
        while let Some(adviser) = &self.adviser {
            match adviser.wait(SLICE) {
                Some(News::Thought(thought)) => self.advice = Some(thought),
                Some(News::Answer(answer)) => {
                    self.advice = answer.ok();
                    break;
                }
                None => {}
            }
        }
        self.advice.as_ref()
    }

    /// Ends the adviser's thinking.
    pub fn hush_adviser(&mut self) {
        if let Some(adviser) = &mut self.adviser {
            adviser.hush();
        }
    }

    /// Takes back moves until a person is to move again; whether there was such a turn.
    pub fn take_back(&mut self) -> bool {
        let played = self.course.moves().len();
        let before = &self.course.positions()[..played];
        let is_person = |position: &AnyPosition| {
            let turn = position.turn();
            turn.is_some_and(|seat| self.plan.chairs[seat.index()] == Chair::Person)
        };
        let Some(target) = before.iter().rposition(is_person) else {
            return false;
        };
        self.hush();
        for _ in target..played {
            self.undone.extend(self.course.take_back());
            self.clocks.pop();
        }
        self.end = None;
        self.next_turn();
        true
    }

    /// Plays moves again that were taken back, until a person is to move; whether there were any.
    pub fn play_again(&mut self) -> bool {
        let mut any = false;
        while let Some(m) = self.undone.last().cloned() {
            self.hush();
            if self.make(&m).is_err() {
                self.undone.clear();
                break;
            }
            any = true;
            if self.person().is_some() {
                break;
            }
        }
        any
    }

    /// A seat gives up.
    pub fn resign(&mut self, seat: Seat) {
        if self.end.is_none() {
            self.finish(End::resigned(&self.course, seat));
        }
    }

    /// Begins a new game; everybody moves on by so many seats.
    pub fn begin_again(&mut self, seats: usize) -> Result<(), TableError> {
        self.hush();
        let chairs = self.plan.chairs.len();
        self.plan.chairs.rotate_right(seats % chairs.max(1));
        self.course = Course::from(self.plan.game, self.plan.start.clone());
        self.clocks = vec![Clocks::new(&self.referee.control, self.plan.game.seats())];
        self.undone.clear();
        self.thought = None;
        self.end = None;
        self.games += 1;
        self.seat_players()?;
        self.next_turn();
        Ok(())
    }

    fn seat_players(&mut self) -> Result<(), TableError> {
        let mind = |chair: &Chair| match chair {
            Chair::Person => Ok(None),
            Chair::Player(spec) => self.mind(spec).map(Some),
        };
        self.minds = self.plan.chairs.iter().map(mind).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn mind(&self, spec: &Spec) -> Result<Mind, TableError> {
        let entrant = Entrant::new(self.plan.game, spec)?;
        let seed = self.plan.seed.wrapping_add(self.games);
        let player = entrant.player(seed);
        let absent = |fault| TableError::Absent { name: entrant.name().to_owned(), fault };
        Ok(Mind::new(player.map_err(absent)?))
    }

    fn attend_adviser(&mut self) -> bool {
        let mut news = false;
        while let Some(told) = self.adviser.as_ref().and_then(Mind::listen) {
            news = true;
            match told {
                News::Thought(thought) | News::Answer(Ok(thought)) => self.advice = Some(thought),
                News::Answer(Err(_)) => break,
            }
        }
        news
    }

    fn hear(&mut self, seat: Seat, news: News) {
        match news {
            News::Thought(thought) => self.thought = Some(thought),
            News::Answer(Ok(thought)) => {
                let played = self.make(&thought.best);
                self.thought = Some(thought);
                if let Err(error) = played {
                    let fault = Fault::Illegal(error.to_string());
                    self.finish(End::forfeit(&self.course, seat, &fault));
                }
            }
            News::Answer(Err(fault)) => self.finish(End::forfeit(&self.course, seat, &fault)),
        }
    }

    /// Plays a move, whoever made it, and goes on.
    fn make(&mut self, m: &AnyMove) -> Result<(), MoveError> {
        let seat = self.turn();
        self.course.play(m)?;
        // Whoever plays otherwise than before has nothing to play again.
        if self.undone.pop().as_ref() != Some(m) {
            self.undone.clear();
        }
        if let Some(mut clocks) = self.clocks.last().cloned() {
            if let Some(seat) = seat {
                clocks.book(seat, self.began.elapsed());
            }
            self.clocks.push(clocks);
        }
        self.next_turn();
        Ok(())
    }

    /// Says how the game ended, or asks whoever is next.
    fn next_turn(&mut self) {
        self.advice = None;
        self.hush_adviser();
        self.began = Instant::now();
        if let Some(end) = self.referee.verdict(&self.course) {
            return self.finish(end);
        }
        if let (Some(seat), Some(clocks)) = (self.turn(), self.clocks.last())
            && let Some(mind) = &mut self.minds[seat.index()]
        {
            mind.ask(&self.course, clocks.limits(seat, self.course.position()));
        }
    }

    fn finish(&mut self, end: End) {
        self.hush();
        self.end = Some(end);
    }

    /// Ends all thinking.
    fn hush(&mut self) {
        self.hush_adviser();
        for mind in self.minds.iter_mut().flatten() {
            mind.hush();
        }
    }
}

#[cfg(test)]
mod tests;
