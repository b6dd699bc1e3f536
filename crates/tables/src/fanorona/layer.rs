//! What is known of all positions with the same number of stones.
//!
//! Layers of moderate size keep a byte a position: 0 is a draw, any other number one more than the
//! plies to the end of the game, so that wins are even and losses odd. Large ones keep two bits,
//! win, draw or loss, and the way to the next capture is left to the search.

use games::fanorona::Fanorona;

use super::order::Order;
use crate::file::{Label, TableError, TableFile};
use crate::place::Place;

/// The result with perfect play, for the mover, and in how many plies it comes where that is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// All opposing stones will be captured.
    Win(Option<u32>),
    /// Nobody can force anything.
    Draw,
    /// The mover cannot escape.
    Loss(Option<u32>),
}

/// Layers of more positions than this keep no plies.
const WITH_PLIES: usize = 1 << 25;

/// What a position is worth to its mover: 0 a draw, else one more than the plies to the end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Worth(pub(super) u8);

impl Worth {
    /// Open, or a draw.
    pub(super) const DRAW: Worth = Worth(0);
    /// The mover cannot move: it is over.
    pub(super) const OVER: Worth = Worth(1);

    pub(super) fn is_win(self) -> bool {
        self != Worth::DRAW && self.0.is_multiple_of(2)
    }

    pub(super) fn is_loss(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// Without the plies, as two bits.
    fn bits(self) -> u8 {
        if self.is_win() { 2 } else { self.0 & 1 }
    }
}

/// What the moves of a position make of it, one after the other.
#[derive(Copy, Clone, Debug)]
pub(super) struct Choice {
    /// The quickest win, or nothing.
    win: u8,
    /// The longest that a win of the opponent takes, where all moves lead to one.
    longest: Option<u8>,
}

impl Choice {
    pub(super) const NO_MOVE: Choice = Choice { win: u8::MAX, longest: Some(0) };

    /// With one move more, to a position worth so much to its own mover.
    #[inline]
    pub(super) fn or_move(self, after: Worth) -> Choice {
        let win = if after.is_loss() { self.win.min(after.0.saturating_add(1)) } else { self.win };
        let longest = self.longest.filter(|_| after.is_win()).map(|longest| longest.max(after.0));
        Choice { win, longest }
    }

    #[inline]
    pub(super) fn worth(self) -> Worth {
        match self.longest {
            _ if self.win < u8::MAX => Worth(self.win),
            Some(longest) => Worth(longest.saturating_add(1)),
            None => Worth::DRAW,
        }
    }
}

/// A finished layer.
#[derive(Debug)]
pub(super) struct Layer<const R: usize, const C: usize> {
    order: Order<R, C>,
    file: TableFile,
}

impl<const R: usize, const C: usize> Layer<R, C> {
    /// Opens the layer of this order.
    pub(super) fn open(place: &Place, order: Order<R, C>) -> Result<Self, TableError> {
        let label = label(&order);
        let file = TableFile::open(&place.table(&label.name), &label)?;
        Layer::new(order, file)
    }

    /// A layer from its file.
    pub(super) fn new(order: Order<R, C>, file: TableFile) -> Result<Self, TableError> {
        let (found, wanted) = (file.payload().len(), bytes(order.entries()));
        if found != wanted {
            return Err(file.wrong(format!("{found} bytes are not the {wanted} of its positions")));
        }
        Ok(Layer { order, file })
    }

    /// What a position with the right number of stones is worth. Layers without plies say the
    /// least there can be.
    #[inline]
    pub(super) fn worth(&self, mine: u64, theirs: u64) -> Worth {
        read(self.file.payload(), self.order.entries(), self.order.index(mine, theirs))
    }

    /// The same for players.
    #[inline]
    pub(super) fn fate(&self, mine: u64, theirs: u64) -> Fate {
        let worth = self.worth(mine, theirs);
        let plies = has_plies(self.order.entries()).then(|| u32::from(worth.0).saturating_sub(1));
        match worth {
            Worth::DRAW => Fate::Draw,
            _ if worth.is_win() => Fate::Win(plies),
            _ => Fate::Loss(plies),
        }
    }
}

/// Whether a layer of so many positions keeps plies.
pub(super) const fn has_plies(entries: usize) -> bool {
    entries <= WITH_PLIES
}

/// How many bytes a layer of so many positions has.
pub(super) const fn bytes(entries: usize) -> usize {
    if has_plies(entries) { entries } else { entries.div_ceil(4) }
}

/// An entry of a finished layer.
#[inline]
pub(super) fn read(payload: &[u8], entries: usize, index: usize) -> Worth {
    if has_plies(entries) {
        Worth(payload[index])
    } else {
        Worth(payload[index / 4] >> (2 * (index % 4)) & 3)
    }
}

/// Entries as a finished layer keeps them.
pub(super) fn pack(worths: &[Worth], entries: usize) -> Vec<u8> {
    if has_plies(entries) {
        return worths.iter().map(|worth| worth.0).collect();
    }
    let four = |four: &[Worth]| {
        let bits = four.iter().enumerate().map(|(nth, worth)| worth.bits() << (2 * nth));
        bits.fold(0, |byte, bits| byte | bits)
    };
    worths.chunks(4).map(four).collect()
}

/// Whether two worths are the same as far as a layer of so many positions can tell.
pub(super) fn agree(one: Worth, other: Worth, entries: usize) -> bool {
    if has_plies(entries) { one == other } else { one.bits() == other.bits() }
}

/// What the layer of this order is called.
pub(super) fn label<const R: usize, const C: usize>(order: &Order<R, C>) -> Label {
    let kept = if has_plies(order.entries()) { "a byte: plies" } else { "2 bits: result" };
    Label::new(
        name::<R, C>(order.stones()),
        format!("fanorona {R}x{C}, endless play a draw"),
        format!("{} stones on the board, {kept}", order.stones()),
    )
}

/// The name of the table with so many stones.
pub(super) fn name<const R: usize, const C: usize>(stones: usize) -> String {
    use games::Game;
    format!("{}-{stones}", Fanorona::<R, C>::INFO.name)
}
