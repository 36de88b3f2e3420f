//! JPEG files (ITU T.81): their frame is read, their data passes through.

use super::{Density, Orientation, Picture, PictureData, check_pixels, exif, unreadable};
use reportctl_base::problem::Result;

/// Reads the frame of a JPEG file. A file that ends within its scans is drawn as far as it goes,
/// as every viewer does; it gets the end marker that it lacks, which viewers do insist on.
pub(super) fn read(mut bytes: Vec<u8>) -> Result<Picture> {
    let frame = frame(&bytes)?;
    check_pixels(frame.width, frame.height)?;
    let mut faults = Vec::new();
    // Some writers put text after the end marker.
    if !bytes.windows(2).rev().take(4096).any(|end| end == END_OF_IMAGE) {
        faults.push("ends early: the lower part of the JPEG is missing".to_owned());
        if bytes.last() == Some(&0xff) {
            bytes.pop();
        }
        bytes.extend(END_OF_IMAGE);
    }
    let inverted = frame.components == 4 && frame.adobe;
    let data = PictureData::Jpeg { components: frame.components, inverted, bytes };
    let Frame { width, height, density, orientation, .. } = frame;
    Ok(Picture { width, height, data, faults, density, orientation })
}

const END_OF_IMAGE: [u8; 2] = [0xff, 0xd9];

struct Frame {
    width: u32,
    height: u32,
    components: u8,
    adobe: bool,
    density: Option<Density>,
    orientation: Orientation,
}

/// Walks the segments up to the first scan: without one there is nothing to draw.
fn frame(bytes: &[u8]) -> Result<Frame> {
    let mut rest = &bytes[2..];
    let mut adobe = false;
    let (mut density, mut said) = (None, exif::Exif::default());
    let mut frame: Option<Frame> = None;
    loop {
        let [0xff, marker, after @ ..] = rest else {
            return Err(unreadable("the JPEG file ends early or is broken"));
        };
        match marker {
            // Fill bytes and markers without a body.
            0xff => rest = &rest[1..],
            0x01 | 0xd0..=0xd7 => rest = after,
            _ => {
                let body = after
                    .split_first_chunk::<2>()
                    .map(|(length, _)| usize::from(u16::from_be_bytes(*length)))
                    .filter(|length| *length >= 2)
                    .and_then(|length| after.get(2..length))
                    .ok_or_else(|| unreadable("the JPEG file ends early or is broken"))?;
                match marker {
                    0xc0..=0xc2 => frame = Some(start_of_frame(body)?),
                    0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                        return Err(unreadable("this kind of JPEG cannot be embedded in a PDF"));
                    }
                    0xe0 => density = density.or_else(|| jfif_density(body)),
                    0xe1 => {
                        if let Some(tiff) = body.strip_prefix(b"Exif\0\0") {
                            said = exif::read(tiff);
                        }
                    }
                    0xee => adobe |= body.starts_with(b"Adobe"),
                    0xda => break,
                    _ => {}
                }
                rest = &after[body.len() + 2..];
            }
        }
    }
    match frame {
        Some(frame) => Ok(Frame {
            adobe,
            density: density.or(said.density),
            orientation: said.orientation.unwrap_or_default(),
            ..frame
        }),
        None => Err(unreadable("the JPEG file has no frame")),
    }
}

fn start_of_frame(body: &[u8]) -> Result<Frame> {
    let [precision, h1, h0, w1, w0, components, ..] = *body else {
        return Err(unreadable("the JPEG frame is cut short"));
    };
    if precision != 8 || !matches!(components, 1 | 3 | 4) {
        return Err(unreadable("this kind of JPEG cannot be embedded in a PDF"));
    }
    Ok(Frame {
        width: u16::from_be_bytes([w1, w0]).into(),
        height: u16::from_be_bytes([h1, h0]).into(),
        components,
        adobe: false,
        density: None,
        orientation: Orientation::default(),
    })
}

/// Density in the header of JFIF (ITU T.871, 10.1).
fn jfif_density(body: &[u8]) -> Option<Density> {
    let [unit, x1, x0, y1, y0, ..] = *body.strip_prefix(b"JFIF\0")?.get(2..)? else { return None };
    let (x, y) = (u16::from_be_bytes([x1, x0]), u16::from_be_bytes([y1, y0]));
    let per_inch = match unit {
        1 => 1.0,
        2 => 2.54,
        _ => return None,
    };
    Density::new(f64::from(x) * per_inch, f64::from(y) * per_inch)
}
