//! Orientation of pictures: turned and mirrored.

/// One of the eight ways to turn and mirror a picture (Exif 2.32, tag 274).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Orientation(u8);

impl Orientation {
    /// By its number in Exif, from 1; 1 is as it is stored.
    pub fn from_exif(number: u16) -> Option<Self> {
        let number = u8::try_from(number).ok().filter(|number| (1..=8).contains(number))?;
        Some(Self(number - 1))
    }

    /// Its number in Exif.
    pub fn to_exif(self) -> u8 {
        self.0 + 1
    }

    /// Returns true if it is drawn as it is stored.
    pub fn is_plain(self) -> bool {
        self.0 == 0
    }

    /// Returns true if width and height change places.
    pub fn swaps(self) -> bool {
        self.0 >= 4
    }

    /// The matrix `[a, b, c, d, e, f]` that takes a point (u, v) of the stored picture to where it is
    /// seen, (a u + c v + e, b u + d v + f). Both are squares of side 1 with y downwards.
    pub fn matrix(self) -> [f64; 6] {
        match self.0 {
            1 => [-1.0, 0.0, 0.0, 1.0, 1.0, 0.0],
            2 => [-1.0, 0.0, 0.0, -1.0, 1.0, 1.0],
            3 => [1.0, 0.0, 0.0, -1.0, 0.0, 1.0],
            4 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            5 => [0.0, 1.0, -1.0, 0.0, 1.0, 0.0],
            6 => [0.0, -1.0, -1.0, 0.0, 1.0, 1.0],
            7 => [0.0, -1.0, 1.0, 0.0, 0.0, 1.0],
            _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions on screen of the stored top left and top right corners.
    #[test]
    fn corners_lie_where_exif_says() {
        let corners = [
            ((0.0, 0.0), (1.0, 0.0)),
            ((1.0, 0.0), (0.0, 0.0)),
            ((1.0, 1.0), (0.0, 1.0)),
            ((0.0, 1.0), (1.0, 1.0)),
            ((0.0, 0.0), (0.0, 1.0)),
            ((1.0, 0.0), (1.0, 1.0)),
            ((1.0, 1.0), (1.0, 0.0)),
            ((0.0, 1.0), (0.0, 0.0)),
        ];
        for (number, (left, right)) in (1..).zip(corners) {
            let [a, b, _, _, e, f] = Orientation::from_exif(number).expect("a number").matrix();
            assert_eq!((e, f), left, "{number}");
            assert_eq!((a + e, b + f), right, "{number}");
        }
        assert_eq!(Orientation::from_exif(0), None);
    }
}
