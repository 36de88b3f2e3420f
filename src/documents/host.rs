//! Resources of templates besides data: secrets of the installation, and random bytes for keys.

use std::path::{Path, PathBuf};

use engine::host::{CompanionFile, Host};
use engine::problem::Problem;
use engine::resolve::einvoice::MappedInvoice;

use crate::base::secret::Secret;
use crate::templates::store::Id;

/// The host of the engine on this machine, for the templates of a tenant or of the owner.
pub struct Machine {
    /// The folder of secrets, a file each.
    secrets: Option<PathBuf>,
}

impl Machine {
    /// A host with that folder of secrets, for templates without a tenant.
    pub fn new(secrets: Option<PathBuf>) -> Self {
        Self { secrets }
    }

    /// The same for the templates of a tenant, whose secrets are in a folder of its name.
    #[must_use]
    pub fn of(&self, tenant: Option<&Id>) -> Self {
        let folder = |secrets: &PathBuf| match tenant {
            Some(tenant) => secrets.join(tenant.as_str()),
            None => secrets.clone(),
        };
        Self { secrets: self.secrets.as_ref().map(folder) }
    }
}

/// Random bytes of the system.
pub(crate) fn random_bytes() -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes)
}

impl Host for Machine {
    fn entropy(&self) -> Option<[u8; 32]> {
        random_bytes()
    }

    fn secret(&self, name: &str) -> Option<String> {
        let folder = self.secrets.as_ref()?;
        // A template must not reach files beside them.
        let is_plain = Path::new(name).file_name().is_some_and(|file| file == name);
        let is_plain = is_plain && !name.starts_with('.') && !name.contains(['/', '\\']);
        let secret = is_plain.then(|| Secret::read(&folder.join(name), "the secret"))?;
        secret.ok().map(|secret| secret.reveal().to_owned())
    }

    fn einvoice(&self, invoice: &MappedInvoice) -> Result<Option<CompanionFile>, Vec<Problem>> {
        einvoice(invoice)
    }
}

/// The e-invoice of a document; nothing in a build without e-invoices.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn einvoice(invoice: &MappedInvoice) -> Result<Option<CompanionFile>, Vec<Problem>> {
    #[cfg(feature = "einvoice")]
    return crate::einvoice::make(invoice).map(Some);
    #[cfg(not(feature = "einvoice"))]
    {
        let _ = invoice;
        Ok(None)
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
        // A tenant has its own alone.
        std::fs::create_dir(folder.path().join("secrets/acme")).unwrap();
        std::fs::write(folder.path().join("secrets/acme/stamp"), "acme's").unwrap();
        let [acme, zeta] = ["acme", "zeta"].map(|id| machine.of(Id::parse(id).ok().as_ref()));
        assert_eq!(acme.secret("stamp").as_deref(), Some("acme's"));
        for (machine, name) in
            [(&acme, "payroll"), (&zeta, "stamp"), (&machine, "stamp"), (&machine, "acme")]
        {
            assert_eq!(machine.secret(name), None, "{name}");
        }
        assert_eq!(machine.of(None).secret("payroll").as_deref(), Some("hunter2"));
        assert_ne!(machine.entropy(), machine.entropy());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_among_secrets_is_not_waited_for() {
        let folder = tempfile::TempDir::new().unwrap();
        let pipe = folder.path().join("payroll");
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, mode).unwrap();
        let machine = Machine { secrets: Some(folder.path().to_owned()) };
        assert_eq!(machine.secret("payroll"), None);
    }
}
