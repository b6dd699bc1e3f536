//! The symmetry classes of small sets of stones: rotation and reflection map one member of a class,
//! its representative, to the others.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use spielwerk_games::fanorona::BoardSize;

use super::indexing::MAX_STONES;
use super::subsets::{Subsets, rank};
use crate::combinations::choose;

/// The largest number of stones of the smaller set.
const MAX_SMALLER: usize = MAX_STONES / 2;

/// The symmetry classes of the smaller sets of a board.
#[derive(Debug)]
pub(super) struct SymmetryClasses {
    pub(super) board: BoardSize,
    /// By the number of stones, each made when it is first used: there are many sets of four.
    sizes: [OnceLock<Size>; MAX_SMALLER + 1],
}

/// The sets of one size.
#[derive(Debug, Default)]
pub(super) struct Size {
    /// By the rank of a set: the number of its class, and in the high bits the symmetry that maps
    /// it to the representative.
    folds: Vec<u32>,
    /// The representative of each class.
    pub(super) representatives: Vec<u64>,
    /// The symmetries that map the representative to itself, a bit for each.
    pub(super) stabilizer: Vec<u8>,
}

const SYMMETRY_SHIFT: u32 = 30;

impl SymmetryClasses {
    /// The classes of a board, the same ones whenever they are asked for.
    pub(super) fn of(board: BoardSize) -> Arc<SymmetryClasses> {
        static KNOWN: LazyLock<Mutex<HashMap<BoardSize, Arc<SymmetryClasses>>>> =
            LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(SymmetryClasses { board, sizes: Default::default() });
        known.entry(board).or_insert_with(new).clone()
    }

    /// The sets with this many stones.
    #[inline]
    pub(super) fn size(&self, stones: usize) -> &Size {
        self.sizes[stones].get_or_init(|| Size::new(self.board, stones))
    }
}

impl Size {
    fn new(board: BoardSize, stones: usize) -> Size {
        let mut size = Size::default();
        let subsets = Subsets::new(board.board());
        let mut set = subsets.first(stones);
        for number in 0..choose(board.points(), stones) {
            let image = |symmetry| under_symmetry(board, set, symmetry);
            let images = (0..4).map(|symmetry| (rank(image(symmetry), board.board()), symmetry));
            let (least, symmetry) = images.min().unwrap_or_default();
            let class = if least == number {
                let keeps = |&symmetry: &u32| image(symmetry) == set;
                size.stabilizer.push((0..4).filter(keeps).map(|symmetry| 1 << symmetry).sum());
                size.representatives.push(set);
                size.representatives.len() as u32 - 1
            } else {
                // The representative came before it.
                size.folds[least as usize]
            };
            size.folds.push(class | symmetry << SYMMETRY_SHIFT);
            set = subsets.next(set);
        }
        size
    }

    /// The class of the set with this rank, and the symmetry that maps it to the representative.
    #[inline]
    pub(super) fn class(&self, rank: u64) -> (usize, u32) {
        let fold = self.folds[rank as usize];
        ((fold & ((1 << SYMMETRY_SHIFT) - 1)) as usize, fold >> SYMMETRY_SHIFT)
    }
}

/// A set under one of the four symmetries of every board: the low bit rotates, the high one reflects.
/// Without branches, which could not be predicted.
#[inline]
pub(super) fn under_symmetry(board: BoardSize, set: u64, symmetry: u32) -> u64 {
    let mask = |bit: u32| u64::from(symmetry >> bit & 1).wrapping_neg();
    let reflected = set ^ (set ^ board.reflected(set)) & mask(1);
    reflected ^ (reflected ^ board.rotated_180(reflected)) & mask(0)
}
