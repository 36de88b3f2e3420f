//! `reportctl send`.

use std::time::{Duration, SystemTime};

use mail_parser::{DateTime, MessageParser, MimeHeaders};
use reportctl::delivery::queue::NewRequest;

use super::fixture::{MailFixture, invoice, outbox, request};
use crate::mail::server::{Action, MailServer, Step};
use crate::project::{Project, Run};

fn send(project: &Project, more: &[&str]) -> Run {
    let mut arguments = vec!["send", "invoice", "--data", "data.json"];
    arguments.extend(more);
    project.run(arguments)
}

/// A project whose mail goes to a server.
fn with_server(server: &MailServer) -> Project {
    let variables = server.variables().into_iter();
    variables.fold(Project::with_invoice(), |project, (name, value)| project.env(name, &value))
}

#[test]
fn on_a_fresh_machine_a_message_becomes_a_file() {
    let project = Project::with_invoice();
    let more =
        ["--to", "ana@example.org", "--subject", "No. {number}", "--filename", "i-{number}.pdf"];
    let run = send(&project, &more).succeeds().stdout("");
    assert!(run.stderr.starts_with("sent i-7.pdf (1 page, "), "{}", run.stderr);
    assert!(run.stderr.contains(" to ana@example.org via folder .reportctl/outbox ("));
    let names = project.names(".reportctl/outbox");
    let [name] = names.as_slice() else { panic!("{names:?}") };
    let bytes = std::fs::read(outbox(&project).join(name)).unwrap();
    let message = MessageParser::default().parse(&bytes).unwrap();
    assert_eq!(message.subject(), Some("No. 7"));
    assert_eq!(message.attachment_count(), 1);
}

#[test]
fn a_document_or_message_that_lacks_data_is_not_sent_unless_somebody_asks() {
    let text = r#"[{"id": "t", "name": "greeting", "type": "text", "x": 10, "y": 15, "width": 190,
        "height": 10, "content": "Dear {name},"}]"#;
    let template = format!(
        r#"{{"name": "Greeting", "template": {{"page": {{"width": 210, "height": 297}},
            "schemas": {text}}}, "bindings": []}}"#
    );
    let project = Project::new()
        .file("templates/invoice.json", &template)
        .file("data.json", r#"{"nam": "Ana", "place": null}"#);
    let to = ["--to", "ana@example.org"];
    let with = |more: &[&str]| send(&project, &[&to[..], more].concat());
    with(&[])
        .fails_with(4)
        .stderr_has("error: the data has no `name`")
        .stderr_has("field `greeting`")
        .stderr_has("`--allow missingPath`");
    // Nothing was recorded, nothing waits.
    assert!(!project.path(".reportctl").exists());
    for refused in [&["--queue"][..], &["--dry-run"], &["--strict"]] {
        with(refused).fails_with(4);
    }
    assert!(!project.path(".reportctl").exists());
    for allowed in ["missingPath", "all"] {
        with(&["--allow", allowed]).succeeds().stderr_has("the data has no `name`");
    }
    assert_eq!(project.names(".reportctl/outbox").len(), 2);
    with(&["--allow", "missingPaht"]).fails_with(2).stderr_has("missingPath");

    // The same for the texts of the message; a value that is there is not missing, though null.
    let project = project.file("data.json", r#"{"name": "Ana", "place": null}"#);
    let with = |more: &[&str]| send(&project, &[&to[..], more].concat());
    with(&["--subject", "For {place}"]).succeeds();
    let run = with(&["--subject", "No. {number}"]).fails_with(4);
    run.stderr_has("the subject: the data has no `number`");
    with(&["--deny", "offPage"]).succeeds();
}

#[test]
fn a_font_can_be_given_where_the_document_is_made_at_once() {
    let project = Project::with_invoice();
    let to = ["--to", "ana@example.org", "--font", "no-such.ttf"];
    send(&project, &to).fails_with(2).stderr_has("no-such.ttf");
    send(&project, &[&to[..], &["--queue"]].concat()).fails_with(2).stderr_has("--queue");
}

#[test]
fn a_dry_run_sends_and_records_nothing() {
    let project = Project::with_invoice();
    let run = send(&project, &["--to", "ana@example.org", "--dry-run"]).succeeds();
    assert!(run.stderr.starts_with("would send report.pdf (1 page, "), "{}", run.stderr);
    assert!(run.stderr.contains("Subject: Your report"));
    assert!(!project.path(".reportctl").exists());
}

#[test]
fn copies_share_the_message_and_everybody_has_an_envelope_of_their_own() {
    let server = MailServer::plain();
    let project = with_server(&server);
    let more = [
        "--to",
        "Ana <ana@example.org>",
        "--cc",
        "bo@example.org",
        "--bcc",
        "cy@example.org",
        "--cc",
        "ana@example.org",
    ];
    send(&project, &more).succeeds();
    let received = server.received();
    let mut to: Vec<&str> = received.iter().map(|message| message.to[0].as_str()).collect();
    to.sort_unstable();
    assert_eq!(to, ["ana@example.org", "bo@example.org", "cy@example.org"]);
    let parser = MessageParser::default();
    let ids: Vec<String> = received
        .iter()
        .map(|received| {
            let message = parser.parse(&received.bytes).unwrap();
            let shown = message.to().unwrap().first().unwrap();
            assert_eq!((shown.name(), shown.address()), (Some("Ana"), Some("ana@example.org")));
            assert!(!String::from_utf8_lossy(&received.bytes).contains("cy@example.org"));
            message.message_id().unwrap().to_owned()
        })
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[test]
fn each_failure_is_reported_and_nothing_is_left_for_later() {
    for (step, answer, code) in [
        (Step::Rcpt, "451 4.3.0 later", "mailUnavailable"),
        (Step::Rcpt, "550 5.1.1 nobody", "mailRefused"),
        (Step::Mail, "530 5.7.0 log in first", "mailUnusable"),
    ] {
        let fixture = MailFixture::new();
        fixture.server.always(step, Action::Say(answer));
        let arguments = ["send", "invoice", "--data", "data.json", "--to", "a@b.example"];
        let output = fixture.command(&arguments).args(["--error-format", "json"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(5), "{said}");
        assert!(said.contains(code), "{said}");
        let row = fixture.rows().remove(0);
        assert_eq!(row.error_code.as_deref(), Some(code));
        assert_eq!(row.status, reportctl::delivery::queue::Status::Error);
    }
}

#[test]
fn when_some_recipients_are_refused_the_others_have_it_and_all_are_reported() {
    let server = MailServer::plain();
    server.script(Step::Rcpt, [Action::Say("550 5.1.1 nobody")]);
    let project = with_server(&server);
    let run = send(&project, &["--to", "a@b.example", "--to", "c@b.example"]).fails_with(5);
    assert!(run.stderr.contains("sent report.pdf") && run.stderr.contains("not sent to"));
    assert_eq!(server.count(), 1);
}

#[test]
fn with_queue_a_worker_sends_it() {
    let project = Project::with_invoice();
    let run = send(&project, &["--to", "ana@example.org", "--queue"]).succeeds();
    assert!(run.stderr.starts_with("queued report.pdf to ana@example.org as request "));
    assert!(!outbox(&project).exists());
    let summary = project.run(["worker", "--once", "--json"]).succeeds().json();
    assert_eq!((summary["done"].as_u64(), summary["failed"].as_u64()), (Some(1), Some(0)));
    assert_eq!(project.names(".reportctl/outbox").len(), 1);
}

#[test]
fn what_cannot_be_sent_is_refused_before_anything_happens() {
    let project = Project::with_invoice().file("fixed.yaml", "").file(
        "reportctl.yaml",
        "mail: {from: r@example.org, recipients: {allow: [example.org], maxRecipients: 2}}\n",
    );
    let (ana, bo, cy) = ("ana@example.org", "bo@example.org", "cy@example.org");
    let cases: [(&[&str], i32, &str); 7] = [
        (&["--to", "nobody"], 5, "there is no `@` in it"),
        (&["--to", "a@elsewhere.example"], 5, "not a recipient that the settings allow"),
        (&["--to", ana, "--to", bo, "--cc", cy], 5, "3 recipients are more than the 2 allowed"),
        (&["--to", ana, "--from", "x@example.com"], 2, "the settings fix the sender"),
        (&["--to", ana, "--attach", "none.txt"], 1, "none.txt"),
        (&["--to", ana, "--subject", "a\nb"], 5, "the subject"),
        (&["--to", ana, "--body-file", "none.txt"], 1, "none.txt"),
    ];
    for (more, code, text) in cases {
        send(&project, more).fails_with(code).stderr_has(text);
        assert!(!project.path(".reportctl").exists(), "{more:?}");
    }
    let missing = ["send", "none", "--data", "data.json", "--to", ana];
    project.run(missing).fails_with(3);
}

#[test]
fn the_result_can_be_read_by_programs() {
    let project = Project::with_invoice();
    let run = send(&project, &["--to", "ana@example.org", "--json"]).succeeds();
    let json = run.json();
    let message = &json["messages"][0];
    assert_eq!(message["status"], "done");
    assert_eq!((&message["email"], &message["pages"]), (&"ana@example.org".into(), &1.into()));
    assert_eq!(message["sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn the_texts_of_a_message_may_come_from_files_and_other_files_go_along() {
    let project = Project::with_invoice()
        .file("body.txt", "Invoice {number} costs {total}.\n")
        .file("body.html", "<p>Invoice <b>{number}</b></p>\n")
        .file("terms.txt", "pay soon");
    let more = ["--to", "ana@example.org", "--body-file", "body.txt", "--html-file", "body.html"];
    send(&project, &[more.as_slice(), &["--attach", "terms.txt"]].concat()).succeeds();
    let names = project.names(".reportctl/outbox");
    let bytes = std::fs::read(outbox(&project).join(&names[0])).unwrap();
    let message = MessageParser::default().parse(&bytes).unwrap();
    assert_eq!(message.body_text(0).unwrap().trim_end(), "Invoice 7 costs 12.5.");
    assert_eq!(message.body_html(0).unwrap().trim_end(), "<p>Invoice <b>7</b></p>");
    let attached: Vec<_> = message
        .attachments()
        .map(|part| (part.attachment_name().unwrap().to_owned(), part.contents().to_vec()))
        .collect();
    let names: Vec<&str> = attached.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["report.pdf", "terms.txt"]);
    assert!(attached[0].1.starts_with(b"%PDF-") && attached[1].1 == b"pay soon");
}

#[test]
fn what_failed_in_the_template_is_sent_by_a_retry_after_it_was_fixed() {
    let project = Project::with_invoice();
    send(&project, &["--to", "ana@example.org", "--queue"]).succeeds();
    // The private use area: no font has it.
    let project = project.template("invoice", &invoice("Invoice {number} \u{e000}"));
    let run = project.run(["worker", "--once"]).fails_with(6);
    assert!(run.stderr.contains("error: not sent to ana@example.org: "), "{}", run.stderr);
    assert!(run.stderr.contains("when that is fixed, `reportctl queue retry "), "{}", run.stderr);
    let project = project.template("invoice", &invoice("Invoice no. {number}"));
    project.run(["queue", "retry", "--all"]).succeeds();
    project.run(["worker", "--once"]).succeeds();
    assert_eq!(project.names(".reportctl/outbox").len(), 1);
}

#[test]
fn what_the_server_refused_is_sent_by_a_retry_with_whatever_the_template_is_then() {
    let fixture = MailFixture::new();
    fixture.server.script(Step::Rcpt, [Action::Say("550 5.7.1 not that subject")]);
    let arguments = ["send", "invoice", "--data", "data.json", "--to", "a@b.example"];
    assert_eq!(fixture.run(&arguments).status.code(), Some(5));
    fixture.template("Invoice no. {number}");
    assert!(fixture.run(&["queue", "retry", "--all"]).status.success());
    assert!(fixture.run(&["worker", "--once"]).status.success());
    assert_eq!(fixture.audit().done, 1);
}

/// A notification about a message, as a mail server would send it.
fn notification(to: &str, message_id: &str, recipient: &str) -> String {
    format!(
        "Return-Path: <>\r\nTo: {to}\r\nSubject: Undelivered\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"B\"\r\n\r\n\
         --B\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example.org\r\n\r\n\
         Final-Recipient: rfc822; {recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n\
         Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n--B\r\n\
         Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{message_id}>\r\n\r\n--B--\r\n"
    )
}

/// A row of the batch `march` that a worker was about to send when it vanished; its `Message-ID` as `queue show` has it.
fn vanished(fixture: &MailFixture) -> String {
    let queue = fixture.queue();
    queue.enqueue(&[NewRequest { batch: Some("march".to_owned()), ..request(1) }]).unwrap();
    let claimed = queue.claim("gone", None, 1, Duration::ZERO, 5).unwrap();
    assert_eq!(queue.intend("gone", &[claimed[0].held()], false), Ok(vec![true]));
    std::thread::sleep(Duration::from_millis(5));
    assert_eq!(queue.recover().unwrap(), [claimed[0].request.id]);
    let shown = fixture.run(&["queue", "show", &claimed[0].request.id.to_string(), "--json"]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    shown["messageId"].as_str().unwrap().to_owned()
}

/// The summary of that batch.
fn summary(fixture: &MailFixture) -> serde_json::Value {
    let output = fixture.run(&["log", "--batch", "march", "--summary", "--json"]);
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_message_whose_worker_vanished_is_found_by_its_message_id() {
    let fixture = MailFixture::new();
    let id = vanished(&fixture);
    let output = fixture.run(&["log", "--json"]);
    let entry: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&entry["outcome"], &entry["messageId"]), (&"unknown".into(), &id.as_str().into()));
    assert_eq!(summary(&fixture)["messageId"], id.as_str());
    fixture.file("bounce.eml", &notification("reports@example.org", &id, "1@example.com"));
    let output = fixture.run(&["log", "import-bounces", "bounce.eml"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "read 1 message, recorded 1 bounce\n");
}

#[test]
fn a_message_that_is_sent_again_after_its_bounce_may_come_back_again() {
    let fixture = MailFixture::new();
    let id = vanished(&fixture);
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs() as i64;
    let bounce = |name: &str, ago: i64| {
        let date = DateTime::from_timestamp(now - ago).to_rfc822();
        let message = notification("reports@example.org", &id, "1@example.com");
        fixture.file(name, &format!("Date: {date}\r\n{message}"));
        let output = fixture.run(&["log", "import-bounces", name]);
        String::from_utf8(output.stderr).unwrap()
    };
    // The worker vanished two hours ago, and the message came back an hour later.
    let database = rusqlite::Connection::open(fixture.project.path(".reportctl/state.db")).unwrap();
    database.execute("UPDATE log SET time = time - 7200000", ()).unwrap();
    assert!(bounce("first.eml", 3600).ends_with("recorded 1 bounce\n"));
    assert!(fixture.run(&["queue", "retry", "--code", "deliveryUnknown"]).status.success());
    assert!(fixture.run(&["worker", "--once"]).status.success());
    assert_eq!(summary(&fixture)["state"], "delivered");
    let again = "left out 1 bounce of messages that were sent again since\n";
    assert!(bounce("first.eml", 3600).ends_with(again));
    assert!(bounce("second.eml", 0).ends_with("recorded 1 bounce\n"));
    assert!(bounce("second.eml", 0).ends_with("left out 1 bounce recorded already\n"));
    assert_eq!(summary(&fixture)["state"], "bounced");
}

#[test]
fn messages_that_came_back_are_recorded_once() {
    let project = Project::with_invoice();
    // A message and its copy share the `Message-ID`; the recipient tells them apart.
    let more = ["--to", "ana@example.org", "--bcc", "bob@example.org", "--json"];
    let sent = send(&project, &more).succeeds().json();
    let message_id = sent["messages"][0]["messageId"].as_str().unwrap().to_owned();
    let bob = sent["messages"][1]["id"].as_str().unwrap().to_owned();
    let project = project
        .file("bounces/1.eml", notification("reports@localhost", &message_id, "BOB@example.org"))
        .file(
            "bounces/2.eml",
            notification("reports@localhost", "1@elsewhere.example", "x@y.example"),
        )
        .file("bounces/3.eml", "Subject: Out of office\r\n\r\nBack on Monday\r\n")
        .file("bounces/notes.txt", "no mail");
    let import = |path: &str| project.run(["log", "import-bounces", path]).succeeds();
    import("bounces").stderr(
        "read 3 messages, recorded 1 bounce\n\
         left out 1 bounce of messages that the log does not have\n",
    );
    let bounced = || project.run(["log", "--status", "bounced", "--json"]).succeeds();
    let entry = bounced().json();
    assert_eq!(entry["request"], bob.as_str());
    assert_eq!(entry["recipient"], "bob@example.org");
    assert_eq!(entry["detail"], "5.1.1: 550 5.1.1 no such user (mx.example.org)");
    import("bounces").stderr_has("recorded 0 bounces\nleft out 1 bounce recorded already\n");

    // The address of the envelope names the request, whatever the notification returns.
    let ana = sent["messages"][0]["id"].as_str().unwrap();
    let verp =
        notification(&format!("bounces+{ana}@example.org"), "lost@example.org", "fwd@z.example");
    let mbox =
        format!("From MAILER-DAEMON Thu Jan  1 00:00:00 2026\n{}\n", verp.replace("\r\n", "\n"));
    let project = project.file("mbox", mbox);
    let run = project.run(["log", "import-bounces", "mbox", "--json"]).succeeds();
    let counts = serde_json::json!({"messages": 1, "recorded": 1, "known": 0, "unmatched": 0});
    assert_eq!(run.json(), counts);
    let log = project.run(["log", "--status", "bounced"]).succeeds();
    assert_eq!(String::from_utf8_lossy(&log.stdout).lines().count(), 3);
    project.run(["log", "import-bounces", "templates"]).fails_with(4).stderr_has("no `.eml` files");
    project.run(["log", "import-bounces", "nowhere"]).fails_with(1).stderr_has("nowhere");
}
