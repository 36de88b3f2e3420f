//! The mail options of a template.

use crate::mail::MailOptions;
use crate::problem::{Code, Problem, Result, quoted};
use crate::store::TemplateDocument;

/// The `mail` object stored beside `template` and `bindings`.
///
/// # Errors
/// `invalidTemplate` when it is not one, or says what a template cannot say.
pub fn mail_options(document: &TemplateDocument) -> Result<MailOptions> {
    let Some(entry) = document.extra.iter().find(|entry| entry.key_text == "\"mail\"") else {
        return Ok(MailOptions::default());
    };
    let invalid = |what: String| {
        Problem::new(Code::InvalidTemplate, format!("`mail` cannot be used: {what}"))
            .pointer("/mail")
            .advice(
                "it may have `subject`, `body`, `html`, `filename`, `replyTo`, `cc`, `bcc` and \
                 `listUnsubscribe`",
            )
    };
    let options: MailOptions =
        serde_json::from_str(&entry.value_text).map_err(|error| invalid(readable(&error)))?;
    // Who sends, and which files go along, is not for a template to say.
    for (name, is_there) in [
        ("from", options.from.is_some()),
        ("to", options.to.is_some()),
        ("attach", !options.attach.is_empty()),
        ("messageOf", options.message_of.is_some()),
    ] {
        if is_there {
            return Err(invalid(format!("a template cannot set {}", quoted(name))));
        }
    }
    Ok(options)
}

/// The parser's error without the position, which the pointer gives, and without the names of
/// options that no template may set.
fn readable(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let text = text.split(", expected one of").next().unwrap_or_default();
    text.replace("a sequence", "a list")
        .replace(": sequence", ": list")
        .replace("a string", "a text")
}
