//! `reportctl worker`: takes requests from the queue and delivers them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use parking_lot::Mutex;
use serde_json::json;

#[cfg(feature = "otlp")]
use super::exported::ExportedWorker;
use super::signals;
use super::unsent;
use crate::base::telemetry::Telemetry;
use crate::cli::context::{Context, count, quoted_path};
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::cli::term::Printer;
use crate::config::{AboveZero, Seconds};
use crate::config::{Config, Isolation};
use crate::delivery::archive::Archive;
use crate::delivery::isolation::{self, Renderer};
use crate::delivery::mail::{Transport, transport};
use crate::delivery::queue::{self, Ended, NewRequest, Queue, RequestId};
use crate::delivery::worker::{
    MessageBuilder, Observer, RunSummary, Settings, Settled, Stop, Worker,
};
use crate::documents::Generator;
use crate::serve::codes;
use crate::templates::remote::{FollowedTemplates, ReplacedTemplates};
use engine::problem::{Problem, Result, Severity, quoted};

/// Take requests from the queue, make their documents and mail them
///
/// Several workers may work at once, on several machines too when the queue is in PostgreSQL. A
/// worker runs until SIGTERM or Ctrl-C, and finishes what it is sending then; a second signal
/// ends it at once. Temporary failures of the mail server are tried again with growing pauses.
#[derive(Debug, Args)]
#[command(after_help = WORKER_EXAMPLES)]
pub(crate) struct WorkerArgs {
    /// Do what is due now and end; 5 is the exit code when no mail can be sent, 6 when requests
    /// failed
    #[arg(long)]
    pub(crate) once: bool,

    /// Number of documents made concurrently [default: the number of processors]
    #[arg(short, long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) jobs: Option<AboveZero<u32>>,

    /// Only the requests of this batch, then end
    #[arg(long, value_name = "KEY")]
    pub(crate) batch: Option<String>,

    /// Interval of polling for requests that were added without a notification [default: 5]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) poll: Option<Seconds>,

    /// Print a summary as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const WORKER_EXAMPLES: &str = "\
Examples:
  reportctl worker
  reportctl worker --once --json
  reportctl worker --batch invoices-2026-01 --jobs 4";

pub(super) fn run(args: &WorkerArgs, context: &Context<'_>, telemetry: &mut Telemetry) -> Outcome {
    let config = &context.config;
    let transport: Arc<dyn Transport> = Arc::from(transport::open(&config.mail)?);
    let remote = FollowedTemplates::open(config.template_source.clone(), &config.named_fonts)?;
    let generator = Generator::new(config.documents(), context.fonts()?)
        .with_root(remote.as_ref().map(FollowedTemplates::root));
    let generator = Arc::new(generator);
    let printer = context.printer;
    let mail = config.mail.clone();
    let renderer = Arc::new(match config.isolation {
        Isolation::None => Renderer::here(Arc::clone(&generator), mail.clone()),
        Isolation::Process => {
            let report = move |what: &str| printer.note(what);
            Renderer::children(&config.mail, &generator, None, Box::new(report))?
        }
    });
    let confinement = renderer.confinement();
    let archive = Archive::open(&config.archive)?;
    let builder = MessageBuilder::with_renderer(generator, renderer, mail)?;
    let builder = Arc::new(builder.with_archive(archive.clone()));
    let queue = queue::open(&config.database())?;
    let mut settings = Settings::new(&config.delivery());
    if let Some(jobs) = args.jobs {
        settings.jobs = jobs.get() as usize;
    }
    if let Some(poll) = args.poll {
        settings.poll = poll.get();
    }
    let batch = match args.batch.as_deref() {
        Some(key) => Some((key, tenants_of(queue.as_ref(), key)?)),
        None => None,
    };

    // Before it says that it works: from then on a signal may come.
    let stop = signals::stop()?;
    let jobs = count(settings.jobs, "job");
    printer.note(format_args!(
        "working on {} with {jobs}, delivering via {}",
        database(config),
        transport.describe()
    ));
    if let Some(archive) = &archive {
        printer.detail(format_args!("archive: {}", archive.describe()));
    }
    if let Some(remote) = &remote {
        printer.note(format_args!("templates of {}", remote.describe()));
    }
    let report = move |replaced: Result<ReplacedTemplates>| match replaced {
        Ok(ReplacedTemplates { revision, templates }) => {
            let templates = count(templates, "template");
            printer.note(format_args!("{templates} of version {revision} replace those before"));
        }
        Err(problem) => printer.warn(&[Problem { severity: Severity::Warning, ..problem }]),
    };
    let _following = remote.map(|remote| remote.follow(report)).transpose()?;
    printer.detail(format_args!("isolation: {}", isolation::described(confinement)));
    let reporter = Reporter { printer, warned: Mutex::default() };
    #[cfg(feature = "otlp")]
    let reporter = ExportedWorker::start(&reporter, &queue, telemetry)?;
    #[cfg(not(feature = "otlp"))]
    let _ = telemetry;
    let worker = Worker::new(queue, builder, transport, settings);
    let summary = match &batch {
        Some((key, tenants)) => drain_batches(&worker, (key, tenants), &stop, &reporter)?,
        None if args.once => worker.drain(None, &stop, &reporter)?,
        None => worker.run(&stop, &reporter)?,
    };
    if args.json {
        let mut line = summary_json(&summary).to_string();
        line.push('\n');
        printer.data(line.as_bytes())?;
    }
    printer.note(summary_text(&summary));
    let is_drain = args.once || batch.is_some();
    let failed = summary.failed + summary.vanished;
    let ended = summary.done + failed;
    match summary.held_up {
        Some(problem) if is_drain => Err(problem.into()),
        _ if is_drain && failed > 0 => Err(not_all(ended, failed).into()),
        _ => Ok(Exit::Done),
    }
}

/// A drain ended some requests with an error.
fn not_all(ended: u64, failed: u64) -> Problem {
    let of = count(usize::try_from(ended).unwrap_or(usize::MAX), "request");
    Problem::new(codes::BATCH_FAILED, format!("{failed} of {of} failed"))
        .advice("`reportctl queue list --status error` shows them")
        .detail("rows", ended)
        .detail("failed", failed)
}

/// Location of the queue, without passwords.
pub(super) fn database(config: &Config) -> String {
    if config.is_shared() {
        "PostgreSQL".to_owned()
    } else {
        format!("the requests in {}", quoted_path(&config.state))
    }
}

/// The tenants that have the batch of that key.
fn tenants_of(queue: &dyn Queue, key: &str) -> Result<Vec<String>> {
    let tenants = queue.tenants_of_batch(key)?;
    if tenants.is_empty() {
        let message = format!("there is no batch {}", quoted(key));
        return Err(Problem::new(codes::REQUEST_NOT_FOUND, message)
            .advice("`reportctl queue list` shows what there is"));
    }
    Ok(tenants)
}

/// Does what is due in the batches of a key, of one tenant after the other, until no mail can be sent.
fn drain_batches(
    worker: &Worker,
    (key, tenants): (&str, &[String]),
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<RunSummary> {
    let mut summary = RunSummary::default();
    for tenant in tenants {
        if stop.is_requested() || summary.held_up.is_some() {
            break;
        }
        summary.add(worker.drain(Some((tenant, key)), stop, observer)?);
    }
    Ok(summary)
}

/// Reports on standard error what goes wrong.
struct Reporter {
    printer: Printer,
    /// Warnings that were printed, by template and text: each is printed once.
    warned: Mutex<HashSet<(String, String)>>,
}

/// Number of remembered warnings. A warning that returns after more than this many others is
/// printed again.
const MAX_WARNED: usize = 1000;

impl Reporter {
    /// Returns `true` if a text about a template was not printed before.
    fn is_new(&self, template: &str, text: &str) -> bool {
        let mut warned = self.warned.lock();
        if warned.len() > MAX_WARNED {
            warned.clear();
        }
        warned.insert((template.to_owned(), text.to_owned()))
    }
}

impl Observer for Reporter {
    fn settled(&self, row: &Settled<'_>) {
        let (id, email, printer) = (row.request.id, &row.request.email, &self.printer);
        if !row.held {
            printer.note(format_args!("request {id} to {email} was taken over by another worker"));
            return;
        }
        match row.ended {
            Ended::Done => printer.detail(format_args!("delivered request {id} to {email}")),
            Ended::Error { code, message } => {
                printer.fail(&[unsent::problem(id, email, code, message)]);
            }
            Ended::Later { pause, message, .. } => printer.note(format_args!(
                "request {id} to {email} is tried again in {}: {message}",
                length(Duration::from_millis(u64::try_from(*pause).unwrap_or_default()))
            )),
            Ended::Left { message, .. } => {
                if self.is_new(&row.request.template, message) {
                    let problem = Problem::warning(codes::TEMPLATE_VERSION, message.as_str())
                        .advice("requests for it are left to other workers");
                    printer.warn(&[problem]);
                }
            }
            Ended::Released { .. } => {}
        }
    }

    fn warned(&self, request: &NewRequest, warnings: &[Problem]) {
        let is_new = |warning: &&Problem| self.is_new(&request.template, &warning.message);
        let new: Vec<Problem> = warnings.iter().filter(is_new).cloned().collect();
        self.printer.warn(&new);
    }

    fn recovered(&self, rows: &[RequestId]) {
        rows.iter().for_each(|id| self.printer.fail(&[unsent::vanished(*id)]));
    }

    fn held_up(&self, problem: &Problem, pause: Option<Duration>) {
        self.printer.warn(&[held_up(problem, pause)]);
    }

    fn resumed(&self) {
        self.printer.note("the work goes on");
    }
}

/// The warning that nothing can be done for a while.
pub(super) fn held_up(problem: &Problem, pause: Option<Duration>) -> Problem {
    let when = pause.map(|pause| format!("; the next try is in {}", length(pause)));
    let message = format!("{}{}", problem.message, when.unwrap_or_default());
    Problem { advice: problem.advice.clone(), ..Problem::warning(problem.code, message) }
}

/// A length of time as people read it: `30 s`, `12 min`, `2.5 h`.
fn length(length: Duration) -> String {
    let seconds = length.as_secs_f64();
    match seconds {
        ..90.0 => format!("{seconds:.0} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

fn summary_text(summary: &RunSummary) -> String {
    let settled = summary.done + summary.failed + summary.later + summary.lost + summary.vanished;
    let mut text = match settled {
        0 => "there was nothing to do".to_owned(),
        _ => format!("delivered {}, failed {}", summary.done, summary.failed),
    };
    if summary.unknown > 0 {
        text.push_str(&format!(" ({} of unknown delivery)", summary.unknown));
    }
    if summary.vanished > 0 {
        text.push_str(&format!(", found {} of unknown delivery", summary.vanished));
    }
    if summary.later > 0 {
        text.push_str(&format!(", deferred {}", summary.later));
    }
    if summary.lost > 0 {
        text.push_str(&format!(", lost {} to other workers", summary.lost));
    }
    if let Some(due) = summary.next_due {
        text.push_str(&format!("; the next request is due in {}", length(due)));
    }
    text
}

/// The numbers, and milliseconds of all threads together.
fn summary_json(summary: &RunSummary) -> serde_json::Value {
    let millis = |length: Duration| length.as_secs_f64() * 1000.0;
    json!({
        "done": summary.done,
        "failed": summary.failed,
        "unknown": summary.unknown,
        "later": summary.later,
        "vanished": summary.vanished,
        "lost": summary.lost,
        "nextDueSeconds": summary.next_due.map(|due| due.as_secs_f64()),
        "heldUp": summary.held_up.as_ref().map(|problem| &problem.message),
        "renderMillis": millis(summary.times.render),
        "queueMillis": millis(summary.times.queue),
        "sendMillis": millis(summary.times.send),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_says_what_there_was_and_no_more() {
        let nothing =
            RunSummary { next_due: Some(Duration::from_secs(30)), ..RunSummary::default() };
        let expected = "there was nothing to do; the next request is due in 30 s";
        assert_eq!(summary_text(&nothing), expected);
        let some =
            RunSummary { done: 7, failed: 2, unknown: 1, vanished: 1, ..RunSummary::default() };
        let expected = "delivered 7, failed 2 (1 of unknown delivery), found 1 of unknown delivery";
        assert_eq!(summary_text(&some), expected);
    }

    #[test]
    fn lengths_of_time_are_readable() {
        assert_eq!(length(Duration::from_secs(30)), "30 s");
        assert_eq!(length(Duration::from_secs(720)), "12 min");
        assert_eq!(length(Duration::from_secs(9000)), "2.5 h");
    }
}
