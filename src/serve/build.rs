//! The service, put together from the settings.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle, available_parallelism};
use std::time::Duration;

use super::auth::Authenticator;
use super::metrics::Metrics;
use super::report_service::{ReportService, ReportWorkers};
use super::settings::{Mode, ServeConfig, ServiceSettings};
use super::state::Service;
use super::webhook::{Dispatcher, Endpoint};
use crate::base::secret::SecretSource;
use crate::delivery::archive::Archive;
use crate::delivery::isolation::{Renderer, Report};
use crate::delivery::mail::{Policy, Transport};
use crate::delivery::queue::{Database, Tokens, Webhooks};
use crate::delivery::worker::{MessageBuilder, Settings, Stop};
use crate::documents::{self, Generator, Limits};
use crate::serve::codes;
use crate::templates::VersionSettings;
use crate::templates::push::{PushTarget, PushedBranch, Pusher};
use crate::templates::remote::{FollowedTemplates, Following, ReplacedTemplates};
use crate::templates::store::StoreAccess;
use engine::font::Fonts;
use engine::problem::{Code, Problem, Result};

/// Longest time for which a stop waits for an unwritable database, because its disk is full for
/// example. Rows that were sent but not recorded end with `deliveryUnknown`.
const STOP: Duration = Duration::from_secs(10);

/// A service, its worker, and the thread that calls the webhook.
pub struct Built {
    pub service: Arc<Service>,
    /// The remote source of the templates and its commit, for people.
    pub source: Option<String>,
    _following: Option<Following>,
    stop: Stop,
    worker: Option<JoinHandle<()>>,
    webhooks: Option<(Arc<Dispatcher>, JoinHandle<()>)>,
}

/// The process that renders.
pub enum Rendering {
    /// The service itself.
    Here,
    /// Child processes: of the program at the path, or of the one that runs. Deaths of children are
    /// reported to the function.
    Children(Option<PathBuf>, Report),
}

/// Puts a service together that renders by itself, and starts its worker.
///
/// # Errors
/// `invalidSetting`; `io` when the system cannot start a thread.
pub fn build(
    settings: ServiceSettings,
    fonts: Fonts,
    database: Arc<dyn Database>,
    transport: Arc<dyn Transport>,
    secret: Option<SecretSource>,
) -> Result<Built> {
    let authenticator = Authenticator::new(Some(Arc::clone(&database) as Arc<dyn Tokens>));
    build_with((authenticator, Rendering::Here), settings, fonts, database, transport, secret)
}

/// Puts a service together as [`build`] does, with the caller's authenticator and place of
/// rendering.
///
/// # Errors
/// Errors of [`build`], and of starting a child.
pub fn build_with(
    (authenticator, rendering): (Authenticator, Rendering),
    settings: ServiceSettings,
    fonts: Fonts,
    database: Arc<dyn Database>,
    transport: Arc<dyn Transport>,
    secret: Option<SecretSource>,
) -> Result<Built> {
    // A render ends at the latest when the request does.
    let ServiceSettings { serve, documents, template_source, delivery, versions } = settings;
    let limits = Limits {
        timeout: documents.limits.timeout.or(Some(serve.request_time)),
        max_memory_bytes: serve.max_memory_bytes,
        ..documents.limits
    };
    let remote = FollowedTemplates::open(template_source, &documents.named_fonts)?;
    let generator = Generator::new(documents::Settings { limits, ..documents }, fonts)
        .with_root(remote.as_ref().map(FollowedTemplates::root));
    let generator = Arc::new(generator);
    let pusher = pusher(&generator, &versions)?;
    let metrics = Arc::new(Metrics::default());
    let renderer = Arc::new(match rendering {
        Rendering::Here => Renderer::here(Arc::clone(&generator), delivery.mail.clone()),
        Rendering::Children(program, report) => {
            let of_report = Arc::clone(&metrics);
            let report = Box::new(move |what: &str| {
                of_report.crashed();
                report(what);
            });
            Renderer::children(&delivery.mail, &generator, program.as_deref(), report)?
        }
    });
    let jobs = jobs(&serve);
    let dispatcher = endpoint(&serve, secret)?.map(|endpoint| {
        let calls = Arc::clone(&database) as Arc<dyn Webhooks>;
        Arc::new(Dispatcher::new(calls, endpoint, Arc::clone(&metrics)))
    });
    let reports = ReportService::new(
        Arc::clone(&database),
        transport,
        Policy::new(&delivery.mail.recipients)?,
        &serve,
        Arc::clone(&metrics),
        dispatcher.clone(),
    );
    let archive = Archive::open(&delivery.archive)?;
    let reports = reports.with_archive(archive.clone());
    let (of_builder, mail) = (Arc::clone(&renderer), delivery.mail.clone());
    let builder = MessageBuilder::with_renderer(Arc::clone(&generator), of_builder, mail)?;
    let builder = Arc::new(builder.with_archive(archive.clone()));
    let service = Arc::new(Service::new(
        serve,
        (versions, pusher),
        (generator, renderer),
        authenticator,
        metrics,
        Some(reports),
    )?);
    let stop = Stop::new();

    let worker = (jobs > 0).then(|| {
        let settings = Settings::new(&delivery);
        let timeout = settings.timeout.min(STOP);
        let settings = Settings { jobs, timeout, ..settings };
        start_worker(&service, ReportWorkers::new(builder, settings), &stop)
    });
    let webhooks = dispatcher.map(|dispatcher| {
        let thread = dispatcher.start()?;
        Ok::<_, Problem>((dispatcher, thread))
    });
    let source = remote.as_ref().map(FollowedTemplates::describe);
    let following = remote.map(|remote| remote.follow(log_replaced)).transpose()?;
    Ok(Built {
        service,
        source,
        _following: following,
        stop,
        worker: worker.transpose()?,
        webhooks: webhooks.transpose()?,
    })
}

/// Pushes the commits of saves where the settings say so.
fn pusher(generator: &Generator, versions: &VersionSettings) -> Result<Option<Pusher>> {
    let root = generator.root();
    let target = PushTarget::of(&root.current().folder, versions)?;
    if target.is_some() && root.access() == StoreAccess::ReadOnly {
        let message = "`designer.push` pushes what is saved here, and the templates of \
                       `templateSource` are only read";
        return Err(Problem::new(Code::InvalidSetting, message).advice(
            "remove one of the two: one service has the folder and pushes, the others follow it",
        ));
    }
    target.map(|target| Pusher::start(target, log_pushed)).transpose()
}

fn log_pushed(pushed: Result<PushedBranch>) {
    match pushed {
        Ok(PushedBranch { branch, commit }) => {
            tracing::info!(branch, commit, "the changes of templates were pushed");
        }
        Err(problem) => log_failure(&problem, "the changes of templates were not pushed"),
    }
}

fn log_replaced(replaced: Result<ReplacedTemplates>) {
    match replaced {
        Ok(ReplacedTemplates { revision, templates }) => {
            tracing::info!(revision, templates, "the templates were replaced");
        }
        Err(problem) => log_failure(&problem, "the templates were not replaced"),
    }
}

fn log_failure(problem: &Problem, what: &str) {
    tracing::warn!(code = problem.code.as_str(), detail = problem.message, "{what}");
}

impl Built {
    /// Lets the worker finish what it holds and release the rest.
    pub fn stop(self) {
        self.stop.request();
        if let Some(worker) = self.worker {
            let _ = worker.join();
        }
        // After the worker, whose last outcomes are calls as well.
        if let Some((dispatcher, thread)) = self.webhooks {
            dispatcher.stop();
            let _ = thread.join();
        }
    }
}

/// Threads that make documents of requests. In sync mode no other process does it.
fn jobs(serve: &ServeConfig) -> usize {
    let processors = || available_parallelism().map_or(1, usize::from);
    match (serve.mode, serve.workers) {
        (_, None) => processors(),
        (Mode::Sync, Some(0)) => 1,
        (_, Some(workers)) => workers,
    }
}

fn start_worker(
    service: &Arc<Service>,
    workers: ReportWorkers,
    stop: &Stop,
) -> Result<JoinHandle<()>> {
    let (service, stop) = (Arc::clone(service), stop.clone());
    let work = move || {
        let Some(reports) = &service.reports else { return };
        if let Err(problem) = reports.work(workers, &stop) {
            tracing::error!(code = problem.code.as_str(), "the worker ended");
        }
    };
    Builder::new().name("worker".to_owned()).spawn(work).map_err(|error| {
        Problem::new(codes::IO, format!("the system cannot start a thread: {error}"))
    })
}

fn endpoint(serve: &ServeConfig, secret: Option<SecretSource>) -> Result<Option<Endpoint>> {
    let Some(url) = &serve.webhook else { return Ok(None) };
    let Some(secret) = secret else {
        return Err(Problem::new(Code::InvalidSetting, "a webhook needs a secret to sign with")
            .advice(
                "put one into REPORTCTL_WEBHOOK_SECRET, or into the file of the setting \
                 `serve.webhookSecretFile`",
            ));
    };
    Endpoint::new(url.clone(), secret).map(Some)
}
