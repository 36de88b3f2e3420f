//! Failures of commands.

use engine::problem::{Code, Problem};

use super::exit::Exit;

/// An early end of a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Problems that somebody can fix; never empty.
    Problems(Vec<Problem>),
    /// An unexpected failure, with its causes.
    Unexpected(anyhow::Error),
}

/// Result of a command.
pub(crate) type Outcome<T = Exit> = Result<T, Failure>;

impl Failure {
    /// The problems to report, the most important first.
    pub(crate) fn into_problems(self) -> Vec<Problem> {
        match self {
            Self::Problems(problems) => problems,
            Self::Unexpected(error) => vec![Problem::new(Code::Internal, format!("{error:#}"))],
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Problems(vec![problem])
    }
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Problems(problems)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Unexpected(error)
    }
}
