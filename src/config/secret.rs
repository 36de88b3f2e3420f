//! A secret: kept out of whatever is printed.

use std::fmt;
use std::path::Path;

use crate::files;
use crate::problem::{Code, Problem, Result};

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
        let bytes = files::read_limited(file, MAX_BYTES)
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

    /// The text, for the one who needs it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
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
    fn secrets_do_not_print() {
        let secret = Secret::new("hunter2");
        assert_eq!(format!("{secret:?}"), "***");
        assert_eq!(secret.reveal(), "hunter2");
    }
}
