//! Images beside the JSON, so that its lines stay readable.
//!
//! A string that is exactly a `data:` URI of an image, of 1 KiB or more, is kept as
//! `assets/<sha256>.<extension>`, and the JSON says `asset:<sha256>.<extension>` instead. What
//! would not come back as the identical string stays inline. A string that begins with `asset:`
//! of its own accord gets another `asset:` in front, which reading takes away again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::canonical::map_strings;
use super::size::{MAX_TEMPLATE_BYTES, within};
use crate::base::files;
use crate::base::hash::sha256;
use crate::templates::codes;
use engine::problem::{Code, Problem, Result, quoted};

/// The folder of the assets, beside the template files.
pub(super) const FOLDER: &str = "assets";

/// Shorter URIs stay in the JSON.
const SHORTEST: usize = 1024;

const MARK: &str = "asset:";

/// Length of a SHA-256 in hexadecimal.
const HASH_LENGTH: usize = 64;

/// Image types and their extensions, one to one in both directions.
const TYPES: [(&str, &str); 6] = [
    ("image/png", "png"),
    ("image/jpeg", "jpeg"),
    ("image/jpg", "jpg"),
    ("image/gif", "gif"),
    ("image/webp", "webp"),
    ("image/svg+xml", "svg"),
];

/// Reads a picture by its name, for the text of the string that refers to it.
pub(super) type Read<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>>;

/// The images taken out of a document: file name to content.
#[derive(Default)]
pub(super) struct Collected(BTreeMap<String, Vec<u8>>);

impl Collected {
    /// Replacement of a string in the stored JSON; `None` keeps the string.
    pub(super) fn take(&mut self, inside: &str) -> Result<Option<String>> {
        if inside.starts_with(MARK) {
            return Ok(Some(format!("{MARK}{inside}")));
        }
        let Some((extension, content)) = image(inside) else { return Ok(None) };
        let name = format!("{}.{extension}", sha256(&content));
        let marker = format!("{MARK}{name}");
        self.0.insert(name, content);
        Ok(Some(marker))
    }

    /// The names of the files.
    pub(super) fn names(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }

    /// Returns `true` if there are no images.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes the files that are not there yet, or not what they should be.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        for (name, content) in &self.0 {
            let path = folder.join(name);
            // Never through a link: it may lead anywhere.
            if path.symlink_metadata().is_ok_and(|about| about.is_symlink()) {
                fs::remove_file(&path)
                    .map_err(|error| files::io_problem("replace", &path, &error))?;
            }
            let limit = content.len() as u64;
            if !files::read_regular(&path, limit).is_ok_and(|existing| existing == *content) {
                files::write_whole(&path, content)?;
            }
        }
        Ok(())
    }
}

/// Extension and content of an image that its URI can be made from again.
fn image(inside: &str) -> Option<(&'static str, Vec<u8>)> {
    if inside.len() < SHORTEST {
        return None;
    }
    let (media_type, payload) = inside.strip_prefix("data:")?.split_once(";base64,")?;
    let (_, extension) = TYPES.iter().find(|(name, _)| *name == media_type)?;
    let content = STANDARD.decode(payload).ok()?;
    (uri(media_type, &content) == inside).then_some((*extension, content))
}

pub(super) fn uri(media_type: &str, content: &[u8]) -> String {
    let mut uri = format!("data:{media_type};base64,");
    STANDARD.encode_string(content, &mut uri);
    uri
}

/// The JSON with the images back in it: at most `limit` bytes.
pub(super) fn resolve(text: &str, read: Read<'_>, limit: usize) -> Result<String> {
    // Most templates have none.
    if !text.contains(MARK) {
        return Ok(text.to_owned());
    }
    let mut total = text.len();
    map_strings(text, |inside| {
        let Some(name) = inside.strip_prefix(MARK) else { return Ok(None) };
        if name.starts_with(MARK) {
            return Ok(Some(name.to_owned()));
        }
        let Some(media_type) = media_type(name) else {
            return if looks_like_reference(name) {
                Err(not_a_reference(inside))
            } else {
                Ok(None)
            };
        };
        let uri = uri(media_type, &read(name)?);
        total += uri.len();
        within(total, limit).map(|()| Some(uri))
    })
}

/// The media type of a well-formed asset name; nothing else ever becomes part of a path.
fn media_type(name: &str) -> Option<&'static str> {
    let (hash, extension) = name.split_once('.')?;
    let is_hash = hash.len() == HASH_LENGTH
        && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let (media_type, _) = TYPES.iter().find(|(_, known)| *known == extension)?;
    is_hash.then_some(media_type)
}

/// The name of the file that a string stands for.
pub(super) fn file_of(inside: &str) -> Option<&str> {
    inside.strip_prefix(MARK).filter(|name| media_type(name).is_some())
}

/// A typo is an error; an ordinary text such as `asset: pump 3` is not.
fn looks_like_reference(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    TYPES
        .iter()
        .any(|(_, extension)| lower.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.')))
}

fn not_a_reference(inside: &str) -> Problem {
    let message = format!("{} does not name a file of the folder `assets`", quoted(inside));
    Problem::new(Code::InvalidTemplate, message).advice(
        "correct the name, or put `asset:` in front once more if this is meant as plain text",
    )
}

/// The content of an asset, checked against its name.
pub(super) fn read(path: &Path, name: &str) -> Result<Vec<u8>> {
    let about = |what: &str| {
        Problem::new(codes::TEMPLATE_UNREADABLE, format!("the image `{FOLDER}/{name}` {what}"))
            .detail("asset", name)
    };
    if !path.exists() {
        return Err(about("is missing").advice(RESTORE));
    }
    let content = files::read_regular(path, MAX_TEMPLATE_BYTES as u64)?;
    if !name.starts_with(&sha256(&content)) {
        return Err(about("was altered: its content does not go with its name").advice(RESTORE));
    }
    Ok(content)
}

const RESTORE: &str = "restore the file, for example from version control, or replace the image";

/// The names of all assets that a stored text may refer to; escaped ones too, to be safe.
pub(super) fn references(text: &str) -> BTreeSet<String> {
    let rests = text.match_indices(MARK).filter_map(|(at, _)| text.get(at + MARK.len()..));
    let names = rests.filter_map(|rest| rest.split_once('"').map(|(name, _)| name));
    names.filter(|name| media_type(name).is_some()).map(str::to_owned).collect()
}

/// A `data:` URI of an image of `bytes` bytes, for tests.
#[cfg(test)]
pub(super) fn example(seed: u8, bytes: usize) -> String {
    let content: Vec<u8> = (0..bytes).map(|at| (at % 251) as u8 ^ seed).collect();
    uri("image/png", &content)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    /// The stored form of a JSON text, and the text read back from it.
    fn round_trip(text: &str) -> (String, String) {
        let mut collected = Collected::default();
        let stored = map_strings(text, |inside| collected.take(inside)).unwrap();
        let read = |name: &str| Ok(collected.0.get(name).unwrap().clone());
        let back = resolve(&stored, &read, usize::MAX).unwrap();
        (stored, back)
    }

    #[test]
    fn large_images_leave_the_json_and_come_back() {
        let text = format!(r#"{{"content":"{}"}}"#, example(1, 2000));
        let (stored, back) = round_trip(&text);
        assert!(stored.starts_with(r#"{"content":"asset:"#) && stored.len() < 100, "{stored}");
        assert_eq!(back, text);
    }

    #[test]
    fn every_type_has_an_extension_of_its_own() {
        for (media_type, extension) in TYPES {
            let text = format!("[\"{}\"]", uri(media_type, &[7; 1000]));
            let (stored, back) = round_trip(&text);
            assert!(stored.ends_with(&format!(".{extension}\"]")), "{stored}");
            assert_eq!(back, text);
        }
    }

    #[test]
    fn what_would_not_survive_exactly_stays_inline() {
        let image = example(1, 1000);
        let payload = &image["data:image/png;base64,".len()..];
        for inside in [
            example(1, 100),
            image.replace("image/png", "image/bmp"),
            image.replace("image/png", "image/PNG"),
            image.replace(";base64", ";charset=utf-8;base64"),
            image.replace("image/png", "image\\/png"),
            image.trim_end_matches('=').to_owned(),
            // The same bytes, but with stray bits at the end.
            image.replacen(&payload[payload.len() - 3..], "B==", 1),
            format!("{image}\\n"),
            format!(" {image}"),
        ] {
            let text = format!("[\"{inside}\"]");
            let (stored, back) = round_trip(&text);
            assert_eq!(stored, text);
            assert_eq!(back, text);
        }
    }

    #[test]
    fn texts_that_look_like_references_survive() {
        let name = format!("{}.png", "a".repeat(64));
        for inside in [
            format!("asset:{name}"),
            format!("asset:asset:{name}"),
            "asset:".to_owned(),
            "asset:../../secret.png".to_owned(),
            "asset: pump {no}".to_owned(),
            "asset:asset:asset:".to_owned(),
            "\\u0061sset:x".to_owned(),
        ] {
            let text = format!("{{\"{inside}\":\"{inside}\"}}");
            assert_eq!(round_trip(&text).1, text);
        }
    }

    #[test]
    fn references_must_be_exact() {
        let read = |_: &str| -> Result<Vec<u8>> { panic!("nothing may be read") };
        for name in ["../../secret.png", "x.PNG", &format!("{}.png", "A".repeat(64))] {
            let problem = resolve(&format!("[\"asset:{name}\"]"), &read, 1000).unwrap_err();
            assert_eq!(problem.code, Code::InvalidTemplate);
        }
        let text = r#"["asset: pump 3"]"#;
        assert_eq!(resolve(text, &read, 1000).as_deref(), Ok(text));
    }

    #[test]
    fn many_references_to_one_large_image_are_limited() {
        let name = format!("asset:{}.png", "a".repeat(64));
        let text = format!("[{}]", vec![format!("\"{name}\""); 100].join(","));
        let problem = resolve(&text, &|_| Ok(vec![0; 10_000]), 100_000).unwrap_err();
        assert_eq!(problem.get("limitBytes"), Some(&100_000.into()));
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    proptest! {
        #[test]
        fn everything_comes_back(text in super::super::canonical::arbitrary::json()) {
            prop_assert_eq!(round_trip(&text).1, text);
        }
    }
}
