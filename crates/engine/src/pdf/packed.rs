//! Object streams (ISO 32000-1, 7.5.7): many small objects, compressed together.

use lopdf::{Document, Stream, dictionary};
use reportctl_base::deflate::deflate_fast;

use super::file::Packed;

/// Objects of a stream: readers unpack one as a whole to find an object of it.
const MOST: usize = 400;

/// Puts objects into streams.
pub(super) struct Packer<'d> {
    document: &'d mut Document,
    /// Numbers and offsets of the objects of the stream that is open.
    head: Vec<u8>,
    body: Vec<u8>,
    /// Their numbers.
    open: Vec<u32>,
    packed: Vec<Packed>,
}

impl<'d> Packer<'d> {
    pub(super) fn new(document: &'d mut Document) -> Self {
        Self { document, head: Vec::new(), body: Vec::new(), open: Vec::new(), packed: Vec::new() }
    }

    /// Adds an object under its number, as `write` writes it.
    pub(super) fn add(&mut self, number: u32, write: impl FnOnce(&mut Vec<u8>)) {
        push_number(&mut self.head, number);
        self.head.push(b' ');
        push_number(&mut self.head, self.body.len() as u32);
        self.head.push(b' ');
        write(&mut self.body);
        self.body.push(b'\n');
        self.open.push(number);
        if self.open.len() == MOST {
            self.close();
        }
    }

    fn close(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let first = self.head.len();
        self.head.append(&mut self.body);
        let dict = dictionary! {
            "Type" => "ObjStm", "N" => self.open.len() as i64, "First" => first as i64,
            "Filter" => "FlateDecode",
        };
        let stream = Stream::new(dict, deflate_fast(&self.head)).with_compression(false);
        let (stream, _) = self.document.add_object(stream);
        let objects = (0..).zip(self.open.drain(..));
        self.packed.extend(objects.map(|(index, number)| Packed { number, stream, index }));
        self.head.clear();
    }

    /// Place of each object, by its number.
    pub(super) fn finish(mut self) -> Vec<Packed> {
        self.close();
        self.packed.sort_unstable_by_key(|packed| packed.number);
        self.packed
    }
}

/// Appends a whole number.
pub(super) fn push_number(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
