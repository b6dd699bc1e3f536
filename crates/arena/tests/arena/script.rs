//! A player that does as it is told: the fixture for everything that can go wrong.

use std::time::Duration;

use games::AnyMove;
use players::{Course, Fault, Player, Question, Thought, Variation};
use search::Score;

/// What a scripted player does on its turn.
#[derive(Clone)]
pub(crate) enum Act {
    /// Plays a move, in the game's notation.
    Move(&'static str),
    /// Plays the first legal move and thinks this of it, for certain or not.
    Opinion(Score, bool),
    /// Answers with a move that belongs elsewhere.
    Elsewhere,
    /// Says that something is wrong.
    Fault(Fault),
    /// Breaks down.
    Panic,
    /// Works for so long, then plays the first legal move.
    Dawdle(Duration),
}

/// Does one thing after another, and the last one for ever.
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
        course: &Course,
        _question: &Question,
        _each: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Fault> {
        let act = self.acts[self.turn.min(self.acts.len() - 1)].clone();
        self.turn += 1;
        let first = || course.position().moves()[0].clone();
        match act {
            Act::Move(text) => course
                .position()
                .read_move(text)
                .map(|m| thought(m, None, false))
                .map_err(|error| Fault::Illegal(error.to_string())),
            Act::Opinion(score, exact) => Ok(thought(first(), Some(score), exact)),
            Act::Elsewhere => {
                let path = vec![games::Spot(9_999)];
                Ok(thought(AnyMove { text: "elsewhere".into(), path }, None, false))
            }
            Act::Fault(fault) => Err(fault),
            Act::Panic => panic!("this player always breaks down"),
            Act::Dawdle(time) => {
                let watch = search::Stopwatch::start(search::Clock::Cpu, 1);
                while watch.elapsed() < time {
                    std::hint::spin_loop();
                }
                Ok(thought(first(), None, false))
            }
        }
    }
}

fn thought(best: AnyMove, score: Option<Score>, exact: bool) -> Thought {
    Thought {
        lines: vec![Variation { score, moves: vec![best.clone()] }],
        best,
        score,
        depth: 0,
        nodes: 1,
        time: Duration::ZERO,
        exact,
        table_hits: 0,
    }
}
