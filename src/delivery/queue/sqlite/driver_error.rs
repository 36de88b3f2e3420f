//! Conversion of SQLite errors to problems.

use rusqlite::{Error, ErrorCode};

use crate::delivery::codes;
use crate::delivery::queue::error::DatabaseError;
use engine::problem::Problem;

/// Errors that SQLite reports are `queueUnavailable`.
impl From<Error> for DatabaseError {
    fn from(error: Error) -> Self {
        let unavailable = |what: &str| {
            let message = format!("the database of requests cannot be used: {what}");
            Problem::new(codes::QUEUE_UNAVAILABLE, message)
        };
        let problem = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                unavailable("another program has locked it for too long")
                    .advice("try again; do not open it with other programs while work goes on")
            }
            Some(ErrorCode::DiskFull) => unavailable("the disk is full").advice("make room on it"),
            Some(ErrorCode::ReadOnly) => {
                unavailable("it is read-only").advice("check the permissions of its folder")
            }
            Some(ErrorCode::CannotOpen) => {
                unavailable("it cannot be opened").advice("check the permissions of its folder")
            }
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                unavailable(&format!("it is damaged or not a database ({error})")).advice(
                    "restore a copy, or move it away with the files beside it whose names \
                         begin with its name; a new one is made when there is none",
                )
            }
            _ => unavailable(&error.to_string()),
        };
        problem.into()
    }
}
