//! Warnings about keys, by the table of the format: unknown keys, values of the wrong type or
//! without meaning, numbers out of range, keys without effect (spec 2 to 5).
//!
//! Keys that the table has [`Mismatch::Refused`] for are skipped here: reading reports them.

use reportctl_engine::expr::Dialect;
use reportctl_engine::format::{
    Choice, Key, Mismatch, Object, Type, binding, field, foreign, page, style, table, text,
};
use reportctl_engine::format::{einvoice, icon};
use reportctl_engine::problem::{Code, Problem, quoted};
use reportctl_engine::suggest::{did_you_mean, listed, nearest};
use reportctl_engine::template::Color;
use reportctl_engine::template::read::{Node, number_in};
use reportctl_engine::template::source::{
    SourceBinding, SourceDesign, SourceField, TemplateSource,
};
use reportctl_engine::value::Value;

/// Keys that begin like this are private to the program that wrote them and never reported.
const OWN: [&str; 3] = ["_", "$", "x-"];

/// Reports what is odd about the keys of page designs.
pub(super) fn check_design(
    design: &SourceDesign<'_>,
    dialect: &Dialect,
    problems: &mut Vec<Problem>,
) {
    let mut reporter = Reporter { field: None, kind: "", dialect, styles: None, problems };
    let flat = design.node.pointer == "/template";
    reporter.object(&design.node, if flat { &page::TEMPLATE } else { &page::PAGE });
}

/// Reports what is odd about the keys of a field.
pub(super) fn check_field(
    field: &SourceField<'_>,
    source: &TemplateSource<'_>,
    problems: &mut Vec<Problem>,
) {
    let dialect = &source.dialect;
    let styles = source.root.get(page::STYLES.name);
    let styles = styles.as_ref();
    let mut reporter =
        Reporter { field: Some(&field.name), kind: field.kind, dialect, styles, problems };
    match field::kind(field.kind, dialect.is_extended()).and(field::FIELDS.of(field.kind)) {
        Some(object) => reporter.kind_of(&field.node, field::FIELDS.common, object),
        // The keys of an unknown type are unknown, too.
        None => reporter.value(&field.node, &field::TYPE),
    }
}

/// Reports what is odd about the keys of a binding.
pub(super) fn check_binding(binding: &SourceBinding<'_>, problems: &mut Vec<Problem>) {
    let mut reporter = Reporter {
        field: Some(&binding.schema_name),
        kind: "",
        dialect: &Dialect::BASE,
        styles: None,
        problems,
    };
    match binding::BINDINGS.of(binding.kind) {
        Some(object) => reporter.kind_of(&binding.node, binding::BINDINGS.common, object),
        None => reporter.value(&binding.node, &binding::TYPE),
    }
}

struct Reporter<'f, 'p> {
    field: Option<&'f str>,
    /// The kind of field that is looked at; empty elsewhere.
    kind: &'f str,
    dialect: &'f Dialect,
    /// The named styles of the template.
    styles: Option<&'f Node<'f>>,
    problems: &'p mut Vec<Problem>,
}

impl Reporter<'_, '_> {
    fn object(&mut self, node: &Node<'_>, object: &'static Object) {
        let keys = [object.base.map_or(&[][..], |base| base.keys), object.keys];
        let outer = self.kind;
        if std::ptr::eq(object, &table::COLUMN_STYLE) {
            self.kind = foreign::COLUMN;
        }
        self.keys(node, keys);
        self.kind = outer;
    }

    fn kind_of(&mut self, node: &Node<'_>, common: &'static Object, object: &'static Object) {
        self.keys(node, [common.keys, object.keys]);
    }

    /// Looks at every key of an object: at the known ones what they hold, at the others what was
    /// probably meant.
    fn keys(&mut self, node: &Node<'_>, keys: [&'static [&'static Key]; 2]) {
        let Some(object) = node.value.as_object() else { return };
        let known = || keys.into_iter().flatten();
        for name in object.keys() {
            match known().find(|key| key.name == name) {
                // Reading says that `extensions` is missing, and refuses wrong values with it.
                Some(key) if key.extension => {
                    if self.dialect.is_extended() {
                        self.without_effect(node, key, &keys);
                        if let Some(value) = node.get(key.name) {
                            self.inside(&value, &key.ty);
                        }
                    }
                }
                Some(key) => {
                    self.value(node, key);
                    self.without_effect(node, key, &keys);
                }
                None if OWN.iter().any(|own| name.starts_with(own)) => {}
                // Reading looks at the terms of a group.
                None if std::ptr::eq(keys[1], einvoice::EINVOICE_GROUP.keys) => {}
                None => {
                    let extended = self.dialect.is_extended();
                    let free = known().filter(|key| extended || !key.extension);
                    let free = free.map(|key| key.name);
                    let free = free.filter(|name| object.get(name).is_none());
                    self.unknown(node, name, free);
                }
            }
        }
    }

    /// Looks at the keys of the objects that a key of the extensions holds.
    fn inside(&mut self, node: &Node<'_>, ty: &'static Type) {
        match ty {
            Type::Object(object) | Type::TextOr(object) => self.object(node, object),
            Type::List(inner) => node.elements().iter().for_each(|item| self.inside(item, inner)),
            Type::Nullable(inner) => self.inside(node, inner),
            Type::Either(types) => types.iter().for_each(|ty| self.inside(node, ty)),
            Type::Map(inner) => {
                let names = node.value.as_object().into_iter().flat_map(|object| object.keys());
                for value in names.filter_map(|name| node.get(name)) {
                    self.inside(&value, inner);
                }
            }
            _ => {}
        }
    }

    fn unknown<'k>(&mut self, node: &Node<'_>, name: &str, free: impl Iterator<Item = &'k str>) {
        let long = name.chars().count() > 3;
        let meant = if long { nearest(name, free) } else { None };
        let instead = foreign::instead(self.kind, name).filter(|_| !self.kind.is_empty());
        let advice = match (instead, meant) {
            (Some(instead), _) => instead.to_owned(),
            (None, Some(meant)) => format!("did you mean `{meant}`?"),
            (None, None) => {
                "remove it, or begin it with `_` if it is a note of your own".to_owned()
            }
        };
        let pointer = node.get(name).map(|node| node.pointer);
        let pointer = pointer.unwrap_or_else(|| node.pointer.clone());
        let message = format!("the key {} is not known here and is ignored", quoted(name));
        self.report(Code::UnknownKey, message, pointer, |problem| {
            problem.advice(advice).detail("key", name)
        });
    }

    /// A key that does nothing because of what another key holds.
    fn without_effect(&mut self, node: &Node<'_>, key: &Key, keys: &[&'static [&'static Key]; 2]) {
        let Some(effect) = key.effect else { return };
        if is_idle(node.value.get(key.name), key) {
            return;
        }
        let decider = keys.iter().copied().flatten().find(|other| other.name == effect.key);
        let value = node.value.get(effect.key);
        let works = match effect.values {
            [] => decider.is_none_or(|decider| !is_idle(value, decider)),
            values => match value.and_then(Value::as_str) {
                Some(name) => values.contains(&name),
                None => decider.is_none_or(|decider| match decider.default {
                    reportctl_engine::format::Default::Text(name) => values.contains(&name),
                    _ => false,
                }),
            },
        };
        let Some(pointer) = node.get(key.name).map(|node| node.pointer).filter(|_| !works) else {
            return;
        };
        if self.has_style_with(node, effect.key) {
            return;
        }
        let need = match effect.values.first() {
            None => format!("`{}`", effect.key),
            Some(value) => format!("`{}`: `{value}`", effect.key),
        };
        let message = format!("`{}` has no effect without {need}", key.name);
        self.report(Code::IgnoredValue, message, pointer, |problem| {
            problem.advice(format!("add {need}, or remove `{}`", key.name))
        });
    }

    /// Returns `true` if a style that the object may take holds a key.
    fn has_style_with(&self, node: &Node<'_>, key: &str) -> bool {
        if !self.dialect.is_extended() {
            return false;
        }
        let rules = node.list(text::STYLE_WHEN.name);
        let rules = rules.iter().filter_map(|rule| rule.get(style::STYLED.name));
        let named = [node.text(text::STYLE.name), style::EVERY_FIELD];
        let named = named.into_iter().filter_map(|name| self.style(name));
        rules.chain(named).any(|style| self.style_has(style, key))
    }

    /// The style of a name.
    fn style(&self, name: &str) -> Option<Node<'_>> {
        self.styles?.get(name)
    }

    /// Returns `true` if a style, or one that it extends, holds a key.
    fn style_has<'n>(&'n self, style: Node<'n>, key: &str) -> bool {
        let count =
            self.styles.and_then(|styles| styles.value.as_object()).map_or(0, |it| it.len());
        let mut style = style;
        // Styles that extend each other are reported elsewhere.
        for _ in 0..=count {
            if style.get(key).is_some() {
                return true;
            }
            let extended = style.get(style::EXTENDS.name);
            let Some(next) = extended.and_then(|name| self.style(name.value.as_str()?)) else {
                return false;
            };
            style = next;
        }
        false
    }

    fn value(&mut self, parent: &Node<'_>, key: &'static Key) {
        let Some(node) = parent.get(key.name) else { return };
        self.typed(&node, key, &key.ty);
    }

    /// Looks at a value, or at an element of the list that a key holds.
    fn typed(&mut self, node: &Node<'_>, key: &'static Key, ty: &'static Type) {
        let reported = key.mismatch == Mismatch::Refused;
        match ty {
            Type::Choice(choices) if !reported || node.value.as_str().is_some() => {
                self.one_of(node, key, choices);
            }
            Type::Color => self.color(node, key.name, self.color_effect(key)),
            Type::Paint => self.color(node, key.name, "is painted black"),
            Type::Icon => self.icon(node),
            Type::Number => self.number(node, key),
            Type::Flag => {
                let fits = matches!(node.value, Value::Bool(_));
                self.fits(node, key.name, "true or false", fits);
            }
            Type::Name if !reported => {
                let fits = matches!(node.value, Value::Text(_) | Value::Number(_));
                self.fits(node, key.name, "a text", fits);
            }
            Type::Text if !reported => {
                self.fits(node, key.name, "a text", node.value.as_str().is_some());
            }
            Type::Object(object) => {
                if !reported {
                    let fits = node.value.as_object().is_some();
                    self.fits(node, key.name, "an object", fits);
                }
                self.object(node, object);
            }
            Type::List(element) => {
                if !reported {
                    self.fits(node, key.name, "a list", node.value.as_array().is_some());
                }
                for item in node.elements() {
                    self.typed(&item, key, element);
                }
            }
            // Objects in the place of numbers belong to the extensions.
            Type::Either(types)
                if self.dialect.is_extended() && node.value.as_object().is_some() =>
            {
                types.iter().for_each(|ty| self.inside(node, ty));
            }
            Type::Either([Type::Number, ..]) => self.number(node, key),
            Type::Nullable(inner) if !node.value.is_null() => self.typed(node, key, inner),
            Type::TextOr(object) if node.value.as_object().is_some() => self.object(node, object),
            _ => {}
        }
    }

    fn color_effect(&self, key: &Key) -> &'static str {
        if matches!(key.ty, Type::List(_)) { "is drawn grey" } else { "is ignored" }
    }

    /// A number of the right type and within its range.
    fn number(&mut self, node: &Node<'_>, key: &Key) {
        // A list refuses what is no list, not what is no number in it.
        let listed = matches!(key.ty, Type::List(_));
        let text = node.value.as_str().and_then(number_in);
        let number = node.value.as_f64().filter(|number| number.is_finite()).or(text);
        match (number, key.range) {
            (None, _) if key.mismatch == Mismatch::Refused && !listed => {}
            // The word that other formats and `columnStyles` have for a share of the room.
            (None, _)
                if self.dialect.is_extended()
                    && key.name == "columnWidths"
                    && node.value.as_str().is_some() =>
            {
                let message = format!(
                    "`columnWidths` is {}, not a number, and is ignored",
                    spelt(node.value)
                );
                self.report(Code::IgnoredValue, message, node.pointer.clone(), |problem| {
                    problem
                        .advice("write a number, or `auto` and shares such as `2fr` as `width` in `columnStyles`")
                        .detail("value", node.value.to_json())
                });
            }
            (None, _) => self.fits(node, key.name, "a number", false),
            // Page sizes and versions out of range are refused.
            (Some(number), Some(range))
                if !range.contains(number) && !range.above && key.name != "version" =>
            {
                let expected = match range.max {
                    Some(max) => format!("between {} and {max}", range.min),
                    None => format!("at least {}", range.min),
                };
                let message = format!("`{}` is {number}, but should be {expected}", key.name);
                self.report(Code::OutOfRange, message, node.pointer.clone(), |problem| {
                    let problem = problem.advice(format!("write a number {expected}"));
                    problem.detail("value", node.value.to_json())
                });
            }
            _ => {}
        }
    }

    fn one_of(&mut self, node: &Node<'_>, key: &Key, choices: &[Choice]) {
        let name = node.value.as_str();
        let known = choices.iter().filter(|choice| self.dialect.is_extended() || !choice.extension);
        let names: Vec<&'static str> = known.map(|choice| choice.name).collect();
        if name.is_some_and(|name| name.is_empty() || names.contains(&name)) {
            return;
        }
        let written = spelt(node.value);
        let question = name.and_then(|name| did_you_mean(name, names.iter().copied()));
        let allowed = format!("allowed: {}", listed(names.iter().copied()));
        let advice = question.map_or_else(|| allowed.clone(), |q| format!("{q} {allowed}"));
        let (key, effect) = (key.name, key.unknown);
        let message = format!("`{key}` has the unknown value {written}, which {effect}");
        self.report(Code::IgnoredValue, message, node.pointer.clone(), |problem| {
            problem
                .advice(advice)
                .detail("value", node.value.to_json())
                .detail("allowed", names.iter().copied().collect::<serde_json::Value>())
        });
    }

    fn color(&mut self, node: &Node<'_>, key: &str, effect: &str) {
        let text = node.value.as_str();
        // Names of the theme are looked up where they are read.
        let named = |text: &str| self.dialect.is_extended() && text.starts_with('@');
        if text.is_some_and(|text| text.is_empty() || Color::parse(text).is_some() || named(text)) {
            return;
        }
        let effect = if text.is_some() { effect } else { "is ignored" };
        let message =
            format!("`{key}` is {}, which is not a colour and {effect}", spelt(node.value));
        self.report(Code::IgnoredValue, message, node.pointer.clone(), |problem| {
            let problem = problem.advice("write `#rrggbb` or `#rgb`");
            problem.detail("value", node.value.to_json())
        });
    }

    fn fits(&mut self, node: &Node<'_>, key: &str, expected: &'static str, fits: bool) {
        if fits {
            return;
        }
        let message = format!("`{key}` is {}, not {expected}, and is ignored", spelt(node.value));
        self.report(Code::IgnoredValue, message, node.pointer.clone(), |problem| {
            let problem = problem.advice(format!("write {expected}"));
            problem.detail("value", node.value.to_json())
        });
    }

    fn icon(&mut self, node: &Node<'_>) {
        let name = node.value.as_str().unwrap_or_default();
        if name == "none"
            || icon::outline(name).is_some()
            || (name.is_empty() && node.value.as_str().is_some())
        {
            return;
        }
        let advice = did_you_mean(name, icon::names())
            .unwrap_or_else(|| "use one of the icon names of the format, or `none`".to_owned());
        let message = format!("there is no icon {}, so none is drawn", spelt(node.value));
        self.report(Code::UnknownIcon, message, node.pointer.clone(), |problem| {
            problem.advice(advice).detail("value", node.value.to_json())
        });
    }

    fn report(
        &mut self,
        code: Code,
        message: String,
        pointer: String,
        complete: impl FnOnce(Problem) -> Problem,
    ) {
        let mut problem = complete(Problem::warning(code, message).pointer(pointer));
        problem.field = self.field.map(str::to_owned);
        self.problems.push(problem);
    }
}

/// Returns `true` if a value has no effect: absent, empty, zero, or the default.
fn is_idle(value: Option<&Value>, key: &Key) -> bool {
    use reportctl_engine::format::Default;
    match (value, key.default) {
        (None | Some(Value::Null), _) => true,
        (Some(Value::Text(text)), Default::Text(default)) => text.is_empty() || **text == *default,
        (Some(Value::Text(text)), _) => text.is_empty(),
        (Some(Value::Number(number)), Default::Number(default)) => *number == default,
        (Some(Value::Number(number)), _) => *number == 0.0,
        (Some(Value::Array(items)), _) => items.is_empty(),
        _ => false,
    }
}

/// A value as messages show it.
fn spelt(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        other => quoted(&other.to_json().to_string()),
    }
}
