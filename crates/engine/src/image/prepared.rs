//! Pictures of a template, decoded when first needed and kept for every document.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::svg::Lettering;
use super::{Picture, Reader, letterhead};
use crate::budget::Meter;
use crate::library::Library;
use crate::problem::{Code, Result};

/// Pictures by their source, as the template has it.
#[derive(Default)]
pub struct Prepared {
    slots: HashMap<Arc<str>, OnceLock<Result<Arc<Picture>>>>,
    reader: Reader,
    /// Files that sources may name; none in templates without extensions.
    library: Library,
    /// Fonts for the texts of drawings; nothing: the standard ones.
    lettering: Option<Lettering>,
}

impl Prepared {
    /// A slot for each of these sources.
    pub fn new(reader: Reader, library: Library, sources: impl Iterator<Item = Arc<str>>) -> Self {
        let slots = sources.map(|source| (source, OnceLock::new())).collect();
        Self { slots, reader, library, lettering: None }
    }

    /// Sets the texts of drawings in these fonts.
    #[must_use]
    pub fn with_fonts(mut self, lettering: Lettering) -> Self {
        self.lettering = Some(lettering);
        self
    }

    /// Whether a source is drawn at all: a data URI, or the name of a file that is there.
    pub fn is_drawable(&self, source: &str) -> bool {
        source.starts_with("data:") || (self.reader.extended && self.library.find(source).is_some())
    }

    /// Takes over what another template has decoded already.
    pub fn inherit(&self, other: &Self) {
        let names = |one: &Self| one.lettering.as_ref().map(Lettering::key).map(str::to_owned);
        if self.reader != other.reader || names(self) != names(other) {
            return;
        }
        for (source, slot) in &self.slots {
            // The file of a name may have changed.
            if self.file(source) != other.file(source) {
                continue;
            }
            if let Some(picture) = other.slots.get(source).and_then(OnceLock::get) {
                // A slot that is filled keeps its picture, which is the same.
                let _ = slot.set(picture.clone());
            }
        }
    }

    /// The file that a source names.
    fn file(&self, source: &str) -> Option<&Arc<[u8]>> {
        let source = letterhead::parse(source).map_or(source, |(file, _)| file);
        self.library.find(source)
    }

    fn read(&self, source: &str, meter: &Meter<'_>) -> Result<Picture> {
        let fonts = self.lettering.as_ref().unwrap_or_else(|| Lettering::standard());
        if !self.reader.extended {
            return self.reader.decode(source, meter);
        }
        match (letterhead::parse(source), self.file(source)) {
            (Some((_, page)), Some(bytes)) => letterhead::read(bytes, page, meter),
            (Some((uri, page)), None) => letterhead::decode(uri, page, meter),
            (None, Some(bytes)) => self.reader.file_in(bytes, fonts, meter),
            (None, None) => self.reader.decode_in(source, fonts, meter),
        }
    }

    /// A picture, from the template where it is known there.
    ///
    /// # Errors
    /// Those of [`Reader::decode`]; `backgroundUnreadable` of letterheads.
    pub fn picture(&self, source: &str, meter: &Meter<'_>) -> Result<Arc<Picture>> {
        let slot = self.slots.get(source);
        if let Some(known) = slot.and_then(OnceLock::get) {
            return known.clone();
        }
        let picture = self.read(source, meter).map(Arc::new);
        // That the time of one document was up says nothing about the picture.
        let final_result = !picture.as_ref().is_err_and(|problem| problem.code == Code::TimeLimit);
        match slot {
            Some(slot) if final_result => slot.get_or_init(|| picture).clone(),
            _ => picture,
        }
    }
}
