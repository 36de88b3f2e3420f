//! The files that a document carries (spec 20.10.4).

use std::collections::{HashMap, HashSet};

use super::{Source, text};
use crate::blank::trim;
use crate::expr::TextTemplate;
use crate::format::Relationship;
use crate::image::base64;
use crate::library::{Library, PREFIX};
use crate::problem::{Code, Problem, Result};
use crate::template::pdf;

/// A file that a document carries.
#[derive(Debug, Clone, PartialEq)]
pub struct AttachedFile {
    /// Its name: no folders, and no other file has it.
    pub name: String,
    pub mime_type: String,
    /// Relationship to the document.
    pub relationship: Relationship,
    /// Description that readers show.
    pub description: Option<String>,
    /// Content; empty until `take_files` for a file of the library.
    pub bytes: Vec<u8>,
    /// The file of the library that it is, as `lib:NAME`.
    pub library: Option<String>,
}

/// Maximum size of all attachments together, in bytes.
const MOST: usize = 25 << 20;
/// Longest name in bytes, as file systems have it.
const LONGEST_NAME: usize = 200;

/// The attachments of a document.
///
/// # Errors
/// `attachmentUnreadable`, or a limit of the budget.
pub(super) fn attachments(
    attachments: &[pdf::Attachment],
    source: &Source<'_>,
) -> Result<Vec<AttachedFile>> {
    let mut files = Vec::new();
    let mut names = Names::default();
    let mut size = 0;
    for attachment in attachments {
        source.env.meter.step()?;
        let scope = source.document();
        if let Some(when) = &attachment.when
            && !when.holds(&scope)?
        {
            continue;
        }
        let shown = |template: &Option<TextTemplate>| -> Result<Option<String>> {
            let Some(template) = template else { return Ok(None) };
            let shown = text(template, &scope)?;
            Ok(Some(trim(&shown).to_owned()).filter(|text| !text.is_empty()))
        };
        let name = text(&attachment.name, &scope)?;
        let name = names.unique(sanitised(&name));
        // Only the template names files of the library: values of the data are texts.
        let literal = attachment.source.as_literal().map(trim);
        let library = literal.filter(|text| text.starts_with(PREFIX)).map(str::to_owned);
        let content = text(&attachment.source, &scope)?;
        let fault = |what: &str| {
            Problem::new(Code::AttachmentUnreadable, format!("the attachment `{name}` {what}"))
                .pointer(format!("{}/source", attachment.pointer))
                .detail("attachment", name.as_str())
        };
        let of_name = || mime_of(&name).to_owned();
        let declared = shown(&attachment.mime_type)?;
        let (mime_type, bytes) = match &library {
            Some(_) => checked(declared.unwrap_or_else(of_name)).map(|ty| (ty, Vec::new())),
            None => read(&content, declared, of_name),
        }
        .map_err(|what| fault(&what))?;
        size += bytes.len();
        if size > MOST {
            return Err(fault("takes the attachments above 25 MiB together")
                .advice("attach less, or send the files beside the document")
                .detail("limitBytes", MOST));
        }
        source.env.meter.hold(bytes.len())?;
        files.push(AttachedFile {
            mime_type,
            relationship: attachment.relationship,
            description: shown(&attachment.description)?,
            bytes,
            name,
            library,
        });
    }
    Ok(files)
}

/// Reads the attachments that are files of the library.
///
/// # Errors
/// `attachmentUnreadable` where a file is not there, or all of them are too large.
pub(crate) fn take_files(files: &mut [AttachedFile], library: &Library) -> Result<()> {
    let mut size = 0;
    for file in files {
        let fault = |what: &str| {
            Problem::new(
                Code::AttachmentUnreadable,
                format!("the attachment `{}` {what}", file.name),
            )
            .pointer("/template/pdf/attachments")
            .detail("attachment", file.name.as_str())
        };
        if let Some(reference) = &file.library {
            let bytes = library.find(reference);
            let bytes = bytes.ok_or_else(|| fault("is a file that the library lacks"))?;
            file.bytes = bytes.to_vec();
        }
        size += file.bytes.len();
        if size > MOST {
            return Err(fault("takes the attachments above 25 MiB together")
                .advice("attach less, or send the files beside the document")
                .detail("limitBytes", MOST));
        }
    }
    Ok(())
}

/// Type and bytes of a file, or what is wrong with it.
fn read(
    content: &str,
    declared: Option<String>,
    of_name: impl FnOnce() -> String,
) -> std::result::Result<(String, Vec<u8>), String> {
    let content_trimmed = trim(content);
    if content_trimmed.is_empty() {
        return Err("is empty".to_owned());
    }
    let uri = content_trimmed.strip_prefix("data:").and_then(|uri| uri.split_once(','));
    let of_uri = uri.and_then(|(head, _)| head.split(';').next()).filter(|ty| !ty.is_empty());
    let ty = checked(declared.or(of_uri.map(str::to_owned)).unwrap_or_else(of_name))?;
    let bytes = match uri {
        Some((head, data)) if head.ends_with(";base64") => base64(data)?,
        None if is_text(&ty) => content.as_bytes().to_vec(),
        None => base64(content_trimmed)?,
        Some(_) => return Err("is a `data:` URI that is not in base64".to_owned()),
    };
    Ok((ty, bytes))
}

fn base64(text: &str) -> std::result::Result<Vec<u8>, String> {
    match base64::decode(text) {
        (bytes, None) if !bytes.is_empty() => Ok(bytes),
        _ => Err("is not in base64".to_owned()),
    }
}

/// Returns `true` if files of a type are texts.
fn is_text(ty: &str) -> bool {
    let ty = ty.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    ty.starts_with("text/")
        || ty.ends_with("+xml")
        || ty.ends_with("+json")
        || matches!(ty.as_str(), "application/xml" | "application/json" | "application/x-ndjson")
}

/// The type of a file, if it is one.
fn checked(ty: String) -> std::result::Result<String, String> {
    if is_mime(&ty) { Ok(ty) } else { Err(format!("has the type `{ty}`, which is unknown")) }
}

/// Returns `true` if a text names a type (RFC 2045).
fn is_mime(ty: &str) -> bool {
    let is_token = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte))
    };
    let ty = ty.split(';').next().unwrap_or_default().trim();
    ty.split_once('/').is_some_and(|(one, other)| is_token(one) && is_token(other))
}

/// The type of a file by the ending of its name.
fn mime_of(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        "txt" | "log" | "md" => "text/plain",
        "csv" => "text/csv",
        "html" | "htm" => "text/html",
        "xml" => "text/xml",
        "json" => "application/json",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "svg" => "image/svg+xml",
        "zip" => "application/zip",
        _ => "application/octet-stream",
    }
}

/// A name without folders, and without characters that a file system refuses or a reader does not
/// see.
fn sanitised(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_hidden = |c: char| {
        matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let kept = last.chars().filter(|c| !c.is_control() && !is_hidden(*c));
    let safe = kept.map(|c| if "<>:\"|?*".contains(c) { '_' } else { c }).collect::<String>();
    let safe = safe.trim_matches(|c: char| c == '.' || c.is_whitespace());
    let mut end = safe.len().min(LONGEST_NAME);
    while !safe.is_char_boundary(end) {
        end -= 1;
    }
    if end == 0 { "attachment".to_owned() } else { safe[..end].to_owned() }
}

/// The names of files in small letters: some file systems take them for the same as capitals.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// The last number that files of a name got.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// The name, with a number before its ending where another file has it.
    fn unique(&mut self, name: String) -> String {
        let lower = name.to_lowercase();
        if self.taken.insert(lower.clone()) {
            return name;
        }
        let number = self.numbers.entry(lower).or_insert(1);
        loop {
            *number += 1;
            let candidate = match name.rsplit_once('.') {
                Some((stem, ending)) => format!("{stem}-{number}.{ending}"),
                None => format!("{name}-{number}"),
            };
            if self.taken.insert(candidate.to_lowercase()) {
                return candidate;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_folders_and_what_is_not_seen() {
        for (name, safe) in [
            ("a.csv", "a.csv"),
            ("../../etc/passwd", "passwd"),
            ("C:\\x\\y?.txt", "y_.txt"),
            (" .hidden. ", "hidden"),
            ("\u{202e}fdp.exe\n", "fdp.exe"),
            ("/", "attachment"),
        ] {
            assert_eq!(sanitised(name), safe);
        }
        assert_eq!(sanitised(&"é".repeat(300)).len(), LONGEST_NAME);
    }

    #[test]
    fn no_two_files_have_one_name() {
        let mut names = Names::default();
        let mut name = |name: &str| names.unique(name.to_owned());
        assert_eq!(name("a.csv"), "a.csv");
        assert_eq!(name("A.CSV"), "A-2.CSV");
        assert_eq!(name("a.csv"), "a-3.csv");
        assert_eq!(name("b"), "b");
        assert_eq!(name("b"), "b-2");
        // One that is written like a numbered one.
        assert_eq!(name("b-3"), "b-3");
        assert_eq!(name("b"), "b-4");
    }

    #[test]
    fn texts_are_kept_and_bytes_are_base64() {
        let read = |content: &str, ty: Option<&str>| {
            read(content, ty.map(str::to_owned), || "text/csv".to_owned())
        };
        let text = |ty: &str, bytes: &[u8]| Ok((ty.to_owned(), bytes.to_vec()));
        assert_eq!(read(" a;b\n", None), text("text/csv", b" a;b\n"));
        assert_eq!(read("<a/>", Some("application/rss+xml")), text("application/rss+xml", b"<a/>"));
        assert_eq!(read("aGk=\n", Some("image/png")), text("image/png", b"hi"));
        assert_eq!(read("data:image/gif;base64,aGk", None), text("image/gif", b"hi"));
        assert_eq!(read("no base64!", Some("image/png")), Err("is not in base64".to_owned()));
        assert_eq!(read(" ", None), Err("is empty".to_owned()));
        assert!(is_mime("text/csv; charset=utf-8") && !is_mime("csv") && !is_mime("a b/c"));
    }
}
