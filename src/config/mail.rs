//! Settings of mail: `mail` in `reportctl.yaml`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;

use super::declare::settings;
use super::secret::Secret;
use super::setting::{
    ADDRESSES, AboveZero, ENCRYPTIONS, FILE, FOLDER, MAILBOX, PORT, SECONDS, Seconds, TEXT,
    TRANSPORTS, WHOLE_NUMBER,
};

settings! {
    /// What one source says about mail.
    pub struct MailSettings in "mail." {
        /// The sender: an address, with a name or without.
        from: String => "from", MAILBOX, default "`reportctl@localhost`, for the folder only",
            variable "REPORTCTL_MAIL_FROM", flag "--from";
        /// Where replies go.
        reply_to: String => "replyTo", MAILBOX, default "none",
            variable "REPORTCTL_MAIL_REPLY_TO", flag "--reply-to";
        /// Recipients of copies, named in the message.
        cc: Vec<String> => "cc", ADDRESSES, default "none", flag "--cc";
        /// Recipients of blind copies.
        bcc: Vec<String> => "bcc", ADDRESSES, default "none", flag "--bcc";
        /// The subject, a text with expressions.
        subject: String => "subject", TEXT, default "`Your report`", flag "--subject";
        /// The plain text, a text with expressions.
        body: String => "body", TEXT, default "one line", flag "--body";
        /// The text as HTML, a text with expressions.
        html: String => "html", TEXT, default "none", flag "--html-file";
        /// Name of the PDF, a text with expressions.
        filename: String => "filename", TEXT, default "`report.pdf`", flag "--filename";
        /// The envelope sender, to which bounces go; `{id}` becomes the id of the request, so that
        /// every message has its own (VERP).
        envelope_from: String => "envelopeFrom", "an address, perhaps with `{id}` in it",
            default "the address of `mail.from`";
        /// Further headers of every message.
        headers: BTreeMap<String, String> => "headers", "names with texts", default "none";
        /// An `https://` or `mailto:` address for unsubscribing, a text with expressions; it becomes
        /// `List-Unsubscribe`, with `List-Unsubscribe-Post` for `https://`.
        list_unsubscribe: String => "listUnsubscribe", TEXT, default "none";
        /// How messages leave: as `.eml` files in a folder, or through a mail server.
        transport: TransportKind => "transport", TRANSPORTS, default "`smtp` when there is a host",
            variable "REPORTCTL_MAIL_TRANSPORT";
        /// Folder of `.eml` files.
        outbox: PathBuf => "outbox", FOLDER, default "`.reportctl/outbox`",
            variable "REPORTCTL_OUTBOX";
    }
    groups {
        /// The mail server.
        smtp: SmtpSettings => "smtp";
        /// Who may get mail.
        recipients: RecipientSettings => "recipients";
    }
}

settings! {
    /// What one source says about the mail server.
    pub struct SmtpSettings in "mail.smtp." {
        /// Name or address of the mail server.
        host: String => "host", "the name of a mail server", default "none",
            variable "REPORTCTL_SMTP_HOST";
        /// Port of the mail server.
        port: AboveZero<u16> => "port", PORT, default "`587`, or 465 for `tls`",
            variable "REPORTCTL_SMTP_PORT";
        /// How the connection is encrypted: from the first byte, after `STARTTLS`, or not at all.
        encryption: Encryption => "encryption", ENCRYPTIONS,
            default "`tls` on port 465, else `starttls`", variable "REPORTCTL_SMTP_ENCRYPTION";
        /// The user to log in as.
        user: String => "user", TEXT, default "none: no login", variable "REPORTCTL_SMTP_USER";
        /// A file with that user's password. It is read again when the server refuses the login, and
        /// whenever it changes.
        password_file: PathBuf => "passwordFile", FILE, default "none",
            variable "REPORTCTL_SMTP_PASSWORD_FILE";
        /// A file with certificates (PEM) to trust beside those of the system.
        ca_file: PathBuf => "caFile", FILE, default "none", variable "REPORTCTL_SMTP_CA_FILE";
        /// How long to wait for a reply.
        timeout_seconds: Seconds => "timeoutSeconds", SECONDS, default "`60`",
            variable "REPORTCTL_SMTP_TIMEOUT_SECONDS";
        /// Connections at one time.
        connections: AboveZero<u32> => "connections", WHOLE_NUMBER, default "`4`";
        /// Messages over one connection.
        messages_per_connection: AboveZero<u32> => "messagesPerConnection", WHOLE_NUMBER,
            default "`100`";
    }
    variables {
        /// The password of `mail.smtp.user`.
        password: Secret => "REPORTCTL_SMTP_PASSWORD", TEXT;
    }
    // A password goes with the way it was given: a file named by a nearer source hides the
    // password of a farther one.
    exclusive { password, password_file; }
}

settings! {
    /// What one source says about recipients.
    pub struct RecipientSettings in "mail.recipients." {
        /// Addresses and domains that may get mail.
        allow: Vec<String> => "allow", "a list of addresses and domains", default "everybody",
            variable "REPORTCTL_MAIL_ALLOW";
        /// Maximum number of recipients of one run.
        max_recipients: AboveZero<u64> => "maxRecipients", WHOLE_NUMBER, default "no limit";
        /// The address that gets every message instead.
        redirect_all_to: String => "redirectAllTo", "an address", default "none",
            variable "REPORTCTL_MAIL_REDIRECT_ALL_TO";
    }
}

/// How messages leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransportKind {
    /// As `.eml` files in a folder.
    Folder,
    /// To a mail server.
    Smtp,
}

/// How the connection to the mail server is encrypted.
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

macro_rules! deserialize_from_str {
    ($($name:ident),*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                super::setting::from_text(deserializer)
            }
        }
    )*};
}

deserialize_from_str!(TransportKind, Encryption);

/// All settings of mail, each with a value where one is needed.
#[derive(Debug, Clone, PartialEq)]
pub struct Mail {
    /// The sender: an address, with a name or without.
    pub from: Option<String>,
    /// Where replies go.
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
    /// How messages leave.
    pub transport: TransportKind,
    /// Folder of `.eml` files.
    pub outbox: PathBuf,
    /// The mail server.
    pub smtp: Smtp,
    /// Who may get mail.
    pub recipients: Recipients,
}

/// The mail server.
#[derive(Debug, Clone, PartialEq)]
pub struct Smtp {
    /// Its name; without it there is none.
    pub host: Option<String>,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub encryption: Encryption,
    /// The user to log in as; without it there is no login.
    pub user: Option<String>,
    /// That user's password, from the environment.
    pub password: Option<Secret>,
    /// A file with that password.
    pub password_file: Option<PathBuf>,
    /// A file with certificates (PEM) to trust beside those of the system.
    pub ca_file: Option<PathBuf>,
    /// How long to wait for a reply.
    pub timeout: Duration,
    /// Maximum number of connections at one time.
    pub connections: u32,
    /// Maximum number of messages over one connection.
    pub messages_per_connection: u32,
}

/// Who may get mail.
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

const SUBMISSIONS: u16 = 465;
const SUBMISSION: u16 = 587;

impl Default for Mail {
    fn default() -> Self {
        Self::from(MailSettings::default())
    }
}

impl From<MailSettings> for Mail {
    fn from(settings: MailSettings) -> Self {
        let smtp = Smtp::from(settings.smtp);
        let transport = match smtp.host {
            Some(_) => TransportKind::Smtp,
            None => TransportKind::Folder,
        };
        Self {
            from: settings.from,
            reply_to: settings.reply_to,
            cc: settings.cc.unwrap_or_default(),
            bcc: settings.bcc.unwrap_or_default(),
            subject: settings.subject.unwrap_or_else(|| DEFAULT_SUBJECT.to_owned()),
            body: settings.body.unwrap_or_else(|| DEFAULT_BODY.to_owned()),
            html: settings.html,
            filename: settings.filename.unwrap_or_else(|| DEFAULT_FILENAME.to_owned()),
            envelope_from: settings.envelope_from,
            headers: settings.headers.unwrap_or_default(),
            list_unsubscribe: settings.list_unsubscribe,
            transport: settings.transport.unwrap_or(transport),
            outbox: settings.outbox.unwrap_or_else(|| DEFAULT_OUTBOX.into()),
            smtp,
            recipients: Recipients {
                allow: settings.recipients.allow.unwrap_or_default(),
                max_recipients: settings.recipients.max_recipients.map(AboveZero::get),
                redirect_all_to: settings.recipients.redirect_all_to,
            },
        }
    }
}

impl From<SmtpSettings> for Smtp {
    fn from(settings: SmtpSettings) -> Self {
        let port = settings.port.map(AboveZero::get);
        // Never without encryption unless somebody wrote that.
        let encryption = settings.encryption.unwrap_or(match port {
            Some(SUBMISSIONS) => Encryption::Tls,
            _ => Encryption::Starttls,
        });
        let usual = match encryption {
            Encryption::Tls => SUBMISSIONS,
            Encryption::Starttls => SUBMISSION,
            Encryption::None => 25,
        };
        Self {
            host: settings.host,
            port: port.unwrap_or(usual),
            encryption,
            user: settings.user,
            password: settings.password,
            password_file: settings.password_file,
            ca_file: settings.ca_file,
            timeout: settings.timeout_seconds.map_or(Duration::from_secs(60), Seconds::get),
            connections: settings.connections.map_or(4, AboveZero::get),
            messages_per_connection: settings.messages_per_connection.map_or(100, AboveZero::get),
        }
    }
}
