//! `reportctl watch`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::project::{Project, document, text};

struct Watch {
    child: Child,
    port: u16,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(project: &Project) -> Watch {
    let mut child = Command::new(env!("CARGO_BIN_EXE_reportctl"))
        .args(["watch", "invoice", "--data", "data.json", "--no-open"])
        .current_dir(project.path(""))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let port = first.trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
    // What it says later must not fill the pipe.
    std::thread::spawn(move || lines.for_each(drop));
    Watch { child, port }
}

impl Watch {
    fn get(&self, path: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn own(&self, path: &str) -> String {
        self.get(path, &format!("127.0.0.1:{}", self.port))
    }

    fn state(&self, after: u64) -> serde_json::Value {
        let answer = self.own(&format!("/state?after={after}"));
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

#[test]
fn a_save_is_shown_at_once_and_what_is_wrong_is_said() {
    let project = Project::with_invoice();
    let watch = start(&project);
    assert!(watch.own("/").contains("<main id=\"pages\">"));
    let first = watch.state(0);
    assert!(first["pages"].as_str().unwrap().starts_with("<svg "), "{first}");
    let mut version = first["version"].as_u64().unwrap();
    // Other pages and other machines read nothing.
    assert!(watch.get("/", "example.org").starts_with("HTTP/1.1 421"));
    assert!(watch.own("/etc/passwd").starts_with("HTTP/1.1 404"));
    let began = Instant::now();
    let project =
        project.template("invoice", &document("Bill", &[text("title", "Bill {nmber}")], "[]"));
    let changed = watch.state(version);
    let took = began.elapsed();
    assert!(changed["problems"].as_str().unwrap().contains("nmber"), "{changed}");
    assert_ne!(changed["pages"], first["pages"]);
    assert!(took < Duration::from_secs(3), "{took:?}");
    version = changed["version"].as_u64().unwrap();
    let project = project.template("invoice", "{");
    let broken = watch.state(version);
    // What was there stays.
    assert_eq!(broken["pages"], changed["pages"]);
    assert!(broken["problems"].as_str().unwrap().contains("class=\"error\""), "{broken}");
    drop(project);
}

#[cfg(unix)]
#[test]
fn it_ends_cleanly() {
    let project = Project::with_invoice();
    let mut watch = start(&project);
    let version = watch.state(0)["version"].as_u64().unwrap();
    let pid = watch.child.id().to_string();
    let waiting = std::thread::scope(|scope| {
        let state = scope.spawn(|| watch.state(version));
        std::thread::sleep(Duration::from_millis(300));
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        state.join().unwrap()
    });
    assert_eq!(waiting["ended"], true);
    assert_eq!(watch.child.wait().unwrap().code(), Some(0));
}

#[test]
fn standard_input_is_not_watched() {
    let project = Project::with_invoice();
    project.run(["watch", "invoice", "--data", "-"]).fails_with(2).stderr_has("cannot be watched");
    project.run(["watch", "nothing", "--data", "data.json", "--no-open"]).fails_with(3);
}
