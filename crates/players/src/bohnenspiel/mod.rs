//! Judgement about Das Bohnenspiel.

mod judge;
mod lab;

use games::bohnenspiel::Bohnenspiel;
use search::{AlphaBeta, Repetition, Thinker, Tuning};

pub use judge::Beans;

use crate::{Repertoire, Spec};

impl Repertoire for Bohnenspiel {
    type Judge = Beans;
    const REPETITION: Repetition = Repetition::Draw;
    const OWN: &'static [&'static str] = &lab::NAMES;

    fn judge(_spec: &Spec) -> Beans {
        Beans
    }

    fn tuning() -> Tuning {
        Tuning::default()
    }

    fn strong(spec: &Spec) -> Box<dyn Thinker<Self>> {
        Box::new(AlphaBeta::new(Self::judge(spec), Self::tuning(), spec.hash))
    }

    fn own(name: &str, _spec: &Spec) -> Option<Box<dyn Thinker<Self>>> {
        lab::named(name)
    }
}
