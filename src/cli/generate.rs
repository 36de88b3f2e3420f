//! `reportctl completions` and `reportctl man`: both come from the declarations of the commands.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;

use super::context::{count, quoted_path};
use super::exit::Exit;
use super::failure::Outcome;
use super::shells;
use super::term::Printer;
use crate::base::files;

/// Print the completion script of a shell
///
/// The script makes the shell ask reportctl itself, so that it completes ids of templates,
/// requests and batches, data files, codes and scopes besides commands and flags. It goes into the
/// start-up file of the shell, which reads it again with each version.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(super) shell: Shell,
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  echo 'source <(reportctl completions bash)' >> ~/.bashrc
  echo 'source <(reportctl completions zsh)' >> ~/.zshrc
  echo 'reportctl completions fish | source' > ~/.config/fish/completions/reportctl.fish";

/// Print the manual page
#[derive(Debug, Args)]
#[command(after_help = MAN_EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write a page for every command to this folder instead
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) out_dir: Option<PathBuf>,
}

const MAN_EXAMPLES: &str = "\
Examples:
  reportctl man | man -l -
  reportctl man --out-dir ~/.local/share/man/man1";

pub(super) fn completions(args: &CompletionsArgs, printer: &Printer) -> Outcome {
    let mut script = Vec::new();
    shells::script(args.shell, &mut script).context("cannot write the completion script")?;
    printer.data(&script)?;
    Ok(Exit::Done)
}

/// `command` is the whole program.
pub(super) fn man(args: &ManArgs, command: clap::Command, printer: &Printer) -> Outcome {
    let Some(folder) = args.out_dir.as_deref() else {
        printer.data(&page(command)?)?;
        return Ok(Exit::Done);
    };
    fs::create_dir_all(folder).map_err(|error| files::io_problem("write", folder, &error))?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let written = write_pages(&command, folder)?;
    printer.note(format_args!("wrote {} to {}", count(written, "page"), quoted_path(folder)));
    Ok(Exit::Done)
}

fn page(command: clap::Command) -> Outcome<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).context("cannot write the manual page")?;
    Ok(page)
}

/// The pages of a command and of all below it; how many there are.
fn write_pages(command: &clap::Command, folder: &Path) -> Outcome<usize> {
    let name = Man::new(command.clone()).get_filename();
    files::write_whole(&folder.join(name), &page(command.clone())?)?;
    let mut written = 1;
    for sub in command.get_subcommands() {
        written += write_pages(sub, folder)?;
    }
    Ok(written)
}
