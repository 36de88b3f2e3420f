//! The mailed batch: its rows are recorded as requests under a key, then delivered at once.
//!
//! Run again after whatever ended it, it records what is not recorded yet and delivers what is not
//! delivered: the same row of the same batch is the same request. A key stands for one batch, and
//! is refused for anything else.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use super::compile;
use super::report::{MOST_LISTED, Mailed, Report, Written};
use crate::batch::{Batch, Common, Ended, Folder, Made, Mailing, Plan, Prescan, Read, Row, To};
use crate::cli::args::BatchArgs;
use crate::cli::context::Context;
use crate::cli::failure::Outcome;
use crate::cli::unsent;
use crate::cli::{letter, worker};
use crate::clock;
use crate::data::rows::Input;
use crate::documents::{CompiledTemplate, Generator, TemplateName};
use crate::expr::date::Timestamp;
use crate::mail::{Composer, Policy, Transport, transport};
use crate::problem::{Code, Problem, Result, quoted};
use crate::queue::{
    self, Ended as Fate, Filter, LogEntry, LogFilter, NewRequest, Queue, Status, Summary as Numbers,
};
use crate::util::hash::sha256;
use crate::worker::{MessageBuilder, Observer, Settings, Settled, Stop, Summary, Worker};

/// Longest key of a batch, in bytes.
const MAX_KEY: usize = 200;
/// Requests that are recorded together.
const TOGETHER: (usize, usize) = (500, 4 << 20);
/// How far the clock may have been set back since a batch was begun.
const CLOCK_TOLERANCE: i64 = 86_400_000;

/// What the log knows of a batch.
#[derive(Default)]
struct Logged {
    /// Whether there is a batch: one of which no row can be used does not begin.
    is_begun: bool,
    /// Requests that left already, and whether that is certain: their rows may have been purged.
    left: HashMap<Uuid, bool>,
    /// Details of the entries of rows that could not be used.
    refused: HashSet<String>,
}

/// What is mailed, and by whom.
pub(super) struct BatchContext<'a> {
    pub(super) args: &'a BatchArgs,
    pub(super) context: &'a Context<'a>,
    pub(super) tenant: String,
    pub(super) name: TemplateName,
    pub(super) generator: &'a Arc<Generator>,
    pub(super) input: &'a Input,
}

/// What the flags say about mail; nothing for a batch without.
///
/// # Errors
/// Those of texts, addresses, attached files and settings.
pub(super) fn mailing(
    args: &BatchArgs,
    compiled: &CompiledTemplate,
    context: &Context<'_>,
) -> Result<Option<Mailing>> {
    let to = match (&args.to, &args.email_field) {
        (Some(text), _) => To::Text(compile("--to", text)?),
        (None, Some(name)) => To::Field(name.clone()),
        (None, None) => return Ok(None),
    };
    let settings = &context.config.mail;
    let letter = letter::from_flags(&args.letter, settings)?;
    Ok(Some(Mailing {
        to,
        composer: Composer::new(&letter, &compiled.mail, settings)?,
        policy: Policy::new(&settings.recipients)?,
        letter,
    }))
}

/// A batch that is to be mailed.
pub(super) struct MailedBatch<'a> {
    subject: &'a BatchContext<'a>,
    key: String,
    /// Hash of all that the batch is made from.
    origin: String,
    letter_hash: String,
    /// Where it is recorded; nothing for a plan.
    backend: Option<Backend>,
}

struct Backend {
    queue: Arc<dyn Queue>,
    transport: Arc<dyn Transport>,
    /// The batch, when it was begun before.
    known: Option<queue::Batch>,
}

impl<'a> MailedBatch<'a> {
    /// # Errors
    /// `planMismatch` for a plan of something else, `batchKey` for a key of another batch, and
    /// those of input, settings and database.
    pub(super) fn new(
        subject: &'a BatchContext<'a>,
        mailing: &Mailing,
        compiled: &CompiledTemplate,
        applied: Option<&Plan>,
    ) -> Result<Self> {
        let args = subject.args;
        let letter_hash = letter_hash(subject.context, mailing, compiled);
        let input = subject.input.sha256()?;
        let name = subject.name.as_str();
        let hash = sha256(json!([input, name, compiled.hash]).to_string().as_bytes());
        let (mut key, mut origin) = (hash.get(..16).unwrap_or_default().to_owned(), None);
        if let Some(plan) = applied {
            key = plan_key(plan, &letter_hash)?.to_owned();
            origin = Some(format!("plan {}", plan.sha256));
        }
        match &args.key {
            Some(asked) if applied.is_some() && *asked != key => {
                let message = format!("the plan is for the key {}", quoted(&key));
                return Err(Problem::new(Code::Usage, message).advice("leave `--key` out"));
            }
            Some(asked) => key = checked_key(asked)?.to_owned(),
            None => {}
        }
        let origin = origin.unwrap_or_else(|| {
            let to = match &mailing.to {
                To::Text(text) => json!(["text", text.source()]),
                To::Field(name) => json!(["field", name]),
            };
            let date = args.document.creation_date.map(Timestamp::seconds);
            let path = args.path.as_deref();
            let all = json!([hash, path, to, mailing.letter, date]);
            sha256(all.to_string().as_bytes())
        });
        let mut post = Self { subject, key, origin, letter_hash, backend: None };
        if args.plan.is_none() {
            let config = &subject.context.config;
            let transport = Arc::from(transport::open(&config.mail)?);
            let queue = queue::open(config)?;
            let known = queue.batch(&subject.tenant, &post.key)?;
            if let Some(known) = &known {
                post.refuse_another(known)?;
            }
            post.backend = Some(Backend { queue, transport, known });
        }
        Ok(post)
    }

    /// The key of the batch.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Hash of what the messages are made of, the rows left out.
    pub(super) fn letter_hash(&self) -> &str {
        &self.letter_hash
    }

    /// The date of the reports, where the batch was begun before.
    pub(super) fn report_date(&self) -> Option<Timestamp> {
        self.backend.as_ref()?.known.as_ref()?.report_date
    }

    fn refuse_another(&self, known: &queue::Batch) -> Result<()> {
        if known.origin.as_ref() == Some(&self.origin) {
            return Ok(());
        }
        let what = "other data, another template, or other flags";
        let message = format!("the batch {} was begun with {what}", quoted(&self.key));
        Err(Problem::new(Code::BatchKey, message)
            .advice(format!(
                "to go on with it, run it as it was; with a mended template, `reportctl queue \
                 retry --batch {0}` and a worker send what failed; another `--key` makes a batch \
                 of its own, which sends to everybody",
                self.key
            ))
            .detail("key", self.key.clone()))
    }

    /// Checks all rows, records them, and delivers what is not delivered yet.
    pub(super) fn run(
        &self,
        batch: &Batch<'_>,
        applied: Option<&Plan>,
        stop: &Stop,
        mut report: Report<'_>,
    ) -> Outcome {
        let prescan = batch.prescan(|Ended { row, result }| report.looked_at(&row, result))?;
        report.begin("recording", prescan.rows(), "rows");
        report.detail_rows(batch.input);
        report.warn(batch.duplicate_recipients(&prescan));
        report.looked_at_all();
        let (Some(mailing), Some(backend)) = (&batch.mailing, &self.backend) else {
            return report.finish(Ok(()));
        };
        mailing.policy.check_count(prescan.messages())?;
        if stop.is_requested() {
            return report.finish(Ok(()));
        }
        // Where there is nothing to record, as after a typo in a flag, the key stays free.
        let delivered = match backend.known.is_some() || prescan.messages() > 0 {
            true => self.begin(backend, batch, mailing)?,
            false => Logged::default(),
        };
        let before = self.numbers(backend)?;
        let (ended, already_sent) =
            self.record(backend, batch, &prescan, applied, delivered, &mut report)?;
        if let Some(plan) = applied {
            report.missing(plan.beyond(prescan.rows()));
        }
        let (drained, told) = self.deliver(backend, stop, &mut report)?;
        let after = self.numbers(backend)?;
        self.tell_others(backend, &after, &told, &mut report)?;
        let mail = &self.subject.context.config.mail;
        report.mailed = Some(Mailed {
            key: self.key.clone(),
            transport: backend.transport.describe(),
            redirect: mail.recipients.redirect_all_to.clone(),
            messages: prescan.messages(),
            has_copies: prescan.has_copies(),
            repeated_recipients: prescan.repeated_recipients(),
            sent: after.done.saturating_sub(before.done),
            already_sent,
            waiting: after.pending,
            unknown: after.unknown,
            not_sent: after.error,
            next_due: drained.next_due,
            held_up: drained.held_up,
        });
        report.finish(ended)
    }

    fn filter(&self) -> Filter {
        Filter {
            tenant: Some(self.subject.tenant.clone()),
            batch: Some(self.key.clone()),
            ..Filter::default()
        }
    }

    fn numbers(&self, backend: &Backend) -> Result<Numbers> {
        backend.queue.summary(&self.filter())
    }

    /// Begins the batch, or goes on with it.
    fn begin(&self, backend: &Backend, batch: &Batch<'_>, mailing: &Mailing) -> Result<Logged> {
        let tenant = &self.subject.tenant;
        let begun = backend.queue.begin_batch(&queue::Batch {
            tenant: tenant.clone(),
            key: self.key.clone(),
            template: self.subject.name.to_string(),
            mail: mailing.letter.clone(),
            created_at: clock::millis(),
            origin: Some(self.origin.clone()),
            report_date: Some(batch.report_date),
        })?;
        // Somebody else may have been faster.
        self.refuse_another(&begun)?;
        let mut logged = Logged { is_begun: true, ..Logged::default() };
        if backend.known.is_some() {
            let filter = LogFilter {
                tenant: Some(tenant.clone()),
                template: Some(self.subject.name.to_string()),
                since: Some(begun.created_at.saturating_sub(CLOCK_TOLERANCE)),
                ..LogFilter::default()
            };
            backend.queue.read_log(&filter, &mut |entry| {
                let is_delivered = entry.outcome == queue::Outcome::Delivered;
                match entry.request {
                    Some(id) if is_delivered || entry.outcome == queue::Outcome::Unknown => {
                        *logged.left.entry(id).or_default() |= is_delivered;
                    }
                    None => logged.refused.extend(entry.detail),
                    Some(_) => {}
                }
                true
            })?;
        }
        Ok(logged)
    }

    /// Records the requests of all rows that can be used. Gives whether the input could be read to
    /// its end, and how many messages were delivered before.
    fn record(
        &self,
        backend: &Backend,
        batch: &Batch<'_>,
        prescan: &Prescan,
        applied: Option<&Plan>,
        logged: Logged,
        report: &mut Report<'_>,
    ) -> Result<(Result<()>, u64)> {
        let args = self.subject.args;
        let folder = args.out_dir.as_deref().map(Folder::open).transpose()?;
        let user = self.subject.context.user();
        let Some(mailing) = &batch.mailing else { return Ok((Ok(()), 0)) };
        let common = Common {
            tenant: &self.subject.tenant,
            key: &self.key,
            template: self.subject.name.as_str(),
            template_hash: &batch.compiled.hash,
            letter: &mailing.letter,
            report_date: batch.report_date,
            user: &user,
        };
        let mut buffer = EnqueueBuffer::new(backend.queue.as_ref(), logged);
        let mut tell = |row: Row, result: Result<(Vec<NewRequest>, Option<Written>)>| {
            if !prescan.is_usable(row.number) {
                // It was told before; the log keeps it, because there is no request of it.
                if let Err(problem) = result {
                    buffer.refuse(common.refusal(&row, &problem, clock::millis()));
                }
                return;
            }
            match result {
                Ok((requests, written)) => {
                    match written {
                        Some(written) => report.tell(&row, Ok(written)),
                        None => report.recorded(),
                    }
                    buffer.add(requests);
                    if buffer.trouble.is_some() {
                        batch.stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(problem) => report.tell(&row, Err(problem)),
            }
        };
        let ended = if folder.is_some() || applied.is_some() {
            let take = |read: &Read<'_>, made: Made| {
                if let Some(plan) = applied {
                    plan.check(read, &made, &batch.compiled.hash)?;
                }
                let bytes = &made.document.bytes;
                let outgoing = made.outgoing.as_ref();
                let sha256 = sha256(bytes);
                let requests = outgoing.map(|to| common.requests(read, to, Some(&sha256)));
                if let Some(folder) = &folder {
                    folder.write(&made.file, bytes)?;
                }
                let written = folder.as_ref().map(|_| Written::of(&made.document));
                Ok((requests.unwrap_or_default(), written))
            };
            batch.run(prescan, take, |Ended { row, result }| tell(row, result))
        } else {
            let take =
                |read: &Read<'_>, outgoing| Ok((common.requests(read, &outgoing, None), None));
            let mut tell = |row, result: Result<Option<_>>| {
                tell(row, result.map(Option::unwrap_or_default));
            };
            batch.address(prescan, take, |Ended { row, result }| tell(row, result))
        };
        buffer.finish().map(|already_sent| (ended, already_sent))
    }

    /// Delivers what waits. Gives what came of it, and the requests whose failure was told.
    fn deliver(
        &self,
        backend: &Backend,
        stop: &Stop,
        report: &mut Report<'_>,
    ) -> Result<(Summary, HashSet<Uuid>)> {
        let config = &self.subject.context.config;
        // Whoever runs it again does not want to wait for what was put off.
        if backend.known.is_some() {
            backend.queue.run_now(&self.filter())?;
        }
        let waiting = self.numbers(backend)?.pending;
        report.begin("mailing", waiting, "messages");
        if stop.is_requested() || waiting == 0 {
            return Ok((Summary::default(), HashSet::new()));
        }
        let mut settings = Settings::new(config);
        if let Some(jobs) = self.subject.args.jobs {
            settings.jobs = jobs.get().into();
        }
        let builder = MessageBuilder::new(Arc::clone(self.subject.generator), config.mail.clone())?;
        let (queue, transport) = (Arc::clone(&backend.queue), Arc::clone(&backend.transport));
        let worker = Worker::new(queue, Arc::new(builder), transport, settings);
        let reporter = Reporter(Mutex::new((report, HashSet::new())));
        let batch = Some((self.subject.tenant.as_str(), self.key.as_str()));
        let drained = worker.drain(batch, stop, &reporter)?;
        let (_, told) = reporter.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok((drained, told))
    }

    /// Tells what failed in earlier runs and other workers.
    fn tell_others(
        &self,
        backend: &Backend,
        after: &Numbers,
        told: &HashSet<Uuid>,
        report: &mut Report<'_>,
    ) -> Result<()> {
        report.is_over = true;
        let mut untold = after.error.saturating_sub(told.len() as u64);
        if untold == 0 {
            return Ok(());
        }
        let limit = Some(MOST_LISTED.saturating_add(told.len()));
        let filter = Filter { status: Some(Status::Error), limit, ..self.filter() };
        let failed = backend.queue.list(&filter)?;
        for failed in failed.iter().rev().filter(|failed| !told.contains(&failed.request.id)) {
            let message = failed.error_message.as_deref().unwrap_or("no reason is recorded");
            report.fail(
                &row_of(&failed.request),
                problem_of(&failed.request, failed.error_code.as_deref(), message),
            );
            untold = untold.saturating_sub(1);
        }
        report.failed_untold(untold);
        Ok(())
    }
}

/// Hash of what messages are made of, the rows left out.
fn letter_hash(context: &Context<'_>, mailing: &Mailing, compiled: &CompiledTemplate) -> String {
    let mail = &context.config.mail;
    let texts = [&mail.from, &mail.reply_to, &mail.html];
    let more = [&mail.subject, &mail.body, &mail.filename];
    let all = json!([
        mailing.letter,
        compiled.mail,
        texts,
        more,
        mail.cc,
        mail.bcc,
        mailing.composer.attached_hash(),
    ]);
    sha256(all.to_string().as_bytes())
}

/// The key of a plan, whose messages must be those of today.
fn plan_key<'p>(plan: &'p Plan, letter_hash: &str) -> Result<&'p str> {
    let refuse = |message: &str, advice: &'static str| {
        Err(Problem::new(Code::PlanMismatch, message).advice(advice))
    };
    let Some(key) = &plan.header.key else {
        return refuse(
            "the plan was made without mail",
            "apply it with `--no-mail`, or make a plan with the flags that say who gets mail",
        );
    };
    if plan.header.letter_hash.as_deref() != Some(letter_hash) {
        return refuse(
            "the messages would say something else than planned",
            "repeat the flags of the plan; if texts, settings or attached files changed, make a \
             new plan",
        );
    }
    Ok(key)
}

fn checked_key(key: &str) -> Result<&str> {
    let what = match key {
        "" => "is empty",
        _ if key.len() > MAX_KEY => "is too long",
        _ if key.chars().any(char::is_control) => "has control characters",
        _ => return Ok(key),
    };
    Err(Problem::new(Code::Usage, format!("the key {} {what}", quoted(key)))
        .advice("a key is a short name, such as `--key invoices-2026-01`"))
}

/// Gives requests to the queue, many at a time.
struct EnqueueBuffer<'a> {
    queue: &'a dyn Queue,
    logged: Logged,
    refusals: Vec<LogEntry>,
    requests: Vec<NewRequest>,
    bytes: usize,
    already_sent: u64,
    trouble: Option<Problem>,
}

impl<'a> EnqueueBuffer<'a> {
    fn new(queue: &'a dyn Queue, logged: Logged) -> Self {
        Self {
            queue,
            logged,
            refusals: Vec::new(),
            requests: Vec::new(),
            bytes: 0,
            already_sent: 0,
            trouble: None,
        }
    }

    fn add(&mut self, requests: Vec<NewRequest>) {
        for request in requests {
            match self.logged.left.get(&request.id) {
                Some(true) => self.already_sent += 1,
                Some(false) => {}
                None => {
                    self.bytes += request.data.len();
                    self.requests.push(request);
                }
            }
        }
        if self.requests.len() >= TOGETHER.0 || self.bytes >= TOGETHER.1 {
            self.hand_in();
        }
    }

    /// Puts a row that cannot be used into the log, once.
    fn refuse(&mut self, entry: LogEntry) {
        let is_known = |detail| self.logged.refused.contains(detail);
        if !self.logged.is_begun || entry.detail.as_ref().is_some_and(is_known) {
            return;
        }
        self.refusals.push(entry);
        if self.refusals.len() >= TOGETHER.0 {
            self.hand_in();
        }
    }

    fn hand_in(&mut self) {
        let requests = std::mem::take(&mut self.requests);
        let refusals = std::mem::take(&mut self.refusals);
        self.bytes = 0;
        if self.trouble.is_none() && !requests.is_empty() {
            self.trouble = self.queue.enqueue(&requests).err();
        }
        if self.trouble.is_none() && !refusals.is_empty() {
            self.trouble = self.queue.log(&refusals).err();
        }
    }

    /// How many messages were delivered before.
    fn finish(mut self) -> Result<u64> {
        self.hand_in();
        match self.trouble {
            None => Ok(self.already_sent),
            Some(problem) => Err(match problem.advice {
                None => problem.advice("nothing was sent; when that is mended, run it again"),
                Some(_) => problem,
            }),
        }
    }
}

/// Tells what becomes of messages, and remembers the failures that it told.
struct Reporter<'a, 'r>(Mutex<(&'a mut Report<'r>, HashSet<Uuid>)>);

impl<'a, 'r> Reporter<'a, 'r> {
    fn lock(&self) -> MutexGuard<'_, (&'a mut Report<'r>, HashSet<Uuid>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Reporter<'_, '_> {
    fn settled(&self, settled: &Settled<'_>) {
        // Whoever took it over tells.
        if !settled.held {
            return;
        }
        let (report, told) = &mut *self.lock();
        let request = settled.request;
        match settled.ended {
            Fate::Done => {
                let log = settled.log;
                let detail = log.and_then(|log| log.detail.as_deref()).unwrap_or_default();
                let (email, row) = (&request.email, request.batch_row.unwrap_or_default());
                report.detail(format_args!("sent row {row} to {email} ({detail})"));
                report.sent(Written {
                    pages: log.and_then(|log| log.pages).unwrap_or_default() as usize,
                    bytes: log
                        .and_then(|log| log.bytes)
                        .and_then(|bytes| usize::try_from(bytes).ok())
                        .unwrap_or_default(),
                });
            }
            Fate::Error { code, message } => {
                told.insert(request.id);
                report.not_sent(&row_of(request), problem_of(request, Some(code), message));
            }
            Fate::Later { message, .. } => {
                let (email, row) = (&request.email, request.batch_row.unwrap_or_default());
                report.note(format_args!("row {row} to {email} has to wait: {message}"));
            }
            Fate::Released { .. } => {}
        }
    }

    fn held_up(&self, problem: &Problem, pause: Option<Duration>) {
        let warning = worker::held_up(problem, pause);
        self.lock().0.warn(vec![warning]);
    }

    fn resumed(&self) {
        self.lock().0.note("the work goes on");
    }
}

fn row_of(request: &NewRequest) -> Row {
    let number = request.batch_row.and_then(|row| u64::try_from(row).ok()).unwrap_or_default();
    Row { number, key: request.row_key.clone() }
}

fn problem_of(request: &NewRequest, code: Option<&str>, message: &str) -> Problem {
    let code = code.unwrap_or(Code::MailUnavailable.as_str());
    unsent::problem(request.id, &request.email, code, message)
}
