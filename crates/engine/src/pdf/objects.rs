//! Texts, numbers, dates, streams and the catalog as objects of PDF.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};
use printpdf::DictItem;

use crate::calendar::{Civil, Timestamp};
use crate::problem::{Code, Problem};

/// Name and version of the program that wrote the document.
pub(super) const PRODUCER: &str = concat!("reportctl ", env!("CARGO_PKG_VERSION"));

/// The problem of a tree of objects that is not as printpdf makes it.
pub(super) fn as_problem(error: lopdf::Error) -> Problem {
    Problem::new(Code::Internal, format!("the document tree is not as expected: {error}"))
}

/// The catalog of a document (7.7.2).
pub(super) fn catalog(document: &mut Document) -> lopdf::Result<&mut Dictionary> {
    let root = document.trailer.get(b"Root")?.as_reference()?;
    document.get_object_mut(root)?.as_dict_mut()
}

/// A text as PDF writes it (ISO 32000-1, 7.9.2.2): ASCII as it is, others in UTF-16.
pub fn text_string(text: &str) -> Object {
    if text.is_ascii() {
        return Object::string_literal(text);
    }
    utf16(text)
}

/// A text in UTF-16, as printpdf writes all texts; an empty one as nothing.
pub(super) fn utf16(text: &str) -> Object {
    if text.is_empty() {
        return Object::string_literal("");
    }
    let mut bytes = vec![0xfe, 0xff];
    bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}

/// Numbers as an array.
pub(super) fn numbers(values: &[f64]) -> Object {
    Object::Array(values.iter().map(|value| Object::Real(*value as f32)).collect())
}

/// A value of printpdf as one of the object tree; streams become objects of their own.
pub(super) fn object(document: &mut Document, item: &DictItem) -> Object {
    match item {
        DictItem::Stream { stream } => {
            let mut dict = Dictionary::new();
            for (key, value) in &stream.dict {
                let value = object(document, value);
                dict.set(key.as_bytes(), value);
            }
            let stream = Stream::new(dict, stream.content.clone()).with_compression(false);
            Object::Reference(document.add_object(stream))
        }
        other => other.to_lopdf(),
    }
}

/// Adds XObjects to the resources that all pages share.
pub(super) fn add_xobjects(
    document: &mut Document,
    resources: ObjectId,
    more: &Dictionary,
) -> lopdf::Result<()> {
    if more.is_empty() {
        return Ok(());
    }
    let shared = document.get_object_mut(resources)?.as_dict_mut()?;
    match shared.get_mut(b"XObject") {
        Ok(Object::Dictionary(known)) => known.extend(more),
        Ok(Object::Reference(known)) => {
            let known = *known;
            document.get_object_mut(known)?.as_dict_mut()?.extend(more);
        }
        _ => shared.set("XObject", more.clone()),
    }
    Ok(())
}

/// Appends a text as [`text_string`] has it to an object that is written by hand.
pub(super) fn write_text(out: &mut Vec<u8>, text: &str) {
    if text.is_ascii() {
        out.push(b'(');
        for byte in text.bytes() {
            match byte {
                b'(' | b')' | b'\\' => out.extend([b'\\', byte]),
                b'\r' => out.extend(b"\\r"),
                _ => out.push(byte),
            }
        }
        out.push(b')');
        return;
    }
    out.extend(b"<FEFF");
    for unit in text.encode_utf16() {
        out.extend(format!("{unit:04X}").bytes());
    }
    out.push(b'>');
}

/// A date as PDF writes it (ISO 32000-1, 7.9.4), in UTC.
pub fn pdf_date(date: Timestamp) -> String {
    let Civil { year, month, day, hour, minute, second } = date.civil();
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_in_utc() {
        assert_eq!(pdf_date(Timestamp::EPOCH), "D:19700101000000Z");
        assert_eq!(pdf_date(Timestamp::clamped(1_790_000_000)), "D:20260921141320Z");
    }
}
