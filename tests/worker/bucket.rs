//! Documents archived in a bucket: moto speaks the protocol of S3, as Amazon and others do.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use reportctl::delivery::queue::{Filter, Outcome, Status};

use super::archive::{add, verified, work};
use super::fixture::{MailFixture, wait_for};
use super::kill;
use crate::{documents, tools};

/// A server of object storage with the bucket `documents`; its objects are in memory.
pub(crate) struct S3Server {
    process: Child,
    port: u16,
}

impl S3Server {
    /// `None` where moto is not installed.
    pub(crate) fn start() -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Self::start_on(port)
    }

    fn start_on(port: u16) -> Option<Self> {
        let program = documents::root().join("target/moto/venv/bin/moto_server");
        if !program.exists() {
            tools::missing(
                "there is no moto: `pip install 'moto[server]'` in a venv at target/moto/venv",
            );
            return None;
        }
        let process = Command::new(program)
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { process, port };
        wait_for("moto", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        server.put("/documents");
        Some(server)
    }

    /// Creates a bucket, or overwrites an object by an empty one, with the rights of the owner.
    fn put(&self, path: &str) {
        self.put_bytes(path, &[]);
    }

    /// The same with the content of the object.
    pub(crate) fn put_bytes(&self, path: &str, content: &[u8]) {
        let mut curl = Command::new("curl")
            .args(["--silent", "--fail", "--request", "PUT", "--data-binary", "@-"])
            .args(["--header", "Content-Type: application/octet-stream"])
            .args(["--aws-sigv4", "aws:amz:us-east-1:s3", "--user", "key:secret"])
            .arg(format!("http://127.0.0.1:{}{path}", self.port))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        curl.stdin.take().unwrap().write_all(content).unwrap();
        assert!(curl.wait().unwrap().success(), "{path}");
    }

    /// The variables of the environment that lead to it.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        variables(self.port)
    }
}

fn variables(port: u16) -> Vec<(&'static str, String)> {
    vec![
        ("AWS_ENDPOINT_URL", format!("http://127.0.0.1:{port}")),
        ("AWS_ALLOW_HTTP", "true".to_owned()),
        ("AWS_REGION", "us-east-1".to_owned()),
        ("AWS_ACCESS_KEY_ID", "key".to_owned()),
        ("AWS_SECRET_ACCESS_KEY", "secret".to_owned()),
    ]
}

impl Drop for S3Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A store that gives every request the same answer.
fn fixed_store(answer: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let timeout = Some(Duration::from_millis(200));
            stream.set_read_timeout(timeout).unwrap();
            // All of the request, however many parts it comes in: a connection with unread bytes is reset.
            let mut request = [0; 4096];
            while stream.read(&mut request).is_ok_and(|read| read > 0) {}
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    port
}

/// A fixture whose archive is a bucket at a port.
fn with_bucket(mut fixture: MailFixture, port: u16, bucket: &str) -> MailFixture {
    fixture.settings(60, &format!("archive: {{url: \"s3://{bucket}/kept\", prefix: reports}}\n"));
    fixture.variables.extend(variables(port));
    fixture
}

/// Output of `doctor`, which must find something wrong.
fn doctor(fixture: &MailFixture) -> String {
    let output = fixture.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(7));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_document_is_kept_in_a_bucket_held_read_and_deleted() {
    let Some(server) = S3Server::start() else { return };
    let fixture = with_bucket(MailFixture::new(), server.port, "documents");
    assert!(fixture.run(&["doctor"]).status.success());
    add(&fixture, |_| {});
    let (row, log) = work(&fixture, 0);
    assert_eq!((row.status, log[0].outcome), (Status::Done, Outcome::Delivered));
    let id = row.request.id.to_string();
    let key = log[0].archive.clone().unwrap();
    assert!(key.starts_with("reports/") && key.ends_with(&id), "{key}");
    assert_eq!(verified(&fixture)["documents"], 1);
    fixture.audit();

    assert!(fixture.run(&["archive", "get", &id, "-o", "a.pdf"]).status.success());
    assert!(fixture.project.read("a.pdf").starts_with(b"%PDF"));
    assert!(fixture.run(&["archive", "hold", &id, "--reason", "audit"]).status.success());
    assert!(fixture.run(&["archive", "release", &id]).status.success());

    // Overwritten by somebody with the right to do so.
    server.put(&format!("/documents/kept/{key}/{}.pdf", log[0].sha256.as_ref().unwrap()));
    let output = fixture.run(&["archive", "verify", "--json"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(7), "{said}");
    assert!(said.contains("damaged"), "{said}");
}

#[test]
fn an_archived_document_is_mailed_although_its_template_has_changed() {
    let Some(server) = S3Server::start() else { return };
    let fixture = with_bucket(MailFixture::new(), server.port, "documents");
    fixture.server.always(
        crate::mail::server::Step::Rcpt,
        crate::mail::server::Action::Say("451 4.7.1 greylisted"),
    );
    add(&fixture, |_| {});
    work(&fixture, 0);
    fixture.template("Another invoice {number}");
    fixture.server.always(crate::mail::server::Step::Rcpt, crate::mail::server::Action::Go);
    let (row, log) = work(&fixture, 0);
    assert_eq!((row.status, &log[1].sha256), (Status::Done, &log[0].sha256));
    assert_eq!(verified(&fixture)["documents"], 1);
    fixture.audit();
}

#[test]
fn while_the_store_is_down_nothing_is_mailed_and_requests_wait() {
    let Some(server) = S3Server::start() else { return };
    let port = server.port;
    let fixture = with_bucket(MailFixture::new(), port, "documents");
    drop(server);
    add(&fixture, |_| {});
    let (row, log) = work(&fixture, 0);
    assert_eq!(
        (row.status, row.error_code.as_deref()),
        (Status::Pending, Some("archiveUnavailable"))
    );
    assert_eq!((log[0].outcome, log[0].archive.as_ref()), (Outcome::Failed, None));
    let _server = S3Server::start_on(port);
    fixture.queue().run_now(&Filter::default()).unwrap();
    let (row, _) = work(&fixture, 0);
    assert_eq!((row.status, fixture.server.count()), (Status::Done, 1));
    assert_eq!(verified(&fixture)["documents"], 1);
}

#[test]
fn a_bucket_that_does_not_exist_is_named() {
    let Some(server) = S3Server::start() else { return };
    let fixture = with_bucket(MailFixture::new(), server.port, "missing");
    let said = doctor(&fixture);
    assert!(said.contains("error[archiveRefused]"), "{said}");
    assert!(said.contains("bucket s3://missing/kept does not exist"), "{said}");
    add(&fixture, |_| {});
    let (row, _) = work(&fixture, 0);
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Pending, Some("archiveRefused")));
}

/// An answer of a store: a status, and the code of an error.
fn error(status: &str, code: &str) -> &'static str {
    let body = format!("<Error><Code>{code}</Code><Message>No</Message></Error>");
    let head = format!("Content-Length: {}\r\nConnection: close", body.len());
    Box::leak(format!("HTTP/1.1 {status}\r\n{head}\r\n\r\n{body}").into_boxed_str())
}

/// A store that creates, reads and lists nothing, because the program may not do so.
pub(crate) fn store_without_rights() -> Vec<(&'static str, String)> {
    variables(fixed_store(error("403 Forbidden", "AccessDenied")))
}

/// `doctor` and a worker name a store with this answer; the worker mails nothing, and its request waits.
fn is_refused(answer: &'static str, message: &str, advice: &str) {
    let fixture = with_bucket(MailFixture::new(), fixed_store(answer), "documents");
    let said = doctor(&fixture);
    assert!(
        said.contains("error[archiveRefused]: the archive: bucket s3://documents/kept "),
        "{said}"
    );
    assert!(said.contains(message) && said.contains(advice), "{said}");
    assert!(!said.contains("secret"), "{said}");
    add(&fixture, |_| {});
    let (row, log) = work(&fixture, 0);
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Pending, Some("archiveRefused")));
    assert!(row.error_message.unwrap().contains(message));
    assert_eq!((log[0].outcome, fixture.server.count()), (Outcome::Failed, 0));
}

#[test]
fn a_bucket_without_rights_is_named_and_nothing_is_mailed() {
    is_refused(
        error("403 Forbidden", "AccessDenied"),
        "refuses this program: ",
        "give it the rights to create, read, list and delete objects, and check its credentials",
    );
}

#[test]
fn a_bucket_that_refuses_the_time_of_this_machine_is_named() {
    is_refused(
        error("403 Forbidden", "RequestTimeTooSkewed"),
        "refuses the time of this machine: ",
        "synchronise the clock of this machine, for example by NTP",
    );
}

#[test]
fn a_store_without_conditional_puts_is_named_and_nothing_is_mailed() {
    is_refused(
        error("501 Not Implemented", "NotImplemented"),
        "does not create objects without replacing others",
        "use a store that supports conditional writes",
    );
}

#[test]
fn a_store_that_replaces_objects_is_named() {
    let answer = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    let fixture = with_bucket(MailFixture::new(), fixed_store(answer), "documents");
    let said = doctor(&fixture);
    let message = "error[archiveRefused]: the archive: bucket s3://documents/kept does not create objects without \
                   replacing others";
    assert!(said.contains(message), "{said}");
    assert!(said.contains("use a store that supports conditional writes"), "{said}");
}

#[test]
fn killed_workers_archive_what_they_send_in_a_bucket() {
    let Some(server) = S3Server::start() else { return };
    let fixture = with_bucket(MailFixture::new(), server.port, "documents");
    kill::survives_with_archive(&fixture);
}
