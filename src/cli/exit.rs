//! Exit codes.

use std::process::ExitCode;

use crate::serve::codes;
use engine::problem::{Blame, Problem};

/// The exit codes; `docs/cli.md` lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
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
    /// `check`, `test`, `diff --exit-code`, `verify`, `einvoice check`, `template fmt --check` or `doctor` found
    /// something.
    Findings = 7,
}

impl From<&Problem> for Exit {
    fn from(problem: &Problem) -> Self {
        match (problem.code, problem.blame()) {
            (codes::NOT_CANONICAL, _) => Self::Findings,
            (
                codes::INVALID_EMAIL
                | codes::INVALID_MESSAGE
                | codes::RECIPIENT_NOT_ALLOWED
                | codes::TOO_MANY_RECIPIENTS
                | codes::MAIL_REFUSED
                | codes::MAIL_UNAVAILABLE
                | codes::MAIL_UNUSABLE
                | codes::DELIVERY_UNKNOWN,
                _,
            ) => Self::Mail,
            (codes::BATCH_FAILED, _) => Self::Batch,
            (codes::QUEUE_UNAVAILABLE | codes::ARCHIVE_UNAVAILABLE, _) => Self::Failed,
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
