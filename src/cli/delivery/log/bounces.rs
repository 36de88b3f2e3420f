//! `reportctl log import-bounces`: records messages that came back.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde_json::json;
use uuid::Uuid;

use crate::base::clock;
use crate::base::files;
use crate::cli::context::{Context, count, quoted_path};
use crate::cli::delivery::message_ids::MessageIds;
use crate::cli::exit::Exit;
use crate::cli::failure::Outcome;
use crate::delivery::mail::bounces::{self, Bounce};
use crate::delivery::queue::{self, LogEntry, LogFilter};
use crate::serve::codes;
use engine::problem::{Problem, Result};

/// Largest notification, in bytes. They return our message at most once.
const MAX_MESSAGE: usize = 64 << 20;

pub(super) fn import(path: &Path, as_json: bool, context: &Context<'_>) -> Outcome {
    let mut messages = 0;
    let mut found = Vec::new();
    read_all(path, &mut |message| {
        messages += 1;
        found.extend(bounces::read(message));
    })?;
    let queue = queue::open(&context.config.database())?;
    let sent = SentMessages::read(&MessageIds::new(queue.as_ref(), context), &found)?;
    let mut known = sent.bounced.clone();
    let (mut entries, mut repeated, mut superseded, mut unmatched) = (Vec::new(), 0, 0, 0);
    for bounce in &found {
        match sent.entry(bounce) {
            None => unmatched += 1,
            Some((request, entry)) if sent.is_superseded(*request, entry, bounce) => {
                superseded += 1
            }
            Some((request, _)) if !known.insert(*request) => repeated += 1,
            Some((_, entry)) => entries.push(LogEntry {
                time: clock::millis(),
                outcome: queue::Outcome::Bounced,
                code: None,
                detail: Some(bounce.reason.clone()),
                ..entry.clone()
            }),
        }
    }
    queue.log(&entries)?;
    if as_json {
        let counts = json!({
            "messages": messages,
            "recorded": entries.len(),
            "known": repeated + superseded,
            "unmatched": unmatched,
        });
        context.printer.data(format!("{counts}\n").as_bytes())?;
    }
    let printer = &context.printer;
    let (read, recorded) = (count(messages, "message"), count(entries.len(), "bounce"));
    printer.note(format_args!("read {read}, recorded {recorded}"));
    if repeated > 0 {
        printer.note(format_args!("left out {} recorded already", count(repeated, "bounce")));
    }
    if superseded > 0 {
        let superseded = count(superseded, "bounce");
        printer.note(format_args!("left out {superseded} of messages that were sent again since"));
    }
    if unmatched > 0 {
        let unmatched = count(unmatched, "bounce");
        printer.note(format_args!("left out {unmatched} of messages that the log does not have"));
    }
    Ok(Exit::Done)
}

/// Calls `each` for every message: of a file, of an mbox, or of the files of a folder.
fn read_all(path: &Path, each: &mut dyn FnMut(&[u8])) -> Result<()> {
    let about = path.metadata().map_err(|error| files::io_problem("read", path, &error))?;
    if !about.is_dir() {
        return read_file(path, each);
    }
    // A Maildir has its messages in two folders, under names of any form.
    let maildir = ["cur", "new"].map(|name| path.join(name));
    let is_maildir = maildir.iter().any(|folder| folder.is_dir());
    let mut all = Vec::new();
    for folder in std::iter::once(path).chain(maildir.iter().map(|folder| folder.as_path())) {
        let is_top = folder == path;
        if !folder.is_dir() {
            continue;
        }
        for entry in
            std::fs::read_dir(folder).map_err(|error| files::io_problem("read", folder, &error))?
        {
            let file = entry.map_err(|error| files::io_problem("read", folder, &error))?.path();
            let is_eml = file.extension().is_some_and(|name| name.eq_ignore_ascii_case("eml"));
            // Only regular files: whatever else lies there could wait for ever.
            if (is_eml || !is_top) && file.metadata().is_ok_and(|about| about.is_file()) {
                all.push(file);
            }
        }
    }
    if all.is_empty() && !is_maildir {
        let message = format!("there are no `.eml` files in {}", quoted_path(path));
        return Err(Problem::new(codes::DATA_UNREADABLE, message)
            .advice("name the folder or the mbox into which bounces are delivered"));
    }
    all.sort();
    all.iter().try_for_each(|file| read_file(file, each))
}

fn read_file(path: &Path, each: &mut dyn FnMut(&[u8])) -> Result<()> {
    let io = |error: std::io::Error| files::io_problem("read", path, &error);
    if !path.metadata().map_err(io)?.is_file() {
        let message = format!("{} is no ordinary file", quoted_path(path));
        return Err(Problem::new(codes::DATA_UNREADABLE, message));
    }
    let mut reader = BufReader::new(File::open(path).map_err(io)?);
    let start = std::io::BufRead::fill_buf(&mut reader).map_err(io)?;
    if start.starts_with(b"From ") {
        return bounces::read_mbox(reader, MAX_MESSAGE, each).map_err(io);
    }
    each(&files::read_limited(path, MAX_MESSAGE as u64)?);
    Ok(())
}

/// Log entries of messages that bounces may refer to.
struct SentMessages {
    /// The last entry of each request, by `Message-ID`; copies share one.
    by_message: HashMap<String, HashMap<Uuid, LogEntry>>,
    by_request: HashMap<Uuid, LogEntry>,
    /// Requests that were sent again by a retry.
    resent: HashSet<Uuid>,
    /// Requests whose bounce is recorded since they were sent last.
    bounced: HashSet<Uuid>,
}

/// Largest difference between the clocks of this machine and of a mail server, in milliseconds.
const CLOCK_TOLERANCE: i64 = 300_000;

impl SentMessages {
    /// Reads the log once, however many bounces there are.
    fn read(ids: &MessageIds<'_>, bounces: &[Bounce]) -> Result<Self> {
        let messages: HashSet<&str> =
            bounces.iter().filter_map(|bounce| bounce.message_id.as_deref()).collect();
        let requests: HashSet<Uuid> =
            bounces.iter().flat_map(|bounce| bounce.requests.iter().copied()).collect();
        let mut sent = Self {
            by_message: HashMap::new(),
            by_request: HashMap::new(),
            resent: HashSet::new(),
            bounced: HashSet::new(),
        };
        if bounces.is_empty() {
            return Ok(sent);
        }
        ids.read_log(&LogFilter::default(), &mut |entry| {
            let Some(request) = entry.request else { return true };
            match entry.outcome {
                queue::Outcome::Bounced => {
                    sent.bounced.insert(request);
                }
                queue::Outcome::Delivered | queue::Outcome::Unknown => {
                    sent.bounced.remove(&request);
                    let mut before = None;
                    if let Some(id) = entry.message_id.as_deref().filter(|id| messages.contains(id))
                    {
                        let of_message = sent.by_message.entry(id.to_owned()).or_default();
                        before = of_message.insert(request, entry.clone());
                    }
                    if requests.contains(&request) {
                        before = sent.by_request.insert(request, entry).or(before);
                    }
                    if before.is_some() {
                        sent.resent.insert(request);
                    }
                }
                queue::Outcome::Served | queue::Outcome::Failed => {}
            }
            true
        })?;
        Ok(sent)
    }

    /// The entry of the message that a bounce is about: that of the request which its address
    /// names, else of the message that it returns, where the recipient tells copies apart.
    fn entry(&self, bounce: &Bounce) -> Option<(&Uuid, &LogEntry)> {
        if let Some(found) = bounce.requests.iter().find_map(|id| self.by_request.get_key_value(id))
        {
            return Some(found);
        }
        let candidates = self.by_message.get(bounce.message_id.as_deref()?)?;
        let is_recipient = |(_, entry): &(&Uuid, &LogEntry)| {
            let recipient = entry.recipient.as_deref().unwrap_or_default();
            bounce.recipients.iter().any(|known| known.eq_ignore_ascii_case(recipient))
        };
        let mut all = candidates.iter();
        match (candidates.iter().find(is_recipient), all.next(), all.next()) {
            (Some(found), ..) => Some(found),
            // Mail that was forwarded comes back from another address.
            (None, Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// Returns `true` if a bounce is about an earlier delivery of a request that was sent again after it.
    fn is_superseded(&self, request: Uuid, last: &LogEntry, bounce: &Bounce) -> bool {
        let is_before = |time: i64| time.saturating_add(CLOCK_TOLERANCE) < last.time;
        self.resent.contains(&request) && bounce.time.is_some_and(is_before)
    }
}
