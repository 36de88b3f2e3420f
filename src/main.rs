//! The `reportctl` command: parse, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    reportctl::cli::run(std::env::args_os()).into()
}
