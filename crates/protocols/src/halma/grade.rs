//! What a program would get in the course: ten single moves for a point each, nine games against a
//! simple opponent for ten points each, five of them with the first move.

use std::time::Duration;

use arena::{Ending, Entrant};
use games::{AnyGame, Seat};
use players::{Course, Player, Question, Spec, SpecError};
use search::{Limits, Stop};

use super::master;

/// How a program is graded.
#[derive(Debug)]
pub struct Grading {
    /// `halma` or `halma-strict`.
    pub game: AnyGame,
    /// The program.
    pub agent: Entrant,
    /// Its opponent in the games.
    pub reference: Entrant,
    /// Its time for a game.
    pub time: Duration,
    /// After how many plies a game is broken off.
    pub limit: usize,
}

/// What one move or one game brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What was asked, in a few words.
    pub task: String,
    /// How many points it got.
    pub points: u32,
    /// How many there were to get.
    pub most: u32,
    /// How it went, in a few words.
    pub remark: String,
}

impl Grading {
    /// The times of the single moves, in seconds.
    const SINGLES: [f64; 10] = [30.0, 23.33, 10.0, 6.6, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1];
    /// How many games, and how many of them with the first move.
    const GAMES: (usize, usize) = (9, 5);
    /// What a game is worth.
    const GAME_POINTS: u32 = 10;

    /// How many marks there will be.
    pub const MARKS: usize = Grading::SINGLES.len() + Grading::GAMES.0;

    /// The reference opponent: plain minimax, two plies deep.
    pub fn reference(game: AnyGame) -> Result<Entrant, SpecError> {
        Entrant::new(game, &Spec::named("minimax"))
    }

    /// Gives all marks, or until it is stopped.
    pub fn mark(&self, stop: &Stop, each: &mut dyn FnMut(&Mark)) -> Result<Vec<Mark>, SpecError> {
        let mut marks = Vec::new();
        for (number, seconds) in Grading::SINGLES.into_iter().enumerate() {
            if !stop.is_stopped() {
                marks.push(self.single(number, Duration::from_secs_f64(seconds))?);
                each(&marks[marks.len() - 1]);
            }
        }
        for number in 0..Grading::GAMES.0 {
            if !stop.is_stopped() {
                marks.push(self.game(number));
                each(&marks[marks.len() - 1]);
            }
        }
        Ok(marks)
    }

    /// A move from a position that a game has led to.
    fn single(&self, number: usize, time: Duration) -> Result<Mark, SpecError> {
        let course = stroll(self.game, number)?;
        let question = Question::new(Limits::cpu(time));
        let answer = self.agent.player(0).and_then(|mut player| {
            let thought = player.choose(&course, &question, &mut |_| {})?;
            Ok((thought, player.spent()))
        });
        let (points, remark) = match answer {
            Ok((_, Some(spent))) if spent > time => (0, format!("took {spent:.3?}")),
            Ok((thought, spent)) => (
                1,
                match spent {
                    Some(spent) => format!("{} in {spent:.3?}", thought.best.text),
                    None => thought.best.text,
                },
            ),
            Err(fault) => (0, fault.to_string()),
        };
        let ply = course.moves().len();
        let task = format!("a move after {ply} plies in {} s", time.as_secs_f64());
        Ok(Mark { task, points, most: 1, remark })
    }

    fn game(&self, number: usize) -> Mark {
        let own = if number.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
        let (first, words) =
            if number < Grading::GAMES.1 { (own, "with") } else { (own.opponent(), "without") };
        let mut entrants = [&self.agent, &self.reference];
        if own == Seat::SECOND {
            entrants.reverse();
        }
        let played = master::game(self.game, entrants, first, self.time, self.limit);
        let won = played.outcome.winner() == Some(own);
        let how = match (played.ending, played.remark) {
            (_, Some(remark)) => remark,
            (Ending::TooLong, None) => "decided by the clock".to_owned(),
            (_, None) => "camp filled".to_owned(),
        };
        let colour = self.game.info().seats[own.index()];
        let word = if won { "won" } else { "lost" };
        Mark {
            task: format!("a game as {colour} {words} the first move"),
            points: if won { Grading::GAME_POINTS } else { 0 },
            most: Grading::GAME_POINTS,
            remark: format!("{word} after {} plies: {how}", played.plies.len()),
        }
    }
}

/// A game between two simple players, broken off later from number to number.
fn stroll(game: AnyGame, number: usize) -> Result<Course, SpecError> {
    const RANDOM: usize = 6;
    let plies = 13 * number;
    let build =
        |name: &str| players::build(game, &Spec { seed: number as u64, ..Spec::named(name) });
    let (mut random, mut greedy) = (build("random")?, build("greedy")?);
    let mut course = Course::new(game);
    while course.moves().len() < plies {
        let player: &mut dyn Player =
            if course.moves().len() < RANDOM { &mut *random } else { &mut *greedy };
        let question = Question::new(Limits::nodes(1_000));
        let Ok(thought) = player.choose(&course, &question, &mut |_| {}) else { break };
        if course.play(&thought.best).is_err() {
            break;
        }
    }
    if course.position().outcome().is_some() {
        course.take_back();
    }
    Ok(course)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_moves_are_asked_all_over_a_game_and_for_both_colours() {
        let game = games::game("halma").unwrap();
        let courses: Vec<Course> = (0..10).map(|number| stroll(game, number).unwrap()).collect();
        let of = |seat| courses.iter().filter(|it| it.position().turn() == Some(seat)).count();
        assert_eq!((of(Seat::FIRST), of(Seat::SECOND)), (5, 5));
        assert!(courses.iter().all(|course| course.position().outcome().is_none()));
    }
}
