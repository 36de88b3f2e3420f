//! `reportctl log`.

use reportctl::delivery::queue::sqlite::Sqlite;
use reportctl::delivery::queue::{DeliveryLog, LogEntry, Outcome};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::project::Project;
use crate::queue::fixture;

fn entry(number: u128, time: i64) -> LogEntry {
    LogEntry {
        message_id: Some("m@example.com".to_owned()),
        detail: Some("250 ok, \"queued\"".to_owned()),
        ..fixture::entry(number, time)
    }
}

/// Delivered in January and failed in February 2026.
fn project() -> Project {
    let project = Project::new();
    let queue = Sqlite::open(&project.path(".reportctl")).unwrap();
    let failed = LogEntry {
        outcome: Outcome::Failed,
        code: Some("mailRefused".to_owned()),
        detail: Some("no such user".to_owned()),
        ..entry(2, 1_770_000_000_000)
    };
    queue.log(&[entry(1, 1_769_860_800_123), failed]).unwrap();
    project
}

#[test]
fn entries_are_lines_with_the_oldest_first() {
    project().run(["log"]).succeeds().stdout(
        "TIME\tOUTCOME\tTEMPLATE\tRECIPIENT\tPAGES\tBY\tDETAIL\n\
         2026-01-31 12:00:00Z\tdelivered\tinvoice\tcustomer1@example.com\t2\tana\t250 ok, \"queued\"\n\
         2026-02-02 02:40:00Z\tfailed\tinvoice\tcustomer2@example.com\t2\tana\tmailRefused: no such user\n",
    );
    Project::new().run(["log"]).succeeds().stdout("").stderr("no entries\n");
}

#[test]
fn json_is_one_object_per_line() {
    let run = project().run(["log", "--json"]).succeeds();
    let text = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(
        lines[0],
        json!({
            "time": "2026-01-31T12:00:00.123Z", "tenant": "", "requestedBy": "ana",
            "request": Uuid::from_u128(1), "attempt": 1, "template": "invoice",
            "templateHash": "a1", "dataHash": "d1", "recipient": "customer1@example.com",
            "messageId": "m@example.com", "pages": 2, "bytes": 12345, "sha256": "b2",
            "engine": "0.1.0", "outcome": "delivered", "code": null, "detail": "250 ok, \"queued\"",
            "batch": null,
        })
    );
}

#[test]
fn csv_has_a_head_and_quotes() {
    let run = project().run(["log", "--csv", "--limit", "2"]).succeeds();
    let text = String::from_utf8(run.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("time,tenant,requestedBy,request,attempt,template,"));
    assert!(lines[1].ends_with(",0.1.0,delivered,,\"250 ok, \"\"queued\"\"\","), "{}", lines[1]);
    let empty = Project::new().run(["log", "--csv"]).succeeds();
    assert_eq!(String::from_utf8(empty.stdout).unwrap().lines().count(), 1);
}

/// Spreadsheets take such cells for formulas, and data of strangers is in them.
#[test]
fn csv_has_no_formulas() {
    let project = Project::new();
    let queue = Sqlite::open(&project.path(".reportctl")).unwrap();
    let texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "a=1"];
    let entries: Vec<LogEntry> = (1_u128..)
        .zip(texts)
        .map(|(number, text)| LogEntry { detail: Some(text.to_owned()), ..entry(number, 5) })
        .collect();
    queue.log(&entries).unwrap();
    let csv = project.run(["log", "--csv"]).succeeds().stdout;
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    let column = reader.headers().unwrap().iter().position(|name| name == "detail").unwrap();
    let details: Vec<String> =
        reader.records().map(|record| record.unwrap()[column].to_owned()).collect();
    assert_eq!(details, ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx", "'\rx", "a=1"]);
    // The JSON has the texts as they are.
    let json = String::from_utf8(project.run(["log", "--json"]).succeeds().stdout).unwrap();
    assert!(json.lines().next().unwrap().contains(r#""detail":"=1+1""#), "{json}");
}

#[test]
fn filters_choose_entries() {
    let project = project();
    let count = |arguments: &[&str]| {
        let run = project.run([&["log", "--json"], arguments].concat()).succeeds();
        String::from_utf8(run.stdout).unwrap().lines().count()
    };
    assert_eq!(count(&["--since", "2026-02-01"]), 1);
    project
        .run(["log", "--since", "2026-02-01", "--until", "2026-02-01"])
        .fails_with(2)
        .stderr_has("no time is both since `--since` and before `--until`");
    assert_eq!(count(&["--until", "2026-02-01"]), 1);
    assert_eq!(count(&["--recipient", "customer2@example.com"]), 1);
    // However it is written: with a name, in capitals.
    assert_eq!(count(&["--recipient", "Bob <customer2@EXAMPLE.com>"]), 1);
    assert_eq!(count(&["--template", "invoice"]), 2);
    assert_eq!(count(&["--template", "receipt"]), 0);
    let of_acme = LogEntry { tenant: "acme".to_owned(), ..entry(3, 5) };
    Sqlite::open(&project.path(".reportctl")).unwrap().log(&[of_acme]).unwrap();
    assert_eq!(count(&["--template", "acme/invoice"]), 1);
    assert_eq!(count(&["--template", "acme/receipt"]), 0);
    assert_eq!(count(&["--template", "invoice", "--tenant", "acme"]), 1);
    assert_eq!(count(&["--request", &Uuid::from_u128(1).to_string()]), 1);
    assert_eq!(count(&["--tenant", "other"]), 0);
    assert_eq!(count(&["--limit", "1"]), 1);
    let of_march = LogEntry { batch: Some("march".to_owned()), ..entry(4, 6) };
    Sqlite::open(&project.path(".reportctl")).unwrap().log(&[of_march]).unwrap();
    assert_eq!(count(&["--batch", "march"]), 1);
    assert_eq!(count(&["--batch", "march", "--status", "failed"]), 0);
    assert_eq!(count(&["--status", "failed"]), 1);
    assert_eq!(count(&["--status", "bounced"]), 0);
}

#[test]
fn a_long_log_comes_whole() {
    let project = Project::new();
    let queue = Sqlite::open(&project.path(".reportctl")).unwrap();
    queue.log(&(0..1001).map(|number| entry(number, 5)).collect::<Vec<_>>()).unwrap();
    let run = project.run(["log"]).succeeds();
    assert_eq!(String::from_utf8(run.stdout).unwrap().lines().count(), 1002);
}
