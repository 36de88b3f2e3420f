//! Going through the rows of a data file: on several threads and back in order, what people call
//! a row, and what is found in many of them.

mod check;
mod findings;
pub(crate) mod parallel;

use crate::data::codes;
use crate::data::rows::{Input, RawRow};
use engine::problem::{Code, Problem, Result, quoted};
use engine::value::Value;

pub(crate) use check::check_rows;
pub(crate) use findings::Findings;

/// A row that was read.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its number, from 1.
    pub number: u64,
    /// Label for people, as far as it could be read.
    pub key: Option<String>,
}

/// Keys of rows that people probably know them by.
const USUAL_KEYS: [&str; 6] = ["id", "key", "number", "code", "email", "name"];

/// The empty cells of a row of a table that the template shows: such a cell is a value, but was
/// probably forgotten. `known` are the findings with them, `missing` finds those without.
pub(crate) fn empty_cells(
    raw: &RawRow,
    value: &Value,
    known: &[Problem],
    missing: impl Fn(&Value) -> Result<Vec<Problem>>,
) -> Result<Vec<Problem>> {
    let Some(filled) = raw.without_empty_cells(value) else { return Ok(Vec::new()) };
    let is_empty = |problem: &Problem| {
        problem.code == Code::MissingPath
            && !known.iter().any(|known| known.message == problem.message)
    };
    Ok(missing(&filled)?.into_iter().filter(is_empty).map(empty_cell).collect())
}

/// Maps missing values of a row without its empty cells to the row with them.
fn empty_cell(problem: Problem) -> Problem {
    let cell = problem.get("path").or_else(|| problem.get("missing"));
    let cell = cell.and_then(|cell| cell.as_str()).map(quoted);
    let message = match cell {
        Some(name) => format!("the cell {name} is empty"),
        None => "a cell is empty".to_owned(),
    };
    let (field, pointer, file) = (problem.field, problem.pointer, problem.file);
    Problem { field, pointer, file, ..Problem::warning(codes::EMPTY_VALUE, message) }
}

/// An input without rows.
pub(crate) fn no_rows(input: &Input) -> Problem {
    let name = quoted(input.name());
    Problem::new(codes::DATA_UNREADABLE, format!("there are no rows in {name}")).file(input.name())
}

/// Probable label of a row.
pub(crate) fn usual_key(value: &Value) -> Option<String> {
    let object = value.as_object()?;
    USUAL_KEYS.iter().find_map(|key| match object.get_folded(key)?.1 {
        Value::Text(text) => Some(text.to_string()),
        Value::Number(number) => Some(engine::value::number_to_json(*number).to_string()),
        _ => None,
    })
}
