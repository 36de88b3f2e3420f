//! `kill -9` at any moment: what was sent is known or reported, and never sent twice.

use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::fixture::{Audit, MailFixture, number};

/// Rows that are added before each kill.
const ROWS: usize = 3;

/// When workers are killed: at a random moment of about the time that they need.
struct Fuse {
    /// Average time that a worker needs to do everything.
    needed: Duration,
}

impl Fuse {
    /// Lets a worker work, and kills it at a random moment; `false` when it was faster.
    fn burn(&mut self, mut worker: Child) -> bool {
        let started = Instant::now();
        let moment = self.needed.mul_f64(1.5 * fastrand::f64());
        while worker.try_wait().unwrap().is_none() {
            if started.elapsed() >= moment {
                worker.kill().unwrap();
                worker.wait().unwrap();
                return true;
            }
            sleep(Duration::from_micros(200));
        }
        self.needed = (self.needed * 3 + started.elapsed()) / 4;
        false
    }
}

/// Kills workers at random moments, `REPORTCTL_TEST_KILLS` times.
fn survives(fixture: &MailFixture) {
    survives_changes(fixture, &|_| {});
}

/// The same; `change` is called with the number of each round.
fn survives_changes(fixture: &MailFixture, change: &dyn Fn(usize)) {
    let kills = number("REPORTCTL_TEST_KILLS", 50);
    let mut fuse = Fuse { needed: Duration::from_millis(300) };
    let (mut added, mut killed) = (0, 0);
    while killed < kills {
        fixture.add(added..added + ROWS);
        added += ROWS;
        change(added);
        killed += usize::from(fuse.burn(fixture.start(&["worker", "--once", "--quiet"])));
    }
    fixture.drain();
    let audit = fixture.audit();
    assert_eq!(audit, Audit { done: added - audit.unknown, unknown: audit.unknown, pending: 0 });
    // Few of many: those between intent and answer.
    assert!(audit.done > audit.unknown, "{audit:?}");
}

/// The same with an archive, which must agree with the log then: every document of the log is there, and nothing
/// else.
pub(super) fn survives_with_archive(fixture: &MailFixture) {
    survives(fixture);
    agrees(fixture, false);
}

/// The template changes with every worker: what a killed one archived is mailed all the same, and nothing else.
fn survives_with_archive_and_other_templates(fixture: &MailFixture) {
    fixture.archive();
    survives_changes(fixture, &|round| fixture.template(&format!("Invoice {{number}} of {round}")));
    agrees(fixture, true);
}

/// Compares archive and log. A worker that was killed between the file and its record leaves the file behind, where the
/// document came out otherwise the next time; nothing else may differ.
fn agrees(fixture: &MailFixture, may_have_leftovers: bool) {
    let verified = fixture.run(&["archive", "verify", "--json"]);
    let said = String::from_utf8_lossy(&verified.stdout);
    let counts: serde_json::Value = serde_json::from_slice(&verified.stdout).unwrap();
    let findings = counts["findings"].as_array().unwrap();
    let is_leftover = |finding: &serde_json::Value| finding["finding"] == "leftover";
    let is_allowed = findings.is_empty() || may_have_leftovers && findings.iter().all(is_leftover);
    assert!(is_allowed, "{said}");
    assert_eq!(verified.status.code(), Some(if findings.is_empty() { 0 } else { 7 }), "{said}");
    let rows = fixture.rows();
    let unknown = rows.iter().filter(|row| row.error_code.is_some()).count();
    assert_eq!(counts["documents"], rows.len() - unknown, "{said}");
    assert_eq!(counts["unlogged"], unknown, "killed between intent and outcome: {said}");
}

#[test]
fn killed_workers_archive_what_they_send_on_sqlite() {
    let fixture = MailFixture::new();
    fixture.archive();
    survives_with_archive(&fixture);
}

#[test]
fn killed_workers_archive_what_they_send_on_postgres() {
    if let Some(fixture) = MailFixture::on_postgres() {
        fixture.archive();
        survives_with_archive(&fixture);
    }
}

#[test]
fn killed_workers_mail_what_was_archived_although_the_template_changes_on_sqlite() {
    survives_with_archive_and_other_templates(&MailFixture::new());
}

#[test]
fn killed_workers_mail_what_was_archived_although_the_template_changes_on_postgres() {
    if let Some(fixture) = MailFixture::on_postgres() {
        survives_with_archive_and_other_templates(&fixture);
    }
}

#[test]
fn killed_workers_send_nothing_twice_and_lose_nothing_on_sqlite() {
    survives(&MailFixture::new());
}

#[test]
fn killed_workers_send_nothing_twice_and_lose_nothing_on_postgres() {
    if let Some(fixture) = MailFixture::on_postgres() {
        survives(&fixture);
    }
}
