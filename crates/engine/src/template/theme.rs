//! The theme of a template (spec 20.3.6): colours by name, which every key that holds a colour may
//! name as `@name`.

use super::named::{Theme, color_name};
use super::read::{Context, Node};
use crate::expr::value::text_of;
use crate::format::color::Color;
use crate::format::page;
use crate::problem::{Code, Problem};
use crate::value::Value;

impl Theme {
    /// Reads the theme of a template.
    pub(super) fn read(template: &Node<'_>, context: &mut Context) -> Self {
        let mut theme = Self::default();
        let Some(node) = template.extension(&page::THEME, context) else { return theme };
        let Some(node) = node.extension(&page::THEME_COLORS, context) else { return theme };
        for (name, value) in node.value.as_object().into_iter().flat_map(|object| object.iter()) {
            let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(letter) {
                let expected = "named by ASCII letters, digits, `_` and `-`, a letter first";
                let pointer = node.get(name).map(|node| node.pointer).unwrap_or_default();
                context.invalid(pointer, expected, value);
            } else if let Some(color) = value.as_str().and_then(Color::parse) {
                theme.colors.insert(name.to_owned(), color);
            }
        }
        theme
    }
}

impl Context {
    /// The colour under a key; a name that the theme lacks is reported.
    pub(super) fn color(&mut self, value: &Value, place: impl FnOnce() -> String) -> Option<Color> {
        let text = value.as_str()?;
        let color = self.theme.color(text);
        if color.is_none() {
            self.unknown_color(text, place);
        }
        color
    }

    /// A text that is read as a colour later: as it is written, or the colour of the name in it.
    pub(super) fn color_text(&mut self, node: &Node<'_>) -> String {
        let text = text_of(node.value);
        let named = color_name(&text).is_some();
        let color = named.then(|| self.color(node.value, || node.pointer.clone())).flatten();
        color.map_or_else(|| text.into_owned(), Color::to_hex)
    }

    /// Reports a text that names a colour which the theme lacks; returns `false` if it names none.
    pub(super) fn unknown_color(&mut self, text: &str, place: impl FnOnce() -> String) -> bool {
        let Some(name) = color_name(text).filter(|_| self.dialect.is_extended()) else {
            return false;
        };
        let names = || {
            let mut names: Vec<&str> = self.theme.colors.keys().map(String::as_str).collect();
            names.sort_unstable();
            names
        };
        let advice = self.suggestions.did_you_mean(name, names).unwrap_or_else(|| {
            "add it to `theme.colors` of the template, or write `#rrggbb`".to_owned()
        });
        let message = format!("there is no colour `{name}` in the theme");
        let mut problem = Problem::new(Code::ColorUnknown, message)
            .pointer(place())
            .advice(advice)
            .detail("name", name);
        problem.field.clone_from(&self.field);
        self.problems.push(problem);
        true
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::template::{Kind, Template};

    /// The template, or the code and the place of each problem.
    fn read(extensions: &Json, field: &Json) -> Result<Template, Vec<(Code, String)>> {
        let mut own = json!({"id": "f", "name": "f", "type": "text", "x": 0, "y": 0, "width": 50, "height": 5});
        own.as_object_mut()
            .expect("an object")
            .extend(field.as_object().expect("an object").clone());
        let template = json!({"extensions": extensions, "page": {"width": 100, "height": 100},
            "theme": {"colors": {"accent": "#0F766E", "pale": "cde"}}, "schemas": [own],
            "styles": {"loud": {"fontColor": "@accent"}}});
        let read = Template::parse(&Value::from(&template), &Value::Null);
        read.map_err(|problems| {
            let place = |p: Problem| (p.code, p.pointer.unwrap_or_default().to_string());
            problems.into_iter().map(place).collect()
        })
    }

    fn colors(extensions: &Json, field: &Json) -> (Option<Color>, Option<Color>) {
        let mut template = read(extensions, field).expect("a template");
        match template.designs.remove(0).fields.remove(0).kind {
            Kind::Text(text) => (Some(text.color), text.background),
            _ => panic!("a text"),
        }
    }

    #[test]
    fn colours_of_the_theme_stand_wherever_colours_stand() {
        let [accent, pale] = ["#0f766e", "#ccddee"].map(Color::parse);
        let field = json!({"fontColor": "@accent", "backgroundColor": "@pale"});
        assert_eq!(colors(&json!(1), &field), (accent, pale));
        assert_eq!(colors(&json!(1), &json!({"style": "loud"})), (accent, None));
        // Without extensions they are no colours: black text, and the black fill of 10.7.
        let base = (Some(Color::BLACK), Some(Color::BLACK));
        assert_eq!(colors(&json!(null), &field), base);
    }

    #[test]
    fn unknown_names_are_errors_at_their_place() {
        let found = |field: Json| read(&json!(1), &field).err().expect("problems");
        let at = |place: &str| vec![(Code::ColorUnknown, format!("/template/schemas/0/{place}"))];
        assert_eq!(found(json!({"fontColor": "@acent"})), at("fontColor"));
        assert_eq!(found(json!({"backgroundColor": "@none"})), at("backgroundColor"));
        let own = json!({"styleOverrides": {"fontColor": "@none"}});
        assert_eq!(found(own), at("styleOverrides/fontColor"));
        let chart = json!({"type": "chart", "colorPalette": "custom", "customPaletteColors": ["@accent", "@none"]});
        assert_eq!(found(chart), at("customPaletteColors/1"));
    }

    #[test]
    fn charts_have_colours_of_the_theme() {
        let chart = json!({"type": "chart", "colorPalette": "custom", "customPaletteColors": ["@accent", "#123456"]});
        let mut template = read(&json!(1), &chart).expect("a template");
        let Kind::Chart(chart) = template.designs.remove(0).fields.remove(0).kind else {
            panic!("a chart")
        };
        assert_eq!(chart.palette, ["#0f766e", "#123456"]);
    }

    #[test]
    fn a_theme_holds_colours_and_names_that_can_be_written() {
        let found = |colors: Json| {
            let template = json!({"extensions": 1, "page": {"width": 9, "height": 9}, "schemas": [],
                "theme": {"colors": colors}});
            let problems = Template::parse(&Value::from(&template), &Value::Null).err();
            problems.map(|found| found[0].pointer.as_deref().unwrap_or_default().to_owned())
        };
        assert_eq!(found(json!({"a": "#fff", "b-2": "000"})), None);
        assert_eq!(found(json!({"a": "red"})).as_deref(), Some("/template/theme/colors/a"));
        assert_eq!(found(json!({"a b": "#fff"})).as_deref(), Some("/template/theme/colors/a b"));
        assert_eq!(
            found(json!({"a": "#fff", "b": "@a"})).as_deref(),
            Some("/template/theme/colors/b")
        );
    }
}
