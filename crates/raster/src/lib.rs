//! Display lists to pictures: the view of a PDF reader, without one.
//!
//! [`Rasteriser::page`] draws the page that a [`Painter`] painted last. Like readers of PDF it puts the
//! edges of lines and boxes on pixels, so that rules are crisp, and the origins of glyphs on
//! quarters of a pixel, so that each glyph is drawn once per quarter and then only copied.
//!
//! Paper is white and nothing shines through it: an [`Image`] has three channels.
//!
//! Casts to pixels are in range: `Rasteriser::page` checks sizes, and colours are within 0 and 255.

mod canvas;
mod compare;
mod drawing;
mod glyphs;
mod group;
mod picture;
mod reach;
mod shapes;

pub use compare::{Difference, SEEN, overlay};

use std::io;

use reportctl_engine::draw::{Item, Painter};
use reportctl_engine::problem::{Code, Problem, Result};

use canvas::Canvas;
use glyphs::GlyphCache;
use group::Open;
use picture::PictureCache;
use shapes::Place;

/// Most pixels of a page: enough for A3 at 1200 dots per inch.
const MAX_PIXELS: f64 = 300e6;

/// Smallest and largest resolution, in dots per inch.
pub const RESOLUTIONS: std::ops::RangeInclusive<f64> = 1.0..=2400.0;

/// A page as pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
}

/// Draws the pages of one document; keeps glyphs and pictures from page to page.
pub struct Rasteriser {
    dpi: f64,
    glyphs: GlyphCache,
    pictures: PictureCache,
}

impl Rasteriser {
    /// A rasteriser with `dpi` dots per inch.
    pub fn new(dpi: f64) -> Self {
        Self { dpi, glyphs: GlyphCache::default(), pictures: PictureCache::default() }
    }

    /// The page that `painter` painted last.
    ///
    /// # Errors
    /// `memoryLimit` for a page of more pixels than a screen can show, `imageUnreadable` for a
    /// picture whose data is damaged beyond what readers of PDF forgive.
    pub fn page(&mut self, painter: &Painter<'_>) -> Result<Image> {
        let list = painter.list();
        let mut place = Place::new(list.height, self.dpi / 72.0);
        let (width, height) = place.pixels(list.width);
        within_limit(width, height)?;
        let mut canvas = Canvas::new(width as usize, height as usize);
        let mut pens = self.glyphs.pens(painter.fonts());
        let mut groups: Vec<Open> = Vec::new();
        let mut items = list.items.iter().peekable();
        while let Some(item) = items.next() {
            match item {
                Item::Rect { fill: Some(color), stroke: None, .. } => {
                    // Neighbours of one colour are one path, as in the PDF: without seams.
                    let mut boxes = vec![place.rect(item)];
                    while let Some(next) = items.next_if(|next| shapes::joins(next, *color)) {
                        boxes.push(place.rect(next));
                    }
                    shapes::fill_boxes(&boxes, *color, &mut canvas);
                }
                Item::Text { x, baseline, size, color, runs } => {
                    let mut x = *x;
                    for run in list.item_runs(runs) {
                        let codes = list.run_codes(run);
                        let at = place.point(x, *baseline);
                        let size = shapes::hundredths(*size);
                        let scale = place.scale;
                        let offsets = list.run_offsets(run);
                        let moved = pens.draw(
                            (run.face, run.synthetic),
                            codes,
                            offsets,
                            at,
                            size,
                            scale,
                            *color,
                            &mut canvas,
                        );
                        x += moved;
                    }
                }
                Item::Image { x, y, width, height, picture, orientation } => {
                    let Some((_, source)) = painter.pictures().get(*picture) else { continue };
                    let area = [*x, *y, *x + *width, *y + *height].map(|side| side * place.scale);
                    let area = place.moved(area);
                    self.pictures.draw(*picture, source, *orientation, area, &mut canvas)?;
                }
                Item::Begin(group) => {
                    let reach = group.turn.map(|_| reach::of(items.clone(), list, &mut pens));
                    groups.push(Open::begin(group, reach, &mut place, &mut canvas));
                }
                Item::End => {
                    if let Some(open) = groups.pop() {
                        open.end(&mut place, &mut canvas);
                    }
                }
                Item::Rect { .. } | Item::Grid { .. } | Item::Line { .. } | Item::Path { .. } => {
                    shapes::draw(item, list, &place, &mut canvas);
                }
            }
        }
        Ok(canvas.into_image())
    }
}

/// Refuses pages of too many pixels.
///
/// # Errors
/// `memoryLimit` for more pixels than a screen can show.
pub fn within_limit(width: f64, height: f64) -> Result<()> {
    if width * height <= MAX_PIXELS {
        return Ok(());
    }
    let message = format!("a page of {width:.0} x {height:.0} pixels is too large to be drawn");
    Err(Problem::new(Code::MemoryLimit, message).advice("choose a lower resolution: `--dpi 150`"))
}

impl Image {
    /// It as a PNG file, which says the resolution too.
    ///
    /// # Errors
    /// None in practice: it is written to memory.
    pub fn png(&self, dpi: f64) -> io::Result<Vec<u8>> {
        let mut file = Vec::with_capacity(self.rgb.len() / 16);
        let side = |pixels: usize| u32::try_from(pixels).map_err(io::Error::other);
        let mut encoder = png::Encoder::new(&mut file, side(self.width)?, side(self.height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let per_metre = (dpi / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: per_metre,
            yppu: per_metre,
            unit: png::Unit::Meter,
        }));
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rgb)?;
        writer.finish()?;
        Ok(file)
    }

    /// The picture of a PNG file in which nothing is transparent.
    ///
    /// # Errors
    /// An error if the file is not such a picture.
    pub fn from_png(file: &[u8]) -> io::Result<Self> {
        let mut decoder = png::Decoder::new(io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let size = reader.output_buffer_size().ok_or_else(|| io::Error::other("too large"))?;
        let mut rgb = vec![0; size];
        let frame = reader.next_frame(&mut rgb)?;
        rgb.truncate(frame.buffer_size());
        let rgb = match frame.color_type {
            png::ColorType::Rgb => rgb,
            png::ColorType::Rgba if rgb.chunks_exact(4).all(|pixel| pixel[3] == 255) => {
                rgb.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
            }
            png::ColorType::Grayscale => rgb.iter().flat_map(|grey| [*grey; 3]).collect(),
            _ => return Err(io::Error::other("the picture is transparent")),
        };
        Ok(Self { width: frame.width as usize, height: frame.height as usize, rgb })
    }
}
