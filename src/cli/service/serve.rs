//! `reportctl serve`: the HTTP service.

mod probe;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueHint};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::base::files;
use crate::base::secret::{Secret, SecretSource};
use crate::base::telemetry::{LOCAL_TEXT, Telemetry};
use crate::cli::context::Context;
use crate::cli::exit::Exit;
use crate::cli::failure::{Failure, Outcome};
use crate::cli::listening::cannot_listen;
use crate::cli::term::Verbosity;
use crate::config::env::WEBHOOK_SECRET;
use crate::config::{Config, Isolation};
use crate::config::{ServeSettings, Settings};
use crate::delivery::isolation;
use crate::delivery::mail::Transport;
use crate::delivery::queue::Tokens;
use crate::delivery::{mail, queue};
use crate::serve::auth::Authenticator;
use crate::serve::build::{Built, Rendering, build_with};
use crate::serve::codes;
use crate::serve::settings::Mode;
use crate::serve::{Service, logging, router, server};
use engine::problem::{Problem, Result};

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

    /// Format of the log on standard error
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) log_format: logging::LogFormat,

    /// Only ask the service that listens there whether it is alive: exit code 0, or 1. For health checks
    /// of containers, in which there is no other program
    #[arg(long)]
    pub(crate) probe: bool,
}

impl ServeArgs {
    /// Settings from the flags.
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

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse().map_err(|_| "write address and port, as in `127.0.0.1:8080` or `[::1]:8080`")
}

/// Longest time for which a stop waits for blocking calls, after all requests and rows are finished.
const SHUTDOWN: Duration = Duration::from_secs(5);

pub(super) fn run(args: &ServeArgs, context: &Context<'_>) -> Outcome {
    if args.probe {
        return probe::run(context.config.serve.listen, context);
    }
    let level = match context.printer.verbosity {
        Verbosity::Quiet => tracing::Level::WARN,
        Verbosity::Normal => tracing::Level::INFO,
        Verbosity::Verbose => tracing::Level::DEBUG,
    };
    let mut telemetry =
        Telemetry::start(|what| tracing::warn!(target: LOCAL_TEXT, "telemetry: {what}"))?;
    logging::start(args.log_format, level);
    let config = &context.config;
    let database = queue::open_database(&config.database())?;
    let has_tokens = database.has_tokens()?;
    refuse_public_without_tokens(config.serve.listen, has_tokens)?;
    let transport: Arc<dyn Transport> = Arc::from(mail::transport::open(&config.mail)?);
    let port = Port::open(config.serve.listen, "choose another address with `--listen`")?;
    let mail = transport.describe();
    let authenticator = Authenticator::new(Some(Arc::clone(&database) as Arc<dyn Tokens>));
    let how = (authenticator, rendering(config));
    let built =
        build_with(how, config.service(), context.fonts()?, database, transport, secret(context)?)?;
    let mut facts = facts(config, built.source.as_deref(), mail, has_tokens);
    facts.push(("isolation", isolation::described(built.service.renderer.confinement())));
    facts.extend(telemetry.describe().map(|signals| ("telemetry", signals)));
    let service = Arc::clone(&built.service);
    telemetry.export_metrics(move || service.metrics_text())?;
    let status = StatusPrinter { format: args.log_format, context };
    let signals = port.signals()?;
    status.started(port.address, &facts);
    let outcome = port.serve(built, signals, &status);
    telemetry.stop();
    outcome
}

/// Place of rendering by the settings.
fn rendering(config: &Config) -> Rendering {
    match config.isolation {
        Isolation::None => Rendering::Here,
        Isolation::Process => Rendering::Children(None, Box::new(log_crash)),
    }
}

/// A child crashed. The text may quote the template.
fn log_crash(what: &str) {
    tracing::error!(target: LOCAL_TEXT, "{what}");
}

/// A port that is open before any worker takes a row: a service that cannot be reached does nothing.
pub(super) struct Port {
    runtime: Runtime,
    listener: TcpListener,
    pub(super) address: SocketAddr,
}

impl Port {
    /// Opens a port; port 0 is any free one.
    ///
    /// # Errors
    /// `invalidSetting` for an address that cannot be used.
    pub(super) fn open(address: SocketAddr, advice: &'static str) -> Outcome<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("cannot start the service")?;
        let listener = runtime.block_on(TcpListener::bind(address));
        let listener = listener.map_err(|error| cannot_listen(address, &error, advice))?;
        let address = listener.local_addr().context("cannot read the address")?;
        Ok(Self { runtime, listener, address })
    }

    /// The signals that end the service. Callers take them before they report that the service
    /// listens: from then on a signal may come.
    ///
    /// # Errors
    /// Errors of the system.
    pub(super) fn signals(&self) -> Outcome<Signals> {
        let _runtime = self.runtime.enter();
        Ok(Signals::new().context("cannot wait for signals")?)
    }

    /// Answers requests until a signal ends it.
    pub(super) fn serve(
        self,
        built: Built,
        signals: Signals,
        status: &StatusPrinter<'_>,
    ) -> Outcome {
        let Self { runtime, listener, .. } = self;
        let service = Arc::clone(&built.service);
        let outcome = runtime.block_on(answer(listener, service, signals, status));
        built.stop();
        // Calls that block for longer, for example on a disk that does not answer, end with the process.
        runtime.shutdown_timeout(SHUTDOWN);
        status.remark("stopped");
        outcome
    }
}

async fn answer(
    listener: TcpListener,
    service: Arc<Service>,
    mut signals: Signals,
    status: &StatusPrinter<'_>,
) -> Outcome {
    let stop = async {
        signals.next().await;
        status.remark("stopping: what is under way is finished first; a second signal ends it now");
        // Nothing is lost by that: rows are kept, and what was being sent is reported.
        tokio::spawn(async move {
            signals.next().await;
            std::process::exit(Exit::Failed as i32);
        });
    };
    let router = router(Arc::clone(&service));
    if !server::run(listener, service, router, stop).await {
        status.remark("some requests were not finished in time");
    }
    Ok(Exit::Done)
}

/// The signals that end a service.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Prints where the service is and what it works with, in the form of the log.
pub(super) struct StatusPrinter<'a> {
    pub(super) format: logging::LogFormat,
    pub(super) context: &'a Context<'a>,
}

impl StatusPrinter<'_> {
    /// Address and resources of the service: a name and a value each.
    fn started(&self, address: SocketAddr, facts: &[(&str, String)]) {
        match self.format {
            logging::LogFormat::Json => {
                let facts: Vec<String> =
                    facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                tracing::info!(%address, facts = facts.join("; "), "listening");
            }
            logging::LogFormat::Text => {
                let printer = &self.context.printer;
                printer.note(format_args!("listening on http://{address}"));
                for (name, value) in facts {
                    printer.note(format_args!("  {name:<10} {value}"));
                }
            }
        }
    }

    fn remark(&self, text: &str) {
        match self.format {
            logging::LogFormat::Json => tracing::info!("{text}"),
            logging::LogFormat::Text => self.context.printer.note(text),
        }
    }
}

/// Resources of the service. Nothing secret: the URL of a database holds a password.
fn facts(
    config: &Config,
    source: Option<&str>,
    mail: String,
    has_tokens: bool,
) -> Vec<(&'static str, String)> {
    let templates = source.map_or_else(|| files::display_name(&config.templates), str::to_owned);
    let reports = match (config.serve.mode, config.serve.workers) {
        (Mode::Sync, _) => "sent before they are answered (sync)".to_owned(),
        (Mode::Queued, Some(0)) => "queued, for `reportctl worker`".to_owned(),
        (Mode::Queued, _) => "queued, and sent from here".to_owned(),
    };
    let access = if has_tokens { "by token" } else { "without tokens, from this machine only" };
    let database = if config.is_shared() {
        "PostgreSQL".to_owned()
    } else {
        format!("SQLite in {}", files::display_name(&config.state))
    };
    vec![
        ("templates", templates),
        ("access", access.to_owned()),
        ("reports", reports),
        ("mail", mail),
        ("database", database),
    ]
}

fn refuse_public_without_tokens(address: SocketAddr, has_tokens: bool) -> Result<(), Failure> {
    if has_tokens || server::is_loopback(address) {
        return Ok(());
    }
    let message = format!(
        "`{address}` can be reached from other machines, and there are no tokens: everybody there \
         could read and change the templates"
    );
    let problem = Problem::new(codes::TOKENS_REQUIRED, message)
        .advice("make a token first with `reportctl token create`, or listen on 127.0.0.1");
    Err(problem.into())
}

/// The secret of the webhook, from the environment or its file.
fn secret(context: &Context<'_>) -> Result<Option<SecretSource>> {
    if let Some(secret) = context.variable(WEBHOOK_SECRET)? {
        return Ok(Some(SecretSource::fixed(Secret::new(secret))));
    }
    let file = context.config.serve.webhook_secret_file.as_ref();
    file.map(|file| SecretSource::file(file, "the secret of the webhook")).transpose()
}
