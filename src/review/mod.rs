//! Comparing documents: two versions of one, and those of test cases with what was accepted.

#[cfg(feature = "raster")]
pub(crate) mod cases;
#[cfg(feature = "raster")]
pub(crate) mod compare;
#[cfg(feature = "raster")]
pub mod diff;
