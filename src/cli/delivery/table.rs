//! Tables on standard output: columns with a header for people, tabs between the cells for programs.

use crate::base::printable::printable;
use crate::cli::term::output_is_terminal;

/// Widest cell of a column that is not the last.
const WIDEST: usize = 40;

/// Lines of a table that may come in parts.
pub(crate) struct Table {
    header: Vec<&'static str>,
    for_people: bool,
    /// Programs get the header, too.
    has_header: bool,
    /// The header was written.
    is_begun: bool,
    widths: Vec<usize>,
}

impl Table {
    pub(crate) fn new(header: &[&'static str]) -> Self {
        Self {
            header: header.to_vec(),
            for_people: output_is_terminal(),
            has_header: false,
            is_begun: false,
            widths: Vec::new(),
        }
    }

    /// This table with a header line for programs, too.
    pub(crate) fn with_header(self) -> Self {
        Self { has_header: true, ..self }
    }

    /// The text of some rows; the first rows set the widths of the columns.
    pub(crate) fn rows(&mut self, rows: &[Vec<String>]) -> String {
        let clean = |cell: &String| printable(&cell.replace(char::is_control, " "));
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(clean).collect()).collect();
        if rows.is_empty() {
            return String::new();
        }
        if !self.for_people {
            let begins = !std::mem::replace(&mut self.is_begun, true) && self.has_header;
            let first = if begins { self.header.join("\t") + "\n" } else { String::new() };
            return rows.iter().fold(first, |text, row| text + &row.join("\t") + "\n");
        }
        let mut text = String::new();
        if self.widths.is_empty() && !rows.is_empty() {
            self.widths = (0..self.header.len())
                .map(|column| {
                    let cells = rows.iter().filter_map(|row| row.get(column));
                    let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
                    widest.min(WIDEST).max(self.header[column].len())
                })
                .collect();
            text = self.line(self.header.iter().map(|name| (*name).to_owned()));
        }
        for row in rows {
            text += &self.line(row.into_iter());
        }
        text
    }

    fn line(&self, cells: impl Iterator<Item = String>) -> String {
        let line: String =
            cells.zip(&self.widths).map(|(cell, width)| format!("{cell:width$}  ")).collect();
        format!("{}\n", line.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(for_people: bool) -> String {
        let mut table = Table { for_people, ..Table::new(&["ID", "TO"]) };
        let first = table.rows(&[vec!["a".to_owned(), "zoë\n@example.com".to_owned()]]);
        first + &table.rows(&[vec!["long".to_owned(), "b".to_owned()]])
    }

    #[test]
    fn people_get_columns_and_programs_tabs() {
        assert_eq!(rows(true), "ID  TO\na   zoë @example.com\nlong  b\n");
        assert_eq!(rows(false), "a\tzoë @example.com\nlong\tb\n");
    }

    #[test]
    fn programs_get_a_header_once_where_it_was_asked_for() {
        let mut table = Table { for_people: false, ..Table::new(&["ID", "TO"]) }.with_header();
        let row = || [vec!["a".to_owned(), "b".to_owned()]];
        assert_eq!(table.rows(&row()) + &table.rows(&row()), "ID\tTO\na\tb\na\tb\n");
    }

    #[test]
    fn no_rows_are_no_lines() {
        assert_eq!(Table { for_people: true, ..Table::new(&["ID"]) }.rows(&[]), "");
    }
}
