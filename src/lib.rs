//! Reports from json-pdf-designer templates.

pub mod budget;
pub mod expr;
pub mod problem;
pub mod units;
pub mod value;
