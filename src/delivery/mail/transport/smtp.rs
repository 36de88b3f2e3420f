//! Messages to a mail server (RFC 5321), over connections that are used again.
//!
//! The dialogue is led step by step, because what a failure means depends on the step: before the
//! server asked for the message (354), nothing has left; between that and the server's reply, the
//! message may have been delivered.

mod connection;
mod failure;

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lettre::address::Address;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use parking_lot::Mutex;
use rustls::ClientConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls_platform_verifier::Verifier;

use super::{Acceptance, Delivery, SendError, Transport, TransportSession};
use crate::base::domain;
use crate::base::files;
use crate::base::secret::{Secret, SecretSource};
use crate::delivery::mail::address;
use crate::delivery::settings::{Encryption, Smtp};
use connection::{Error, SmtpConnection, Tls, completed};
use engine::problem::{Code, Problem, Result, quoted};
use failure::{Server, Step, is_lost, shown};

/// Sending a message, and the final reply to it, may each take this many times as long as a
/// command: giving up leaves a message of which it is unknown whether it was delivered (RFC 5321,
/// 4.5.3.2.6 asks for ten minutes).
const MESSAGE_TIMEOUTS: u32 = 10;
/// Longest wait for the reply to QUIT, which says nothing that matters.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);
/// Forms of passwords that are kept out of messages: those of the one that is in use, and of some
/// before it.
const MAX_HIDDEN: usize = 12;
/// Far more than a list of certificates.
const MAX_CA_BYTES: u64 = 1 << 20;

/// A mail server.
pub struct SmtpServer {
    host: String,
    port: u16,
    encryption: Encryption,
    tls: Option<Tls>,
    login: Option<Login>,
    hello: ClientId,
    timeout: Duration,
    messages_per_connection: u32,
}

impl SmtpServer {
    /// The server of the settings. Does not connect.
    ///
    /// # Errors
    /// `invalidSetting` when there is no host, a file cannot be read, or a password would cross
    /// the network in the clear.
    pub fn new(settings: &Smtp) -> Result<Self> {
        let host = settings.host.clone().ok_or_else(|| {
            invalid("there is no mail server to send to")
                .advice("set `mail.smtp.host` in `reportctl.yaml`, or `REPORTCTL_SMTP_HOST`")
        })?;
        if !is_host(&host) {
            return Err(invalid(format!(
                "the mail server must be a name or an IP address, not {}",
                quoted(&host)
            ))
            .advice(
                "its port goes into `mail.smtp.port`, what encrypts into `mail.smtp.encryption`",
            ));
        }
        let login = login(settings)?;
        if login.is_some() && settings.encryption == Encryption::None && !is_loopback(&host) {
            return Err(invalid("a password would be sent without encryption")
                .advice("set `mail.smtp.encryption` to `starttls` or `tls`"));
        }
        let tls = match settings.encryption {
            Encryption::None => None,
            Encryption::Tls | Encryption::Starttls => Some(tls(&host, settings)?),
        };
        Ok(Self {
            host,
            port: settings.port,
            encryption: settings.encryption,
            tls,
            login,
            hello: hello(),
            timeout: settings.timeout,
            messages_per_connection: settings.messages_per_connection,
        })
    }

    /// A connection that messages can be sent over. A password that the server refuses is read
    /// again: where it was replaced meanwhile, the new one is tried.
    fn connect(&self) -> Result<SmtpConnection, SendError> {
        let mut connection = self.open()?;
        let Some(login) = &self.login else { return Ok(connection) };
        let mut password = login.password.current();
        for is_last in [false, true] {
            login.remember(&password);
            let credentials = Credentials::new(login.user.clone(), password.reveal().to_owned());
            let error = match connection.log_in(&credentials) {
                Ok(()) => {
                    *login.refused.lock() = None;
                    return Ok(connection);
                }
                Err(error) => error,
            };
            let is_refused = matches!(&error, Error::Refused(_));
            if is_refused {
                *login.refused.lock() = Some(password.clone());
            }
            let again = login.password.current();
            if !is_refused || is_last || again == password {
                return Err(self.failure(Step::Login, &error));
            }
            connection.quit(QUIT_TIMEOUT);
            connection = self.open()?;
            password = again;
        }
        Ok(connection)
    }

    /// A connection before the login.
    fn open(&self) -> Result<SmtpConnection, SendError> {
        let at_once = self.tls.as_ref().filter(|_| self.encryption == Encryption::Tls);
        let address = (self.host.as_str(), self.port);
        let mut connection = SmtpConnection::open(address, at_once, &self.hello, self.timeout)
            .map_err(|error| self.failure(Step::Open, &error))?;
        if let (Encryption::Starttls, Some(tls)) = (self.encryption, &self.tls) {
            if !connection.offers_starttls() {
                connection.quit(QUIT_TIMEOUT);
                let error = Error::NotOffered("the server does not offer STARTTLS");
                return Err(self.failure(Step::Tls, &error));
            }
            connection
                .starttls(tls, &self.hello)
                .map_err(|error| self.failure(Step::Tls, &error))?;
        }
        Ok(connection)
    }

    fn name(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    fn failure(&self, step: Step, error: &Error) -> SendError {
        let secrets = self.login.as_ref().map(|login| login.hidden.lock().clone());
        let server = Server {
            name: self.name(),
            encryption: self.encryption,
            is_local: is_loopback(&self.host),
            secrets: secrets.as_deref().unwrap_or_default(),
        };
        server.failure(step, error)
    }
}

/// User and password of the server. The password may be replaced while the program runs.
struct Login {
    user: String,
    password: SecretSource,
    /// The password that the server refused last.
    refused: Mutex<Option<Secret>>,
    /// Secrets that no message may show: the forms of the passwords that were sent last.
    hidden: Mutex<Vec<String>>,
}

impl Login {
    /// From now on no message has this password.
    fn remember(&self, password: &Secret) {
        let forms = secrets(&self.user, password.reveal());
        let mut hidden = self.hidden.lock();
        if forms.iter().all(|form| hidden.contains(form)) {
            return;
        }
        hidden.splice(0..0, forms);
        hidden.truncate(MAX_HIDDEN);
    }
}

impl Transport for SmtpServer {
    fn session(&self) -> Box<dyn TransportSession + '_> {
        Box::new(Dialogue { server: self, open: None })
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn probe(&self) -> Result<(), SendError> {
        self.connect().map(|connection| connection.quit(QUIT_TIMEOUT))
    }

    fn take_renewal(&self) -> bool {
        let Some(login) = &self.login else { return false };
        let mut refused = login.refused.lock();
        let is_renewed = refused.as_ref().is_some_and(|old| *old != login.password.current());
        if is_renewed {
            *refused = None;
        }
        is_renewed
    }

    fn describe(&self) -> String {
        let encryption = match self.encryption {
            Encryption::None => "not encrypted",
            encryption => encryption.as_str(),
        };
        format!("smtp {} ({encryption})", self.name())
    }
}

/// One thread's dialogue with the server.
struct Dialogue<'a> {
    server: &'a SmtpServer,
    open: Option<Open>,
}

struct Open {
    connection: SmtpConnection,
    /// Messages begun over it.
    messages: u32,
    /// `true` if a message was begun and refused.
    needs_reset: bool,
}

impl TransportSession for Dialogue<'_> {
    fn deliver(&mut self, delivery: &Delivery<'_>) -> Result<Acceptance, SendError> {
        let envelope = (address_of(delivery.from)?, address_of(delivery.to)?);
        let most = self.server.messages_per_connection;
        if self.open.as_ref().is_some_and(|open| open.messages >= most) {
            self.close();
        }
        if self.open.is_some() {
            match self.begin(&envelope) {
                // The server ended a connection that lay idle: that says nothing about the message.
                Err(Begin::Stale) => {}
                Err(Begin::Failed(failed)) => return Err(failed),
                Ok(()) => return self.send_message(delivery.message),
            }
        }
        let connection = self.server.connect()?;
        self.open = Some(Open { connection, messages: 0, needs_reset: false });
        match self.begin(&envelope) {
            Ok(()) => self.send_message(delivery.message),
            Err(Begin::Failed(failed)) => Err(failed),
            Err(Begin::Stale) => Err(self.not_connected()),
        }
    }
}

/// Failure to begin a message.
enum Begin {
    Failed(SendError),
    /// The connection had been used before, and is gone.
    Stale,
}

impl Dialogue<'_> {
    /// Everything up to the server's 354.
    fn begin(&mut self, (from, to): &(Address, Address)) -> Result<(), Begin> {
        let Some(open) = &mut self.open else { return Err(Begin::Stale) };
        let was_used = open.messages > 0;
        open.messages += 1;
        let needs_reset = std::mem::replace(&mut open.needs_reset, true);
        let connection = &mut open.connection;
        let mut asked = Ok(());
        if needs_reset {
            asked = step(connection, Step::Reset, Rset);
        }
        let asked = asked
            .and_then(|()| step(connection, Step::Mail, Mail::new(Some(from.clone()), vec![])))
            .and_then(|()| step(connection, Step::Rcpt, Rcpt::new(to.clone(), vec![])))
            .and_then(|()| step(connection, Step::Data, Data));
        asked.map_err(|(step, error)| {
            if is_lost(&error) {
                self.open = None;
                if was_used && matches!(step, Step::Reset | Step::Mail) {
                    return Begin::Stale;
                }
            }
            Begin::Failed(self.server.failure(step, &error))
        })
    }

    /// The message, and the server's reply to it.
    fn send_message(&mut self, message: &[u8]) -> Result<Acceptance, SendError> {
        let Some(open) = &mut self.open else { return Err(self.not_connected()) };
        let time = self.server.timeout.saturating_mul(MESSAGE_TIMEOUTS);
        let text = with_transparency(message);
        let error = match open.connection.message(&text, time).and_then(completed) {
            Ok(reply) => {
                open.needs_reset = false;
                return Ok(Acceptance { detail: shown(&reply) });
            }
            Err(error) => error,
        };
        let failed = self.server.failure(Step::Message, &error);
        if is_lost(&error) {
            self.open = None;
        }
        match error {
            Error::Refused(_) => Err(failed),
            // The server may have the message.
            _ => Err(SendError::unknown(failed.detail())),
        }
    }

    fn not_connected(&self) -> SendError {
        SendError::temporary(format!("{}: the connection was closed", self.server.name()))
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.connection.quit(QUIT_TIMEOUT);
        }
    }
}

impl Drop for Dialogue<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

/// Sends a command, and reads the reply that belongs to it.
fn step(
    connection: &mut SmtpConnection,
    step: Step,
    command: impl std::fmt::Display,
) -> Result<(), (Step, Error)> {
    let reply = connection.command(command).and_then(|reply| match step {
        Step::Data if reply.has_code(354) => Ok(reply),
        Step::Data => Err(Error::Unexpected(reply)),
        _ => completed(reply),
    });
    reply.map(drop).map_err(|error| (step, error))
}

/// The message as it goes over the line: dots at the start of lines doubled, and the dot that ends
/// it (RFC 5321, 4.5.2). It is written in one piece: in two, the second would wait for the network
/// to confirm the first.
fn with_transparency(message: &[u8]) -> String {
    // Messages are ASCII; what is not would not survive anyway.
    let text = String::from_utf8_lossy(message);
    let text = text.strip_suffix("\r\n").unwrap_or(&text);
    let mut out = String::with_capacity(text.len() + text.len() / 64 + 8);
    let mut rest = text;
    while let Some(at) = rest.find("\r\n.") {
        out.push_str(&rest[..at + 3]);
        out.push('.');
        rest = &rest[at + 3..];
    }
    out.push_str(rest);
    if out.starts_with('.') {
        out.insert(0, '.');
    }
    out.push_str("\r\n.\r\n");
    out
}

fn address_of(text: &str) -> Result<Address, SendError> {
    let address = address::parse(text).ok().and_then(|address| address.parse().ok());
    address.ok_or_else(|| SendError::permanent(format!("`{text}` is not an e-mail address")))
}

/// The name we introduce ourselves with: that of the machine, if it is a domain name.
fn hello() -> ClientId {
    match ClientId::default() {
        ClientId::Domain(name) if domain::to_ascii(&name).is_none() => {
            ClientId::Ipv4(std::net::Ipv4Addr::LOCALHOST)
        }
        id => id,
    }
}

/// The name that the server must prove, and whom to trust beside the system's authorities.
fn tls(host: &str, settings: &Smtp) -> Result<Tls> {
    let unusable = |error: &dyn std::fmt::Display| {
        invalid(format!("TLS cannot be used: {error}"))
            .advice("install the certificates of the system (`ca-certificates`)")
    };
    let name = host.parse::<IpAddr>().map(ServerName::from).or_else(|_| {
        let ascii = domain::to_ascii(host).unwrap_or_else(|| host.to_owned());
        ServerName::try_from(ascii)
    });
    let name = name.map_err(|_| {
        invalid(format!("no certificate can be for the mail server {}", quoted(host)))
            .advice("set `mail.smtp.host` to its name in the DNS")
    })?;
    let roots = settings.ca_file.as_deref().map(authorities).transpose()?.unwrap_or_default();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = Verifier::new_with_extra_roots(roots, Arc::clone(&provider))
        .map_err(|error| unusable(&error))?;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(&error))?
        .dangerous() // as rustls calls every verifier that is not its own
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(Tls { name, config: Arc::new(config) })
}

/// The certificates of a file (PEM).
fn authorities(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let name = files::display_name(path);
    let pem = files::read_limited(path, MAX_CA_BYTES)
        .map_err(|problem| Problem { code: Code::InvalidSetting, ..problem })?;
    let found: Vec<_> =
        CertificateDer::pem_slice_iter(&pem).collect::<Result<_, _>>().map_err(|error| {
            invalid(format!("`{name}` cannot be read: {error}")).advice("it must be PEM")
        })?;
    // Without one, the list would be taken for an empty one.
    if found.is_empty() {
        return Err(
            invalid(format!("`{name}` holds no certificate")).advice("it must be in the form PEM")
        );
    }
    Ok(found)
}

fn login(settings: &Smtp) -> Result<Option<Login>> {
    let password = match (&settings.password, &settings.password_file) {
        (Some(password), _) => Some(SecretSource::fixed(password.clone())),
        (None, Some(path)) => Some(SecretSource::file(path, "the password of the mail server")?),
        (None, None) => None,
    };
    match (settings.user.clone(), password) {
        (Some(user), Some(password)) => {
            let (refused, hidden) = Default::default();
            Ok(Some(Login { user, password, refused, hidden }))
        }
        (None, None) => Ok(None),
        (Some(_), None) => Err(invalid("there is a user for the mail server, but no password")
            .advice("set `REPORTCTL_SMTP_PASSWORD`, or `mail.smtp.passwordFile`")),
        (None, Some(_)) => Err(invalid("there is a password for the mail server, but no user")
            .advice("set `mail.smtp.user`, or `REPORTCTL_SMTP_USER`")),
    }
}

/// The password in every form in which it is sent.
fn secrets(user: &str, password: &str) -> Vec<String> {
    use base64::Engine;
    let base64 = |text: &str| base64::engine::general_purpose::STANDARD.encode(text);
    let forms = [base64(&format!("\0{user}\0{password}")), base64(password), password.to_owned()];
    forms.into_iter().filter(|form| !form.is_empty()).collect()
}

/// Returns `true` if it could be found at all. Names inside a network may have what domains may not.
fn is_host(host: &str) -> bool {
    let in_name = |char: char| char.is_alphanumeric() || matches!(char, '-' | '.' | '_');
    host.parse::<IpAddr>().is_ok() || (!host.is_empty() && host.chars().all(in_name))
}

fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn invalid(message: impl Into<String>) -> Problem {
    Problem::new(Code::InvalidSetting, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_doubled_and_the_message_ends_once() {
        let cases: [(&[u8], &str); 4] = [
            (b"a\r\n", "a\r\n.\r\n"),
            (b"a", "a\r\n.\r\n"),
            (b".a\r\n.\r\n..b\r\n", "..a\r\n..\r\n...b\r\n.\r\n"),
            (b"a.\r\n\r\n.\r\n", "a.\r\n\r\n..\r\n.\r\n"),
        ];
        for (message, expected) in cases {
            assert_eq!(with_transparency(message), expected);
        }
    }

    #[test]
    fn only_this_machine_is_loopback() {
        for (host, expected) in [
            ("localhost", true),
            ("127.0.0.1", true),
            ("::1", true),
            ("localhost.example.org", false),
            ("10.0.0.1", false),
            ("127.0.0.1.example.org", false),
        ] {
            assert_eq!(is_loopback(host), expected, "{host}");
        }
    }
}
