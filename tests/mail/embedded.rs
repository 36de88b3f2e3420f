//! Delivery to a server that others wrote.

use std::io;
use std::net::{IpAddr, TcpListener};
use std::sync::{Arc, Mutex};
use std::thread;

use mail_parser::{MessageParser, MimeHeaders};
use mailin_embedded::response::{AUTH_OK, INVALID_CREDENTIALS, OK};
use mailin_embedded::{AuthMechanism, Handler, Response, Server, SslConfig};
use reportctl::Value;
use reportctl::base::secret::Secret;
use reportctl::delivery::mail::{Composer, MailOptions, Parts, transport};
use reportctl::delivery::settings::{Encryption, Mail, Smtp, TransportKind};
use reportctl::expr::date::Timestamp;
use uuid::Uuid;

use super::certificates::{self, Identity};
use super::server::{PASSWORD, USER};

/// Sender, recipients, message.
type Received = (String, Vec<String>, Vec<u8>);

#[derive(Clone, Default)]
struct Inbox {
    messages: Arc<Mutex<Vec<Received>>>,
    current: Received,
    needs_login: bool,
    logged_in: bool,
}

impl Handler for Inbox {
    fn mail(&mut self, _: IpAddr, _: &str, from: &str) -> Response {
        self.current = (from.to_owned(), Vec::new(), Vec::new());
        if self.needs_login && !self.logged_in { INVALID_CREDENTIALS } else { OK }
    }

    fn rcpt(&mut self, to: &str) -> Response {
        self.current.1.push(to.to_owned());
        OK
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.current.2.extend_from_slice(bytes);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        self.messages.lock().unwrap().push(std::mem::take(&mut self.current));
        OK
    }

    fn auth_plain(&mut self, _: &str, user: &str, password: &str) -> Response {
        self.logged_in = (user, password) == (USER, PASSWORD);
        if self.logged_in { AUTH_OK } else { INVALID_CREDENTIALS }
    }
}

fn start(inbox: Inbox, ssl: SslConfig) -> u16 {
    // That server takes whatever is the default of the process.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let mut server = Server::new(inbox.clone());
    server.with_name("localhost").with_tcp_listener(listener).with_ssl(ssl).unwrap();
    if inbox.needs_login {
        server.with_auth(AuthMechanism::Plain);
    }
    thread::spawn(move || server.serve().unwrap());
    port
}

fn settings(port: u16, encryption: Encryption) -> Mail {
    Mail {
        from: Some("reports@example.org".to_owned()),
        transport: TransportKind::Smtp,
        smtp: Smtp { host: Some("localhost".to_owned()), port, encryption, ..Mail::default().smtp },
        ..Mail::default()
    }
}

/// Sends three messages over one session, and looks at what arrived.
fn exchange(settings: &Mail, inbox: &Inbox) {
    let options: MailOptions = serde_json::from_str(
        r#"{"subject": "Nº {n}", "body": ".\n{n}\n..\n", "filename": "nº {n}"}"#,
    )
    .unwrap();
    let composer = Composer::new(&options, &MailOptions::default(), settings).unwrap();
    let transport = transport::open(settings).unwrap();
    let mut session = transport.session();
    for n in 1..=3 {
        let data = Value::from_json(&format!(r#"{{"n": {n}}}"#)).unwrap();
        let pdf = vec![u8::try_from(n).unwrap(); 5000];
        let recipient = format!("r{n}@example.com");
        let parts = Parts {
            link: None,
            id: Uuid::from_u128(n),
            recipient: &recipient,
            sent_at: Timestamp::EPOCH,
            locale: None,
            filename: None,
            pdf: &pdf,
            einvoice: None,
        };
        let message = composer.compose(&data, parts).unwrap();
        session.deliver(&message.delivery()).unwrap();
        let messages = inbox.messages.lock().unwrap();
        let (from, to, bytes) = messages.last().unwrap();
        assert_eq!(
            (from.as_str(), to.as_slice()),
            ("reports@example.org", [recipient.clone()].as_slice())
        );
        assert_eq!(*bytes, message.bytes);
        let parsed = MessageParser::default().parse(bytes).unwrap();
        assert_eq!(parsed.subject(), Some(format!("Nº {n}").as_str()));
        assert_eq!(parsed.body_text(0).unwrap().trim_end(), format!(".\r\n{n}\r\n.."));
        let attachment = parsed.attachment(0).unwrap();
        assert_eq!(attachment.contents(), pdf);
        assert_eq!(attachment.attachment_name(), Some(format!("nº {n}.pdf").as_str()));
    }
    assert_eq!(inbox.messages.lock().unwrap().len(), 3);
}

#[test]
fn messages_arrive_at_a_server_that_others_wrote() {
    let inbox = Inbox::default();
    let port = start(inbox.clone(), SslConfig::None);
    exchange(&settings(port, Encryption::None), &inbox);
}

#[test]
fn and_so_they_do_after_starttls_and_login() {
    let folder = tempfile::TempDir::new().unwrap();
    let certified = certificates::certified(Identity::Good);
    let path = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.display().to_string()
    };
    let inbox = Inbox { needs_login: true, ..Inbox::default() };
    let ssl = SslConfig::SelfSigned {
        cert_path: path("server.pem", &certified.pem),
        key_path: path("server.key", &certified.key_pem),
    };
    let mut settings = settings(start(inbox.clone(), ssl), Encryption::Starttls);
    settings.smtp.ca_file = Some(certificates::authority_file());
    settings.smtp.user = Some(USER.to_owned());
    settings.smtp.password = Some(Secret::new(PASSWORD));
    exchange(&settings, &inbox);
}
