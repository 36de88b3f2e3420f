//! The mailed batch: its rows are recorded as requests under a key, then delivered at once.
//!
//! Run again after whatever ended it, it records what is not recorded yet and delivers what is not
//! delivered: the same row of the same batch is the same request.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parking_lot::Mutex;
use uuid::Uuid;

use super::enqueue_buffer::{Begin, EnqueueBuffer, Logged};
use super::{
    Batch, BatchIdentity, BatchObserver, Common, DocumentSize, Made, Mailing, OutputFolder, Plan,
    Prescan, ReadRow, RowEnded, Stage,
};
use crate::base::clock;
use crate::data::pipeline::Row;
use crate::delivery::archive::Archive;
use crate::delivery::mail::{Transport, transport};
use crate::delivery::queue::{
    self, Ended as Settlement, Filter, LogFilter, NewRequest, Queue, Status, Summary as Counts,
};
use crate::delivery::settings::DeliverySettings;
use crate::delivery::worker::{self, MessageBuilder, Settings, Settled, Stop, Worker};
use crate::documents::Generator;
use crate::documents::receipt;
use crate::templates::TemplateName;
use engine::expr::date::Timestamp;
use engine::problem::{Problem, Result, Severity};

/// Largest step back of the clock since a batch was begun, in milliseconds.
const CLOCK_TOLERANCE: i64 = 86_400_000;

/// Failures of earlier runs that are reported one by one.
pub(crate) const MAX_LISTED: usize = 1000;

/// Sender, template and settings of a mailed batch.
pub(crate) struct MailedBatchOptions<'a> {
    pub settings: &'a DeliverySettings,
    /// Makes the documents.
    pub generator: &'a Arc<Generator>,
    /// The tenant; empty for the local owner.
    pub tenant: &'a str,
    pub template: &'a TemplateName,
    /// The requester, for the log.
    pub user: &'a str,
    /// OutputFolder that the documents are written to as well.
    pub out_dir: Option<&'a Path>,
    /// Threads; without a number, that of the settings.
    pub jobs: Option<usize>,
}

/// A batch that is to be mailed.
pub(crate) struct MailedBatch<'a> {
    options: MailedBatchOptions<'a>,
    identity: BatchIdentity,
    queue: Arc<dyn Queue>,
    transport: Arc<dyn Transport>,
    /// The batch, when it was begun before.
    known: Option<queue::BatchRecord>,
}

/// Outcome of the messages of a mailed batch.
#[derive(Debug, Default)]
pub(crate) struct MailedSummary {
    /// The key of the batch.
    pub key: String,
    /// Destination of the messages.
    pub transport: String,
    /// Address that gets all messages instead of their recipients.
    pub redirect: Option<String>,
    /// Messages of the rows that could be used.
    pub messages: u64,
    /// `true` if some rows have several.
    pub has_copies: bool,
    /// Rows whose recipient a row before them has.
    pub repeated_recipients: u64,
    /// Messages delivered by this run, or by a worker meanwhile.
    pub sent: u64,
    /// Messages delivered before.
    pub already_sent: u64,
    /// Messages recorded and not sent yet.
    pub waiting: u64,
    /// Failed messages, those of unknown delivery included.
    pub not_sent: u64,
    /// Messages of unknown delivery.
    pub unknown: u64,
    /// Time until the next waiting message is due.
    pub next_due: Option<Duration>,
    /// The problem that keeps all messages from being sent.
    pub held_up: Option<Problem>,
}

/// Outcome of a run of a mailed batch.
pub(crate) struct MailedRun {
    /// The problem that ended the input early, if any.
    pub input: Result<()>,
    /// Outcome of the messages; `None` where the run was stopped before any was recorded.
    pub summary: Option<MailedSummary>,
}

impl<'a> MailedBatch<'a> {
    /// Opens queue and transport, and finds out whether the batch was begun before.
    ///
    /// # Errors
    /// `batchKey` for a key of another batch, or of one that is older than the log; those of settings and database.
    pub(crate) fn open(options: MailedBatchOptions<'a>, identity: BatchIdentity) -> Result<Self> {
        let transport = Arc::from(transport::open(&options.settings.mail)?);
        let queue = queue::open(&options.settings.database)?;
        let known = queue.batch(options.tenant, &identity.key)?;
        if let Some(known) = &known {
            identity.check(known)?;
            identity.check_log(known, queue.log_since()?)?;
        }
        Ok(Self { options, identity, queue, transport, known })
    }

    /// The date of the reports, where the batch was begun before.
    pub(crate) fn report_date(&self) -> Option<Timestamp> {
        self.known.as_ref()?.report_date
    }

    /// Checks all rows, records them, and delivers what is not delivered yet.
    ///
    /// # Errors
    /// Errors of [`Batch::prescan`], `tooManyRecipients`, and those of queue and transport.
    pub(crate) fn run(
        &self,
        batch: &Batch<'_>,
        mailing: &Mailing,
        applied: Option<&Plan>,
        stop: &Stop,
        observer: &mut dyn BatchObserver,
    ) -> Result<MailedRun, Vec<Problem>> {
        let prescan = batch.prescan(|RowEnded { row, result }| observer.checked(&row, result))?;
        observer.stage(Stage::Recording, prescan.rows());
        let shared = batch.shared_recipients(&prescan);
        if !mailing.allows_shared_recipients() && !shared.is_empty() {
            let error = |warning| Problem { severity: Severity::Error, ..warning };
            return Err(shared.into_iter().map(error).collect());
        }
        observer.checked_all(&prescan, shared);
        self.run_checked(batch, mailing, &prescan, applied, stop, observer)
            .map_err(|problem| vec![problem])
    }

    fn run_checked(
        &self,
        batch: &Batch<'_>,
        mailing: &Mailing,
        prescan: &Prescan,
        applied: Option<&Plan>,
        stop: &Stop,
        observer: &mut dyn BatchObserver,
    ) -> Result<MailedRun> {
        mailing.policy.check_count(prescan.messages())?;
        if stop.is_requested() {
            return Ok(MailedRun { input: Ok(()), summary: None });
        }
        let logged = self.known.as_ref().map(|known| self.logged(known)).transpose()?;
        let before = self.counts()?;
        let (input, already_sent) =
            self.record(batch, mailing, prescan, applied, logged.unwrap_or_default(), observer)?;
        if let Some(plan) = applied {
            observer.missing_rows(plan.beyond(prescan.rows()));
        }
        let (drained, reported) = self.deliver(batch, stop, observer)?;
        let after = self.counts()?;
        self.report_others(&after, &reported, observer)?;
        let summary = MailedSummary {
            key: self.identity.key.clone(),
            transport: self.transport.describe(),
            redirect: self.options.settings.mail.recipients.redirect_all_to.clone(),
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
        };
        Ok(MailedRun { input, summary: Some(summary) })
    }

    fn filter(&self) -> Filter {
        Filter {
            tenant: Some(self.options.tenant.to_owned()),
            batch: Some(self.identity.key.clone()),
            ..Filter::default()
        }
    }

    fn counts(&self) -> Result<Counts> {
        self.queue.summary(&self.filter())
    }

    fn begin(&self, batch: &Batch<'_>, mailing: &Mailing) -> Result<()> {
        let MailedBatchOptions { tenant, template, .. } = &self.options;
        let begun = self.queue.begin_batch(&queue::BatchRecord {
            tenant: (*tenant).to_owned(),
            key: self.identity.key.clone(),
            template: template.to_string(),
            mail: mailing.options.clone(),
            created_at: clock::millis(),
            origin: Some(self.identity.origin.clone()),
            report_date: Some(batch.report_date),
        })?;
        // Another process may have begun a batch of this key since it was opened.
        self.identity.check(&begun)
    }

    /// Log entries of a batch that was begun before.
    fn logged(&self, known: &queue::BatchRecord) -> Result<Logged> {
        let MailedBatchOptions { tenant, template, .. } = &self.options;
        let filter = LogFilter {
            tenant: Some((*tenant).to_owned()),
            template: Some(template.to_string()),
            since: Some(known.created_at.saturating_sub(CLOCK_TOLERANCE)),
            ..LogFilter::default()
        };
        let mut logged = Logged::default();
        self.queue.read_log(&filter, &mut |entry| {
            let is_delivered = entry.outcome == queue::Outcome::Delivered;
            match entry.request {
                Some(id) if is_delivered || entry.outcome == queue::Outcome::Unknown => {
                    *logged.sent.entry(id).or_default() |= is_delivered;
                }
                _ => {}
            }
            true
        })?;
        Ok(logged)
    }

    /// Details of the entries of rows that no request was made of, of runs with the same origin. A batch that was never
    /// begun may have some.
    fn refused(&self, origin: &str) -> Result<HashSet<String>> {
        let MailedBatchOptions { tenant, template, .. } = &self.options;
        let since = self.known.as_ref().map(|known| known.created_at);
        let filter = LogFilter {
            tenant: Some((*tenant).to_owned()),
            template: Some(template.to_string()),
            batch: Some(self.identity.key.clone()),
            outcome: Some(queue::Outcome::Failed),
            ..LogFilter::default()
        };
        let mut refused = HashSet::new();
        self.queue.read_log(&filter, &mut |entry| {
            // Older programs wrote no origin.
            let is_of_batch = entry.data_hash == origin
                || entry.data_hash.is_empty()
                    && since
                        .is_some_and(|since| entry.time >= since.saturating_sub(CLOCK_TOLERANCE));
            if entry.request.is_none() && is_of_batch {
                refused.extend(entry.detail);
            }
            true
        })?;
        Ok(refused)
    }

    /// Records the requests of all rows that can be used. Returns whether the input could be read to
    /// its end, and how many messages were delivered before.
    fn record(
        &self,
        batch: &Batch<'_>,
        mailing: &Mailing,
        prescan: &Prescan,
        applied: Option<&Plan>,
        logged: Logged,
        observer: &mut dyn BatchObserver,
    ) -> Result<(Result<()>, u64)> {
        let folder = self.options.out_dir.map(OutputFolder::open).transpose()?;
        let common = Common {
            tenant: self.options.tenant,
            key: &self.identity.key,
            template: self.options.template.as_str(),
            template_hash: &batch.compiled.hash,
            template_version: self.queue.is_shared().then_some(&batch.compiled.version),
            options: &mailing.options,
            report_date: batch.report_date,
            locale: batch.locale,
            user: self.options.user,
            origin: queue::origin_hash(&self.identity.origin),
        };
        let begin = || self.begin(batch, mailing);
        let begin = self.known.is_none().then(|| Box::new(begin) as Begin<'_>);
        let refused = || self.refused(common.origin);
        let mut buffer = EnqueueBuffer::new(self.queue.as_ref(), logged, begin, Box::new(refused));
        let mut report = |row: Row, result: Result<(Vec<NewRequest>, Option<DocumentSize>)>| {
            if folder.as_ref().is_some_and(|folder| folder.lost().is_some()) {
                batch.stop.store(true, Ordering::Relaxed);
                return;
            }
            if !prescan.is_usable(row.number) {
                // Reported by the prescan; the log keeps it, because there is no request of it.
                if let Err(problem) = result {
                    buffer.refuse(common.refusal(&row, &problem, clock::millis()));
                }
                return;
            }
            match result {
                Ok((requests, written)) => {
                    observer.recorded(&row, Ok(written));
                    buffer.add(requests);
                    if buffer.has_failed() {
                        batch.stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(problem) => {
                    buffer.refuse(common.refusal(&row, &problem, clock::millis()));
                    observer.recorded(&row, Err(problem));
                }
            }
        };
        let ended = if folder.is_some() || applied.is_some() {
            let take = |read: &ReadRow<'_>, made: Made| {
                if let Some(plan) = applied {
                    plan.check(read, &made, &batch.compiled.hash)?;
                }
                let bytes = &made.document.bytes;
                let outgoing = made.outgoing.as_ref();
                let document = receipt::Document::of(&made.document);
                let sha256 = Some(document.reproducible_sha256());
                let requests = outgoing.map(|to| common.requests(read, to, sha256));
                if let Some(folder) = &folder {
                    folder.write(&made.file, bytes)?;
                }
                let written = folder.as_ref().map(|_| DocumentSize::of(&made.document));
                Ok((requests.unwrap_or_default(), written))
            };
            batch.run(prescan, take, |RowEnded { row, result }| report(row, result))
        } else {
            let take =
                |read: &ReadRow<'_>, outgoing| Ok((common.requests(read, &outgoing, None), None));
            let mut report = |row, result: Result<Option<_>>| {
                report(row, result.map(Option::unwrap_or_default));
            };
            batch.address(prescan, take, |RowEnded { row, result }| report(row, result))
        };
        let already_sent = buffer.finish()?;
        match folder.as_ref().and_then(OutputFolder::lost) {
            Some(problem) => Err(problem.clone().advice("nothing was sent; run it again")),
            None => Ok((ended, already_sent)),
        }
    }

    /// Delivers what waits. Returns what came of it, and the requests whose failure was reported.
    fn deliver(
        &self,
        batch: &Batch<'_>,
        stop: &Stop,
        observer: &mut dyn BatchObserver,
    ) -> Result<(worker::RunSummary, HashSet<Uuid>)> {
        let MailedBatchOptions { settings: all, generator, tenant, jobs, .. } = &self.options;
        // A second run does not wait for what is deferred.
        if self.known.is_some() {
            self.queue.run_now(&self.filter())?;
        }
        let waiting = self.counts()?.pending;
        observer.stage(Stage::Mailing, waiting);
        if stop.is_requested() || waiting == 0 {
            return Ok((worker::RunSummary::default(), HashSet::new()));
        }
        let mut settings = Settings::new(all);
        if let Some(jobs) = jobs {
            settings.jobs = *jobs;
        }
        let builder = MessageBuilder::new(Arc::clone(generator), all.mail.clone())?
            .with_archive(Archive::open(&all.archive)?);
        let (queue, transport) = (Arc::clone(&self.queue), Arc::clone(&self.transport));
        let worker = Worker::new(queue, Arc::new(builder), transport, settings);
        let reporter = BatchReporter {
            state: Mutex::new((observer, HashSet::new())),
            of_template: batch.compiled.warnings(),
        };
        let drained = worker.drain(Some((tenant, &self.identity.key)), stop, &reporter)?;
        Ok((drained, reporter.state.into_inner().1))
    }

    /// Reports what failed in earlier runs and other workers.
    fn report_others(
        &self,
        after: &Counts,
        reported: &HashSet<Uuid>,
        observer: &mut dyn BatchObserver,
    ) -> Result<()> {
        let mut unreported = after.error.saturating_sub(reported.len() as u64);
        if unreported == 0 {
            return Ok(());
        }
        let limit = Some(MAX_LISTED.saturating_add(reported.len()));
        let filter = Filter { status: Some(Status::Error), limit, ..self.filter() };
        let failed = self.queue.list(&filter)?;
        for failed in failed.iter().rev().filter(|failed| !reported.contains(&failed.request.id)) {
            let message = failed.error_message.as_deref().unwrap_or("no reason is recorded");
            observer.failed_before(&failed.request, failed.error_code.as_deref(), message);
            unreported = unreported.saturating_sub(1);
        }
        observer.failed_uncounted(unreported);
        Ok(())
    }
}

/// Passes on what becomes of messages, and remembers the failures among them.
struct BatchReporter<'a> {
    state: Mutex<(&'a mut dyn BatchObserver, HashSet<Uuid>)>,
    /// Warnings about the template alone, independent of rows.
    of_template: Vec<Problem>,
}

impl worker::Observer for BatchReporter<'_> {
    fn settled(&self, settled: &Settled<'_>) {
        // A row that another worker took over is reported by that one.
        if !settled.held {
            return;
        }
        let (observer, reported) = &mut *self.state.lock();
        let request = settled.request;
        match settled.ended {
            Settlement::Done => {
                observer.sent(request, settled.log, DocumentSize::logged(settled.log));
            }
            Settlement::Error { code, message } => {
                reported.insert(request.id);
                observer.failed(request, code, message);
            }
            Settlement::Later { message, .. } | Settlement::Left { message, .. } => {
                observer.deferred(request, message);
            }
            Settlement::Released { .. } => {}
        }
    }

    fn warned(&self, request: &NewRequest, warnings: &[Problem]) {
        let of_row = warnings.iter().filter(|warning| !self.of_template.contains(warning));
        let of_row: Vec<Problem> = of_row.cloned().collect();
        if !of_row.is_empty() {
            self.state.lock().0.warned(request, of_row);
        }
    }

    fn held_up(&self, problem: &Problem, pause: Option<Duration>) {
        self.state.lock().0.held_up(problem, pause);
    }

    fn resumed(&self) {
        self.state.lock().0.resumed();
    }
}
