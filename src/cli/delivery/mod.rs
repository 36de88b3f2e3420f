//! Commands that mail, and those about what was mailed: they need the queue.

mod batch;
pub(super) mod complete;
mod doctor;
mod log;
mod mail_options;
mod progress;
mod queue;
mod send;
mod signals;
pub(super) mod table;
mod unsent;
mod worker;

use super::args::DeliveryCommand;
use super::context::Context;
use super::failure::Outcome;
use crate::config::Settings;
use crate::problem::Result;
use crate::util::time_filter;

pub(super) use batch::MaxErrors;
pub(super) use log::args::LogArgs;
pub(super) use queue::args::{QUEUE_EXAMPLES, QueueCommand};

/// Calls the command; `context` reads the settings.
pub(super) fn run<'e>(
    command: DeliveryCommand,
    context: impl FnOnce(Settings) -> Result<Context<'e>>,
) -> Outcome {
    match command {
        DeliveryCommand::Batch(args) => batch::run(&args, &context(args.document.settings())?),
        DeliveryCommand::Send(args) => send::run(&args, &context(args.settings())?),
        DeliveryCommand::Worker(args) => worker::run(&args, &context(Settings::default())?),
        DeliveryCommand::Queue { command } => queue::run(command, &context(Settings::default())?),
        DeliveryCommand::Log(args) => log::run(&args, &context(Settings::default())?),
        DeliveryCommand::Doctor(args) => doctor::run(&args, &context(Settings::default())?),
    }
}
