//! The mail options of a template.

use serde::{Deserialize, Serialize};

use crate::templates::store::TemplateDocument;
use engine::problem::{Code, Problem, Result, quoted};

/// Texts of a message, with expressions over the data; missing ones come from the template's
/// `mail` object, then from the settings, then from the defaults. The names are those of the
/// `mail` object stored beside `template` and `bindings`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default, expecting = "an object")]
pub struct MailOptions {
    /// `From`; only from settings and flags, never from a template or a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// `To` as the message shows it, when that is not the envelope recipient (a copy).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// `Reply-To`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<String>,
    /// `Cc`: addresses. Each gets a message and a row of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cc: Vec<String>,
    /// Further recipients that no header names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bcc: Vec<String>,
    /// `Subject`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The text as HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Name of the PDF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// `List-Unsubscribe`: an `https://` or `mailto:` address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_unsubscribe: Option<String>,
    /// Further files, by absolute path; only from flags.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attach: Vec<String>,
    /// Codes of findings that do not keep the message from being sent; only from flags, settings and
    /// requests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// The request that the `Message-ID` is made from, when this is a copy of its message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_of: Option<uuid::Uuid>,
}

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
    // Only the caller chooses sender, shown recipient, attached files, allowed findings and the
    // request of the `Message-ID`.
    for (name, is_there) in [
        ("from", options.from.is_some()),
        ("to", options.to.is_some()),
        ("attach", !options.attach.is_empty()),
        ("allow", !options.allow.is_empty()),
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
