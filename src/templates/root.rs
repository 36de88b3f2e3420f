//! The folder that templates are read from: always the same one, or a version of a remote source that the next
//! one replaces.

use std::collections::VecDeque;
#[cfg(feature = "mail")]
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::RwLock;
#[cfg(feature = "mail")]
use tempfile::TempDir;

use super::store::StoreAccess;

/// Earlier versions that are kept: requests that were accepted with one of them get its templates.
#[cfg(feature = "mail")]
pub(super) const MAX_EARLIER: usize = 8;

/// A version of the templates.
#[derive(Debug)]
pub struct RootVersion {
    /// Folder of the templates.
    pub folder: PathBuf,
    /// The commit; `None` for a folder of this machine.
    pub revision: Option<String>,
    /// Its files, deleted with the last user of the version.
    #[cfg(feature = "mail")]
    pub(super) checkout: Option<TempDir>,
}

/// Versions from before the start of the program, which are read when a request needs one.
#[cfg(feature = "mail")]
pub(super) trait VersionHistory: Debug + Send + Sync {
    /// Reads one version after the other, the newest first, until `is_wanted` returns `true`.
    fn find(&self, is_wanted: &mut dyn FnMut(&RootVersion) -> bool) -> Option<RootVersion>;
}

/// Versions of the templates, the current one first. Clones share them.
#[derive(Debug, Clone)]
pub struct TemplateRoot {
    versions: Arc<RwLock<VecDeque<Arc<RootVersion>>>>,
    access: StoreAccess,
    #[cfg(feature = "mail")]
    history: Option<Arc<dyn VersionHistory>>,
}

impl TemplateRoot {
    /// A folder of this machine.
    pub fn folder(folder: PathBuf) -> Self {
        let version = RootVersion {
            folder,
            revision: None,
            #[cfg(feature = "mail")]
            checkout: None,
        };
        Self::of(version, StoreAccess::ReadWrite)
    }

    pub(super) fn of(version: RootVersion, access: StoreAccess) -> Self {
        Self {
            versions: Arc::new(RwLock::new(VecDeque::from([Arc::new(version)]))),
            access,
            #[cfg(feature = "mail")]
            history: None,
        }
    }

    /// The same with versions from before the start.
    #[cfg(feature = "mail")]
    pub(super) fn with_history(self, history: Arc<dyn VersionHistory>) -> Self {
        Self { history: Some(history), ..self }
    }

    /// The version that documents are made of now. All files of one document are read from one
    /// version.
    pub fn current(&self) -> Arc<RootVersion> {
        Arc::clone(&self.versions.read()[0])
    }

    /// The first result of `find` over the versions before the current one, the newest first: those that were in use
    /// since the start, then those of the history, of which the one with a result is kept.
    #[cfg(feature = "mail")]
    pub fn find_earlier<T>(&self, find: impl Fn(&RootVersion) -> Option<T>) -> Option<T> {
        let earlier: Vec<_> = self.versions.read().iter().skip(1).cloned().collect();
        if let Some(found) = earlier.iter().find_map(|version| find(version)) {
            return Some(found);
        }
        let mut found = None;
        let version = self.history.as_ref()?.find(&mut |version| {
            found = find(version);
            found.is_some()
        })?;
        let mut versions = self.versions.write();
        versions.truncate(MAX_EARLIER);
        versions.push_back(Arc::new(version));
        found
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
