//! `reportctl completions` and `reportctl man`: both come from the declarations in `args`.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::Arguments;
use super::complete;
use super::context::{count, quoted_path};
use super::exit::Exit;
use super::failure::Outcome;
use super::term::Printer;
use crate::files;

pub(super) fn completions(shell: Shell, printer: &Printer) -> Outcome {
    let mut script = Vec::new();
    complete::script(shell, &mut script).context("cannot write the completion script")?;
    printer.data(&script)?;
    Ok(Exit::Done)
}

pub(super) fn man(folder: Option<&Path>, printer: &Printer) -> Outcome {
    let command = Arguments::command();
    let Some(folder) = folder else {
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
