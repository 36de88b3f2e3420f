//! Data of a document for editors: drawings for the screen, the page model with the places of
//! fields in the template, and problems. The shapes are those of `designer/src/engine/types.ts`.

mod drawing;
mod page_model;

use serde_json::{Map, Value as Json};

pub use drawing::Images;
pub use page_model::page_model;

use crate::problem::{Problem, Severity};

/// A problem as an object, with its details beside: `code`, `severity`, `message`, `blame`, and
/// `field`, `pointer`, `help` where they are known.
pub fn problem(problem: &Problem) -> Json {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut object = Map::new();
    let mut put = |name: &str, value: Json| drop(object.insert(name.to_owned(), value));
    put("code", problem.code.as_str().into());
    put("severity", severity.into());
    put("message", problem.message.as_str().into());
    put("blame", problem.blame().as_str().into());
    if let Some(field) = &problem.field {
        put("field", field.as_str().into());
    }
    if let Some(pointer) = &problem.pointer {
        put("pointer", pointer.as_str().into());
    }
    put("help", problem.advice.as_deref().unwrap_or(problem.code.fix()).into());
    for (name, value) in &problem.details {
        put(name, value.clone());
    }
    Json::Object(object)
}

/// Problems as a JSON array.
pub fn problems(problems: &[Problem]) -> Json {
    problems.iter().map(problem).collect()
}
