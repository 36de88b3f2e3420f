//! The tests that look at the whole: one binary, a module per question asked.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

// Asked here:
mod batch;
mod check;
mod cli;
mod codes;
mod contract;
mod doubtful;
mod drawings;
mod format;
mod golden;
mod judges;
mod laws;
mod mail;
mod pictures;
mod queue;
mod readme;
mod robustness;
mod samples;
mod serve;
mod words;
mod worker;

// Shared by them:
mod documents;
mod fixed_font;
mod project;
mod reference;
mod snapshot;
mod tools;
