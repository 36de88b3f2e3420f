//! `kill -9` at any moment: what was sent is known or reported, and never sent twice.

use std::thread::sleep;
use std::time::{Duration, Instant};

use super::fixture::{Office, number};

/// Rows that are added before each kill.
const ROWS: usize = 25;

/// Kills workers at random moments, `REPORTCTL_KILLS` times.
fn survives(office: &Office) {
    let kills = number("REPORTCTL_KILLS", 20);
    for round in 0..kills {
        office.add(round * ROWS..(round + 1) * ROWS);
        let mut worker = office.start(&["worker", "--once", "--quiet"]);
        // After some messages and a moment, however slow the machine is; some before the first.
        let enough = office.server.count() + fastrand::usize(0..ROWS + 5);
        let deadline = Instant::now() + Duration::from_secs(3);
        while office.server.count() < enough
            && worker.try_wait().unwrap().is_none()
            && Instant::now() < deadline
        {
            sleep(Duration::from_micros(200));
        }
        sleep(Duration::from_micros(fastrand::u64(0..20_000)));
        worker.kill().unwrap();
        worker.wait().unwrap();
    }
    // The leases of the killed run out.
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let output = office.command(&["worker", "--once"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let audit = office.audit();
        if audit.pending == 0 {
            assert_eq!(audit.done + audit.unknown, kills * ROWS);
            // Few of many: those between intent and answer.
            assert!(audit.unknown <= kills * 4 * 10, "{audit:?}");
            assert!(audit.done > audit.unknown, "{audit:?}");
            return;
        }
        assert!(Instant::now() < deadline, "{audit:?}");
        sleep(Duration::from_millis(300));
    }
}

#[test]
fn killed_workers_send_nothing_twice_and_lose_nothing_on_sqlite() {
    survives(&Office::new());
}

#[test]
fn killed_workers_send_nothing_twice_and_lose_nothing_on_postgres() {
    if let Some(office) = Office::on_postgres() {
        survives(&office);
    }
}
