//! Messages to a mail server (RFC 5321), over connections that are used again.
//!
//! The dialogue is led step by step, because what a failure means depends on the step: before the
//! server asked for the message (354), nothing has left; between that and the server's answer, the
//! message may have been delivered.

use std::net::IpAddr;
use std::time::Duration;

use lettre::address::Address;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::{Response, Severity};

use super::answer::{Step, failure, is_lost, is_timeout, shown};
use super::{Delivery, Receipt, SendError, Session, Transport};
use crate::config::{Encryption, Secret, Smtp};
use crate::domain;
use crate::files;
use crate::mail::address;
use crate::problem::{Code, Problem, Result, quoted};

/// The final answer may take this many times as long as others: giving up on it leaves a message
/// of which nobody knows whether it was delivered (RFC 5321, 4.5.3.2.6 asks for ten minutes).
const PATIENCE: u32 = 10;
/// Longest wait for the answer to QUIT, which says nothing that matters.
const GOODBYE: Duration = Duration::from_secs(1);
/// Long enough to see what is there already.
const MOMENT: Duration = Duration::from_millis(1);
/// Far more than a list of certificates.
const MAX_CA_BYTES: u64 = 1 << 20;

/// A mail server.
pub struct SmtpServer {
    host: String,
    port: u16,
    encryption: Encryption,
    tls: Option<TlsParameters>,
    credentials: Option<Credentials>,
    /// What must not appear in any message.
    secrets: Vec<String>,
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
        let secrets = login.iter().flat_map(|(user, password)| secrets(user, password)).collect();
        Ok(Self {
            host,
            port: settings.port,
            encryption: settings.encryption,
            tls,
            credentials: login.map(Credentials::from),
            secrets,
            hello: hello(),
            timeout: settings.timeout,
            messages_per_connection: settings.messages_per_connection,
        })
    }

    fn connect(&self) -> Result<SmtpConnection, SendError> {
        let at_once = match self.encryption {
            Encryption::Tls => self.tls.as_ref(),
            Encryption::Starttls | Encryption::None => None,
        };
        let address = (self.host.as_str(), self.port);
        let timeout = Some(self.timeout);
        let mut connection = SmtpConnection::connect(address, timeout, &self.hello, at_once, None)
            .map_err(|error| self.failure(Step::Open, &error))?;
        if let (Encryption::Starttls, Some(tls)) = (self.encryption, &self.tls) {
            if !connection.can_starttls() {
                goodbye(connection);
                let detail = format!("{}: the server does not offer STARTTLS", self.name());
                return Err(SendError::Unusable { detail });
            }
            connection
                .starttls(tls, &self.hello)
                .map_err(|error| self.failure(Step::Tls, &error))?;
            self.check_silence(&mut connection)?;
        }
        if let Some(credentials) = &self.credentials {
            connection
                .auth(DEFAULT_MECHANISMS, credentials)
                .map_err(|error| self.failure(Step::Login, &error))?;
        }
        Ok(connection)
    }

    /// Refuses a connection on which answers wait that nobody asked for. They came in the clear,
    /// behind the answer to STARTTLS, perhaps from somebody on the way, and would be taken for
    /// those of the server: a message would count as delivered that it never got.
    fn check_silence(&self, connection: &mut SmtpConnection) -> Result<(), SendError> {
        let broken = |detail| SendError::Temporary { detail, after: None };
        let set = |connection: &mut SmtpConnection, timeout| {
            let set = connection.set_timeout(Some(timeout));
            set.map_err(|error| broken(format!("{}: {error}", self.name())))
        };
        set(connection, MOMENT)?;
        match connection.read_response() {
            Err(error) if is_timeout(&error) => set(connection, self.timeout),
            Err(error) if error.status().is_none() => Err(self.failure(Step::Tls, &error)),
            _ => {
                let step = Step::Tls.as_str();
                let what = "answers came before the encryption began";
                Err(SendError::Unusable { detail: format!("{}: {step}: {what}", self.name()) })
            }
        }
    }

    fn name(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    fn failure(&self, step: Step, error: &lettre::transport::smtp::Error) -> SendError {
        failure(&self.name(), step, error, &self.secrets)
    }
}

impl Transport for SmtpServer {
    fn session(&self) -> Box<dyn Session + '_> {
        Box::new(Dialogue { server: self, open: None })
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn probe(&self) -> Result<(), SendError> {
        self.connect().map(goodbye)
    }

    fn describe(&self) -> String {
        format!("smtp {} ({})", self.name(), self.encryption.as_str())
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
    /// Whether a message was begun and refused.
    needs_reset: bool,
}

impl Session for Dialogue<'_> {
    fn deliver(&mut self, delivery: &Delivery<'_>) -> Result<Receipt, SendError> {
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
                Ok(()) => return self.hand_over(delivery.message),
            }
        }
        let connection = self.server.connect()?;
        self.open = Some(Open { connection, messages: 0, needs_reset: false });
        match self.begin(&envelope) {
            Ok(()) => self.hand_over(delivery.message),
            Err(Begin::Failed(failed)) => Err(failed),
            Err(Begin::Stale) => {
                let detail = format!("{}: the connection was closed", self.server.name());
                Err(SendError::Temporary { detail, after: None })
            }
        }
    }
}

/// Why a message could not be begun.
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
        let mut asked = Ok(());
        if open.needs_reset {
            asked = step(&mut open.connection, Step::Reset, Rset);
        }
        open.needs_reset = true;
        let asked = asked.and_then(|()| {
            step(&mut open.connection, Step::Mail, Mail::new(Some(from.clone()), vec![]))
        });
        let asked = asked
            .and_then(|()| step(&mut open.connection, Step::Rcpt, Rcpt::new(to.clone(), vec![])))
            .and_then(|()| step(&mut open.connection, Step::Data, Data));
        asked.map_err(|refusal| self.refused(refusal, was_used))
    }

    fn refused(&mut self, refusal: Refusal, was_used: bool) -> Begin {
        let (step, failed, lost) = match refusal {
            Refusal::Error(step, error) => {
                (step, self.server.failure(step, &error), is_lost(&error))
            }
            Refusal::Unexpected(step, response) => {
                let (name, answer) = (self.server.name(), shown(&response));
                let detail = format!("{name}: {}: unexpected answer: {answer}", step.as_str());
                (step, SendError::Temporary { detail, after: None }, true)
            }
        };
        if lost {
            self.open = None;
            if was_used && matches!(step, Step::Reset | Step::Mail) {
                return Begin::Stale;
            }
        }
        Begin::Failed(failed)
    }

    /// The message, and the server's answer to it.
    fn hand_over(&mut self, message: &[u8]) -> Result<Receipt, SendError> {
        let Some(open) = &mut self.open else {
            let detail = format!("{}: there is no connection", self.server.name());
            return Err(SendError::Temporary { detail, after: None });
        };
        let timeout = self.server.timeout;
        let text = with_transparency(message);
        let answered = open
            .connection
            .set_timeout(Some(timeout.saturating_mul(PATIENCE)))
            .map_err(|error| error.to_string())
            .map(|()| open.connection.command(text.as_str()));
        let problem = match answered {
            Ok(Ok(response)) if is_done(&response) => {
                open.needs_reset = false;
                if open.connection.set_timeout(Some(timeout)).is_err() {
                    self.open = None;
                }
                return Ok(Receipt { detail: shown(&response) });
            }
            Ok(Ok(response)) => format!("unexpected answer: {}", shown(&response)),
            Ok(Err(error)) if error.status().is_some() => {
                let failed = self.server.failure(Step::Message, &error);
                if is_lost(&error) || open.connection.set_timeout(Some(timeout)).is_err() {
                    self.open = None;
                }
                return Err(failed);
            }
            Ok(Err(error)) => self.server.failure(Step::Message, &error).detail().to_owned(),
            // Nothing was sent, and the connection is of no use.
            Err(detail) => {
                self.open = None;
                return Err(SendError::Temporary { detail, after: None });
            }
        };
        self.open = None;
        Err(SendError::Unknown { detail: problem })
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            goodbye(open.connection);
        }
    }
}

impl Drop for Dialogue<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

/// Why a step did not go on.
enum Refusal {
    Error(Step, lettre::transport::smtp::Error),
    /// A positive answer that does not belong to the question.
    Unexpected(Step, Response),
}

/// Says a command, and hears the answer that belongs to it.
fn step(
    connection: &mut SmtpConnection,
    step: Step,
    command: impl std::fmt::Display,
) -> Result<(), Refusal> {
    let response = connection.command(command).map_err(|error| Refusal::Error(step, error))?;
    let expected = match step {
        Step::Data => response.has_code(354),
        _ => is_done(&response),
    };
    if expected { Ok(()) } else { Err(Refusal::Unexpected(step, response)) }
}

fn is_done(response: &Response) -> bool {
    response.code().severity == Severity::PositiveCompletion
}

/// Takes leave. The connection is closed whatever the server says.
fn goodbye(mut connection: SmtpConnection) {
    if connection.set_timeout(Some(GOODBYE)).is_ok() {
        let _ = connection.quit();
    }
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
    address.ok_or_else(|| SendError::Permanent {
        detail: format!("`{text}` is not an e-mail address"),
    })
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

/// What begins a certificate in the form PEM.
const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";

fn tls(host: &str, settings: &Smtp) -> Result<TlsParameters> {
    let mut builder = TlsParameters::builder(host.to_owned());
    if let Some(path) = &settings.ca_file {
        let name = files::display_name(path);
        let pem = files::read_limited(path, MAX_CA_BYTES)
            .map_err(|problem| Problem { code: Code::InvalidSetting, ..problem })?;
        // Without one, the list would be taken for an empty one.
        let has_one = pem.windows(BEGIN.len()).any(|part| part == BEGIN);
        let certificate =
            Certificate::from_pem(&pem).ok().filter(|_| has_one).ok_or_else(|| {
                invalid(format!("`{name}` holds no certificate"))
                    .advice("it must be in the form PEM")
            })?;
        builder = builder.add_root_certificate(certificate);
    }
    builder.build().map_err(|error| {
        invalid(format!("TLS cannot be used: {error}"))
            .advice("install the certificates of the system (`ca-certificates`)")
    })
}

fn login(settings: &Smtp) -> Result<Option<(String, String)>> {
    let password = match (&settings.password, &settings.password_file) {
        (Some(password), _) => Some(password.clone()),
        (None, Some(path)) => Some(Secret::read(path, "the password of the mail server")?),
        (None, None) => None,
    };
    match (settings.user.clone(), password) {
        (Some(user), Some(password)) => Ok(Some((user, password.reveal().to_owned()))),
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

/// Whether it could be found at all. Names inside a network may have what domains may not.
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
