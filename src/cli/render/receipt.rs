//! The receipt of a document.

use super::RenderedDocument;
use super::args::{OutputFormat, RenderArgs};
use crate::cli::context::Context;
use crate::cli::failure::Outcome;
use crate::documents::receipt::{self, PrivateKey, Receipt, ReceiptInputs, fonts};
use crate::serve::codes;
use crate::templates::LoadedTemplate;
use crate::templates::template_hash;
use engine::problem::{Problem, Result};
use engine::render::Options;
use engine::value::Value;

/// Refuses a receipt of an output that has none.
pub(super) fn refuse_usage(args: &RenderArgs) -> Result<()> {
    if args.receipt.is_some() && args.format != OutputFormat::Pdf {
        Err(Problem::new(codes::USAGE, "a receipt is of a PDF document")
            .advice("leave out `--receipt`, or `--format`"))
    } else {
        Ok(())
    }
}

/// The receipt that was asked for. A key that cannot be used is said before anything is written.
pub(super) fn of(
    args: &RenderArgs,
    loaded: &LoadedTemplate,
    data: &Value,
    options: &Options<'_>,
    document: &RenderedDocument,
    context: &Context<'_>,
) -> Result<Option<Receipt>> {
    let (Some(_), RenderedDocument::Pdf(document)) = (&args.receipt, document) else {
        return Ok(None);
    };
    let mut receipt = Receipt::new(ReceiptInputs {
        name: &loaded.stem,
        template: template_hash(&loaded.document)?,
        data,
        fonts: fonts(&context.config.fonts)?,
        library: loaded.library.hashes.clone(),
        texts: loaded.texts.files.clone(),
        report_date: options.report_date,
        title: options.title,
        author: options.author,
        locale: options.locale,
        standards: options.standards,
        draft: options.draft.is_some(),
        fallback_font: context.config.fallback_font,
        document: receipt::Document::of(document),
    });
    if let Some(key) = &args.receipt_key {
        receipt.sign(&PrivateKey::read(key)?);
    }
    Ok(Some(receipt))
}

pub(super) fn write(
    args: &RenderArgs,
    receipt: Option<&Receipt>,
    context: &Context<'_>,
) -> Outcome<()> {
    if let (Some(path), Some(receipt)) = (&args.receipt, receipt) {
        context.printer.file(path, receipt.to_json().as_bytes())?;
    }
    Ok(())
}
