//! The tests that look at the whole: one binary, a module per question asked.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

mod conformance;
mod fixed_font;
