//! Codes of problems: receipts, and tables as data.

use engine::problem::Code;

pub use crate::templates::codes::*;

engine::codes! {
    /// A file is not a receipt, or was written by a newer version.
    RECEIPT_INVALID "receiptInvalid" Config
        "Give the file that `render --receipt` wrote.",
    /// A key for signatures cannot be used.
    KEY_INVALID "keyInvalid" Config
        "Give an Ed25519 key as a PEM file.",
    /// The document has no table, or none of that name.
    TABLE_NOT_FOUND "tableNotFound" Data
        "Name a table field of the template that prints with this data.",
    /// A CSV file holds one table, and the document has several.
    SEVERAL_TABLES "severalTables" Data
        "Choose a table by its name, or ask for a workbook.",
    /// A table has more rows, columns or characters than a sheet of a workbook holds.
    SHEET_LIMIT "sheetLimit" Data
        "Give less data, or ask for CSV, which has no such limit.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::templates::codes::all().chain(OWN.iter().copied())
}
