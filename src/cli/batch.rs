//! `reportctl batch`: a document for every row of a data file.

use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::args::{BatchArgs, InputFormat};
use super::context::{Context, count, one_reader_of_input, size};
use super::exit::Exit;
use super::failure::Outcome;
use super::progress::{Progress, per_second};
use super::signals;
use super::term::Printer;
use crate::batch::{Batch, Ended, Entry, Folder, Header, Names, Plan, PlanWriter, Row, VERSION};
use crate::data::Format;
use crate::data::rows::Input;
use crate::expr::TextTemplate;
use crate::files;
use crate::generator::{Compiled, ENGINE, Generator};
use crate::problem::{Code, Problem, Result};

/// Failed rows that the summary for programs lists; all are told as they happen.
const MOST_LISTED: usize = 1000;

/// Rows before a share of failed ones means anything.
const ROWS_FOR_SHARE: u64 = 100;

pub(super) fn run(args: &BatchArgs, context: &Context<'_>) -> Outcome {
    check_usage(args)?;
    let stop = signals::stop()?.flag();
    let applied = args.apply.as_deref().map(Plan::read).transpose()?;
    let created = match &applied {
        Some(plan) => plan.header.creation_date,
        None => context.moment(args.document.creation_date)?.seconds(),
    };
    let generator = Generator::new(&context.config, context.fonts()?);
    let (tenant, name) = generator.locate(&args.template)?;
    let compiled = generator.template(&tenant, &name)?;
    let input = Input::open(&args.data, args.input_format.map(Into::into), args.path.as_deref())?;
    let batch = Batch {
        generator: &generator,
        file_name: file_name(args, &compiled)?,
        compiled,
        input: &input,
        row_key: args.row_key.as_deref().map(|text| compile("--row-key", text)).transpose()?,
        created,
        jobs: jobs(args),
        stop: &stop,
    };
    let names = batch.survey()?;
    let rows = count(usize::try_from(names.rows()).unwrap_or(usize::MAX), "row");
    context.printer.detail(format_args!("read {rows} of {}", input.name()));
    let mut report = Report::new(args, &context.printer, &stop, names.rows());
    if let Some(target) = &args.plan {
        let ended = plan(&batch, &names, target, &mut report)?;
        return report.finish(ended, &Kept::Plan(target));
    }
    // `check_usage` saw to it that there is one.
    let folder = Folder::open(args.out_dir.as_deref().unwrap_or(Path::new(".")))?;
    let ended = write(&batch, &names, &folder, applied.as_ref(), &mut report);
    if let Some(plan) = &applied {
        report.missing(plan.beyond(names.rows()));
    }
    report.finish(ended, &Kept::Folder(folder.path()))
}

/// What remains of a batch.
enum Kept<'a> {
    /// Files in a folder.
    Folder(&'a Path),
    /// A plan.
    Plan(&'a Path),
}

/// What the flags must say together.
fn check_usage(args: &BatchArgs) -> Outcome<()> {
    one_reader_of_input(&args.template, Some(&args.data))?;
    let usage = |message: &str, advice: &'static str| {
        Err(Problem::new(Code::Usage, message).advice(advice).into())
    };
    if args.template == "-" {
        return usage(
            "a batch needs its template in a file",
            "store it, or put it into a file; only the rows may come from standard input",
        );
    }
    if !args.no_mail {
        return usage(
            "it is not said who gets the documents",
            "`--no-mail --out-dir DIR` writes them to a folder",
        );
    }
    if args.out_dir.is_none() && args.plan.is_none() {
        return usage(
            "nothing would be done with the documents",
            "`--out-dir DIR` writes them to a folder",
        );
    }
    Ok(())
}

fn file_name(args: &BatchArgs, compiled: &Compiled) -> Result<TextTemplate> {
    let asked = args.filename.as_deref().or(compiled.letter.filename.as_deref());
    let text = asked.ok_or_else(|| {
        Problem::new(Code::Usage, "it is not said how the files are called")
            .advice("give a text over the row, for example `--filename '{number}.pdf'`")
    })?;
    compile("--filename", text)
}

/// Compiles a template text of a flag. Nobody looks at what it gives, so all must be readable.
fn compile(flag: &str, text: &str) -> Result<TextTemplate> {
    let template = TextTemplate::compile(text);
    if let Some(bad) = template.bad_tokens().next() {
        let problem = bad.error.to_problem();
        let message = format!("`{flag}`: {}", problem.message);
        return Err(Problem { code: Code::Usage, message, ..problem }.detail("offset", bad.offset));
    }
    Ok(template)
}

fn jobs(args: &BatchArgs) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    args.jobs.map_or_else(processors, |jobs| jobs.get().into())
}

/// What is known of a document that was written.
struct Written {
    pages: usize,
    bytes: usize,
}

fn write(
    batch: &Batch<'_>,
    names: &Names,
    folder: &Folder,
    applied: Option<&Plan>,
    report: &mut Report<'_>,
) -> Result<()> {
    batch.run(
        names,
        |raw, made| {
            if let Some(plan) = applied {
                plan.check(raw.number, &made, &batch.compiled.hash)?;
            }
            folder.write(&made.file, &made.document.bytes)?;
            Ok(Written { pages: made.document.pages, bytes: made.document.bytes.len() })
        },
        |Ended { row, result }| report.tell(&row, result),
    )
}

/// Makes everything and writes down what it was. There is a plan only when all rows were seen.
fn plan(
    batch: &Batch<'_>,
    names: &Names,
    target: &Path,
    report: &mut Report<'_>,
) -> Outcome<Result<()>> {
    let header = Header {
        plan: VERSION,
        engine: ENGINE.to_owned(),
        template: report.args.template.clone(),
        template_hash: batch.compiled.hash.clone(),
        data_hash: batch.input.sha256()?,
        creation_date: batch.created,
        rows: names.rows(),
    };
    let mut writer = PlanWriter::new(target, &header)?;
    let mut written = Ok(());
    let ended = batch.run(
        names,
        |raw, made| {
            let written = Written { pages: made.document.pages, bytes: made.document.bytes.len() };
            Ok((Entry::of(raw.number, &made), written))
        },
        |Ended { row, result }| {
            let (entry, result) = match result {
                Ok((entry, made)) => (entry, Ok(made)),
                Err(problem) => (Entry::failed(row.number, &problem), Err(problem)),
            };
            if written.is_ok() {
                written = writer.add(&Entry { key: row.key.clone(), ..entry });
            }
            report.tell(&row, result);
        },
    );
    written?;
    if ended.is_ok() && !batch.stop.load(Ordering::Relaxed) {
        writer.finish()?;
        report.is_planned = true;
    }
    Ok(ended)
}

/// How many rows may fail.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum MaxErrors {
    /// This many.
    Number(u64),
    /// This many of a hundred.
    Percent(f64),
}

impl FromStr for MaxErrors {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let share = |text: &str| {
            text.trim_end().parse().ok().filter(|percent| (0.0..=100.0).contains(percent))
        };
        match text.strip_suffix('%') {
            Some(text) => share(text).map(Self::Percent),
            None => text.parse().ok().map(Self::Number),
        }
        .ok_or("write a number of rows, or a share like 5%")
    }
}

impl MaxErrors {
    #[expect(clippy::cast_precision_loss, reason = "a share needs few digits")]
    fn is_passed(self, failed: u64, rows: u64, is_end: bool) -> bool {
        match self {
            Self::Number(most) => failed > most,
            Self::Percent(percent) => {
                (is_end || rows >= ROWS_FOR_SHARE) && failed as f64 * 100.0 > percent * rows as f64
            }
        }
    }
}

/// Why no further row was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stopped {
    FirstFailure,
    TooManyFailures,
    Signal,
}

/// Tells what becomes of the rows, and adds it up.
struct Report<'a> {
    args: &'a BatchArgs,
    printer: &'a Printer,
    stop: &'a AtomicBool,
    progress: Progress<'a>,
    total: u64,
    done: u64,
    failed: u64,
    pages: usize,
    bytes: usize,
    stopped: Option<Stopped>,
    listed: Vec<Json>,
    /// Whether a plan was written.
    is_planned: bool,
}

impl<'a> Report<'a> {
    fn new(args: &'a BatchArgs, printer: &'a Printer, stop: &'a AtomicBool, total: u64) -> Self {
        Self {
            args,
            printer,
            stop,
            progress: Progress::new(printer, "making", total),
            total,
            done: 0,
            failed: 0,
            pages: 0,
            bytes: 0,
            stopped: None,
            listed: Vec::new(),
            is_planned: false,
        }
    }

    fn tell(&mut self, row: &Row, result: Result<Written>) {
        self.progress.step(result.is_ok());
        match result {
            Ok(written) => {
                self.done += 1;
                self.pages += written.pages;
                self.bytes += written.bytes;
            }
            Err(problem) => self.fail(row, problem),
        }
    }

    fn fail(&mut self, row: &Row, problem: Problem) {
        self.failed += 1;
        let problem = of_row(row, problem);
        if self.args.json && self.listed.len() < MOST_LISTED {
            self.listed.extend(serde_json::to_value(&problem));
        }
        let problems = [problem];
        self.progress.aside(|| self.printer.fail(&problems));
        let rows = self.done + self.failed;
        if self.stopped.is_some() {
            return;
        }
        if self.args.fail_fast {
            self.stop_for(Stopped::FirstFailure);
        } else if self.args.max_errors.is_some_and(|most| most.is_passed(self.failed, rows, false))
        {
            self.stop_for(Stopped::TooManyFailures);
        }
    }

    /// Rows that a plan has and the data has not.
    fn missing(&mut self, rows: u64) {
        if rows == 0 || self.stop.load(Ordering::Relaxed) {
            return;
        }
        self.failed += rows;
        self.total += rows;
        let missing = count(usize::try_from(rows).unwrap_or(usize::MAX), "row");
        let message = format!("the data lacks the last {missing} of the plan");
        let problem = Problem::new(Code::PlanMismatch, message)
            .advice("give the data that the plan was made from, or make a new plan");
        if self.args.json {
            self.listed.extend(serde_json::to_value(&problem));
        }
        self.printer.fail(&[problem]);
    }

    fn stop_for(&mut self, reason: Stopped) {
        self.stopped = Some(reason);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The summary, and how it ended.
    fn finish(mut self, ended: Result<()>, kept: &Kept<'_>) -> Outcome {
        let rows = self.done + self.failed;
        if self.stopped.is_none() && self.stop.load(Ordering::Relaxed) && rows < self.total {
            self.stopped = Some(Stopped::Signal);
        }
        let took = self.progress.finish();
        self.note(kept, took);
        if self.args.json {
            let summary = self.summary(&ended, kept, took);
            self.printer.data(format!("{summary}\n").as_bytes())?;
        }
        self.outcome(ended)
    }

    fn note(&self, kept: &Kept<'_>, took: Duration) {
        let number =
            |number: u64, thing| count(usize::try_from(number).unwrap_or(usize::MAX), thing);
        let did = match kept {
            Kept::Folder(folder) => {
                format!("wrote {} to {}", number(self.done, "file"), folder.display())
            }
            Kept::Plan(plan) if self.is_planned => {
                let rows = number(self.done + self.failed, "row");
                format!("wrote a plan for {rows} to {}", plan.display())
            }
            Kept::Plan(_) => "wrote no plan".to_owned(),
        };
        let seconds = took.as_secs_f64();
        self.printer.note(format_args!(
            "{did} ({}, {}, {seconds:.1} s, {} rows/s)",
            count(self.pages, "page"),
            size(self.bytes),
            per_second(self.done + self.failed, seconds),
        ));
    }

    fn summary(&self, ended: &Result<()>, kept: &Kept<'_>, took: Duration) -> Json {
        let seconds = took.as_secs_f64();
        let rows = self.done + self.failed;
        let stopped = self.stopped.map(|reason| match reason {
            Stopped::FirstFailure => "failFast",
            Stopped::TooManyFailures => "maxErrors",
            Stopped::Signal => "signal",
        });
        let (folder, plan) = match kept {
            Kept::Folder(folder) => (Some(files::display_name(folder)), None),
            Kept::Plan(plan) => (None, self.is_planned.then(|| files::display_name(plan))),
        };
        json!({
            "rows": rows,
            "done": self.done,
            "failed": self.failed,
            "notDone": self.total.saturating_sub(rows),
            "files": if folder.is_some() { self.done } else { 0 },
            "pages": self.pages,
            "bytes": self.bytes,
            "outDir": folder,
            "plan": plan,
            "seconds": (seconds * 1000.0).round() / 1000.0,
            "rowsPerSecond": per_second(rows, seconds),
            "stopped": stopped,
            "inputError": ended.as_ref().err(),
            "failures": self.listed,
            "failuresLeftOut": self.failed.saturating_sub(self.listed.len() as u64),
        })
    }

    fn outcome(self, ended: Result<()>) -> Outcome {
        let rows = self.done + self.failed;
        if self.stopped == Some(Stopped::Signal) {
            let message = format!("stopped by a signal after {rows} of {} rows", self.total);
            return Err(Problem::new(Code::Interrupted, message)
                .advice("the files written are whole; run it again to make all")
                .into());
        }
        ended?;
        if self.failed == 0 {
            return Ok(Exit::Done);
        }
        let is_passed = |most: MaxErrors| most.is_passed(self.failed, rows, true);
        let mut message = format!("{} of {} rows failed", self.failed, self.total);
        match self.stopped {
            Some(Stopped::FirstFailure) => message += &format!("; stopped after {rows}"),
            Some(_) => message += &format!(", more than allowed; stopped after {rows}"),
            None if self.args.max_errors.is_some_and(is_passed) => message += ", more than allowed",
            None => {}
        }
        Err(Problem::new(Code::BatchFailed, message)
            .detail("rows", rows)
            .detail("failed", self.failed)
            .into())
    }
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

impl From<InputFormat> for Format {
    fn from(format: InputFormat) -> Self {
        match format {
            InputFormat::Ndjson => Self::Ndjson,
            InputFormat::Csv => Self::Csv,
            InputFormat::Tsv => Self::Tsv,
            InputFormat::Json => Self::Json,
            InputFormat::Yaml => Self::Yaml,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_or_a_share_of_rows_may_fail() {
        let five: MaxErrors = "5".parse().unwrap_or(MaxErrors::Number(0));
        assert!(!five.is_passed(5, 5, false) && five.is_passed(6, 6, false));
        let share: MaxErrors = "5%".parse().unwrap_or(MaxErrors::Number(0));
        assert!(!share.is_passed(50, 99, false) && share.is_passed(50, 99, true));
        assert!(!share.is_passed(5, 100, false) && share.is_passed(6, 100, false));
        for text in ["", "%", "-1", "101%", "many", "1.5"] {
            assert!(text.parse::<MaxErrors>().is_err(), "{text}");
        }
    }
}
