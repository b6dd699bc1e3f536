//! How far pieces get: steps and jumps, for many pieces at once.
//!
//! Empty squares joined by jumps form *islands*. Whoever can jump onto one square of an island can
//! reach all of it, and gets nowhere else from there: a jump between two islands would make them
//! one. So each island is filled once, whichever pieces stand around it:
//!
//! ```text
//!    p . . . .      One class; `=` is a jump with something to jump over. Both pieces, p and q,
//!    ‖              reach the island i of four squares; q also reaches the square k.
//!    i = i = i
//!        ‖          The moving piece itself is in the way of nobody: what it jumps over is in
//!    . . i . .      another class, and back on its own square it has won nothing.
//!        ‖
//!    . . q = k
//! ```

use std::ops::ControlFlow;

use super::square::{CLASSES, FIRST_COLUMN, LAST_COLUMN, Square, Squares, bits};

/// Pieces, and the squares on which a play with one of them may end.
#[derive(Copy, Clone, Debug)]
pub(super) struct Permit {
    pub pieces: Squares,
    pub ends: Squares,
}

/// What is empty, and where there is something to jump over.
pub(super) struct Reach {
    empty: Squares,
    /// For each class, the squares from which a piece stands in the way to the next square of the
    /// class: to the right, down, down to the right and down to the left. Jumps go both ways.
    hurdles: [[u64; 4]; 4],
}

impl Reach {
    #[inline]
    pub(super) fn new(occupied: Squares) -> Reach {
        let [right, down] = [occupied.west(), occupied.north()];
        let [down_right, down_left] = [right.north(), occupied.east().north()];
        Reach {
            empty: !occupied,
            hurdles: std::array::from_fn(|class| {
                [
                    right.0[class] & !LAST_COLUMN,
                    down.0[class],
                    down_right.0[class] & !LAST_COLUMN,
                    down_left.0[class] & !FIRST_COLUMN,
                ]
            }),
        }
    }

    pub(super) fn empty(&self) -> Squares {
        self.empty
    }

    /// The squares of a class one jump away from these, whatever stands on them.
    #[inline]
    pub(super) fn across(&self, class: usize, squares: u64) -> u64 {
        let [right, down, down_right, down_left] = self.hurdles[class];
        (squares & right) << 1
            | squares >> 1 & right
            | (squares & down) << 8
            | squares >> 8 & down
            | (squares & down_right) << 9
            | squares >> 9 & down_right
            | (squares & down_left) << 7
            | squares >> 7 & down_left
    }

    /// Calls `each` with every island that one of these pieces of a class can jump onto, and with
    /// the pieces that can.
    #[inline]
    fn islands(
        &self,
        class: usize,
        pieces: u64,
        mut each: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let empty = self.empty.0[class];
        let mut shores = self.across(class, pieces) & empty;
        while shores != 0 {
            let mut island = shores & shores.wrapping_neg();
            let around = loop {
                let around = self.across(class, island);
                let grown = island | around & empty;
                if grown == island {
                    break around;
                }
                island = grown;
            };
            shores &= !island;
            each(island, around & pieces)?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `each` with the start and the end of every play that is permitted.
    #[inline]
    pub(super) fn plays(
        &self,
        permits: &[Permit],
        mut each: impl FnMut(Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for permit in permits {
            let steppers = steppers(permit, self.empty);
            for (steppers, offsets) in steppers.iter().zip(&OFFSETS) {
                for from in steppers.iter() {
                    let to = from.index().wrapping_add_signed(offsets[from.class()]);
                    each(from, Square::in_class(to / 64, to as u32 % 64))?;
                }
            }
        }
        for class in CLASSES {
            let pieces = permits.iter().fold(0, |all, permit| all | permit.pieces.0[class]);
            self.islands(class, pieces, |island, around| {
                for permit in permits {
                    let ends = island & permit.ends.0[class];
                    for from in bits(around & permit.pieces.0[class]) {
                        for to in bits(ends) {
                            each(Square::in_class(class, from), Square::in_class(class, to))?;
                        }
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }

    /// How many plays are permitted.
    #[inline]
    pub(super) fn count(&self, permits: &[Permit]) -> u64 {
        let mut count = 0;
        for permit in permits {
            count += steppers(permit, self.empty).iter().map(Squares::len).sum::<u32>();
        }
        for class in CLASSES {
            let pieces = permits.iter().fold(0, |all, permit| all | permit.pieces.0[class]);
            let _ = self.islands(class, pieces, |island, around| {
                for permit in permits {
                    let ends = island & permit.ends.0[class];
                    let pieces = around & permit.pieces.0[class];
                    count += ends.count_ones() * pieces.count_ones();
                }
                ControlFlow::Continue(())
            });
        }
        u64::from(count)
    }

    /// Whether any play is permitted.
    #[inline]
    pub(super) fn any(&self, permits: &[Permit]) -> bool {
        self.plays(permits, |_, _| ControlFlow::Break(())).is_break()
    }
}

/// The eight directions of a step, as they follow each other in [`steppers`].
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1), (0, -1), (1, -1), (-1, -1)];

/// The permitted pieces that can step in each direction.
#[inline]
fn steppers(permit: &Permit, empty: Squares) -> [Squares; 8] {
    let ends = permit.ends & empty;
    let (east, west) = (ends.west(), ends.east());
    let ends = [
        east,
        west,
        ends.north(),
        east.north(),
        west.north(),
        ends.south(),
        east.south(),
        west.south(),
    ];
    ends.map(|before| before & permit.pieces)
}

/// What a step in each direction adds to the number of a square, for each class it starts in.
const OFFSETS: [[isize; 4]; 8] = {
    let mut offsets = [[0; 4]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (dx, dy) = DIRECTIONS[direction];
        let mut class = 0usize;
        while class < 4 {
            // Any square of the class shows it, if it is not at the edge.
            let (x, y) = (4 + class % 2, 4 + class / 2);
            let to = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if let (Some(from), Some(to)) = (Square::new(x, y), Square::new(to.0, to.1)) {
                offsets[direction][class] = to.index() as isize - from.index() as isize;
            }
            class += 1;
        }
        direction += 1;
    }
    offsets
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All plays of a piece, found by walking from square to square.
    fn walk(occupied: Squares, from: Square) -> BTreeSet<Square> {
        let on = |square: Square, (dx, dy): (isize, isize)| {
            let (x, y) = (square.x(), square.y());
            Square::new(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
        };
        let occupied = occupied.without(from);
        let is_empty = |square: &Square| !occupied.contains(*square);
        let mut reached = BTreeSet::from([from]);
        let mut landings = vec![from];
        while let Some(here) = landings.pop() {
            for direction in DIRECTIONS {
                let Some(hurdle) = on(here, direction).filter(|hurdle| !is_empty(hurdle)) else {
                    continue;
                };
                let landing = on(hurdle, direction).filter(is_empty);
                landings.extend(landing.filter(|&landing| reached.insert(landing)));
            }
        }
        let steps = DIRECTIONS.iter().filter_map(|&direction| on(from, direction));
        reached.extend(steps.filter(is_empty));
        reached.remove(&from);
        reached
    }

    #[test]
    fn islands_and_shifts_find_what_walking_finds() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            random ^ random >> 29
        };
        for board in 0..400 {
            // From one piece in four squares to one in sixteen.
            let mut occupied = Squares(std::array::from_fn(|_| next() & next()));
            if board % 2 == 1 {
                occupied = occupied & Squares(std::array::from_fn(|_| next() & next()));
            }
            let pieces = occupied & Squares(std::array::from_fn(|_| next()));
            let ends = Squares(std::array::from_fn(|_| next() | next()));
            let permits = [
                Permit { pieces: pieces & ends, ends: Squares::ALL },
                Permit { pieces: pieces & !ends, ends },
            ];
            let reach = Reach::new(occupied);
            let mut found = Vec::new();
            let _ = reach.plays(&permits, |from, to| {
                found.push((from, to));
                ControlFlow::Continue(())
            });
            assert_eq!(reach.count(&permits), found.len() as u64);
            assert_eq!(reach.any(&permits), !found.is_empty());
            let walked: BTreeSet<_> = pieces
                .iter()
                .flat_map(|from| walk(occupied, from).into_iter().map(move |to| (from, to)))
                .filter(|&(from, to)| ends.contains(from) || ends.contains(to))
                .collect();
            assert_eq!(found.len(), walked.len(), "no play comes twice");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), walked);
        }
    }
}
