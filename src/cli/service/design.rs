//! `reportctl design`: the template designer on a port of this machine, opened in the browser.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueHint};

use super::serve::{Port, StatusPrinter};
use crate::cli::context::{Context, quoted_path};
use crate::cli::failure::Outcome;
use crate::cli::listening::ANOTHER_PORT;
use crate::cli::term::Verbosity;
use crate::config::Config;
use crate::delivery::mail::{self, Transport};
use crate::delivery::queue;
use crate::serve::auth::Authenticator;
use crate::serve::build::{Rendering, build_with};
use crate::serve::codes;
use crate::serve::logging;
use crate::serve::settings::{Mode, ServeConfig, ServiceSettings};
use crate::templates::TemplateSource;
use crate::templates::store::Id;
use engine::problem::{Problem, Result, quoted};

/// Open the template designer in the browser
///
/// Runs a service for this machine only, on a free port, until Ctrl-C. Templates are read from and
/// written to the folder of the settings, and nothing leaves the machine but mail that is sent from
/// the designer. No token is asked for; `reportctl serve` shows the designer to others.
#[derive(Debug, Args)]
#[command(after_help = DESIGN_EXAMPLES)]
pub(crate) struct DesignArgs {
    /// Template to open: an id (`invoice`, `acme/invoice`), or a file of the folder [default: the list]
    #[arg(value_name = "TEMPLATE", value_hint = ValueHint::FilePath)]
    pub(crate) template: Option<String>,

    /// Port to listen on [default: any free one]
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,

    /// Print the address and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

const DESIGN_EXAMPLES: &str = "\
Examples:
  reportctl design
  reportctl design invoice
  reportctl design --port 8090 --no-open";

pub(super) fn run(args: &DesignArgs, context: &Context<'_>) -> Outcome {
    // The log of requests would hide what matters here.
    let level = match context.printer.verbosity {
        Verbosity::Verbose => tracing::Level::INFO,
        _ => tracing::Level::WARN,
    };
    logging::start(logging::LogFormat::Text, level);
    let target =
        args.template.as_deref().map(|name| DesignTarget::find(name, context)).transpose()?;
    let config = config(args, &context.config);
    let transport: Arc<dyn Transport> = Arc::from(mail::transport::open(&config.mail)?);
    let port = Port::open(config.serve.listen, ANOTHER_PORT)?;
    let database = queue::open_database(&config.database())?;
    // Its user has the files anyway: tokens are for the service that others use.
    let tenant = target.as_ref().and_then(|target| target.tenant.clone());
    let mut folder = config.templates.clone();
    folder.extend(tenant.as_ref().map(Id::as_str));
    let owner = Authenticator::of_owner(tenant);
    let built = build_with(
        (owner, Rendering::Here),
        // The templates of this machine, which can be changed.
        ServiceSettings { template_source: None, ..config.service() },
        context.fonts()?,
        database,
        transport,
        None,
    )?;
    let page = match &target {
        Some(target) => format!("http://{}/#/templates/{}", port.address, target.id),
        None => format!("http://{}/", port.address),
    };
    let signals = port.signals()?;
    context.printer.note(format_args!("the designer is at {page}"));
    context.printer.note(format_args!("templates are in {}", quoted_path(&folder)));
    context.printer.note("Ctrl-C ends it");
    if !args.no_open
        && let Err(error) = open::that_detached(&page)
    {
        let message = format!("no browser could be opened: {error}");
        let warning = Problem::warning(codes::IO, message);
        context.printer.warn(&[warning.advice("open the address above in a browser")]);
    }
    port.serve(built, signals, &StatusPrinter { format: logging::LogFormat::Text, context })
}

/// The template to open.
struct DesignTarget {
    tenant: Option<Id>,
    id: String,
}

impl DesignTarget {
    fn find(argument: &str, context: &Context<'_>) -> Result<Self> {
        let root = &context.config.templates;
        TemplateSource::of_argument(
            &context.config.templates,
            &context.config.named_fonts,
            argument,
        )?
        .read()?;
        let (tenant, name) = TemplateSource::request_name(root, argument)?;
        if name.path().is_some() {
            let message = format!("{} is not in the folder of templates", quoted(argument));
            return Err(Problem::new(codes::USAGE, message).advice(format!(
                "store it first with `reportctl template add {argument}`, or name its folder with \
                 `--templates`"
            )));
        }
        let tenant = (!tenant.is_empty()).then(|| Id::parse(&tenant)).transpose()?;
        Ok(Self { tenant, id: name.to_string() })
    }
}

/// The settings of a service that answers this machine, and sends reports before it answers.
fn config(args: &DesignArgs, config: &Config) -> Config {
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let serve = ServeConfig {
        listen,
        mode: Mode::Sync,
        workers: Some(1),
        webhook: None,
        drain_time: Duration::ZERO,
        ..config.serve.clone()
    };
    Config { serve, ..config.clone() }
}
