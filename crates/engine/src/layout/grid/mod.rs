//! Tables that use extensions (spec 20.2): rows as high as their texts, groups, carried sums.
//!
//! ```text
//! TableRows ──blocks──> blocks of rows that share a page ──pages──> slices, one per page
//! ```
//!
//! Tables without extensions never come here; `fixed` places them.

mod blocks;
mod groups;
mod names;
mod pages;
mod rows;
#[cfg(test)]
mod tests;
mod widths;

pub(super) use pages::{place, whole};
