//! What a position is worth: beans in the stores.

use games::bohnenspiel::{Bohnenspiel, House};
use games::{Position, Seat};
use search::Judge;

/// Counts stored beans.
#[derive(Copy, Clone, Debug, Default)]
pub struct Beans;

/// The mover's stored beans above the other player's.
fn lead(position: &Bohnenspiel, seat: Seat) -> i32 {
    i32::from(position.store(seat)) - i32::from(position.store(seat.opponent()))
}

impl Judge<Bohnenspiel> for Beans {
    fn value(&self, position: &Bohnenspiel) -> i32 {
        100 * lead(position, position.turn())
    }

    fn hint(&self, position: &Bohnenspiel, m: House) -> i32 {
        let mover = position.turn();
        100 * (lead(&position.play(m), mover) - lead(position, mover))
    }
}
