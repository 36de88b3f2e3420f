//! Receipts of the documents of a batch.

use super::args::BatchArgs;
use crate::delivery::batch::{Batch, Made, OutputFolder, ReadRow};
use crate::documents::receipt::{Document, PrivateKey};
use engine::problem::Result;

/// Destination of receipts.
pub(super) struct Receipts {
    folder: OutputFolder,
    key: Option<PrivateKey>,
    /// The name of the template.
    template: String,
}

impl Receipts {
    /// Opens the receipts that were asked for. An unusable key is reported before anything is
    /// written.
    pub(super) fn open(args: &BatchArgs, template: &str) -> Result<Option<Self>> {
        let Some(folder) = &args.receipts else { return Ok(None) };
        let key = args.receipt_key.as_deref().map(PrivateKey::read).transpose()?;
        Ok(Some(Self { folder: OutputFolder::open(folder)?, key, template: template.to_owned() }))
    }

    /// Writes the receipt of a document: `invoice.receipt.json` of `invoice.pdf`.
    pub(super) fn write(&self, batch: &Batch<'_>, read: &ReadRow<'_>, made: &Made) -> Result<()> {
        let document = Document::of(&made.document);
        let mut receipt = batch.generator.receipt(
            &batch.compiled,
            read.value,
            &self.template,
            batch.document_options(),
            document,
        );
        if let Some(key) = &self.key {
            receipt.sign(key);
        }
        let stem = made.file.strip_suffix(".pdf").unwrap_or(&made.file);
        self.folder.write(&format!("{stem}.receipt.json"), receipt.to_json().as_bytes())
    }
}
