//! Files that are no data, known by their first bytes: what they are, and what to do with them.

use super::encoding::Origin;
use crate::problem::Result;
use crate::value::Value;

/// First bytes, what such a file is, and what to do.
const KNOWN: [(&[u8], &str, &str); 7] = [
    (b"PK\x03\x04", "a spreadsheet or an archive (.xlsx, .ods, .zip)", SAVE_AS_CSV),
    (b"\xD0\xCF\x11\xE0", "an old Excel workbook (.xls)", SAVE_AS_CSV),
    (b"%PDF-", "a PDF", GIVE_DATA),
    (b"\x1F\x8B", "compressed with gzip", "unpack it: `gunzip -c FILE | reportctl … --data -`"),
    (b"PAR1", "a Parquet file", SAVE_AS_CSV),
    (b"SQLite format 3\0", "a SQLite database", SAVE_AS_CSV),
    (b"\x89PNG", "a picture", GIVE_DATA),
];

const SAVE_AS_CSV: &str = "save its rows as `CSV UTF-8`, and give that file";
const GIVE_DATA: &str = "give the data of the report: JSON, YAML, CSV or NDJSON";

/// Refuses a file of another kind by its name.
///
/// # Errors
/// What the file is, with what to do.
pub(super) fn check(start: &[u8], origin: Origin<'_>) -> Result<()> {
    match KNOWN.iter().find(|(first, ..)| start.starts_with(first)) {
        Some((_, what, advice)) => Err(origin.problem(&format!("it is {what}")).advice(*advice)),
        None => Ok(()),
    }
}

/// Keys that templates have together, and whose they are.
const TEMPLATES: [(&[&str], &str); 4] = [
    (&["basePdf", "schemas"], "a template of pdfme, not data"),
    (&["docElements", "documentProperties"], "a template of ReportBro, not data"),
    (&["content", "engine", "recipe"], "a template of jsreport, not data"),
    (&["page", "schemas"], "a template, not data"),
];

/// Refuses a template that was given as data.
///
/// # Errors
/// Whose template it is, with what to do.
pub(super) fn check_value(value: &Value, origin: Origin<'_>) -> Result<()> {
    let Some(object) = value.as_object() else { return Ok(()) };
    let has = |key: &&str| object.iter().any(|(name, _)| name == *key);
    match TEMPLATES.iter().find(|(keys, _)| keys.iter().all(has)) {
        Some((_, what)) => Err(origin.problem(&format!("it is {what}")).advice(GIVE_DATA)),
        None => Ok(()),
    }
}
