//! Conversion of PostgreSQL errors to problems.

use std::error::Error as _;

use postgres::Error;

use crate::delivery::codes;
use crate::delivery::queue::error::DatabaseError;
use engine::problem::Problem;

/// Everything that PostgreSQL reports is `queueUnavailable`.
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
