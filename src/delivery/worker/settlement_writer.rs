//! The queue as the senders see it: it comes back.
//!
//! While the database is gone nothing is lost and nothing is sent: a thread that wants to record
//! something waits here until it can, or until the timeout ends.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::delivery::queue::{
    Ended, Filter, Held, LogFilter, Request, RequestId, Settlement, Status,
};
use engine::problem::{Problem, Result};

use super::observer::{Observer, Settled};
use super::row::Settling;
use super::{Stop, Worker, trace};

/// Records intents and outcomes, again and again if need be.
pub(super) struct SettlementWriter<'a> {
    worker: &'a Worker,
    /// `true` if the timeout ends even when no stop is requested.
    is_drain: bool,
    stop: &'a Stop,
    observer: &'a dyn Observer,
    outage: Mutex<Outage>,
}

#[derive(Debug, Default)]
struct Outage {
    /// The last failure; nothing while the database answers.
    problem: Option<Problem>,
    since: Option<Instant>,
    /// End of the last outage.
    over: Option<Instant>,
    /// An outcome could not be recorded.
    has_given_up: bool,
}

/// The first and the longest pause between two tries.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

impl<'a> SettlementWriter<'a> {
    /// A writer of a worker's queue.
    pub(super) fn new(
        worker: &'a Worker,
        is_drain: bool,
        stop: &'a Stop,
        observer: &'a dyn Observer,
    ) -> Self {
        Self { worker, is_drain, stop, observer, outage: Mutex::default() }
    }

    /// Tries until it works or the timeout ends. A stop does not cut this short: there is something
    /// to be recorded.
    ///
    /// # Errors
    /// The last one.
    fn retry<T>(&self, attempt: impl FnMut() -> Result<T>) -> Result<T> {
        let result = self.repeat(attempt, || false);
        self.outage.lock().has_given_up |= result.is_err();
        result
    }

    /// Tries until it works, the timeout ends, or a stop is asked for.
    ///
    /// # Errors
    /// The last one.
    pub(super) fn retry_until_stop<T>(&self, attempt: impl FnMut() -> Result<T>) -> Result<T> {
        self.repeat(attempt, || self.stop.is_requested())
    }

    fn repeat<T>(
        &self,
        mut attempt: impl FnMut() -> Result<T>,
        ends: impl Fn() -> bool,
    ) -> Result<T> {
        let mut pause = PAUSES.0;
        loop {
            let started = Instant::now();
            match attempt() {
                Ok(value) => {
                    self.note_success(started);
                    return Ok(value);
                }
                Err(problem) => {
                    if self.note_failure(&problem, started) || ends() {
                        return Err(problem);
                    }
                }
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    /// Notes a failure, and reports the first of a series. Returns `true` if the timeout is over. A
    /// failure that began before the end of the last outage belongs to that outage.
    fn note_failure(&self, problem: &Problem, started: Instant) -> bool {
        let mut outage = self.outage.lock();
        if outage.over.is_some_and(|over| started < over) {
            return false;
        }
        if outage.problem.is_none() {
            self.observer.held_up(problem, None);
        }
        outage.problem = Some(problem.clone());
        let since = *outage.since.get_or_insert_with(Instant::now);
        let is_limited = self.is_drain || self.stop.is_requested();
        is_limited && since.elapsed() >= self.worker.settings.timeout
    }

    /// Notes a success. A success that began before the outage does not end it.
    fn note_success(&self, started: Instant) {
        let mut outage = self.outage.lock();
        if outage.since.is_some_and(|since| started < since) {
            return;
        }
        if outage.problem.take().is_some() {
            outage.since = None;
            outage.over = Some(Instant::now());
            self.observer.resumed();
        }
    }

    /// Records that rows are about to be sent. Returns, for each, whether it may be.
    pub(super) fn intend(&self, rows: &[Held]) -> Vec<bool> {
        let repeatable = self.worker.transport.is_repeatable();
        let name = &self.worker.settings.name;
        let intended = self.retry(|| self.worker.leases.intend(name, rows, repeatable));
        // Their leases run out, and another worker takes them up.
        intended.unwrap_or_else(|_| vec![false; rows.len()])
    }

    /// Records how rows ended and calls `each` for every one.
    pub(super) fn settle(&self, rows: Vec<Settling>, mut each: impl FnMut(&Settled<'_>)) {
        let started = Instant::now();
        let (mut settlements, mut rest) = (Vec::new(), Vec::new());
        for Settling { row, ended, log } in rows {
            settlements.push(Settlement { row: row.claim.held(), ended, log });
            rest.push(row);
        }
        let Ok(held) = self.record(&settlements) else { return };
        let share = started.elapsed() / u32::try_from(rest.len()).unwrap_or(u32::MAX).max(1);
        for ((mut row, settlement), held) in rest.into_iter().zip(&settlements).zip(held) {
            row.times.queue += share;
            let _lines = row.span.enter();
            each(&Settled {
                request: &row.claim.request,
                attempt: row.claim.attempt,
                ended: &settlement.ended,
                log: settlement.log.as_ref(),
                held,
                times: row.times,
            });
            trace::settled(std::mem::take(&mut row.span), &settlement.ended, started);
        }
    }

    /// Returns, for each, whether the row was still held. Outcomes that a try recorded although its
    /// answer was lost are not recorded again.
    fn record(&self, settlements: &[Settlement]) -> Result<Vec<bool>> {
        let (name, leases) = (&self.worker.settings.name, &self.worker.leases);
        let mut is_first = true;
        self.retry(|| {
            if std::mem::take(&mut is_first) {
                return leases.settle(name, settlements);
            }
            let known = self.recorded(settlements)?;
            let rest = settlements.iter().filter(|row| !known.contains_key(&row.row.id));
            let mut held = leases.settle(name, &rest.cloned().collect::<Vec<_>>())?.into_iter();
            let was_held = |row: &Settlement| known.get(&row.row.id).copied();
            let all = settlements.iter();
            Ok(all.map(|row| was_held(row).or_else(|| held.next()).unwrap_or(false)).collect())
        })
    }

    /// The rows of which the outcome is recorded, and whether they were still held: the log says
    /// the former, the rows themselves the latter.
    fn recorded(&self, settlements: &[Settlement]) -> Result<HashMap<RequestId, bool>> {
        let queue = &self.worker.queue;
        let mut logged = HashSet::new();
        let entries = settlements.iter().filter_map(|settlement| settlement.log.as_ref());
        if let Some(since) = entries.map(|entry| entry.time).min() {
            let filter = LogFilter { since: Some(since), ..LogFilter::default() };
            queue.read_log(&filter, &mut |entry| {
                logged.insert((entry.request, entry.attempt, entry.time));
                true
            })?;
        }
        let ids = settlements.iter().map(|settlement| settlement.row.id).collect();
        let rows: HashMap<RequestId, Request> = queue
            .list(&Filter { ids, ..Filter::default() })?
            .into_iter()
            .map(|row| (row.request.id, row))
            .collect();
        let is_logged = |settlement: &&Settlement| {
            let entry = settlement.log.as_ref();
            entry.is_some_and(|all| logged.contains(&(all.request, all.attempt, all.time)))
        };
        let held = |settlement: &Settlement| {
            let id = settlement.row.id;
            (id, rows.get(&id).is_some_and(|row| is_outcome(row, &settlement.ended)))
        };
        Ok(settlements.iter().filter(is_logged).map(held).collect())
    }

    /// Fails if an outcome could not be recorded.
    ///
    /// # Errors
    /// The last problem of the database.
    pub(super) fn given_up(&self) -> Result<()> {
        let outage = self.outage.lock();
        match &outage.problem {
            Some(problem) if outage.has_given_up => Err(problem
                .clone()
                .advice("rows that were sent but not recorded will end with `deliveryUnknown`")),
            _ => Ok(()),
        }
    }
}

/// Returns `true` if a row is in the state that its worker left. A row that was taken from a worker
/// that was silent for too long is in another state.
fn is_outcome(row: &Request, ended: &Ended) -> bool {
    let has_code = |code: &str| row.error_code.as_deref() == Some(code);
    match ended {
        Ended::Done => row.status == Status::Done,
        Ended::Error { code, .. } => row.status == Status::Error && has_code(code),
        Ended::Later { code, .. } | Ended::Left { code, .. } => {
            row.status == Status::Pending && has_code(code)
        }
        Ended::Released { .. } => row.status == Status::Pending,
    }
}
