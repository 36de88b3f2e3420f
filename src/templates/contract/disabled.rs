//! Stands for the validator in programs without it: a schema must not be ignored.

use serde_json::Value as Json;

use super::spelling::Spelt;
use crate::templates::codes;
use engine::problem::{Problem, Result};

pub(super) struct Compiled;

impl Compiled {
    pub(super) fn new(_: &Json, file: &str) -> Result<Self> {
        let message = "this program was built without schemas, and there is one for the data";
        Err(Problem::new(codes::SCHEMA_INVALID, message)
            .file(file)
            .advice("build it with the feature `contract`"))
    }

    #[expect(clippy::unused_self, reason = "as the validator has it")]
    pub(super) fn faults(&self, _: &Spelt<'_>, _: &Json, _: usize) -> (Vec<Problem>, usize) {
        (Vec::new(), 0)
    }
}
