//! Judgement about Halma.

mod holes;
mod judge;
mod race;

use games::halma::{Halma, RuleSet, SIDE};
use games::{Position, Seat};
use search::{AlphaBeta, Reductions, Repetition, Thinker, Tuning};

pub use judge::{March, Weights};
use race::FightOrRace;

use crate::{Level, Levels, Repertoire, Spec, Unsure};

impl<R: RuleSet> Repertoire for Halma<R> {
    type Judge = March;
    type Weights = Weights;
    const REPETITION: Repetition = Repetition::Ignored;
    const OWN: &'static [&'static str] = &[];
    const HASTY: &'static [&'static str] = &[];
    const LEVELS: Levels = [
        Level::new(1_250, 117),
        Level::new(1_560, 95),
        Level::new(1_900, 80),
        Level::new(2_300, 70),
        Level::new(3_350, 53),
        Level::new(6_700, 27),
        Level::new(13_500, 3),
        Level::new(21_000, 0),
        Level::new(43_000, 0),
    ];

    fn judge(spec: &Spec) -> March {
        March::new(spec.weights())
    }

    fn tuning() -> Tuning {
        // Some hundred and fifty moves, most of which lead nowhere.
        Tuning {
            aspiration: Some(60),
            reductions: Some(Reductions { base: 0.6, divisor: 1.8, spared: 3 }),
            futility: Some(120),
            reverse_futility: Some(150),
            widest: Some(12),
            ..Tuning::default()
        }
    }

    fn strong(judge: Unsure<March>, spec: &Spec) -> Box<dyn Thinker<Self>> {
        let march = judge.is_sure().then(|| Self::judge(spec));
        Box::new(FightOrRace::new(AlphaBeta::new(judge, Self::tuning(), spec.hash), march))
    }

    fn own(_name: &str, _spec: &Spec) -> Option<Box<dyn Thinker<Self>>> {
        None
    }

    fn moves_to_come(&self) -> u32 {
        // A full game takes some ninety moves of each player for some four hundred squares of way.
        let seat = self.turn();
        let far = SIDE - 1;
        let way = self.pieces(seat).iter().map(|square| match seat {
            Seat::FIRST => 2 * far - square.x() - square.y(),
            _ => square.x() + square.y(),
        });
        let left = way.sum::<usize>().saturating_sub(60);
        6 + left as u32 / 5
    }
}
