//! A working folder with a mail server and a database, for workers that are processes of their
//! own.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use mail_parser::{MessageParser, MimeHeaders};
use reportctl::base::hash::sha256;
use reportctl::config::{Config, Settings};
use reportctl::delivery::queue::{
    self, Filter, LogEntry, LogFilter, NewRequest, Outcome, Queue, Request, Status,
};
use reportctl::expr::date::Timestamp;
use uuid::Uuid;

use crate::mail::server::MailServer;
use crate::project::{Project, document, text};
use crate::tools;

/// A folder, a mail server, and a database.
pub(crate) struct MailFixture {
    pub(crate) project: Project,
    pub(crate) server: MailServer,
    /// The URL of the schema in PostgreSQL, the server that it is on, and its name, which is also
    /// what connections call themselves.
    postgres: Option<(String, String, String)>,
    /// Further variables of the program.
    pub(crate) variables: Vec<(&'static str, String)>,
}

impl MailFixture {
    /// With SQLite.
    pub(crate) fn new() -> Self {
        // The lease of the defaults: a worker that a busy machine keeps waiting is not taken for
        // one that is gone.
        let project = Project::with_invoice().file("reportctl.yaml", settings(60));
        Self { project, server: MailServer::plain(), postgres: None, variables: Vec::new() }
    }

    /// With PostgreSQL, in a schema of its own; nothing without a server to test on.
    pub(crate) fn on_postgres() -> Option<Self> {
        const VARIABLE: &str = "REPORTCTL_TEST_DATABASE_URL";
        let Some(server) = std::env::var(VARIABLE).ok().filter(|url| !url.is_empty()) else {
            tools::missing(&format!("{VARIABLE} is not set"));
            return None;
        };
        let name = format!("test_{}", Uuid::now_v7().simple());
        let sign = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{sign}options=-csearch_path%3D{name}&application_name={name}");
        let mut fixture = Self::new();
        fixture.postgres = Some((url, server, name));
        Some(fixture)
    }

    /// The queue, as another process sees it.
    pub(crate) fn queue(&self) -> Arc<dyn Queue> {
        let database_url = self.postgres.as_ref().map(|(url, _, _)| url.parse().unwrap());
        let state = Some(self.project.path(".reportctl"));
        let settings = Settings { state, database_url, ..Settings::default() };
        queue::open(&Config::from(settings).database()).unwrap()
    }

    /// Returns `true` if a process holds the lock of a database in SQLite. Locks in PostgreSQL are on rows alone.
    pub(crate) fn is_locked(&self) -> bool {
        if self.postgres.is_some() {
            return false;
        }
        let path = self.project.path(".reportctl/state.db");
        let database = rusqlite::Connection::open(path).unwrap();
        database.busy_timeout(Duration::ZERO).unwrap();
        database.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err()
    }

    /// Adds a file to the folder.
    pub(crate) fn file(&self, name: &str, content: &str) {
        std::fs::write(self.project.path(name), content).unwrap();
    }

    /// Adds requests for `{number}@example.com`, of the template `invoice`.
    pub(crate) fn add(&self, numbers: std::ops::Range<usize>) {
        let all: Vec<NewRequest> = numbers.map(request).collect();
        assert_eq!(self.queue().enqueue(&all).unwrap(), all.len());
    }

    /// The program in the folder, with the server and the database.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reportctl"));
        command.args(arguments).current_dir(self.project.path(""));
        command.envs(self.server.variables());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.env_remove("REPORTCTL_DATABASE_URL");
        if let Some((url, _, _)) = &self.postgres {
            command.env("REPORTCTL_DATABASE_URL", url);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Replaces the template by one that says this.
    pub(crate) fn template(&self, says: &str) {
        std::fs::write(self.project.path("templates/invoice.json"), invoice(says)).unwrap();
    }

    /// Replaces the settings: the seconds of leases, and others.
    pub(crate) fn settings(&self, lease: u32, more: &str) {
        let all = settings(lease) + more;
        std::fs::write(self.project.path("reportctl.yaml"), all).unwrap();
    }

    /// Keeps documents in the folder `archive`.
    pub(crate) fn archive(&self) {
        std::fs::create_dir_all(self.project.path("archive")).unwrap();
        self.settings(60, "archive: {url: archive}\n");
    }

    /// A connection to the schema in PostgreSQL, apart from those of the program.
    pub(crate) fn client(&self) -> postgres::Client {
        let (_, server, name) = self.postgres.as_ref().unwrap();
        let mut client = postgres::Client::connect(server, postgres::NoTls).unwrap();
        client.batch_execute(&format!("SET search_path = {name}")).unwrap();
        client
    }

    /// Breaks all connections to the schema in PostgreSQL, and returns how many.
    pub(crate) fn cut_connections(&self) -> i64 {
        let (_, _, name) = self.postgres.as_ref().unwrap();
        let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                   WHERE application_name = $1";
        self.client().query_one(cut, &[name]).unwrap().get(0)
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).spawn().unwrap()
    }

    pub(crate) fn rows(&self) -> Vec<Request> {
        self.queue().list(&Filter::default()).unwrap()
    }

    pub(crate) fn log(&self) -> Vec<LogEntry> {
        let mut all = Vec::new();
        self.queue()
            .read_log(&LogFilter::default(), &mut |entry| {
                all.push(entry);
                true
            })
            .unwrap();
        all
    }

    /// Compares what the server took with what the rows and the log say: no recipient got two messages,
    /// every recipient of one has it, and the attachment is the document of the log.
    pub(crate) fn audit(&self) -> Audit {
        let audit = self.tally();
        let delivered = self.delivered();
        for row in self.rows() {
            let is_unknown = row.error_code.as_deref() == Some("deliveryUnknown");
            assert!(
                !is_unknown || !delivered.contains_key(&row.request.id),
                "it is known: {row:?}"
            );
        }
        audit
    }

    /// The same, where workers may be slow to hear that their rows were taken from them: the log
    /// may know more than a row of unknown delivery.
    pub(crate) fn tally(&self) -> Audit {
        let mut received: HashMap<String, Vec<u8>> = HashMap::new();
        for message in self.server.received() {
            let [to] = message.to.as_slice() else { panic!("one recipient: {:?}", message.to) };
            let twice = received.insert(to.clone(), message.bytes);
            assert!(twice.is_none(), "{to} has two messages");
        }
        let delivered = self.delivered();
        let mut audit = Audit::default();
        for row in self.rows() {
            let (id, email) = (row.request.id, &row.request.email);
            match (row.status, row.error_code.as_deref()) {
                (Status::Done, _) => {
                    audit.done += 1;
                    let bytes = received.get(email).unwrap_or_else(|| panic!("{email}: lost"));
                    assert_eq!(Some(attachment(bytes)), delivered[&id].sha256, "{email}");
                }
                (Status::Error, Some("deliveryUnknown")) => audit.unknown += 1,
                (Status::Pending, _) => audit.pending += 1,
                other => panic!("{email}: {other:?} {:?}", row.error_message),
            }
        }
        assert!(received.len() <= audit.done + audit.unknown);
        audit
    }

    /// Log entries of deliveries, by request: one for each.
    fn delivered(&self) -> HashMap<Uuid, LogEntry> {
        let mut delivered: HashMap<Uuid, LogEntry> = HashMap::new();
        for entry in self.log().into_iter().filter(|entry| entry.outcome == Outcome::Delivered) {
            let twice = delivered.insert(entry.request.unwrap(), entry);
            assert!(twice.is_none(), "logged twice: {twice:?}");
        }
        delivered
    }

    /// Runs workers until no row waits any more.
    pub(crate) fn drain(&self) {
        let deadline = Instant::now() + Duration::from_secs(120);
        loop {
            let output = self.run(&["worker", "--once", "--quiet"]);
            let said = String::from_utf8_lossy(&output.stderr);
            // Rows of unknown delivery are failures.
            assert!(matches!(output.status.code(), Some(0 | 6)), "{:?} {said}", output.status);
            let pending = Filter { status: Some(Status::Pending), ..Filter::default() };
            if self.queue().list(&pending).unwrap().is_empty() {
                return;
            }
            assert!(Instant::now() < deadline, "rows are left: {said}");
            sleep(Duration::from_millis(200));
        }
    }
}

/// Settings with a lease of so many seconds.
fn settings(lease: u32) -> String {
    format!("worker: {{leaseSeconds: {lease}, pollSeconds: 0.2}}\n")
}

/// The template `invoice` with another text.
pub(crate) fn invoice(says: &str) -> String {
    document("Invoice", &[text("title", says)], "[]")
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
}

/// Waits until something is there.
pub(crate) fn wait_for(what: &str, is_there: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !is_there() {
        assert!(Instant::now() < deadline, "waited for {what}");
        sleep(Duration::from_millis(5));
    }
}

impl Drop for MailFixture {
    fn drop(&mut self) {
        if let Some((_, server, name)) = &self.postgres {
            let drop = format!("DROP SCHEMA IF EXISTS {name} CASCADE");
            let _ = postgres::Client::connect(server, postgres::NoTls)
                .and_then(|mut client| client.batch_execute(&drop));
        }
    }
}

/// Numbers of rows by outcome.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Audit {
    pub(crate) done: usize,
    pub(crate) unknown: usize,
    pub(crate) pending: usize,
}

/// SHA-256 of the PDF in a message.
fn attachment(message: &[u8]) -> String {
    let parsed = MessageParser::default().parse(message).unwrap();
    let pdf = parsed
        .attachments()
        .find(|part| part.content_type().is_some_and(|kind| kind.subtype() == Some("pdf")));
    sha256(pdf.unwrap().contents())
}

/// A request of the template `invoice`.
pub(crate) fn request(number: usize) -> NewRequest {
    let data = format!(r#"{{"number": {number}}}"#);
    NewRequest {
        report_date: Timestamp::clamped(1_769_860_800),
        requested_by: "ana".to_owned(),
        ..NewRequest::new(Uuid::now_v7(), "invoice", data, format!("{number}@example.com"))
    }
}

/// A number from the environment, for runs that may take their time.
pub(crate) fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().map_or(default, |text| text.parse().unwrap())
}

/// The output of a process that must end well.
pub(crate) fn finish(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{:?} {stderr}", output.status);
    stderr
}

/// Path of a file of the outbox.
pub(crate) fn outbox(project: &Project) -> PathBuf {
    project.path(".reportctl/outbox")
}
