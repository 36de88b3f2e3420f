//! The options of a case, and what it expects besides what was accepted.

use serde::Deserialize;
use serde_json::Value as Json;

use super::folder::Case;
use super::made::MadeDocument;
use crate::base::files;
use crate::documents::codes;
use engine::expr::date::Timestamp;
use engine::locale::Locale;
use engine::problem::{Code, Problem, Result, quoted};

/// Largest file of options, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// The date of reports that have none: documents must not change from day to day.
const DATE: i64 = 1_767_225_600; // 2026-01-01

/// `case.yaml`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct CaseOptions {
    /// The date of the report: `2026-01-31`.
    date: Option<String>,
    /// The title of the document.
    pub title: Option<String>,
    /// The locale of the document, instead of that of the template or the data.
    pub locale: Option<String>,
    /// Pictures of the pages, and how much they may differ.
    pub pictures: PictureSettings,
    /// Further expectations.
    pub expect: Expectations,
}

/// Settings for comparing pages as pictures.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct PictureSettings {
    /// `true` if pictures are kept. Without them only page model and hashes of the drawings are.
    pub keep: bool,
    /// Their resolution.
    pub dpi: f64,
    /// The share of pixels that may differ where drawings do, in percent.
    pub tolerance: f64,
}

impl Default for PictureSettings {
    fn default() -> Self {
        Self { keep: true, dpi: 72.0, tolerance: 0.0 }
    }
}

/// Expectations of a document, independent of the accepted one.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct Expectations {
    /// Number of pages.
    pages: Option<usize>,
    /// Maximum number of pages.
    max_pages: Option<usize>,
    /// Texts that stand somewhere, or on a page.
    texts: Vec<ExpectedText>,
    /// Nothing is cut, shrunk or off the page.
    no_overflow: bool,
    /// Nothing is to be noted at all.
    no_notes: bool,
    /// Paths of the data that the template takes.
    uses: Vec<String>,
}

/// A text that must be there.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum ExpectedText {
    Anywhere(String),
    #[serde(rename_all = "camelCase")]
    OnPage {
        page: usize,
        text: String,
    },
}

impl CaseOptions {
    /// Reads the options of a case.
    ///
    /// # Errors
    /// `dataUnreadable` where the file is none.
    pub(crate) fn read(case: &Case) -> Result<Self> {
        let path = case.options();
        if !path.is_file() {
            return Ok(Self::default());
        }
        let name = files::display_name(&path);
        let wrong = |message: String| {
            Problem::new(codes::DATA_UNREADABLE, message)
                .file(&name)
                .advice("keys are `date`, `title`, `locale`, `pictures` and `expect`")
        };
        let bytes = files::read_regular(&path, MAX_BYTES)?;
        let options: Self = serde_yaml::from_slice(&bytes)
            .map_err(|error| wrong(format!("the options of the case cannot be read: {error}")))?;
        options.report_date().map_err(|problem| problem.file(&name))?;
        if let Some(tag) = options.locale.as_ref().filter(|tag| Locale::find(tag).is_none()) {
            return Err(wrong(format!("there is no data for the locale {}", quoted(tag)))
                .advice("use a BCP 47 tag such as `de-DE`"));
        }
        if !options.pictures.dpi.is_finite() || !(1.0..=600.0).contains(&options.pictures.dpi) {
            return Err(wrong("`pictures.dpi` must be between 1 and 600".to_owned()));
        }
        Ok(options)
    }

    /// The date of the report.
    ///
    /// # Errors
    /// `dataUnreadable` where it is none.
    pub(crate) fn report_date(&self) -> Result<Timestamp> {
        let Some(date) = &self.date else { return Ok(Timestamp::clamped(DATE)) };
        engine::expr::date::read_free(date).ok_or_else(|| {
            Problem::new(codes::DATA_UNREADABLE, format!("`date` is no date: {date}"))
                .advice("write it like 2026-01-31")
        })
    }
}

impl Expectations {
    /// Returns `true` if they ask for what only `check` finds.
    pub(super) fn needs_findings(&self) -> bool {
        self.no_notes || self.no_overflow
    }

    /// Describes the expectations that do not hold. `contract` is the data that the template takes.
    pub(crate) fn broken(
        &self,
        made: &MadeDocument,
        contract: impl FnOnce() -> Json,
    ) -> Vec<String> {
        let mut broken = Vec::new();
        let pages = made.pages();
        if let Some(expected) = self.pages.filter(|expected| *expected != pages) {
            broken.push(format!("expected {expected} pages, but there are {pages}"));
        }
        if let Some(most) = self.max_pages.filter(|most| pages > *most) {
            broken.push(format!("expected at most {most} pages, but there are {pages}"));
        }
        for text in &self.texts {
            let (wanted, page) = match text {
                ExpectedText::Anywhere(text) => (text, None),
                ExpectedText::OnPage { page, text } => (text, Some(*page)),
            };
            if !made.says(wanted, page) {
                let place = page.map_or_else(String::new, |page| format!(" on page {page}"));
                broken.push(format!("expected the text `{wanted}`{place}, which is not there"));
            }
        }
        if self.no_notes {
            broken.extend(
                made.notes.iter().map(|note| format!("expected no notes, but: {}", note.message)),
            );
        } else if self.no_overflow {
            let overflows = made.notes.iter().filter(|note| is_overflow(note.code));
            broken.extend(
                overflows.map(|note| format!("expected no overflow, but: {}", note.message)),
            );
        }
        if !self.uses.is_empty() {
            let contract = contract();
            let unused = self.uses.iter().filter(|path| !has_path(&contract, path));
            broken.extend(unused.map(|path| format!("expected the template to use `{path}`")));
        }
        broken
    }
}

fn is_overflow(code: Code) -> bool {
    matches!(
        code,
        Code::ContentOverflow
            | Code::TextClipped
            | Code::TextShrunk
            | Code::TextTooWide
            | Code::OffPage
            | Code::TableTooWide
            | Code::RowSplit
    )
}

/// Returns `true` if a schema has a path, of which items of lists need no mention: `lines.amount`.
fn has_path(schema: &Json, path: &str) -> bool {
    fn has(schema: &Json, parts: &[&str]) -> bool {
        let Some((part, rest)) = parts.split_first() else { return true };
        let property = schema.get("properties").and_then(|all| all.get(part));
        let elements = ["/prefixItems", "/allOf/0/prefixItems"];
        let elements = elements.iter().filter_map(|at| schema.pointer(at)?.as_array()).flatten();
        property.is_some_and(|at| has(at, rest))
            || schema.get("items").into_iter().chain(elements).any(|at| has(at, parts))
    }
    has(schema, &path.split('.').collect::<Vec<_>>())
}
