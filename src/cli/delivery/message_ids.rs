//! `Message-ID`s of requests: search terms for bounces and for the log of the mail server.

use crate::cli::context::Context;
use crate::delivery::mail::{self, MailOptions};
use crate::delivery::queue::{LogEntry, LogFilter, Outcome, Queue, Request};
use crate::delivery::settings::Mail;
use engine::problem::Result;

/// `Message-ID`s of the requests of a queue, with the sender of the settings.
pub(super) struct MessageIds<'a> {
    pub(super) queue: &'a dyn Queue,
    mail: &'a Mail,
}

impl<'a> MessageIds<'a> {
    pub(super) fn new(queue: &'a dyn Queue, context: &'a Context<'_>) -> Self {
        Self { queue, mail: &context.config.mail }
    }

    /// The id of the message of a request; `None` when it is not known any more, or the settings have no sender.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub(super) fn of_request(&self, row: &Request) -> Result<Option<String>> {
        let request = &row.request;
        // An erased request does not show any more if it is a copy.
        if row.erased {
            return Ok(None);
        }
        let options = match request.options_of_batch() {
            Some(key) => self.queue.batch(&request.tenant, key)?.map(|batch| batch.mail),
            None => request.mail.clone(),
        };
        let options = options.unwrap_or_default();
        Ok(mail::message_id(request.id, &options, self.mail).ok())
    }

    /// Reads entries of the log, as [`DeliveryLog::read_log`](crate::delivery::queue::DeliveryLog::read_log) does. Entries
    /// of messages whose worker vanished have none, and get theirs.
    ///
    /// # Errors
    /// `queueUnavailable`.
    pub(super) fn read_log(
        &self,
        filter: &LogFilter,
        each: &mut dyn FnMut(LogEntry) -> bool,
    ) -> Result<()> {
        let mut failure = None;
        self.queue.read_log(filter, &mut |mut entry| {
            if entry.outcome == Outcome::Unknown && entry.message_id.is_none() {
                match self.of_entry(&entry) {
                    Ok(id) => entry.message_id = id,
                    Err(problem) => {
                        failure = Some(problem);
                        return false;
                    }
                }
            }
            each(entry)
        })?;
        failure.map_or(Ok(()), Err)
    }

    fn of_entry(&self, entry: &LogEntry) -> Result<Option<String>> {
        let Some(id) = entry.request else { return Ok(None) };
        match self.queue.get(&entry.tenant, id)? {
            Some(row) => self.of_request(&row),
            None => Ok(mail::message_id(id, &MailOptions::default(), self.mail).ok()),
        }
    }
}
