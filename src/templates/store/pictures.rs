//! Pictures as files beside a template: `"content": "logo.png"`.
//!
//! In place of a picture, the name of a PNG or JPEG file, in the folder of the template or
//! below it, stands for its content. Reading a template puts it in, so that whatever shows, renders
//! or serves the template has the picture.

use std::path::{Component, Path};

use super::assets::{self, Read};
use super::canonical;
use super::size::{MAX_TEMPLATE_BYTES, within};
use crate::base::files;
use crate::templates::codes;
use engine::problem::{Problem, Result, quoted};

/// Readers of the pictures of a template.
#[derive(Clone, Copy)]
pub(super) struct Pictures<'a> {
    /// Files that the store made of large images.
    pub(super) asset: Read<'a>,
    /// Files that people put beside the template.
    pub(super) beside: Read<'a>,
}

/// Extensions, and what the files are.
const TYPES: [(&str, &str); 3] =
    [("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg")];

impl Pictures<'_> {
    /// The JSON of a template with all its pictures in it. Adds the names of the files beside the template
    /// to `named`.
    pub(super) fn resolve(self, text: &str, named: &mut Vec<String>) -> Result<String> {
        let text = assets::resolve(text, self.asset, MAX_TEMPLATE_BYTES)?;
        if !may_name_files(&text) {
            return Ok(text);
        }
        let mut out = String::new();
        let mut copied = 0;
        for range in canonical::pictures(&text) {
            let name = text.get(range.clone()).unwrap_or_default();
            let Some(media_type) = media_type(name) else { continue };
            let uri = assets::uri(media_type, &(self.beside)(name)?);
            named.push(name.to_owned());
            out.push_str(text.get(copied..range.start).unwrap_or_default());
            out.push_str(&uri);
            copied = range.end;
            within(out.len() + text.len() - copied, MAX_TEMPLATE_BYTES)?;
        }
        if copied == 0 {
            return Ok(text);
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Ok(out)
    }
}

/// Names of pictures beside a template in its JSON.
pub(super) fn named(text: &str) -> impl Iterator<Item = &str> {
    let ranges = if may_name_files(text) { canonical::pictures(text) } else { Vec::new() };
    let names = ranges.into_iter().map(|range| text.get(range).unwrap_or_default());
    names.filter(|name| media_type(name).is_some())
}

/// Returns `true` if a text of the JSON ends like the name of a picture file. Most templates have none, and
/// need not be taken apart.
fn may_name_files(text: &str) -> bool {
    let bytes = text.as_bytes();
    let ends_like = |end: usize, extension: &str| {
        let start = end.checked_sub(extension.len());
        start.is_some_and(|start| bytes[start..end].eq_ignore_ascii_case(extension.as_bytes()))
    };
    // Byte by byte: a quote comes every few bytes, which searching for each would take longer for.
    bytes.iter().enumerate().any(|(at, byte)| {
        *byte == b'"' && TYPES.iter().any(|(extension, _)| ends_like(at, extension))
    })
}

/// The media type of a text that is the name of a picture file: a relative path that goes down
/// only. Nothing else ever becomes part of a path.
fn media_type(name: &str) -> Option<&'static str> {
    const LONGEST: usize = 255;
    // First what few texts have: this is asked of every text of a template.
    let (_, extension) = name.rsplit_once('.')?;
    let found = TYPES.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known));
    let (_, media_type) = found?;
    let is_plain = name.len() <= LONGEST
        && !name.contains(|c: char| c.is_control() || "\\\"{}:?*|<>".contains(c));
    let goes_down = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(part) if !part.as_encoded_bytes().starts_with(b".")));
    (is_plain && goes_down).then_some(*media_type)
}

/// The picture files that a template names, with their paths from its folder, those that the store
/// made included. A text that only looks like such a name is among them.
pub fn picture_files(template: &[u8]) -> Vec<String> {
    const LONGEST: usize = 256;
    // Texts between quotes: names contain no quote, and longer texts are no names.
    let texts = template.split(|byte| *byte == b'"').filter(|text| text.len() < LONGEST);
    let mut names: Vec<String> = texts.filter_map(picture_file).collect();
    names.sort();
    names.dedup();
    names
}

/// Name, size and time of the picture files that a template names, a line each. `path` is that of the
/// template; what is not there has neither size nor time.
pub fn picture_states(path: &Path, template: &[u8]) -> String {
    let folder = files::folder_of(path);
    let state = |name: String| {
        let about = folder.join(&name).metadata().ok();
        let about = about.map(|about| (about.len(), about.modified().ok()));
        format!("{name} {about:?}\n")
    };
    picture_files(template).into_iter().map(state).collect()
}

fn picture_file(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    match assets::file_of(text) {
        Some(asset) => Some(format!("{}/{asset}", assets::FOLDER)),
        None => media_type(text).map(|_| text.to_owned()),
    }
}

/// The content of a picture file, whose path, links followed, was found to lie where it may.
pub(super) fn read(real: Option<&Path>, name: &str) -> Result<Vec<u8>> {
    let Some(real) = real else { return Err(missing(name)) };
    files::read_regular(real, MAX_TEMPLATE_BYTES as u64)
        .map_err(|problem| refused(name, &format!("cannot be read: {}", problem.message)))
}

/// The problem of a picture that is not beside the template.
pub(super) fn missing(name: &str) -> Problem {
    refused(name, "is not there")
}

fn refused(name: &str, what: &str) -> Problem {
    Problem::new(codes::TEMPLATE_UNREADABLE, format!("the picture {} {what}", quoted(name)))
        .advice("put the file into the folder of the template, or the picture into the template")
        .detail("picture", name)
}

/// The content of a picture beside a template file; links do not lead out of its folder.
pub(super) fn read_beside(folder: &Path, name: &str) -> Result<Vec<u8>> {
    let real = folder.join(name).canonicalize().ok();
    let real = real.filter(|real| folder.canonicalize().is_ok_and(|root| real.starts_with(root)));
    read(real.as_deref(), name)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn resolve(text: &str) -> Result<String> {
        let asset = |_: &str| Ok(Vec::new());
        let beside = |name: &str| Ok(name.as_bytes().to_vec());
        Pictures { asset: &asset, beside: &beside }.resolve(text, &mut Vec::new())
    }

    #[test]
    fn names_stand_for_files_only_where_pictures_are() {
        let text = r#"{"page": {"backgroundImage": "paper.jpg"}, "schemas": [[
            {"content": "logo.png", "type" : "image", "name": "logo.png"},
            {"type": "text", "content": "logo.png"}, {"type": "image", "content": ""}]]}"#;
        let resolved = text
            .replacen("paper.jpg", "data:image/jpeg;base64,cGFwZXIuanBn", 1)
            .replacen("logo.png", "data:image/png;base64,bG9nby5wbmc=", 1);
        assert_eq!(resolve(text).unwrap(), resolved);
    }

    #[test]
    fn the_files_that_a_template_names_are_found() {
        let asset = format!("{}.webp", "a".repeat(64));
        let text = format!(
            r#"{{"b": "{asset}", "c": ["asset:{asset}", "img/logo.PNG", "../x.png", "img/logo.PNG"]}}"#
        );
        let found = picture_files(text.as_bytes());
        assert_eq!(found, [format!("assets/{asset}"), "img/logo.PNG".to_owned()]);
    }

    #[test]
    fn only_names_below_the_folder_are_files() {
        for name in ["logo.png", "img/logo.PNG", "Café 2.jpeg"] {
            assert!(media_type(name).is_some(), "{name}");
        }
        for name in [
            "",
            ".png",
            "../logo.png",
            "a/../logo.png",
            "/logo.png",
            "./logo.png",
            "C:logo.png",
            "a\\\\logo.png",
            "{name}.png",
            "http://x/logo.png",
            "logo.svg",
            "logo",
            "a/.b/logo.png",
            "data:image/png",
        ] {
            assert!(media_type(name).is_none(), "{name}");
        }
    }
}
