//! Reports from json-pdf-designer templates.

pub mod budget;
pub mod problem;
pub mod units;
pub mod value;

#[cfg(feature = "cli")]
pub mod data;
#[cfg(feature = "cli")]
pub mod files;
#[cfg(feature = "cli")]
pub mod store;
