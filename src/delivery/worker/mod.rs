//! The worker: takes requests from the queue, makes their documents and delivers them.
//!
//! # The stages
//!
//! ```text
//! claim ──> prepare (jobs threads) ──> intend, deliver, settle (connections threads)
//! ```
//!
//! * One thread claims rows, a few more than are being worked on, and applies the rate limits.
//! * Renderers make documents and messages ([`Prepare`]); a row whose document cannot be made ends
//!   with its problem. Rows with much data have renderers of their own, so that the others need not
//!   wait for them. Tenants take turns, and one that has no row under way gets a renderer of a
//!   reserve. While rows of some tenants keep all renderers busy, rows of others are claimed.
//! * Senders take a batch of messages, record that they are about to be sent, send them, and
//!   record the outcomes. Nothing is sent whose intent is not recorded. A batch is as large as can
//!   be sent in about ten milliseconds; a sender waits as long for it to fill up.
//! * One thread prolongs the leases.
//!
//! A temporary failure defers a row ([`Retry`]), a permanent one ends it, and one of which
//! it is unknown whether the message arrived ends it with `deliveryUnknown`. When nothing can be
//! sent at all the breaker opens and rows are released untouched.
//!
//! While the database is unavailable, nothing more is sent; outcomes of sent rows are kept and
//! recorded when it is back. After a stop is requested ([`Stop`]), rows between intent and outcome
//! are finished and the rest released.

mod batch_size;
mod batching_channel;
mod breaker;
mod claimer;
mod limits;
mod message_builder;
mod observer;
mod renderer;
mod retry;
mod row;
mod run;
mod sender;
mod settlement_writer;
mod stop;
mod summary;
mod tenant_queue;
#[cfg(test)]
mod tests;
pub(crate) mod trace;
mod versions;

use std::sync::Arc;
use std::time::Duration;

pub use breaker::BreakerSettings;
pub use limits::Rates;
pub use message_builder::{Facts, MessageBuilder, Prepare};
pub use observer::{Observer, Settled, Times};
pub use retry::Retry;
pub use stop::Stop;
pub use summary::RunSummary;
pub use versions::{Lacking, lacking};

use crate::delivery::mail::Transport;
use crate::delivery::queue::{Leases, Queue};
use crate::delivery::settings::{DeliverySettings, TransportKind};
use engine::problem::Result;

/// Settings of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name that its leases carry; another one for each worker.
    pub name: String,
    /// Threads that make documents.
    pub jobs: usize,
    /// Threads that deliver messages, each over a connection of its own.
    pub connections: usize,
    /// Most messages between one record of intent and one of the outcomes.
    pub max_batch: usize,
    /// Rows with at least this many bytes of data have renderers of their own.
    pub heavy_from: usize,
    /// Duration of a lease; it is prolonged four times as often.
    pub lease: Duration,
    /// Number of workers in a row that may vanish with a row that is all they hold before it is ended.
    /// Small enough to stop a row that kills its workers, and large enough that a row which was
    /// there by chance, when something else killed them, is practically never ended.
    pub most_crashes: u32,
    /// Retries after temporary failures.
    pub retry: Retry,
    /// Pauses after failures that make offering more messages useless.
    pub breaker: BreakerSettings,
    /// Messages per minute.
    pub rates: Rates,
    /// Interval of looking for rows without a notification.
    pub poll: Duration,
    /// Longest time for which a drain, or a worker that is to stop, waits for a lost database.
    pub timeout: Duration,
    /// Rows are ended where they would otherwise be left for later.
    pub gives_up: bool,
    /// Time for which rows are left to other workers whose version of the template this one lacks.
    pub version_wait: Duration,
    /// Data of rows that ended longer ago than this is erased now and then.
    pub keep_data: Option<Duration>,
    /// Rows that ended longer ago than this, and entries of the log that are older, are deleted now and then.
    pub keep_log: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            name: name(),
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            connections: 2,
            max_batch: 256,
            // About a thousand lines of a table.
            heavy_from: 128 << 10,
            lease: Duration::from_secs(60),
            most_crashes: 10,
            retry: Retry::default(),
            breaker: BreakerSettings::default(),
            rates: Rates::default(),
            poll: Duration::from_secs(5),
            timeout: Duration::from_secs(30),
            gives_up: false,
            version_wait: Duration::from_secs(60 * 60),
            keep_data: None,
            keep_log: None,
        }
    }
}

/// A name that no other worker has: machine, process, and something random.
fn name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine = if machine.trim().is_empty() { "worker" } else { machine.trim() };
    format!("{machine}-{}-{:08x}", std::process::id(), fastrand::u32(..))
}

/// Takes requests from a queue and delivers them.
pub struct Worker {
    queue: Arc<dyn Queue>,
    leases: Arc<dyn Leases>,
    builder: Arc<dyn Prepare>,
    transport: Arc<dyn Transport>,
    settings: Settings,
}

impl Worker {
    /// A worker for all rows of a queue.
    pub fn new(
        queue: Arc<dyn Queue>,
        builder: Arc<dyn Prepare>,
        transport: Arc<dyn Transport>,
        settings: Settings,
    ) -> Self {
        let leases = Arc::clone(&queue) as Arc<dyn Leases>;
        Self { queue, leases, builder, transport, settings }
    }

    /// This worker for the rows that `leases` offers.
    #[must_use]
    pub fn with_leases(self, leases: Arc<dyn Leases>) -> Self {
        Self { leases, ..self }
    }

    /// Works until a stop is requested.
    ///
    /// # Errors
    /// `internal` when one of its threads panicked. A database that is gone is waited for.
    pub fn run(&self, stop: &Stop, observer: &dyn Observer) -> Result<RunSummary> {
        run::work(self, run::RunScope::Everything, stop, observer)
    }

    /// Works until no row is left that can be worked on now: rows that wait for another attempt,
    /// and those that other workers hold, are left to them. With a batch (tenant and key), only
    /// its rows are worked on, and those that other workers hold are waited for.
    ///
    /// # Errors
    /// `queueUnavailable` when the database is gone for longer than [`Settings::timeout`];
    /// `internal` when one of its threads panicked.
    pub fn drain(
        &self,
        batch: Option<(&str, &str)>,
        stop: &Stop,
        observer: &dyn Observer,
    ) -> Result<RunSummary> {
        let scope =
            batch.map_or(run::RunScope::Due, |(tenant, key)| run::RunScope::Batch(tenant, key));
        run::work(self, scope, stop, observer)
    }
}

impl Settings {
    /// Settings of a worker for the configured transport.
    pub fn new(settings: &DeliverySettings) -> Self {
        let worker = &settings.worker;
        let defaults = Self::default();
        let connections = match settings.mail.transport {
            TransportKind::Smtp => settings.mail.smtp.connections as usize,
            TransportKind::Folder => defaults.connections,
        };
        Self {
            jobs: worker.jobs.unwrap_or(defaults.jobs),
            connections,
            lease: worker.lease,
            retry: Retry { attempts: worker.attempts, first: worker.retry, ..defaults.retry },
            rates: Rates {
                per_minute: worker.per_minute,
                per_domain_per_minute: worker.per_domain_per_minute,
                domains: worker.domains.clone(),
            },
            poll: worker.poll,
            version_wait: worker.version_wait,
            keep_data: Some(settings.keep_data),
            keep_log: settings.keep_log,
            ..defaults
        }
    }
}
