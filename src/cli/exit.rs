//! How the program ends.

use std::process::ExitCode;

use crate::problem::{Blame, Code, Problem};

/// The exit codes; `docs/cli.md` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Unexpected failure: the disk, or a bug.
    Failed = 1,
    /// Wrong usage, settings and fonts included.
    Usage = 2,
    /// The template was not found or is not valid.
    Template = 3,
    /// The data does not fit the template, or a limit was exceeded.
    Data = 4,
    /// Mail was refused or not sent.
    Mail = 5,
    /// A batch ended with some rows failed.
    Batch = 6,
    /// `check`, `test`, `diff --exit-code`, `verify`, `template fmt --check` or `doctor` found
    /// something.
    Findings = 7,
}

impl From<&Problem> for Exit {
    fn from(problem: &Problem) -> Self {
        match (problem.code, problem.blame()) {
            (Code::NotCanonical, _) => Self::Findings,
            (
                Code::InvalidEmail
                | Code::InvalidMessage
                | Code::RecipientNotAllowed
                | Code::TooManyRecipients
                | Code::MailRefused
                | Code::MailUnavailable
                | Code::MailUnusable
                | Code::DeliveryUnknown,
                _,
            ) => Self::Mail,
            (Code::BatchFailed, _) => Self::Batch,
            (Code::QueueUnavailable, _) => Self::Failed,
            (_, Blame::Config) => Self::Usage,
            (_, Blame::Template) => Self::Template,
            (_, Blame::Data) => Self::Data,
            (_, Blame::Package) => Self::Failed,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
