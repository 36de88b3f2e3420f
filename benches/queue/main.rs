//! What the queue costs per row, call by call, and what calls cost when there are many finished
//! rows.
//!
//! `cargo bench --bench queue` measures SQLite in a temporary folder (or in the one that
//! `REPORTCTL_BENCH_STATE` names, to try another disk), and PostgreSQL when
//! `REPORTCTL_TEST_DATABASE_URL` names a server. `--quick` takes fewer rows.

// A bench reports to the terminal and may stop when its own input is wrong.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::sqlite::Sqlite;
use reportctl::delivery::queue::{
    Claim, Ended, Filter, Held, LogEntry, NewRequest, Outcome, Queue, Settlement, Status,
    id_in_batch,
};
use reportctl::expr::date::Timestamp;
use uuid::Uuid;

const WORKER: &str = "bench-1";
const LEASE: Duration = Duration::from_secs(60);

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let rows = if quick { 2_000 } else { 20_000 };
    let temporary = tempfile::TempDir::new().unwrap();
    let folder = std::env::var_os("REPORTCTL_BENCH_STATE")
        .map_or_else(|| temporary.path().to_owned(), PathBuf::from);
    for chunk in [64, 256] {
        let folder = folder.join(Uuid::now_v7().to_string());
        measure("SQLite", &Sqlite::open(&folder).unwrap(), rows, chunk);
        std::fs::remove_dir_all(folder).unwrap();
    }
    senders("SQLite", &|| Box::new(Sqlite::open(&folder.join("senders")).unwrap()));
    let finished = if quick { 100_000 } else { 1_000_000 };
    let grown_folder = folder.join("grown");
    grown("SQLite", finished, &|| Box::new(Sqlite::open(&grown_folder).unwrap()), &|| {
        let client = rusqlite::Connection::open(grown_folder.join("state.db")).unwrap();
        let numbers = format!(
            "WITH RECURSIVE all_numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 \
             FROM all_numbers WHERE number < {finished})"
        );
        let id = "unhex(printf('%032x', number))";
        client.execute_batch(&fill(&numbers, "all_numbers", id)).unwrap();
    });
    let Ok(server) = std::env::var("REPORTCTL_TEST_DATABASE_URL") else { return };
    for chunk in [64, 256] {
        let schema = Schema::new(&server);
        measure("PostgreSQL", &Postgres::open(&schema.url()).unwrap(), rows, chunk);
    }
    let schema = Schema::new(&server);
    senders("PostgreSQL", &|| Box::new(Postgres::open(&schema.url()).unwrap()));
    let schema = Schema::new(&server);
    grown("PostgreSQL", finished, &|| Box::new(Postgres::open(&schema.url()).unwrap()), &|| {
        let mut client = postgres::Client::connect(&server, postgres::NoTls).unwrap();
        let numbers = format!("generate_series(1, {finished}) AS x (number)");
        let id = "lpad(to_hex(number), 32, '0')::uuid";
        // Numbers are its own there.
        let sql = fill("", &numbers, id).replacen("(number, id", "(id", 1).replacen(
            "SELECT number, ",
            "SELECT ",
            1,
        );
        client.batch_execute(&format!("SET search_path = {}; {sql}", schema.name)).unwrap();
    });
}

/// Statements that add finished rows with data.
fn fill(with: &str, numbers: &str, id: &str) -> String {
    format!(
        "{with} INSERT INTO requests (number, id, tenant, template, data_hash, email, report_date, \
         requested_by, status, created_at, processed_at) \
         SELECT number, {id}, '', 'invoice', 'd', 'ana@example.com', 0, 'ana', 'done', number, \
         number FROM {numbers}; \
         INSERT INTO request_data (number, data) SELECT number, '{{\"customer\":\"Ana\"}}' FROM requests;"
    )
}

/// Calls beside many finished rows, and how long a worker waits while old rows are removed.
fn grown(database: &str, finished: usize, open: &dyn Fn() -> Box<dyn Queue>, fill: &dyn Fn()) {
    const REMOVED: usize = 100_000;
    let queue = open();
    fill();
    queue.enqueue(&(0..1000).map(request).collect::<Vec<_>>()).unwrap();
    println!("\n{database}: {finished} finished rows and 1000 that wait, milliseconds");
    let print_line =
        |name: &str, time: Duration| println!("  {name:32} {:>8.2}", time.as_secs_f64() * 1e3);
    let call = |name: &str, work: &dyn Fn()| {
        let mut times: Vec<Duration> = (0..5).map(|_| time(work)).collect();
        times.sort();
        print_line(name, times[2]);
    };
    call("depth", &|| assert_eq!(queue.depth(None).unwrap().pending, 1000));
    call("next due", &|| assert_eq!(queue.next_due(None), Ok(Some(Duration::ZERO))));
    let newest = Filter { limit: Some(20), ..Filter::default() };
    call("list the newest 20", &|| assert_eq!(queue.list(&newest).unwrap().len(), 20));
    call("summary", &|| assert_eq!(queue.summary(&Filter::default()).unwrap().pending, 1000));
    call("claim 10", &|| assert_eq!(queue.claim(WORKER, None, 10, LEASE, 5).unwrap().len(), 10));
    let oldest = Filter {
        created_before: Some(i64::try_from(REMOVED).unwrap()),
        status: Some(Status::Done),
        ..Filter::default()
    };
    let others = open();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let others = &*others;
        // A worker of another process.
        let worker = scope.spawn(|| {
            let mut longest = Duration::ZERO;
            while !over.load(Ordering::SeqCst) {
                longest = longest.max(time(&|| others.heartbeat(WORKER, LEASE).unwrap()));
                std::thread::sleep(Duration::from_millis(5));
            }
            longest
        });
        print_line(
            "purge 100 000 of them",
            time(&|| assert_eq!(queue.purge(&oldest), Ok(REMOVED - 1))),
        );
        over.store(true, Ordering::SeqCst);
        print_line("  longest wait of a worker", worker.join().unwrap());
    });
}

fn time(work: &dyn Fn()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// A schema for one measurement.
struct Schema<'a> {
    server: &'a str,
    name: String,
}

impl<'a> Schema<'a> {
    fn new(server: &'a str) -> Self {
        Self { server, name: format!("bench_{}", Uuid::now_v7().simple()) }
    }

    fn url(&self) -> reportctl::delivery::settings::DatabaseUrl {
        format!("{}?options=-csearch_path%3D{}", self.server, self.name).parse().unwrap()
    }
}

impl Drop for Schema<'_> {
    fn drop(&mut self) {
        let mut client = postgres::Client::connect(self.server, postgres::NoTls).unwrap();
        client.batch_execute(&format!("DROP SCHEMA {} CASCADE", self.name)).unwrap();
    }
}

/// Every row through its whole life in chunks, one thread.
fn measure(database: &str, queue: &dyn Queue, rows: usize, chunk: usize) {
    let requests: Vec<NewRequest> = (0..rows).map(request).collect();
    let mut spent = [Duration::ZERO; 4];
    for part in requests.chunks(chunk) {
        timed(&mut spent[0], || queue.enqueue(part).unwrap());
    }
    loop {
        let claims = timed(&mut spent[1], || queue.claim(WORKER, None, chunk, LEASE, 5).unwrap());
        if claims.is_empty() {
            break;
        }
        let held: Vec<Held> = claims.iter().map(held).collect();
        timed(&mut spent[2], || queue.intend(WORKER, &held, false).unwrap());
        let settlements: Vec<Settlement> = claims.iter().map(settlement).collect();
        timed(&mut spent[3], || queue.settle(WORKER, &settlements).unwrap());
    }
    assert_eq!(queue.summary(&Filter::default()).unwrap().done, rows as u64);
    println!("\n{database}: {rows} rows in chunks of {chunk}, microseconds per row");
    for (name, time) in ["enqueue", "claim", "intend", "settle and log"].iter().zip(spent) {
        println!("  {name:16} {:>8.1}", per_row(time, rows));
    }
    println!("  {:16} {:>8.1}", "all", per_row(spent.iter().sum(), rows));
}

/// Many threads that each record the intent of one row at a time, as senders of mail do.
fn senders(database: &str, open: &dyn Fn() -> Box<dyn Queue>) {
    const ROWS: usize = 2048;
    let queue = open();
    queue.enqueue(&(0..ROWS).map(request).collect::<Vec<_>>()).unwrap();
    let claims = queue.claim(WORKER, None, ROWS, LEASE, 5).unwrap();
    println!("\n{database}: intend and settle row by row, microseconds per row");
    for (threads, claims) in [1, 4, 16].into_iter().zip(claims.chunks(ROWS / 4)) {
        let started = Instant::now();
        std::thread::scope(|scope| {
            for part in claims.chunks(claims.len() / threads) {
                let queue = &*queue;
                scope.spawn(move || {
                    for claim in part {
                        assert_eq!(queue.intend(WORKER, &[held(claim)], false), Ok(vec![true]));
                        queue.settle(WORKER, &[settlement(claim)]).unwrap();
                    }
                });
            }
        });
        let name = format!("{threads} at once");
        println!("  {name:16} {:>8.1}", per_row(started.elapsed(), claims.len()));
    }
}

fn timed<T>(spent: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *spent += started.elapsed();
    result
}

fn per_row(time: Duration, rows: usize) -> f64 {
    time.as_secs_f64() * 1e6 / rows as f64
}

/// A request with the data of an invoice of 12 lines, about 1.2 kB.
fn request(number: usize) -> NewRequest {
    let line =
        r#"{"description":"Widget, galvanised, 20 mm","quantity":3,"price":12.5,"total":37.5}"#;
    let lines = [line; 12].join(",");
    let data = format!(r#"{{"number":{number},"customer":"Customer {number}","lines":[{lines}]}}"#);
    let email = format!("customer{number}@example.com");
    let id = id_in_batch("", &"b".repeat(64), number as u64, "customer@example.com");
    NewRequest {
        template_hash: Some("a".repeat(64)),
        filename: Some(format!("invoice-{number}.pdf")),
        batch: Some("b".repeat(64)),
        batch_row: i64::try_from(number).ok(),
        row_key: Some(number.to_string()),
        report_date: Timestamp::clamped(1_769_860_800),
        requested_by: "ana".to_owned(),
        ..NewRequest::new(id, "invoice", data, email)
    }
}

fn held(claim: &Claim) -> Held {
    claim.held()
}

fn settlement(claim: &Claim) -> Settlement {
    let request = &claim.request;
    let entry = LogEntry {
        time: 1_769_860_800_000,
        tenant: request.tenant.clone(),
        requested_by: request.requested_by.clone(),
        request: Some(request.id),
        attempt: Some(claim.attempt),
        template: request.template.clone(),
        template_hash: request.template_hash.clone(),
        data_hash: request.data_hash.clone(),
        recipient: Some(request.email.clone()),
        message_id: Some(format!("{}@example.com", request.id)),
        pages: Some(1),
        bytes: Some(12_345),
        sha256: Some("e".repeat(64)),
        engine: "0.1.0".to_owned(),
        outcome: Outcome::Delivered,
        code: None,
        detail: Some("250 2.0.0 Ok: queued as 4F1A2B3C4D".to_owned()),
        batch: None,
        receipt: None,
        archive: None,
    };
    Settlement { row: held(claim), ended: Ended::Done, log: Some(entry) }
}
