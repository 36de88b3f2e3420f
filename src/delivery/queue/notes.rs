//! Texts in rows and the log about attempts that no worker brought to an end.

use super::{LogEntry, NewRequest, Outcome};
use crate::delivery::codes;
use engine::problem::Code;

/// Said of a row whose worker vanished when it was about to be sent.
pub(super) const VANISHED: &str =
    "the worker vanished while the message was being sent; it may have been delivered";

/// Said of a row that a person canceled.
pub(super) const CANCELED: &str = "canceled by a person";

/// Said of a row that is taken up no more; `{}` is how many workers it cost.
pub(super) const EXHAUSTED: &str =
    "{} workers vanished one after the other while they held it, the last ones nothing else";

/// The entry of the log for an attempt that no worker settled.
pub(super) fn entry(
    request: &NewRequest,
    attempt: u32,
    time: i64,
    code: Code,
    detail: &str,
) -> LogEntry {
    let is_unknown = code == codes::DELIVERY_UNKNOWN;
    let outcome = if is_unknown { Outcome::Unknown } else { Outcome::Failed };
    LogEntry {
        code: Some(code.as_str().to_owned()),
        detail: Some(detail.to_owned()),
        ..request.entry_of_attempt(attempt, time, outcome)
    }
}
