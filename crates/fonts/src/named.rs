//! The fonts that a template names (spec 20.3.5): up to four faces each, from files of its library
//! or inside the program, and further fonts for characters that they lack.

use std::collections::HashMap;
use std::num::NonZeroU16;
use std::sync::Arc;

use super::face::Face;
use super::face_id::FaceId;
use super::features::FeatureSets;
use super::standard::{Family, Standard};
use reportctl_base::library::Library;
use reportctl_base::problem::{Problem, Result};
use reportctl_base::suggest::Suggestions;

/// The name of the document's font.
pub(super) const DEFAULT: &str = "default";

/// The names of the four faces, by number: bold counts 1, italic 2.
pub(super) const FACES: [&str; 4] = ["regular", "bold", "italic", "boldItalic"];

/// A font of a template, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FontNumber(NonZeroU16);

impl FontNumber {
    /// The font of an index.
    pub fn new(index: usize) -> Option<Self> {
        NonZeroU16::new(u16::try_from(index + 1).ok()?).map(Self)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaceSource {
    /// A file of the library, and which of its fonts.
    File {
        name: String,
        /// The number of the font in a collection; 0 for other files.
        number: u32,
    },
    /// A standard font of readers, in the face that is asked for.
    Standard(Family),
    /// The font inside the program, which has a regular face.
    BuiltIn,
}

/// A font as a template defines it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FontDefinition {
    pub name: String,
    /// JSON pointer to it.
    pub pointer: String,
    /// Its faces, in the order of `FACES`.
    pub faces: [Option<FaceSource>; 4],
    /// The fonts that have what this one lacks, by their index.
    pub fallback: Vec<usize>,
}

/// The fonts of a template with their faces, which are read once.
#[derive(Debug, Default)]
pub struct NamedFonts {
    fonts: Vec<Font>,
    /// The faces to embed, each once: the same file under two names is one font.
    faces: Vec<Arc<Face>>,
    /// Index of the document's font.
    document: Option<usize>,
    /// The features that its texts switch on.
    features: FeatureSets,
}

/// The files that were read, with the numbers of their faces.
#[derive(Default)]
struct Files {
    by_address: HashMap<(usize, u32), FaceId>,
    /// By length, since only files of one length are compared.
    faces: HashMap<(usize, u32), Vec<KnownFile>>,
}

type KnownFile = (Arc<[u8]>, FaceId);

#[derive(Debug)]
struct Font {
    name: String,
    faces: [Option<FaceId>; 4],
    fallback: Vec<usize>,
}

impl NamedFonts {
    /// Reads the faces of fonts out of a library.
    ///
    /// # Errors
    /// `fontUnreadable`, `fontDecompressFailed` and `fontRestricted` with `name` and `face`; those
    /// of [`Library::require`].
    pub fn load(definitions: &[FontDefinition], library: &Library) -> Result<Self> {
        let mut named = Self::default();
        let mut files = Files::default();
        for definition in definitions {
            let mut faces = [None; 4];
            for (index, source) in definition.faces.iter().enumerate() {
                faces[index] = match source {
                    None => None,
                    Some(FaceSource::BuiltIn) => Some(FaceId::BuiltIn),
                    Some(FaceSource::Standard(family)) => Some(standard(*family, index)),
                    Some(FaceSource::File { name, number }) => {
                        named.file(definition, index, (name, *number), library, &mut files)?
                    }
                };
            }
            // A standard font has all four faces.
            if let Some(FaceSource::Standard(family)) = &definition.faces[0] {
                for (index, face) in faces.iter_mut().enumerate() {
                    face.get_or_insert(standard(*family, index));
                }
            }
            let (name, fallback) = (definition.name.clone(), definition.fallback.clone());
            named.fonts.push(Font { name, faces, fallback });
        }
        named.document = definitions.iter().position(|font| font.name == DEFAULT);
        Ok(named)
    }

    /// The face of a file, read where no other face has the same bytes.
    fn file(
        &mut self,
        definition: &FontDefinition,
        index: usize,
        (name, number): (&str, u32),
        library: &Library,
        files: &mut Files,
    ) -> Result<Option<FaceId>> {
        // The check before made sure that the file is there.
        let Some(bytes) = library.get(name) else { return Ok(None) };
        let address = (bytes.as_ptr().addr(), number);
        if let Some(id) = files.by_address.get(&address) {
            return Ok(Some(*id));
        }
        let mut known = files.faces.get(&(bytes.len(), number)).into_iter().flatten();
        if let Some((_, id)) = known.find(|(other, _)| **other == **bytes) {
            files.by_address.insert(address, *id);
            return Ok(Some(*id));
        }
        let face = Face::from_collection(name, bytes.to_vec(), number).map_err(|problem| {
            let face = FACES[index];
            problem
                .pointer(format!("{}/{face}", definition.pointer))
                .detail("name", definition.name.as_str())
                .detail("face", face)
        })?;
        let id = u16::try_from(self.faces.len()).ok().map(FaceId::Named);
        self.faces.push(Arc::new(face));
        if let Some(id) = id {
            files.by_address.insert(address, id);
            files.faces.entry((bytes.len(), number)).or_default().push((Arc::clone(bytes), id));
        }
        Ok(id)
    }

    /// Bytes of memory that they take, roughly: their files, which are kept as they are embedded.
    pub fn memory(&self) -> usize {
        self.faces.iter().map(|face| face.bytes().len()).sum()
    }

    /// Number of fonts.
    pub fn len(&self) -> usize {
        self.fonts.len()
    }

    /// Returns true if there are no fonts.
    pub fn is_empty(&self) -> bool {
        self.fonts.is_empty()
    }

    /// The same with sets of features.
    #[must_use]
    pub fn with_features(self, features: FeatureSets) -> Self {
        Self { features, ..self }
    }

    /// The sets of features.
    pub fn features(&self) -> &FeatureSets {
        &self.features
    }

    /// The index of the document's font.
    pub(super) fn document(&self) -> Option<usize> {
        self.document
    }

    /// The name of a font.
    pub(super) fn name(&self, index: usize) -> Option<&str> {
        self.fonts.get(index).map(|font| font.name.as_str())
    }

    /// A face by its number.
    pub(super) fn face(&self, index: usize) -> Option<&Face> {
        self.faces.get(index).map(|face| &**face)
    }

    /// The faces in which a character of a font and style is looked up, and the number of the face
    /// that the font uses for the style: the face of the style itself if the font has it.
    pub(super) fn chain(&self, number: usize, style: usize) -> (Vec<FaceId>, usize) {
        let mut chain: Vec<FaceId> = Vec::new();
        let mut add = |face: Option<FaceId>| {
            if let Some(face) = face
                && !chain.contains(&face)
            {
                chain.push(face);
            }
        };
        let Some(font) = self.fonts.get(number) else { return (chain, style) };
        // Bold stands in for bold italic sooner than the regular face.
        let order: &[usize] = if style == 3 { &[3, 1, 2, 0] } else { &[style, 0] };
        let used = order.iter().copied().find(|face| font.faces[*face].is_some()).unwrap_or(0);
        add(font.faces[used]);
        for other in font.fallback.iter().filter_map(|number| self.fonts.get(*number)) {
            add(other.faces[style]);
            add(other.faces[0]);
        }
        // The font's own regular face comes before the built-in fallback.
        add(font.faces[0]);
        (chain, used)
    }
}

fn standard(family: Family, index: usize) -> FaceId {
    FaceId::Standard(Standard { family, bold: index & 1 != 0, italic: index & 2 != 0 })
}

/// A problem for a name that is no font.
pub fn unknown<'n>(
    name: &str,
    pointer: String,
    names: impl Iterator<Item = &'n str>,
    suggestions: &Suggestions,
) -> Problem {
    let advice = suggestions
        .did_you_mean(name, || names)
        .unwrap_or_else(|| "add it to `fonts` of the template, or name another one".to_owned());
    Problem::new(reportctl_base::problem::Code::FontUnknown, format!("there is no font `{name}`"))
        .pointer(pointer)
        .advice(advice)
        .detail("name", name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{CUBIC, KERN, SANS, SMALL, face, restricted};
    use crate::{
        Fonts, GlyphOffset, Line, Run, Setters, Stretch, Style, Synthetic, Typesetter, UsedFonts,
    };
    use reportctl_base::choice::FaceFallback;
    use reportctl_base::problem::Code;

    fn definition(name: &str, faces: [Option<&str>; 4], fallback: &[usize]) -> FontDefinition {
        let source = |name: &str| match name {
            "times" => FaceSource::Standard(Family::Times),
            "sans" => FaceSource::BuiltIn,
            file => FaceSource::File { name: file.to_owned(), number: 0 },
        };
        FontDefinition {
            name: name.to_owned(),
            pointer: format!("/template/fonts/{name}"),
            faces: faces.map(|face| face.map(source)),
            fallback: fallback.to_vec(),
        }
    }

    fn library() -> Library {
        let mut library = Library::default();
        let files =
            [("small", SMALL), ("same", SMALL), ("large", SANS), ("cubic", CUBIC), ("kern", KERN)];
        for (name, bytes) in files {
            library.insert(name, bytes);
        }
        library.insert("none", b"no font".as_slice());
        library
    }

    fn fonts(definitions: &[FontDefinition]) -> Fonts {
        let named = NamedFonts::load(definitions, &library()).expect("fonts");
        Fonts::standard().with_named(&Arc::new(named))
    }

    /// The faces that draw a text, by their numbers, and whether the font has the face.
    fn faces(fonts: &Fonts, style: Style, text: &str) -> (Vec<usize>, bool) {
        let (stack, has) = fonts.styled(style);
        let mut setter = Typesetter::new(stack);
        let line = setter.set(text).expect("all characters");
        (line.runs.iter().map(|run| run.face.index()).collect(), has)
    }

    fn of(index: usize) -> Style {
        Style { font: FontNumber::new(index), ..Style::default() }
    }

    #[test]
    fn what_a_font_lacks_comes_from_its_fallback() {
        let only = |name| [Some(name), None, None, None];
        let all =
            [definition("house", only("small"), &[1]), definition("other", only("large"), &[])];
        let with = fonts(&all);
        // `SMALL` has `a`, the other one `X`, neither `Ω`.
        assert_eq!(faces(&with, of(0), "aX\u{3a9}"), (vec![512, 513, 255], true));
        assert_eq!(faces(&with, of(1), "aX"), (vec![513], true));
        assert_eq!(faces(&with, Style::default(), "aX"), (vec![0], true));
        let missing = Typesetter::new(with.styled(of(0)).0).set("a\u{6f22}").map(drop);
        assert_eq!(missing.map_err(|missing| missing.character), Err('\u{6f22}'));
    }

    #[test]
    fn a_cluster_has_one_font() {
        let only = |name| [Some(name), None, None, None];
        let all =
            [definition("house", only("small"), &[1]), definition("other", only("large"), &[])];
        // `SMALL` has `a`, but no cedilla; the letter below it is of the other font too.
        let with = fonts(&all);
        assert_eq!(faces(&with, of(0), "aa\u{327}").0, [512, 513]);
    }

    #[test]
    fn the_regular_face_stands_in_for_one_that_is_missing() {
        let all = [definition("house", [Some("small"), Some("cubic"), None, None], &[])];
        let with = fonts(&all);
        let bold = Style { bold: true, ..of(0) };
        assert_eq!(faces(&with, bold, "a"), (vec![513], true));
        assert_eq!(faces(&with, Style { italic: true, ..of(0) }, "a"), (vec![512], false));
        assert_eq!(faces(&with, Style { italic: true, ..bold }, "a"), (vec![513], false));
    }

    #[test]
    fn standard_fonts_have_four_faces() {
        let with = fonts(&[definition("serif", [Some("times"), None, None, None], &[])]);
        let italic = Style { italic: true, ..of(0) };
        assert_eq!(faces(&with, of(0), "a"), (vec![256 + 4], true));
        assert_eq!(faces(&with, italic, "a"), (vec![256 + 6], true));
        assert_eq!(faces(&with, of(0), "\u{3a9}"), (vec![255], true));
    }

    #[test]
    fn the_same_file_is_one_font() {
        let only = |name| [Some(name), None, None, None];
        let all = [definition("a", only("small"), &[]), definition("b", only("same"), &[])];
        let named = NamedFonts::load(&all, &library()).expect("fonts");
        assert_eq!((named.len(), named.faces.len()), (2, 1));
    }

    #[test]
    fn the_font_of_the_document_is_the_default() {
        let with = fonts(&[definition(DEFAULT, [Some("small"), None, None, None], &[])]);
        assert_eq!(faces(&with, Style::default(), "a").0, [512]);
        let mut setter = Typesetter::new(&with);
        assert_eq!(setter.set("a").expect("it has it").runs[0].face.index(), 512);
        let family = Style { family: Some(Family::Times), ..Style::default() };
        assert_eq!(faces(&with, family, "a").0, [260]);
    }

    /// A line in the kerned font; units are 2048 to the size.
    fn kerned(text: &str) -> Line {
        let with = fonts(&[definition("house", [Some("kern"), None, None, None], &[])]);
        let (stack, _) = with.styled(of(0));
        Typesetter::new(stack).set(text).expect("all characters").clone()
    }

    fn units(thousandths: f64) -> i64 {
        (thousandths * 2.048).round() as i64
    }

    /// The figures are those of HarfBuzz.
    #[test]
    fn named_fonts_are_kerned() {
        let line = kerned("AVATo.");
        assert_eq!(units(line.width), 1270 + 1270 + 1242 + 903 + 1217 + 651);
        let offsets = line.offsets_of(&line.runs[0]);
        let moved: Vec<i64> = offsets.iter().map(|offset| units(offset.x)).collect();
        assert_eq!(moved, [0, 1270 - 1401, 1270 - 1401, 1242 - 1401, 903 - 1251, 1217 - 1253, 0]);
        assert_eq!(line.runs[0].advance, line.width);
    }

    /// The rule of the base: fonts that a template does not name are not kerned (spec 10.3).
    #[test]
    fn fonts_of_the_user_are_not_kerned() {
        let fonts = Fonts::new(vec![face(KERN)], true);
        let line = Typesetter::new(&fonts).set("AVATo.").expect("all characters").clone();
        assert_eq!(units(line.width), 3 * 1401 + 1251 + 1253 + 651);
        assert_eq!(line.offsets_of(&line.runs[0]), []);
    }

    /// Readers put what stands above the line on a line of its own, and take room for a blank.
    #[test]
    fn letters_with_marks_are_copied_as_one() {
        let with = fonts(&[definition("house", [Some("kern"), None, None, None], &[])]);
        let (stack, _) = with.styled(of(0));
        let line = Typesetter::new(stack).set("oT\u{301}of").expect("all characters").clone();
        let mut used = UsedFonts::new(stack);
        let stretches = used.add_stretches(&line, &line.runs[0], &mut Vec::new());
        let said = |stretch: Stretch| {
            let text = stretch.text.start as usize..stretch.text.end as usize;
            (line.text[text].to_owned(), stretch.glyphs, stretch.actual_text)
        };
        let said: Vec<_> = stretches.into_iter().flatten().map(said).collect();
        let expected = [("o", 0..1, false), ("T\u{301}o", 1..4, true), ("f", 4..5, false)];
        assert_eq!(said, expected.map(|(text, glyphs, beside)| (text.to_owned(), glyphs, beside)));
    }

    #[test]
    fn marks_stand_over_their_letters() {
        let line = kerned("T\u{301}o");
        let offsets: Vec<(i64, i64)> = line
            .offsets_of(&line.runs[0])
            .iter()
            .map(|GlyphOffset { x, rise }| (units(*x), units(*rise)))
            .collect();
        assert_eq!(offsets[1], (-112, 373));
        assert_eq!(offsets[2].1, 0);
        assert_eq!(units(line.width), i64::from(1251_i32 + 1253));
    }

    #[test]
    fn text_without_pairs_needs_no_positions() {
        let line = kerned("o");
        assert_eq!(line.offsets_of(&line.runs[0]), []);
    }

    #[test]
    fn room_between_characters_goes_with_kerning() {
        let mut line = kerned("AV");
        line.spread(&[(1, 100.0)]);
        let offsets = line.offsets_of(&line.runs[0]);
        assert_eq!(units(offsets[1].x), 1270 - 1401 + units(100.0));
        assert_eq!(units(line.width), 1270 + 1401 + units(100.0));
    }

    /// Breaking lines adds up what single characters move the pen by.
    #[test]
    fn advances_add_up_to_the_width() {
        let with = fonts(&[definition("house", [Some("kern"), None, None, None], &[])]);
        let mut setter = Typesetter::new(with.styled(of(0)).0);
        for text in ["AVATo. fi AV", "T\u{301}o AV", "AV\tAV", ""] {
            let mut sum = 0.0;
            let slack = setter.advances(text, |_, advance, kerning| sum += advance + kerning);
            let width = setter.set(text).expect("all characters").width;
            let slack = slack.expect("all characters");
            assert!((sum - width).abs() <= slack, "{text:?}: {sum}, {width}");
        }
    }

    #[test]
    fn a_face_that_is_missing_can_be_made_from_another() {
        let with = fonts(&[definition("house", [Some("kern"), Some("small"), None, None], &[])]);
        let lacking = |style: Style| with.stand_in(style).map(|found| found.lacking);
        let both = Style { bold: true, italic: true, ..of(0) };
        assert_eq!(lacking(Style { bold: true, ..of(0) }), None);
        let found = lacking(both).expect("no bold italic face");
        assert!(found.italic && !found.bold);
        assert!(!with.looks(both).first.any());
        let made = with.looks(Style { fallback: FaceFallback::Synthetic, ..both }).first;
        assert!(made.italic && !made.bold);
    }

    #[test]
    fn the_built_in_face_looks_like_the_text_around_it() {
        // Helvetica has no Ł; the built-in face has, upright and regular only.
        let helvetica = Fonts::standard();
        let looks = |fonts: &Fonts, style: Style| {
            let mut setters = Setters::new(fonts);
            let line = setters.of(style).set("Łódka").expect("all characters");
            let looks = |run: &Run| (run.face == FaceId::BuiltIn, run.synthetic);
            line.runs.iter().map(looks).collect::<Vec<_>>()
        };
        let bold = Synthetic { bold: true, italic: false };
        let none = Synthetic::default();
        let heavy = Style { bold: true, ..Style::default() };
        assert_eq!(looks(&helvetica, Style::default()), [(true, none), (false, none)]);
        assert_eq!(looks(&helvetica, heavy), [(true, bold), (false, none)]);
        // A font that has no bold face is drawn in the regular one, and so is what it lacks.
        let with = fonts(&[definition("house", [Some("small"), None, None, None], &[])]);
        let heavy = Style { bold: true, ..of(0) };
        let made = Style { fallback: FaceFallback::Synthetic, ..heavy };
        assert!(looks(&with, heavy).iter().all(|(_, look)| !look.any()));
        assert!(looks(&with, made).iter().all(|(_, look)| *look == bold));
    }

    #[test]
    fn fonts_that_cannot_be_used_are_said_with_their_place() {
        let load = |library: &Library, name| {
            let all = [definition("house", [Some("small"), Some(name), None, None], &[])];
            NamedFonts::load(&all, library).map(drop).expect_err("no font")
        };
        let problem = load(&library(), "none");
        assert_eq!(problem.code, Code::FontUnreadable);
        assert_eq!(problem.pointer.as_deref(), Some("/template/fonts/house/bold"));
        assert_eq!(problem.get("name"), Some(&"house".into()));
        assert_eq!(problem.get("face"), Some(&"bold".into()));
        let mut library = library();
        library.insert("restricted", restricted());
        assert_eq!(load(&library, "restricted").code, Code::FontRestricted);
    }
}
