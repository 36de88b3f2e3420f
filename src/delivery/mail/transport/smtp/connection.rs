//! A connection to a mail server on which everything has an end.
//!
//! The commands and replies are those of `lettre`; its own connection cannot be used, because it
//! reads a line of any length before it looks at the length, and waits again for every byte. Here a
//! line, a reply and the time of every command are limited, in the clear and inside TLS: the
//! deadline is checked by each read and write of the socket below the encryption, so that neither
//! a server that sends one byte a second nor one that never ends a handshake holds a thread.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::commands::{Auth, Ehlo, Quit, Starttls};
use lettre::transport::smtp::extension::ClientId;
use lettre::transport::smtp::response::{Response, Severity};
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, StreamOwned};

/// Longest line of a reply, in bytes. RFC 5321 (4.5.3.1.5) has 512.
const MAX_LINE: usize = 4096;
/// Longest reply, in bytes: all its lines together.
const MAX_REPLY: usize = 64 * 1024;
/// Most challenges of one login. The longest mechanism has two.
const MAX_CHALLENGES: usize = 10;

/// Failure of a command.
#[derive(Debug)]
pub(super) enum Error {
    /// The host name has no address.
    UnknownHost(io::Error),
    /// The connection failed or a deadline passed; errors of TLS are inside.
    Io(io::Error),
    /// The server refused (4xx, 5xx).
    Refused(Response),
    /// A positive reply that does not belong to the command.
    Unexpected(Response),
    /// The server sent something other than a reply, or exceeded a limit.
    Protocol(&'static str),
    /// An answer arrived in the clear behind the one to STARTTLS.
    AheadOfTls,
    /// The server has nothing that the settings ask for.
    NotOffered(&'static str),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Parameters of encryption: the name that the certificate must have, and the trusted roots.
#[derive(Clone)]
pub(super) struct Tls {
    pub(super) name: ServerName<'static>,
    pub(super) config: Arc<ClientConfig>,
}

/// A socket whose reads and writes all end at a deadline.
struct TimedStream {
    socket: TcpStream,
    deadline: Instant,
}

impl TimedStream {
    fn left(&self) -> io::Result<Option<Duration>> {
        match self.deadline.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(io::ErrorKind::TimedOut.into()),
            left => Ok(Some(left)),
        }
    }
}

/// A socket reports its timeout as `WouldBlock`, which TLS would take for "nothing there yet".
fn timed_out(error: io::Error) -> io::Error {
    if error.kind() == io::ErrorKind::WouldBlock { io::ErrorKind::TimedOut.into() } else { error }
}

impl Read for TimedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.socket.set_read_timeout(self.left()?)?;
        self.socket.read(buffer).map_err(timed_out)
    }
}

impl Write for TimedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.socket.set_write_timeout(self.left()?)?;
        self.socket.write(bytes).map_err(timed_out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}

enum Stream {
    Plain(TimedStream),
    Tls(Box<StreamOwned<ClientConnection, TimedStream>>),
    /// A handshake failed.
    Closed,
}

impl Stream {
    fn set_deadline(&mut self, deadline: Instant) {
        match self {
            Self::Plain(stream) => stream.deadline = deadline,
            Self::Tls(stream) => stream.sock.deadline = deadline,
            Self::Closed => {}
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(buffer),
            Self::Tls(stream) => stream.read(buffer),
            Self::Closed => Err(io::ErrorKind::NotConnected.into()),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
            Self::Tls(stream) => stream.write_all(bytes).and_then(|()| stream.flush()),
            Self::Closed => Err(io::ErrorKind::NotConnected.into()),
        }
    }
}

/// Capabilities of the server (EHLO).
#[derive(Debug, Default)]
struct Extensions {
    starttls: bool,
    mechanisms: Vec<Mechanism>,
}

impl Extensions {
    fn read(reply: &Response) -> Self {
        let mut known = Self::default();
        for line in reply.message().skip(1) {
            let mut words = line.split([' ', '=']);
            match words.next().unwrap_or_default().to_ascii_uppercase().as_str() {
                "STARTTLS" => known.starttls = true,
                "AUTH" => known.mechanisms.extend(words.filter_map(mechanism)),
                _ => {}
            }
        }
        known
    }
}

fn mechanism(name: &str) -> Option<Mechanism> {
    match name.to_ascii_uppercase().as_str() {
        "PLAIN" => Some(Mechanism::Plain),
        "LOGIN" => Some(Mechanism::Login),
        _ => None,
    }
}

/// An open connection.
pub(super) struct SmtpConnection {
    stream: Stream,
    /// Bytes read that are not part of a reply yet.
    input: Vec<u8>,
    extensions: Extensions,
    /// Longest time of a command with its reply.
    timeout: Duration,
}

impl SmtpConnection {
    /// Connects, encrypts at once where `tls` is given, and reads the greeting and the reply to
    /// EHLO.
    pub(super) fn open(
        (host, port): (&str, u16),
        tls: Option<&Tls>,
        hello: &ClientId,
        timeout: Duration,
    ) -> Result<Self, Error> {
        let socket = connect(host, port, timeout)?;
        // Commands are written in one piece each: there is nothing to gather.
        socket.set_nodelay(true)?;
        let stream = Stream::Plain(TimedStream { socket, deadline: Instant::now() + timeout });
        let mut connection =
            Self { stream, input: Vec::new(), extensions: Extensions::default(), timeout };
        if let Some(tls) = tls {
            connection.encrypt(tls)?;
        }
        connection.begin(timeout);
        connection.reply().and_then(positive)?;
        connection.ehlo(hello)?;
        Ok(connection)
    }

    pub(super) fn offers_starttls(&self) -> bool {
        self.extensions.starttls
    }

    /// Encrypts from here on. Nothing that came before the handshake is looked at after it:
    /// somebody on the way could have answered in advance, and a message would count as delivered
    /// that the server never got.
    pub(super) fn starttls(&mut self, tls: &Tls, hello: &ClientId) -> Result<(), Error> {
        self.command(Starttls)?;
        if !self.input.is_empty() {
            return Err(Error::AheadOfTls);
        }
        self.encrypt(tls)?;
        self.ehlo(hello)
    }

    fn encrypt(&mut self, tls: &Tls) -> Result<(), Error> {
        let Stream::Plain(stream) = std::mem::replace(&mut self.stream, Stream::Closed) else {
            return Err(io::Error::from(io::ErrorKind::NotConnected).into());
        };
        let session = ClientConnection::new(Arc::clone(&tls.config), tls.name.clone())
            .map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(session, stream);
        stream.sock.deadline = Instant::now() + self.timeout;
        while stream.conn.is_handshaking() {
            if stream.conn.complete_io(&mut stream.sock)? == (0, 0) {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
        }
        self.stream = Stream::Tls(Box::new(stream));
        Ok(())
    }

    fn ehlo(&mut self, hello: &ClientId) -> Result<(), Error> {
        let reply = self.command(Ehlo::new(hello.clone()))?;
        self.extensions = Extensions::read(&reply);
        Ok(())
    }

    /// Logs in with the first mechanism that both sides know.
    pub(super) fn log_in(&mut self, credentials: &Credentials) -> Result<(), Error> {
        let known = [Mechanism::Plain, Mechanism::Login];
        let mechanism = known
            .into_iter()
            .find(|one| self.extensions.mechanisms.contains(one))
            .ok_or(Error::NotOffered("the server offers no login that is known here"))?;
        let unreadable = |_| Error::Protocol("the server asks for a login in an unknown way");
        let auth = Auth::new(mechanism, credentials.clone(), None).map_err(unreadable)?;
        let mut reply = self.command(auth)?;
        for _ in 0..MAX_CHALLENGES {
            if !reply.has_code(334) {
                return completed(reply).map(drop);
            }
            let auth = Auth::new_from_response(mechanism, credentials.clone(), &reply);
            reply = self.command(auth.map_err(unreadable)?)?;
        }
        Err(Error::Protocol("the login does not end"))
    }

    /// Sends a command and reads its reply, which must be positive.
    pub(super) fn command(&mut self, command: impl std::fmt::Display) -> Result<Response, Error> {
        self.begin(self.timeout);
        self.stream.write_all(command.to_string().as_bytes())?;
        self.reply().and_then(positive)
    }

    /// Sends a whole message, its final dot included, and reads the reply to it. Both may take
    /// `time`.
    pub(super) fn message(&mut self, text: &str, time: Duration) -> Result<Response, Error> {
        self.begin(time);
        self.stream.write_all(text.as_bytes())?;
        self.begin(time);
        self.reply().and_then(positive)
    }

    /// Sends QUIT and waits up to `time` for the reply, which does not matter.
    pub(super) fn quit(mut self, time: Duration) {
        self.timeout = time;
        let _ = self.command(Quit);
    }

    /// Starts the clock of a step.
    fn begin(&mut self, time: Duration) {
        self.stream.set_deadline(Instant::now() + time);
    }

    /// Reads one reply of one or more lines (RFC 5321, 4.2.1).
    fn reply(&mut self) -> Result<Response, Error> {
        let mut text = String::new();
        loop {
            let line = self.line()?;
            let code = line.get(..3).filter(|code| code.bytes().all(|byte| byte.is_ascii_digit()));
            let code = code.ok_or(Error::Protocol("a line does not begin with a code"))?;
            let is_last = match line.as_bytes().get(3) {
                Some(b'-') => false,
                Some(b' ') | None => true,
                Some(_) => return Err(Error::Protocol("a line does not begin with a code")),
            };
            // In the one form that the parser knows, whatever the server leaves out.
            let mark = if is_last { ' ' } else { '-' };
            text.push_str(&format!("{code}{mark}{}\r\n", line.get(4..).unwrap_or_default()));
            if text.len() > MAX_REPLY {
                return Err(Error::Protocol("a reply is longer than 64 kB"));
            }
            if is_last {
                return text.parse().map_err(|_| Error::Protocol("a reply cannot be read"));
            }
        }
    }

    /// Reads a line without its end.
    fn line(&mut self) -> Result<String, Error> {
        let mut searched = 0;
        loop {
            let found = self.input[searched..].iter().position(|byte| *byte == b'\n');
            if let Some(end) = found.map(|at| searched + at) {
                let line: Vec<u8> = self.input.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
            }
            searched = self.input.len();
            if searched >= MAX_LINE {
                return Err(Error::Protocol("a line is longer than 4 kB"));
            }
            self.fill(MAX_LINE - searched)?;
        }
    }

    /// Reads at most this many more bytes.
    fn fill(&mut self, most: usize) -> Result<(), Error> {
        let old = self.input.len();
        self.input.resize(old + most, 0);
        let read = loop {
            match self.stream.read(&mut self.input[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.input.truncate(old + read.as_ref().copied().unwrap_or(0));
        match read? {
            0 => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
            _ => Ok(()),
        }
    }
}

/// Tries the addresses of a name one after the other; all of them together have `timeout`.
fn connect(host: &str, port: u16, timeout: Duration) -> Result<TcpStream, Error> {
    let addresses: Vec<_> = (host, port).to_socket_addrs().map_err(Error::UnknownHost)?.collect();
    let deadline = Instant::now() + timeout;
    let mut failure = Error::UnknownHost(io::Error::other("the name has no address"));
    for (tried, address) in addresses.iter().enumerate() {
        let share = u32::try_from(addresses.len() - tried).unwrap_or(u32::MAX);
        let left = deadline.saturating_duration_since(Instant::now()) / share;
        match TcpStream::connect_timeout(address, left.max(Duration::from_millis(1))) {
            Ok(socket) => return Ok(socket),
            Err(error) => failure = Error::Io(error),
        }
    }
    Err(failure)
}

fn positive(reply: Response) -> Result<Response, Error> {
    if reply.is_positive() { Ok(reply) } else { Err(Error::Refused(reply)) }
}

/// Only a reply that says that something is done (2xx).
pub(super) fn completed(reply: Response) -> Result<Response, Error> {
    match reply.code().severity {
        Severity::PositiveCompletion => Ok(reply),
        _ => Err(Error::Unexpected(reply)),
    }
}
