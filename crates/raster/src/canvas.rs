//! The pixels of a page, and colours laid on them.

use reportctl_engine::format::FillRule as Rule;
use reportctl_engine::template::Color;
use tiny_skia::{FillRule, FilterQuality, Mask, Path, Pixmap, PixmapPaint, PixmapRef, Transform};

use crate::Image;

/// Red, green and blue times opacity, and opacity.
pub(crate) type Pixel = [u8; 4];

/// A box of whole pixels: left, top, right, bottom.
pub(crate) type Pixels = [i64; 4];

/// A page that is being drawn.
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    rgb: Vec<u8>,
    /// Coverage of each pixel of a layer; then colours are those over black.
    covered: Option<Vec<u8>>,
    clip: Pixels,
}

impl Canvas {
    /// White paper.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let (right, bottom) = (width as i64, height as i64);
        let rgb = vec![255; width * height * 3];
        Self { width, height, rgb, covered: None, clip: [0, 0, right, bottom] }
    }

    /// A layer on which there is nothing.
    pub(crate) fn layer(width: usize, height: usize) -> Self {
        let (right, bottom) = (width as i64, height as i64);
        Self {
            width,
            height,
            rgb: vec![0; width * height * 3],
            covered: Some(vec![0; width * height]),
            clip: [0, 0, right, bottom],
        }
    }

    /// Its pixels.
    pub(crate) fn area(&self) -> Pixels {
        [0, 0, self.width as i64, self.height as i64]
    }

    /// Lays a layer on it, turned by degrees about a point, and painted through. `origin`: the pixel
    /// of the layer that lies on the first one of the canvas before that.
    pub(crate) fn put(
        &mut self,
        layer: &Self,
        origin: (i64, i64),
        turn: Option<(f64, (f64, f64))>,
        opacity: f64,
    ) {
        let Some(mut rgba) = layer.rgba(opacity) else { return };
        if let Some(turn) = turn {
            rgba = self.turned(&rgba, layer, origin, turn).unwrap_or_default();
        }
        let area = [0, 0, self.width as i64, self.height as i64];
        if rgba.len() == self.width * self.height {
            self.lay(area, &rgba);
        }
    }

    /// The pixels that a layer lays on it where it is turned by degrees about a point, clockwise.
    fn turned(
        &self,
        rgba: &[[u8; 4]],
        layer: &Self,
        origin: (i64, i64),
        (degrees, center): (f64, (f64, f64)),
    ) -> Option<Vec<[u8; 4]>> {
        let size = |width, height| Some((u32::try_from(width).ok()?, u32::try_from(height).ok()?));
        let (width, height) = size(layer.width, layer.height)?;
        let source = PixmapRef::from_bytes(rgba.as_flattened(), width, height)?;
        let (width, height) = size(self.width, self.height)?;
        let mut target = Pixmap::new(width, height)?;
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        let turn = Transform::from_rotate_at(degrees as f32, center.0 as f32, center.1 as f32);
        let (x, y) = (i32::try_from(-origin.0).ok()?, i32::try_from(-origin.1).ok()?);
        target.draw_pixmap(x, y, source, &paint, turn, None);
        Some(target.data().as_chunks::<4>().0.to_vec())
    }

    /// Takes from a layer what lies outside a path.
    pub(crate) fn keep_within(&mut self, path: Option<&Path>) {
        let whole = [0, 0, self.width as i64, self.height as i64];
        let inside = path.and_then(|path| coverage(&[path], whole));
        let (area, mask) = inside.unwrap_or_default();
        let wide = (area[2] - area[0]) as usize;
        for (index, pixel) in self.rgb.chunks_exact_mut(3).enumerate() {
            let (x, y) = ((index % self.width) as i64, (index / self.width) as i64);
            let within = x >= area[0] && x < area[2] && y >= area[1] && y < area[3];
            let part = if within {
                mask[(y - area[1]) as usize * wide + (x - area[0]) as usize]
            } else {
                0
            };
            if part == 255 {
                continue;
            }
            let scaled = |channel: u8| share(u32::from(channel) * u32::from(part));
            pixel.iter_mut().for_each(|channel| *channel = scaled(*channel));
            if let Some(covered) = self.covered.as_mut().and_then(|all| all.get_mut(index)) {
                *covered = scaled(*covered);
            }
        }
    }

    /// Colours times opacity, and opacity, of a layer.
    fn rgba(&self, opacity: f64) -> Option<Vec<[u8; 4]>> {
        let part = (opacity.clamp(0.0, 1.0) * 255.0 + 0.5) as u32;
        let scaled = |channel: u8| share(u32::from(channel) * part);
        let pixels = self.rgb.chunks_exact(3).zip(self.covered.as_ref()?);
        Some(pixels.map(|(rgb, a)| [rgb[0], rgb[1], rgb[2], *a].map(scaled)).collect())
    }

    pub(crate) fn into_image(self) -> Image {
        Image { width: self.width, height: self.height, rgb: self.rgb }
    }

    pub(crate) fn clip(&self) -> Pixels {
        self.clip
    }

    pub(crate) fn set_clip(&mut self, clip: Pixels) {
        self.clip = clip;
    }

    pub(crate) fn clip_to(&mut self, inner: Pixels) {
        self.clip = intersection(self.clip, inner);
    }

    /// Fills a box of whole pixels.
    pub(crate) fn fill_box(&mut self, area: Pixels, color: Color) {
        let [left, top, right, bottom] = intersection(area, self.clip);
        let color = bytes(color);
        for y in top..bottom {
            self.cover(y, left, right, |_| 255);
            let row = self.row(y, left, right);
            row.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&color));
        }
    }

    /// Fills a path, with smooth edges.
    pub(crate) fn fill_path(&mut self, path: &Path, color: Color) {
        self.fill_path_by(path, Rule::NonZero, color);
    }

    /// Fills what is inside a path by a rule, with smooth edges.
    pub(crate) fn fill_path_by(&mut self, path: &Path, rule: Rule, color: Color) {
        let Some((area, mask)) = coverage_by(&[path], rule, self.clip) else { return };
        self.blend(area, &mask, color);
    }

    /// Lays a colour on a box, by the coverage of each of its pixels.
    pub(crate) fn blend(&mut self, area: Pixels, coverage: &[u8], color: Color) {
        let [left, top, right, bottom] = intersection(area, self.clip);
        if left >= right || top >= bottom {
            return;
        }
        let color = bytes(color).map(u32::from);
        let width = (area[2] - area[0]) as usize;
        for y in top..bottom {
            let skipped = (left - area[0]) as usize;
            let start = (y - area[1]) as usize * width + skipped;
            let covered = &coverage[start..start + (right - left) as usize];
            self.cover(y, left, right, |index| covered[index]);
            let row = self.row(y, left, right);
            for (pixel, cover) in row.chunks_exact_mut(3).zip(covered) {
                match u32::from(*cover) {
                    0 => {}
                    255 => pixel.iter_mut().zip(color).for_each(|(to, new)| *to = new as u8),
                    cover => pixel.iter_mut().zip(color).for_each(|(to, new)| {
                        *to = share(u32::from(*to) * (255 - cover) + new * cover);
                    }),
                }
            }
        }
    }

    /// Lays a picture on a box: colours times opacity, and opacity, of each of its pixels.
    pub(crate) fn lay(&mut self, area: Pixels, rgba: &[[u8; 4]]) {
        let [left, top, right, bottom] = intersection(area, self.clip);
        if left >= right || top >= bottom {
            return;
        }
        let width = (area[2] - area[0]) as usize;
        for y in top..bottom {
            let skipped = (left - area[0]) as usize;
            let start = (y - area[1]) as usize * width + skipped;
            let pixels = &rgba[start..start + (right - left) as usize];
            self.cover(y, left, right, |index| pixels[index][3]);
            let row = self.row(y, left, right);
            for (to, [r, g, b, opacity]) in row.chunks_exact_mut(3).zip(pixels) {
                let rest = 255 - u32::from(*opacity);
                for (to, new) in to.iter_mut().zip([r, g, b]) {
                    *to = share(u32::from(*to) * rest).saturating_add(*new);
                }
            }
        }
    }

    /// Notes how much of each pixel of a row is covered; only of layers.
    fn cover(&mut self, y: i64, left: i64, right: i64, by: impl Fn(usize) -> u8) {
        let start = y as usize * self.width;
        let Some(covered) = &mut self.covered else { return };
        let row = &mut covered[start + left as usize..start + right.max(left) as usize];
        for (index, to) in row.iter_mut().enumerate() {
            let rest = 255 - u32::from(by(index));
            *to = 255 - share(u32::from(255 - *to) * rest);
        }
    }

    /// A part of a row that lies within the clip.
    fn row(&mut self, y: i64, left: i64, right: i64) -> &mut [u8] {
        let start = y as usize * self.width;
        &mut self.rgb[(start + left as usize) * 3..(start + (right.max(left)) as usize) * 3]
    }
}

/// Coverage of each pixel by paths, in the smallest box around them; nothing where that lies
/// outside `clip`.
pub(crate) fn coverage(paths: &[&Path], clip: Pixels) -> Option<(Pixels, Vec<u8>)> {
    coverage_by(paths, Rule::NonZero, clip)
}

fn coverage_by(paths: &[&Path], rule: Rule, clip: Pixels) -> Option<(Pixels, Vec<u8>)> {
    let rule = match rule {
        Rule::NonZero => FillRule::Winding,
        Rule::EvenOdd => FillRule::EvenOdd,
    };
    let mut around: Option<Pixels> = None;
    for path in paths {
        let bounds = path.bounds();
        let low = [bounds.left(), bounds.top()].map(|side| f64::from(side).floor() as i64);
        let high = [bounds.right(), bounds.bottom()].map(|side| f64::from(side).ceil() as i64);
        let one = [low[0], low[1], high[0].max(low[0] + 1), high[1].max(low[1] + 1)];
        around = Some(around.map_or(one, |all| {
            [all[0].min(one[0]), all[1].min(one[1]), all[2].max(one[2]), all[3].max(one[3])]
        }));
    }
    let area = intersection(around?, clip);
    let [width, height] = [area[2] - area[0], area[3] - area[1]];
    if width <= 0 || height <= 0 {
        return None;
    }
    let mut covered = vec![0; usize::try_from(width * height).ok()?];
    for top in (area[1]..area[3]).step_by(TILE as usize) {
        for left in (area[0]..area[2]).step_by(TILE as usize) {
            let tile = intersection([left, top, left + TILE, top + TILE], area);
            fill_tile(paths, rule, tile, area, &mut covered)?;
        }
    }
    Some((area, covered))
}

/// Parts of a pixel, in each direction, that are filled apart: filling alone knows of quarters.
const FINER: usize = 4;
/// Pixels of a side of what is filled at once: bounds the memory, and the numbers that filling takes.
const TILE: i64 = 512;

/// Fills the part of `covered`, the pixels of `area`, that is a tile.
fn fill_tile(
    paths: &[&Path],
    rule: FillRule,
    tile: Pixels,
    area: Pixels,
    covered: &mut [u8],
) -> Option<()> {
    let side = |from: i64, to: i64| usize::try_from(to - from).ok();
    let (width, height) = (side(tile[0], tile[2])?, side(tile[1], tile[3])?);
    let finer = |pixels: usize| u32::try_from(pixels * FINER).ok();
    let mut mask = Mask::new(finer(width)?, finer(height)?)?;
    let scale = FINER as f32;
    let (x, y) = (-(tile[0] as f32) * scale, -(tile[1] as f32) * scale);
    let larger = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    for path in paths {
        mask.fill_path(path, rule, true, larger);
    }
    let first = side(area[0], tile[0])?;
    let rows = covered.chunks_exact_mut(side(area[0], area[2])?).skip(side(area[1], tile[1])?);
    let finer = mask.data().chunks_exact(width * FINER * FINER);
    for (row, finer) in rows.zip(finer) {
        for (x, pixel) in row.iter_mut().skip(first).take(width).enumerate() {
            let parts = finer.chunks_exact(width * FINER);
            let parts = parts.flat_map(|row| row.iter().skip(x * FINER).take(FINER));
            let sum: usize = parts.map(|part| usize::from(*part)).sum();
            *pixel = ((sum + FINER * FINER / 2) / (FINER * FINER)) as u8;
        }
    }
    Some(())
}

pub(crate) fn intersection(a: Pixels, b: Pixels) -> Pixels {
    [a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]
}

/// A 255th, rounded.
fn share(value: u32) -> u8 {
    ((value + 127) / 255) as u8
}

fn bytes(color: Color) -> [u8; 3] {
    [color.r, color.g, color.b].map(|channel| (channel.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_mixed_by_coverage_within_the_clip() {
        let mut canvas = Canvas::new(4, 1);
        canvas.clip_to([1, 0, 9, 9]);
        canvas.blend([0, 0, 4, 1], &[255, 0, 128, 255], Color::BLACK);
        let image = canvas.into_image();
        let greys: Vec<u8> = image.rgb.chunks(3).map(|pixel| pixel[0]).collect();
        assert_eq!(greys, [255, 255, 127, 0]);
    }

    #[test]
    fn layers_are_painted_through_and_turned() {
        let mut canvas = Canvas::new(3, 1);
        let mut layer = Canvas::layer(3, 1);
        layer.fill_box([0, 0, 1, 1], Color::BLACK);
        canvas.put(&layer, (0, 0), None, 0.5);
        canvas.put(&layer, (0, 0), Some((180.0, (1.5, 0.5))), 1.0);
        let greys: Vec<u8> = canvas.into_image().rgb.chunks(3).map(|pixel| pixel[0]).collect();
        assert_eq!(greys, [127, 255, 0]);
    }

    #[test]
    fn layers_that_begin_before_the_page_are_turned_into_it() {
        let mut canvas = Canvas::new(3, 1);
        let mut layer = Canvas::layer(6, 1);
        layer.fill_box([1, 0, 2, 1], Color::BLACK);
        canvas.put(&layer, (3, 0), Some((180.0, (0.5, 0.5))), 1.0);
        let greys: Vec<u8> = canvas.into_image().rgb.chunks(3).map(|pixel| pixel[0]).collect();
        assert_eq!(greys, [255, 255, 0]);
    }

    /// Each edge of a bar from 0.1 to 1.7 of a pixel covers its exact share, not the nearest
    /// quarter.
    #[test]
    fn edges_cover_their_share_of_a_pixel() {
        let bar = tiny_skia::Rect::from_ltrb(0.1, 0.0, 1.7, 600.0).expect("a bar");
        let bar = tiny_skia::PathBuilder::from_rect(bar);
        let (area, covered) = coverage(&[&bar], [-10, -10, 1000, 1000]).expect("pixels");
        assert_eq!(area, [0, 0, 2, 600]);
        for row in covered.chunks(2) {
            let [left, right] = [row[0], row[1]].map(|share| f64::from(share) / 255.0);
            assert!((left - 0.9).abs() < 0.04 && (right - 0.7).abs() < 0.04, "{left} {right}");
        }
    }

    #[test]
    fn boxes_outside_are_nothing() {
        let mut canvas = Canvas::new(2, 2);
        canvas.fill_box([-5, -5, 0, 9], Color::BLACK);
        canvas.fill_box([1, 1, 1, 2], Color::BLACK);
        assert!(canvas.into_image().rgb.iter().all(|channel| *channel == 255));
    }
}
