//! A layer: all positions with the same number of stones.
//!
//! Small layers have a byte per position (depth to mate): 0 is a draw, any other value one more than
//! the plies to the end of the game, so that wins are even and losses odd. Large ones have two bits
//! (WDL), and finding the next capture is left to the search.

use spielwerk_games::Wdl;
use spielwerk_games::fanorona::BoardSize;

use super::indexing::Indexing;
use crate::file::{TablebaseError, TablebaseFile, TablebaseHeader};
use crate::tablebase_dir::TablebaseDir;

/// Layers with more entries than this have no plies.
const MAX_ENTRIES_WITH_PLIES: usize = 1 << 25;

/// The value of a position for its mover: 0 is a draw, else one more than the plies to the end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Value(pub(super) u8);

impl Value {
    /// Unknown, or a draw.
    pub(super) const DRAW: Value = Value(0);
    /// The mover cannot move: the game is over.
    pub(super) const OVER: Value = Value(1);

    pub(super) fn is_win(self) -> bool {
        self != Value::DRAW && self.0.is_multiple_of(2)
    }

    pub(super) fn is_loss(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// Without the plies, as two bits.
    pub(super) fn bits(self) -> u8 {
        if self.is_win() { 2 } else { self.0 & 1 }
    }
}

/// The value of a position, backed up from its successors one by one.
#[derive(Copy, Clone, Debug)]
pub(super) struct BackedUpValue {
    /// The quickest win, or `u8::MAX`.
    win: u8,
    /// The longest loss, as long as all moves lose.
    longest: Option<u8>,
}

impl BackedUpValue {
    pub(super) const NO_MOVE: BackedUpValue = BackedUpValue { win: u8::MAX, longest: Some(0) };

    /// With one more move, to a position with this value for its own mover.
    #[inline]
    pub(super) fn with_move(self, after: Value) -> BackedUpValue {
        let win = if after.is_loss() { self.win.min(after.0.saturating_add(1)) } else { self.win };
        let longest = self.longest.filter(|_| after.is_win()).map(|longest| longest.max(after.0));
        BackedUpValue { win, longest }
    }

    #[inline]
    pub(super) fn value(self) -> Value {
        match self.longest {
            _ if self.win < u8::MAX => Value(self.win),
            Some(longest) => Value(longest.saturating_add(1)),
            None => Value::DRAW,
        }
    }
}

/// A finished layer.
#[derive(Debug)]
pub(super) struct Layer {
    indexing: Indexing,
    file: TablebaseFile,
}

impl Layer {
    /// Opens the layer of this indexing.
    pub(super) fn open(dir: &TablebaseDir, indexing: Indexing) -> Result<Self, TablebaseError> {
        let header = header(&indexing);
        let file = TablebaseFile::open(&dir.tablebase_path(&header.name), &header)?;
        Layer::new(indexing, file)
    }

    /// A layer from its file.
    pub(super) fn new(indexing: Indexing, file: TablebaseFile) -> Result<Self, TablebaseError> {
        let (found, wanted) = (file.len(), bytes(indexing.entries()));
        if found != wanted {
            return Err(file.wrong(format!("{found} bytes are not the {wanted} of its positions")));
        }
        Ok(Layer { indexing, file })
    }

    /// The error of the first damaged block that was met.
    pub(super) fn damage(&self) -> Result<(), TablebaseError> {
        self.file.damage()
    }

    /// Loads it into memory, so that no value is missing.
    pub(super) fn load_all(&self) -> Result<(), TablebaseError> {
        self.file.load_all()
    }

    /// The value of a position with the right number of stones; `None` where the file is damaged.
    /// Layers without plies return the smallest value of its kind.
    #[inline]
    pub(super) fn value(&self, mine: u64, theirs: u64) -> Option<Value> {
        read(&self.file, self.indexing.entries(), self.indexing.index(mine, theirs))
    }

    /// The same as win, draw or loss.
    #[inline]
    pub(super) fn probe(&self, mine: u64, theirs: u64) -> Option<Wdl> {
        let value = self.value(mine, theirs)?;
        let plies =
            has_plies(self.indexing.entries()).then(|| u32::from(value.0).saturating_sub(1));
        Some(match value {
            Value::DRAW => Wdl::Draw,
            _ if value.is_win() => Wdl::Win(plies),
            _ => Wdl::Loss(plies),
        })
    }
}

/// Whether a layer with this many entries has plies.
pub(super) const fn has_plies(entries: usize) -> bool {
    entries <= MAX_ENTRIES_WITH_PLIES
}

/// The size in bytes of a layer with this many entries.
pub(super) const fn bytes(entries: usize) -> usize {
    if has_plies(entries) { entries } else { entries.div_ceil(4) }
}

/// An entry of a finished layer; `None` where the file is damaged.
#[inline]
pub(super) fn read(file: &TablebaseFile, entries: usize, index: usize) -> Option<Value> {
    if has_plies(entries) {
        file.byte(index).map(Value)
    } else {
        file.byte(index / 4).map(|byte| Value(byte >> (2 * (index % 4)) & 3))
    }
}

/// Packs entries into the format of the file.
pub(super) fn pack(values: &[Value], entries: usize) -> Vec<u8> {
    if has_plies(entries) {
        return values.iter().map(|value| value.0).collect();
    }
    let four = |four: &[Value]| {
        let bits = four.iter().enumerate().map(|(nth, value)| value.bits() << (2 * nth));
        bits.fold(0, |byte, bits| byte | bits)
    };
    values.chunks(4).map(four).collect()
}

/// Whether two values are the same in the format of a layer with this many entries.
pub(super) fn agree(one: Value, other: Value, entries: usize) -> bool {
    if has_plies(entries) { one == other } else { one.bits() == other.bits() }
}

/// The header of the layer of this indexing.
pub(super) fn header(indexing: &Indexing) -> TablebaseHeader {
    let size = indexing.size();
    let (rows, columns) = (size.rows(), size.columns());
    let kept = if has_plies(indexing.entries()) { "a byte: plies" } else { "2 bits: result" };
    TablebaseHeader::new(
        name(size, indexing.stones()),
        format!("fanorona {rows}x{columns}, endless play a draw"),
        format!("{} stones on the board, {kept}", indexing.stones()),
    )
}

/// The name of the tablebase with this many stones.
pub(super) fn name(size: BoardSize, stones: usize) -> String {
    format!("{}-{stones}", size.game_name())
}
