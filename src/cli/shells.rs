//! The shells that ask the program for completions, and the scripts that make them ask.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_complete::env::{Bash, EnvCompleter, Shells};

/// Set by the scripts to the name of their shell.
pub(super) const VARIABLE: &str = "REPORTCTL_COMPLETE";

pub(super) const SHELLS: Shells<'static> = Shells(&[
    &ColonsInWords,
    &clap_complete::env::Elvish,
    &clap_complete::env::Fish,
    &clap_complete::env::Powershell,
    &clap_complete::env::Zsh,
]);

/// The script that makes a shell ask.
///
/// # Errors
/// Errors of writing.
pub(super) fn script(shell: Shell, out: &mut dyn io::Write) -> io::Result<()> {
    let unknown = || io::Error::other(format!("there is no script for {shell}"));
    let completer = SHELLS.completer(&shell.to_string()).ok_or_else(unknown)?;
    completer.write_registration(VARIABLE, "reportctl", "reportctl", "reportctl", out)
}

/// Bash, with words that have colons: `templates:read` is one word.
struct ColonsInWords;

impl EnvCompleter for ColonsInWords {
    fn name(&self) -> &'static str {
        Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        Bash.is(name)
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        buf: &mut dyn io::Write,
    ) -> io::Result<()> {
        writeln!(buf, "# Scopes such as `templates:read` are one word.")?;
        writeln!(buf, "COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}")?;
        Bash.write_registration(var, name, bin, completer, buf)
    }

    fn write_complete(
        &self,
        cmd: &mut Command,
        args: Vec<OsString>,
        current_dir: Option<&Path>,
        buf: &mut dyn io::Write,
    ) -> io::Result<()> {
        Bash.write_complete(cmd, args, current_dir, buf)
    }
}
