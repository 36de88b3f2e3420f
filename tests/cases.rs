//! Test cases that are files: each is a test with a name of its own.
//!
//! * `conformance/…`: a vector of `tests/conformance/*.json`, through the library; `program/…`: the
//!   same through the program, where it can be written as a command.
//! * `layout/…`: a folder of `tests/cases` with a template, data and the pages that they give.
//! * `template/…`: a shipped template with its smallest data; its page model is in `tests/golden`.
//!
//! `cargo test --test cases pagination` runs those whose name has `pagination` in it.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

mod conformance;
mod layout;

// Shared with `main.rs`, which uses the rest of them.
#[allow(dead_code)]
mod documents;
mod fixed_font;
#[allow(dead_code)]
mod project;
mod reference;
#[allow(dead_code)]
mod snapshot;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut cases = conformance::cases();
    cases.extend(layout::cases());
    libtest_mimic::run(&arguments, cases).exit();
}

/// A test that fails with a message instead of a panic.
fn case(name: String, run: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name, move || run().map_err(Failed::from))
}
