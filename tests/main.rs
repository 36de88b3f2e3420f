//! The tests that look at the whole: one binary, a module per question.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

// Asked here:
mod batch;
mod check;
mod cli;
#[cfg(target_os = "linux")]
mod clocks;
mod codes;
mod contract;
mod danfse;
mod drawings;
mod external_tools;
mod format;
mod golden;
mod lawful;
mod layers;
mod letterheads;
mod locale;
mod mail;
mod navigation;
mod packaging;
mod pictures;
mod properties;
mod queue;
mod readme;
mod robustness;
mod samples;
mod serve;
mod vectors;
mod warnings;
mod words;
mod worker;

// Shared by them:
mod documents;
mod fixed_font;
mod processor_time;
mod project;
mod reference;
mod snapshot;
mod thorough;
mod tools;
