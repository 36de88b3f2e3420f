//! The HTTP service: as a function, and on a real port; what touches the database, on both databases.

#[macro_use]
pub(crate) mod service;

mod app;
pub(crate) mod client;
mod data_sets;
mod documents;
mod einvoice;
mod faults;
mod hostile;
#[cfg(target_os = "linux")]
mod isolation;
mod library;
mod links;
mod operations;
mod port;
mod preview;
mod push;
mod reports;
mod template_source;
#[cfg(feature = "object-storage")]
mod template_zip;
mod templates;
mod token_rotation;
mod tokens;
mod versions;
mod webhooks;
