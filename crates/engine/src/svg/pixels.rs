//! Pictures made of pixels as files: PNG around the planes that were read, JPEG as it was read.

use std::borrow::Cow;
use std::io::Cursor;

use flate2::Crc;
use png::{BitDepth, ColorType, Decoder, Encoder};

use crate::image::{Orientation, Picture, PictureData, Plane};

/// A picture as a JPEG or PNG file; `None` for a drawing, and for planes that PNG does not have.
pub(super) fn file(picture: &Picture) -> Option<Cow<'_, [u8]>> {
    match &picture.data {
        PictureData::Drawing(_) => None,
        PictureData::Jpeg { bytes, .. } => Some(bytes.into()),
        PictureData::Flate { samples, alpha: None } => png(picture, samples).map(Cow::from),
        PictureData::Flate { samples, alpha: Some(alpha) } => {
            with_alpha(picture, samples, alpha).map(Cow::from)
        }
    }
}

/// The attribute that keeps viewers from turning a picture as its file says: the drawing turns it itself
/// where it is to be turned. Nothing for files that do not say so.
pub(super) fn as_stored(picture: &Picture) -> &'static str {
    if picture.orientation == Orientation::default() {
        ""
    } else {
        " style=\"image-orientation:none\""
    }
}

/// A PNG file around the rows of a plane, which are those of PNG.
fn png(picture: &Picture, plane: &Plane) -> Option<Vec<u8>> {
    let color = match plane.colors {
        1 => 0,
        3 => 2,
        _ => return None,
    };
    if !plane.png_rows {
        return None;
    }
    let mut header = Vec::with_capacity(13);
    header.extend(picture.width.to_be_bytes());
    header.extend(picture.height.to_be_bytes());
    header.extend([plane.bits, color, 0, 0, 0]);
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, body) in [(b"IHDR", header.as_slice()), (b"IDAT", &plane.data), (b"IEND", &[])] {
        let mut check = Crc::new();
        check.update(kind);
        check.update(body);
        file.extend(u32::try_from(body.len()).ok()?.to_be_bytes());
        file.extend(kind);
        file.extend(body);
        file.extend(check.sum().to_be_bytes());
    }
    Some(file)
}

/// A PNG file with the alpha channel put back between the colours.
fn with_alpha(picture: &Picture, samples: &Plane, alpha: &Plane) -> Option<Vec<u8>> {
    let colors = rows(&png(picture, samples)?)?;
    let alpha = rows(&png(picture, alpha)?)?;
    let channels = usize::from(samples.colors);
    let mut pixels = Vec::with_capacity(colors.len() + alpha.len());
    for (color, opacity) in colors.chunks_exact(channels).zip(alpha) {
        pixels.extend_from_slice(color);
        pixels.push(opacity);
    }
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, picture.width, picture.height);
    encoder.set_color(if channels == 1 { ColorType::GrayscaleAlpha } else { ColorType::Rgba });
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header().ok()?.write_image_data(&pixels).ok()?;
    Some(out)
}

/// The samples of a PNG file.
fn rows(file: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Decoder::new(Cursor::new(file)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    Some(pixels)
}
