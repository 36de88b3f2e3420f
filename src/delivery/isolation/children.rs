//! A pool of child processes that render. It grows with the number of concurrent jobs, and idle children end after a
//! minute.

use std::path::Path;
use std::sync::Arc;
use std::thread::Builder;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use uuid::Uuid;

use super::Report;
use super::child::JobHeader;
use super::confine::Confinement;
use super::job::{Answer, Job, JobRefusal, JobResult, Order, Work};
use super::process::{Child, Death, Starter};
use super::runner::Abandoned;
use super::setup::Setup;
use crate::delivery::codes;
use crate::delivery::settings::Mail;
use crate::documents::{Generator, Limits};
use crate::templates::bundle::TemplateBundle;
use engine::budget::time_over;
use engine::problem::{Code, Problem, Result};

/// Idle time after which a child is ended. The child that worked last stays.
pub(super) const MAX_IDLE: Duration = Duration::from_secs(60);
/// Time for a child to report the time limit itself before it is killed.
const GRACE: Duration = Duration::from_millis(500);
/// Checks for idle children during the idle time.
const IDLE_CHECKS: u32 = 4;
/// Maximum number of children tried for a job: idle ones may have died since their last job.
const MAX_TRIES: u32 = 16;
/// Bytes of an answer besides the document: findings, receipts, texts of the message.
const ANSWER_BYTES: u64 = 64 << 20;

/// The pool.
pub(super) struct Children {
    starter: Starter,
    waiting: Arc<Waiting>,
    pub(super) confinement: Confinement,
    report: Report,
}

/// Children without work.
#[derive(Default)]
struct Waiting {
    idle: Mutex<Idle>,
    /// Signalled when the pool is dropped.
    over: Condvar,
}

#[derive(Default)]
struct Idle {
    /// In the order of their last jobs, the oldest first.
    children: Vec<Child>,
    is_over: bool,
}

impl Children {
    pub(super) fn new(
        mail: &Mail,
        generator: &Generator,
        program: Option<&Path>,
        max_idle: Duration,
        report: Report,
    ) -> Result<Self> {
        let (setup, fonts) = Setup::new(mail, generator);
        let starter = Starter::new(&setup, fonts, program)?;
        let first = starter.start()?;
        let confinement = first.confinement;
        let waiting = Arc::<Waiting>::default();
        waiting.idle.lock().children.push(first);
        let of_thread = Arc::clone(&waiting);
        let ends = move || of_thread.end_idle(max_idle);
        Builder::new().name("idle children".to_owned()).spawn(ends).map_err(|error| {
            Problem::new(codes::IO, format!("the system cannot start a thread: {error}"))
        })?;
        Ok(Self { starter, waiting, confinement, report })
    }

    /// Runs a job in a child that runs no other meanwhile.
    pub(super) fn run(
        &self,
        tenant: &str,
        bundle: &TemplateBundle,
        job: Job,
        data: Option<&str>,
        abandoned: Abandoned<'_>,
    ) -> Result<JobResult, Box<JobRefusal>> {
        // A message is tried in a second child: the first may have been killed for another reason.
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
                    return Err(Box::new(JobRefusal::internal("no one waits for the document")));
                }
                Err(Death::Crashed(how)) => {
                    crashes += 1;
                    let id = Uuid::now_v7();
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
        Err(Box::new(JobRefusal::internal("no process for rendering stays alive")))
    }

    /// Runs several jobs of a tenant in their order. Jobs whose templates an idle child has are sent to it together.
    pub(super) fn run_all(
        &self,
        tenant: &str,
        orders: Vec<Order<'_>>,
        abandoned: Abandoned<'_>,
    ) -> Vec<Result<JobResult, Box<JobRefusal>>> {
        let (bundles, jobs): (Vec<_>, Vec<_>) = orders
            .into_iter()
            .map(|Order { bundle, job, data }| {
                (bundle, (JobHeader { job, template: None, has_data: data.is_some() }, data))
            })
            .unzip();
        let mut outcomes = match jobs.len() {
            0 | 1 => Vec::new(),
            _ => self.run_ahead(tenant, &bundles, &jobs, abandoned),
        };
        // After a job killed the child, the rest run alone, which shows the job that did it.
        let left = bundles.into_iter().zip(jobs).skip(outcomes.len());
        let left: Vec<_> = left
            .map(|(bundle, (header, data))| self.run(tenant, bundle, header.job, data, abandoned))
            .collect();
        outcomes.extend(left);
        outcomes
    }

    /// Sends the first jobs whose templates an idle child has to it, without waiting for each answer. Returns their
    /// results; fewer where the child dies.
    fn run_ahead(
        &self,
        tenant: &str,
        bundles: &[&TemplateBundle],
        jobs: &[(JobHeader, Option<&str>)],
        abandoned: Abandoned<'_>,
    ) -> Vec<Result<JobResult, Box<JobRefusal>>> {
        let Some(mut child) = self.take_idle(tenant) else { return Vec::new() };
        let known = bundles.iter().take_while(|bundle| child.knows(&bundle.key)).count();
        let mut outcomes = Vec::with_capacity(known);
        let mut is_alive = true;
        if let Some((first, _)) = jobs.first().filter(|_| known > 0) {
            // The limits are those of the settings, the same for all.
            let limits = first.job.limits.limits();
            let answers;
            (answers, is_alive) = child.run_ahead(&jobs[..known], bounds(&limits), abandoned);
            for ((answer, bytes), bundle) in answers.into_iter().zip(bundles) {
                let Some(outcome) = self.outcome(bundle, &limits, answer, bytes) else {
                    child.forget(&bundle.key);
                    break;
                };
                outcomes.push(outcome);
            }
        }
        if is_alive {
            self.give_back(child, tenant);
        }
        outcomes
    }

    fn ask(
        &self,
        child: &mut Child,
        header: &mut JobHeader,
        (bundle, data): (&TemplateBundle, Option<&str>),
        limits: &Limits,
        abandoned: Abandoned<'_>,
    ) -> Result<Result<JobResult, Box<JobRefusal>>, Death> {
        let always = matches!(header.job.work, Work::Check | Work::Problems);
        let mut is_known = !always && child.knows(&bundle.key);
        loop {
            header.template = (!is_known).then(|| bundle.header().to_owned());
            let (answer, bytes) = child.run(header, (bundle, data), bounds(limits), abandoned)?;
            if let Some(outcome) = self.outcome(bundle, limits, answer, bytes) {
                return Ok(outcome);
            }
            if !is_known {
                return Ok(Err(Box::new(JobRefusal::internal("a child wants a template twice"))));
            }
            child.forget(&bundle.key);
            is_known = false;
        }
    }

    /// The outcome that an answer stands for; `None` where it asks for the template.
    fn outcome(
        &self,
        bundle: &TemplateBundle,
        limits: &Limits,
        answer: Answer,
        bytes: Vec<u8>,
    ) -> Option<Result<JobResult, Box<JobRefusal>>> {
        Some(match answer {
            Answer::Made(about) => Ok(JobResult { bytes, about: *about }),
            Answer::Refused { problems, is_of_template, about } => {
                let problems = problems.into_iter().map(Problem::from).collect();
                Err(Box::new(JobRefusal { problems, is_of_template, about: *about }))
            }
            Answer::NeedsTemplate => return None,
            // flate2 panics when zlib gets no memory for its state.
            Answer::Panicked(what) if what.contains("MemError") => {
                Err(Box::new(out_of_memory(limits).into()))
            }
            Answer::Panicked(what) => {
                (self.report)(&format!("rendering {} panicked: {what}", bundle.files.file));
                let message = format!("the document could not be made: {what}");
                Err(Box::new(JobRefusal::internal(&message)))
            }
        })
    }

    /// A child, preferably one that served the tenant before: it has the templates.
    fn take(&self, tenant: &str) -> Result<Child, Box<JobRefusal>> {
        match self.take_idle(tenant) {
            Some(child) => Ok(child),
            None => self.starter.start().map_err(|problem| Box::new(problem.into())),
        }
    }

    fn take_idle(&self, tenant: &str) -> Option<Child> {
        let children = &mut self.waiting.idle.lock().children;
        let place = children.iter().rposition(|child| child.tenant == tenant);
        place.or_else(|| children.len().checked_sub(1)).map(|place| children.remove(place))
    }

    fn give_back(&self, mut child: Child, tenant: &str) {
        if !child.is_fit() {
            return;
        }
        if child.tenant != tenant {
            tenant.clone_into(&mut child.tenant);
        }
        child.idle_since = Instant::now();
        self.waiting.idle.lock().children.push(child);
    }

    /// Returns the number of idle children.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.idle.lock().children.len()
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        let mut idle = self.waiting.idle.lock();
        idle.is_over = true;
        let children = std::mem::take(&mut idle.children);
        drop(idle);
        self.waiting.over.notify_all();
        drop(children);
    }
}

impl Waiting {
    /// Ends children that have been idle for `max_idle`, until the pool is dropped.
    fn end_idle(&self, max_idle: Duration) {
        let mut idle = self.idle.lock();
        while !idle.is_over {
            let ended = idle.take_old(max_idle);
            // Without the lock: dropping waits until the processes have ended.
            MutexGuard::unlocked(&mut idle, || drop(ended));
            if !idle.is_over {
                self.over.wait_for(&mut idle, max_idle / IDLE_CHECKS);
            }
        }
    }
}

impl Idle {
    /// Takes out dead children, and those that have been idle for `max_idle` except the one that worked last.
    fn take_old(&mut self, max_idle: Duration) -> Vec<Child> {
        let mut ended: Vec<Child> =
            self.children.extract_if(.., |child| !child.is_running()).collect();
        let young = self.children.iter().position(|child| child.idle_since.elapsed() < max_idle);
        let old = young.unwrap_or_else(|| self.children.len().saturating_sub(1));
        ended.extend(self.children.drain(..old));
        ended
    }
}

/// The time until a child is killed, and the maximum size of its answer.
fn bounds(limits: &Limits) -> (Option<Duration>, u64) {
    // A message has the document in base64.
    let most = limits.max_output_bytes.saturating_mul(2).max(limits.max_memory_bytes);
    (limits.timeout.map(|timeout| timeout + GRACE), most.saturating_add(ANSWER_BYTES))
}

fn crashed(id: Uuid) -> Problem {
    let message = "the process that rendered this document died";
    Problem::new(codes::RENDER_CRASHED, message).detail("id", id.to_string())
}

fn out_of_memory(limits: &Limits) -> Problem {
    let limit = limits.max_memory_bytes;
    let megabytes = limit.div_ceil(1 << 20);
    let message = format!("the document needs more than {megabytes} MB of memory");
    Problem::new(Code::MemoryLimit, message)
        .advice("filter the data before rendering")
        .detail("limitBytes", limit)
}
