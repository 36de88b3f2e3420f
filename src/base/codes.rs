//! Codes of problems: files and the command line.

use engine::problem::Code;

engine::codes! {
    /// The command was called wrongly.
    USAGE "usage" Config
        "See `--help` of the command.",
    /// Reading, writing or another call of the operating system failed.
    IO "io" Package
        "Check permissions and free space of the path in the message, then repeat.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().chain(OWN.iter().copied())
}
