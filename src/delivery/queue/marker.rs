//! The file that says that there are tokens.
//!
//! With a new database in the place of a lost one, the service would be open to everybody on the machine.
//! The file is in the state folder of each machine that serves, whichever database there is.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use crate::base::files::{self, display_name, io_problem};
use crate::delivery::codes;
use engine::problem::{Problem, Result, quoted};

const NAME: &str = "has-tokens";

/// The file in a state folder.
#[derive(Debug)]
pub(super) struct Marker(PathBuf);

impl Marker {
    pub(super) fn in_folder(state: &Path) -> Self {
        Self(state.join(NAME))
    }

    /// Notes that there are tokens; `false` when that is known already.
    ///
    /// # Errors
    /// `queueUnavailable`, `io`.
    pub(super) fn set(&self) -> Result<bool> {
        // With PostgreSQL there may be nothing else in it.
        create_folder(files::folder_of(&self.0))?;
        let file = match files::private().write(true).create_new(true).open(&self.0) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(io_problem("create", &self.0, &error)),
        };
        file.sync_all().map_err(|error| io_problem("write", &self.0, &error))?;
        Ok(true)
    }

    /// Forgets it. If that fails, the service refuses to start and says what to do.
    pub(super) fn remove(&self) {
        let _ = std::fs::remove_file(&self.0);
    }

    /// Returns `true` if there are tokens, given what a look into the database says.
    ///
    /// # Errors
    /// `queueUnavailable` when there were some and are none now, and those of the look.
    pub(super) fn has_tokens(&self, look: impl Fn() -> Result<bool>) -> Result<bool> {
        if look()? {
            // A database of an older version, and one that other machines share, has no marker here yet.
            // Tokens work without it.
            let _ = self.set();
            return Ok(true);
        }
        if !self.0.exists() {
            return Ok(false);
        }
        // The marker may come before the first token, which may have been added since.
        if look()? {
            return Ok(true);
        }
        let message = format!(
            "the database had tokens and has none now: it was lost or replaced ({} is there)",
            quoted(&display_name(&self.0))
        );
        Err(Problem::new(codes::QUEUE_UNAVAILABLE, message).advice(
            "restore the database, make a token with `reportctl token create`, or remove that file \
             to go on without tokens",
        ))
    }
}

/// Creates the state folder; git ignores its content.
pub(super) fn create_folder(folder: &Path) -> Result<()> {
    let unavailable = |path: &Path, error: &std::io::Error| Problem {
        code: codes::QUEUE_UNAVAILABLE,
        ..io_problem("create", path, error).advice("check the setting `state` and its permissions")
    };
    files::create_private_folder(folder).map_err(|error| unavailable(folder, &error))?;
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        let mut options = files::private();
        options
            .append(true)
            .create(true)
            .open(&ignore)
            .and_then(|mut file| file.write_all(b"*\n"))
            .map_err(|error| unavailable(&ignore, &error))?;
    }
    Ok(())
}
