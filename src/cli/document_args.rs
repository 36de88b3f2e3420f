//! Flags of the commands that make documents.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{locale, timestamp};
use crate::config::{AboveZero, PdfStandards, Seconds, Settings};
use crate::data::Numbers;
use engine::expr::date::Timestamp;

/// The flag about numbers in data files.
#[derive(Debug, Args)]
pub(crate) struct NumbersArgs {
    /// Locale in which numbers of CSV and TSV files are written, such as `de` for `1.234,56` [env:
    /// REPORTCTL_NUMBERS] [default: all cells are texts]
    #[arg(long, value_name = "TAG")]
    pub(crate) numbers: Option<Numbers>,
}

impl NumbersArgs {
    /// Settings from the flag.
    pub(crate) fn settings(&self) -> Settings {
        Settings { numbers: self.numbers.clone(), ..Settings::default() }
    }
}

/// Flags of one document that the template does not know: its date, its locale, numbers of its data.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env:
    /// SOURCE_DATE_EPOCH] [default: now]
    #[arg(long, value_name = "DATE", value_parser = timestamp::parse, allow_negative_numbers = true)]
    pub(crate) creation_date: Option<Timestamp>,

    /// Locale of the document, such as `de-DE`, instead of that of the template or the data
    #[arg(long, value_name = "TAG", value_parser = locale::parse)]
    pub(crate) locale: Option<String>,

    #[command(flatten)]
    pub(crate) numbers: NumbersArgs,
}

/// Flags of the commands that make documents.
#[derive(Debug, Args)]
pub(crate) struct DocumentArgs {
    /// Font file, instead of Helvetica; repeated, the first that has a character draws it [env:
    /// REPORTCTL_FONTS]
    #[arg(long = "font", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) fonts: Vec<PathBuf>,

    /// Refuse characters that no given font has, instead of drawing them with the built-in one
    /// [env: REPORTCTL_FALLBACK_FONT]
    #[arg(long)]
    pub(crate) no_fallback_font: bool,

    /// Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) max_pages: Option<AboveZero<u32>>,

    #[command(flatten)]
    pub(crate) report: ReportArgs,

    /// Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]
    #[arg(long, value_name = "TEXT")]
    pub(crate) author: Option<String>,

    /// Standards to conform to, such as `pdfa-3a,pdfua-1` [env: REPORTCTL_PDF_STANDARD]
    #[arg(long, value_name = "STANDARDS")]
    pub(crate) pdf_standard: Option<PdfStandards>,

    /// Maximum time for the document, in seconds [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) timeout: Option<Seconds>,
}

impl DocumentArgs {
    /// Settings from the flags.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            fonts: (!self.fonts.is_empty()).then(|| self.fonts.clone().into()),
            fallback_font: self.no_fallback_font.then_some(false),
            author: self.author.clone(),
            pdf_standard: self.pdf_standard,
            max_pages: self.max_pages,
            timeout_seconds: self.timeout,
            ..self.report.numbers.settings()
        }
    }
}
