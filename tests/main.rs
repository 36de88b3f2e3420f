//! The tests that look at the whole: one binary, a module per question asked.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

// Asked here:
mod check;
mod cli;
mod conformance;
mod golden;
mod judges;
mod laws;
mod readme;
mod robustness;
mod samples;

// Shared by them:
mod documents;
mod fixed_font;
mod project;
mod tools;
