//! Rate at which requests become delivered messages, and the time of each part.
//!
//! `cargo bench --bench delivery` processes a queue of invoices (the one-page invoice of
//! `benches/render`, other data for every row), with messages going to memory, and with the queue
//! in SQLite and (with `REPORTCTL_TEST_DATABASE_URL`) in PostgreSQL. It reports the time of a row:
//!
//! * *render*: making the document and the message, on the thread that does so;
//! * *queue*: the row's share of all calls of the queue (claim, intent, outcome with log entry), on
//!   the threads that make them, waiting for locks and for the disk included;
//! * *send*: handing the message over.
//!
//! One thread renders and one sends, so that none of these is time in which a thread waits for a
//! processor. *alone* is the rate at which one thread makes these messages without any queue.
//!
//! Then it delivers to an SMTP server on this machine, and compares with the rate at which that
//! server takes the same messages, ready-made, from lettre alone, over as many connections. The
//! server shares the processors with those who send. There it also compares batches that follow the
//! speed of the server with batches of one message.
//!
//! Then it says what one core carries from end to end: a row is claimed, its document made, signed (ECDSA on P-256), archived in
//! a folder and mailed to that server. The processor time is that of the whole process, the server included.
//!
//! Last, it measures what renderers of their own for rows with much data bring: how long small
//! requests take that were added after large ones, with the same number of threads. `--quick` takes
//! fewer rows.

// A bench reports to the terminal and may stop when its own input is wrong.
#![allow(clippy::print_stdout, clippy::unwrap_used, dead_code)]

#[path = "../../tests/mail/certificates.rs"]
mod certificates;
#[path = "../render/input.rs"]
mod input;
#[path = "../../tests/mail/server.rs"]
mod server;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lettre::Address;
use lettre::address::Envelope;
use lettre::transport::smtp::client::SmtpConnection;
use lettre::transport::smtp::extension::ClientId;
use tempfile::TempDir;
use uuid::Uuid;

use reportctl::config::env::Environment;
use reportctl::config::{Config, Settings};
use reportctl::delivery::archive::Archive;
use reportctl::delivery::mail::transport::{self, Memory};
use reportctl::delivery::mail::{Delivery, Transport};
use reportctl::delivery::queue::{self, NewRequest, Queue};
use reportctl::delivery::settings::Mail;
use reportctl::delivery::worker::{
    self, Facts, MessageBuilder, Observer, Prepare, RunSummary, Settled, Stop, Worker,
};
use reportctl::documents::Generator;
use reportctl::expr::date::Timestamp;
use reportctl::pdf::Workspace;
use reportctl::{Fonts, Value};
use server::{MailServer, Received};

const ROUNDS: usize = 5;

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let rows = if quick { 500 } else { 4000 };
    println!("\n{rows} invoices to memory, the median of {ROUNDS} rounds");
    to_memory("SQLite", None, rows);
    match std::env::var("REPORTCTL_TEST_DATABASE_URL").ok().filter(|url| !url.is_empty()) {
        Some(url) => to_memory("PostgreSQL", Some(&url), rows),
        None => println!("  PostgreSQL: REPORTCTL_TEST_DATABASE_URL is not set"),
    }
    println!("\n{rows} invoices to an SMTP server on this machine");
    to_server(rows);
    println!("\n{rows} invoices to an SMTP server, in batches");
    in_batches(rows);
    let (some, rounds) = if quick { (100, 1) } else { (rows, ROUNDS) };
    println!("\n{some} invoices from end to end, processor time with that of the SMTP server");
    end_to_end(some, rounds);
    println!("\n{LARGE} ledgers of {LEDGER_ROWS} rows, then {rows} invoices, two threads render");
    behind_large_rows(rows);
}

fn to_memory(name: &str, url: Option<&str>, rows: usize) {
    let one = worker::Settings { jobs: 1, connections: 1, ..worker::Settings::default() };
    let mut rounds: Vec<(Duration, RunSummary)> = (0..ROUNDS)
        .map(|_| {
            let memory: Arc<dyn Transport> = Arc::new(Memory::default());
            Fixture::new(url).deliver(rows, memory, Mail::default(), one.clone())
        })
        .collect();
    rounds.sort_by_key(|(took, _)| *took);
    let (took, summary) = &rounds[ROUNDS / 2];
    print_line(name, rows, *took, summary);
    let mut alone: Vec<Duration> = (0..ROUNDS).map(|_| Fixture::new(None).make(rows)).collect();
    alone.sort();
    compare("alone", rows, *took, alone[ROUNDS / 2]);
}

/// Rows in a second, and microseconds of a row's time.
fn print_line(name: &str, rows: usize, took: Duration, summary: &RunSummary) {
    let each = |time: Duration| time.as_secs_f64() * 1e6 / rows as f64;
    let times = summary.times;
    let all = times.render + times.queue + times.send;
    println!(
        "  {name:20} {:>7.0} rows/s   render {:>6.0} µs  queue {:>6.0} µs ({:.0} %)  send {:>6.0} µs",
        rows as f64 / took.as_secs_f64(),
        each(times.render),
        each(times.queue),
        100.0 * times.queue.as_secs_f64() / all.as_secs_f64(),
        each(times.send),
    );
}

/// Turns of the worker and of lettre alone, over as many connections.
fn to_server(rows: usize) {
    let connections = 4;
    let (mut ours, mut theirs, mut smtp_alone) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let server = MailServer::plain();
        let mail = server.settings();
        let smtp: Arc<dyn Transport> = Arc::from(transport::open(&mail).unwrap());
        let settings = worker::Settings { connections, ..worker::Settings::default() };
        let (took, summary) = Fixture::new(None).deliver(rows, smtp, mail, settings);
        ours.push((took, summary));
        let messages = server.received();
        assert_eq!(messages.len(), rows);
        smtp_alone.push(transport_alone(&MailServer::plain(), &messages, connections));
        theirs.push(alone(&MailServer::plain(), &messages, connections));
    }
    ours.sort_by_key(|(took, _)| *took);
    theirs.sort();
    smtp_alone.sort();
    let (took, summary) = &ours[ROUNDS / 2];
    print_line("worker", rows, *took, summary);
    compare("our transport alone", rows, *took, smtp_alone[ROUNDS / 2]);
    compare("lettre alone", rows, *took, theirs[ROUNDS / 2]);
}

/// Turns of batches that follow the speed of the server, and batches of one.
fn in_batches(rows: usize) {
    let sizes =
        [("adaptive batches", worker::Settings::default().max_batch), ("batches of one", 1)];
    let mut all = sizes.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for ((_, max_batch), rounds) in sizes.iter().zip(&mut all) {
            let server = MailServer::plain();
            let mail = server.settings();
            let smtp: Arc<dyn Transport> = Arc::from(transport::open(&mail).unwrap());
            let settings =
                worker::Settings { max_batch: *max_batch, ..worker::Settings::default() };
            rounds.push(Fixture::new(None).deliver(rows, smtp, mail, settings));
        }
    }
    for ((name, _), mut rounds) in sizes.into_iter().zip(all) {
        rounds.sort_by_key(|(took, _)| *took);
        let (took, summary) = &rounds[ROUNDS / 2];
        print_line(name, rows, *took, summary);
    }
}

/// Each line has a step more than the one before.
fn end_to_end(rows: usize, rounds: usize) {
    let url = std::env::var("REPORTCTL_TEST_DATABASE_URL").ok().filter(|url| !url.is_empty());
    let databases = [("SQLite", None), ("PostgreSQL", url.as_deref())];
    for (database, url) in databases.iter().filter(|(name, url)| *name == "SQLite" || url.is_some())
    {
        for (steps, more) in [
            ("made and mailed", ""),
            ("and archived", "archive: {url: archive}\n"),
            (
                "and signed",
                "archive: {url: archive}\nsign: seal\nsigners: {seal: {certificate: seal.pem, key: seal.key}}\n",
            ),
        ] {
            let mut times: Vec<(Duration, Duration)> = (0..rounds)
                .map(|_| {
                    let fixture = Fixture::new(*url);
                    fixture.settings(more);
                    let server = MailServer::plain();
                    let mail = server.settings();
                    let smtp: Arc<dyn Transport> = Arc::from(transport::open(&mail).unwrap());
                    let before = processor_time();
                    let (took, _) = fixture.deliver(rows, smtp, mail, worker::Settings::default());
                    (took, processor_time().saturating_sub(before))
                })
                .collect();
            times.sort();
            let (took, processor) = times[rounds / 2];
            println!(
                "  {database:10} {steps:16} {:>6.0} rows/s   {:>6.0} rows/s of one core",
                rows as f64 / took.as_secs_f64(),
                rows as f64 / processor.as_secs_f64(),
            );
        }
    }
}

/// Processor time of this process so far (`proc(5)`, `/proc/pid/stat`: 100 ticks a second).
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let (_, fields) = stat.rsplit_once(')').unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Requests with much data, and the rows of each.
const LARGE: usize = 8;
const LEDGER_ROWS: usize = 10_000;

/// Turns of two threads that render: one for large rows and one for the others, or both for all.
fn behind_large_rows(rows: usize) {
    let defaults = worker::Settings::default();
    let contenders = [
        ("renderers of their own", worker::Settings { jobs: 1, ..defaults.clone() }),
        ("renderers shared", worker::Settings { jobs: 2, heavy_from: usize::MAX, ..defaults }),
    ];
    let mut all = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for ((_, settings), rounds) in contenders.iter().zip(&mut all) {
            let arrivals = Arrivals::default();
            let requests: Vec<_> = (0..LARGE).map(large).chain((0..rows).map(request)).collect();
            let memory: Arc<dyn Transport> = Arc::new(Memory::default());
            let fixture = Fixture::new(None);
            let (took, _) =
                fixture.drain(&requests, memory, Mail::default(), settings.clone(), &arrivals);
            let set_up = arrivals.started.elapsed() - took;
            rounds.push((took, arrivals.small(set_up)));
        }
    }
    for ((name, _), mut rounds) in contenders.into_iter().zip(all) {
        rounds.sort_by_key(|(_, small)| small.last().copied());
        let (took, small) = &rounds[ROUNDS / 2];
        let (half, last) = (small[small.len() / 2], small[small.len() - 1]);
        println!(
            "  {name:24} {half:>10.1?} half of the invoices {last:>10.1?} all, {took:>10.1?} all rows"
        );
    }
}

/// When rows were settled, since it was made, and whether they were small.
struct Arrivals {
    started: Instant,
    settled: Mutex<Vec<(Duration, bool)>>,
}

impl Default for Arrivals {
    fn default() -> Self {
        Self { started: Instant::now(), settled: Mutex::default() }
    }
}

impl Arrivals {
    /// When each small row was settled, the first one first, counted from the end of the set-up.
    fn small(self, set_up: Duration) -> Vec<Duration> {
        let settled = self.settled.into_inner().unwrap().into_iter();
        let mut small: Vec<_> = settled
            .filter(|(_, is_small)| *is_small)
            .map(|(at, _)| at.saturating_sub(set_up))
            .collect();
        small.sort();
        small
    }
}

impl Observer for Arrivals {
    fn settled(&self, row: &Settled<'_>) {
        let is_small = row.request.template == "invoice";
        self.settled.lock().unwrap().push((self.started.elapsed(), is_small));
    }
}

/// The rate of another, and what part of it the worker has.
fn compare(name: &str, rows: usize, took: Duration, other: Duration) {
    let rate = rows as f64 / other.as_secs_f64();
    let part = 100.0 * other.as_secs_f64() / took.as_secs_f64();
    println!("  {name:20} {rate:>7.0} rows/s; the worker has {part:.0} % of that");
}

/// Sends ready-made messages with our transport and nothing else.
fn transport_alone(server: &MailServer, messages: &[Received], connections: usize) -> Duration {
    let smtp = transport::open(&server.settings()).unwrap();
    let started = Instant::now();
    std::thread::scope(|scope| {
        for part in messages.chunks(messages.len().div_ceil(connections)) {
            let mut session = smtp.session();
            scope.spawn(move || {
                for Received { from, to, bytes: message, .. } in part {
                    let delivery = Delivery { from, to: &to[0], message_id: "", message };
                    session.deliver(&delivery).unwrap();
                }
            });
        }
    });
    started.elapsed()
}

/// Sends ready-made messages with lettre and nothing else. It leaves Nagle's algorithm on, which
/// costs it a delayed acknowledgement for each message.
fn alone(server: &MailServer, messages: &[Received], connections: usize) -> Duration {
    let started = Instant::now();
    std::thread::scope(|scope| {
        for part in messages.chunks(messages.len().div_ceil(connections)) {
            scope.spawn(move || {
                let address = ("localhost", server.port());
                let hello = ClientId::Domain("localhost".to_owned());
                let mut connection =
                    SmtpConnection::connect(address, None, &hello, None, None).unwrap();
                for message in part {
                    let from: Address = message.from.parse().unwrap();
                    let to = vec![message.to[0].parse().unwrap()];
                    let envelope = Envelope::new(Some(from), to).unwrap();
                    connection.send(&envelope, &message.bytes).unwrap();
                }
                connection.quit().unwrap();
            });
        }
    });
    let took = started.elapsed();
    assert_eq!(server.count(), messages.len());
    took
}

/// A state folder, and a schema when there is a URL.
struct Fixture {
    folder: TempDir,
    schema: Option<(String, String)>,
}

impl Fixture {
    fn new(url: Option<&str>) -> Self {
        let schema = url.map(|url| (url.to_owned(), format!("bench_{}", Uuid::now_v7().simple())));
        let folder = TempDir::new().unwrap();
        let templates = folder.path().join("templates");
        std::fs::create_dir(&templates).unwrap();
        for (name, template) in
            [("invoice", input::invoice_template()), ("ledger", input::ledger_template())]
        {
            let template = template.to_json();
            let document = serde_json::json!({
                "name": name, "template": template["template"], "bindings": template["bindings"],
            });
            std::fs::write(templates.join(format!("{name}.json")), document.to_string()).unwrap();
        }
        // For two seconds a change might not show in the time of a file, so that new templates are
        // read again for each document. Those of a real queue are older.
        if !std::env::args().any(|argument| argument == "--quick") {
            std::thread::sleep(Duration::from_millis(2_100));
        }
        Self { folder, schema }
    }

    /// Writes settings, with a folder for an archive and a key that signs.
    fn settings(&self, settings: &str) {
        let path = |name: &str| self.folder.path().join(name);
        let key = rcgen::KeyPair::generate().unwrap();
        let seal = rcgen::CertificateParams::new(Vec::new()).unwrap().self_signed(&key).unwrap();
        std::fs::create_dir(path("archive")).unwrap();
        std::fs::write(path("seal.pem"), seal.pem()).unwrap();
        std::fs::write(path("seal.key"), key.serialize_pem()).unwrap();
        std::fs::write(path("reportctl.yaml"), settings).unwrap();
    }

    fn config(&self) -> Config {
        let database_url = self.schema.as_ref().map(|(url, name)| {
            let sign = if url.contains('?') { '&' } else { '?' };
            format!("{url}{sign}options=-csearch_path%3D{name}").parse().unwrap()
        });
        let flags = Settings {
            templates: Some(self.folder.path().join("templates")),
            state: Some(self.folder.path().join("state")),
            database_url,
            ..Settings::default()
        };
        Config::read(flags, &Environment::new(&|_| None), self.folder.path()).unwrap()
    }

    /// Adds invoices and drains them; the time of the drain.
    fn deliver(
        &self,
        rows: usize,
        transport: Arc<dyn Transport>,
        mail: Mail,
        settings: worker::Settings,
    ) -> (Duration, RunSummary) {
        let requests: Vec<_> = (0..rows).map(request).collect();
        self.drain(&requests, transport, mail, settings, &())
    }

    /// Adds requests and drains them; the time of the drain.
    fn drain(
        &self,
        requests: &[NewRequest],
        transport: Arc<dyn Transport>,
        mail: Mail,
        settings: worker::Settings,
        observer: &dyn Observer,
    ) -> (Duration, RunSummary) {
        let config = self.config();
        let queue: Arc<dyn Queue> = queue::open(&config.database()).unwrap();
        queue.enqueue(requests).unwrap();
        let generator = Arc::new(Generator::new(config.documents(), Fonts::standard()));
        let archive = Archive::open(&config.archive).unwrap();
        let builder = MessageBuilder::new(generator, mail).unwrap().with_archive(archive);
        let builder = Arc::new(builder);
        let worker = Worker::new(queue, builder, transport, settings);
        let started = Instant::now();
        let summary = worker.drain(None, &Stop::new(), observer).unwrap();
        let took = started.elapsed();
        assert_eq!(summary.done, requests.len() as u64);
        (took, summary)
    }

    /// The time to make as many messages on one thread, without any queue.
    fn make(&self, rows: usize) -> Duration {
        let generator = Arc::new(Generator::new(self.config().documents(), Fonts::standard()));
        let builder = MessageBuilder::new(generator, Mail::default()).unwrap();
        let requests: Vec<_> = (0..rows).map(request).collect();
        let mut workspace = Workspace::default();
        let started = Instant::now();
        for request in &requests {
            builder.prepare(request, &mut workspace, &mut Facts::default()).unwrap();
        }
        started.elapsed()
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        if let Some((url, name)) = &self.schema {
            let drop = format!("DROP SCHEMA IF EXISTS {name} CASCADE");
            let _ = postgres::Client::connect(url, postgres::NoTls)
                .and_then(|mut client| client.batch_execute(&drop));
        }
    }
}

fn request(number: usize) -> NewRequest {
    new_request("invoice", &input::invoice(number), number)
}

fn large(number: usize) -> NewRequest {
    new_request("ledger", &input::ledger(LEDGER_ROWS), number)
}

fn new_request(template: &str, data: &Value, number: usize) -> NewRequest {
    let data = data.to_json().to_string();
    NewRequest {
        report_date: Timestamp::clamped(1_769_860_800),
        requested_by: "bench".to_owned(),
        ..NewRequest::new(Uuid::now_v7(), template, data, format!("{number}@example.com"))
    }
}
