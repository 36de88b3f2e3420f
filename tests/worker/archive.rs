//! Documents are archived before they are mailed, whatever happens meanwhile.

use std::fs;

use mail_parser::{MessageParser, MimeHeaders};
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

/// A document is archived and its mail deferred; `change` comes before the next attempt, which must mail that document
/// and say so in the log.
fn mails_what_it_archived(fixture: &MailFixture, change: impl Fn(&MailFixture)) -> Vec<u8> {
    fixture.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    if fixture.queue().list(&Filter::default()).unwrap().is_empty() {
        add(fixture, |_| {});
    }
    let (row, log) = work(fixture, 0);
    assert_eq!((row.status, fixture.server.count()), (Status::Pending, 0), "{log:?}");
    let id = row.request.id.to_string();
    let get = ["archive", "get", &id, "-o", "archived.pdf"];
    assert!(fixture.run(&get).status.success());
    let archived = fixture.project.read("archived.pdf");
    change(fixture);
    fixture.server.always(Step::Rcpt, Action::Go);
    let (row, log) = work(fixture, 0);
    assert_eq!((row.status, fixture.server.count()), (Status::Done, 1), "{log:?}");
    let [first, second] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((first.outcome, second.outcome), (Outcome::Failed, Outcome::Delivered));
    // What made the document, not what is there now.
    let said = |entry: &LogEntry| {
        let receipt = entry.receipt.as_ref().unwrap();
        (entry.archive.clone(), entry.sha256.clone(), entry.bytes, entry.pages, receipt.clone())
    };
    assert_eq!(said(first), said(second));
    assert_eq!(
        second.template_hash.as_ref(),
        Some(&first.receipt.as_ref().unwrap().template.sha256)
    );
    assert_eq!(verified(fixture)["documents"], 1);
    let message = fixture.server.received().remove(0).bytes;
    let parsed = MessageParser::default().parse(&message).unwrap();
    let pdf = parsed
        .attachments()
        .find(|part| part.content_type().is_some_and(|kind| kind.subtype() == Some("pdf")));
    if let Some(pdf) = pdf {
        assert!(pdf.contents() == archived, "the message carries the archived document");
    }
    message
}

fn another_template(fixture: &MailFixture) {
    fixture.template("Another invoice {number}");
}

#[test]
fn an_archived_document_is_mailed_although_its_template_has_changed_on_sqlite() {
    let fixture = with_archive();
    mails_what_it_archived(&fixture, another_template);
    fixture.audit();
}

#[test]
fn an_archived_document_is_mailed_although_its_template_has_changed_on_postgres() {
    let Some(fixture) = MailFixture::on_postgres() else { return };
    fixture.archive();
    mails_what_it_archived(&fixture, another_template);
    fixture.audit();
}

/// `change` puts into a request what names the version of the template that it was accepted with.
fn mails_what_it_archived_by_retry_without_its_version(
    fixture: &MailFixture,
    change: impl FnOnce(&mut NewRequest, String),
) {
    fixture.archive();
    // A first request says the hash.
    add(fixture, |_| {});
    let (_, log) = work(fixture, 0);
    let hash = log[0].template_hash.clone().unwrap();
    assert_eq!(fixture.queue().purge(&Filter::default()), Ok(1));
    fixture.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    add(fixture, |row| change(row, hash));
    let (row, log) = work(fixture, 0);
    assert_eq!((row.status, log.len()), (Status::Pending, 2), "{log:?}");
    assert!(log[1].archive.is_some(), "{log:?}");
    another_template(fixture);
    fixture.server.always(Step::Rcpt, Action::Go);
    // Texts of another version are for the operator to decide.
    let (row, log) = work(fixture, 6);
    assert_eq!((row.status, log.len()), (Status::Error, 3), "{log:?}");
    assert!(fixture.run(&["queue", "retry", "--all"]).status.success());
    let (row, log) = work(fixture, 0);
    assert_eq!((row.status, &log[3].sha256), (Status::Done, &log[1].sha256), "{log:?}");
    assert_eq!(verified(fixture)["documents"], 2);
}

#[test]
fn an_archived_document_is_mailed_by_retry_although_the_template_that_its_request_names_is_gone() {
    let fixture = MailFixture::new();
    mails_what_it_archived_by_retry_without_its_version(&fixture, |row, hash| {
        row.template_hash = Some(hash)
    });
}

#[test]
fn an_archived_document_is_mailed_in_an_encrypted_form_that_a_changed_template_would_not_give() {
    let fixture = with_archive();
    let template = |title: &str| {
        format!(
            r#"{{"name": "{title}", "bindings": [], "template": {{"extensions": 1,
            "page": {{"width": 210, "height": 297}}, "schemas": [],
            "pdf": {{"encryption": {{"userPassword": "{{number}}-secret"}}}}}}}}"#
        )
    };
    fixture.file("templates/invoice.json", &template("Invoice"));
    mails_what_it_archived(&fixture, |fixture| {
        fixture.file("templates/invoice.json", &template("Another title"));
    });
    fixture.audit();
}

#[test]
fn an_archived_document_is_linked_although_its_template_has_changed() {
    let fixture = with_archive();
    fixture.file("link", &"s".repeat(32));
    let links =
        "archive: {url: archive, linkUrl: \"https://reports.example.org\", linkSecretFile: link}\n";
    fixture.settings(60, links);
    let message = mails_what_it_archived(&fixture, another_template);
    let said = String::from_utf8_lossy(&message).replace("=\r\n", "");
    assert!(said.contains("https://reports.example.org/documents/"), "{said}");
    assert!(!said.contains("application/pdf"), "{said}");
}

#[test]
fn an_archived_einvoice_is_mailed_although_its_template_has_changed() {
    let fixture = with_archive();
    let root = env!("CARGO_MANIFEST_DIR");
    let template = fs::read_to_string(format!("{root}/templates/belgian-invoice.json")).unwrap();
    fixture.file("templates/invoice.json", &template);
    let data = fs::read_to_string(format!("{root}/samples/belgian-invoice-small.json")).unwrap();
    add(&fixture, |row| row.data = data);
    // Without an e-invoice, and with another name of the file.
    let message = mails_what_it_archived(&fixture, another_template);
    let id = fixture.rows()[0].request.id.to_string();
    let get = ["archive", "get", &id, "-o", "a.pdf", "--einvoice", "a.xml"];
    assert!(fixture.run(&get).status.success());
    let parsed = MessageParser::default().parse(&message).unwrap();
    let xml = parsed
        .attachments()
        .find(|part| part.content_type().is_some_and(|kind| kind.subtype() == Some("xml")));
    assert!(xml.unwrap().contents() == fixture.project.read("a.xml"));
    fixture.audit();
}

#[test]
fn the_archived_document_of_another_request_mails_nothing() {
    let fixture = with_archive();
    fixture.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    add(&fixture, |_| {});
    let (row, _) = work(&fixture, 0);
    fixture.server.always(Step::Rcpt, Action::Go);
    let everything = Filter::default();
    assert_eq!(fixture.queue().cancel(&everything), Ok(1));
    assert_eq!(fixture.queue().purge(&everything), Ok(1));
    let other = NewRequest { data: r#"{"number": 2}"#.to_owned(), ..row.request };
    fixture.queue().enqueue(&[other]).unwrap();
    let (row, _) = work(&fixture, 6);
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some("archiveConflict")));
    assert!(row.error_message.unwrap().contains("(other data)"));
    assert_eq!(fixture.server.count(), 0);
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
