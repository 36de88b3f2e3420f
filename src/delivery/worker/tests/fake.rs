//! A queue, a builder and a transport in memory, which fail on request.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use uuid::Uuid;

use crate::delivery::codes;
use crate::delivery::mail::transport::Acceptance;
use crate::delivery::mail::{Delivery, Message, SendError, Transport, TransportSession};
use crate::delivery::queue::{
    Administration, BatchRecord, BatchSummary, Claim, DeliveryLog, Ended, Filter, Held, Intake,
    Leases, LogEntry, LogFilter, NewRequest, Request, RequestId, Settlement, Status, Summary,
};
use crate::delivery::worker::{Facts, Prepare};
use engine::pdf::Workspace;
use engine::problem::{Code, Problem, Result};

/// Rows in memory, with the rules of the queue.
#[derive(Default)]
pub(super) struct FakeQueue {
    rows: Mutex<Vec<FakeRow>>,
    pub(super) log: Mutex<Vec<LogEntry>>,
    pub(super) is_gone: AtomicBool,
    /// Number of further records of intent, after which it goes away.
    pub(super) gone_after_intents: Mutex<Option<u64>>,
    pub(super) refuses_intent: AtomicBool,
    /// Number of outcomes that it records, but reports as failed.
    pub(super) lost_answers: AtomicU64,
    /// Takes rows away from their worker once they were recorded as about to be sent.
    pub(super) takes_away: AtomicBool,
    pub(super) heartbeats: AtomicU64,
    pub(super) claims: AtomicU64,
}

#[derive(Clone)]
pub(super) struct FakeRow {
    pub(super) request: NewRequest,
    pub(super) status: Status,
    pub(super) code: Option<String>,
    pub(super) message: Option<String>,
    pub(super) attempts: u32,
    pub(super) fence: i64,
    pub(super) due: Instant,
    pub(super) worker: Option<String>,
    pub(super) intended: bool,
}

pub(super) fn request(email: &str, data: &str) -> NewRequest {
    NewRequest {
        data_hash: "hash of the data".to_owned(),
        requested_by: "somebody".to_owned(),
        ..NewRequest::new(Uuid::now_v7(), "t", data, email)
    }
}

impl FakeQueue {
    pub(super) fn with(number: usize) -> Self {
        let queue = Self::default();
        for row in 0..number {
            queue.add(request(&format!("{row}@example.org"), "{}"));
        }
        queue
    }

    pub(super) fn add(&self, request: NewRequest) {
        let row = FakeRow {
            request,
            status: Status::Pending,
            code: None,
            message: None,
            attempts: 0,
            fence: 0,
            due: Instant::now(),
            worker: None,
            intended: false,
        };
        self.rows.lock().unwrap().push(row);
    }

    pub(super) fn rows(&self) -> Vec<FakeRow> {
        self.rows.lock().unwrap().clone()
    }

    fn there(&self) -> Result<()> {
        if self.is_gone.load(Ordering::SeqCst) {
            return Err(Problem::new(codes::QUEUE_UNAVAILABLE, "the database is gone"));
        }
        Ok(())
    }

    fn held<T>(
        &self,
        worker: &str,
        held: Held,
        change: impl FnOnce(&mut FakeRow) -> T,
    ) -> Option<T> {
        let mut rows = self.rows.lock().unwrap();
        let row = rows.iter_mut().find(|row| row.request.id == held.id)?;
        let holds = row.worker.as_deref() == Some(worker) && row.fence == held.fence;
        (holds && row.status == Status::Pending).then(|| change(row))
    }
}

impl Intake for FakeQueue {
    fn begin_batch(&self, _batch: &BatchRecord) -> Result<BatchRecord> {
        unreachable!("a worker begins no batches")
    }

    fn batch(&self, _tenant: &str, _key: &str) -> Result<Option<BatchRecord>> {
        unreachable!("a worker reads no batches")
    }

    fn enqueue(&self, _requests: &[NewRequest]) -> Result<usize> {
        unreachable!("a worker adds no requests")
    }
}

impl Leases for FakeQueue {
    fn claim(
        &self,
        worker: &str,
        batch: Option<(&str, &str)>,
        limit: usize,
        _lease: Duration,
        _most_crashes: u32,
    ) -> Result<Vec<Claim>> {
        self.there()?;
        self.claims.fetch_add(1, Ordering::SeqCst);
        let now = Instant::now();
        let mut claims = Vec::new();
        for row in self.rows.lock().unwrap().iter_mut() {
            let is_of_batch =
                batch.is_none_or(|(_, key)| row.request.batch.as_deref() == Some(key));
            let is_free = row.status == Status::Pending && row.worker.is_none() && row.due <= now;
            if claims.len() == limit || !is_free || !is_of_batch {
                continue;
            }
            row.attempts += 1;
            row.fence += 1;
            row.worker = Some(worker.to_owned());
            let (attempt, fence) = (row.attempts, row.fence);
            claims.push(Claim { request: row.request.clone(), attempt, missed_at: None, fence });
        }
        Ok(claims)
    }

    fn claim_of_others(
        &self,
        worker: &str,
        tenants: &[String],
        limit: usize,
        _lease: Duration,
    ) -> Result<Vec<Claim>> {
        self.there()?;
        let mut claims = Vec::new();
        for row in self.rows.lock().unwrap().iter_mut() {
            let is_free = row.status == Status::Pending
                && row.worker.is_none()
                && row.due <= Instant::now()
                && !tenants.contains(&row.request.tenant);
            if claims.len() < limit && is_free {
                row.attempts += 1;
                row.fence += 1;
                row.worker = Some(worker.to_owned());
                let (attempt, fence) = (row.attempts, row.fence);
                let request = row.request.clone();
                claims.push(Claim { request, attempt, missed_at: None, fence });
            }
        }
        Ok(claims)
    }

    fn intend(&self, worker: &str, rows: &[Held], _repeatable: bool) -> Result<Vec<bool>> {
        self.there()?;
        let refuses = self.refuses_intent.load(Ordering::SeqCst);
        let all = rows
            .iter()
            .map(|held| !refuses && self.held(worker, *held, |row| row.intended = true).is_some())
            .collect();
        if self.takes_away.load(Ordering::SeqCst) {
            for row in rows {
                self.held(worker, *row, |row| {
                    (row.worker, row.status) = (None, Status::Error);
                    row.code = Some("deliveryUnknown".to_owned());
                });
            }
        }
        let mut gone = self.gone_after_intents.lock().unwrap();
        if let Some(left) = gone.as_mut() {
            *left -= 1;
            if *left == 0 {
                *gone = None;
                self.is_gone.store(true, Ordering::SeqCst);
            }
        }
        Ok(all)
    }

    fn settle(&self, worker: &str, settlements: &[Settlement]) -> Result<Vec<bool>> {
        self.there()?;
        let settle = |settlement: &Settlement| {
            self.log.lock().unwrap().extend(settlement.log.clone());
            let due_after = |pause: i64| Instant::now() + Duration::from_millis(pause as u64);
            let settled = self.held(worker, settlement.row, |row| {
                row.worker = None;
                row.intended = false;
                match &settlement.ended {
                    Ended::Done => row.status = Status::Done,
                    Ended::Error { code, message } => {
                        row.status = Status::Error;
                        (row.code, row.message) = (Some(code.clone()), Some(message.clone()));
                    }
                    Ended::Later { pause, code, message } => {
                        row.due = due_after(*pause);
                        (row.code, row.message) = (Some(code.clone()), Some(message.clone()));
                    }
                    Ended::Left { pause, .. } | Ended::Released { pause } => {
                        row.attempts -= 1;
                        row.due = due_after(*pause);
                    }
                }
            });
            settled.is_some()
        };
        let held = settlements.iter().map(settle).collect();
        let less = |left: u64| left.checked_sub(1);
        match self.lost_answers.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less) {
            Ok(_) => Err(Problem::new(codes::QUEUE_UNAVAILABLE, "the answer was lost")),
            Err(_) => Ok(held),
        }
    }

    fn heartbeat(&self, _worker: &str, _lease: Duration) -> Result<()> {
        self.heartbeats.fetch_add(1, Ordering::SeqCst);
        self.there()
    }

    fn recover(&self) -> Result<Vec<RequestId>> {
        self.there().map(|()| Vec::new())
    }

    fn wait(&self, timeout: Duration) -> Result<()> {
        std::thread::sleep(timeout.min(Duration::from_millis(5)));
        self.there()
    }

    fn due_tenants(&self, _: &str) -> Result<BTreeMap<String, Duration>> {
        unreachable!("only the worker of a service looks for tenants")
    }

    fn next_due(&self, batch: Option<(&str, &str)>) -> Result<Option<Duration>> {
        self.there()?;
        let rows = self.rows.lock().unwrap();
        let free = rows.iter().filter(|row| {
            row.status == Status::Pending
                && row.worker.is_none()
                && batch.is_none_or(|(_, key)| row.request.batch.as_deref() == Some(key))
        });
        Ok(free.map(|row| row.due.saturating_duration_since(Instant::now())).min())
    }
}

impl Administration for FakeQueue {
    fn get(&self, _tenant: &str, _id: RequestId) -> Result<Option<Request>> {
        unreachable!("a worker reads claims")
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Request>> {
        self.there()?;
        let rows = self.rows().into_iter().filter(|row| filter.ids.contains(&row.request.id));
        let seen = rows.map(|row| Request {
            request: row.request,
            status: row.status,
            erased: false,
            error_code: row.code,
            error_message: row.message,
            created_at: 0,
            processed_at: None,
            attempts: row.attempts,
            next_attempt_at: 0,
            worker: row.worker,
        });
        Ok(seen.collect())
    }

    fn batches(&self, _tenant: Option<&str>, _limit: Option<usize>) -> Result<Vec<BatchSummary>> {
        unreachable!("only people list batches")
    }

    fn tenants_of_batch(&self, _key: &str) -> Result<Vec<String>> {
        unreachable!("a worker knows the tenant of its batch")
    }

    fn summary(&self, _filter: &Filter) -> Result<Summary> {
        self.there()?;
        let leased = self.rows().iter().filter(|row| row.worker.is_some()).count() as u64;
        Ok(Summary { leased, ..Summary::default() })
    }

    fn retry(&self, _filter: &Filter) -> Result<usize> {
        unreachable!("only people retry")
    }

    fn run_now(&self, _filter: &Filter) -> Result<usize> {
        unreachable!("only batches end pauses")
    }

    fn cancel(&self, _filter: &Filter) -> Result<usize> {
        unreachable!("only people cancel")
    }

    fn purge(&self, _filter: &Filter) -> Result<usize> {
        unreachable!("only people purge")
    }

    fn erase(&self, _age: Duration) -> Result<usize> {
        self.there().map(|()| 0)
    }

    fn forget(&self, _age: Duration, _most: usize) -> Result<usize> {
        unreachable!("the log stays")
    }
}

impl DeliveryLog for FakeQueue {
    fn log(&self, _entries: &[LogEntry]) -> Result<()> {
        unreachable!("a worker logs with what it settles")
    }

    fn log_since(&self) -> Result<i64> {
        unreachable!("a worker does not ask how far back the log goes")
    }

    fn read_log(&self, filter: &LogFilter, each: &mut dyn FnMut(LogEntry) -> bool) -> Result<()> {
        self.there()?;
        let all = self.log.lock().unwrap().clone();
        let since = |entry: &LogEntry| filter.since.is_none_or(|since| entry.time >= since);
        all.into_iter().filter(since).all(each);
        Ok(())
    }
}

/// Makes a message of the data itself. Data `"bad"` is a problem, data `"panic"` panics.
pub(super) struct FakeBuilder;

impl Prepare for FakeBuilder {
    fn prepare(
        &self,
        request: &NewRequest,
        _workspace: &mut Workspace,
        facts: &mut Facts,
    ) -> Result<Message> {
        facts.template_hash = Some("hash of the template".to_owned());
        match request.data.as_str() {
            "bad" => return Err(Problem::new(Code::PageLimit, "too many pages").field("rows")),
            "panic" => panic!("the engine broke"),
            _ => {}
        }
        facts.pages = Some(1);
        facts.recipient = Some(request.email.clone());
        Ok(Message {
            from: "from@example.org".to_owned(),
            to: request.email.clone(),
            message_id: format!("{}@example.org", request.id),
            subject: String::new(),
            filename: String::new(),
            bytes: request.data.clone().into_bytes(),
        })
    }
}

/// Keeps what it is given, or answers as set, by recipient or in general.
#[derive(Default)]
pub(super) struct FakeTransport {
    pub(super) sent: Mutex<Vec<(String, Instant)>>,
    pub(super) answers: Mutex<HashMap<String, VecDeque<SendError>>>,
    pub(super) always: Mutex<Option<SendError>>,
    /// The last refused request was replaced.
    pub(super) is_renewed: AtomicBool,
    /// Duration of each message.
    pub(super) takes: Duration,
}

impl FakeTransport {
    pub(super) fn answering(recipient: &str, answers: impl IntoIterator<Item = SendError>) -> Self {
        let answers = [(recipient.to_owned(), answers.into_iter().collect())].into();
        Self { answers: Mutex::new(answers), ..Self::default() }
    }

    pub(super) fn recipients(&self) -> Vec<String> {
        let mut all: Vec<String> =
            self.sent.lock().unwrap().iter().map(|(to, _)| to.clone()).collect();
        all.sort();
        all
    }
}

impl Transport for FakeTransport {
    fn session(&self) -> Box<dyn TransportSession + '_> {
        Box::new(FakeSession(self))
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn probe(&self) -> Result<(), SendError> {
        Ok(())
    }

    fn take_renewal(&self) -> bool {
        self.is_renewed.swap(false, Ordering::SeqCst)
    }

    fn describe(&self) -> String {
        "a test".to_owned()
    }
}

struct FakeSession<'a>(&'a FakeTransport);

impl TransportSession for FakeSession<'_> {
    fn deliver(&mut self, delivery: &Delivery<'_>) -> Result<Acceptance, SendError> {
        std::thread::sleep(self.0.takes);
        if let Some(failed) = self.0.always.lock().unwrap().clone() {
            return Err(failed);
        }
        let answer =
            self.0.answers.lock().unwrap().get_mut(delivery.to).and_then(VecDeque::pop_front);
        if let Some(failed) = answer {
            return Err(failed);
        }
        self.0.sent.lock().unwrap().push((delivery.to.to_owned(), Instant::now()));
        Ok(Acceptance { detail: "taken".to_owned() })
    }
}
