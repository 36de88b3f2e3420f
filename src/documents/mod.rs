//! Documents of stored templates: from the name of a template and data to a PDF.
//!
//! ```text
//! argument ─┐
//!           ├─> TemplateSource ─read─> LoadedTemplate ─compile─> CompiledTemplate ─┐
//! request  ─┘                                                                      ├─> Document
//!                                                                   data, Timestamp ─┘
//! ```
//!
//! There is one way from a name to a document: a command that names a template
//! ([`TemplateSource::of_argument`]) and a request that carries one
//! ([`TemplateSource::of_request`]) meet in the source. A [`Generator`] keeps fonts, limits and
//! compiled templates, and reads a template again when its file changes.

pub(crate) mod cache;
pub(crate) mod fonts;
mod generator;
mod host;
mod library;
mod limits;
mod mail_options;
mod name;
pub(crate) mod shipped;
mod source;
mod stamp;
mod template;
mod texts;

pub use generator::{DocumentOptions, Generator};
pub use host::Machine;
#[cfg(feature = "mail")]
pub(crate) use host::random_bytes;
pub use library::LoadedLibrary;
pub use limits::Limits;
pub use mail_options::{MailOptions, mail_options};
pub use name::TemplateName;
pub use source::TemplateSource;
pub use template::{CompiledTemplate, LoadedTemplate, TemplateFiles};
pub use texts::{FOLDER as TEXTS_FOLDER, SharedTexts, TextsFile};

/// The version of the program, on which the bytes of a document depend.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");
