//! A child: it confines itself, and then does one job after the other.
//!
//! Its standard input is the socket to its parent. The first frame is its [`Setup`]; it answers with what
//! confines it. Then come frames with jobs. It ends when the parent closes the socket.

use std::io::{self, BufReader, BufWriter, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::confine::{Confinement, confine};
use super::job::{Answer, Job, WireProblem};
use super::memory::ProcessMemory;
use super::runner::{Given, Runner, Stopped};
use super::setup::Setup;
use crate::base::frame::{self, Frame, Most};
use crate::templates::bundle;
use engine::pdf::Workspace;

/// The command that starts a child: not for users.
pub(crate) const COMMAND: &str = "render-child";

/// Maximum size of a frame that a parent sends. The parent keeps to its own limits before.
pub(super) const MAX_FRAME_BYTES: u64 = 4 << 30;
/// Resident memory above which a child forgets what it keeps between jobs.
const MAX_KEPT_BYTES: u64 = 64 << 20;

/// Bytes of answers that wait for the next ones.
const ANSWERS: usize = 64 << 10;
/// Time after which answers wait no longer.
const QUICK: Duration = Duration::from_millis(5);
/// Jobs between two looks at the memory.
const JOBS_PER_LOOK: u32 = 32;
/// Bytes of a job or its answer, and time that it took, that make a look worthwhile at once.
const LARGE: (usize, Duration) = (256 << 10, Duration::from_millis(20));

/// The header of a frame with a job. Its parts are those of the template, if it goes along, and the
/// data, if there is some.
#[derive(Serialize, Deserialize)]
pub(super) struct JobHeader {
    pub(super) job: Job,
    /// The header of the template.
    pub(super) template: Option<String>,
    pub(super) has_data: bool,
}

/// The answer to the setup.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Started {
    Ready(Confinement),
    Failed(Box<WireProblem>),
}

/// Works until the parent closes the socket.
///
/// # Errors
/// Errors of the socket.
pub(crate) fn run() -> io::Result<()> {
    // The parent decides when it ends: signals for the whole group are for the parent.
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)))?;
    }
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let memory = ProcessMemory::open();
    let mut input = BufReader::with_capacity(64 << 10, socket.try_clone()?);
    let mut output = BufWriter::with_capacity(ANSWERS, socket);
    let Some(first) = frame::read(&mut input, Most::bytes(MAX_FRAME_BYTES))? else { return Ok(()) };
    let setup: Setup = serde_json::from_slice(&first.header)?;
    // From here on everything may come from others.
    let confinement = confine(setup.bounds);
    let (generator, mail) = match setup.start(first.parts) {
        Ok(started) => started,
        Err(problem) => {
            reply(&mut output, &Started::Failed(Box::new(problem.into())), &[])?;
            return output.flush();
        }
    };
    let runner = Runner::new(Arc::new(generator), mail);
    reply(&mut output, &Started::Ready(confinement), &[])?;
    output.flush()?;
    let mut workspace = Workspace::default();
    let mut jobs: u32 = 0;
    while let Some(frame) = frame::read(&mut input, Most::bytes(MAX_FRAME_BYTES))? {
        let (started, bytes_in) = (Instant::now(), frame.bytes());
        let run = AssertUnwindSafe(|| answer(&runner, frame, &mut workspace));
        let (answer, bytes) = catch_unwind(run).unwrap_or_else(|panic| {
            runner.clear();
            (Answer::Panicked(message(panic.as_ref())), Vec::new())
        });
        reply(&mut output, &answer, &[&bytes])?;
        let took = started.elapsed();
        // If the parent sent several jobs, one write has the answers of the quick ones.
        if input.buffer().is_empty() || took >= QUICK {
            output.flush()?;
        }
        jobs = jobs.wrapping_add(1);
        let is_large = bytes_in.max(bytes.len()) >= LARGE.0 || took >= LARGE.1;
        drop((answer, bytes));
        if !is_large && !jobs.is_multiple_of(JOBS_PER_LOOK) {
            continue;
        }
        if memory.resident().is_some_and(|bytes| bytes > MAX_KEPT_BYTES) {
            runner.clear();
            workspace = Workspace::default();
            reportctl_allocator::trim();
        }
    }
    Ok(())
}

fn answer(runner: &Runner, frame: Frame, workspace: &mut Workspace) -> (Answer, Vec<u8>) {
    let (job, data, given) = match received(frame) {
        Ok(received) => received,
        Err(problem) => {
            let problems = vec![(*problem).into()];
            let about = Box::default();
            return (Answer::Refused { problems, is_of_template: false, about }, Vec::new());
        }
    };
    match runner.run(&job, data.as_deref(), given, workspace, &|| false) {
        Ok(made) => (Answer::Made(Box::new(made.about)), made.bytes),
        Err(Stopped::NeedsTemplate) => (Answer::NeedsTemplate, Vec::new()),
        Err(Stopped::Refused(refused)) => {
            let problems = refused.problems.into_iter().map(WireProblem::from).collect();
            let (is_of_template, about) = (refused.is_of_template, Box::new(refused.about));
            (Answer::Refused { problems, is_of_template, about }, Vec::new())
        }
    }
}

/// A job with its data and its template, as a parent sends them.
///
/// # Errors
/// `internal` for a frame that is no job; those of reading a template.
pub(super) fn received(
    frame: Frame,
) -> Result<(Job, Option<String>, Given<'static>), Box<engine::Problem>> {
    let broken =
        || Box::new(engine::Problem::new(engine::Code::Internal, "a job was not sent whole"));
    let header: JobHeader = serde_json::from_slice(&frame.header).map_err(|_| broken())?;
    let mut parts = frame.parts;
    let data = if header.has_data { parts.pop() } else { None };
    let data = data.map(String::from_utf8).transpose().map_err(|_| broken())?;
    let given = match header.template {
        None => Given::Known,
        Some(text) => {
            let files = bundle::files_of(Frame { header: text.into_bytes(), parts });
            Given::Sent(Box::new(files.map_err(Box::new)?))
        }
    };
    Ok((header.job, data, given))
}

fn reply(output: &mut impl Write, answer: &impl Serialize, parts: &[&[u8]]) -> io::Result<()> {
    frame::write(output, &serde_json::to_vec(answer)?, parts)
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason given").to_owned()
}
