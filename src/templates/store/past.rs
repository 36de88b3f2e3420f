//! The history folder of a template: a file for each version, which begins with a line about it, and
//! the images of all of them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::assets;
use super::size::MAX_TEMPLATE_BYTES;
use crate::base::clock;
use crate::base::files;
use crate::base::hash::sha256;
use engine::problem::Result;

/// Most versions of a template; older ones go.
pub(super) const MOST: usize = 500;
/// Digits of the time in the name of a version, and of the whole name.
const TIME_DIGITS: usize = 12;
const NAME_DIGITS: usize = 40;
/// Room for the line about a version.
const ABOUT_BYTES: usize = 4096;

/// Metadata of a version.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in crate::templates) struct About {
    pub author: String,
    /// In RFC 3339.
    pub date: String,
    pub subject: String,
}

/// A version: its name and metadata.
pub(in crate::templates) struct Past {
    pub name: String,
    pub about: About,
}

/// Adds a version, if it differs from the newest.
pub(super) fn add(
    folder: &Path,
    about: &About,
    text: &[u8],
    picture: &dyn Fn(&str) -> Result<Option<Vec<u8>>>,
) -> Result<()> {
    let mut names = names(folder);
    if let Some(newest) = names.first()
        && read(folder, newest)?.is_some_and(|(_, known)| known == text)
    {
        return Ok(());
    }
    let pictures = folder.join(assets::FOLDER);
    for name in assets::references(&String::from_utf8_lossy(text)) {
        let target = pictures.join(&name);
        if target.symlink_metadata().is_ok() {
            continue;
        }
        let Some(bytes) = picture(&name)? else { continue };
        fs::create_dir_all(&pictures)
            .map_err(|error| files::io_problem("make", &pictures, &error))?;
        files::write_whole(&target, &bytes)?;
    }
    let line = serde_json::to_string(about).unwrap_or_default();
    let bytes = [line.as_bytes(), b"\n", text].concat();
    // Names sort by time, also where the clock was set back, or two versions are of one millisecond.
    let newest =
        names.first().and_then(|name| u64::from_str_radix(name.get(..TIME_DIGITS)?, 16).ok());
    let time = u64::try_from(clock::millis()).unwrap_or_default();
    let time = time.max(newest.map_or(0, |newest| newest.saturating_add(1)));
    let name = format!("{time:0TIME_DIGITS$x}{}", &sha256(&bytes)[..NAME_DIGITS - TIME_DIGITS]);
    files::write_whole(&file(folder, &name), &bytes)?;
    names.insert(0, name);
    prune(folder, &names);
    Ok(())
}

/// The versions, the newest first.
pub(in crate::templates) fn list(folder: &Path) -> Vec<Past> {
    let past = |name: String| Some(Past { about: about(folder, &name)?, name });
    names(folder).into_iter().filter_map(past).collect()
}

/// The text of a version, by at least the first digits of its name.
pub(in crate::templates) fn find(folder: &Path, start: &str) -> Result<Option<Vec<u8>>> {
    let names = names(folder);
    let mut found = names.iter().filter(|name| name.starts_with(start));
    match (found.next(), found.next()) {
        (Some(name), None) => Ok(read(folder, name)?.map(|(_, text)| text)),
        _ => Ok(None),
    }
}

/// The images of the versions.
pub(in crate::templates) fn pictures(folder: &Path) -> PathBuf {
    folder.join(assets::FOLDER)
}

fn read(folder: &Path, name: &str) -> Result<Option<(About, Vec<u8>)>> {
    let limit = (MAX_TEMPLATE_BYTES + ABOUT_BYTES) as u64;
    let bytes = files::read_regular(&file(folder, name), limit)?;
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return Ok(None) };
    let (line, text) = bytes.split_at(end);
    let about = serde_json::from_slice(line).ok();
    Ok(about.map(|about| (about, text.get(1..).unwrap_or_default().to_owned())))
}

/// The line about a version, without the rest of its file.
fn about(folder: &Path, name: &str) -> Option<About> {
    let mut start = Vec::new();
    let file = fs::File::open(file(folder, name)).ok()?;
    file.take(ABOUT_BYTES as u64).read_to_end(&mut start).ok()?;
    serde_json::from_slice(start.split(|byte| *byte == b'\n').next()?).ok()
}

fn file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.json"))
}

/// The names of the versions, the newest first.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().to_str()?.strip_suffix(".json")?.to_owned();
        let is_name =
            name.len() == NAME_DIGITS && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        (is_name && entry.file_type().is_ok_and(|kind| kind.is_file())).then_some(name)
    };
    let mut names: Vec<String> = entries.filter_map(name).collect();
    names.sort_unstable_by(|one, other| other.cmp(one));
    names
}

/// Removes the oldest of too many versions, and images that only they had.
fn prune(folder: &Path, names: &[String]) {
    let Some((kept, gone)) = names.split_at_checked(MOST) else { return };
    let mut unused = BTreeSet::new();
    for name in gone {
        if let Ok(Some((_, text))) = read(folder, name) {
            unused.extend(assets::references(&String::from_utf8_lossy(&text)));
        }
        let _ = fs::remove_file(file(folder, name));
    }
    for name in kept {
        if unused.is_empty() {
            return;
        }
        // A version that cannot be read may refer to any of them.
        let Ok(Some((_, text))) = read(folder, name) else { return };
        for image in assets::references(&String::from_utf8_lossy(&text)) {
            unused.remove(&image);
        }
    }
    for image in unused {
        let _ = fs::remove_file(folder.join(assets::FOLDER).join(image));
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use tempfile::TempDir;

    use super::*;

    fn save(folder: &Path, text: &str) {
        let about = About { author: String::new(), date: String::new(), subject: text.to_owned() };
        add(folder, &about, text.as_bytes(), &|_| Ok(Some(text.as_bytes().to_owned()))).unwrap();
    }

    fn subjects(folder: &Path) -> Vec<String> {
        list(folder).into_iter().map(|past| past.about.subject).collect()
    }

    #[test]
    fn versions_of_one_millisecond_and_of_a_clock_that_was_set_back_stay_in_order() {
        let folder = TempDir::new().unwrap();
        for text in ["a", "b", "a", "b"] {
            save(folder.path(), text);
        }
        assert_eq!(subjects(folder.path()), ["b", "a", "b", "a"]);
        // A version of a later time than now.
        let newest = names(folder.path()).remove(0);
        let later = format!("{:0TIME_DIGITS$x}{}", 1_u64 << 46, &newest[TIME_DIGITS..]);
        fs::rename(file(folder.path(), &newest), file(folder.path(), &later)).unwrap();
        save(folder.path(), "c");
        save(folder.path(), "c");
        assert_eq!(subjects(folder.path()), ["c", "b", "a", "b", "a"]);
    }

    #[test]
    fn images_go_with_the_last_version_that_has_them() {
        let folder = TempDir::new().unwrap();
        let image = |seed: char| format!("{}.png", seed.to_string().repeat(64));
        let text = |seed: char| format!("{{\"content\": \"asset:{}\"}}", image(seed));
        save(folder.path(), &text('a'));
        save(folder.path(), &format!("{}{}", text('b'), text('c')));
        for number in 2..=MOST {
            save(
                folder.path(),
                &format!("{}{number}", if number == MOST { text('c') } else { String::new() }),
            );
        }
        let has = |seed: char| pictures(folder.path()).join(image(seed)).exists();
        assert_eq!([has('a'), has('b'), has('c')], [false, true, true]);
        save(folder.path(), "last");
        assert_eq!([has('a'), has('b'), has('c')], [false, false, true]);
        assert_eq!(names(folder.path()).len(), MOST);
    }
}
