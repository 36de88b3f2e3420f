//! Outcomes reported to another service.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::client::Running;
use super::service::document;
use crate::mail::certificates::{Identity, authority_file, server_config};
use crate::project::Project;

/// A received call.
struct Call {
    headers: String,
    body: String,
}

impl Call {
    fn header(&self, wanted: &str) -> &str {
        let pair = self.headers.lines().filter_map(|line| line.split_once(": "));
        pair.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).unwrap().1.trim()
    }
}

/// Takes a call, and answers with a status.
fn take(listener: &TcpListener, status: &str) -> Call {
    let (mut stream, _) = listener.accept().unwrap();
    let call = read(&mut stream);
    let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    stream.write_all(answer.as_bytes()).unwrap();
    call
}

fn read(stream: &mut TcpStream) -> Call {
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.ends_with('}') {
        let read = stream.read(&mut buffer).unwrap();
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    let (headers, body) = text.split_once("\r\n\r\n").unwrap();
    Call { headers: headers.to_owned(), body: body.to_owned() }
}

fn project(url: &str) -> Project {
    Project::new()
        .template("a", &document("A", "a"))
        .file("secret", "s3cret\n")
        .file("reportctl.yaml", format!("serve: {{webhook: '{url}', webhookSecretFile: secret}}\n"))
}

fn generate(service: &Running, number: usize) {
    let body = format!(r#"{{"templateId": "a", "email": "r{number}@example.org", "data": {{}}}}"#);
    let sent = service.ask("POST", "/api/reports/generate", &body);
    assert!(sent.starts_with("HTTP/1.1 202"), "{sent}");
}

fn calls(project: &Project) -> Vec<serde_json::Value> {
    let run = project.run(["queue", "webhooks", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    serde_json::from_slice(&run.stdout).unwrap()
}

fn until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < Duration::from_secs(60), "never {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_call_is_signed_and_repeated_until_it_succeeds() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/outcomes", listener.local_addr().unwrap());
    let unsigned = Project::new().file("reportctl.yaml", format!("serve: {{webhook: '{url}'}}\n"));
    unsigned.run(["serve", "--listen", "127.0.0.1:0"]).fails_with(2);
    let project = project(&url);
    let service = Running::start(&project, &["--mode", "queued"]);
    generate(&service, 1);
    // A server error and a redirect are no success.
    let first = take(&listener, "500 No");
    let second = take(&listener, "302 Found\r\nLocation: /elsewhere");
    let third = take(&listener, "204 Fine");
    assert_eq!((&first.body, &second.body), (&second.body, &third.body));
    let number = third.header("x-reportctl-call");
    assert_eq!(
        (first.header("x-reportctl-call"), second.header("x-reportctl-call")),
        (number, number)
    );
    let signature = third.header("x-reportctl-signature");
    let timestamp = signature.split(['=', ',']).nth(1).unwrap().parse().unwrap();
    let expected = reportctl::serve::webhook::signature("s3cret", timestamp, &third.body);
    assert_eq!(signature, expected);
    let body: serde_json::Value = serde_json::from_str(&third.body).unwrap();
    assert_eq!((&body["status"], &body["templateId"]), (&"done".into(), &"a".into()));
    assert!(!third.body.contains("r1@"), "{}", third.body);
    until("delivered", || calls(&project)[0]["status"] == "delivered");
    assert_eq!(calls(&project)[0]["attempts"], 3);
}

#[test]
fn a_new_secret_in_the_file_signs_the_next_call() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let project = project(&format!("http://{}/", listener.local_addr().unwrap()));
    let service = Running::start(&project, &["--mode", "queued"]);
    for (number, secret) in ["s3cret", "an0ther"].into_iter().enumerate() {
        std::fs::write(project.path("secret"), secret).unwrap();
        generate(&service, number);
        let call = take(&listener, "204 Fine");
        let signature = call.header("x-reportctl-signature");
        let timestamp = signature.split(['=', ',']).nth(1).unwrap().parse().unwrap();
        let expected = reportctl::serve::webhook::signature(secret, timestamp, &call.body);
        assert_eq!(signature, expected);
    }
}

#[test]
fn calls_survive_a_stop_while_the_endpoint_is_away() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let project = project(&format!("http://{address}/"));
    let mut service = Running::start(&project, &["--mode", "queued"]);
    (0..20).for_each(|number| generate(&service, number));
    until("attempted", || {
        calls(&project).iter().filter(|call| call["detail"].is_string()).count() >= 10
    });
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
    until("recorded", || calls(&project).len() == 20);
    assert!(calls(&project).iter().all(|call| call["status"] == "pending"));

    let listener = TcpListener::bind(address).unwrap();
    let _service = Running::start(&project, &["--mode", "queued"]);
    let mut reported: Vec<String> = (0..20).map(|_| take(&listener, "200 OK").body).collect();
    reported.sort();
    reported.dedup();
    assert_eq!(reported.len(), 20);
}

#[test]
fn a_call_that_gets_no_answer_delays_no_other() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let project = project(&format!("http://{}/", listener.local_addr().unwrap()));
    let service = Running::start(&project, &["--mode", "queued"]);
    generate(&service, 1);
    let (mut silent, _) = listener.accept().unwrap();
    let first = read(&mut silent);
    let start = Instant::now();
    for number in 2..6 {
        generate(&service, number);
        assert_ne!(take(&listener, "200 OK").body, first.body);
    }
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

#[test]
fn a_host_with_a_certificate_of_an_authority_of_the_system_is_trusted() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let project = project(&format!("https://localhost:{port}/outcomes"));
    let authority = authority_file().display().to_string();
    let trust = [("SSL_CERT_FILE", authority.as_str())];
    let service = Running::start_with(&project, &["--mode", "queued"], &trust);
    generate(&service, 1);
    let config = server_config(Identity::Good);
    let (mut raw, _) = listener.accept().unwrap();
    let mut tls = rustls::ServerConnection::new(config).unwrap();
    raw.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut stream = rustls::Stream::new(&mut tls, &mut raw);
    let (mut text, mut buffer) = (String::new(), [0; 4096]);
    while !text.ends_with('}') {
        let read = stream.read(&mut buffer).unwrap();
        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
    }
    stream.write_all(b"HTTP/1.1 204 Fine\r\nConnection: close\r\n\r\n").unwrap();
    assert!(text.contains("X-Reportctl-Signature") || text.contains("x-reportctl-signature"));
    until("delivered", || calls(&project)[0]["status"] == "delivered");
}
