//! Files that templates name: fonts, pictures, letterheads and attachments, as `lib:NAME` (spec
//! 20.3.4).
//!
//! The engine reads no file. [`references`] says which files a template names, its caller puts
//! them into a [`Library`], and `Prepared::with_library` takes
//! both together.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::pointer::escaped;
use crate::problem::{Code, Problem, Result};
use crate::suggest::{Suggestions, listed};
use crate::value::Value;

/// Prefix of a reference to a file of the library.
pub const PREFIX: &str = "lib:";

/// Longest name of a file.
const MAX_NAME_BYTES: usize = 128;

/// Use of a file in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// A face of a font.
    Font,
    Picture,
    /// A PDF under the pages.
    Letterhead,
    /// A file inside the PDF.
    Attachment,
}

/// A place of a template that names a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The name of the file, without `lib:` and without the number of a face (`#1`).
    pub name: String,
    /// JSON pointer to the place.
    pub pointer: String,
    pub purpose: Purpose,
}

/// Files by name, for renders. Copies share the files.
#[derive(Debug, Clone, Default)]
pub struct Library {
    files: BTreeMap<Arc<str>, File>,
    /// Names of further files, to propose one where another is missing.
    others: Arc<[String]>,
}

#[derive(Debug, Clone)]
enum File {
    Bytes(Arc<[u8]>),
    /// A file that exists but cannot be used, with the reason.
    Refused(Arc<str>),
}

impl Library {
    /// Adds a file, in the place of another one of its name.
    pub fn insert(&mut self, name: impl Into<Arc<str>>, bytes: impl Into<Arc<[u8]>>) {
        self.files.insert(name.into(), File::Bytes(bytes.into()));
    }

    /// Notes that a file is there but cannot be used: `reason` follows "the file …".
    pub fn refuse(&mut self, name: impl Into<Arc<str>>, reason: impl Into<Arc<str>>) {
        self.files.insert(name.into(), File::Refused(reason.into()));
    }

    /// Names of all files that there are, for messages about those that are missing.
    pub fn propose(&mut self, names: impl Into<Arc<[String]>>) {
        self.others = names.into();
    }

    pub fn files(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        self.files.iter().filter_map(|(name, file)| match file {
            File::Bytes(bytes) => Some((&**name, bytes)),
            File::Refused(_) => None,
        })
    }

    /// The files that cannot be used, with the reasons.
    pub fn refused(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(name, file)| match file {
            File::Bytes(_) => None,
            File::Refused(reason) => Some((&**name, &**reason)),
        })
    }

    /// The names that are proposed where a file is missing.
    pub fn others(&self) -> &[String] {
        &self.others
    }

    pub fn get(&self, name: &str) -> Option<&Arc<[u8]>> {
        match self.files.get(name)? {
            File::Bytes(bytes) => Some(bytes),
            File::Refused(_) => None,
        }
    }

    /// The file of a reference such as `lib:logo.png`; nothing for any other text.
    pub fn find(&self, reference: &str) -> Option<&Arc<[u8]>> {
        self.get(file_name(reference)?)
    }

    /// The file that a place names.
    ///
    /// # Errors
    /// `libraryFileNotFound` with names that are near, `libraryFileUnreadable`.
    pub fn require(&self, reference: &Reference) -> Result<&Arc<[u8]>> {
        self.require_of(reference, &Suggestions::default())
    }

    fn require_of(&self, reference: &Reference, suggestions: &Suggestions) -> Result<&Arc<[u8]>> {
        let name = reference.name.as_str();
        let problem = match self.files.get(name) {
            Some(File::Bytes(bytes)) => return Ok(bytes),
            Some(File::Refused(reason)) => {
                let message = format!("the file `{name}` of the library {reason}");
                Problem::new(Code::LibraryFileUnreadable, message)
            }
            None => self.not_found(name, suggestions),
        };
        Err(problem.pointer(reference.pointer.clone()).detail("name", name))
    }

    /// Problems of the files that a template names.
    pub fn problems(&self, references: &[Reference]) -> Vec<Problem> {
        let suggestions = Suggestions::default();
        let require = |reference| self.require_of(reference, &suggestions);
        references.iter().filter_map(|reference| require(reference).err()).collect()
    }

    fn not_found(&self, name: &str, suggestions: &Suggestions) -> Problem {
        let names = || {
            let own = self.files().map(|(name, _)| name);
            own.chain(self.others.iter().map(String::as_str))
        };
        let message = format!("there is no file `{name}` in the library");
        let problem = Problem::new(Code::LibraryFileNotFound, message);
        let is_listed = suggestions.are_left();
        if let Some(question) = suggestions.did_you_mean(name, names) {
            return problem.advice(question);
        }
        match names().next() {
            Some(_) if !is_listed => problem.advice("add the file, or use one that is there"),
            Some(_) => {
                let mut names: Vec<&str> = names().collect();
                names.sort_unstable();
                names.dedup();
                problem.advice(format!("add the file, or use one of {}", listed(names)))
            }
            None => problem.advice("put the file into the folder `library` of the repository"),
        }
    }
}

/// Returns true if a text can be the name of a file of the library: letters, digits, `.`, `_` and `-`
/// (ASCII, because file systems spell other letters in several ways), not beginning with a dot.
pub fn is_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !name.is_empty()
        && name.len() <= MAX_NAME_BYTES
        && !name.starts_with('.')
        && name.bytes().all(is_allowed)
}

/// Description of [`is_name`] for messages.
pub const EXPECTED_NAME: &str =
    "`lib:` and the name of a file of the library (letters, digits, `.`, `_`, `-`)";

/// The name in a reference such as `lib:logo.png`; nothing for any other text.
pub fn file_name(reference: &str) -> Option<&str> {
    reference.strip_prefix(PREFIX)
}

/// The name and the number of the face in a reference such as `lib:Serif.ttc#1`.
pub fn face_name(reference: &str) -> Option<(&str, Option<&str>)> {
    let name = file_name(reference)?;
    Some(match name.split_once('#') {
        Some((name, number)) => (name, Some(number)),
        None => (name, None),
    })
}

/// The places of a template that name files, in reading order; none where it does not ask for
/// extensions. The template need not be readable: it is often looked at before it is read.
pub fn references(template: &Value) -> Vec<Reference> {
    let mut found = Found::default();
    if matches!(template.get("extensions"), None | Some(Value::Null)) {
        return found.references;
    }
    let root = "/template";
    for (name, font) in members(template.get("fonts")) {
        for (face, reference) in members(Some(font)) {
            let pointer = format!("{root}/fonts/{}/{}", escaped(name), escaped(face));
            found.note(Some(reference), Purpose::Font, || pointer);
        }
    }
    found.design(template, root);
    for (index, page) in elements(template.get("pages")).iter().enumerate() {
        found.design(page, &format!("{root}/pages/{index}"));
    }
    let attachments = template.get("pdf").and_then(|pdf| pdf.get("attachments"));
    for (index, attachment) in elements(attachments).iter().enumerate() {
        found.note(attachment.get("source"), Purpose::Attachment, || {
            format!("{root}/pdf/attachments/{index}/source")
        });
    }
    found.references
}

#[derive(Default)]
struct Found {
    references: Vec<Reference>,
}

impl Found {
    fn design(&mut self, design: &Value, pointer: &str) {
        self.background(design, pointer);
        let key = "backgroundPdf";
        self.note(design.get(key), Purpose::Letterhead, || format!("{pointer}/{key}"));
        for variant in ["firstPage", "lastPage"] {
            if let Some(page) = design.get(variant) {
                self.background(page, &format!("{pointer}/{variant}"));
            }
        }
        if let Some(schemas) = design.get("schemas") {
            self.fields(schemas, &format!("{pointer}/schemas"), 0);
        }
    }

    fn background(&mut self, value: &Value, pointer: &str) {
        let key = "backgroundImage";
        self.note(value.get(key), Purpose::Picture, || format!("{pointer}/{key}"));
    }

    /// The pictures of fields, which stand in lists, and in lists of those.
    fn fields(&mut self, value: &Value, pointer: &str, depth: usize) {
        const DEEPEST: usize = 8;
        if depth > DEEPEST {
            return;
        }
        for (index, element) in elements(Some(value)).iter().enumerate() {
            self.fields(element, &format!("{pointer}/{index}"), depth + 1);
        }
        let is_picture = matches!(value.get("type").and_then(Value::as_str), Some("image" | "svg"));
        let keys: &[&str] = if is_picture { &["content", "missing"] } else { &["missing"] };
        for key in keys {
            self.note(value.get(key), Purpose::Picture, || format!("{pointer}/{key}"));
        }
        for (index, column) in elements(value.get("columnStyles")).iter().enumerate() {
            self.note(column.get("missing"), Purpose::Picture, || {
                format!("{pointer}/columnStyles/{index}/missing")
            });
        }
    }

    fn note(
        &mut self,
        reference: Option<&Value>,
        purpose: Purpose,
        pointer: impl FnOnce() -> String,
    ) {
        let Some(text) = reference.and_then(Value::as_str) else { return };
        let name = match purpose {
            Purpose::Font => face_name(text).map(|(name, _)| name),
            _ => file_name(text),
        };
        if let Some(name) = name {
            self.references.push(Reference { name: name.to_owned(), pointer: pointer(), purpose });
        }
    }
}

fn members(value: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    value.and_then(Value::as_object).into_iter().flat_map(|object| object.iter())
}

fn elements(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(json: &str) -> Value {
        Value::from_json(json).expect("JSON")
    }

    #[test]
    fn every_place_of_a_template_is_listed() {
        let template = template(
            r#"{"extensions": 1, "fonts": {"a/b": {"regular": "lib:A.ttc#2", "bold": "builtin:sans"}},
              "pages": [{"backgroundPdf": "lib:p.pdf", "firstPage": {"backgroundImage": "lib:q.png"},
                "schemas": [{"type": "image", "content": "lib:logo.svg", "missing": "lib:none.png"},
                  {"type": "text", "content": "lib:no"}]}],
              "pdf": {"attachments": [{"source": "lib:terms.pdf"}, {"source": "{xml}"}]}}"#,
        );
        let found = references(&template);
        let found: Vec<_> =
            found.iter().map(|r| (r.name.as_str(), r.pointer.as_str(), r.purpose)).collect();
        assert_eq!(
            found,
            [
                ("A.ttc", "/template/fonts/a~1b/regular", Purpose::Font),
                ("p.pdf", "/template/pages/0/backgroundPdf", Purpose::Letterhead),
                ("q.png", "/template/pages/0/firstPage/backgroundImage", Purpose::Picture),
                ("logo.svg", "/template/pages/0/schemas/0/content", Purpose::Picture),
                ("none.png", "/template/pages/0/schemas/0/missing", Purpose::Picture),
                ("terms.pdf", "/template/pdf/attachments/0/source", Purpose::Attachment),
            ]
        );
    }

    #[test]
    fn a_template_without_extensions_names_nothing() {
        let template = template(r#"{"schemas": [{"type": "image", "content": "lib:logo.svg"}]}"#);
        assert_eq!(references(&template), []);
    }

    #[test]
    fn names_are_one_segment() {
        for name in ["logo.png", "Inter-Bold.ttf", "a_b", "1"] {
            assert!(is_name(name), "{name}");
        }
        let long = "a".repeat(MAX_NAME_BYTES + 1);
        for name in ["", ".hidden", "..", "a/b", "a\\b", "a b", "ä.png", "C:a", "a\0", &long] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn what_is_missing_is_said_with_what_is_near() {
        let reference = |name: &str| Reference {
            name: name.to_owned(),
            pointer: "/template/x".to_owned(),
            purpose: Purpose::Picture,
        };
        let mut library = Library::default();
        let missing = library.require(&reference("logo.png")).expect_err("it is empty");
        assert_eq!(missing.code, Code::LibraryFileNotFound);
        assert_eq!(missing.pointer.as_deref(), Some("/template/x"));
        library.insert("lgoo.png", b"x".as_slice());
        library.refuse("huge.png", "is too large");
        library.propose(vec!["terms.pdf".to_owned()]);
        let advice = |name: &str| {
            let problem = library.require(&reference(name)).expect_err("it is not there");
            (problem.code, problem.advice.map(|advice| advice.into_owned()).unwrap_or_default())
        };
        assert_eq!(advice("logo.png").1, "did you mean `lgoo.png`?");
        assert_eq!(advice("letter").1, "add the file, or use one of `lgoo.png`, `terms.pdf`");
        assert_eq!(advice("huge.png").0, Code::LibraryFileUnreadable);
        assert_eq!(library.find("lib:lgoo.png").map(|bytes| bytes.len()), Some(1));
        assert_eq!(library.find("lgoo.png"), None);
    }
}
