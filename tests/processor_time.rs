//! Time that a thread spent on a processor: other work on the machine adds nothing to it.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Time where the system does not say how long a thread ran.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Processor time of this thread so far; elsewhere than on Linux, the time that passed.
pub(crate) fn processor_time() -> Duration {
    let nanoseconds = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|line| line.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}
