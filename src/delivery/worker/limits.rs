//! Rate limits: messages per minute, in all and to each domain.
//!
//! If all messages are over the limit, the worker waits. If those of one domain are, each of its
//! rows is deferred to the next free time of that domain, so that rows of other domains go on.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

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
    rates: Rates,
    all: Option<Mutex<Slots>>,
    /// Domains to which something was to be sent.
    domains: Mutex<HashMap<String, DomainSlots>>,
}

impl Limits {
    /// Limits that nothing was sent under yet.
    pub(super) fn new(rates: &Rates) -> Self {
        let all = rates.per_minute.map(|rate| Mutex::new(Slots::new(rate)));
        Self { rates: rates.clone(), all, domains: Mutex::default() }
    }

    /// Permits a message among all. Otherwise, how long to wait before asking again.
    pub(super) fn take(&self) -> Result<(), Duration> {
        self.all.as_ref().map_or(Ok(()), |slots| slots.lock().take(Instant::now(), Duration::ZERO))
    }

    /// Permits a message to an address among those of its domain. Otherwise, how long to defer its
    /// row.
    pub(super) fn take_for(&self, address: &str) -> Result<(), Duration> {
        self.take_for_at(address, Instant::now())
    }

    fn take_for_at(&self, address: &str, now: Instant) -> Result<(), Duration> {
        if self.rates.per_domain_per_minute.is_none() && self.rates.domains.is_empty() {
            return Ok(());
        }
        let domain = address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        let rate = self.rates.domains.get(&domain).copied();
        let Some(rate) = rate.or(self.rates.per_domain_per_minute) else { return Ok(()) };
        let mut domains = self.domains.lock();
        let slots = Slots::new(rate);
        domains.entry(domain).or_insert(DomainSlots { slots, deferred: None }).take(now)
    }

    /// Time until all deferred rows are due.
    pub(super) fn longest_deferral(&self) -> Duration {
        let domains = self.domains.lock();
        let now = Instant::now();
        let ends = domains.values().filter_map(|domain| domain.deferred);
        ends.map(|end| end.saturating_duration_since(now)).max().unwrap_or_default()
    }
}

/// A minute's messages, spread over it; a second's worth may leave at once.
struct Slots {
    interval: Duration,
    /// Time of the messages that may leave at once, after the first one.
    burst: Duration,
    /// The time of the next slot; `None` before the first message.
    next: Option<Instant>,
}

impl Slots {
    fn new(rate: NonZeroU32) -> Self {
        let interval = Duration::from_secs(60) / rate.get();
        Self { interval, burst: interval * (rate.get() / 60).saturating_sub(1), next: None }
    }

    /// Takes a slot, one that begins within `early` included; it ends no sooner for that. Otherwise, the time until one
    /// begins.
    fn take(&mut self, now: Instant, early: Duration) -> Result<(), Duration> {
        let next = self.next.unwrap_or(now);
        let wait = next.saturating_duration_since(now + self.burst);
        if wait > early {
            return Err(wait);
        }
        self.next = Some(next.max(now) + self.interval);
        Ok(())
    }
}

/// The slots of a domain.
struct DomainSlots {
    slots: Slots,
    /// The time up to which deferred rows are scheduled.
    deferred: Option<Instant>,
}

/// The longest time by which a message to a domain may leave before its slot.
const MOST_EARLY: Duration = Duration::from_millis(250);

impl DomainSlots {
    /// Takes a slot. Otherwise, the time until the first one that no deferred row is scheduled for. Rows are claimed a
    /// little after they are due, each with another delay: with less than the row before, a row comes before the slot
    /// that the latter moved. It would lose its turn to go behind all others, and the slot would stay empty.
    fn take(&mut self, now: Instant) -> Result<(), Duration> {
        let interval = self.slots.interval;
        let wait = match self.slots.take(now, MOST_EARLY.min(interval / 4)) {
            Ok(()) => return Ok(()),
            Err(wait) => wait,
        };
        let end = (self.deferred.unwrap_or(now) + interval).max(now + wait);
        self.deferred = Some(end);
        Err(end - now)
    }
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

    /// Rows as a worker works on them: each is claimed some milliseconds after it is due, refused rows are due again
    /// after their pause. Returns the time until the last one is sent.
    fn drained(limits: &Limits, rows: usize, delay: impl Fn(usize) -> u64) -> Duration {
        let start = Instant::now();
        let mut due: BTreeMap<(Duration, usize), ()> =
            (0..rows).map(|row| ((Duration::ZERO, row), ())).collect();
        let (mut claims, mut now) = (0, Duration::ZERO);
        while let Some(((at, row), ())) = due.pop_first() {
            claims += 1;
            now = now.max(at + Duration::from_millis(delay(claims)));
            if let Err(pause) = limits.take_for_at("a@one.example", start + now) {
                // The queue counts in milliseconds.
                due.insert((now + Duration::from_millis(pause.as_millis() as u64), row), ());
            }
        }
        now
    }

    #[test]
    fn deferred_rows_leave_at_the_rate_although_each_is_claimed_a_little_late() {
        for per_minute in [6, 60, 119] {
            let rates = Rates { per_domain_per_minute: Some(rate(per_minute)), ..Rates::default() };
            let rows = 200;
            let took = drained(&Limits::new(&rates), rows, |claim| [7, 2, 31, 0, 12][claim % 5]);
            let least = Duration::from_secs(60) / per_minute * (rows as u32 - 1);
            assert!(took + MOST_EARLY >= least, "{per_minute}: {took:?}");
            assert!(took < least.mul_f64(1.03), "{per_minute}: {took:?} instead of {least:?}");
        }
    }
}
