//! The threads that deliver messages, and record before and after that they do.

use std::time::{Duration, Instant};

use crate::base::clock;
use crate::base::telemetry::{MeasuredStep, SpanKind};
use crate::delivery::codes;
use crate::delivery::mail::transport::Acceptance;
use crate::delivery::mail::{Message, SendError, TransportSession};
use crate::delivery::queue::{Ended, Held, LogEntry, Outcome};
use engine::problem::Problem;

use super::batch_size::SendBatchSize;
use super::breaker::{Admission, HeldUp, Sign, Transition};
use super::message_builder::Facts;
use super::row::{ClaimedRow, Next, Ready, Settling, millis, released};
use super::run::{RunScope, WorkerRun};

/// Most rows that are settled together.
const MOST_SETTLED: usize = 256;

/// A row with its message.
struct OutgoingMessage {
    row: ClaimedRow,
    facts: Facts,
    message: Message,
}

impl WorkerRun<'_> {
    /// Sends and settles rows until no more come.
    pub(super) fn send_rows(&self) {
        let transport = &self.worker.transport;
        let mut session = transport.session();
        let mut batch_size =
            SendBatchSize::new(self.worker.settings.max_batch, transport.is_repeatable());
        loop {
            let (mut messages, mut all) = (0, 0);
            let rows = self.ready.gather(batch_size.size(), batch_size.timeout(), |ready| {
                messages += usize::from(matches!(ready.next, Next::Send(_)));
                all += 1;
                messages <= batch_size.size() && all <= MOST_SETTLED
            });
            if rows.is_empty() {
                return;
            }
            let (outgoing, mut settling) = split_ready(rows);
            self.send(outgoing, session.as_mut(), &mut batch_size, &mut settling);
            self.settle(settling);
        }
    }

    /// Sends messages, as many as the breaker lets through; releases the others.
    fn send(
        &self,
        mut outgoing: Vec<OutgoingMessage>,
        session: &mut dyn TransportSession,
        batch_size: &mut SendBatchSize,
        settling: &mut Vec<Settling>,
    ) {
        if outgoing.is_empty() {
            return;
        }
        if self.is_ending() {
            settling
                .extend(outgoing.into_iter().map(|o| Settling::released(o.row, Duration::ZERO)));
            return;
        }
        let trial = match self.breaker.admit() {
            Admission::All => None,
            Admission::One(trial, held_up) => {
                self.hold_back(outgoing.split_off(1), &held_up, settling);
                Some(trial)
            }
            Admission::None(held_up) => return self.hold_back(outgoing, &held_up, settling),
        };
        let outgoing = self.intend(outgoing);
        if outgoing.is_empty() {
            if let Some(trial) = trial {
                self.breaker.withdraw(trial);
            }
            return;
        }
        let (started, number) = (Instant::now(), outgoing.len());
        if self.worker.transport.is_repeatable() {
            self.deliver_together(outgoing, session, settling);
        } else {
            for message in outgoing {
                // A server that got slow must not keep what is known from being recorded.
                if started.elapsed() > Duration::from_millis(50) {
                    self.settle(std::mem::take(settling));
                }
                self.deliver(message, session, settling);
            }
        }
        batch_size.took(number, started.elapsed());
    }

    /// Records that messages are about to be sent. Returns those that may be.
    fn intend(&self, mut outgoing: Vec<OutgoingMessage>) -> Vec<OutgoingMessage> {
        if outgoing.is_empty() {
            return outgoing;
        }
        let started = Instant::now();
        let rows: Vec<Held> = outgoing.iter().map(|outgoing| outgoing.row.claim.held()).collect();
        let mut may = self.writer.intend(&rows).into_iter();
        let before = outgoing.len();
        outgoing.retain(|_| may.next().unwrap_or(false));
        self.lose(before - outgoing.len());
        let share = started.elapsed() / u32::try_from(rows.len()).unwrap_or(u32::MAX);
        let intend = MeasuredStep::since(started, "record intent");
        for outgoing in &mut outgoing {
            outgoing.row.times.queue += share;
            outgoing.row.span.step(SpanKind::Client, intend, &[]);
        }
        outgoing
    }

    fn deliver(
        &self,
        outgoing: OutgoingMessage,
        session: &mut dyn TransportSession,
        settling: &mut Vec<Settling>,
    ) {
        // The breaker may have opened while the group was under way.
        if let Some(held_up) = self.breaker.open_for().filter(|it| !it.pause.is_zero()) {
            return self.hold_back(vec![outgoing], &held_up, settling);
        }
        let OutgoingMessage { mut row, facts, message } = outgoing;
        let started = Instant::now();
        let delivered = session.deliver(&message.delivery());
        row.times.send += started.elapsed();
        settling.push(self.delivered((row, started), &facts, delivered));
    }

    /// Delivers messages together: where sending twice does no harm, nothing hangs on what is known
    /// of each at once.
    fn deliver_together(
        &self,
        outgoing: Vec<OutgoingMessage>,
        session: &mut dyn TransportSession,
        settling: &mut Vec<Settling>,
    ) {
        let started = Instant::now();
        let deliveries: Vec<_> = outgoing.iter().map(|one| one.message.delivery()).collect();
        let outcomes = session.deliver_all(&deliveries);
        let share = started.elapsed() / u32::try_from(outgoing.len()).unwrap_or(u32::MAX).max(1);
        for (OutgoingMessage { mut row, facts, .. }, outcome) in outgoing.into_iter().zip(outcomes)
        {
            row.times.send += share;
            settling.push(self.delivered((row, started), &facts, outcome));
        }
    }

    /// Converts the transport's answer to the outcome of a row.
    fn delivered(
        &self,
        (row, started): (ClaimedRow, Instant),
        facts: &Facts,
        outcome: Result<Acceptance, SendError>,
    ) -> Settling {
        let failure = outcome.as_ref().err().map(|failed| ("error.type", failed.code().as_str()));
        row.span.step(
            SpanKind::Client,
            MeasuredStep::since(started, "send mail"),
            failure.as_slice(),
        );
        let (ended, detail) = match outcome {
            Ok(receipt) => {
                self.note(Sign::Taken, "");
                (Ended::Done, receipt.detail)
            }
            Err(failed) => (self.failed(&row, &failed), failed.detail().to_owned()),
        };
        let log = log_entry(&row, facts, &ended, Some(detail));
        Settling { row, ended, log }
    }

    /// Converts a failure to the outcome of a row.
    fn failed(&self, row: &ClaimedRow, failed: &SendError) -> Ended {
        let sign = match failed {
            SendError::Temporary { .. } => Sign::Failed,
            SendError::Permanent { .. } => Sign::Refused,
            SendError::Unusable { .. } => Sign::Unusable,
            SendError::Unknown { .. } => Sign::Unknown,
        };
        let opened = self.note(sign, failed.detail());
        let settings = &self.worker.settings;
        let (code, message) = (failed.code().as_str().to_owned(), failed.detail().to_owned());
        match failed {
            SendError::Unusable { .. } if !settings.gives_up => {
                released(self.pause_of(opened.unwrap_or(settings.breaker.first)))
            }
            SendError::Temporary { after, .. } => {
                match settings.retry.pause(row.claim.attempt, *after) {
                    Some(pause) if !settings.gives_up => {
                        Ended::Later { pause: millis(pause), code, message }
                    }
                    _ => Ended::Error { code, message },
                }
            }
            _ => Ended::Error { code, message },
        }
    }

    /// Informs the breaker, and the observer when that opens or closes it.
    fn note(&self, sign: Sign, detail: &str) -> Option<Duration> {
        let transition = self.breaker.note(sign, detail);
        match transition {
            Transition::Opened(pause) => self.observer.held_up(&no_mail(detail), Some(pause)),
            Transition::Closed => self.observer.resumed(),
            Transition::Unchanged | Transition::Reopened(_) => {}
        }
        transition.pause()
    }

    /// Pause of a row that the breaker held back. A drain ends then, and the operator who fixed what
    /// was wrong starts the next one. This worker claims nothing while its breaker is open; another may be
    /// able to send, and the breaker may close early.
    fn pause_of(&self, pause: Duration) -> Duration {
        match self.scope {
            RunScope::Everything => pause.min(self.worker.settings.poll),
            _ => Duration::ZERO,
        }
    }

    /// Rows that are not offered, because the server takes nothing.
    fn hold_back(
        &self,
        rows: Vec<OutgoingMessage>,
        held_up: &HeldUp,
        settling: &mut Vec<Settling>,
    ) {
        for OutgoingMessage { row, facts, .. } in rows {
            if !self.worker.settings.gives_up {
                settling.push(Settling::released(row, self.pause_of(held_up.pause)));
                continue;
            }
            let (code, message) =
                (codes::MAIL_UNUSABLE.as_str().to_owned(), held_up.reason.clone());
            let ended = Ended::Error { code, message };
            let log = log_entry(&row, &facts, &ended, None);
            settling.push(Settling { row, ended, log });
        }
    }
}

/// The mail server takes nothing.
pub(super) fn no_mail(detail: &str) -> Problem {
    Problem::new(codes::MAIL_UNUSABLE, format!("no mail can be sent: {detail}"))
        .advice("the messages wait; check the settings under `mail` and the mail server")
}

/// Messages to be sent, and rows that only have to be settled.
fn split_ready(rows: Vec<Ready>) -> (Vec<OutgoingMessage>, Vec<Settling>) {
    let (mut outgoing, mut settling) = (Vec::new(), Vec::new());
    for Ready { row, facts, next } in rows {
        match next {
            Next::Send(message) => outgoing.push(OutgoingMessage { row, facts, message }),
            Next::Settle(ended, detail) => {
                let log = log_entry(&row, &facts, &ended, detail);
                settling.push(Settling { row, ended, log });
            }
        }
    }
    (outgoing, settling)
}

/// The entry of the generation log; none for a row that was released.
fn log_entry(
    row: &ClaimedRow,
    facts: &Facts,
    ended: &Ended,
    detail: Option<String>,
) -> Option<LogEntry> {
    let (outcome, code, message) = match ended {
        Ended::Done => (Outcome::Delivered, None, None),
        Ended::Error { code, message } if code == codes::DELIVERY_UNKNOWN.as_str() => {
            (Outcome::Unknown, Some(code), Some(message))
        }
        Ended::Error { code, message } | Ended::Later { code, message, .. } => {
            (Outcome::Failed, Some(code), Some(message))
        }
        Ended::Left { .. } | Ended::Released { .. } => return None,
    };
    let request = &row.claim.request;
    let entry = request.entry_of_attempt(row.claim.attempt, clock::millis(), outcome);
    let engine = facts.receipt.as_ref().map(|receipt| receipt.program.version.clone());
    Some(LogEntry {
        engine: engine.unwrap_or_else(|| entry.engine.clone()),
        template_hash: facts.template_hash.clone().or(entry.template_hash),
        recipient: facts.recipient.clone().or(entry.recipient),
        message_id: facts.message_id.clone(),
        pages: facts.pages,
        bytes: facts.bytes,
        sha256: facts.sha256.clone(),
        code: code.cloned(),
        detail: detail.or_else(|| message.cloned()),
        receipt: facts.receipt.clone(),
        archive: facts.archive.clone(),
        ..entry
    })
}
