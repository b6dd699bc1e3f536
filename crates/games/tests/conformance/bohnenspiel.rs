//! Das Bohnenspiel in the conformance suite.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::strategy::BoxedStrategy;
use spielwerk_games::bohnenspiel::{Bohnenspiel, House, Setup};
use spielwerk_games::{Game, Position, Seat};

use crate::Case;

impl Case for Bohnenspiel {
    // Two last moves can sweep the same beans into the same stores.
    const MOVES_DIFFER_IN_RESULT: bool = false;

    /// 72 beans thrown at houses and stores; what the rules forbid is thrown again.
    fn any_position() -> BoxedStrategy<Bohnenspiel> {
        let beans = prop::collection::vec(0..14usize, 72);
        let spread = prop::collection::hash_set(0..14usize, 1..14);
        (beans, spread, any::<bool>())
            .prop_filter_map("a valid position", |(beans, spread, weisse)| {
                let spread: Vec<usize> = sorted(spread);
                let mut bowls = [0u8; 14];
                for bean in beans {
                    bowls[spread[bean % spread.len()]] += 1;
                }
                let turn = if weisse { "w" } else { "s" };
                let setup: Setup = serde_json::from_value(serde_json::json!({
                    "houses": bowls[..12], "stores": bowls[12..], "turn": turn,
                }))
                .unwrap();
                Bohnenspiel::from_setup(&setup).ok()
            })
            .boxed()
    }

    fn check_move(before: &Bohnenspiel, m: House, after: &Bohnenspiel) {
        let all = |position: &Bohnenspiel| -> u32 {
            let houses = (0..12).map(|house| u32::from(position.house(house)));
            houses.sum::<u32>() + Seat::all(2).map(|s| u32::from(position.store(s))).sum::<u32>()
        };
        assert_eq!(all(after), 72, "a bean is lost: {m:?} in {before:?}");
        assert_ne!(before.turn(), after.turn());
        for seat in Seat::all(2) {
            assert!(after.store(seat) >= before.store(seat), "beans leave a store");
        }
    }

    /// The players change sides.
    fn symmetric(&self) -> Option<Bohnenspiel> {
        let Setup { mut houses, mut stores, .. } = self.setup();
        houses.rotate_left(6);
        stores.swap(0, 1);
        let turn = if self.turn() == Seat::FIRST { "s" } else { "w" };
        let setup = serde_json::json!({ "houses": houses, "stores": stores, "turn": turn });
        Some(Bohnenspiel::from_setup(&serde_json::from_value(setup).unwrap()).unwrap())
    }

    fn symmetric_move(m: House) -> House {
        m
    }
}

fn sorted(set: HashSet<usize>) -> Vec<usize> {
    let mut list: Vec<usize> = set.into_iter().collect();
    list.sort_unstable();
    list
}
