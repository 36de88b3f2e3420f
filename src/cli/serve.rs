//! `reportctl serve`: the HTTP service.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::args::ServeArgs;
use super::context::Context;
use super::exit::Exit;
use super::failure::{Failure, Outcome};
use super::term::Verbosity;
use crate::config::env::WEBHOOK_SECRET;
use crate::problem::{Code, Problem, Result};
use crate::serve::build::{Built, build};
use crate::serve::{Service, logging, router, server};
use crate::{files, mail, queue};

/// Longest secret of a webhook, in bytes.
const MOST_SECRET_BYTES: u64 = 4096;

pub(super) fn run(args: &ServeArgs, context: &Context<'_>) -> Outcome {
    let level = match context.printer.verbosity {
        Verbosity::Quiet => tracing::Level::WARN,
        Verbosity::Normal => tracing::Level::INFO,
        Verbosity::Verbose => tracing::Level::DEBUG,
    };
    logging::start(args.log_format, level);
    let config = &context.config;
    let database = queue::open_database(config)?;
    refuse_public_without_tokens(config.serve.listen, database.has_tokens()?)?;
    let transport = Arc::from(mail::transport::open(&config.mail)?);
    let built = build(config, context.fonts()?, database, transport, secret(context)?)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the service")?;
    let outcome = runtime.block_on(listen(Arc::clone(&built.service), context));
    finish(built, context);
    outcome
}

fn finish(built: Built, context: &Context<'_>) {
    built.stop();
    context.printer.note("stopped");
}

async fn listen(service: Arc<Service>, context: &Context<'_>) -> Outcome {
    let address = service.config.listen;
    let listener = TcpListener::bind(address).await.map_err(|error| {
        Problem::new(Code::InvalidSetting, format!("cannot listen on `{address}`: {error}"))
            .advice("choose another address with `--listen`")
    })?;
    let local = listener.local_addr().context("cannot tell the address")?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot wait for signals")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot wait for signals")?;
    context.printer.note(format_args!("listening on http://{local}"));
    let stop = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        context.printer.note("stopping");
    };
    let router = router(Arc::clone(&service));
    if !server::run(listener, service, router, stop).await {
        context.printer.note("some requests were not finished in time");
    }
    Ok(Exit::Done)
}

fn refuse_public_without_tokens(address: SocketAddr, has_tokens: bool) -> Result<(), Failure> {
    if has_tokens || server::is_loopback(address) {
        return Ok(());
    }
    let message = format!(
        "`{address}` can be reached from other machines, and there are no tokens: everybody there \
         could read and change the templates"
    );
    let problem = Problem::new(Code::TokensRequired, message)
        .advice("make a token first with `reportctl token create`, or listen on 127.0.0.1");
    Err(problem.into())
}

/// The secret of the webhook, from the environment or its file.
fn secret(context: &Context<'_>) -> Result<Option<String>> {
    if let Some(secret) = context.variable(WEBHOOK_SECRET)? {
        return Ok(Some(secret));
    }
    let Some(file) = &context.config.serve.webhook_secret_file else { return Ok(None) };
    let bytes = files::read_limited(file, MOST_SECRET_BYTES)
        .map_err(|problem| Problem { code: Code::InvalidSetting, ..problem })?;
    let text = String::from_utf8_lossy(&bytes).trim().to_owned();
    Ok((!text.is_empty()).then_some(text))
}
