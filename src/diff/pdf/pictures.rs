//! Pictures of a document (ISO 32000-1, 8.9).

use lopdf::{Object, Stream};
use reportctl_engine::image::{Orientation, Picture, PictureData, Plane};

use super::read::{Pdf, dictionary, name};

/// A picture made of pixels; nothing where it is none that this program writes.
pub(super) fn picture(pdf: &Pdf, stream: &Stream) -> Option<Picture> {
    let side = |key| u32::try_from(stream.dict.get(key).ok()?.as_i64().ok()?).ok();
    let data = match name(pdf, &stream.dict, b"Filter")?.as_str() {
        "DCTDecode" => PictureData::Jpeg {
            bytes: stream.content.clone(),
            components: channels(pdf, stream)?,
            inverted: stream.dict.has(b"Decode"),
        },
        "FlateDecode" => PictureData::Flate {
            samples: plane(pdf, stream)?,
            alpha: match stream.dict.get(b"SMask") {
                Ok(mask) => Some(plane(pdf, pdf.dereference(mask).ok()?.1.as_stream().ok()?)?),
                Err(_) => None,
            },
        },
        _ => return None,
    };
    Some(Picture {
        width: side(b"Width")?,
        height: side(b"Height")?,
        data,
        density: None,
        orientation: Orientation::default(),
        faults: Vec::new(),
    })
}

fn channels(pdf: &Pdf, stream: &Stream) -> Option<u8> {
    match name(pdf, &stream.dict, b"ColorSpace")?.as_str() {
        "DeviceGray" => Some(1),
        "DeviceRGB" => Some(3),
        "DeviceCMYK" => Some(4),
        _ => None,
    }
}

fn plane(pdf: &Pdf, stream: &Stream) -> Option<Plane> {
    let bits = stream.dict.get(b"BitsPerComponent").ok()?.as_i64().ok()?;
    let rows = stream.dict.get(b"DecodeParms").ok().and_then(|parms| dictionary(pdf, parms));
    let predictor = rows.and_then(|rows| rows.get(b"Predictor").and_then(Object::as_i64).ok());
    Some(Plane {
        data: stream.content.clone(),
        colors: channels(pdf, stream)?,
        bits: u8::try_from(bits).ok()?,
        png_rows: predictor.is_some_and(|predictor| predictor >= 10),
    })
}
