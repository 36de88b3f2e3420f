//! `--plan` and `--apply` of a mailed batch: first look, then send exactly that.

use reportctl::base::hash::sha256;
use serde_json::{Value as Json, json};

use super::errors;
use super::mail::{mail, outbox, project, requests, rows};
use crate::project::{Project, document, text};

const PLAN: [&str; 2] = ["--plan", "plan.ndjson"];
const APPLY: [&str; 4] = ["--apply", "plan.ndjson", "--error-format", "json"];

fn planned(numbers: u32) -> Project {
    let project = project(numbers);
    mail(&project, &PLAN).succeeds();
    project
}

fn plan(project: &Project) -> Vec<Json> {
    project.text("plan.ndjson").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_plan_says_who_would_get_what_and_nothing_is_sent() {
    let lines = rows([1, 2])
        + "{\"number\": 3, \"email\": \"2@example.org\"}\n{\"number\": 4, \"email\": \"x\"}\n";
    let project = Project::with_invoice().file("rows.ndjson", lines);
    let run =
        mail(&project, &["--plan", "plan.ndjson", "--bcc", "archive@example.org"]).fails_with(6);
    assert!(run.stderr.contains("wrote a plan for 4 rows to plan.ndjson"), "{}", run.stderr);
    assert!(!project.path(".reportctl").exists());
    let lines = plan(&project);
    assert_eq!(lines[0]["key"].as_str().unwrap().len(), 16);
    let first = &lines[1];
    assert_eq!(
        (&first["to"], &first["copies"]),
        (&json!("1@example.org"), &json!(["archive@example.org"]))
    );
    assert_eq!((&first["subject"], &first["file"]), (&json!("No. 1"), &json!("i-1.pdf")));
    assert_eq!((&first["pages"], &first["warnings"]), (&json!(1), &Json::Null));
    assert_eq!(lines[3]["warnings"], json!(["sharedRecipient: row 2 goes there too"]));
    assert_eq!(lines[4]["problem"]["code"], "invalidEmail");
}

#[test]
fn applied_it_sends_exactly_those_bytes_once() {
    let project = planned(20);
    mail(&project, &APPLY).succeeds();
    let sent = outbox(&project);
    let lines = plan(&project);
    assert_eq!(sent.len(), 20);
    for entry in &lines[1..] {
        let message = &sent[entry["to"].as_str().unwrap()];
        assert_eq!(entry["sha256"], sha256(&message.pdf));
        assert_eq!(
            (&entry["subject"], &entry["file"]),
            (&json!(message.subject), &json!(message.filename))
        );
    }
    for row in requests(&project).values() {
        assert_eq!(row.request.batch.as_deref(), lines[0]["key"].as_str());
        assert_eq!(
            json!(row.request.expected_sha256),
            lines[row.request.batch_row.unwrap() as usize]["sha256"]
        );
    }
    let again = mail(&project, &["--apply", "plan.ndjson", "--json"]).succeeds().json();
    assert_eq!((&again["sent"], &again["alreadySent"]), (&json!(0), &json!(20)));
    assert_eq!(outbox(&project), sent);
}

#[test]
fn rows_that_changed_are_refused_and_the_others_sent() {
    let project = planned(4);
    let changed = project.text("rows.ndjson");
    // Another recipient, another document, and something that only a text of the message may use.
    let changed = changed
        .replace("1@example.org", "11@example.org")
        .replace("\"number\":2", "\"number\":22")
        .replace("Ana 3", "Bo 3");
    let project = project.file("rows.ndjson", changed);
    let run = mail(&project, &APPLY).fails_with(6);
    let said: Vec<String> =
        errors(&run).iter().map(|error| error["error"].as_str().unwrap().to_owned()).collect();
    assert!(
        said[0].starts_with("row 1 (1): not as planned: it would go to somebody else"),
        "{said:?}"
    );
    assert!(
        said[1].starts_with("row 2 (22): not as planned: the row, the fonts or the settings"),
        "{said:?}"
    );
    assert!(
        said[2].starts_with("row 3 (3): not as planned: the row has changed since"),
        "{said:?}"
    );
    // A new plan of all rows would be refused under this key, and go to everybody under another.
    let advice = errors(&run)[0]["advice"].as_str().unwrap().to_owned();
    assert!(advice.contains("into a file of their own"), "{advice}");
    assert_eq!(outbox(&project).keys().collect::<Vec<_>>(), ["4@example.org"]);
    // With the rows of the plan the rest follows, and nothing comes twice.
    let project = project.file("rows.ndjson", rows(1..=4));
    let summary = mail(&project, &["--apply", "plan.ndjson", "--json"]).succeeds().json();
    assert_eq!((&summary["sent"], &summary["alreadySent"]), (&json!(3), &json!(1)));
    assert_eq!(outbox(&project).len(), 4);
}

#[test]
fn a_changed_template_or_other_texts_are_refused() {
    let project = planned(2);
    let usual = ["batch", "invoice", "-d", "rows.ndjson", "--email-field", "email"];
    let other =
        ["--subject", "Another {number}", "--filename", "i-{number}.pdf", "--apply", "plan.ndjson"];
    project
        .run(usual.iter().chain(&other))
        .fails_with(4)
        .stderr_has("the messages would say something else than planned");
    let project =
        project.template("invoice", &document("Invoice", &[text("title", "Bill {number}")], "[]"));
    let run = mail(&project, &APPLY).fails_with(6);
    let said = errors(&run)[0]["error"].as_str().unwrap().to_owned();
    assert!(said.contains("not as planned: the template has changed since"), "{said}");
    assert_eq!(outbox(&project).len(), 0);
}

#[test]
fn a_plan_with_mail_and_one_without_are_not_mixed_up() {
    let project = planned(2);
    let folder = [
        "batch",
        "invoice",
        "-d",
        "rows.ndjson",
        "--no-mail",
        "--out-dir",
        "out",
        "--filename",
        "i-{number}.pdf",
    ];
    project
        .run(folder.iter().chain(&APPLY[..2]))
        .fails_with(4)
        .stderr_has("the plan mails its documents");
    project.run(folder.iter().chain(&PLAN)).succeeds();
    mail(&project, &APPLY[..2]).fails_with(4).stderr_has("the plan was made without mail");
    assert!(!project.path("out").exists() && outbox(&project).is_empty());
}

#[test]
fn a_plan_is_refused_where_its_key_is_taken() {
    let project = project(2);
    mail(&project, &[]).succeeds();
    mail(&project, &PLAN).succeeds();
    mail(&project, &APPLY[..2]).fails_with(4).stderr_has("was begun with other data");
    mail(&project, &["--plan", "plan.ndjson", "--key", "own"]).succeeds();
    mail(&project, &["--apply", "plan.ndjson", "--key", "other"])
        .fails_with(2)
        .stderr_has("the plan is for the key `own`");
    assert_eq!(outbox(&project).len(), 2);
}

/// The template `invoice` with a password that is the number.
fn with_password(project: Project, words: &str) -> Project {
    let encrypted = format!(
        r##"{{"name": "Invoice", "bindings": [], "template": {{"extensions": 1,
            "page": {{"width": 210, "height": 297}},
            "pdf": {{"encryption": {{"userPassword": "pin-00{{number}}"}}}},
            "schemas": [
              {{"id": "g", "name": "guard", "type": "image", "x": 0, "y": 0, "width": 1, "height": 1,
                "content": "data:application/x-extensions,1"}},
              {{"id": "t", "name": "t", "type": "text", "x": 10, "y": 10, "width": 90, "height": 9,
                "content": "{words} {{number}}"}}]}}}}"##
    );
    project.template("invoice", &encrypted)
}

#[test]
fn documents_with_passwords_are_planned_as_they_are_before_encryption() {
    let project = with_password(project(3), "Invoice");
    mail(&project, &PLAN).succeeds();
    let summary = mail(&project, &["--apply", "plan.ndjson", "--json"]).succeeds().json();
    assert_eq!((&summary["sent"], &summary["failed"]), (&json!(3), &json!(0)));
    for message in outbox(&project).values() {
        assert!(message.pdf.windows(8).any(|part| part == b"/Encrypt"));
        // Keys are random, so that no hash of a plan is that of the file.
        assert!(plan(&project).iter().all(|entry| entry["sha256"] != sha256(&message.pdf)));
    }
    // Written to a folder as well, the file there has another key than that of the message.
    let folder = with_password(self::project(2), "Invoice");
    let summary = mail(&folder, &["--out-dir", "out", "--json"]).succeeds().json();
    assert_eq!((&summary["sent"], &summary["files"]), (&json!(2), &json!(2)));
    // Another document is still another one.
    let changed = with_password(self::project(2), "Invoice");
    mail(&changed, &PLAN).succeeds();
    let changed = with_password(changed, "Bill");
    let run = mail(&changed, &APPLY).fails_with(6);
    assert!(errors(&run)[0]["error"].as_str().unwrap().contains("the template has changed since"));
}

#[test]
fn a_key_under_which_nothing_was_recorded_stays_free() {
    let project = project(2);
    mail(&project, &["--plan", "plan.ndjson", "--key", "may"]).succeeds();
    let changed = document("Invoice", &[text("title", "Bill {number}")], "[]");
    let project = project.template("invoice", &changed);
    mail(&project, &APPLY).fails_with(6).stderr_has("not as planned");
    assert_eq!(requests(&project).len(), 0);
    let summary = mail(&project, &["--key", "may", "--json"]).succeeds().json();
    assert_eq!((&summary["sent"], &summary["key"]), (&json!(2), &json!("may")));
    // From then on it is taken.
    let project = project.file("rows.ndjson", rows(1..=3));
    mail(&project, &["--key", "may"]).fails_with(4).stderr_has("was begun with other data");
}

/// Texts of messages may change while their documents stay the same.
#[test]
fn texts_of_the_template_and_settings_of_messages_are_planned_as_well() {
    let template = |account: &str| {
        let template = document("Invoice", &[text("title", "{number}")], "[]");
        let own = format!(
            r#""extensions": 1, "locale": "en", "texts": {{"en": {{"pay": "Pay to {account}"}}}}, "page""#
        );
        template.replacen("\"page\"", &own, 1)
    };
    let plan = [&PLAN[..], &["--body", "{T(\"pay\")} {number}"]].concat();
    let apply = [&APPLY[..], &["--body", "{T(\"pay\")} {number}"]].concat();
    let project = project(2).template("invoice", &template("A"));
    mail(&project, &plan).succeeds();
    let project = project.template("invoice", &template("B"));
    let run = mail(&project, &apply).fails_with(6);
    assert!(errors(&run)[0]["error"].as_str().unwrap().contains("the template has changed since"));
    let project = self::project(2);
    mail(&project, &PLAN).succeeds();
    let project = project.file("reportctl.yaml", "mail: {envelopeFrom: other@example.org}\n");
    mail(&project, &APPLY).fails_with(4).stderr_has("would say something else than planned");
}
