//! Declarations of `serve` and `token`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use crate::config::serve::Mode;
use crate::config::{ServeSettings, Settings};
use crate::queue::Scope;
use crate::serve::logging;

#[derive(Debug, Subcommand)]
pub(crate) enum ServiceCommand {
    Serve(ServeArgs),
    Design(DesignArgs),
    /// Make, list and revoke the tokens of the service
    #[command(after_help = TOKEN_EXAMPLES)]
    Token {
        #[command(subcommand)]
        command: TokenCommand,
    },
}

/// Answer requests over HTTP
///
/// Templates are read and changed, designs previewed, and reports made and mailed; `/` is the template
/// designer, `/openapi.json` describes all routes. Without any token it listens on this
/// machine only and trusts every user of it; a public address needs tokens (`reportctl token
/// create`). TLS is for a reverse proxy. It stops on SIGTERM or Ctrl-C, after finishing what is
/// under way.
#[derive(Debug, Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArgs {
    /// Address to listen on; port 0 for any free one [env: REPORTCTL_LISTEN] [default:
    /// 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) listen: Option<SocketAddr>,

    /// When requests for reports are answered [env: REPORTCTL_MODE] [default: sync]
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<Mode>,

    /// Workers inside the service in queued mode; 0 when `reportctl worker` does the work [env:
    /// REPORTCTL_WORKERS] [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub(crate) workers: Option<usize>,

    /// Font file, instead of Helvetica; repeated, the first that has a character draws it [env:
    /// REPORTCTL_FONTS]
    #[arg(long = "font", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) fonts: Vec<PathBuf>,

    /// How the log on standard error looks
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log_format: logging::Format,

    /// Only ask the service that listens there whether it is alive: exit code 0, or 1. For health checks
    /// of containers, in which there is no other program
    #[arg(long)]
    pub(crate) probe: bool,
}

impl ServeArgs {
    /// What the flags say about settings.
    pub(crate) fn settings(&self) -> Settings {
        let serve = ServeSettings {
            listen: self.listen,
            mode: self.mode,
            workers: self.workers,
            ..ServeSettings::default()
        };
        Settings {
            fonts: (!self.fonts.is_empty()).then(|| self.fonts.clone().into()),
            serve,
            ..Settings::default()
        }
    }
}

const SERVE_EXAMPLES: &str = "\
Examples:
  reportctl serve
  reportctl serve --mode queued --workers 4
  reportctl token create --tenant acme --scope templates:write,reports:send
  reportctl serve --listen 0.0.0.0:8080 --log-format json
  curl localhost:8080/api/templates";

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

#[derive(Debug, Subcommand)]
pub(crate) enum TokenCommand {
    /// Make a token and print it, once
    Create {
        /// Tenant whose templates and reports it is for [default: the root folder]
        #[arg(long, value_name = "NAME")]
        tenant: Option<String>,
        /// What it is for, separated by commas: templates:read, templates:write, reports:send,
        /// reports:read, reports:render, log:read, metrics:read
        #[arg(long = "scope", value_name = "SCOPES", required = true, value_delimiter = ',')]
        scopes: Vec<Scope>,
        /// Name for people; stands in the generation log [default: the tenant]
        #[arg(long, value_name = "TEXT")]
        name: Option<String>,
        /// Days until it expires [default: it does not]
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
        /// Write the token to a new file that only its owner can read, instead of printing it
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        out: Option<PathBuf>,
    },
    /// List the tokens: id, tenant, name, scopes, state
    List {
        /// Those of this tenant only
        #[arg(long, value_name = "NAME")]
        tenant: Option<String>,
        /// Print a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Revoke a token
    Revoke {
        /// Its id
        #[arg(value_name = "ID")]
        id: String,
    },
}

const TOKEN_EXAMPLES: &str = "\
Examples:
  reportctl token create --tenant acme --scope templates:write,reports:send
  reportctl token create --name prometheus --scope metrics:read --days 365 --out token.txt
  reportctl token list";

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "write address and port, as in `127.0.0.1:8080` or `[::1]:8080`")
}
