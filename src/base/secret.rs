//! A secret: kept out of whatever is printed.

use std::fmt;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use crate::base::files;
use engine::problem::{Code, Problem, Result};

/// Far longer than any secret; keeps a wrong file out of memory.
const MAX_BYTES: u64 = 64 << 10;

/// A password or token. Prints as `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps a text secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Reads a file that holds nothing else, but for the line end and the byte order mark that
    /// editors leave. `what` is its content, for messages.
    ///
    /// # Errors
    /// `invalidSetting` when it cannot be read, is empty or not UTF-8.
    pub fn read(file: &Path, what: &str) -> Result<Self> {
        // A pipe in the place of a file would be waited for without end.
        let bytes = files::read_regular(file, MAX_BYTES)
            .map_err(|problem| Problem { code: Code::InvalidSetting, ..problem })?;
        let name = files::display_name(file);
        let invalid = |how| Problem::new(Code::InvalidSetting, format!("{what} {how}")).file(&name);
        let text = String::from_utf8(bytes).map_err(|_| invalid("is not UTF-8 text"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            return Err(invalid("is empty"));
        }
        Ok(Self::new(text))
    }

    /// The text in the clear.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Source of a secret, for programs that run for long: one that stands in a file may be
/// replaced while they do.
#[derive(Debug)]
pub struct SecretSource {
    file: Option<(PathBuf, &'static str)>,
    /// The secret, as it was read last.
    last: Mutex<Secret>,
}

impl SecretSource {
    /// A secret that stays as it is.
    pub fn fixed(secret: Secret) -> Self {
        Self { file: None, last: Mutex::new(secret) }
    }

    /// A file; `what` is its content, for messages.
    ///
    /// # Errors
    /// Errors of [`Secret::read`].
    pub fn file(path: &Path, what: &'static str) -> Result<Self> {
        let last = Mutex::new(Secret::read(path, what)?);
        Ok(Self { file: Some((path.to_owned(), what)), last })
    }

    /// The secret as it is now. While its file cannot be read, because it is being replaced, the
    /// secret is the one that was read last.
    pub fn current(&self) -> Secret {
        let mut last = self.last.lock();
        if let Some((path, what)) = &self.file
            && let Ok(secret) = Secret::read(path, what)
        {
            *last = secret;
        }
        last.clone()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_file_may_have_what_editors_leave_in_it() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for text in ["hunter2", "hunter2\n", "\u{feff}hunter2\r\n"] {
            std::fs::write(file.path(), text).unwrap();
            assert_eq!(Secret::read(file.path(), "the password").unwrap().reveal(), "hunter2");
        }
        // Blanks may belong to it.
        std::fs::write(file.path(), " x \n").unwrap();
        assert_eq!(Secret::read(file.path(), "the password").unwrap().reveal(), " x ");
        for (bytes, message) in
            [(&b"\n"[..], "the password is empty"), (b"\xff", "the password is not UTF-8 text")]
        {
            std::fs::write(file.path(), bytes).unwrap();
            let problem = Secret::read(file.path(), "the password").unwrap_err();
            assert_eq!((problem.code, &*problem.message), (Code::InvalidSetting, message));
            assert_eq!(problem.file.as_deref(), file.path().to_str());
        }
    }

    #[test]
    fn a_source_follows_its_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "first").unwrap();
        let source = SecretSource::file(file.path(), "the password").unwrap();
        assert_eq!(source.current().reveal(), "first");
        std::fs::write(file.path(), "").unwrap();
        assert_eq!(source.current().reveal(), "first");
        std::fs::write(file.path(), "second\n").unwrap();
        assert_eq!(source.current().reveal(), "second");
        assert!(!format!("{source:?}").contains("second"));
    }

    #[test]
    fn secrets_do_not_print() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?}"), "***");
        assert_eq!(secret.reveal(), "hunter2");
    }
}
