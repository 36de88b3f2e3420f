//! Pictures: from a data URI to what a PDF image needs, once (spec 10.9 to 11).
//!
//! JPEG data passes through untouched. PNG data is decoded, which checks it to the last byte;
//! its own compressed rows are kept where PDF can read them, alpha is split off otherwise.

mod jpeg;
mod png;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::budget::Meter;
use crate::problem::{Code, Problem, Result, quoted};

/// Largest picture, in bytes once decoded from base64 (spec 11).
pub const MAX_BYTES: usize = 15 * 1024 * 1024;

/// Most pixels of a picture: enough for any camera, too few for a decompression bomb.
pub const MAX_PIXELS: u64 = 64_000_000;

/// Most pixels of a side of a picture, so that a single row is no decompression bomb either.
pub const MAX_SIDE: u32 = 100_000;

/// A picture ready to be embedded.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Its pixels.
    pub data: PictureData,
}

/// The pixels of a picture.
#[derive(Debug, Clone, PartialEq)]
pub enum PictureData {
    /// Compressed samples, and those of the alpha channel.
    Flate { samples: Plane, alpha: Option<Plane> },
    /// A JPEG file.
    Jpeg {
        /// The file.
        bytes: Vec<u8>,
        /// 1, 3 or 4 channels.
        components: u8,
        /// Whether Adobe wrote four inverted channels.
        inverted: bool,
    },
}

/// Deflated samples of one picture plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// zlib data.
    pub data: Vec<u8>,
    /// Channels in a pixel: 1 (grey) or 3 (RGB).
    pub colors: u8,
    /// Bits in a channel.
    pub bits: u8,
    /// Whether rows carry PNG filters (predictor 15).
    pub png_rows: bool,
}

/// Decodes a data URI by its declared media type.
///
/// # Errors
/// `unsupportedImageFormat`, `imageTooLarge`, `imageUnreadable`, in this order, without a field;
/// `timeLimit` from the budget.
pub fn decode(uri: &str, meter: &Meter<'_>) -> Result<Picture> {
    let (media_type, payload) = split(uri);
    let jpeg = match media_type {
        "image/png" => false,
        "image/jpeg" | "image/jpg" => true,
        _ => return Err(unsupported(media_type)),
    };
    check_size(uri)?;
    meter.read(payload.len())?;
    let bytes = bytes(payload)?;
    // The bytes decide where they contradict the declared type: editors mislabel pictures.
    match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => png::read(bytes, meter),
        [0xff, 0xd8, ..] => jpeg::read(bytes),
        _ => Err(unreadable(if jpeg { "it is not a JPEG file" } else { "it is not a PNG file" })),
    }
}

/// Checks that a page background is a PNG of an allowed size.
///
/// # Errors
/// `imageTooLarge`, and `imageUnreadable` for anything but a PNG data URI.
pub fn check_background(uri: &str) -> Result<()> {
    check_size(uri)?;
    match split(uri).0 {
        "image/png" => Ok(()),
        _ => Err(unreadable("it is not the data URI of a PNG")),
    }
}

/// Bytes that the base64 text of a data URI stands for, estimated as the format does.
pub fn estimated_bytes(uri: &str) -> usize {
    let payload = uri.split_once(',').map_or("", |(_, payload)| payload);
    payload.len() * 3 / 4
}

/// Media type and payload of a data URI.
fn split(uri: &str) -> (&str, &str) {
    let (header, payload) = uri.split_once(',').unwrap_or((uri, ""));
    let header = header.strip_prefix("data:").unwrap_or_default();
    (header.split(';').next().unwrap_or_default().trim(), payload)
}

fn check_size(uri: &str) -> Result<()> {
    let bytes = estimated_bytes(uri);
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    Err(Problem::new(
        Code::ImageTooLarge,
        format!("the image has {bytes} bytes, more than the {MAX_BYTES} allowed"),
    )
    .advice("make the picture smaller before it goes into the template")
    .detail("bytes", bytes)
    .detail("limitBytes", MAX_BYTES))
}

fn bytes(payload: &str) -> Result<Vec<u8>> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(&STANDARD, LENIENT);
    let decoded = if payload.bytes().any(|byte| byte.is_ascii_whitespace()) {
        let compact: Vec<u8> = payload.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        engine.decode(compact)
    } else {
        engine.decode(payload)
    };
    decoded.map_err(|error| unreadable(&format!("its base64 text is broken: {error}")))
}

fn unsupported(media_type: &str) -> Problem {
    let message = match media_type {
        "" => "the image has no type; only PNG and JPEG can be drawn".to_owned(),
        _ => format!("the image is of type {}; only PNG and JPEG can be drawn", quoted(media_type)),
    };
    Problem::new(Code::UnsupportedImageFormat, message).advice("convert the picture to PNG or JPEG")
}

fn unreadable(why: &str) -> Problem {
    Problem::new(Code::ImageUnreadable, format!("the image cannot be read: {why}"))
        .advice("save the picture again as PNG or JPEG, and put that into the template")
}

/// Refuses pictures with more pixels than anybody prints.
fn check_pixels(width: u32, height: u32) -> Result<()> {
    if width == 0 || height == 0 {
        return Err(unreadable("it has no pixels"));
    }
    let pixels = u64::from(width) * u64::from(height);
    if pixels <= MAX_PIXELS && width.max(height) <= MAX_SIDE {
        return Ok(());
    }
    Err(Problem::new(
        Code::ImageTooLarge,
        format!(
            "the image has {width} x {height} pixels, more than {MAX_PIXELS} in all or {MAX_SIDE} on a side"
        ),
    )
    .advice("scale the picture down before it goes into the template")
    .detail("width", width)
    .detail("height", height)
    .detail("limitPixels", MAX_PIXELS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNQSFgAAAHEASFcollRAAAAAElFTkSuQmCC";

    fn code(uri: &str) -> Code {
        decode(uri, &Meter::default()).expect_err("refused").code
    }

    #[test]
    fn a_png_is_read() {
        let picture = decode(DOT, &Meter::default()).expect("a picture");
        assert_eq!((picture.width, picture.height), (1, 1));
    }

    #[test]
    fn base64_is_read_as_leniently_as_browsers_do() {
        for text in ["Zg==", "Zg", "Z\ng==", "Zh=="] {
            assert_eq!(bytes(text).expect("base64"), b"f", "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_in_order() {
        assert_eq!(code("data:image/svg+xml;base64,AAAA"), Code::UnsupportedImageFormat);
        assert_eq!(code("data:,x"), Code::UnsupportedImageFormat);
        let large = "A".repeat(20_972_520);
        assert_eq!(code(&format!("data:image/png;base64,{large}")), Code::ImageTooLarge);
        assert_eq!(code("data:image/png;base64,AAAA"), Code::ImageUnreadable);
        assert_eq!(code("data:image/png;base64,é"), Code::ImageUnreadable);
        assert_eq!(code("data:image/jpeg;base64,/9j/"), Code::ImageUnreadable);
        assert_eq!(code(&DOT[..DOT.len() - 30]), Code::ImageUnreadable);
    }

    #[test]
    fn sizes_are_estimated_from_the_base64_text() {
        assert_eq!(estimated_bytes("data:image/png;base64,"), 0);
        assert_eq!(estimated_bytes("data:image/png;base64,AAAAAA"), 4);
        assert_eq!(estimated_bytes("no comma"), 0);
    }
}
