//! What a template takes from the data and the data does not have (spec 5, 7.6, 8).
//!
//! A [`Plan`] is made once per template and applied to any number of data. With data that has
//! everything, applying it costs one lookup per path: conditions are evaluated only for a path that
//! was not found, to learn whether the place that takes it is reached at all.
//!
//! [`plan`] collects the paths, [`view`] looks them up, [`guards`] knows the conditions they stand
//! under, [`lookup`] puts these together. [`needs`] says what the template needs of any data.

mod guards;
mod lookup;
mod needs;
mod places;
mod plan;
mod view;

pub(super) use lookup::{Suspicions, check_text};
pub(super) use needs::needs_of_text;
pub(super) use plan::Plan;
