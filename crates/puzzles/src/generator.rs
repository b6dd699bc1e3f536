//! Makes puzzles: plays games by their seeds, and looks through the last plies of each for a position
//! with a task. A game gives one puzzle at most, so no two of them look alike.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use spielwerk_games::{AnyGame, AnyPosition, MoveError};
use spielwerk_players::{PlayerSpec, SpecError};
use spielwerk_search::Limits;
use spielwerk_session::{GameState, PlayerError, SearchParams};
use thiserror::Error;

use crate::forced_win::{ForcedWin, OutOfNodes};
use crate::only_move::only_move;
use crate::puzzle::{Puzzle, Task, Turn};
use crate::solution;

/// How puzzles are made. The same values make the same puzzles, with the same tablebases.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The game.
    pub game: AnyGame,
    /// The player of all seats; its search must have a limit of its own.
    pub player: PlayerSpec,
    /// The random seed.
    pub seed: u64,
    /// The most turns of *win in N*.
    pub max_turns: u32,
}

/// Why no puzzles can be made.
#[derive(Debug, Error)]
pub enum GeneratorError {
    /// The player is not valid for the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The player's search would never end.
    #[error("`{0}` searches without a limit; name one, as in `strong:nodes=2000`")]
    Unlimited(Box<PlayerSpec>),
    /// The player gave no move.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The player gave an illegal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// Random plies before the players begin, so that games differ.
const OPENING_PLIES: usize = 6;
/// A game that goes on longer is given up.
const MAX_PLIES: usize = 500;
/// So many of a game's last positions are looked at.
const LAST_POSITIONS: usize = 40;
/// Moves that the proof of a puzzle may take, in all.
const NODES: u64 = 400_000;
/// With fewer moves to choose from a position asks nothing.
const FEWEST_MOVES: usize = 4;

impl Generator {
    /// The puzzle of the game with this number, if it has one: that with the highest rating.
    pub fn puzzle(&self, number: u64) -> Result<Option<Puzzle>, GeneratorError> {
        let played = self.play(number)?;
        let positions = played.positions();
        let first = positions.len().saturating_sub(LAST_POSITIONS);
        let looked_at = positions.iter().enumerate().skip(first);
        let puzzles = looked_at.filter_map(|(ply, position)| {
            let (task, turns, solution) = self.task(position)?;
            Some(Puzzle {
                id: format!("{}-{number}-{ply}", self.seed),
                game: self.game.name().to_owned(),
                task,
                turns,
                rating: rating(position, task, turns, &solution),
                position: position.text(),
                solution,
            })
        });
        // Only moves would be rare if they had to rival long wins in every game.
        let prefers_only_moves = number % 2 == 1;
        Ok(puzzles
            .max_by_key(|puzzle| (prefers_only_moves && puzzle.task != Task::Win, puzzle.rating)))
    }

    /// A whole game, always the same one for the same number.
    fn play(&self, number: u64) -> Result<GameState, GeneratorError> {
        if !spielwerk_players::is_limited(self.game, &self.player) {
            return Err(GeneratorError::Unlimited(Box::new(self.player.clone())));
        }
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut players = Vec::new();
        for _ in 0..self.game.seats() {
            let spec = PlayerSpec { seed: random.random(), ..self.player.clone() };
            players.push(spielwerk_players::build(self.game, &spec)?);
        }
        let mut state = GameState::new(self.game);
        for ply in 0..MAX_PLIES {
            let Some(turn) = state.position().turn() else { break };
            let count = state.position().count_moves();
            let random_move = state.position().nth_move(random.random_range(0..count));
            let chosen = match random_move.filter(|_| ply < OPENING_PLIES) {
                Some(m) => m,
                None => {
                    let params = SearchParams::new(Limits::default());
                    players[turn.index()].choose(&state, &params, &mut |_| {})?.best_move
                }
            };
            state.play(chosen)?;
        }
        Ok(state)
    }

    /// What can be asked in a position: a win that takes more than one turn, or the only move.
    fn task(&self, position: &AnyPosition) -> Option<(Task, u32, Turn)> {
        if position.count_moves() < FEWEST_MOVES {
            return None;
        }
        let seat = position.turn()?;
        let mut search = ForcedWin::new(seat, NODES);
        match self.turns_to_win(&mut search, position) {
            // Whoever can win at once needs no puzzle.
            Ok(Some(1)) | Err(OutOfNodes) => None,
            Ok(Some(turns)) => {
                let turn = solution::turn(&mut search, position, seat, turns).ok()??;
                Some((Task::Win, turns, turn))
            }
            Ok(None) => only_move(position).map(|(task, turn)| (task, 1, turn)),
        }
    }

    /// The fewest turns in which the side to move can force first place.
    fn turns_to_win(
        &self,
        search: &mut ForcedWin,
        position: &AnyPosition,
    ) -> Result<Option<u32>, OutOfNodes> {
        for turns in 1..=self.max_turns {
            if search.within(position, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }
}

/// More turns and more moves to choose from make a puzzle harder, several right ones easier. Why a
/// move is the only one takes some turns to see.
fn rating(position: &AnyPosition, task: Task, turns: u32, solution: &Turn) -> u32 {
    const ONLY_MOVE_TURNS: u32 = 3;
    let turns = if task == Task::Win { turns } else { ONLY_MOVE_TURNS };
    let choice = position.count_moves().ilog2();
    let right = solution.right.len() as u32;
    (500 + 300 * turns + 60 * choice).saturating_sub(80 * right.saturating_sub(1))
}
