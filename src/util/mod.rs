//! Small helpers that belong to no stage.

pub mod hash;
#[cfg(feature = "mail")]
pub(crate) mod time_filter;
pub(crate) mod timestamp;
