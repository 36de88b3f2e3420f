//! Senders, recipients and ids of messages: parts that neither template nor data decides.

use uuid::Uuid;

use super::address::{self, Mailbox};
use super::policy::Policy;
use super::{MailOptions, attachment, mime};
use crate::delivery::settings::{Mail, TransportKind};
use engine::problem::{Code, Problem, Result};

/// The sender while none is set and nothing leaves the machine.
const FOLDER_SENDER: &str = "reportctl@localhost";

/// Sender and recipient of messages, their ids, and the files that go along: what neither template nor
/// data decides.
#[derive(Debug, Clone)]
pub struct Envelope {
    pub(super) from: Mailbox,
    /// The envelope sender, perhaps with `{id}`.
    envelope_from: Option<String>,
    message_of: Option<Uuid>,
    pub(super) redirect: Option<String>,
    /// Further files, as parts.
    pub(super) attached: Vec<Vec<u8>>,
}

/// Sender and recipients of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// Envelope sender.
    pub from: String,
    /// Envelope recipient, after `redirectAllTo`.
    pub to: String,
    /// `Message-ID` without brackets.
    pub message_id: String,
}

impl Envelope {
    /// Makes the envelope of options (flags or request) and settings. Reads the attached files.
    ///
    /// # Errors
    /// `invalidSetting` and `invalidEmail` for addresses, `io` for files.
    pub fn new(options: &MailOptions, settings: &Mail) -> Result<Self> {
        Ok(Self {
            from: sender(options, settings)?,
            envelope_from: settings.envelope_from.as_deref().map(envelope_sender).transpose()?,
            message_of: options.message_of,
            redirect: Policy::new(&settings.recipients)?.redirect().map(str::to_owned),
            attached: attachment::read_all(&options.attach)?,
        })
    }

    /// The addresses of the message of a request.
    ///
    /// # Errors
    /// `invalidEmail`.
    pub fn addresses(&self, id: Uuid, recipient: &str) -> Result<Addresses> {
        let recipient = address::parse(recipient)?;
        // Copies share the id of what they are copies of, but not where one mailbox gets them all.
        let copy_of = self.message_of.filter(|_| self.redirect.is_none());
        Ok(Addresses {
            from: match &self.envelope_from {
                Some(address) => address.replace(ID, &id.to_string()),
                None => self.from.address.clone(),
            },
            to: self.redirect.clone().unwrap_or(recipient),
            message_id: made_id(copy_of.unwrap_or(id), &self.from),
        })
    }

    /// Adds the further files to the message of a request, and ends it.
    pub fn close(&self, id: Uuid, message: &mut Vec<u8>) {
        let boundary = boundary(id);
        for part in &self.attached {
            mime::delimiter(&boundary, message);
            message.extend_from_slice(part);
        }
        mime::close(&boundary, message);
    }
}

/// Placeholder in the envelope sender for the id of the request.
const ID: &str = "{id}";

/// Checks an envelope sender as it is for every request: its ids have one length.
fn envelope_sender(text: &str) -> Result<String> {
    let checked = address::parse(&text.replace(ID, &Uuid::nil().to_string()));
    checked.map_err(|problem| {
        let message = format!("`mail.envelopeFrom`: {}", problem.message);
        Problem { code: Code::InvalidSetting, message, ..problem }
            .advice("write an address such as `bounces+{id}@example.org`")
    })?;
    Ok(text.trim().to_owned())
}

/// Boundary between the texts and the files of a message.
pub(super) fn boundary(id: Uuid) -> String {
    format!("=_{}", id.simple())
}

/// The `Message-ID` that a request's message has with these settings, without brackets.
///
/// # Errors
/// Errors of the sender.
pub fn message_id(request: Uuid, options: &MailOptions, settings: &Mail) -> Result<String> {
    let is_redirected = settings.recipients.redirect_all_to.is_some();
    let id = options.message_of.filter(|_| !is_redirected).unwrap_or(request);
    Ok(made_id(id, &sender(options, settings)?))
}

fn made_id(id: Uuid, from: &Mailbox) -> String {
    format!("{id}@{}", address::domain(&from.address))
}

fn sender(options: &MailOptions, settings: &Mail) -> Result<Mailbox> {
    if let Some(from) = &options.from {
        return Mailbox::parse(from);
    }
    match (&settings.from, settings.transport) {
        (Some(from), _) => Mailbox::parse(from).map_err(|problem| {
            let message = format!("`mail.from`: {}", problem.message);
            Problem { code: Code::InvalidSetting, message, ..problem }
        }),
        (None, TransportKind::Folder) => Mailbox::parse(FOLDER_SENDER),
        (None, TransportKind::Smtp) => {
            Err(Problem::new(Code::InvalidSetting, "there is no sender for messages")
                .advice("set `mail.from` in `reportctl.yaml`, or `REPORTCTL_MAIL_FROM`"))
        }
    }
}
