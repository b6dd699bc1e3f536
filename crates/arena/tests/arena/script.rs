//! A scripted player: the fixture for everything that can go wrong.

use std::time::Duration;

use spielwerk_games::AnyMove;
use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams, Variation};
use spielwerk_search::Score;

/// What a scripted player does on its turn.
#[derive(Clone)]
pub(crate) enum Act {
    /// Plays a move, in the game's notation.
    Move(&'static str),
    /// Plays the first legal move with this score, proven or not.
    Scored(Score, bool),
    /// Answers with a move of another position.
    Elsewhere,
    /// Returns an error.
    Fail(PlayerError),
    /// Panics.
    Panic,
    /// Uses so much CPU time, then plays the first legal move.
    Spin(Duration),
}

/// Does one act a turn, and repeats the last one.
pub(crate) struct Script {
    acts: Vec<Act>,
    turn: usize,
}

impl Script {
    pub(crate) fn boxed(acts: &[Act]) -> Box<dyn Player> {
        Box::new(Script { acts: acts.to_vec(), turn: 0 })
    }
}

impl Player for Script {
    fn choose(
        &mut self,
        state: &GameState,
        _question: &SearchParams,
        _each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError> {
        let act = self.acts[self.turn.min(self.acts.len() - 1)].clone();
        self.turn += 1;
        let first = || state.position().written_moves()[0].1;
        match act {
            Act::Move(text) => state
                .position()
                .read_move(text)
                .map(|m| analysis(m, None, false))
                .map_err(|error| PlayerError::IllegalMove(error.to_string())),
            Act::Scored(score, proven) => Ok(analysis(first(), Some(score), proven)),
            Act::Elsewhere => Ok(analysis(AnyMove::from_bits(9_999), None, false)),
            Act::Fail(error) => Err(error),
            Act::Panic => panic!("this player always panics"),
            Act::Spin(time) => {
                let stopwatch = spielwerk_search::Stopwatch::start(spielwerk_search::Clock::Cpu, 1);
                while stopwatch.elapsed() < time {
                    std::hint::spin_loop();
                }
                Ok(analysis(first(), None, false))
            }
        }
    }
}

fn analysis(best: AnyMove, score: Option<Score>, proven: bool) -> Analysis {
    Analysis {
        variations: vec![Variation { score, moves: vec![best] }],
        best_move: best,
        score,
        depth: 0,
        nodes: 1,
        time: Duration::ZERO,
        proven,
        tablebase_hits: 0,
    }
}
