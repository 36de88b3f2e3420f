//! Transports of messages: SMTP, a folder of `.eml` files, or memory.

mod folder;
mod memory;
mod smtp;

use std::fmt;
use std::time::Duration;

pub use folder::Folder;
pub use memory::{Delivered, Memory};
pub use smtp::SmtpServer;

use crate::delivery::codes;
use crate::delivery::settings::{Mail, TransportKind};
use engine::problem::{Code, Problem, Result};

/// The transport of the settings. Nothing is connected or written yet.
///
/// # Errors
/// `invalidSetting`.
pub fn open(settings: &Mail) -> Result<Box<dyn Transport>> {
    Ok(match settings.transport {
        TransportKind::Folder => Box::new(Folder::new(&settings.outbox)),
        TransportKind::Smtp => Box::new(SmtpServer::new(&settings.smtp)?),
    })
}

/// A way to deliver messages. Shared by all threads; each opens a session of its own.
pub trait Transport: Send + Sync {
    /// A session: a connection, opened with the first message and used again.
    fn session(&self) -> Box<dyn TransportSession + '_>;

    /// Returns `true` if delivering one message twice (same `Message-ID`, same recipient) is the same as
    /// delivering it once.
    fn is_repeatable(&self) -> bool;

    /// Tries the transport; for `/readyz` and `doctor`.
    ///
    /// # Errors
    /// The fault.
    fn probe(&self) -> Result<(), SendError>;

    /// Returns `true` if what the server refused last was replaced since, such as a password in a file: it is
    /// worth another try. Says so once.
    fn take_renewal(&self) -> bool {
        false
    }

    /// Description for people: `folder .reportctl/outbox`, `smtp mail.example.org:465 (tls)`.
    fn describe(&self) -> String;

    /// The first word of [`Self::describe`]: `folder`, `smtp`.
    fn kind(&self) -> String {
        self.describe().split(' ').next().unwrap_or_default().to_owned()
    }
}

/// One thread's use of a transport.
pub trait TransportSession: Send {
    /// Delivers one message to one recipient. Nothing of the message has left when this fails with
    /// anything but [`SendError::Unknown`].
    ///
    /// # Errors
    /// The failure, which says whether the message may have been delivered.
    fn deliver(&mut self, delivery: &Delivery<'_>) -> Result<Acceptance, SendError>;

    /// Delivers several messages, in order, and returns the result of each. Equivalent to
    /// delivering them one by one, but much faster for a folder: flushing files to the disk takes
    /// the time there, and many files take no longer than one.
    fn deliver_all(&mut self, deliveries: &[Delivery<'_>]) -> Vec<Result<Acceptance, SendError>> {
        deliveries.iter().map(|delivery| self.deliver(delivery)).collect()
    }
}

/// A message with its sender and recipient.
#[derive(Debug, Clone, Copy)]
pub struct Delivery<'a> {
    /// Envelope sender: an address without a name.
    pub from: &'a str,
    /// Envelope recipient: an address without a name.
    pub to: &'a str,
    /// `Message-ID` without brackets.
    pub message_id: &'a str,
    /// The message (RFC 5322), lines ending in CR LF.
    pub message: &'a [u8],
}

/// The transport's answer to an accepted message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    /// The server's answer, or the file written.
    pub detail: String,
}

/// Failure of the delivery of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendError {
    /// Not now: the server is away, busy, or says so (4xx). Worth another try.
    Temporary {
        /// Description of the failure.
        detail: String,
        /// No sooner than this, if the server said so.
        after: Option<Duration>,
        /// Advice, if there is any.
        advice: Option<&'static str>,
    },
    /// Never: the server refuses this message or recipient (5xx).
    Permanent {
        /// Description of the failure.
        detail: String,
    },
    /// No message can be sent: login refused, no TLS, a wrong certificate, a wrong setting.
    Unusable {
        /// Description of the failure.
        detail: String,
        /// Advice, if there is any.
        advice: Option<&'static str>,
    },
    /// The connection was lost or timed out after the message began to leave and before the
    /// reply: it may have been delivered.
    Unknown {
        /// Description of the failure.
        detail: String,
    },
}

impl SendError {
    /// Worth another try.
    pub fn temporary(detail: impl Into<String>) -> Self {
        Self::Temporary { detail: detail.into(), after: None, advice: None }
    }

    /// Refused for good.
    pub fn permanent(detail: impl Into<String>) -> Self {
        Self::Permanent { detail: detail.into() }
    }

    /// No message can be sent.
    pub fn unusable(detail: impl Into<String>) -> Self {
        Self::Unusable { detail: detail.into(), advice: None }
    }

    /// Perhaps delivered.
    pub fn unknown(detail: impl Into<String>) -> Self {
        Self::Unknown { detail: detail.into() }
    }

    /// Replaces the advice, where this failure has one.
    #[must_use]
    pub fn with_advice(mut self, new: Option<&'static str>) -> Self {
        if let Self::Temporary { advice, .. } | Self::Unusable { advice, .. } = &mut self {
            *advice = new;
        }
        self
    }

    /// Description of the failure.
    pub fn detail(&self) -> &str {
        match self {
            Self::Temporary { detail, .. }
            | Self::Permanent { detail }
            | Self::Unusable { detail, .. }
            | Self::Unknown { detail } => detail,
        }
    }

    /// The code of the problem.
    pub fn code(&self) -> Code {
        match self {
            Self::Temporary { .. } => codes::MAIL_UNAVAILABLE,
            Self::Permanent { .. } => codes::MAIL_REFUSED,
            Self::Unusable { .. } => codes::MAIL_UNUSABLE,
            Self::Unknown { .. } => codes::DELIVERY_UNKNOWN,
        }
    }

    /// Returns it as a problem: `mailUnavailable`, `mailRefused`, `mailUnusable` or
    /// `deliveryUnknown`.
    pub fn to_problem(&self) -> Problem {
        let advice = match self {
            Self::Temporary { advice, .. } => advice.unwrap_or("try again later"),
            Self::Permanent { .. } => "check the address; the server will not take this message",
            Self::Unusable { advice, .. } => {
                advice.unwrap_or("check the settings under `mail`, the login and the certificate")
            }
            Self::Unknown { .. } => {
                "ask the recipient or look into the server's log before sending it again"
            }
        };
        Problem::new(self.code(), self.detail()).advice(advice)
    }
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.detail())
    }
}
