//! Types that all crates of reportctl share.
//!
//! * [`value`]: JSON values of sixteen bytes, and reading them; [`mod@pointer`]: their places.
//! * [`number`], [`calendar`], [`units`], [`color`], [`path`]: numbers as digits, points in time,
//!   lengths, colours, outlines.
//! * [`problem`], [`suggest`]: errors, the role that can fix them, and probable meanings.
//! * [`budget`]: limits of one render. [`executor`]: parallel execution of several jobs.
//! * [`deflate`]: compression of streams.
//! * [`library`]: files that templates name. [`choice`]: names that keys of templates may hold.
//!
//! Invariant: `base` knows no other crate of reportctl: no expression, no font, no field of a
//! template. It is pure: no file, clock, environment, network or thread.

pub mod blank;
pub mod budget;
pub mod calendar;
pub mod choice;
pub mod color;
pub mod deflate;
pub mod executor;
pub mod library;
pub mod number;
pub mod path;
pub mod pointer;
pub mod problem;
pub mod suggest;
pub mod units;
pub mod value;

pub use budget::Budget;
pub use executor::Executor;
pub use library::Library;
pub use problem::{Blame, Code, Problem};
pub use value::Value;
