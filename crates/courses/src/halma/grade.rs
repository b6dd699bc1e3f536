//! Grades a program as the course does: ten single moves for a point each, nine games against a
//! simple opponent for ten points each, five of them with the first move.

use std::time::Duration;

use spielwerk_engines::Entrant;
use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::{GameState, Player, PlayerSpec, SearchParams, SpecError};
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session::Termination;

use super::program_match::{self, ProgramGame};

/// Configuration of a grading.
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
    /// The ply limit of a game.
    pub max_plies: usize,
}

/// Points for one move or one game.
#[derive(Clone, Debug)]
pub struct GradeItem {
    /// A short description.
    pub task: String,
    /// Points given.
    pub points: u32,
    /// The maximum of points.
    pub max_points: u32,
    /// A short comment.
    pub remark: String,
    /// The CPU time of the program.
    pub time_used: Duration,
    /// The last lines of its standard error.
    pub errors: Vec<String>,
    /// The game, if it is one.
    pub game: Option<ProgramGame>,
}

impl Grading {
    /// The times of the single moves, in seconds.
    const SINGLE_MOVE_SECONDS: [f64; 10] = [30.0, 23.33, 10.0, 6.6, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1];
    /// How many games, and how many of them with the first move.
    const GAMES: (usize, usize) = (9, 5);
    /// What a game is worth.
    const GAME_POINTS: u32 = 10;

    /// The number of items.
    pub const ITEMS: usize = Grading::SINGLE_MOVE_SECONDS.len() + Grading::GAMES.0;

    /// The reference opponent: plain minimax, two plies deep.
    pub fn reference(game: AnyGame) -> Result<Entrant, SpecError> {
        Entrant::new(game, &PlayerSpec::named("minimax"))
    }

    /// Grades all items, or until it is stopped.
    pub fn run(
        &self,
        stop: &StopFlag,
        each: &mut dyn FnMut(&GradeItem),
    ) -> Result<Vec<GradeItem>, SpecError> {
        let mut items = Vec::new();
        for (number, seconds) in Grading::SINGLE_MOVE_SECONDS.into_iter().enumerate() {
            if !stop.is_stopped() {
                items.push(self.grade_single_move(number, Duration::from_secs_f64(seconds))?);
                each(&items[items.len() - 1]);
            }
        }
        for number in 0..Grading::GAMES.0 {
            if !stop.is_stopped() {
                items.push(self.grade_game(number));
                each(&items[items.len() - 1]);
            }
        }
        Ok(items)
    }

    /// A single move from a position of a game.
    fn grade_single_move(&self, number: usize, time: Duration) -> Result<GradeItem, SpecError> {
        let state = sample_position(self.game, number)?;
        let params = SearchParams::new(Limits::cpu(time));
        let answer = self.agent.player(0).and_then(|mut player| {
            let analysis = player.choose(&state, &params, &mut |_| {})?;
            Ok((analysis, player.time_used()))
        });
        let (points, remark) = match answer {
            Ok((_, Some(spent))) if spent > time => {
                let late = spent - time;
                (0, format!("took {spent:.3?}, {late:.3?} more than the {time:?} allowed"))
            }
            Ok((analysis, spent)) => (
                1,
                match (spent, state.position().write_move(analysis.best_move)) {
                    (Some(spent), text) => format!("{text} in {spent:.3?}"),
                    (None, text) => text,
                },
            ),
            Err(fault) => (0, fault.to_string()),
        };
        let ply = state.moves().len();
        let task = format!("a move after {ply} plies in {} s", time.as_secs_f64());
        let log = self.agent.log().cloned().unwrap_or_default();
        let (time_used, errors) = (log.total(), log.last_errors());
        Ok(GradeItem { task, points, max_points: 1, remark, time_used, errors, game: None })
    }

    fn grade_game(&self, number: usize) -> GradeItem {
        let own = if number.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND };
        let (first, with) =
            if number < Grading::GAMES.1 { (own, "with") } else { (own.opponent(), "without") };
        let mut entrants = [&self.agent, &self.reference];
        if own == Seat::SECOND {
            entrants.reverse();
        }
        let game = program_match::play_game(self.game, entrants, first, self.time, self.max_plies);
        let played = &game.played;
        let won = played.outcome.winner() == Some(own);
        let how = match (played.termination, &played.remark) {
            (_, Some(remark)) => remark.clone(),
            (Termination::TooLong, None) => "decided by the clock".to_owned(),
            (_, None) => "camp filled".to_owned(),
        };
        let colour = self.game.info().seats[own.index()];
        let word = if won { "won" } else { "lost" };
        let [used, other] = [own, own.opponent()].map(|seat| game.time_used[seat.index()]);
        let times = format!(
            "{:.2} s used, {:.2} s by the opponent",
            used.as_secs_f64(),
            other.as_secs_f64()
        );
        GradeItem {
            task: format!("a game as {colour} {with} the first move"),
            points: if won { Grading::GAME_POINTS } else { 0 },
            max_points: Grading::GAME_POINTS,
            remark: format!("{word} after {} plies: {how}; {times}", played.plies.len()),
            time_used: used,
            errors: game.errors[own.index()].clone(),
            game: Some(game),
        }
    }
}

/// A position of a game between two simple players, later in the game from number to number.
fn sample_position(game: AnyGame, number: usize) -> Result<GameState, SpecError> {
    const RANDOM_PLIES: usize = 6;
    let plies = 13 * number;
    let build = |name: &str| {
        spielwerk_players::build(
            game,
            &PlayerSpec { seed: number as u64, ..PlayerSpec::named(name) },
        )
    };
    let (mut random, mut greedy) = (build("random")?, build("greedy")?);
    let mut state = GameState::new(game);
    while state.moves().len() < plies {
        let player: &mut dyn Player =
            if state.moves().len() < RANDOM_PLIES { &mut *random } else { &mut *greedy };
        let params = SearchParams::new(Limits::nodes(1_000));
        let Ok(analysis) = player.choose(&state, &params, &mut |_| {}) else { break };
        if state.play(analysis.best_move).is_err() {
            break;
        }
    }
    if state.position().outcome().is_some() {
        state.undo();
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_moves_are_asked_all_over_a_game_and_for_both_colours() {
        let game = spielwerk_games::game("halma").unwrap();
        let states: Vec<GameState> =
            (0..10).map(|number| sample_position(game, number).unwrap()).collect();
        let of = |seat| states.iter().filter(|it| it.position().turn() == Some(seat)).count();
        assert_eq!((of(Seat::FIRST), of(Seat::SECOND)), (5, 5));
        assert!(states.iter().all(|state| state.position().outcome().is_none()));
    }
}
