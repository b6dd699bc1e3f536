//! A layer: all positions with the same number of beans on the board.
//!
//! A finished layer has the number of *pairs* of beans that the mover still gets with perfect play,
//! which fits into four bits up to thirty beans: gains are even, and the rest goes to the opponent.
//! The value must be the same whether endless play counts as the worst or the best for the mover.
//! Should that fail somewhere, the file has a second half: the pairs guaranteed to the opponent.

use spielwerk_games::bohnenspiel::ROW;

use super::row::{Row, after_sowing, beans_and_index, positions};
use crate::file::{TablebaseError, TablebaseFile, TablebaseHeader};
use crate::tablebase_dir::TablebaseDir;

/// The pairs of beans guaranteed to each player, in a byte: the mover's in the low four bits, the
/// opponent's in the high ones. Zero means that nothing is known yet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct GuaranteedPairs(pub u8);

impl GuaranteedPairs {
    #[inline]
    pub(super) fn new(mover: u8, opponent: u8) -> GuaranteedPairs {
        GuaranteedPairs(mover | opponent << 4)
    }

    /// The pairs guaranteed to the mover.
    #[inline]
    pub(super) fn mover(self) -> u8 {
        self.0 & 15
    }

    /// The pairs guaranteed to the opponent.
    #[inline]
    pub(super) fn opponent(self) -> u8 {
        self.0 >> 4
    }

    /// Whether the bounds meet, given the number of pairs on the board.
    #[inline]
    pub(super) fn is_exact(self, pairs: u8) -> bool {
        self.mover() + self.opponent() == pairs
    }

    /// The neutral element of [`with_move`](GuaranteedPairs::with_move).
    pub(super) const NO_MOVE: GuaranteedPairs = GuaranteedPairs(0xf0);

    /// The bounds with one more move, given the pairs it captures and the bounds after it: the mover
    /// takes the best move, and the opponent is guaranteed the minimum over all moves.
    #[inline]
    pub(super) fn with_move(self, captured: u8, after: GuaranteedPairs) -> GuaranteedPairs {
        let mover = self.mover().max(captured + after.opponent());
        GuaranteedPairs::new(mover, self.opponent().min(after.mover()))
    }
}

/// A finished layer. The layer without beans has no file.
#[derive(Debug)]
pub(super) struct Layer {
    pairs: u8,
    file: Option<TablebaseFile>,
}

impl Layer {
    /// The layer without beans.
    pub(super) const EMPTY: Layer = Layer { pairs: 0, file: None };

    /// Opens the layer with this many beans.
    pub(super) fn open(dir: &TablebaseDir, beans: usize) -> Result<Layer, TablebaseError> {
        let header = header(beans);
        Layer::new(beans, TablebaseFile::open(&dir.tablebase_path(&header.name), &header)?)
    }

    /// A layer from its file.
    pub(super) fn new(beans: usize, file: TablebaseFile) -> Result<Layer, TablebaseError> {
        Reader::new(beans, &file)?;
        Ok(Layer { pairs: beans as u8 / 2, file: Some(file) })
    }

    /// Borrowed for reading.
    #[inline]
    pub(super) fn read(&self) -> Reader<'_> {
        let bytes = self.file.as_ref().map_or(&[0][..], TablebaseFile::payload);
        Reader::split(self.pairs, bytes)
    }
}

/// The entries of a finished layer.
#[derive(Copy, Clone)]
pub(super) struct Reader<'a> {
    pairs: u8,
    mover: &'a [u8],
    /// Empty if it follows from the mover's.
    opponent: &'a [u8],
}

impl<'a> Reader<'a> {
    /// The entries in a file, if it has the right size.
    pub(super) fn new(beans: usize, file: &TablebaseFile) -> Result<Reader<'_>, TablebaseError> {
        let (found, half) = (file.payload().len(), positions(beans).div_ceil(2));
        if found != half && found != 2 * half {
            return Err(file.wrong(format!("{found} bytes are not 4 or 8 bits a position")));
        }
        Ok(Reader::split(beans as u8 / 2, file.payload()))
    }

    #[inline]
    fn split(pairs: u8, bytes: &'a [u8]) -> Reader<'a> {
        let half = positions(2 * usize::from(pairs)).div_ceil(2);
        let (mover, opponent) = bytes.split_at(half);
        Reader { pairs, mover, opponent }
    }

    /// The entry with this index.
    #[inline]
    pub(super) fn get(&self, index: usize) -> GuaranteedPairs {
        let four_bits = |bytes: &[u8]| bytes[index / 2] >> (4 * (index % 2)) & 15;
        let mover = four_bits(self.mover);
        if self.opponent.is_empty() {
            GuaranteedPairs::new(mover, self.pairs.wrapping_sub(mover) & 15)
        } else {
            GuaranteedPairs::new(mover, four_bits(self.opponent))
        }
    }
}

/// The entry of a position computed from its successors, which are played by the rules and looked
/// up.
pub(super) fn value_of_successors(
    rows: [Row; 2],
    look_up: impl Fn(usize, usize) -> GuaranteedPairs,
) -> GuaranteedPairs {
    let [own, opponent] = rows.map(Row::beans);
    let beans = own + opponent;
    match (own, opponent) {
        (0, _) => GuaranteedPairs::new(0, beans as u8 / 2),
        (_, 0) => GuaranteedPairs::new(beans as u8 / 2, 0),
        _ => {
            let full = (0..ROW).filter(|&house| rows[0].house(house) > 0);
            full.fold(GuaranteedPairs::NO_MOVE, |guaranteed, house| {
                let (left, index) = beans_and_index(after_sowing(rows, house));
                guaranteed.with_move((beans - left) as u8 / 2, look_up(left, index))
            })
        }
    }
}

/// The header of the layer with this many beans.
pub(super) fn header(beans: usize) -> TablebaseHeader {
    TablebaseHeader::new(
        format!("bohnenspiel-{beans:02}"),
        "bohnenspiel",
        format!("{beans} beans on the board, 4 bits: pairs the mover gets"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::TablebaseWriter;

    #[test]
    fn a_layer_whose_bounds_do_not_meet_keeps_both() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let path = dir.tablebase_path("bohnenspiel-02");
        for (halves, guaranteed) in
            [(1, GuaranteedPairs::new(1, 0)), (2, GuaranteedPairs::new(1, 1))]
        {
            let mut writer = TablebaseWriter::create(&path, header(2)).unwrap();
            writer.write(&vec![0x11; 39 * halves]).unwrap();
            writer.finish().unwrap();
            assert_eq!(Layer::open(&dir, 2).unwrap().read().get(77), guaranteed);
        }
        let mut writer = TablebaseWriter::create(&path, header(2)).unwrap();
        writer.write(&[0; 40]).unwrap();
        writer.finish().unwrap();
        assert!(Layer::open(&dir, 2).is_err());
    }
}
