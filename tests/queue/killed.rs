//! Workers that are killed with `kill -9` while they hold rows.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::sqlite::Sqlite;
use reportctl::delivery::queue::{Queue, Status};
use uuid::Uuid;

use super::fixture::{Database, PostgresSchema, SqliteFolder, add, claim, get};

/// Variable with the queue of the process to be killed: a folder, or a URL.
const PLACE: &str = "REPORTCTL_TEST_KILLED_QUEUE";
const READY: &str = "the rows are claimed";

/// The process to be killed: claims three rows, is about to send the second, and stays.
#[test]
#[ignore = "started by the tests of this module"]
#[expect(clippy::print_stdout, reason = "signals the test that it is ready")]
fn victim() {
    let Ok(place) = std::env::var(PLACE) else { return };
    let queue: Arc<dyn Queue> = match place.parse() {
        Ok(url) => Arc::new(Postgres::open(&url).unwrap()),
        Err(_) => Arc::new(Sqlite::open(place.as_ref()).unwrap()),
    };
    let claims = claim(&*queue, "victim", 3);
    queue.intend("victim", &[claims[1].held()], false).unwrap();
    println!("{READY}");
    std::thread::sleep(Duration::from_secs(60));
}

/// Adds rows, and has a process killed that holds them.
fn kill(database: &dyn Database, place: &str) {
    let queue = database.open();
    add(&*queue, 3);
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "queue::killed::victim", "--ignored", "--nocapture"])
        .env(PLACE, place)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(victim.stdout.take().unwrap());
    assert!(output.lines().any(|line| line.unwrap().contains(READY)));
    assert_eq!(queue.recover(), Ok(vec![]), "it is alive");
    assert_eq!(claim(&*queue, "w", 3), []);
    victim.kill().unwrap();
    victim.wait().unwrap();
    let killed = Instant::now();
    // A server takes a moment to see that a connection is gone.
    let unknown = loop {
        let unknown = queue.recover().unwrap();
        if !unknown.is_empty() {
            break unknown;
        }
        assert!(killed.elapsed() < Duration::from_secs(10), "long before the lease is over");
    };
    assert_eq!(unknown, [Uuid::from_u128(2)]);
    assert_eq!(get(&*queue, 2).status, Status::Error);
    let again = claim(&*queue, "w", 3);
    let again: Vec<_> = again.iter().map(|claim| claim.request.id.as_u128()).collect();
    assert_eq!(again, [1, 3]);
}

#[test]
fn the_rows_of_a_killed_process_are_free_at_once_on_sqlite() {
    let folder = SqliteFolder::new();
    kill(&folder, folder.folder.path().to_str().unwrap());
}

#[test]
fn the_rows_of_a_killed_process_are_free_at_once_on_postgresql() {
    let Some(schema) = PostgresSchema::new() else { return };
    kill(&schema, &schema.url());
}
