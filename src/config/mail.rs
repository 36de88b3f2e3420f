//! Settings of mail: `mail` in `reportctl.yaml`, and the variables `REPORTCTL_MAIL_…`,
//! `REPORTCTL_SMTP_…` and `REPORTCTL_OUTBOX`.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;

use super::env::{self, Environment};
use super::secret::Secret;
use super::setting::{AboveZero, ENCRYPTIONS, Seconds, TRANSPORTS, nested};
use crate::problem::Result;

/// What one source says about mail.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct MailSettings {
    /// The sender: an address, with a name or without.
    pub from: Option<String>,
    /// Where answers go.
    pub reply_to: Option<String>,
    /// Copies that the message names.
    pub cc: Option<Vec<String>>,
    /// Copies that it does not name.
    pub bcc: Option<Vec<String>>,
    /// The subject, a template text.
    pub subject: Option<String>,
    /// The plain text, a template text.
    pub body: Option<String>,
    /// The same as HTML, a template text.
    pub html: Option<String>,
    /// Name of the PDF, a template text.
    pub filename: Option<String>,
    /// How messages leave.
    pub transport: Option<TransportKind>,
    /// Folder of `.eml` files.
    pub outbox: Option<PathBuf>,
    /// The mail server.
    #[serde(deserialize_with = "nested")]
    pub smtp: SmtpSettings,
    /// Who may get mail.
    #[serde(deserialize_with = "nested")]
    pub recipients: RecipientSettings,
}

/// What one source says about the mail server.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct SmtpSettings {
    /// Its name.
    pub host: Option<String>,
    /// Its port.
    pub port: Option<AboveZero<u16>>,
    /// How the connection is encrypted.
    pub encryption: Option<Encryption>,
    /// The user to log in as.
    pub user: Option<String>,
    /// That user's password; only from the environment.
    #[serde(skip)]
    pub password: Option<Secret>,
    /// A file with that password.
    pub password_file: Option<PathBuf>,
    /// A file with certificates (PEM) to trust beside those of the system.
    pub ca_file: Option<PathBuf>,
    /// Longest wait for an answer.
    pub timeout_seconds: Option<Seconds>,
    /// Most connections at one time.
    pub connections: Option<AboveZero<u32>>,
    /// Most messages over one connection.
    pub messages_per_connection: Option<AboveZero<u32>>,
}

/// What one source says about recipients.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RecipientSettings {
    /// Addresses and domains that may get mail.
    pub allow: Option<Vec<String>>,
    /// Most recipients of one run.
    pub max_recipients: Option<AboveZero<u64>>,
    /// The address that gets everything instead.
    pub redirect_all_to: Option<String>,
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
    /// Where answers go.
    pub reply_to: Option<String>,
    /// Copies that the message names.
    pub cc: Vec<String>,
    /// Copies that it does not name.
    pub bcc: Vec<String>,
    /// The subject, a template text.
    pub subject: String,
    /// The plain text, a template text.
    pub body: String,
    /// The same as HTML, a template text.
    pub html: Option<String>,
    /// Name of the PDF, a template text.
    pub filename: String,
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
    /// Longest wait for an answer.
    pub timeout: Duration,
    /// Most connections at one time.
    pub connections: u32,
    /// Most messages over one connection.
    pub messages_per_connection: u32,
}

/// Who may get mail.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recipients {
    /// Addresses and domains that may get mail; empty for all.
    pub allow: Vec<String>,
    /// Most recipients of one run.
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

impl MailSettings {
    /// What the environment says.
    pub(super) fn from_environment(environment: &Environment<'_>) -> Result<Self> {
        let text = |name| environment.text(name);
        Ok(Self {
            from: text(env::MAIL_FROM)?,
            reply_to: text(env::MAIL_REPLY_TO)?,
            transport: environment.parsed(env::MAIL_TRANSPORT, |error| error)?,
            outbox: environment.get(env::OUTBOX).map(Into::into),
            smtp: SmtpSettings {
                host: text(env::SMTP_HOST)?,
                port: environment.parsed(env::SMTP_PORT, |error| error)?,
                encryption: environment.parsed(env::SMTP_ENCRYPTION, |error| error)?,
                user: text(env::SMTP_USER)?,
                password: text(env::SMTP_PASSWORD)?.map(Secret::new),
                password_file: environment.get(env::SMTP_PASSWORD_FILE).map(Into::into),
                ca_file: environment.get(env::SMTP_CA_FILE).map(Into::into),
                timeout_seconds: environment.parsed(env::SMTP_TIMEOUT_SECONDS, |error| error)?,
                ..SmtpSettings::default()
            },
            recipients: RecipientSettings {
                redirect_all_to: text(env::MAIL_REDIRECT_ALL_TO)?,
                ..RecipientSettings::default()
            },
            ..Self::default()
        })
    }

    /// These settings, completed by those of the next source.
    #[must_use]
    pub(super) fn or(self, next: Self) -> Self {
        Self {
            from: self.from.or(next.from),
            reply_to: self.reply_to.or(next.reply_to),
            cc: self.cc.or(next.cc),
            bcc: self.bcc.or(next.bcc),
            subject: self.subject.or(next.subject),
            body: self.body.or(next.body),
            html: self.html.or(next.html),
            filename: self.filename.or(next.filename),
            transport: self.transport.or(next.transport),
            outbox: self.outbox.or(next.outbox),
            smtp: self.smtp.or(next.smtp),
            recipients: RecipientSettings {
                allow: self.recipients.allow.or(next.recipients.allow),
                max_recipients: self.recipients.max_recipients.or(next.recipients.max_recipients),
                redirect_all_to: self
                    .recipients
                    .redirect_all_to
                    .or(next.recipients.redirect_all_to),
            },
        }
    }

    /// The same with paths relative to a folder.
    pub(super) fn relative_to(mut self, folder: &Path) -> Self {
        let smtp = &mut self.smtp;
        let paths = [&mut self.outbox, &mut smtp.password_file, &mut smtp.ca_file];
        for path in paths.into_iter().flatten() {
            *path = folder.join(&path);
        }
        self
    }
}

impl SmtpSettings {
    fn or(self, next: Self) -> Self {
        // A password goes with the way it was given: a file named by a nearer source hides the
        // password of a farther one.
        let (password, password_file) = match (self.password, self.password_file) {
            (None, None) => (next.password, next.password_file),
            given => given,
        };
        Self {
            host: self.host.or(next.host),
            port: self.port.or(next.port),
            encryption: self.encryption.or(next.encryption),
            user: self.user.or(next.user),
            password,
            password_file,
            ca_file: self.ca_file.or(next.ca_file),
            timeout_seconds: self.timeout_seconds.or(next.timeout_seconds),
            connections: self.connections.or(next.connections),
            messages_per_connection: self.messages_per_connection.or(next.messages_per_connection),
        }
    }
}
