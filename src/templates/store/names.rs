//! The names of templates by the size and time of their files, so that a list of thousands need not
//! read them all.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use walkdir::DirEntry;

use crate::base::files;

/// The coarsest step in which file systems note times: a younger file may change unseen.
const TICK: Duration = Duration::from_secs(2);
/// Fewer files are read as fast as anything could be looked up.
const LEAST: usize = 200;
/// The form of the file; another one is not read.
const FORM: &str = "names 1";

/// The size and time of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileStamp {
    bytes: u64,
    /// Nanoseconds since 1970.
    modified: u64,
}

/// Cache of the names of templates. The default one is empty, and what it learns
/// is forgotten.
#[derive(Debug, Default)]
pub struct Names {
    file: Option<PathBuf>,
    known: HashMap<PathBuf, (FileStamp, String)>,
    noted: Mutex<HashMap<PathBuf, (FileStamp, String)>>,
}

impl FileStamp {
    /// Of a file that is no link and did not change just now.
    pub(super) fn of(file: &DirEntry) -> Option<Self> {
        let about = file.metadata().ok().filter(fs::Metadata::is_file)?;
        let modified = about.modified().ok()?;
        let is_settled = SystemTime::now().duration_since(modified).is_ok_and(|age| age > TICK);
        let since = modified.duration_since(UNIX_EPOCH).ok()?;
        let modified = u64::try_from(since.as_nanos()).ok()?;
        is_settled.then_some(Self { bytes: about.len(), modified })
    }
}

impl Names {
    /// Cached content of a file. An unreadable cache only costs time.
    pub fn read(file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let mut lines = text.lines();
        let mut known = HashMap::new();
        if lines.next() == Some(FORM) {
            known = lines.filter_map(entry).collect();
        }
        Self { file: Some(file), known, noted: Mutex::default() }
    }

    /// The name in a file that has not changed since.
    pub(super) fn known(&self, path: &Path, stamp: Option<&FileStamp>) -> Option<String> {
        let (known, name) = self.known.get(path)?;
        if stamp != Some(known) {
            return None;
        }
        self.note(path, Some(*known), name);
        Some(name.clone())
    }

    /// Notes the name in a file.
    pub(super) fn note(&self, path: &Path, stamp: Option<FileStamp>, name: &str) {
        if let (Some(stamp), Some(_)) = (stamp, &self.file) {
            self.noted.lock().insert(path.to_owned(), (stamp, name.to_owned()));
        }
    }

    /// Keeps what was noted. Without it the next list reads the files again.
    pub fn write(self) {
        let noted = self.noted.into_inner();
        let Some(file) = self.file.filter(|_| noted.len() >= LEAST && noted != self.known) else {
            return;
        };
        let mut lines: Vec<String> = noted
            .iter()
            .filter_map(|(path, (stamp, name))| {
                let line = (stamp.bytes, stamp.modified, path.to_str()?, name);
                serde_json::to_string(&line).ok()
            })
            .collect();
        lines.sort();
        let text = format!("{FORM}\n{}\n", lines.join("\n"));
        let _ = fs::create_dir_all(files::folder_of(&file));
        let _ = files::write_whole(&file, text.as_bytes());
    }
}

fn entry(line: &str) -> Option<(PathBuf, (FileStamp, String))> {
    let (bytes, modified, path, name): (u64, u64, PathBuf, String) =
        serde_json::from_str(line).ok()?;
    Some((path, (FileStamp { bytes, modified }, name)))
}
