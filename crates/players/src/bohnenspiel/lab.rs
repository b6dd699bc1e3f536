//! The players that a course's lab plays against: each looks at one thing only.

use std::cmp::Reverse;

use games::Position;
use games::bohnenspiel::{Bohnenspiel, House};
use search::{Line, Report, Score, Task, Thinker};

pub(super) const NAMES: [&str; 5] = ["leftmost", "rightmost", "highest", "lowest", "capture"];

/// Chooses the house that comes first by some measure; the leftmost, where several do.
struct ByHouse(fn(&Bohnenspiel, House) -> i32);

pub(super) fn named(name: &str) -> Option<Box<dyn Thinker<Bohnenspiel>>> {
    let measure: fn(&Bohnenspiel, House) -> i32 = match name {
        "leftmost" => |_, m| m.index() as i32,
        "rightmost" => |_, m| -(m.index() as i32),
        "highest" => |p, m| -beans(p, m),
        "lowest" => beans,
        "capture" => |p, m| i32::from(p.store(p.turn())) - i32::from(p.play(m).store(p.turn())),
        _ => return None,
    };
    Some(Box::new(ByHouse(measure)))
}

fn beans(position: &Bohnenspiel, m: House) -> i32 {
    i32::from(position.house(m.index() + 6 * position.turn().index()))
}

impl Thinker<Bohnenspiel> for ByHouse {
    fn think(
        &mut self,
        task: &Task<Bohnenspiel>,
        _each: &mut dyn FnMut(&Report<House>),
    ) -> Option<Report<House>> {
        let best = task.moves().into_iter().min_by_key(|&m| (self.0)(&task.position, m))?;
        Some(Report::bare(best))
    }
}
