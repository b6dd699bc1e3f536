//! Opponents for learning: each looks at one thing only.

use games::Position;
use games::bohnenspiel::{Bohnenspiel, House, ROW};
use search::{Judge, Minimax, Report, Task, Thinker};

pub(super) const NAMES: [&str; 6] =
    ["two-ply", "capture", "leftmost", "rightmost", "highest", "lowest"];

/// The opponent with this name.
pub(super) fn named(name: &str) -> Option<Box<dyn Thinker<Bohnenspiel>>> {
    let measure: fn(&Bohnenspiel, House) -> i32 = match name {
        "two-ply" => return Some(Box::new(Minimax::new(Stores, 2))),
        "capture" => |p, m| -i32::from(p.play(m).store(p.turn())),
        "leftmost" => |_, m| m.index() as i32,
        "rightmost" => |_, m| -(m.index() as i32),
        "highest" => |p, m| -beans(p, m),
        "lowest" => beans,
        _ => return None,
    };
    Some(Box::new(ByHouse(measure)))
}

/// Chooses the house that comes first by some measure; the leftmost, where several do.
struct ByHouse(fn(&Bohnenspiel, House) -> i32);

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

fn beans(position: &Bohnenspiel, m: House) -> i32 {
    i32::from(position.house(m.index() + ROW * position.turn().index()))
}

/// Counts what is in the stores, and nothing else.
struct Stores;

impl Judge<Bohnenspiel> for Stores {
    fn value(&self, p: &Bohnenspiel) -> i32 {
        let (own, other) = (p.store(p.turn()), p.store(p.turn().opponent()));
        100 * (i32::from(own) - i32::from(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use search::Limits;

    #[test]
    fn each_chooses_by_its_one_measure() {
        // Five beans from the fifth house end in one with three: four to capture. No other house
        // captures anything.
        let text = "0,2,9,2,5,2/6,6,6,3,7,9 8-7 w";
        let position = Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap();
        for (name, house) in
            [("leftmost", 1), ("rightmost", 5), ("highest", 2), ("lowest", 1), ("capture", 4)]
        {
            let task = Task::new(position, Limits::default());
            let report = named(name).unwrap().think(&task, &mut |_| {}).unwrap();
            assert_eq!(report.best.index(), house, "{name}");
        }
    }
}
