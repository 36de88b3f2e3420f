//! What a row says in the end, and the generation log with it.

use std::fs;

use reportctl::generator::sha256;
use reportctl::queue::{LogEntry, NewRequest, Outcome, Request, Status};

use super::fixture::{Office, request};
use crate::mail::server::{Action, Step};

/// One row that differs in what `change` does, after one `worker --once` with that exit code.
fn settled(
    office: &Office,
    code: i32,
    change: impl FnOnce(&mut NewRequest),
) -> (Request, Vec<LogEntry>) {
    let mut row = request(1);
    change(&mut row);
    office.queue().enqueue(&[row]).unwrap();
    let output = office.command(&["worker", "--once"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    (office.rows().remove(0), office.log())
}

#[test]
fn a_delivery_is_logged_with_everything_but_document_and_data() {
    let office = Office::new();
    let (row, log) = settled(&office, 0, |_| {});
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
    office.audit();
}

#[test]
fn a_template_that_changed_or_went_meanwhile_ends_the_row() {
    let office = Office::new();
    let (row, log) = settled(&office, 6, |row| row.template_hash = Some("another".to_owned()));
    assert_eq!(row.error_code.as_deref(), Some("templateChanged"));
    assert_eq!(
        row.error_message.unwrap(),
        "the template `invoice` changed while the request waited"
    );
    assert_eq!((log[0].outcome, log[0].pages), (Outcome::Failed, None));

    let office = Office::new();
    fs::remove_file(office.project.path("templates/invoice.json")).unwrap();
    let (row, _) = settled(&office, 6, |_| {});
    assert_eq!(row.error_code.as_deref(), Some("templateNotFound"));
    assert_eq!(office.server.connections(), 0);
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
        let office = Office::new();
        let (row, log) = settled(&office, 6, change);
        assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some(code)));
        assert_eq!(log[0].code.as_deref(), Some(code));
        assert_eq!((office.server.connections(), row.attempts), (0, 1));
    }
}

#[test]
fn recipients_are_checked_again_when_the_row_is_sent() {
    let office = Office::new();
    let settings = "mail: {recipients: {allow: [example.org]}}\n";
    fs::write(office.project.path("reportctl.yaml"), settings).unwrap();
    let (row, _) = settled(&office, 6, |_| {});
    assert_eq!(row.error_code.as_deref(), Some("recipientNotAllowed"));
}

#[test]
fn refused_for_now_is_put_off_and_refused_for_good_is_an_error() {
    let office = Office::new();
    office.server.always(Step::Rcpt, Action::Say("451 4.7.1 greylisted"));
    let (row, log) = settled(&office, 0, |_| {});
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Pending, Some("mailUnavailable")));
    assert!(row.next_attempt_at > row.created_at + 20_000);
    assert_eq!(log[0].code.as_deref(), Some("mailUnavailable"));

    let office = Office::new();
    office.server.always(Step::Rcpt, Action::Say("550 5.1.1 no such user"));
    let (row, _) = settled(&office, 6, |_| {});
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some("mailRefused")));
    assert!(row.error_message.unwrap().contains("no such user"));
}

#[test]
fn a_connection_that_breaks_before_the_answer_is_of_unknown_delivery() {
    let office = Office::new();
    office.server.always(Step::End, Action::Drop);
    let (row, log) = settled(&office, 6, |_| {});
    assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some("deliveryUnknown")));
    assert_eq!(log[0].outcome, Outcome::Unknown);
    office.server.always(Step::End, Action::Go);
    // Nobody but a person sends it again.
    let output = office.command(&["worker", "--once"]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(office.server.count(), 0);
}

#[test]
fn without_a_login_nothing_is_touched_and_the_exit_code_says_so() {
    let office = Office::new();
    office.server.always(Step::Mail, Action::Say("530 5.7.0 authentication required"));
    let (row, log) = settled(&office, 5, |_| {});
    assert_eq!((row.status, row.attempts), (Status::Pending, 0));
    assert!(log.is_empty());
    office.server.always(Step::Mail, Action::Go);
}

#[test]
fn a_row_that_kills_its_workers_is_parked() {
    let office = Office::new();
    office.add(1..2);
    let queue = office.queue();
    for round in 0..12 {
        let worker = format!("victim{round}");
        let claims = queue.claim(&worker, None, 9, std::time::Duration::ZERO, 99).unwrap();
        assert_eq!(claims.len(), 1);
        // Its lease is over at once.
        std::thread::sleep(std::time::Duration::from_millis(5));
        queue.recover().unwrap();
    }
    drop(queue);
    let output = office.command(&["worker", "--once"]).output().unwrap();
    assert!(output.status.success());
    let row = office.rows().remove(0);
    assert_eq!(row.error_code.as_deref(), Some("attemptsExhausted"));
    assert_eq!(office.server.count(), 0);
}
