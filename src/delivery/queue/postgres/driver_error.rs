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
        Problem::new(codes::QUEUE_UNAVAILABLE, message).advice(advice(error.code())).into()
    }
}

/// The next step after an error.
fn advice(state: Option<&SqlState>) -> &'static str {
    match state {
        Some(&SqlState::INVALID_CATALOG_NAME) => {
            "create the database that the URL names, for example with `createdb`; its tables are made at first use"
        }
        Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION | &SqlState::INVALID_PASSWORD) => {
            "check user and password in the URL of the database"
        }
        Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
            "give the user of the URL the right to make a schema in the database: \
             `GRANT CREATE ON DATABASE … TO …`"
        }
        _ => "check the URL of the database, and whether its server runs and has room",
    }
}

/// The result of a step that may be taken later: `false` where it failed in one of these states.
pub(super) fn or_later(step: Result<bool, Error>, states: &[SqlState]) -> error::Result<bool> {
    match step {
        Err(error) if error.code().is_some_and(|code| states.contains(code)) => Ok(false),
        step => Ok(step?),
    }
}
