//! `reportctl watch`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::project::{Project, document, image, text};

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
    // What was there stays, in the browser and for one that asks again.
    assert_eq!(broken["pages"], serde_json::Value::Null);
    assert_eq!(watch.state(0)["pages"], changed["pages"]);
    assert!(broken["problems"].as_str().unwrap().contains("class=\"error\""), "{broken}");
    drop(project);
}

#[test]
fn pictures_below_the_folder_settings_and_fonts_are_watched() {
    let samples = crate::documents::root().join("samples");
    let picture = std::fs::read(samples.join("receipt.png")).unwrap();
    let image = image("img/logo.png");
    let fields = [text("t", "→"), image];
    let project = Project::with_invoice()
        .template("invoice", &document("Invoice", &fields, "[]"))
        .file("templates/img/logo.png", &picture);
    let watch = start(&project);
    let mut version = 0;
    let mut next = || {
        let state = watch.state(version);
        version = state["version"].as_u64().unwrap();
        state
    };
    assert_eq!(next()["problems"], "");
    let picture = project.path("templates/img/logo.png");
    std::fs::remove_file(&picture).unwrap();
    assert!(next()["problems"].as_str().unwrap().contains("img/logo.png"));
    std::fs::copy(samples.join("receipt.png"), &picture).unwrap();
    assert_eq!(next()["problems"], "");
    let project = project.file("reportctl.yaml", "fallbackFont: false\n");
    assert!(next()["problems"].as_str().unwrap().contains("no font has the character"));
    // Settings that make no sense leave the pages.
    let project = project.file("reportctl.yaml", "fallbackFnt: false\n");
    let refused = next();
    assert!(refused["problems"].as_str().unwrap().contains("fallbackFont"), "{refused}");
    assert_eq!(refused["pages"], serde_json::Value::Null);
    let project = project.file("reportctl.yaml", "");
    assert_eq!(next()["problems"], "");
    drop(project);
}

#[cfg(unix)]
#[test]
fn connections_that_ask_nothing_do_not_keep_it() {
    let project = Project::with_invoice();
    let mut watch = start(&project);
    watch.state(0);
    let idle = TcpStream::connect(("127.0.0.1", watch.port)).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let pid = watch.child.id().to_string();
    let began = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(watch.child.wait().unwrap().code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    drop(idle);
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
fn a_port_that_is_in_use_is_wrong_usage_of_every_command_that_listens() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let project = Project::with_invoice();
    let message = format!("`127.0.0.1:{port}` is in use by another program");
    for command in [&["watch", "invoice", "--data", "data.json"][..], &["design"]] {
        project
            .run([command, &["--no-open", "--port", &port]].concat())
            .fails_with(2)
            .stderr_has(&message)
            .stderr_has("choose another one with `--port`");
    }
}

#[test]
fn standard_input_is_not_watched() {
    let project = Project::with_invoice();
    project.run(["watch", "invoice", "--data", "-"]).fails_with(2).stderr_has("cannot be watched");
    project.run(["watch", "nothing", "--data", "data.json", "--no-open"]).fails_with(3);
}
