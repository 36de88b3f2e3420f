//! The validator.

use std::error::Error;

use boon::{CompileError, Compiler, Draft, Schemas, UrlLoader};
use serde_json::Value as Json;

use super::faults::Faults;
use super::pieces::{MAX_PARTS_AT_ONCE, Pieces, PiecesError, number_of_parts};
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
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        compiler.use_loader(Box::new(Nothing));
        compiler.enable_format_assertions();
        compiler.add_resource(NAME, schema.clone()).map_err(|error| problem(&error, file))?;
        // The name of an anchor cannot begin with a hyphen: this validates the schema, and compiles nothing.
        match compiler.compile(&format!("{NAME}#-"), &mut schemas) {
            Err(CompileError::AnchorNotFound { .. }) | Ok(_) => {}
            Err(error) => return Err(problem(&error, file)),
        }
        match Pieces::new(schema, NAME, &mut compiler, &mut schemas) {
            Ok(pieces) => Ok(Self { schemas, pieces }),
            Err(PiecesError::TooManyParts(parts)) => Err(too_many_parts(parts, file)),
            Err(PiecesError::Compile(error)) => {
                // Errors name the whole schema, where that can be compiled, and not its pieces.
                let is_small = number_of_parts(schema) <= MAX_PARTS_AT_ONCE;
                let whole = is_small.then(|| compiler.compile(NAME, &mut schemas).err()).flatten();
                Err(problem(&whole.unwrap_or(error), file))
            }
        }
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

fn too_many_parts(parts: usize, file: &str) -> Problem {
    let message = format!(
        "a part of the schema has {parts} parts that must be compiled together, and at most {MAX_PARTS_AT_ONCE} are"
    );
    Problem::new(codes::SCHEMA_INVALID, message).file(file).advice(
        "use fewer alternatives in `anyOf`, `oneOf`, `not`, `if` and `patternProperties`, and refer to parts by `#/$defs/NAME`",
    )
}

/// The problem of a schema that does not compile.
fn problem(error: &CompileError, file: &str) -> Problem {
    use CompileError as E;
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
