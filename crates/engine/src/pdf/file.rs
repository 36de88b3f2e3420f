//! The file (ISO 32000-1, 7.5): header, objects, cross-reference table and trailer of an object tree.
//!
//! It has the bytes that `lopdf` writes for the same tree. That writer goes through a call per byte of
//! a name and one of the formatting machinery per number, and took a seventh of the time of a short
//! document.

use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};
use reportctl_base::deflate::deflate;
use sha2::{Digest, Sha256};

use super::Plaintext;

/// Upper-case digits of hexadecimal strings and names.
const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// The bytes that stand for themselves in names.
static REGULAR: [bool; 256] = {
    let mut regular = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        regular[byte as usize] = !matches!(
            byte,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%' | b'#'
        );
        byte += 1;
    }
    regular
};

/// Bytes of a row of a cross-reference stream.
const ROW: usize = 8;
/// Rows of the longest cross-reference stream that is not compressed: so few take longer to compress than the
/// saved bytes are worth.
const PLAIN_ROWS: usize = 512;

/// Bytes that wait to be hashed, at most, where the file is not kept.
const BUFFER: usize = 64 << 10;

/// Place of an object within an object stream.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed {
    pub(super) number: u32,
    /// The number of the stream.
    pub(super) stream: u32,
    /// Its index within the stream.
    pub(super) index: u32,
}

/// The file, in a buffer with room for so many bytes. `packed` are the objects in streams, by number.
/// `is_strict`: whether the end of each stream is plain to validators that do not trust its length.
pub(super) fn write(
    document: &Document,
    packed: &[Packed],
    is_strict: bool,
    length: usize,
) -> Vec<u8> {
    let mut file = File { out: Vec::with_capacity(length), hashed: None, is_strict };
    file.whole(document, packed);
    file.out
}

/// Hash and size of the file that [`write`] gives. The file itself is never held.
pub(super) fn digest(document: &Document, packed: &[Packed]) -> Plaintext {
    let hashed = Some((Sha256::new(), 0));
    let mut file = File { out: Vec::with_capacity(2 * BUFFER), hashed, is_strict: false };
    file.whole(document, packed);
    file.drain();
    let (digest, length) = file.hashed.unwrap_or_default();
    Plaintext { sha256: digest.finalize().into(), bytes: length as u64 }
}

/// Writes an object under its number (7.3.10).
pub fn write_object(number: u32, generation: u16, object: &Object, out: &mut Vec<u8>) {
    let mut file = File { out: std::mem::take(out), hashed: None, is_strict: true };
    file.indirect(number, generation, object);
    *out = file.out;
}

struct File {
    out: Vec<u8>,
    /// The hash of the bytes before those of `out`, and their number, where they are not kept.
    hashed: Option<(Sha256, usize)>,
    is_strict: bool,
}

impl File {
    fn whole(&mut self, document: &Document, packed: &[Packed]) {
        self.text("%PDF-");
        self.text(&document.version);
        // Four bytes that are no text mark the file as binary (7.5.2).
        self.text("\n%");
        self.out.extend_from_slice(&document.binary_mark);
        self.text("\n");
        let mut places = Vec::with_capacity(document.objects.len());
        for ((number, generation), object) in &document.objects {
            places.push((*number, *generation, self.position()));
            self.indirect(*number, *generation, object);
        }
        let start = self.position();
        if !packed.is_empty() {
            self.reference_stream(document, &places, packed, start);
            return self.end(start);
        }
        self.places(&places);
        let mut trailer = document.trailer.clone();
        trailer.set("Size", i64::from(document.max_id) + 1);
        self.text("trailer\n");
        self.dictionary(&trailer);
        self.text("\n");
        self.end(start);
    }

    fn end(&mut self, start: usize) {
        self.text("startxref\n");
        self.number(start);
        self.text("\n%%EOF");
    }

    /// The cross-reference stream (7.5.8), which takes the place of table and trailer where objects lie in
    /// streams: rows of a kind, an offset or the number of a stream, and a generation or an index.
    fn reference_stream(
        &mut self,
        document: &Document,
        places: &[(u32, u16, usize)],
        packed: &[Packed],
        start: usize,
    ) {
        let own = document.max_id + 1;
        let mut rows = vec![[0_u8; ROW]; own as usize + 1];
        let mut set = |number: u32, kind: u8, value: u64, more: u16| {
            if let Some(row) = rows.get_mut(number as usize) {
                row[0] = kind;
                row[1..6].copy_from_slice(&value.to_be_bytes()[3..]);
                row[6..].copy_from_slice(&more.to_be_bytes());
            }
        };
        set(0, 0, 0, u16::MAX);
        for (number, generation, place) in places {
            set(*number, 1, *place as u64, *generation);
        }
        for Packed { number, stream, index } in packed {
            set(*number, 2, u64::from(*stream), *index as u16);
        }
        set(own, 1, start as u64, 0);
        let mut dict = document.trailer.clone();
        dict.set("Type", "XRef");
        dict.set("Size", i64::from(own) + 1);
        let data = if rows.len() <= PLAIN_ROWS {
            // Offsets have no more bytes than the greatest needs.
            let unused = ((start as u64).leading_zeros() as usize / 8).saturating_sub(3);
            dict.set("W", [1, 5 - unused as i64, 2].map(Object::Integer).to_vec());
            let bytes = rows.iter().flat_map(|row| row[..1].iter().chain(&row[1 + unused..]));
            bytes.copied().collect()
        } else {
            dict.set("W", [1, 5, 2].map(Object::Integer).to_vec());
            dict.set("Filter", "FlateDecode");
            let columns = ROW as i64;
            dict.set("DecodeParms", dictionary! { "Predictor" => 12, "Columns" => columns });
            deflate(&differences(&rows))
        };
        let stream = Stream::new(dict, data).with_compression(false);
        self.indirect(own, 0, &Object::Stream(stream));
    }

    /// Bytes written so far.
    fn position(&self) -> usize {
        self.hashed.as_ref().map_or(0, |(_, length)| *length) + self.out.len()
    }

    /// Hashes what is written, where it is not kept.
    fn drain(&mut self) {
        if let Some((digest, length)) = &mut self.hashed {
            digest.update(&self.out);
            *length += self.out.len();
            self.out.clear();
        }
    }

    /// The content of a stream.
    fn content(&mut self, content: &[u8]) {
        self.drain();
        match &mut self.hashed {
            Some((digest, length)) => {
                digest.update(content);
                *length += content.len();
            }
            None => self.out.extend_from_slice(content),
        }
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: impl itoa::Integer) {
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    /// An object under its number (7.3.10).
    fn indirect(&mut self, number: u32, generation: u16, object: &Object) {
        if self.out.len() >= BUFFER {
            self.drain();
        }
        self.number(number);
        self.text(" ");
        self.number(generation);
        self.text(" obj\n");
        self.separator(object);
        self.object(object);
        let is_delimited =
            matches!(object, Object::String(..) | Object::Array(_) | Object::Dictionary(_));
        self.text(if is_delimited { "\nendobj\n" } else { " \nendobj\n" });
    }

    /// The cross-reference table (7.5.4): where each object begins, in stretches of numbers.
    fn places(&mut self, places: &[(u32, u16, usize)]) {
        self.text("xref\n");
        let mut stretches = places.chunk_by(|(before, ..), (number, ..)| before + 1 == *number);
        // The head of the list of free numbers stands before the first object.
        let first = stretches.next().unwrap_or_default();
        let is_joined = first.first().is_none_or(|(number, ..)| *number == 1);
        self.text("0 ");
        self.number(if is_joined { first.len() + 1 } else { 1 });
        self.text("\n0000000000 65535 f \n");
        let rest = stretches.map(|stretch| (true, stretch));
        for (has_head, stretch) in std::iter::once((!is_joined, first)).chain(rest) {
            if let (true, Some((number, ..))) = (has_head, stretch.first()) {
                self.number(*number);
                self.text(" ");
                self.number(stretch.len());
                self.text("\n");
            }
            for (_, generation, place) in stretch {
                self.padded(*place as u64, 10);
                self.text(" ");
                self.padded(u64::from(*generation), 5);
                self.text(" n \n");
            }
        }
    }

    /// A number with leading zeros.
    fn padded(&mut self, number: u64, digits: usize) {
        let mut buffer = itoa::Buffer::new();
        let text = buffer.format(number);
        self.out.extend(std::iter::repeat_n(b'0', digits.saturating_sub(text.len())));
        self.text(text);
    }

    /// A blank before what would run into a name or number before it.
    fn separator(&mut self, object: &Object) {
        if matches!(
            object,
            Object::Null
                | Object::Boolean(_)
                | Object::Integer(_)
                | Object::Real(_)
                | Object::Reference(_)
        ) {
            self.out.push(b' ');
        }
    }

    fn object(&mut self, object: &Object) {
        match object {
            Object::Null => self.text("null"),
            Object::Boolean(value) => self.text(if *value { "true" } else { "false" }),
            Object::Integer(value) => self.number(*value),
            Object::Real(value) => self.text(&value.to_string()),
            Object::Name(name) => self.name(name),
            Object::String(text, StringFormat::Literal) => self.literal(text),
            Object::String(text, StringFormat::Hexadecimal) => self.hexadecimal(text),
            Object::Array(items) => self.array(items),
            Object::Dictionary(dictionary) => self.dictionary(dictionary),
            Object::Stream(stream) => {
                self.dictionary(&stream.dict);
                self.text("stream\n");
                self.content(&stream.content);
                // A carriage return at the end would be taken for a part of the line break.
                let is_open = self.is_strict && stream.content.last() == Some(&b'\r');
                self.text(if is_open { "\r\nendstream" } else { "\nendstream" });
            }
            Object::Reference((number, generation)) => {
                self.number(*number);
                self.text(" ");
                self.number(*generation);
                self.text(" R");
            }
        }
    }

    fn array(&mut self, items: &[Object]) {
        self.text("[");
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.separator(item);
            }
            self.object(item);
        }
        self.text("]");
    }

    fn dictionary(&mut self, dictionary: &Dictionary) {
        self.text("<<");
        for (key, value) in dictionary {
            self.name(key);
            self.separator(value);
            self.object(value);
        }
        self.text(">>");
    }

    /// A name; what is not a regular character is written by its number (7.3.5).
    fn name(&mut self, name: &[u8]) {
        let is_regular = |byte: &u8| REGULAR[usize::from(*byte)];
        self.out.push(b'/');
        if name.iter().all(is_regular) {
            self.out.extend_from_slice(name);
            return;
        }
        for byte in name {
            if is_regular(byte) {
                self.out.push(*byte);
            } else {
                self.out.push(b'#');
                self.hex(*byte);
            }
        }
    }

    /// A string in parentheses (7.3.4.2). Balanced parentheses in it stay as they are.
    fn literal(&mut self, text: &[u8]) {
        let mut open = Vec::new();
        let mut escaped = Vec::new();
        for (index, byte) in text.iter().enumerate() {
            match byte {
                b'(' => open.push(index),
                b')' if open.pop().is_none() => escaped.push(index),
                b'\\' | b'\r' => escaped.push(index),
                _ => {}
            }
        }
        escaped.append(&mut open);
        escaped.sort_unstable();
        self.out.push(b'(');
        let mut done = 0;
        for index in escaped {
            self.out.extend_from_slice(&text[done..index]);
            let byte = if text[index] == b'\r' { b'r' } else { text[index] };
            self.out.extend([b'\\', byte]);
            done = index + 1;
        }
        self.out.extend_from_slice(&text[done..]);
        self.out.push(b')');
    }

    fn hexadecimal(&mut self, text: &[u8]) {
        self.out.push(b'<');
        text.iter().for_each(|byte| self.hex(*byte));
        self.out.push(b'>');
    }

    fn hex(&mut self, byte: u8) {
        self.out.extend([byte >> 4, byte & 15].map(|digit| HEX[usize::from(digit)]));
    }
}

/// Rows as differences from the one before, by predictor 12 (7.4.4.4), which compresses them to next to
/// nothing.
fn differences(rows: &[[u8; ROW]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rows.len() * (ROW + 1));
    let mut before = &[0_u8; ROW];
    for row in rows {
        bytes.push(2);
        bytes.extend(row.iter().zip(before).map(|(byte, before)| byte.wrapping_sub(*before)));
        before = row;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use lopdf::xref::XrefType;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn object() -> impl Strategy<Value = Object> {
        let bytes = || vec(any::<u8>(), 0..12);
        // Parentheses that are balanced, and some that are not.
        let text = prop_oneof![bytes(), "[()\\\\\r a]{0,12}".prop_map(String::into_bytes)];
        let format = prop_oneof![Just(StringFormat::Literal), Just(StringFormat::Hexadecimal)];
        let leaf = prop_oneof![
            Just(Object::Null),
            any::<bool>().prop_map(Object::Boolean),
            any::<i64>().prop_map(Object::Integer),
            any::<f32>().prop_map(Object::Real),
            (-100_000..100_000_i32).prop_map(|thousandths| Object::Real(thousandths as f32 / 1e3)),
            bytes().prop_map(Object::Name),
            (text, format).prop_map(|(text, format)| Object::String(text, format)),
            any::<(u32, u16)>().prop_map(Object::Reference),
        ];
        leaf.prop_recursive(3, 24, 5, move |inner| {
            let entries = vec((bytes(), inner.clone()), 0..5);
            let dictionary = entries.prop_map(Dictionary::from_iter);
            prop_oneof![
                vec(inner, 0..5).prop_map(Object::Array),
                dictionary.clone().prop_map(Object::Dictionary),
                (dictionary, bytes())
                    .prop_map(|(dict, content)| Object::Stream(Stream::new(dict, content))),
            ]
        })
    }

    proptest! {
        /// Whatever a document holds, with gaps in its numbers.
        #[test]
        fn the_bytes_are_those_of_lopdf(
            objects in proptest::collection::btree_map((1..40_u32, 0..2_u16), object(), 0..20),
            more in 0..3_u32,
        ) {
            let mut document = Document::with_version("1.7");
            document.reference_table.cross_reference_type = XrefType::CrossReferenceTable;
            document.max_id = objects.keys().map(|(number, _)| *number).max().unwrap_or(0) + more;
            // Of several generations, a file has one.
            let numbers = objects.keys().map(|(number, _)| *number);
            let later: std::collections::BTreeMap<_, _> = numbers.zip(objects.clone()).collect();
            document.objects = later.into_values().collect();
            let is_special = document.objects.values().any(|object| object.type_name().is_ok());
            prop_assume!(!is_special);
            document.trailer.set("Root", Object::Reference((1, 0)));
            let mut expected = Vec::new();
            document.clone().save_to(&mut expected).expect("it is written");
            let bytes = write(&document, &[], false, 0);
            let digest = digest(&document, &[]);
            prop_assert_eq!(digest.bytes, bytes.len() as u64);
            prop_assert_eq!(digest.sha256, <[u8; 32]>::from(Sha256::digest(&bytes)));
            prop_assert_eq!(
                String::from_utf8_lossy(&bytes),
                String::from_utf8_lossy(&expected)
            );
            prop_assert_eq!(bytes, expected);
        }
    }

    /// Short cross-reference streams are plain, long ones compressed.
    #[test]
    fn objects_in_streams_are_found_again() {
        use crate::pdf::packed::Packer;

        for (count, is_compressed) in [(5, false), (1000, true)] {
            let mut document = Document::with_version("1.7");
            let root = document.add_object(dictionary! { "Type" => "Catalog" });
            document.trailer.set("Root", root);
            let numbers: Vec<u32> = (0..count).map(|_| document.new_object_id().0).collect();
            let mut packer = Packer::new(&mut document);
            for number in &numbers {
                packer.add(*number, |out| out.extend_from_slice(format!("({number})").as_bytes()));
            }
            let packed = packer.finish();
            let bytes = write(&document, &packed, true, 0);
            let read = Document::load_mem(&bytes).expect("a file");
            for number in &numbers {
                let object = read.get_object((*number, 0)).and_then(Object::as_str);
                assert_eq!(object.ok(), Some(number.to_string().as_bytes()));
            }
            assert_eq!(bytes.windows(10).any(|it| it == b"/Predictor"), is_compressed);
        }
    }
}
