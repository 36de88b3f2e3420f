//! The program on a port, and raw requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::project::Project;

/// A running `reportctl serve`.
pub(crate) struct Running {
    pub(crate) child: Child,
    /// Its address.
    pub(crate) address: String,
    log: Arc<Mutex<String>>,
}

impl Running {
    /// Starts the program in a folder and waits until it listens.
    pub(crate) fn start(project: &Project, arguments: &[&str]) -> Self {
        Self::start_with(project, arguments, &[])
    }

    /// The same with environment variables.
    pub(crate) fn start_with(
        project: &Project,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reportctl"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .current_dir(project.path(""))
            .env("REPORTCTL_MAIL_FROM", "reports@example.com")
            .envs(variables.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        let address = loop {
            let mut line = String::new();
            assert!(lines.read_line(&mut line).unwrap() > 0, "it ended: {said}");
            said.push_str(&line);
            if let Some((_, address)) = line.split_once("listening on http://") {
                break address.trim().to_owned();
            }
            if line.contains("\"listening\"") {
                let line: serde_json::Value = serde_json::from_str(&line).unwrap();
                break line["address"].as_str().unwrap().to_owned();
            }
        };
        let log = Arc::new(Mutex::new(said));
        let kept = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                *kept.lock().unwrap() += &(line + "\n");
            }
        });
        Self { child, address, log }
    }

    /// Output so far, once this is part of it.
    pub(crate) fn log_with(&self, part: &str) -> String {
        let start = Instant::now();
        loop {
            let log = self.log.lock().unwrap().clone();
            if log.contains(part) {
                return log;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "no {part:?} in {log}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A connection.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// A request on a connection of its own, and the whole answer.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request(&self.address, method, path, body, "close").as_bytes()).unwrap();
        rest(&mut stream)
    }

    /// Sends SIGTERM.
    pub(crate) fn terminate(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is used for one request after the other.
pub(crate) struct Client {
    address: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    /// `None` when nothing listens.
    pub(crate) fn connect(address: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
        Some(Self { address: address.to_owned(), stream: BufReader::new(stream) })
    }

    /// Status and body of the answer; `None` when the connection broke.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        let whole = request(&self.address, method, path, body, "keep-alive");
        self.stream.get_mut().write_all(whole.as_bytes()).ok()?;
        let (mut status, mut length, mut line) = (None, 0, String::new());
        loop {
            line.clear();
            self.stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
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
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).ok()?;
        Some((status?, String::from_utf8_lossy(&body).into_owned()))
    }
}

/// A request as text.
pub(crate) fn request(
    host: &str,
    method: &str,
    path: &str,
    body: &str,
    connection: &str,
) -> String {
    format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: {connection}\r\n\r\n{body}",
        body.len()
    )
}

/// Everything until the connection is closed.
pub(crate) fn rest(stream: &mut TcpStream) -> String {
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    String::from_utf8_lossy(&all).into_owned()
}
