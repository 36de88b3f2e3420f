//! Settings of messages and their transport.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::base::secret::Secret;

/// The ways in which messages leave.
pub(crate) const TRANSPORTS: &str = "folder or smtp";
/// The ways in which the connection to a mail server is encrypted.
pub(crate) const ENCRYPTIONS: &str = "tls, starttls or none";

/// Transport of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransportKind {
    /// As `.eml` files in a folder.
    Folder,
    /// To a mail server.
    Smtp,
}

/// Encryption of the connection to the mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// From the first byte (port 465).
    Tls,
    /// After `STARTTLS`, which the server must offer (port 587).
    Starttls,
    /// Not at all.
    None,
}

impl TransportKind {
    const NAMES: [(&str, Self); 2] = [("folder", Self::Folder), ("smtp", Self::Smtp)];
}

impl Encryption {
    const NAMES: [(&str, Self); 3] =
        [("tls", Self::Tls), ("starttls", Self::Starttls), ("none", Self::None)];

    /// The port that servers of this kind listen at.
    pub fn usual_port(self) -> u16 {
        match self {
            Self::Tls => 465,
            Self::Starttls => 587,
            Self::None => 25,
        }
    }

    /// The name used in settings.
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }
}

impl FromStr for TransportKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        one_of(&Self::NAMES, text).ok_or_else(|| format!("must be {TRANSPORTS}"))
    }
}

impl FromStr for Encryption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        one_of(&Self::NAMES, text).ok_or_else(|| format!("must be {ENCRYPTIONS}"))
    }
}

fn one_of<T: Copy>(names: &[(&str, T)], text: &str) -> Option<T> {
    names.iter().find(|(name, _)| *name == text.trim()).map(|(_, value)| *value)
}

/// All settings of mail, each with a value where one is needed.
#[derive(Debug, Clone, PartialEq)]
pub struct Mail {
    /// The sender: an address, with a name or without.
    pub from: Option<String>,
    /// Address for replies.
    pub reply_to: Option<String>,
    /// Copies that the message names.
    pub cc: Vec<String>,
    /// Copies that it does not name.
    pub bcc: Vec<String>,
    /// The subject, a text with expressions.
    pub subject: String,
    /// The plain text, a text with expressions.
    pub body: String,
    /// The text as HTML, a text with expressions.
    pub html: Option<String>,
    /// Name of the PDF, a text with expressions.
    pub filename: String,
    /// The envelope sender, with `{id}` for the id of the request; without it, that of `from`.
    pub envelope_from: Option<String>,
    /// Further headers of every message.
    pub headers: BTreeMap<String, String>,
    /// Address for unsubscribing, a text with expressions.
    pub list_unsubscribe: Option<String>,
    /// Transport of messages.
    pub transport: TransportKind,
    /// Folder of `.eml` files.
    pub outbox: PathBuf,
    /// The mail server.
    pub smtp: Smtp,
    /// Recipients that may get mail.
    pub recipients: Recipients,
}

/// The mail server.
#[derive(Debug, Clone, PartialEq)]
pub struct Smtp {
    /// Its name; without it there is no server.
    pub host: Option<String>,
    pub port: u16,
    /// Encryption of the connection.
    pub encryption: Encryption,
    /// The user to log in as; without it there is no login.
    pub user: Option<String>,
    /// Password of the user, from the environment.
    pub password: Option<Secret>,
    /// A file with that password.
    pub password_file: Option<PathBuf>,
    /// A file with certificates (PEM) to trust beside those of the system.
    pub ca_file: Option<PathBuf>,
    /// Longest wait for a reply.
    pub timeout: Duration,
    /// Maximum number of connections at one time.
    pub connections: u32,
    /// Maximum number of messages over one connection.
    pub messages_per_connection: u32,
}

/// Recipients that may get mail.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recipients {
    /// Addresses and domains that may get mail; empty for all.
    pub allow: Vec<String>,
    /// Maximum number of recipients of one run.
    pub max_recipients: Option<u64>,
    /// The address that gets everything instead.
    pub redirect_all_to: Option<String>,
}

/// Subject of messages (spec 17.3).
pub const DEFAULT_SUBJECT: &str = "Your report";
/// Text of messages.
pub const DEFAULT_BODY: &str = "Please find your report attached.\n";
/// Name of the attachment (spec 17.2).
pub const DEFAULT_FILENAME: &str = "report.pdf";
/// Folder of `.eml` files.
pub const DEFAULT_OUTBOX: &str = ".reportctl/outbox";

impl Default for Mail {
    fn default() -> Self {
        Self {
            from: None,
            reply_to: None,
            cc: Vec::new(),
            bcc: Vec::new(),
            subject: DEFAULT_SUBJECT.to_owned(),
            body: DEFAULT_BODY.to_owned(),
            html: None,
            filename: DEFAULT_FILENAME.to_owned(),
            envelope_from: None,
            headers: BTreeMap::new(),
            list_unsubscribe: None,
            transport: TransportKind::Folder,
            outbox: DEFAULT_OUTBOX.into(),
            smtp: Smtp::default(),
            recipients: Recipients::default(),
        }
    }
}

impl Default for Smtp {
    fn default() -> Self {
        Self {
            host: None,
            port: Encryption::Starttls.usual_port(),
            encryption: Encryption::Starttls,
            user: None,
            password: None,
            password_file: None,
            ca_file: None,
            timeout: Duration::from_secs(60),
            connections: 4,
            messages_per_connection: 100,
        }
    }
}
