//! The validator.

use std::error::Error;

use boon::{Compiler, Draft, Schemas, UrlLoader};
use serde_json::Value as Json;

use super::faults::Faults;
use super::pieces::Pieces;
use super::spelling::Spelt;
use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// Name of the schema inside the validator.
const NAME: &str = "schema:///data";

/// A compiled schema.
pub(super) struct Compiled {
    schemas: Schemas,
    pieces: Pieces,
}

/// Loads nothing.
struct Nothing;

impl UrlLoader for Nothing {
    fn load(&self, _: &str) -> std::result::Result<Json, Box<dyn Error>> {
        Err("nothing is fetched".into())
    }
}

impl Compiled {
    pub(super) fn new(schema: &Json, file: &str) -> Result<Self> {
        let invalid = |error: &boon::CompileError| problem(error, file);
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        compiler.use_loader(Box::new(Nothing));
        compiler.enable_format_assertions();
        compiler.add_resource(NAME, schema.clone()).map_err(|error| invalid(&error))?;
        // The whole of it, so that what is wrong is said of it and not of its pieces.
        compiler.compile(NAME, &mut schemas).map_err(|error| invalid(&error))?;
        let pieces = Pieces::new(schema, NAME, &mut compiler, &mut schemas);
        Ok(Self { pieces: pieces.map_err(|error| invalid(&error))?, schemas })
    }

    /// Faults against the schema: the first `most`, and the number of all.
    pub(super) fn faults(
        &self,
        data: &Spelt<'_>,
        schema: &Json,
        most: usize,
    ) -> (Vec<Problem>, usize) {
        let mut faults = Faults::new(most);
        self.pieces.check(data, schema, &self.schemas, &mut faults);
        (faults.found, faults.count)
    }
}

/// Why a schema is none.
fn problem(error: &boon::CompileError, file: &str) -> Problem {
    use boon::CompileError as E;
    let invalid = |message: String| Problem::new(codes::SCHEMA_INVALID, message).file(file);
    match error {
        E::LoadUrlError { url, .. } | E::UnsupportedUrlScheme { url } => {
            let url = url.strip_prefix("schema:///").unwrap_or(url);
            invalid(format!("the schema refers to {}, and nothing is fetched", quoted(url)))
                .advice("put what it refers to under `$defs`, and refer to `#/$defs/NAME`")
        }
        E::ValidationError { src, .. } => {
            let mut deepest = src;
            while let Some(cause) = deepest.causes.first() {
                deepest = cause;
            }
            invalid(format!("the schema is not a JSON Schema: {}", deepest.kind))
                .pointer(deepest.instance_location.to_string())
                .advice("see JSON Schema, draft 2020-12")
        }
        other => invalid(format!("the schema is not a JSON Schema: {other}"))
            .advice("see JSON Schema, draft 2020-12"),
    }
}
