//! Detection of changed files.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The coarsest step in which file systems note times.
const TICK: Duration = Duration::from_secs(2);

/// Fingerprints of files that were read.
#[derive(Debug, Clone, Default)]
pub(super) struct FileStamps {
    stamps: Vec<(PathBuf, Option<Stamp>)>,
    /// `true` if one was too young when it was added for a change to be seen.
    is_unsettled: bool,
}

impl FileStamps {
    /// Adds the file at `path` as it is now.
    pub(super) fn add(&mut self, path: PathBuf) {
        let stamp = Stamp::of(&path);
        self.is_unsettled |= stamp.is_some_and(|stamp| !stamp.is_settled());
        self.stamps.push((path, stamp));
    }

    /// Returns `true` if the files are still those that were added, and were old enough then for a change to
    /// be seen.
    pub(super) fn are_current(&self) -> bool {
        !self.is_unsettled && self.stamps.iter().all(|(path, stamp)| Stamp::of(path) == *stamp)
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

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    /// It may have changed again within the same tick, which its stamp does not show later either.
    #[test]
    fn a_file_that_was_young_when_it_was_read_is_read_again_however_old_it_is_then() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("logo.png");
        std::fs::write(&file, "a").unwrap();
        let stamped = || {
            let mut stamps = FileStamps::default();
            stamps.add(file.clone());
            stamps
        };
        let young = stamped();
        assert!(!young.are_current());
        std::thread::sleep(TICK + Duration::from_secs(1));
        assert!(!young.are_current());
        assert!(stamped().are_current());
    }
}
