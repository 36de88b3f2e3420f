//! Tables as CSV (RFC 4180), in UTF-8: numbers with a point and without groups, dates by ISO 8601.

use super::{Cell, CsvFile, DataTable, Tables};
use crate::base::printable::csv_text;
#[cfg(feature = "serve")]
use crate::documents::codes;
use engine::problem::{Code, Problem, Result};

impl Tables {
    /// A file for each table.
    ///
    /// # Errors
    /// `internal` where a row cannot be written.
    pub(crate) fn csv(&self) -> Result<Vec<CsvFile>> {
        let file = |table: &DataTable| Ok(CsvFile { name: table.name.clone(), bytes: csv(table)? });
        self.tables.iter().map(file).collect()
    }

    /// The file of the only table.
    ///
    /// # Errors
    /// `severalTables` where there are several.
    #[cfg(feature = "serve")]
    pub(crate) fn one_csv(&self) -> Result<Vec<u8>> {
        match self.tables.as_slice() {
            [table] => csv(table),
            _ => {
                let names = self.names();
                let advice = format!("choose one of them: {}", names.join(", "));
                Err(several_tables(codes::SEVERAL_TABLES, &names).advice(advice))
            }
        }
    }
}

/// The problem of several tables for one file.
pub(crate) fn several_tables(code: Code, names: &[&str]) -> Problem {
    let message = format!("the document has {} tables, which are a file each", names.len());
    Problem::new(code, message).detail("tables", names)
}

fn csv(table: &DataTable) -> Result<Vec<u8>> {
    // Rows above the titles and those of tables without titles may have fewer cells.
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let unwritable = |error: &dyn std::fmt::Display| {
        Problem::new(Code::Internal, format!("the table cannot be written: {error}"))
    };
    for row in &table.rows {
        for cell in &row.cells {
            let written = match cell {
                Cell::Empty => writer.write_field(""),
                Cell::Text(text) => writer.write_field(&*csv_text(text)),
                Cell::Number { value: text, .. } | Cell::Date { text, .. } => {
                    writer.write_field(text)
                }
            };
            written.map_err(|error| unwritable(&error))?;
        }
        let ended = writer.write_record(None::<&[u8]>);
        ended.map_err(|error| unwritable(&error))?;
    }
    writer.into_inner().map_err(|error| unwritable(&error))
}
