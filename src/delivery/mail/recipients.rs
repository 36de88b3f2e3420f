//! Envelope recipients: one message and one row for each.

use uuid::Uuid;

use super::{Copies, MailOptions, Mailbox};

/// An envelope recipient of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addressed {
    /// The address.
    pub recipient: String,
    /// `To` as the message shows it, where that is more or other than the address.
    pub shown: Option<String>,
    /// A copy of the first message.
    pub is_copy: bool,
}

impl Addressed {
    /// The mail options of its message. `first` is the request of the first message.
    pub fn mail_options(&self, options: &MailOptions, first: Uuid) -> MailOptions {
        MailOptions {
            to: self.shown.clone(),
            message_of: self.is_copy.then_some(first),
            ..options.clone()
        }
    }

    /// Returns `true` if its message says just what all others say.
    pub fn is_plain(&self) -> bool {
        self.shown.is_none() && !self.is_copy
    }
}

/// The envelope recipients. Each of `to` gets a message that names none of the others; copies
/// show the first. A recipient named twice gets one message.
pub fn address(to: Vec<Mailbox>, copies: Copies) -> Vec<Addressed> {
    let first = to.first().map(Mailbox::to_string);
    let mut all: Vec<Addressed> = Vec::new();
    let mut add = |recipient: String, shown: Option<String>, is_copy: bool| {
        if all.iter().all(|known| known.recipient != recipient) {
            all.push(Addressed { recipient, shown, is_copy });
        }
    };
    for mailbox in to {
        let shown = mailbox.name.is_some().then(|| mailbox.to_string());
        add(mailbox.address, shown, false);
    }
    for mailbox in copies.cc.into_iter().chain(copies.bcc) {
        add(mailbox.address, first.clone(), true);
    }
    all
}
