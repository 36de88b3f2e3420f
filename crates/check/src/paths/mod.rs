//! What a template takes from the data and the data does not have (spec 5, 7.6, 8).
//!
//! The template says what each of its texts sees ([`Scopes`]); nothing of that is known here. With data
//! that has everything, a search costs one lookup per path: conditions are evaluated only for a path
//! that was not found, to learn whether the place that takes it is reached at all.
//!
//! [`uses`] goes through expressions, [`view`] looks paths up, [`lookup`] puts these together.
//! [`needs`] says what the template needs of any data.
//!
//! [`Scopes`]: reportctl_engine::template::scopes::Scopes

mod lookup;
mod needs;
mod places;
mod uses;
mod view;

pub(super) use lookup::{Suspicions, check, check_text};
pub(super) use needs::{needs, needs_of_text};
