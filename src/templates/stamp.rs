//! Detection of changed files.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The coarsest step in which file systems note times.
const TICK: Duration = Duration::from_secs(2);

/// Fingerprints of files that were read.
#[derive(Debug, Clone, Default)]
pub(super) struct FileStamps(Vec<(PathBuf, Option<Stamp>)>);

impl FileStamps {
    /// Adds the file at `path` as it is now.
    pub(super) fn add(&mut self, path: PathBuf) {
        let stamp = Stamp::of(&path);
        self.0.push((path, stamp));
    }

    /// Returns `true` if the files are still those that were added, and were old enough then for a change to
    /// be seen.
    pub(super) fn are_current(&self) -> bool {
        self.0.iter().all(|(path, stamp)| {
            Stamp::of(path) == *stamp && stamp.is_none_or(|stamp| stamp.is_settled())
        })
    }
}

/// Fingerprint that changes when a file does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: SystemTime,
    bytes: u64,
    /// Inode, and the time of its change: `modified` can be set back, this cannot.
    #[cfg(unix)]
    node: (u64, i64, i64),
}

impl Stamp {
    /// The stamp of a file; `None` where it does not exist.
    pub(super) fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        let metadata = path.metadata().ok()?;
        Some(Self {
            modified: metadata.modified().ok()?,
            bytes: metadata.len(),
            #[cfg(unix)]
            node: (metadata.ino(), metadata.ctime(), metadata.ctime_nsec()),
        })
    }

    /// Returns `true` if a change from now on gives another stamp. Two changes within one tick of the file
    /// system's clock may look the same.
    pub(super) fn is_settled(&self) -> bool {
        #[cfg(unix)]
        let changed = u64::try_from(self.node.1)
            .map_or(self.modified, |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        #[cfg(not(unix))]
        let changed = self.modified;
        changed.elapsed().is_ok_and(|age| age > TICK)
    }
}
