//! Declarations of `reportctl log`. Doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::cli::context::Context;
use crate::cli::delivery::named_template::named_template;
use crate::cli::delivery::queue::args::parse_id;
use crate::cli::delivery::time_filter::{self, UnixMillis};
use crate::delivery::mail::address;
use crate::delivery::queue::{LogFilter, Outcome, RequestId};
use engine::problem::Result;

/// Show who generated what, when, for whom, and how it ended
///
/// One entry per document that was delivered or served, or should have been, the oldest first.
/// Neither documents nor data are kept in the log.
#[derive(Debug, Args)]
#[command(after_help = LOG_EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct LogArgs {
    #[command(subcommand)]
    pub(super) command: Option<LogCommand>,

    /// Entries since: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = time_filter::parse)]
    since: Option<UnixMillis>,

    /// Entries before: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = time_filter::parse)]
    until: Option<UnixMillis>,

    /// For this recipient
    #[arg(long, value_name = "ADDRESS", alias = "email")]
    recipient: Option<String>,

    /// For this template
    // Named apart from the global flag.
    #[arg(long = "template", id = "of_template", value_name = "TEMPLATE")]
    template: Option<String>,

    /// Of the batch with this key
    #[arg(long, value_name = "KEY")]
    batch: Option<String>,

    /// A line for each row of the file of the batch: its number and key, the recipient, outcome,
    /// attempts, Message-ID, and the reason of a failed delivery
    #[arg(long, requires = "batch", conflicts_with_all = ["status", "recipient", "request", "limit", "since", "until"])]
    pub(super) summary: bool,

    /// With this outcome
    #[arg(long, value_name = "OUTCOME")]
    status: Option<OutcomeName>,

    /// For this request
    #[arg(long, value_name = "ID", value_parser = parse_id)]
    request: Option<RequestId>,

    /// Of this tenant
    #[arg(long, value_name = "TENANT")]
    tenant: Option<String>,

    /// Only the newest of them, this many
    #[arg(long, value_name = "NUMBER")]
    limit: Option<usize>,

    /// Print one JSON object per line
    #[arg(long, conflicts_with = "csv")]
    pub(super) json: bool,

    /// Print CSV with a head
    #[arg(long)]
    pub(super) csv: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    /// Record messages that were returned
    ///
    /// Reads delivery status notifications (RFC 3464) and adds an entry `bounced` for each message
    /// of the log that one of them is about. Reading the same files again adds nothing.
    ImportBounces {
        /// A folder of `.eml` files, a Maildir, an mbox file, or one `.eml` file
        #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
        path: PathBuf,
        /// Print the counts as a JSON object
        #[arg(long)]
        json: bool,
    },
}

const LOG_EXAMPLES: &str = "\
Examples:
  reportctl log --since 24h
  reportctl log --batch march --status failed
  reportctl log --batch march --summary --csv > march.csv
  reportctl log import-bounces ~/Maildir
  reportctl log --recipient ana@example.com --json
  reportctl log --since 2026-01-01 --until 2026-02-01 --csv > january.csv";

impl LogArgs {
    /// The filter that it is.
    ///
    /// # Errors
    /// `usage` when no time is both since and until.
    pub(super) fn filter(&self, context: &Context<'_>) -> Result<LogFilter> {
        time_filter::check_range(("--since", self.since), ("--until", self.until))?;
        // The log has tenant and name apart.
        let template = self.template.as_deref().map(|text| named_template(text, context));
        let (of_template, template) = template.unzip();
        Ok(LogFilter {
            tenant: self.tenant.clone().or(of_template.flatten()),
            since: self.since.map(|time| time.0),
            until: self.until.map(|time| time.0),
            recipient: self.recipient.as_deref().map(address::as_delivered),
            template,
            request: self.request,
            batch: self.batch.clone(),
            outcome: self.status.map(OutcomeName::outcome),
            archived: false,
            limit: self.limit,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutcomeName {
    /// The mail server (or the folder) took the message
    Delivered,
    /// Returned by the service
    Served,
    /// Not delivered
    Failed,
    /// Perhaps delivered
    Unknown,
    /// Returned by a mail server after delivery
    Bounced,
}

impl OutcomeName {
    fn outcome(self) -> Outcome {
        match self {
            Self::Delivered => Outcome::Delivered,
            Self::Served => Outcome::Served,
            Self::Failed => Outcome::Failed,
            Self::Unknown => Outcome::Unknown,
            Self::Bounced => Outcome::Bounced,
        }
    }
}
