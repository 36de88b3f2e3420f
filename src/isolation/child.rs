//! A child: it confines itself, and then does one job after the other.
//!
//! Its standard input is the socket to its parent. The first frame is its [`Setup`]; it answers with what
//! confines it. Then come frames with jobs. It ends when the parent closes the socket.

use std::io::{self, BufReader, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::bundle;
use super::confine::{Confinement, confine};
use super::engine::{Engine, Given, Stopped};
use super::frame::{self, Frame};
use super::job::{Answer, Job, WireProblem};
use super::memory::Memory;
use super::setup::Setup;
use crate::pdf::Workspace;

/// The command that starts a child: not for users.
pub(crate) const COMMAND: &str = "render-child";

/// Maximum size of a frame that a parent sends. The parent keeps to its own limits before.
const MAX_FRAME_BYTES: u64 = 4 << 30;
/// Resident memory above which a child forgets what it keeps between jobs.
const MAX_KEPT_BYTES: u64 = 64 << 20;

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
/// Those of the socket.
pub(crate) fn run() -> io::Result<()> {
    // The parent decides when it ends: signals for the whole group are for the parent.
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)))?;
    }
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let memory = Memory::open();
    let mut input = BufReader::with_capacity(64 << 10, socket.try_clone()?);
    let mut output = socket;
    let Some(first) = frame::read(&mut input, MAX_FRAME_BYTES)? else { return Ok(()) };
    let setup: Setup = serde_json::from_slice(&first.header)?;
    // From here on everything may come from others.
    let confinement = confine(setup.bounds);
    let (generator, mail) = match setup.start(first.parts) {
        Ok(started) => started,
        Err(problem) => return reply(&mut output, &Started::Failed(Box::new(problem.into())), &[]),
    };
    let engine = Engine::new(Arc::new(generator), mail);
    reply(&mut output, &Started::Ready(confinement), &[])?;
    let mut workspace = Workspace::default();
    while let Some(frame) = frame::read(&mut input, MAX_FRAME_BYTES)? {
        let run = AssertUnwindSafe(|| answer(&engine, frame, &mut workspace));
        let (answer, bytes) = catch_unwind(run).unwrap_or_else(|panic| {
            engine.clear();
            (Answer::Panicked(message(panic.as_ref())), Vec::new())
        });
        reply(&mut output, &answer, &[&bytes])?;
        drop((answer, bytes));
        if memory.resident().is_some_and(|bytes| bytes > MAX_KEPT_BYTES) {
            engine.clear();
            workspace = Workspace::default();
            reportctl_allocator::trim();
        }
    }
    Ok(())
}

fn answer(engine: &Engine, frame: Frame, workspace: &mut Workspace) -> (Answer, Vec<u8>) {
    let refused = |problem: crate::Problem| {
        let problems = vec![problem.into()];
        (Answer::Refused { problems, is_of_template: false, about: Box::default() }, Vec::new())
    };
    let broken = || refused(crate::Problem::new(crate::Code::Internal, "a job was not sent whole"));
    let Ok(header) = serde_json::from_slice::<JobHeader>(&frame.header) else { return broken() };
    let mut parts = frame.parts;
    let data = if header.has_data { parts.pop() } else { None };
    let Ok(data) = data.map(String::from_utf8).transpose() else { return broken() };
    let given = match header.template {
        None => Given::Known,
        Some(text) => match bundle::files_of(Frame { header: text.into_bytes(), parts }) {
            Ok(files) => Given::Sent(Box::new(files)),
            Err(problem) => return refused(problem),
        },
    };
    match engine.run(&header.job, data.as_deref(), given, workspace, &|| false) {
        Ok(made) => (Answer::Made(made.about), made.bytes),
        Err(Stopped::NeedsTemplate) => (Answer::NeedsTemplate, Vec::new()),
        Err(Stopped::Refused(refused)) => {
            let problems = refused.problems.into_iter().map(WireProblem::from).collect();
            let (is_of_template, about) = (refused.is_of_template, Box::new(refused.about));
            (Answer::Refused { problems, is_of_template, about }, Vec::new())
        }
    }
}

fn reply(output: &mut impl Write, answer: &impl Serialize, parts: &[&[u8]]) -> io::Result<()> {
    frame::write(output, &serde_json::to_vec(answer)?, parts)
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no reason given").to_owned()
}
