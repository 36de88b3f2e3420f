//! Templates from a git repository or a ZIP file elsewhere: each new version is compiled and checked before it replaces
//! the one in use.

#[cfg(feature = "mail")]
mod follow;
#[cfg(feature = "mail")]
mod git_source;
mod settings;
#[cfg(feature = "mail")]
mod source;
#[cfg(feature = "object-storage")]
mod zip_source;

#[cfg(feature = "mail")]
pub use follow::{FollowedTemplates, Following, ReplacedTemplates};
pub use settings::{DEFAULT_REFERENCE, RemoteSettings};
