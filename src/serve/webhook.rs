//! Notifies another service of the outcome of reports.
//!
//! Each call is a POST with a JSON object, signed: `X-Reportctl-Signature: t=SECONDS,v1=HEX`, where
//! HEX is HMAC-SHA-256 of `SECONDS.BODY` with the shared secret. Calls are made by a thread of
//! their own, repeated a few times, and never hold up a delivery; what cannot be delivered in the end
//! is in the log, and the state of a report can always be asked for.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::Sha256;

use crate::clock;
use crate::problem::{Code, Problem, Result};
use crate::queue::{Ended, NewRequest};
use crate::util::hash::hexadecimal;

/// Calls that may wait.
const MOST_WAITING: usize = 10_000;
/// Tries of one call, and the pause after the first; each further one is four times as long.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(500);
/// Longest wait for an answer.
const TIME: Duration = Duration::from_secs(10);

/// Calls a URL with the outcome of reports.
pub struct Webhook {
    calls: SyncSender<String>,
}

impl Webhook {
    /// A webhook with a secret.
    ///
    /// # Errors
    /// `invalidSetting` for what is no URL; `io` when the system gives no thread.
    pub fn new(url: String, secret: String) -> Result<Self> {
        let is_url = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
        if !is_url || url.parse::<axum::http::Uri>().is_err() {
            return Err(Problem::new(
                Code::InvalidSetting,
                "the setting `serve.webhook` must be a URL with `https://` or `http://`",
            ));
        }
        let (calls, waiting) = sync_channel(MOST_WAITING);
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(TIME))
            .max_redirects(0)
            .build()
            .new_agent();
        let caller = Caller { url, secret, agent };
        Builder::new().name("webhook".to_owned()).spawn(move || caller.run(&waiting)).map_err(
            |error| Problem::new(Code::Io, format!("the system cannot start threads: {error}")),
        )?;
        Ok(Self { calls })
    }

    /// Notifies of the outcome of a request.
    pub fn notify(&self, request: &NewRequest, ended: &Ended) {
        let (status, code) = match ended {
            Ended::Error { code, .. } => ("error", Some(code)),
            _ => ("done", None),
        };
        let body = json!({
            "id": request.id.to_string(), "tenant": request.tenant, "templateId": request.template,
            "status": status, "errorCode": code, "processedAt": clock::rfc3339(clock::millis()),
        });
        if self.calls.try_send(body.to_string()).is_err() {
            tracing::warn!(request = %request.id, "the webhook was not called: too many calls wait");
        }
    }
}

struct Caller {
    url: String,
    secret: String,
    agent: ureq::Agent,
}

impl Caller {
    fn run(&self, calls: &Receiver<String>) {
        while let Ok(body) = calls.recv() {
            let mut pause = PAUSE;
            for attempt in 1..=TRIES {
                let Err(error) = self.call(&body) else { break };
                if attempt == TRIES {
                    tracing::warn!(%error, "the webhook was not called");
                    break;
                }
                std::thread::sleep(pause);
                pause *= 4;
            }
        }
    }

    fn call(&self, body: &str) -> Result<(), ureq::Error> {
        let call = self.agent.post(&self.url).header("Content-Type", "application/json");
        let signature = signature(&self.secret, clock::seconds(), body);
        call.header("X-Reportctl-Signature", signature).send(body).map(drop)
    }
}

/// The signature of a call made so many seconds after 1970.
pub fn signature(secret: &str, seconds: i64, body: &str) -> String {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
        return String::new();
    };
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hexadecimal(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_hmac_of_time_and_body() {
        // openssl dgst -sha256 -hmac secret <<< of `1700000000.{"id":1}` without a line end.
        let signed = signature("secret", 1_700_000_000, r#"{"id":1}"#);
        assert_eq!(
            signed,
            "t=1700000000,v1=3dd1b9aef568d75f6790a84bd2e5dfa1f44409eef3cbdbd3f10b837376100c11"
        );
    }
}
