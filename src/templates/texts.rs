//! Texts that the templates of a folder share: `texts/LANGUAGE.json` beside them (spec 20.8.3).

use std::path::{Path, PathBuf};

use super::Named;
use super::store::TEXTS_FOLDER;
use crate::base::files;
use crate::base::hash::sha256;
use crate::templates::codes;
use engine::locale::{Locale, Translations};
use engine::problem::{Code, Problem, Result, quoted};
use engine::value::Value;

/// Largest file, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// The texts of a folder, and the files they come from.
#[derive(Debug, Clone, Default)]
pub struct SharedTexts {
    /// By language and key.
    pub texts: Translations,
    /// The files with their hashes.
    pub files: Vec<Named>,
}

impl SharedTexts {
    /// The texts of files that are named one by one, each after its language.
    ///
    /// # Errors
    /// `io` for a file that cannot be read, `localeUnknown` for a name that is no language,
    /// `templateUnreadable` for a file that is no object of texts.
    pub fn of_files(paths: &[PathBuf]) -> Result<Self> {
        let named = paths.iter().map(|path| {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            (stem.into_owned(), path.clone())
        });
        parse(&read(&named.collect::<Vec<_>>())?)
    }
}

/// The files of texts beside a template, in the order of their names. `inside` resolves a path, if
/// it is in an allowed place.
///
/// # Errors
/// Errors of `inside`.
pub(super) fn paths(
    template: &Path,
    inside: impl Fn(&Path) -> Result<Option<PathBuf>>,
) -> Result<Vec<(String, PathBuf)>> {
    let Some(folder) = inside(&files::folder_of(template).join(TEXTS_FOLDER))? else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let Some(language) = name.strip_suffix(".json").filter(|stem| !stem.starts_with('.'))
        else {
            continue;
        };
        if let Some(path) = inside(&entry.path())? {
            found.push((language.to_owned(), path));
        }
    }
    found.sort();
    Ok(found)
}

/// A file of texts as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextsFile {
    /// The language that its name says.
    pub language: String,
    /// The file, as messages name it.
    pub file: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl TextsFile {
    /// Its name beside the template, with the hash of its content.
    pub(super) fn named(&self) -> Named {
        let name = format!("{TEXTS_FOLDER}/{}.json", self.language);
        Named { name, sha256: sha256(&self.bytes) }
    }
}

/// Reads files of texts, without looking into them.
///
/// # Errors
/// Errors of reading files.
pub(crate) fn read(paths: &[(String, PathBuf)]) -> Result<Vec<TextsFile>> {
    let read = |(language, path): &(String, PathBuf)| {
        let bytes = files::read_regular(path, MAX_BYTES)?;
        Ok(TextsFile { language: language.clone(), file: files::display_name(path), bytes })
    };
    paths.iter().map(read).collect()
}

/// The texts of files.
///
/// # Errors
/// `localeUnknown` for a name that is no language; `templateUnreadable` for a file that is no object
/// of texts.
pub(crate) fn parse(files: &[TextsFile]) -> Result<SharedTexts> {
    let mut shared = SharedTexts::default();
    for given in files {
        let (language, name) = (&given.language, &given.file);
        let problem = |code, message: String| Problem::new(code, message).file(name);
        if Locale::find(language).is_none() {
            let message = format!("there is no data for the language {}", quoted(language));
            let advice = "name the file after a BCP 47 tag, such as `texts/de.json`";
            return Err(problem(Code::LocaleUnknown, message).advice(advice));
        }
        let unreadable = |message: String| {
            problem(codes::TEMPLATE_UNREADABLE, message)
                .advice(r#"write texts by their keys: `{"total": "Summe"}`"#)
        };
        let text = std::str::from_utf8(&given.bytes)
            .map_err(|_| unreadable("the texts are not UTF-8".to_owned()))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let value = Value::from_json(text)
            .map_err(|error| unreadable(format!("the texts are not JSON: {error}")))?;
        let Some(object) = value.as_object() else {
            return Err(unreadable(format!(
                "texts must be an object, not {}",
                value.type_phrase()
            )));
        };
        for (key, value) in object.iter() {
            let Some(text) = value.as_str() else {
                let message =
                    format!("{} must be a text, not {}", quoted(key), value.type_phrase());
                return Err(unreadable(message));
            };
            shared.texts.add(language, key, text);
        }
        shared.files.push(given.named());
    }
    Ok(shared)
}
