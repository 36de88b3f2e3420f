//! Tables of a document as data, for spreadsheets: the rows that print, with numbers as numbers and
//! dates as dates.
//!
//! [`Tables::of`] takes them from the page model, so filters, order, groups and totals are those of
//! the document. Content that belongs to a page alone is left out: repeated titles, carried over
//! amounts and totals of pages. Tables cross process boundaries as JSON, because the writer of
//! workbooks starts threads, which a confined child may not.

mod collect;
mod csv;
mod format;
#[cfg(feature = "xlsx")]
mod xlsx;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::codes;
#[cfg(feature = "mail")]
use engine::problem::Code;
use engine::problem::{Problem, Result, quoted};

pub(crate) use csv::several_tables;
#[cfg(feature = "xlsx")]
pub(crate) use xlsx::Properties;

/// The tables of a document in the order in which they print.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tables {
    tables: Vec<DataTable>,
    /// Number formats of cells, in the notation of spreadsheets.
    formats: Vec<String>,
}

/// The rows of a field, in sections those of all repetitions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct DataTable {
    /// Name of the field.
    field: String,
    /// A name that no other table has, and that spreadsheets and file systems accept.
    name: String,
    /// Widths of the columns in millimetres.
    widths: Vec<f64>,
    rows: Vec<SheetRow>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct SheetRow {
    role: RowRole,
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum RowRole {
    /// Above the titles.
    Above,
    /// The titles.
    Head,
    Body,
    /// Header or footer of a group, and totals.
    Summary,
}

/// A cell. `format` is an index of [`Tables::formats`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Cell {
    Empty,
    Text(String),
    /// `value`: decimal notation with a point.
    Number {
        value: String,
        format: usize,
    },
    /// `seconds` since 1970; `text`: ISO 8601 where all parts of the day print, else as it prints.
    Date {
        seconds: i64,
        text: String,
        format: usize,
    },
}

/// A CSV file.
pub(crate) struct CsvFile {
    /// Name of the table.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Tables {
    /// The tables that are wanted: all, or the one of a name.
    ///
    /// # Errors
    /// `tableNotFound` naming those that there are.
    pub(crate) fn choose(mut self, wanted: Option<&str>) -> Result<Self> {
        let Some(wanted) = wanted else {
            if self.tables.is_empty() {
                let message = "the document has no table";
                return Err(Problem::new(codes::TABLE_NOT_FOUND, message));
            }
            return Ok(self);
        };
        let by_name = self.tables.iter().position(|table| table.name == wanted);
        let found = by_name.or_else(|| self.tables.iter().position(|it| it.field == wanted));
        let Some(found) = found else {
            let message = format!("the document has no table {}", quoted(wanted));
            return Err(Problem::new(codes::TABLE_NOT_FOUND, message).advice(match self.names() {
                names if names.is_empty() => "the document has no table at all".to_owned(),
                names => format!("its tables are {}", names.join(", ")),
            }));
        };
        self.tables.swap(0, found);
        self.tables.truncate(1);
        Ok(self)
    }

    /// Tables that another process took.
    ///
    /// # Errors
    /// `internal` where they cannot be read.
    #[cfg(feature = "serve")]
    pub(crate) fn from_json(bytes: &[u8]) -> Result<Self> {
        serde_json::from_slice(bytes).map_err(|error| {
            Problem::new(Code::Internal, format!("the tables cannot be read: {error}"))
        })
    }

    /// The same for another process.
    ///
    /// # Errors
    /// `internal` where they cannot be written.
    #[cfg(feature = "mail")]
    pub(crate) fn to_json(&self) -> Result<Vec<u8>> {
        serde_json::to_vec(self).map_err(|error| {
            Problem::new(Code::Internal, format!("the tables cannot be written: {error}"))
        })
    }

    /// Names of the tables.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.tables.iter().map(|table| table.name.as_str()).collect()
    }
}

/// Most UTF-16 code units of the name of a sheet.
const MOST_NAME: usize = 31;

/// Room for the number that makes a name unique.
const MOST_SUFFIX: usize = 8;

/// Names of tables, in lower case.
#[derive(Default)]
struct TakenNames {
    names: HashSet<String>,
    /// The next number for names with the same beginning, so that many equal names take time in proportion.
    next: HashMap<String, usize>,
}

/// A name for a table that spreadsheets and file systems accept, and that no other table has.
fn unique_name(field: &str, taken: &mut TakenNames) -> String {
    let is_refused = |c: char| c.is_control() || "[]:*?/\\<>|\"".contains(c);
    let name: String = field.chars().map(|c| if is_refused(c) { '_' } else { c }).collect();
    let name = name.trim_matches(|c: char| c == '\'' || c == '.' || c.is_whitespace());
    let name = match name {
        "" => "table",
        // Excel keeps the name for itself.
        name if name.eq_ignore_ascii_case("history") => "history_",
        name => name,
    };
    let own = cut(name, MOST_NAME);
    if taken.names.insert(own.to_lowercase()) {
        return own.to_owned();
    }
    let beginning = cut(name, MOST_NAME - MOST_SUFFIX).to_lowercase();
    let number = taken.next.entry(beginning).or_insert(1);
    loop {
        *number += 1;
        let suffix = format!(" ({number})");
        let unique = format!("{}{suffix}", cut(name, MOST_NAME.saturating_sub(suffix.len())));
        if taken.names.insert(unique.to_lowercase()) {
            return unique;
        }
    }
}

/// The start of a text, of so many UTF-16 code units at most.
fn cut(text: &str, most: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > most
    });
    let start = end.map_or(text, |(at, _)| text.get(..at).unwrap_or_default());
    start.trim_end_matches(['\'', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sheets_are_valid_and_unique() {
        let mut taken = TakenNames::default();
        let long = "a".repeat(40);
        let cases = [
            ("items", "items"),
            ("Items", "Items (2)"),
            ("a/b:c?", "a_b_c_"),
            ("'quoted'", "quoted"),
            ("", "table"),
            (" ", "table (2)"),
            ("History", "history_"),
            (&long, &long[..31]),
            (&long, "aaaaaaaaaaaaaaaaaaaaaaaaaaa (2)"),
        ];
        for (field, name) in cases {
            assert_eq!(unique_name(field, &mut taken), name, "{field}");
        }
        // As many of one name as a template may have: 20,000 in a moment, not in minutes.
        let last = (0..20_000).map(|_| unique_name("lines", &mut taken)).last();
        assert_eq!(last.as_deref(), Some("lines (20000)"));
        let emoji = unique_name(&"😀".repeat(20), &mut taken);
        assert_eq!(emoji.encode_utf16().count(), 30);
    }
}
