//! Mail: what a message says, who may get it, and how it leaves.
//!
//! Building a message and sending it are separate: [`MailOptions`] (texts with expressions), compiled
//! to a [`Composer`], and data give a [`Message`]; a [`Transport`] delivers it. One message, one
//! envelope recipient. [`Policy`] says who may get mail, [`bounces`] reads what came back.

#[cfg(feature = "mail")]
pub mod address;
#[cfg(feature = "mail")]
mod attachment;
#[cfg(feature = "mail")]
pub mod bounces;
#[cfg(feature = "mail")]
mod compose;
#[cfg(feature = "mail")]
mod filename;
#[cfg(feature = "mail")]
mod header;
#[cfg(feature = "mail")]
mod mime;
#[cfg(feature = "mail")]
mod policy;
#[cfg(feature = "mail")]
mod recipients;
#[cfg(feature = "mail")]
mod text;
#[cfg(feature = "mail")]
pub mod transport;

use serde::{Deserialize, Serialize};

#[cfg(feature = "mail")]
pub use address::Mailbox;
#[cfg(feature = "mail")]
pub use attachment::MAX_ATTACHED_BYTES;
#[cfg(feature = "mail")]
pub use compose::{Composer, Copies, Draft, Message, Parts, message_id};
#[cfg(feature = "mail")]
pub use filename::{safe_filename, safe_filename_or_none};
#[cfg(feature = "mail")]
pub use policy::Policy;
#[cfg(feature = "mail")]
pub use recipients::{Addressed, address};
#[cfg(feature = "mail")]
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
