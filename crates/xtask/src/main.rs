//! Tasks of the repository that are more than one command: `cargo run -p xtask -- TASK`.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod wasm;

use std::process::ExitCode;

const HELP: &str = "\
usage: cargo run -p xtask -- wasm [--required]

  wasm   checks that the engine compiles for wasm32-unknown-unknown. Takes the standard library of
         the installed toolchain if it has one for that target, else the compiler of Debian, unpacked
         into a cache folder. Where neither can be had it says so and succeeds, unless --required.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["wasm"] => wasm::check(std::env::var_os("REPORTCTL_REQUIRE_TOOLS").is_some()),
        ["wasm", "--required"] => wasm::check(true),
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
