//! The fonts of the settings in the templates that name them (spec 20.3.5).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::SETTINGS_FILE;
use engine::pointer::unescaped;
use engine::problem::Problem;
use engine::value::{Object, Value};

/// A font by its faces, as in `fonts` of a template: `lib:NAME`, or `builtin:…`.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct NamedFont {
    /// The regular face.
    pub regular: String,
    /// The bold face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bold: Option<String>,
    /// The italic face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub italic: Option<String>,
    /// The bold italic face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bold_italic: Option<String>,
    /// Names of fonts that have the characters that this one lacks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fallback: Vec<String>,
}

/// The fonts that the settings name, for all templates with extensions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SettingsFonts(Arc<BTreeMap<String, NamedFont>>);

impl SettingsFonts {
    /// The fonts of a table.
    pub fn new(fonts: BTreeMap<String, NamedFont>) -> Self {
        Self(Arc::new(fonts))
    }

    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The font of a name.
    pub fn get(&self, name: &str) -> Option<&NamedFont> {
        self.0.get(name)
    }

    /// All fonts by their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &NamedFont)> {
        self.0.iter().map(|(name, font)| (name.as_str(), font))
    }
}

/// The name of the document's font.
const DEFAULT: &str = "default";

/// A template with the fonts of the settings that it uses: those that it names and does not define,
/// what these fall back to, and the font of the document.
pub(crate) fn completed<'t>(template: &'t Value, fonts: &SettingsFonts) -> Cow<'t, Value> {
    let added = used(template, fonts);
    let (Some(root), false) = (template.as_object(), added.is_empty()) else {
        return Cow::Borrowed(template);
    };
    let own = root.get("fonts").and_then(Value::as_object);
    let own = own.into_iter().flat_map(Object::iter).map(|(name, font)| (name, font.clone()));
    let added = added.iter().filter_map(|name| {
        let font = serde_json::to_value(fonts.get(name)?).ok()?;
        Some((name.as_str(), Value::from(&font)))
    });
    let all = Object::new(own.chain(added).map(|(name, font)| (name.into(), font)));
    let others = root.iter().filter(|(key, _)| *key != "fonts");
    let entries = others.map(|(key, value)| (key.into(), value.clone()));
    Cow::Owned(Value::Object(Object::new(entries.chain([("fonts".into(), Value::Object(all))]))))
}

/// Says of a problem that it lies in the settings, where the template does not define the font itself.
pub(crate) fn located(problem: Problem, own: Option<&Value>, fonts: &SettingsFonts) -> Problem {
    let place = problem.pointer.as_deref().and_then(|place| place.strip_prefix("/template/fonts/"));
    let name = place.and_then(|place| place.split('/').next());
    let name = name.map(unescaped);
    let is_own = |name: &str| own.is_some_and(|own| own.get(name).is_some());
    match (name, place) {
        (Some(name), Some(place)) if fonts.get(&name).is_some() && !is_own(&name) => {
            let pointer = format!("/fonts/{place}");
            Problem { file: Some(SETTINGS_FILE.to_owned()), pointer: Some(pointer), ..problem }
        }
        _ => problem,
    }
}

/// The names of the fonts of the settings that a template uses.
fn used(template: &Value, fonts: &SettingsFonts) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let is_extended = !matches!(template.get("extensions"), None | Some(Value::Null));
    let own = template.get("fonts");
    // Values other than objects are reported where the template is read.
    if fonts.is_empty() || !is_extended || own.is_some_and(|own| own.as_object().is_none()) {
        return used;
    }
    let mut wanted = vec![DEFAULT.to_owned()];
    names(template, &mut wanted);
    while let Some(name) = wanted.pop() {
        let is_own = own.is_some_and(|own| own.get(&name).is_some());
        if let Some(font) = fonts.get(&name).filter(|_| !is_own)
            && used.insert(name)
        {
            wanted.extend(font.fallback.iter().cloned());
        }
    }
    used
}

/// The names that stand where fonts are named: in fields, in styles, and in what fonts fall back to.
fn names(value: &Value, found: &mut Vec<String>) {
    for element in value.as_array().into_iter().flatten() {
        names(element, found);
    }
    for (key, value) in value.as_object().into_iter().flat_map(Object::iter) {
        match (key, value) {
            ("fontName", Value::Text(name)) => found.push(name.to_string()),
            ("fallback", Value::Array(list)) => {
                found.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            _ => names(value, found),
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn font(regular: &str, fallback: &[&str]) -> NamedFont {
        let fallback = fallback.iter().map(|name| (*name).to_owned()).collect();
        NamedFont { regular: regular.to_owned(), fallback, ..NamedFont::default() }
    }

    fn completed_json(template: &str) -> serde_json::Value {
        let fonts = [
            ("house", font("lib:house.ttf", &["cjk"])),
            ("cjk", font("lib:cjk.ttf", &[])),
            ("unused", font("lib:unused.ttf", &[])),
        ];
        let fonts = fonts.map(|(name, font)| (name.to_owned(), font));
        let fonts = SettingsFonts::new(fonts.into_iter().collect());
        completed(&Value::from_json(template).unwrap(), &fonts).to_json()
    }

    #[test]
    fn a_template_gets_the_fonts_that_it_names() {
        let template = r#"{"extensions": 1, "schemas": [{"fontName": "house"}]}"#;
        let fonts = &completed_json(template)["fonts"];
        assert_eq!(fonts["house"]["regular"], "lib:house.ttf");
        assert_eq!(fonts["cjk"]["regular"], "lib:cjk.ttf");
        assert_eq!(fonts.as_object().unwrap().len(), 2);
    }

    #[test]
    fn the_fonts_of_the_template_win() {
        let template = r#"{"extensions": 1, "fonts": {"house": {"regular": "builtin:times"}},
            "styles": {"default": {"fontName": "house"}}}"#;
        let fonts = &completed_json(template)["fonts"];
        assert_eq!(fonts, &serde_json::json!({"house": {"regular": "builtin:times"}}));
    }

    #[test]
    fn templates_without_extensions_stay_as_they_are() {
        let template = r#"{"schemas": [{"fontName": "house"}]}"#;
        assert!(completed_json(template).get("fonts").is_none());
    }
}
