//! YAML: a list, or several documents. Read as a whole.

use std::io::Read;
use std::sync::Arc;

use super::{Content, Each, Input, LARGEST_YAML, RawRow};
use crate::data::codes;
use crate::data::{encoding, yaml};
use engine::problem::{Problem, Result};
use engine::value::Value;

pub(super) fn read(input: &Input) -> Result<Vec<Value>> {
    let origin = input.origin();
    let mut bytes = Vec::new();
    let read = input.reader()?.take(LARGEST_YAML + 1).read_to_end(&mut bytes);
    read.map_err(|error| input.unreadable(&error))?;
    if bytes.len() as u64 > LARGEST_YAML {
        return Err(origin
            .problem(&format!("it is larger than {} MB", LARGEST_YAML >> 20))
            .advice("YAML is read as a whole; use NDJSON or CSV for so much data"));
    }
    let text = encoding::decode(bytes, origin)?;
    let mut documents = yaml::read_all(&text, origin)?;
    // An empty document, for example after a closing `---`.
    documents.retain(|document| !document.is_null());
    let has_path = !input.path.segments().is_empty();
    match <[Value; 1]>::try_from(documents) {
        Ok([document]) => list(document, input),
        Err(_) if has_path => {
            Err(Problem::new(codes::USAGE, "a path leads into one document only")
                .advice("leave `--path` out; every document is a row"))
        }
        Err(documents) => Ok(documents),
    }
}

/// The list of rows inside the one document there is.
fn list(document: Value, input: &Input) -> Result<Vec<Value>> {
    let found = if input.path.segments().is_empty() {
        Some(document)
    } else {
        input.path.lookup(&document).cloned()
    };
    match found {
        Some(Value::Array(rows)) => Ok(rows.into_iter().collect()),
        Some(other) => Err(super::array::not_a_list(other.type_phrase(), input)),
        None => Err(super::array::not_found(&[], input)),
    }
}

pub(super) fn rows(values: &Arc<[Value]>, each: Each<'_>) {
    for (index, number) in (0..values.len()).zip(1..) {
        let content = Content::Value { all: Arc::clone(values), index };
        if each(RawRow { number, content }).is_break() {
            return;
        }
    }
}
