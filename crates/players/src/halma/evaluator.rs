//! Static evaluation of Halma: the remaining distances of both sides.
//!
//! A piece-square table gives every square a cost, its distance from the far corner in several
//! measures, and a side's cost is the sum over its pieces. Distances count more than proportionally,
//! so that no piece is left behind. Once the sides have passed each other it is a race, and a lead
//! counts more than in contact.
//!
//! When the camp is nearly full, not every square of it is open any more: the last pieces are
//! assigned to the last holes as cheaply as possible, and the detour is added to the cost.
//!
//! A network, where the player has one, has a share in the evaluation while the sides are in contact.

use std::sync::Arc;

use spielwerk_games::halma::{BOARD_SIZE, Halma, Move, RuleSet, SQUARES, Square, SquareSet};
use spielwerk_games::{Position, Seat};
use spielwerk_nets::Network;
use spielwerk_search::Evaluator;

use super::holes::detour;
use super::network_inputs::inputs;
use crate::weights::weights;

weights! {
    /// Evaluation weights, in hundredths of a diagonal step.
    pub struct Weights {
        /// A square of Manhattan distance.
        pub along: i32 = 30,
        /// A square of Chebyshev distance: the longer of both directions.
        pub longer: i32 = 20,
        /// The Manhattan distance squared, divided by its maximum.
        pub squared: i32 = 10,
        /// A square of Manhattan distance of the piece farthest behind.
        pub straggler: i32 = 25,
        /// A piece in its own camp.
        pub camp: i32 = 25,
        /// A step of a detour to one of the last holes.
        pub detour: i32 = 60,
        /// What a lead counts in a race, in hundredths.
        pub race: i32 = 150,
        /// Tempo: to be on turn.
        pub turn: i32 = 100,
        /// The share of the network beside the hand-written terms, in hundredths.
        pub network: i32 = 80,
    }
}

/// Evaluates the remaining distance of both sides.
#[derive(Clone, Debug)]
pub struct HalmaEvaluator {
    weights: Weights,
    network: Option<Arc<Network>>,
    /// The piece-square table of each seat: the cost in the lower half of a word and the Manhattan
    /// distance in the upper. One sum adds up both, and the greatest word has the longest distance.
    prices: Arc<[[u32; SQUARES]; 2]>,
    /// The same sum for a full camp.
    full_camp: u32,
}

/// The greatest Manhattan distance.
const MAX_DISTANCE: i32 = 2 * (BOARD_SIZE as i32 - 1);
const DISTANCE_SHIFT: u32 = 16;
const PRICE_MASK: u32 = (1 << DISTANCE_SHIFT) - 1;
/// From this remaining Manhattan distance down, the holes are looked at.
const NEARLY_THERE: i32 = 45;

impl Default for HalmaEvaluator {
    fn default() -> HalmaEvaluator {
        HalmaEvaluator::new(Weights::default())
    }
}

/// The distances of one side.
struct SideState {
    /// The cost of all its pieces.
    cost: i32,
    /// The Manhattan distance of all its pieces, less that of a full camp.
    distance_left: i32,
    /// The Manhattan distance of the piece farthest behind.
    rear: i32,
}

impl HalmaEvaluator {
    /// An evaluator with these weights.
    pub fn new(weights: Weights) -> HalmaEvaluator {
        let price = |seat: Seat, square: Square| {
            let (x, y) = distance_to_corner(seat, square);
            let (along, longer) = (x + y, x.max(y));
            let camp = SquareSet::camp(seat).contains(square);
            let price = weights.along * along
                + weights.longer * longer
                + weights.squared * along * along / MAX_DISTANCE
                + if camp { weights.camp } else { 0 };
            (along as u32) << DISTANCE_SHIFT | price as u32 & PRICE_MASK
        };
        let prices = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let square = |index| Square::from_index(index).map_or(0, |square| price(seat, square));
            std::array::from_fn(square)
        });
        let full_camp =
            SquareSet::camp(Seat::SECOND).iter().map(|square| prices[0][square.index()]).sum();
        HalmaEvaluator { weights, network: None, prices: Arc::new(prices), full_camp }
    }

    /// The same evaluator with a network, if there is one.
    pub fn with_network(self, network: Option<Arc<Network>>) -> HalmaEvaluator {
        HalmaEvaluator { network, ..self }
    }

    #[inline]
    fn side_state<R: RuleSet>(&self, position: &Halma<R>, seat: Seat) -> SideState {
        let prices = &self.prices[seat.index()];
        let (mut sum, mut farthest) = (0, 0);
        position.pieces(seat).iter().for_each(|square| {
            let price = prices[square.index()];
            sum += price;
            farthest = price.max(farthest);
        });
        let rear = (farthest >> DISTANCE_SHIFT) as i32;
        let mut side = SideState {
            cost: (sum & PRICE_MASK) as i32 + self.weights.straggler * rear,
            distance_left: (sum >> DISTANCE_SHIFT) as i32
                - (self.full_camp >> DISTANCE_SHIFT) as i32,
            rear,
        };
        if side.distance_left <= NEARLY_THERE {
            side.cost += self.weights.detour * detour(position, seat);
        }
        side
    }

    /// The remaining cost of a seat.
    #[inline]
    pub(super) fn cost<R: RuleSet>(&self, position: &Halma<R>, seat: Seat) -> i32 {
        self.side_state(position, seat).cost
    }

    /// Whether the sides have passed each other, so that neither can block the other any more; or the
    /// side to move is so near home that the opponent can block it only by staying there.
    pub(super) fn is_race<R: RuleSet>(&self, position: &Halma<R>) -> bool {
        let mover = position.turn();
        let (own, other) =
            (self.side_state(position, mover), self.side_state(position, mover.opponent()));
        let nearly_home = own.distance_left <= NEARLY_THERE && own.rear <= MAX_DISTANCE / 2;
        nearly_home || have_passed(own.rear, other.rear)
    }

    /// The cost that a move saves a seat.
    #[inline]
    pub(super) fn gain(&self, seat: Seat, m: Move) -> i32 {
        let price =
            |square: Square| (self.prices[seat.index()][square.index()] & PRICE_MASK) as i32;
        price(m.from) - price(m.to)
    }
}

/// Whether both rears are past each other: the sum of their distances is no more than the board's.
#[inline]
const fn have_passed(one_rear: i32, other_rear: i32) -> bool {
    one_rear + other_rear <= MAX_DISTANCE
}

/// The distance of a square from the far corner of a seat, in columns and rows.
fn distance_to_corner(seat: Seat, square: Square) -> (i32, i32) {
    let near = if seat == Seat::FIRST { square.rotated_180() } else { square };
    (near.x() as i32, near.y() as i32)
}

impl<R: RuleSet> Evaluator<Halma<R>> for HalmaEvaluator {
    #[inline]
    fn evaluate(&self, position: &Halma<R>) -> i32 {
        let mover = position.turn();
        let (own, other) =
            (self.side_state(position, mover), self.side_state(position, mover.opponent()));
        let lead = other.cost - own.cost + self.weights.turn;
        if have_passed(own.rear, other.rear) {
            return lead * self.weights.race / 100;
        }
        match &self.network {
            None => lead,
            Some(network) => {
                let share = self.weights.network;
                (share * network.evaluate(&inputs(position)) + (100 - share) * lead) / 100
            }
        }
    }

    #[inline]
    fn order_score(&self, position: &Halma<R>, m: Move) -> i32 {
        self.gain(position.turn(), m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use spielwerk_games::Game;
    use spielwerk_games::halma::{Colour, Plain, Setup, Strict};

    fn position(text: &str) -> Halma {
        text.parse::<Setup>().unwrap().to_position_unchecked()
    }

    /// The same position with the colours exchanged and the board turned round.
    fn turned<R: RuleSet>(position: &Halma<R>) -> Halma<R> {
        let other = |colour| match colour {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        };
        let before = position.setup();
        let mut after = Setup { turn: other(before.turn), ..before.clone() };
        for (y, row) in before.board.iter().rev().enumerate() {
            for (x, piece) in row.iter().rev().enumerate() {
                after.board[y][x] = piece.map(other);
            }
        }
        Halma::from_setup(&after).unwrap()
    }

    fn random_position<R: RuleSet>(picks: &[u16]) -> Halma<R> {
        let mut position = Halma::<R>::start();
        for &pick in picks {
            let moves = position.legal_moves();
            position = position.play(moves[usize::from(pick) % moves.len()]);
        }
        position
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn both_sides_are_evaluated_alike(picks in prop::collection::vec(any::<u16>(), 0..100)) {
            let evaluator = HalmaEvaluator::default();
            let plain: Halma<Plain> = random_position(&picks);
            prop_assert_eq!(evaluator.evaluate(&plain), evaluator.evaluate(&turned(&plain)));
            let strict: Halma<Strict> = random_position(&picks);
            prop_assert_eq!(evaluator.evaluate(&strict), evaluator.evaluate(&turned(&strict)));
        }
    }

    #[test]
    fn nothing_is_cheaper_than_a_full_camp() {
        let evaluator = HalmaEvaluator::default();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let camp = SquareSet::camp(seat.opponent());
            let price =
                |square: Square| evaluator.prices[seat.index()][square.index()] & PRICE_MASK;
            let dearest = camp.iter().map(price).max().unwrap();
            assert!((!camp).iter().all(|square| price(square) > dearest));
        }
    }

    #[test]
    fn a_race_is_distinguished_from_contact() {
        // Black's rear is beyond White's, then the other way round.
        let race = "16/16/16/2W13/16/16/16/16/16/16/12B3/16/16/16/16/16 b";
        let contact = "16/16/16/2B13/16/16/16/16/16/16/12W3/16/16/16/16/16 b";
        let evaluator = HalmaEvaluator::default();
        assert!(evaluator.is_race(&position(race)));
        assert!(!evaluator.is_race(&position(contact)));
    }
}
