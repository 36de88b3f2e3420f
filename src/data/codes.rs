//! Codes of problems: data files.

use engine::problem::Code;

pub use crate::base::codes::*;

engine::codes! {
    /// A data file is missing or cannot be read.
    DATA_UNREADABLE "dataUnreadable" Data
        "Check the path, the permissions and the format of the data file.",
    /// An empty cell of a table of rows whose value the template shows.
    EMPTY_VALUE "emptyValue" Data
        "Fill the cell, or guard the value with a condition.",
    /// A row of a batch that cannot be used.
    INVALID_ROW "invalidRow" Data
        "Correct the row that the message names.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::signatures::codes::all().chain(OWN.iter().copied())
}
