//! DATE (spec 7.8): points in time, read and written in UTC.

mod free;
mod letters;
mod pattern;

pub use free::{Written, read_free, read_written};
pub(super) use letters::pattern_letters;
pub use pattern::Pattern;

pub use reportctl_base::calendar::{Civil, Timestamp, civil};
