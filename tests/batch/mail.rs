//! `reportctl batch` with mail: what leaves is what the rows say, once, and the ledger knows it.

use std::collections::BTreeMap;
use std::sync::Arc;

use mail_parser::{MessageParser, MimeHeaders};
use reportctl::base::hash::sha256;
use reportctl::config::{Config, Settings};
use reportctl::delivery::queue::{
    self, Filter, LogEntry, LogFilter, Outcome, Queue, Request, Status,
};
use serde_json::{Value as Json, json};

use crate::project::{Project, Run, document, text};

/// So many rows as NDJSON: `{"number": 1, "name": "Ana 1", "email": "1@example.org"}`.
pub(super) fn rows(numbers: impl IntoIterator<Item = u32>) -> String {
    let row = |number| json!({"number": number, "name": format!("Ana {number}"), "email": format!("{number}@example.org")});
    numbers.into_iter().map(|number| format!("{}\n", row(number))).collect()
}

/// A folder with the template `invoice` and so many rows.
pub(super) fn project(numbers: u32) -> Project {
    Project::with_invoice().file("rows.ndjson", rows(1..=numbers))
}

/// A mailed batch of `rows.ndjson`, recipients in the field `email`.
pub(super) fn mail(project: &Project, more: &[&str]) -> Run {
    let usual = ["batch", "invoice", "--data", "rows.ndjson", "--email-field", "email"];
    let named = ["--subject", "No. {number}", "--filename", "i-{number}.pdf"];
    project.run(usual.iter().chain(&named).chain(more))
}

/// A message of the outbox, as an independent parser reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Delivered {
    pub(super) to: String,
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) message_id: String,
    pub(super) filename: String,
    pub(super) pdf: Vec<u8>,
}

/// Every message of the outbox by its envelope recipient, of which none has two.
pub(super) fn outbox(project: &Project) -> BTreeMap<String, Delivered> {
    let mut all = BTreeMap::new();
    if !project.path(".reportctl/outbox").exists() {
        return all;
    }
    for name in project.names(".reportctl/outbox") {
        let bytes = project.read(&format!(".reportctl/outbox/{name}"));
        let message = MessageParser::default().parse(&bytes).unwrap();
        let envelope = message.header_raw("Delivered-To").unwrap().trim().to_owned();
        let pdf = message.attachment(0).unwrap();
        let delivered = Delivered {
            to: message.to().unwrap().first().unwrap().address().unwrap().to_owned(),
            subject: message.subject().unwrap().to_owned(),
            text: message.body_text(0).unwrap().into_owned(),
            message_id: message.message_id().unwrap().to_owned(),
            filename: pdf.attachment_name().unwrap().to_owned(),
            pdf: pdf.contents().to_vec(),
        };
        let twice = all.insert(envelope, delivered);
        assert!(twice.is_none(), "two messages for one recipient: {twice:?}");
    }
    all
}

/// The ledger of a folder, as another process sees it.
pub(super) fn ledger(project: &Project) -> Arc<dyn Queue> {
    let state = Some(project.path(".reportctl"));
    queue::open(&Config::from(Settings { state, ..Settings::default() }).database()).unwrap()
}

/// Its requests by recipient.
pub(super) fn requests(project: &Project) -> BTreeMap<String, Request> {
    let all = ledger(project).list(&Filter::default()).unwrap();
    all.into_iter().map(|request| (request.request.email.clone(), request)).collect()
}

/// Its log.
pub(super) fn log(project: &Project) -> Vec<LogEntry> {
    let mut all = Vec::new();
    let each = &mut |entry| {
        all.push(entry);
        true
    };
    ledger(project).read_log(&LogFilter::default(), each).unwrap();
    all
}

#[test]
fn every_row_is_mailed_once_and_the_ledger_knows_every_byte() {
    let project = project(40);
    let more = ["--body", "Dear {name},\nhere it is.", "--out-dir", "out", "--json"];
    let summary = mail(&project, &more).succeeds().json();
    assert_eq!(
        (&summary["sent"], &summary["failed"], &summary["files"]),
        (&json!(40), &json!(0), &json!(40))
    );
    let (outbox, requests, log) = (outbox(&project), requests(&project), log(&project));
    assert_eq!((outbox.len(), requests.len(), log.len()), (40, 40, 40));
    for (number, entry) in (1..=40).map(|number: u32| {
        let entry =
            log.iter().find(|entry| entry.recipient == Some(format!("{number}@example.org")));
        (number, entry.unwrap())
    }) {
        let email = format!("{number}@example.org");
        let (message, row) = (&outbox[&email], &requests[&email]);
        assert_eq!((row.status, row.attempts), (Status::Done, 1));
        assert_eq!(row.request.batch_row, Some(number.into()));
        assert_eq!(row.request.row_key, Some(number.to_string()));
        assert_eq!(row.request.batch.as_deref(), summary["key"].as_str());
        assert_eq!((message.to.as_str(), &message.subject), (&*email, &format!("No. {number}")));
        assert_eq!(
            message.text.replace("\r\n", "\n").trim_end(),
            format!("Dear Ana {number},\nhere it is.")
        );
        assert_eq!(message.filename, format!("i-{number}.pdf"));
        assert_eq!((entry.outcome, entry.request), (Outcome::Delivered, Some(row.request.id)));
        assert_eq!(entry.message_id.as_ref(), Some(&message.message_id));
        assert_eq!(entry.sha256, Some(sha256(&message.pdf)));
        assert_eq!(entry.bytes, Some(message.pdf.len() as u64));
        assert_eq!(message.pdf, project.read(&format!("out/i-{number}.pdf")));
    }
}

#[test]
fn run_again_it_sends_nothing() {
    let project = project(12);
    mail(&project, &[]).succeeds().stderr_has("sent 12 messages of batch ");
    let before = outbox(&project);
    let run = mail(&project, &["--json"]).succeeds();
    assert!(run.stderr.contains("12 messages were already sent"), "{}", run.stderr);
    let summary = run.json();
    assert_eq!((&summary["sent"], &summary["alreadySent"]), (&json!(0), &json!(12)));
    assert_eq!(outbox(&project), before);
    assert_eq!(log(&project).len(), 12);
}

#[test]
fn not_even_when_its_rows_were_purged() {
    let project = project(5);
    mail(&project, &[]).succeeds();
    project.run(["queue", "purge", "--all"]).succeeds();
    assert_eq!(requests(&project).len(), 0);
    let summary = mail(&project, &["--json"]).succeeds().json();
    assert_eq!((&summary["sent"], &summary["alreadySent"]), (&json!(0), &json!(5)));
    assert_eq!(log(&project).len(), 5);
}

#[test]
fn a_key_stands_for_one_batch() {
    let project = project(3);
    mail(&project, &["--key", "march"]).succeeds().stderr_has("of batch march via ");
    let refused = |project: &Project, more: &[&str]| {
        let run = mail(project, more).fails_with(4);
        assert!(
            run.stderr.contains("error: the batch `march` was begun with other data"),
            "{}",
            run.stderr
        );
        assert_eq!(outbox(project).len(), 3);
    };
    refused(&project, &["--key", "march", "--cc", "4@example.org"]);
    refused(&project, &["--key", "march", "--creation-date", "2026-01-01"]);
    let project = project.file("rows.ndjson", rows(1..=4));
    refused(&project, &["--key", "march"]);
    mail(&project, &["--key", ""]).fails_with(2);
    mail(&project, &["--key", "line\nbreak"]).fails_with(2);
    // A run that recorded nothing, here for a misspelt flag, does not use it up.
    let misspelt = ["batch", "invoice", "-d", "rows.ndjson", "--email-field", "mail"];
    project.run(misspelt.iter().chain(&["--key", "april"])).fails_with(6);
    mail(&project, &["--key", "april"]).succeeds().stderr_has("of batch april via ");
    // Its name in another tenant is another batch.
    let invoice = project.text("templates/invoice.json");
    let project = project.file("templates/acme/invoice.json", invoice);
    let acme = ["batch", "acme/invoice", "-d", "rows.ndjson", "--to", "acme-{number}@example.org"];
    project.run(acme.iter().chain(&["--key", "march"])).succeeds();
    // The rows that failed for the misspelt flag are in the log too.
    assert_eq!(log(&project).len(), 15);
    assert_eq!(log(&project).iter().filter(|entry| entry.request.is_none()).count(), 4);
}

#[test]
fn by_itself_a_batch_is_known_by_its_data_and_template() {
    let project = project(2);
    let key = |project: &Project| mail(project, &["--json"]).json()["key"].clone();
    let first = key(&project);
    assert_eq!(first.as_str().unwrap().len(), 16);
    assert_eq!(key(&project), first);
    let project = project.file("rows.ndjson", rows(5..=6));
    assert_ne!(key(&project), first);
    // With other texts it would be sent twice by accident.
    let more = ["--html-file", "letter.html"];
    let project = project.file("letter.html", "<p>{name}</p>");
    mail(&project, &more).fails_with(4).stderr_has("another `--key` makes a batch of its own");
}

/// With a mail server where nothing listens.
fn out_of_reach(project: Project) -> Project {
    project
        .env("REPORTCTL_SMTP_HOST", "localhost")
        .env("REPORTCTL_SMTP_PORT", "1")
        .env("REPORTCTL_MAIL_FROM", "r@example.org")
}

#[test]
fn all_documents_have_the_moment_of_the_first_run() {
    let project = out_of_reach(project(4));
    // Nothing listens there.
    mail(&project, &[]).fails_with(5).stderr_has("4 messages wait for another attempt");
    let began = requests(&project)["1@example.org"].request.report_date;
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let project = project.env("REPORTCTL_MAIL_TRANSPORT", "folder");
    mail(&project, &[]).succeeds().stderr_has("sent 4 messages");
    let project = project.file("row.json", rows([3]));
    let began = began.seconds().to_string();
    project
        .run(["render", "invoice", "-d", "row.json", "-o", "3.pdf", "--creation-date", &began])
        .succeeds();
    assert!(outbox(&project)["3@example.org"].pdf == project.read("3.pdf"));
}

#[test]
fn rows_come_from_a_pipe_and_from_tables_too() {
    let rows = "number,email,name\n1,Ana <ana@example.org>,Ana\n2,bo@example.org,Bo\n";
    let project = Project::with_invoice().input(rows);
    let arguments =
        ["batch", "invoice", "--data", "-", "--input-format", "csv", "--email-field", "email"];
    project.run(arguments).succeeds().stderr_has("sent 2 messages");
    let outbox = outbox(&project);
    assert_eq!(outbox.keys().collect::<Vec<_>>(), ["ana@example.org", "bo@example.org"]);
    let again = project.run(arguments.iter().chain(&["--json"])).succeeds().json();
    assert_eq!(again["alreadySent"], 2);
}

#[test]
fn copies_are_messages_of_their_own_and_share_the_message_id() {
    let project =
        project(2).file("reportctl.yaml", "mail: {bcc: ['{number}-archive@example.org']}\n");
    let run = mail(&project, &["--cc", "team-{number}@example.org", "--json"]).succeeds();
    let summary: Json = run.json();
    assert_eq!(
        (&summary["messages"], &summary["sent"], &summary["rows"]),
        (&json!(6), &json!(6), &json!(2))
    );
    let outbox = outbox(&project);
    for number in 1..=2 {
        let first = &outbox[&format!("{number}@example.org")];
        let copies = ["team-{}@example.org", "{}-archive@example.org"];
        for address in copies.map(|copy| copy.replace("{}", &number.to_string())) {
            let copy = &outbox[&address];
            assert_eq!(
                (&copy.message_id, &copy.to, &copy.pdf),
                (&first.message_id, &first.to, &first.pdf)
            );
            // The queue shows it, for a look into the log of the mail server.
            let of_copy = ["queue", "list", "--json", "--email", &address];
            let id = project.run(of_copy).succeeds().json()[0]["id"].as_str().unwrap().to_owned();
            let shown = project.run(["queue", "show", &id, "--json"]).succeeds().json();
            assert_eq!(shown["messageId"], copy.message_id.as_str());
        }
    }
    assert_eq!(
        mail(&project, &["--cc", "team-{number}@example.org", "--json"]).json()["alreadySent"],
        6
    );
}

#[test]
fn a_template_changed_or_deleted_while_rows_wait_is_what_the_rows_say() {
    let changed = document("Invoice", &[text("title", "Bill {number}")], "[]");
    for (change, code, reason) in [
        (
            Some(changed),
            "templateChanged",
            "the template `invoice` changed while the request waited",
        ),
        (None, "templateNotFound", "there is no template `invoice`"),
    ] {
        let project =
            out_of_reach(project(3)).file("reportctl.yaml", "worker: {retrySeconds: 0.1}\n");
        mail(&project, &["--key", "k", "--jobs", "1"]).fails_with(5);
        let project = match change {
            Some(template) => project.template("invoice", &template),
            None => {
                std::fs::remove_file(project.path("templates/invoice.json")).unwrap();
                project
            }
        };
        let project = project.env("REPORTCTL_MAIL_TRANSPORT", "folder");
        // Each row is tried again at a time of its own.
        let mut said = String::new();
        let has_ended = || requests(&project).values().all(|row| row.status != Status::Pending);
        assert!((0..100).any(|_| {
            said += &project.run(["worker", "--batch", "k"]).stderr;
            has_ended()
        }));
        assert!(said.contains(reason), "{said}");
        assert_eq!(outbox(&project).len(), 0);
        for row in requests(&project).values() {
            assert_eq!((row.status, row.error_code.as_deref()), (Status::Error, Some(code)));
        }
        project.run(["queue", "list", "--batch", "k"]).succeeds().stdout_has(code);
    }
}

#[test]
fn a_batch_that_is_older_than_the_log_is_not_begun_again() {
    let project = project(2);
    mail(&project, &["--key", "march"]).succeeds();
    mail(&project, &["--key", "march"]).succeeds();
    assert_eq!(outbox(&project).len(), 2);
    // As if `keepLogDays` had deleted it.
    std::thread::sleep(std::time::Duration::from_millis(5));
    assert_eq!(
        ledger(&project).forget(std::time::Duration::ZERO, usize::MAX),
        Ok(4),
        "and the log"
    );
    let run = mail(&project, &["--key", "march"]).fails_with(4);
    run.stderr_has("error: the batch `march` was begun at ").stderr_has("is deleted: it does not");
    assert_eq!(outbox(&project).len(), 2);
    assert!(ledger(&project).list(&Filter::default()).unwrap().is_empty());
    mail(&project, &["--key", "april"]).succeeds();
}
