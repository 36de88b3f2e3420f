//! A JSON array, whole or inside a document, element by element.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Seek};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Content, Each, Input, LARGEST_ROW, RawRow};
use crate::data::encoding::{self, Place};
use crate::data::json;
use engine::expr::path::Segment;
use engine::problem::{Problem, Result, quoted};

pub(super) fn rows(input: &Input, each: Each<'_>) -> Result<()> {
    let (fault, left) = (RefCell::new(None), Cell::new(usize::MAX));
    let mut walk = Walk { each, number: 0, end: None, keys: Vec::new(), left: &left };
    let reader = Utf8 {
        inner: input.reader()?,
        fault: &fault,
        left: &left,
        tail: Vec::new(),
        read: input.mark,
        place: START,
    };
    let mut deserializer = serde_json::Deserializer::from_reader(BufReader::new(reader));
    let step = ArrayStep { walk: &mut walk, path: input.path.segments() };
    let read = step.deserialize(&mut deserializer).and_then(|()| deserializer.end());
    match (walk.end, read, fault.into_inner()) {
        (Some(End::Enough), ..) => Ok(()),
        (Some(End::NotAList(what)), ..) => Err(not_a_list(what, input)),
        (_, _, Some(Fault::NotUtf8 { byte, offset, place })) => {
            Err(encoding::not_utf8(Some(&byte), offset, place, input.origin()))
        }
        (_, _, Some(Fault::TooLarge)) => Err(too_large(walk.number + 1, input)),
        (_, Err(error), _) => Err(explain(&error, input)),
        (Some(End::Whole), Ok(()), _) => Ok(()),
        (None, Ok(()), _) => Err(not_found(&walk.keys, input)),
    }
}

fn too_large(row: u64, input: &Input) -> Problem {
    input
        .origin()
        .problem(&format!("row {row} has more than {} MB", LARGEST_ROW >> 20))
        .advice("a quote or a bracket is perhaps never closed")
}

/// Something that is not a list where the rows should be.
pub(super) fn not_a_list(what: &str, input: &Input) -> Problem {
    let (message, advice) = if input.path.segments().is_empty() {
        (
            format!("it is {what}, not a list of rows"),
            "name the list inside it, for example `--path orders`; rows one per line go into a file named .ndjson",
        )
    } else {
        let path = quoted(&input.path.to_string());
        (format!("{path} is {what}, not a list of rows"), "name the list that holds the rows")
    };
    input.origin().problem(&message).advice(advice)
}

/// No list where the rows should be; `keys` are those that are there instead.
pub(super) fn not_found(keys: &[String], input: &Input) -> Problem {
    let path = quoted(&input.path.to_string());
    let problem = input.origin().problem(&format!("there is nothing at {path}"));
    if keys.is_empty() {
        return problem
            .advice("name the list that holds the rows, for example `--path orders.open`");
    }
    let keys: Vec<String> = keys.iter().map(|key| quoted(key)).collect();
    problem.advice(format!("name the list that holds the rows; there is {}", keys.join(", ")))
}

/// Reason for the end of the walk.
enum End {
    /// The list is complete.
    Whole,
    /// No more rows are wanted.
    Enough,
    /// The path leads to something else.
    NotAList(&'static str),
}

/// Keys kept for the message about a path that leads nowhere.
const MOST_KEYS: usize = 8;

struct Walk<'a> {
    each: Each<'a>,
    number: u64,
    end: Option<End>,
    /// The value at the end of the path.
    keys: Vec<String>,
    /// See [`Utf8`].
    left: &'a Cell<usize>,
}

/// One step of the path; the elements when there are no more.
struct ArrayStep<'w, 'a> {
    walk: &'w mut Walk<'a>,
    path: &'w [Segment],
}

impl<'de> DeserializeSeed<'de> for ArrayStep<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl ArrayStep<'_, '_> {
    /// A value without parts.
    fn leaf<E: Error>(self, what: &'static str) -> Result<(), E> {
        if self.path.is_empty() {
            self.walk.end = Some(End::NotAList(what));
            return Err(E::custom(what));
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for ArrayStep<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((first, rest)) = self.path.split_first() else {
            self.walk.left.set(LARGEST_ROW);
            while let Some(element) = list.next_element::<Box<RawValue>>()? {
                self.walk.left.set(LARGEST_ROW);
                self.walk.number += 1;
                let content = Content::Element(element.into());
                if (self.walk.each)(RawRow { number: self.walk.number, content }).is_break() {
                    self.walk.end = Some(End::Enough);
                    return Err(A::Error::custom("enough"));
                }
            }
            self.walk.left.set(usize::MAX);
            self.walk.end = Some(End::Whole);
            return Ok(());
        };
        let wanted = first.index();
        let mut index = 0;
        loop {
            let more = if Some(index) == wanted {
                let step = ArrayStep { walk: &mut *self.walk, path: rest };
                list.next_element_seed(step)?.is_some()
            } else {
                list.next_element::<IgnoredAny>()?.is_some()
            };
            if !more {
                return Ok(());
            }
            index += 1;
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((first, rest)) = self.path.split_first() else {
            self.walk.end = Some(End::NotAList("an object"));
            return Err(A::Error::custom("an object"));
        };
        let mut keys = Vec::new();
        let mut is_found = false;
        while let Some(key) = map.next_key::<String>()? {
            // As everywhere, the first key that is equal but for case (spec 5.3).
            if !is_found && key.to_lowercase() == first.lower() {
                is_found = true;
                map.next_value_seed(ArrayStep { walk: &mut *self.walk, path: rest })?;
            } else {
                map.next_value::<IgnoredAny>()?;
                if keys.len() < MOST_KEYS {
                    keys.push(key);
                }
            }
        }
        if !is_found {
            self.walk.keys = keys;
        }
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.leaf("null")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.leaf(if value { "true" } else { "false" })
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.leaf("a number")
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.leaf("a number")
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.leaf("a number")
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.leaf("a text")
    }
}

/// Text around an error that is enough to explain it.
const EXCERPT: u64 = 4096;

/// The parser's error, explained by the text around it, which is read again.
fn explain(error: &serde_json::Error, input: &Input) -> Problem {
    let found = offset_of(error, input).and_then(|(offset, place)| {
        let from = offset.saturating_sub(EXCERPT / 2).max(input.mark);
        let mut bytes = Vec::new();
        input
            .reader_at(from)?
            .take(EXCERPT)
            .read_to_end(&mut bytes)
            .map_err(|error| input.unreadable(&error))?;
        let at = usize::try_from(offset - from).unwrap_or_default();
        let before = String::from_utf8_lossy(bytes.get(..at).unwrap_or(&bytes)).into_owned();
        let after = String::from_utf8_lossy(bytes.get(at..).unwrap_or_default()).into_owned();
        Ok(json::explain_near(
            &format!("{before}{after}"),
            before.len(),
            place,
            error,
            input.origin(),
        ))
    });
    found.unwrap_or_else(|problem| problem)
}

/// Position of the parser's line and column: the byte in the file, and the place for people.
fn offset_of(error: &serde_json::Error, input: &Input) -> Result<(u64, Place)> {
    let unreadable = |error: io::Error| input.unreadable(&error);
    let mut reader = input.reader()?;
    for _ in 1..error.line() {
        reader.skip_until(b'\n').map_err(unreadable)?;
    }
    let start = reader.stream_position().map_err(unreadable)?;
    let bytes = error.column().saturating_sub(1) as u64;
    let mut column = 1;
    let mut left = reader.take(bytes);
    loop {
        let buffer = left.fill_buf().map_err(unreadable)?;
        if buffer.is_empty() {
            break;
        }
        column += buffer.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        let read = buffer.len();
        left.consume(read);
    }
    let read = bytes - left.limit();
    Ok((start + read, Place { line: error.line().max(1), column }))
}

const START: Place = Place { line: 1, column: 1 };

/// The fault that stopped the reader.
enum Fault {
    /// A byte that is not UTF-8.
    NotUtf8 { byte: u8, offset: u64, place: Place },
    /// A row that would fill the memory.
    TooLarge,
}

/// Passes text on and stops at the first byte that is not UTF-8, of which the parser would only
/// say that it does not like it, and where a row takes too much.
struct Utf8<'a, R> {
    inner: R,
    fault: &'a RefCell<Option<Fault>>,
    /// Bytes that the row may still take.
    left: &'a Cell<usize>,
    /// The first bytes of a character whose other bytes are still to come.
    tail: Vec<u8>,
    /// Bytes checked.
    read: u64,
    place: Place,
}

impl<R> Utf8<'_, R> {
    /// Number of these bytes, which follow those read before, that may be passed on.
    fn check(&mut self, bytes: &[u8]) -> usize {
        let before = self.tail.len();
        let joined;
        let mut all = bytes;
        if before > 0 {
            joined = [&self.tail, bytes].concat();
            all = &joined;
        }
        let (valid, is_fault) = match std::str::from_utf8(all) {
            Ok(_) => (all.len(), false),
            // The rest of a character may come with the next bytes.
            Err(error) => (error.valid_up_to(), error.error_len().is_some()),
        };
        let (text, rest) = all.split_at(valid);
        let place = Place::of(text, text.len());
        self.place = if place.line == 1 {
            Place { column: self.place.column + place.column - 1, ..self.place }
        } else {
            place.starting_at(self.place.line)
        };
        self.read += text.len() as u64;
        if is_fault {
            self.refuse(rest.first());
            return valid.saturating_sub(before);
        }
        self.tail = rest.to_vec();
        bytes.len()
    }

    fn refuse(&self, byte: Option<&u8>) {
        let byte = byte.copied().unwrap_or_default();
        self.fault.replace(Some(Fault::NotUtf8 { byte, offset: self.read, place: self.place }));
    }
}

impl<R: Read> Read for Utf8<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut good = 0;
        if self.fault.borrow().is_none() {
            let read = self.inner.read(buffer)?;
            match self.left.get().checked_sub(read) {
                Some(left) => self.left.set(left),
                None => {
                    self.fault.replace(Some(Fault::TooLarge));
                    return Err(io::ErrorKind::FileTooLarge.into());
                }
            }
            good = self.check(buffer.get(..read).unwrap_or_default());
            if read == 0 && !self.tail.is_empty() {
                self.refuse(self.tail.first());
            }
        }
        // Text before the fault is valid, and may hold rows.
        if good == 0 && self.fault.borrow().is_some() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(good)
    }
}
