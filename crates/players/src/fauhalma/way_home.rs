//! How far every space is from home, for every state the home can be in.
//!
//! A home has six spaces, so there are 64 sets of them that the own pegs can hold already. For each
//! set a breadth-first search from the holes tells how many moves a peg needs into the nearest one,
//! alone on the board but for the pegs at home and the blocked spaces, which it can leap over. Own
//! pegs in the way cost nothing: instead of walking round, one steps on and the other takes its
//! place, which is as many moves.
//!
//! Looked up like this, the last peg finds the last hole from any side, and the estimate of a whole
//! side is six look-ups.

use games::Seat;
use games::fauhalma::{FauHalma, PEGS, RuleSet, Scene, Shape, Space, spaces};

/// Sets of home spaces.
const PATTERNS: usize = 1 << PEGS;
/// Space for every bit of a set of spaces.
const BITS: usize = 128;

/// The way home of one seat.
#[derive(Clone, Debug)]
pub(super) struct WayHome {
    /// The rows of the home: how far right they must be moved, which bits they then have, and how
    /// far left they go to make a number of all.
    rows: [(u32, usize, u32); 3],
    /// By the pegs at home and by space: what it takes to get a peg from there into a hole.
    costs: Box<[[i16; BITS]; PATTERNS]>,
}

impl WayHome {
    /// The way home of a seat, with a price for a peg by its moves to the nearest hole, and its
    /// distance from the tip of its home in spaces.
    pub(super) fn new<S: Shape, R: RuleSet>(
        seat: Seat,
        price: impl Fn(i32, i32) -> i32,
    ) -> WayHome {
        let home = FauHalma::<S, R>::home(seat);
        let mut way = WayHome { rows: rows(home), costs: Box::new([[0; BITS]; PATTERNS]) };
        let tip = tip(home);
        for pattern in 0..PATTERNS {
            let held = spaces(home).filter(|space| pattern & way.pattern(space.set()) != 0);
            let held = held.fold(0, |held, space| held | space.set());
            let moves = moves_to_hole::<S, R>(home & !held, held);
            for space in spaces(FauHalma::<S, R>::PLAYABLE) {
                // A peg in its home has arrived, though a deeper space would be better still.
                let moves = if home & space.set() == 0 { moves[space.index()] } else { 0 };
                let cost = price(moves, steps(space, tip));
                way.costs[pattern][space.index()] = cost as i16;
            }
        }
        way
    }

    /// Which of the home's spaces are in a set, as a number.
    #[inline]
    pub(super) fn pattern(&self, set: u128) -> usize {
        let [first, second, third] = self.rows;
        let row = |(right, mask, left): (u32, usize, u32)| ((set >> right) as usize & mask) << left;
        row(first) | row(second) | row(third)
    }

    /// What it takes to bring a peg home from every space, by its bit, with these pegs on the board.
    #[inline]
    pub(super) fn costs(&self, pegs: u128) -> &[i16; BITS] {
        &self.costs[self.pattern(pegs)]
    }
}

/// The three rows of a home, each of which is a run of bits.
fn rows(home: u128) -> [(u32, usize, u32); 3] {
    let (mut left, mut taken) = (home, 0);
    std::array::from_fn(|_| {
        let right = left.trailing_zeros() % 128;
        let length = (left >> right).trailing_ones();
        let row = (1 << length) - 1;
        left &= !(row << right);
        taken += length;
        (right, row as usize, taken - length)
    })
}

/// The space of a home that lies farthest out.
fn tip(home: u128) -> Option<Space> {
    let centre = Space::at(0, 0);
    spaces(home).max_by_key(|&space| steps(space, centre))
}

/// The distance of two spaces on a board without holes or pegs.
fn steps(from: Space, to: Option<Space>) -> i32 {
    let Some(to) = to else { return 0 };
    let [x, y, z] = [from.x() - to.x(), from.y() - to.y(), from.z() - to.z()];
    x.abs().max(y.abs()).max(z.abs()).into()
}

/// For every space, by its bit, how many moves it is from the nearest hole while these pegs are at
/// home. Steps and leaps lead back the way they came, so the search begins at the holes.
fn moves_to_hole<S: Shape, R: RuleSet>(holes: u128, held: u128) -> [i32; BITS] {
    let playable = FauHalma::<S, R>::PLAYABLE;
    let scene = Scene {
        pegs: 0,
        hurdles: FauHalma::<S, R>::BOARD & R::BLOCKED | held,
        empty: playable & !held,
        swaps: held,
    };
    let mut moves = [0; BITS];
    let (mut reached, mut newest) = (holes, holes);
    for distance in 1.. {
        newest = one_move::<R>(&scene, newest) & playable & !reached;
        if newest == 0 {
            break;
        }
        reached |= newest;
        for space in spaces(newest) {
            moves[space.index()] = distance;
        }
    }
    moves
}

/// Where one move from any space of a set leads.
fn one_move<R: RuleSet>(scene: &Scene, from: u128) -> u128 {
    let leaps =
        |from: u128| spaces(from).fold(0, |all, space| all | R::leaps(&scene.lifted(space), space));
    let steps = spaces(from).fold(0, |all, space| all | space.neighbours());
    let mut landed = leaps(from);
    let mut newest = landed;
    while R::CHAINS && newest != 0 {
        newest = leaps(newest & scene.empty) & !landed;
        landed |= newest;
    }
    steps | landed
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::fauhalma::{Rhombus, Ss26, Star3, Ws25};

    fn space(x: i64, y: i64) -> Space {
        Space::at(x, y).unwrap()
    }

    #[test]
    fn every_set_of_home_spaces_has_its_number() {
        for seat in Seat::all(3) {
            let home = FauHalma::<Star3, Ss26>::home(seat);
            let way = WayHome::new::<Star3, Ss26>(seat, |moves, _| moves);
            let numbers: Vec<usize> = spaces(home).map(|space| way.pattern(space.set())).collect();
            assert_eq!(numbers, [1, 2, 4, 8, 16, 32], "{seat:?}");
            assert_eq!(way.pattern(!home), 0);
        }
    }

    #[test]
    fn blocked_spaces_and_pegs_at_home_are_leapt_over() {
        let way = WayHome::new::<Star3, Ss26>(Seat::FIRST, |moves, _| moves);
        // Over the blocked space (-1,2) it is one move to (-1,3), and one more into the home.
        assert_eq!(way.costs(0)[space(-1, 1).index()], 2);
        assert_eq!(way.costs(0)[space(-1, 3).index()], 1);
        // A peg on (-2,4) helps another one over itself, deeper into the home.
        let held = space(-2, 4).set() | space(-1, 4).set() | space(-3, 4).set();
        assert_eq!(way.costs(held)[space(-2, 3).index()], 1);
        // With the front full, one steps on to the tip and the other takes its place.
        let full = FauHalma::<Star3, Ss26>::home(Seat::FIRST) & !space(-3, 6).set();
        assert_eq!(way.costs(full)[space(-1, 3).index()], 2);
    }

    #[test]
    fn without_chains_the_way_is_longer() {
        let long = WayHome::new::<Rhombus, Ws25>(Seat::FIRST, |moves, _| moves);
        assert_eq!(long.costs(0)[space(1, -4).index()], 8);
        assert_eq!(long.costs(0)[space(-3, 6).index()], 0);
    }
}
