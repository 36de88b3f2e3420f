//! Mail: what a message says, who may get it, and how it leaves.
//!
//! Building a message and sending it are separate: [`MailOptions`] (texts with expressions), compiled
//! to a [`Composer`], and data give a [`Message`]; a [`Transport`] delivers it. One message, one
//! envelope recipient. [`Policy`] says who may get mail, [`bounces`] reads what came back.

pub mod address;
mod attachment;
pub mod bounces;
mod compose;
mod envelope;
mod filename;
mod header;
mod language;
mod link_text;
mod mime;
mod policy;
mod recipients;
mod text;
pub mod transport;

pub use crate::templates::MailOptions;
pub use address::Mailbox;
pub use attachment::MAX_ATTACHED_BYTES;
pub(crate) use compose::FilePlaces;
pub use compose::{Composer, Copies, Draft, Message, Parts};
pub use envelope::{Addresses, Envelope, message_id};
pub use filename::{safe_filename, safe_filename_or_none};
pub(crate) use language::MailLanguage;
pub(crate) use mime::base64;
pub use policy::Policy;
pub use recipients::{Addressed, address};
pub use transport::{Acceptance, Delivery, SendError, Transport, TransportSession};
