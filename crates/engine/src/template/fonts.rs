//! The fonts that a template names (spec 20.3.5): their definitions, and where texts name them.

use std::collections::HashMap;

use super::read::{Context, Node};
use crate::expr::value::text_of;
use crate::font::{FaceSource, Family, FontDefinition, FontNumber, unknown_font};
use crate::format::{Key, font, page};
use crate::library::{face_name, is_name};
use crate::problem::Problem;
use crate::suggest::Suggestions;
use crate::value::Value;

/// The fonts of a template by name, and those inside the program that its texts name.
#[derive(Default)]
pub(crate) struct FontNames {
    definitions: Vec<FontDefinition>,
    /// Their numbers by name.
    numbers: HashMap<String, usize>,
}

/// The faces of a font, in the order of their numbers.
const FACES: [&Key; 4] = [&font::REGULAR, &font::BOLD, &font::ITALIC, &font::BOLD_ITALIC];

const EXPECTED: &str = "`lib:` and the name of a font file, with `#1` for the second font of a \
                        collection, or `builtin:helvetica`, `builtin:times`, `builtin:courier`, \
                        `builtin:sans`";

impl FontNames {
    /// Reads the fonts of a template.
    pub(super) fn read(template: &Node<'_>, context: &mut Context) -> Self {
        let mut fonts = Self::default();
        let Some(node) = template.extension(&page::FONTS, context) else { return fonts };
        let names = node.value.as_object().into_iter().flat_map(|object| object.keys());
        let mut fallbacks = Vec::new();
        for name in names {
            let Some(one) = node.get(name) else { continue };
            let mut faces = [const { None }; 4];
            for (face, key) in faces.iter_mut().zip(FACES) {
                if key.name == font::REGULAR.name && one.get(key.name).is_none() {
                    let pointer = format!("{}/{}", one.pointer, key.name);
                    context.invalid(pointer, EXPECTED, &Value::Null);
                }
                let Some(reference) = one.extension(key, context) else { continue };
                *face = source(&text_of(reference.value));
                if face.is_none() {
                    context.invalid(reference.pointer, EXPECTED, reference.value);
                }
            }
            let others = one.extension(&font::FALLBACK, context);
            fallbacks.push(others.map(|list| list.elements()).unwrap_or_default());
            let (name, pointer) = (name.to_owned(), one.pointer);
            fonts.add(FontDefinition { name, pointer, faces, fallback: Vec::new() });
        }
        for (index, others) in fallbacks.into_iter().enumerate() {
            for other in others {
                match fonts.index(&text_of(other.value)) {
                    Some(found) if found == index => {}
                    Some(found) => fonts.definitions[index].fallback.push(found),
                    None => {
                        let name = text_of(other.value);
                        let problem = fonts.unknown(&name, other.pointer, &context.suggestions);
                        context.problems.push(problem);
                    }
                }
            }
        }
        fonts
    }

    /// The definitions, by the numbers that texts have.
    pub(super) fn into_definitions(self) -> Vec<FontDefinition> {
        self.definitions
    }

    /// The index of a font. Those inside the program need no definition.
    fn index(&mut self, name: &str) -> Option<usize> {
        if let Some(known) = self.numbers.get(name) {
            return Some(*known);
        }
        let regular = source(name).filter(|source| !matches!(source, FaceSource::File { .. }))?;
        Some(self.add(FontDefinition {
            name: name.to_owned(),
            pointer: String::new(),
            faces: [Some(regular), None, None, None],
            fallback: Vec::new(),
        }))
    }

    fn add(&mut self, definition: FontDefinition) -> usize {
        let number = self.definitions.len();
        self.numbers.entry(definition.name.clone()).or_insert(number);
        self.definitions.push(definition);
        number
    }

    fn unknown(&self, name: &str, pointer: String, suggestions: &Suggestions) -> Problem {
        let names = self.definitions.iter().map(|font| font.name.as_str());
        unknown_font(name, pointer, names, suggestions)
    }
}

/// The font that a key names; nothing where it names none, or one that does not exist, which is
/// reported.
pub(crate) fn read_name(node: &Node<'_>, key: &Key, context: &mut Context) -> Option<FontNumber> {
    let node = node.extension(key, context)?;
    let name = text_of(node.value);
    let index = context.fonts.index(&name);
    // Without a definition of its own, the font of the document is the caller's alone.
    if index.is_none() && name != DEFAULT {
        let mut problem = context.fonts.unknown(&name, node.pointer, &context.suggestions);
        problem.field.clone_from(&context.field);
        context.problems.push(problem);
    }
    FontNumber::new(index?)
}

/// The name of the document's font.
const DEFAULT: &str = "default";

fn source(reference: &str) -> Option<FaceSource> {
    Some(match reference {
        "builtin:helvetica" => FaceSource::Standard(Family::Helvetica),
        "builtin:times" => FaceSource::Standard(Family::Times),
        "builtin:courier" => FaceSource::Standard(Family::Courier),
        "builtin:sans" => FaceSource::BuiltIn,
        _ => {
            let (name, number) = face_name(reference).filter(|(name, _)| is_name(name))?;
            let number = match number {
                Some(number) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    number.parse().ok()?
                }
                Some(_) => return None,
                None => 0,
            };
            FaceSource::File { name: name.to_owned(), number }
        }
    })
}
