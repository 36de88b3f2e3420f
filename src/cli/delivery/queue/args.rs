//! Declarations of `reportctl queue`. Doc comments are the help texts.

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::context::Context;
use crate::cli::delivery::named_template::named_template;
use crate::cli::delivery::time_filter::{self, UnixMillis};
use crate::delivery::mail::address;
use crate::delivery::queue::webhook::CallStatus;
use crate::delivery::queue::{Filter, RequestId, Status};
use crate::serve::codes;
use engine::problem::Result;
use engine::suggest::nearest;

#[derive(Debug, Subcommand)]
pub(crate) enum QueueCommand {
    /// List requests, the newest first
    List {
        #[command(flatten)]
        selection: Selection,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// List batches with counts of their requests, the newest first
    Batches {
        /// Of this tenant
        #[arg(long, value_name = "TENANT")]
        tenant: Option<String>,
        /// At most this many, the newest
        #[arg(long, value_name = "NUMBER")]
        limit: Option<usize>,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Show a request
    Show {
        /// Id of the request
        #[arg(value_name = "ID", value_parser = parse_id)]
        id: RequestId,
        /// Show the data too, unless it is erased
        #[arg(long)]
        data: bool,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Send failed requests again
    ///
    /// They are rendered with the template as it is then; a request whose document is archived sends that. A request that failed with
    /// `deliveryUnknown` may have been delivered already, and a retry may deliver it twice: it is
    /// left out unless it is named by its id or by `--code deliveryUnknown`.
    Retry {
        #[command(flatten)]
        selection: Selection,
        /// All that failed
        #[arg(long, conflicts_with = "id")]
        all: bool,
    },
    /// End waiting requests without sending them
    ///
    /// Requests that a worker is processing are not canceled.
    Cancel {
        #[command(flatten)]
        selection: Selection,
        /// All that wait
        #[arg(long, conflicts_with = "id")]
        all: bool,
    },
    /// Delete finished requests; their entries in the log stay
    Purge {
        #[command(flatten)]
        selection: Selection,
        /// All that are finished
        #[arg(long, conflicts_with = "id")]
        all: bool,
    },
    /// List the calls to `serve.webhook`, the newest first, or make failed ones again
    ///
    /// A call reports how a request that came over HTTP ended. It is repeated with growing pauses
    /// for about 7 hours, until the endpoint answers with a status of 2xx. Calls are listed for a
    /// week after they ended.
    Webhooks {
        /// Of this request
        #[arg(value_name = "ID", value_parser = parse_id)]
        id: Option<RequestId>,
        /// In this state
        #[arg(long, value_name = "STATUS")]
        status: Option<CallStatus>,
        /// At most this many
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: usize,
        /// Make failed calls again
        #[arg(long, conflicts_with_all = ["status", "limit", "json"])]
        retry: bool,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
}

pub(crate) const QUEUE_EXAMPLES: &str = "\
Examples:
  reportctl queue list --status error
  reportctl queue batches --limit 10
  reportctl queue show 0191d5a2-7a5c-7cc0-8a55-6d3f0e1b2c3d --data
  reportctl queue retry --batch march --code mailUnavailable
  reportctl queue retry --code deliveryUnknown --recipient ana@example.com
  reportctl queue cancel --template invoice
  reportctl queue purge --status done --older-than 90d
  reportctl queue webhooks --status failed";

/// Reads the id of a request.
pub(crate) fn parse_id(text: &str) -> Result<RequestId, String> {
    text.parse().map_err(|_| {
        "an id is 32 hexadecimal digits in five groups, as `reportctl queue list` shows it"
            .to_owned()
    })
}

/// Reads an error code, however it is capitalised. An unknown code may be of a newer version.
fn parse_code(text: &str) -> Result<String, String> {
    match nearest(text, codes::all().map(|code| code.as_str())) {
        Some(code) if code.eq_ignore_ascii_case(text) => Ok(code.to_owned()),
        Some(near) => Err(format!("did you mean `{near}`?")),
        None => Ok(text.to_owned()),
    }
}

/// Conditions on requests; all that are given must hold.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// Ids of requests
    #[arg(id = "id", value_name = "ID", value_parser = parse_id)]
    pub(super) ids: Vec<RequestId>,

    /// In this state
    #[arg(long, value_name = "STATUS")]
    status: Option<StatusFilter>,

    /// With this error code
    #[arg(long, value_name = "CODE", value_parser = parse_code)]
    pub(super) code: Option<String>,

    /// For this template
    // Named apart from the global flag.
    #[arg(long = "template", id = "of_template", value_name = "TEMPLATE")]
    template: Option<String>,

    /// Of the batch with this key
    #[arg(long, value_name = "KEY")]
    batch: Option<String>,

    /// For this recipient
    #[arg(long, value_name = "ADDRESS", alias = "email")]
    recipient: Option<String>,

    /// Of this tenant
    #[arg(long, value_name = "TENANT")]
    tenant: Option<String>,

    /// Made before: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = time_filter::parse)]
    older_than: Option<UnixMillis>,

    /// Made since: an age (7d, 12h, 30m) or a date
    #[arg(long, value_name = "AGE|DATE", value_parser = time_filter::parse)]
    since: Option<UnixMillis>,

    /// At most this many, the newest
    #[arg(long, value_name = "NUMBER")]
    limit: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatusFilter {
    /// Waiting, or being worked on
    Pending,
    /// Delivered
    Done,
    /// Failed
    Error,
}

impl Selection {
    /// The filter that it is.
    ///
    /// # Errors
    /// `usage` when no time is both since and before.
    pub(super) fn filter(&self, context: &Context<'_>) -> Result<Filter> {
        time_filter::check_range(("--since", self.since), ("--older-than", self.older_than))?;
        let template = self.template.as_deref().map(|text| named_template(text, context));
        let (of_template, template) = template.unzip();
        Ok(Filter {
            tenant: self.tenant.clone().or(of_template.flatten()),
            ids: self.ids.clone(),
            status: self.status.map(|status| match status {
                StatusFilter::Pending => Status::Pending,
                StatusFilter::Done => Status::Done,
                StatusFilter::Error => Status::Error,
            }),
            error_code: self.code.clone(),
            template,
            batch: self.batch.clone(),
            email: self.recipient.as_deref().map(address::as_delivered),
            created_before: self.older_than.map(|time| time.0),
            created_since: self.since.map(|time| time.0),
            after: None,
            limit: self.limit,
        })
    }
}
