//! Rendering in child processes beside rendering in the service itself, in turn.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use reportctl::Value;
use reportctl::config::{Config, Settings};
use reportctl::delivery::queue::{self, NewRequest};
use reportctl::expr::date::Timestamp;

use super::{CLIENTS, Client, Service, input, load, percentile, post};

/// Rounds of each of the two.
const ROUNDS: usize = 4;
/// Duration of a round.
const TIME: Duration = Duration::from_secs(2);
/// Requests that a worker drains in a round.
const ROWS: u128 = 3000;

const MODES: [&str; 2] = ["none", "process"];

pub(super) fn run() {
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    let (rounds, rows) = if is_quick { (1, 50) } else { (ROUNDS, ROWS) };
    let folder = tempfile::tempdir().unwrap();
    let template = input::invoice_template();
    std::fs::create_dir(folder.path().join("templates")).unwrap();
    let at = folder.path().join("templates/invoice.json");
    std::fs::write(at, template.to_json().to_string()).unwrap();
    let data: Vec<Value> = (0..50).map(input::invoice).collect();
    let bodies: Vec<String> = data
        .iter()
        .map(|data| {
            post("/api/templates/invoice/render", &format!(r#"{{"data": {}}}"#, data.to_json()))
        })
        .collect();

    let mut rates = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (mode, rates) in MODES.iter().zip(&mut rates) {
            let service = started(folder.path(), mode);
            load(&service, &bodies, CLIENTS, TIME / 4);
            let seen = load(&service, &bodies, CLIENTS, TIME);
            assert_eq!(seen.failed, 0);
            rates.push(seen.times.len() as f64 / seen.wall.as_secs_f64());
        }
    }
    compare("renders of a stored template, per second", &rates);

    let mut rates = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (mode, rates) in MODES.iter().zip(&mut rates) {
            rates.push(drained(folder.path(), mode, &data, rows));
        }
    }
    compare("mails of a worker, per second", &rates);
    children(folder.path(), &bodies[0]);
}

fn started(folder: &Path, mode: &str) -> Service {
    std::fs::write(folder.join("reportctl.yaml"), format!("isolation: {mode}\n")).unwrap();
    Service::start(folder)
}

/// Rows per second of a worker that makes and delivers them to a folder.
fn drained(folder: &Path, mode: &str, data: &[Value], rows: u128) -> f64 {
    let _ = std::fs::remove_dir_all(folder.join(".reportctl"));
    let state = Some(folder.join(".reportctl"));
    let queue =
        queue::open(&Config::from(Settings { state, ..Settings::default() }).database()).unwrap();
    let data: Vec<String> = data.iter().map(|data| data.to_json().to_string()).collect();
    let requests = (1..=rows).map(|number| {
        let data = &data[usize::try_from(number).unwrap() % data.len()];
        let id = uuid::Uuid::from_u128(number);
        NewRequest {
            report_date: Timestamp::clamped(1_750_000_000),
            ..NewRequest::new(id, "invoice", data.as_str(), "ana@example.org".to_owned())
        }
    });
    queue.enqueue(&requests.collect::<Vec<_>>()).unwrap();
    drop(queue);
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_reportctl"))
        .args(["--quiet", "worker", "--once"])
        .current_dir(folder)
        .env("REPORTCTL_ISOLATION", mode)
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    rows as f64 / start.elapsed().as_secs_f64()
}

fn compare(what: &str, [none, process]: &[Vec<f64>; 2]) {
    let best = |rates: &[f64]| rates.iter().copied().fold(0.0, f64::max);
    let list =
        |rates: &[f64]| rates.iter().map(|rate| format!("{rate:.0}")).collect::<Vec<_>>().join(" ");
    println!(
        "{what}: isolation none {}, process {}; {:.2} by the best",
        list(none),
        list(process),
        best(process) / best(none)
    );
}

/// Cost of a child: its start, and its memory while it is idle.
fn children(folder: &Path, body: &str) {
    let service = started(folder, "process");
    let mut client = Client::new(&service.address);
    (0..50).for_each(|_| assert_eq!(client.ask(body), 200));
    let ask = |client: &mut Client| {
        let start = Instant::now();
        assert_eq!(client.ask(body), 200);
        start.elapsed()
    };
    let mut warm: Vec<Duration> = (0..50).map(|_| ask(&mut client)).collect();
    let mut memory = String::new();
    let mut cold = Vec::new();
    for _ in 0..20 {
        for child in of(service.child.id()) {
            memory = resident(child);
            let _ = Command::new("kill").args(["-KILL", &child.to_string()]).status();
        }
        std::thread::sleep(Duration::from_millis(20));
        cold.push(ask(&mut client));
    }
    warm.sort_unstable();
    cold.sort_unstable();
    println!(
        "a render with a child that waits {:.2?}, with one that starts {:.2?} (median of 20); \
         memory of a child that waits: {memory}",
        percentile(&warm, 50),
        percentile(&cold, 50),
    );
}

/// The children of a process.
fn of(parent: u32) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_child = |number: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
        rest.split(' ').nth(1) == Some(parent.to_string().as_str())
    };
    numbers.filter(is_child).collect()
}

fn resident(process: u32) -> String {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let wanted = |line: &&str| line.starts_with("VmRSS") || line.starts_with("RssAnon");
    status.lines().filter(wanted).collect::<Vec<_>>().join(", ").replace(['\t', ' '], "")
}
