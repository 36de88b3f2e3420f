//! Tasks of the repository that are more than one command: `cargo run -p xtask -- TASK`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod bench;
mod wasm;

use std::process::ExitCode;

const HELP: &str = "\
usage: cargo run -p xtask -- wasm [--fast]
       cargo run -p xtask -- wasm --check [--rebuild]
       cargo run -p xtask -- bench-record [--quick]
       cargo run -p xtask -- bench-compare BEFORE AFTER

  wasm            builds the engine for the web into designer/src/engine/generated, with the compiler of
                  Debian, unpacked into a cache folder. --fast takes less time, for development only.
  wasm --check    compares the sources with those that the module there was built from; --rebuild builds it
                  again and compares the files.
  bench-record    runs all benchmarks and keeps what they print in benches/runs
  bench-compare   prints the values of two such files side by side
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["wasm"] => wasm::build(wasm::Profile::Full),
        ["wasm", "--fast"] => wasm::build(wasm::Profile::Fast),
        ["wasm", "--check"] => wasm::check(),
        ["wasm", "--check", "--rebuild"] => wasm::check_by_building(),
        ["bench-record"] => bench::record(false),
        ["bench-record", "--quick"] => bench::record(true),
        ["bench-compare", before, after] => bench::compare(before, after),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
