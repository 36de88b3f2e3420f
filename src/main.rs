//! The `reportctl` command: parse, run, exit code.

use std::process::ExitCode;

/// Returns the memory of large requests to the system: a service must not keep what its largest
/// documents took.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    reportctl::cli::run(std::env::args_os()).into()
}
