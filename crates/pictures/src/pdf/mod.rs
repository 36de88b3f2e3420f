//! The objects of PDF files: letterheads, and documents that are signed or whose signatures are verified.
//!
//! A small, strict reader: it takes all forms of the standard, compressed tables and objects
//! included, but nothing that is damaged. The amount that a file may make it read is bounded,
//! whatever is in the file.

mod file;
mod filter;
mod syntax;

pub use file::{File, Limits, Section, is_type};

/// Reason why a file is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// For this reason, in words that follow "it cannot be read: …".
    Broken(&'static str),
    /// It has more of something than is read.
    TooLarge(&'static str),
    /// It needs a password.
    Encrypted,
}

/// Result of reading a file, or the reason why it is not read.
pub type Read<T> = std::result::Result<T, Flaw>;
