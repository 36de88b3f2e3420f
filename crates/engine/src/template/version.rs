//! The version of the document format (spec 2.3).

use crate::number::text::number_to_text;
use crate::problem::{Code, Problem, Result};
use crate::value::{Value, number_to_json};

/// The version that this program reads and writes.
pub const SUPPORTED: u32 = 1;

/// Checks that `template` is an object of a version that can be rendered.
///
/// # Errors
/// `templateNotAnObject`, `templateVersionInvalid`, `templateVersionTooNew`.
pub fn check(template: &Value) -> Result<u32> {
    let Some(object) = template.as_object() else {
        let received = template.type_name();
        return Err(Problem::new(
            Code::TemplateNotAnObject,
            format!("the template must be an object, not {}", template.type_phrase()),
        )
        .pointer("/template")
        .advice("a template is an object with `page` and `schemas`, or with `pages`")
        .detail("receivedType", received));
    };
    match object.get("version") {
        None | Some(Value::Null) => Ok(SUPPORTED),
        Some(Value::Number(n)) if n.fract() == 0.0 && *n >= 1.0 && n.is_finite() => {
            if *n > f64::from(SUPPORTED) { Err(too_new(*n)) } else { Ok(SUPPORTED) }
        }
        Some(other) => Err(invalid(other)),
    }
}

fn too_new(found: f64) -> Problem {
    Problem::new(
        Code::TemplateVersionTooNew,
        format!(
            "the template has format version {}, but this program reads versions up to {SUPPORTED}",
            number_to_text(found)
        ),
    )
    .pointer("/template/version")
    .advice("use a newer reportctl, or save the template with an older editor")
    .detail("found", number_to_json(found))
    .detail("supported", SUPPORTED)
}

fn invalid(received: &Value) -> Problem {
    let received = received.to_json();
    Problem::new(
        Code::TemplateVersionInvalid,
        format!("the format version must be a whole number of at least 1, not `{received}`"),
    )
    .pointer("/template/version")
    .advice("leave `version` out, or write 1")
    .detail("received", received)
    .detail("implicitVersion", SUPPORTED)
}
