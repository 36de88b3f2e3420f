//! Declarations of `reportctl log`. Doc comments are the help texts.

use clap::Args;

use crate::cli::queue::args::parse_id;
use crate::cli::when::{self, When};
use crate::problem::Result;
use crate::queue::{LogFilter, RequestId};

/// Show who generated what, when, for whom, and how it ended
///
/// One entry per document that was delivered or served, or should have been, the oldest first.
/// Neither documents nor data are kept in the log.
#[derive(Debug, Args)]
#[command(after_help = LOG_EXAMPLES)]
pub(crate) struct LogArgs {
    /// Entries since: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = when::parse)]
    since: Option<When>,

    /// Entries before: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = when::parse)]
    until: Option<When>,

    /// For this recipient
    #[arg(long, value_name = "ADDRESS")]
    recipient: Option<String>,

    /// For this template
    // Named apart from the global flag.
    #[arg(long = "template", id = "of_template", value_name = "TEMPLATE")]
    template: Option<String>,

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

const LOG_EXAMPLES: &str = "\
Examples:
  reportctl log --since 24h
  reportctl log --recipient ana@example.com --json
  reportctl log --since 2026-01-01 --until 2026-02-01 --csv > january.csv";

impl LogArgs {
    /// The filter that it is.
    ///
    /// # Errors
    /// `usage` when no time is both since and until.
    pub(super) fn filter(&self) -> Result<LogFilter> {
        when::check_range(("--since", self.since), ("--until", self.until))?;
        Ok(LogFilter {
            tenant: self.tenant.clone(),
            since: self.since.map(|when| when.0),
            until: self.until.map(|when| when.0),
            recipient: self.recipient.clone(),
            template: self.template.clone(),
            request: self.request,
            limit: self.limit,
        })
    }
}
