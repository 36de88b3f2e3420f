//! Failures of a database, on their way to becoming problems.
//!
//! Neither [`Problem`] nor the errors of the drivers belong to this crate, so that the conversion
//! needs a type of its own.

use engine::problem::Problem;

/// Result inside a backend: a problem, made of the driver's error where there was one.
#[derive(Debug)]
pub(super) struct DatabaseError(Problem);

pub(super) type Result<T, E = DatabaseError> = std::result::Result<T, E>;

impl From<Problem> for DatabaseError {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl From<DatabaseError> for Problem {
    fn from(error: DatabaseError) -> Self {
        error.0
    }
}
