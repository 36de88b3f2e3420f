//! The fonts that a template names (spec 20.3.5): their definitions, and references in texts.

use super::named::{FontNames, face_source};
use super::read::{Context, Node};
use crate::expr::value::text_of;
use crate::font::{FeatureSet, FeatureTag, FontDefinition, FontNumber};
use crate::format::{Key, font, page};
use crate::value::Value;

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
                *face = face_source(&text_of(reference.value));
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

/// The features that a key switches on; nothing where it is absent.
pub(crate) fn read_features(
    node: &Node<'_>,
    key: &Key,
    context: &mut Context,
) -> Option<FeatureSet> {
    let node = node.extension(key, context)?;
    let mut tags = Vec::new();
    for element in node.elements() {
        let tag: Option<FeatureTag> =
            element.value.as_str().and_then(|t| t.as_bytes().try_into().ok());
        match tag.filter(|tag| tag.iter().all(u8::is_ascii_alphanumeric)) {
            Some(tag) => tags.push(tag),
            None => context.invalid(
                element.pointer,
                "a tag of four letters such as `tnum`",
                element.value,
            ),
        }
    }
    Some(context.fonts.features.add(tags))
}

/// The name of the document's font.
const DEFAULT: &str = "default";
