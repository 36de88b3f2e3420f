//! Values that mean nothing where they stand, so that a default takes their place (spec 4, 5).

use super::source::{Binding, Design, Field, Node};
use crate::problem::{Code, Problem, quoted};
use crate::suggest::{did_you_mean, listed, nearest};
use crate::template::{Color, icon};
use crate::value::Value;

/// What a key may hold.
#[derive(Clone, Copy)]
enum Rule {
    /// Whatever; others look at it.
    Any,
    /// One of these names.
    OneOf(&'static [&'static str]),
    /// A colour; an invalid one is ignored.
    Color,
    /// A colour; an invalid one is black (spec 10.7).
    Paint,
    /// A number.
    Number,
    /// `true` or `false`.
    Flag,
    /// An object of these numbers.
    Numbers(&'static [&'static str]),
    /// A list of colours.
    Colors,
    /// A list of numbers or `null`.
    Widths,
    /// A list of column styles or `null`.
    ColumnStyles,
    /// The name of an icon.
    Icon,
}

type Keys = &'static [(&'static str, Rule)];

const FIELD: Keys = &[
    ("id", Rule::Any),
    ("name", Rule::Any),
    ("type", Rule::OneOf(&["text", "table", "image", "section", "chart", "kpi"])),
    ("x", Rule::Any),
    ("y", Rule::Any),
    ("width", Rule::Any),
    ("height", Rule::Any),
    ("locked", Rule::Any),
    ("sectionId", Rule::Any),
    ("visibleWhen", Rule::Any),
];

const ALIGN: Rule = Rule::OneOf(&["left", "center", "right"]);
const VERTICAL: Rule = Rule::OneOf(&["top", "middle", "bottom"]);
const RADII: Rule = Rule::Numbers(&["topLeft", "topRight", "bottomLeft", "bottomRight"]);
const OFFSET: Rule = Rule::Numbers(&["x", "y"]);

const TEXT: Keys = &[
    ("content", Rule::Any),
    ("fontSize", Rule::Number),
    ("fontColor", Rule::Color),
    ("alignment", ALIGN),
    ("backgroundColor", Rule::Paint),
    ("borderColor", Rule::Paint),
    ("borderWidth", Rule::Number),
];

const TABLE: Keys = &[
    ("head", Rule::Any),
    ("content", Rule::Any),
    ("columnWidths", Rule::Widths),
    ("repeatHeader", Rule::Flag),
    ("footer", Rule::Any),
    ("headAlign", ALIGN),
    ("bodyAlign", ALIGN),
    ("footerAlign", ALIGN),
    ("headVerticalAlign", VERTICAL),
    ("bodyVerticalAlign", VERTICAL),
    ("footerVerticalAlign", VERTICAL),
    ("headBorderRadius", RADII),
    ("bodyBorderRadius", RADII),
    ("footerBorderRadius", RADII),
    ("headBackgroundColor", Rule::Color),
    ("headTextColor", Rule::Color),
    ("headFontSize", Rule::Number),
    ("bodyBackgroundColor", Rule::Color),
    ("bodyTextColor", Rule::Color),
    ("bodyFontSize", Rule::Number),
    ("bodyBandColor", Rule::Color),
    ("borderColor", Rule::Color),
    ("footerBackgroundColor", Rule::Color),
    ("footerTextColor", Rule::Color),
    ("footerFontSize", Rule::Number),
    ("columnStyles", Rule::ColumnStyles),
    ("colorPalette", Rule::Any),
];

const COLUMN_STYLE: Keys = &[
    ("headBackgroundColor", Rule::Color),
    ("headTextColor", Rule::Color),
    ("headFontSize", Rule::Number),
    ("cellBackgroundColor", Rule::Color),
    ("cellTextColor", Rule::Color),
    ("cellFontSize", Rule::Number),
];

const IMAGE: Keys = &[("content", Rule::Any)];

const CHART: Keys = &[
    ("chartType", Rule::OneOf(&["pie", "bar"])),
    ("pieStyle", Rule::OneOf(&["donut", "full"])),
    ("legendPosition", Rule::OneOf(&["right", "left", "top", "bottom", "slices"])),
    ("displayMode", Rule::OneOf(&["number", "percent", "both"])),
    (
        "colorPalette",
        Rule::OneOf(&["default", "classic", "modern", "vibrant", "pastel", "grayscale", "custom"]),
    ),
    ("customPaletteColors", Rule::Colors),
    ("valueFormat", Rule::OneOf(&["number", "currency"])),
    ("currencySymbol", Rule::Any),
    ("decimals", Rule::Number),
    ("thousandsSeparator", Rule::Flag),
    ("legendFontSize", Rule::Number),
    ("sortBy", Rule::OneOf(&["value_desc", "value_asc", "label_asc", "label_desc"])),
    ("topN", Rule::Number),
];

const KPI: Keys = &[
    ("icon", Rule::Icon),
    ("title", Rule::Any),
    ("value", Rule::Any),
    ("subtitle", Rule::Any),
    ("backgroundColor", Rule::Color),
    ("textColor", Rule::Color),
    ("titleFontSize", Rule::Number),
    ("valueFontSize", Rule::Number),
    ("subtitleFontSize", Rule::Number),
    ("iconSize", Rule::Number),
    ("borderRadius", Rule::Number),
    ("numberFormat", Rule::OneOf(&["none", "plain", "grouped"])),
    ("iconOffset", OFFSET),
    ("titleOffset", OFFSET),
    ("valueOffset", OFFSET),
    ("subtitleOffset", OFFSET),
    ("iconLocked", Rule::Any),
    ("titleLocked", Rule::Any),
    ("valueLocked", Rule::Any),
    ("subtitleLocked", Rule::Any),
];

const DESIGN: Keys = &[
    ("version", Rule::Any),
    ("id", Rule::Any),
    ("name", Rule::Any),
    ("page", Rule::Any),
    ("headerHeight", Rule::Number),
    ("footerHeight", Rule::Number),
    ("marginLeft", Rule::Number),
    ("marginRight", Rule::Number),
    ("backgroundImage", Rule::Any),
    ("schemas", Rule::Any),
    ("pages", Rule::Any),
];

const BINDING: Keys = &[
    ("schemaName", Rule::Any),
    ("type", Rule::OneOf(&["scalar", "template", "array", "keyvalue", "section", "chart", "kpi"])),
];

const AGGREGATIONS: Rule = Rule::OneOf(&["sum", "count", "avg", "min", "max"]);

const CONDITION: Keys = &[
    ("column", Rule::Any),
    ("op", Rule::OneOf(&["eq", "neq", "gt", "gte", "lt", "lte", "contains"])),
    ("value", Rule::Any),
];

fn field_keys(kind: &str) -> Keys {
    match kind {
        "text" => TEXT,
        "table" => TABLE,
        "image" => IMAGE,
        "chart" => CHART,
        "kpi" => KPI,
        _ => &[],
    }
}

fn binding_keys(kind: &str) -> Keys {
    match kind {
        "scalar" | "section" => &[("path", Rule::Any)],
        "template" => &[("template", Rule::Any)],
        "array" => &[("path", Rule::Any), ("columns", Rule::Any), ("filters", Rule::Any)],
        "keyvalue" => &[("paths", Rule::Any)],
        "chart" => &[
            ("path", Rule::Any),
            ("labelColumn", Rule::Any),
            ("valueColumn", Rule::Any),
            ("filters", Rule::Any),
        ],
        "kpi" => &[
            ("path", Rule::Any),
            ("aggregation", AGGREGATIONS),
            ("valueColumn", Rule::Any),
            ("filters", Rule::Any),
        ],
        _ => &[],
    }
}

/// Reports values without meaning in page designs.
pub(super) fn check_design(design: &Design<'_>, problems: &mut Vec<Problem>) {
    let mut reporter = Reporter { field: None, problems };
    reporter.object(&design.node, &[DESIGN]);
}

/// Reports values without meaning in a field.
pub(super) fn check_field(field: &Field<'_>, problems: &mut Vec<Problem>) {
    let mut reporter = Reporter { field: Some(field.name), problems };
    let own = field_keys(field.kind);
    if own.is_empty() && field.kind != "section" {
        // What keys an unknown type has is not known either.
        reporter.value(&field.node, "type", Rule::OneOf(type_names()));
        return;
    }
    reporter.object(&field.node, &[FIELD, own]);
}

fn type_names() -> &'static [&'static str] {
    match FIELD.iter().find(|(key, _)| *key == "type") {
        Some((_, Rule::OneOf(names))) => names,
        _ => &[],
    }
}

/// Reports values without meaning in a binding.
pub(super) fn check_binding(binding: &Binding<'_>, problems: &mut Vec<Problem>) {
    let mut reporter = Reporter { field: Some(binding.schema_name), problems };
    let own = binding_keys(binding.kind);
    reporter.object(&binding.node, &[BINDING, own]);
    for condition in binding.conditions() {
        reporter.object(&condition, &[CONDITION]);
    }
}

struct Reporter<'f, 'p> {
    field: Option<&'f str>,
    problems: &'p mut Vec<Problem>,
}

impl Reporter<'_, '_> {
    /// Looks at every key of an object: at the known ones what they hold, at the others whether
    /// they are slips of known ones.
    fn object(&mut self, node: &Node<'_>, keys: &[Keys]) {
        let Some(object) = node.value.as_object() else { return };
        let known = || keys.iter().copied().flatten();
        for key in object.keys() {
            if let Some((name, rule)) = known().find(|(name, _)| *name == key) {
                self.value(node, name, *rule);
                continue;
            }
            let free = known().map(|(name, _)| *name).filter(|name| object.get(name).is_none());
            if key.chars().count() > 3
                && let Some(meant) = nearest(key, free)
            {
                let pointer = node.get(key).map(|node| node.pointer);
                let message = format!("the key {} is not known here and is ignored", quoted(key));
                self.report(Code::IgnoredValue, message, pointer.unwrap_or_default(), |p| {
                    p.advice(format!("did you mean `{meant}`?")).detail("key", key)
                });
            }
        }
    }

    fn value(&mut self, parent: &Node<'_>, key: &str, rule: Rule) {
        let Some(node) = parent.get(key) else { return };
        match rule {
            Rule::Any => {}
            Rule::OneOf(names) => self.one_of(&node, key, names),
            Rule::Color => self.color(&node, key, "is ignored"),
            Rule::Paint => self.color(&node, key, "is painted black"),
            Rule::Number => self.typed(&node, key, "a number", is_number(node.value)),
            Rule::Flag => {
                self.typed(&node, key, "true or false", matches!(node.value, Value::Bool(_)));
            }
            Rule::Numbers(names) => {
                let is_object = node.value.as_object().is_some();
                self.typed(&node, key, "an object of numbers", is_object);
                for name in names {
                    self.value(&node, name, Rule::Number);
                }
            }
            Rule::Colors => {
                for element in node.elements() {
                    self.color(&element, "customPaletteColors", "is drawn grey");
                }
            }
            Rule::Widths => {
                for element in node.elements().iter().filter(|element| !element.value.is_null()) {
                    self.typed(element, "columnWidths", "a number", is_number(element.value));
                }
            }
            Rule::ColumnStyles => {
                for element in node.elements() {
                    self.object(&element, &[COLUMN_STYLE]);
                }
            }
            Rule::Icon => self.icon(&node),
        }
    }

    fn one_of(&mut self, node: &Node<'_>, key: &str, names: &[&'static str]) {
        let name = node.value.as_str();
        if name.is_some_and(|name| name.is_empty() || names.contains(&name)) {
            return;
        }
        let written = spelt(node.value);
        let question = name.and_then(|name| did_you_mean(name, names.iter().copied()));
        let allowed = format!("allowed: {}", listed(names.iter().copied()));
        let advice = question.map_or_else(|| allowed.clone(), |q| format!("{q} {allowed}"));
        let message = format!("`{key}` has the unknown value {written}, which is ignored");
        self.report(Code::IgnoredValue, message, node.pointer.clone(), |problem| {
            problem
                .advice(advice)
                .detail("value", node.value.to_json())
                .detail("allowed", names.iter().copied().collect::<serde_json::Value>())
        });
    }

    fn color(&mut self, node: &Node<'_>, key: &str, effect: &str) {
        let text = node.value.as_str();
        if text.is_some_and(|text| text.is_empty() || Color::parse(text).is_some()) {
            return;
        }
        let effect = if text.is_some() { effect } else { "is ignored" };
        let message = format!("`{key}` is {}, which is no colour and {effect}", spelt(node.value));
        self.report(Code::IgnoredValue, message, node.pointer.clone(), |problem| {
            let problem = problem.advice("write `#rrggbb` or `#rgb`");
            problem.detail("value", node.value.to_json())
        });
    }

    fn typed(&mut self, node: &Node<'_>, key: &str, expected: &'static str, fits: bool) {
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

fn is_number(value: &Value) -> bool {
    value.as_f64().is_some_and(f64::is_finite)
}

/// A value as messages show it.
fn spelt(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        other => quoted(&other.to_json().to_string()),
    }
}

/// Whether bindings of that type exist.
pub(super) fn is_binding_type(kind: &str) -> bool {
    !binding_keys(kind).is_empty()
}
