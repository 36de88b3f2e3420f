//! Two pictures of a page compared.

use crate::Image;

/// A channel that differs by more than this is seen; less is how edges were rounded.
pub const SEEN: u8 = 64;

/// Difference of two pictures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The share of pixels that differ clearly, from 0 to 1.
    pub share: f64,
    /// The mean difference of the channels, from 0 to 1.
    pub mean: f64,
    /// The box around them: left, top, right, bottom, in pixels.
    pub area: Option<[usize; 4]>,
}

impl Difference {
    /// The difference of two pictures. If one is larger, the other counts as white paper there.
    pub fn of(a: &Image, b: &Image, tolerance: u8) -> Self {
        let (width, height) = (a.width.max(b.width), a.height.max(b.height));
        let (mut count, mut sum) = (0_u64, 0_u64);
        let mut area: Option<[usize; 4]> = None;
        for y in 0..height {
            let (first, second) = (a.row(y), b.row(y));
            if first == second {
                continue;
            }
            for x in 0..width {
                let (first, second) = (pixel(first, x), pixel(second, x));
                let channels = [0, 1, 2].map(|index| first[index].abs_diff(second[index]));
                sum += channels.iter().copied().map(u64::from).sum::<u64>();
                if channels.iter().any(|channel| *channel > tolerance) {
                    count += 1;
                    let [left, top, right, bottom] = area.unwrap_or([x, y, x, y]);
                    area = Some([left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]);
                }
            }
        }
        let all = (width * height).max(1);
        let mean = sum as f64 / 255.0 / 3.0 / all as f64;
        Self { share: count as f64 / all as f64, mean, area }
    }
}

impl Image {
    fn row(&self, y: usize) -> &[u8] {
        self.rgb.get(y * self.width * 3..(y + 1) * self.width * 3).unwrap_or_default()
    }

    /// A part of it: left, top, right, bottom.
    #[must_use]
    pub fn part(&self, [left, top, right, bottom]: [usize; 4]) -> Self {
        let (right, bottom) = (right.min(self.width), bottom.min(self.height));
        let (left, top) = (left.min(right), top.min(bottom));
        let rows = (top..bottom).flat_map(|y| &self.row(y)[left * 3..right * 3]);
        Self { width: right - left, height: bottom - top, rgb: rows.copied().collect() }
    }

    /// The upper left `width` by `height` pixels of the picture drawn `times` times smaller: each
    /// pixel is the mean of a square of pixels, white where the picture ends before.
    #[must_use]
    pub fn reduced(&self, times: usize, width: usize, height: usize) -> Self {
        let square = (times * times).max(1);
        let mut rgb = Vec::with_capacity(3 * width * height);
        for y in 0..height {
            let rows: Vec<&[u8]> = (y * times..(y + 1) * times).map(|y| self.row(y)).collect();
            for x in 0..width {
                let mut sums = [0_usize; 3];
                for row in &rows {
                    for x in x * times..(x + 1) * times {
                        let pixel = pixel(row, x);
                        sums.iter_mut().zip(pixel).for_each(|(sum, one)| *sum += usize::from(one));
                    }
                }
                rgb.extend(sums.map(|sum| (sum / square) as u8));
            }
        }
        Self { width, height, rgb }
    }
}

fn pixel(row: &[u8], x: usize) -> [u8; 3] {
    match row.get(x * 3..x * 3 + 3) {
        Some([r, g, b]) => [*r, *g, *b],
        _ => [255; 3],
    }
}

/// Both pictures on one: content of the first alone in red, of the second alone in green-blue, of
/// both in grey.
pub fn overlay(a: &Image, b: &Image) -> Image {
    let (width, height) = (a.width.max(b.width), a.height.max(b.height));
    let mut rgb = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        let (first, second) = (a.row(y), b.row(y));
        for x in 0..width {
            let (a, b) = (pixel(first, x), pixel(second, x));
            if a == b {
                // Paler, so that the difference stands out.
                rgb.extend(a.map(|channel| 255 - (255 - channel) / 3));
            } else {
                let (a, b) = (grey(a), grey(b));
                rgb.extend([b, a, a]);
            }
        }
    }
    Image { width, height, rgb }
}

fn grey([r, g, b]: [u8; 3]) -> u8 {
    ((u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(greys: &[u8]) -> Image {
        let rgb = greys.iter().flat_map(|grey| [*grey; 3]).collect();
        Image { width: greys.len(), height: 1, rgb }
    }

    #[test]
    fn what_differs_clearly_is_counted_and_framed() {
        let (a, b) = (image(&[0, 255, 255, 90]), image(&[60, 0, 255, 90]));
        assert_eq!(Difference::of(&a, &a, 0), Difference { share: 0.0, mean: 0.0, area: None });
        let clear = Difference::of(&a, &b, SEEN);
        let mean = (60.0 + 255.0) / 255.0 / 4.0;
        assert_eq!(clear, Difference { share: 0.25, mean, area: Some([1, 0, 2, 1]) });
        assert_eq!(Difference::of(&a, &b, 0).share, 0.5);
        // Missing paper is white.
        assert_eq!(Difference::of(&image(&[255, 0]), &image(&[255]), 0).share, 0.5);
    }

    #[test]
    fn a_reduced_picture_has_the_means_of_squares() {
        let image = Image { width: 4, height: 2, rgb: [[10; 12], [30; 12]].concat() };
        let half = image.reduced(2, 2, 1);
        assert_eq!((half.width, half.height, half.rgb), (2, 1, vec![20; 6]));
    }

    #[test]
    fn an_overlay_shows_each_in_its_colour() {
        let both = overlay(&image(&[0, 255, 0]), &image(&[255, 0, 0]));
        assert_eq!(both.rgb, [255, 0, 0, 0, 255, 255, 170, 170, 170]);
    }
}
