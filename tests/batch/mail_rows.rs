//! Rows of a mailed batch that cannot be mailed, and what is known before anything is recorded.

use reportctl::delivery::queue::{NewRequest, Outcome};
use serde_json::json;
use uuid::Uuid;

use super::errors;
use super::mail::{ledger, log, mail, outbox, project, requests, rows};
use crate::project::{Project, document, text};

/// Returns `true` if nothing was recorded and nothing sent.
fn nothing_happened(project: &Project) -> bool {
    let recorded = project.path(".reportctl/state.db").exists() && !requests(project).is_empty();
    !recorded && outbox(project).is_empty()
}

/// Three rows of which the second has something else for an address.
fn with_second(email: serde_json::Value) -> Project {
    let second = json!({"number": 2, "email": email});
    Project::with_invoice().file("rows.ndjson", format!("{}{second}\n{}", rows([1]), rows([3])))
}

#[test]
fn a_row_without_a_usable_address_is_reported_and_the_others_are_sent() {
    for (email, reason) in [
        (json!("nobody"), "`nobody` is not an e-mail address: there is no `@` in it"),
        (json!("a@b.example, c@d.example"), "`a@b.example, c@d.example` names 2 addresses"),
        (json!("a@b.example;c@d.example"), "a row goes to one recipient"),
        (json!(""), "the e-mail address is empty"),
        (json!(null), "the field `email` is empty"),
        (json!(5), "the field `email` is a number, not an address"),
        (json!("a@b.example\r\nBcc: c@d.example"), "is not an e-mail address: "),
    ] {
        let project = with_second(email);
        let run = mail(&project, &[]).fails_with(6);
        assert!(
            run.stderr.contains("error: row 2 (2): ") && run.stderr.contains(reason),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains("error: 1 of 3 rows failed\n"), "{}", run.stderr);
        assert!(run.stderr.contains("fix these rows in a file of their own"), "{}", run.stderr);
        assert_eq!(outbox(&project).len(), 2);
    }
}

#[test]
fn the_log_keeps_a_row_that_no_request_could_be_made_of_once() {
    let project = with_second(json!("nobody"));
    for _ in 0..2 {
        mail(&project, &["--key", "march"]).fails_with(6);
        let entries = log(&project);
        let refused: Vec<_> = entries.iter().filter(|entry| entry.request.is_none()).collect();
        let [refused] = refused.as_slice() else { panic!("{entries:?}") };
        assert_eq!((refused.outcome, &refused.recipient), (Outcome::Failed, &None));
        assert_eq!(refused.code.as_deref(), Some("invalidEmail"));
        let detail = "row 2 (2) of batch march: `nobody` is not an e-mail address: there is no `@` \
                      in it";
        assert_eq!(refused.detail.as_deref(), Some(detail));
        assert_eq!(entries.len(), 3);
    }
}

#[test]
fn the_log_keeps_a_row_of_which_no_document_could_be_made_beside_files() {
    let bad = json!({"number": "\u{e000}", "email": "2@example.org"});
    let project = Project::with_invoice().file("rows.ndjson", format!("{}{bad}\n", rows([1])));
    for _ in 0..2 {
        mail(&project, &["--key", "march", "--out-dir", "out"]).fails_with(6);
        let entries = log(&project);
        let refused: Vec<_> = entries.iter().filter(|entry| entry.request.is_none()).collect();
        let [refused] = refused.as_slice() else { panic!("{entries:?}") };
        assert_eq!(refused.code.as_deref(), Some("unsupportedGlyph"));
    }
    let run = project.run(["log", "--batch", "march", "--summary", "--csv"]).succeeds();
    let lines = String::from_utf8(run.stdout).unwrap();
    assert!(
        lines.lines().any(|line| line.starts_with("2,") && line.contains(",refused,")),
        "{lines}"
    );
}

#[test]
fn a_field_that_is_missing_or_a_text_that_is_empty_is_reported_with_what_there_is() {
    let project = project(1);
    let arguments = ["batch", "invoice", "--data", "rows.ndjson"];
    project
        .run(arguments.iter().chain(&["--email-field", "mail"]))
        .fails_with(6)
        .stderr_has("row 1 (1): the row has no field `mail`")
        .stderr_has("there are: `number`, `name`, `email`");
    project
        .run(arguments.iter().chain(&["--key", "k", "--to", "{customer.email}"]))
        .fails_with(6)
        .stderr_has("the recipient `{customer.email}` is empty for this row");
    project
        .run(arguments.iter().chain(&["--to", "{SUM(email}"]))
        .fails_with(2)
        .stderr_has("`--to`: ");
    assert!(nothing_happened(&project));
}

#[test]
fn what_would_break_a_header_is_a_failed_row() {
    let row = json!({"number": "1\r\nBcc: x@example.org", "email": "1@example.org"});
    let project = Project::with_invoice().file("rows.ndjson", format!("{row}\n{}", rows([2])));
    let run = mail(&project, &["--error-format", "json"]).fails_with(6);
    assert_eq!(
        (&errors(&run)[0]["code"], &errors(&run)[0]["row"]),
        (&json!("invalidMessage"), &json!(1))
    );
    assert_eq!(outbox(&project).len(), 1);
}

#[test]
fn rows_that_cannot_be_rendered_are_reported_and_kept() {
    let project = with_second(json!("2@example.org"));
    let glyph = project.text("rows.ndjson").replace("\"number\":2", "\"number\":\"\u{e000}\"");
    let project = project.file("rows.ndjson", glyph);
    let run = mail(&project, &["--json"]).ends_with(6);
    let failure = &run.json()["failures"][0];
    assert_eq!((&failure["code"], &failure["row"]), (&json!("unsupportedGlyph"), &json!(2)));
    assert!(
        run.stderr.contains("not sent to 2@example.org: no font has the character"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains(" --status error` lists what was not sent"), "{}", run.stderr);
    assert_eq!(outbox(&project).len(), 2);
    // It is reported again, and nothing is sent again.
    let again = mail(&project, &["--json"]).ends_with(6).json();
    assert_eq!(
        (&again["sent"], &again["alreadySent"], &again["failed"]),
        (&json!(0), &json!(2), &json!(1))
    );
    // Written to a folder too, it is known before anything is recorded for the row.
    let both = mail(&project, &["--key", "both", "--out-dir", "out", "--json"]).ends_with(6).json();
    assert_eq!((&both["files"], &both["sent"], &both["failed"]), (&json!(2), &json!(2), &json!(1)));
}

#[test]
fn rows_that_no_list_has_are_counted_beside_those_that_it_has() {
    let bad = [json!({"number": "\u{e000}", "email": "2@example.org"}), json!({"number": 3})];
    let lines = format!("{}{}\n{}\n", rows([1]), bad[0], bad[1]);
    let project = Project::with_invoice().file("rows.ndjson", lines);
    let run = mail(&project, &[]).fails_with(6);
    run.stderr_has("error: 2 of 3 rows failed")
        .stderr_has("lists what was not sent, but not 1 row that could not even be recorded");
    assert_eq!(requests(&project).len(), 2);
}

#[test]
fn one_bad_row_is_enough_to_send_nothing_with_fail_fast() {
    let project = with_second(json!("nobody"));
    let run = mail(&project, &["--fail-fast", "--json"]).ends_with(6);
    assert_eq!(run.json()["stopped"], "failFast");
    assert!(run.stderr.contains("nothing was sent"), "{}", run.stderr);
    assert!(nothing_happened(&project));
}

#[test]
fn too_many_bad_rows_stop_it_before_anything_is_recorded() {
    let bad = |number| json!({"number": number, "email": "nobody"}).to_string() + "\n";
    let lines: String = (1..=60).map(|n| if n % 10 == 0 { bad(n) } else { rows([n]) }).collect();
    let project = Project::with_invoice().file("rows.ndjson", lines);
    for most in ["5", "9%"] {
        let run = mail(&project, &["--max-errors", most]).fails_with(6);
        assert!(run.stderr.contains("rows failed; nothing was sent"), "{}", run.stderr);
        assert!(nothing_happened(&project));
    }
    mail(&project, &["--max-errors", "10%"]).fails_with(6).stderr_has("sent 54 messages");
}

#[test]
fn input_that_breaks_off_is_not_sent_in_part() {
    let project = Project::with_invoice()
        .file("rows.json", "[{\"number\": 1, \"email\": \"1@example.org\"},\n {\"number\" 3}]");
    let arguments = ["batch", "invoice", "--data", "rows.json", "--email-field", "email"];
    project.run(arguments).fails_with(4).stderr_has("expected `:`, line 2");
    assert!(nothing_happened(&project));
}

#[test]
fn who_may_not_get_mail_gets_none() {
    let settings = "mail: {recipients: {allow: [example.org], maxRecipients: 3}}\n";
    let project = with_second(json!("2@elsewhere.example")).file("reportctl.yaml", settings);
    let run = mail(&project, &["--error-format", "json"]).fails_with(6);
    assert_eq!(errors(&run)[0]["code"], "recipientNotAllowed");
    assert_eq!(outbox(&project).len(), 2);
    // Once it is allowed, only that row is missing.
    let settings = "mail: {recipients: {allow: [example.org, elsewhere.example]}}\n";
    let project = project.file("reportctl.yaml", settings);
    let summary = mail(&project, &["--json"]).succeeds().json();
    assert_eq!((&summary["sent"], &summary["alreadySent"]), (&json!(1), &json!(2)));
    // A copy has to be allowed too.
    let run = mail(&project, &["--key", "k", "--bcc", "x@other.example"]).fails_with(6);
    assert!(run.stderr.contains("3 of 3 rows failed"), "{}", run.stderr);
}

#[test]
fn more_recipients_than_allowed_are_refused_before_anything_is_recorded() {
    let project = project(3).file("reportctl.yaml", "mail: {recipients: {maxRecipients: 3}}\n");
    mail(&project, &["--cc", "team@example.org"])
        .fails_with(5)
        .stderr_has("6 recipients are more than the 3 allowed");
    assert!(nothing_happened(&project));
    mail(&project, &[]).succeeds();
}

#[test]
fn in_rehearsal_everything_goes_to_one_address() {
    let project = project(3).env("REPORTCTL_MAIL_REDIRECT_ALL_TO", "me@example.org");
    let run = mail(&project, &["--json"]).succeeds();
    assert_eq!(
        (&run.json()["redirectedTo"], &run.json()["sent"]),
        (&json!("me@example.org"), &json!(3))
    );
    assert!(run.stderr.contains("everything goes to me@example.org instead"), "{}", run.stderr);
    for name in project.names(".reportctl/outbox") {
        let message = project.text(&format!(".reportctl/outbox/{name}"));
        assert!(message.contains("\r\nTo: me@example.org\r\n"), "{message}");
        assert!(message.contains("\r\nX-Original-To: "), "{message}");
    }
}

#[test]
fn rows_that_share_a_recipient_are_refused_until_that_is_allowed() {
    let mut lines = rows(1..=3);
    for number in 4..=6 {
        lines += &format!("{{\"number\": {number}, \"email\": \"2@EXAMPLE.org\"}}\n");
    }
    let project = Project::with_invoice().file("rows.ndjson", lines);
    // Not even `--quiet` hides it, and nothing is recorded.
    let run = mail(&project, &["--quiet"]).fails_with(4);
    run.stderr_has("error: rows 2 and 4 both go to 2@example.org")
        .stderr_has("--allow-shared-recipients");
    assert!(outbox(&project).is_empty() && requests(&project).is_empty());
    let run = mail(&project, &["--json", "--allow-shared-recipients"]).succeeds();
    let summary = run.json();
    for (warning, row) in summary["warnings"].as_array().unwrap().iter().zip(4..) {
        assert_eq!(warning["code"], "sharedRecipient");
        assert_eq!(warning["rows"], json!([2, row]));
    }
    assert_eq!((&summary["repeatedRecipients"], &summary["sent"]), (&json!(3), &json!(6)));
    assert!(
        run.stderr.contains("warning: rows 2 and 4 both go to 2@example.org\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn one_address_for_all_rows_is_no_accident() {
    let project = Project::with_invoice().file("rows.ndjson", rows(1..=3));
    let run = project
        .run(["batch", "invoice", "-d", "rows.ndjson", "--to", "office@example.org"])
        .succeeds();
    run.stderr_has("sent 3 messages");
}

#[test]
fn many_of_them_fit_a_screen() {
    let lines: String =
        (0..40).map(|n| format!("{{\"number\": {n}, \"email\": \"a@b.example\"}}\n")).collect();
    let project = Project::with_invoice().file("rows.ndjson", lines);
    let run = mail(&project, &["--plan", "plan.ndjson"]).fails_with(7);
    assert_eq!(run.stderr.matches("warning: ").count(), 11, "{}", run.stderr);
    assert!(run.stderr.contains("warning: 29 more rows go to recipients of rows before them"));
}

#[test]
fn two_rows_with_one_file_are_an_error_before_anything_is_recorded() {
    let project = project(2);
    let arguments = ["batch", "invoice", "-d", "rows.ndjson", "--email-field", "email"];
    let files = ["--out-dir", "out", "--filename", "same.pdf"];
    project
        .run(arguments.iter().chain(&files))
        .fails_with(4)
        .stderr_has("rows 1 and 2 would both write");
    assert!(nothing_happened(&project) && !project.path("out").exists());
    // As attachments they may be called the same.
    project.run(arguments.iter().chain(&files[2..])).succeeds();
    assert_eq!(outbox(&project).len(), 2);
}

#[test]
fn the_flags_have_to_say_one_thing() {
    let project = project(1);
    for (more, said) in [
        (&[][..], "the documents of the batch go nowhere"),
        (&["--no-mail"], "nothing would be done with the documents"),
        (&["--no-mail", "--to", "a@b.example"], "cannot be used with"),
        (&["--email-field", "email", "--to", "a@b.example"], "cannot be used with"),
        (&["--email-field", "email", "--body", "x", "--body-file", "y"], "cannot be used with"),
        (&["--email-field", "email", "--plan", "-"], "a plan is written to a file"),
        (
            &["--email-field", "email", "--plan", "./rows.ndjson"],
            "would be overwritten, and it is read",
        ),
    ] {
        let arguments = ["batch", "invoice", "-d", "rows.ndjson"];
        project.run(arguments.iter().chain(more)).fails_with(2).stderr_has(said);
    }
    assert!(nothing_happened(&project));
}

#[test]
fn a_document_that_lacks_data_is_not_mailed_unless_somebody_asked_for_it() {
    let lines = rows([1]) + "{\"id\": \"b\", \"email\": \"b@example.org\"}\n";
    let project = Project::with_invoice().file("rows.ndjson", lines);
    let run = ["batch", "invoice", "-d", "rows.ndjson", "--email-field", "email"];
    let refused = project.run(run).fails_with(6);
    assert!(refused.stderr.contains("row 2 (b): "), "{}", refused.stderr);
    assert_eq!(outbox(&project).keys().collect::<Vec<_>>(), ["1@example.org"]);
    let entries = log(&project);
    let entry = entries.iter().find(|entry| entry.request.is_none()).unwrap();
    assert_eq!(entry.code.as_deref(), Some("missingPath"), "{entry:?}");
    // Asked for, it goes, with a warning that not even `--quiet` hides.
    let allowed = ["--key", "all", "--allow", "missingPath", "--quiet"];
    project.run(run.iter().chain(&allowed)).succeeds().stderr_has("row 2 (b): ");
}

#[test]
fn a_value_that_is_null_or_empty_is_not_missing() {
    for value in ["null", "\"\""] {
        let line = format!("{{\"number\": {value}, \"email\": \"1@example.org\"}}\n");
        let project = Project::with_invoice().file("rows.ndjson", line);
        mail(&project, &[]).succeeds();
        assert_eq!(outbox(&project).len(), 1);
    }
}

#[test]
fn the_summary_of_a_batch_has_a_line_for_each_row_of_the_file() {
    let lines = super::mail::rows([1, 2])
        + "{\"number\": 3, \"name\": \"=HYPERLINK()\", \"email\": \"nobody\"}\n"
        + "{\"number\": 4, \"name\": \"D\", \"email\": \"4@example.org\"}\n";
    let project = Project::with_invoice().file("rows.ndjson", lines);
    mail(&project, &["--key", "may", "--bcc", "copy{number}@example.org"]).fails_with(6);
    let run = project.run(["log", "--batch", "may", "--summary", "--csv"]).succeeds();
    let text = String::from_utf8(run.stdout).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let head: Vec<_> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    assert_eq!(head, ["row", "key", "recipient", "state", "attempts", "messageId", "reason"]);
    let rows: Vec<Vec<String>> =
        reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    assert_eq!(rows.len(), 4, "{text}");
    let sent = outbox(&project);
    assert_eq!(rows[0][..5], ["1", "1", "1@example.org, copy1@example.org", "delivered", "1"]);
    assert_eq!(rows[0][5], sent["1@example.org"].message_id);
    assert_eq!(rows[2][..5], ["3", "3", "", "refused", "0"]);
    assert!(rows[2][6].contains("nobody"), "{text}");
    assert_eq!(rows[3][3], "delivered");
    let run = project.run(["log", "--batch", "may", "--summary", "--json"]).succeeds();
    assert_eq!(String::from_utf8(run.stdout).unwrap().lines().count(), 4);
    // Rows that were purged are in the log.
    project.run(["queue", "purge", "--batch", "may"]).succeeds();
    let run = project.run(["log", "--batch", "may", "--summary"]).succeeds();
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("4@example.org") && text.contains("refused"), "{text}");
    project
        .run(["log", "--batch", "june", "--summary"])
        .fails_with(4)
        .stderr_has("no batch `june`");
    project.run(["log", "--summary"]).fails_with(2);
}

#[test]
fn refused_rows_of_a_file_that_was_corrected_under_the_same_key_are_gone() {
    let bad = "{\"number\": 1, \"email\": \"nobody\"}\n".repeat(2);
    let project = Project::with_invoice().file("rows.ndjson", bad);
    for _ in 0..2 {
        mail(&project, &["--key", "may"]).fails_with(6);
        assert_eq!(log(&project).len(), 2, "once, although no batch was begun");
    }
    let project = project.file("rows.ndjson", rows([1]));
    mail(&project, &["--key", "may"]).succeeds();
    let run = project.run(["log", "--batch", "may", "--summary", "--json"]).succeeds();
    assert_eq!(run.json()["state"], "delivered");
}

#[test]
fn the_summary_of_a_key_keeps_the_rows_of_tenants_apart() {
    let project = Project::with_invoice();
    let row = |tenant: &str| NewRequest {
        tenant: tenant.to_owned(),
        batch: Some("may".to_owned()),
        batch_row: Some(1),
        ..NewRequest::new(Uuid::now_v7(), "invoice", "{}", format!("{tenant}@example.org"))
    };
    ledger(&project).enqueue(&[row("acme"), row("other")]).unwrap();
    let csv = |more: &[&str]| {
        let summary = ["log", "--batch", "may", "--summary", "--csv"];
        String::from_utf8(project.run([&summary, more].concat()).succeeds().stdout).unwrap()
    };
    let lines = "acme,1,,acme@example.org,waiting,0,,\nother,1,,other@example.org,waiting,0,,\n";
    assert!(csv(&[]).ends_with(lines) && csv(&[]).starts_with("tenant,row,"), "{}", csv(&[]));
    assert!(csv(&["--tenant", "acme"]).starts_with("row,key,"));
}

#[test]
fn files_have_the_names_of_their_attachments() {
    let template = document("Invoice", &[text("title", "{number}")], "[]")
        .replacen("\"page\"", "\"extensions\": 1, \"page\"", 1)
        .replacen('{', r#"{"mail": {"filename": "inv-{PADLEFT(number, 6, \"0\")}.pdf"}, "#, 1);
    let project = project(2).template("invoice", &template);
    let batch = ["batch", "invoice", "--data", "rows.ndjson", "--no-mail", "--out-dir", "out"];
    project.run(batch).succeeds();
    assert_eq!(project.names("out"), ["inv-000001.pdf", "inv-000002.pdf"]);
}

#[test]
fn a_link_that_no_message_has_is_refused_before_anything_is_recorded() {
    let project = project(2);
    let run = mail(&project, &["--body", "See {documentLink}"]).ends_with(5);
    run.stderr_has("messages carry their documents");
    assert_eq!(requests(&project).len(), 0);
}

#[test]
fn labels_of_rows_have_no_control_characters() {
    let rows = "{\"number\": 1, \"email\": \"a@example.org\", \"id\": \"a\\u0000b\"}\n";
    let project = project(1).file("rows.ndjson", rows);
    mail(&project, &["--row-key", "{id}"]).succeeds();
    let keys: Vec<_> = requests(&project).into_values().map(|row| row.request.row_key).collect();
    assert_eq!(keys, [Some("a\u{fffd}b".to_owned())]);
}
