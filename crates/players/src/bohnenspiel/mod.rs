//! Judgement about Das Bohnenspiel.

mod judge;
mod lab;

use games::Position;
use games::bohnenspiel::Bohnenspiel;
use search::{Repetition, Thinker, Tuning};
use tables::Place;
use tables::bohnenspiel::Endgames;

pub use judge::{Beans, Weights};

use crate::{Level, Levels, Repertoire, Spec};

impl Repertoire for Bohnenspiel {
    type Judge = Beans;
    type Weights = Weights;
    const REPETITION: Repetition = Repetition::Draw;
    const OWN: &'static [&'static str] = &lab::NAMES;
    const HASTY: &'static [&'static str] = &lab::NAMES;
    const LEVELS: Levels = [
        Level::new(42, 650),
        Level::new(88, 518),
        Level::new(153, 412),
        Level::new(347, 278),
        Level::new(923, 142),
        Level::new(2_200, 60),
        Level::new(6_000, 38),
        Level::new(22_000, 15),
        Level::new(70_000, 0),
    ];

    fn judge(spec: &Spec) -> Beans {
        let beans = Beans::new(spec.weights());
        let place = if spec.tables { Place::find(None).ok() } else { None };
        // A table that cannot be read is as good as none; `tables verify` says what is wrong.
        let endgames = place.map(|place| Endgames::open(&place).0);
        match endgames {
            Some(endgames) if endgames.beans() > 0 => beans.with(endgames),
            _ => beans,
        }
    }

    fn tuning() -> Tuning {
        // Moves and judgements are cheaper than a look into the table.
        Tuning { table_from: 3, futility: Some(300), ..Tuning::default() }
    }

    fn own(name: &str, _spec: &Spec) -> Option<Box<dyn Thinker<Self>>> {
        lab::named(name)
    }

    fn moves_to_come(&self) -> u32 {
        // A game lasts about as many moves of each player as half its beans, and the last few beans
        // take their time.
        let stored: u32 = [self.turn(), self.turn().opponent()]
            .map(|seat| u32::from(self.store(seat)))
            .iter()
            .sum();
        6 + (u32::from(Self::TOTAL) - stored) / 3
    }
}
