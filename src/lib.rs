//! Reports from json-pdf-designer templates.

pub mod budget;
pub mod font;
pub mod problem;
pub mod units;
pub mod value;
