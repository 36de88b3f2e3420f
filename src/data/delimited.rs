//! CSV: a header row, then one object of texts per row.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord, Trim};
use serde::de::value::{
    F64Deserializer, MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer,
};
use serde::de::{Deserialize, DeserializeSeed, Error as _, MapAccess, SeqAccess};

use super::encoding::{AtPlace, Origin, Place};
use super::numbers::{Marks, Numbers};
use engine::problem::{Problem, Result, quoted};
use engine::value::Value;

/// Reads a table: an array of objects whose values are texts, as they stand in the file, or numbers
/// where a locale reads them.
///
/// The separator is `,`, `;` or a tab, whichever the header has most of, or that of a first line
/// `sep=;` as spreadsheets write it.
pub(crate) fn read(
    text: &str,
    separator: Option<u8>,
    numbers: Option<&Numbers>,
    origin: Origin<'_>,
) -> Result<Value> {
    let (declared, body) = declared_separator(text);
    let separator = separator.or(declared).unwrap_or_else(|| sniff(body));
    let skipped = text.len() - body.len();
    if let Some(at) = unclosed_quote(body.as_bytes(), separator) {
        return Err(never_closed(Place::of(text.as_bytes(), skipped + at), origin));
    }
    let mut reader = table_reader(separator).from_reader(body.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return Err(origin.problem(&error.to_string())),
    };
    check_header(&header, separator, origin)?;
    let columns = numbers.map(|numbers| ColumnMarks::new(numbers, header.len()));
    let mut rows =
        Rows { reader, header: &header, record: StringRecord::new(), columns, wrong: None };
    let read = Value::deserialize(SeqAccessDeserializer::new(&mut rows));
    let wrong = rows.wrong;
    read.map_err(|error| match wrong {
        Some(wrong) => wrong.problem(text, skipped, &header, origin),
        None => origin.problem(&error.to_string()),
    })
}

/// Options for reading all tables.
pub(super) fn table_reader(separator: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(separator).flexible(true).trim(Trim::Headers);
    builder
}

/// A quote that is opened here and runs to the end.
pub(super) fn never_closed(place: Place, origin: Origin<'_>) -> Problem {
    origin
        .problem("a quote is never closed")
        .at(place)
        .advice("write a quote inside a quoted value twice, or close it")
}

/// A row with more or fewer values than the header.
pub(super) fn other_length(
    row: u64,
    values: usize,
    columns: usize,
    place: Place,
    origin: Origin<'_>,
) -> Problem {
    let values = counted(values, "value");
    let columns = counted(columns, "column");
    origin
        .problem(&format!("row {row} has {values}, but the header has {columns}"))
        .at(place)
        .advice("put quotes around values that contain the separator")
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Spreadsheets may name the separator in a first line of its own.
pub(super) fn declared_separator(text: &str) -> (Option<u8>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.trim_end().as_bytes() {
        [b's', b'e', b'p', b'=', separator] if separator.is_ascii() => (Some(*separator), rest),
        _ => (None, text),
    }
}

/// The separator that the header line has most of, outside quotes.
pub(super) fn sniff(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut in_quotes = false;
    for byte in text.bytes() {
        match byte {
            b'"' => in_quotes = !in_quotes,
            b'\n' | b'\r' if !in_quotes => break,
            _ if !in_quotes => {
                for (separator, count) in &mut counts {
                    *count += usize::from(byte == *separator);
                }
            }
            _ => {}
        }
    }
    // Of equals the first one: `max_by_key` alone would take the last.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(separator, _)| *separator)
}

/// Start of a quoted value that runs to the end of the file; the parser would accept it.
pub(super) fn unclosed_quote(bytes: &[u8], separator: u8) -> Option<usize> {
    bytes.contains(&b'"').then_some(())?;
    let mut opened = None;
    let mut at_start = true;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (opened, byte) {
            (Some(_), b'"') if bytes.get(at + 1) == Some(&b'"') => at += 1,
            (Some(_), b'"') => opened = None,
            (Some(_), _) => {}
            (None, b'"') if at_start => opened = Some(at),
            (None, _) => at_start = byte == separator || byte == b'\n' || byte == b'\r',
        }
        at += 1;
    }
    opened
}

pub(super) fn check_header(header: &StringRecord, separator: u8, origin: Origin<'_>) -> Result<()> {
    let mut columns = HashMap::new();
    for (index, name) in header.iter().enumerate() {
        let column = index + 1;
        if name.is_empty() {
            let what = format!("column {column} has no name");
            let shown = if separator == b'\t' { "tab" } else { "separator" };
            return Err(origin
                .problem(&what)
                .advice(format!("name it in the first row, or remove the extra {shown}"))
                .detail("columnNumber", column));
        }
        if let Some(first) = columns.insert(name, column) {
            let what = format!("columns {first} and {column} are both named {}", quoted(name));
            return Err(origin
                .problem(&what)
                .advice("rename one of them in the first row")
                .detail("columnNumber", column));
        }
    }
    Ok(())
}

/// The marks that the cells of each column have had so far.
///
/// A table with `1.234` and `12.34` in one column is not written in the locale, or not all of it:
/// whichever way `1.234` is read, it may be wrong by a factor of a thousand.
pub(super) struct ColumnMarks<'a> {
    numbers: &'a Numbers,
    columns: Vec<Seen>,
}

/// Detail of a problem: the column whose numbers are of two kinds.
const MIXED_COLUMN: &str = "mixedColumn";

/// Returns `true` for a problem after which rows before it may have been read wrong.
pub(crate) fn is_about_all_rows(problem: &Problem) -> bool {
    problem.get(MIXED_COLUMN).is_some()
}

/// The first cell of each kind.
#[derive(Default, Clone)]
struct Seen {
    of_locale: Option<Box<str>>,
    other: Option<Box<str>>,
}

/// A column with numbers of two kinds.
pub(super) struct Mixed {
    column: usize,
    of_locale: Box<str>,
    other: Box<str>,
    tag: Box<str>,
}

impl<'a> ColumnMarks<'a> {
    pub(super) fn new(numbers: &'a Numbers, columns: usize) -> Self {
        Self { numbers, columns: vec![Seen::default(); columns] }
    }

    /// Looks at the next row; a column that is mixed with it.
    pub(super) fn look<'c>(&mut self, cells: impl Iterator<Item = &'c str>) -> Option<Mixed> {
        for ((column, seen), cell) in self.columns.iter_mut().enumerate().zip(cells) {
            let first = match self.numbers.marks(cell) {
                Marks::Any => continue,
                Marks::OfLocale => &mut seen.of_locale,
                Marks::Other => &mut seen.other,
            };
            first.get_or_insert_with(|| cell.trim().into());
            if let Seen { of_locale: Some(of_locale), other: Some(other) } = seen {
                let (of_locale, other) = (of_locale.clone(), other.clone());
                return Some(Mixed { column, of_locale, other, tag: self.numbers.tag().into() });
            }
        }
        None
    }
}

impl Mixed {
    pub(super) fn problem(
        &self,
        header: &StringRecord,
        place: Place,
        origin: Origin<'_>,
    ) -> Problem {
        let name = quoted(header.get(self.column).unwrap_or_default());
        let (one, other) = (quoted(&self.of_locale), quoted(&self.other));
        origin
            .problem(&format!("the column {name} has {one} and {other}, with different marks"))
            .at(place)
            .detail(MIXED_COLUMN, header.get(self.column).unwrap_or_default())
            .advice(format!(
                "write all its numbers as `{}` does, or leave `numbers` out and use `NUMBERFROM` in \
                 the template",
                self.tag
            ))
    }
}

/// The problem of a row.
struct WrongRow {
    offset: u64,
    row: u64,
    what: Wrong,
}

enum Wrong {
    /// It has so many values.
    Length(usize),
    Marks(Mixed),
}

impl WrongRow {
    fn problem(
        &self,
        text: &str,
        skipped: usize,
        header: &StringRecord,
        origin: Origin<'_>,
    ) -> Problem {
        let at = skipped + usize::try_from(self.offset).unwrap_or_default();
        // The parser counts line breaks before the row as part of it.
        let rest = text.get(at..).unwrap_or_default();
        let at = at + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let place = Place::of(text.as_bytes(), at);
        match &self.what {
            Wrong::Length(values) => other_length(self.row, *values, header.len(), place, origin),
            Wrong::Marks(mixed) => mixed.problem(header, place, origin),
        }
    }
}

struct Rows<'a> {
    reader: csv::Reader<&'a [u8]>,
    header: &'a StringRecord,
    record: StringRecord,
    /// Reading of numbers.
    columns: Option<ColumnMarks<'a>>,
    wrong: Option<WrongRow>,
}

impl<'de> SeqAccess<'de> for &mut Rows<'_> {
    type Error = serde::de::value::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Self::Error> {
        if !self.reader.read_record(&mut self.record).map_err(Self::Error::custom)? {
            return Ok(None);
        }
        let wrong = if self.record.len() == self.header.len() {
            let columns = self.columns.as_mut();
            columns.and_then(|columns| columns.look(self.record.iter())).map(Wrong::Marks)
        } else {
            Some(Wrong::Length(self.record.len()))
        };
        if let Some(what) = wrong {
            let position = self.record.position();
            self.wrong = Some(WrongRow {
                offset: position.map_or(0, csv::Position::byte),
                row: position.map_or(0, csv::Position::record),
                what,
            });
            return Err(Self::Error::custom("a row is wrong"));
        }
        let numbers = self.columns.as_ref().map(|columns| columns.numbers);
        let cells = Cells { names: self.header.iter(), values: self.record.iter(), numbers };
        seed.deserialize(MapAccessDeserializer::new(cells)).map(Some)
    }
}

/// One row as a map from column name to text or number.
struct Cells<'a> {
    names: csv::StringRecordIter<'a>,
    values: csv::StringRecordIter<'a>,
    numbers: Option<&'a Numbers>,
}

impl<'de> MapAccess<'de> for Cells<'_> {
    type Error = serde::de::value::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Self::Error> {
        self.names.next().map(|name| seed.deserialize(StrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Self::Error> {
        let cell = self.values.next().unwrap_or_default();
        match self.numbers.map(|numbers| numbers.value(cell)) {
            Some(Value::Number(number)) => seed.deserialize(F64Deserializer::new(number)),
            Some(Value::Text(text)) => seed.deserialize(StrDeserializer::new(&text)),
            _ => seed.deserialize(StrDeserializer::new(cell)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::codes;

    const ORIGIN: Origin<'_> = Origin { code: codes::DATA_UNREADABLE, name: "d.csv" };

    fn rows(text: &str) -> serde_json::Value {
        match read(text, None, None, ORIGIN) {
            Ok(value) => value.to_json(),
            Err(problem) => panic!("{}", problem.message),
        }
    }

    fn refused(text: &str) -> String {
        match read(text, None, None, ORIGIN) {
            Ok(value) => panic!("accepted as {value:?}"),
            Err(problem) => problem.message.replace("cannot read `d.csv`: ", ""),
        }
    }

    #[test]
    fn rows_are_objects_of_texts() {
        let expected = serde_json::json!([
            { "name": "Ana", "total": "1.50" },
            { "name": "Bob, \"the\" builder\nat large", "total": "" },
        ]);
        assert_eq!(
            rows("name, total \nAna,1.50\r\n\"Bob, \"\"the\"\" builder\nat large\",\n\n"),
            expected
        );
        assert_eq!(rows("name,total"), serde_json::json!([]));
    }

    #[test]
    fn rows_share_the_names_of_their_columns() -> Result<()> {
        let value = read("a,b\n1,2\n3,4", None, None, ORIGIN)?;
        let shapes: Vec<_> = value
            .as_array()
            .unwrap_or_default()
            .iter()
            .filter_map(|row| row.as_object().map(engine::value::Object::shape))
            .collect();
        assert!(matches!(shapes[..], [Some(a), Some(b)] if std::sync::Arc::ptr_eq(a, b)));
        Ok(())
    }

    #[test]
    fn the_separator_is_that_of_the_header() {
        let expected = serde_json::json!([{ "a": "1,5", "b;c": "x" }]);
        assert_eq!(rows("a\t\"b;c\"\n1,5\tx"), expected);
        assert_eq!(rows("a;\"b;c\"\n1,5;x"), expected);
        assert_eq!(rows("sep=;\r\na;\"b;c\"\n1,5;x"), expected);
        assert_eq!(rows("a\n1;5"), serde_json::json!([{ "a": "1;5" }]));
    }

    #[test]
    fn headers_need_names_of_their_own() {
        assert_eq!(refused("a;b;a\n"), "columns 1 and 3 are both named `a`");
        assert_eq!(refused("a;b;\n1;2;"), "column 3 has no name");
        // It is not a place in a line: messages must not show it as one.
        let problem = read("a;b;a\n", None, None, ORIGIN).err();
        let details = problem
            .map(|problem| (problem.get("columnNumber").cloned(), problem.get("column").cloned()));
        assert_eq!(details, Some((Some(3.into()), None)));
    }

    #[test]
    fn rows_have_the_length_of_the_header() {
        assert_eq!(
            refused("a,b\n1,\"x\ny\"\n\n1,2,3\n"),
            "row 2 has 3 values, but the header has 2 columns, line 5, column 1"
        );
        assert_eq!(
            refused("a,b\n1\n"),
            "row 1 has 1 value, but the header has 2 columns, line 2, column 1"
        );
    }

    fn in_german(text: &str) -> Result<serde_json::Value> {
        let numbers = "de".parse::<Numbers>().ok();
        read(text, None, numbers.as_ref(), ORIGIN).map(|value| value.to_json())
    }

    #[test]
    fn numbers_of_a_locale_become_numbers() {
        let expected = serde_json::json!([
            { "name": "Ana", "zip": "01234", "total": 1234.5 },
            { "name": "Bob", "zip": 12345, "total": "" },
        ]);
        let table = "name;zip;total\nAna;01234;1.234,50\nBob;12345;\n";
        assert_eq!(in_german(table), Ok(expected));
    }

    #[test]
    fn a_column_has_marks_of_one_kind() {
        let refused =
            in_german("a;b\n1;1.234\n2;7\n\n3;12.34\n").map_err(|problem| problem.message);
        let expected = "cannot read `d.csv`: the column `b` has `1.234` and `12.34`, with different \
                        marks, line 5, column 1";
        assert_eq!(refused, Err(expected.to_owned()));
        assert!(in_german("a;b\n12.34;1.234\n12.5;12,5\n").is_ok());
    }

    #[test]
    fn a_quote_must_be_closed() {
        assert_eq!(refused("a,b\n1,\"x\n3,4\n"), "a quote is never closed, line 2, column 3");
        // A quote inside a value, which opens nothing, makes their number even.
        let even = "item,price\n5\" pipe,1\nfoo,\"2\nbar,3\n";
        assert_eq!(refused(even), "a quote is never closed, line 3, column 5");
        assert_eq!(rows("a\n5\" pipe"), serde_json::json!([{ "a": "5\" pipe" }]));
    }
}
