//! Settings of the worker: `worker` in `reportctl.yaml`.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use serde::Deserialize;

use super::setting::{AboveZero, Domain, Seconds};

/// What one source says about the worker.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct WorkerSettings {
    /// Threads that make documents.
    pub jobs: Option<AboveZero<u32>>,
    /// How long a row stays with a worker that says nothing.
    pub lease_seconds: Option<Seconds>,
    /// How often to look for rows that nobody told about.
    pub poll_seconds: Option<Seconds>,
    /// Most attempts to send one message.
    pub attempts: Option<AboveZero<u32>>,
    /// Pause after the first temporary failure; each further one is twice as long.
    pub retry_seconds: Option<Seconds>,
    /// Most messages in a minute.
    pub per_minute: Option<AboveZero<u32>>,
    /// Most messages in a minute to each domain.
    pub per_domain_per_minute: Option<AboveZero<u32>>,
    /// The same for some domains.
    pub domains: Option<BTreeMap<Domain, AboveZero<u32>>>,
}

/// All settings of the worker, each with a value where one is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerConfig {
    /// Threads that make documents; without it, one for each core.
    pub jobs: Option<usize>,
    /// How long a row stays with a worker that says nothing.
    pub lease: Duration,
    /// How often to look for rows that nobody told about.
    pub poll: Duration,
    /// Most attempts to send one message.
    pub attempts: u32,
    /// Pause after the first temporary failure.
    pub retry: Duration,
    /// Most messages in a minute.
    pub per_minute: Option<NonZeroU32>,
    /// Most messages in a minute to each domain.
    pub per_domain_per_minute: Option<NonZeroU32>,
    /// The same for some domains, in ASCII and lower case.
    pub domains: BTreeMap<String, NonZeroU32>,
}

impl Default for WorkerConfig {
    fn default() -> Self {
        Self::from(WorkerSettings::default())
    }
}

impl From<WorkerSettings> for WorkerConfig {
    fn from(settings: WorkerSettings) -> Self {
        let seconds = |setting: Option<Seconds>, default| {
            setting.map_or(Duration::from_secs(default), Seconds::get)
        };
        let rate = |number: AboveZero<u32>| NonZeroU32::new(number.get());
        let domains = settings.domains.unwrap_or_default().into_iter();
        Self {
            jobs: settings.jobs.and_then(|jobs| usize::try_from(jobs.get()).ok()),
            lease: seconds(settings.lease_seconds, 60),
            poll: seconds(settings.poll_seconds, 5),
            attempts: settings.attempts.map_or(24, AboveZero::get),
            retry: seconds(settings.retry_seconds, 30),
            per_minute: settings.per_minute.and_then(rate),
            per_domain_per_minute: settings.per_domain_per_minute.and_then(rate),
            domains: domains
                .filter_map(|(domain, number)| Some((domain.into_string(), rate(number)?)))
                .collect(),
        }
    }
}

impl WorkerSettings {
    /// These settings, completed by those of the next source.
    #[must_use]
    pub(super) fn or(self, next: Self) -> Self {
        Self {
            jobs: self.jobs.or(next.jobs),
            lease_seconds: self.lease_seconds.or(next.lease_seconds),
            poll_seconds: self.poll_seconds.or(next.poll_seconds),
            attempts: self.attempts.or(next.attempts),
            retry_seconds: self.retry_seconds.or(next.retry_seconds),
            per_minute: self.per_minute.or(next.per_minute),
            per_domain_per_minute: self.per_domain_per_minute.or(next.per_domain_per_minute),
            domains: self.domains.or(next.domains),
        }
    }
}
