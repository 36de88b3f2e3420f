//! Pictures as image XObjects (ISO 32000-1, 8.9.5), under our own names.

use std::collections::BTreeMap;

use lopdf::{Document, Object};
use printpdf::{DictItem, ExternalStream, ExternalXObject};

use crate::image::{Picture, PictureData, Plane};

/// Resource name of the picture of that number.
pub(super) fn name(picture: usize) -> String {
    format!("I{picture}")
}

/// A picture as an XObject that printpdf writes as it is.
pub(super) fn xobject(picture: &Picture) -> ExternalXObject {
    let stream = match &picture.data {
        PictureData::Flate { samples, alpha } => {
            let mut stream = plane(picture, samples);
            if let Some(alpha) = alpha {
                let mask = DictItem::Stream { stream: plane(picture, alpha) };
                stream.dict.insert("SMask".to_owned(), mask);
            }
            stream
        }
        PictureData::Jpeg { bytes, components, inverted } => {
            let mut dict = dictionary(picture, *components, 8, "DCTDecode");
            if *inverted {
                let decode = [1, 0, 1, 0, 1, 0, 1, 0].map(DictItem::Int).to_vec();
                dict.insert("Decode".to_owned(), DictItem::Array(decode));
            }
            ExternalStream { dict, content: bytes.clone(), compress: false }
        }
        // Drawings are written by `drawing`.
        PictureData::Drawing(_) => {
            ExternalStream { dict: BTreeMap::new(), content: Vec::new(), compress: false }
        }
    };
    ExternalXObject { stream, width: None, height: None, dpi: None }
}

/// A picture made of pixels as an object of the document.
pub(super) fn add(document: &mut Document, picture: &Picture) -> Object {
    let ExternalXObject { stream, .. } = xobject(picture);
    super::objects::object(document, &DictItem::Stream { stream })
}

fn plane(picture: &Picture, plane: &Plane) -> ExternalStream {
    let mut dict = dictionary(picture, plane.colors, plane.bits, "FlateDecode");
    if plane.png_rows {
        let parms = [
            ("Predictor", 15),
            ("Colors", i64::from(plane.colors)),
            ("BitsPerComponent", i64::from(plane.bits)),
            ("Columns", i64::from(picture.width)),
        ];
        let map = parms.into_iter().map(|(key, n)| (key.to_owned(), DictItem::Int(n))).collect();
        dict.insert("DecodeParms".to_owned(), DictItem::Dict { map });
    }
    ExternalStream { dict, content: plane.data.clone(), compress: false }
}

fn dictionary(picture: &Picture, colors: u8, bits: u8, filter: &str) -> BTreeMap<String, DictItem> {
    let space = match colors {
        1 => "DeviceGray",
        4 => "DeviceCMYK",
        _ => "DeviceRGB",
    };
    let name = |text: &str| DictItem::Name(text.as_bytes().to_vec());
    BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Image")),
        ("Width".to_owned(), DictItem::Int(picture.width.into())),
        ("Height".to_owned(), DictItem::Int(picture.height.into())),
        ("BitsPerComponent".to_owned(), DictItem::Int(bits.into())),
        ("ColorSpace".to_owned(), name(space)),
        ("Filter".to_owned(), name(filter)),
    ])
}
