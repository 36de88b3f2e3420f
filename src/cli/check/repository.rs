//! A whole repository: templates without findings are checked once.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::config::Config;
use crate::documents::ENGINE;
use crate::files;
use crate::store::LIBRARY;
use crate::util::hash::sha256;

/// Where what is known is kept; beside the queue, which version control leaves out.
const FOLDER: &str = ".reportctl";
const FILE: &str = "checked";
/// Smaller repositories are checked as fast as anything could be looked up.
const LEAST: usize = 200;
/// The coarsest step in which file systems note times: a younger file may change unseen.
const TICK: Duration = Duration::from_secs(2);

/// The file in which something is kept of the repository of the settings.
pub(in crate::cli) fn file(config: &Config, what: &str) -> PathBuf {
    let root = config.templates.canonicalize().unwrap_or_else(|_| config.templates.clone());
    let name = sha256(root.to_string_lossy().as_bytes());
    Path::new(FOLDER).join(format!("{what}-{}", &name[..16]))
}

/// What is known of a repository from the last time.
pub(super) struct Known {
    file: PathBuf,
    /// The program, on which findings depend.
    program: String,
    /// The state of all files when nothing was found, and how many templates there were.
    clean: Option<(String, usize)>,
    /// The hashes of templates without findings.
    templates: BTreeSet<String>,
}

impl Known {
    /// Reads what is known. What cannot be read only costs time.
    pub(super) fn read(config: &Config) -> Self {
        let file = file(config, FILE);
        let text = fs::read_to_string(&file).unwrap_or_default();
        let mut lines = text.lines();
        let program = program();
        let is_ours = lines.next() == Some(program.as_str());
        let mut known = Self { file, program, clean: None, templates: BTreeSet::new() };
        if is_ours {
            known.clean = lines.next().and_then(|line| {
                let (state, count) = line.split_once(' ')?;
                Some((state.to_owned(), count.parse().ok()?))
            });
            known.templates = lines.map(str::to_owned).collect();
        }
        known
    }

    /// How many templates there are, if nothing was found in them and no file has changed since.
    pub(super) fn clean(&self, config: &Config) -> Option<usize> {
        // Fonts of the settings may change without the templates.
        if !config.named_fonts.is_empty() {
            return None;
        }
        let (state, count) = self.clean.as_ref()?;
        (state_of(&config.templates).0 == *state).then_some(*count)
    }

    /// Whether a template of this hash had no findings.
    pub(super) fn has(&self, hash: &str) -> bool {
        self.templates.contains(hash)
    }

    /// Keeps which templates had no findings; `all` says whether nothing was found at all.
    pub(super) fn write(self, config: &Config, hashes: BTreeSet<String>, count: usize, all: bool) {
        if count < LEAST || (self.templates == hashes && self.clean.is_some() == all) {
            return;
        }
        let (state, newest) = state_of(&config.templates);
        let is_settled =
            newest.and_then(|newest| newest.elapsed().ok()).is_some_and(|age| age > TICK);
        let clean = if all && is_settled { state } else { "-".to_owned() };
        let mut text = format!("{}\n{clean} {count}\n", self.program);
        hashes.iter().for_each(|hash| text.extend([hash.as_str(), "\n"]));
        let folder = files::folder_of(&self.file).to_owned();
        // Without it the next check takes its time again.
        let _ = fs::create_dir_all(folder);
        let _ = files::write_output(&self.file, text.as_bytes());
    }
}

/// The hash of the files of a template: its own, and the schema of its data.
pub(super) fn hash(config: &Config, id: &str) -> Option<String> {
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
    let mut pictures = String::new();
    // Pictures that lie beside it may change without it, or be gone.
    for name in picture_names(&bytes) {
        let about = files::folder_of(&path).join(&name).metadata().ok();
        let about = about.map(|about| (about.len(), about.modified().ok()));
        pictures.push_str(&format!("{name} {about:?}\n"));
    }
    bytes.extend_from_slice(pictures.as_bytes());
    if let Some(schema) = crate::contract::beside(&path) {
        bytes.extend(fs::read(schema).unwrap_or_default());
    }
    Some(sha256(&bytes))
}

/// The names of picture files in a template, those in `assets/` with their folder.
fn picture_names(bytes: &[u8]) -> impl Iterator<Item = String> {
    const ENDS: [&str; 6] = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"];
    // What stands between quotes: a name has none in it, and longer texts are none.
    let texts = bytes.split(|byte| *byte == b'"').filter(|text| text.len() < 256);
    texts.filter_map(|text| {
        let text = std::str::from_utf8(text).ok()?;
        let lower = text.to_ascii_lowercase();
        let is_name = ENDS.iter().any(|end| lower.ends_with(end));
        is_name.then(|| match text.strip_prefix("asset:") {
            Some(asset) => format!("assets/{asset}"),
            None => text.to_owned(),
        })
    })
}

fn program() -> String {
    let about = std::env::current_exe().and_then(|path| path.metadata());
    let stamp = about.and_then(|about| Ok((about.len(), about.modified()?)));
    format!("{ENGINE} {stamp:?}")
}

/// Name, size and time of all files of a repository as one hash, and the time of the newest.
fn state_of(root: &Path) -> (String, Option<SystemTime>) {
    let mut lines = Vec::new();
    let mut newest = None;
    let library = files::folder_of(root).join(LIBRARY);
    let mut folders = vec![(root.to_owned(), 0), (library, 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() {
                // Cases are none of the files that are checked.
                if depth == 0 && entry.file_name() != "tests" {
                    folders.push((entry.path(), depth + 1));
                }
                continue;
            }
            let modified = about.modified().ok();
            newest = newest.max(modified);
            lines.push(format!("{} {} {modified:?}", entry.path().display(), about.len()));
        }
    }
    lines.sort();
    (sha256(lines.join("\n").as_bytes()), newest)
}
