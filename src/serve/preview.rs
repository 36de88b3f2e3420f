//! Templates under design: compiled once while only the data, or nothing, changes.

use std::sync::Arc;

use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use crate::templates::SettingsFonts;
use crate::templates::{LoadedLibrary, SharedTexts, fonts};
use engine::problem::{Code, Problem, Result};
use engine::render::Prepared;
use crate::templates::store::LibraryFolder;
use engine::template::Template;
use crate::base::shelf::{Shelf, Weigh};
use engine::value::{Array, Value};

/// Compiled templates kept; a person designs one at a time.
const MAX_ENTRIES: usize = 64;
/// Memory that they take at most: a compiled template has its fonts, pictures and letterheads in memory.
const MAX_MEMORY: usize = 256 << 20;

/// The compiled templates of recent previews, by their text.
pub struct Previews {
    kept: Mutex<Shelf<PreviewKey, CachedPreview>>,
}

impl Default for Previews {
    fn default() -> Self {
        Self { kept: Mutex::new(Shelf::new(MAX_ENTRIES, MAX_MEMORY)) }
    }
}

type PreviewKey = [u8; 32];

struct CachedPreview {
    prepared: Arc<Prepared>,
    library: LoadedLibrary,
}

impl Weigh for CachedPreview {
    fn memory(&self) -> usize {
        self.prepared.memory()
    }
}

impl Previews {
    /// The template with its bindings, and with the texts and fonts that templates share, compiled.
    ///
    /// # Errors
    /// Every problem of reading it.
    pub fn compiled(
        &self,
        template: &str,
        bindings: &str,
        folder: &LibraryFolder,
        (texts, fonts): (&SharedTexts, &SettingsFonts),
    ) -> Result<Arc<Prepared>, Vec<Problem>> {
        let key = key(template, bindings, folder, texts);
        if let Some(prepared) = self.find(&key) {
            return Ok(prepared);
        }
        let (prepared, library) = compile(template, bindings, folder, fonts)?;
        let prepared = Arc::new(prepared.with_texts(&texts.texts));
        self.kept.lock().insert(key, CachedPreview { prepared: Arc::clone(&prepared), library });
        Ok(prepared)
    }

    fn find(&self, key: &PreviewKey) -> Option<Arc<Prepared>> {
        let mut kept = self.kept.lock();
        // Pictures are decoded when they are first drawn, so those that were kept may have grown.
        if kept.is_over() {
            kept.make_room();
        }
        let entry = kept.get(key).filter(|entry| entry.library.is_current())?;
        Some(Arc::clone(&entry.prepared))
    }
}

fn key(template: &str, bindings: &str, folder: &LibraryFolder, texts: &SharedTexts) -> PreviewKey {
    let mut digest = Sha256::new();
    let folder = folder.path().as_os_str().as_encoded_bytes();
    digest.update((folder.len() as u64).to_be_bytes());
    digest.update(folder);
    digest.update((template.len() as u64).to_be_bytes());
    digest.update(template);
    digest.update((bindings.len() as u64).to_be_bytes());
    digest.update(bindings);
    for file in &texts.files {
        digest.update(&file.name);
        digest.update(&file.sha256);
    }
    digest.finalize().into()
}

fn compile(
    template: &str,
    bindings: &str,
    folder: &LibraryFolder,
    fonts: &SettingsFonts,
) -> Result<(Prepared, LoadedLibrary), Vec<Problem>> {
    let read = |text: &str, pointer: &str| {
        Value::from_json(text).map_err(|error| {
            vec![Problem::new(Code::MalformedJson, error.to_string()).pointer(pointer)]
        })
    };
    let bindings = match read(bindings, "/bindings")? {
        Value::Null => Value::Array(Array::default()),
        bindings => bindings,
    };
    let source = read(template, "/template")?;
    let source = fonts::completed(&source, fonts);
    let template = Template::parse(&source, &bindings)?;
    let library = LoadedLibrary::read(&source, folder);
    let missing = library.files.problems(&template.library);
    if !missing.is_empty() {
        return Err(missing);
    }
    let prepared = Prepared::with_library(template, library.files.clone());
    Ok((prepared.map_err(|problem| vec![problem])?, library))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::sync::LazyLock;

    use super::*;

    fn shared() -> (&'static SharedTexts, &'static SettingsFonts) {
        static TEXTS: LazyLock<SharedTexts> = LazyLock::new(SharedTexts::default);
        static FONTS: LazyLock<SettingsFonts> = LazyLock::new(SettingsFonts::default);
        (&TEXTS, &FONTS)
    }

    fn none() -> LibraryFolder {
        LibraryFolder::new("no-such-folder".into())
    }

    fn template(text: &str) -> String {
        format!(
            r#"{{"page": {{"width": 100, "height": 100}}, "schemas": [{{"id": "a", "name": "a",
               "type": "text", "x": 1, "y": 1, "width": 9, "height": 9, "content": "{text}"}}]}}"#
        )
    }

    #[test]
    fn the_same_text_is_compiled_once() {
        let previews = Previews::default();
        let first = previews.compiled(&template("a"), "[]", &none(), shared()).unwrap();
        assert!(Arc::ptr_eq(
            &first,
            &previews.compiled(&template("a"), "[]", &none(), shared()).unwrap()
        ));
        assert!(!Arc::ptr_eq(
            &first,
            &previews.compiled(&template("b"), "[]", &none(), shared()).unwrap()
        ));
        assert!(!Arc::ptr_eq(
            &first,
            &previews.compiled(&template("a"), "null", &none(), shared()).unwrap()
        ));
    }

    #[test]
    fn those_used_longest_ago_make_room() {
        let previews = Previews::default();
        let first = previews.compiled(&template("0"), "[]", &none(), shared()).unwrap();
        for n in 1..=MAX_ENTRIES {
            previews.compiled(&template(&n.to_string()), "[]", &none(), shared()).unwrap();
            previews.compiled(&template("0"), "[]", &none(), shared()).unwrap();
        }
        let kept = previews.kept.lock().len();
        assert_eq!(kept, MAX_ENTRIES);
        assert!(Arc::ptr_eq(
            &first,
            &previews.compiled(&template("0"), "[]", &none(), shared()).unwrap()
        ));
    }
}
