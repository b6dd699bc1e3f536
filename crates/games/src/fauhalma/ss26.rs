//! The rules of SS26: chains of short hops, and four blocked spaces to hop over.
//!
//! Once for a position, [`Hops`] has a bitboard for each direction of the spaces from which a hop
//! is possible. The chains of a peg are then a flood fill: hop with all bits of a set at once, until
//! nothing new is reached.
//!
//! The fill needs no special case for the space that the moving peg left. A hop changes x and y by
//! 0 or ±2, so a chain stays on spaces with the same (x mod 2, y mod 2), while what it hops over
//! is one step away and has another parity: the peg can never be its own hurdle. And a chain that
//! returns to its start could as well have begun there.

use std::ops::ControlFlow;

use super::rules::{Move, Occupancy, RuleSet, each_end};
use super::space::{DIRECTIONS, Space, bit_of, opposite, shifted, shifted_twice, spaces};

/// The rules of SS26: hops over one peg or blocked space, joined to chains.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ss26;

impl RuleSet for Ss26 {
    const NUMBER: usize = 0;
    const RULES: &'static str = "steps and chains of hops, four blocked spaces";
    const BLOCKED: u128 = bit_of(0, 0) | bit_of(-1, 2) | bit_of(2, -1) | bit_of(-1, -1);
    const MISSING: u128 = 0;
    const CHAINS: bool = true;

    #[inline]
    fn generate_moves(
        occupancy: &Occupancy,
        mut each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Self::generate_destinations(occupancy, |from, ends| each_end(from, ends, &mut each))
    }

    #[inline]
    fn count_moves(occupancy: &Occupancy) -> u64 {
        let mut count = 0;
        let _ = Self::generate_destinations(occupancy, |_, ends| {
            count += ends.count_ones();
            ControlFlow::Continue(())
        });
        count.into()
    }

    #[inline]
    fn can_move(occupancy: &Occupancy) -> bool {
        occupancy.can_step()
            || Hops::new(occupancy.hurdles, occupancy.destinations()).land(occupancy.pegs) != 0
    }

    fn leaps(occupancy: &Occupancy, from: Space) -> u128 {
        Hops::new(occupancy.hurdles, occupancy.destinations()).land(from.set())
    }

    fn why_no_leap(_: &Occupancy, from: Space, to: Space) -> String {
        let over = DIRECTIONS.into_iter().find_map(|(dx, dy)| {
            let straight = (to.x() - from.x(), to.y() - from.y()) == (2 * dx, 2 * dy);
            straight.then_some((from.x() + dx, from.y() + dy))
        });
        match over {
            Some((x, y)) => format!("there is nothing on [{x},{y}] to hop over"),
            None => format!(
                "from {from} to {to} is neither a step to the next space nor a hop over one space in a straight line"
            ),
        }
    }
}

impl Ss26 {
    /// Calls `each` for every peg with the bitboard of its destinations, until it breaks.
    #[inline]
    pub fn generate_destinations(
        occupancy: &Occupancy,
        mut each: impl FnMut(Space, u128) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hops = Hops::new(occupancy.hurdles, occupancy.empty);
        let hoppers = hops.possible();
        if occupancy.swaps == 0 {
            for peg in spaces(occupancy.pegs) {
                let mut ends = peg.neighbours() & occupancy.empty;
                if hoppers & peg.set() != 0 {
                    ends |= hops.chains(peg.set());
                }
                each(peg, ends)?;
            }
        } else {
            let last_hops = Hops::new(occupancy.hurdles, occupancy.swaps);
            for peg in spaces(occupancy.pegs) {
                let chains = hops.chains(peg.set());
                let swaps = last_hops.land(chains | peg.set());
                each(peg, peg.neighbours() & occupancy.destinations() | chains | swaps)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The spaces from which a hop in each direction is possible.
struct Hops([u128; 6]);

impl Hops {
    /// A hop goes over an adjacent hurdle and lands on one of these spaces behind it. Both are on
    /// the board, so the shifts cannot wrap around.
    #[inline]
    fn new(hurdles: u128, landings: u128) -> Hops {
        let (next, behind) = (shifted(hurdles), shifted_twice(landings));
        Hops(std::array::from_fn(|direction| {
            next[opposite(direction)] & behind[opposite(direction)]
        }))
    }

    /// The spaces from which any hop is possible.
    #[inline]
    fn possible(&self) -> u128 {
        self.0.iter().fold(0, |all, from| all | from)
    }

    /// Where one hop from any space of a set lands.
    #[inline]
    fn land(&self, from: u128) -> u128 {
        let [right, up_right, up_left, left, down_left, down_right] = self.0;
        (from & right) << 2
            | (from & up_right) << 22
            | (from & up_left) << 20
            | (from & left) >> 2
            | (from & down_left) >> 22
            | (from & down_right) >> 20
    }

    /// Where chains of hops from any space of a set land.
    #[inline]
    fn chains(&self, start: u128) -> u128 {
        let (mut reached, mut newest) = (start, start);
        loop {
            newest = self.land(newest) & !reached;
            if newest == 0 {
                return reached ^ start;
            }
            reached |= newest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fauhalma::{FauHalma, Star3};
    use crate::{Game, Position};

    fn ends(text: &str, x: i64, y: i64) -> Vec<(i8, i8)> {
        let position = FauHalma::<Star3, Ss26>::from_setup(&text.parse().unwrap()).unwrap();
        let from = Space::at(x, y).unwrap();
        let moves = position.legal_moves().into_iter().filter(|m| m.from == from);
        let mut ends: Vec<(i8, i8)> = moves.map(|m| (m.to.x(), m.to.y())).collect();
        ends.sort_unstable();
        ends
    }

    #[test]
    fn blocked_spaces_are_hopped_over_and_never_landed_on() {
        let alone = ends(r#"{"A":[[1,0]],"B":[[3,3]]}"#, 1, 0);
        let steps = [(0, 1), (1, -1), (1, 1), (2, 0)];
        let hops = [(-1, 0), (3, -2), (-1, -2)];
        let mut expected = [&steps[..], &hops[..]].concat();
        expected.sort_unstable();
        assert_eq!(alone, expected);
        let beside = ends(r#"{"A":[[-1,1]],"B":[[3,3]]}"#, -1, 1);
        assert!(beside.contains(&(-1, 3)) && !beside.contains(&(-1, 2)));
        // Over (-1,1) there is only the blocked (0,0) to land on.
        let towards = ends(r#"{"A":[[-2,2],[-1,1]],"B":[[3,3]]}"#, -2, 2);
        assert!(!towards.contains(&(0, 0)));
    }

    #[test]
    fn a_chain_goes_on_but_a_step_does_not() {
        let found = ends(r#"{"A":[[3,-6],[3,-5]],"B":[[3,-3],[3,3]]}"#, 3, -6);
        let step = (2, -5);
        // Up the edge over two pegs, then over three blocked spaces.
        let chain = [(3, -4), (3, -2), (1, 0), (-1, 0), (-1, -2)];
        assert_eq!(found.len(), 6);
        assert!(found.contains(&step) && chain.iter().all(|end| found.contains(end)));
    }

    #[test]
    fn an_opponents_peg_at_home_is_an_end_but_no_stage() {
        // B's peg on [-3,4] is next to A's peg and in the way of a hop to [-3,5].
        let step = ends(r#"{"A":[[-3,3]],"B":[[-3,4],[3,3]]}"#, -3, 3);
        assert!(step.contains(&(-3, 4)) && step.contains(&(-3, 5)));
        // Two hops up the edge: the first would land on B's peg, so there is no second.
        let text = r#"{"A":[[-3,2],[-3,3]],"B":[[-3,4],[-3,5],[3,3]]}"#;
        let hop = ends(text, -3, 2);
        assert!(hop.contains(&(-3, 4)) && !hop.contains(&(-3, 6)));
        // B's peg is not in B's own home, and A's pegs in A's home are nobody's to take.
        let other = ends(r#"{"A":[[-3,4],[0,-3]],"B":[[-2,3],[3,3]],"turn":"B"}"#, -2, 3);
        assert!(!other.contains(&(-3, 4)));
    }

    #[test]
    fn reach_is_the_same_with_swaps_somewhere_else() {
        // The second branch of `reach` must agree with the first where no swap is in reach.
        let near = r#"{"A":[[3,-6],[3,-5],[2,-4]],"B":[[1,-3],[2,-2],[3,3]]}"#;
        let far = r#"{"A":[[3,-6],[3,-5],[2,-4]],"B":[[1,-3],[2,-2],[-3,6]]}"#;
        for (x, y) in [(3, -6), (3, -5), (2, -4)] {
            assert_eq!(ends(near, x, y), ends(far, x, y));
        }
    }
}
