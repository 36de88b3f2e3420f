//! Commands of the service: the service itself, the designer in it, and its tokens.

pub(super) mod complete;
mod design;
mod serve;
mod token;

use clap::Subcommand;

use super::context::Context;
use super::failure::Outcome;
use crate::config::Settings;
use design::DesignArgs;
use engine::problem::Result;
use serve::ServeArgs;
use token::{TOKEN_EXAMPLES, TokenCommand};

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

/// Calls the command; `context` reads the settings.
pub(super) fn run<'e>(
    command: ServiceCommand,
    context: impl FnOnce(Settings) -> Result<Context<'e>>,
) -> Outcome {
    match command {
        ServiceCommand::Serve(args) => serve::run(&args, &context(args.settings())?),
        ServiceCommand::Design(args) => design::run(&args, &context(Settings::default())?),
        ServiceCommand::Token { command } => token::run(command, &context(Settings::default())?),
    }
}
