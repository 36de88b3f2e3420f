//! PNG (W3C PNG, third edition) to PDF image planes (ISO 32000-1, 8.9).

use std::io::{BufWriter, Cursor, Write};

use png::{BitDepth, ColorType, Decoder, Limits, Transformations};

use super::chunks::chunks;
use super::salvage::salvage;
use super::{Density, Orientation, Picture, PictureData, Plane, check_pixels, exif, unreadable};
use reportctl_base::budget::Meter;
use reportctl_base::deflate::Deflate;
use reportctl_base::problem::{Code, Result};

/// Most memory that decoding may take at once; rows are read one by one.
const MEMORY: usize = 1 << 29;

pub(super) fn read(bytes: Vec<u8>, meter: &Meter<'_>) -> Result<Picture> {
    let problem = match decode(&bytes, None, meter) {
        Err(problem) if problem.code == Code::ImageUnreadable => problem,
        result => return result,
    };
    let Some(salvaged) = salvage(&bytes, meter)? else { return Err(problem) };
    let mut picture = decode(&salvaged.file, Some(salvaged.rows), meter)?;
    picture.faults.push(salvaged.fault());
    Ok(picture)
}

/// Decodes a PNG file. With `rows`, the file has only that number of rows; the others are transparent.
fn decode(bytes: &[u8], rows: Option<u32>, meter: &Meter<'_>) -> Result<Picture> {
    let reason = |error: png::DecodingError| unreadable(&error.to_string());
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MEMORY });
    let header = decoder.read_header_info().map_err(reason)?;
    let (width, height) = (header.width, header.height);
    check_pixels(width, height)?;
    let partial = rows.is_some_and(|rows| rows < height);
    let mut transformations = Transformations::EXPAND | Transformations::STRIP_16;
    if partial {
        transformations |= Transformations::ALPHA;
    }
    decoder.set_transformations(transformations);
    let mut reader = decoder.read_info().map_err(reason)?;
    let (color, depth) = reader.output_color_type();
    if depth != BitDepth::Eight {
        return Err(unreadable("its bit depth is not supported"));
    }
    let info = reader.info();
    let keep = !info.interlaced
        && !partial
        && info.bit_depth == BitDepth::Eight
        && info.trns.is_none()
        && matches!(info.color_type, ColorType::Grayscale | ColorType::Rgb);
    let (colors, alpha) = match color {
        ColorType::Grayscale => (1, false),
        ColorType::GrayscaleAlpha => (1, true),
        ColorType::Rgb => (3, false),
        ColorType::Rgba => (3, true),
        ColorType::Indexed => return Err(unreadable("its palette is missing")),
    };
    let mut planes = Planes::new(colors, alpha, width as usize, keep);
    if info.interlaced {
        let size = reader.output_buffer_size().ok_or_else(|| unreadable("it is too large"))?;
        let mut pixels = vec![0; size];
        reader.next_frame(&mut pixels).map_err(reason)?;
        for row in pixels.chunks_exact(width as usize * planes.channels()) {
            meter.read(row.len())?;
            planes.row(row)?;
        }
    } else {
        let blank = if partial { vec![0; width as usize * planes.channels()] } else { Vec::new() };
        let mut read = 0;
        while let Some(row) = reader.next_row().map_err(reason)? {
            meter.step()?;
            meter.read(row.data().len())?;
            planes.row(if rows.is_some_and(|rows| read >= rows) { &blank } else { row.data() })?;
            read += 1;
        }
    }
    reader.finish().map_err(reason)?;
    let data = if keep { kept(bytes, colors) } else { planes.finish()? };
    let (density, orientation) = said(bytes);
    Ok(Picture { width, height, data, faults: Vec::new(), density, orientation })
}

/// Resolution and orientation in the chunks of the file (11.3.4).
fn said(bytes: &[u8]) -> (Option<Density>, Orientation) {
    let (mut density, mut orientation) = (None, Orientation::default());
    for (kind, body) in chunks(bytes) {
        match (kind, body) {
            (b"pHYs", [x3, x2, x1, x0, y3, y2, y1, y0, 1]) => {
                let per_inch = |bytes| f64::from(u32::from_be_bytes(bytes)) * 0.0254;
                let (x, y) = ([*x3, *x2, *x1, *x0], [*y3, *y2, *y1, *y0]);
                density = Density::new(per_inch(x), per_inch(y));
            }
            (b"eXIf", tiff) => orientation = exif::read(tiff).orientation.unwrap_or_default(),
            (b"IDAT", _) => break,
            _ => {}
        }
    }
    (density, orientation)
}

/// The picture's own compressed rows: PDF reads PNG filters.
fn kept(bytes: &[u8], colors: u8) -> PictureData {
    let mut data = Vec::with_capacity(bytes.len());
    chunks(bytes).filter(|(kind, _)| *kind == b"IDAT").for_each(|(_, body)| data.extend(body));
    let samples = Plane { data, colors, bits: 8, png_rows: true };
    PictureData::Flate { samples, alpha: None }
}

/// Colour and alpha, split and compressed row by row.
struct Planes {
    colors: u8,
    samples: PlaneWriter,
    alpha: Option<PlaneWriter>,
    /// Nothing is written when the file's own data is kept; reading it only checks it.
    keep: bool,
    buffers: (Vec<u8>, Vec<u8>),
}

impl Planes {
    fn new(colors: u8, alpha: bool, width: usize, keep: bool) -> Self {
        Self {
            colors,
            samples: PlaneWriter::new(width * usize::from(colors), colors),
            alpha: alpha.then(|| PlaneWriter::new(width, 1)),
            keep,
            buffers: (Vec::new(), Vec::new()),
        }
    }

    fn channels(&self) -> usize {
        usize::from(self.colors) + usize::from(self.alpha.is_some())
    }

    fn row(&mut self, row: &[u8]) -> Result<()> {
        if self.keep {
            return Ok(());
        }
        let channels = self.channels();
        let Some(alpha) = &mut self.alpha else { return self.samples.row(row) };
        let (colors, alphas) = &mut self.buffers;
        colors.clear();
        alphas.clear();
        for pixel in row.chunks_exact(channels) {
            if let [color @ .., opacity] = pixel {
                colors.extend_from_slice(color);
                alphas.push(*opacity);
            }
        }
        self.samples.row(colors)?;
        alpha.row(alphas)
    }

    fn finish(self) -> Result<PictureData> {
        let plane = |writer: PlaneWriter, colors| -> Result<Plane> {
            Ok(Plane { data: writer.finish()?, colors, bits: 8, png_rows: true })
        };
        let opaque = self.alpha.as_ref().is_some_and(|alpha| alpha.opaque);
        Ok(PictureData::Flate {
            samples: plane(self.samples, self.colors)?,
            alpha: match self.alpha {
                Some(alpha) if !opaque => Some(plane(alpha, 1)?),
                _ => None,
            },
        })
    }
}

/// Bytes of samples that are compressed at a time.
const WRITE_BUFFER: usize = 32 * 1024;

/// Compresses rows with the PNG filter Sub or Up, whichever leaves the smaller differences.
struct PlaneWriter {
    out: BufWriter<Deflate>,
    previous: Vec<u8>,
    filtered: [Vec<u8>; 2],
    pixel: usize,
    /// Every sample so far was 255.
    opaque: bool,
}

impl PlaneWriter {
    fn new(row: usize, pixel: u8) -> Self {
        Self {
            out: BufWriter::with_capacity(WRITE_BUFFER, Deflate::default()),
            previous: vec![0; row],
            filtered: [Vec::new(), Vec::new()],
            pixel: usize::from(pixel),
            opaque: true,
        }
    }

    fn row(&mut self, row: &[u8]) -> Result<()> {
        self.opaque = self.opaque && row.iter().all(|sample| *sample == 255);
        let [sub, up] = &mut self.filtered;
        sub.clear();
        up.clear();
        let (first, rest) = row.split_at(self.pixel.min(row.len()));
        sub.extend_from_slice(first);
        sub.extend(rest.iter().zip(row).map(|(sample, left)| sample.wrapping_sub(*left)));
        self.previous.resize(row.len(), 0);
        up.extend(
            row.iter().zip(&self.previous).map(|(sample, above)| sample.wrapping_sub(*above)),
        );
        let cost = |row: &[u8]| -> u64 {
            row.iter().map(|byte| u64::from(byte.cast_signed().unsigned_abs())).sum()
        };
        let (filter, filtered) = if cost(up) <= cost(sub) { (2, &*up) } else { (1, &*sub) };
        self.out
            .write_all(&[filter])
            .and_then(|()| self.out.write_all(filtered))
            .map_err(|error| unreadable(&error.to_string()))?;
        self.previous.clear();
        self.previous.extend_from_slice(row);
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>> {
        let stream = self.out.into_inner().map_err(|error| unreadable(&error.to_string()))?;
        Ok(stream.finish())
    }
}
