//! Mail: what a message says, who may get it, and how it leaves.
//!
//! Building a message and sending it are separate: [`MailOptions`] (texts with expressions), compiled
//! to a [`Composer`], and data give a [`Message`]; a [`Transport`] delivers it. One message, one
//! envelope recipient. [`Policy`] says who may get mail, [`bounces`] reads what came back.

pub mod address;
mod attachment;
pub mod bounces;
mod compose;
mod filename;
mod header;
mod mime;
mod policy;
mod recipients;
mod text;
pub mod transport;

use serde::{Deserialize, Serialize};

pub use address::Mailbox;
pub use attachment::MAX_ATTACHED_BYTES;
pub use compose::{Composer, Copies, Draft, Message, Parts, message_id};
pub use filename::{safe_filename, safe_filename_or_none};
pub use policy::Policy;
pub use recipients::{Addressed, address};
pub use transport::{Delivery, Receipt, SendError, Session, Transport};

/// What a message says, as template texts over the data; what is missing comes from the template's
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
    /// The same as HTML.
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
    /// The request that the `Message-ID` is made from, when this is a copy of its message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_of: Option<uuid::Uuid>,
}
