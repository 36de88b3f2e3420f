//! Modules of a symbol, and the outline of its dark areas.

/// Dark and light modules, row by row. A bar code in one dimension has one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    width: usize,
    height: usize,
    dark: Vec<bool>,
}

/// A corner of an outline, in modules from the top left.
pub type Corner = (u32, u32);

impl Matrix {
    /// A matrix of light modules.
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self { width, height, dark: vec![false; width * height] }
    }

    /// One row of modules.
    pub(super) fn row(dark: Vec<bool>) -> Self {
        Self { width: dark.len(), height: 1, dark }
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns true if a module is dark; modules outside are light.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.dark[y * self.width + x]
    }

    /// Makes a module dark or light.
    pub(super) fn set(&mut self, x: usize, y: usize, dark: bool) {
        if x < self.width && y < self.height {
            self.dark[y * self.width + x] = dark;
        }
    }

    /// Makes the modules of a square in the middle light that takes this share of the side.
    pub fn clear_middle(&mut self, share: f64) {
        let from = (self.width as f64 * (1.0 - share) / 2.0).floor() as usize;
        for y in from..self.height - from {
            (from..self.width - from).for_each(|x| self.set(x, y, false));
        }
    }

    /// The outline of the connected dark areas: closed lines of corners with the dark side on the
    /// right, so that the holes run the other way round. Filling them needs no rule for overlaps,
    /// and leaves no seam between modules.
    pub fn outline(&self) -> Vec<Vec<Corner>> {
        let mut lines = Vec::new();
        // Edges that run to the right lie above a dark module; every line has one.
        let above = |x: usize, y: usize| self.is_dark(x, y) && (y == 0 || !self.is_dark(x, y - 1));
        let mut seen = vec![false; self.width * self.height];
        for y in 0..self.height {
            for x in 0..self.width {
                if above(x, y) && !seen[y * self.width + x] {
                    lines.push(self.trace((x, y), &mut seen));
                }
            }
        }
        lines
    }

    /// The closed line that begins at the upper edge of a module.
    fn trace(&self, start: (usize, usize), seen: &mut [bool]) -> Vec<Corner> {
        let mut corners = Vec::new();
        let (mut x, mut y) = start;
        let mut heading = Heading::Right;
        loop {
            if heading == Heading::Right {
                seen[y * self.width + x] = true;
            }
            (x, y) = heading.step(x, y);
            let next = self.turn(x, y, heading);
            if next != heading {
                corners.push((x as u32, y as u32));
            }
            heading = next;
            if (x, y) == start && heading == Heading::Right {
                return corners;
            }
        }
    }

    /// The next heading at a corner. If two dark modules touch diagonally, the outline turns right
    /// and follows its own module.
    fn turn(&self, x: usize, y: usize, heading: Heading) -> Heading {
        let dark =
            |dx: usize, dy: usize| x + dx > 0 && y + dy > 0 && self.is_dark(x + dx - 1, y + dy - 1);
        let (ahead_left, ahead_right) = match heading {
            Heading::Right => (dark(1, 0), dark(1, 1)),
            Heading::Down => (dark(1, 1), dark(0, 1)),
            Heading::Left => (dark(0, 1), dark(0, 0)),
            Heading::Up => (dark(0, 0), dark(1, 0)),
        };
        match (ahead_left, ahead_right) {
            (_, false) => heading.right(),
            (false, true) => heading,
            (true, true) => heading.left(),
        }
    }
}

/// The direction in which an outline runs.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Right,
    Down,
    Left,
    Up,
}

impl Heading {
    fn step(self, x: usize, y: usize) -> (usize, usize) {
        match self {
            Self::Right => (x + 1, y),
            Self::Down => (x, y + 1),
            Self::Left => (x - 1, y),
            Self::Up => (x, y - 1),
        }
    }

    fn right(self) -> Self {
        match self {
            Self::Right => Self::Down,
            Self::Down => Self::Left,
            Self::Left => Self::Up,
            Self::Up => Self::Right,
        }
    }

    fn left(self) -> Self {
        self.right().right().right()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&str]) -> Matrix {
        let mut matrix = Matrix::new(rows[0].len(), rows.len());
        for (y, row) in rows.iter().enumerate() {
            row.bytes().enumerate().for_each(|(x, byte)| matrix.set(x, y, byte == b'#'));
        }
        matrix
    }

    #[test]
    fn a_ring_has_an_outer_line_and_a_hole_that_runs_the_other_way() {
        let lines = matrix(&["###", "#.#", "###"]).outline();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0], [(3, 0), (3, 3), (0, 3), (0, 0)]);
        assert_eq!(lines[1], [(2, 2), (2, 1), (1, 1), (1, 2)]);
    }

    #[test]
    fn modules_that_touch_at_a_corner_have_lines_of_their_own() {
        assert_eq!(matrix(&["#.", ".#"]).outline().len(), 2);
        assert_eq!(matrix(&["#.#", "###"]).outline().len(), 1);
        assert_eq!(matrix(&[".."]).outline().len(), 0);
    }

    /// The area inside the lines, holes subtracted, is the number of dark modules.
    #[test]
    fn lines_enclose_the_dark_modules() {
        let mut state = 7_u32;
        for size in 1..30_usize {
            let mut matrix = Matrix::new(size, size + 3);
            let mut count = 0;
            for y in 0..size + 3 {
                for x in 0..size {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    matrix.set(x, y, state >> 31 == 1);
                    count += i64::from(state >> 31);
                }
            }
            let area = |line: &Vec<Corner>| -> i64 {
                let next = line.iter().cycle().skip(1);
                let parts = line.iter().zip(next);
                parts
                    .map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1))
                    .sum()
            };
            let twice: i64 = matrix.outline().iter().map(area).sum();
            assert_eq!(twice, 2 * count);
        }
    }
}
