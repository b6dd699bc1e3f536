//! Which move to play where everything is known.
//!
//! Keeping the value is not enough: beans can be moved round for ever, and a win that is never
//! collected is a draw by repetition. So of the moves that keep the value, who is not behind takes
//! the quickest way to the next capture that the opponent cannot avoid, and who is behind takes the
//! slowest. That there is such a way follows from the bounds having met.

use games::bohnenspiel::{Bohnenspiel, House, ROW};
use games::{Position, Seat};

use super::row::{Row, after_sowing};
use super::{Endgames, rows};

/// Further than this nobody looks for a capture.
const FAR: u32 = 64;

impl Endgames {
    /// The best move, and the mover's gains less the opponent's that come of it.
    pub fn best<const BEANS: u8>(&self, position: &Bohnenspiel<BEANS>) -> Option<(House, i32)> {
        if position.outcome().is_some() {
            return None;
        }
        let value = self.probe(position)?;
        let mover = position.turn();
        let store = |seat: Seat| i32::from(position.store(seat));
        let behind = store(mover) + value < store(mover.opponent());
        let wait = |next: Option<[Row; 2]>| next.map_or(0, |next| self.plies(next, behind));
        let moves = self.keeping(rows(position), value);
        let (house, _) = if behind {
            moves.max_by_key(|&(_, next)| wait(next))
        } else {
            moves.min_by_key(|&(_, next)| wait(next))
        }?;
        Some((house, value))
    }

    /// The moves that keep this value. Those that neither capture nor end the game come with the
    /// position they lead to.
    fn keeping(
        &self,
        here: [Row; 2],
        value: i32,
    ) -> impl Iterator<Item = (House, Option<[Row; 2]>)> {
        let beans = |rows: [Row; 2]| rows[0].beans() + rows[1].beans();
        (0..ROW).filter_map(move |house| {
            if here[0].house(house) == 0 {
                return None;
            }
            let next = after_sowing(here, house);
            let gain = (beans(here) - beans(next)) as i32;
            let quiet = gain == 0 && next.iter().all(|row| row.beans() > 0);
            let keeps = gain - self.exact(next)? == value;
            keeps.then_some((House::new(house)?, quiet.then_some(next)))
        })
    }

    /// How many plies it takes until beans are captured or the game ends, if both keep the value,
    /// and one forces it while the other puts it off. `forcing` says whether that is the mover.
    fn plies(&self, here: [Row; 2], forcing: bool) -> u32 {
        let soon = (1..FAR).find(|&plies| self.comes(here, forcing, plies));
        soon.unwrap_or(FAR)
    }

    /// Whether it comes within so many plies.
    fn comes(&self, here: [Row; 2], forcing: bool, plies: u32) -> bool {
        let Some(value) = self.exact(here).filter(|_| plies > 0) else {
            return false;
        };
        let mut moves = self.keeping(here, value).map(|(_, next)| next);
        let mut comes =
            |next: Option<[Row; 2]>| next.is_none_or(|next| self.comes(next, !forcing, plies - 1));
        if forcing { moves.any(&mut comes) } else { moves.all(&mut comes) }
    }
}
