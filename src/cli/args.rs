//! The command line: declarations only. Doc comments are the help texts.

#[cfg(feature = "mail")]
mod delivery;
mod render;
#[cfg(feature = "serve")]
mod service;
mod template;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;

#[cfg(feature = "raster")]
use super::diff::DiffArgs;
use super::schema::SchemaArgs;
#[cfg(feature = "raster")]
use super::test::TestArgs;
#[cfg(feature = "receipts")]
use super::verify::VerifyArgs;
#[cfg(feature = "watch")]
use super::watch::WatchArgs;
use crate::config::reference;
use crate::documents::shipped;
use crate::locale::Locale;

use template::TEMPLATE_EXAMPLES;

#[cfg(feature = "mail")]
pub(crate) use delivery::*;
#[cfg(any(feature = "mail", feature = "watch"))]
pub(crate) use render::DocumentArgs;
pub(crate) use render::{OutputFormat, RenderArgs};
#[cfg(feature = "serve")]
pub(crate) use service::*;
pub(crate) use template::{CheckArgs, EvalArgs, TemplateCommand};

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
  7  `check`, `test`, `diff`, `verify`, `template fmt --check` or `doctor` found something";

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    /// Lines for people
    Human,
    /// One JSON object on one line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
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
    #[cfg(feature = "receipts")]
    Verify(VerifyArgs),
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
    /// Start a working folder with a template, data and settings
    #[command(after_help = INIT_EXAMPLES)]
    Init {
        /// Folder to fill; created when missing
        #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
        folder: PathBuf,
        /// Shipped template to start with; may be repeated [default: receipt]
        #[arg(
            id = "shipped",
            long = "template",
            value_name = "NAME",
            value_delimiter = ',',
            value_parser = PossibleValuesParser::new(shipped::NAMES)
        )]
        templates: Vec<String>,
        /// List the shipped templates instead
        #[arg(long, conflicts_with = "shipped")]
        list: bool,
    },
    Schema(SchemaArgs),
    /// Print the completion script of a shell
    ///
    /// The script makes the shell ask reportctl itself, so that it completes ids of templates,
    /// requests and batches, data files, codes and scopes besides commands and flags. It goes into the
    /// start-up file of the shell, which reads it again with each version.
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// Write a page for every command to this folder instead
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        out_dir: Option<PathBuf>,
    },
}

/// A locale that there is data for.
pub(crate) fn locale(tag: &str) -> Result<String, &'static str> {
    match Locale::find(tag) {
        Some(_) => Ok(tag.to_owned()),
        None => Err("there is no data for this locale; use a tag such as `de-DE`"),
    }
}

const INIT_EXAMPLES: &str = "\
Examples:
  reportctl init my-reports
  reportctl init my-reports --template invoice,delivery-note
  reportctl init --list";

pub(crate) const SCHEMA_EXAMPLES: &str = "\
Examples:
  reportctl schema invoice > templates/invoice.schema.json
  reportctl schema invoice --types typescript > invoice.d.ts
  reportctl schema --format > template.schema.json
  reportctl schema --format typescript > template.d.ts";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  echo 'source <(reportctl completions bash)' >> ~/.bashrc
  echo 'source <(reportctl completions zsh)' >> ~/.zshrc
  echo 'reportctl completions fish | source' > ~/.config/fish/completions/reportctl.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  reportctl man | man -l -
  reportctl man --out-dir ~/.local/share/man/man1";

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
