//! Static evaluation of FAUhalma, a Chinese checkers (Sternhalma): the remaining distances of all
//! seats.
//!
//! The cost of a seat is the sum of its pegs' distances from home, by [`PathHome`]. Pegs that move
//! together can hop over each other, so the farthest peg behind costs more than its distance, and so
//! does an isolated peg.
//!
//! With a race tablebase, the exact number of moves home of a seat alone on the board is added to
//! that estimate, at every leaf: it sees every ladder of the own pegs. But it ignores the opponents'
//! pegs and is coarse: with a greater share of the sum, the player loses to the one without it.
//!
//! A network, where the player has one, has a share in the evaluation. Among three it is asked for the
//! points of each seat, from the view of that seat. A second network gives the prior probabilities of
//! moves for Monte-Carlo tree search.
//!
//! With three players the first place is worth as much more than the second as that is more than the
//! third. While all three race, each is compared with the average. Once one has come home or dropped
//! out, the other two compete for what is left: below zero for the second place, above it for the
//! first.

use std::sync::Arc;

use spielwerk_games::fauhalma::{BoardShape, FauHalma, Move, RuleSet, spaces};
use spielwerk_games::{Position, Seat};
use spielwerk_nets::Network;
use spielwerk_search::{Evaluator, Pass};
use spielwerk_tablebases::race;

use super::network_inputs::{PegInputs, inputs, words};
use super::path_home::PathHome;
use crate::weights::weights;

weights! {
    /// Evaluation weights, in hundredths of a step.
    pub struct Weights {
        /// A move of a peg's path to the nearest hole at home.
        pub moves: i32 = 40,
        /// A step of a peg's distance from the tip of its home.
        pub steps: i32 = 60,
        /// Added for the farthest peg: so many hundredths of its cost.
        pub straggler: i32 = 25,
        /// An isolated peg outside its home: no neighbour to hop over.
        pub alone: i32 = 20,
        /// Tempo: to be on turn.
        pub turn: i32 = 90,
        /// The lead at which a seat comes home before another one with a probability of 85 %, if both
        /// are nearly there.
        pub lead: i32 = 150,
        /// How much greater that lead must be with a longer way: so many hundredths of what remains
        /// for both.
        pub lead_of_way: i32 = 6,
        /// A part of a peg's cost that makes it likelier to be moved, in hundredths.
        pub tail: i32 = 10,
        /// A remaining move, by the race tablebase.
        pub race: i32 = 50,
        /// The share of the estimate beside the race tablebase, in hundredths.
        pub estimate: i32 = 90,
        /// The share of the network beside the hand-written terms, in hundredths.
        pub network: i32 = 100,
    }
}

/// Evaluates the remaining distance home of every seat.
#[derive(Debug)]
pub struct FauHalmaEvaluator<S: BoardShape, R: RuleSet> {
    weights: Weights,
    paths: Arc<[PathHome; Seat::MAX_SEATS]>,
    network: Option<Arc<Network>>,
    policy: Option<Arc<Network>>,
    peg_inputs: PegInputs<S>,
    tablebase: Option<Arc<race::RaceTablebase<S, R>>>,
}

impl<S: BoardShape, R: RuleSet> Clone for FauHalmaEvaluator<S, R> {
    fn clone(&self) -> FauHalmaEvaluator<S, R> {
        FauHalmaEvaluator {
            weights: self.weights,
            paths: self.paths.clone(),
            network: self.network.clone(),
            policy: self.policy.clone(),
            peg_inputs: self.peg_inputs.clone(),
            tablebase: self.tablebase.clone(),
        }
    }
}

/// The value of a place above the next one, in hundredths: more than any lead.
const PLACE: i32 = 20_000;

impl<S: BoardShape, R: RuleSet> FauHalmaEvaluator<S, R> {
    /// An evaluator with these weights.
    pub fn new(weights: Weights) -> FauHalmaEvaluator<S, R> {
        let price = |moves: i32, steps: i32| weights.moves * moves + weights.steps * steps;
        let paths =
            [Seat::FIRST, Seat::SECOND, Seat::THIRD].map(|seat| PathHome::new::<S, R>(seat, price));
        FauHalmaEvaluator {
            weights,
            paths: Arc::new(paths),
            network: None,
            policy: None,
            peg_inputs: PegInputs::new(),
            tablebase: None,
        }
    }

    /// The same evaluator with a policy network, if there is one.
    pub fn with_policy(self, policy: Option<Arc<Network>>) -> FauHalmaEvaluator<S, R> {
        FauHalmaEvaluator { policy, ..self }
    }

    /// The same evaluator with a network, if there is one.
    pub fn with_network(self, network: Option<Arc<Network>>) -> FauHalmaEvaluator<S, R> {
        FauHalmaEvaluator { network, ..self }
    }

    /// The same evaluator with the race tablebase.
    pub fn with_tablebase(self, table: race::RaceTablebase<S, R>) -> FauHalmaEvaluator<S, R> {
        FauHalmaEvaluator { tablebase: Some(Arc::new(table)), ..self }
    }

    /// The remaining cost of a seat, in hundredths of a step.
    #[inline]
    fn remaining(&self, position: &FauHalma<S, R>, seat: Seat) -> i32 {
        let estimate = self.estimate(position, seat);
        let moves =
            |table: &Arc<race::RaceTablebase<S, R>>| table.moves_home(seat, position.pegs(seat));
        match self.tablebase.as_ref().and_then(moves) {
            None => estimate,
            Some(moves) => {
                let estimate = i64::from(self.weights.estimate) * i64::from(estimate) / 100;
                self.weights.race * i32::from(moves) + estimate as i32
            }
        }
    }

    /// The remaining cost without a tablebase.
    #[inline]
    fn estimate(&self, position: &FauHalma<S, R>, seat: Seat) -> i32 {
        let pegs = position.pegs(seat);
        let hurdles = position.occupied() | R::BLOCKED;
        let on_their_way = pegs & !FauHalma::<S, R>::home(seat);
        let costs = self.paths[seat.index()].costs(pegs);
        let (mut sum, mut farthest, mut alone) = (0, 0, 0);
        for peg in spaces(pegs) {
            let cost = i32::from(costs[peg.index()]);
            sum += cost;
            farthest = cost.max(farthest);
            let is_alone = peg.neighbours() & hurdles == 0 && on_their_way & peg.set() != 0;
            alone += i32::from(is_alone);
        }
        sum + farthest * self.weights.straggler / 100 + alone * self.weights.alone
    }

    /// The remaining cost of a seat less its tempo.
    #[inline]
    fn behind(&self, position: &FauHalma<S, R>, seat: Seat) -> i32 {
        let turn = if position.turn() == seat { self.weights.turn } else { 0 };
        self.remaining(position, seat) - turn
    }

    /// The evaluation of all three seats when two of them still play.
    #[cold]
    fn duel(&self, position: &FauHalma<S, R>) -> [i32; Seat::MAX_SEATS] {
        let third = Seat::all(S::SEATS).find(|&seat| !position.is_playing(seat));
        let third = third.unwrap_or(Seat::THIRD);
        let one = Seat::new((third.index() + 1) % 3);
        let other = Seat::new((third.index() + 2) % 3);
        let is_first = position.places().contains(&third);
        let middle = if is_first { -PLACE } else { PLACE };
        let lead = self.behind(position, other) - self.behind(position, one);
        let lead = lead.clamp(1 - PLACE, PLACE - 1);
        let mut values = [0; Seat::MAX_SEATS];
        values[third.index()] = -2 * middle;
        values[one.index()] = middle + lead;
        values[other.index()] = middle - lead;
        values
    }
}

impl<S: BoardShape, R: RuleSet> Evaluator<FauHalma<S, R>> for FauHalmaEvaluator<S, R> {
    #[inline]
    fn evaluate(&self, position: &FauHalma<S, R>) -> i32 {
        let mover = position.turn();
        if S::SEATS == 2 {
            let lead = self.behind(position, mover.opponent()) - self.behind(position, mover);
            return match &self.network {
                None => lead,
                Some(network) => {
                    let share = self.weights.network;
                    let value = network.evaluate(&inputs(position, mover)[..words(S::SEATS)]);
                    (share * value + (100 - share) * lead) / 100
                }
            };
        }
        self.evaluate_seats(position)[mover.index()]
    }

    #[inline]
    fn evaluate_seats(&self, position: &FauHalma<S, R>) -> [i32; Seat::MAX_SEATS] {
        if S::SEATS == 2 {
            let value = self.evaluate(position);
            let sign = if position.turn() == Seat::FIRST { 1 } else { -1 };
            return [sign * value, -sign * value, 0];
        }
        if position.playing().count() < S::SEATS {
            return self.duel(position);
        }
        let behind =
            [Seat::FIRST, Seat::SECOND, Seat::THIRD].map(|seat| self.behind(position, seat));
        let average = behind.iter().sum::<i32>() / 3;
        behind.map(|behind| average - behind)
    }

    /// By the policy network while all play; else the distance that the moved peg gains, and a part of
    /// its distance from home: it is the last pegs that decide when a seat is home.
    fn policy_scores(&self, position: &FauHalma<S, R>, moves: &[Move], scores: &mut Vec<i32>) {
        let mover = position.turn();
        if let Some(policy) = &self.policy
            && position.playing().count() == S::SEATS
        {
            let changes = moves.iter().map(|&m| self.peg_inputs.change(position, m));
            let inputs = &inputs(position, mover)[..words(S::SEATS)];
            policy.evaluate_changes(inputs, &changes, scores);
            return;
        }
        let costs = self.paths[mover.index()].costs(position.pegs(mover));
        let score = |&m: &Move| {
            let from = i32::from(costs[m.from.index()]);
            self.order_score(position, m) + from * self.weights.tail / 100
        };
        scores.clear();
        scores.extend(moves.iter().map(score));
    }

    /// By pairs: the points of a seat are the number of others that come home after it.
    #[inline]
    fn expected_points(&self, position: &FauHalma<S, R>, hurry: f32) -> [f32; Seat::MAX_SEATS] {
        let share = 1.0 / (S::SEATS - 1) as f32;
        let mut points = [0.0; Seat::MAX_SEATS];
        let mut remaining = [0; Seat::MAX_SEATS];
        for seat in position.playing() {
            remaining[seat.index()] = self.remaining(position, seat);
        }
        // Seats in the order in which they move, so that of equals the first is before the second.
        let turn = position.turn().index();
        for first in 0..S::SEATS {
            for second in first + 1..S::SEATS {
                let one = Seat::new((turn + first) % S::SEATS);
                let other = Seat::new((turn + second) % S::SEATS);
                let before = match (position.is_playing(one), position.is_playing(other)) {
                    (true, true) => self.before(remaining[one.index()], remaining[other.index()]),
                    (true, false) => f32::from(!position.places().contains(&other) as u8),
                    (false, true) => f32::from(position.places().contains(&one) as u8),
                    (false, false) => {
                        let half_points = |seat| position.final_half_points(seat);
                        f32::from((half_points(one) > half_points(other)) as u8)
                    }
                };
                points[one.index()] += share * before;
                points[other.index()] += share * (1.0 - before);
            }
        }
        if let Some(network) = &self.network
            && position.playing().count() == S::SEATS
        {
            self.add_network(network, position, &mut points);
        }
        for seat in position.playing() {
            points[seat.index()] -= 0.01 * hurry * remaining[seat.index()] as f32;
        }
        points
    }

    /// The distance that the moved peg gains, plus half of what a swapped peg loses.
    #[inline]
    fn order_score(&self, position: &FauHalma<S, R>, m: Move) -> i32 {
        let mover = position.turn();
        let gain = |seat: Seat, from: usize, to: usize| {
            let costs = self.paths[seat.index()].costs(position.pegs(seat));
            i32::from(costs[from]) - i32::from(costs[to])
        };
        let (from, to) = (m.from.index(), m.to.index());
        let mut score = gain(mover, from, to);
        if position.occupied() & m.to.set() != 0 {
            let seats = Seat::all(S::SEATS);
            if let Some(other) = seats.into_iter().find(|&s| position.pegs(s) & m.to.set() != 0) {
                score -= gain(other, to, from) / 2;
            }
        }
        score
    }
}

impl<S: BoardShape, R: RuleSet> FauHalmaEvaluator<S, R> {
    /// Replaces a share of the points that are expected by what the network expects. Its points of
    /// all seats are scaled so that they are all points there are.
    #[inline]
    fn add_network(
        &self,
        network: &Network,
        position: &FauHalma<S, R>,
        points: &mut [f32; Seat::MAX_SEATS],
    ) {
        let scale = f64::from(network.info().scale);
        let mut expected = [0.0; Seat::MAX_SEATS];
        let views = self.peg_inputs.of_all_seats(position);
        for (seat, active) in Seat::all(S::SEATS).zip(&views) {
            let value = network.evaluate_active(active.numbers());
            // In double precision, so that rounding hides the last bit, in which systems differ.
            expected[seat.index()] = (1.0 / (1.0 + (-f64::from(value) / scale).exp())) as f32;
        }
        let all: f32 = expected.iter().sum();
        let share = 0.01 * self.weights.network as f32;
        let factor = share * 0.5 * S::SEATS as f32 / all.max(0.01);
        for (points, expected) in points.iter_mut().zip(expected) {
            *points = *points * (1.0 - share) + factor * expected;
        }
    }

    /// The probability that one seat comes home before another one, by their remaining costs, if it
    /// moves before the other.
    #[inline]
    fn before(&self, one: i32, other: i32) -> f32 {
        let Weights { turn, lead, lead_of_way, .. } = self.weights;
        let scale = lead as f32 + 0.01 * lead_of_way as f32 * (one + other) as f32;
        let lead = (other - one + turn) as f32 / scale.max(1.0);
        0.5 + 0.5 * lead / (1.0 + lead * lead).sqrt()
    }
}

impl<S: BoardShape, R: RuleSet> Pass<FauHalma<S, R>> for FauHalmaEvaluator<S, R> {
    fn pass(&self, position: &FauHalma<S, R>) -> Option<FauHalma<S, R>> {
        position.null_move()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use spielwerk_games::Game;
    use spielwerk_games::fauhalma::{Rhombus, Setup, Ss26, Star2, Star3, Ws25};

    /// The position after random moves.
    fn random_position<P: Position>(picks: &[u16]) -> P {
        let mut position = P::start();
        for &pick in picks {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[usize::from(pick) % moves.len()]);
        }
        position
    }

    /// Rotates the board so that every seat takes the place of the next: the values rotate with it.
    fn values_rotate_with_the_board<S: BoardShape, R: RuleSet>(picks: &[u16]) {
        let position: FauHalma<S, R> = random_position(picks);
        if position.outcome().is_some() || position.playing().count() < S::SEATS {
            return;
        }
        let next = |seat: Seat| Seat::new((seat.index() + 1) % S::SEATS);
        let mut pegs = [0; Seat::MAX_SEATS];
        for seat in Seat::all(S::SEATS) {
            pegs[next(seat).index()] = S::rotated_to_seat(position.pegs(seat), seat, next(seat));
        }
        let list = |seat: Seat| -> String {
            let pegs: Vec<String> = spaces(pegs[seat.index()]).map(|s| s.to_string()).collect();
            let name = S::PLAYERS[seat.index()];
            format!("\"{name}\":[{}]", pegs.join(","))
        };
        let lists: Vec<String> = Seat::all(S::SEATS).map(list).collect();
        let turn = S::PLAYERS[next(position.turn()).index()];
        let text = format!("{{{},\"turn\":\"{turn}\"}}", lists.join(","));
        let setup: Setup = text.parse().unwrap();
        let turned = FauHalma::<S, R>::from_setup(&setup).unwrap();
        let evaluator = FauHalmaEvaluator::<S, R>::new(Weights::default());
        let (before, after) =
            (evaluator.evaluate_seats(&position), evaluator.evaluate_seats(&turned));
        for seat in Seat::all(S::SEATS) {
            assert_eq!(before[seat.index()], after[next(seat).index()], "{position:?}");
        }
        assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&turned));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn all_seats_are_evaluated_alike(picks in prop::collection::vec(any::<u16>(), 0..120)) {
            values_rotate_with_the_board::<Star3, Ss26>(&picks);
            values_rotate_with_the_board::<Star3, Ws25>(&picks);
            // With two players the blocked spaces of SS26 are not symmetric.
            values_rotate_with_the_board::<Star2, Ws25>(&picks);
            values_rotate_with_the_board::<Rhombus, Ws25>(&picks);
        }
    }

    fn position(text: &str) -> FauHalma<Star3, Ss26> {
        FauHalma::from_setup(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn competing_for_the_second_place_is_below_zero() {
        let text = concat!(
            r#"{"A":[[-3,6],[-3,5],[-2,5],[-3,4],[-2,4],[-1,4]],"#,
            r#""B":[[1,1],[2,1],[2,2],[1,2],[3,1],[3,2]],"#,
            r#""C":[[-3,1],[-3,2],[-3,3],[-2,1],[-2,2],[-4,2]],"turn":"B"}"#
        );
        let values = FauHalmaEvaluator::new(Weights::default()).evaluate_seats(&position(text));
        assert!(values[0] > 0 && values[1] < 0 && values[2] < 0, "{values:?}");
        assert_eq!(values.iter().sum::<i32>(), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn expected_points_are_all_points_there_are(
            picks in prop::collection::vec(any::<u16>(), 0..120),
        ) {
            let position: FauHalma<Star3, Ss26> = random_position(&picks);
            let evaluator = FauHalmaEvaluator::new(Weights::default());
            let points = evaluator.expected_points(&position, 0.0);
            prop_assert!((points.iter().sum::<f32>() - 1.5).abs() < 1e-5, "{points:?}");
            let hurried = evaluator.expected_points(&position, 0.001);
            for seat in position.playing() {
                prop_assert!(hurried[seat.index()] < points[seat.index()]);
            }
        }
    }

    #[test]
    fn certain_places_have_exact_points() {
        let evaluator = FauHalmaEvaluator::new(Weights::default());
        let home = concat!(
            r#"{"A":[[-3,6],[-3,5],[-2,5],[-3,4],[-2,4],[-1,4]],"#,
            r#""B":[[1,1],[2,1],[2,2],[1,2],[3,1],[3,2]],"#,
            r#""C":[[-3,1],[-3,2],[-3,3],[-2,1],[-2,2],[-4,2]],"turn":"B"}"#
        );
        let [a, b, c] = evaluator.expected_points(&position(home), 0.001);
        assert_eq!(a, 1.0);
        assert!(b < 0.5 && c < 0.5, "{b} {c}");
        let absent = r#"{"A":[[-3,1]],"B":[[0,0]],"turn":"A"}"#.replace("[0,0]", "[1,0]");
        let [a, b, c] = evaluator.expected_points(&position(&absent), 0.0);
        assert_eq!(c, 0.0);
        assert!(a > 0.5 && b > 0.5 && (a + b - 1.5).abs() < 1e-5, "{a} {b}");
    }

    #[test]
    fn nearer_is_better_and_moves_are_ordered_by_gain() {
        let evaluator = FauHalmaEvaluator::<Star3, Ss26>::new(Weights::default());
        let start = FauHalma::start();
        let best = start
            .legal_moves()
            .into_iter()
            .max_by_key(|&m| evaluator.order_score(&start, m))
            .unwrap();
        assert!(evaluator.order_score(&start, best) > 0);
        let after = start.play(best);
        assert!(
            evaluator.evaluate_seats(&after)[0]
                > evaluator.evaluate_seats(&start)[0] - Weights::default().turn
        );
        let passed = evaluator.pass(&start).unwrap();
        assert_eq!(passed.turn(), Seat::SECOND);
        assert_eq!(passed.pegs(Seat::FIRST), start.pegs(Seat::FIRST));
    }
}
