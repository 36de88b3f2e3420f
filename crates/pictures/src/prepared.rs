//! Pictures of a template, decoded when first needed and kept for every document.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use super::svg::SvgFonts;
use super::{Picture, Reader, letterhead};
use reportctl_base::budget::Meter;
use reportctl_base::library::Library;
use reportctl_base::problem::{Problem, Result};
use reportctl_fonts::{FaceSource, FontDefinition};

/// Pictures by their source, as the template has it.
#[derive(Default)]
pub struct Prepared {
    slots: HashMap<Arc<str>, OnceLock<Result<Arc<Picture>>>>,
    reader: Reader,
    /// Files that sources may name; none in templates without extensions.
    library: Library,
    /// Fonts for the texts of drawings; nothing: the standard ones.
    svg_fonts: Option<SvgFonts>,
    /// Bytes of memory that the pictures take which are decoded by now.
    decoded: AtomicUsize,
}

impl Prepared {
    /// A slot for each of these sources.
    pub fn new(reader: Reader, library: Library, sources: impl Iterator<Item = Arc<str>>) -> Self {
        let slots = sources.map(|source| (source, OnceLock::new())).collect();
        Self { slots, reader, library, svg_fonts: None, decoded: AtomicUsize::new(0) }
    }

    /// Sets the texts of drawings in these fonts.
    #[must_use]
    pub fn with_fonts(mut self, svg_fonts: SvgFonts) -> Self {
        self.svg_fonts = Some(svg_fonts);
        self
    }

    /// Returns true if a source can be drawn: a data URI, or the name of an existing file.
    pub fn is_drawable(&self, source: &str) -> bool {
        source.starts_with("data:") || (self.reader.extended && self.library.find(source).is_some())
    }

    /// Returns true if a source is a drawing, which may have parts that are not drawn.
    pub fn is_drawing(&self, source: &str) -> bool {
        self.reader.extended
            && match self.library.find(source) {
                Some(bytes) => super::kind(bytes).is_none(),
                None => super::is_svg(source),
            }
    }

    /// Returns true if a picture comes from the data: it is neither a source of the template nor a file of
    /// the library.
    pub fn is_of_data(&self, source: &str) -> bool {
        !self.slots.contains_key(source) && self.file(source).is_none()
    }

    /// Takes over what another template has decoded already.
    pub fn inherit(&self, other: &Self) {
        if self.reader != other.reader || !self.has_fonts_of(other) {
            return;
        }
        for (source, slot) in &self.slots {
            // The file of a name may have changed.
            if self.file(source) != other.file(source) {
                continue;
            }
            if let Some(picture) = other.slots.get(source).and_then(OnceLock::get) {
                // A slot that is filled keeps its picture, which is the same.
                if slot.set(picture.clone()).is_ok() {
                    self.count(picture);
                }
            }
        }
    }

    /// Returns true if texts of drawings come out alike: the same fonts, from the same files.
    fn has_fonts_of(&self, other: &Self) -> bool {
        let fonts = self.definitions();
        let mut faces = fonts.into_iter().flatten().flat_map(|font| &font.faces).flatten();
        fonts == other.definitions()
            && faces.all(|face| match face {
                FaceSource::File { name, .. } => self.library.get(name) == other.library.get(name),
                FaceSource::Standard(_) | FaceSource::BuiltIn => true,
            })
    }

    fn definitions(&self) -> Option<&[FontDefinition]> {
        self.svg_fonts.as_ref().map(SvgFonts::definitions)
    }

    /// The file that a source names.
    fn file(&self, source: &str) -> Option<&Arc<[u8]>> {
        let source = letterhead::parse(source).map_or(source, |(file, _)| file);
        self.library.find(source)
    }

    fn read(&self, source: &str, meter: &Meter<'_>) -> Result<Picture> {
        let fonts = self.svg_fonts.as_ref().unwrap_or_else(|| SvgFonts::standard());
        if !self.reader.extended {
            return self.reader.decode(source, meter);
        }
        match (letterhead::parse(source), self.file(source)) {
            (Some((_, page)), Some(bytes)) => {
                letterhead::read(bytes, page, meter).map(Picture::from)
            }
            (Some((uri, page)), None) => letterhead::decode(uri, page, meter).map(Picture::from),
            (None, Some(bytes)) => self.reader.file_in(bytes, fonts, meter),
            (None, None) => self.reader.decode_in(source, fonts, meter),
        }
    }

    /// A picture, from the template where it is known there.
    ///
    /// # Errors
    /// As for [`Reader::decode`]; `backgroundUnreadable` of letterheads.
    pub fn picture(&self, source: &str, meter: &Meter<'_>) -> Result<Arc<Picture>> {
        let slot = self.slots.get(source);
        if let Some(known) = slot.and_then(OnceLock::get) {
            return held(known.clone(), meter);
        }
        let picture = self.read(source, meter).map(Arc::new);
        // The used-up time or memory of one document says nothing about the picture.
        let final_result = !picture.as_ref().is_err_and(Problem::is_of_budget);
        let picture = match slot {
            Some(slot) if final_result => {
                let kept = || {
                    self.count(&picture);
                    picture
                };
                slot.get_or_init(kept).clone()
            }
            _ => picture,
        };
        held(picture, meter)
    }

    /// Bytes of memory that the pictures take which are decoded by now, roughly.
    pub fn memory(&self) -> usize {
        self.decoded.load(Ordering::Relaxed)
    }

    fn count(&self, picture: &Result<Arc<Picture>>) {
        let bytes = picture.as_ref().map_or(0, |picture| picture.memory());
        self.decoded.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Counts the memory of a picture, once for each document that has it, whichever document it was
/// decoded for: the same document ends in the same way each time.
fn held(picture: Result<Arc<Picture>>, meter: &Meter<'_>) -> Result<Arc<Picture>> {
    let picture = picture?;
    meter.hold_once(Arc::as_ptr(&picture).addr(), || picture.memory())?;
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;
    use reportctl_fonts::NamedFonts;

    /// `tests/fonts/make.py` says how these were made.
    const SANS: &[u8] = include_bytes!("../../../tests/fonts/FixtureSans.ttf");
    const SMALL: &[u8] = include_bytes!("../../../tests/fonts/FixtureSmall.ttf");

    const DRAWING: &str = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' \
        height='9'><text y='9' font-family='House'>a</text></svg>";

    fn with_font(file: &[u8]) -> Prepared {
        let mut library = Library::default();
        library.insert("house.ttf", file);
        let regular = FaceSource::File { name: "house.ttf".to_owned(), number: 0 };
        let font = FontDefinition {
            name: "House".to_owned(),
            pointer: "/template/fonts/House".to_owned(),
            faces: [Some(regular), None, None, None],
            fallback: Vec::new(),
        };
        let named = Arc::new(NamedFonts::load(std::slice::from_ref(&font), &library).expect("it"));
        let sources = std::iter::once(Arc::from(DRAWING));
        Prepared::new(Reader { extended: true }, library, sources)
            .with_fonts(SvgFonts::new(&named, &[font]))
    }

    #[test]
    fn drawings_are_taken_over_while_the_files_of_their_fonts_are_the_same() {
        let [before, same, changed] = [SMALL, SMALL, SANS].map(with_font);
        let drawing = |one: &Prepared| one.picture(DRAWING, &Meter::default()).expect("a drawing");
        let known = drawing(&before);
        same.inherit(&before);
        changed.inherit(&before);
        assert!(Arc::ptr_eq(&drawing(&same), &known));
        assert!(!Arc::ptr_eq(&drawing(&changed), &known));
    }
}
