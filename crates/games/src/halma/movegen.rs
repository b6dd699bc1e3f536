//! Move generation: steps and jump chains, for many pieces at once.
//!
//! The empty squares are the nodes of a graph, possible jumps between them its edges. A piece that
//! can jump onto one square of a connected component can reach all of it, and nothing else from
//! there. So each component is flood-filled once, for all pieces around it:
//!
//! ```text
//!    p . . . .      One class; `=` is a jump over a piece of another class. Both pieces, p and q,
//!    ‖              reach the component c of four squares; q also reaches the square k.
//!    c = c = c
//!        ‖          The moving piece itself need not be removed: what it jumps over is in another
//!    . . c . .      class, and a chain that returns to its start gains nothing.
//!        ‖
//!    . . q = k
//! ```

use std::ops::ControlFlow;

use super::square::{CLASSES, FIRST_COLUMN, LAST_COLUMN, Square, SquareSet, bits};

/// A set of pieces, and the squares on which their moves may end.
#[derive(Copy, Clone, Debug)]
pub(super) struct MoveMask {
    pub pieces: SquareSet,
    pub destinations: SquareSet,
}

/// The empty squares, and the possible jumps between squares of a class.
pub(super) struct JumpGraph {
    empty: SquareSet,
    /// For each class, the squares with a piece between them and the next square of the class: to
    /// the right, down, down to the right and down to the left. Jumps go both ways.
    hurdles: [[u64; 4]; 4],
}

impl JumpGraph {
    #[inline]
    pub(super) fn new(occupied: SquareSet) -> JumpGraph {
        let [right, down] = [occupied.west(), occupied.north()];
        let [down_right, down_left] = [right.north(), occupied.east().north()];
        JumpGraph {
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

    pub(super) fn empty(&self) -> SquareSet {
        self.empty
    }

    /// The squares of a class one jump away from these, empty or not.
    #[inline]
    pub(super) fn jump_targets(&self, class: usize, squares: u64) -> u64 {
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

    /// Calls `each` with every component that some of these pieces of a class can jump onto, and
    /// with those pieces.
    #[inline]
    fn components(
        &self,
        class: usize,
        pieces: u64,
        mut each: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let empty = self.empty.0[class];
        let mut entries = self.jump_targets(class, pieces) & empty;
        while entries != 0 {
            let mut component = entries & entries.wrapping_neg();
            let around = loop {
                let around = self.jump_targets(class, component);
                let grown = component | around & empty;
                if grown == component {
                    break around;
                }
                component = grown;
            };
            entries &= !component;
            each(component, around & pieces)?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `each` with start and destination of every move that the masks allow.
    #[inline]
    pub(super) fn generate_moves(
        &self,
        masks: &[MoveMask],
        mut each: impl FnMut(Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for mask in masks {
            let steppers = steppers(mask, self.empty);
            for (steppers, offsets) in steppers.iter().zip(&OFFSETS) {
                for from in steppers.iter() {
                    let to = from.index().wrapping_add_signed(offsets[from.class()]);
                    each(from, Square::in_class(to / 64, to as u32 % 64))?;
                }
            }
        }
        for class in CLASSES {
            let pieces = masks.iter().fold(0, |all, mask| all | mask.pieces.0[class]);
            self.components(class, pieces, |component, around| {
                for mask in masks {
                    let ends = component & mask.destinations.0[class];
                    for from in bits(around & mask.pieces.0[class]) {
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

    /// The number of moves that the masks allow.
    #[inline]
    pub(super) fn count_moves(&self, masks: &[MoveMask]) -> u64 {
        let mut count = 0;
        for mask in masks {
            count += steppers(mask, self.empty).iter().map(SquareSet::len).sum::<u32>();
        }
        for class in CLASSES {
            let pieces = masks.iter().fold(0, |all, mask| all | mask.pieces.0[class]);
            let _ = self.components(class, pieces, |component, around| {
                for mask in masks {
                    let ends = component & mask.destinations.0[class];
                    let pieces = around & mask.pieces.0[class];
                    count += ends.count_ones() * pieces.count_ones();
                }
                ControlFlow::Continue(())
            });
        }
        u64::from(count)
    }

    /// Whether the masks allow any move.
    #[inline]
    pub(super) fn has_move(&self, masks: &[MoveMask]) -> bool {
        self.generate_moves(masks, |_, _| ControlFlow::Break(())).is_break()
    }
}

/// The eight directions of a step, in the order of [`steppers`].
const DIRECTIONS: [(isize, isize); 8] =
    [(1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1), (0, -1), (1, -1), (-1, -1)];

/// The pieces of a mask that can step in each direction.
#[inline]
fn steppers(mask: &MoveMask, empty: SquareSet) -> [SquareSet; 8] {
    let ends = mask.destinations & empty;
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
    ends.map(|before| before & mask.pieces)
}

/// What a step in each direction adds to the index of a square, for each class it starts in.
const OFFSETS: [[isize; 4]; 8] = {
    let mut offsets = [[0; 4]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (dx, dy) = DIRECTIONS[direction];
        let mut class = 0usize;
        while class < 4 {
            // Any square of the class will do, if it is not at the edge.
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

    /// All destinations of a piece, by depth-first search from square to square.
    fn walk(occupied: SquareSet, from: Square) -> BTreeSet<Square> {
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
    fn components_and_shifts_agree_with_depth_first_search() {
        let mut random = 1u64;
        let mut next = || {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            random ^ random >> 29
        };
        for board in 0..400 {
            // From one piece in four squares to one in sixteen.
            let mut occupied = SquareSet(std::array::from_fn(|_| next() & next()));
            if board % 2 == 1 {
                occupied = occupied & SquareSet(std::array::from_fn(|_| next() & next()));
            }
            let pieces = occupied & SquareSet(std::array::from_fn(|_| next()));
            let ends = SquareSet(std::array::from_fn(|_| next() | next()));
            let masks = [
                MoveMask { pieces: pieces & ends, destinations: SquareSet::ALL },
                MoveMask { pieces: pieces & !ends, destinations: ends },
            ];
            let graph = JumpGraph::new(occupied);
            let mut found = Vec::new();
            let _ = graph.generate_moves(&masks, |from, to| {
                found.push((from, to));
                ControlFlow::Continue(())
            });
            assert_eq!(graph.count_moves(&masks), found.len() as u64);
            assert_eq!(graph.has_move(&masks), !found.is_empty());
            let walked: BTreeSet<_> = pieces
                .iter()
                .flat_map(|from| walk(occupied, from).into_iter().map(move |to| (from, to)))
                .filter(|&(from, to)| ends.contains(from) || ends.contains(to))
                .collect();
            assert_eq!(found.len(), walked.len(), "no move is generated twice");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), walked);
        }
    }
}
