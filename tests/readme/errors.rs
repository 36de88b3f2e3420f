//! The page of errors lists every code.

use std::fmt::Write;

use axum::response::IntoResponse;
use reportctl::cli::Exit;
use reportctl::serve::codes;
use reportctl::serve::error::Rejection;
use reportctl::{Code, Problem};

use crate::documents;
use crate::snapshot;

/// The parts of the table of codes, each from its first code on.
const PARTS: [(&str, Code); 7] = [
    ("Rendering", Code::PageLimit),
    ("Expressions", Code::Incomplete),
    ("Findings of `check`", Code::BraceNested),
    ("Commands, settings, files", Code::InvalidSetting),
    ("Mail", codes::INVALID_EMAIL),
    ("Queue and batches", codes::QUEUE_UNAVAILABLE),
    ("HTTP service", codes::UNSUPPORTED_MEDIA_TYPE),
];

#[test]
fn every_code_is_listed_with_cause_and_fix() {
    let mut out = String::new();
    for code in codes::all() {
        if let Some((title, _)) = PARTS.iter().find(|(_, first)| *first == code) {
            let _ = write!(
                out,
                "\n### {title}\n\n| code | cause | fix | blame | exit | HTTP |\n\
                 | --- | --- | --- | --- | --- | --- |\n"
            );
        }
        let exit = Exit::from(&Problem::new(code, "")) as u8;
        let status = Rejection::new(Problem::new(code, "")).into_response().status().as_u16();
        let (cause, fix, blame) = (cell(code.cause()), cell(code.fix()), code.blame().as_str());
        let _ = writeln!(out, "| `{code}` | {cause} | {fix} | {blame} | {exit} | {status} |");
    }
    out.push('\n');
    let page = documents::root().join("docs/errors.md");
    snapshot::compare_part(&page, "codes", &out)
        .unwrap_or_else(|difference| panic!("{difference}"));
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
