//! Cases that passed, by the hashes of everything that they depend on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use super::folder::{Case, FOLDER};
use crate::PROGRAM_VERSION;
use crate::base::hash::hexadecimal;
use crate::documents::{Limits, Settings};

const FILE: &str = ".passed";

/// The cases that passed, each with the hash of what they were made of. A cache that cannot be read
/// or written only costs time.
pub(crate) struct Cache {
    path: PathBuf,
    known: BTreeMap<String, String>,
    passed: Mutex<BTreeMap<String, String>>,
    /// The program, its fonts and its settings.
    program: String,
}

impl Cache {
    /// The cache of a repository of templates.
    pub(crate) fn open(templates: &Path, settings: &Settings) -> Self {
        let path = templates.join(FOLDER).join(FILE);
        let known = fs::read_to_string(&path).unwrap_or_default();
        let known = known.lines().filter_map(|line| line.split_once("  "));
        let known = known.map(|(hash, id)| (id.to_owned(), hash.to_owned())).collect();
        let mut program = Sha256::new();
        program.update(PROGRAM_VERSION);
        // A program that was built again may draw otherwise.
        let about = std::env::current_exe().and_then(|path| path.metadata());
        if let Ok((length, modified)) = about.and_then(|about| Ok((about.len(), about.modified()?)))
        {
            program.update(length.to_le_bytes());
            program.update(format!("{modified:?}"));
        }
        for font in &settings.fonts {
            let font = fs::read(font).unwrap_or_default();
            program.update(font.len().to_le_bytes());
            program.update(font);
        }
        let Settings { fallback_font, limits, secrets, author, numbers, standards, .. } = settings;
        let Limits { max_pages, max_output_bytes, max_memory_bytes, .. } = limits;
        let all = (fallback_font, max_pages, max_output_bytes, max_memory_bytes, secrets, numbers);
        program.update(format!("{all:?} {author}"));
        // Only where there are some, so that what passed before is still known.
        if !standards.is_none() {
            program.update(standards.list());
        }
        let program = hexadecimal(&program.finalize());
        Self { path, known, passed: Mutex::default(), program }
    }

    /// The hash of everything that a case depends on: its files, and its template (`template`).
    pub(crate) fn key(&self, case: &Case, template: &str) -> Option<String> {
        let mut hash = Sha256::new();
        hash.update(&self.program);
        hash.update(template);
        files(&case.folder, &mut hash, 0)?;
        Some(hexadecimal(&hash.finalize()))
    }

    /// Returns `true` if it passed with this hash.
    pub(crate) fn has_passed(&self, case: &Case, key: &str) -> bool {
        self.known.get(&case.id()).is_some_and(|known| known == key)
    }

    /// Notes that it passes with this hash.
    pub(crate) fn pass(&self, case: &Case, key: String) {
        self.passed.lock().insert(case.id(), key);
    }

    /// Keeps what passed. Cases that were not looked at this time stay known.
    pub(crate) fn save(self, looked_at: &[Case]) {
        let mut all = self.known;
        for case in looked_at {
            all.remove(&case.id());
        }
        all.extend(self.passed.into_inner());
        let text: String = all.iter().map(|(id, hash)| format!("{hash}  {id}\n")).collect();
        if fs::read_to_string(&self.path).is_ok_and(|known| known == text) {
            return;
        }
        // Without it the next run renders again.
        let _ = crate::base::files::write_output(&self.path, text.as_bytes());
    }
}

/// Hashes the files of a folder with their names.
fn files(folder: &Path, hash: &mut Sha256, depth: usize) -> Option<()> {
    let mut entries: Vec<_> = fs::read_dir(folder).ok()?.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        hash.update(name.as_encoded_bytes());
        if entry.file_type().ok()?.is_dir() {
            if depth < 2 {
                files(&entry.path(), hash, depth + 1)?;
            }
            continue;
        }
        let bytes = fs::read(entry.path()).ok()?;
        hash.update(bytes.len().to_le_bytes());
        hash.update(&bytes);
    }
    Some(())
}
