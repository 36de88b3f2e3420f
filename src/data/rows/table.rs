//! CSV and TSV: a header row, then a row per record.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::rc::Rc;
use std::sync::Arc;

use csv::{ByteRecord, Position, StringRecord};

use super::{Content, Each, Input, LARGEST_ROW, LOOKED_AT, RawRow};
use crate::data::codes;
use crate::data::delimited::{
    ColumnMarks, check_header, declared_separator, is_about_all_rows, never_closed, other_length,
    sniff, table_reader, unclosed_quote,
};
use crate::data::encoding::{AtPlace, Origin, Place};
use crate::data::numbers::Numbers;
use engine::problem::{Problem, Result, quoted};
use engine::value::{Object, Value};

/// The columns of a table.
pub(super) struct Columns {
    header: StringRecord,
    /// An object with their names, which all rows share.
    names: Object,
    /// The locale of their numbers.
    numbers: Option<Arc<Numbers>>,
}

impl Columns {
    fn new(header: StringRecord, numbers: Option<Arc<Numbers>>) -> Self {
        let names = Object::new(header.iter().map(|name| (name.into(), Value::Null)));
        Self { header, names, numbers }
    }

    /// A record as an object of texts, and of numbers where a locale reads them.
    pub(super) fn read(&self, values: &ByteRecord, origin: Origin<'_>) -> Result<Value> {
        let mut cells = Vec::with_capacity(values.len());
        let numbers = self.numbers.as_deref();
        for (column, value) in values.iter().enumerate() {
            match std::str::from_utf8(value) {
                Ok(text) => cells
                    .push(numbers.map_or_else(|| Value::from(text), |numbers| numbers.value(text))),
                Err(_) => {
                    let name = quoted(self.header.get(column).unwrap_or_default());
                    let problem = origin.problem(&format!("column {name} is not UTF-8"));
                    return Err(problem.advice(super::SAVE_OR_NAME));
                }
            }
        }
        Ok(Value::Object(self.names.with_values(cells)))
    }
}

/// The records of a table, read from a file one by one.
struct TableRows<'a> {
    input: &'a Input,
    separator: u8,
    /// Bytes and lines before the header.
    start: u64,
    lines: usize,
    columns: Arc<Columns>,
    marks: Option<ColumnMarks<'a>>,
    reader: csv::Reader<Limited<&'a File>>,
    left: Rc<Cell<usize>>,
}

pub(super) fn rows(input: &Input, separator: Option<u8>, each: Each<'_>) -> Result<()> {
    let mut table = TableRows::open(input, separator)?;
    let (mut record, mut last) = (ByteRecord::new(), Position::new());
    let mut held: Option<RawRow> = None;
    // A row is held back until the next one is there, because the last may be a quote never
    // closed that took in all that follows.
    let ended = loop {
        let next = match table.next(&mut record) {
            Ok(false) => {
                table.check_quotes(&last)?;
                break Ok(());
            }
            Ok(true) => {
                last = record.position().cloned().unwrap_or_else(Position::new);
                table.row(std::mem::take(&mut record), &last)
            }
            Err(problem) => Err(problem),
        };
        match next {
            Ok(row) => {
                if let Some(row) = held.replace(row)
                    && each(row).is_break()
                {
                    return Ok(());
                }
            }
            Err(problem) if is_about_all_rows(&problem) => return Err(problem),
            // The rows before it stand.
            Err(problem) => break Err(problem),
        }
    };
    if let Some(row) = held {
        let _ = each(row);
    }
    ended
}

impl<'a> TableRows<'a> {
    fn open(input: &'a Input, separator: Option<u8>) -> Result<Self> {
        let mut start = Vec::new();
        let read = input.reader()?.take(LOOKED_AT).read_to_end(&mut start);
        read.map_err(|error| input.unreadable(&error))?;
        let text = String::from_utf8_lossy(&start);
        let (declared, body) = declared_separator(&text);
        let separator = separator.or(declared).unwrap_or_else(|| sniff(body));
        // A first line that declares the separator is ASCII, so that these are its bytes.
        let skipped = text.len() - body.len();
        let start = input.mark + skipped as u64;
        let mut file = &input.file;
        file.seek(SeekFrom::Start(start)).map_err(|error| input.unreadable(&error))?;
        let left = Rc::new(Cell::new(LARGEST_ROW));
        let limited = Limited { inner: file, left: Rc::clone(&left) };
        let reader = table_reader(separator).buffer_capacity(64 << 10).from_reader(limited);
        let columns = Arc::new(Columns::new(StringRecord::new(), None));
        let lines = usize::from(skipped > 0);
        let mut table = Self { input, separator, start, lines, columns, marks: None, reader, left };
        table.read_header()?;
        Ok(table)
    }

    fn read_header(&mut self) -> Result<()> {
        let header = match self.reader.headers() {
            Ok(header) => header.clone(),
            Err(error) => return Err(self.unreadable(&error, &Position::new())),
        };
        check_header(&header, self.separator, self.input.origin())?;
        let numbers = self.input.numbers.as_ref();
        self.marks = numbers.map(|numbers| ColumnMarks::new(numbers, header.len()));
        self.columns = Arc::new(Columns::new(header, numbers.cloned()));
        Ok(())
    }

    fn next(&mut self, record: &mut ByteRecord) -> Result<bool> {
        self.left.set(LARGEST_ROW);
        let before = self.reader.position().clone();
        self.reader.read_byte_record(record).map_err(|error| self.unreadable(&error, &before))
    }

    fn row(&mut self, values: ByteRecord, position: &Position) -> Result<RawRow> {
        let (number, columns) = (position.record(), self.columns.header.len());
        let origin = Origin { code: codes::INVALID_ROW, ..self.input.origin() };
        let unusable = |problem| Content::Unusable(Box::new(problem));
        let content = if values.len() != columns {
            let place = self.place_of(position)?;
            unusable(other_length(number, values.len(), columns, place, origin))
        } else if std::str::from_utf8(values.as_slice()).is_err() {
            let place = self.place_of(position)?;
            let problem = origin.problem("a row is not UTF-8").at(place);
            unusable(problem.advice(super::SAVE_OR_NAME))
        } else {
            self.check_marks(&values, position)?;
            Content::Record { columns: Arc::clone(&self.columns), values }
        };
        Ok(RawRow { number, content })
    }

    /// Refuses a file with a column in which a mark has two meanings: rows before this one may have
    /// been read in the wrong one.
    fn check_marks(&mut self, values: &ByteRecord, position: &Position) -> Result<()> {
        let Some(marks) = &mut self.marks else { return Ok(()) };
        let cells = values.iter().map(|cell| std::str::from_utf8(cell).unwrap_or_default());
        let Some(mixed) = marks.look(cells) else { return Ok(()) };
        let place = self.place_of(position)?;
        Err(mixed.problem(&self.columns.header, place, self.input.origin()))
    }

    /// Start of a record. The parser counts blank lines before it as part of it.
    fn place_of(&self, position: &Position) -> Result<Place> {
        let bytes = self.bytes_at(position, LOOKED_AT)?;
        let blank = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let line = blank.filter(|&&byte| byte == b'\n').count() + 1;
        Ok(Place { line, column: 1 }.starting_at(self.line_of(position)))
    }

    /// Refuses a last record that is open to the end of the file.
    fn check_quotes(&self, last: &Position) -> Result<()> {
        let bytes = self.bytes_at(last, LARGEST_ROW as u64 * 2)?;
        match unclosed_quote(&bytes, self.separator) {
            Some(at) => {
                let place = Place::of(&bytes, at).starting_at(self.line_of(last));
                Err(never_closed(place, self.input.origin()))
            }
            None => Ok(()),
        }
    }

    fn line_of(&self, position: &Position) -> usize {
        usize::try_from(position.line()).unwrap_or_default() + self.lines
    }

    /// Reads from a position, and leaves the file where it was.
    fn bytes_at(&self, position: &Position, most: u64) -> Result<Vec<u8>> {
        let mut file = &self.input.file;
        let mut bytes = Vec::new();
        let read = file.stream_position().and_then(|back| {
            file.seek(SeekFrom::Start(self.start + position.byte()))?;
            file.take(most).read_to_end(&mut bytes)?;
            file.seek(SeekFrom::Start(back))
        });
        read.map_err(|error| self.input.unreadable(&error))?;
        Ok(bytes)
    }

    fn unreadable(&self, error: &csv::Error, before: &Position) -> Problem {
        let origin = self.input.origin();
        match error.kind() {
            csv::ErrorKind::Io(error) if error.kind() == ErrorKind::FileTooLarge => origin
                .problem(&format!("a row has more than {} MB", LARGEST_ROW >> 20))
                .at(Place { line: self.line_of(before), column: 1 })
                .advice("a quote is perhaps never closed"),
            csv::ErrorKind::Io(error) => self.input.unreadable(error),
            csv::ErrorKind::Utf8 { .. } => {
                origin.problem("the header is not UTF-8").advice(super::SAVE_OR_NAME)
            }
            _ => origin.problem(&error.to_string()),
        }
    }
}

/// A reader that fails when one record takes too much.
struct Limited<R> {
    inner: R,
    /// Bytes that the record may still take.
    left: Rc<Cell<usize>>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.left.get().checked_sub(read) {
            Some(left) => self.left.set(left),
            None => return Err(ErrorKind::FileTooLarge.into()),
        }
        Ok(read)
    }
}
