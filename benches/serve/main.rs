//! The service under load, from a second process on loopback, beside the bare library call.
//!
//! `cargo bench --bench serve` starts `reportctl serve` in a temporary folder and prints, for the
//! bench invoice: what one thread of the library makes; what the service makes for 8 clients, with
//! median and 99th percentile; the same for 10 times as many clients and with a ledger of 100,000
//! rows being rendered meanwhile; the memory of the service; and rendering in child processes beside
//! rendering in the service, with what a child costs. With `--isolation` only the last. Compare ratios
//! of one run, never single figures.

// A bench reports to the terminal and may stop when its own input is wrong.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../render/input.rs"]
mod input;
#[cfg(target_os = "linux")]
mod isolation;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reportctl::{Fonts, Options, Value, Workspace, prepare};

/// Duration of each measurement.
const TIME: Duration = Duration::from_secs(4);
const CLIENTS: usize = 8;
const SETTINGS: &str =
    "serve: {dataBytes: 50000000, previewPages: 10000, previewSeconds: 120, requestSeconds: 120}\n";

fn main() {
    #[cfg(target_os = "linux")]
    if std::env::args().any(|argument| argument == "--isolation") {
        return isolation::run();
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("reportctl.yaml"), SETTINGS).unwrap();
    let template = input::invoice_template();
    let bodies: Vec<String> =
        (0..50).map(|n| body(&template, &input::invoice(n))).map(request).collect();
    let ledger = request(body(&input::ledger_template(), &input::ledger(100_000)));

    let bare = bare();
    println!("library, one thread, workspace kept: {bare:.0} per second");
    let service = Service::start(folder.path());
    load(&service, &bodies, CLIENTS, Duration::from_secs(1));
    let usual = load(&service, &bodies, CLIENTS, TIME);
    report("8 clients", &usual, bare);
    let many = load(&service, &bodies, 10 * CLIENTS, TIME);
    report("80 clients", &many, bare);
    let flood = load(&service, &bodies, 100 * CLIENTS, TIME);
    report("800 clients", &flood, bare);
    println!("memory of the service: {}", service.memory());

    let stop = Arc::new(AtomicBool::new(false));
    let heavy = std::thread::spawn({
        let (address, stop) = (service.address.clone(), Arc::clone(&stop));
        move || {
            let mut rendered = 0;
            while !stop.load(Ordering::Relaxed) {
                let mut client = Client::new(&address);
                rendered += usize::from(client.ask(&ledger) == 200);
            }
            rendered
        }
    });
    std::thread::sleep(Duration::from_millis(500));
    let beside = load(&service, &bodies, CLIENTS, 2 * TIME);
    stop.store(true, Ordering::Relaxed);
    report("8 clients beside a ledger of 100,000 rows", &beside, bare);
    println!(
        "ledgers meanwhile: {}; p99 beside / p99 alone: {:.1}",
        heavy.join().unwrap(),
        percentile(&beside.times, 99).as_secs_f64() / percentile(&usual.times, 99).as_secs_f64()
    );
    println!("memory of the service: {}", service.memory());
    drop(service);
    #[cfg(target_os = "linux")]
    isolation::run();
}

/// Rate of the library with the same invoices, from JSON text to bytes.
fn bare() -> f64 {
    let template = input::invoice_template();
    let part = |key| template.get(key).unwrap();
    let prepared = prepare(part("template"), part("bindings")).unwrap();
    let fonts = Fonts::standard();
    let options = Options::new(&fonts);
    let data: Vec<String> = (0..50).map(|n| input::invoice(n).to_json().to_string()).collect();
    let mut workspace = Workspace::default();
    let (start, mut made) = (Instant::now(), 0_u32);
    while start.elapsed() < TIME {
        for data in &data {
            let data = Value::from_json(data).unwrap();
            prepared.generate_in(&data, &options, &mut workspace).unwrap();
            made += 1;
        }
    }
    f64::from(made) / start.elapsed().as_secs_f64()
}

fn body(template: &Value, data: &Value) -> String {
    let part = |key| template.get(key).unwrap().to_json();
    format!(
        r#"{{"template": {}, "bindings": {}, "data": {}}}"#,
        part("template"),
        part("bindings"),
        data.to_json()
    )
}

fn request(body: String) -> String {
    post("/api/reports/preview", &body)
}

fn post(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Measurements of the clients.
#[derive(Default)]
struct Seen {
    /// Times of requests that were served, sorted.
    times: Vec<Duration>,
    refused: usize,
    failed: usize,
    wall: Duration,
}

fn load(service: &Service, requests: &[String], clients: usize, time: Duration) -> Seen {
    let start = Instant::now();
    let mut all = Seen::default();
    std::thread::scope(|scope| {
        let work = |first: usize| {
            let mut client = Client::new(&service.address);
            let mut seen = Seen::default();
            for request in requests.iter().cycle().skip(first) {
                if start.elapsed() >= time {
                    break;
                }
                let asked = Instant::now();
                match client.ask(request) {
                    200 => seen.times.push(asked.elapsed()),
                    429 => {
                        seen.refused += 1;
                        std::thread::sleep(Duration::from_millis(100));
                    }
                    _ => seen.failed += 1,
                }
            }
            seen
        };
        let threads: Vec<_> = (0..clients).map(|n| scope.spawn(move || work(n))).collect();
        for thread in threads {
            let seen = thread.join().unwrap();
            all.times.extend(seen.times);
            all.refused += seen.refused;
            all.failed += seen.failed;
        }
    });
    all.wall = start.elapsed();
    all.times.sort_unstable();
    all
}

fn percentile(times: &[Duration], percent: usize) -> Duration {
    times.get(times.len() * percent / 100).or(times.last()).copied().unwrap_or_default()
}

fn report(name: &str, seen: &Seen, bare: f64) {
    let served = u32::try_from(seen.times.len()).unwrap();
    let rate = f64::from(served) / seen.wall.as_secs_f64();
    let (median, p99) = (percentile(&seen.times, 50), percentile(&seen.times, 99));
    println!(
        "{name}: {rate:.0} per second, {:.2} of the library; median {median:.2?}, p99 {p99:.2?} \
         ({:.1} x); 429: {}, other: {}; longest {:.2?}",
        rate / bare,
        p99.as_secs_f64() / median.as_secs_f64(),
        seen.refused,
        seen.failed,
        seen.times.last().copied().unwrap_or_default()
    );
}

/// A connection that is kept.
struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
    buffer: Vec<u8>,
}

impl Client {
    fn new(address: &str) -> Self {
        Self { address: address.to_owned(), stream: None, buffer: Vec::new() }
    }

    /// The status of the answer; 0 when there was none.
    fn ask(&mut self, request: &str) -> u16 {
        let status = self.try_ask(request);
        if status.is_none() {
            self.stream = None;
        }
        status.unwrap_or(0)
    }

    fn try_ask(&mut self, request: &str) -> Option<u16> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(&self.address).ok()?;
            stream.set_nodelay(true).ok()?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut()?;
        stream.get_mut().write_all(request.as_bytes()).ok()?;
        let (mut status, mut length, mut line) = (None, 0, String::new());
        loop {
            line.clear();
            stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
            if status.is_none() {
                status = line.split(' ').nth(1)?.parse().ok();
            } else if let Some((name, value)) = line.trim().split_once(": ") {
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.parse().ok()?;
                }
            } else {
                break;
            }
        }
        self.buffer.resize(length, 0);
        stream.read_exact(&mut self.buffer).ok()?;
        status
    }
}

/// The service in a process of its own.
struct Service {
    child: Child,
    address: String,
}

impl Service {
    fn start(folder: &std::path::Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reportctl"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        let address = line.trim().split_once("http://").unwrap().1.to_owned();
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Self { child, address }
    }

    /// Its memory now and at most, where the system shows it.
    fn memory(&self) -> String {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let wanted = |line: &&str| line.starts_with("VmRSS") || line.starts_with("VmHWM");
        status.lines().filter(wanted).collect::<Vec<_>>().join(", ").replace(['\t', ' '], "")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
