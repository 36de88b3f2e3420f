//! Outcomes of rows, and their entries of the generation log.

use std::fs;

use reportctl::base::hash::sha256;
use reportctl::delivery::queue::{LogEntry, NewRequest, Outcome, Request, Status};

use super::fixture::{MailFixture, request};
use crate::mail::server::{Action, Step};

/// One row that differs in what `change` does, after one `worker --once` with that exit code.
fn settled(
    fixture: &MailFixture,
    code: i32,
    change: impl FnOnce(&mut NewRequest),
) -> (Request, Vec<LogEntry>) {
    let mut row = request(1);
    change(&mut row);
    fixture.queue().enqueue(&[row]).unwrap();
    let output = fixture.command(&["worker", "--once"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    (fixture.rows().remove(0), fixture.log())
}

#[test]
fn a_delivery_is_logged_with_everything_but_document_and_data() {
    let fixture = MailFixture::new();
    let (row, log) = settled(&fixture, 0, |_| {});
    assert_eq!(row.status, Status::Done);
    let [entry] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!(entry.outcome, Outcome::Delivered);
    assert_eq!((entry.requested_by.as_str(), entry.template.as_str()), ("ana", "invoice"));
    assert_eq!(entry.recipient.as_deref(), Some("1@example.com"));
    assert_eq!(entry.message_id, Some(format!("{}@example.org", row.request.id)));
    assert_eq!((entry.pages, entry.attempt), (Some(1), Some(1)));
    assert_eq!(entry.data_hash, sha256(br#"{"number": 1}"#));
    assert_eq!(entry.engine, env!("CARGO_PKG_VERSION"));
    assert!(entry.template_hash.as_ref().is_some_and(|hash| hash.len() == 64));
    assert!(entry.bytes.unwrap() > 500 && entry.time > 1_700_000_000_000);
    assert!(entry.detail.as_ref().unwrap().contains("250"), "{entry:?}");
    fixture.audit();
}

#[test]
fn a_template_that_changed_or_went_meanwhile_ends_the_row() {
    let fixture = MailFixture::new();
    let (row, log) = settled(&fixture, 6, |row| row.template_hash = Some("another".to_owned()));
    assert_eq!(row.error_code.as_deref(), Some("templateChanged"));
    assert_eq!(
        row.error_message.unwrap(),
        "the template `invoice` changed while the request waited"
    );
    assert_eq!((log[0].outcome, log[0].pages), (Outcome::Failed, None));

    let fixture = MailFixture::new();
    fs::remove_file(fixture.project.path("templates/invoice.json")).unwrap();
    let (row, _) = settled(&fixture, 6, |_| {});
    assert_eq!(row.error_code.as_deref(), Some("templateNotFound"));
    assert_eq!(fixture.server.connections(), 0);
}

#[test]
fn what_cannot_be_made_or_may_not_be_sent_is_never_sent() {
    type Change = fn(&mut NewRequest);
    let cases: [(&str, Change); 4] = [
        ("unsupportedGlyph", |row| row.data = r#"{"number": "\ue000"}"#.to_owned()),
        ("dataUnreadable", |row| row.data = "{".to_owned()),
        ("planMismatch", |row| row.expected_sha256 = Some("another".to_owned())),
        ("invalidEmail", |row| row.email = "nobody".to_owned()),
    ];
    for (code, change) in cases {
        let fixture = MailFixture::new();
        let (row, log) = settled(&fixture, 6, change);
        assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some(code)));
        assert_eq!(log[0].code.as_deref(), Some(code));
        assert_eq!((fixture.server.connections(), row.attempts), (0, 1));
    }
}

#[test]
fn the_log_has_no_value_of_the_data_of_a_document_that_cannot_be_made() {
    let fixture = MailFixture::new();
    let secret = |row: &mut NewRequest| row.data = r#"{"number": "F32.1 \ue000"}"#.to_owned();
    let (row, log) = settled(&fixture, 6, secret);
    assert!(row.error_message.unwrap().contains("F32.1"));
    let detail = log[0].detail.as_deref().unwrap();
    assert!(detail.starts_with("No font has a character (field `"), "{detail}");
}

#[test]
fn recipients_are_checked_again_when_the_row_is_sent() {
    let fixture = MailFixture::new();
    let settings = "mail: {recipients: {allow: [example.org]}}\n";
    fs::write(fixture.project.path("reportctl.yaml"), settings).unwrap();
    let (row, _) = settled(&fixture, 6, |_| {});
    assert_eq!(row.error_code.as_deref(), Some("recipientNotAllowed"));
}

#[test]
fn refused_for_now_is_deferred_and_refused_for_good_is_an_error() {
    let fixture = MailFixture::new();
    fixture.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    let (row, log) = settled(&fixture, 0, |_| {});
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Pending, Some("mailUnavailable")));
    assert!(row.next_attempt_at > row.created_at + 20_000);
    assert_eq!(log[0].code.as_deref(), Some("mailUnavailable"));

    let fixture = MailFixture::new();
    fixture.server.always(Step::Rcpt, Action::Say("550 5.1.1 no such user"));
    let (row, _) = settled(&fixture, 6, |_| {});
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some("mailRefused")));
    assert!(row.error_message.unwrap().contains("no such user"));
}

#[test]
fn a_connection_that_breaks_before_the_answer_is_of_unknown_delivery() {
    let fixture = MailFixture::new();
    fixture.server.always(Step::End, Action::Drop);
    let (row, log) = settled(&fixture, 6, |_| {});
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some("deliveryUnknown")));
    assert_eq!(log[0].outcome, Outcome::Unknown);
    fixture.server.always(Step::End, Action::Go);
    // Nobody but a person sends it again.
    let output = fixture.command(&["worker", "--once"]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(fixture.server.count(), 0);
}

#[test]
fn without_a_login_nothing_is_touched_and_the_exit_code_says_so() {
    let fixture = MailFixture::new();
    fixture.server.always(Step::Mail, Action::Say("530 5.7.0 authentication required"));
    let (row, log) = settled(&fixture, 5, |_| {});
    assert_eq!((row.status, row.attempts), (Status::Pending, 0));
    assert!(log.is_empty());
    fixture.server.always(Step::Mail, Action::Go);
}

#[test]
fn a_row_that_kills_its_workers_is_parked() {
    let fixture = MailFixture::new();
    fixture.add(1..2);
    let queue = fixture.queue();
    for round in 0..12 {
        let worker = format!("victim{round}");
        let claims = queue.claim(&worker, None, 9, std::time::Duration::ZERO, 99).unwrap();
        assert_eq!(claims.len(), 1);
        // Its lease is over at once.
        std::thread::sleep(std::time::Duration::from_millis(5));
        queue.recover().unwrap();
    }
    drop(queue);
    let output = fixture.command(&["worker", "--once"]).output().unwrap();
    assert!(output.status.success());
    let row = fixture.rows().remove(0);
    assert_eq!(row.error_code.as_deref(), Some("attemptsExhausted"));
    assert_eq!(fixture.server.count(), 0);
}
