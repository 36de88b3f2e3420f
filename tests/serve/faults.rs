//! Faults around the service: it is killed, its database goes away, its disk is full.
//!
//! Sizes come from the environment, so that the usual run is short: `REPORTCTL_TEST_SERVICE_KILLS` and
//! `REPORTCTL_TEST_SERVICE_REQUESTS`.

use std::collections::BTreeSet;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::client::{Client, Running};
use super::port::messages;
use super::service::document;
use crate::project::Project;
use crate::queue::fixture::PostgresSchema;
use crate::tools;

const GENERATE: &str = "/api/reports/generate";

fn size(variable: &str, usual: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn body(recipient: &str) -> String {
    format!(r#"{{"templateId": "a", "email": "{recipient}@example.org", "data": {{}}}}"#)
}

/// Waits for what becomes true sooner or later.
fn until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < Duration::from_secs(300), "never {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Recipients of messages, once for each message.
fn recipients(project: &Project) -> Vec<String> {
    let names = project.names(".reportctl/outbox");
    let mut all: Vec<String> = names
        .iter()
        .filter(|name| name.ends_with(".eml"))
        .map(|name| {
            let message = project.read(&format!(".reportctl/outbox/{name}"));
            let message = String::from_utf8_lossy(&message).into_owned();
            let to = message.lines().find_map(|line| line.strip_prefix("To: ")).unwrap();
            to.trim_matches(['<', '>']).trim_end_matches("@example.org").to_owned()
        })
        .collect();
    all.sort();
    all
}

#[test]
fn a_kill_under_load_loses_no_accepted_request_and_sends_none_twice() {
    let project = Project::new().template("a", &document("A", "a"));
    let accepted = Mutex::new(BTreeSet::new());
    for round in 0..size("REPORTCTL_TEST_SERVICE_KILLS", 3) {
        let mut service = Running::start(&project, &["--mode", "queued", "--workers", "1"]);
        let answered = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for client in 0..4 {
                let (address, accepted, answered) = (&service.address, &accepted, &answered);
                scope.spawn(move || {
                    let Some(mut connection) = Client::connect(address) else { return };
                    for n in 0.. {
                        let recipient = format!("r{round}-{client}-{n}");
                        let answer = connection.ask("POST", GENERATE, &body(&recipient));
                        let Some((status, _)) = answer else { return };
                        assert_eq!(status, 202);
                        accepted.lock().unwrap().insert(recipient);
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            // In the middle of it, whenever that is.
            until("accepted", || answered.load(Ordering::Relaxed) > 20 + round % 7);
            service.child.kill().unwrap();
        });
        service.child.wait().unwrap();
    }
    let accepted = accepted.into_inner().unwrap();
    let service = Running::start(&project, &["--mode", "queued"]);
    until("delivered", || {
        service.ask("GET", "/api/reports?status=pending&limit=1", "").ends_with("[]")
    });
    let delivered = recipients(&project);
    let different: BTreeSet<String> = delivered.iter().cloned().collect();
    assert_eq!(different.len(), delivered.len(), "some were sent twice");
    let lost: Vec<_> = accepted.difference(&different).collect();
    assert!(lost.is_empty(), "{lost:?} of {}", accepted.len());
}

/// All of them at once, from many clients.
#[test]
fn as_many_messages_are_delivered_as_requests_were_accepted() {
    let total = size("REPORTCTL_TEST_SERVICE_REQUESTS", 400);
    let project = Project::new().template("a", &document("A", "a"));
    let service = Running::start(&project, &["--mode", "queued"]);
    let (next, accepted) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut connection = Client::connect(&service.address).unwrap();
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= total {
                        return;
                    }
                    let answer = connection.ask("POST", GENERATE, &body(&format!("r{n}")));
                    let (status, text) = answer.unwrap();
                    assert_eq!(status, 202, "{text}");
                    accepted.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    until("delivered", || messages(&project) >= total);
    until("done", || service.ask("GET", "/api/reports?status=pending&limit=1", "").ends_with("[]"));
    let different: BTreeSet<String> = recipients(&project).into_iter().collect();
    assert_eq!((different.len(), messages(&project)), (total, accepted.into_inner()));
}

/// A way to a server that can be cut.
struct Proxy {
    address: SocketAddr,
    server: String,
    listener: Option<Arc<TcpListener>>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut proxy = Self { address, server, listener: None, streams: Arc::default() };
        proxy.listen(listener);
        proxy
    }

    fn listen(&mut self, listener: TcpListener) {
        listener.set_nonblocking(true).unwrap();
        let listener = Arc::new(listener);
        let accepting = Arc::downgrade(&listener);
        self.listener = Some(listener);
        let (server, streams) = (self.server.clone(), Arc::clone(&self.streams));
        std::thread::spawn(move || {
            while let Some(listener) = accepting.upgrade() {
                let Ok((client, _)) = listener.accept() else {
                    drop(listener);
                    std::thread::sleep(Duration::from_millis(5));
                    continue;
                };
                client.set_nonblocking(false).unwrap();
                let upstream = TcpStream::connect(&server).unwrap();
                for (from, to) in [(&client, &upstream), (&upstream, &client)] {
                    streams.lock().unwrap().push(from.try_clone().unwrap());
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    std::thread::spawn(move || {
                        let _ = std::io::copy(&mut from, &mut to);
                        let _ = to.shutdown(std::net::Shutdown::Both);
                    });
                }
            }
        });
    }

    /// From now on connections are refused, and those that are open are gone.
    fn cut(&mut self) {
        let listener = self.listener.take().map(|listener| Arc::downgrade(&listener)).unwrap();
        until("closed", || listener.strong_count() == 0);
        for stream in self.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }

    fn restore(&mut self) {
        let listener = TcpListener::bind(self.address).unwrap();
        self.listen(listener);
    }
}

#[test]
fn a_database_that_goes_away_and_comes_back_loses_nothing() {
    let Some(schema) = PostgresSchema::new() else { return };
    let url = schema.url();
    let (before, rest) = url.split_once("://").unwrap();
    let (authority, rest) = rest.split_once('/').unwrap();
    let (user, server) = authority.rsplit_once('@').unwrap_or(("postgres", authority));
    let server = if server.contains(':') { server.to_owned() } else { format!("{server}:5432") };
    let mut proxy = Proxy::to(server);
    let name = format!("faults_{}", std::process::id());
    let through = format!("{before}://{user}@{}/{rest}&application_name={name}", proxy.address);

    let project = Project::new()
        .template("a", &document("A", "a"))
        .file("reportctl.yaml", "worker: {pollSeconds: 0.2, leaseSeconds: 2}\n");
    let variables = [("REPORTCTL_DATABASE_URL", through.as_str())];
    let service = Running::start_with(&project, &["--mode", "queued"], &variables);
    assert!(service.log_with("database").contains("  database   PostgreSQL\n"));
    let mut accepted = BTreeSet::new();
    let mut number = 0;
    let mut ask = || {
        number += 1;
        let recipient = format!("r{number}");
        let answer = service.ask("POST", GENERATE, &body(&recipient));
        if answer.starts_with("HTTP/1.1 202") {
            accepted.insert(recipient);
        }
        answer
    };
    for _ in 0..5 {
        assert!(ask().starts_with("HTTP/1.1 202"));
    }

    // The server ends all connections, as when it is restarted.
    let mut beside = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
    let ended = beside.execute(end, &[&name]).unwrap();
    assert!(ended > 0);
    until("accepted after its connections were ended", || {
        let answer = ask();
        let is_fine = answer.starts_with("HTTP/1.1 202");
        assert!(is_fine || answer.starts_with("HTTP/1.1 503"), "{answer}");
        is_fine
    });

    // It cannot be reached at all.
    proxy.cut();
    for _ in 0..3 {
        let answer = ask();
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        assert!(answer.contains("queueUnavailable") && answer.contains("retry-after"), "{answer}");
        assert!(!answer.contains("127.0.0.1"), "{answer}");
    }
    assert!(service.ask("GET", "/healthz", "").starts_with("HTTP/1.1 200"));
    let ready = service.ask("GET", "/readyz", "");
    assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
    assert!(ready.contains(r#""database":"unavailable""#), "{ready}");
    proxy.restore();
    until("accepted when it is back", || ask().starts_with("HTTP/1.1 202"));
    until("ready", || service.ask("GET", "/readyz", "").starts_with("HTTP/1.1 200"));

    // A row may be there although its answer was lost; none that was promised may be missing.
    until("delivered", || {
        service.ask("GET", "/api/reports?status=pending&limit=1", "").ends_with("[]")
    });
    let delivered = recipients(&project);
    let different: BTreeSet<String> = delivered.iter().cloned().collect();
    assert_eq!(different.len(), delivered.len(), "some were sent twice");
    assert!(different.is_superset(&accepted), "{accepted:?} {different:?}");
}

/// A file system of a few megabytes.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where that is not allowed: it takes root.
    #[expect(clippy::print_stderr, reason = "a skipped test says why")]
    fn at(path: &Path) -> Option<Self> {
        std::fs::create_dir_all(path).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(path);
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(Self(path.to_owned()));
        }
        eprintln!("skipped: no file system may be mounted here");
        None
    }

    /// Takes all the room there is.
    fn fill(&self) {
        let mut file = std::fs::File::create(self.0.join("ballast")).unwrap();
        while file.write_all(&[1; 512]).is_ok() {}
    }

    fn empty(&self) {
        std::fs::remove_file(self.0.join("ballast")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}

#[test]
fn a_full_disk_is_reported_and_harms_nothing() {
    if !tools::has("mount") {
        return;
    }
    let project = Project::new().file(
        "reportctl.yaml",
        "state: small/state\ntemplates: small/templates\nmail: {outbox: .reportctl/outbox}\n\
         worker: {pollSeconds: 0.2, retrySeconds: 1}\n",
    );
    let Some(disk) = SmallDisk::at(&project.path("small")) else { return };
    let mut service = Running::start(&project, &["--mode", "queued"]);
    service.ask("POST", "/api/templates", &document("A", "a"));
    let mut accepted = BTreeSet::new();
    let mut ask = |n: usize| {
        let recipient = format!("r{n}");
        let answer = service.ask("POST", GENERATE, &body(&recipient));
        let is_accepted = answer.starts_with("HTTP/1.1 202");
        if is_accepted {
            accepted.insert(recipient);
        } else {
            assert!(answer.starts_with("HTTP/1.1 503") && !answer.contains("small"), "{answer}");
        }
        is_accepted
    };
    assert!(ask(0));
    disk.fill();
    // What the database holds in reserve is used up first.
    assert!((1..500).any(|n| !ask(n)), "a full disk takes everything");
    let ready = service.ask("GET", "/readyz", "");
    assert!(ready.starts_with("HTTP/1.1 503"), "{ready}");
    assert!(ready.contains(r#""database":"unavailable""#), "{ready}");
    let large = document("A", &"b".repeat(100_000));
    let answer = service.ask("PUT", "/api/templates/a", &large);
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("\"code\":\"io\""), "{answer}");
    let kept = service.ask("GET", "/api/templates/a", "");
    assert!(kept.starts_with("HTTP/1.1 200") && kept.contains("\"content\": \"a\""), "{kept}");
    assert!(service.ask("GET", "/healthz", "").starts_with("HTTP/1.1 200"));
    disk.empty();
    until("accepted when there is room", || ask(1000));
    until("ready", || service.ask("GET", "/readyz", "").starts_with("HTTP/1.1 200"));
    until("delivered", || {
        service.ask("GET", "/api/reports?status=pending&limit=1", "").ends_with("[]")
    });
    let different: BTreeSet<String> = recipients(&project).into_iter().collect();
    assert!(different.is_superset(&accepted), "{accepted:?} {different:?}");
    // A stop does not wait for the disk for long.
    disk.fill();
    (2000..2020).for_each(|n| {
        service.ask("POST", GENERATE, &body(&format!("r{n}")));
    });
    let start = Instant::now();
    service.terminate();
    service.child.wait().unwrap();
    assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
    drop(disk);
}
