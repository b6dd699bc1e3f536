//! What is known of all positions with the same number of beans on the board.
//!
//! A finished layer says how many *pairs* of beans the mover still gets under perfect play, which
//! fits into four bits up to thirty beans: gains are even, and the rest goes to the opponent.
//! Perfect play must be worth the same whether play without end is the worst for the mover or the
//! best. Should that fail somewhere, the layer's file holds a second half: the pairs the opponent
//! surely gets.

use games::bohnenspiel::ROW;

use super::row::{Row, after_sowing, number, positions};
use crate::file::{Label, TableError, TableFile};
use crate::place::Place;

/// The pairs of beans that each player surely gets, in a byte: the mover's below, the opponent's
/// above. Zero, in a layer that is being built, is to know nothing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Sure(pub u8);

impl Sure {
    #[inline]
    pub(super) fn new(mover: u8, opponent: u8) -> Sure {
        Sure(mover | opponent << 4)
    }

    /// The pairs the mover surely gets.
    #[inline]
    pub(super) fn mover(self) -> u8 {
        self.0 & 15
    }

    /// The pairs the opponent surely gets.
    #[inline]
    pub(super) fn opponent(self) -> u8 {
        self.0 >> 4
    }

    /// Whether nothing is left open of so many pairs.
    #[inline]
    pub(super) fn is_all(self, pairs: u8) -> bool {
        self.mover() + self.opponent() == pairs
    }

    /// Where nothing can be moved yet, the mover gets nothing.
    pub(super) const NO_MOVE: Sure = Sure(0xf0);

    /// What is sure with one move more, given the pairs it captures and what is sure after it: the
    /// mover takes the best move, and the opponent gets what he gets after every one.
    #[inline]
    pub(super) fn or_move(self, captured: u8, after: Sure) -> Sure {
        let mover = self.mover().max(captured + after.opponent());
        Sure::new(mover, self.opponent().min(after.mover()))
    }
}

/// A finished layer. Without beans there is nothing to know, and no file.
#[derive(Debug)]
pub(super) struct Layer {
    pairs: u8,
    file: Option<TableFile>,
}

impl Layer {
    /// The layer without beans.
    pub(super) const EMPTY: Layer = Layer { pairs: 0, file: None };

    /// Opens the layer with this many beans.
    pub(super) fn open(place: &Place, beans: usize) -> Result<Layer, TableError> {
        let label = label(beans);
        Layer::new(beans, TableFile::open(&place.table(&label.name), &label)?)
    }

    /// A layer from its file.
    pub(super) fn new(beans: usize, file: TableFile) -> Result<Layer, TableError> {
        Reader::new(beans, &file)?;
        Ok(Layer { pairs: beans as u8 / 2, file: Some(file) })
    }

    /// Borrowed for reading.
    #[inline]
    pub(super) fn read(&self) -> Reader<'_> {
        let bytes = self.file.as_ref().map_or(&[0][..], TableFile::payload);
        Reader::split(self.pairs, bytes)
    }
}

/// The entries of a finished layer.
#[derive(Copy, Clone)]
pub(super) struct Reader<'a> {
    pairs: u8,
    mover: &'a [u8],
    /// Empty where it follows from the mover's.
    opponent: &'a [u8],
}

impl<'a> Reader<'a> {
    /// The entries in a file, if it has the right size.
    pub(super) fn new(beans: usize, file: &TableFile) -> Result<Reader<'_>, TableError> {
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

    /// What is sure in the position with this number.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Sure {
        let four_bits = |bytes: &[u8]| bytes[index / 2] >> (4 * (index % 2)) & 15;
        let mover = four_bits(self.mover);
        if self.opponent.is_empty() {
            Sure::new(mover, self.pairs.wrapping_sub(mover) & 15)
        } else {
            Sure::new(mover, four_bits(self.opponent))
        }
    }
}

/// What is sure in a position by its successors, played by the plain rules and looked up.
pub(super) fn follows(rows: [Row; 2], look_up: impl Fn(usize, usize) -> Sure) -> Sure {
    let [own, opponent] = rows.map(Row::beans);
    let beans = own + opponent;
    match (own, opponent) {
        (0, _) => Sure::new(0, beans as u8 / 2),
        (_, 0) => Sure::new(beans as u8 / 2, 0),
        _ => {
            let full = (0..ROW).filter(|&house| rows[0].house(house) > 0);
            full.fold(Sure::NO_MOVE, |sure, house| {
                let (left, index) = number(after_sowing(rows, house));
                sure.or_move((beans - left) as u8 / 2, look_up(left, index))
            })
        }
    }
}

/// What the layer with this many beans is called.
pub(super) fn label(beans: usize) -> Label {
    Label::new(
        format!("bohnenspiel-{beans:02}"),
        "bohnenspiel",
        format!("{beans} beans on the board, 4 bits: pairs the mover gets"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::TableWriter;

    #[test]
    fn a_layer_whose_bounds_do_not_meet_keeps_both() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path());
        let path = place.table("bohnenspiel-02");
        for (halves, sure) in [(1, Sure::new(1, 0)), (2, Sure::new(1, 1))] {
            let mut writer = TableWriter::create(&path, label(2)).unwrap();
            writer.write(&vec![0x11; 39 * halves]).unwrap();
            writer.finish().unwrap();
            assert_eq!(Layer::open(&place, 2).unwrap().read().get(77), sure);
        }
        let mut writer = TableWriter::create(&path, label(2)).unwrap();
        writer.write(&[0; 40]).unwrap();
        writer.finish().unwrap();
        assert!(Layer::open(&place, 2).is_err());
    }
}
