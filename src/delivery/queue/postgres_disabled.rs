//! The queue in PostgreSQL, in a program that was built without it.

use std::path::Path;
use std::sync::Arc;

use super::Database;
use crate::delivery::settings::DatabaseSource;
use engine::problem::{Code, Problem, Result};

/// # Errors
/// `invalidSetting`, always.
pub(super) fn open(_: DatabaseSource, _: &Path) -> Result<Arc<dyn Database>> {
    Err(Problem::new(Code::InvalidSetting, "this program was built without PostgreSQL")
        .advice("build it with the feature `postgres`, or leave the URL of the database out"))
}
