//! Templates: where they are kept, how they are read with all that belongs to them, and what their
//! data must look like.
//!
//! ```text
//! argument ─┐
//!           ├─> TemplateSource ─read─> LoadedTemplate ─compile─> CompiledTemplate
//! request  ─┘
//! ```
//!
//! There is one way from a name to a template: a command that names one
//! ([`TemplateSource::of_argument`]) and a request that carries one
//! ([`TemplateSource::of_request`]) meet in the source.

#[cfg(feature = "mail")]
pub(crate) mod bundle;
pub(crate) mod cache;
pub mod codes;
pub mod contract;
pub(crate) mod fonts;
mod history;
mod library;
mod mail_options;
mod name;
mod named;
#[cfg(feature = "serve")]
pub(crate) mod push;
pub mod remote;
#[cfg(feature = "mail")]
mod repository_check;
pub(crate) mod revision;
mod root;
pub(crate) mod shipped;
mod source;
mod stamp;
pub mod store;
mod template;
pub(crate) mod texts;
pub(in crate::templates) mod version_settings;

#[cfg(feature = "mail")]
pub(crate) use bundle::TemplateBundle;
pub use fonts::{NamedFont, SettingsFonts};
pub use library::LoadedLibrary;
pub use mail_options::{MailOptions, mail_options};
pub use name::TemplateName;
pub use named::{Named, content_version, template_hash};
#[cfg(feature = "mail")]
pub(crate) use repository_check::check_repository;
pub use root::{RootVersion, TemplateRoot};
pub use source::TemplateSource;
pub use template::{CompiledTemplate, LoadedTemplate, TemplateFiles};
pub use texts::{SharedTexts, TextsFile};
pub use version_settings::{GitSaves, PushSettings, VersionSettings};
