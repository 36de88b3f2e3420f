//! Codes of problems: mail, the queue and batches.

use engine::problem::Code;

pub use crate::documents::codes::*;

engine::codes! {
    /// The process that rendered a document died.
    RENDER_CRASHED "renderCrashed" Package
        "Report it together with the template and the data; other documents are not affected.",
    /// A text that is not an email address.
    INVALID_EMAIL "invalidEmail" Data
        "Correct the address.",
    /// A header with a line break or NUL, or a header that cannot be built.
    INVALID_MESSAGE "invalidMessage" Data
        "Remove line breaks and control characters from the header that the message names.",
    /// A recipient that the settings do not allow.
    RECIPIENT_NOT_ALLOWED "recipientNotAllowed" Data
        "Send to an allowed address, or extend the list of allowed recipients.",
    /// More recipients in one run than the settings allow.
    TOO_MANY_RECIPIENTS "tooManyRecipients" Data
        "Split the run, or raise the limit of recipients.",
    /// The server refuses the message permanently.
    MAIL_REFUSED "mailRefused" Data
        "Read the answer of the mail server in the message, and correct address or content.",
    /// The server cannot be reached or does not take the message now.
    MAIL_UNAVAILABLE "mailUnavailable" Config
        "Check host and port of the mail server; queued requests are retried on their own.",
    /// The server refuses this client: login, TLS or settings.
    MAIL_UNUSABLE "mailUnusable" Config
        "Correct login, certificate or TLS mode of the mail settings.",
    /// The connection broke before the server's answer; the message may have been delivered.
    DELIVERY_UNKNOWN "deliveryUnknown" Package
        "Ask the recipient or the log of the mail server, then settle the request by hand.",
    /// The archive cannot be reached, or does not take the document now.
    ARCHIVE_UNAVAILABLE "archiveUnavailable" Config
        "Check the store of the setting `archive.url`; queued requests are retried on their own.",
    /// The archive refuses this client, or replaces objects where it should only create them.
    ARCHIVE_REFUSED "archiveRefused" Config
        "Correct the rights in the store of the setting `archive.url`; queued requests are retried on their own.",
    /// The archive has the document of another request under the id of this one; nothing was mailed.
    ARCHIVE_CONFLICT "archiveConflict" Data
        "Look at the archived document, then ask for a new report.",
    /// An archived document is lost, or is not the one that was archived.
    ARCHIVE_DAMAGED "archiveDamaged" Package
        "Restore the object from a copy of the store.",
    /// The archive has no document of that report.
    ARCHIVE_NOT_FOUND "archiveNotFound" Data
        "List the archive, and use one of its ids; documents are deleted after their retention.",
    /// The clock of this machine is not that of the database.
    CLOCK_DIFFERS "clockDiffers" Config
        "Synchronise the clocks of all machines, for example by NTP.",
    /// The links to a document are revoked.
    LINK_REVOKED "linkRevoked" Data
        "Send the document, or make a new request.",
    /// The database of requests cannot be used.
    QUEUE_UNAVAILABLE "queueUnavailable" Config
        "Check the folder of the setting `state`, or the server of `REPORTCTL_DATABASE_URL`, and the permissions.",
    /// No such request.
    REQUEST_NOT_FOUND "requestNotFound" Data
        "List the queue, and use one of its ids.",
    /// The request is not finished.
    NOT_FINISHED "notFinished" Data
        "Wait until its status is `done` or `error`.",
    /// The data of a finished request was erased.
    DATA_ERASED "dataErased" Data
        "Ask for a new report; the setting `keepDataDays` keeps data for longer.",
    /// The template changed while the request waited.
    TEMPLATE_CHANGED "templateChanged" Template
        "Repeat the request with the present template.",
    /// No worker has the version of the template that the request was accepted with.
    TEMPLATE_VERSION "templateVersion" Template
        "Give all machines the same templates, library files and texts, then retry the request.",
    /// The request was claimed too often without ever being finished.
    ATTEMPTS_EXHAUSTED "attemptsExhausted" Package
        "Find out why workers died on the request, then retry it by hand.",
    /// The request was canceled by a person.
    CANCELED "canceled" Data
        "Retry the request if it was canceled by mistake.",
    /// Two rows of a batch that would write one file.
    DUPLICATE_FILE "duplicateFile" Data
        "Choose a file name that differs from row to row.",
    /// Two rows of a batch for one recipient.
    SHARED_RECIPIENT "sharedRecipient" Data
        "Correct the address of one of the rows, or allow shared recipients.",
    /// The key of a batch belongs to another batch.
    BATCH_KEY "batchKey" Data
        "Choose another key, or repeat the batch with the same rows.",
    /// What would be sent differs from the plan.
    PLAN_MISMATCH "planMismatch" Data
        "Make the plan again, and approve it.",
    /// A signal ended the work early.
    INTERRUPTED "interrupted" Package
        "Run the command again; it continues where it stopped.",
    /// Some rows of a batch failed.
    BATCH_FAILED "batchFailed" Data
        "Correct the rows that the report names; to mail them, put them alone into a file of their own.",
    /// No such token.
    TOKEN_NOT_FOUND "tokenNotFound" Config
        "List the tokens, and use one of their ids.",
}

/// Every code of this room, of those before it and of the engine.
pub fn all() -> impl Iterator<Item = Code> {
    crate::documents::codes::all().chain(OWN.iter().copied())
}

/// The code of that name.
pub fn named(name: &str) -> Option<Code> {
    all().find(|code| code.as_str() == name)
}
