//! What a position of Das Bohnenspiel is worth.
//!
//! Stored beans are what counts in the end. Whoever runs out of beans before him ends the game, and
//! the rest goes to the other player: so a house that can be played is worth as much as two stored
//! beans, and beans before their owner count the more the fewer are left. One, three or five beans
//! in a house are what the other player hopes to hit.
//!
//! The weights are those that fit 4,000 games of the player against itself (`spielwerk tune`).
//!
//! Where the endgame tables have a position, there is nothing to judge: what is still to come is
//! known, and with it who wins.

use std::sync::Arc;

use games::bohnenspiel::{Bohnenspiel, House, ROW};
use games::{Position, Seat};
use search::{Judge, Known};
use tables::bohnenspiel::Endgames;

use crate::weights::weights;

weights! {
    /// How much each thing counts, in hundredths of a stored bean.
    pub struct Weights {
        /// A bean before its owner while all beans are in the houses.
        pub bean: i32 = -6,
        /// What is added to that by the time when hardly any are left.
        pub late_bean: i32 = 37,
        /// A house that can be played.
        pub choice: i32 = 222,
        /// A house with one, three or five beans.
        pub exposed: i32 = -8,
        /// A house with enough beans to go all the way round.
        pub lap: i32 = 99,
        /// To be on turn.
        pub turn: i32 = -22,
    }
}

/// Values beans in the stores, and those that may get there.
#[derive(Clone)]
pub struct Beans {
    weights: Weights,
    endgames: Option<Arc<Endgames>>,
    /// What a house is worth to its owner by its number of beans, beyond the beans themselves.
    houses: Arc<[i16; MOST]>,
}

/// All beans, and none.
const MOST: usize = Bohnenspiel::<6>::TOTAL as usize + 1;

impl Default for Beans {
    fn default() -> Beans {
        Beans::new(Weights::default())
    }
}

impl Beans {
    /// A judge with these weights.
    pub fn new(weights: Weights) -> Beans {
        let worth = |beans: usize| {
            let choice = if beans > 0 { weights.choice } else { 0 };
            let exposed = if matches!(beans, 1 | 3 | 5) { weights.exposed } else { 0 };
            let lap = if beans >= 12 { weights.lap } else { 0 };
            (choice + exposed + lap) as i16
        };
        Beans { weights, endgames: None, houses: Arc::new(std::array::from_fn(worth)) }
    }

    /// The same judge with endgame tables at hand.
    pub fn with(self, endgames: Endgames) -> Beans {
        Beans { endgames: Some(Arc::new(endgames)), ..self }
    }

    /// A player's houses: what they are worth, and how many beans are in them.
    #[inline]
    fn row(&self, position: &Bohnenspiel, seat: Seat) -> (i32, i32) {
        let row = position.row(seat).to_le_bytes();
        let mut both = (0, 0);
        for &beans in &row[..ROW] {
            both.0 += i32::from(self.houses[usize::from(beans) % MOST]);
            both.1 += i32::from(beans);
        }
        both
    }
}

/// A seat's stored beans above the other player's.
#[inline]
fn lead(position: &Bohnenspiel, seat: Seat) -> i32 {
    i32::from(position.store(seat)) - i32::from(position.store(seat.opponent()))
}

impl Judge<Bohnenspiel> for Beans {
    #[inline]
    fn value(&self, position: &Bohnenspiel) -> i32 {
        let mover = position.turn();
        let (own_worth, own_beans) = self.row(position, mover);
        let (other_worth, other_beans) = self.row(position, mover.opponent());
        let total = i32::from(Bohnenspiel::<6>::TOTAL);
        let gone = total - own_beans - other_beans;
        let bean = self.weights.bean + self.weights.late_bean * gone / total;
        100 * lead(position, mover)
            + bean * (own_beans - other_beans)
            + (own_worth - other_worth)
            + self.weights.turn
    }

    #[inline]
    fn known(&self, position: &Bohnenspiel) -> Option<Known> {
        let endgames = self.endgames.as_ref()?;
        Some(match lead(position, position.turn()) + endgames.probe(position)? {
            1.. => Known::Win(None),
            0 => Known::Draw,
            _ => Known::Loss(None),
        })
    }

    #[inline]
    fn hint(&self, position: &Bohnenspiel, m: House) -> i32 {
        let mover = position.turn();
        100 * (lead(&position.play(m), mover) - lead(position, mover))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use tables::{Place, Watch};

    fn value(text: &str) -> i32 {
        let position = Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap();
        Beans::default().value(&position)
    }

    #[test]
    fn the_board_looks_the_same_from_both_sides() {
        let pairs = [
            ("6,6,6,6,6,6/6,6,6,6,6,6 0-0 w", "6,6,6,6,6,6/6,6,6,6,6,6 0-0 s"),
            ("0,0,20,1,0,0/0,0,0,1,0,1 24-25 w", "0,0,0,1,0,1/0,0,20,1,0,0 25-24 s"),
            ("1,2,3,4,5,6/7,8,9,10,0,0 10-7 w", "7,8,9,10,0,0/1,2,3,4,5,6 7-10 s"),
        ];
        for (white, black) in pairs {
            assert_eq!(value(white), value(black), "{white}");
        }
    }

    #[test]
    fn what_a_table_has_is_known() {
        let place = Place::from(std::env::temp_dir().join("spielwerk-judge-of-beans"));
        let beans = Beans::default().with(Endgames::build(&place, 6, &Watch::nobody()).unwrap());
        let known = |text: &str| {
            let position = Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap();
            (beans.known(&position), Beans::default().known(&position))
        };
        assert_eq!(known("0,0,0,0,0,1/0,3,0,0,0,0 36-32 w").0, Some(Known::Draw));
        assert_eq!(known("0,0,0,0,0,1/0,3,0,0,0,0 34-34 w"), (Some(Known::Loss(None)), None));
        assert_eq!(known("6,6,6,6,6,6/6,6,6,6,6,6 0-0 w"), (None, None));
    }

    #[test]
    fn late_beans_before_their_owner_count_more() {
        let early = value("9,6,6,6,6,6/6,6,6,6,6,3 0-0 w") - value("6,6,6,6,6,6/6,6,6,6,6,6 0-0 w");
        let late =
            value("9,0,0,0,0,0/0,0,0,0,0,3 30-30 w") - value("6,0,0,0,0,0/0,0,0,0,0,6 30-30 w");
        assert!(late > early, "{late} {early}");
    }
}
