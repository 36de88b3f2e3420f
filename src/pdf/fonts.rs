//! Font objects (ISO 32000-1, 9.6 to 9.10).

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};

use crate::font::{FaceId, FaceRef, Program, Subset, UsedFonts};
use crate::problem::Result;

/// Resource name of a font.
pub(super) fn name(face: FaceId) -> String {
    format!("F{}", face.index())
}

/// Adds the fonts of a document and gives their resource dictionary.
///
/// # Errors
/// `fontUnreadable` when a font cannot be cut down.
pub(super) fn write(fonts: &UsedFonts<'_>, document: &mut Document) -> Result<Dictionary> {
    let mut named = Dictionary::new();
    for (id, face, used) in fonts.iter() {
        let object = match face {
            FaceRef::Helvetica => document.add_object(helvetica()),
            FaceRef::Face(face) => embed(&*face.embed(used)?, document),
        };
        named.set(name(id), Object::Reference(object));
    }
    Ok(named)
}

fn helvetica() -> Dictionary {
    Dictionary::from_iter([
        ("Type", name_object("Font")),
        ("Subtype", name_object("Type1")),
        ("BaseFont", name_object("Helvetica")),
        ("Encoding", name_object("WinAnsiEncoding")),
    ])
}

/// A composite font with Identity-H codes (9.7).
fn embed(subset: &Subset, document: &mut Document) -> ObjectId {
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
    let to_unicode = document.add_object(flate(Dictionary::new(), &subset.to_unicode));
    document.add_object(Dictionary::from_iter([
        ("Type", name_object("Font")),
        ("Subtype", name_object("Type0")),
        ("BaseFont", name_object(&subset.base_name)),
        ("Encoding", name_object("Identity-H")),
        ("DescendantFonts", Object::Array(vec![Object::Reference(descendant)])),
        ("ToUnicode", Object::Reference(to_unicode)),
    ]))
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
