//! Signers in the settings: by their names, with the files of their keys.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::declare::Relative;
use crate::signatures::settings::SignerSettings;

/// Expected form of `signers`, for messages.
pub(super) const SIGNERS: &str =
    "signers by their names, each with `pkcs12`, or with `certificate` and `key`";

/// Signers by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct SignerMap(pub(super) BTreeMap<String, SignerSettings>);

impl Relative for SignerMap {
    fn relative_to(self, folder: &Path) -> Self {
        Self(self.0.into_iter().map(|(name, it)| (name, it.relative_to(folder))).collect())
    }
}
