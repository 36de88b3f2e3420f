//! Data that a template takes and the data does not have (spec 5, 7.6, 8).
//!
//! The template defines the scope of each of its texts ([`Scopes`]); nothing of that is known here.
//! With complete data, a search costs one lookup per path: conditions are evaluated only for a path
//! that was not found, to see whether the place that takes it is reached at all.
//!
//! [`uses`] visits expressions, [`view`] looks paths up, [`lookup`] combines these. [`needs`] lists
//! the paths that the template needs of any data.
//!
//! [`Scopes`]: reportctl_engine::template::scopes::Scopes

mod lookup;
mod needs;
mod places;
mod uses;
mod view;

pub(super) use lookup::{Suspicions, check, check_text};
pub(super) use needs::{needs, needs_of_text};
