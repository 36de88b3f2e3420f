//! Notes about a document that was made, such as a text that was cut (spec 20.0.3).

use std::collections::{HashMap, HashSet};

use crate::expr::missing_text;
use crate::font::{FeatureTag, StandIn, Style};
use crate::format::FaceFallback;
use crate::problem::{Code, Problem, Result, Severity};
use crate::template::Field;

/// Kind of note about a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Note {
    /// Something reaches over its box.
    Overflow,
    /// Something reaches over the end of the body.
    BeyondBody,
    /// A text was cut.
    Clipped,
    /// A text was set smaller.
    Shrunk,
    /// A font lacks the bold or italic face.
    Face,
    /// A font lacks an OpenType feature.
    Feature,
    /// A row of a table was cut between lines.
    RowSplit,
    /// Rows that belong together stand on different pages.
    KeepBroken,
    /// A field asks to stay with what follows, though nothing follows on its page.
    KeptInVain,
    /// Titles are so high that they are not repeated.
    Titles,
    /// Columns are wider than their table.
    Wide,
    /// A code cannot hold its content and is left out.
    Hidden,
    /// A link leads nowhere and is left out.
    Link,
    /// A value of the data is no picture.
    NotDrawn,
    /// A picture has few pixels for its size.
    Coarse,
    /// A picture has parts that are not drawn.
    Dropped,
}

impl Note {
    fn code(self) -> Code {
        match self {
            Self::Overflow | Self::BeyondBody => Code::ContentOverflow,
            Self::Clipped => Code::TextClipped,
            Self::Shrunk => Code::TextShrunk,
            Self::Face => Code::FontFaceMissing,
            Self::Feature => Code::FontFeatureMissing,
            Self::RowSplit => Code::RowSplit,
            Self::KeepBroken | Self::KeptInVain | Self::Titles => Code::KeepBroken,
            Self::Wide => Code::TableTooWide,
            Self::Hidden => Code::BarcodeContent,
            Self::Link => Code::LinkDropped,
            Self::NotDrawn => Code::IgnoredValue,
            Self::Coarse => Code::ImageLowResolution,
            Self::Dropped => Code::SvgFeatureDropped,
        }
    }

    fn message(self) -> &'static str {
        match self {
            Self::Overflow => "the text needs more room than its box has",
            Self::BeyondBody => "it is higher than a page and reaches over the end of the body",
            Self::Clipped => "the text does not fit its box and is cut",
            Self::Shrunk => "the text does not fit its box and is set smaller",
            Self::Face => {
                "the font lacks the bold or italic face, so another of its faces stands in"
            }
            Self::Feature => "the font lacks an OpenType feature, which changes nothing",
            Self::RowSplit => {
                "a row is higher than the space on the page, and continues on the next page"
            }
            Self::KeepBroken => "what belongs together is higher than a page",
            Self::KeptInVain => "nothing follows on the page that a field with `pin` ends",
            Self::Titles => "the titles take most of a page, so they are not repeated",
            Self::Wide => "the columns are wider than the table",
            Self::Hidden => "the code cannot hold its content, so nothing is drawn",
            Self::Link => "a link leads nowhere and is left out",
            Self::NotDrawn => "a value is not a data URI, so no image is drawn",
            Self::Coarse => "the image has few pixels for the size it is printed at",
            Self::Dropped => "the SVG image has parts that are not drawn",
        }
    }

    fn advice(self) -> &'static str {
        match self {
            Self::Overflow => "make the box higher, or let it grow with `overflow`: `expand`",
            Self::BeyondBody => {
                "make it lower, or let a text or section continue on the next page with `breakInside`: `auto`"
            }
            Self::Clipped => "make the box larger, or let it grow with `overflow`: `expand`",
            Self::Shrunk => "make the box larger, or shorten the text",
            Self::Face => {
                "give the font that face, or name another font: the standard fonts have all faces"
            }
            Self::Feature => "name a font that has it, or leave it out of `fontFeatures`",
            Self::RowSplit => "shorten the text, or limit its lines with `bodyMaxLines`",
            Self::KeepBroken => "keep less together",
            Self::KeptInVain => "take `keepWithNext` or `pin` away",
            Self::Titles => "make them lower, or say `repeatHeader`: `false`",
            Self::Wide => "make columns narrower, or give them shares such as `1fr`",
            Self::Hidden => "correct the data",
            Self::Link => {
                "begin it with `https:`, `http:`, `mailto:` or `tel:`, or with `#` and the `id` of a field"
            }
            Self::NotDrawn => {
                "give the picture itself, `data:image/png;base64,…`, or with extensions a file of \
                 the library such as `lib:logo.png`"
            }
            Self::Coarse => "use a picture with more pixels, or print it smaller",
            Self::Dropped => "export the picture without them, or as PNG",
        }
    }
}

/// The problem of a field whose font lacks a feature that it switches on.
pub(super) fn lacking_feature(field: &Field, tag: FeatureTag) -> Problem {
    let tag = String::from_utf8_lossy(&tag).into_owned();
    Problem::warning(Code::FontFeatureMissing, format!("the font has no feature `{tag}`"))
        .field(&field.name)
        .pointer(field.pointer.clone())
        .advice(Note::Feature.advice())
        .detail("feature", tag)
}

/// The notes of a document: of each kind one per field, with the first page where it applies.
///
/// No caller gives a page. A note waits until its field is placed, and the page where the field then
/// stands is the page of the note. Within a [`Trial`](super::trial::Trial) nothing is noted.
#[derive(Default)]
pub(super) struct Notes {
    known: HashSet<(*const Field, Note)>,
    problems: Vec<Problem>,
    /// Problems of fields for whose face another one stands in.
    faces: HashMap<*const Field, Problem>,
    /// Fields with keys of texts that they lack.
    missed: HashSet<(*const Field, String)>,
    /// Problems of fields that are not placed yet.
    waiting: HashMap<*const Field, Vec<Problem>>,
    /// Trials that are under way, one inside the other.
    trials: usize,
}

impl Notes {
    /// Notes something about a field that is placed next.
    pub(super) fn add(&mut self, field: &Field, note: Note) {
        if !self.is_new(field, note) {
            return;
        }
        let face = match note {
            Note::Face => self.faces.remove(&std::ptr::from_ref(field)),
            _ => None,
        };
        let problem = match face {
            Some(problem) => Problem { severity: Severity::Warning, ..problem },
            None => Problem::warning(note.code(), note.message())
                .field(&field.name)
                .pointer(field.pointer.clone()),
        };
        self.wait(field, problem.advice(note.advice()));
    }

    /// The same with a message of its own.
    pub(super) fn add_problem(&mut self, field: &Field, note: Note, problem: Problem) {
        if self.is_new(field, note) {
            let problem = Problem { severity: Severity::Warning, ..problem };
            self.wait(field, problem.advice(note.advice()));
        }
    }

    fn is_new(&mut self, field: &Field, note: Note) -> bool {
        self.trials == 0 && self.known.insert((std::ptr::from_ref(field), note))
    }

    fn wait(&mut self, field: &Field, problem: Problem) {
        self.waiting.entry(std::ptr::from_ref(field)).or_default().push(problem);
    }

    /// Nothing is noted until the trial ends.
    pub(super) fn begin_trial(&mut self) {
        self.trials += 1;
    }

    pub(super) fn end_trial(&mut self) {
        self.trials = self.trials.saturating_sub(1);
    }

    /// A font of a field lacks a face; the page is not known yet.
    ///
    /// # Errors
    /// `fontFaceMissing` where the field refuses another face.
    pub(super) fn stands_in(
        &mut self,
        field: &Field,
        style: Style,
        stand_in: &StandIn<'_>,
    ) -> Result<()> {
        let StandIn { font, asked, used, lacking } = stand_in;
        let name = font.map_or_else(|| "the font".to_owned(), |name| format!("the font `{name}`"));
        let how = match (style.fallback, lacking.bold, lacking.italic) {
            (FaceFallback::Synthetic, true, true) => ", made heavier and slanted,",
            (FaceFallback::Synthetic, true, false) => ", made heavier,",
            (FaceFallback::Synthetic, false, true) => ", slanted,",
            _ => "",
        };
        let face = |name: &str| if name == "boldItalic" { "bold italic" } else { name }.to_owned();
        let missing = format!("{name} has no {} face", face(asked));
        let problem = |message: String| {
            Problem::new(Code::FontFaceMissing, message)
                .field(&field.name)
                .pointer(field.pointer.clone())
                .advice(Note::Face.advice())
                .detail("asked", *asked)
        };
        if style.fallback == FaceFallback::Error {
            return Err(problem(missing));
        }
        let message = format!("{missing}, so its {} face{how} stands in", face(used));
        let problem = problem(message).detail("used", *used);
        let problem = match font {
            Some(font) => problem.detail("font", *font),
            None => problem,
        };
        self.faces.entry(std::ptr::from_ref(field)).or_insert(problem);
        Ok(())
    }

    /// Texts that a field has asked for in vain.
    pub(super) fn missed(&mut self, field: &Field, keys: Vec<String>, language: &str) {
        if self.trials > 0 {
            return;
        }
        for key in keys {
            let problem = missing_text(&key, language);
            if self.missed.insert((std::ptr::from_ref(field), key)) {
                self.wait(field, problem.field(&field.name).pointer(field.pointer.clone()));
            }
        }
    }

    /// The field stands on a page, and so does what is noted of it.
    pub(super) fn placed(&mut self, field: &Field, page: usize) {
        if self.trials > 0 || self.waiting.is_empty() {
            return;
        }
        if let Some(problems) = self.waiting.remove(&std::ptr::from_ref(field)) {
            self.problems.extend(problems.into_iter().map(|problem| problem.on_page(page)));
        }
    }

    /// Texts that were asked for outside of fields, or by fields that are not shown.
    pub(super) fn missing(&mut self, keys: Vec<String>, language: &str) {
        for key in keys {
            self.problems.push(missing_text(&key, language).pointer("/template/texts"));
        }
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }
}
