//! What is not the worker's fault: databases that are locked or cut off, full disks, clocks that go
//! backwards, templates that change.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread::sleep;
use std::time::Duration;

use reportctl::Fonts;
use reportctl::config::{Config, Settings};
use reportctl::delivery::mail::SendError;
use reportctl::delivery::mail::transport::Memory;
use reportctl::delivery::queue::Queue;
use reportctl::delivery::queue::sqlite::{Sqlite, SqliteOptions};
use reportctl::delivery::settings::{Encryption, Mail};
use reportctl::delivery::worker::{self, MessageBuilder, Retry, Stop, Worker};
use reportctl::documents::Generator;

use crate::mail::certificates::Identity;
use crate::mail::server::{MailServer, PASSWORD};

use super::fixture::{Audit, MailFixture, finish, request, wait_for};

/// Longer than a worker waits at a time, and than its leases hold.
#[test]
fn while_another_program_has_locked_the_database_a_worker_waits() {
    let fixture = MailFixture::new();
    fixture.settings(5, "");
    fixture.add(0..100);
    let worker = fixture.start(&["worker", "--once"]);
    wait_for("the first messages", || fixture.server.count() > 0);
    let database = rusqlite::Connection::open(fixture.project.path(".reportctl/state.db")).unwrap();
    database.busy_timeout(Duration::from_secs(20)).unwrap();
    database.execute_batch("BEGIN IMMEDIATE").unwrap();
    sleep(Duration::from_secs(11));
    database.execute_batch("ROLLBACK").unwrap();
    finish(worker);
    assert_eq!(fixture.audit(), Audit { done: 100, ..Audit::default() });
}

#[test]
fn when_all_connections_are_cut_again_and_again_nothing_is_lost_or_doubled() {
    let Some(fixture) = MailFixture::on_postgres() else { return };
    const ROWS: usize = 2000;
    fixture.add(0..ROWS);
    let workers = [fixture.start(&["worker"]), fixture.start(&["worker"])];
    let mut cut = 0;
    for round in 1..=20 {
        wait_for("some more messages", || fixture.server.count() >= round * ROWS / 25);
        cut += fixture.cut_connections();
    }
    assert!(cut >= 20, "{cut}");
    for worker in workers {
        super::fixture::signal(&worker, "-TERM");
        finish(worker);
    }
    fixture.drain();
    let audit = fixture.tally();
    assert_eq!((audit.done + audit.unknown, audit.pending), (ROWS, 0));
    // A cut may let a worker seem gone that was sending.
    assert!(audit.done > audit.unknown, "{audit:?}");
}

#[test]
fn a_pause_that_began_before_the_clock_was_set_back_does_not_last_until_then() {
    const HOUR: i64 = 3_600_000;
    let fixture = MailFixture::new();
    let clock = Arc::new(AtomicI64::new(1_769_860_800_000));
    let shown = Arc::clone(&clock);
    let now = Box::new(move || shown.load(Ordering::SeqCst));
    let options = SqliteOptions { clock: Some(now), ..SqliteOptions::default() };
    let queue: Arc<dyn Queue> =
        Arc::new(Sqlite::open_with(&fixture.project.path(".reportctl"), options).unwrap());
    queue.enqueue(&[request(1)]).unwrap();
    let memory = Memory::default();
    memory.script([Some(SendError::temporary("451 not now"))]);
    let templates = Some(fixture.project.path("templates"));
    let config = Config::from(Settings { templates, ..Settings::default() });
    let generator = Arc::new(Generator::new(config.documents(), Fonts::standard()));
    let builder = Arc::new(MessageBuilder::new(generator, Mail::default()).unwrap());
    let settings = worker::Settings {
        retry: Retry { first: Duration::from_secs(60), ..Retry::default() },
        ..worker::Settings::default()
    };
    let worker = Worker::new(Arc::clone(&queue), builder, Arc::new(memory.clone()), settings);
    let drain = || worker.drain(None, &Stop::new(), &()).unwrap();
    assert_eq!((drain().later, drain().done), (1, 0));
    clock.fetch_sub(HOUR, Ordering::SeqCst);
    assert_eq!((drain().done, memory.count()), (1, 1));
    let row = queue.list(&Default::default()).unwrap().remove(0);
    // Nothing ends before it began, whatever the clock says.
    assert_eq!((row.attempts, row.processed_at), (2, Some(row.created_at)));
}

#[test]
fn rows_that_waited_are_made_with_the_template_as_it_is_when_their_turn_comes() {
    let fixture = MailFixture::new();
    fixture.add(0..1);
    let worker = fixture.start(&["worker"]);
    wait_for("the first message", || fixture.server.count() == 1);
    fixture.template("Another invoice {number}");
    fixture.add(1..2);
    wait_for("the second message", || fixture.server.count() == 2);
    super::fixture::signal(&worker, "-TERM");
    finish(worker);
    assert_eq!(fixture.audit().done, 2);
    let log = fixture.log();
    assert_ne!(log[0].template_hash, log[1].template_hash);
}

#[test]
fn a_password_that_is_replaced_while_a_worker_runs_fails_no_row() {
    let mut fixture = MailFixture::new();
    fixture.server = MailServer::start(Encryption::None, Identity::Good, true);
    fixture.file("password", PASSWORD);
    let worker = fixture
        .command(&["worker"])
        .env_remove("REPORTCTL_SMTP_PASSWORD")
        .env("REPORTCTL_SMTP_PASSWORD_FILE", fixture.project.path("password"))
        .env("REPORTCTL_SMTP_MESSAGES_PER_CONNECTION", "1")
        .spawn()
        .unwrap();
    fixture.add(0..1);
    wait_for("the first message", || fixture.server.count() == 1);
    fixture.server.rotate_password("another");
    fixture.add(1..20);
    wait_for("a refused login", || fixture.server.connections() >= 2);
    sleep(Duration::from_millis(500));
    fixture.file("password", "another");
    // The pause of the breaker is 30 seconds.
    wait_for("the others", || fixture.server.count() == 20);
    super::fixture::signal(&worker, "-TERM");
    finish(worker);
    assert_eq!(fixture.audit(), Audit { done: 20, ..Audit::default() });
}

/// A disk of 256 KiB, in a namespace of its own.
#[cfg(target_os = "linux")]
#[test]
fn when_the_disk_of_the_outbox_is_full_rows_wait_until_there_is_room() {
    use std::process::Command;

    use crate::project::Project;
    use crate::tools;

    const ROWS: usize = 200;
    let mount = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"];
    let tried = Command::new("unshare").args(mount).output();
    if !tried.is_ok_and(|output| output.status.success()) {
        return tools::missing("a file system cannot be mounted here");
    }
    let settings = "mail: {from: r@example.org, outbox: outbox}\n\
                    worker: {retrySeconds: 0.1}\n";
    let project = Project::with_invoice().file("reportctl.yaml", settings).file("outbox/x", "");
    let config =
        Config::from(Settings { state: Some(project.path(".reportctl")), ..Settings::default() });
    let queue = reportctl::delivery::queue::open(&config.database()).unwrap();
    let rows: Vec<_> = (0..ROWS).map(request).collect();
    queue.enqueue(&rows).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=256k none outbox && {{ {} worker --once --color never; \
         cp outbox/*.eml kept; }}",
        env!("CARGO_BIN_EXE_reportctl")
    );
    std::fs::create_dir(project.path("kept")).unwrap();
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", &script])
        .current_dir(project.path(""))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the disk is full"), "{said}");
    let done = queue.summary(&Default::default()).unwrap().done;
    assert!(done > 0 && done < ROWS as u64, "{done}");
    assert_eq!(project.names("kept").len() as u64, done, "what counts as delivered is there");
    // On a disk with room.
    for _ in 0..100 {
        if queue.summary(&Default::default()).unwrap().done == ROWS as u64 {
            break;
        }
        project.run(["worker", "--once"]).succeeds();
        sleep(Duration::from_millis(100));
    }
    assert_eq!(queue.summary(&Default::default()).unwrap().done, ROWS as u64);
    assert_eq!(project.names("outbox").len() - 1 + project.names("kept").len(), ROWS);
}
