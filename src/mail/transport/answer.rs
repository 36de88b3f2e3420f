//! What failures of the SMTP dialogue mean.

use std::error::Error as _;
use std::io;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::response::Response;

use super::SendError;

/// Where in the dialogue something failed.
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
    /// The message up to the final answer.
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

/// What a failure at a step means, were it not that the message may have been delivered.
pub(super) fn failure(server: &str, step: Step, error: &Error, secrets: &[String]) -> SendError {
    let detail = format!("{server}: {}: {}", step.as_str(), reason(error, secrets));
    if let Some(status) = error.status() {
        let code = u16::from(status);
        return match code {
            400..500 => SendError::Temporary { detail, after: None },
            // Authentication is needed, too weak, refused, or needs encryption (RFC 4954, 6).
            530 | 534 | 535 | 538 => SendError::Unusable { detail },
            _ if step.is_opening() => SendError::Unusable { detail },
            _ => SendError::Permanent { detail },
        };
    }
    let is_setting = error.is_client() || error.is_tls() || tls_error(error).is_some();
    let is_other_protocol = step == Step::Open && error.is_response() && !is_closed(error);
    if is_setting || is_other_protocol {
        SendError::Unusable { detail }
    } else {
        SendError::Temporary { detail, after: None }
    }
}

/// Whether the connection is of no further use: it broke, or the server said that it closes it
/// (421).
pub(super) fn is_lost(error: &Error) -> bool {
    error.status().is_none_or(|status| u16::from(status) == 421)
}

/// A server's answer on one line.
pub(super) fn shown(response: &Response) -> String {
    let lines: Vec<&str> = response.message().collect();
    one_line(&format!("{} {}", response.code(), lines.join(" ")))
}

fn reason(error: &Error, secrets: &[String]) -> String {
    if let Some(tls) = tls_error(error) {
        return one_line(&format!("TLS failed: {tls}"));
    }
    if is_timeout(error) {
        return "no answer in time".to_owned();
    }
    if is_closed(error) {
        return "the server closed the connection".to_owned();
    }
    let text = match (error.status(), error.source()) {
        (Some(code), Some(text)) => format!("{code} {text}"),
        (Some(code), None) => code.to_string(),
        (None, Some(source)) if error.is_response() => {
            format!("what answers does not speak SMTP: {source}")
        }
        (None, Some(source)) => source.to_string(),
        (None, None) => error.to_string(),
    };
    // Before anything is cut off: a part of a secret is no longer found.
    let told = secrets.iter().fold(text, |text, secret| text.replace(secret, "***"));
    one_line(&told)
}

/// The server's words, without anything that could pass for something else on a terminal, cut to
/// a length that can be read.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 500;
    let line: String =
        text.chars().map(|char| if char.is_control() { ' ' } else { char }).take(LONGEST).collect();
    line.trim().to_owned()
}

fn io_error(error: &Error) -> Option<&io::Error> {
    let mut source = error.source();
    while let Some(error) = source {
        if let Some(io) = error.downcast_ref() {
            return Some(io);
        }
        source = error.source();
    }
    None
}

fn tls_error(error: &Error) -> Option<&rustls::Error> {
    io_error(error)?.get_ref()?.downcast_ref()
}

/// Whether there was no answer in time.
pub(super) fn is_timeout(error: &Error) -> bool {
    io_error(error).is_some_and(|error| {
        matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock)
    })
}

fn is_closed(error: &Error) -> bool {
    let ended = error.source().is_some_and(|source| source.to_string() == "incomplete response");
    let broken = io_error(error).is_some_and(|error| {
        matches!(
            error.kind(),
            io::ErrorKind::UnexpectedEof
                | io::ErrorKind::ConnectionReset
                | io::ErrorKind::ConnectionAborted
                | io::ErrorKind::BrokenPipe
        )
    });
    (error.is_response() && ended) || broken
}
