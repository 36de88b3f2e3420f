//! Cache of `check` for a whole repository: templates that had no findings and have not changed since are skipped.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::PROGRAM_VERSION;
use crate::base::files;
use crate::base::hash::sha256;
use crate::config::Config;
use crate::templates::store::TEXTS_FOLDER;
use crate::templates::store::{LIBRARY, picture_states};

const FILE: &str = "checked";
/// Smaller repositories are checked as fast as anything could be looked up.
const LEAST: usize = 200;
/// The coarsest step in which file systems note times: a younger file may change unseen.
const TICK: Duration = Duration::from_secs(2);
/// In the place of a state that says nothing: something was found, or a file is too young.
const UNSETTLED: &str = "-";
/// The folder of cases.
const CASES: &str = "tests";
/// Depth of folders with pictures and texts of templates.
const DEEPEST: usize = 8;

/// The file in which something is kept of the repository of the settings: in the state folder, which
/// version control leaves out.
pub(in crate::cli) fn file(config: &Config, what: &str) -> PathBuf {
    let root = config.templates.canonicalize().unwrap_or_else(|_| config.templates.clone());
    let name = sha256(root.to_string_lossy().as_bytes());
    config.state.join(format!("{what}-{}", &name[..16]))
}

/// Results about a repository from the last run.
pub(super) struct Known {
    file: PathBuf,
    /// The content of that file.
    text: String,
    /// The program, on which findings depend.
    program: String,
    /// The state of all files before they are looked at, so that a change in the meantime is seen
    /// the next time.
    state: RepositoryState,
    /// The state of all files when nothing was found, and how many templates there were.
    clean: Option<(String, usize)>,
    /// The hashes of templates without findings.
    templates: BTreeSet<String>,
}

impl Known {
    /// Reads the known templates. An unreadable file only costs time.
    pub(super) fn read(config: &Config) -> Self {
        let file = file(config, FILE);
        let text = fs::read_to_string(&file).unwrap_or_default();
        let mut lines = text.lines();
        let program = program();
        let is_ours = lines.next() == Some(program.as_str());
        let (mut clean, mut templates) = (None, BTreeSet::new());
        if is_ours {
            clean = lines.next().and_then(|line| {
                let (state, count) = line.split_once(' ')?;
                Some((state.to_owned(), count.parse().ok()?))
            });
            templates = lines.map(str::to_owned).collect();
        }
        Self {
            file,
            text,
            program,
            state: RepositoryState::of(&config.templates),
            clean,
            templates,
        }
    }

    /// Number of templates, if nothing was found in them and no file has changed since.
    pub(super) fn clean(&self, config: &Config) -> Option<usize> {
        // Fonts of the settings may change without the templates.
        if !config.named_fonts.is_empty() {
            return None;
        }
        let (state, count) = self.clean.as_ref()?;
        (self.state.hash == *state).then_some(*count)
    }

    /// The hash of the files of a template: its own, the schema of its data, pictures and texts.
    pub(super) fn hash(&self, config: &Config, id: &str) -> Option<String> {
        // Fonts of the settings may change without it.
        if !config.named_fonts.is_empty() {
            return None;
        }
        let path = config.templates.join(format!("{id}.json"));
        let mut bytes = fs::read(&path).ok()?;
        // Files of the library may change without it.
        if bytes.windows(5).any(|five| five == b"\"lib:") {
            return None;
        }
        // Pictures may change without it, or be gone, and so may the texts of its folder.
        let pictures = picture_states(&path, &bytes);
        let texts = self.state.texts.get(files::folder_of(&path));
        // Only their sizes and times are known.
        let has_others = !pictures.is_empty() || texts.is_some();
        if has_others && !self.state.is_settled() {
            return None;
        }
        bytes.extend(texts.into_iter().flat_map(|texts| texts.bytes()));
        bytes.extend(pictures.bytes());
        if let Some(schema) = crate::templates::contract::beside(&path) {
            bytes.extend(fs::read(schema).unwrap_or_default());
        }
        Some(sha256(&bytes))
    }

    /// Returns `true` if a template of this hash had no findings.
    pub(super) fn has(&self, hash: &str) -> bool {
        self.templates.contains(hash)
    }

    /// Keeps which templates had no findings; `all` says whether nothing was found at all.
    pub(super) fn write(self, config: &Config, hashes: &BTreeSet<String>, count: usize, all: bool) {
        if count < LEAST {
            return;
        }
        let is_clean = all && self.state.is_settled() && config.named_fonts.is_empty();
        let clean = if is_clean { &self.state.hash } else { UNSETTLED };
        let mut text = format!("{}\n{clean} {count}\n", self.program);
        hashes.iter().for_each(|hash| text.extend([hash.as_str(), "\n"]));
        if text == self.text {
            return;
        }
        let folder = files::folder_of(&self.file).to_owned();
        // Without it the next check takes its time again.
        let _ = fs::create_dir_all(folder);
        let _ = files::write_output(&self.file, text.as_bytes());
    }
}

fn program() -> String {
    let about = std::env::current_exe().and_then(|path| path.metadata());
    let stamp = about.and_then(|about| Ok((about.len(), about.modified()?)));
    format!("{PROGRAM_VERSION} {stamp:?}")
}

/// State of the files of a repository.
struct RepositoryState {
    /// Name, size and time of all as one hash.
    hash: String,
    /// The time of the newest.
    newest: Option<SystemTime>,
    /// The time before they were looked at.
    taken: SystemTime,
    /// Name, size and time of the texts that templates share, by the folder of the templates.
    texts: HashMap<PathBuf, String>,
}

impl RepositoryState {
    fn of(root: &Path) -> Self {
        let taken = SystemTime::now();
        let mut lines = Vec::new();
        let mut newest = None;
        let mut texts: HashMap<PathBuf, String> = HashMap::new();
        let library = files::folder_of(root).join(LIBRARY);
        let mut folders = vec![(root.to_owned(), 0), (library, 0)];
        while let Some((folder, depth)) = folders.pop() {
            let from = lines.len();
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let Ok(own) = entry.metadata() else { continue };
                // Links to folders are not followed: they may lead anywhere.
                let about = if own.is_symlink() { fs::metadata(entry.path()) } else { Ok(own) };
                let Ok(about) = about else { continue };
                if about.is_dir() && entry.file_type().is_ok_and(|kind| kind.is_symlink()) {
                    continue;
                }
                if about.is_dir() {
                    // Cases and data sets are none of the files that are checked.
                    let name = entry.file_name();
                    let is_other = depth == 0 && name == CASES
                        || name.as_encoded_bytes().ends_with(b".data")
                        || name.as_encoded_bytes().starts_with(b".");
                    if depth < DEEPEST && !is_other {
                        folders.push((entry.path(), depth + 1));
                    }
                    continue;
                }
                let modified = about.modified().ok();
                newest = newest.max(modified);
                lines.push(format!("{} {} {modified:?}", entry.path().display(), about.len()));
            }
            if folder.ends_with(TEXTS_FOLDER) {
                let mut own: Vec<_> = lines.iter().skip(from).cloned().collect();
                own.sort();
                texts.insert(files::folder_of(&folder).to_owned(), own.join("\n"));
            }
        }
        lines.sort();
        Self { hash: sha256(lines.join("\n").as_bytes()), newest, taken, texts }
    }

    /// Returns `true` if even the newest file was so old that a further change shows in its time.
    fn is_settled(&self) -> bool {
        let age = self.newest.and_then(|newest| self.taken.duration_since(newest).ok());
        age.is_some_and(|age| age > TICK)
    }
}
