//! A token that replaces another one, while a service runs and its clients send requests.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::client::{Running, rest};
use crate::project::Project;
use crate::queue::fixture::PostgresSchema;

const REPORT: &str = r#"{"templateId": "invoice", "email": "ana@example.org", "data": {}}"#;

/// Longest time until a revoked token is refused: several times that for which answers of the database are cached.
const REFUSED_WITHIN: Duration = Duration::from_secs(25);

/// The head of a request with a token, whose body has this length.
fn head(service: &Running, token: &str, request: &str, length: usize) -> String {
    format!(
        "{request} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n",
        service.address
    )
}

/// The answer to a request with a token.
fn ask(service: &Running, token: &str, request: &str) -> String {
    let mut stream = service.connect();
    stream.write_all(head(service, token, request, 0).as_bytes()).unwrap();
    rest(&mut stream)
}

fn is_accepted(service: &Running, token: &str) -> bool {
    let answer = ask(service, token, "GET /api/templates");
    let is_refused = answer.starts_with("HTTP/1.1 401") && answer.contains("\"unauthorized\"");
    assert!(is_refused || answer.starts_with("HTTP/1.1 200"), "{answer}");
    !is_refused
}

/// Makes a token with the command line, as another process than the service.
fn create(project: &Project) -> String {
    let scopes = "templates:read,reports:send,reports:read";
    let made = project.run(["token", "create", "--name", "shop", "--scope", scopes]).succeeds();
    String::from_utf8(made.stdout).unwrap().trim().to_owned()
}

/// The tokens, in the order in which they were made.
fn list(project: &Project) -> Vec<serde_json::Value> {
    let listed = project.run(["token", "list", "--json"]).succeeds().json();
    let mut tokens = listed.as_array().unwrap().clone();
    tokens.sort_by_key(|token| token["id"].as_str().unwrap().to_owned());
    tokens
}

/// The rotation that `docs/service.md` describes.
fn rotates(project: &Project, variables: &[(&str, &str)]) {
    let old = create(project);
    let service = Running::start_with(project, &["--mode", "queued"], variables);
    assert!(is_accepted(&service, &old));

    // Both are valid, without a restart, and the list shows the use of both.
    let new = create(project);
    assert!(is_accepted(&service, &new) && is_accepted(&service, &old));
    let tokens = list(project);
    assert_eq!((&tokens[0]["name"], &tokens[1]["name"]), (&"shop".into(), &"shop".into()));
    let start = Instant::now();
    while list(project).iter().any(|token| token["lastUsedAt"].is_null()) {
        assert!(start.elapsed() < REFUSED_WITHIN, "{:?}", list(project));
        std::thread::sleep(Duration::from_millis(50));
    }
    let shown = project.run(["token", "list"]).succeeds();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let used = shown.lines().last().unwrap().split_whitespace().last().unwrap();
    assert!(used.len() == "2026-11-28T07:49Z".len() && used.ends_with('Z'), "{shown}");

    // A request with the old one begins, and is still being sent when that one is revoked.
    let (first, last) = REPORT.split_at(REPORT.len() / 2);
    let mut under_way = service.connect();
    let request = head(&service, &old, "POST /api/reports/generate", REPORT.len());
    under_way.write_all((request + first).as_bytes()).unwrap();
    // The service has read it: an answer to a later request is here.
    assert!(is_accepted(&service, &old));

    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let client = scope.spawn(|| {
            let mut requests = 0;
            let start = Instant::now();
            while !is_over.load(Ordering::Relaxed) && start.elapsed() < 2 * REFUSED_WITHIN {
                assert!(is_accepted(&service, &new), "the new token is refused");
                requests += 1;
            }
            requests
        });
        project.run(["token", "revoke", tokens[0]["id"].as_str().unwrap()]).succeeds();
        let start = Instant::now();
        let mut is_refused = false;
        while !is_refused && start.elapsed() < REFUSED_WITHIN {
            is_refused = !is_accepted(&service, &old);
            std::thread::sleep(Duration::from_millis(50));
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(client.join().unwrap() > 0);
        assert!(is_refused, "a revoked token is still accepted");
    });

    under_way.write_all(last.as_bytes()).unwrap();
    let answer = rest(&mut under_way);
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let report = format!("GET /api/reports/{}", body["id"].as_str().unwrap());
    let start = Instant::now();
    while !ask(&service, &new, &report).contains("\"done\"") {
        assert!(start.elapsed() < Duration::from_secs(60), "{}", ask(&service, &new, &report));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!is_accepted(&service, &old) && is_accepted(&service, &new));
}

#[test]
fn a_token_is_replaced_without_a_restart_and_without_a_lost_request() {
    rotates(&Project::with_invoice(), &[]);
}

#[test]
fn a_token_in_postgresql_is_replaced_without_a_restart_and_without_a_lost_request() {
    let Some(schema) = PostgresSchema::new() else { return };
    let url = schema.url();
    let project = Project::with_invoice().env("REPORTCTL_DATABASE_URL", &url);
    rotates(&project, &[("REPORTCTL_DATABASE_URL", &url)]);
}
