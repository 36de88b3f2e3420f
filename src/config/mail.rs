//! Settings of mail: `mail` in `reportctl.yaml`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::declare::settings;
use super::setting::{
    ADDRESSES, AboveZero, FILE, FOLDER, MAILBOX, PORT, SECONDS, Seconds, TEXT, WHOLE_NUMBER,
};
use crate::base::secret::Secret;
use crate::delivery::settings::mail::{ENCRYPTIONS, TRANSPORTS};
use crate::delivery::settings::{Encryption, Mail, Recipients, Smtp, TransportKind};

settings! {
    /// Settings of mail from one source.
    pub struct MailSettings in "mail." {
        /// The sender: an address, with a name or without.
        from: String => "from", MAILBOX, default "`reportctl@localhost`, for the folder only",
            variable "REPORTCTL_MAIL_FROM", flag "--from";
        /// Address for replies.
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
        /// Delivery of messages: as `.eml` files in a folder, or through a mail server.
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
    /// Settings of the mail server from one source.
    pub struct SmtpSettings in "mail.smtp." {
        /// Name or address of the mail server.
        host: String => "host", "the name of a mail server", default "none",
            variable "REPORTCTL_SMTP_HOST";
        /// Port of the mail server.
        port: AboveZero<u16> => "port", PORT, default "`587`, or 465 for `tls`",
            variable "REPORTCTL_SMTP_PORT";
        /// Encryption of the connection: from the first byte, after `STARTTLS`, or none.
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
        /// Timeout for a reply.
        timeout_seconds: Seconds => "timeoutSeconds", SECONDS, default "`60`",
            variable "REPORTCTL_SMTP_TIMEOUT_SECONDS";
        /// Maximum number of concurrent connections.
        connections: AboveZero<u32> => "connections", WHOLE_NUMBER, default "`4`";
        /// Messages over one connection.
        messages_per_connection: AboveZero<u32> => "messagesPerConnection", WHOLE_NUMBER,
            default "`100`";
    }
    variables {
        /// The password of `mail.smtp.user`.
        password: Secret => "REPORTCTL_SMTP_PASSWORD", TEXT;
    }
    // One of the two from the source of highest precedence: a password file from a flag hides the password
    // of the environment.
    exclusive { password, password_file; }
}

settings! {
    /// Settings of recipients from one source.
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

impl From<MailSettings> for Mail {
    fn from(settings: MailSettings) -> Self {
        let defaults = Self::default();
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
            subject: settings.subject.unwrap_or(defaults.subject),
            body: settings.body.unwrap_or(defaults.body),
            html: settings.html,
            filename: settings.filename.unwrap_or(defaults.filename),
            envelope_from: settings.envelope_from,
            headers: settings.headers.unwrap_or_default(),
            list_unsubscribe: settings.list_unsubscribe,
            transport: settings.transport.unwrap_or(transport),
            outbox: settings.outbox.unwrap_or(defaults.outbox),
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
        // Connections without encryption need the setting.
        let is_tls_port = port == Some(Encryption::Tls.usual_port());
        let usual = if is_tls_port { Encryption::Tls } else { Encryption::Starttls };
        let encryption = settings.encryption.unwrap_or(usual);
        let defaults = Self::default();
        Self {
            host: settings.host,
            port: port.unwrap_or(encryption.usual_port()),
            encryption,
            user: settings.user,
            password: settings.password,
            password_file: settings.password_file,
            ca_file: settings.ca_file,
            timeout: settings.timeout_seconds.map_or(defaults.timeout, Seconds::get),
            connections: settings.connections.map_or(defaults.connections, AboveZero::get),
            messages_per_connection: settings
                .messages_per_connection
                .map_or(defaults.messages_per_connection, AboveZero::get),
        }
    }
}
