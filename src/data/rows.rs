//! Rows of a data file, one after the other, in memory that does not grow with their number.
//!
//! An [`Input`] hands out rows as they stand in the file ([`RawRow`]); reading one is left to
//! its receiver, on any thread. YAML is the exception: its documents are read as a whole.

mod array;
mod documents;
mod encoded;
mod lines;
mod spool;
mod table;

use std::fs::File;
#[cfg(feature = "mail")]
use std::io::ErrorKind;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

#[cfg(feature = "mail")]
use sha2::{Digest, Sha256};

use super::Format;
use super::encoding::{self, AtPlace, Origin, Place};
use super::json;
use super::numbers::Numbers;
use crate::base::files;
#[cfg(feature = "mail")]
use crate::base::hash::hexadecimal;
use crate::data::codes;
pub use encoded::Encoding;
use engine::expr::path;
use engine::problem::{Problem, Result};
use engine::value::{Object, Value};
use table::Columns;

/// Most bytes of one row, so that a quote never closed does not swallow the memory.
pub(crate) const LARGEST_ROW: usize = 16 << 20;

/// Most bytes of a YAML file, which is read as a whole.
const LARGEST_YAML: u64 = 1 << 30;

/// Bytes of the file that are examined to detect its format.
const LOOKED_AT: u64 = 64 << 10;

/// Gets rows until it has seen enough.
pub(crate) type Each<'a> = &'a mut dyn FnMut(RawRow) -> ControlFlow<()>;

/// A data file whose rows can be gone through more than once.
pub(crate) struct Input {
    file: File,
    name: String,
    format: Format,
    path: path::Path,
    /// Bytes of the byte order mark.
    mark: u64,
    /// The rows of a YAML file.
    values: Arc<[Value]>,
    /// The locale of numbers in tables.
    numbers: Option<Arc<Numbers>>,
}

impl Input {
    /// Opens a data file, or standard input for `-`. Input that cannot be read twice is copied to a
    /// temporary file first. Without a format, the extension or a look at the data decides. `path`
    /// leads to the list of rows inside a JSON or YAML document. Without an encoding, it is UTF-8.
    ///
    /// # Errors
    /// `dataUnreadable`: the file is missing, empty, UTF-16 or of an unknown format. `usage`: a
    /// path into a format that has none.
    pub(crate) fn open(
        source: &Path,
        format: Option<Format>,
        path: Option<&str>,
        encoding: Option<Encoding>,
    ) -> Result<Self> {
        let name = files::display_name(source);
        let origin = Origin { code: codes::DATA_UNREADABLE, name: &name };
        let mut file = spool::open(source).map_err(|error| unreadable(source, &error))?;
        if let Some(encoding) = encoding {
            file = encoding.to_utf8(file, origin)?;
        }
        Self::of_file(file, source, format, path)
    }

    /// The rows of a text that was read from a source.
    ///
    /// # Errors
    /// As for [`Input::open`].
    pub(crate) fn of_text(text: &str, source: &Path, format: Format) -> Result<Self> {
        let file = spool::copy(&mut text.as_bytes())
            .map_err(|error| files::io_problem("write", &std::env::temp_dir(), &error))?;
        Self::of_file(file, source, Some(format), None)
    }

    fn of_file(
        file: File,
        source: &Path,
        format: Option<Format>,
        path: Option<&str>,
    ) -> Result<Self> {
        let name = files::display_name(source);
        let origin = Origin { code: codes::DATA_UNREADABLE, name: &name };
        let mut start = Vec::new();
        (&file)
            .take(LOOKED_AT)
            .read_to_end(&mut start)
            .map_err(|error| unreadable(source, &error))?;
        let mark = encoding::mark(&start, origin).map_err(name_encoding)?;
        let start = start.get(mark..).unwrap_or_default();
        let named = format.or_else(|| Format::of(source));
        if start.trim_ascii().is_empty() && named != Some(Format::Ndjson) {
            return Err(origin.problem("it is empty"));
        }
        let format = match named {
            Some(format) => format,
            None => sniff(start, path.is_some(), origin)?,
        };
        if path.is_some() && !matches!(format, Format::Json | Format::Yaml) {
            return Err(Problem::new(codes::USAGE, "only JSON and YAML have a path to their rows")
                .advice("leave `--path` out; every line is a row"));
        }
        let path = path::Path::compile(path.unwrap_or_default());
        let mark = mark as u64;
        let mut input =
            Self { file, name, format, path, mark, values: Arc::default(), numbers: None };
        if format == Format::Yaml {
            input.values = documents::read(&input)?.into();
        }
        Ok(input)
    }

    /// The same with numbers in the cells of tables, where this locale reads them.
    #[must_use]
    pub(crate) fn with_numbers(self, numbers: Option<&Numbers>) -> Self {
        Self { numbers: numbers.cloned().map(Arc::new), ..self }
    }

    /// The locale of numbers in tables, where this is one.
    #[cfg(feature = "mail")]
    pub(crate) fn numbers(&self) -> Option<&Numbers> {
        let is_table = matches!(self.format, Format::Csv | Format::Tsv);
        self.numbers.as_deref().filter(|_| is_table)
    }

    /// The file, as messages name it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// SHA-256 of the file, in hexadecimal.
    ///
    /// # Errors
    /// `dataUnreadable` when it cannot be read.
    #[cfg(feature = "mail")]
    pub(crate) fn sha256(&self) -> Result<String> {
        let mut file = self.reader_at(0)?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 64 << 10];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(hexadecimal(&hash.finalize())),
                Ok(read) => hash.update(buffer.get(..read).unwrap_or_default()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.unreadable(&error)),
            }
        }
    }

    /// Visits the rows from the first. A row that cannot be used is handed out too; reading it
    /// gives the error.
    ///
    /// # Errors
    /// `dataUnreadable`: the end of the rows handed out cannot be determined any more.
    pub(crate) fn rows(&self, each: Each<'_>) -> Result<()> {
        match self.format {
            Format::Json => array::rows(self, each),
            Format::Yaml => {
                documents::rows(&self.values, each);
                Ok(())
            }
            Format::Csv => table::rows(self, None, each),
            Format::Tsv => table::rows(self, Some(b'\t'), each),
            Format::Ndjson => lines::rows(self, each),
        }
    }

    fn origin(&self) -> Origin<'_> {
        Origin { code: codes::DATA_UNREADABLE, name: &self.name }
    }

    fn unreadable(&self, error: &std::io::Error) -> Problem {
        unreadable(Path::new(&self.name), error)
    }

    /// The text from its start.
    fn reader(&self) -> Result<BufReader<&File>> {
        self.reader_at(self.mark)
    }

    fn reader_at(&self, offset: u64) -> Result<BufReader<&File>> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset)).map_err(|error| self.unreadable(&error))?;
        Ok(BufReader::with_capacity(64 << 10, file))
    }
}

/// Detected format of the data. Nothing marks a table, so it must be named.
fn sniff(start: &[u8], has_path: bool, origin: Origin<'_>) -> Result<Format> {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start();
    Ok(match text.as_bytes().first() {
        Some(b'[') => Format::Json,
        Some(b'{') if has_path => Format::Json,
        Some(b'{') => Format::Ndjson,
        _ if text.starts_with("---") || text.starts_with("- ") || has_path => Format::Yaml,
        _ => {
            return Err(origin
                .problem("its format is not clear")
                .advice("name it, for example with `--input-format csv`"));
        }
    })
}

/// A row as it stands in its file.
#[derive(Clone)]
pub(crate) struct RawRow {
    /// Its number, from 1.
    pub number: u64,
    content: Content,
}

#[derive(Clone)]
enum Content {
    /// A JSON text that starts on a line of the file.
    Line { text: Vec<u8>, line: usize },
    /// An element of a JSON array.
    Element(Box<str>),
    /// A row of a table.
    Record { columns: Arc<Columns>, values: csv::ByteRecord },
    /// One of the rows of a YAML file.
    Value { all: Arc<[Value]>, index: usize },
    /// Not a row.
    Unusable(Box<Problem>),
}

impl RawRow {
    /// Approximate size in bytes.
    pub(crate) fn size(&self) -> usize {
        match &self.content {
            Content::Line { text, .. } => text.len(),
            Content::Element(text) => text.len(),
            Content::Record { values, .. } => values.as_slice().len(),
            Content::Value { .. } | Content::Unusable(_) => 0,
        }
    }

    /// Reads it. `name` is that of the file, for messages.
    ///
    /// # Errors
    /// `invalidRow`: it is not of its format, not UTF-8, or neither an object nor a list.
    pub(crate) fn read(&self, name: &str) -> Result<Value> {
        let origin = Origin { code: codes::INVALID_ROW, name };
        let value = match &self.content {
            Content::Line { text, line } => {
                let text = utf8(text, *line, origin)?;
                Value::from_json(text)
                    .map_err(|error| json::explain_from_line(text, *line, &error, origin))?
            }
            // Its grammar is checked already; what is left has no use for a place.
            Content::Element(text) => {
                Value::from_json(text).map_err(|error| json::explain_part(text, &error, origin))?
            }
            Content::Record { columns, values } => columns.read(values, origin)?,
            Content::Value { all, index } => all.get(*index).cloned().unwrap_or_default(),
            Content::Unusable(problem) => return Err((**problem).clone()),
        };
        match value {
            Value::Object(_) | Value::Array(_) => Ok(value),
            other => {
                let problem = origin
                    .problem(&format!("it is {}, not an object or a list", other.type_phrase()));
                let problem = match self.content {
                    Content::Line { line, .. } => problem.at(Place { line, column: 1 }),
                    _ => problem,
                };
                Err(problem.advice("a row is the data of one document: an object or a list"))
            }
        }
    }

    /// The row without the cells that are empty, where it has some; only rows of tables have cells.
    pub(crate) fn without_empty_cells(&self, value: &Value) -> Option<Value> {
        let object = value.as_object()?;
        let is_empty = |value: &Value| matches!(value, Value::Text(text) if text.trim().is_empty());
        let is_table = matches!(self.content, Content::Record { .. });
        if !is_table || !object.iter().any(|(_, value)| is_empty(value)) {
            return None;
        }
        let filled = object.iter().filter(|(_, value)| !is_empty(value));
        let filled = filled.map(|(name, value)| (Box::from(name), value.clone()));
        Some(Value::Object(Object::new(filled)))
    }

    /// Its JSON text, given what [`RawRow::read`] made of it: as it was written, where it was
    /// written in JSON.
    #[cfg(feature = "mail")]
    pub(crate) fn json(&self, value: &Value) -> String {
        let written = match &self.content {
            Content::Line { text, .. } => std::str::from_utf8(text.trim_ascii()).ok(),
            Content::Element(text) => Some(&**text),
            _ => None,
        };
        written.map_or_else(|| value.to_json().to_string(), str::to_owned)
    }
}

/// Advice about another encoding.
const SAVE_OR_NAME: &str = "save the file with the encoding UTF-8, or name its encoding, as in \
     `--encoding windows-1252`";

fn unreadable(source: &Path, error: &std::io::Error) -> Problem {
    Problem { code: codes::DATA_UNREADABLE, ..files::io_problem("read", source, error) }
}

fn name_encoding(problem: Problem) -> Problem {
    match problem.advice.as_deref() {
        Some(encoding::SAVE_AS_UTF8) => problem.advice(SAVE_OR_NAME),
        _ => problem,
    }
}

fn utf8<'t>(text: &'t [u8], line: usize, origin: Origin<'_>) -> Result<&'t str> {
    std::str::from_utf8(text).map_err(|error| {
        let at = error.valid_up_to();
        let byte = text.get(at).copied().unwrap_or_default();
        origin
            .problem(&format!("byte 0x{byte:02X} is not UTF-8"))
            .at(Place::of(text, at).starting_at(line))
            .advice(SAVE_OR_NAME)
    })
}

#[cfg(test)]
mod tests;
