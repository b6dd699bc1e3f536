//! What a position of FAUhalma is worth: how far everybody still has to go.
//!
//! The race decides, so a seat's worth is what its pegs still cost, by [`WayHome`]. Pegs that go
//! together help each other over, so the one farthest behind counts more than its distance, and so
//! does one with nothing beside it to leap over.
//!
//! Where the race table is at hand, the true number of moves home of a seat alone on the board joins
//! that estimate, at every leaf: it sees every ladder that the own pegs make. But it knows nothing of
//! the others' pegs, and is too coarse to lead the way alone: as the greater part of the sum it
//! loses to the estimate without it.
//!
//! With three at the board the first place is worth as much above the second as that above the
//! third. So long as all three race, everybody is measured against the average. Once one has come
//! home or dropped out, the other two fight for what is left: below zero for the second place, above
//! it for the first.

use std::sync::Arc;

use games::fauhalma::{FauHalma, Move, RuleSet, Shape, spaces};
use games::{Position, Seat};
use search::{Judge, Pass};
use tables::race;

use super::way_home::WayHome;
use crate::weights::weights;

weights! {
    /// How much each thing counts, in hundredths of a step.
    pub struct Weights {
        /// A move of a peg to the nearest hole at home.
        pub moves: i32 = 40,
        /// A step of a peg to the tip of its home.
        pub steps: i32 = 60,
        /// Added for the farthest peg: so many hundredths of its cost.
        pub straggler: i32 = 25,
        /// A peg on its way with nothing beside it.
        pub alone: i32 = 20,
        /// To be on turn.
        pub turn: i32 = 90,
        /// A move of all there are to come, by the race table.
        pub race: i32 = 50,
        /// What is left of the estimate beside the race table, in hundredths.
        pub estimate: i32 = 90,
    }
}

/// Measures everybody's way home.
#[derive(Debug)]
pub struct Race<S: Shape, R: RuleSet> {
    weights: Weights,
    ways: Arc<[WayHome; Seat::MOST]>,
    table: Option<Arc<race::Race<S, R>>>,
}

impl<S: Shape, R: RuleSet> Clone for Race<S, R> {
    fn clone(&self) -> Race<S, R> {
        Race { weights: self.weights, ways: self.ways.clone(), table: self.table.clone() }
    }
}

/// Between two places, in hundredths: more than any lead.
const PLACE: i32 = 20_000;

impl<S: Shape, R: RuleSet> Race<S, R> {
    /// A judge with these weights.
    pub fn new(weights: Weights) -> Race<S, R> {
        let price = |moves: i32, steps: i32| weights.moves * moves + weights.steps * steps;
        let ways =
            [Seat::FIRST, Seat::SECOND, Seat::THIRD].map(|seat| WayHome::new::<S, R>(seat, price));
        Race { weights, ways: Arc::new(ways), table: None }
    }

    /// The same judge with the true numbers at hand.
    pub fn with(self, table: race::Race<S, R>) -> Race<S, R> {
        Race { table: Some(Arc::new(table)), ..self }
    }

    /// What it will take a seat to bring its pegs home, in hundredths of a step.
    #[inline]
    fn remaining(&self, position: &FauHalma<S, R>, seat: Seat) -> i32 {
        let estimate = self.estimate(position, seat);
        let moves = |table: &Arc<race::Race<S, R>>| table.moves_home(seat, position.pegs(seat));
        match self.table.as_ref().and_then(moves) {
            None => estimate,
            Some(moves) => {
                let estimate = i64::from(self.weights.estimate) * i64::from(estimate) / 100;
                self.weights.race * i32::from(moves) + estimate as i32
            }
        }
    }

    /// The estimate, without a table.
    #[inline]
    fn estimate(&self, position: &FauHalma<S, R>, seat: Seat) -> i32 {
        let pegs = position.pegs(seat);
        let hurdles = position.occupied() | R::BLOCKED;
        let on_their_way = pegs & !FauHalma::<S, R>::home(seat);
        let costs = self.ways[seat.index()].costs(pegs);
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

    /// What a seat has to go, less what it gains by being on turn.
    #[inline]
    fn behind(&self, position: &FauHalma<S, R>, seat: Seat) -> i32 {
        let turn = if position.turn() == seat { self.weights.turn } else { 0 };
        self.remaining(position, seat) - turn
    }

    /// The values of all three when two of them still play.
    #[cold]
    fn duel(&self, position: &FauHalma<S, R>) -> [i32; Seat::MOST] {
        let third = Seat::all(S::SEATS).find(|&seat| !position.is_playing(seat));
        let third = third.unwrap_or(Seat::THIRD);
        let one = Seat::new((third.index() + 1) % 3);
        let other = Seat::new((third.index() + 2) % 3);
        let is_first = position.places().contains(&third);
        let middle = if is_first { -PLACE } else { PLACE };
        let lead = self.behind(position, other) - self.behind(position, one);
        let lead = lead.clamp(1 - PLACE, PLACE - 1);
        let mut values = [0; Seat::MOST];
        values[third.index()] = -2 * middle;
        values[one.index()] = middle + lead;
        values[other.index()] = middle - lead;
        values
    }
}

impl<S: Shape, R: RuleSet> Judge<FauHalma<S, R>> for Race<S, R> {
    #[inline]
    fn value(&self, position: &FauHalma<S, R>) -> i32 {
        let mover = position.turn();
        if S::SEATS == 2 {
            return self.behind(position, mover.opponent()) - self.behind(position, mover);
        }
        self.values(position)[mover.index()]
    }

    #[inline]
    fn values(&self, position: &FauHalma<S, R>) -> [i32; Seat::MOST] {
        if S::SEATS == 2 {
            let value = self.value(position);
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

    /// What the mover's peg comes nearer, and how far a peg that it changes places with is thrown
    /// back.
    #[inline]
    fn hint(&self, position: &FauHalma<S, R>, m: Move) -> i32 {
        let mover = position.turn();
        let gain = |seat: Seat, from: usize, to: usize| {
            let costs = self.ways[seat.index()].costs(position.pegs(seat));
            i32::from(costs[from]) - i32::from(costs[to])
        };
        let (from, to) = (m.from.index(), m.to.index());
        let mut hint = gain(mover, from, to);
        if position.occupied() & m.to.set() != 0 {
            let seats = Seat::all(S::SEATS);
            if let Some(other) = seats.into_iter().find(|&s| position.pegs(s) & m.to.set() != 0) {
                hint -= gain(other, to, from) / 2;
            }
        }
        hint
    }
}

impl<S: Shape, R: RuleSet> Pass<FauHalma<S, R>> for Race<S, R> {
    fn pass(&self, position: &FauHalma<S, R>) -> Option<FauHalma<S, R>> {
        position.passed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::fauhalma::{Rhombus, Setup, Ss26, Star2, Star3, Ws25};
    use proptest::prelude::*;

    /// The position after random moves.
    fn wander<P: Position>(picks: &[u16]) -> P {
        let mut position = P::start();
        for &pick in picks {
            let moves = position.list();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[usize::from(pick) % moves.len()]);
        }
        position
    }

    /// Turns the board so that every seat sits where the next one sat: all values go along.
    fn values_turn_with_the_board<S: Shape, R: RuleSet>(picks: &[u16]) {
        let position: FauHalma<S, R> = wander(picks);
        if position.outcome().is_some() || position.playing().count() < S::SEATS {
            return;
        }
        let next = |seat: Seat| Seat::new((seat.index() + 1) % S::SEATS);
        let mut pegs = [0; Seat::MOST];
        for seat in Seat::all(S::SEATS) {
            pegs[next(seat).index()] = S::carried(position.pegs(seat), seat, next(seat));
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
        let judge = Race::<S, R>::new(Weights::default());
        let (before, after) = (judge.values(&position), judge.values(&turned));
        for seat in Seat::all(S::SEATS) {
            assert_eq!(before[seat.index()], after[next(seat).index()], "{position:?}");
        }
        assert_eq!(judge.value(&position), judge.value(&turned));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn all_seats_are_judged_alike(picks in prop::collection::vec(any::<u16>(), 0..120)) {
            values_turn_with_the_board::<Star3, Ss26>(&picks);
            values_turn_with_the_board::<Star3, Ws25>(&picks);
            // With two at the board the blocked spaces of SS26 lie otherwise for the second seat.
            values_turn_with_the_board::<Star2, Ws25>(&picks);
            values_turn_with_the_board::<Rhombus, Ws25>(&picks);
        }
    }

    fn position(text: &str) -> FauHalma<Star3, Ss26> {
        FauHalma::from_setup(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn who_fights_for_the_second_place_is_below_zero() {
        let text = concat!(
            r#"{"A":[[-3,6],[-3,5],[-2,5],[-3,4],[-2,4],[-1,4]],"#,
            r#""B":[[1,1],[2,1],[2,2],[1,2],[3,1],[3,2]],"#,
            r#""C":[[-3,1],[-3,2],[-3,3],[-2,1],[-2,2],[-4,2]],"turn":"B"}"#
        );
        let values = Race::new(Weights::default()).values(&position(text));
        assert!(values[0] > 0 && values[1] < 0 && values[2] < 0, "{values:?}");
        assert_eq!(values.iter().sum::<i32>(), 0);
    }

    #[test]
    fn nearer_is_better_and_moves_are_hinted_by_what_they_gain() {
        let judge = Race::<Star3, Ss26>::new(Weights::default());
        let start = FauHalma::start();
        let best = start.list().into_iter().max_by_key(|&m| judge.hint(&start, m)).unwrap();
        assert!(judge.hint(&start, best) > 0);
        let after = start.play(best);
        assert!(judge.values(&after)[0] > judge.values(&start)[0] - Weights::default().turn);
        let passed = judge.pass(&start).unwrap();
        assert_eq!(passed.turn(), Seat::SECOND);
        assert_eq!(passed.pegs(Seat::FIRST), start.pegs(Seat::FIRST));
    }
}
