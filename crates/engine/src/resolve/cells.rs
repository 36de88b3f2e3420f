//! The texts of table rows, packed: one buffer for all, however many cells.

use std::ops::Range;

use crate::expr::Typed;
use crate::problem::{Code, Problem, Result};

/// Bytes that a number or date takes, roughly: that of most cells is a number.
pub(crate) const TYPED: usize = size_of::<Typed>() + 16;

/// Rows of texts.
#[derive(Debug, Clone, Default)]
pub struct Cells {
    text: String,
    /// End of each cell in `text`.
    ends: Vec<u32>,
    /// End of each row in `ends`.
    rows: Vec<u32>,
    /// Number or date of each cell, up to the last one that has some; empty unless values are kept.
    values: Vec<Option<Box<Typed>>>,
}

impl Cells {
    /// Room for so many rows of so many cells.
    pub fn with_capacity(rows: usize, columns: usize) -> Self {
        let cells = rows.saturating_mul(columns);
        Self {
            text: String::with_capacity(cells.saturating_mul(8)),
            ends: Vec::with_capacity(cells),
            rows: Vec::with_capacity(rows),
            values: Vec::new(),
        }
    }

    /// Rows of ready texts.
    ///
    /// # Errors
    /// As for [`Cells::end_cell`].
    pub fn of<'s>(rows: impl IntoIterator<Item = &'s [String]>) -> Result<Self> {
        let mut cells = Self::default();
        for row in rows {
            for cell in row {
                cells.text.push_str(cell);
                cells.end_cell()?;
            }
            cells.end_row();
        }
        Ok(cells)
    }

    /// Buffer for the text of the cell being made.
    pub fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// Ends the cell being made.
    ///
    /// # Errors
    /// `outputLimit` when one slice holds more than 4 GiB of text.
    pub fn end_cell(&mut self) -> Result<()> {
        let end = u32::try_from(self.text.len()).map_err(|_| {
            Problem::new(Code::OutputLimit, "the texts of one table slice are over 4 GiB")
        })?;
        self.ends.push(end);
        Ok(())
    }

    /// Keeps the number or date of the cell that was ended last.
    pub fn keep(&mut self, value: Option<Typed>) {
        let (Some(value), Some(cell)) = (value, self.ends.len().checked_sub(1)) else { return };
        self.values.resize(cell, None);
        self.values.push(Some(Box::new(value)));
    }

    /// Ends the row being made.
    pub fn end_row(&mut self) {
        self.rows.push(u32::try_from(self.ends.len()).unwrap_or(u32::MAX));
    }

    /// Adds some rows of others.
    ///
    /// # Errors
    /// As for [`Cells::end_cell`].
    pub fn extend(&mut self, other: &Self, rows: Range<usize>) -> Result<()> {
        let end_of = |ends: &[u32], count: usize| match count.checked_sub(1) {
            Some(last) => ends.get(last).map_or(0, |end| *end as usize),
            None => 0,
        };
        let (first, last) = (end_of(&other.rows, rows.start), end_of(&other.rows, rows.end));
        let (from, to) = (end_of(&other.ends, first), end_of(&other.ends, last));
        let (start, cell) = (self.text.len(), self.ends.len());
        self.text.push_str(&other.text[from..to]);
        if u32::try_from(self.text.len()).is_err() {
            return self.end_cell();
        }
        self.ends
            .extend(other.ends[first..last].iter().map(|end| end - from as u32 + start as u32));
        let rows = other.rows[rows].iter();
        self.rows.extend(rows.map(|end| end - first as u32 + cell as u32));
        let values = other.values.get(first..last.min(other.values.len())).unwrap_or_default();
        if !values.is_empty() {
            self.values.resize(cell, None);
            self.values.extend_from_slice(values);
        }
        Ok(())
    }

    /// Bytes of memory that they take.
    pub fn memory(&self) -> usize {
        let numbers = self.ends.capacity() + self.rows.capacity();
        let values = self.values.capacity() * (size_of::<usize>() + TYPED);
        self.text.capacity() + numbers * size_of::<u32>() + values
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before] as usize);
        let end = self.rows[row] as usize;
        (start..end).map(move |cell| {
            let from = cell.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
            &self.text[from..self.ends[cell] as usize]
        })
    }

    /// The numbers and dates of the cells of a row, where they are kept.
    pub fn values(&self, row: usize) -> impl ExactSizeIterator<Item = Option<&Typed>> {
        let start = row.checked_sub(1).map_or(0, |before| self.rows[before] as usize);
        let end = self.rows[row] as usize;
        (start..end).map(move |cell| self.values.get(cell)?.as_deref())
    }

    /// Returns `true` if every cell of every row is empty.
    pub fn all_blank(&self) -> bool {
        self.text.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_others_follow_as_they_are() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let rows = [row(&["a", ""]), row(&[]), row(&["bcd", "e", "é"]), row(&["f"])];
        let all = Cells::of(rows.iter().map(Vec::as_slice)).expect("few texts");
        let mut some = Cells::default();
        for range in [1..3, 0..0, 3..4, 0..2] {
            some.extend(&all, range).expect("few texts");
        }
        let shown: Vec<Vec<&str>> = (0..some.len()).map(|row| some.row(row).collect()).collect();
        let expected: [&[&str]; 5] = [&[], &["bcd", "e", "é"], &["f"], &["a", ""], &[]];
        assert_eq!(shown, expected);
    }
}
