//! Templates from a git repository: each new commit is compiled and checked before it replaces the one in use.

#[cfg(feature = "mail")]
mod follow;
mod settings;

#[cfg(feature = "mail")]
pub use follow::{FollowedTemplates, Following, Polled};
pub use settings::RemoteSettings;
