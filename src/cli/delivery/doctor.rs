//! `reportctl doctor`: whether all that the commands need is there and works.
//!
//! Looks, and changes nothing that stays: no message is sent, no database is made, the object that tries out the
//! archive is deleted.

use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::archive::expired_before;
use crate::base::clock;
use crate::cli::context::{Context, count, quoted_path};
use crate::cli::diagnostic;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::cli::term::Verbosity;
use crate::config::Isolation;
use crate::delivery::archive::{Archive, Audit, audit};
use crate::delivery::isolation::{self, Renderer};
use crate::delivery::mail::{Composer, MailOptions, Policy, transport};
use crate::delivery::queue::{self, Queue};
use crate::delivery::worker::{self, Lacking};
use crate::documents::Generator;
use crate::serve::codes;
use crate::templates::check_repository;
#[cfg(feature = "serve")]
use crate::templates::push::PushTarget;
use crate::templates::remote::FollowedTemplates;
use engine::font::Fonts;
use engine::problem::{Problem, Result};

/// Check whether everything that the commands need is present and works
///
/// Settings, templates, fonts, the database of requests and its clock, the archive, in which it creates and deletes an
/// object, and the mail server, with which it connects and logs in. Nothing else is changed, and nothing is sent. The exit code is 7 when something is wrong.
#[derive(Debug, Args)]
#[command(after_help = DOCTOR_EXAMPLES)]
pub(crate) struct DoctorArgs {
    /// Also read every archived document, and compare it with its digest and with the log
    #[arg(long)]
    pub(crate) deep: bool,

    /// Print the findings as a JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

const DOCTOR_EXAMPLES: &str = "\
Examples:
  reportctl doctor
  reportctl doctor --deep
  reportctl doctor --json | jq '.[] | select(.ok | not)'";

/// Largest difference between the clocks of two machines: as much as clocks that are synchronised never have.
const MAX_CLOCK_MILLIS: i64 = 2_000;

/// Requests that are counted, however many there are.
const MAX_COUNTED: usize = 10_000;

/// Finding about one part.
struct Finding {
    part: &'static str,
    result: Result<String, Vec<Problem>>,
}

pub(super) fn run(args: &DoctorArgs, context: &Context<'_>) -> Outcome {
    let one = |result: Result<String>| result.map_err(|problem| vec![problem]);
    let config = &context.config;
    let source = FollowedTemplates::open(config.template_source.clone(), &config.named_fonts);
    let templates = match &source {
        Ok(source) => templates(source.as_ref(), context),
        Err(problem) => Err(vec![problem.clone()]),
    };
    let source = source.ok().flatten();
    let mut findings = vec![
        Finding { part: "settings", result: Ok(settings(context)) },
        Finding { part: "templates", result: templates },
        Finding { part: "fonts", result: one(fonts(context)) },
        Finding { part: "isolation", result: one(isolation(context)) },
        Finding { part: "queue", result: requests(source.as_ref(), context) },
        Finding { part: "mail", result: one(mail(context)) },
    ];
    if let Some(result) = clock(context).transpose() {
        findings.push(Finding { part: "clock", result: one(result) });
    }
    #[cfg(feature = "serve")]
    if let Some(result) = push(context).transpose() {
        findings.push(Finding { part: "push", result: one(result) });
    }
    if let Some(result) = archive(args.deep, context).transpose() {
        findings.push(Finding { part: "archive", result: one(result) });
    }
    if args.json {
        let objects: Vec<Value> = findings.iter().map(Finding::object).collect();
        context.printer.data(format!("{}\n", Value::from(objects)).as_bytes())?;
    } else {
        findings.iter().for_each(|finding| finding.say(context));
    }
    let is_well = findings.iter().all(|finding| finding.result.is_ok());
    Ok(if is_well { Exit::Done } else { Exit::Findings })
}

impl Finding {
    fn say(&self, context: &Context<'_>) {
        let printer = &context.printer;
        match &self.result {
            Ok(detail) if printer.verbosity > Verbosity::Quiet => {
                printer.line(format_args!("{:<10}ok  {detail}", self.part));
            }
            Ok(_) => {}
            Err(problems) => {
                let what = count(problems.len(), "problem");
                printer.line(format_args!("{:<10}{what}", self.part));
                for problem in problems {
                    printer.raw(&diagnostic::finding(problem, printer.style));
                }
            }
        }
    }

    fn object(&self) -> Value {
        match &self.result {
            Ok(detail) => json!({"part": self.part, "ok": true, "detail": detail}),
            Err(problems) => {
                let problems: Vec<Value> = problems.iter().map(diagnostic::finding_json).collect();
                json!({"part": self.part, "ok": false, "problems": problems})
            }
        }
    }
}

/// Settings that cannot be read end every command before it begins.
fn settings(context: &Context<'_>) -> String {
    context
        .config
        .file
        .as_deref()
        .map_or_else(|| "the defaults; there is no reportctl.yaml here".to_owned(), quoted_path)
}

/// The templates and a digest of them, which is the same on machines that have the same.
fn templates(
    source: Option<&FollowedTemplates>,
    context: &Context<'_>,
) -> Result<String, Vec<Problem>> {
    let config = &context.config;
    if let Some(refused) = source.and_then(FollowedTemplates::refused) {
        return Err(vec![refused.clone()]);
    }
    let root = source.map(|source| source.root().current());
    let folder = root.as_ref().map_or(&config.templates, |root| &root.folder);
    let checked = check_repository(folder, &config.named_fonts)?;
    let templates = count(checked.templates, "template");
    let place = source.map_or_else(|| quoted_path(&config.templates), FollowedTemplates::describe);
    Ok(format!("{templates} in {place}, digest {:.12}", checked.digest))
}

/// Asks whether the commits of saves may be pushed; `None` where they are not.
#[cfg(feature = "serve")]
fn push(context: &Context<'_>) -> Result<Option<String>> {
    let config = &context.config;
    let target = PushTarget::of(&config.templates, &config.versions)?;
    target.map(|target| target.probe()).transpose()
}

/// Milliseconds that this machine is ahead of another one, at least, which said its time at some moment from `before`
/// to `after`.
fn ahead_of(theirs: i64, before: i64, after: i64) -> i64 {
    before.saturating_sub(theirs).max(0) - theirs.saturating_sub(after).max(0)
}

/// Compares the clock of this machine with that of the database; `None` where they are one.
fn clock(context: &Context<'_>) -> Result<Option<String>> {
    let config = &context.config;
    if !config.is_shared() {
        return Ok(None);
    }
    let database = queue::open_database(&config.database())?;
    let before = clock::millis();
    let Some(theirs) = database.clock()? else { return Ok(None) };
    let ahead = ahead_of(theirs, before, clock::millis());
    if ahead.abs() > MAX_CLOCK_MILLIS {
        let (seconds, word) = (ahead.abs() / 1000, if ahead > 0 { "ahead of" } else { "behind" });
        let message =
            format!("the clock of this machine is {seconds} s {word} that of the database");
        return Err(Problem::new(codes::CLOCK_DIFFERS, message)
            .advice("synchronise the clocks of all machines, for example by NTP"));
    }
    Ok(Some("that of the database".to_owned()))
}

fn fonts(context: &Context<'_>) -> Result<String> {
    context.fonts()?;
    let config = &context.config;
    let mut names: Vec<String> = config.fonts.iter().map(|path| quoted_path(path)).collect();
    if names.is_empty() {
        names.push("Helvetica".to_owned());
    }
    if config.fallback_font {
        names.push("the built-in font for what is missing".to_owned());
    }
    Ok(names.join(", "))
}

/// Starts a process that renders, as services and workers do, and says what confines it.
fn isolation(context: &Context<'_>) -> Result<String> {
    let config = &context.config;
    if config.isolation == Isolation::None {
        return Ok(isolation::described(None));
    }
    let generator = Generator::new(config.documents(), context.fonts()?);
    let renderer = Renderer::children(&config.mail, &generator, None, Box::new(|_| {}))?;
    Ok(isolation::described(renderer.confinement()))
}

fn requests(
    source: Option<&FollowedTemplates>,
    context: &Context<'_>,
) -> Result<String, Vec<Problem>> {
    let config = &context.config;
    let kept = match config.keep_log {
        None => String::new(),
        Some(age) => {
            let days = usize::try_from(age.as_secs() / 86_400).unwrap_or(usize::MAX);
            format!("; kept for {} (`keepLogDays`)", count(days, "day"))
        }
    };
    let file = config.state.join(queue::sqlite::FILE_NAME);
    let place = if config.is_shared() { "PostgreSQL".to_owned() } else { quoted_path(&file) };
    let one = |problem| vec![problem];
    let Some(queue) = existing_queue(context).map_err(one)? else {
        return Ok(format!("no requests yet; {place} is made with the first{kept}"));
    };
    // Fonts have no part in the versions of templates.
    let generator = Generator::new(config.documents(), Fonts::standard())
        .with_root(source.map(FollowedTemplates::root));
    let lacking = worker::lacking(queue.as_ref(), &generator).map_err(one)?;
    if !lacking.is_empty() {
        return Err(lacking.iter().map(waiting).collect());
    }
    let waiting = queue.depth(None).map_err(one)?.pending;
    let newest = queue::Filter { limit: Some(MAX_COUNTED), ..queue::Filter::default() };
    let summary = queue.summary(&newest).map_err(one)?;
    let is_whole = summary.pending + summary.done + summary.error < MAX_COUNTED as u64;
    let of = if is_whole {
        String::new()
    } else {
        format!("of the newest {} ", count(MAX_COUNTED, "request"))
    };
    let failed = match summary.error {
        0 => String::new(),
        failed => format!(", {failed} failed (`reportctl queue list --status error`)"),
    };
    Ok(format!("{place}: {waiting} waiting, {of}{} sent{failed}{kept}", summary.done))
}

/// The queue; `None` where its file is not made yet.
fn existing_queue(context: &Context<'_>) -> Result<Option<Arc<dyn Queue>>> {
    let config = &context.config;
    if !config.is_shared() && !config.state.join(queue::sqlite::FILE_NAME).exists() {
        return Ok(None);
    }
    queue::open(&config.database()).map(Some)
}

/// Requests that wait for a version of a template that this machine has not got.
fn waiting(found: &Lacking) -> Problem {
    let requests = usize::try_from(found.missed.requests).unwrap_or(usize::MAX);
    let problem = found.problem();
    let message = format!("{} waiting: {}", count(requests, "request"), problem.message);
    Problem { message, ..problem }
}

/// Creates an object and deletes it again; if `is_deep`, compares every document with the log. `None` where
/// documents are not kept.
fn archive(is_deep: bool, context: &Context<'_>) -> Result<Option<String>> {
    let Some(archive) = Archive::open(&context.config.archive)? else { return Ok(None) };
    archive.probe()?;
    let mut said = archive.describe();
    if is_deep {
        let Some(queue) = existing_queue(context)? else {
            return Ok(Some(format!("{said}, compared with no log: there are no requests yet")));
        };
        let expired_before = expired_before(context);
        let compared = Audit { archive: &archive, queue: queue.as_ref(), expired_before };
        let mut first = None;
        let audited = audit(&compared, &mut |what, _, key, text| {
            first.get_or_insert_with(|| format!("{} ({key}: {text})", what.as_str()));
            true
        })?;
        if let Some(first) = first {
            let findings = usize::try_from(audited.findings).unwrap_or(usize::MAX);
            let message = format!("{} in the archive: {first}", count(findings, "finding"));
            return Err(Problem::new(codes::ARCHIVE_DAMAGED, message)
                .advice("`reportctl archive verify` lists them"));
        }
        let documents = usize::try_from(audited.documents).unwrap_or(usize::MAX);
        said = format!("{said}, {} as archived", count(documents, "document"));
    }
    Ok(Some(said))
}

/// Connects, encrypts and logs in, as a message would.
fn mail(context: &Context<'_>) -> Result<String> {
    let settings = &context.config.mail;
    Policy::new(&settings.recipients)?;
    Composer::new(&MailOptions::default(), &MailOptions::default(), settings)?;
    let transport = transport::open(settings)?;
    transport.probe().map_err(|failed| failed.to_problem())?;
    Ok(transport.describe())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_compared_with_the_moments_around_its_answer() {
        for (theirs, ahead) in [(1_000, 0), (1_050, 0), (1_100, 0), (900, 100), (1_300, -200)] {
            assert_eq!(ahead_of(theirs, 1_000, 1_100), ahead, "{theirs}");
        }
    }
}
