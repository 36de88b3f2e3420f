//! An incremental update (ISO 32000-1, 7.5.6): objects, their table and a trailer behind a document whose bytes stay.

use engine::image::pdf::Section;
use engine::pdf::write_object;
use lopdf::{Dictionary, Object, Stream, dictionary};

use super::document::{Id, PdfDocument};

/// Incremental update, written behind a document.
pub(super) struct Update {
    /// Bytes of the document.
    start: usize,
    pub(super) out: Vec<u8>,
    /// Objects and their places.
    places: Vec<(Id, usize)>,
    next: u32,
}

impl Update {
    pub(super) fn of(document: &PdfDocument<'_>) -> Self {
        let start = document.bytes.len();
        let out = if document.bytes.ends_with(b"\n") { Vec::new() } else { vec![b'\n'] };
        Self { start, out, places: Vec::new(), next: document.file.next_number() }
    }

    /// The id of a further object.
    pub(super) fn reserve(&mut self) -> Id {
        self.next += 1;
        (self.next - 1, 0)
    }

    /// Bytes of the document and of the update so far.
    pub(super) fn position(&self) -> usize {
        self.start + self.out.len()
    }

    /// Writes an object, in place of the one of that id where the document has it.
    pub(super) fn put(&mut self, id: Id, object: &Object) {
        self.place(id);
        write_object(id.0, id.1, object, &mut self.out);
    }

    /// Enters the object that is written next.
    pub(super) fn place(&mut self, id: Id) {
        self.places.push((id, self.position()));
    }

    /// Writes table and trailer. `identifier`: the second part of `/ID`, where the document has one.
    pub(super) fn finish(mut self, document: &PdfDocument<'_>, identifier: &[u8]) -> Vec<u8> {
        let Section { at, is_stream } = document.file.section;
        let mut trailer = Dictionary::new();
        for key in [&b"Root"[..], b"Info"] {
            if let Ok(value) = document.file.trailer.get(key) {
                trailer.set(key, value.clone());
            }
        }
        if let Ok(Object::Array(ids)) = document.file.trailer.get(b"ID").cloned()
            && let Some(first) = ids.into_iter().next()
        {
            let second = Object::String(identifier.to_vec(), lopdf::StringFormat::Hexadecimal);
            trailer.set("ID", vec![first, second]);
        }
        trailer.set("Prev", at as i64);
        let own = if is_stream { Some(self.reserve()) } else { None };
        trailer.set("Size", i64::from(self.next));
        let start = self.position();
        // A table has sections of consecutive numbers, in rising order.
        if let Some(own) = own {
            self.place(own);
        }
        self.places.sort_unstable();
        match own {
            Some(own) => self.stream(own, trailer),
            None => self.table(&trailer),
        }
        self.out.extend_from_slice(format!("startxref\n{start}\n%%EOF\n").as_bytes());
        self.out
    }

    /// Sections of consecutive numbers.
    fn sections(&self) -> impl Iterator<Item = &[(Id, usize)]> {
        self.places.chunk_by(|(before, _), (after, _)| before.0 + 1 == after.0)
    }

    /// The table as text (7.5.4).
    fn table(&mut self, trailer: &Dictionary) {
        let mut text = "xref\n".to_owned();
        for section in self.sections() {
            let first = section.first().map_or(0, |((number, _), _)| *number);
            text.push_str(&format!("{first} {}\n", section.len()));
            for ((_, generation), place) in section {
                text.push_str(&format!("{place:010} {generation:05} n \n"));
            }
        }
        text.push_str("trailer\n");
        self.out.extend_from_slice(text.as_bytes());
        // Written as an object, and without what makes it one.
        let mut written = Vec::new();
        write_object(0, 0, &Object::Dictionary(trailer.clone()), &mut written);
        let body = written.strip_prefix(b"0 0 obj\n").and_then(|it| it.strip_suffix(b"endobj\n"));
        self.out.extend_from_slice(body.unwrap_or_default());
    }

    /// The table as a stream (7.5.8): a kind, eight bytes of place and two of generation in each row.
    fn stream(&mut self, own: Id, trailer: Dictionary) {
        let mut rows = Vec::with_capacity(self.places.len() * 11);
        let mut index = Vec::new();
        for section in self.sections() {
            let first = section.first().map_or(0, |((number, _), _)| *number);
            index.extend([i64::from(first), section.len() as i64].map(Object::Integer));
            for ((_, generation), place) in section {
                rows.push(1);
                rows.extend((*place as u64).to_be_bytes());
                rows.extend(generation.to_be_bytes());
            }
        }
        let mut dict = dictionary! {
            "Type" => "XRef",
            "W" => vec![1.into(), 8.into(), 2.into()],
            "Index" => index,
        };
        dict.extend(&trailer);
        let stream = Stream::new(dict, rows).with_compression(false);
        write_object(own.0, own.1, &Object::Stream(stream), &mut self.out);
    }
}
