//! Several workers on one queue, and signals.

use std::process::Child;

use super::fixture::{Audit, MailFixture, finish, number};
#[cfg(unix)]
use super::fixture::{signal, wait_for};

/// Four processes on `REPORTCTL_TEST_SHARED_ROWS` rows.
fn share(fixture: &MailFixture) {
    let rows = number("REPORTCTL_TEST_SHARED_ROWS", 2000);
    fixture.add(0..rows);
    let workers: Vec<Child> = (0..4).map(|_| fixture.start(&["worker", "--once"])).collect();
    let said: Vec<String> = workers.into_iter().map(finish).collect();
    // One that found nothing left to claim has ended; the others may still have been at it.
    assert_eq!(fixture.audit(), Audit { done: rows, ..Audit::default() }, "{said:?}");
}

#[test]
fn four_workers_share_rows_without_a_double_on_sqlite() {
    share(&MailFixture::new());
}

#[test]
fn four_workers_share_rows_without_a_double_on_postgres() {
    if let Some(fixture) = MailFixture::on_postgres() {
        share(&fixture);
    }
}

#[cfg(unix)]
#[test]
fn a_worker_that_is_stopped_finishes_what_it_sends_and_hands_back_the_rest() {
    for name in ["-TERM", "-INT"] {
        let fixture = MailFixture::new();
        fixture.add(0..3000);
        let worker = fixture.start(&["worker"]);
        wait_for("messages", || fixture.server.count() > 20);
        signal(&worker, name);
        finish(worker);
        let audit = fixture.audit();
        assert_eq!(audit.unknown, 0);
        assert!(audit.pending > 0 && audit.done == fixture.server.count(), "{audit:?}");
        for row in fixture.rows() {
            assert_eq!(row.worker, None);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_worker_waits_for_requests_until_it_is_stopped() {
    let fixture = MailFixture::new();
    fixture.add(0..1);
    let worker = fixture.start(&["worker"]);
    wait_for("the first message", || fixture.server.count() == 1);
    fixture.add(1..2);
    wait_for("the second message", || fixture.server.count() == 2);
    signal(&worker, "-TERM");
    let said = finish(worker);
    assert!(said.contains("delivering via smtp localhost"), "{said}");
    assert!(said.contains("delivered 2, failed 0"), "{said}");
    assert_eq!(fixture.audit(), Audit { done: 2, ..Audit::default() });
}

/// A worker waits for the server's answer to a message.
#[cfg(unix)]
#[test]
fn a_second_signal_ends_it_at_once_and_nothing_is_lost() {
    use crate::mail::server::{Action, Step};

    let fixture = MailFixture::new();
    fixture.settings(1, "mail: {smtp: {connections: 2}}\n");
    fixture.server.script(Step::End, [Action::Stall, Action::Stall]);
    fixture.add(0..50);
    let mut worker = fixture.start(&["worker"]);
    let has_ended = "a message at each connection";
    wait_for(has_ended, || {
        fixture.server.heard().iter().filter(|line| *line == "DATA").count() >= 2
    });
    signal(&worker, "-TERM");
    // It finishes what it sends, for which the server takes its time.
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(worker.try_wait().unwrap(), None);
    signal(&worker, "-TERM");
    assert_eq!(worker.wait().unwrap().code(), Some(143));
    assert!(
        fixture.rows().iter().all(|row| row.status == reportctl::delivery::queue::Status::Pending)
    );
    let output = fixture.run(&["worker", "--once"]);
    assert_eq!(output.status.code(), Some(6));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("its worker vanished while it was being sent"), "{said}");
    assert!(said.contains("delivered 48, failed 0, found 2 of unknown delivery"), "{said}");
    assert_eq!(fixture.audit(), Audit { done: 48, unknown: 2, pending: 0 });
}

/// Stops a worker that holds no lock of the database: others would wait for it.
#[cfg(unix)]
fn stop_between_transactions(fixture: &MailFixture, worker: &Child) {
    wait_for("a worker without lock", || {
        signal(worker, "-STOP");
        // The signal takes a while to arrive.
        std::thread::sleep(std::time::Duration::from_millis(50));
        let is_free = !fixture.is_locked();
        if !is_free {
            signal(worker, "-CONT");
        }
        is_free
    });
}

/// A worker that does not get on while others do: it is stopped when two of its messages were
/// begun and other rows wait, and goes on when its rows were taken from it.
#[cfg(unix)]
fn is_overtaken(fixture: &MailFixture) {
    use crate::mail::server::{Action, Step};

    fixture.settings(1, "mail: {smtp: {connections: 2, timeoutSeconds: 2}}\n");
    fixture.server.always(Step::Greeting, Action::Stall);
    fixture.add(0..50);
    let slow = fixture.start(&["worker", "--once"]);
    wait_for("its connections", || fixture.server.connections() >= 2);
    let held = || fixture.rows().iter().filter(|row| row.worker.is_some()).count();
    wait_for("rows that wait behind", || held() > 2);
    stop_between_transactions(fixture, &slow);
    let held = held();
    fixture.server.always(Step::Greeting, Action::Go);
    fixture.drain();
    let before = fixture.tally();
    assert_eq!(before, Audit { done: 48, unknown: 2, pending: 0 });
    signal(&slow, "-CONT");
    let output = slow.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("was taken over by another worker"), "{said}");
    assert!(said.contains(&format!("lost {held} to other workers")), "{said}");
    assert_eq!(fixture.tally(), before);
}

#[cfg(unix)]
#[test]
fn a_slow_worker_cannot_finish_what_another_took_over_on_sqlite() {
    is_overtaken(&MailFixture::new());
}

#[cfg(unix)]
#[test]
fn a_slow_worker_cannot_finish_what_another_took_over_on_postgres() {
    if let Some(fixture) = MailFixture::on_postgres() {
        is_overtaken(&fixture);
    }
}
