//! Machines that share a queue and have different copies of the templates.

use std::sync::Arc;
use std::time::Duration;

use reportctl::config::{Config, Settings};
use reportctl::delivery::archive::Archive;
use reportctl::delivery::mail::transport::Memory;
use reportctl::delivery::queue::postgres::Postgres;
use reportctl::delivery::queue::{
    Administration, DeliveryLog, Filter, Intake, LogFilter, NewRequest, Queue, Status,
};
use reportctl::delivery::settings::{ArchiveSettings, ArchiveUrl, Mail};
use reportctl::delivery::worker::{
    self, Facts, MessageBuilder, Prepare, RunSummary, Stop, Worker, lacking,
};
use reportctl::documents::Generator;
use reportctl::templates::TemplateName;
use reportctl::{Fonts, Workspace};
use uuid::Uuid;

use crate::project::{Project, document, text};
use crate::queue::fixture::PostgresSchema;

/// A machine with its own templates.
struct Machine {
    project: Project,
    generator: Arc<Generator>,
    mails: Memory,
}

impl Machine {
    fn new(project: Project) -> Self {
        let templates = Some(project.path("templates"));
        let config = Config::from(Settings { templates, ..Settings::default() });
        let generator = Arc::new(Generator::new(config.documents(), Fonts::standard()));
        Self { project, generator, mails: Memory::default() }
    }

    fn version(&self) -> String {
        self.generator.template("", &TemplateName::new("invoice")).unwrap().version.clone()
    }

    fn builder(&self, archive: Option<Arc<Archive>>) -> MessageBuilder {
        let mail = Mail { from: Some("r@example.org".to_owned()), ..Mail::default() };
        MessageBuilder::new(Arc::clone(&self.generator), mail).unwrap().with_archive(archive)
    }

    fn drain(&self, queue: &Arc<Postgres>, version_wait: Duration) -> RunSummary {
        self.drain_by(self.builder(None), queue, version_wait)
    }

    fn drain_by(
        &self,
        builder: MessageBuilder,
        queue: &Arc<Postgres>,
        version_wait: Duration,
    ) -> RunSummary {
        let builder = Arc::new(builder);
        let settings = worker::Settings { version_wait, ..worker::Settings::default() };
        let queue = Arc::clone(queue) as Arc<dyn Queue>;
        let worker = Worker::new(queue, builder, Arc::new(self.mails.clone()), settings);
        worker.drain(None, &Stop::new(), &()).unwrap()
    }
}

fn invoice(says: &str) -> String {
    document("Invoice", &[text("title", says)], "[]")
}

fn accepted(by: &Machine) -> NewRequest {
    NewRequest {
        template_version: Some(by.version()),
        ..NewRequest::new(Uuid::now_v7(), "invoice", r#"{"number": 7}"#, "ana@example.org")
    }
}

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn a_worker_without_the_version_of_a_request_leaves_it_to_one_that_has_it() {
    let Some(schema) = PostgresSchema::new() else { return };
    let queue = Arc::new(Postgres::open(&schema.url().parse().unwrap()).unwrap());
    let first = Machine::new(Project::new().template("invoice", &invoice("Invoice {number}")));
    let none = Machine::new(Project::new());
    let older = Machine::new(Project::new().template("invoice", &invoice("Bill {number}")));
    std::fs::create_dir_all(none.project.path("templates")).unwrap();
    let request = accepted(&first);
    queue.enqueue(std::slice::from_ref(&request)).unwrap();
    for (machine, has) in [(&none, "has none that can be used"), (&older, "this machine has ")] {
        let summary = machine.drain(&queue, HOUR);
        assert_eq!((summary.failed, summary.later, machine.mails.count()), (0, 1, 0));
        let row = queue.get("", request.id).unwrap().unwrap();
        assert_eq!((row.status, row.attempts), (Status::Pending, 0));
        assert_eq!(row.error_code.as_deref(), Some("templateVersion"));
        let message = row.error_message.unwrap();
        assert!(message.contains(&first.version()[..12]) && message.contains(has), "{message}");
        // It does not spin: the row has a pause.
        assert!(row.next_attempt_at > row.created_at + 1000);
        let lacks = lacking(queue.as_ref(), &machine.generator).unwrap();
        assert_eq!((lacks.len(), lacks[0].missed.requests), (1, 1));
        queue.run_now(&Filter::default()).unwrap();
    }
    assert_eq!(lacking(queue.as_ref(), &first.generator), Ok(Vec::new()));
    assert_eq!(first.drain(&queue, HOUR).done, 1);
    assert_eq!(first.mails.count(), 1);
    assert_eq!(lacking(queue.as_ref(), &none.generator), Ok(Vec::new()));
}

#[test]
fn an_archived_document_is_mailed_with_the_texts_of_its_version() {
    let Some(schema) = PostgresSchema::new() else { return };
    let queue = Arc::new(Postgres::open(&schema.url().parse().unwrap()).unwrap());
    let first = Machine::new(Project::new().template("invoice", &invoice("Invoice {number}")));
    let other = Machine::new(Project::new().template("invoice", &invoice("Bill {number}")));
    let folder = tempfile::TempDir::new().unwrap();
    let url = Some(ArchiveUrl::Folder(folder.path().to_owned()));
    let settings = ArchiveSettings { url, ..ArchiveSettings::default() };
    let archive = Archive::open(&settings).unwrap();
    let request = accepted(&first);
    queue.enqueue(std::slice::from_ref(&request)).unwrap();
    // The first machine fails before it sends what it has archived.
    let mut facts = Facts::default();
    let builder = first.builder(archive.clone());
    builder.prepare(&request, &mut Workspace::default(), &mut facts).unwrap();
    let summary = other.drain_by(other.builder(archive.clone()), &queue, HOUR);
    assert_eq!((summary.done, summary.later, other.mails.count()), (0, 1, 0));
    queue.run_now(&Filter::default()).unwrap();
    let summary = first.drain_by(first.builder(archive), &queue, HOUR);
    assert_eq!((summary.done, summary.later, first.mails.count()), (1, 0, 1));
    let mut logged = Vec::new();
    queue
        .read_log(&LogFilter::default(), &mut |entry| {
            logged.push(entry);
            true
        })
        .unwrap();
    let [entry] = logged.as_slice() else { panic!("{logged:?}") };
    assert_eq!((&entry.sha256, &entry.archive), (&facts.sha256, &facts.archive));
    assert_eq!(entry.template_hash, facts.template_hash, "that of the file, as of every document");
    assert_eq!((&entry.receipt, entry.pages), (&facts.receipt, facts.pages));
}

#[test]
fn a_request_that_no_worker_can_make_ends_with_the_version_that_it_wants() {
    let Some(schema) = PostgresSchema::new() else { return };
    let queue = Arc::new(Postgres::open(&schema.url().parse().unwrap()).unwrap());
    let machine = Machine::new(Project::new().template("invoice", &invoice("Invoice {number}")));
    let request = accepted(&machine);
    queue.enqueue(std::slice::from_ref(&request)).unwrap();
    let wanted = machine.version();
    std::fs::write(machine.project.path("templates/invoice.json"), invoice("Bill")).unwrap();
    assert_eq!(machine.drain(&queue, Duration::from_millis(400)).later, 1);
    std::thread::sleep(Duration::from_millis(600));
    assert_eq!(machine.drain(&queue, Duration::from_millis(400)).failed, 1);
    let row = queue.get("", request.id).unwrap().unwrap();
    assert_eq!(row.error_code.as_deref(), Some("templateVersion"));
    assert!(row.error_message.unwrap().contains(&wanted[..12]));
    // Retried, it takes what there is.
    assert_eq!(queue.retry(&Filter::default()), Ok(1));
    assert_eq!((machine.drain(&queue, HOUR).done, machine.mails.count()), (1, 1));
}

#[test]
fn the_version_of_a_template_has_its_texts_and_library_files_but_not_its_spelling() {
    let named = r#"{"name": "T", "template": {"extensions": 1, "page": {"width": 100, "height": 100},
        "pdf": {"attachments": [{"name": "terms.txt", "source": "lib:terms.txt"}]},
        "schemas": []}, "bindings": []}"#;
    let version = |project: Project, name: &str| {
        let machine = Machine::new(project);
        let compiled = machine.generator.template("", &TemplateName::new(name));
        compiled.unwrap_or_else(|problem| panic!("{problem:?}")).version.clone()
    };
    let project = |says: &str, terms: &str| {
        let project = Project::new().template("invoice", &invoice(says));
        let project = project.file("templates/texts/de.json", r#"{"a": "b"}"#);
        project.file("library/terms.txt", terms).template("named", named)
    };
    let first = version(project("x", "terms"), "invoice");
    let spelled = project("x", "terms").file("templates/invoice.json", invoice("x") + "\n\n");
    assert_eq!(version(spelled, "invoice"), first);
    assert_ne!(version(project("y", "terms"), "invoice"), first);
    let texts = project("x", "terms").file("templates/texts/de.json", r#"{"a": "c"}"#);
    assert_ne!(version(texts, "invoice"), first);
    let of_library = |terms| version(project("x", terms), "named");
    assert_eq!(of_library("terms"), of_library("terms"));
    assert_ne!(of_library("terms"), of_library("others"));
}
