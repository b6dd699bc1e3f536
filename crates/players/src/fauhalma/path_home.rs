//! Precomputed distances from every space to the open holes of a home, for every occupancy of it.
//!
//! A home has six spaces, so there are 64 sets of them that own pegs can occupy already. For each
//! set a breadth-first search from the holes gives the number of moves of a peg into the nearest
//! one, alone on the board but for the pegs at home and the blocked spaces, which it can hop over.
//! Own pegs in its path cost nothing: one steps on and the other takes its place, which is as many
//! moves.
//!
//! With this table the last peg finds the last hole from any side, and the estimate of a side is six
//! look-ups.

use spielwerk_games::Seat;
use spielwerk_games::fauhalma::{BoardShape, FauHalma, Occupancy, PEGS, RuleSet, Space, spaces};

/// The number of sets of home spaces.
const PATTERNS: usize = 1 << PEGS;
/// The number of bits of a bitboard of spaces.
const BITS: usize = 128;

/// The distances of one seat's pegs from home.
#[derive(Clone, Debug)]
pub(super) struct PathHome {
    /// The rows of the home: right shift, mask and left shift to make an index of them all.
    rows: [(u32, usize, u32); 3],
    /// By the pattern of pegs at home and by space: the cost of a peg there.
    costs: Box<[[i16; BITS]; PATTERNS]>,
}

impl PathHome {
    /// The distances of a seat. `price` makes a cost of a peg's moves to the nearest hole and its
    /// steps to the tip of the home.
    pub(super) fn new<S: BoardShape, R: RuleSet>(
        seat: Seat,
        price: impl Fn(i32, i32) -> i32,
    ) -> PathHome {
        let home = FauHalma::<S, R>::home(seat);
        let mut path = PathHome { rows: rows(home), costs: Box::new([[0; BITS]; PATTERNS]) };
        let tip = tip(home);
        for pattern in 0..PATTERNS {
            let held = spaces(home).filter(|space| pattern & path.pattern(space.set()) != 0);
            let held = held.fold(0, |held, space| held | space.set());
            let moves = moves_to_hole::<S, R>(home & !held, held);
            for space in spaces(FauHalma::<S, R>::PLAYABLE) {
                // A peg in its home has arrived, though a deeper space would be better still.
                let moves = if home & space.set() == 0 { moves[space.index()] } else { 0 };
                let cost = price(moves, steps(space, tip));
                path.costs[pattern][space.index()] = cost as i16;
            }
        }
        path
    }

    /// The index of the set of home spaces in a bitboard.
    #[inline]
    pub(super) fn pattern(&self, set: u128) -> usize {
        let [first, second, third] = self.rows;
        let row = |(right, mask, left): (u32, usize, u32)| ((set >> right) as usize & mask) << left;
        row(first) | row(second) | row(third)
    }

    /// The costs of a peg by its space, with these pegs on the board.
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

/// The outermost space of a home.
fn tip(home: u128) -> Option<Space> {
    let centre = Space::at(0, 0);
    spaces(home).max_by_key(|&space| steps(space, centre))
}

/// The distance of two spaces on an empty board, in steps.
fn steps(from: Space, to: Option<Space>) -> i32 {
    let Some(to) = to else { return 0 };
    let [x, y, z] = [from.x() - to.x(), from.y() - to.y(), from.z() - to.z()];
    x.abs().max(y.abs()).max(z.abs()).into()
}

/// The number of moves from every space to the nearest hole while these pegs are at home. Steps and
/// hops are reversible, so the breadth-first search starts at the holes.
fn moves_to_hole<S: BoardShape, R: RuleSet>(holes: u128, held: u128) -> [i32; BITS] {
    let playable = FauHalma::<S, R>::PLAYABLE;
    let occupancy = Occupancy {
        pegs: 0,
        hurdles: FauHalma::<S, R>::BOARD & R::BLOCKED | held,
        empty: playable & !held,
        swaps: held,
    };
    let mut moves = [0; BITS];
    let (mut reached, mut newest) = (holes, holes);
    for distance in 1.. {
        newest = one_move::<R>(&occupancy, newest) & playable & !reached;
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

/// All spaces that one move reaches from a set of spaces.
fn one_move<R: RuleSet>(occupancy: &Occupancy, from: u128) -> u128 {
    let leaps = |from: u128| {
        spaces(from).fold(0, |all, space| all | R::leaps(&occupancy.lifted(space), space))
    };
    let steps = spaces(from).fold(0, |all, space| all | space.neighbours());
    let mut landed = leaps(from);
    let mut newest = landed;
    while R::CHAINS && newest != 0 {
        newest = leaps(newest & occupancy.empty) & !landed;
        landed |= newest;
    }
    steps | landed
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::fauhalma::{Rhombus, Ss26, Star3, Ws25};

    fn space(x: i64, y: i64) -> Space {
        Space::at(x, y).unwrap()
    }

    #[test]
    fn every_home_space_has_its_bit() {
        for seat in Seat::all(3) {
            let home = FauHalma::<Star3, Ss26>::home(seat);
            let path = PathHome::new::<Star3, Ss26>(seat, |moves, _| moves);
            let numbers: Vec<usize> = spaces(home).map(|space| path.pattern(space.set())).collect();
            assert_eq!(numbers, [1, 2, 4, 8, 16, 32], "{seat:?}");
            assert_eq!(path.pattern(!home), 0);
        }
    }

    #[test]
    fn blocked_spaces_and_pegs_at_home_are_leapt_over() {
        let path = PathHome::new::<Star3, Ss26>(Seat::FIRST, |moves, _| moves);
        // Over the blocked space (-1,2) it is one move to (-1,3), and one more into the home.
        assert_eq!(path.costs(0)[space(-1, 1).index()], 2);
        assert_eq!(path.costs(0)[space(-1, 3).index()], 1);
        // A peg on (-2,4) helps another one over itself, deeper into the home.
        let held = space(-2, 4).set() | space(-1, 4).set() | space(-3, 4).set();
        assert_eq!(path.costs(held)[space(-2, 3).index()], 1);
        // With the front full, one steps on to the tip and the other takes its place.
        let full = FauHalma::<Star3, Ss26>::home(Seat::FIRST) & !space(-3, 6).set();
        assert_eq!(path.costs(full)[space(-1, 3).index()], 2);
    }

    #[test]
    fn without_hop_chains_the_path_is_longer() {
        let long = PathHome::new::<Rhombus, Ws25>(Seat::FIRST, |moves, _| moves);
        assert_eq!(long.costs(0)[space(1, -4).index()], 8);
        assert_eq!(long.costs(0)[space(-3, 6).index()], 0);
    }
}
