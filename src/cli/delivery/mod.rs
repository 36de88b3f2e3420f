//! Commands that mail, and those about what was mailed: they need the queue.

mod archive;
mod batch;
pub(super) mod complete;
mod doctor;
mod entries;
#[cfg(feature = "otlp")]
mod exported;
mod log;
mod mail_options;
mod message_ids;
mod named_template;
mod progress;
mod queue;
mod send;
mod signals;
pub(super) mod table;
mod unsent;
mod worker;

use clap::Subcommand;

use super::context::Context;
use super::failure::Outcome;
use crate::base::telemetry::Telemetry;
use crate::base::time_filter;
use crate::config::Settings;
use archive::args::{ARCHIVE_EXAMPLES, ArchiveCommand};
use batch::BatchArgs;
use doctor::DoctorArgs;
use engine::problem::Result;
use log::args::LogArgs;
use queue::args::{QUEUE_EXAMPLES, QueueCommand};
use send::SendArgs;
use worker::WorkerArgs;

#[derive(Debug, Subcommand)]
pub(crate) enum DeliveryCommand {
    Batch(Box<BatchArgs>),
    Send(Box<SendArgs>),
    Worker(WorkerArgs),
    /// List and change report requests
    #[command(after_help = QUEUE_EXAMPLES)]
    Queue {
        #[command(subcommand)]
        command: QueueCommand,
    },
    Log(LogArgs),
    /// List, write and verify the documents that are kept
    #[command(after_help = ARCHIVE_EXAMPLES)]
    Archive {
        #[command(subcommand)]
        command: ArchiveCommand,
    },
    Doctor(DoctorArgs),
}

/// Calls the command; `context` reads the settings.
pub(super) fn run<'e>(
    command: DeliveryCommand,
    context: impl FnOnce(Settings) -> Result<Context<'e>>,
) -> Outcome {
    match command {
        DeliveryCommand::Batch(args) => {
            traced(&context(args.settings())?, |context, _| batch::run(&args, context))
        }
        DeliveryCommand::Send(args) => {
            traced(&context(args.settings())?, |context, _| send::run(&args, context))
        }
        DeliveryCommand::Worker(args) => {
            traced(&context(Settings::default())?, |context, it| worker::run(&args, context, it))
        }
        DeliveryCommand::Queue { command } => queue::run(command, &context(Settings::default())?),
        DeliveryCommand::Archive { command } => {
            archive::run(command, &context(Settings::default())?)
        }
        DeliveryCommand::Log(args) => log::run(&args, &context(Settings::default())?),
        DeliveryCommand::Doctor(args) => doctor::run(&args, &context(Settings::default())?),
    }
}

/// Runs a command whose deliveries a collector of OpenTelemetry sees, where the variables ask for it.
fn traced<'e>(
    context: &Context<'e>,
    run: impl FnOnce(&Context<'e>, &mut Telemetry) -> Outcome,
) -> Outcome {
    let printer = context.printer;
    let mut telemetry =
        Telemetry::start(move |what| printer.note(format_args!("telemetry: {what}")))?;
    let outcome = run(context, &mut telemetry);
    telemetry.stop();
    outcome
}
