//! Failures of the SMTP dialogue: their meaning, and advice.

use std::io;

use lettre::transport::smtp::response::Response;
use rustls::CertificateError;

use super::connection::Error;
use crate::delivery::mail::transport::SendError;
use crate::delivery::settings::Encryption;

/// Step of the dialogue that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Connecting, the greeting, EHLO.
    Open,
    /// STARTTLS, the handshake, EHLO again.
    Tls,
    /// AUTH.
    Login,
    Reset,
    Mail,
    Rcpt,
    Data,
    /// The message up to the final reply.
    Message,
}

impl Step {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Open => "connecting",
            Self::Tls => "STARTTLS",
            Self::Login => "login",
            Self::Reset => "RSET",
            Self::Mail => "MAIL",
            Self::Rcpt => "RCPT",
            Self::Data => "DATA",
            Self::Message => "message",
        }
    }

    /// Before any message: what fails here fails for all.
    fn is_opening(self) -> bool {
        matches!(self, Self::Open | Self::Tls | Self::Login)
    }
}

/// Properties common to all failures of one server.
pub(super) struct Server<'a> {
    /// Host and port.
    pub(super) name: String,
    pub(super) encryption: Encryption,
    /// `true` if it is on this machine.
    pub(super) is_local: bool,
    /// Secrets that no message may show.
    pub(super) secrets: &'a [String],
}

impl Server<'_> {
    /// Meaning of a failure at a step, apart from a possible delivery.
    pub(super) fn failure(&self, step: Step, error: &Error) -> SendError {
        let reason = one_line(&self.without_secrets(reason(step, error)));
        let detail = format!("{}: {}: {reason}", self.name, step.as_str());
        match kind(step, error) {
            FailureKind::Temporary => SendError::temporary(detail),
            FailureKind::Permanent => SendError::permanent(detail),
            FailureKind::Unusable => SendError::unusable(detail),
        }
        .with_advice(self.advice(step, error))
    }

    /// Advice, where that is more than to try again later.
    fn advice(&self, step: Step, error: &Error) -> Option<&'static str> {
        Some(match error {
            Error::UnknownHost(_) => {
                "check the name in `mail.smtp.host`, and that this machine can look up names"
            }
            Error::Refused(reply) if step == Step::Login && !reply.has_code(538) => {
                "check `mail.smtp.user` and the password (`REPORTCTL_SMTP_PASSWORD`, or the file of \
                 `mail.smtp.passwordFile`, which is read again by itself); some providers want a \
                 password made for programs"
            }
            Error::Refused(reply) if wants_login(reply) => {
                "the server wants a login: set `mail.smtp.user` and `REPORTCTL_SMTP_PASSWORD`, and \
                 `mail.smtp.encryption` to `starttls` or `tls`"
            }
            Error::NotOffered(_) if step == Step::Login => {
                "many servers offer a login only on port 587 (`starttls`) or 465 (`tls`); without a \
                 login, remove `mail.smtp.user` and the password"
            }
            Error::NotOffered(_) if step == Step::Tls && self.is_local => {
                "for a server on this machine, `mail.smtp.encryption` may be `none`"
            }
            Error::NotOffered(_) => {
                "set `mail.smtp.encryption` to `tls` and `mail.smtp.port` to 465, or ask who runs the \
                 server which port encrypts"
            }
            Error::Protocol(_) if step == Step::Open => {
                "check `mail.smtp.host` and `mail.smtp.port`: something else than a mail server answers"
            }
            Error::Io(error) => match (tls_error(error), error.kind()) {
                (Some(rustls::Error::InvalidCertificate(reason)), _) => certificate(reason),
                (Some(_), _) if self.encryption == Encryption::Tls => {
                    "the server does not begin with TLS on this port: set `mail.smtp.encryption` to \
                     `starttls` (usually port 587), or use port 465"
                }
                (Some(_), _) => "the server and this program have no TLS version in common",
                (None, io::ErrorKind::ConnectionRefused) => {
                    "nothing listens there: check `mail.smtp.host` and `mail.smtp.port`, and whether \
                     the server is up"
                }
                (None, _) if step == Step::Open && self.encryption != Encryption::Tls => {
                    "check `mail.smtp.host`, `mail.smtp.port` and the firewall; a server on port 465 \
                     waits for TLS: set `mail.smtp.encryption` to `tls` for it"
                }
                (None, _) if step == Step::Open => {
                    "check `mail.smtp.host`, `mail.smtp.port` and the firewall; a server on port 587 \
                     wants `mail.smtp.encryption` to be `starttls`"
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Servers repeat what they heard. To be called before anything is cut off: a part of a secret
    /// is no longer found.
    fn without_secrets(&self, text: String) -> String {
        self.secrets.iter().fold(text, |text, secret| text.replace(secret, "***"))
    }
}

enum FailureKind {
    Temporary,
    Permanent,
    Unusable,
}

fn kind(step: Step, error: &Error) -> FailureKind {
    match error {
        Error::Refused(reply) => match u16::from(reply.code()) {
            400..500 => FailureKind::Temporary,
            _ if wants_login(reply) || step.is_opening() => FailureKind::Unusable,
            _ => FailureKind::Permanent,
        },
        Error::NotOffered(_) | Error::AheadOfTls => FailureKind::Unusable,
        // Here another service answers; later it is the same server with a fault.
        Error::Protocol(_) if step.is_opening() => FailureKind::Unusable,
        Error::Io(error) if tls_error(error).is_some() => FailureKind::Unusable,
        // Name servers have bad days, too.
        Error::UnknownHost(_) | Error::Io(_) | Error::Unexpected(_) | Error::Protocol(_) => {
            FailureKind::Temporary
        }
    }
}

/// Authentication is needed, too weak, refused, or needs encryption (RFC 4954, 6).
fn wants_login(reply: &Response) -> bool {
    matches!(u16::from(reply.code()), 530 | 534 | 535 | 538)
}

/// Returns `true` if the connection is of no further use: it broke, or the server said that it closes it
/// (421).
pub(super) fn is_lost(error: &Error) -> bool {
    match error {
        Error::Refused(reply) => reply.has_code(421),
        _ => true,
    }
}

/// A reply on one line.
pub(super) fn shown(reply: &Response) -> String {
    one_line(&joined(reply))
}

/// Code and lines; an enhanced status code (RFC 2034) that every line repeats is there once.
fn joined(reply: &Response) -> String {
    let is_status = |word: &&str| {
        let is_number = |part: &str| (1..=3).contains(&part.len()) && part.parse::<u16>().is_ok();
        word.split('.').count() == 3 && word.split('.').all(is_number)
    };
    let repeated = reply.first_word().filter(is_status);
    let mut text = reply.code().to_string();
    for (at, line) in reply.message().enumerate() {
        let rest = repeated.filter(|_| at > 0).and_then(|status| line.strip_prefix(status));
        text.push(' ');
        text.push_str(rest.map_or(line, str::trim_start));
    }
    text
}

fn reason(step: Step, error: &Error) -> String {
    match error {
        Error::Refused(reply) => joined(reply),
        Error::Unexpected(reply) => format!("unexpected answer: {}", joined(reply)),
        Error::Protocol(what) if step == Step::Open => {
            format!("what answers does not speak SMTP: {what}")
        }
        Error::Protocol(what) | Error::NotOffered(what) => (*what).to_owned(),
        Error::AheadOfTls => "answers came before the encryption began".to_owned(),
        Error::UnknownHost(error) => format!("the host is unknown: {error}"),
        Error::Io(error) => match (tls_error(error), error.kind()) {
            (Some(tls), _) => format!("TLS failed: {tls}"),
            (None, io::ErrorKind::TimedOut) => "no answer in time".to_owned(),
            (
                None,
                io::ErrorKind::UnexpectedEof
                | io::ErrorKind::ConnectionReset
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::BrokenPipe,
            ) => "the server closed the connection".to_owned(),
            (None, _) => error.to_string(),
        },
    }
}

fn certificate(reason: &CertificateError) -> &'static str {
    match reason {
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the certificate is for another name: set `mail.smtp.host` to a name that it has"
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the certificate is out of date: the operator of the server must renew it; check the \
             clock of this machine, too"
        }
        CertificateError::UnknownIssuer => {
            "no authority known here signed the certificate: name the file with the certificate of its \
             authority in `mail.smtp.caFile`, or install it in the system"
        }
        _ => "the certificate of the server cannot be used: its operator must replace it",
    }
}

/// The server's words, without anything that could pass for something else on a terminal, cut to
/// a length that can be read.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 500;
    let line: String =
        text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(LONGEST).collect();
    line.trim().to_owned()
}

fn tls_error(error: &io::Error) -> Option<&rustls::Error> {
    error.get_ref()?.downcast_ref()
}
