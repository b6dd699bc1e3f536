//! What a position of Fanorona is worth: stones first, then what they can do.
//!
//! A stone more is worth the more the fewer there are. Stones on strong points go in all eight
//! directions. Empty points beside one's stones are moves to choose from, and a stone that could
//! capture is a threat, so long as the other side must first do something about it. When few are
//! left, whoever has more must come near, and whoever has fewer keeps away.
//!
//! All of it is counted set by set, never stone by stone. Captures themselves are for the search:
//! a position with one is not quiet.
//!
//! Where the endgame tables have a position, there is nothing to judge. Those that know in how many
//! plies a game ends lead straight there. The largest only know the result; of them, draws are
//! believed anywhere, but wins and losses only just after a capture. So a search that begins among
//! them goes on to the next capture by the moves that keep the result, instead of finding one
//! winning move as good as the other for ever.

use std::sync::Arc;

use games::fanorona::{Fanorona, Move, QUIET_PLIES};
use search::{Judge, Known};
use tables::fanorona::{Endgames, Fate};

use crate::weights::weights;

weights! {
    /// How much each thing counts, in hundredths of a stone.
    pub struct Weights {
        /// A stone.
        pub stone: i32 = 100,
        /// A stone more than the other side, divided by the number of all stones.
        pub surplus: i32 = 400,
        /// A stone on a strong point.
        pub strong: i32 = 8,
        /// An empty point beside one's stones.
        pub freedom: i32 = 4,
        /// A stone that could capture.
        pub threat: i32 = 20,
        /// For whoever has more, when few are left: a stone near the other side, once for each of the
        /// distances one, two and three.
        pub near: i32 = 6,
        /// To be on turn.
        pub turn: i32 = 15,
    }
}

/// With so many stones left, it counts who keeps near.
const FEW: i32 = 12;

/// Counts stones and what they can do.
#[derive(Clone, Debug, Default)]
pub struct Stones<const R: usize = 5, const C: usize = 9> {
    weights: Weights,
    endgames: Option<Arc<Endgames<R, C>>>,
}

impl<const R: usize, const C: usize> Stones<R, C> {
    /// A judge with these weights.
    pub fn new(weights: Weights) -> Self {
        Stones { weights, endgames: None }
    }

    /// The same judge with endgame tables at hand.
    pub fn with(self, endgames: Endgames<R, C>) -> Self {
        Stones { endgames: Some(Arc::new(endgames)), ..self }
    }

    /// What a side's stones can do, beyond their number.
    #[inline]
    fn shape(&self, own: u64, empty: u64, threats: u64) -> i32 {
        let strong = count(own & Fanorona::<R, C>::STRONG);
        let freedom = count(Fanorona::<R, C>::neighbours(own) & empty);
        self.weights.strong * strong
            + self.weights.freedom * freedom
            + self.weights.threat * count(threats)
    }
}

#[inline]
fn count(points: u64) -> i32 {
    points.count_ones() as i32
}

/// How near all stones of one set are to the other's: three for each that touches one, down to
/// nothing from four lines away.
#[inline]
fn nearness<const R: usize, const C: usize>(one: u64, other: u64) -> i32 {
    let (mut around, mut near) = (other, 0);
    for _ in 0..3 {
        around |= Fanorona::<R, C>::neighbours(around);
        near += count(one & around);
    }
    near
}

impl<const R: usize, const C: usize> Judge<Fanorona<R, C>> for Stones<R, C> {
    #[inline]
    fn value(&self, position: &Fanorona<R, C>) -> i32 {
        let (mine, theirs, empty) = (position.mine(), position.theirs(), position.empty());
        let (lead, all) = (count(mine) - count(theirs), count(mine | theirs));
        let weights = &self.weights;
        let mut value = weights.stone * lead + weights.surplus * lead / all.max(1) + weights.turn;
        value += self.shape(mine, empty, position.capturers());
        value -= self.shape(theirs, empty, position.threats());
        if all <= FEW && lead != 0 {
            // Both counts together, so that it is the same for both sides.
            let near = nearness::<R, C>(mine, theirs) + nearness::<R, C>(theirs, mine);
            value += weights.near * lead.signum() * near;
        }
        value
    }

    #[inline]
    fn hint(&self, _position: &Fanorona<R, C>, m: Move) -> i32 {
        let strong = |bit: u32| (Fanorona::<R, C>::STRONG >> bit & 1) as i32;
        self.weights.stone * count(m.captured())
            + self.weights.strong * (strong(m.to()) - strong(m.from()))
    }

    #[inline]
    fn noisy(&self, position: &Fanorona<R, C>) -> bool {
        position.can_capture()
    }

    #[inline]
    fn is_noisy(&self, _position: &Fanorona<R, C>, m: Move) -> bool {
        m.is_capture()
    }

    #[inline]
    fn known(&self, position: &Fanorona<R, C>) -> Option<Known> {
        let fate = self.endgames.as_ref()?.probe(position)?;
        // What comes later than the game is drawn may come in time, if it captures on the way.
        let in_time = |plies: u32| u32::from(position.quiet()) + plies <= u32::from(QUIET_PLIES);
        let believed = |plies: Option<u32>| plies.map_or(position.quiet() == 0, in_time);
        match fate {
            Fate::Draw => Some(Known::Draw),
            Fate::Win(plies) => believed(plies).then_some(Known::Win(plies)),
            Fate::Loss(plies) => believed(plies).then_some(Known::Loss(plies)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::fanorona::{Setup, Turn};
    use games::{Game, Position};
    use proptest::prelude::*;

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

    /// The ranks of a position from the top, one sign a point, and the mover.
    fn ranks(text: &str) -> (Vec<String>, &str) {
        let (board, rest) = text.split_once(' ').unwrap();
        let unfold = |c: char| c.to_digit(10).map_or(c.to_string(), |run| ".".repeat(run as usize));
        let ranks = board.split('/').map(|rank| rank.chars().map(unfold).collect());
        (ranks.collect(), &rest[..1])
    }

    fn read<const R: usize, const C: usize>(ranks: &[String], mover: &str) -> Fanorona<R, C> {
        let turn = if mover == "w" { Turn::White } else { Turn::Black };
        let setup = Setup { board: ranks.to_vec(), turn, quiet: 0, number: 1 };
        Fanorona::from_setup(&setup).unwrap()
    }

    fn all_sides_are_alike<const R: usize, const C: usize>(picks: &[u16]) {
        let position: Fanorona<R, C> = wander(picks);
        if position.outcome().is_some() {
            return;
        }
        let text = position.setup().to_string();
        let (ranks, mover) = ranks(&text);
        let judge = Stones::default();
        let value = judge.value(&position);
        let upside_down: Vec<String> = ranks.iter().rev().cloned().collect();
        assert_eq!(judge.value(&read::<R, C>(&upside_down, mover)), value, "{text}");
        let turned = |rank: &String| -> String {
            let exchange = |c| match c {
                'B' => 'W',
                'W' => 'B',
                _ => c,
            };
            rank.chars().rev().map(exchange).collect()
        };
        let turned: Vec<String> = ranks.iter().rev().map(turned).collect();
        let other = if mover == "w" { "b" } else { "w" };
        assert_eq!(judge.value(&read::<R, C>(&turned, other)), value, "{text}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn turning_and_reflecting_changes_nothing(picks in prop::collection::vec(any::<u16>(), 0..60)) {
            all_sides_are_alike::<5, 9>(&picks);
            all_sides_are_alike::<5, 5>(&picks);
            all_sides_are_alike::<9, 3>(&picks);
            all_sides_are_alike::<3, 3>(&picks);
        }
    }

    #[test]
    fn what_a_table_has_is_known_while_there_is_time() {
        let place = tables::Place::from(std::env::temp_dir().join("spielwerk-judge-of-stones"));
        let endgames = Endgames::<3, 5>::build(&place, 4, &tables::Watch::nobody()).unwrap();
        let judge = Stones::default().with(endgames);
        let known =
            |text: &str| judge.known(&Fanorona::from_setup(&text.parse().unwrap()).unwrap());
        assert_eq!(known("5/1WB2/5 w 0 1"), Some(Known::Win(Some(1))));
        assert_eq!(known("5/1WB2/5 w 99 1"), Some(Known::Win(Some(1))));
        let slow = known("W3B/5/WW3 w 0 1");
        let Some(Known::Win(Some(plies))) = slow else {
            panic!("{slow:?}");
        };
        assert!(plies > 1);
        assert_eq!(known("W3B/5/WW3 w 99 1"), None);
        assert_eq!(known("BBBBB/BW1BW/WWWWW w 0 1"), None);
    }

    #[test]
    fn captures_are_noise_and_stones_count() {
        let judge = Stones::default();
        let start: Fanorona = Fanorona::start();
        assert!(judge.noisy(&start));
        assert!(start.list().into_iter().all(|m| judge.is_noisy(&start, m)));
        let ahead: Fanorona =
            Fanorona::from_setup(&"9/9/4W4/4W4/B8 w 0 1".parse().unwrap()).unwrap();
        assert!(!judge.noisy(&ahead));
        assert!(judge.value(&ahead) > 100);
    }
}
