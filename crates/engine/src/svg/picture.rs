//! Pictures as data URIs that any viewer can show.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{drawing, pixels};
use crate::image::{Picture, PictureData};

/// A picture as a data URI: the one it was read from, or, where that is damaged or mislabelled,
/// what the engine made of it.
pub fn data_uri<'u>(source: &'u str, picture: &Picture) -> Cow<'u, str> {
    let source = source.trim();
    if let PictureData::Drawing(drawing) = &picture.data {
        let file = drawing::file(drawing);
        return format!("data:image/svg+xml;base64,{}", STANDARD.encode(file)).into();
    }
    let is_uri = source.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    if picture.faults.is_empty() && is_uri {
        return source.into();
    }
    let kind = match &picture.data {
        PictureData::Jpeg { .. } => "jpeg",
        PictureData::Flate { .. } | PictureData::Drawing(_) => "png",
    };
    match picture_file(picture) {
        Some(bytes) => format!("data:image/{kind};base64,{}", STANDARD.encode(bytes)).into(),
        None => source.into(),
    }
}

/// A picture as a JPEG, PNG or SVG file.
pub fn picture_file(picture: &Picture) -> Option<Cow<'_, [u8]>> {
    match &picture.data {
        PictureData::Drawing(drawing) => Some(drawing::file(drawing).into_bytes().into()),
        PictureData::Jpeg { .. } | PictureData::Flate { .. } => pixels::file(picture),
    }
}
