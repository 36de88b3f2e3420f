//! The command line: its commands and the flags that all of them have. Each command declares its own
//! flags in the module of its name. Doc comments are the help texts.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueHint};

use super::check::CheckArgs;
#[cfg(feature = "mail")]
use super::delivery::DeliveryCommand;
#[cfg(feature = "raster")]
use super::diff::DiffArgs;
#[cfg(feature = "einvoice")]
use super::einvoice::EinvoiceCommand;
use super::eval::EvalArgs;
use super::generate::{CompletionsArgs, ManArgs};
use super::init::InitArgs;
use super::render::RenderArgs;
use super::schema::SchemaArgs;
#[cfg(feature = "serve")]
use super::service::ServiceCommand;
#[cfg(feature = "signatures")]
use super::sign::SignArgs;
use super::template::{TEMPLATE_EXAMPLES, TemplateCommand};
use super::term::{ColorWhen, ErrorFormat};
#[cfg(feature = "raster")]
use super::test::TestArgs;
#[cfg(feature = "receipts")]
use super::verify::VerifyArgs;
#[cfg(feature = "watch")]
use super::watch::WatchArgs;
use crate::config::reference;

/// Renders PDF reports from JSON templates and data, and mails them
///
/// Templates are those of json-pdf-designer, kept as files in a folder. No browser is needed, and
/// nothing leaves the machine until a mail server is set.
#[derive(Debug, Parser)]
#[command(
    name = "reportctl",
    bin_name = "reportctl",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "Start with `reportctl init my-reports`, or see `reportctl help render`.",
    after_long_help = after_long_help()
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The part of [`Arguments`] that `render` needs.
#[derive(Debug, Parser)]
#[command(name = "reportctl")]
pub(crate) struct RenderAlone {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: RenderCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RenderCommand {
    Render(Box<RenderArgs>),
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  unexpected failure, for example of the disk
  2  wrong usage, a wrong setting or an unreadable font
  3  the template was not found or is not valid
  4  the data does not fit the template, or a limit was exceeded
  5  mail was refused or not sent
  6  some of many failed
  7  `check`, `test`, `diff`, `verify`, `einvoice check`, `template fmt --check` or `doctor` failed";

fn after_long_help() -> String {
    format!(
        "{EXIT_CODES}\n\nSettings come from flags, then from the environment, then from \
         `reportctl.yaml` in the working folder:\n{}\nThere are more for mail, the worker and the \
         service: see docs/settings.md.\n\nStart with `reportctl init my-reports`.",
        reference::flags()
    )
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) templates: Option<PathBuf>,

    /// Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]
    #[arg(long, global = true, value_name = "FORMAT")]
    pub(crate) error_format: Option<ErrorFormat>,

    /// Print only errors and warnings
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Log each step
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,

    /// When to use colours; `auto` respects NO_COLOR
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorWhen,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Render(Box<RenderArgs>),
    Eval(EvalArgs),
    Check(CheckArgs),
    #[cfg(feature = "raster")]
    Test(TestArgs),
    #[cfg(feature = "raster")]
    Diff(DiffArgs),
    #[cfg(feature = "signatures")]
    Sign(Box<SignArgs>),
    #[cfg(feature = "receipts")]
    Verify(VerifyArgs),
    /// Check e-invoices, and take them out of PDF documents
    #[cfg(feature = "einvoice")]
    Einvoice {
        #[command(subcommand)]
        command: EinvoiceCommand,
    },
    #[cfg(feature = "watch")]
    Watch(WatchArgs),
    /// List and change the stored templates
    #[command(after_help = TEMPLATE_EXAMPLES)]
    Template {
        #[command(subcommand)]
        command: TemplateCommand,
    },
    #[cfg(feature = "mail")]
    #[command(flatten)]
    Delivery(DeliveryCommand),
    #[cfg(feature = "serve")]
    #[command(flatten)]
    Service(ServiceCommand),
    Init(InitArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declarations_fit_together() {
        Arguments::command().debug_assert();
        RenderAlone::command().debug_assert();
    }

    #[test]
    fn render_is_read_the_same_alone_and_among_all_commands() {
        let line = "reportctl render invoice --data a.json --quiet --locale de-DE -o a.pdf";
        let alone = RenderAlone::try_parse_from(line.split(' ')).expect("it is read");
        let RenderCommand::Render(args) = alone.command;
        let all = Arguments::try_parse_from(line.split(' ')).expect("it is read");
        assert_eq!(format!("{:?}", all.global), format!("{:?}", alone.global));
        assert_eq!(format!("{:?}", all.command), format!("{:?}", Command::Render(args)));
    }
}
