//! Services that the engine asks its caller for while it makes a document: it reads nothing itself.

use crate::format::Relationship;
use crate::problem::Problem;
use crate::resolve::einvoice::MappedInvoice;

/// A file that belongs to a document, made from the same data.
#[derive(Debug, Clone, PartialEq)]
pub struct CompanionFile {
    /// Its name, without folders.
    pub name: String,
    pub mime_type: &'static str,
    pub bytes: Vec<u8>,
    /// Embedding in the document; `None` for a file of its own.
    pub embedding: Option<Embedding>,
    /// Terms with the values that it says, for texts of pages that print them.
    pub values: Vec<(&'static str, String)>,
    pub warnings: Vec<Problem>,
}

/// Embedding of a file in a document: an associated file of PDF/A-3, which the metadata names.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedding {
    pub relationship: Relationship,
    /// Description that readers show.
    pub description: String,
    pub metadata: MetadataSchema,
}

/// Properties in the XMP metadata of a document, with the schema that PDF/A demands of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetadataSchema {
    pub name: &'static str,
    pub namespace: &'static str,
    pub prefix: &'static str,
    pub properties: Vec<MetadataProperty>,
}

/// A text property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetadataProperty {
    pub name: &'static str,
    pub value: String,
    pub description: &'static str,
}

/// Random bytes, secrets and e-invoices from the caller of the engine. Each may be missing.
pub trait Host: Sync {
    /// Random bytes for the keys of one document, which were given to no one before.
    fn entropy(&self) -> Option<[u8; 32]> {
        None
    }

    /// The secret of the installation that a template names.
    fn secret(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// The e-invoice of a document, made and checked; nothing where the caller makes none.
    ///
    /// # Errors
    /// Reasons why there is no such invoice; never empty.
    fn einvoice(&self, invoice: &MappedInvoice) -> Result<Option<CompanionFile>, Vec<Problem>> {
        let _ = invoice;
        Ok(None)
    }
}

/// A caller that has nothing to give.
pub struct NoHost;

impl Host for NoHost {}
