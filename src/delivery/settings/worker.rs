//! Settings of workers.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

/// All settings of the worker, each with a value where one is needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerConfig {
    /// Threads that make documents; without it, one for each core.
    pub jobs: Option<usize>,
    /// Time for which a row stays with a silent worker.
    pub lease: Duration,
    /// Interval of looking for rows without a notification.
    pub poll: Duration,
    /// Most attempts to send one message.
    pub attempts: u32,
    /// Pause after the first temporary failure.
    pub retry: Duration,
    /// Longest wait of a row for a worker that has its version of the template.
    pub version_wait: Duration,
    /// Most messages in a minute.
    pub per_minute: Option<NonZeroU32>,
    /// Most messages in a minute to each domain.
    pub per_domain_per_minute: Option<NonZeroU32>,
    /// Most messages in a minute to single domains, which are in ASCII and lower case.
    pub domains: BTreeMap<String, NonZeroU32>,
}

impl Default for WorkerConfig {
    fn default() -> Self {
        Self {
            jobs: None,
            lease: Duration::from_secs(60),
            poll: Duration::from_secs(5),
            attempts: 24,
            retry: Duration::from_secs(30),
            version_wait: Duration::from_secs(3600),
            per_minute: None,
            per_domain_per_minute: None,
            domains: BTreeMap::new(),
        }
    }
}
