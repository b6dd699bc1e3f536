//! Static evaluation of Das Bohnenspiel.
//!
//! Stored beans decide the game. When a player's own houses are empty the game ends, and the rest of
//! the beans goes to the opponent: so mobility matters, a house that can be played is worth as much
//! as two stored beans, and beans in one's own houses count the more the fewer are left. Houses with
//! one, three or five beans are exposed to capture.
//!
//! The weights were tuned on 4,000 self-play games (`spielwerk tune`).
//!
//! A network, where the player has one, takes the place of all these terms.
//!
//! Where the endgame tablebases have a position, [`probe`](Evaluator::probe) gives the result.

use std::sync::Arc;

use spielwerk_games::bohnenspiel::{Bohnenspiel, House, ROW};
use spielwerk_games::{Position, Seat, Wdl};
use spielwerk_nets::Network;
use spielwerk_search::Evaluator;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;

use super::network_inputs::inputs;
use crate::weights::weights;

weights! {
    /// Evaluation weights, in hundredths of a stored bean.
    pub struct Weights {
        /// A bean in an own house while all beans are in the houses.
        pub bean: i32 = -6,
        /// What is added to that when hardly any are left.
        pub late_bean: i32 = 37,
        /// Mobility: a house that can be played.
        pub choice: i32 = 222,
        /// A house with one, three or five beans.
        pub exposed: i32 = -8,
        /// A house with enough beans to go all the way round.
        pub lap: i32 = 99,
        /// Tempo: to be on turn.
        pub turn: i32 = -22,
    }
}

/// Evaluates stored beans, mobility and exposed houses.
#[derive(Clone)]
pub struct BohnenspielEvaluator {
    weights: Weights,
    network: Option<Arc<Network>>,
    tablebase: Option<Arc<EndgameTablebase>>,
    /// The value of a house to its owner by its number of beans, beyond the beans themselves.
    house_values: Arc<[i16; BEAN_COUNTS]>,
}

/// How many different numbers of beans a house can have: from none to all.
const BEAN_COUNTS: usize = Bohnenspiel::<6>::TOTAL as usize + 1;

impl Default for BohnenspielEvaluator {
    fn default() -> BohnenspielEvaluator {
        BohnenspielEvaluator::new(Weights::default())
    }
}

impl BohnenspielEvaluator {
    /// An evaluator with these weights.
    pub fn new(weights: Weights) -> BohnenspielEvaluator {
        let worth = |beans: usize| {
            let choice = if beans > 0 { weights.choice } else { 0 };
            let exposed = if matches!(beans, 1 | 3 | 5) { weights.exposed } else { 0 };
            let lap = if beans >= 12 { weights.lap } else { 0 };
            (choice + exposed + lap) as i16
        };
        BohnenspielEvaluator {
            weights,
            network: None,
            tablebase: None,
            house_values: Arc::new(std::array::from_fn(worth)),
        }
    }

    /// The same evaluator with a network in place of the hand-written terms, if there is one.
    pub fn with_network(self, network: Option<Arc<Network>>) -> BohnenspielEvaluator {
        BohnenspielEvaluator { network, ..self }
    }

    /// The same evaluator with endgame tablebases.
    pub fn with_tablebase(self, tablebase: EndgameTablebase) -> BohnenspielEvaluator {
        BohnenspielEvaluator { tablebase: Some(Arc::new(tablebase)), ..self }
    }

    /// A player's houses: their value, and the number of beans in them.
    #[inline]
    fn row(&self, position: &Bohnenspiel, seat: Seat) -> (i32, i32) {
        let row = position.row(seat).to_le_bytes();
        let mut both = (0, 0);
        for &beans in &row[..ROW] {
            both.0 += i32::from(self.house_values[usize::from(beans) % BEAN_COUNTS]);
            both.1 += i32::from(beans);
        }
        both
    }
}

/// The difference of stored beans, for a seat.
#[inline]
fn lead(position: &Bohnenspiel, seat: Seat) -> i32 {
    i32::from(position.store(seat)) - i32::from(position.store(seat.opponent()))
}

impl Evaluator<Bohnenspiel> for BohnenspielEvaluator {
    #[inline]
    fn evaluate(&self, position: &Bohnenspiel) -> i32 {
        if let Some(network) = &self.network {
            return network.evaluate(&inputs(position));
        }
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
    fn probe(&self, position: &Bohnenspiel) -> Option<Wdl> {
        Some(match self.tablebase.as_ref()?.margin(position)? {
            1.. => Wdl::Win(None),
            0 => Wdl::Draw,
            _ => Wdl::Loss(None),
        })
    }

    #[inline]
    fn order_score(&self, position: &Bohnenspiel, m: House) -> i32 {
        let mover = position.turn();
        100 * (lead(&position.play(m), mover) - lead(position, mover))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Game;
    use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

    fn evaluate(text: &str) -> i32 {
        let position = Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap();
        BohnenspielEvaluator::default().evaluate(&position)
    }

    #[test]
    fn both_sides_are_evaluated_alike() {
        let pairs = [
            ("6,6,6,6,6,6/6,6,6,6,6,6 0-0 w", "6,6,6,6,6,6/6,6,6,6,6,6 0-0 s"),
            ("0,0,20,1,0,0/0,0,0,1,0,1 24-25 w", "0,0,0,1,0,1/0,0,20,1,0,0 25-24 s"),
            ("1,2,3,4,5,6/7,8,9,10,0,0 10-7 w", "7,8,9,10,0,0/1,2,3,4,5,6 7-10 s"),
        ];
        for (white, black) in pairs {
            assert_eq!(evaluate(white), evaluate(black), "{white}");
        }
    }

    #[test]
    fn the_tablebase_is_probed() {
        let directory =
            TablebaseDir::from(std::env::temp_dir().join("spielwerk-bohnenspiel-evaluator"));
        let evaluator = BohnenspielEvaluator::default().with_tablebase(
            EndgameTablebase::build(&directory, 6, &BuildMonitor::silent()).unwrap(),
        );
        let probe = |text: &str| {
            let position = Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap();
            (evaluator.probe(&position), BohnenspielEvaluator::default().probe(&position))
        };
        assert_eq!(probe("0,0,0,0,0,1/0,3,0,0,0,0 36-32 w").0, Some(Wdl::Draw));
        assert_eq!(probe("0,0,0,0,0,1/0,3,0,0,0,0 34-34 w"), (Some(Wdl::Loss(None)), None));
        assert_eq!(probe("6,6,6,6,6,6/6,6,6,6,6,6 0-0 w"), (None, None));
    }

    #[test]
    fn beans_in_own_houses_count_more_late() {
        let early =
            evaluate("9,6,6,6,6,6/6,6,6,6,6,3 0-0 w") - evaluate("6,6,6,6,6,6/6,6,6,6,6,6 0-0 w");
        let late = evaluate("9,0,0,0,0,0/0,0,0,0,0,3 30-30 w")
            - evaluate("6,0,0,0,0,0/0,0,0,0,0,6 30-30 w");
        assert!(late > early, "{late} {early}");
    }
}
