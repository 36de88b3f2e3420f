//! `reportctl doctor`: whether all that the commands need is there and works.
//!
//! Looks, and changes nothing that stays: no message is sent, no database is made, the object that tries out the
//! archive is deleted.

use clap::Args;
use serde_json::{Value, json};

use crate::cli::context::{Context, count, quoted_path};
use crate::cli::diagnostic;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::cli::term::Verbosity;
use crate::config::Isolation;
use crate::delivery::archive::Archive;
use crate::delivery::isolation::{self, Renderer};
use crate::delivery::mail::{Composer, MailOptions, Policy, transport};
use crate::delivery::queue;
use crate::delivery::worker::{self, Lacking};
use crate::documents::Generator;
use crate::templates::errors_in;
use crate::templates::remote::FollowedTemplates;
use engine::font::Fonts;
use engine::problem::{Problem, Result};

/// Check whether everything that the commands need is present and works
///
/// Settings, templates, fonts, the database of requests, the archive, in which it creates and deletes an
/// object, and the mail server, with which it connects and logs in. Nothing else is changed, and nothing is sent. The exit code is 7 when something is wrong.
#[derive(Debug, Args)]
#[command(after_help = DOCTOR_EXAMPLES)]
pub(crate) struct DoctorArgs {
    /// Print the findings as a JSON array
    #[arg(long)]
    pub(crate) json: bool,
}

const DOCTOR_EXAMPLES: &str = "\
Examples:
  reportctl doctor
  reportctl doctor --json | jq '.[] | select(.ok | not)'";

/// Finding about one part.
struct Finding {
    part: &'static str,
    result: Result<String, Vec<Problem>>,
}

pub(super) fn run(args: &DoctorArgs, context: &Context<'_>) -> Outcome {
    let one = |result: Result<String>| result.map_err(|problem| vec![problem]);
    let mut findings = vec![
        Finding { part: "settings", result: Ok(settings(context)) },
        Finding { part: "templates", result: templates(context) },
        Finding { part: "fonts", result: one(fonts(context)) },
        Finding { part: "isolation", result: one(isolation(context)) },
        Finding { part: "queue", result: requests(context) },
        Finding { part: "mail", result: one(mail(context)) },
    ];
    if let Some(result) = archive(context).transpose() {
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

/// The errors of all templates; their warnings are for `check`.
fn templates(context: &Context<'_>) -> Result<String, Vec<Problem>> {
    let config = &context.config;
    let remote = FollowedTemplates::open(config.template_source.clone(), &config.named_fonts);
    if let Some(remote) = remote.map_err(|problem| vec![problem])? {
        return Ok(remote.describe());
    }
    let templates = count(errors_in(&config.templates, &config.named_fonts)?, "template");
    Ok(format!("{templates} in {}", quoted_path(&config.templates)))
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

fn requests(context: &Context<'_>) -> Result<String, Vec<Problem>> {
    let config = &context.config;
    let is_shared = config.database_url.is_some() || config.database_url_file.is_some();
    let place = if is_shared {
        "PostgreSQL".to_owned()
    } else {
        let file = config.state.join(queue::sqlite::FILE_NAME);
        let name = quoted_path(&file);
        if !file.exists() {
            return Ok(format!("no requests yet; {name} is made with the first"));
        }
        name
    };
    let one = |problem| vec![problem];
    let queue = queue::open(&config.database()).map_err(one)?;
    // Fonts have no part in the versions of templates.
    let generator = Generator::new(config.documents(), Fonts::standard());
    let lacking = worker::lacking(queue.as_ref(), &generator).map_err(one)?;
    if !lacking.is_empty() {
        return Err(lacking.iter().map(waiting).collect());
    }
    let summary = queue.summary(&queue::Filter::default()).map_err(one)?;
    let (waiting, failed) = (summary.pending, summary.error);
    let failed = match failed {
        0 => String::new(),
        _ => format!(", {failed} failed (`reportctl queue list --status error`)"),
    };
    Ok(format!("{place}: {waiting} waiting, {} sent{failed}", summary.done))
}

/// Requests that wait for a version of a template that this machine has not got.
fn waiting(found: &Lacking) -> Problem {
    let requests = usize::try_from(found.missed.requests).unwrap_or(usize::MAX);
    let problem = found.problem();
    let message = format!("{} waiting: {}", count(requests, "request"), problem.message);
    Problem { message, ..problem }
}

/// Creates an object and deletes it again; `None` where documents are not kept.
fn archive(context: &Context<'_>) -> Result<Option<String>> {
    let Some(archive) = Archive::open(&context.config.archive)? else { return Ok(None) };
    archive.probe()?;
    Ok(Some(archive.describe()))
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
