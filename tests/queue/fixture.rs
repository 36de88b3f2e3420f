//! An empty queue on each database for a test, and requests for it.

use std::sync::Arc;
use std::time::Duration;

use postgres::{Client, NoTls};
use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::sqlite::Sqlite;
use reportctl::delivery::queue::{
    Claim, Ended, Held, LogEntry, LogFilter, NewRequest, Outcome, Queue, Request, Settlement,
};
use reportctl::delivery::settings::{DatabaseSource, Pooling};
use reportctl::expr::date::Timestamp;
use tempfile::TempDir;
use uuid::Uuid;

use crate::tools;

/// A database of a test. Handles opened on it are like processes that share it.
pub(super) trait Database {
    /// Another handle.
    fn open(&self) -> Arc<dyn Queue>;
}

/// Makes a test of every function for every database.
macro_rules! suite {
    ($($(#[$doc:meta])* fn $name:ident($database:ident) $body:block)*) => {
        suite_of_sessions! { $($(#[$doc])* fn $name($database) $body)* }

        mod on_postgres_by_transaction {
            $(#[test] fn $name() {
                if let Some(schema) = crate::queue::fixture::PostgresSchema::new() {
                    super::$name(&crate::queue::fixture::ByTransaction(schema));
                }
            })*
        }
    };
}

/// The same without pooling by transaction: locks of a session show at once that a process has ended.
macro_rules! suite_of_sessions {
    ($($(#[$doc:meta])* fn $name:ident($database:ident) $body:block)*) => {
        $(fn $name($database: &dyn crate::queue::fixture::Database) $body)*

        mod on_sqlite {
            $(#[test] fn $name() {
                super::$name(&crate::queue::fixture::SqliteFolder::new());
            })*
        }

        mod on_postgres {
            $(#[test] fn $name() {
                if let Some(schema) = crate::queue::fixture::PostgresSchema::new() {
                    super::$name(&schema);
                }
            })*
        }
    };
}

/// A state folder.
pub(super) struct SqliteFolder {
    pub(super) folder: TempDir,
}

impl SqliteFolder {
    pub(super) fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }
}

impl Database for SqliteFolder {
    fn open(&self) -> Arc<dyn Queue> {
        Arc::new(Sqlite::open(self.folder.path()).unwrap())
    }
}

/// A schema of a real server, dropped at the end.
pub(crate) struct PostgresSchema {
    /// The server, without the schema.
    pub(super) server: String,
    pub(super) name: String,
}

impl PostgresSchema {
    /// `None` without a server to test on.
    pub(crate) fn new() -> Option<Self> {
        const VARIABLE: &str = "REPORTCTL_TEST_DATABASE_URL";
        let Some(server) = std::env::var(VARIABLE).ok().filter(|url| !url.is_empty()) else {
            tools::missing(&format!("{VARIABLE} is not set"));
            return None;
        };
        Some(Self { server, name: format!("test_{}", Uuid::now_v7().simple()) })
    }

    /// The URL that names the schema.
    pub(crate) fn url(&self) -> String {
        let sign = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{sign}options=-csearch_path%3D{}", self.server, self.name)
    }

    /// A connection beside those of the queue.
    pub(super) fn client(&self) -> Client {
        let mut client = Client::connect(&self.server, NoTls).unwrap();
        client.batch_execute(&format!("SET search_path = {}", self.name)).unwrap();
        client
    }

    /// Drops all tables: the next handle that opens the database finds it empty.
    pub(crate) fn drop_tables(&self) -> Result<(), postgres::Error> {
        let drop = format!("DROP SCHEMA IF EXISTS {} CASCADE", self.name);
        Client::connect(&self.server, NoTls).and_then(|mut client| client.batch_execute(&drop))
    }
}

impl Database for PostgresSchema {
    fn open(&self) -> Arc<dyn Queue> {
        Arc::new(Postgres::open(&self.url().parse().unwrap()).unwrap())
    }
}

/// The schema as behind a pooler that shares connections by transaction: without locks, notifications and settings of
/// a session.
pub(super) struct ByTransaction(pub(super) PostgresSchema);

impl Database for ByTransaction {
    fn open(&self) -> Arc<dyn Queue> {
        let source = DatabaseSource::fixed(self.0.url().parse().unwrap());
        let pooling = Some(Pooling::Transaction);
        Arc::new(Postgres::open_source(source.with_pooling(pooling)).unwrap())
    }
}

impl Drop for PostgresSchema {
    fn drop(&mut self) {
        let _ = self.drop_tables();
    }
}

pub(super) const LEASE: Duration = Duration::from_secs(60);
/// Crashes after which a row ends.
pub(super) const MAX_CRASHES: u32 = 5;

/// The request of a number.
pub(super) fn request(number: u128) -> NewRequest {
    let data = format!(r#"{{"number": {number}}}"#);
    let email = format!("customer{number}@example.com");
    NewRequest {
        template_hash: Some("a1".to_owned()),
        data_hash: "d1".to_owned(),
        report_date: Timestamp::clamped(1_769_860_800),
        requested_by: "ana".to_owned(),
        trace_context: Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".to_owned()),
        ..NewRequest::new(Uuid::from_u128(number), "invoice", data, email)
    }
}

/// Adds requests numbered from 1.
pub(super) fn add(queue: &dyn Queue, count: u128) {
    let all: Vec<_> = (1..=count).map(request).collect();
    assert_eq!(queue.enqueue(&all), Ok(all.len()));
}

/// Claims as `worker`.
pub(super) fn claim(queue: &dyn Queue, worker: &str, limit: usize) -> Vec<Claim> {
    queue.claim(worker, None, limit, LEASE, MAX_CRASHES).unwrap()
}

/// Settles one row. Returns `true` if the worker still held it.
pub(super) fn settle(queue: &dyn Queue, worker: &str, row: Held, ended: Ended) -> bool {
    queue.settle(worker, &[Settlement { row, ended, log: None }]).unwrap()[0]
}

pub(super) fn error(code: &str) -> Ended {
    Ended::Error { code: code.to_owned(), message: "it went wrong".to_owned() }
}

pub(super) fn later(pause: i64) -> Ended {
    Ended::Later { pause, code: "mailUnavailable".to_owned(), message: "not now".to_owned() }
}

/// The row of a number.
pub(super) fn get(queue: &dyn Queue, number: u128) -> Request {
    queue.get("", Uuid::from_u128(number)).unwrap().unwrap()
}

pub(crate) fn entry(number: u128, time: i64) -> LogEntry {
    LogEntry {
        time,
        tenant: String::new(),
        requested_by: "ana".to_owned(),
        request: Some(Uuid::from_u128(number)),
        attempt: Some(1),
        template: "invoice".to_owned(),
        template_hash: Some("a1".to_owned()),
        data_hash: "d1".to_owned(),
        recipient: Some(format!("customer{number}@example.com")),
        message_id: Some(format!("{number}@example.com")),
        pages: Some(2),
        bytes: Some(12_345),
        sha256: Some("b2".to_owned()),
        engine: "0.1.0".to_owned(),
        outcome: Outcome::Delivered,
        code: None,
        detail: Some("250 ok".to_owned()),
        batch: None,
        receipt: None,
        archive: None,
    }
}

/// The entries of the log.
pub(super) fn log(queue: &dyn Queue, filter: &LogFilter) -> Vec<LogEntry> {
    let mut all = Vec::new();
    queue
        .read_log(filter, &mut |entry| {
            all.push(entry);
            true
        })
        .unwrap();
    all
}
