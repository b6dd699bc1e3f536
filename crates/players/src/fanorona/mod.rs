//! Judgement about Fanorona.

mod judge;

use games::Position;
use games::fanorona::Fanorona;
use search::{Reductions, Repetition, Thinker, Tuning};
use tables::Place;
use tables::fanorona::Endgames;

pub use judge::{Stones, Weights};

use crate::{Level, Levels, Repertoire, Spec};

impl<const ROWS: usize, const COLUMNS: usize> Repertoire for Fanorona<ROWS, COLUMNS>
where
    Fanorona<ROWS, COLUMNS>: games::Game,
{
    type Judge = Stones<ROWS, COLUMNS>;
    type Weights = Weights;
    const REPETITION: Repetition = Repetition::Draw;
    const OWN: &'static [&'static str] = &[];
    const HASTY: &'static [&'static str] = &[];
    const LEVELS: Levels = [
        Level::new(310, 262),
        Level::new(380, 225),
        Level::new(455, 193),
        Level::new(580, 158),
        Level::new(790, 122),
        Level::new(1_350, 77),
        Level::new(2_900, 47),
        Level::new(8_000, 25),
        Level::new(40_000, 0),
    ];

    fn judge(spec: &Spec) -> Stones<ROWS, COLUMNS> {
        let stones = Stones::new(spec.weights());
        let place = if spec.tables { Place::find(None).ok() } else { None };
        // A table that cannot be read is as good as none; `tables verify` says what is wrong.
        let endgames = place.map(|place| Endgames::open(&place).0);
        match endgames {
            Some(endgames) if endgames.stones() > 0 => stones.with(endgames),
            _ => stones,
        }
    }

    fn tuning() -> Tuning {
        Tuning {
            reductions: Some(Reductions { base: 0.25, divisor: 2.5, spared: 2 }),
            // Whole positions are noisy, since captures are obligatory.
            reduce_noisy: true,
            stand_pat: false,
            quiescence: 6,
            // A turn can have dozens of chains, of which all but a few are cut short.
            noisy_widest: 3,
            contempt: 40,
            ..Tuning::default()
        }
    }

    fn own(_name: &str, _spec: &Spec) -> Option<Box<dyn Thinker<Self>>> {
        None
    }

    fn moves_to_come(&self) -> u32 {
        // Stones go quickly; the last few take long to catch each other.
        let stones = (self.stones(self.turn()) | self.stones(self.turn().opponent())).count_ones();
        15 + stones / 3
    }
}
