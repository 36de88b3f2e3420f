//! Mailed batches that are killed, or whose disk, database or mail server fails them.

#![cfg(target_os = "linux")]

use std::process::{Child, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use reportctl::delivery::queue::Status;
use rusqlite::Connection;
use serde_json::json;

use super::mail::{mail, outbox, project, requests};
use crate::mail::server::{Action, Step};
use crate::worker::fixture::{MailFixture, number};

/// Rows of a batch that is killed again and again.
const ROWS: usize = 40;
/// Number of kills before a batch may end.
const KILLS: usize = 6;

fn rows(numbers: std::ops::Range<usize>) -> String {
    numbers.map(|n| format!("{{\"number\": {n}, \"email\": \"{n}@example.com\"}}\n")).collect()
}

/// The batch of that number, begun or gone on with.
fn arguments(batch: usize) -> [String; 7] {
    let key = format!("batch-{batch}");
    let data = format!("rows-{batch}.ndjson");
    ["batch", "invoice", "--data", &data, "--email-field=email", "--key", &key].map(str::to_owned)
}

/// Waits until the server has so many messages, the process has ended, or time is over.
fn wait(child: &mut Child, enough: usize, fixture: &MailFixture, longest: Duration) {
    let deadline = Instant::now() + longest;
    while fixture.server.count() < enough
        && child.try_wait().unwrap().is_none()
        && Instant::now() < deadline
    {
        sleep(Duration::from_micros(200));
    }
}

/// Kills batches at random moments, `REPORTCTL_TEST_KILLS` times: while they read, record and send.
fn survives(fixture: &MailFixture) {
    let kills = number("REPORTCTL_TEST_KILLS", 24);
    let mut reported = 0;
    let batches = kills.div_ceil(KILLS);
    for batch in 0..batches {
        fixture.file(&format!("rows-{batch}.ndjson"), &rows(batch * ROWS..(batch + 1) * ROWS));
        let arguments = arguments(batch);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for kill in 0..KILLS {
            let mut child = fixture.start(&arguments);
            if kill % 3 == 0 {
                wait(
                    &mut child,
                    usize::MAX,
                    fixture,
                    Duration::from_micros(fastrand::u64(0..150_000)),
                );
            } else {
                let enough = fixture.server.count() + fastrand::usize(0..ROWS / 3);
                wait(&mut child, enough, fixture, Duration::from_secs(3));
                sleep(Duration::from_micros(fastrand::u64(0..10_000)));
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
        // Rows of the killed are freed once their processes are seen to be gone.
        let output = fixture.command(&arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        reported += said.matches("it is not known whether the message to ").count();
        let unknown = said.contains("it is not known whether");
        assert_eq!(output.status.code(), Some(if unknown { 6 } else { 0 }), "{said}");
    }
    // Every row is done once, or nobody knows and that was reported; `audit` accepts nothing else.
    let audit = fixture.audit();
    assert_eq!((audit.done + audit.unknown, audit.pending), (batches * ROWS, 0), "{audit:?}");
    assert_eq!(audit.unknown, reported, "{audit:?}");
    assert!(audit.unknown <= batches * KILLS * 4 * 10 && audit.done > audit.unknown, "{audit:?}");
}

#[test]
fn killed_batches_go_on_where_they_stopped_on_sqlite() {
    survives(&MailFixture::new());
}

#[test]
fn killed_batches_go_on_where_they_stopped_on_postgres() {
    if let Some(fixture) = MailFixture::on_postgres() {
        survives(&fixture);
    }
}

#[test]
fn a_signal_lets_messages_in_hand_be_finished_and_the_rest_follows() {
    let fixture = MailFixture::new();
    fixture.file("rows-0.ndjson", &rows(0..3000));
    let arguments = arguments(0);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut child = fixture.start(&arguments);
    wait(&mut child, 50, &fixture, Duration::from_secs(60));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("error: stopped by a signal; ") && said.contains("it sends what is missing"),
        "{said}"
    );
    let audit = fixture.audit();
    assert_eq!((audit.unknown, audit.done), (0, fixture.server.count()), "{audit:?}");
    let output = fixture.command(&arguments).arg("--json").output().unwrap();
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["alreadySent"], audit.done, "{summary}");
    assert_eq!(fixture.audit().done, 3000);
}

#[test]
fn two_runs_of_one_batch_at_once_share_it() {
    let fixture = MailFixture::new();
    fixture.file("rows-0.ndjson", &rows(0..600));
    let arguments = arguments(0);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runs: Vec<Child> = (0..3).map(|_| fixture.start(&arguments)).collect();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fixture.audit().done, 600);
}

#[test]
fn what_the_server_defers_waits_and_what_it_refuses_is_reported() {
    let fixture = MailFixture::new();
    fixture.file("rows-0.ndjson", &rows(0..6));
    fixture
        .server
        .script(Step::Rcpt, [Action::Say("451 4.3.0 later"), Action::Say("550 5.1.1 nobody")]);
    let arguments = arguments(0);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = fixture.command(&arguments).arg("--jobs=1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(6), "{said}");
    assert!(said.contains("is deferred: ") && said.contains("1 message waits"), "{said}");
    assert!(said.contains("nobody"), "{said}");
    let refused =
        fixture.rows().into_iter().filter(|row| row.error_code.as_deref() == Some("mailRefused"));
    assert_eq!(refused.count(), 1);
    assert_eq!(fixture.server.count(), 4);
}

#[test]
fn a_server_that_takes_nothing_leaves_all_rows_for_later() {
    let fixture = MailFixture::new();
    fixture.file("rows-0.ndjson", &rows(0..20));
    fixture.server.always(Step::Mail, Action::Say("530 5.7.0 log in first"));
    let arguments = arguments(0);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = fixture.command(&arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("error: 20 messages wait: no mail can be sent: "), "{said}");
    fixture.server.always(Step::Mail, Action::Go);
    let output = fixture.command(&arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fixture.audit().done, 20);
}

#[test]
fn a_locked_database_is_waited_for() {
    let project = project(5);
    mail(&project, &[]).succeeds();
    let project = project.file("rows.ndjson", super::mail::rows(6..=10));
    let other = Connection::open(project.path(".reportctl/state.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    thread::scope(|scope| {
        let run = scope.spawn(|| mail(&project, &[]));
        sleep(Duration::from_millis(700));
        assert_eq!(outbox(&project).len(), 5, "nothing is sent that is not recorded");
        other.execute_batch("COMMIT").unwrap();
        run.join().unwrap().succeeds();
    });
    assert_eq!(outbox(&project).len(), 10);
}

#[test]
fn with_a_full_disk_nothing_is_sent_that_is_not_recorded() {
    let project = project(1);
    mail(&project, &["--key", "first"]).succeeds();
    let long = "long ".repeat(4000);
    let row = |n: u32| {
        format!("{}\n", json!({"number": n, "email": format!("{n}@example.org"), "note": long}))
    };
    let project = project.file("rows.ndjson", (2..=101).map(row).collect::<String>());
    // No file may grow beyond half a megabyte; the signal that says so is ignored.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 512; exec '{}' batch invoice -d rows.ndjson --email-field email --key k",
        env!("CARGO_BIN_EXE_reportctl")
    );
    let output = Command::new("bash")
        .args(["-c", &limited])
        .current_dir(project.path(""))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("error: the database of requests cannot be used"), "{said}");
    assert_eq!(outbox(&project).len(), 1);
    let again = ["batch", "invoice", "-d", "rows.ndjson", "--email-field", "email", "--key", "k"];
    project.run(again).succeeds().stderr_has("sent 100 messages");
    assert_eq!(outbox(&project).len(), 101);
    assert!(requests(&project).values().all(|row| row.status == Status::Done));
}
