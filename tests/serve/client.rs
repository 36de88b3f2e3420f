//! The program on a port, and raw requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::project::Project;

/// A running `reportctl serve`.
pub(crate) struct Running {
    pub(crate) child: Child,
    /// Its address.
    pub(crate) address: String,
}

impl Running {
    /// Starts the program in a folder and waits until it listens.
    pub(crate) fn start(project: &Project, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reportctl"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(arguments)
            .current_dir(project.path(""))
            .env("REPORTCTL_MAIL_FROM", "reports@example.com")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap());
        let address = loop {
            let mut line = String::new();
            assert!(lines.read_line(&mut line).unwrap() > 0, "it ended");
            if let Some((_, address)) = line.trim().split_once("listening on http://") {
                break address.to_owned();
            }
        };
        // The log must not fill up.
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Self { child, address }
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
