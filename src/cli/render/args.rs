//! Declarations of `reportctl render`. Doc comments are the help texts.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};

use crate::cli::document_args::DocumentArgs;
use crate::cli::strict::StrictArgs;
use crate::config::{AboveZero, Settings};

/// Render a template with data to a PDF file
///
/// The file appears whole or not at all. With the same template, data, fonts and creation date it
/// has the same bytes, on every machine.
#[derive(Debug, Args)]
#[command(after_help = RENDER_EXAMPLES)]
pub(crate) struct RenderArgs {
    /// Id of a stored template (`invoice`, `acme/invoice`), or a template file
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: String,

    /// Data: JSON, YAML, CSV or NDJSON; `-` for standard input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) data: PathBuf,

    /// Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]
    ///
    /// With `png` and `svg` there is a file per page: `{page}` stands for the number of the page, such
    /// as in `invoice-{page}.svg`, with as many digits as the last page has. A document of one page
    /// needs none.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// What to write
    #[arg(long, value_name = "FORMAT", default_value = "pdf")]
    pub(crate) format: OutputFormat,

    /// Write this table only, of `csv` and `xlsx`: the name of its field
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,

    /// Write this page only, of `png` and `svg`
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) page: Option<AboveZero<u32>>,

    /// Resolution of `png`, in dots per inch
    #[cfg(feature = "raster")]
    #[arg(long, value_name = "N", default_value_t = 150.0, allow_negative_numbers = true)]
    pub(crate) dpi: f64,

    /// Open the result in the program that the system has for it
    #[cfg(feature = "raster")]
    #[arg(long)]
    pub(crate) open: bool,

    /// Title of the document [default: the name of the template]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Put `DRAFT` over every page
    #[arg(long)]
    pub(crate) draft: bool,

    /// Write the e-invoice as XML too
    #[cfg(feature = "einvoice")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) einvoice_out: Option<PathBuf>,

    /// Write a receipt: hashes of template, data, fonts and document, options and versions
    #[cfg(feature = "receipts")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) receipt: Option<PathBuf>,

    /// Sign the receipt with this Ed25519 key, a PEM file
    #[cfg(feature = "receipts")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "receipt")]
    pub(crate) receipt_key: Option<PathBuf>,

    /// Sign the document with this signer of the settings [env: REPORTCTL_SIGN]
    #[cfg(feature = "signatures")]
    #[arg(long, value_name = "NAME")]
    pub(crate) sign: Option<String>,

    #[command(flatten)]
    pub(crate) strict: StrictArgs,

    #[command(flatten)]
    pub(crate) document: DocumentArgs,
}

impl RenderArgs {
    /// Settings from the flags.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            #[cfg(feature = "signatures")]
            sign: self.sign.clone(),
            ..self.document.settings()
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// A PDF document
    Pdf,
    /// A picture of each page
    #[cfg(feature = "raster")]
    Png,
    /// A drawing of each page, with the letters as outlines
    Svg,
    /// The pages with everything placed on them and all texts, as JSON in millimetres
    #[value(alias = "json")]
    Layout,
    /// The rows of each table, with plain numbers and ISO dates
    Csv,
    /// A workbook with a sheet for each table
    #[cfg(feature = "xlsx")]
    Xlsx,
}

impl OutputFormat {
    /// Returns `true` if there is a file per page.
    pub(crate) fn is_per_page(self) -> bool {
        match self {
            #[cfg(feature = "raster")]
            Self::Png => true,
            Self::Svg => true,
            _ => false,
        }
    }

    /// Returns `true` if it has the tables of the document alone.
    pub(crate) fn is_of_tables(self) -> bool {
        match self {
            #[cfg(feature = "xlsx")]
            Self::Xlsx => true,
            Self::Csv => true,
            _ => false,
        }
    }

    /// Extension of file names.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            #[cfg(feature = "raster")]
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Layout => "json",
            Self::Csv => "csv",
            #[cfg(feature = "xlsx")]
            Self::Xlsx => "xlsx",
        }
    }
}

impl RenderArgs {
    /// The files that flags name for writing.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.output.as_deref().into_iter().chain(self.companions())
    }

    /// The files beside the document among them.
    pub(super) fn companions(&self) -> impl Iterator<Item = &Path> {
        [
            #[cfg(feature = "einvoice")]
            self.einvoice_out.as_deref(),
            #[cfg(feature = "receipts")]
            self.receipt.as_deref(),
            None,
        ]
        .into_iter()
        .flatten()
    }
}

const RENDER_EXAMPLES: &str = "\
Examples:
  reportctl render invoice --data order.json
  reportctl render acme/invoice --data order.yaml --output out/invoice.pdf
  curl -s https://example.com/order/7 | reportctl render invoice.json --data - --output - | lpr
  reportctl render invoice --data order.json --format svg --output 'invoice-{page}.svg'
  reportctl render invoice --data order.json --format png --dpi 96 --page 1 --open
  reportctl render invoice --data order.json --receipt invoice.receipt.json
  reportctl render invoice --data order.json --format xlsx
  reportctl render invoice --data order.json --format csv --table items --output -
  reportctl render invoice --data order.json --format layout | jq .pageCount";
