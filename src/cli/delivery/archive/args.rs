//! Declarations of `reportctl archive`. Doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use crate::cli::delivery::queue::args::parse_id;
use crate::cli::delivery::time_filter::{self, UnixMillis};
use crate::delivery::mail::address;
use crate::delivery::queue::{LogFilter, RequestId};
use engine::problem::Result;

#[derive(Debug, Subcommand)]
pub(crate) enum ArchiveCommand {
    /// List archived documents as the log has them, the oldest first
    List(ListArgs),
    /// Write an archived document to a file, or to standard output
    ///
    /// Its digest is compared with that of its record first.
    Get {
        /// Id of the request
        #[arg(value_name = "ID", value_parser = parse_id)]
        id: RequestId,
        /// File for the PDF; `-` is standard output [default: its name in the message]
        #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
        /// Write the receipt to this file
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        receipt: Option<PathBuf>,
        /// Write the e-invoice that went along as a file of its own to this file
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        einvoice: Option<PathBuf>,
    },
    /// Compare the archive with the log
    ///
    /// Every logged document must be there with its digest, and every object must be of a report that the
    /// log or the queue has. Reads all documents. The exit code is 7 when something differs.
    Verify {
        /// Print the findings and the counts as a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Hold a document: it is not deleted until it is released
    Hold {
        /// Id of the request
        #[arg(value_name = "ID", value_parser = parse_id)]
        id: RequestId,
        /// Why, for those who release it
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// End the hold of a document
    Release {
        /// Id of the request
        #[arg(value_name = "ID", value_parser = parse_id)]
        id: RequestId,
    },
    /// Print a new link to an archived document
    ///
    /// As mails carry it with `archive.linkUrl`, for `archive.linkDays` from now.
    Link {
        /// Id of the request
        #[arg(value_name = "ID", value_parser = parse_id)]
        id: RequestId,
    },
    /// End all links to a document for good; the document stays
    Revoke {
        /// Id of the request
        #[arg(value_name = "ID", value_parser = parse_id)]
        id: RequestId,
        /// Why, for those who look it up
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Delete the documents that are older than `archive.retentionDays` and not held
    ///
    /// They are found in the log.
    Expire {
        /// Look at every object of the store, for documents that are older than the log (`keepLogDays`)
        #[arg(long)]
        all: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Archived since: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = time_filter::parse)]
    since: Option<UnixMillis>,

    /// Archived before: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = time_filter::parse)]
    until: Option<UnixMillis>,

    /// For this recipient
    #[arg(long, value_name = "ADDRESS", alias = "email")]
    recipient: Option<String>,

    /// Of this template
    #[arg(long = "template", id = "of_template", value_name = "TEMPLATE")]
    template: Option<String>,

    /// Of the batch with this key
    #[arg(long, value_name = "KEY")]
    batch: Option<String>,

    /// Of this tenant
    #[arg(long, value_name = "TENANT")]
    tenant: Option<String>,

    /// Print one JSON object per line
    #[arg(long)]
    pub(super) json: bool,
}

pub(crate) const ARCHIVE_EXAMPLES: &str = "\
Examples:
  reportctl archive list --since 7d
  reportctl archive get 0195f7a4-0000-7000-8000-000000000001 -o invoice.pdf
  reportctl archive verify --json
  reportctl archive hold 0195f7a4-0000-7000-8000-000000000001 --reason 'tax audit'
  reportctl archive expire";

impl ListArgs {
    /// The filter that it is.
    ///
    /// # Errors
    /// `usage` when no time is both since and until.
    pub(super) fn filter(&self) -> Result<LogFilter> {
        time_filter::check_range(("--since", self.since), ("--until", self.until))?;
        Ok(LogFilter {
            tenant: self.tenant.clone(),
            since: self.since.map(|time| time.0),
            until: self.until.map(|time| time.0),
            recipient: self.recipient.as_deref().map(address::as_delivered),
            template: self.template.clone(),
            batch: self.batch.clone(),
            archived: true,
            ..LogFilter::default()
        })
    }
}
