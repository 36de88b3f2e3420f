//! Settings of the worker: `worker` in `reportctl.yaml`.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use super::declare::settings;
use super::setting::{AboveZero, Domain, SECONDS, Seconds, WHOLE_NUMBER};

settings! {
    /// What one source says about the worker.
    pub struct WorkerSettings in "worker." {
        /// Documents made at one time.
        jobs: AboveZero<u32> => "jobs", WHOLE_NUMBER, default "the number of processors",
            flag "--jobs";
        /// How long a request stays with a worker that has stopped renewing its lease.
        lease_seconds: Seconds => "leaseSeconds", SECONDS, default "`60`";
        /// How often to look for requests that no signal announced.
        poll_seconds: Seconds => "pollSeconds", SECONDS, default "`5`", flag "--poll";
        /// Maximum number of attempts to send one message.
        attempts: AboveZero<u32> => "attempts", WHOLE_NUMBER, default "`24`";
        /// Pause after the first temporary failure; each further one is twice as long, up to an hour.
        retry_seconds: Seconds => "retrySeconds", SECONDS, default "`30`";
        /// How long a request waits for a worker that has its version of the template, where several
        /// machines share a queue.
        version_wait_seconds: Seconds => "versionWaitSeconds", SECONDS, default "`3600`";
        /// Maximum number of messages per minute.
        per_minute: AboveZero<u32> => "perMinute", WHOLE_NUMBER, default "no limit";
        /// Maximum number of messages per minute to each domain.
        per_domain_per_minute: AboveZero<u32> => "perDomainPerMinute", WHOLE_NUMBER,
            default "no limit";
        /// Maximum number of messages per minute to the domains named here.
        domains: BTreeMap<Domain, AboveZero<u32>> => "domains",
            "lines of `domain: whole number`", default "none";
    }
}

/// All settings of the worker, each with a value where one is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerConfig {
    /// Threads that make documents; without it, one for each core.
    pub jobs: Option<usize>,
    /// How long a row stays with a worker that says nothing.
    pub lease: Duration,
    /// How often to look for rows without a notification.
    pub poll: Duration,
    /// Most attempts to send one message.
    pub attempts: u32,
    /// Pause after the first temporary failure.
    pub retry: Duration,
    /// How long a row waits for a worker that has its version of the template.
    pub version_wait: Duration,
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
            version_wait: seconds(settings.version_wait_seconds, 3600),
            per_minute: settings.per_minute.and_then(rate),
            per_domain_per_minute: settings.per_domain_per_minute.and_then(rate),
            domains: domains
                .filter_map(|(domain, number)| Some((domain.into_string(), rate(number)?)))
                .collect(),
        }
    }
}
