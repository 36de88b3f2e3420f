//! Conversion of PostgreSQL errors to problems.

use std::error::Error as _;

use postgres::Error;
use postgres::error::SqlState;

use crate::delivery::codes;
use crate::delivery::queue::error::{self, DatabaseError};
use engine::problem::Problem;

/// Errors that PostgreSQL reports are `queueUnavailable`.
impl From<Error> for DatabaseError {
    fn from(error: Error) -> Self {
        let what = match (error.as_db_error(), error.source()) {
            (Some(answer), _) => answer.message().to_owned(),
            (None, Some(cause)) => format!("{error}: {cause}"),
            (None, None) => error.to_string(),
        };
        let what = what.trim_end_matches('.').to_owned();
        let message = format!("the database of requests cannot be used: {what}");
        Problem::new(codes::QUEUE_UNAVAILABLE, message)
            .advice("check the URL of the database, and whether its server runs and has room")
            .into()
    }
}

/// The result of a step that may be taken later: `false` where it failed in one of these states.
pub(super) fn or_later(step: Result<bool, Error>, states: &[SqlState]) -> error::Result<bool> {
    match step {
        Err(error) if error.code().is_some_and(|code| states.contains(code)) => Ok(false),
        step => Ok(step?),
    }
}
