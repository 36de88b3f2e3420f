//! What only a file can do: be locked, be full, be newer than the program, have a clock of its
//! own.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reportctl::delivery::queue::sqlite::{FILE_NAME, Sqlite, SqliteOptions};
use reportctl::delivery::queue::{
    Administration, Ended, Intake, Leases, LogEntry, LogFilter, Status,
};
use reportctl::serve::codes;
use rusqlite::Connection;

use super::fixture::{
    Database, LEASE, MAX_CRASHES, SqliteFolder, add, claim, entry, get, later, request, settle,
};

const HOUR: i64 = 3_600_000;

/// A queue whose clock shows what is in the cell.
fn with_clock(folder: &SqliteFolder) -> (Sqlite, Arc<AtomicI64>) {
    let clock = Arc::new(AtomicI64::new(1_769_860_800_000));
    let shown = Arc::clone(&clock);
    let clock_of_queue = Box::new(move || shown.load(Ordering::SeqCst));
    let options = SqliteOptions { clock: Some(clock_of_queue), ..SqliteOptions::default() };
    (Sqlite::open_with(folder.folder.path(), options).unwrap(), clock)
}

#[test]
fn what_was_added_before_the_clock_was_set_back_is_due_at_once() {
    let folder = SqliteFolder::new();
    let (queue, clock) = with_clock(&folder);
    add(&queue, 1);
    clock.fetch_sub(HOUR, Ordering::SeqCst);
    assert_eq!(queue.next_due(None), Ok(Some(Duration::ZERO)));
    assert_eq!(claim(&queue, "w", 1).len(), 1);
}

#[test]
fn a_pause_does_not_grow_when_the_clock_is_set_back() {
    let folder = SqliteFolder::new();
    let (queue, clock) = with_clock(&folder);
    add(&queue, 1);
    let claims = claim(&queue, "w", 1);
    assert!(settle(&queue, "w", claims[0].held(), later(30_000)));
    assert_eq!(queue.next_due(None), Ok(Some(Duration::from_secs(30))));
    clock.fetch_sub(HOUR, Ordering::SeqCst);
    assert_eq!(queue.next_due(None), Ok(Some(Duration::ZERO)));
    queue.recover().unwrap();
    assert_eq!(claim(&queue, "w", 1).len(), 1);
}

#[test]
fn a_clock_set_forward_only_ends_leases_early() {
    let folder = SqliteFolder::new();
    let (queue, clock) = with_clock(&folder);
    add(&queue, 1);
    let slow = claim(&queue, "w", 1);
    clock.fetch_add(HOUR, Ordering::SeqCst);
    assert_eq!(queue.recover(), Ok(vec![]));
    let quick = claim(&queue, "v", 1);
    assert!(!settle(&queue, "w", slow[0].held(), Ended::Done));
    assert!(settle(&queue, "v", quick[0].held(), Ended::Done));
}

#[test]
fn no_row_ends_before_it_was_made() {
    let folder = SqliteFolder::new();
    let (queue, clock) = with_clock(&folder);
    add(&queue, 3);
    clock.fetch_sub(HOUR, Ordering::SeqCst);
    let claims = claim(&queue, "w", 2);
    assert!(settle(&queue, "w", claims[0].held(), Ended::Done));
    assert_eq!(queue.intend("w", &[claims[1].held()], false), Ok(vec![true]));
    assert_eq!(queue.depth(None).unwrap().oldest_pending, Some(0), "not a negative age");
    drop(queue);
    let options = SqliteOptions {
        clock: Some(Box::new(move || clock.load(Ordering::SeqCst))),
        ..SqliteOptions::default()
    };
    let queue = Sqlite::open_with(folder.folder.path(), options).unwrap();
    assert_eq!(queue.recover().unwrap().len(), 1);
    assert_eq!(queue.cancel(&Default::default()), Ok(1));
    for number in 1..=3 {
        let row = get(&queue, number);
        assert_eq!(row.processed_at, Some(row.created_at), "row {number}: {:?}", row.status);
    }
}

#[test]
fn rows_keep_their_order_when_the_clock_is_set_back() {
    let folder = SqliteFolder::new();
    let (queue, clock) = with_clock(&folder);
    add(&queue, 1);
    clock.fetch_sub(HOUR, Ordering::SeqCst);
    queue.enqueue(&[request(2)]).unwrap();
    let numbers = |rows: Vec<uuid::Uuid>| rows.iter().map(uuid::Uuid::as_u128).collect::<Vec<_>>();
    let listed = queue.list(&Default::default()).unwrap();
    assert_eq!(numbers(listed.iter().map(|row| row.request.id).collect()), [2, 1]);
    let claims = claim(&queue, "w", 2);
    assert_eq!(numbers(claims.iter().map(|claim| claim.request.id).collect()), [1, 2]);
}

#[test]
fn calls_wait_while_another_process_holds_the_lock() {
    let folder = SqliteFolder::new();
    let queue = folder.open();
    let other = Connection::open(folder.folder.path().join(FILE_NAME)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    thread::scope(|scope| {
        let adding = scope.spawn(|| {
            let started = Instant::now();
            add(&*queue, 1);
            started.elapsed()
        });
        thread::sleep(Duration::from_millis(400));
        assert_eq!(queue.list(&Default::default()), Ok(vec![]), "reading goes on");
        other.execute_batch("COMMIT").unwrap();
        assert!(adding.join().unwrap() >= Duration::from_millis(300));
    });
}

#[test]
fn a_lock_held_for_too_long_is_reported_and_nothing_is_lost() {
    let folder = SqliteFolder::new();
    let options =
        SqliteOptions { timeout: Some(Duration::from_millis(50)), ..SqliteOptions::default() };
    let queue = Sqlite::open_with(folder.folder.path(), options).unwrap();
    let other = Connection::open(folder.folder.path().join(FILE_NAME)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let problem = queue.enqueue(&[request(1)]).unwrap_err();
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert!(problem.message.contains("another program has locked it"), "{problem}");
    assert!(problem.file.is_some_and(|file| file.ends_with(FILE_NAME)));
    other.execute_batch("ROLLBACK").unwrap();
    add(&queue, 1);
}

#[test]
fn a_full_disk_is_reported_and_nothing_is_lost() {
    let folder = SqliteFolder::new();
    let options = SqliteOptions { max_pages: Some(60), ..SqliteOptions::default() };
    let queue = Sqlite::open_with(folder.folder.path(), options).unwrap();
    let mut added = 0;
    let problem = loop {
        let mut large = request(added + 1);
        large.data = format!("\"{}\"", "x".repeat(5_000));
        match queue.enqueue(&[large]) {
            Ok(_) => added += 1,
            Err(problem) => break problem,
        }
        assert!(added < 1000, "60 pages are full by then");
    };
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert!(problem.message.ends_with("the disk is full"), "{problem}");
    drop(queue);
    let queue = folder.open();
    assert_eq!(queue.list(&Default::default()).unwrap().len(), added as usize);
    assert_eq!(queue.enqueue(&[request(added + 1)]), Ok(1), "there is room again");
}

/// A disk of one megabyte; taken away in the end.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    /// `None` where one may not be made.
    fn new() -> Option<Self> {
        let folder = tempfile::TempDir::new().unwrap();
        let mut mount = std::process::Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder.path());
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        if !is_mounted {
            crate::tools::missing("only root can mount a small disk");
        }
        is_mounted.then_some(Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0.path()).output();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn work_goes_on_when_a_full_disk_has_room_again() {
    let Some(disk) = SmallDisk::new() else { return };
    let filler = disk.0.path().join("filler");
    let queue = Sqlite::open(disk.0.path()).unwrap();
    add(&queue, 4);
    let claims = claim(&queue, "w", 2);
    assert_eq!(queue.intend("w", &[claims[0].held()], false), Ok(vec![true]));
    // As large as it gets.
    let _ = fs::write(&filler, vec![0; 1 << 20]);
    let mut number = 4;
    let problem = loop {
        number += 1;
        let mut large = request(number);
        large.data = format!("\"{}\"", "x".repeat(20_000));
        if let Err(problem) = queue.enqueue(&[large]) {
            break problem;
        }
        assert!(number < 100, "a disk of one megabyte is full by then");
    };
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert!(problem.message.ends_with("the disk is full"), "{problem}");
    assert_eq!(problem.advice.as_deref(), Some("make room on it"));
    assert_eq!(
        queue.list(&Default::default()).unwrap().len(),
        number as usize - 1,
        "reading goes on"
    );
    fs::remove_file(&filler).unwrap();
    assert!(settle(&queue, "w", claims[0].held(), Ended::Done));
    assert_eq!(queue.intend("w", &[claims[1].held()], false), Ok(vec![true]));
    assert_eq!(queue.enqueue(&[request(number)]), Ok(1));
    drop(queue);
    let queue = Sqlite::open(disk.0.path()).unwrap();
    assert_eq!(get(&queue, 1).status, Status::Done);
    assert_eq!(queue.list(&Default::default()).unwrap().len(), number as usize);
    assert_eq!(queue.recover().unwrap(), [uuid::Uuid::from_u128(2)], "the intent was kept");
}

#[test]
fn a_database_of_another_version_is_refused_and_left_alone() {
    for version in [0, 8, 99] {
        let folder = SqliteFolder::new();
        drop(folder.open());
        let path = folder.folder.path().join(FILE_NAME);
        let other = Connection::open(&path).unwrap();
        other.execute("UPDATE schema_version SET version = ?1", [version]).unwrap();
        let problem = Sqlite::open(folder.folder.path()).err().unwrap();
        assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
        let message = format!("has version {version}, but this reportctl needs 3");
        assert!(problem.message.contains(&message), "{problem}");
        let advice = "use the reportctl that made it, or begin with a new state folder or schema";
        assert_eq!(problem.advice.as_deref(), Some(advice));
        let found: i64 =
            other.query_row("SELECT version FROM schema_version", (), |row| row.get(0)).unwrap();
        assert_eq!(found, version);
    }
}

#[test]
fn a_database_of_an_older_version_gets_its_columns() {
    let folder = SqliteFolder::new();
    let queue = folder.open();
    queue.log(&[entry(1, 10)]).unwrap();
    drop(queue);
    let other = Connection::open(folder.folder.path().join(FILE_NAME)).unwrap();
    let back = "DROP INDEX log_archived; ALTER TABLE log DROP COLUMN archive; \
                ALTER TABLE requests DROP COLUMN trace_context; \
                UPDATE schema_version SET version = 1";
    other.execute_batch(back).unwrap();
    drop(other);
    let archived = LogEntry { archive: Some("ab/cd/x".to_owned()), ..entry(2, 20) };
    for _ in 0..2 {
        let queue = folder.open();
        queue.log(std::slice::from_ref(&archived)).unwrap();
    }
    let queue = folder.open();
    let filter = LogFilter { archived: true, ..LogFilter::default() };
    let mut found = Vec::new();
    queue
        .read_log(&filter, &mut |entry| {
            found.push(entry);
            true
        })
        .unwrap();
    assert_eq!(found, [archived.clone(), archived]);
    let back = "ALTER TABLE requests DROP COLUMN trace_context; \
                UPDATE schema_version SET version = 2";
    drop(queue);
    let other = Connection::open(folder.folder.path().join(FILE_NAME)).unwrap();
    other.execute_batch(back).unwrap();
    drop(other);
    let queue = folder.open();
    queue.enqueue(&[request(1)]).unwrap();
    assert_eq!(claim(&*queue, "w", 1)[0].request, request(1));
}

#[test]
fn many_may_make_the_database_at_once() {
    let folder = SqliteFolder::new();
    thread::scope(|scope| {
        for number in 1..=8 {
            let folder = &folder;
            scope.spawn(move || folder.open().enqueue(&[request(number)]).unwrap());
        }
    });
    assert_eq!(folder.open().list(&Default::default()).unwrap().len(), 8);
}

#[test]
fn a_folder_that_cannot_be_made_is_reported() {
    let folder = SqliteFolder::new();
    let file = folder.folder.path().join("file");
    fs::write(&file, "").unwrap();
    let problem = Sqlite::open(&file.join("state")).err().unwrap();
    assert_eq!(problem.code, codes::QUEUE_UNAVAILABLE);
    assert!(problem.message.starts_with("cannot create"), "{problem}");
}

#[test]
fn erased_data_is_not_in_the_file_any_more() {
    const SECRET: &str = "Zephyrine Quartermaine";
    let folder = SqliteFolder::new();
    let (queue, clock) = with_clock(&folder);
    let mut row = request(1);
    row.data = format!(r#"{{"name": "{SECRET}"}}"#);
    queue.enqueue(&[row]).unwrap();
    let claims = queue.claim("w", None, 1, LEASE, MAX_CRASHES).unwrap();
    assert!(settle(&queue, "w", claims[0].held(), Ended::Done));
    clock.fetch_add(HOUR, Ordering::SeqCst);
    assert_eq!(queue.erase(Duration::from_secs(60)), Ok(1));
    assert_eq!(get(&queue, 1).status, Status::Done);
    drop(queue);
    for entry in fs::read_dir(folder.folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = fs::read(&path).unwrap();
            let found = bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
            assert!(!found, "{}", path.display());
        }
    }
}
