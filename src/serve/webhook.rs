//! Reports the outcome of requests to another service.
//!
//! Each call is a POST with a JSON object, signed: `X-Reportctl-Signature: t=SECONDS,v1=HEX`, where
//! HEX is HMAC-SHA-256 of `SECONDS.BODY` with the shared secret. Calls are rows of the database
//! ([`crate::delivery::queue::webhook`]), so that a stop, a crash or an endpoint that is away loses none: a
//! call is repeated until the endpoint answers with a status of 2xx, or given up after
//! `MAX_ATTEMPTS`. `X-Reportctl-Call` is the same number each time, so that a receiver can ignore
//! what it has seen.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use hmac::{Hmac, KeyInit, Mac};
use parking_lot::{Condvar, Mutex};
use serde_json::json;
use sha2::Sha256;

use super::metrics::Metrics;
use crate::base::clock;
use crate::base::hash::hexadecimal;
use crate::base::http_client;
use crate::base::secret::SecretSource;
use crate::base::telemetry::{Parent, Span, SpanKind};
use crate::delivery::queue::Webhooks;
use crate::delivery::queue::webhook::{CallEnded, WebhookCall};
use crate::serve::codes;
use engine::problem::{Code, Problem, Result};

/// Calls of one endpoint under way at one time.
const PER_ENDPOINT: usize = 4;
/// Attempts of a call. With the pauses between them they last about 7 hours.
const MAX_ATTEMPTS: u32 = 20;
/// The first and the longest pause between two attempts; each is twice as long as the one before.
const PAUSES: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(60 * 60));
/// Longest wait for an answer.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Lease of a claimed call: longer than an attempt can take.
const LEASE: Duration = Duration::from_secs(30);
/// Interval of asking the database for calls that other processes added.
const POLL: Duration = Duration::from_secs(5);
/// Pause after the database could not be used.
const RETRY: Duration = Duration::from_secs(1);
/// Longest time for which a stop waits for calls under way. A longer one is made again after its lease.
const STOP: Duration = Duration::from_secs(5);
/// Retention of ended calls, and the interval of deleting older ones.
const KEEP: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const CLEANUP: Duration = Duration::from_secs(60 * 60);
/// Longest description of a failure that is kept, in characters.
const MAX_DETAIL: usize = 300;

/// The endpoint that outcomes are reported to.
pub struct Endpoint {
    pub url: String,
    secret: SecretSource,
}

impl Endpoint {
    /// # Errors
    /// `invalidSetting` for what is no URL.
    pub fn new(url: String, secret: SecretSource) -> Result<Self> {
        let is_url = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
        if !is_url || url.parse::<axum::http::Uri>().is_err() {
            return Err(Problem::new(
                Code::InvalidSetting,
                "the setting `serve.webhook` must be a URL with `https://` or `http://`",
            ));
        }
        Ok(Self { url, secret })
    }
}

/// Makes the calls that wait in a database.
pub struct Dispatcher {
    calls: Arc<dyn Webhooks>,
    secret: SecretSource,
    agent: ureq::Agent,
    metrics: Arc<Metrics>,
    state: Mutex<WebhookState>,
    changed: Condvar,
}

#[derive(Default)]
struct WebhookState {
    /// There may be calls that are due.
    is_woken: bool,
    is_stopping: bool,
    /// Calls under way.
    running: usize,
}

impl Dispatcher {
    /// A dispatcher for the calls of a database.
    pub fn new(calls: Arc<dyn Webhooks>, endpoint: Endpoint, metrics: Arc<Metrics>) -> Self {
        let agent = http_client::agent(TIMEOUT);
        let secret = endpoint.secret;
        let (state, changed) = Default::default();
        Self { calls, secret, agent, metrics, state, changed }
    }

    /// Starts the thread that makes the calls.
    ///
    /// # Errors
    /// `io` when the system cannot start a thread.
    pub fn start(self: &Arc<Self>) -> Result<JoinHandle<()>> {
        let dispatcher = Arc::clone(self);
        Builder::new().name("webhooks".to_owned()).spawn(move || dispatcher.run()).map_err(
            |error| Problem::new(codes::IO, format!("the system cannot start a thread: {error}")),
        )
    }

    /// There is a new call.
    pub fn wake(&self) {
        self.state.lock().is_woken = true;
        self.changed.notify_all();
    }

    /// Makes no more calls; the thread ends soon. Calls that were not made stay in the database.
    pub fn stop(&self) {
        self.state.lock().is_stopping = true;
        self.changed.notify_all();
    }

    fn run(self: &Arc<Self>) {
        let mut cleanup = Instant::now();
        while !self.state.lock().is_stopping {
            let pause = match self.dispatch() {
                Ok(pause) => pause.unwrap_or(POLL).min(POLL),
                Err(problem) => {
                    tracing::warn!(code = problem.code.as_str(), "webhook calls cannot be read");
                    RETRY
                }
            };
            if cleanup <= Instant::now() {
                cleanup = Instant::now() + CLEANUP;
                if let Err(problem) = self.calls.delete_calls(KEEP) {
                    tracing::warn!(code = problem.code.as_str(), "old webhook calls were kept");
                }
            }
            self.wait(pause);
        }
        let end = Instant::now() + STOP;
        let mut state = self.state.lock();
        while state.running > 0 && !self.changed.wait_until(&mut state, end).timed_out() {}
    }

    fn wait(&self, pause: Duration) {
        let end = Instant::now() + pause;
        let mut state = self.state.lock();
        while !state.is_woken && !state.is_stopping {
            if self.changed.wait_until(&mut state, end).timed_out() {
                break;
            }
        }
        state.is_woken = false;
    }

    /// Makes the calls that are due, each on a thread of its own: a slow endpoint delays no other
    /// else. Returns when the next one is due.
    fn dispatch(self: &Arc<Self>) -> Result<Option<Duration>> {
        let calls = self.calls.claim_calls(PER_ENDPOINT, LEASE)?;
        let has_claimed = !calls.is_empty();
        for call in calls {
            self.state.lock().running += 1;
            let dispatcher = Arc::clone(self);
            let work = move || {
                dispatcher.make(&call);
                let mut state = dispatcher.state.lock();
                state.running -= 1;
                // Another call of this endpoint may have waited for a free slot.
                state.is_woken = true;
                dispatcher.changed.notify_all();
            };
            if let Err(error) = Builder::new().name("webhook".to_owned()).spawn(work) {
                // The lease ends, and the call is made then.
                self.state.lock().running -= 1;
                tracing::warn!(%error, "a webhook call was put back");
            }
        }
        let due = self.calls.next_call_due()?;
        Ok(next_claim(due, has_claimed, self.state.lock().running > 0))
    }

    fn make(&self, call: &WebhookCall) {
        let span =
            Span::start(SpanKind::Client, "POST", &Parent::stored(call.trace_context.as_deref()));
        span.set("http.request.method", "POST");
        span.set_number("http.request.resend_count", i64::from(call.attempts) - 1);
        let posted = self.post(call, &span);
        let _lines = span.enter();
        span.end();
        let ended = match posted {
            Ok(()) => CallEnded::Delivered,
            Err(detail) if call.attempts >= MAX_ATTEMPTS => CallEnded::Failed { detail },
            Err(detail) => CallEnded::Later { pause: pause(call.attempts), detail },
        };
        let outcome = match &ended {
            CallEnded::Delivered => "delivered",
            CallEnded::Later { .. } => "later",
            CallEnded::Failed { detail } => {
                tracing::warn!(request = %call.request, detail, "a webhook call was given up");
                "failed"
            }
        };
        self.metrics.called(outcome);
        if let Err(problem) = self.calls.settle_call(call.number, call.attempts, &ended) {
            // Not recorded: the call is made again after its lease.
            tracing::warn!(code = problem.code.as_str(), "a webhook call was not recorded");
        }
    }

    fn post(&self, call: &WebhookCall, span: &Span) -> Result<(), String> {
        let body = body(call);
        // A secret that is replaced in its file signs from then on.
        let signature = signature(self.secret.current().reveal(), clock::seconds(), &body);
        let mut request = self
            .agent
            .post(&call.url)
            .header("Content-Type", "application/json")
            .header("X-Reportctl-Call", call.number.to_string())
            .header("X-Reportctl-Signature", signature);
        for (name, value) in span.headers() {
            request = request.header(name, value);
        }
        let response = request.send(body).map_err(|error| {
            span.fail(if matches!(error, ureq::Error::Timeout(_)) {
                "timeout"
            } else {
                "connection"
            });
            error.to_string().chars().take(MAX_DETAIL).collect::<String>()
        })?;
        let status = response.status();
        span.set_number("http.response.status_code", status.as_u16().into());
        if status.is_success() {
            return Ok(());
        }
        span.fail(status.as_str());
        Err(format!("the endpoint answered with status {status}"))
    }
}

/// The time until calls are claimed again, when the next one is due in `due`. Calls that are due and were not claimed
/// wait for a slot: its return wakes the thread where this process has it. Another process may have it, or one that
/// was killed.
fn next_claim(due: Option<Duration>, has_claimed: bool, is_busy: bool) -> Option<Duration> {
    match due {
        Some(Duration::ZERO) if is_busy => None,
        Some(Duration::ZERO) if !has_claimed => Some(RETRY),
        due => due,
    }
}

/// The pause after an attempt: longer each time, and not the same for all calls that failed
/// together.
fn pause(attempt: u32) -> Duration {
    let exponent = attempt.saturating_sub(1).min(20);
    let pause = PAUSES.0.saturating_mul(1 << exponent).min(PAUSES.1);
    pause.mul_f64(0.75 + fastrand::f64() / 2.0)
}

fn body(call: &WebhookCall) -> String {
    json!({
        "id": call.request.to_string(), "tenant": call.tenant, "templateId": call.template,
        "status": call.outcome, "errorCode": call.error_code,
        "processedAt": clock::rfc3339(call.processed_at),
    })
    .to_string()
}

/// The signature of a call made at a time in seconds since 1970.
pub fn signature(secret: &str, timestamp: i64, body: &str) -> String {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(format!("{timestamp}.{body}").as_bytes());
    format!("t={timestamp},v1={}", hexadecimal(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_hmac_of_timestamp_and_body() {
        // openssl dgst -sha256 -hmac secret <<< of `1700000000.{"id":1}` without a line end.
        let signed = signature("secret", 1_700_000_000, r#"{"id":1}"#);
        assert_eq!(
            signed,
            "t=1700000000,v1=3dd1b9aef568d75f6790a84bd2e5dfa1f44409eef3cbdbd3f10b837376100c11"
        );
    }

    #[test]
    fn calls_whose_slots_another_process_has_are_claimed_after_a_pause() {
        let (now, later) = (Some(Duration::ZERO), Some(Duration::from_millis(20)));
        assert_eq!(next_claim(now, false, false), Some(RETRY));
        assert_eq!(next_claim(now, true, false), now);
        assert_eq!(next_claim(now, true, true), None);
        assert_eq!(next_claim(later, false, true), later);
        assert_eq!(next_claim(None, false, false), None);
    }

    #[test]
    fn pauses_grow_to_a_limit() {
        assert!(pause(1) < Duration::from_secs(1));
        assert!(pause(10) > pause(5));
        assert!(pause(MAX_ATTEMPTS) <= PAUSES.1.mul_f64(1.25));
        let all: Duration = (1..MAX_ATTEMPTS).map(pause).sum();
        assert!(all > Duration::from_secs(6 * 60 * 60), "{all:?}");
    }
}
