//! The contract of the data of a template: a JSON Schema beside it, and types for programs.
//!
//! `invoice.schema.json` beside `invoice.json` says what data must look like. Every front end holds
//! data against it before anything is rendered. It stands alone: a `$ref` that leads out of the file
//! is refused, and nothing is ever fetched. `reportctl schema TEMPLATE` writes one to start from.

#[cfg(not(feature = "contract"))]
#[path = "disabled.rs"]
mod compiled;
#[cfg(feature = "contract")]
mod compiled;
#[cfg(feature = "contract")]
mod faults;
#[cfg(feature = "contract")]
mod origin;
#[cfg(feature = "contract")]
mod pieces;
mod spelling;
pub mod types;
mod typos;

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::base::files;
use crate::base::hash::sha256;
use crate::data::encoding::{Origin, decode};
use crate::data::json;
use crate::templates::codes;
use engine::pointer::unescaped;
use engine::problem::{Problem, Result};
use engine::value::Value;
use spelling::Spelt;

/// Suffix of the name of a schema, instead of `.json`.
pub const SUFFIX: &str = ".schema.json";

/// Largest schema, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// Maximum number of problems listed in a refusal, the first one included.
const MOST_LISTED: usize = 100;
/// Maximum number of problems when data is checked without making a document.
const MOST_CHECKED: usize = 10_000;

/// A schema, ready to validate data.
pub struct Contract {
    file: String,
    /// SHA-256 of its file, in hexadecimal.
    pub hash: String,
    schema: Json,
    /// Length of the schema as compact JSON.
    bytes: usize,
    compiled: compiled::Compiled,
}

/// The file of a schema as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaFile {
    /// The file, as messages name it.
    pub file: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl SchemaFile {
    /// Reads a file, without looking into it; nothing where there is no such file.
    ///
    /// # Errors
    /// `schemaInvalid` where it cannot be read.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        // A shell makes the file before `reportctl schema invoice > invoice.schema.json` fills it.
        if !path.metadata().is_ok_and(|about| about.is_file() && about.len() > 0) {
            return Ok(None);
        }
        let unreadable = |problem: Problem| Problem { code: codes::SCHEMA_INVALID, ..problem };
        let bytes = files::read_regular(path, MAX_BYTES).map_err(unreadable)?;
        Ok(Some(Self { file: files::display_name(path), bytes }))
    }
}

/// Path of the schema of a template file, if it has one.
pub fn beside(template: &Path) -> Option<PathBuf> {
    let stem = template.file_stem()?.to_str()?;
    (stem != "-").then(|| template.with_file_name(format!("{stem}{SUFFIX}")))
}

impl Contract {
    /// Reads a schema; nothing where there is no such file.
    ///
    /// # Errors
    /// `schemaInvalid` where it is not a valid schema.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        SchemaFile::read(path)?.map(|file| Self::of_file(&file)).transpose()
    }

    /// Compiles the schema of a file.
    ///
    /// # Errors
    /// `schemaInvalid` where it is not a valid schema.
    pub fn of_file(file: &SchemaFile) -> Result<Self> {
        let origin = Origin { code: codes::SCHEMA_INVALID, name: &file.file };
        let text = decode(file.bytes.clone(), origin)?;
        let schema =
            serde_json::from_str(&text).map_err(|error| json::explain(&text, &error, origin))?;
        Ok(Self { hash: sha256(text.as_bytes()), ..Self::new(schema, &file.file)? })
    }

    /// Compiles a schema. Messages call it `file`.
    ///
    /// # Errors
    /// `schemaInvalid` where it is not a valid schema, and where it refers to another one.
    pub fn new(schema: Json, file: &str) -> Result<Self> {
        let compiled = compiled::Compiled::new(&schema, file)?;
        let text = schema.to_string();
        let hash = sha256(text.as_bytes());
        Ok(Self { file: file.to_owned(), hash, schema, bytes: text.len(), compiled })
    }

    /// Bytes of memory that it takes, roughly.
    pub fn memory(&self) -> usize {
        /// Memory for a byte of the schema: its values, and what they are compiled to.
        const COMPILED: usize = 20;
        COMPILED * self.bytes
    }

    /// The schema as it is written.
    pub fn schema(&self) -> &Json {
        &self.schema
    }

    /// Faults of some data, whose keys are compared with those of the schema as rendering
    /// does: what the schema refuses, as errors; then keys that are probably typos of its own keys, as
    /// warnings. Pointers are those of the data.
    ///
    /// Of many errors the first ten thousand are given, and a last one that counts the others.
    pub fn check(&self, data: &Value) -> Vec<Problem> {
        let (mut refused, count, typos) = self.examined(data, MOST_CHECKED);
        if let Some(more) = count.checked_sub(refused.len()).filter(|more| *more > 0) {
            let message = format!("the data has {more} further values that do not fit its schema");
            let problem = Problem::new(codes::DATA_INVALID, message).detail("further", more);
            refused.push(problem.detail("schema", self.file.as_str()));
        }
        refused.extend(typos);
        refused
    }

    /// The first errors, how many there are, and the warnings.
    fn examined(&self, data: &Value, most: usize) -> (Vec<Problem>, usize, Vec<Problem>) {
        let data = data.to_json();
        let data = Spelt::like(&self.schema, &data);
        let (mut refused, count) = self.compiled.faults(&data, &self.schema, most);
        let mut typos = Vec::new();
        typos::find(&self.schema, &data, &mut typos);
        for problem in refused.iter_mut().chain(&mut typos) {
            problem.details.push(("schema".into(), self.file.as_str().into()));
        }
        (refused, count, typos)
    }

    /// Lets data pass, with warnings.
    ///
    /// # Errors
    /// The first thing that the schema refuses; all are in its detail `further`, and `denied`
    /// counts them.
    pub fn admit(&self, data: &Value) -> Result<Vec<Problem>> {
        let (refused, count, passed) = self.examined(data, MOST_LISTED);
        let mut refused = refused.into_iter();
        let Some(first) = refused.next() else { return Ok(passed) };
        if count == 1 {
            return Err(first);
        }
        let further = refused.take(MOST_LISTED - 1).map(|problem| problem.as_detail());
        let further = Json::Array(further.collect());
        Err(first.detail("denied", count).detail("further", further))
    }
}

/// A pointer as people write paths: `lines[2].amount`.
fn path_of(pointer: &str, data: &Json) -> String {
    let mut path = String::new();
    let mut at = Some(data);
    for part in pointer.split('/').skip(1) {
        let part = unescaped(part);
        match at {
            Some(Json::Array(items)) => {
                path.push_str(&format!("[{part}]"));
                at = part.parse::<usize>().ok().and_then(|index| items.get(index));
            }
            _ => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&part);
                at = at.and_then(|value| value.get(&*part));
            }
        }
    }
    path
}
