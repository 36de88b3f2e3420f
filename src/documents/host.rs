//! What templates need besides data: secrets of the installation, and random bytes for keys.

use std::path::{Path, PathBuf};

use reportctl_engine::host::Host;

use crate::config::{Config, Secret};

/// The host of the engine on this machine.
pub struct Machine {
    /// The folder of secrets, a file each.
    secrets: Option<PathBuf>,
}

impl Machine {
    /// The host that the settings describe.
    pub fn new(config: &Config) -> Self {
        Self { secrets: config.secrets.clone() }
    }
}

impl Host for Machine {
    fn entropy(&self) -> Option<[u8; 32]> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).ok()?;
        Some(bytes)
    }

    fn secret(&self, name: &str) -> Option<String> {
        let folder = self.secrets.as_ref()?;
        // A template must not reach files beside them.
        let is_plain = Path::new(name).file_name().is_some_and(|file| file == name);
        let is_plain = is_plain && !name.starts_with('.') && !name.contains(['/', '\\']);
        let secret = is_plain.then(|| Secret::read(&folder.join(name), "the secret"))?;
        secret.ok().map(|secret| secret.reveal().to_owned())
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn secrets_are_files_of_their_folder_and_no_others() {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::create_dir(folder.path().join("secrets")).unwrap();
        std::fs::write(folder.path().join("secrets/payroll"), "hunter2\n").unwrap();
        std::fs::write(folder.path().join("outside"), "x").unwrap();
        let machine = Machine { secrets: Some(folder.path().join("secrets")) };
        assert_eq!(machine.secret("payroll").as_deref(), Some("hunter2"));
        for name in ["../outside", "other", "", ".", "..", "/etc/passwd"] {
            assert_eq!(machine.secret(name), None, "{name}");
        }
        assert_ne!(machine.entropy(), machine.entropy());
    }
}
