//! A shell that follows a page.

use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::markdown::{blocks, page, transcript};
use crate::documents;
use crate::queue::fixture::PostgresSchema;

/// Command with which the README runs the program from a checkout; the tests have it built already.
const FROM_SOURCE: &str = "cargo run --no-default-features --features render -- ";

/// Commands that are shown but not run, each with the reason.
pub(super) const NOT_RUN: [(&str, &str); 6] = [
    ("cargo test", "runs this very test"),
    ("UPDATE_GENERATED=1 cargo test", "runs this very test"),
    ("UPDATE_GENERATED=1 cargo test --test cases layout", "runs tests in a test"),
    (
        "cargo install --locked --path .",
        "changes the reader's machine; the binary it builds runs here",
    ),
    ("cargo bench", "takes minutes"),
    ("cargo bench -- --quick", "takes a minute; run by .ci/run"),
];

/// A database that readers have; here, a schema of a server to test on.
const DATABASE: &str = "postgres://reportctl@db.example.org/reportctl";

/// Files that readers are supposed to have themselves.
const OWN_FILES: [(&str, &str); 2] = [
    ("my-reports/fonts/House.ttf", "tests/fonts/LiberationSans-Regular.ttf"),
    ("my-reports/fonts/Other.otf", "tests/fonts/FixtureCubic.otf"),
];

/// Mark of a page that continues where the first report of the README ends.
const CONTINUES: &str = "The commands on this page run in `my-reports`";

/// A shell in a copy of what the documentation needs of a checkout. `cd` lasts from one command
/// to the next, and so does what is started with `&`, until the shell is dropped.
pub(super) struct Shell {
    folder: TempDir,
    place: PathBuf,
    /// What the documentation calls the ports 8080 and 8081; those may be taken here.
    ports: [(&'static str, String); 2],
    /// What the documentation calls [`DATABASE`], where there is a server to test on.
    database: Option<PostgresSchema>,
    /// Process groups of what was started with `&`.
    started: Vec<u32>,
}

impl Drop for Shell {
    fn drop(&mut self) {
        for group in self.started.drain(..) {
            let group = format!("-{group}");
            let signal = |name: &str| {
                let sent = Command::new("kill").args([name, "--", &group]).output();
                sent.is_ok_and(|output| output.status.success())
            };
            signal("-TERM");
            let start = Instant::now();
            while signal("-0") && start.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(Duration::from_millis(20));
            }
            signal("-KILL");
        }
    }
}

impl Shell {
    /// A shell in the folder that the page says: `my-reports` after the first report, a folder that
    /// `init` made, or the checkout.
    pub(super) fn at_start_of(name: &str) -> Self {
        let text = page(name);
        let mut shell = Self::in_checkout(text.contains(DATABASE));
        if text.contains(CONTINUES) {
            let readme = page("README.md");
            let (before, after) = readme.split_once("\n## First report\n").unwrap();
            let chapter = after.split("\n## ").next().unwrap();
            shell.follow_text("README.md", before.lines().count() + 1, chapter);
        } else if name == "src/cli/init/README.md" {
            shell.run("reportctl init new && cd new", name);
        }
        shell
    }

    fn in_checkout(database: bool) -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("home")).unwrap();
        for name in ["templates", "samples", "packaging"] {
            copy(&documents::root().join(name), &folder.path().join(name));
        }
        for (name, source) in OWN_FILES {
            copy(&documents::root().join(source), &folder.path().join(name));
        }
        let place = folder.path().to_owned();
        // Kept open together, so that they differ.
        let listeners = [0, 1].map(|_| TcpListener::bind("127.0.0.1:0").unwrap());
        let [first, second] =
            listeners.map(|listener| listener.local_addr().unwrap().port().to_string());
        let database = if database { PostgresSchema::new() } else { None };
        let ports = [(":8080", format!(":{first}")), (":8081", format!(":{second}"))];
        Self { folder, place, ports, database, started: Vec::new() }
    }

    /// Runs the commands of every block, in order, and says how many there were.
    pub(super) fn follow(&mut self, name: &str) -> usize {
        self.follow_text(name, 0, &page(name))
    }

    /// The same of a part of a page, which has so many lines before it.
    fn follow_text(&mut self, name: &str, before: usize, text: &str) -> usize {
        let mut commands = 0;
        for block in blocks(text) {
            let place = format!("{name}:{}", before + block.line);
            if let Some(file) = block.file() {
                fs::write(self.place.join(file), &block.text).unwrap();
            }
            match block.language() {
                "sh" => {
                    for line in block.text.lines() {
                        self.run(line, &place);
                        commands += 1;
                    }
                }
                "console" => {
                    for (line, expected) in transcript(&block.text) {
                        assert_eq!(self.run(line, &place), expected, "{place}: {line}");
                        commands += 1;
                    }
                }
                _ => {}
            }
        }
        commands
    }

    /// Runs one line, expects the exit code that it documents (`# exits 7`, else 0), and gives back
    /// what appears on the terminal.
    fn run(&mut self, line: &str, place: &str) -> String {
        if NOT_RUN.iter().any(|(command, _)| *command == line) {
            return String::new();
        }
        let (command, code) = match line.rsplit_once("# exits ") {
            Some((command, code)) => (command.trim_end(), code.parse().unwrap()),
            None => (line, 0),
        };
        let mut command = command.replace(FROM_SOURCE, "reportctl ");
        if command.contains(DATABASE) {
            let Some(database) = &self.database else { return String::new() };
            command = command.replace(DATABASE, &format!("'{}'", database.url()));
        }
        for (written, real) in &self.ports {
            command = command.replace(written, real);
        }
        let listen = format!("127.0.0.1{}", self.ports[0].1);
        let leave = self.folder.path().join("place");
        let script = format!(
            "exec 2>&1; set -o pipefail; trap 'pwd > \"{}\"' EXIT\n{command}",
            leave.display()
        );
        let mut programs = vec![binary_folder()];
        programs.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        // To a file: a pipe would stay open as long as anything that was started.
        let terminal = self.folder.path().join("terminal");
        let mut shell = Command::new("bash")
            .args(["--noprofile", "--norc", "-c", &script])
            .env_clear()
            .env("PATH", std::env::join_paths(programs).unwrap())
            .env("HOME", self.folder.path().join("home"))
            .env("REPORTCTL_LISTEN", listen)
            .current_dir(&self.place)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&terminal).unwrap())
            .process_group(0)
            .spawn()
            .unwrap();
        if command.trim_end().ends_with('&') {
            self.started.push(shell.id());
        }
        let status = shell.wait().unwrap();
        let mut said = String::from_utf8_lossy(&fs::read(&terminal).unwrap()).into_owned();
        // The next prompt starts on a line of its own.
        if !said.is_empty() && !said.ends_with('\n') {
            said.push('\n');
        }
        for (written, real) in &self.ports {
            said = said.replace(real, written);
        }
        assert_eq!(status.code(), Some(code), "{place}: {line}\n{said}");
        self.place = fs::read_to_string(&leave).unwrap().trim_end().into();
        said
    }
}

fn binary_folder() -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_reportctl")).parent().unwrap().to_owned()
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
}
