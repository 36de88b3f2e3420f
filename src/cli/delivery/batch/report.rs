//! Output of a batch: rows as they fail, and the summary at the end.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::args::BatchArgs;
use super::max_errors::MaxErrors;
use crate::base::files;
use crate::cli::context::{Context, count, size};
use crate::cli::delivery::progress::{Progress, per_second};
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::cli::term::ErrorFormat;
use crate::cli::term::{Printer, Verbosity};
use crate::data::pipeline::{Findings, Row};
use crate::data::rows::Input;
use crate::delivery::batch::{DocumentSize, MAX_LISTED, MailedSummary};
use crate::serve::codes;
use engine::problem::{Code, Problem, Result};

/// Number of rows printed for each reason; the rest are counted.
const MAX_REPEATED: u64 = 10;

/// Reason for which no further row was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StopReason {
    FirstFailure,
    TooManyFailures,
    Signal,
    Aborted,
}

/// Prints what becomes of the rows, and adds it up.
pub(super) struct BatchReport<'a> {
    pub(super) args: &'a BatchArgs,
    pub(super) printer: &'a Printer,
    input: &'a Input,
    stop: &'a AtomicBool,
    progress: Progress<'a>,
    started: Instant,
    total: u64,
    /// Rows whose documents were made.
    done: u64,
    failed: u64,
    pages: usize,
    bytes: usize,
    stopped: Option<StopReason>,
    listed: Vec<Json>,
    warnings: Vec<Json>,
    /// `true` if a plan was written.
    pub(super) is_planned: bool,
    /// Rows of it with warnings.
    pub(super) doubtful: u64,
    /// Outcome of the messages, where there are any.
    pub(super) mailed: Option<MailedSummary>,
    /// `true` if all rows of a mailed batch were checked.
    is_checked: bool,
    /// Warnings about rows whose documents are made despite missing data.
    findings: Findings,
    /// Number of rows that failed for the same reason; the number of counted reasons is limited.
    reasons: HashMap<(Code, String), u64>,
    /// `true` if nothing is left to be stopped.
    pub(super) is_over: bool,
}

impl<'a> BatchReport<'a> {
    pub(super) fn new(
        args: &'a BatchArgs,
        context: &'a Context<'_>,
        input: &'a Input,
        stop: &'a AtomicBool,
    ) -> Self {
        let printer = &context.printer;
        Self {
            args,
            printer,
            input,
            stop,
            progress: Progress::new(printer, "reading", 0, "rows"),
            started: Instant::now(),
            total: 0,
            done: 0,
            failed: 0,
            pages: 0,
            bytes: 0,
            stopped: None,
            listed: Vec::new(),
            warnings: Vec::new(),
            is_planned: false,
            doubtful: 0,
            mailed: None,
            is_checked: false,
            findings: Findings::default(),
            reasons: HashMap::new(),
            is_over: false,
        }
    }

    /// Begins a stretch of work.
    pub(super) fn begin(&mut self, what: &'static str, total: u64, things: &'static str) {
        self.progress.finish();
        self.progress = Progress::new(self.printer, what, total, things);
        if things == "rows" {
            self.total = total;
        }
    }

    pub(super) fn detail_rows(&self) {
        let rows = number(self.total, "row");
        self.printer.detail(format_args!("read {rows} of {}", self.input.name()));
    }

    /// A remark.
    pub(super) fn note(&self, text: impl std::fmt::Display) {
        self.progress.aside(|| self.printer.note(text));
    }

    /// A remark for those who asked for every step.
    pub(super) fn detail(&self, text: impl std::fmt::Display) {
        if self.printer.verbosity >= Verbosity::Verbose {
            self.note(text);
        }
    }

    pub(super) fn warn(&mut self, warnings: Vec<Problem>) {
        self.progress.aside(|| self.printer.warn(&warnings));
        if self.args.json {
            self.warnings.extend(warnings.iter().map(|warning| json!(warning)));
            self.warnings.truncate(MAX_LISTED);
        }
    }

    /// A document was made, or not.
    pub(super) fn row(&mut self, row: &Row, result: Result<DocumentSize>) {
        self.progress.step(result.is_ok());
        match result {
            Ok(size) => {
                self.done += 1;
                self.add(size);
            }
            Err(problem) => self.fail(row, problem),
        }
    }

    /// A row was recorded whose document is made later.
    pub(super) fn step(&mut self) {
        self.progress.step(true);
    }

    /// A row of a mailed batch was checked. A share of failed rows is one of all of them.
    pub(super) fn row_checked(&mut self, row: &Row, result: Result<Vec<Problem>>) {
        self.total = row.number;
        match result {
            Ok(warnings) => self.find(row, warnings),
            Err(problem) => self.fail(row, problem),
        }
    }

    /// Warnings about a row whose document is made despite missing data.
    pub(super) fn find(&mut self, row: &Row, warnings: Vec<Problem>) {
        self.findings.add(row, warnings);
    }

    /// Nothing more can be done, for a reason that the outcome gives.
    pub(super) fn abort(&mut self) {
        self.stop_for(StopReason::Aborted);
    }

    /// A message was sent.
    pub(super) fn message_sent(&mut self, size: DocumentSize) {
        self.progress.step(true);
        // Else counted when they were written.
        if self.args.out_dir.is_none() {
            self.add(size);
        }
    }

    /// A message was not sent.
    pub(super) fn message_failed(&mut self, row: &Row, problem: Problem) {
        self.progress.step(false);
        self.fail(row, problem);
    }

    /// Messages that failed and are not listed.
    pub(super) fn add_failed(&mut self, messages: u64) {
        self.failed += messages;
    }

    fn add(&mut self, size: DocumentSize) {
        self.pages += size.pages;
        self.bytes += size.bytes;
    }

    pub(super) fn fail(&mut self, row: &Row, problem: Problem) {
        self.failed += 1;
        let is_repeated = self.is_repeated(&problem);
        let problem = of_row(row, problem);
        if self.args.json && self.listed.len() < MAX_LISTED {
            self.listed.push(json!(problem));
        }
        if !is_repeated {
            self.progress.aside(|| self.printer.fail(&[problem]));
        }
        if self.stopped.is_some() || self.is_over {
            return;
        }
        if self.args.fail_fast {
            self.stop_for(StopReason::FirstFailure);
        }
        self.limit();
    }

    /// Returns `true` if people have read the reason often enough; programs get all rows.
    fn is_repeated(&mut self, problem: &Problem) -> bool {
        if self.printer.error_format != ErrorFormat::Human {
            return false;
        }
        let reason = (problem.code, problem.message.clone());
        if self.reasons.len() >= MAX_LISTED && !self.reasons.contains_key(&reason) {
            return false;
        }
        let rows = self.reasons.entry(reason).or_default();
        *rows += 1;
        *rows > MAX_REPEATED
    }

    /// The reasons that were not printed for each row.
    fn print_repeated(&mut self) {
        let reasons = std::mem::take(&mut self.reasons).into_iter();
        let mut reasons: Vec<_> = reasons.filter(|(_, rows)| *rows > MAX_REPEATED).collect();
        reasons.sort_by(|one, other| (other.1, &one.0.1).cmp(&(one.1, &other.0.1)));
        let problems = reasons.into_iter().map(|((code, reason), rows)| {
            let rows = number(rows - MAX_REPEATED, "more row");
            Problem::new(code, format!("{rows} failed for the same reason: {reason}"))
        });
        let problems: Vec<Problem> = problems.collect();
        if !problems.is_empty() {
            self.printer.fail(&problems);
        }
    }

    /// All rows of a mailed batch were checked.
    pub(super) fn checked_all_rows(&mut self) {
        self.is_checked = true;
        self.limit();
    }

    /// Stops when too many failed.
    fn limit(&mut self) {
        let rows = if self.is_mailed() { self.total } else { self.done + self.failed };
        let is_passed = |most: MaxErrors| most.is_passed(self.failed, rows, self.is_checked);
        if self.stopped.is_none() && self.args.max_errors.is_some_and(is_passed) {
            self.stop_for(StopReason::TooManyFailures);
        }
    }

    /// Rows that a plan has and the data has not.
    pub(super) fn missing(&mut self, rows: u64) {
        if rows == 0 || self.stop.load(Ordering::Relaxed) {
            return;
        }
        self.failed += rows;
        self.total += rows;
        let message = format!("the data lacks the last {} of the plan", number(rows, "row"));
        let problem = Problem::new(codes::PLAN_MISMATCH, message)
            .advice("give the data that the plan was made from, or make a new plan");
        if self.args.json {
            self.listed.push(json!(problem));
        }
        self.progress.aside(|| self.printer.fail(&[problem]));
    }

    fn stop_for(&mut self, reason: StopReason) {
        self.stopped = Some(reason);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_mailed(&self) -> bool {
        self.args.has_recipients() && self.args.plan.is_none()
    }

    /// Rows that are through.
    fn rows(&self) -> u64 {
        match &self.mailed {
            Some(mailed) => mailed.sent + mailed.already_sent + self.failed,
            None => self.done + self.failed,
        }
    }

    /// The common noun of all of them.
    fn of(&self) -> u64 {
        match &self.mailed {
            // Rows that cannot be used have no messages.
            Some(mailed) => self.rows() + mailed.waiting,
            None => self.total,
        }
    }

    /// The summary, and how it ended.
    pub(super) fn finish(mut self, ended: Result<()>) -> Outcome {
        let is_complete = match &self.mailed {
            Some(mailed) => mailed.waiting == 0,
            None => !self.is_mailed() && self.rows() >= self.total,
        };
        if self.stopped.is_none() && self.stop.load(Ordering::Relaxed) && !is_complete {
            self.stopped = Some(StopReason::Signal);
        }
        self.progress.finish();
        self.print_repeated();
        let findings = std::mem::take(&mut self.findings).into_problems();
        self.warn(findings);
        let took = self.started.elapsed();
        self.sum_up(took);
        if self.args.json {
            let summary = self.summary(&ended, took);
            self.printer.data(format!("{summary}\n").as_bytes())?;
        }
        self.outcome(ended)
    }

    fn folder(&self) -> Option<&Path> {
        self.args.out_dir.as_deref().filter(|_| self.args.plan.is_none())
    }

    fn sum_up(&self, took: Duration) {
        let (seconds, rows) = (took.as_secs_f64(), self.rows());
        let (done, things) = match &self.mailed {
            Some(mailed) => (mailed.sent, "messages"),
            None => (rows, "rows"),
        };
        let metrics = format!(
            "({}, {}, {seconds:.1} s, {} {things}/s)",
            count(self.pages, "page"),
            size(self.bytes),
            per_second(done, seconds),
        );
        let folder = self
            .folder()
            .map(|folder| format!("wrote {} to {}", number(self.done, "file"), folder.display()));
        let plan = self.args.plan.as_deref().map(|plan| {
            if self.is_planned {
                format!("wrote a plan for {} to {}", number(rows, "row"), plan.display())
            } else {
                "wrote no plan".to_owned()
            }
        });
        let Some(mailed) = &self.mailed else {
            match plan.or(folder) {
                Some(did) if !self.is_mailed() => {
                    self.printer.note(format_args!("{did} {metrics}"));
                }
                _ => self.printer.note("sent nothing"),
            }
            if self.doubtful > 0 {
                let rows = number(self.doubtful, "row");
                self.printer
                    .note(format_args!("{rows} may need a look; the warnings stand in the plan"));
            }
            return;
        };
        if let Some(folder) = folder {
            self.printer.note(folder);
        }
        let (sent, transport) = (number(mailed.sent, "message"), &mailed.transport);
        let key = &mailed.key;
        let metrics = if mailed.sent > 0 { format!(" {metrics}") } else { String::new() };
        self.printer.note(format_args!("sent {sent} of batch {key} via {transport}{metrics}"));
        if mailed.already_sent > 0 {
            let were = if mailed.already_sent == 1 { "was" } else { "were" };
            let already = number(mailed.already_sent, "message");
            self.printer.note(format_args!("{already} {were} already sent"));
        }
        if let Some(redirect) = &mailed.redirect {
            self.printer.note(format_args!(
                "everything goes to {redirect} instead (the setting `mail.recipients.redirectAllTo`)"
            ));
        }
    }

    fn summary(&self, ended: &Result<()>, took: Duration) -> Json {
        let seconds = took.as_secs_f64();
        let rows = self.rows();
        let stopped = self.stopped.map(|reason| match reason {
            StopReason::FirstFailure => "failFast",
            StopReason::TooManyFailures => "maxErrors",
            StopReason::Signal => "signal",
            StopReason::Aborted => "failure",
        });
        let plan = self.args.plan.as_deref().filter(|_| self.is_planned);
        let folder = self.folder();
        let mut summary = json!({
            "rows": if self.is_mailed() { self.total } else { rows },
            "done": rows - self.failed,
            "failed": self.failed,
            "notDone": self.of().saturating_sub(rows),
            "files": if folder.is_some() { self.done } else { 0 },
            "pages": self.pages,
            "bytes": self.bytes,
            "outDir": folder.map(files::display_name),
            "plan": plan.map(files::display_name),
            "rowsWithWarnings": plan.map(|_| self.doubtful),
            "seconds": (seconds * 1000.0).round() / 1000.0,
            "rowsPerSecond": per_second(self.mailed.as_ref().map_or(rows, |all| all.sent), seconds),
            "stopped": stopped,
            "inputError": ended.as_ref().err(),
            "failures": self.listed,
            "failuresLeftOut": self.failed.saturating_sub(self.listed.len() as u64),
            "warnings": self.warnings,
        });
        if let (Some(mailed), Some(summary)) = (&self.mailed, summary.as_object_mut()) {
            summary.extend([
                ("key".to_owned(), json!(mailed.key)),
                ("transport".to_owned(), json!(mailed.transport)),
                ("redirectedTo".to_owned(), json!(mailed.redirect)),
                ("messages".to_owned(), json!(mailed.messages)),
                ("repeatedRecipients".to_owned(), json!(mailed.repeated_recipients)),
                ("sent".to_owned(), json!(mailed.sent)),
                ("alreadySent".to_owned(), json!(mailed.already_sent)),
                ("waiting".to_owned(), json!(mailed.waiting)),
                ("unknown".to_owned(), json!(mailed.unknown)),
            ]);
        }
        summary
    }

    fn outcome(self, ended: Result<()>) -> Outcome {
        let (rows, of) = (self.rows(), self.of());
        if self.stopped == Some(StopReason::Signal) {
            let (message, advice) = match &self.mailed {
                Some(mailed) => (
                    format!(
                        "stopped by a signal; {} not sent yet",
                        match mailed.waiting {
                            1 => "1 message is".to_owned(),
                            waiting => format!("{waiting} messages are"),
                        }
                    ),
                    "run it again as it was: it sends what is missing",
                ),
                None if self.is_mailed() => {
                    ("stopped by a signal; nothing was sent".to_owned(), "run it again")
                }
                None => (
                    format!("stopped by a signal after {rows} of {of} rows"),
                    "the files written are whole; run it again to make all",
                ),
            };
            return Err(Problem::new(codes::INTERRUPTED, message).advice(advice).into());
        }
        ended?;
        let is_doubtful = self.doubtful > 0;
        let mut problems = Vec::new();
        if self.failed > 0 {
            problems.push(self.batch_failed(rows));
        }
        if let Some(mailed) = self.mailed.filter(|mailed| mailed.waiting > 0) {
            problems.push(still_waiting(mailed));
        }
        match problems.is_empty() {
            false => Err(problems.into()),
            true if is_doubtful => Ok(Exit::Findings),
            true => Ok(Exit::Done),
        }
    }

    fn batch_failed(&self, rows: u64) -> Problem {
        let of = match &self.mailed {
            Some(_) => self.of(),
            None => self.total.max(rows),
        };
        let is_passed = |most: MaxErrors| most.is_passed(self.failed, rows, true);
        let things = match &self.mailed {
            Some(mailed) if mailed.has_copies => "messages",
            _ => "rows",
        };
        let mut message = format!("{} of {of} {things} failed", self.failed);
        match self.stopped {
            Some(_) if self.is_mailed() && self.mailed.is_none() => {
                message += "; nothing was sent";
            }
            Some(StopReason::FirstFailure) => message += &format!("; stopped after {rows}"),
            Some(_) => message += &format!(", more than allowed; stopped after {rows}"),
            None if self.args.max_errors.is_some_and(is_passed) => message += ", more than allowed",
            None => {}
        }
        let problem = Problem::new(codes::BATCH_FAILED, message)
            .detail("rows", rows)
            .detail("failed", self.failed);
        match &self.mailed {
            Some(mailed) if mailed.not_sent > 0 => {
                let key = &mailed.key;
                let mut advice = format!(
                    "`reportctl queue list --batch {key} --status error` lists what was not sent"
                );
                // Unrecorded outcomes are in no list.
                if self.failed > mailed.not_sent {
                    let others = number(self.failed - mailed.not_sent, "row");
                    advice += &format!(
                        ", but not {others} that could not even be recorded; fix those in a file \
                         of their own, with a key of its own"
                    );
                }
                problem.advice(advice)
            }
            // A changed file is other data.
            Some(_) => problem.advice(
                "fix these rows in a file of their own: all rows, changed, would be another \
                 batch and go to everybody",
            ),
            None => problem,
        }
    }
}

/// Messages that this run leaves to another.
fn still_waiting(mailed: MailedSummary) -> Problem {
    let wait = if mailed.waiting == 1 { "waits" } else { "wait" };
    let waiting = format!("{} {wait}", number(mailed.waiting, "message"));
    let problem = match (mailed.held_up, mailed.next_due) {
        (Some(problem), _) => {
            Problem { message: format!("{waiting}: {}", problem.message), ..problem }
        }
        (None, Some(due)) => {
            let seconds = due.as_secs() + 1;
            let message = format!("{waiting} for another attempt, the next in {seconds} s");
            Problem::new(codes::MAIL_UNAVAILABLE, message)
        }
        (None, None) => Problem::new(codes::MAIL_UNAVAILABLE, format!("{waiting} to be sent")),
    };
    problem
        .advice(
            "run it again as it was, or leave them to `reportctl worker`: nothing is sent twice",
        )
        .detail("waiting", mailed.waiting)
}

fn number(number: u64, thing: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), thing)
}

/// A problem of a row, which says so: `row 17 (INV-17): …`.
fn of_row(row: &Row, mut problem: Problem) -> Problem {
    let number = row.number;
    problem.message = match &row.key {
        Some(key) => format!("row {number} ({key}): {}", problem.message),
        None => format!("row {number}: {}", problem.message),
    };
    problem.detail("row", number).detail("key", row.key.clone())
}
