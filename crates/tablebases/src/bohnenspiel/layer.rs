//! A layer: all positions with the same number of beans on the board.
//!
//! A finished layer has the number of *pairs* of beans that the mover still gets with perfect play:
//! gains are even, and the rest goes to the opponent. The value must be the same whether endless
//! play counts as the worst or the best for the mover. Should that fail somewhere, the file has a
//! second half: the pairs guaranteed to the opponent.

use spielwerk_games::bohnenspiel::ROW;

use super::packing::Packing;
use super::row::{Row, after_sowing, beans_and_index, positions};
use crate::file::{TablebaseError, TablebaseFile, TablebaseHeader};
use crate::tablebase_dir::TablebaseDir;

/// The pairs of beans guaranteed to each player. Zero for both means that nothing is known yet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct GuaranteedPairs {
    pub(super) mover: u8,
    pub(super) opponent: u8,
}

impl GuaranteedPairs {
    /// Nothing is known.
    pub(super) const UNKNOWN: GuaranteedPairs = GuaranteedPairs::new(0, 0);

    #[inline]
    pub(super) const fn new(mover: u8, opponent: u8) -> GuaranteedPairs {
        GuaranteedPairs { mover, opponent }
    }

    /// Whether the bounds meet, given the number of pairs on the board.
    #[inline]
    pub(super) fn is_exact(self, pairs: u8) -> bool {
        self.mover + self.opponent == pairs
    }

    /// The neutral element of [`with_move`](GuaranteedPairs::with_move).
    pub(super) const NO_MOVE: GuaranteedPairs = GuaranteedPairs::new(0, u8::MAX);

    /// The bounds with one more move, given the pairs it captures and the bounds after it: the mover
    /// takes the best move, and the opponent is guaranteed the minimum over all moves.
    #[inline]
    pub(super) fn with_move(self, captured: u8, after: GuaranteedPairs) -> GuaranteedPairs {
        let mover = self.mover.max(captured + after.opponent);
        GuaranteedPairs::new(mover, self.opponent.min(after.mover))
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

    /// The error of the first damaged block that was met.
    pub(super) fn damage(&self) -> Result<(), TablebaseError> {
        self.file.as_ref().map_or(Ok(()), TablebaseFile::damage)
    }

    /// Loads it into memory, so that no entry is missing.
    pub(super) fn load_all(&self) -> Result<(), TablebaseError> {
        self.file.as_ref().map_or(Ok(()), TablebaseFile::load_all)
    }

    /// Borrowed for reading.
    #[inline]
    pub(super) fn read(&self) -> Reader<'_> {
        Reader::of(self.pairs, self.file.as_ref())
    }
}

/// The entries of a finished layer.
#[derive(Copy, Clone)]
pub(super) struct Reader<'a> {
    pairs: u8,
    /// The layer without beans has none.
    file: Option<&'a TablebaseFile>,
    /// Where the opponent's entries begin, unless they follow from the mover's.
    opponent: Option<usize>,
}

impl<'a> Reader<'a> {
    /// The entries in a file, if it has the right size.
    pub(super) fn new(beans: usize, file: &TablebaseFile) -> Result<Reader<'_>, TablebaseError> {
        let (found, reader) = (file.len(), Reader::of(beans as u8 / 2, Some(file)));
        let half = reader.packing().bytes(positions(beans));
        if found != half && found != 2 * half {
            let wanted = reader.packing().description();
            return Err(file.wrong(format!("{found} bytes are not {wanted} once or twice")));
        }
        Ok(reader)
    }

    #[inline]
    fn of(pairs: u8, file: Option<&'a TablebaseFile>) -> Reader<'a> {
        let half = Packing::new(pairs).bytes(positions(2 * usize::from(pairs)));
        let opponent = file.is_some_and(|file| file.len() > half).then_some(half);
        Reader { pairs, file, opponent }
    }

    #[inline]
    fn packing(&self) -> Packing {
        Packing::new(self.pairs)
    }

    /// The entry with this index; `None` where the file is damaged.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<GuaranteedPairs> {
        let Some(file) = self.file else { return Some(GuaranteedPairs::UNKNOWN) };
        let mover = self.packing().get(file, 0, index)?;
        Some(match self.opponent {
            None => GuaranteedPairs::new(mover, self.pairs.saturating_sub(mover)),
            Some(begin) => GuaranteedPairs::new(mover, self.packing().get(file, begin, index)?),
        })
    }

    /// The entry of a layer that is in memory as a whole, so none is missing.
    #[inline]
    pub(super) fn loaded(&self, index: usize) -> GuaranteedPairs {
        self.get(index).unwrap_or(GuaranteedPairs::UNKNOWN)
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
    let packing = Packing::new(beans as u8 / 2).description();
    TablebaseHeader::new(
        format!("bohnenspiel-{beans:02}"),
        "bohnenspiel",
        format!("{beans} beans on the board, {packing}: pairs the mover gets"),
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
            assert_eq!(Layer::open(&dir, 2).unwrap().read().get(77), Some(guaranteed));
        }
        let mut writer = TablebaseWriter::create(&path, header(2)).unwrap();
        writer.write(&[0; 40]).unwrap();
        writer.finish().unwrap();
        assert!(Layer::open(&dir, 2).is_err());
    }
}
