//! The server of the page: two routes on the loopback address.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use serde_json::json;

use super::page::FRAME;

/// Time for which a browser waits for a change before it asks again.
const WAIT: Duration = Duration::from_secs(20);
/// Longest time for a request to arrive.
const READ: Duration = Duration::from_secs(5);
/// Longest time to inform browsers of the end.
const END: Duration = Duration::from_millis(500);
/// Most bytes of a request.
const MOST_BYTES: u64 = 16 << 10;
/// Most connections at a time; a browser needs two.
const MOST_CONNECTIONS: usize = 32;

/// The shown pages and problems, by version.
#[derive(Default)]
pub(super) struct ShownVersion {
    state: Mutex<WatchState>,
    changed: Condvar,
}

#[derive(Default)]
struct WatchState {
    version: u64,
    pages: Option<String>,
    /// The version that brought these pages.
    pages_since: u64,
    problems: String,
    ended: bool,
}

impl ShownVersion {
    /// Shows other pages, unless there are none, and problems.
    pub(super) fn put(&self, pages: Option<String>, problems: String) {
        let mut state = self.state.lock();
        state.version += 1;
        if pages.is_some() && pages != state.pages {
            state.pages = pages;
            state.pages_since = state.version;
        }
        state.problems = problems;
        self.changed.notify_all();
    }

    /// Informs all browsers of the end.
    pub(super) fn end(&self) {
        self.state.lock().ended = true;
        self.changed.notify_all();
    }

    /// Returns the shown pages and problems as JSON, as soon as they are newer than a version.
    /// Pages only where they changed since.
    fn after(&self, version: u64) -> String {
        let mut state = self.state.lock();
        if state.version <= version && !state.ended {
            self.changed.wait_for(&mut state, WAIT);
        }
        let pages = state.pages.as_ref().filter(|_| state.pages_since > version);
        let WatchState { version, problems, ended, .. } = &*state;
        json!({ "version": version, "pages": pages, "problems": problems, "ended": ended })
            .to_string()
    }
}

/// Answers until it is stopped.
pub(super) fn run(listener: &TcpListener, port: u16, shown: &Arc<ShownVersion>, stop: &AtomicBool) {
    if listener.set_nonblocking(true).is_err() {
        return;
    }
    let mut open: Vec<std::thread::JoinHandle<()>> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        open.retain(|thread| !thread.is_finished());
        match listener.accept() {
            Ok((stream, _)) if open.len() < MOST_CONNECTIONS => {
                let shown = Arc::clone(shown);
                // A connection that breaks concerns its browser only.
                open.push(std::thread::spawn(move || drop(answer(stream, port, &shown))));
            }
            Ok(_) => {}
            Err(_) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    shown.end();
    // Browsers keep connections open on which they ask nothing.
    let deadline = Instant::now() + END;
    while open.iter().any(|thread| !thread.is_finished()) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn answer(mut stream: TcpStream, port: u16, shown: &ShownVersion) -> std::io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(READ))?;
    let mut lines = BufReader::new((&mut stream).take(MOST_BYTES)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    let mut host = String::new();
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            value.trim().clone_into(&mut host);
        }
    }
    // Another name for this machine would be a page of somebody else that reads ours.
    let is_ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")].contains(&host);
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (status, kind, body) = match (is_ours, method, path) {
        (false, ..) => ("421 Misdirected Request", "text/plain", "not for this host\n".to_owned()),
        (_, "GET", "/") => ("200 OK", "text/html; charset=utf-8", FRAME.to_owned()),
        (_, "GET", "/state") => {
            let version = query.strip_prefix("after=").and_then(|text| text.parse().ok());
            ("200 OK", "application/json", shown.after(version.unwrap_or(0)))
        }
        (_, "GET", _) => ("404 Not Found", "text/plain", "there is no such page\n".to_owned()),
        _ => ("405 Method Not Allowed", "text/plain", "only GET is allowed\n".to_owned()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
         Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:; connect-src 'self'\r\n\r\n{body}",
        body.len()
    )?;
    stream.flush()
}
