//! Documents are archived before they are mailed, whatever happens meanwhile.

use std::fs;

use reportctl::delivery::queue::{Filter, LogEntry, NewRequest, Outcome, Request, Status};
use serde_json::Value as Json;

use super::fixture::{MailFixture, request};
use crate::mail::server::{Action, Step};

fn with_archive() -> MailFixture {
    let fixture = MailFixture::new();
    fixture.archive();
    fixture
}

/// Adds a row, which differs in what `change` does.
pub(super) fn add(fixture: &MailFixture, change: impl FnOnce(&mut NewRequest)) {
    let mut row = request(1);
    change(&mut row);
    fixture.queue().enqueue(&[row]).unwrap();
}

/// Works once, with that exit code. Rows that wait for another attempt are due now.
pub(super) fn work(fixture: &MailFixture, code: i32) -> (Request, Vec<LogEntry>) {
    fixture.queue().run_now(&Filter::default()).unwrap();
    let output = fixture.run(&["worker", "--once"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    (fixture.rows().remove(0), fixture.log())
}

/// The counts of `archive verify`, which must find nothing.
pub(super) fn verified(fixture: &MailFixture) -> Json {
    let output = fixture.run(&["archive", "verify", "--json"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_document_whose_mail_is_deferred_is_archived_once() {
    let fixture = with_archive();
    fixture.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    add(&fixture, |_| {});
    let (row, log) = work(&fixture, 0);
    assert_eq!(row.status, Status::Pending);
    let key = log[0].archive.clone().unwrap();
    assert!(key.ends_with(&row.request.id.to_string()), "{key}");
    assert_eq!(verified(&fixture)["documents"], 1);
    fixture.server.always(Step::Rcpt, Action::Go);
    let (row, log) = work(&fixture, 0);
    assert_eq!((row.status, log[1].outcome), (Status::Done, Outcome::Delivered));
    assert_eq!(log[1].archive.as_ref(), Some(&key));
    // The receipt is that of the archive, made with the first attempt.
    assert_eq!((&log[0].sha256, &log[0].receipt), (&log[1].sha256, &log[1].receipt));
    assert_eq!(verified(&fixture)["documents"], 1);
    fixture.audit();
}

#[test]
fn a_template_that_changed_after_the_document_was_archived_mails_nothing() {
    let fixture = with_archive();
    fixture.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    add(&fixture, |_| {});
    work(&fixture, 0);
    fixture.server.always(Step::Rcpt, Action::Go);
    fixture.template("Another invoice {number}");
    let (row, log) = work(&fixture, 6);
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some("archiveConflict")));
    let message = row.error_message.unwrap();
    assert!(message.contains("the template has changed"), "{message}");
    assert_eq!((fixture.server.count(), log[1].archive.as_ref()), (0, None));
    assert_eq!(verified(&fixture)["documents"], 1);
    // With the template as it was, the archived document is sent.
    fixture.template("Invoice {number}");
    assert!(fixture.run(&["queue", "retry", "--all"]).status.success());
    let (row, _) = work(&fixture, 0);
    assert_eq!((row.status, fixture.server.count()), (Status::Done, 1));
    fixture.audit();
}

#[test]
fn an_encrypted_document_that_was_archived_is_the_one_that_is_mailed() {
    let fixture = with_archive();
    let template = r#"{"name": "Invoice", "bindings": [], "template": {"extensions": 1,
        "page": {"width": 210, "height": 297}, "schemas": [],
        "pdf": {"encryption": {"userPassword": "{number}-secret"}}}}"#;
    fixture.file("templates/invoice.json", template);
    fixture.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    add(&fixture, |_| {});
    let (_, log) = work(&fixture, 0);
    assert!(log[0].archive.is_some(), "{log:?}");
    fixture.server.always(Step::Rcpt, Action::Go);
    let (row, log) = work(&fixture, 0);
    assert_eq!((row.status, &log[0].sha256), (Status::Done, &log[1].sha256));
    assert_eq!(verified(&fixture)["documents"], 1);
    // The attachment is that document.
    fixture.audit();
}

#[test]
fn without_its_folder_nothing_is_mailed_and_requests_wait() {
    let fixture = with_archive();
    fs::remove_dir(fixture.project.path("archive")).unwrap();
    add(&fixture, |_| {});
    let (row, log) = work(&fixture, 0);
    assert_eq!(
        (row.status, row.error_code.as_deref()),
        (Status::Pending, Some("archiveUnavailable"))
    );
    assert_eq!((log[0].outcome, log[0].archive.as_ref()), (Outcome::Failed, None));
    // Something else of its name is not repaired by waiting, but by somebody.
    fixture.file("archive", "");
    let (row, _) = work(&fixture, 0);
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Pending, Some("archiveRefused")));
    let output = fixture.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[archiveRefused]"));
    assert_eq!(fixture.server.connections(), 1, "that of doctor");
    fs::remove_file(fixture.project.path("archive")).unwrap();
    fs::create_dir(fixture.project.path("archive")).unwrap();
    let (row, _) = work(&fixture, 0);
    assert_eq!((row.status, fixture.server.count()), (Status::Done, 1));
    fixture.audit();
}

#[test]
fn an_einvoice_that_goes_along_is_archived_with_the_document() {
    let fixture = with_archive();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/belgian-invoice.json");
    fs::copy(sample, fixture.project.path("templates/invoice.json")).unwrap();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/belgian-invoice-small.json");
    let data = fs::read_to_string(data).unwrap();
    add(&fixture, |row| row.data = data);
    let (row, log) = work(&fixture, 0);
    assert_eq!(row.status, Status::Done, "{log:?}");
    assert_eq!(verified(&fixture)["documents"], 1);
    let id = row.request.id.to_string();
    let get = ["archive", "get", &id, "-o", "a.pdf", "--einvoice", "a.xml", "--receipt", "a.json"];
    assert!(fixture.run(&get).status.success());
    assert!(fixture.project.text("a.xml").contains("Invoice"));
    assert!(fixture.project.read("a.pdf").starts_with(b"%PDF"));
}
