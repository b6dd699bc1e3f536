//! Positions on a board whose size is known at run time.

use std::fmt;
use std::ops::ControlFlow;

use super::points::{STRONG, around};
use super::{BoardSize, Fanorona, Move, captures, movegen};
use crate::{AnyPosition, Outcome, Position, Seat};

/// A position on a board of any size: for code that is compiled once for all sizes. It has the moves
/// and the hash keys of the [`Fanorona`] that it was made of.
///
/// All sizes have the same layout of bits, so it is a position of the standard board on which only
/// some points exist. The keys leave the size out: one hash table is for one board.
///
/// ```
/// use spielwerk_games::Position;
/// use spielwerk_games::fanorona::{DynFanorona, Fanorona};
///
/// let start: Fanorona<3, 5> = Fanorona::start();
/// let same = DynFanorona::from(start);
/// assert_eq!(same.legal_moves(), start.legal_moves());
/// assert_eq!((same.mine(), same.theirs()), (start.mine(), start.theirs()));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct DynFanorona {
    /// The stones and counters.
    position: Fanorona<5, 9>,
    /// The points that exist.
    board: u64,
}

impl<const ROWS: usize, const COLUMNS: usize> From<Fanorona<ROWS, COLUMNS>> for DynFanorona {
    #[inline]
    fn from(position: Fanorona<ROWS, COLUMNS>) -> DynFanorona {
        let Fanorona { mine, theirs, number, quiet, turn } = position;
        let board = Fanorona::<ROWS, COLUMNS>::BOARD;
        DynFanorona { position: Fanorona { mine, theirs, number, quiet, turn }, board }
    }
}

impl DynFanorona {
    /// The position with these stones of the side to move and of the opponent on a board of this
    /// size, White to move and all counters reset, see [`Fanorona::from_stones`].
    #[inline]
    pub const fn from_stones(size: BoardSize, mine: u64, theirs: u64) -> DynFanorona {
        debug_assert!((mine | theirs) & !size.board() == 0);
        DynFanorona { position: Fanorona::from_stones(mine, theirs), board: size.board() }
    }

    /// The position without its type, if it is one of Fanorona.
    pub fn from_any(position: &AnyPosition) -> Option<DynFanorona> {
        fn sized<const R: usize, const C: usize>(position: &AnyPosition) -> Option<DynFanorona> {
            position.downcast_ref::<Fanorona<R, C>>().copied().map(DynFanorona::from)
        }
        let sizes = [
            sized::<5, 9>,
            sized::<3, 3>,
            sized::<3, 5>,
            sized::<5, 3>,
            sized::<3, 7>,
            sized::<7, 3>,
            sized::<5, 5>,
            sized::<3, 9>,
            sized::<9, 3>,
            sized::<5, 7>,
            sized::<7, 5>,
        ];
        sizes.iter().find_map(|sized| sized(position))
    }

    /// The same stones with White to move and all counters reset.
    #[inline]
    pub const fn with_counters_reset(self) -> DynFanorona {
        DynFanorona { position: Fanorona::from_stones(self.mine(), self.theirs()), ..self }
    }

    /// The stones of the side to move.
    #[inline]
    pub const fn mine(&self) -> u64 {
        self.position.mine
    }

    /// The stones of the other player.
    #[inline]
    pub const fn theirs(&self) -> u64 {
        self.position.theirs
    }

    /// The empty points.
    #[inline]
    pub const fn empty(&self) -> u64 {
        self.board & !(self.position.mine | self.position.theirs)
    }

    /// The plies since the last capture, see [`Fanorona::quiet_plies`].
    #[inline]
    pub const fn quiet_plies(&self) -> u8 {
        self.position.quiet
    }

    /// The strong points, where diagonals cross.
    #[inline]
    pub const fn strong_points(&self) -> u64 {
        self.board & STRONG
    }

    /// All points connected to one of these by a line.
    #[inline]
    pub const fn neighbours(&self, points: u64) -> u64 {
        around(points) & self.board
    }

    /// The stones that can capture.
    #[inline]
    pub fn capturers(&self) -> u64 {
        captures::capturers(self.mine(), self.theirs(), self.empty())
    }

    /// The opponent's stones that could capture if it were the opponent's turn.
    #[inline]
    pub fn opponent_capturers(&self) -> u64 {
        captures::capturers(self.theirs(), self.mine(), self.empty())
    }

    /// Calls `each` for the captures of the side to move as they are found, until it breaks. Faster
    /// than all legal moves where the first few often suffice, but a move can come more than once.
    #[inline]
    pub fn search_captures(&self, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        movegen::search_captures(self.capturers(), self.theirs(), self.empty(), each)
    }

    /// Whether the side to move can capture, and therefore must.
    #[inline]
    pub fn can_capture(&self) -> bool {
        self.capturers() != 0
    }
}

impl Position for DynFanorona {
    type Move = Move;
    const SEATS: usize = 2;

    /// The start on the standard board.
    fn start() -> Self {
        Fanorona::<5, 9>::start().into()
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.position.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome_with(self.empty())
    }

    #[inline]
    fn generate_moves(&self, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.position.generate_moves_with(self.empty(), each)
    }

    #[inline]
    fn play(&self, m: Move) -> Self {
        DynFanorona { position: self.position.play(m), ..*self }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        self.position.repetition_key()
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.position.count_moves_with(self.empty())
    }
}

impl fmt::Debug for DynFanorona {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?} on the points {:#x}", self.position, self.board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The captures of some moves, sorted and each once.
    fn captures(mut moves: Vec<Move>) -> Vec<Move> {
        moves.retain(|m| m.is_capture());
        moves.sort();
        moves.dedup();
        moves
    }

    /// The captures that are found one by one.
    fn captures_found(position: &DynFanorona) -> Vec<Move> {
        let mut found = Vec::new();
        let _ = position.search_captures(|m| {
            found.push(m);
            ControlFlow::Continue(())
        });
        captures(found)
    }

    /// Plays a game by both, and compares everything that a search asks for.
    fn plays_alike<const R: usize, const C: usize>(mut pick: u64) {
        let mut sized: Fanorona<R, C> = Fanorona::start();
        let mut same = DynFanorona::from(sized);
        loop {
            assert_eq!((same.mine(), same.theirs()), (sized.mine(), sized.theirs()));
            assert_eq!(same.empty(), sized.empty());
            assert_eq!(same.outcome(), sized.outcome(), "{sized:?}");
            assert_eq!(same.legal_moves(), sized.legal_moves(), "{sized:?}");
            assert_eq!(same.count_moves(), sized.count_moves(), "{sized:?}");
            assert_eq!((same.key(), same.turn()), (sized.key(), sized.turn()), "{sized:?}");
            assert_eq!(same.repetition_key(), sized.repetition_key(), "{sized:?}");
            let moves = sized.legal_moves();
            if moves.is_empty() {
                return;
            }
            assert_eq!(captures_found(&same), captures(moves.clone()), "{sized:?}");
            pick = pick.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
            let m = moves[pick as usize % moves.len()];
            (sized, same) = (sized.play(m), same.play(m));
        }
    }

    #[test]
    fn a_position_without_its_type_has_its_size_back() {
        for game in crate::games() {
            let start = game.start();
            let expected = game.name().starts_with("fanorona");
            let found = DynFanorona::from_any(&start);
            assert_eq!(found.is_some(), expected, "{}", game.name());
            assert!(found.is_none_or(|found| found.key() == start.key()));
        }
    }

    #[test]
    fn a_game_is_the_same_with_the_size_at_run_time() {
        for game in 1..20 {
            plays_alike::<5, 9>(game);
            plays_alike::<3, 3>(game);
            plays_alike::<3, 9>(game);
            plays_alike::<9, 3>(game);
            plays_alike::<7, 5>(game);
        }
    }
}
