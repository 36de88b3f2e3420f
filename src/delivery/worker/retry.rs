//! Retries of messages that could not be sent.

use std::time::Duration;

/// Growing pauses between the attempts of one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// Most attempts of a row; 1 for none but the first.
    pub attempts: u32,
    /// The first pause; each further one is twice as long.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
}

/// Part by which pauses vary, so that rows that failed together do not come back together.
const JITTER: f64 = 0.25;

impl Default for Retry {
    fn default() -> Self {
        Self { attempts: 24, first: Duration::from_secs(30), longest: Duration::from_secs(60 * 60) }
    }
}

impl Retry {
    /// The pause after an attempt (from 1) that failed, no shorter than the server asked for;
    /// nothing when it was the last.
    pub fn pause(&self, attempt: u32, after: Option<Duration>) -> Option<Duration> {
        if attempt >= self.attempts {
            return None;
        }
        let doubled = 2u32.saturating_pow(attempt.saturating_sub(1));
        let pause = self.first.saturating_mul(doubled).min(self.longest);
        let jittered = pause.mul_f64(1.0 - JITTER + 2.0 * JITTER * fastrand::f64());
        Some(jittered.max(after.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest_and_vary_by_a_quarter() {
        let retry = Retry::default();
        for (attempt, seconds) in [(1, 30), (2, 60), (4, 240), (8, 3600), (23, 3600)] {
            let pause = retry.pause(attempt, None).unwrap_or_default().as_secs_f64();
            let expected = f64::from(seconds);
            assert!((0.75 * expected..=1.25 * expected).contains(&pause), "{attempt}: {pause}");
        }
        let pauses: Vec<_> = (0..10).map(|_| retry.pause(1, None)).collect();
        assert!(pauses.iter().any(|pause| *pause != pauses[0]));
    }

    #[test]
    fn the_last_attempt_is_the_last() {
        let retry = Retry { attempts: 3, ..Retry::default() };
        assert!(retry.pause(2, None).is_some());
        assert_eq!(retry.pause(3, None), None);
    }

    #[test]
    fn the_server_may_ask_for_more() {
        let wished = Duration::from_secs(7200);
        assert_eq!(Retry::default().pause(1, Some(wished)), Some(wished));
    }
}
