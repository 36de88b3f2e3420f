//! Services and workers whose templates are those of a git repository.

use std::process::Command;

use reportctl::delivery::queue::{NewRequest, Request, Status};

use super::client::Running;
use crate::tools;
use crate::worker::fixture::{MailFixture, invoice, request, wait_for};

/// A fixture whose templates are in the repository `origin`, which has one commit.
pub(crate) fn fixture(settings: &str) -> MailFixture {
    let fixture = MailFixture::new();
    let project = &fixture.project;
    std::fs::create_dir_all(project.path("origin/reports")).unwrap();
    project.git(&["init", "--quiet", "--initial-branch", "main", "origin"]);
    commit(&fixture, "invoice", &invoice("First {number}"), &[]);
    // What lies here is not used.
    std::fs::remove_dir_all(project.path("templates")).unwrap();
    let url = format!("file://{}", project.path("origin").display());
    let source = format!("url: '{url}', ref: main, folder: reports, pollSeconds: 0.1");
    fixture.settings(60, &format!("templateSource: {{{source}{settings}}}\n"));
    fixture
}

/// Commits a template to the repository.
fn commit(fixture: &MailFixture, id: &str, content: &str, options: &[&str]) {
    fixture.file(&format!("origin/reports/{id}.json"), content);
    fixture.project.git(&["-C", "origin", "add", "--all"]);
    let commit = [&["-C", "origin"], options, &["commit", "--quiet", "--message", "Change"]];
    fixture.project.git(&commit.concat());
}

fn serve(fixture: &MailFixture, mode: &str) -> Running {
    let variables = fixture.server.variables();
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    Running::start_with(&fixture.project, &["--mode", mode], &variables)
}

#[test]
fn a_service_takes_new_commits_and_refuses_those_with_errors() {
    let fixture = fixture("");
    let service = serve(&fixture, "sync");
    service
        .log_with(&format!("  templates  git file://{}", fixture.project.path("origin").display()));
    let template = || service.ask("GET", "/api/templates/invoice", "");
    assert!(template().contains("First {number}"), "{}", template());

    commit(&fixture, "quote", "{", &[]);
    let log = service.log_with("the templates were not replaced");
    assert!(log.contains("templateSourceRefused"), "{log}");
    assert!(log.contains("reports/quote.json"), "{log}");
    assert!(!log.contains("reportctl-templates-"), "names no folder of this machine: {log}");
    assert!(template().contains("First {number}"));

    fixture.project.git(&["-C", "origin", "rm", "--quiet", "--force", "reports/quote.json"]);
    commit(&fixture, "invoice", &invoice("Second {number}"), &[]);
    service.log_with("the templates were replaced");
    assert!(template().contains("Second {number}"), "{}", template());

    // A source that vanishes changes nothing.
    std::fs::rename(fixture.project.path("origin"), fixture.project.path("elsewhere")).unwrap();
    let log = service.log_with("templateSourceUnavailable");
    let url = format!("file://{}", fixture.project.path("origin").display());
    assert!(log.contains(&format!("the templates of `{url}` cannot be read: ")), "{log}");
    assert!(template().contains("Second {number}"));
    assert!(service.ask("GET", "/readyz", "").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_service_that_ends_leaves_no_temporary_files() {
    let fixture = fixture("");
    let temporary = tempfile::TempDir::new().unwrap();
    let names = || std::fs::read_dir(temporary.path()).unwrap().count();
    let mut variables = fixture.server.variables();
    variables.push(("TMPDIR", temporary.path().to_str().unwrap().to_owned()));
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut service = Running::start_with(&fixture.project, &[], &variables);
    commit(&fixture, "invoice", &invoice("Second {number}"), &[]);
    service.log_with("the templates were replaced");
    assert!(names() > 0);
    service.terminate();
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
    assert_eq!(names(), 0);
}

#[test]
fn templates_of_a_repository_cannot_be_changed_here() {
    let fixture = fixture("");
    let service = serve(&fixture, "sync");
    for (method, path, body) in [
        ("POST", "/api/templates", invoice("New")),
        ("PUT", "/api/templates/invoice", invoice("New")),
        ("DELETE", "/api/templates/invoice", String::new()),
        ("PUT", "/api/templates/invoice/data/one", "{}".to_owned()),
        ("PUT", "/api/library/notes.txt", "x".to_owned()),
    ] {
        let answer = service.ask(method, path, &body);
        let is_refused = answer.starts_with("HTTP/1.1 409") && answer.contains("templatesReadOnly");
        assert!(is_refused, "{method} {path}: {answer}");
    }
}

/// Adds a request for the template of a hash, and waits for its end.
fn finished(fixture: &MailFixture, number: usize, template_hash: Option<String>) -> Request {
    let row = NewRequest { template_hash, ..request(number) };
    fixture.queue().enqueue(&[row]).unwrap();
    wait_for("its end", || fixture.rows()[0].status != Status::Pending);
    fixture.rows().remove(0)
}

#[test]
fn a_request_of_an_earlier_version_gets_that_version() {
    let fixture = fixture("");
    let service = serve(&fixture, "queued");
    finished(&fixture, 1, None);
    let first = fixture.log().remove(0).template_hash;
    assert!(first.is_some());
    commit(&fixture, "invoice", &invoice("Second {number}"), &[]);
    service.log_with("the templates were replaced");
    assert_eq!(finished(&fixture, 2, first.clone()).status, Status::Done);
    assert_eq!(finished(&fixture, 3, None).status, Status::Done);
    let hashes: Vec<_> = fixture.log().into_iter().map(|entry| entry.template_hash).collect();
    assert_eq!(hashes[1], first);
    assert_ne!(hashes[2], first);
    // One that never was.
    let row = finished(&fixture, 4, Some("0".repeat(64)));
    assert_eq!(row.error_code.as_deref(), Some("templateChanged"));
}

#[test]
fn a_process_that_starts_later_has_the_versions_before_the_newest() {
    let fixture = fixture("");
    let service = serve(&fixture, "queued");
    finished(&fixture, 1, None);
    let first = fixture.log().remove(0).template_hash;
    drop(service);
    commit(&fixture, "invoice", &invoice("Second {number}"), &[]);
    // A version that was refused is passed over.
    commit(&fixture, "quote", "{", &[]);
    fixture.project.git(&["-C", "origin", "rm", "--quiet", "--force", "reports/quote.json"]);
    commit(&fixture, "invoice", &invoice("Third {number}"), &[]);
    let _service = serve(&fixture, "queued");
    assert_eq!(finished(&fixture, 2, first.clone()).status, Status::Done);
    assert_eq!(fixture.log().remove(1).template_hash, first);
    let row = finished(&fixture, 3, Some("0".repeat(64)));
    assert_eq!(row.error_code.as_deref(), Some("templateChanged"));
}

#[test]
fn a_start_passes_over_new_commits_with_errors() {
    let fixture = fixture("");
    commit(&fixture, "quote", "{", &[]);
    let service = serve(&fixture, "sync");
    let log = service.log_with("the templates were not replaced");
    assert!(log.contains("reports/quote.json"), "{log}");
    let template = || service.ask("GET", "/api/templates/invoice", "");
    assert!(template().contains("First {number}"), "{}", template());
    let doctor = fixture.run(&["doctor"]);
    let said = String::from_utf8_lossy(&doctor.stderr);
    assert!(said.contains("templates 1 problem\nerror[templateSourceRefused]"), "{said}");

    fixture.project.git(&["-C", "origin", "rm", "--quiet", "--force", "reports/quote.json"]);
    commit(&fixture, "invoice", &invoice("Second {number}"), &[]);
    service.log_with("the templates were replaced");
    assert!(template().contains("Second {number}"), "{}", template());
}

#[test]
fn a_commit_must_be_signed_where_signers_are_named() {
    if !tools::has("ssh-keygen") {
        return;
    }
    let fixture = fixture(", allowedSigners: signers");
    let path = |name: &str| fixture.project.path(name).display().to_string();
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", &path("key")])
        .status();
    assert!(made.unwrap().success());
    let key = fixture.project.text("key.pub");
    fixture.file("signers", &format!("* namespaces=\"git\" {key}"));
    let output = fixture.run(&["worker", "--once"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("is not signed by a key of"), "{said}");

    let signing = format!("user.signingKey={}", path("key"));
    let options = ["-c", "gpg.format=ssh", "-c", &signing, "-c", "commit.gpgsign=true"];
    commit(&fixture, "invoice", &invoice("Signed {number}"), &options);
    fixture.add(1..2);
    let output = fixture.run(&["worker", "--once"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fixture.audit().done, 1);
}

#[test]
fn a_source_that_cannot_be_used_is_named() {
    let missing = "templateSource: {url: 'file:///does/not/exist'}\n";
    for (settings, code, said) in [
        (missing, 7, "error[templateSourceUnavailable]"),
        ("templateSource: {url: 'ext::sh -c true'}\n", 7, "cannot be `ext::sh -c true`"),
        ("templateSource: {url: 'https://a:b@example.org/r'}\n", 7, "holds a password"),
        ("templateSource: {url: 'https://example.org/r', folder: ../x}\n", 7, "folder"),
    ] {
        let fixture = MailFixture::new();
        fixture.settings(60, settings);
        let output = fixture.run(&["doctor"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(stderr.contains(said), "{stderr}");
    }
}
