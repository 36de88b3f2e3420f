//! The flags about mail, and how a mailed batch is printed.

use std::time::Duration;

use super::args::BatchArgs;
use super::compile;
use super::report::BatchReport;
use crate::cli::context::Context;
use crate::cli::delivery::{mail_options, unsent, worker};
use crate::data::pipeline::Row;
use crate::delivery::batch::{BatchObserver, DocumentSize, Mailing, Prescan, Stage, To};
use crate::delivery::mail::{Composer, Policy};
use crate::delivery::queue::{LogEntry, NewRequest};
use crate::serve::codes;
use crate::templates::CompiledTemplate;
use check::Strictness;
use engine::problem::{Problem, Result};

/// Options of mail from the flags; `None` for a batch without mail.
///
/// # Errors
/// Errors of texts, addresses, attached files and settings.
pub(super) fn mailing(
    args: &BatchArgs,
    compiled: &CompiledTemplate,
    strictness: &Strictness,
    context: &Context<'_>,
) -> Result<Option<Mailing>> {
    let to = match (&args.to, &args.email_field) {
        (Some(text), _) => To::Text(compile("--to", text, compiled)?),
        (None, Some(name)) => To::Field(name.clone()),
        (None, None) => return Ok(None),
    };
    let settings = &context.config.mail;
    let options = mail_options::from_flags(&args.mail, strictness, settings)?;
    let composer = Composer::of_template(&options, compiled, settings)?;
    composer.check_link(context.config.archive.links.is_some())?;
    Ok(Some(Mailing {
        to,
        composer,
        policy: Policy::new(&settings.recipients)?,
        options,
        allow_shared_recipients: args.allow_shared_recipients,
    }))
}

/// Advice of the command line about a problem of a mailed batch.
pub(super) fn advised(problem: Problem) -> Problem {
    let key = problem.get("key").and_then(|key| key.as_str()).unwrap_or("KEY").to_owned();
    match problem.code {
        codes::BATCH_KEY => problem.advice(format!(
            "to go on with it, run it as it was; with a fixed template, `reportctl queue retry \
             --batch {key}` and a worker send what failed; another `--key` makes a batch of its \
             own, which sends to everybody"
        )),
        codes::DATA_UNREADABLE
            if problem.advice.is_none() && problem.message.starts_with("there are no rows") =>
        {
            problem.advice("pass `--allow-empty` where that is in order")
        }
        codes::SHARED_RECIPIENT => problem.advice(
            "correct one of the addresses, or pass `--allow-shared-recipients` where one person \
             is meant to get several documents",
        ),
        _ => problem,
    }
}

impl BatchObserver for BatchReport<'_> {
    fn checked(&mut self, row: &Row, result: Result<Vec<Problem>>) {
        self.row_checked(row, result);
    }

    fn checked_all(&mut self, _: &Prescan, shared: Vec<Problem>) {
        self.detail_rows();
        self.warn(shared);
        self.checked_all_rows();
    }

    fn stage(&mut self, stage: Stage, total: u64) {
        match stage {
            Stage::Recording => self.begin("recording", total, "rows"),
            Stage::Mailing => self.begin("mailing", total, "messages"),
        }
    }

    fn recorded(&mut self, row: &Row, result: Result<Option<DocumentSize>>) {
        match result {
            Ok(None) => self.step(),
            Ok(Some(size)) => self.row(row, Ok(size)),
            Err(problem) => self.row(row, Err(problem)),
        }
    }

    fn warned(&mut self, request: &NewRequest, warnings: Vec<Problem>) {
        self.find(&row_of(request), warnings);
    }

    fn missing_rows(&mut self, rows: u64) {
        self.missing(rows);
    }

    fn sent(&mut self, request: &NewRequest, log: Option<&LogEntry>, size: DocumentSize) {
        let detail = log.and_then(|log| log.detail.as_deref()).unwrap_or_default();
        let (email, row) = (&request.email, request.batch_row.unwrap_or_default());
        self.detail(format_args!("sent row {row} to {email} ({detail})"));
        self.message_sent(size);
    }

    fn failed(&mut self, request: &NewRequest, code: &str, message: &str) {
        let problem = unsent::problem(request.id, &request.email, code, message);
        self.message_failed(&row_of(request), problem);
    }

    fn failed_before(&mut self, request: &NewRequest, code: Option<&str>, message: &str) {
        // Nothing is left that a limit of failures could stop.
        self.is_over = true;
        let code = code.unwrap_or(codes::MAIL_UNAVAILABLE.as_str());
        self.fail(&row_of(request), unsent::problem(request.id, &request.email, code, message));
    }

    fn failed_uncounted(&mut self, messages: u64) {
        self.add_failed(messages);
    }

    fn deferred(&mut self, request: &NewRequest, reason: &str) {
        let (email, row) = (&request.email, request.batch_row.unwrap_or_default());
        self.note(format_args!("row {row} to {email} is deferred: {reason}"));
    }

    fn held_up(&mut self, problem: &Problem, pause: Option<Duration>) {
        self.warn(vec![worker::held_up(problem, pause)]);
    }

    fn resumed(&mut self) {
        self.note("messages are sent again");
    }
}

fn row_of(request: &NewRequest) -> Row {
    let number = request.batch_row.and_then(|row| u64::try_from(row).ok()).unwrap_or_default();
    Row { number, key: request.row_key.clone() }
}
