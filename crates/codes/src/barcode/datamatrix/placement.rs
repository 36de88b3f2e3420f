//! Placement of the bits of codewords (ISO/IEC 16022, annex F): each word is a square of nine modules
//! without one corner; words run in diagonals, up and down in turn.

use super::super::Matrix;

struct Placement<'w> {
    words: &'w [u8],
    rows: isize,
    columns: isize,
    bits: Matrix,
    taken: Vec<bool>,
    word: usize,
}

/// The modules of the data regions put together.
pub(super) fn place(words: &[u8], rows: usize, columns: usize) -> Matrix {
    let mut placement = Placement {
        words,
        rows: rows as isize,
        columns: columns as isize,
        bits: Matrix::new(columns, rows),
        taken: vec![false; rows * columns],
        word: 0,
    };
    placement.run();
    placement.bits
}

/// The tile of a word, from its highest bit: rows and columns from its lowest module.
const TILE: [(isize, isize); 8] =
    [(-2, -2), (-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -2), (0, -1), (0, 0)];

impl Placement<'_> {
    fn run(&mut self) {
        let (rows, columns) = (self.rows, self.columns);
        let (mut row, mut column) = (4, 0);
        while row < rows || column < columns {
            let last = rows - 1;
            let right = columns - 1;
            if row == rows && column == 0 {
                self.corner([
                    (last, 0),
                    (last, 1),
                    (last, 2),
                    (0, right - 1),
                    (0, right),
                    (1, right),
                    (2, right),
                    (3, right),
                ]);
            }
            if row == rows - 2 && column == 0 && columns % 4 != 0 {
                self.corner([
                    (last - 2, 0),
                    (last - 1, 0),
                    (last, 0),
                    (0, right - 3),
                    (0, right - 2),
                    (0, right - 1),
                    (0, right),
                    (1, right),
                ]);
            }
            if row == rows - 2 && column == 0 && columns % 8 == 4 {
                self.corner([
                    (last - 2, 0),
                    (last - 1, 0),
                    (last, 0),
                    (0, right - 1),
                    (0, right),
                    (1, right),
                    (2, right),
                    (3, right),
                ]);
            }
            if row == rows + 4 && column == 2 && columns % 8 == 0 {
                self.corner([
                    (last, 0),
                    (last, right),
                    (0, right - 2),
                    (0, right - 1),
                    (0, right),
                    (1, right - 2),
                    (1, right - 1),
                    (1, right),
                ]);
            }
            // Up to the right.
            while row >= 0 && column < columns {
                if row < rows && column >= 0 {
                    self.tile(row, column);
                }
                (row, column) = (row - 2, column + 2);
            }
            (row, column) = (row + 1, column + 3);
            // Down to the left.
            while row < rows && column >= 0 {
                if row >= 0 && column < columns {
                    self.tile(row, column);
                }
                (row, column) = (row + 2, column - 2);
            }
            (row, column) = (row + 3, column + 1);
        }
        // The modules in the lower right corner that no word covers.
        if !self.is_taken(rows - 1, columns - 1) {
            for (row, column) in [(rows - 1, columns - 1), (rows - 2, columns - 2)] {
                self.bits.set(column as usize, row as usize, true);
            }
        }
    }

    fn is_taken(&self, row: isize, column: isize) -> bool {
        self.taken[(row * self.columns + column) as usize]
    }

    fn tile(&mut self, row: isize, column: isize) {
        if !self.is_taken(row, column) {
            let places = TILE.map(|(down, right)| self.wrapped(row + down, column + right));
            self.corner(places);
        }
    }

    /// Places beyond the upper or left edge lie on the other side.
    fn wrapped(&self, mut row: isize, mut column: isize) -> (isize, isize) {
        if row < 0 {
            row += self.rows;
            column += 4 - (self.rows + 4) % 8;
        }
        if column < 0 {
            column += self.columns;
            row += 4 - (self.columns + 4) % 8;
        }
        (row, column)
    }

    /// Puts the bits of the next word, from the highest, at these places.
    fn corner(&mut self, places: [(isize, isize); 8]) {
        let word = self.words.get(self.word).copied().unwrap_or_default();
        self.word += 1;
        for (bit, (row, column)) in places.into_iter().enumerate() {
            self.taken[(row * self.columns + column) as usize] = true;
            self.bits.set(column as usize, row as usize, word >> (7 - bit) & 1 == 1);
        }
    }
}
