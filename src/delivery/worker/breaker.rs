//! The circuit breaker: when the server takes nothing, nothing more is offered for a while.
//!
//! It opens when no message can be sent at all (login refused, no TLS), and when the outcomes of
//! the last messages show a failing server. After a pause one message is offered; its outcome
//! closes the breaker, or opens it again for longer.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// The outcome of a message with respect to the server's health.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Taken,
    /// Refused for good.
    Refused,
    /// Not taken now.
    Failed,
    /// The connection broke before the answer.
    Unknown,
    /// No message can be sent at all.
    Unusable,
}

/// Pauses of the breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakerSettings {
    /// The first pause; each further one in a row is twice as long.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
}

impl Default for BreakerSettings {
    fn default() -> Self {
        Self { first: Duration::from_secs(30), longest: Duration::from_secs(15 * 60) }
    }
}

/// Messages that are looked at.
const WINDOW: usize = 20;
/// Messages of unknown outcome in a row that are enough.
const MOST_UNKNOWN: usize = 5;

/// Admission of messages.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Admission {
    /// Any number.
    All,
    /// One, whose outcome decides; the others wait.
    One(TrialCall, HeldUp),
    /// None for this time.
    None(HeldUp),
}

/// The message that is admitted alone: only its sender can withdraw it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TrialCall(());

/// Pause of messages that are not admitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeldUp {
    pub(super) pause: Duration,
    /// The failure that opened the breaker.
    pub(super) reason: String,
}

/// Effect of an outcome on the breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transition {
    Unchanged,
    /// It opens for this long.
    Opened(Duration),
    /// It was open, and stays so for this long.
    Reopened(Duration),
    Closed,
}

impl Transition {
    /// The pause that begins.
    pub(super) fn pause(self) -> Option<Duration> {
        match self {
            Self::Opened(pause) | Self::Reopened(pause) => Some(pause),
            Self::Unchanged | Self::Closed => None,
        }
    }
}

/// The state that all senders share.
#[derive(Debug)]
pub(super) struct Breaker {
    settings: BreakerSettings,
    state: Mutex<BreakerState>,
}

#[derive(Debug, Default)]
struct BreakerState {
    signs: VecDeque<Sign>,
    /// Openings in a row.
    openings: u32,
    /// Time from which one message may be offered; set while it is open.
    until: Option<Instant>,
    /// `true` while that message is under way.
    is_probing: bool,
    /// The failure that opened it.
    reason: String,
}

impl Breaker {
    /// A closed one.
    pub(super) fn new(settings: BreakerSettings) -> Self {
        Self { settings, state: Mutex::default() }
    }

    /// Asks to offer messages. After `One` the next [`Breaker::note`] decides, or [`Breaker::withdraw`] follows.
    pub(super) fn admit(&self) -> Admission {
        let mut state = self.state.lock();
        let Some(until) = state.until else { return Admission::All };
        let left = until.saturating_duration_since(Instant::now());
        let pause = left.max(Duration::from_secs(1)).min(self.settings.longest);
        let held_up = HeldUp { pause, reason: state.reason.clone() };
        if left.is_zero() && !state.is_probing {
            state.is_probing = true;
            return Admission::One(TrialCall(()), held_up);
        }
        Admission::None(held_up)
    }

    /// Returns the time for which nothing can be offered; `None` when it is closed. A pause of zero: one message.
    pub(super) fn open_for(&self) -> Option<HeldUp> {
        let state = self.state.lock();
        let pause = state.until?.saturating_duration_since(Instant::now());
        Some(HeldUp { pause, reason: state.reason.clone() })
    }

    /// Ends the pause: what opened it may be gone.
    pub(super) fn end_pause(&self) {
        let mut state = self.state.lock();
        if state.until.is_some() {
            state.until = Some(Instant::now());
        }
    }

    /// The message that was admitted alone is not offered after all.
    pub(super) fn withdraw(&self, TrialCall(()): TrialCall) {
        self.state.lock().is_probing = false;
    }

    /// Takes note of the outcome of a message.
    pub(super) fn note(&self, sign: Sign, detail: &str) -> Transition {
        let mut state = self.state.lock();
        let was_probe = std::mem::take(&mut state.is_probing);
        if state.signs.len() == WINDOW {
            state.signs.pop_front();
        }
        state.signs.push_back(sign);
        let was_open = state.until.is_some();
        if sign == Sign::Taken {
            state.until = None;
            state.openings = 0;
            return if was_open { Transition::Closed } else { Transition::Unchanged };
        }
        // Outcomes of messages under way when it opened are old.
        match was_open {
            true if was_probe => Transition::Reopened(state.open(self.settings, detail)),
            false if sign == Sign::Unusable || state.is_bad() => {
                Transition::Opened(state.open(self.settings, detail))
            }
            _ => Transition::Unchanged,
        }
    }
}

impl BreakerState {
    fn is_bad(&self) -> bool {
        let count = |wanted| self.signs.iter().filter(|sign| **sign == wanted).count();
        let unknown = self.signs.iter().rev().take_while(|sign| **sign == Sign::Unknown).count();
        let is_full = self.signs.len() == WINDOW;
        unknown >= MOST_UNKNOWN
            || is_full
                && (2 * (count(Sign::Failed) + count(Sign::Unknown)) > WINDOW
                    || count(Sign::Refused) == WINDOW)
    }

    fn open(&mut self, settings: BreakerSettings, detail: &str) -> Duration {
        let pause = settings.first.saturating_mul(2u32.saturating_pow(self.openings));
        let pause = pause.min(settings.longest);
        self.openings = self.openings.saturating_add(1);
        self.until = Some(Instant::now() + pause);
        self.signs.clear();
        detail.clone_into(&mut self.reason);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: BreakerSettings =
        BreakerSettings { first: Duration::from_millis(40), longest: Duration::from_millis(100) };

    fn noted(signs: &[(Sign, usize)]) -> (Breaker, Option<Duration>) {
        let breaker = Breaker::new(SETTINGS);
        let mut last = Transition::Unchanged;
        for (sign, times) in signs {
            (0..*times).for_each(|_| last = breaker.note(*sign, "why"));
        }
        (breaker, last.pause())
    }

    #[test]
    fn it_opens_when_nothing_can_be_sent_at_all() {
        let (breaker, opened) = noted(&[(Sign::Taken, 3), (Sign::Unusable, 1)]);
        assert_eq!(opened, Some(SETTINGS.first));
        assert!(matches!(breaker.admit(), Admission::None(_)));
        assert_eq!(breaker.open_for().map(|held_up| held_up.reason).as_deref(), Some("why"));
    }

    #[test]
    fn it_opens_when_most_of_the_last_twenty_failed() {
        assert_eq!(noted(&[(Sign::Failed, 19)]).1, None);
        assert!(noted(&[(Sign::Failed, 20)]).1.is_some());
        assert_eq!(noted(&[(Sign::Taken, 10), (Sign::Failed, 10)]).1, None);
        assert!(noted(&[(Sign::Taken, 10), (Sign::Failed, 11)]).1.is_some());
    }

    #[test]
    fn it_opens_when_the_server_refuses_everything_but_not_some() {
        assert!(noted(&[(Sign::Refused, 20)]).1.is_some());
        assert_eq!(noted(&[(Sign::Taken, 1), (Sign::Refused, 19)]).1, None);
    }

    #[test]
    fn it_opens_soon_when_connections_break_before_the_answer() {
        assert_eq!(noted(&[(Sign::Unknown, 4)]).1, None);
        assert!(noted(&[(Sign::Taken, 9), (Sign::Unknown, 5)]).1.is_some());
    }

    #[test]
    fn after_the_pause_one_message_decides() {
        let (breaker, _) = noted(&[(Sign::Unusable, 1)]);
        std::thread::sleep(SETTINGS.first);
        assert!(matches!(breaker.admit(), Admission::One(..)));
        assert!(matches!(breaker.admit(), Admission::None(held_up) if held_up.reason == "why"));
        assert_eq!(breaker.note(Sign::Failed, "still"), Transition::Reopened(SETTINGS.first * 2));
        std::thread::sleep(SETTINGS.first * 2);
        let Admission::One(trial, _) = breaker.admit() else { panic!("one is admitted") };
        breaker.withdraw(trial);
        assert!(matches!(breaker.admit(), Admission::One(..)));
        assert_eq!(breaker.note(Sign::Taken, ""), Transition::Closed);
        assert_eq!(breaker.note(Sign::Taken, ""), Transition::Unchanged);
        assert_eq!(breaker.admit(), Admission::All);
        assert_eq!(breaker.note(Sign::Unusable, "again"), Transition::Opened(SETTINGS.first));
    }
}
