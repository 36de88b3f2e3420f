//! The command line: arguments in, files, texts and an exit code out.
//!
//! [`run`] reads the arguments and calls one function per command, each in the module of its
//! name. Commands get a `Context` and give an [`Exit`] or a `Failure`; what they say goes through
//! the `Printer`, and only `main` ends the process.

mod advice;
mod candidates;
mod check;
mod command;
mod complete;
mod context;
#[cfg(feature = "mail")]
mod delivery;
mod diagnostic;
#[cfg(feature = "raster")]
mod diff;
mod document_args;
#[cfg(feature = "einvoice")]
mod einvoice;
mod eval;
mod exit;
mod failure;
mod generate;
mod init;
#[cfg(any(feature = "serve", feature = "watch"))]
mod listening;
mod locale;
mod overwriting;
mod pattern;
pub mod reference;
mod render;
mod schema;
#[cfg(feature = "serve")]
mod service;
mod shells;
#[cfg(feature = "signatures")]
mod sign;
mod strict;
mod template;
mod term;
#[cfg(feature = "raster")]
mod test;
mod timestamp;
mod usage;
#[cfg(feature = "receipts")]
mod verify;
#[cfg(feature = "watch")]
mod watch;

use std::ffi::OsString;
use std::mem::ManuallyDrop;

use clap::{CommandFactory as _, Parser};

use crate::config::Settings;
use crate::config::env::{self, Environment};
#[cfg(all(unix, feature = "mail"))]
use crate::delivery::isolation;
use command::{Arguments, Command, GlobalArgs, RenderAlone, RenderCommand};
use context::Context;
use failure::{Failure, Outcome};
use term::{ErrorFormat, Printer, Verbosity};

pub use exit::Exit;

/// Runs the program with these arguments, its own name first.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    #[cfg(all(unix, feature = "mail"))]
    if arguments.get(1).is_some_and(|argument| argument == isolation::child::COMMAND) {
        return isolation::child::run().map_or(Exit::Failed, |()| Exit::Done);
    }
    match complete::answer(&arguments) {
        Ok(false) => {}
        Ok(true) => return Exit::Done,
        Err(_) => return Exit::Failed,
    }
    let lookup = |name: &str| std::env::var_os(name);
    let environment = Environment::new(&lookup);
    let parsed = match parse(&arguments) {
        Ok(parsed) => parsed,
        Err(error) => {
            let printer = usage::printer(&arguments, &environment);
            return finish(usage::answer(&error, &printer), &printer);
        }
    };
    let printer = match printer(&parsed.global, &environment) {
        Ok(printer) => printer,
        Err((failure, printer)) => return finish(Err(failure), &printer),
    };
    if printer.verbosity != Verbosity::Quiet {
        printer.warn(&env::unknown(std::env::vars_os()));
    }
    finish(dispatch(parsed, printer, environment), &printer)
}

/// Reads the arguments.
fn parse(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
    // Declaring the arguments of all commands takes longer than laying out an invoice. Errors are
    // explained by the whole program, and so are other commands that have such an argument.
    let may_render = arguments.iter().skip(1).any(|argument| argument == "render");
    let alone = may_render.then(|| parse_as::<RenderAlone>(arguments).ok()).flatten();
    match alone {
        Some(RenderAlone { global, command: RenderCommand::Render(args) }) => {
            Ok(Arguments { global, command: Command::Render(args) })
        }
        None => parse_as(arguments),
    }
}

fn parse_as<T: Parser>(arguments: &[OsString]) -> Result<T, clap::Error> {
    // Nor is time spent on taking the declarations apart: the process ends soon.
    let mut command = ManuallyDrop::new(T::command());
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    T::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Calls the command. Commands that need no settings must work however broken the settings are.
fn dispatch(
    Arguments { global, command }: Arguments,
    printer: Printer,
    environment: Environment<'_>,
) -> Outcome {
    let context = |settings: Settings| {
        let settings = Settings { templates: global.templates, ..settings };
        Context::new(printer, environment, settings)
    };
    match command {
        Command::Render(args) => render::run(&args, &context(args.settings())?),
        #[cfg(feature = "mail")]
        Command::Delivery(command) => delivery::run(command, context),
        #[cfg(feature = "serve")]
        Command::Service(command) => service::run(command, context),
        Command::Eval(args) => eval::run(&args, &context(args.numbers.settings())?),
        Command::Check(args) => check::run(&args, &context(args.numbers.settings())?),
        Command::Template { command } => template::run(command, &context(Settings::default())?),
        Command::Init(args) => init::run(&args, &printer),
        Command::Schema(args) if args.template.is_none() => schema::of_files(&args, &printer),
        Command::Schema(args) => schema::run(&args, &context(Settings::default())?),
        #[cfg(feature = "receipts")]
        Command::Verify(args) => {
            let fonts = (!args.fonts.is_empty()).then(|| args.fonts.clone().into());
            verify::run(&args, &context(Settings { fonts, ..args.numbers.settings() })?)
        }
        #[cfg(feature = "signatures")]
        Command::Sign(args) => sign::run(&args, &context(args.settings())?),
        #[cfg(feature = "einvoice")]
        Command::Einvoice { command } => einvoice::run(&command, &context(Settings::default())?),
        #[cfg(feature = "watch")]
        Command::Watch(args) => watch::run(&args, &context(args.document.settings())?),
        #[cfg(feature = "raster")]
        Command::Diff(args) => diff::run(&args, &context(args.numbers.settings())?),
        #[cfg(feature = "raster")]
        Command::Test(args) => {
            let fonts = (!args.fonts.is_empty()).then(|| args.fonts.clone().into());
            test::run(&args, &context(Settings { fonts, ..args.numbers.settings() })?)
        }
        Command::Completions(args) => generate::completions(&args, &printer),
        Command::Man(args) => generate::man(&args, Arguments::command(), &printer),
    }
}

/// The printer; for an invalid environment, the failure and a printer to report it.
fn printer(
    global: &GlobalArgs,
    environment: &Environment<'_>,
) -> Result<Printer, (Failure, Printer)> {
    let verbosity = match (global.quiet, global.verbose) {
        (true, _) => Verbosity::Quiet,
        (_, true) => Verbosity::Verbose,
        _ => Verbosity::Normal,
    };
    let style = term::style(global.color, environment);
    let with = |error_format| Printer { verbosity, error_format, style };
    match global.error_format {
        Some(format) => Ok(with(format)),
        None => usage::error_format(environment)
            .map(with)
            .map_err(|problem| (problem.into(), with(ErrorFormat::Human))),
    }
}

/// Reports how it ended.
fn finish(outcome: Outcome, printer: &Printer) -> Exit {
    let failure = match outcome {
        Ok(exit) => return exit,
        Err(failure) => failure,
    };
    let problems = failure.into_problems();
    printer.fail(&problems);
    problems.first().map_or(Exit::Failed, Exit::from)
}
