//! The objects of a PDF file by their numbers (ISO 32000-1, 7.5).

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use lopdf::{Dictionary, Object, Stream};

use super::filter;
use super::syntax::Lexer;
use super::{Flaw, Read};

/// Highest number of an object, and most entries of all tables.
const MAX_ENTRIES: u64 = 1_000_000;

/// Most tables, of which each revision of a file has one.
const MAX_TABLES: usize = 256;

/// Largest stream that is decompressed.
const MAX_STREAM: usize = 8 << 20;

/// Limits of reading a file.
#[derive(Clone, Copy)]
pub struct Limits {
    /// Objects, those inside others counted, each time that they are read.
    pub objects: usize,
    /// Bytes: of objects each time that they are read, and of streams after each step of
    /// decompression.
    pub bytes: usize,
}

impl Limits {
    /// Limits of letterheads.
    pub const LETTERHEAD: Self = Self { objects: 500_000, bytes: 64 << 20 };
    /// Limits of whole documents.
    pub const DOCUMENT: Self = Self { objects: 2_000_000, bytes: 256 << 20 };
}

/// Deepest chain of references that lead to others.
const MAX_CHAIN: u8 = 16;

/// Location of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Free,
    /// In the file, at this byte.
    At(usize),
    /// In the stream of that number, at this index.
    Packed(u32, usize),
}

/// Objects that are compressed together.
struct Packed {
    bytes: Vec<u8>,
    /// The number of each, and where it begins.
    places: Vec<(u64, usize)>,
}

/// The newest part of the table of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// Its place, counted from the header.
    pub at: usize,
    /// A stream (7.5.8), not a table of text (7.5.4).
    pub is_stream: bool,
}

/// A file whose table of objects was read; objects are read when they are asked for.
pub struct File<'b> {
    bytes: &'b [u8],
    entries: BTreeMap<u32, Entry>,
    /// The newest trailer.
    pub trailer: Dictionary,
    /// The newest part of the table of objects.
    pub section: Section,
    packed: RefCell<HashMap<u32, Rc<Packed>>>,
    limits: Limits,
    /// Budget left for objects, and for bytes read and decompressed.
    objects_left: Cell<usize>,
    bytes_left: Cell<usize>,
    chain: Cell<u8>,
}

impl<'b> File<'b> {
    /// Reads the tables of a file.
    ///
    /// # Errors
    /// The first [`Flaw`] of the header or the tables.
    pub fn open(bytes: &'b [u8], limits: Limits) -> Read<Self> {
        let start = bytes.get(..bytes.len().min(1024)).unwrap_or_default();
        let header = start.windows(5).position(|window| window == b"%PDF-");
        // Places are counted from the header.
        let bytes = bytes.get(header.ok_or(Flaw::Broken("it is no PDF file"))?..);
        let bytes = bytes.unwrap_or_default();
        let mut file = Self {
            bytes,
            entries: BTreeMap::new(),
            trailer: Dictionary::new(),
            section: Section { at: 0, is_stream: false },
            packed: RefCell::default(),
            limits,
            objects_left: Cell::new(limits.objects),
            bytes_left: Cell::new(limits.bytes),
            chain: Cell::new(0),
        };
        let mark = b"startxref";
        let last = bytes.windows(mark.len()).rposition(|window| window == mark);
        let mut lexer = file.lexer(last.ok_or(Flaw::Broken("its end is missing"))?);
        lexer.word(mark);
        let mut next = Some(lexer.number().ok_or(TABLES)?);
        let mut seen = BTreeSet::new();
        while let Some(at) = next {
            if !seen.insert(at) || seen.len() > MAX_TABLES {
                return Err(Flaw::Broken("its tables of objects form a cycle"));
            }
            let at = place(at)?;
            let (trailer, is_stream) = file.table(at)?;
            if trailer.has(b"Encrypt") {
                return Err(Flaw::Encrypted);
            }
            next = number(&trailer, b"Prev")?;
            if seen.len() == 1 {
                file.trailer = trailer;
                file.section = Section { at, is_stream };
            }
        }
        Ok(file)
    }

    fn lexer(&self, at: usize) -> Lexer<'_> {
        Lexer::new(self.bytes, at, &self.objects_left)
    }

    /// Reads a table, or a stream that is one; newer entries are there already. Its trailer, and whether it is a
    /// stream.
    fn table(&mut self, at: usize) -> Read<(Dictionary, bool)> {
        let mut lexer = self.lexer(at);
        if !lexer.word(b"xref") {
            return Ok((self.table_stream(at)?, true));
        }
        let mut entries = Vec::new();
        while !lexer.word(b"trailer") {
            let first = lexer.number().ok_or(TABLES)?;
            let count = lexer.number().ok_or(TABLES)?;
            for number in first..first.saturating_add(count) {
                let number = object_number(number)?;
                let place = lexer.number().ok_or(TABLES)?;
                lexer.number().ok_or(TABLES)?;
                let entry = if lexer.word(b"n") {
                    Entry::At(self::place(place)?)
                } else if lexer.word(b"f") {
                    Entry::Free
                } else {
                    return Err(TABLES);
                };
                entries.push((number, entry));
            }
        }
        let Object::Dictionary(trailer) = lexer.object()? else { return Err(TABLES) };
        let (free, used): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(_, entry)| matches!(entry, Entry::Free));
        self.enter(used);
        // Objects hidden from older programs are free in the table and listed in this stream (7.5.8.4).
        if let Some(hidden) = number(&trailer, b"XRefStm")? {
            self.table_stream(place(hidden)?)?;
        }
        self.enter(free);
        Ok((trailer, false))
    }

    fn table_stream(&mut self, at: usize) -> Read<Dictionary> {
        let Some((_, Object::Stream(stream))) = self.indirect(at)? else { return Err(TABLES) };
        if !is_type(&stream.dict, b"XRef") {
            return Err(TABLES);
        }
        let numbers = |key: &[u8]| -> Option<Vec<u64>> {
            let items = stream.dict.get(key).ok()?.as_array().ok()?;
            items.iter().map(|item| u64::try_from(item.as_i64().ok()?).ok()).collect()
        };
        let widths = numbers(b"W").unwrap_or_default();
        let widths: Vec<usize> = widths.iter().filter_map(|w| usize::try_from(*w).ok()).collect();
        let [kinds, places, indices] = widths[..] else { return Err(TABLES) };
        let row = kinds.saturating_add(places).saturating_add(indices);
        if row == 0 || widths.iter().any(|width| *width > 8) {
            return Err(TABLES);
        }
        let size = number(&stream.dict, b"Size")?.ok_or(TABLES)?;
        let index = numbers(b"Index").unwrap_or_else(|| vec![0, size]);
        let content = self.decoded(&stream)?;
        let mut rows = content.chunks_exact(row);
        let mut entries = Vec::new();
        for part in index.chunks(2) {
            let [first, count] = *part else { return Err(TABLES) };
            for number in first..first.saturating_add(count) {
                let Some(row) = rows.next() else { break };
                let (kind, rest) = row.split_at(kinds);
                let (one, other) = rest.split_at(places);
                let value = |bytes: &[u8]| {
                    bytes.iter().fold(0_u64, |value, byte| value << 8 | u64::from(*byte))
                };
                let kind = if kinds == 0 { 1 } else { value(kind) };
                let entry = match kind {
                    0 => Entry::Free,
                    1 => Entry::At(place(value(one))?),
                    2 => Entry::Packed(object_number(value(one))?, place(value(other))?),
                    _ => continue,
                };
                entries.push((object_number(number)?, entry));
                if entries.len() as u64 > MAX_ENTRIES {
                    return Err(Flaw::TooLarge("objects"));
                }
            }
        }
        self.enter(entries);
        Ok(stream.dict)
    }

    fn enter(&mut self, entries: Vec<(u32, Entry)>) {
        for (number, entry) in entries {
            self.entries.entry(number).or_insert(entry);
        }
    }

    /// The object at a byte of the file with its number; nothing where there is none.
    fn indirect(&self, at: usize) -> Read<Option<(u64, Object)>> {
        let mut lexer = self.lexer(at);
        let Some(number) = lexer.head() else { return Ok(None) };
        let object = lexer.object()?;
        self.spend(lexer.at().saturating_sub(at))?;
        let Object::Dictionary(dict) = object else { return Ok(Some((number, object))) };
        if !lexer.word(b"stream") {
            return Ok(Some((number, Object::Dictionary(dict))));
        }
        lexer.end_of_line();
        let length = match self.member(&dict, b"Length")? {
            Object::Integer(length) => usize::try_from(length).map_err(|_| STREAM)?,
            _ => return Err(STREAM),
        };
        let start = lexer.at();
        let end = start.checked_add(length).ok_or(STREAM)?;
        let content = self.bytes.get(start..end).ok_or(STREAM)?;
        self.spend(length)?;
        if !self.lexer(end).word(b"endstream") {
            return Err(STREAM);
        }
        let stream = Stream::new(dict, content.to_vec()).with_compression(false);
        Ok(Some((number, Object::Stream(stream))))
    }

    /// Decodes a stream (ISO 32000-1, 7.4).
    ///
    /// # Errors
    /// Damage, excess size, or a compression that is not read.
    pub fn decoded(&self, stream: &Stream) -> Read<Vec<u8>> {
        let filters = list(self.member(&stream.dict, b"Filter")?);
        let parms = list(self.member(&stream.dict, b"DecodeParms")?);
        let mut bytes = stream.content.clone();
        for (index, filter) in filters.iter().enumerate() {
            let filter = self.resolved(filter)?;
            let parms = parms.get(index).map(|parms| self.resolved(parms)).transpose()?;
            let parms = parms.as_ref().and_then(|parms| parms.as_dict().ok());
            let parameter =
                |key: &[u8]| parms.map_or(Ok(Object::Null), |parms| self.member(parms, key));
            let name = filter.as_name().unwrap_or_default();
            bytes = filter::decode(name, &bytes, &parameter, MAX_STREAM)?;
            self.spend(bytes.len())?;
        }
        Ok(bytes)
    }

    /// Bytes that were read, those of decompressed streams among them.
    pub fn spent(&self) -> usize {
        self.limits.bytes - self.bytes_left.get()
    }

    /// Counts bytes that are read.
    fn spend(&self, bytes: usize) -> Read<()> {
        let left = self.bytes_left.get().checked_sub(bytes);
        self.bytes_left.set(left.ok_or(Flaw::TooLarge("bytes in objects that it uses again"))?);
        Ok(())
    }

    /// The number that no object has, nor any above it.
    pub fn next_number(&self) -> u32 {
        let last = self.entries.last_key_value().map_or(0, |(number, _)| *number);
        let size = self.trailer.get(b"Size").and_then(Object::as_i64).unwrap_or_default();
        let size = u32::try_from(size).unwrap_or_default();
        size.clamp(last + 1, MAX_ENTRIES as u32 + 1)
    }

    /// The numbers of all objects.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        let used = self.entries.iter().filter(|(_, entry)| !matches!(entry, Entry::Free));
        used.map(|(number, _)| *number)
    }

    /// Returns `true` if there is an object of the number.
    pub fn has(&self, number: u32) -> bool {
        self.entries.get(&number).is_some_and(|entry| !matches!(entry, Entry::Free))
    }

    /// Numbers of objects of an earlier revision that are elsewhere now, or gone.
    pub fn replaced<'a>(&'a self, earlier: &'a File<'_>) -> impl Iterator<Item = u32> + 'a {
        earlier.numbers().filter(|number| self.entries.get(number) != earlier.entries.get(number))
    }

    /// The object of a number; one that is not there is null (7.3.10).
    ///
    /// # Errors
    /// Damage, or a limit.
    pub fn object(&self, number: u32) -> Read<Object> {
        let depth = self.chain.get();
        if depth >= MAX_CHAIN {
            return Err(Flaw::Broken("its objects refer to each other in a cycle"));
        }
        self.chain.set(depth + 1);
        let object = self.find(number);
        self.chain.set(depth);
        object
    }

    fn find(&self, number: u32) -> Read<Object> {
        match self.entries.get(&number) {
            None | Some(Entry::Free) => Ok(Object::Null),
            Some(Entry::At(at)) => match self.indirect(*at)? {
                Some((found, object)) if found == u64::from(number) => Ok(object),
                _ => Err(TABLES),
            },
            Some(Entry::Packed(stream, index)) => {
                let packed = self.unpacked(*stream)?;
                let (found, at) = packed.places.get(*index).copied().ok_or(TABLES)?;
                if found != u64::from(number) {
                    return Err(TABLES);
                }
                let mut lexer = Lexer::new(&packed.bytes, at, &self.objects_left);
                let object = lexer.object()?;
                self.spend(lexer.at().saturating_sub(at))?;
                Ok(object)
            }
        }
    }

    /// The stream of that number with the objects in it (7.5.7).
    fn unpacked(&self, number: u32) -> Read<Rc<Packed>> {
        if let Some(known) = self.packed.borrow().get(&number) {
            return Ok(Rc::clone(known));
        }
        // Such a stream cannot be inside of another one.
        if !matches!(self.entries.get(&number), Some(Entry::At(_))) {
            return Err(TABLES);
        }
        let Object::Stream(stream) = self.object(number)? else { return Err(TABLES) };
        let value = |key: &[u8]| match self.member(&stream.dict, key)? {
            Object::Integer(value) => u64::try_from(value).map_err(|_| TABLES),
            _ => Err(TABLES),
        };
        let (count, first) = (value(b"N")?, place(value(b"First")?)?);
        let bytes = self.decoded(&stream)?;
        let mut places = Vec::new();
        let mut lexer = Lexer::new(&bytes, 0, &self.objects_left);
        for _ in 0..count {
            let (Some(number), Some(at)) = (lexer.number(), lexer.number()) else {
                return Err(TABLES);
            };
            places.push((number, first.saturating_add(place(at)?)));
        }
        let packed = Rc::new(Packed { bytes, places });
        self.packed.borrow_mut().insert(number, Rc::clone(&packed));
        Ok(packed)
    }

    /// An object, or the one that it refers to.
    ///
    /// # Errors
    /// As for [`Self::object`].
    pub fn resolved(&self, object: &Object) -> Read<Object> {
        let mut object = object.clone();
        for _ in 0..MAX_CHAIN {
            match object {
                Object::Reference((number, _)) => object = self.object(number)?,
                other => return Ok(other),
            }
        }
        Err(Flaw::Broken("its objects refer to each other in a cycle"))
    }

    /// The resolved value of a key; null if it is missing.
    ///
    /// # Errors
    /// As for [`Self::object`].
    pub fn member(&self, dict: &Dictionary, key: &[u8]) -> Read<Object> {
        dict.get(key).map_or(Ok(Object::Null), |value| self.resolved(value))
    }
}

/// One object or several.
fn list(object: Object) -> Vec<Object> {
    match object {
        Object::Array(items) => items,
        Object::Null => Vec::new(),
        one => vec![one],
    }
}

/// Returns true if a dictionary has a type.
pub fn is_type(dict: &Dictionary, name: &[u8]) -> bool {
    dict.get(b"Type").and_then(Object::as_name).is_ok_and(|own| own == name)
}

const TABLES: Flaw = Flaw::Broken("its table of objects is damaged");
const STREAM: Flaw = Flaw::Broken("one of its streams is not as long as it says");

fn object_number(number: u64) -> Read<u32> {
    match u32::try_from(number) {
        Ok(small) if number <= MAX_ENTRIES => Ok(small),
        _ => Err(Flaw::TooLarge("objects")),
    }
}

fn place(number: u64) -> Read<usize> {
    usize::try_from(number).map_err(|_| TABLES)
}

/// A number from 0 of a trailer.
fn number(trailer: &Dictionary, key: &[u8]) -> Read<Option<u64>> {
    match trailer.get(key) {
        Err(_) => Ok(None),
        Ok(Object::Integer(number)) => u64::try_from(*number).map(Some).map_err(|_| TABLES),
        Ok(_) => Err(TABLES),
    }
}
