//! The children of a process: as many as it renders documents at one time.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use uuid::Uuid;

use super::bundle::TemplateBundle;
use super::child::JobHeader;
use super::confine::Confinement;
use super::engine::Abandoned;
use super::job::{Answer, Job, Made, Refused, Work};
use super::process::{Child, Death, Starter};
use super::renderer::{GRACE, Report, internal};
use super::setup::Setup;
use crate::budget::time_over;
use crate::config::Config;
use crate::documents::{Generator, Limits};
use crate::problem::{Code, Problem, Result};

/// Time after which a child without work is ended.
const MAX_IDLE: Duration = Duration::from_secs(60);
/// Tries to find a child that is still alive.
const MAX_TRIES: u32 = 16;
/// Room in an answer for what is not the document: findings, receipts, texts of the message.
const ANSWER_BYTES: u64 = 64 << 20;

/// Children that wait for jobs.
pub(super) struct Children {
    starter: Starter,
    idle: Mutex<Vec<Child>>,
    crashes: AtomicUsize,
    pub(super) confinement: Confinement,
    report: Report,
}

impl Children {
    pub(super) fn new(
        config: &Config,
        generator: &Generator,
        program: Option<&Path>,
        report: Report,
    ) -> Result<Self> {
        let (setup, fonts) = Setup::new(config, generator);
        let starter = Starter::new(&setup, fonts, program)?;
        let first = starter.start()?;
        let confinement = first.confinement;
        let idle = Mutex::new(vec![first]);
        Ok(Self { starter, idle, crashes: AtomicUsize::new(0), confinement, report })
    }

    /// Does a job in a child that does no other.
    pub(super) fn run(
        &self,
        tenant: &str,
        bundle: &TemplateBundle,
        job: Job,
        data: Option<&str>,
        abandoned: Abandoned<'_>,
    ) -> Result<Made, Box<Refused>> {
        // A row of the queue is not ended because its child was killed by chance.
        let most_crashes = if matches!(job.work, Work::Message(_)) { 2 } else { 1 };
        let mut crashes = 0;
        let limits = job.limits.limits();
        let mut header = JobHeader { job, template: None, has_data: data.is_some() };
        for _ in 0..MAX_TRIES {
            let mut child = self.take(tenant)?;
            match self.ask(&mut child, &mut header, (bundle, data), &limits, abandoned) {
                Ok(outcome) => {
                    self.give_back(child, tenant);
                    return outcome;
                }
                Err(Death::Before) => {}
                Err(Death::OutOfMemory) => return Err(Box::new(out_of_memory(&limits).into())),
                Err(Death::TimeOver) => return Err(Box::new(time_over().into())),
                Err(Death::Abandoned) => {
                    return Err(Box::new(internal("no one waits for the document")));
                }
                Err(Death::Crashed(how)) => {
                    crashes += 1;
                    let id = Uuid::now_v7();
                    self.crashes.fetch_add(1, Ordering::Relaxed);
                    let (process, file) = (child.id(), &bundle.files.file);
                    (self.report)(&format!(
                        "process {process} ended while it rendered {file}, id {id}: {how}"
                    ));
                    if crashes >= most_crashes {
                        return Err(Box::new(crashed(id).into()));
                    }
                }
            }
        }
        Err(Box::new(internal("no process for rendering stays alive")))
    }

    fn ask(
        &self,
        child: &mut Child,
        header: &mut JobHeader,
        (bundle, data): (&TemplateBundle, Option<&str>),
        limits: &Limits,
        abandoned: Abandoned<'_>,
    ) -> Result<Result<Made, Box<Refused>>, Death> {
        let limit = limits.timeout.map(|timeout| timeout + GRACE);
        // A message has the document in base64.
        let most = limits.max_output_bytes.saturating_mul(2).max(limits.max_memory_bytes);
        let max_bytes = most.saturating_add(ANSWER_BYTES);
        let always = matches!(header.job.work, Work::Check | Work::Problems);
        let mut is_known = !always && child.knows(&bundle.key);
        loop {
            header.template = (!is_known).then(|| bundle.header().to_owned());
            let (answer, bytes) =
                child.run(header, (bundle, data), (limit, max_bytes), abandoned)?;
            return Ok(match answer {
                Answer::Made(about) => Ok(Made { bytes, about }),
                Answer::Refused { problems, is_of_template, about } => {
                    let problems = problems.into_iter().map(Problem::from).collect();
                    Err(Box::new(Refused { problems, is_of_template, about: *about }))
                }
                Answer::NeedsTemplate if is_known => {
                    child.forget(&bundle.key);
                    is_known = false;
                    continue;
                }
                Answer::NeedsTemplate => Err(Box::new(internal("a child wants a template twice"))),
                Answer::Panicked(what) => {
                    (self.report)(&format!("rendering {} panicked: {what}", bundle.files.file));
                    let message = format!("the document could not be made: {what}");
                    Err(Box::new(internal(&message)))
                }
            });
        }
    }

    /// A child, preferably one that served the tenant before: it has the templates.
    fn take(&self, tenant: &str) -> Result<Child, Box<Refused>> {
        let mut idle = self.idle.lock();
        let place = idle.iter().rposition(|child| child.tenant == tenant);
        let place = place.or_else(|| idle.len().checked_sub(1));
        if let Some(place) = place {
            return Ok(idle.remove(place));
        }
        drop(idle);
        self.starter.start().map_err(|problem| Box::new(problem.into()))
    }

    fn give_back(&self, mut child: Child, tenant: &str) {
        if !child.is_fit() {
            return;
        }
        if child.tenant != tenant {
            tenant.clone_into(&mut child.tenant);
        }
        child.idle_since = Instant::now();
        let mut idle = self.idle.lock();
        idle.push(child);
        // The one that was used longest ago is among the first.
        let old =
            idle.iter().take(idle.len() - 1).position(|it| it.idle_since.elapsed() > MAX_IDLE);
        let old = old.map(|place| idle.remove(place));
        drop(idle);
        // Killed after the lock is released: that waits for the process.
        drop(old);
    }
}

fn crashed(id: Uuid) -> Problem {
    let message = "the process that rendered this document died";
    Problem::new(Code::RenderCrashed, message).detail("id", id.to_string())
}

fn out_of_memory(limits: &Limits) -> Problem {
    let limit = limits.max_memory_bytes;
    let megabytes = limit.div_ceil(1 << 20);
    let message = format!("the document needs more than {megabytes} MB of memory");
    Problem::new(Code::MemoryLimit, message)
        .advice("filter the data before rendering")
        .detail("limitBytes", limit)
}
