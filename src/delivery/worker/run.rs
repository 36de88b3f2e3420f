//! One run of a worker: its threads, and what they share.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use engine::problem::{Code, Problem, Result};

use super::batching_channel::BatchingChannel;
use super::breaker::Breaker;
use super::limits::Limits;
use super::observer::Observer;
use super::row::{ClaimedRow, Next, Ready, Settling};
use super::settlement_writer::SettlementWriter;
use super::tenant_queue::TenantQueue;
use super::{RunSummary, Stop, Worker, tenant_queue};

/// The rows of a run, and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunScope<'a> {
    /// All rows, until a stop is requested.
    Everything,
    /// All rows that are due.
    Due,
    /// The rows of a batch (tenant and key).
    Batch(&'a str, &'a str),
}

impl<'a> RunScope<'a> {
    /// The batch, as the queue wants it.
    pub(super) fn batch(self) -> Option<(&'a str, &'a str)> {
        match self {
            Self::Batch(tenant, key) => Some((tenant, key)),
            Self::Everything | Self::Due => None,
        }
    }
}

/// Bytes of messages that wait for a sender.
const MOST_READY: usize = 16 << 20;

/// State that the threads of a run share.
pub(super) struct WorkerRun<'a> {
    pub(super) worker: &'a Worker,
    pub(super) scope: RunScope<'a>,
    pub(super) stop: &'a Stop,
    pub(super) observer: &'a dyn Observer,
    pub(super) writer: SettlementWriter<'a>,
    pub(super) breaker: Breaker,
    pub(super) limits: Limits,
    /// Rows to be prepared.
    pub(super) claims: TenantQueue<ClaimedRow>,
    /// Rows to be prepared that are likely to take long. They have threads of their own, so that
    /// the others progress meanwhile.
    pub(super) heavy_claims: TenantQueue<ClaimedRow>,
    /// Rows to be sent or settled.
    pub(super) ready: BatchingChannel<Ready>,
    /// Rows that are claimed and not settled.
    pub(super) in_flight: AtomicUsize,
    /// Rows that are to be prepared, or being prepared.
    preparing: AtomicUsize,
    /// Heavy rows that are to be prepared, or being prepared.
    pub(super) heavy_preparing: AtomicUsize,
    /// Time at which the leases were prolonged last.
    last_heartbeat: Mutex<Instant>,
    pub(super) summary: Mutex<RunSummary>,
    /// A thread panicked.
    is_broken: AtomicBool,
    /// All rows are settled; the leases need no more care.
    is_over: AtomicBool,
}

/// Works until the scope is done or a stop is requested.
pub(super) fn work(
    worker: &Worker,
    scope: RunScope<'_>,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<RunSummary> {
    let settings = &worker.settings;
    let run = WorkerRun {
        worker,
        scope,
        stop,
        observer,
        writer: SettlementWriter::new(worker, scope != RunScope::Everything, stop, observer),
        breaker: Breaker::new(settings.breaker),
        limits: Limits::new(&settings.rates),
        claims: TenantQueue::new(settings.jobs.max(1)),
        heavy_claims: TenantQueue::new(settings.jobs.max(1)),
        ready: BatchingChannel::new(MOST_READY),
        in_flight: AtomicUsize::new(0),
        preparing: AtomicUsize::new(0),
        heavy_preparing: AtomicUsize::new(0),
        last_heartbeat: Mutex::new(Instant::now()),
        summary: Mutex::default(),
        is_broken: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
    };
    let ended = thread::scope(|threads| {
        let run = &run;
        let lease_keeper = threads.spawn(|| run.guard(WorkerRun::keep_leases));
        // As many threads again for heavy rows: they sleep most of the time.
        let renderers: Vec<_> = (0..run.claims.threads())
            .flat_map(|_| [WorkerRun::prepare_rows, WorkerRun::prepare_heavy_rows])
            .map(|work| threads.spawn(move || run.guard(work)))
            .collect();
        let senders: Vec<_> = (0..settings.connections.max(1))
            .map(|_| threads.spawn(|| run.guard(WorkerRun::send_rows)))
            .collect();
        let ended = run.claim_rows();
        run.claims.close();
        run.heavy_claims.close();
        renderers.into_iter().for_each(|thread| drop(thread.join()));
        run.ready.close();
        senders.into_iter().for_each(|thread| drop(thread.join()));
        run.is_over.store(true, Ordering::SeqCst);
        drop(lease_keeper.join());
        ended
    });
    ended?;
    if run.is_broken() {
        return Err(broken());
    }
    run.writer.given_up()?;
    Ok(run.summary.into_inner())
}

fn broken() -> Problem {
    Problem::new(Code::Internal, "a thread of the worker panicked")
        .advice("this is a bug; please report it with what standard error shows above")
}

impl WorkerRun<'_> {
    /// Runs the work of a thread; when it panics, the others end.
    fn guard(&self, work: impl FnOnce(&Self)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_err() {
            self.is_broken.store(true, Ordering::SeqCst);
        }
    }

    /// Returns `true` if a thread panicked.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken.load(Ordering::SeqCst)
    }

    /// Returns `true` if rows are to be released instead of processed.
    pub(super) fn is_ending(&self) -> bool {
        self.stop.is_requested() || self.is_broken()
    }

    /// Hands a row to the renderers.
    pub(super) fn to_prepare(&self, row: ClaimedRow) {
        self.preparing.fetch_add(1, Ordering::SeqCst);
        let tenant = row.claim.request.tenant.clone();
        if row.claim.request.data.len() >= self.worker.settings.heavy_from {
            self.heavy_preparing.fetch_add(1, Ordering::SeqCst);
            self.heavy_claims.push(&tenant, row);
        } else {
            self.claims.push(&tenant, row);
        }
    }

    /// Hands a row that a renderer is done with to the senders.
    pub(super) fn prepared(&self, ready: Ready) {
        self.preparing.fetch_sub(1, Ordering::SeqCst);
        self.to_send(ready);
    }

    /// Tenants whose rows keep all renderers busy, while the senders keep up.
    pub(super) fn crowding(&self) -> Vec<String> {
        let in_flight = self.in_flight.load(Ordering::SeqCst);
        let sending = in_flight.saturating_sub(self.preparing.load(Ordering::SeqCst));
        if sending > tenant_queue::RESERVED {
            return Vec::new();
        }
        let mut tenants = self.claims.crowding();
        tenants.extend(self.heavy_claims.crowding());
        if !tenants.is_empty() {
            // Also those that have only rows of the other kind.
            tenants.extend(self.claims.tenants());
            tenants.extend(self.heavy_claims.tenants());
        }
        tenants.sort();
        tenants.dedup();
        tenants
    }

    /// Hands a row to the senders.
    pub(super) fn to_send(&self, ready: Ready) {
        let weight = match &ready.next {
            Next::Send(message) => message.bytes.len(),
            Next::Settle(..) => 0,
        };
        self.ready.push(ready, weight, self.preparing.load(Ordering::SeqCst) == 0);
    }

    /// Prolongs the leases until all rows are settled.
    fn keep_leases(&self) {
        let settings = &self.worker.settings;
        // Short naps, because the end of the run waits for this thread.
        let slice = (settings.lease / 8).min(Duration::from_millis(50));
        let mut waited = Duration::ZERO;
        while !self.is_over.load(Ordering::SeqCst) && !self.is_broken() {
            thread::sleep(slice);
            waited += slice;
            if waited >= settings.lease / 4 {
                waited = Duration::ZERO;
                // Failures are reported by the threads that record something.
                drop(self.heartbeat());
            }
        }
    }

    fn heartbeat(&self) -> Result<()> {
        let settings = &self.worker.settings;
        if self.in_flight.load(Ordering::SeqCst) > 0 {
            self.worker.leases.heartbeat(&settings.name, settings.lease)?;
        }
        *self.last_heartbeat.lock() = Instant::now();
        Ok(())
    }

    /// To be called before leases that are over are looked for: after a time in which the database
    /// could not be reached, those of this worker need not be.
    pub(super) fn catch_up(&self) -> Result<()> {
        let last = *self.last_heartbeat.lock();
        if last.elapsed() < self.worker.settings.lease / 2 { Ok(()) } else { self.heartbeat() }
    }

    /// Records outcomes, notifies the observer, and makes room for other rows.
    pub(super) fn settle(&self, rows: Vec<Settling>) {
        if rows.is_empty() {
            return;
        }
        let number = rows.len();
        self.writer.settle(rows, |settled| {
            self.summary_mut(|summary| summary.count(settled));
            self.observer.settled(settled);
        });
        self.in_flight.fetch_sub(number, Ordering::SeqCst);
    }

    /// Changes the summary of the run.
    pub(super) fn summary_mut(&self, change: impl FnOnce(&mut RunSummary)) {
        change(&mut self.summary.lock());
    }

    /// Rows that other workers hold by now.
    pub(super) fn lose(&self, number: usize) {
        self.summary_mut(|summary| summary.lost += number as u64);
        self.in_flight.fetch_sub(number, Ordering::SeqCst);
    }
}
