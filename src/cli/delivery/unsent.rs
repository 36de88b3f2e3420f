//! Problems of requests whose messages were not sent, with advice.

use crate::delivery::queue::RequestId;
use crate::serve::codes;
use engine::problem::{Code, Problem};

/// The problem of a request that ended with a code and a text.
pub(super) fn problem(id: RequestId, recipient: &str, code: &str, why: &str) -> Problem {
    let code = codes::named(code).unwrap_or(Code::Internal);
    let (message, advice) = match code {
        codes::DELIVERY_UNKNOWN => (
            format!("it is not known whether the message to {recipient} arrived: {why}"),
            format!("ask the recipient; `reportctl queue retry {id}` and a worker send it again"),
        ),
        codes::INVALID_EMAIL | codes::RECIPIENT_NOT_ALLOWED | codes::MAIL_REFUSED => (
            format!("not sent to {recipient}: {why}"),
            format!("`reportctl queue show {id}` shows the request"),
        ),
        _ => (
            format!("not sent to {recipient}: {why}"),
            format!("when that is fixed, `reportctl queue retry {id}` and a worker send it"),
        ),
    };
    Problem::new(code, message).advice(advice).detail("request", id.to_string())
}

/// The problem of a request whose worker vanished when it was about to be sent.
pub(super) fn vanished(id: RequestId) -> Problem {
    let message = format!(
        "it is not known whether the message of request {id} arrived: its worker vanished while \
         it was being sent"
    );
    Problem::new(codes::DELIVERY_UNKNOWN, message)
        .advice(format!(
            "`reportctl queue show {id}` shows the recipient; `reportctl queue retry {id}` and a \
             worker send it again"
        ))
        .detail("request", id.to_string())
}
