//! A mail server on this machine, for tests: it speaks SMTP with STARTTLS, TLS and AUTH, keeps
//! what it gets, and fails on demand at any step of the dialogue.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use reportctl::base::secret::Secret;
use reportctl::delivery::settings::{Encryption, Mail, Smtp, TransportKind};

use super::certificates::{self, Identity};

/// A step of the dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// The connection was made, and the greeting is due.
    Greeting,
    Ehlo,
    StartTls,
    /// The TLS handshake.
    Handshake,
    /// EHLO after STARTTLS.
    EhloAgain,
    Auth,
    Mail,
    Rcpt,
    Data,
    /// Inside the message: its first line was read.
    Body,
    /// The message was read, the answer is due, and nothing is kept yet.
    End,
    /// The message is kept, and the answer was sent.
    Answered,
    Reset,
    Quit,
}

/// Action of the server at a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// The action of a working server.
    Go,
    /// Answers that, and goes on.
    Say(&'static str),
    /// Closes the connection.
    Drop,
    /// Keeps silent until the client goes.
    Stall,
}

/// A message that the server took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Received {
    pub(crate) from: String,
    pub(crate) to: Vec<String>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) encrypted: bool,
    pub(crate) user: Option<String>,
    /// The connection it came over, from 1.
    pub(crate) connection: usize,
}

#[derive(Default)]
struct State {
    received: Vec<Received>,
    connections: usize,
    /// Actions for the next times that a step is reached.
    script: HashMap<Step, Vec<Action>>,
    /// Action for every other time.
    always: HashMap<Step, Action>,
    /// Every line that clients said, for tests that look at the dialogue itself.
    heard: Vec<String>,
}

struct Shared {
    state: Mutex<State>,
    encryption: Encryption,
    tls: Option<Arc<ServerConfig>>,
    login: Option<(String, Mutex<String>)>,
}

/// A running server. It stops with the process.
pub(crate) struct MailServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

pub(crate) const USER: &str = "reports";
pub(crate) const PASSWORD: &str = "correct horse battery staple";

impl MailServer {
    /// A server without encryption and login.
    pub(crate) fn plain() -> Self {
        Self::start(Encryption::None, Identity::Good, false)
    }

    /// A server that wants the login of [`USER`] when `login` is set.
    pub(crate) fn start(encryption: Encryption, identity: Identity, login: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            encryption,
            tls: (encryption != Encryption::None).then(|| certificates::server_config(identity)),
            login: login.then(|| (USER.to_owned(), Mutex::new(PASSWORD.to_owned()))),
        });
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&accepting);
                thread::spawn(move || serve(stream, &shared));
            }
        });
        Self { address, shared }
    }

    /// Sets the actions for the next times that a step is reached, in order.
    pub(crate) fn script(&self, step: Step, actions: impl IntoIterator<Item = Action>) {
        let mut state = self.shared.state.lock().unwrap();
        state.script.entry(step).or_default().extend(actions);
    }

    /// Sets the action for every time that a step is reached.
    pub(crate) fn always(&self, step: Step, action: Action) {
        self.shared.state.lock().unwrap().always.insert(step, action);
    }

    /// From now on it wants another password.
    pub(crate) fn rotate_password(&self, new: &str) {
        let (_, password) = self.shared.login.as_ref().unwrap();
        new.clone_into(&mut password.lock().unwrap());
    }

    /// The messages taken so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.shared.state.lock().unwrap().received.clone()
    }

    /// Number of messages accepted so far.
    pub(crate) fn count(&self) -> usize {
        self.shared.state.lock().unwrap().received.len()
    }

    /// Number of connections so far.
    pub(crate) fn connections(&self) -> usize {
        self.shared.state.lock().unwrap().connections
    }

    /// Every line that clients said so far, messages left out.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.shared.state.lock().unwrap().heard.clone()
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Settings for sending to it.
    pub(crate) fn settings(&self) -> Mail {
        let login = self.shared.login.as_ref();
        Mail {
            from: Some("Reports <reports@example.org>".to_owned()),
            transport: TransportKind::Smtp,
            smtp: Smtp {
                host: Some("localhost".to_owned()),
                port: self.port(),
                encryption: self.shared.encryption,
                user: login.map(|(user, _)| user.clone()),
                password: login.map(|(_, password)| Secret::new(&*password.lock().unwrap())),
                ca_file: self.shared.tls.as_ref().map(|_| certificates::authority_file()),
                timeout: Duration::from_secs(20),
                ..Mail::default().smtp
            },
            ..Mail::default()
        }
    }

    /// The same as environment variables, for a run of the program. The certificates are trusted.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let settings = self.settings().smtp;
        let mut variables = vec![
            ("REPORTCTL_MAIL_FROM", "Reports <reports@example.org>".to_owned()),
            ("REPORTCTL_SMTP_HOST", "localhost".to_owned()),
            ("REPORTCTL_SMTP_PORT", self.port().to_string()),
            ("REPORTCTL_SMTP_ENCRYPTION", settings.encryption.as_str().to_owned()),
        ];
        if let Some((user, password)) = &self.shared.login {
            variables.push(("REPORTCTL_SMTP_USER", user.clone()));
            variables.push(("REPORTCTL_SMTP_PASSWORD", password.lock().unwrap().clone()));
        }
        if let Some(path) = &settings.ca_file {
            variables.push(("REPORTCTL_SMTP_CA_FILE", path.display().to_string()));
        }
        variables
    }
}

trait ReadWrite: Read + Write + Send {}
impl<T: Read + Write + Send> ReadWrite for T {}

/// The end of a connection, for whatever reason.
struct Ended;

type Done<T = ()> = Result<T, Ended>;

struct Connection<'a> {
    shared: &'a Shared,
    stream: BufReader<Box<dyn ReadWrite>>,
    raw: TcpStream,
    number: usize,
    encrypted: bool,
    user: Option<String>,
    greeted: bool,
    from: Option<String>,
    to: Vec<String>,
}

fn serve(raw: TcpStream, shared: &Shared) {
    raw.set_nodelay(true).unwrap();
    let number = {
        let mut state = shared.state.lock().unwrap();
        state.connections += 1;
        state.connections
    };
    let stream: Box<dyn ReadWrite> = Box::new(raw.try_clone().unwrap());
    let mut connection = Connection {
        shared,
        stream: BufReader::with_capacity(1 << 16, stream),
        raw,
        number,
        encrypted: false,
        user: None,
        greeted: false,
        from: None,
        to: Vec::new(),
    };
    let _ = connection.dialogue();
    let _ = connection.raw.shutdown(std::net::Shutdown::Both);
}

impl Connection<'_> {
    fn dialogue(&mut self) -> Done {
        if self.shared.encryption == Encryption::Tls {
            self.handshake()?;
        }
        self.act(Step::Greeting, "220 localhost ESMTP test")?;
        loop {
            let line = self.line()?;
            let line = String::from_utf8(line).map_err(|_| Ended)?;
            let line = line.trim_end_matches(['\r', '\n']).to_owned();
            self.shared.state.lock().unwrap().heard.push(line.clone());
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match verb.to_ascii_uppercase().as_str() {
                "EHLO" => self.ehlo()?,
                "STARTTLS" => self.starttls()?,
                "AUTH" => self.auth(rest)?,
                "MAIL" => self.mail(rest)?,
                "RCPT" => self.rcpt(rest)?,
                "DATA" => self.data()?,
                "RSET" => {
                    (self.from, self.to) = (None, Vec::new());
                    self.act(Step::Reset, "250 2.0.0 reset")?;
                }
                "NOOP" => self.say("250 2.0.0 ok")?,
                "QUIT" => {
                    self.act(Step::Quit, "221 2.0.0 bye")?;
                    return Ok(());
                }
                _ => self.say("500 5.5.2 what?")?,
            }
        }
    }

    fn ehlo(&mut self) -> Done {
        self.greeted = true;
        let mut lines = vec!["localhost greets you", "SIZE 52428800", "8BITMIME"];
        if self.shared.encryption == Encryption::Starttls && !self.encrypted {
            lines.push("STARTTLS");
        }
        if self.shared.login.is_some() && self.may_log_in() {
            lines.push("AUTH PLAIN LOGIN");
        }
        let last = lines.len() - 1;
        let numbered = lines.iter().enumerate();
        let answer: Vec<String> = numbered
            .map(|(at, line)| format!("250{}{line}", if at == last { ' ' } else { '-' }))
            .collect();
        let again = self.shared.encryption == Encryption::Starttls && self.encrypted;
        let step = if again { Step::EhloAgain } else { Step::Ehlo };
        self.act(step, &answer.join("\r\n")).map(drop)
    }

    fn may_log_in(&self) -> bool {
        self.encrypted || self.shared.encryption == Encryption::None
    }

    fn starttls(&mut self) -> Done {
        if self.shared.encryption != Encryption::Starttls || self.encrypted {
            return self.say("502 5.5.1 not here");
        }
        if self.act(Step::StartTls, "220 2.0.0 go ahead")? {
            assert!(self.stream.buffer().is_empty(), "the client spoke before TLS");
            self.handshake()?;
        }
        Ok(())
    }

    fn handshake(&mut self) -> Done {
        match self.next(Step::Handshake) {
            Action::Go => {}
            Action::Say(text) => return self.say(text).and_then(|()| self.stall()),
            Action::Drop => return Err(Ended),
            Action::Stall => return self.stall(),
        }
        let config = self.shared.tls.clone().unwrap();
        let mut tls = ServerConnection::new(config).unwrap();
        let mut raw = self.raw.try_clone().unwrap();
        while tls.is_handshaking() {
            tls.complete_io(&mut raw).map_err(|_| Ended)?;
        }
        let stream: Box<dyn ReadWrite> = Box::new(StreamOwned::new(tls, raw));
        self.stream = BufReader::with_capacity(1 << 16, stream);
        self.encrypted = true;
        Ok(())
    }

    fn auth(&mut self, rest: &str) -> Done {
        if !self.may_log_in() {
            return self.say("538 5.7.11 encryption required");
        }
        match self.next(Step::Auth) {
            Action::Go => {}
            Action::Say(text) => return self.say(text),
            Action::Drop => return Err(Ended),
            Action::Stall => return self.stall(),
        }
        let (mechanism, first) = rest.split_once(' ').unwrap_or((rest, ""));
        let login = match mechanism {
            "PLAIN" => {
                let decoded = decode(first)?;
                let mut fields = decoded.split('\0').skip(1).map(str::to_owned);
                (fields.next().ok_or(Ended)?, fields.next().ok_or(Ended)?)
            }
            "LOGIN" => {
                self.say("334 VXNlcm5hbWU6")?;
                let user = self.line()?;
                self.say("334 UGFzc3dvcmQ6")?;
                let password = self.line()?;
                let text = |line: Vec<u8>| decode(String::from_utf8(line).unwrap().trim());
                (text(user)?, text(password)?)
            }
            _ => return self.say("504 5.5.4 unknown mechanism"),
        };
        let is_right = |(user, password): &(String, Mutex<String>)| {
            (user, &*password.lock().unwrap()) == (&login.0, &login.1)
        };
        if self.shared.login.as_ref().is_some_and(is_right) {
            self.user = Some(login.0);
            self.say("235 2.7.0 welcome")
        } else {
            // Some servers repeat what they heard.
            self.say(&format!("535 5.7.8 no such login: {} {}", login.1, STANDARD.encode(&login.1)))
        }
    }

    fn mail(&mut self, rest: &str) -> Done {
        if self.shared.login.is_some() && self.user.is_none() {
            return self.say("530 5.7.0 log in first");
        }
        if !self.greeted || self.from.is_some() {
            return self.say("503 5.5.1 not now");
        }
        if self.act(Step::Mail, "250 2.1.0 ok")? {
            let path = rest.strip_prefix("FROM:<").and_then(|path| path.strip_suffix('>'));
            self.from = Some(path.unwrap().to_owned());
        }
        Ok(())
    }

    fn rcpt(&mut self, rest: &str) -> Done {
        if self.from.is_none() {
            return self.say("503 5.5.1 MAIL first");
        }
        if self.act(Step::Rcpt, "250 2.1.5 ok")? {
            let path = rest.strip_prefix("TO:<").and_then(|path| path.strip_suffix('>'));
            self.to.push(path.unwrap().to_owned());
        }
        Ok(())
    }

    fn data(&mut self) -> Done {
        if self.to.is_empty() {
            return self.say("503 5.5.1 RCPT first");
        }
        if !self.act(Step::Data, "354 go ahead")? {
            return Ok(());
        }
        let mut bytes = Vec::new();
        let mut is_first = true;
        loop {
            let line = self.line()?;
            if std::mem::take(&mut is_first) {
                match self.next(Step::Body) {
                    Action::Go | Action::Say(_) => {}
                    Action::Drop => return Err(Ended),
                    Action::Stall => return self.stall(),
                }
            }
            if line == b".\r\n" {
                break;
            }
            assert!(line.ends_with(b"\r\n"), "a line of the message does not end in CR LF");
            bytes.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
        }
        let received = Received {
            from: self.from.take().unwrap(),
            to: std::mem::take(&mut self.to),
            bytes,
            encrypted: self.encrypted,
            user: self.user.clone(),
            connection: self.number,
        };
        match self.next(Step::End) {
            Action::Go => {
                self.shared.state.lock().unwrap().received.push(received);
                self.say("250 2.0.0 ok, queued as 42")?;
            }
            // What is a success keeps the message.
            Action::Say(text) => {
                if text.starts_with('2') {
                    self.shared.state.lock().unwrap().received.push(received);
                }
                self.say(text)?;
            }
            Action::Drop => return Err(Ended),
            Action::Stall => return self.stall(),
        }
        match self.next(Step::Answered) {
            Action::Go => Ok(()),
            Action::Say(text) => {
                self.say(text)?;
                Err(Ended)
            }
            Action::Drop => Err(Ended),
            Action::Stall => self.stall(),
        }
    }

    /// Does what the script says, or gives the usual answer. Whether the answer was positive.
    fn act(&mut self, step: Step, usual: &str) -> Done<bool> {
        match self.next(step) {
            Action::Go => self.say(usual).map(|()| true),
            Action::Say(text) => self.say(text).map(|()| text.starts_with(['2', '3'])),
            Action::Drop => Err(Ended),
            Action::Stall => self.stall().map(|()| false),
        }
    }

    fn next(&self, step: Step) -> Action {
        let mut state = self.shared.state.lock().unwrap();
        match state.script.get_mut(&step) {
            Some(actions) if !actions.is_empty() => actions.remove(0),
            _ => state.always.get(&step).cloned().unwrap_or(Action::Go),
        }
    }

    /// Reads and forgets until the client goes.
    fn stall(&mut self) -> Done {
        let mut buffer = [0; 4096];
        while self.stream.read(&mut buffer).is_ok_and(|length| length > 0) {}
        Err(Ended)
    }

    fn line(&mut self) -> Done<Vec<u8>> {
        let mut line = Vec::new();
        match self.stream.read_until(b'\n', &mut line) {
            Ok(length) if length > 0 && line.ends_with(b"\n") => Ok(line),
            _ => Err(Ended),
        }
    }

    fn say(&mut self, text: &str) -> Done {
        let answer = format!("{text}\r\n");
        let stream = self.stream.get_mut();
        stream.write_all(answer.as_bytes()).and_then(|()| stream.flush()).map_err(|_| Ended)
    }
}

fn decode(text: &str) -> Done<String> {
    STANDARD.decode(text).ok().and_then(|bytes| String::from_utf8(bytes).ok()).ok_or(Ended)
}
