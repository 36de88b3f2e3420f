//! Settings of the worker: `worker` in `reportctl.yaml`.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use super::declare::settings;
use super::setting::{AboveZero, Domain, SECONDS, Seconds, WHOLE_NUMBER};
use crate::delivery::settings::WorkerConfig;

settings! {
    /// Settings of the worker from one source.
    pub struct WorkerSettings in "worker." {
        /// Number of documents made concurrently.
        jobs: AboveZero<u32> => "jobs", WHOLE_NUMBER, default "the number of processors",
            flag "--jobs";
        /// Duration of the lease of a request, which its worker renews.
        lease_seconds: Seconds => "leaseSeconds", SECONDS, default "`60`";
        /// Interval of polling for requests without a notification.
        poll_seconds: Seconds => "pollSeconds", SECONDS, default "`5`", flag "--poll";
        /// Maximum number of attempts to send one message.
        attempts: AboveZero<u32> => "attempts", WHOLE_NUMBER, default "`24`";
        /// Pause after the first temporary failure; each further one is twice as long, up to an hour.
        retry_seconds: Seconds => "retrySeconds", SECONDS, default "`30`";
        /// Maximum wait of a request for a worker with its version of the template, if several
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

impl From<WorkerSettings> for WorkerConfig {
    fn from(settings: WorkerSettings) -> Self {
        let seconds = |setting: Option<Seconds>, default| setting.map_or(default, Seconds::get);
        let defaults = Self::default();
        let rate = |number: AboveZero<u32>| NonZeroU32::new(number.get());
        let domains = settings.domains.unwrap_or_default().into_iter();
        Self {
            jobs: settings.jobs.and_then(|jobs| usize::try_from(jobs.get()).ok()),
            lease: seconds(settings.lease_seconds, defaults.lease),
            poll: seconds(settings.poll_seconds, defaults.poll),
            attempts: settings.attempts.map_or(defaults.attempts, AboveZero::get),
            retry: seconds(settings.retry_seconds, defaults.retry),
            version_wait: seconds(settings.version_wait_seconds, defaults.version_wait),
            per_minute: settings.per_minute.and_then(rate),
            per_domain_per_minute: settings.per_domain_per_minute.and_then(rate),
            domains: domains
                .filter_map(|(domain, number)| Some((domain.into_string(), rate(number)?)))
                .collect(),
        }
    }
}
