//! Messages between a process and its child, read from bytes alone: for fuzz targets.

use std::io::{self, Read};

use super::child::{MAX_FRAME_BYTES, Started, received};
use super::job::{Answer, JobRefusal};
use super::process::answer;
use super::setup::Setup;
use crate::base::frame::{self, Most};
use engine::problem::Problem;

/// Reads what a parent sends, as a child does: settings with fonts, then jobs with templates. Returns
/// the number of frames.
///
/// # Errors
/// Errors of frames.
pub fn of_parent(mut input: impl Read) -> io::Result<usize> {
    let most = Most::bytes(MAX_FRAME_BYTES);
    let Some(first) = frame::read(&mut input, most)? else { return Ok(0) };
    if let Ok(setup) = serde_json::from_slice::<Setup>(&first.header) {
        drop(setup.start(first.parts));
    }
    let mut frames = 1;
    while let Some(frame) = frame::read(&mut input, most)? {
        frames += 1;
        drop(received(frame));
    }
    Ok(frames)
}

/// Reads what a child sends, as its parent does, with answers of up to `max_bytes` bytes: the
/// result of its start, then answers to jobs. Returns the bytes of the documents.
///
/// # Errors
/// Errors of frames; `InvalidData` for what is no answer.
pub fn of_child(mut input: impl Read, max_bytes: u64) -> io::Result<usize> {
    if let Started::Failed(problem) = answer(&mut input, max_bytes)?.0 {
        drop(Problem::from(*problem));
    }
    let mut all = 0;
    loop {
        let (answer, bytes) = match answer::<Answer>(&mut input, max_bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(all),
            read => read?,
        };
        all += bytes.len();
        if let Answer::Refused { problems, is_of_template, about } = answer {
            let problems = problems.into_iter().map(Problem::from).collect();
            drop(JobRefusal { problems, is_of_template, about: *about }.first());
        }
    }
}
