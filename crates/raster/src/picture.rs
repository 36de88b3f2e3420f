//! Pictures: decoded once, scaled once per size.

use std::collections::HashMap;
use std::io::Cursor;
use std::rc::Rc;

use png::{ColorType, Decoder, Transformations};
use reportctl_engine::image::{Orientation, Picture, PictureData};
use reportctl_engine::problem::{Code, Problem, Result};
use reportctl_engine::svg::picture_file;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::canvas::{Canvas, Pixel, Pixels};
use crate::drawing;

/// Beyond this many times its size a picture shows its pixels as squares, as readers of PDF do.
const SQUARES: f64 = 4.0;

struct Decoded {
    width: usize,
    height: usize,
    pixels: Vec<Pixel>,
}

impl Decoded {
    /// The picture after its orientation was applied.
    fn turned(self, orientation: Orientation) -> Self {
        if orientation.is_plain() {
            return self;
        }
        let (width, height) =
            if orientation.swaps() { (self.height, self.width) } else { (self.width, self.height) };
        // The centre of each pixel is mapped.
        let [a, b, c, d, e, f] = orientation.matrix();
        let mut pixels = vec![[0; 4]; self.pixels.len()];
        for (index, pixel) in self.pixels.iter().enumerate() {
            let u = ((index % self.width) as f64 + 0.5) / self.width as f64;
            let v = ((index / self.width) as f64 + 0.5) / self.height as f64;
            let x = ((a * u + c * v + e) * width as f64) as usize;
            let y = ((b * u + d * v + f) * height as f64) as usize;
            if let Some(to) = pixels.get_mut(y * width + x) {
                *to = *pixel;
            }
        }
        Self { width, height, pixels }
    }
}

/// The pictures of a document, by their number in it.
#[derive(Default)]
pub(crate) struct PictureCache {
    decoded: HashMap<(usize, Orientation), Rc<Decoded>>,
    scaled: HashMap<(usize, Orientation, usize, usize), Rc<Vec<Pixel>>>,
}

impl PictureCache {
    /// Draws a picture on the pixels that its box touches.
    pub(crate) fn draw(
        &mut self,
        number: usize,
        picture: &Picture,
        orientation: Orientation,
        [left, top, right, bottom]: [f64; 4],
        canvas: &mut Canvas,
    ) -> Result<()> {
        let (left, right) = (left.min(right), left.max(right));
        let (top, bottom) = (top.min(bottom), top.max(bottom));
        let clip = canvas.clip();
        // Far beyond the page a stretched picture could have more pixels than there is memory for.
        let near = |side: f64| side.clamp(-1e5, 1e5);
        let area: Pixels = [
            near(left).floor() as i64,
            near(top).floor() as i64,
            near(right).floor() as i64 + 1,
            near(bottom).floor() as i64 + 1,
        ];
        if area[0] >= clip[2] || area[1] >= clip[3] || area[2] <= clip[0] || area[3] <= clip[1] {
            return Ok(());
        }
        let (width, height) = ((area[2] - area[0]) as usize, (area[3] - area[1]) as usize);
        if width as f64 * height as f64 > crate::MAX_PIXELS {
            return Err(unreadable("it would be drawn larger than any page"));
        }
        let scaled = match self.scaled.get(&(number, orientation, width, height)) {
            Some(scaled) => Rc::clone(scaled),
            None if matches!(picture.data, PictureData::Drawing(_)) => {
                let scaled = Rc::new(drawn(picture, width, height).unwrap_or_default());
                self.scaled.insert((number, orientation, width, height), Rc::clone(&scaled));
                scaled
            }
            None => {
                let decoded = match self.decoded.get(&(number, orientation)) {
                    Some(decoded) => Rc::clone(decoded),
                    None => {
                        let decoded = Rc::new(decode(picture)?.turned(orientation));
                        self.decoded.insert((number, orientation), Rc::clone(&decoded));
                        decoded
                    }
                };
                let scaled = Rc::new(scale(&decoded, width, height));
                self.scaled.insert((number, orientation, width, height), Rc::clone(&scaled));
                scaled
            }
        };
        if scaled.len() == width * height {
            canvas.lay(area, &scaled);
        }
        Ok(())
    }
}

/// A drawing as pixels; nothing where it is too large for memory.
fn drawn(picture: &Picture, width: usize, height: usize) -> Option<Vec<Pixel>> {
    let PictureData::Drawing(drawing) = &picture.data else { return None };
    drawing::draw(drawing, width, height, pixels)
}

/// The width of a picture made of pixels, and those.
pub(crate) fn pixels(picture: &Picture) -> Option<(usize, Vec<Pixel>)> {
    let decoded = decode(picture).ok()?;
    Some((decoded.width, decoded.pixels))
}

fn unreadable(why: &str) -> Problem {
    Problem::new(Code::ImageUnreadable, format!("the image cannot be drawn: {why}"))
        .advice("save the picture again as PNG or JPEG, and put that into the template")
}

fn decode(picture: &Picture) -> Result<Decoded> {
    let file = picture_file(picture).ok_or_else(|| unreadable("its data is damaged"))?;
    match picture.data {
        PictureData::Jpeg { .. } => jpeg(&file),
        PictureData::Flate { .. } | PictureData::Drawing(_) => png(&file),
    }
}

fn jpeg(file: &[u8]) -> Result<Decoded> {
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(1 << 17)
        .set_max_height(1 << 17)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    let rgb = decoder.decode().map_err(|error| unreadable(&error.to_string()))?;
    let (width, height) = decoder.dimensions().ok_or_else(|| unreadable("it has no size"))?;
    let pixels = rgb.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect();
    checked(width, height, pixels)
}

fn png(file: &[u8]) -> Result<Decoded> {
    let reason = |error: png::DecodingError| unreadable(&error.to_string());
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(reason)?;
    let size = reader.output_buffer_size().ok_or_else(|| unreadable("it is too large"))?;
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes).map_err(reason)?;
    bytes.truncate(frame.buffer_size());
    let shaded =
        |color: u8, opacity: u8| ((u32::from(color) * u32::from(opacity) + 127) / 255) as u8;
    let pixels = match frame.color_type {
        ColorType::Grayscale => bytes.iter().map(|grey| [*grey, *grey, *grey, 255]).collect(),
        ColorType::GrayscaleAlpha => bytes
            .chunks_exact(2)
            .map(|pixel| {
                let grey = shaded(pixel[0], pixel[1]);
                [grey, grey, grey, pixel[1]]
            })
            .collect(),
        ColorType::Rgb => bytes.chunks_exact(3).map(|c| [c[0], c[1], c[2], 255]).collect(),
        ColorType::Rgba => bytes
            .chunks_exact(4)
            .map(|c| [shaded(c[0], c[3]), shaded(c[1], c[3]), shaded(c[2], c[3]), c[3]])
            .collect(),
        ColorType::Indexed => return Err(unreadable("its palette is missing")),
    };
    checked(frame.width as usize, frame.height as usize, pixels)
}

fn checked(width: usize, height: usize, pixels: Vec<Pixel>) -> Result<Decoded> {
    if width > 0 && height > 0 && pixels.len() == width * height {
        Ok(Decoded { width, height, pixels })
    } else {
        Err(unreadable("it has no pixels"))
    }
}

/// The source pixels that make a target pixel of an axis, each with its share; shares sum up to 1.
fn shares(source: usize, target: usize) -> Vec<Vec<(usize, f32)>> {
    let step = source as f64 / target as f64;
    (0..target)
        .map(|at| {
            let (from, to) = (at as f64 * step, (at + 1) as f64 * step);
            if step >= 1.0 {
                // The mean of what it covers.
                let last = (to.ceil() as usize).min(source);
                let covered = |one: usize| {
                    let part = to.min((one + 1) as f64) - from.max(one as f64);
                    (one, (part / step) as f32)
                };
                (from.floor() as usize..last).map(covered).collect()
            } else if 1.0 / step >= SQUARES {
                vec![((from as usize).min(source - 1), 1.0)]
            } else {
                // Between the centres of two.
                let centre = ((from + to) / 2.0 - 0.5).clamp(0.0, (source - 1) as f64);
                let first = centre.floor();
                let second = (first as usize + 1).min(source - 1);
                let share = (centre - first) as f32;
                vec![(first as usize, 1.0 - share), (second, share)]
            }
        })
        .collect()
}

fn scale(source: &Decoded, width: usize, height: usize) -> Vec<Pixel> {
    let (columns, rows) = (shares(source.width, width), shares(source.height, height));
    let mut out = Vec::with_capacity(width * height);
    // Rows of the source made as wide as the target; neighbours among the targets share them.
    let mut ready: Vec<(usize, Vec<[f32; 4]>)> = Vec::new();
    for row in &rows {
        ready.retain(|(at, _)| row.iter().any(|(wanted, _)| wanted == at));
        let mut sums = vec![[0.0_f32; 4]; width];
        for (at, share) in row {
            if !ready.iter().any(|(known, _)| known == at) {
                let pixels = &source.pixels[at * source.width..(at + 1) * source.width];
                ready.push((*at, columns.iter().map(|column| mixed(pixels, column)).collect()));
            }
            let Some((_, wide)) = ready.iter().find(|(known, _)| known == at) else { continue };
            for (sum, pixel) in sums.iter_mut().zip(wide) {
                sum.iter_mut().zip(pixel).for_each(|(sum, channel)| *sum += channel * share);
            }
        }
        out.extend(sums.iter().map(|sum| sum.map(|channel| (channel + 0.5) as u8)));
    }
    out
}

fn mixed(row: &[Pixel], column: &[(usize, f32)]) -> [f32; 4] {
    let mut sum = [0.0; 4];
    for (at, share) in column {
        let pixel = row[*at];
        sum.iter_mut().zip(pixel).for_each(|(sum, channel)| *sum += f32::from(channel) * share);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(source: &[u8], target: usize) -> Vec<u8> {
        let pixels = source.iter().map(|grey| [*grey, *grey, *grey, 255]).collect();
        let source = Decoded { width: source.len(), height: 1, pixels };
        scale(&source, target, 1).iter().map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn pictures_are_turned_by_whole_quarters() {
        // 1 2 3
        // 4 5 6
        let stored = || {
            let pixels = (1..=6).map(|grey| [grey, grey, grey, 255]).collect();
            Decoded { width: 3, height: 2, pixels }
        };
        let seen = [
            [1, 2, 3, 4, 5, 6],
            [3, 2, 1, 6, 5, 4],
            [6, 5, 4, 3, 2, 1],
            [4, 5, 6, 1, 2, 3],
            [1, 4, 2, 5, 3, 6],
            [4, 1, 5, 2, 6, 3],
            [6, 3, 5, 2, 4, 1],
            [3, 6, 2, 5, 1, 4],
        ];
        for (number, seen) in (1..).zip(seen) {
            let orientation = Orientation::from_exif(number).expect("a number");
            let turned = stored().turned(orientation);
            assert_eq!(turned.width, if number > 4 { 2 } else { 3 });
            let greys: Vec<u8> = turned.pixels.iter().map(|pixel| pixel[0]).collect();
            assert_eq!(greys, seen, "{number}");
        }
    }

    #[test]
    fn smaller_is_the_mean_and_much_larger_shows_squares() {
        assert_eq!(scaled(&[0, 100, 200, 100], 2), [50, 150]);
        assert_eq!(scaled(&[0, 90, 180], 2), [30, 150]);
        assert_eq!(scaled(&[0, 200], 8), [0, 0, 0, 0, 200, 200, 200, 200]);
        assert_eq!(scaled(&[0, 200], 4), [0, 50, 150, 200]);
        assert_eq!(scaled(&[7, 8, 9], 3), [7, 8, 9]);
    }
}
