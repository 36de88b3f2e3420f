//! Documents of templates and data, and receipts that say what they were made of.
//!
//! A [`Generator`] keeps fonts, limits and compiled templates, and reads a template again when its file
//! changes.

pub mod codes;
mod generator;
mod host;
mod limits;
pub(crate) mod receipt;
mod settings;
#[cfg(feature = "signatures")]
mod signed;
pub(crate) mod tables;

pub use generator::{DocumentOptions, Generator};
pub use host::Machine;
#[cfg(any(feature = "mail", feature = "receipts"))]
pub(crate) use host::einvoice;
#[cfg(feature = "mail")]
pub(crate) use host::random_bytes;
pub use limits::Limits;
pub use settings::Settings;
#[cfg(feature = "signatures")]
pub(crate) use signed::signed;

/// Watermark of drafts.
pub(crate) const DRAFT: &str = "DRAFT";

/// Refuses a document whose template asks for a signature.
///
/// # Errors
/// `signingFailed`.
#[cfg(not(feature = "signatures"))]
pub(crate) fn refuse_to_sign(document: &engine::render::Document) -> engine::problem::Result<()> {
    use engine::problem::Problem;
    let Some(request) = &document.signature else { return Ok(()) };
    let code = crate::signatures::codes::SIGNING_FAILED;
    let message =
        format!("the field `{}` is to be signed, and this program signs nothing", request.field);
    Err(Problem::new(code, message).advice("use a build with the feature `signatures`"))
}
