//! Several workers on one queue, and signals.

use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::fixture::{Audit, Office, finish, number};

/// Four processes on `REPORTCTL_SHARED_ROWS` rows.
fn share(office: &Office) {
    let rows = number("REPORTCTL_SHARED_ROWS", 2000);
    office.add(0..rows);
    let workers: Vec<Child> = (0..4).map(|_| office.start(&["worker", "--once"])).collect();
    let said: Vec<String> = workers.into_iter().map(finish).collect();
    // One that found nothing left to claim has ended; the others may still have been at it.
    assert_eq!(office.audit(), Audit { done: rows, ..Audit::default() }, "{said:?}");
}

#[test]
fn four_workers_share_rows_without_a_double_on_sqlite() {
    share(&Office::new());
}

#[test]
fn four_workers_share_rows_without_a_double_on_postgres() {
    if let Some(office) = Office::on_postgres() {
        share(&office);
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args([name, &pid]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_worker_that_is_told_to_stop_finishes_what_it_sends_and_hands_back_the_rest() {
    for name in ["-TERM", "-INT"] {
        let office = Office::new();
        office.add(0..3000);
        let worker = office.start(&["worker"]);
        wait_for("messages", || office.server.count() > 20);
        signal(&worker, name);
        finish(worker);
        let audit = office.audit();
        assert_eq!(audit.unknown, 0);
        assert!(audit.pending > 0 && audit.done == office.server.count(), "{audit:?}");
        for row in office.rows() {
            assert_eq!(row.worker, None);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_worker_waits_for_requests_until_it_is_told_to_stop() {
    let office = Office::new();
    office.add(0..1);
    let worker = office.start(&["worker"]);
    wait_for("the first message", || office.server.count() == 1);
    office.add(1..2);
    wait_for("the second message", || office.server.count() == 2);
    signal(&worker, "-TERM");
    let said = finish(worker);
    assert!(said.contains("delivering via smtp localhost"), "{said}");
    assert!(said.contains("delivered 2, failed 0"), "{said}");
    assert_eq!(office.audit(), Audit { done: 2, ..Audit::default() });
}

fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !is_there() {
        assert!(Instant::now() < deadline, "waited for {what}");
        sleep(Duration::from_millis(5));
    }
}
