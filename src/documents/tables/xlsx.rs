//! Tables as a workbook of Office Open XML (ECMA-376): a sheet for each.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use super::{Cell, DataTable, RowRole, SheetRow, Tables};
use crate::documents::codes;
use engine::calendar::Timestamp;
use engine::problem::{Code, Problem, Result};

/// Metadata of a workbook.
pub(crate) struct Properties<'a> {
    pub(crate) title: &'a str,
    pub(crate) author: &'a str,
    pub(crate) report_date: Timestamp,
}

/// Most rows, columns, and UTF-16 code units of a cell.
const MOST_ROWS: usize = 1_048_576;
const MOST_COLUMNS: usize = 16_384;
const MOST_UNITS: usize = 32_767;

/// Width of a character of the usual font of workbooks, in millimetres.
const CHARACTER: f64 = 1.9;

/// Most characters that a column is widened to, so that a number has room.
const MOST_WIDENED: usize = 40;

/// Narrowest and widest column, in characters.
const LEAST_WIDTH: f64 = 4.0;
const MOST_WIDTH: f64 = 120.0;

/// Seconds from 30 December 1899, from which workbooks count days, to 1970.
const FROM_1899: i64 = 25_569 * 86_400;

/// Formats of the cells of a workbook, by number format: plain rows, and bold.
struct Formats {
    plain: Vec<Format>,
    bold: Vec<Format>,
    /// Formats of texts: plain, bold, and both for texts that would be formulas if they were typed
    /// in.
    texts: [Format; 4],
}

impl Formats {
    fn of(codes: &[String]) -> Self {
        let numbers = |format: &Format| -> Vec<Format> {
            codes.iter().map(|code| format.clone().set_num_format(code)).collect()
        };
        let (plain, bold) = (Format::new(), Format::new().set_bold());
        let quoted = [&plain, &bold].map(|format| format.clone().set_quote_prefix());
        let [plain_quoted, bold_quoted] = quoted;
        Self {
            plain: numbers(&plain),
            bold: numbers(&bold),
            texts: [plain, bold, plain_quoted, bold_quoted],
        }
    }
}

impl Tables {
    /// The workbook.
    ///
    /// # Errors
    /// `sheetLimit` where a sheet or cell would hold more than workbooks can.
    pub(crate) fn xlsx(&self, properties: &Properties<'_>) -> Result<Vec<u8>> {
        self.tables.iter().try_for_each(check)?;
        let formats = Formats::of(&self.formats);
        self.workbook(&formats, properties).map_err(|error| {
            Problem::new(Code::Internal, format!("the workbook cannot be written: {error}"))
        })
    }

    fn workbook(
        &self,
        formats: &Formats,
        properties: &Properties<'_>,
    ) -> std::result::Result<Vec<u8>, XlsxError> {
        let mut workbook = Workbook::new();
        // The date of the report, so that the same input gives the same bytes.
        let created = ExcelDateTime::from_timestamp(properties.report_date.seconds());
        let created = created.or_else(|_| ExcelDateTime::from_timestamp(0))?;
        let described = DocProperties::new()
            .set_title(properties.title)
            .set_author(properties.author)
            .set_creation_datetime(&created);
        workbook.set_properties(&described);
        for table in &self.tables {
            let sheet = workbook.add_worksheet();
            sheet.set_name(&table.name)?;
            write(sheet, table, formats)?;
        }
        workbook.save_to_buffer()
    }
}

fn write(
    sheet: &mut Worksheet,
    table: &DataTable,
    formats: &Formats,
) -> std::result::Result<(), XlsxError> {
    let titles = table.rows.iter().position(|row| row.role == RowRole::Head);
    if let Some(titles) = titles {
        sheet.set_freeze_panes(u32::try_from(titles + 1).unwrap_or(u32::MAX), 0)?;
    }
    for (column, width) in widths(table).into_iter().enumerate() {
        sheet.set_column_width(u16::try_from(column).unwrap_or(u16::MAX), width)?;
    }
    for (row, index) in table.rows.iter().zip(0_u32..) {
        for (cell, column) in row.cells.iter().zip(0_u16..) {
            write_cell(sheet, (index, column), (cell, row), formats)?;
        }
    }
    Ok(())
}

fn write_cell(
    sheet: &mut Worksheet,
    (index, column): (u32, u16),
    (cell, row): (&Cell, &SheetRow),
    formats: &Formats,
) -> std::result::Result<(), XlsxError> {
    let is_bold = row.role != RowRole::Body;
    let numbers = if is_bold { &formats.bold } else { &formats.plain };
    let (number, format) = match cell {
        Cell::Empty => return Ok(()),
        Cell::Text(text) => {
            let is_quoted = text.starts_with(['=', '+', '-', '@']);
            let [plain, bold, plain_quoted, bold_quoted] = &formats.texts;
            let format = match (is_bold, is_quoted) {
                (false, false) => plain,
                (true, false) => bold,
                (false, true) => plain_quoted,
                (true, true) => bold_quoted,
            };
            sheet.write_string_with_format(index, column, text, format)?;
            return Ok(());
        }
        Cell::Number { value, format } => (value.parse().unwrap_or(f64::NAN), format),
        Cell::Date { seconds, format, .. } => ((seconds + FROM_1899) as f64 / 86_400.0, format),
    };
    let Some(format) = numbers.get(*format) else { return Ok(()) };
    sheet.write_number_with_format(index, column, number, format)?;
    Ok(())
}

/// Widths of the columns in characters: the widths of the document, with room for numbers and
/// titles.
fn widths(table: &DataTable) -> Vec<f64> {
    let mut widths: Vec<f64> = table.widths.iter().map(|width| width / CHARACTER).collect();
    for row in &table.rows {
        for (cell, width) in row.cells.iter().zip(&mut widths) {
            let length = match cell {
                Cell::Text(text) if row.role == RowRole::Head => text.chars().count(),
                // Marks of groups, and what stands around a number.
                Cell::Number { value, .. } => value.len() + value.len() / 3 + 4,
                Cell::Date { .. } => "2026-11-24".len() + 1,
                Cell::Text(_) | Cell::Empty => 0,
            };
            *width = width.max(length.min(MOST_WIDENED) as f64 + 1.0);
        }
    }
    widths.into_iter().map(|width| width.clamp(LEAST_WIDTH, MOST_WIDTH)).collect()
}

/// Refuses a table that no sheet can hold.
fn check(table: &DataTable) -> Result<()> {
    let name = &table.name;
    let refused =
        |message: String| Err(Problem::new(codes::SHEET_LIMIT, message).field(&table.field));
    if table.rows.len() > MOST_ROWS {
        let rows = table.rows.len();
        return refused(format!("the table `{name}` has {rows} rows: a sheet holds {MOST_ROWS}"));
    }
    let columns = table.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
    if columns > MOST_COLUMNS {
        return refused(format!(
            "the table `{name}` has {columns} columns: a sheet holds {MOST_COLUMNS}"
        ));
    }
    for (index, row) in table.rows.iter().enumerate() {
        for cell in &row.cells {
            let Cell::Text(text) = cell else { continue };
            if text.len() > MOST_UNITS && text.encode_utf16().count() > MOST_UNITS {
                let row = index + 1;
                return refused(format!(
                    "a text in row {row} of the table `{name}` has more than {MOST_UNITS} \
                     characters, which no cell of a sheet holds"
                ));
            }
        }
    }
    Ok(())
}
