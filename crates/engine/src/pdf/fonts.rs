//! Font objects (ISO 32000-1, 9.6 to 9.10).

use std::io::Read;

use flate2::read::ZlibDecoder;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};

use super::conformance;
use crate::font::{FaceId, FaceRef, Program, Standard, Subset, UsedFonts};
use crate::problem::Result;
use reportctl_base::deflate::deflate;

/// Resource name of a font.
pub(super) fn name(face: FaceId) -> String {
    format!("F{}", face.index())
}

/// Adds the fonts of a document and gives their resource dictionary. `embeds_all`: whether standard fonts
/// are embedded, too.
///
/// # Errors
/// `fontUnreadable` when a font cannot be cut down, `conformance` where this build has no program for a
/// standard font.
pub(super) fn write(
    fonts: &UsedFonts<'_>,
    embeds_all: bool,
    document: &mut Document,
) -> Result<Dictionary> {
    let mut named = Dictionary::new();
    for (id, face, used) in fonts.iter() {
        let object = match face {
            FaceRef::Standard(font) if embeds_all => {
                embedded_standard(font, fonts.beyond_ascii(id), document)?
            }
            FaceRef::Standard(font) if fonts.beyond_ascii(id) => measured(font, document),
            FaceRef::Standard(font) => document.add_object(standard(font)),
            FaceRef::Face(face) => embed(&*face.embed(used)?, embeds_all, document),
        };
        named.set(name(id), Object::Reference(object));
    }
    Ok(named)
}

/// A standard font, which is not embedded (9.6.2.2).
fn standard(font: Standard) -> Dictionary {
    Dictionary::from_iter([
        ("Type", name_object("Font")),
        ("Subtype", name_object("Type1")),
        ("BaseFont", name_object(font.descriptor().name)),
        ("Encoding", name_object("WinAnsiEncoding")),
    ])
}

/// The same with its widths: viewers that put another font in its place, such as Chrome, would set
/// `€` wider than it was measured. They are a kilobyte, so documents in ASCII go without.
fn measured(font: Standard, document: &mut Document) -> ObjectId {
    let descriptor = standard_descriptor(font, font.descriptor().name);
    with_widths(standard(font), font, u8::MAX, descriptor, document)
}

/// A face in the place of a standard font: with the same codes and the same widths (9.6.3).
fn embedded_standard(
    font: Standard,
    beyond_ascii: bool,
    document: &mut Document,
) -> Result<ObjectId> {
    let name = font.descriptor().name;
    let made = font.embedded_program(beyond_ascii).ok_or_else(|| conformance::no_program(name))?;
    let length = Object::Integer(i64::try_from(made.length).unwrap_or(i64::MAX));
    let program = flate(Dictionary::from_iter([("Length1", length)]), &made.program);
    let program = document.add_object(program);
    let mut descriptor = standard_descriptor(font, &made.base_name);
    descriptor.set("FontFile2", program);
    let mut dictionary = standard(font);
    dictionary.set("Subtype", name_object("TrueType"));
    dictionary.set("BaseFont", name_object(&made.base_name));
    let last = if beyond_ascii { u8::MAX } else { b'~' };
    Ok(with_widths(dictionary, font, last, descriptor, document))
}

fn standard_descriptor(font: Standard, name: &str) -> Dictionary {
    let of = font.descriptor();
    let angle = match of.italic_angle {
        0.0 => Object::Integer(0),
        angle => Object::Real(angle),
    };
    Dictionary::from_iter([
        ("Type", name_object("FontDescriptor")),
        ("FontName", name_object(name)),
        ("Flags", Object::Integer(of.flags)),
        ("FontBBox", Object::Array(of.bounds.map(Object::Integer).to_vec())),
        ("ItalicAngle", angle),
        ("Ascent", Object::Integer(of.ascent)),
        ("Descent", Object::Integer(of.descent)),
        ("CapHeight", Object::Integer(of.cap_height)),
        ("StemV", Object::Integer(of.stem_width)),
    ])
}

/// A simple font with the widths of its codes up to the last.
fn with_widths(
    mut dictionary: Dictionary,
    font: Standard,
    last: u8,
    descriptor: Dictionary,
    document: &mut Document,
) -> ObjectId {
    const FIRST: u8 = b' ';
    let descriptor = document.add_object(descriptor);
    let widths = (FIRST..=last).map(|code| Object::Integer(font.advance(code).into())).collect();
    dictionary.set("FirstChar", Object::Integer(FIRST.into()));
    dictionary.set("LastChar", Object::Integer(last.into()));
    dictionary.set("Widths", Object::Array(widths));
    dictionary.set("FontDescriptor", Object::Reference(descriptor));
    document.add_object(dictionary)
}

/// A composite font with Identity-H codes (9.7).
fn embed(subset: &Subset, is_strict: bool, document: &mut Document) -> ObjectId {
    let descriptor = descriptor(subset, document);
    let descriptor = document.add_object(descriptor);
    let (subtype, to_gid) = match subset.kind {
        Program::TrueType { .. } => ("CIDFontType2", Some(name_object("Identity"))),
        Program::Cff => ("CIDFontType0", None),
    };
    let string = |text: &str| Object::String(text.as_bytes().to_vec(), StringFormat::Literal);
    let mut descendant = Dictionary::from_iter([
        ("Type", name_object("Font")),
        ("Subtype", name_object(subtype)),
        ("BaseFont", name_object(&subset.base_name)),
        (
            "CIDSystemInfo",
            Object::Dictionary(Dictionary::from_iter([
                ("Registry", string("Adobe")),
                ("Ordering", string("Identity")),
                ("Supplement", Object::Integer(0)),
            ])),
        ),
        ("FontDescriptor", Object::Reference(descriptor)),
        ("W", widths(subset)),
    ]);
    if let Some(to_gid) = to_gid {
        descendant.set("CIDToGIDMap", to_gid);
    }
    let descendant = document.add_object(descendant);
    let map = if is_strict { spaced(&subset.to_unicode) } else { None };
    let map = map.as_deref().unwrap_or(&subset.to_unicode);
    let to_unicode = document.add_object(flate(Dictionary::new(), map));
    document.add_object(Dictionary::from_iter([
        ("Type", name_object("Font")),
        ("Subtype", name_object("Type0")),
        ("BaseFont", name_object(&subset.base_name)),
        ("Encoding", name_object("Identity-H")),
        ("DescendantFonts", Object::Array(vec![Object::Reference(descendant)])),
        ("ToUnicode", Object::Reference(to_unicode)),
    ]))
}

/// A map to Unicode with a blank between the strings of each entry, as some validators demand; PDF does not
/// (7.2.3), so other documents go without.
fn spaced(map: &[u8]) -> Option<Vec<u8>> {
    let mut plain = String::new();
    ZlibDecoder::new(map).read_to_string(&mut plain).ok()?;
    Some(deflate(plain.replace("><", "> <").as_bytes()))
}

fn descriptor(subset: &Subset, document: &mut Document) -> Dictionary {
    let (key, program) = match subset.kind {
        Program::TrueType { length } => {
            let length = Object::Integer(i64::try_from(length).unwrap_or(i64::MAX));
            ("FontFile2", Dictionary::from_iter([("Length1", length)]))
        }
        Program::Cff => {
            ("FontFile3", Dictionary::from_iter([("Subtype", name_object("CIDFontType0C"))]))
        }
    };
    let program = document.add_object(flate(program, &subset.program));
    let face = &subset.descriptor;
    Dictionary::from_iter([
        ("Type", name_object("FontDescriptor")),
        ("FontName", name_object(&subset.base_name)),
        ("Flags", Object::Integer(face.flags.into())),
        ("FontBBox", Object::Array(face.bounds.map(Object::Real).to_vec())),
        ("ItalicAngle", Object::Real(face.italic_angle)),
        ("Ascent", Object::Real(face.ascent)),
        ("Descent", Object::Real(face.descent)),
        ("CapHeight", Object::Real(face.cap_height)),
        ("StemV", Object::Real(face.stem_width)),
        (key, Object::Reference(program)),
    ])
}

/// Widths of all codes from 0 (9.7.4.3).
fn widths(subset: &Subset) -> Object {
    let widths = subset.widths.iter().map(|width| Object::Real(*width)).collect();
    Object::Array(vec![Object::Integer(0), Object::Array(widths)])
}

/// A stream that is compressed already.
fn flate(mut dict: Dictionary, data: &[u8]) -> Stream {
    dict.set("Filter", name_object("FlateDecode"));
    Stream::new(dict, data.to_vec()).with_compression(false)
}

fn name_object(name: &str) -> Object {
    Object::Name(name.as_bytes().to_vec())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn viewers_get_the_widths_of_texts_beyond_ascii() {
        let mut document = Document::new();
        let font = measured(Standard::ALL[0], &mut document);
        let font = document.get_dictionary(font).unwrap();
        let widths = font.get(b"Widths").unwrap().as_array().unwrap();
        let first = font.get(b"FirstChar").unwrap().as_i64().unwrap();
        let last = font.get(b"LastChar").unwrap().as_i64().unwrap();
        assert_eq!(widths.len(), usize::try_from(last - first + 1).unwrap());
        let of = |code: u8| widths[usize::try_from(i64::from(code) - first).unwrap()].as_i64();
        assert_eq!((of(b' ').unwrap(), of(b'W').unwrap(), of(0x80).unwrap()), (278, 944, 556));
        let descriptor = font.get(b"FontDescriptor").unwrap().as_reference().unwrap();
        let descriptor = document.get_dictionary(descriptor).unwrap();
        assert_eq!(descriptor.get(b"FontName").unwrap(), &name_object("Helvetica"));
    }
}
