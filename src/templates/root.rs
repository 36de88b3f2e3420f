//! The folder that templates are read from: always the same one, or a version of a remote source that the next
//! one replaces.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::RwLock;
#[cfg(feature = "mail")]
use tempfile::TempDir;

use super::store::StoreAccess;

/// Earlier versions that are kept: requests that were accepted with one of them get its templates.
#[cfg(feature = "mail")]
const MAX_EARLIER: usize = 8;

/// A version of the templates.
#[derive(Debug)]
pub struct RootVersion {
    /// Folder of the templates.
    pub folder: PathBuf,
    /// The commit; `None` for a folder of this machine.
    pub revision: Option<String>,
    /// Its files, deleted with the last user of the version.
    #[cfg(feature = "mail")]
    pub(super) _checkout: Option<TempDir>,
}

/// Versions of the templates, the current one first. Clones share them.
#[derive(Debug, Clone)]
pub struct TemplateRoot {
    versions: Arc<RwLock<VecDeque<Arc<RootVersion>>>>,
    access: StoreAccess,
}

impl TemplateRoot {
    /// A folder of this machine.
    pub fn folder(folder: PathBuf) -> Self {
        let version = RootVersion {
            folder,
            revision: None,
            #[cfg(feature = "mail")]
            _checkout: None,
        };
        Self::of(version, StoreAccess::ReadWrite)
    }

    pub(super) fn of(version: RootVersion, access: StoreAccess) -> Self {
        Self { versions: Arc::new(RwLock::new(VecDeque::from([Arc::new(version)]))), access }
    }

    /// The version that documents are made of now. All files of one document are read from one
    /// version.
    pub fn current(&self) -> Arc<RootVersion> {
        Arc::clone(&self.versions.read()[0])
    }

    /// Earlier versions, the newest first.
    pub fn earlier(&self) -> Vec<Arc<RootVersion>> {
        self.versions.read().iter().skip(1).cloned().collect()
    }

    /// Returns the access: read and write, or read only.
    pub fn access(&self) -> StoreAccess {
        self.access
    }

    #[cfg(feature = "mail")]
    pub(super) fn replace(&self, version: RootVersion) {
        let mut versions = self.versions.write();
        versions.push_front(Arc::new(version));
        versions.truncate(MAX_EARLIER + 1);
    }
}
