//! The engine with what it keeps between jobs: compiled templates and composers of messages.
//!
//! It opens no file. A child runs jobs with it; without isolation the process itself does.

use std::sync::Arc;

use parking_lot::Mutex;

use super::job::{
    AdmissionRules, Job, JobRefusal, JobResult, MessageParts, MessageWork, ResultProperties,
    WireProblem, WireSignature, Work,
};
use crate::base::shelf::Shelf;
use crate::delivery::codes;
use crate::delivery::mail::{Composer, MailOptions, Parts};
use crate::delivery::settings::Mail;
use crate::documents::receipt;
use crate::documents::tables::Tables;
use crate::documents::{self, DocumentOptions, Generator, Limits, random_bytes};
use crate::templates::bundle::{Key, TemplateBundle};
use crate::templates::{CompiledTemplate, TemplateFiles};
use check::{DataChecker, Strictness};
use engine::budget::Meter;
use engine::editor;
use engine::expr::date::Timestamp;
use engine::host::{CompanionFile, Host};
use engine::pdf::Workspace;
use engine::problem::{Code, Problem};
use engine::resolve::einvoice::MappedInvoice;
use engine::value::Value;

/// Returns `true` if no one waits for the result any more: the client is gone, the time of the
/// request is over, or the service ends.
pub type Abandoned<'a> = &'a (dyn Fn() -> bool + Sync);

/// Title of documents of designs that are not stored.
const PREVIEW_TITLE: &str = "Preview";
/// Maximum number of compiled templates.
const MAX_TEMPLATES: usize = 256;
/// Maximum memory that they take, with their fonts, pictures and letterheads.
const MAX_TEMPLATE_MEMORY: usize = 256 << 20;
/// Maximum number of composers; a batch has one.
const MAX_COMPOSERS: usize = 16;

/// Runs jobs.
pub(crate) struct Runner {
    generator: Arc<Generator>,
    mail: Mail,
    templates: Mutex<Shelf<Key, Arc<CompiledTemplate>>>,
    composers: Mutex<Vec<KnownComposer>>,
}

/// A composer and its sources.
struct KnownComposer {
    options: Option<MailOptions>,
    compiled: Arc<CompiledTemplate>,
    composer: Arc<Composer>,
}

/// A template for a job.
pub(crate) enum Given<'a> {
    /// With its files.
    Bundle(&'a TemplateBundle),
    /// With its files, which were sent.
    Sent(Box<TemplateFiles>),
    /// It was sent before.
    Known,
}

/// An end of a job without a result.
pub(crate) enum Stopped {
    Refused(Box<JobRefusal>),
    /// The template is not known any more.
    NeedsTemplate,
}

impl<T: Into<JobRefusal>> From<T> for Stopped {
    fn from(refused: T) -> Self {
        Self::Refused(Box::new(refused.into()))
    }
}

type JobOutcome<T> = Result<T, Stopped>;

impl Runner {
    /// An engine with the fonts and limits of a generator, and the settings of messages. Files that go
    /// along with messages are not its business.
    pub(crate) fn new(generator: Arc<Generator>, mail: Mail) -> Self {
        let templates = Mutex::new(Self::no_templates());
        Self { generator, mail, templates, composers: Mutex::default() }
    }

    /// Runs a job. `data` is JSON.
    pub(crate) fn run(
        &self,
        job: &Job,
        data: Option<&str>,
        given: Given<'_>,
        workspace: &mut Workspace,
        abandoned: Abandoned<'_>,
    ) -> JobOutcome<JobResult> {
        let limits = job.limits.limits();
        let is_over = limits.expiry();
        let expired = || abandoned() || is_over();
        let host = JobHost { job };
        let at = JobRun { runner: self, job, limits, expired: &expired, host: &host };
        match &job.work {
            Work::Check => at.check(given),
            Work::Problems => at.problems(given, data),
            Work::Document { name, admission } => {
                let compiled = at.compiled(given)?;
                let data = data_value(data.unwrap_or_default())?;
                let strictness = admitted(&compiled, &data, admission.as_ref())?;
                Ok(at.make(&compiled, &data, name, &strictness, workspace)?.0)
            }
            Work::Layout { admission } => at.layout(given, data, admission.as_ref()),
            Work::Tables { table, admission } => {
                at.tables(given, data, table.as_deref(), admission.as_ref())
            }
            Work::Preview => at.preview(given, data, workspace),
            Work::Einvoice => at.einvoice(given, data),
            Work::EditorLayout | Work::Drawing { .. } => at.shown(given, data),
            Work::Admit(admission) => at.admit(given, data, admission),
            Work::Message(message) => at.message(given, data, message, workspace),
        }
    }

    fn no_templates() -> Shelf<Key, Arc<CompiledTemplate>> {
        Shelf::new(MAX_TEMPLATES, MAX_TEMPLATE_MEMORY)
    }

    /// Forgets what is kept.
    pub(crate) fn clear(&self) {
        *self.templates.lock() = Self::no_templates();
        self.composers.lock().clear();
    }

    fn compiled(&self, key: &Key, given: Given<'_>) -> JobOutcome<Arc<CompiledTemplate>> {
        let known = {
            let mut templates = self.templates.lock();
            // Pictures are decoded when they are first drawn, so those that were kept may have grown.
            if templates.is_over() {
                templates.make_room();
            }
            templates.get(key).cloned()
        };
        if let Some(compiled) = known {
            return Ok(compiled);
        }
        let files = match given {
            Given::Known => return Err(Stopped::NeedsTemplate),
            Given::Sent(files) => *files,
            Given::Bundle(bundle) => bundle.files.clone(),
        };
        let loaded = files.load()?;
        let compiled = Arc::new(loaded.compile_all().map_err(JobRefusal::template)?);
        self.templates.lock().insert(*key, Arc::clone(&compiled));
        Ok(compiled)
    }

    fn composer(
        &self,
        options: Option<&MailOptions>,
        compiled: &Arc<CompiledTemplate>,
    ) -> Result<Arc<Composer>, Problem> {
        let mut known = self.composers.lock();
        let is_it = |known: &&KnownComposer| {
            Arc::ptr_eq(&known.compiled, compiled) && known.options.as_ref() == options
        };
        if let Some(known) = known.iter().find(is_it) {
            return Ok(Arc::clone(&known.composer));
        }
        let default = MailOptions::default();
        let composer = Composer::of_template(options.unwrap_or(&default), compiled, &self.mail)?;
        let composer = Arc::new(composer);
        if known.len() >= MAX_COMPOSERS {
            known.remove(0);
        }
        known.push(KnownComposer {
            options: options.cloned(),
            compiled: Arc::clone(compiled),
            composer: Arc::clone(&composer),
        });
        Ok(composer)
    }
}

/// One job under way.
struct JobRun<'a> {
    runner: &'a Runner,
    job: &'a Job,
    limits: Limits,
    expired: &'a (dyn Fn() -> bool + Sync),
    host: &'a JobHost<'a>,
}

/// The host of the engine: a job brings the secret that its template names.
struct JobHost<'a> {
    job: &'a Job,
}

impl Host for JobHost<'_> {
    fn entropy(&self) -> Option<[u8; 32]> {
        random_bytes()
    }

    fn secret(&self, name: &str) -> Option<String> {
        let (known, secret) = self.job.secret.as_ref()?;
        (known == name).then(|| secret.clone())
    }

    fn einvoice(&self, invoice: &MappedInvoice) -> Result<Option<CompanionFile>, Vec<Problem>> {
        documents::einvoice(invoice)
    }
}

impl JobRun<'_> {
    fn document_options(&self) -> DocumentOptions<'_> {
        DocumentOptions {
            report_date: Timestamp::clamped(self.job.report_date),
            locale: self.job.locale.as_deref(),
        }
    }

    fn compiled(&self, given: Given<'_>) -> JobOutcome<Arc<CompiledTemplate>> {
        self.runner.compiled(&self.job.template, given)
    }

    fn options<'o>(&'o self, title: &'o str) -> engine::Options<'o> {
        let generator = &self.runner.generator;
        generator.options(&self.limits, self.expired, title, self.document_options(), self.host)
    }

    fn check(&self, given: Given<'_>) -> JobOutcome<JobResult> {
        let files = files(given)?;
        let template = files.template();
        let budget = self.limits.budget(self.expired);
        let found = check::template(&template, &files.document.bindings, budget)?;
        Ok(findings(found))
    }

    fn problems(&self, given: Given<'_>, data: Option<&str>) -> JobOutcome<JobResult> {
        let files = files(given)?;
        let template = files.template();
        let bindings = &files.document.bindings;
        let library = &files.library.files;
        let options = self.options(PREVIEW_TITLE);
        let mut problems = check::template_with(&template, bindings, library, options.budget)?;
        if let Some(data) = data.map(data_value).transpose()?
            && let Ok(checker) = DataChecker::with_library(&template, bindings, library.clone())
        {
            let checker = checker.with_texts(&files.shared_texts()?.texts);
            problems.extend(checker.problems(&data, &options));
            check::say_once(&mut problems);
        }
        Ok(findings(problems))
    }

    /// A document with its receipt, and its e-invoice.
    fn make(
        &self,
        compiled: &CompiledTemplate,
        data: &Value,
        name: &str,
        strictness: &Strictness,
        workspace: &mut Workspace,
    ) -> Result<(JobResult, Option<CompanionFile>), Problem> {
        let options = self.options(&compiled.title);
        // Requests hear what passes when they are admitted.
        let document = compiled.checker.generate(data, &options, strictness, workspace);
        let (document, _) = document.map_err(|problem| compiled.locate(problem))?;
        let about = receipt::Document::of(&document);
        #[cfg(not(feature = "signatures"))]
        documents::refuse_to_sign(&document)?;
        let generator = &self.runner.generator;
        let receipt = generator.receipt(compiled, data, name, self.document_options(), about);
        let mut warnings = compiled.warnings();
        let found = document.warnings.into_iter();
        warnings.extend(found.map(|problem| compiled.locate(problem)));
        let about = ResultProperties {
            pages: document.pages,
            document_bytes: document.bytes.len() as u64,
            warnings: wire(warnings),
            receipt: Some(Box::new(receipt)),
            message: None,
            signature: document.signature.map(WireSignature::from),
            signing: None,
        };
        Ok((JobResult { about, bytes: document.bytes }, document.einvoice))
    }

    fn layout(
        &self,
        given: Given<'_>,
        data: Option<&str>,
        admission: Option<&AdmissionRules>,
    ) -> JobOutcome<JobResult> {
        let data = data_value(data.unwrap_or_default())?;
        let compiled = self.compiled(given)?;
        let strictness = admitted(&compiled, &data, admission)?;
        let options = self.options(&compiled.title);
        let prepared = compiled.prepared();
        let layout = prepared.layout(&data, &options);
        compiled.checker.admit_layout(&data, layout.as_ref(), &options, &strictness)?;
        let layout = layout?;
        // The layout of a document that cannot be made would promise too much.
        let found = prepared.try_draw(&layout, &options)?;
        let mut warnings = compiled.warnings();
        warnings.extend(found);
        let bytes = serde_json::to_vec(&layout).map_err(|error| {
            Problem::new(Code::Internal, format!("the page model cannot be written: {error}"))
        })?;
        Ok(shown(bytes, layout.pages.len(), warnings))
    }

    fn tables(
        &self,
        given: Given<'_>,
        data: Option<&str>,
        table: Option<&str>,
        admission: Option<&AdmissionRules>,
    ) -> JobOutcome<JobResult> {
        let data = data_value(data.unwrap_or_default())?;
        let compiled = self.compiled(given)?;
        let strictness = admitted(&compiled, &data, admission)?;
        let options = self.options(&compiled.title);
        let prepared = compiled.prepared();
        let layout = prepared.layout_with_values(&data, &options);
        compiled.checker.admit_layout(&data, layout.as_ref(), &options, &strictness)?;
        let layout = layout?;
        // Tables of a document that cannot be made would promise too much.
        let found = prepared.try_draw(&layout, &options)?;
        let mut warnings = compiled.warnings();
        warnings.extend(found);
        let meter = Meter::new(options.budget);
        let bytes = Tables::of(&layout, &meter)?.choose(table)?.to_json()?;
        Ok(shown(bytes, layout.pages.len(), warnings))
    }

    fn preview(
        &self,
        given: Given<'_>,
        data: Option<&str>,
        workspace: &mut Workspace,
    ) -> JobOutcome<JobResult> {
        let data = data_value(data.unwrap_or_default())?;
        let compiled = self.compiled(given)?;
        let prepared = compiled.prepared();
        let document = prepared.generate_in(&data, &self.options(PREVIEW_TITLE), workspace)?;
        let mut warnings = prepared.warnings().to_vec();
        warnings.extend(document.warnings);
        Ok(shown(document.bytes, document.pages, warnings))
    }

    fn shown(&self, given: Given<'_>, data: Option<&str>) -> JobOutcome<JobResult> {
        let data = data_value(data.unwrap_or_default())?;
        let compiled = self.compiled(given)?;
        let (prepared, options) = (compiled.prepared(), self.options(PREVIEW_TITLE));
        let layout = prepared.layout(&data, &options)?;
        let json = match &self.job.work {
            Work::Drawing { pages } => {
                let pages = pages.as_deref();
                editor::Images::default().drawing(prepared, &layout, &options, pages)?
            }
            _ => editor::page_model(&layout).to_string(),
        };
        Ok(shown(json.into_bytes(), layout.pages.len(), Vec::new()))
    }

    /// The XML of an e-invoice, or everything that is wrong with it.
    fn einvoice(&self, given: Given<'_>, data: Option<&str>) -> JobOutcome<JobResult> {
        let data = data_value(data.unwrap_or_default())?;
        let compiled = self.compiled(given)?;
        let (prepared, options) = (compiled.prepared(), self.options(PREVIEW_TITLE));
        let pdf = prepared.template().pdf.as_ref();
        if pdf.is_none_or(|pdf| pdf.einvoice.is_none()) {
            let message = "the template makes no e-invoice";
            return Err(Problem::new(Code::InvalidField, message)
                .pointer("/template/pdf/einvoice")
                .advice("add `einvoice` to `pdf` of the template")
                .into());
        }
        let layout = prepared.layout(&data, &options)?;
        let about = ResultProperties::default();
        let made = prepared.einvoice(&layout, &options);
        let made =
            made.map_err(|problems| JobRefusal { problems, is_of_template: false, about })?;
        let Some(file) = made else {
            let message = "this program does not make e-invoices";
            return Err(Problem::new(Code::EinvoiceNotMade, message)
                .advice("use a build with the feature `einvoice`")
                .into());
        };
        let mut warnings = prepared.warnings().to_vec();
        warnings.extend(layout.notes.iter().cloned());
        warnings.extend(file.warnings);
        Ok(shown(file.bytes, layout.pages.len(), warnings))
    }

    fn admit(
        &self,
        given: Given<'_>,
        data: Option<&str>,
        admission: &AdmissionRules,
    ) -> JobOutcome<JobResult> {
        let data = data_value(data.unwrap_or_default())?;
        let compiled = self.compiled(given)?;
        let options = self.options(&compiled.title);
        let allow = admission.allowed();
        let strictness = compiled.strictness(admission.is_strict, Strictness::mail(), allow);
        let generator = &self.runner.generator;
        let warnings = generator.admit_request(&compiled, &data, &options, &strictness)?;
        Ok(findings(warnings))
    }

    fn message(
        &self,
        given: Given<'_>,
        data: Option<&str>,
        work: &MessageWork,
        workspace: &mut Workspace,
    ) -> JobOutcome<JobResult> {
        let compiled = self.compiled(given)?;
        let data = Value::from_json(data.unwrap_or_default()).map_err(|error| {
            Problem::new(codes::DATA_UNREADABLE, format!("the data is not JSON: {error}"))
        })?;
        let strictness = work.allow.iter().map(|code| code.0);
        let strictness = strictness.fold(Strictness::mail(), Strictness::allow);
        let (mut made, invoice) = match &work.archived {
            None => self.make(&compiled, &data, &work.name, &strictness, workspace)?,
            Some(names) => (JobResult::default(), names.einvoice.as_deref().map(place_of)),
        };
        match self.compose(&compiled, &data, work, &strictness, (&mut made, invoice.as_ref())) {
            Ok(()) => Ok(made),
            // The log says what the document was, although no message carries it.
            Err(problem) => {
                Err(JobRefusal { about: made.about, ..JobRefusal::from(problem) }.into())
            }
        }
    }

    fn compose(
        &self,
        compiled: &Arc<CompiledTemplate>,
        data: &Value,
        work: &MessageWork,
        strictness: &Strictness,
        (made, einvoice): (&mut JobResult, Option<&CompanionFile>),
    ) -> Result<(), Problem> {
        let hash = made.about.receipt.as_ref().map(|it| it.document.reproducible_sha256());
        // An archived document was the planned one when it was archived.
        if let (Some(expected), Some(hash)) = (&work.expected_sha256, hash)
            && expected != hash
        {
            let message = format!("the document is not the planned one: {hash}, not {expected}");
            return Err(Problem::new(codes::PLAN_MISMATCH, message)
                .advice("make and review a new plan: template, data, fonts or program changed"));
        }
        let composer = self.runner.composer(work.options.as_ref(), compiled)?;
        let sent_at = Timestamp::clamped(work.sent_at);
        let locale = self.job.locale.as_deref();
        strictness.admit(composer.missing(data, sent_at, locale)?)?;
        made.about.warnings.extend(wire(composer.untranslated(data, sent_at, locale)?));
        let parts = Parts {
            id: work.id,
            recipient: &work.recipient,
            sent_at,
            locale,
            filename: work
                .archived
                .as_ref()
                .map(|names| &names.pdf)
                .or(work.filename.as_ref())
                .map(String::as_str),
            pdf: &made.bytes,
            link: work.link.as_deref(),
            einvoice,
        };
        let (message, files) = composer.compose_open(data, parts)?;
        made.about.message = Some(MessageParts {
            subject: message.subject,
            filename: message.filename,
            message_id: message.message_id,
            files,
        });
        made.bytes = message.bytes;
        Ok(())
    }
}

/// An e-invoice whose content is put into the message later.
fn place_of(name: &str) -> CompanionFile {
    CompanionFile {
        name: name.to_owned(),
        mime_type: "application/xml",
        bytes: Vec::new(),
        embedding: None,
        values: Vec::new(),
        warnings: Vec::new(),
    }
}

fn files(given: Given<'_>) -> JobOutcome<TemplateFiles> {
    match given {
        Given::Known => Err(Stopped::NeedsTemplate),
        Given::Sent(files) => Ok(*files),
        Given::Bundle(bundle) => Ok(bundle.files.clone()),
    }
}

/// Findings that refuse a document that is not mailed, of data that fits the schema of its template;
/// without `admission` the data was admitted before.
fn admitted(
    compiled: &CompiledTemplate,
    data: &Value,
    admission: Option<&AdmissionRules>,
) -> Result<Strictness, Problem> {
    let lenient = Strictness::lenient();
    let Some(admission) = admission else { return Ok(lenient) };
    compiled.admit(data)?;
    Ok(compiled.strictness(admission.is_strict, lenient, admission.allowed()))
}

/// The data of a request.
fn data_value(text: &str) -> Result<Value, Problem> {
    Value::from_json(text).map_err(|error| {
        let what = error.to_string();
        let what = what.split(" at line ").next().unwrap_or_default().to_owned();
        Problem::new(Code::MalformedJson, format!("the body is not JSON: {what}"))
            .detail("line", error.line())
            .detail("column", error.column())
    })
}

fn wire(problems: Vec<Problem>) -> Vec<WireProblem> {
    problems.into_iter().map(WireProblem::from).collect()
}

fn findings(problems: Vec<Problem>) -> JobResult {
    shown(Vec::new(), 0, problems)
}

fn shown(bytes: Vec<u8>, pages: usize, warnings: Vec<Problem>) -> JobResult {
    JobResult {
        bytes,
        about: ResultProperties { pages, warnings: wire(warnings), ..ResultProperties::default() },
    }
}
