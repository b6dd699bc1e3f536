//! An unbounded grid of characters, converted to lines of text at the end.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::Style;

/// A column and a row.
pub(super) type CellCoordinates = (i32, i32);

/// Characters with their styles, by row and column.
#[derive(Default)]
pub(super) struct Canvas(BTreeMap<(i32, i32), (char, Style)>);

impl Canvas {
    /// Writes a character to a cell, replacing what was there.
    pub(super) fn put(&mut self, (column, row): CellCoordinates, sign: char, style: Style) {
        self.0.insert((row, column), (sign, style));
    }

    /// What has been written to a cell.
    pub(super) fn get(&self, (column, row): CellCoordinates) -> Option<char> {
        self.0.get(&(row, column)).map(|cell| cell.0)
    }

    /// The character and the style of a cell.
    pub(super) fn cell(&self, (column, row): CellCoordinates) -> Option<(char, Style)> {
        self.0.get(&(row, column)).copied()
    }

    /// The first and the last column and row that have been written to.
    pub(super) fn extent(&self) -> Option<(CellCoordinates, CellCoordinates)> {
        let (top, bottom) = (self.0.keys().next()?.0, self.0.keys().next_back()?.0);
        let columns = self.0.keys().map(|key| key.1);
        Some(((columns.clone().min()?, top), (columns.max()?, bottom)))
    }

    /// All rows as lines. A background fills every cell not written to, and a margin around; without
    /// it, trailing blanks are left out.
    pub(super) fn text(&self, background: Option<Style>) -> String {
        let Some(((left, top), (right, bottom))) = self.extent() else {
            return String::new();
        };
        let mut text = String::new();
        let margin = i32::from(background.is_some());
        for row in top - margin..=bottom + margin {
            match background {
                Some(background) => self.coloured(&mut text, row, left - 2..=right + 2, background),
                None => self.plain(&mut text, row, left..=right),
            }
            text.push('\n');
        }
        text
    }

    fn plain(&self, text: &mut String, row: i32, columns: std::ops::RangeInclusive<i32>) {
        let signs = columns.map(|column| self.get((column, row)).unwrap_or(' '));
        let line: String = signs.collect();
        text.push_str(line.trim_end());
    }

    fn coloured(
        &self,
        text: &mut String,
        row: i32,
        columns: std::ops::RangeInclusive<i32>,
        background: Style,
    ) {
        let mut last: Option<Style> = None;
        for column in columns {
            let (sign, style) = self.0.get(&(row, column)).copied().unwrap_or((' ', background));
            if last != Some(style) {
                if let Some(last) = last {
                    let _ = write!(text, "{last:#}");
                }
                let _ = write!(text, "{style}");
                last = Some(style);
            }
            text.push(sign);
        }
        if let Some(last) = last {
            let _ = write!(text, "{last:#}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_lines() {
        let mut canvas = Canvas::default();
        assert_eq!(canvas.text(None), "");
        canvas.put((-1, 0), 'a', Style::new());
        canvas.put((2, 0), ' ', Style::new());
        canvas.put((1, 2), 'b', Style::new());
        assert_eq!(canvas.text(None), "a\n\n  b\n");
    }

    #[test]
    fn styles_are_written_once_for_neighbours() {
        let mut canvas = Canvas::default();
        let bold = Style::new().bold();
        canvas.put((0, 0), 'a', bold);
        canvas.put((1, 0), 'b', bold);
        let text = canvas.text(Some(Style::new()));
        assert_eq!(text, "      \n  \u{1b}[1mab\u{1b}[0m  \n      \n");
    }
}
