//! The best move by the tablebase.
//!
//! Keeping the value is not enough: beans can be moved in cycles, and a win that is never collected
//! is a draw by repetition. So of the moves that keep the value, a player who is not behind takes
//! the one with the fewest plies to the next forced capture, and a player who is behind the one
//! with the most. That a capture can be forced follows from the bounds having met.

use spielwerk_games::bohnenspiel::{Bohnenspiel, House, ROW};
use spielwerk_games::{Position, Seat};

use super::row::{Row, after_sowing};
use super::{EndgameTablebase, rows};

/// The maximum depth of the search for a forced capture.
const MAX_PLIES: u32 = 64;

impl EndgameTablebase {
    /// The best move, and its value: the mover's gains minus the opponent's.
    pub fn best_move<const BEANS: u8>(
        &self,
        position: &Bohnenspiel<BEANS>,
    ) -> Option<(House, i32)> {
        if position.outcome().is_some() {
            return None;
        }
        let value = self.probe(position)?;
        let mover = position.turn();
        let store = |seat: Seat| i32::from(position.store(seat));
        let behind = store(mover) + value < store(mover.opponent());
        let wait =
            |next: Option<[Row; 2]>| next.map_or(0, |next| self.plies_to_capture(next, behind));
        let moves = self.value_keeping_moves(rows(position), value);
        let (house, _) = if behind {
            moves.max_by_key(|&(_, next)| wait(next))
        } else {
            moves.min_by_key(|&(_, next)| wait(next))
        }?;
        Some((house, value))
    }

    /// The moves that keep this value. Those that neither capture nor end the game come with their
    /// successor.
    fn value_keeping_moves(
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

    /// The plies until beans are captured or the game ends, if both players keep the value and one
    /// forces it while the other delays. `forcing`: whether the mover is the one who forces.
    fn plies_to_capture(&self, here: [Row; 2], forcing: bool) -> u32 {
        let soon = (1..MAX_PLIES).find(|&plies| self.capture_within(here, forcing, plies));
        soon.unwrap_or(MAX_PLIES)
    }

    /// Whether a capture or the end can be forced within this many plies.
    fn capture_within(&self, here: [Row; 2], forcing: bool, plies: u32) -> bool {
        let Some(value) = self.exact(here).filter(|_| plies > 0) else {
            return false;
        };
        let mut moves = self.value_keeping_moves(here, value).map(|(_, next)| next);
        let mut comes = |next: Option<[Row; 2]>| {
            next.is_none_or(|next| self.capture_within(next, !forcing, plies - 1))
        };
        if forcing { moves.any(&mut comes) } else { moves.all(&mut comes) }
    }
}
