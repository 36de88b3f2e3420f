//! Templates by name, each kept until one of its files changes.

use std::sync::Arc;

use parking_lot::RwLock;

use super::stamp::{FileStamps, Stamp};
use super::{
    CompiledTemplate, LoadedLibrary, TemplateFiles, TemplateName, TemplateSource, TextsFile,
    template_hash,
};
use crate::base::files;
use crate::base::shelf::{Shelf, Weigh};
use engine::problem::Result;

/// Maximum number of templates in the cache; far more than anybody uses at one time.
const MAX_CACHED: usize = 1000;

/// Maximum memory that they take: compiled templates have their fonts, pictures and letterheads in
/// memory.
const MAX_MEMORY: usize = 512 << 20;

/// A form of a template that is worth keeping.
pub(crate) trait Keep: Sized {
    /// Makes it.
    ///
    /// # Errors
    /// Errors of compiling a template.
    fn of(files: TemplateFiles) -> Result<Self>;

    /// Returns `true` if it would come out the same from these files.
    fn is_of(&self, files: &TemplateFiles) -> Result<bool>;

    /// Bytes of memory that it takes now, roughly.
    fn memory(&self) -> usize;
}

/// Templates by tenant and name.
pub(crate) struct TemplateCache<T> {
    entries: RwLock<Shelf<(String, TemplateName), Cached<T>>>,
}

impl<T: Keep> Default for TemplateCache<T> {
    fn default() -> Self {
        Self { entries: RwLock::new(Shelf::new(MAX_CACHED, MAX_MEMORY)) }
    }
}

struct Cached<T> {
    stamp: Stamp,
    /// Stamp of the schema beside it.
    schema: Option<Stamp>,
    /// The files that it names.
    library: LoadedLibrary,
    /// The pictures beside it that it names.
    pictures: FileStamps,
    /// Names and stamps of the texts of its folder.
    texts: Vec<(String, Option<Stamp>)>,
    /// `true` if the file was old enough when it was read for a later change to be seen.
    is_settled: bool,
    made: Arc<T>,
}

impl<T: Keep> Weigh for Cached<T> {
    fn memory(&self) -> usize {
        self.made.memory()
    }
}

impl<T: Keep> TemplateCache<T> {
    /// The template of a source, read again where a file may have changed.
    ///
    /// # Errors
    /// Errors of reading and compiling a template.
    pub(crate) fn get(
        &self,
        tenant: &str,
        name: &TemplateName,
        source: &TemplateSource,
    ) -> Result<Arc<T>> {
        // The stamp is taken before the file is read: a change in between is seen the next time.
        let stamp = Stamp::of(source.path());
        let schema = source.schema()?.and_then(|path| Stamp::of(&path));
        let texts: Vec<_> = source.texts()?;
        let texts: Vec<_> =
            texts.into_iter().map(|(language, path)| (language, Stamp::of(&path))).collect();
        let key = (tenant.to_owned(), name.clone());
        // Pictures are decoded when they are first drawn, so those that were kept may have grown.
        if self.entries.read().is_over() {
            self.entries.write().make_room();
        }
        let known = self.entries.read().get(&key).map(|cached| {
            let is_current = cached.is_settled
                && Some(cached.stamp) == stamp
                && cached.schema == schema
                && cached.library.is_current()
                && cached.pictures.are_current()
                && cached.texts == texts;
            (Arc::clone(&cached.made), is_current)
        });
        let known = match known {
            Some((made, true)) => return Ok(made),
            known => known.map(|(made, _)| made),
        };
        let read = source.files()?;
        let library = read.library.clone();
        let mut pictures = FileStamps::default();
        for name in &read.document.picture_files {
            pictures.add(files::folder_of(source.path()).join(name));
        }
        let is_settled = stamp.is_some_and(|stamp| stamp.is_settled())
            && schema.is_none_or(|schema| schema.is_settled())
            && texts.iter().all(|(_, stamp)| stamp.is_some_and(|stamp| stamp.is_settled()));
        let made = match known {
            Some(made) if made.is_of(&read)? => made,
            _ => Arc::new(T::of(read)?),
        };
        if let Some(stamp) = stamp {
            let mut entries = self.entries.write();
            let made = Arc::clone(&made);
            entries
                .insert(key, Cached { stamp, schema, library, pictures, texts, is_settled, made });
        }
        Ok(made)
    }
}

impl Keep for CompiledTemplate {
    fn of(files: TemplateFiles) -> Result<Self> {
        Self::of_files(files)
    }

    fn is_of(&self, files: &TemplateFiles) -> Result<bool> {
        let texts = files.texts.iter().map(TextsFile::named);
        // The hash of a file has the names of its pictures, that of the content has the pictures.
        let has_pictures = !files.document.picture_files.is_empty();
        if has_pictures && self.content_hash != template_hash(&files.document)? {
            return Ok(false);
        }
        Ok(self.hash == files.hash()?
            && self.library == files.library.hashes
            && self.schema == files.schema
            && self.texts.files.iter().eq(texts.collect::<Vec<_>>().iter()))
    }

    fn memory(&self) -> usize {
        let contract = self.contract.as_ref().map_or(0, |contract| contract.memory());
        self.checker.memory() + contract + self.texts.texts.memory()
    }
}

impl Weigh for Arc<CompiledTemplate> {
    fn memory(&self) -> usize {
        Keep::memory(&**self)
    }
}
