//! Files that are no data, recognised by their first bytes: their kinds, and advice.

use engine::value::Value;

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

/// Recognises a file by its first bytes, with advice; `None` for possible data.
pub(super) fn of_bytes(start: &[u8]) -> Option<(&'static str, &'static str)> {
    let (_, what, advice) = KNOWN.iter().find(|(first, ..)| start.starts_with(first))?;
    Some((what, advice))
}

/// Keys that templates have together, and whose they are.
const TEMPLATES: [(&[&str], &str); 4] = [
    (&["basePdf", "schemas"], "a template of pdfme, not data"),
    (&["docElements", "documentProperties"], "a template of ReportBro, not data"),
    (&["content", "engine", "recipe"], "a template of jsreport, not data"),
    (&["page", "schemas"], "a template, not data"),
];

/// Recognises a template among values, with advice; `None` for possible data.
pub(super) fn of_value(value: &Value) -> Option<(&'static str, &'static str)> {
    let object = value.as_object()?;
    let has = |key: &&str| object.iter().any(|(name, _)| name == *key);
    let (_, what) = TEMPLATES.iter().find(|(keys, _)| keys.iter().all(has))?;
    Some((what, GIVE_DATA))
}
