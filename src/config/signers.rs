//! Signers in the settings: by their names, with the files of their keys.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::declare::Relative;
use crate::signatures::settings::SignerSettings;

/// Expected form of `signers`, for messages.
pub(super) const SIGNERS: &str =
    "signers by their names, each with `pkcs12`, with `certificate` and `key`, or with `pkcs11`";

/// Signers by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SignerMap(pub(super) BTreeMap<String, SignerSettings>);

impl SignerMap {
    /// The first signer whose key this program cannot reach, because it is built without PKCS #11.
    pub(super) fn unreachable(&self) -> Option<&str> {
        let has_token = |(_, signer): &(&String, &SignerSettings)| signer.pkcs11.is_some();
        let (name, _) = self.0.iter().find(has_token).filter(|_| !cfg!(feature = "pkcs11"))?;
        Some(name)
    }
}

impl Relative for SignerMap {
    fn relative_to(self, folder: &Path) -> Self {
        Self(self.0.into_iter().map(|(name, it)| (name, it.relative_to(folder))).collect())
    }
}
