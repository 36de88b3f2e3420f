//! The objects of PDF files: letterheads, and documents that are signed or whose signatures are verified.
//!
//! A small, strict reader: it takes what the standard allows, compressed tables and objects
//! included, and nothing that is damaged. How much a file may make it read is bounded, whatever is
//! in the file.

mod file;
mod filter;
mod syntax;

pub use file::{File, Limits, Section, is_type};

/// Why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// For this reason, in words that follow "it cannot be read: …".
    Broken(&'static str),
    /// It has more of something than is read.
    TooLarge(&'static str),
    /// It needs a password.
    Encrypted,
}

/// What is read of a file, or why it is not.
pub type Read<T> = std::result::Result<T, Flaw>;
