//! Small helpers that belong to no stage.

pub mod hash;
pub(crate) mod printable;
pub(crate) mod shelf;
#[cfg(feature = "mail")]
pub(crate) mod time_filter;
pub(crate) mod timestamp;
