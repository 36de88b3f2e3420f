//! A child as its parent sees it: started, given jobs, watched, ended.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::child::{COMMAND, JobHeader, Started};
use super::confine::{CHILD_TIME, Confinement};
use super::job::Answer;
use super::memory::ProcessMemory;
use super::runner::Abandoned;
use super::setup::Setup;
use crate::base::frame::{self, Most};
use crate::delivery::codes;
use crate::templates::bundle::{Key, TemplateBundle};
use engine::font::Face;
use engine::problem::{Problem, Result};

/// Pause between two looks at the clock, and at whether anybody waits for the answer.
const LOOK: Duration = Duration::from_millis(20);
/// Time for a child to start.
const START: Duration = Duration::from_secs(30);
/// Documents after which a child makes way for another one.
const MAX_JOBS: u32 = 10_000;
/// Resident memory above which an idle child makes way for another one.
const MAX_IDLE_BYTES: u64 = 128 << 20;
/// Jobs between two looks at the memory of a child.
const JOBS_PER_LOOK: u32 = 32;
/// Templates that a child is taken to have. Where it has one no more, it says so.
const MAX_KNOWN: usize = 64;
/// Bytes of a job or of its answer that make a look at the memory of a child worthwhile.
const LARGE_BYTES: usize = 256 << 10;
/// Maximum size of jobs that are sent at once: less than the buffer of a socket has room for, so that neither side
/// waits for the other one while it writes.
const MAX_AHEAD_BYTES: usize = 48 << 10;
/// Bytes of what an answer says besides its document.
const MAX_ANSWER_HEADER: u64 = 64 << 20;
/// Bytes of what a child wrote on standard error that are kept.
const MAX_LAST_WORDS: u64 = 2048;
/// Bytes that the memory allocator of Rust writes before it aborts.
const OUT_OF_MEMORY: &str = "memory allocation of ";

/// Start of children.
pub(super) struct Starter {
    program: PathBuf,
    header: Vec<u8>,
    fonts: Vec<Arc<Face>>,
}

/// A child process.
pub(super) struct Child {
    process: process::Child,
    socket: UnixStream,
    input: BufReader<UnixStream>,
    errors: File,
    memory: ProcessMemory,
    pub(super) confinement: Confinement,
    /// The tenant of its last document.
    pub(super) tenant: String,
    pub(super) idle_since: Instant,
    known: VecDeque<Key>,
    jobs: u32,
    busy: Duration,
    is_large: bool,
}

/// Reason for a child's missing answer. The child is dead by then.
#[derive(Debug)]
pub(super) enum Death {
    /// It was dead before it got the job.
    Before,
    /// It ended by itself; its exit status and last words.
    Crashed(String),
    /// The system gave it no more memory.
    OutOfMemory,
    /// It took longer than the document may take.
    TimeOver,
    /// No one waits for the answer.
    Abandoned,
}

impl Starter {
    /// Children of this program, or of the one at a path.
    ///
    /// # Errors
    /// `io` where the program cannot be found.
    pub(super) fn new(
        setup: &Setup,
        fonts: Vec<Arc<Face>>,
        program: Option<&Path>,
    ) -> Result<Self> {
        // The program that runs, also after its file was replaced by another version.
        let own = Path::new("/proc/self/exe");
        let program = match program {
            Some(program) => program.to_owned(),
            None if own.exists() => own.to_owned(),
            None => std::env::current_exe().map_err(|error| cannot_start(&error))?,
        };
        let header = serde_json::to_vec(setup).map_err(|error| cannot_start(&error))?;
        Ok(Self { program, header, fonts })
    }

    /// Starts a child and waits until it is confined.
    ///
    /// # Errors
    /// `io` where the system cannot start it; what keeps it from starting.
    pub(super) fn start(&self) -> Result<Child> {
        let started = self.try_start().map_err(|error| cannot_start(&error))?;
        let (mut child, answer) = started;
        match answer {
            Started::Ready(confinement) => {
                child.confinement = confinement;
                Ok(child)
            }
            Started::Failed(problem) => Err(Problem::from(*problem)),
        }
    }

    fn try_start(&self) -> io::Result<(Child, Started)> {
        let (socket, other) = UnixStream::pair()?;
        for end in [&socket, &other] {
            // Only this end waits with a time limit; the pair shares no such option.
            end.set_nonblocking(false)?;
        }
        socket.set_read_timeout(Some(LOOK))?;
        socket.set_write_timeout(Some(LOOK))?;
        let errors = tempfile::tempfile()?;
        let process = Command::new(&self.program)
            .arg0("reportctl")
            .arg(COMMAND)
            // Passwords and addresses of servers stand in the environment.
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(OwnedFd::from(other)))
            .stdout(Stdio::null())
            .stderr(Stdio::from(errors.try_clone()?))
            // Signals for the group of the parent are not for its children.
            .process_group(0)
            .spawn()?;
        let mut child = Child {
            memory: ProcessMemory::of(process.id()),
            process,
            input: BufReader::with_capacity(64 << 10, socket.try_clone()?),
            socket,
            errors,
            confinement: Confinement::default(),
            tenant: String::new(),
            idle_since: Instant::now(),
            known: VecDeque::new(),
            jobs: 0,
            busy: Duration::ZERO,
            is_large: false,
        };
        let fonts: Vec<&[u8]> = self.fonts.iter().map(|face| face.bytes()).collect();
        let mut wait = Wait::new(&mut child, Some(START), &|| false);
        frame::write(&mut wait, &self.header, &fonts)?;
        let answer = wait.answer::<Started>(1 << 20)?;
        Ok((child, answer.0))
    }
}

fn cannot_start(error: &dyn std::fmt::Display) -> Problem {
    Problem::new(codes::IO, format!("the process that renders cannot be started: {error}"))
        .advice("check the limits of processes and memory, or set `isolation: none`")
}

impl Child {
    /// Has a job done. `limit` is the time until it is killed, `max_bytes` the size of the answer.
    pub(super) fn run(
        &mut self,
        header: &JobHeader,
        (bundle, data): (&TemplateBundle, Option<&str>),
        (limit, max_bytes): (Option<Duration>, u64),
        abandoned: Abandoned<'_>,
    ) -> Result<(Answer, Vec<u8>), Death> {
        let started = Instant::now();
        let asked = self.ask(header, (bundle, data), (limit, max_bytes), abandoned);
        self.jobs += 1;
        self.busy += started.elapsed();
        match asked {
            Ok((answer, bytes)) => {
                let data = data.map_or(0, str::len);
                self.is_large = data.max(bytes.len()).max(bundle.size()) >= LARGE_BYTES;
                Ok((answer, bytes))
            }
            Err((error, was_sent)) => Err(self.death(&error, was_sent)),
        }
    }

    fn ask(
        &mut self,
        header: &JobHeader,
        (bundle, data): (&TemplateBundle, Option<&str>),
        (limit, max_bytes): (Option<Duration>, u64),
        abandoned: Abandoned<'_>,
    ) -> Result<(Answer, Vec<u8>), (io::Error, bool)> {
        let is_sent = header.template.is_some();
        let text = serde_json::to_vec(header).map_err(|error| (error.into(), false))?;
        let mut parts = if is_sent { bundle.parts() } else { Vec::new() };
        parts.extend(data.map(str::as_bytes));
        let mut wait = Wait::new(self, limit, abandoned);
        frame::write(&mut wait, &text, &parts).map_err(|error| (error, false))?;
        let answer = wait.answer::<Answer>(max_bytes).map_err(|error| (error, true))?;
        if is_sent {
            if self.known.len() >= MAX_KNOWN {
                self.known.pop_front();
            }
            self.known.push_back(bundle.key);
        }
        Ok(answer)
    }

    /// Has the first of these jobs done, as many as fit into the buffer of the socket together: one wake-up
    /// of each side for all. It must have their templates. Gives the answers in the order of the jobs, up to
    /// the first one that did not come, and whether the child is alive.
    pub(super) fn run_ahead(
        &mut self,
        jobs: &[(JobHeader, Option<&str>)],
        (limit, max_bytes): (Option<Duration>, u64),
        abandoned: Abandoned<'_>,
    ) -> (Vec<(Answer, Vec<u8>)>, bool) {
        let started = Instant::now();
        let mut answers = Vec::with_capacity(jobs.len());
        let asked = self.ask_ahead(jobs, (limit, max_bytes), abandoned, &mut answers);
        self.jobs = self.jobs.saturating_add(u32::try_from(answers.len()).unwrap_or(u32::MAX));
        self.busy += started.elapsed();
        if asked.is_err() {
            self.end();
        }
        (answers, asked.is_ok())
    }

    fn ask_ahead(
        &mut self,
        jobs: &[(JobHeader, Option<&str>)],
        (limit, max_bytes): (Option<Duration>, u64),
        abandoned: Abandoned<'_>,
        answers: &mut Vec<(Answer, Vec<u8>)>,
    ) -> io::Result<()> {
        let mut frames = Vec::with_capacity(MAX_AHEAD_BYTES);
        let mut count = 0;
        for (header, data) in jobs {
            let (start, data) = (frames.len(), data.map(str::as_bytes));
            frame::write(&mut frames, &serde_json::to_vec(header)?, data.as_slice())?;
            if frames.len() > MAX_AHEAD_BYTES {
                frames.truncate(start);
                break;
            }
            count += 1;
        }
        Wait::new(self, limit, abandoned).write_all(&frames)?;
        for _ in 0..count {
            // A job that takes long is answered at once, and each has the whole time.
            answers.push(Wait::new(self, limit, abandoned).answer::<Answer>(max_bytes)?);
        }
        Ok(())
    }

    /// Returns `true` if it probably has a template.
    pub(super) fn knows(&self, key: &Key) -> bool {
        self.known.contains(key)
    }

    /// Forgets that it has a template.
    pub(super) fn forget(&mut self, key: &Key) {
        self.known.retain(|known| known != key);
    }

    /// Returns `true` if it may do another job.
    pub(super) fn is_fit(&mut self) -> bool {
        let looks = self.is_large || self.jobs.is_multiple_of(JOBS_PER_LOOK);
        self.is_large = false;
        let is_small = !looks || self.memory.resident().is_none_or(|it| it <= MAX_IDLE_BYTES);
        is_small && self.jobs < MAX_JOBS && self.busy < CHILD_TIME
    }

    /// Returns `true` if it has not ended by itself.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    /// The process.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    fn death(&mut self, error: &io::Error, was_sent: bool) -> Death {
        match error.kind() {
            io::ErrorKind::TimedOut => {
                self.end();
                return Death::TimeOver;
            }
            io::ErrorKind::ConnectionAborted => {
                self.end();
                return Death::Abandoned;
            }
            _ => {}
        }
        // It closed the socket, or wrote what is no answer: it must not write anything else.
        let status = self.exit_status();
        let words = self.last_words();
        if words.contains(OUT_OF_MEMORY) {
            return Death::OutOfMemory;
        }
        match status {
            Some(status) if status.signal() == Some(libc::SIGXCPU) => Death::TimeOver,
            // Nothing of the job can have been looked into.
            _ if !was_sent && words.is_empty() => Death::Before,
            status => {
                let status = status.map_or_else(|| "no answer".to_owned(), |it| it.to_string());
                let words = words.trim();
                let words = if words.is_empty() { String::new() } else { format!(": {words}") };
                Death::Crashed(format!("{status}{words}"))
            }
        }
    }

    /// Waits for its end; it gets a moment to end by itself.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        let started = Instant::now();
        while started.elapsed() < Duration::from_millis(500) {
            match self.process.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        self.end();
        None
    }

    fn last_words(&mut self) -> String {
        let mut read = || -> io::Result<Vec<u8>> {
            let length = self.errors.seek(SeekFrom::End(0))?;
            self.errors.seek(SeekFrom::Start(length.saturating_sub(MAX_LAST_WORDS)))?;
            let mut words = Vec::new();
            (&self.errors).take(MAX_LAST_WORDS).read_to_end(&mut words)?;
            Ok(words)
        };
        String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
    }

    fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// The socket to a child, which is looked at as long as the answer is wanted.
///
/// Fails with `TimedOut` when the time is over, and with `ConnectionAborted` when no one waits.
struct Wait<'a> {
    socket: &'a UnixStream,
    input: &'a mut BufReader<UnixStream>,
    until: Option<Instant>,
    abandoned: Abandoned<'a>,
}

impl<'a> Wait<'a> {
    fn new(child: &'a mut Child, limit: Option<Duration>, abandoned: Abandoned<'a>) -> Self {
        let until = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { socket: &child.socket, input: &mut child.input, until, abandoned }
    }

    fn answer<T: DeserializeOwned>(&mut self, max_bytes: u64) -> io::Result<(T, Vec<u8>)> {
        answer(self, max_bytes)
    }

    fn in_time(&self) -> io::Result<()> {
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(())
    }

    fn look(&self) -> io::Result<()> {
        self.in_time()?;
        if (self.abandoned)() {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        Ok(())
    }

    fn retry<T>(&mut self, mut action: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<T> {
        loop {
            // A child whose bytes come one by one never pauses.
            self.in_time()?;
            match action(self) {
                Err(error) if is_pause(&error) => self.look()?,
                done => return done,
            }
        }
    }
}

/// An answer with its bytes. A child may be in the hands of another one: it gets no more memory of its
/// parent than a document may have.
///
/// # Errors
/// Errors of the reader; `InvalidData` for what is no answer, and for one that is too large.
pub(super) fn answer<T: DeserializeOwned>(
    input: &mut impl Read,
    max_bytes: u64,
) -> io::Result<(T, Vec<u8>)> {
    let most = Most { header: max_bytes.min(MAX_ANSWER_HEADER), bytes: max_bytes, parts: 1 };
    let frame = frame::read(input, most)?;
    let frame = frame.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
    let answer = serde_json::from_slice(&frame.header)?;
    Ok((answer, frame.parts.into_iter().next().unwrap_or_default()))
}

fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

impl Read for Wait<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.retry(|wait| wait.input.read(buffer))
    }
}

impl Write for Wait<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.retry(|wait| (&mut &*wait.socket).write(bytes))
    }

    fn write_vectored(&mut self, slices: &[io::IoSlice<'_>]) -> io::Result<usize> {
        self.retry(|wait| (&mut &*wait.socket).write_vectored(slices))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn an_answer_that_comes_byte_by_byte_ends_with_the_time() {
        let (parent, mut child) = UnixStream::pair().unwrap();
        parent.set_read_timeout(Some(LOOK)).unwrap();
        let writer = std::thread::spawn(move || {
            // More than one answer has, so that it is the time that ends it.
            while child.write_all(&[1]).is_ok() {
                std::thread::sleep(LOOK / 4);
            }
        });
        let mut input = BufReader::new(parent.try_clone().unwrap());
        let started = Instant::now();
        let until = Some(started + 10 * LOOK);
        let mut wait = Wait { socket: &parent, input: &mut input, until, abandoned: &|| false };
        let mut bytes = vec![0; 1 << 20];
        let error = wait.read_exact(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(started.elapsed() < 100 * LOOK, "{:?}", started.elapsed());
        drop((input, parent));
        writer.join().unwrap();
    }
}
