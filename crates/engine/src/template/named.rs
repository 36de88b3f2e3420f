//! The styles and fonts that a template names (spec 20.3), as texts refer to them.

use std::collections::HashMap;
use std::rc::Rc;

use crate::font::{FaceSource, Family, FeatureSets, FontDefinition, unknown_font};
use crate::format::color::Color;
use crate::library::{face_name, is_name};
use crate::problem::{Code, Problem};
use crate::suggest::Suggestions;
use crate::value::Value;

/// Properties of a style by key, with those of the style that it extends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flat(pub(super) Vec<(&'static str, Value)>);

impl Flat {
    /// Takes over what another style says and this one leaves open.
    pub(super) fn under(&mut self, base: &Self) {
        for (name, value) in &base.0 {
            if self.get(name).is_none() {
                self.0.push((name, value.clone()));
            }
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

/// The named styles of a template.
#[derive(Default)]
pub(crate) struct Styles {
    pub(super) named: HashMap<String, Rc<Flat>>,
}

impl Styles {
    /// The style of a name.
    pub(super) fn get(&self, name: &str) -> Option<Rc<Flat>> {
        self.named.get(name).map(Rc::clone)
    }
}

/// The problem of a style that does not exist; `names` are those that do.
pub(super) fn unknown_style<'n>(
    name: &str,
    pointer: &str,
    names: impl Iterator<Item = &'n str>,
    suggestions: &Suggestions,
) -> Problem {
    let sorted = || {
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names
    };
    let advice = suggestions
        .did_you_mean(name, sorted)
        .unwrap_or_else(|| "add it to `styles` of the template, or name another one".to_owned());
    Problem::new(Code::StyleUnknown, format!("there is no style `{name}`"))
        .pointer(pointer)
        .advice(advice)
        .detail("name", name)
}

/// The colour name in a text that stands in the place of a colour.
pub(super) fn color_name(text: &str) -> Option<&str> {
    text.strip_prefix('@')
}

/// The theme of a template: values that the rest of it refers to by name.
#[derive(Debug, Default)]
pub(crate) struct Theme {
    pub(super) colors: HashMap<String, Color>,
}

impl Theme {
    /// The colour that a text says or names.
    pub(super) fn color(&self, text: &str) -> Option<Color> {
        match color_name(text) {
            Some(name) => self.colors.get(name).copied(),
            None => Color::parse(text),
        }
    }
}

/// The fonts of a template by name, and those inside the program that its texts name.
#[derive(Default)]
pub(crate) struct FontNames {
    pub(super) definitions: Vec<FontDefinition>,
    /// The features that texts switch on.
    pub(super) features: FeatureSets,
    /// Their numbers by name.
    numbers: HashMap<String, usize>,
}

impl FontNames {
    /// The definitions and the features, by the numbers that texts have.
    pub(super) fn into_parts(self) -> (Vec<FontDefinition>, FeatureSets) {
        (self.definitions, self.features)
    }

    /// The index of a font. Those inside the program need no definition.
    pub(super) fn index(&mut self, name: &str) -> Option<usize> {
        if let Some(known) = self.numbers.get(name) {
            return Some(*known);
        }
        let regular =
            face_source(name).filter(|source| !matches!(source, FaceSource::File { .. }))?;
        Some(self.add(FontDefinition {
            name: name.to_owned(),
            pointer: String::new(),
            faces: [Some(regular), None, None, None],
            fallback: Vec::new(),
        }))
    }

    pub(super) fn add(&mut self, definition: FontDefinition) -> usize {
        let number = self.definitions.len();
        self.numbers.entry(definition.name.clone()).or_insert(number);
        self.definitions.push(definition);
        number
    }

    pub(super) fn unknown(
        &self,
        name: &str,
        pointer: String,
        suggestions: &Suggestions,
    ) -> Problem {
        let names = self.definitions.iter().map(|font| font.name.as_str());
        unknown_font(name, pointer, names, suggestions)
    }
}

/// The face that a reference means; nothing for one that means none.
pub(super) fn face_source(reference: &str) -> Option<FaceSource> {
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
