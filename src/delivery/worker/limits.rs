//! Rate limits: messages per minute, in all and to each domain.
//!
//! If all messages are over the limit, the worker waits. If those of one domain are, each of its
//! rows is deferred to the next free time of that domain, so that rows of other domains go on.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::Mutex;

/// Messages per minute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rates {
    /// In all; without it, as many as one likes.
    pub per_minute: Option<NonZeroU32>,
    /// To each domain; without it, as many as one likes.
    pub per_domain_per_minute: Option<NonZeroU32>,
    /// To these domains (in lower case), instead.
    pub domains: BTreeMap<String, NonZeroU32>,
}

/// The limits that all senders share.
pub(super) struct Limits {
    all: Option<DefaultDirectRateLimiter>,
    each: Option<(DefaultKeyedRateLimiter<String>, Duration)>,
    some: HashMap<String, (DefaultDirectRateLimiter, Duration)>,
    clock: DefaultClock,
    /// The time up to which deferred rows are scheduled, by domain.
    deferred: Mutex<HashMap<String, Instant>>,
}

impl Limits {
    /// Limits that nothing was sent under yet.
    pub(super) fn new(rates: &Rates) -> Self {
        let domains = rates.domains.iter();
        Self {
            all: rates.per_minute.map(|rate| RateLimiter::direct(quota(rate))),
            each: rates
                .per_domain_per_minute
                .map(|rate| (RateLimiter::keyed(quota(rate)), interval(rate))),
            some: domains
                .map(|(domain, rate)| {
                    (domain.clone(), (RateLimiter::direct(quota(*rate)), interval(*rate)))
                })
                .collect(),
            clock: DefaultClock::default(),
            deferred: Mutex::default(),
        }
    }

    /// Permits a message among all. Otherwise, how long to wait before asking again.
    pub(super) fn take(&self) -> Result<(), Duration> {
        let Some(limiter) = &self.all else { return Ok(()) };
        limiter.check().map_err(|not_until| not_until.wait_time_from(self.clock.now()))
    }

    /// Permits a message to an address among those of its domain. Otherwise, how long to defer its
    /// row.
    pub(super) fn take_for(&self, address: &str) -> Result<(), Duration> {
        if self.each.is_none() && self.some.is_empty() {
            return Ok(());
        }
        let domain = address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        let (checked, interval) = match (self.some.get(&domain), &self.each) {
            (Some((limiter, interval)), _) => (limiter.check(), *interval),
            (None, Some((limiter, interval))) => (limiter.check_key(&domain), *interval),
            (None, None) => return Ok(()),
        };
        checked.map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            self.defer(domain, wait, interval)
        })
    }

    /// The next free time of a domain, from now.
    fn defer(&self, domain: String, wait: Duration, interval: Duration) -> Duration {
        let mut deferred = self.deferred.lock();
        let now = Instant::now();
        let end = deferred.entry(domain).or_insert(now);
        *end = (*end + interval).max(now + wait);
        end.saturating_duration_since(now)
    }

    /// Time until all deferred rows are due.
    pub(super) fn longest_deferral(&self) -> Duration {
        let deferred = self.deferred.lock();
        let now = Instant::now();
        deferred.values().map(|end| end.saturating_duration_since(now)).max().unwrap_or_default()
    }
}

/// A minute's messages, spread over it; a second's worth may leave at once.
fn quota(rate: NonZeroU32) -> Quota {
    let burst = NonZeroU32::new(rate.get() / 60).unwrap_or(NonZeroU32::MIN);
    Quota::per_minute(rate).allow_burst(burst)
}

fn interval(rate: NonZeroU32) -> Duration {
    Duration::from_secs(60) / rate.get()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn rate(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).unwrap()
    }

    #[test]
    fn without_limits_everything_may_leave() {
        let limits = Limits::new(&Rates::default());
        assert!((0..1000).all(|_| limits.take().is_ok() && limits.take_for("a@b.example").is_ok()));
    }

    #[test]
    fn all_messages_share_the_limit_and_a_second_s_worth_leaves_at_once() {
        let rates = Rates { per_minute: Some(rate(120)), ..Rates::default() };
        let limits = Limits::new(&rates);
        assert!(limits.take().is_ok() && limits.take().is_ok());
        let wait = limits.take().unwrap_err();
        assert!(wait > Duration::ZERO && wait <= Duration::from_millis(500), "{wait:?}");
    }

    #[test]
    fn each_domain_has_its_own_limit_whatever_its_case() {
        let rates = Rates {
            per_domain_per_minute: Some(rate(60)),
            domains: [("slow.example".to_owned(), rate(6))].into(),
            ..Rates::default()
        };
        let limits = Limits::new(&rates);
        assert!(limits.take_for("a@one.example").is_ok());
        assert!(limits.take_for("a@two.example").is_ok());
        assert!(limits.take_for("a@slow.example").is_ok());
        let wait = limits.take_for("b@ONE.example").unwrap_err();
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
        let wait = limits.take_for("b@SLOW.example").unwrap_err();
        assert!(wait > Duration::from_secs(9), "{wait:?}");
    }

    #[test]
    fn rows_over_the_limit_are_deferred_one_after_the_other() {
        let rates = Rates { per_domain_per_minute: Some(rate(60)), ..Rates::default() };
        let limits = Limits::new(&rates);
        assert!(limits.take_for("a@one.example").is_ok());
        let waits: Vec<u64> = (0..3)
            .map(|_| limits.take_for("a@one.example").unwrap_err().as_secs_f64().round() as u64)
            .collect();
        assert_eq!(waits, [1, 2, 3]);
        assert_eq!(limits.longest_deferral().as_secs_f64().round() as u64, 3);
    }
}
