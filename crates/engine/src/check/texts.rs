//! The texts and conditions of a field, and what is wrong with their expressions (spec 7.9).

use std::borrow::Cow;

use crate::budget::Meter;
use crate::expr::catalog;
use crate::expr::value::text_of;
use crate::expr::{Condition, TextTemplate, lint};
pub(super) use crate::format::Scope;
use crate::format::{
    BindingType, Choose, FieldScope, FieldType, Key, Object, Pages, Type, binding, code, field,
    image, kpi, payload, section, style, table, text,
};
use crate::problem::{Code, Problem, Result};
use crate::suggest::did_you_mean;
use crate::template::read::Node;
use crate::template::source::{Binding, Field, Source};
use crate::value::Value;

/// A text of a field that holds expressions.
pub(super) struct FieldText<'a> {
    /// The text as template text; for a path its token.
    pub(super) text: Cow<'a, str>,
    /// Which text it is: `content`, `footer[0]`, `columns[1].formula`.
    pub(super) property: String,
    /// Where it stands.
    pub(super) pointer: String,
    /// What its expressions see.
    pub(super) scope: Scope,
    /// Whether it is shown; another text may stand in for it.
    pub(super) used: bool,
}

/// All texts of a field, its bindings' included.
pub(super) fn texts_of<'a>(field: &Field<'a>, source: &Source<'a>) -> Vec<FieldText<'a>> {
    let mut texts = Collector { field, texts: Vec::new() };
    texts.own(&field::VISIBLE_WHEN, true);
    if source.extended && Pages::named(field.node.text(field::ON_PAGES.name)).is_none() {
        texts.own(&field::ON_PAGES, true);
    }
    if source.extended {
        texts.own(&field::LINK, true);
        texts.own(&field::BOOKMARK, true);
    }
    match FieldType::named(field.kind) {
        Some(FieldType::Text) => text(source, &mut texts),
        Some(FieldType::Kpi) => kpi(source, &mut texts),
        Some(FieldType::Table) => table(source, &mut texts),
        Some(FieldType::Image) => image(source, &mut texts),
        Some(FieldType::Section) if source.extended => texts.sort(),
        Some(FieldType::Svg) if source.extended => image(source, &mut texts),
        Some(FieldType::Qrcode | FieldType::Barcode) if source.extended => code(source, &mut texts),
        _ => {}
    }
    texts.texts
}

struct Collector<'f, 'a> {
    field: &'f Field<'a>,
    texts: Vec<FieldText<'a>>,
}

impl<'a> Collector<'_, 'a> {
    /// A text of the field itself.
    fn own(&mut self, key: &Key, used: bool) {
        let Some(scope) = key.expressions else { return };
        let Some(node) = self.field.node.get(key.name) else { return };
        let Some(text) = node.value.as_str() else { return };
        let property = key.name.to_owned();
        let pointer = node.pointer;
        self.texts.push(FieldText { text: text.into(), property, pointer, scope, used });
    }

    /// The conditions of styles.
    fn rules(&mut self, key: &Key) {
        for (i, rule) in self.field.node.list(key.name).iter().enumerate() {
            let Some(node) = rule.get(style::WHEN.name) else { continue };
            let Some(text) = node.value.as_str() else { continue };
            let property = format!("{}[{i}].{}", key.name, style::WHEN.name);
            let (pointer, scope) = (node.pointer, Scope::Condition);
            self.texts.push(FieldText { text: text.into(), property, pointer, scope, used: true });
        }
    }

    /// What the items of a section are sorted by.
    fn sort(&mut self) {
        for (i, key) in self.field.node.list(section::SORT.name).iter().enumerate() {
            self.named(key, &section::BY, &format!("{}[{i}]", section::SORT.name));
        }
    }

    /// The cells and the condition of a further row.
    fn row(&mut self, row: &Node<'a>, of: &str) {
        self.named(row, &table::ROW_VISIBLE, of);
        let Some(cells) = row.get(table::CELLS.name) else { return };
        for name in cells.value.as_object().into_iter().flat_map(|object| object.keys()) {
            let Some(node) = cells.get(name) else { continue };
            let text = text_of(node.value);
            let property = format!("{of}.cells.{name}");
            let (pointer, scope) = (node.pointer, Scope::Named);
            self.texts.push(FieldText { text, property, pointer, scope, used: true });
        }
    }

    /// The fields of a payment.
    fn parts(&mut self, node: &Node<'a>, object: &'static Object, of: &str) {
        for key in object.keys {
            let Some(part) = node.get(key.name) else { continue };
            let property = format!("{of}.{}", key.name);
            match (key.ty, key.expressions) {
                (Type::Object(inner), _) => self.parts(&part, inner, &property),
                (_, Some(scope)) => {
                    let (text, pointer) = (text_of(part.value), part.pointer);
                    self.texts.push(FieldText { text, property, pointer, scope, used: true });
                }
                _ => {}
            }
        }
    }

    /// A bare expression of a part of the field.
    fn named(&mut self, part: &Node<'a>, key: &Key, of: &str) {
        let Some(node) = part.get(key.name) else { return };
        let Some(text) = node.value.as_str() else { return };
        let property = format!("{of}.{}", key.name);
        let (pointer, scope) = (node.pointer, Scope::NamedCondition);
        self.texts.push(FieldText { text: text.into(), property, pointer, scope, used: true });
    }

    /// The `template` or `path` of a binding.
    fn bound(&mut self, binding: &Binding<'a>, scope: Scope, used: bool) {
        let path = binding.kind == BindingType::Scalar.name();
        let key = if path { &binding::SCALAR_PATH } else { &binding::TEMPLATE_TEXT };
        let Some(node) = binding.node.get(key.name) else { return };
        let Some(text) = node.value.as_str() else { return };
        let text = if path { Cow::Owned(format!("{{{text}}}")) } else { Cow::Borrowed(text) };
        let property = key.name.to_owned();
        self.texts.push(FieldText { text, property, pointer: node.pointer, scope, used });
    }
}

/// The first binding decides; without one that shows a value the content does (spec 8.2).
fn text<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let first = source.bindings_of(texts.field).next();
    texts.rules(&text::STYLE_WHEN);
    let shows = |kind| matches!(kind, Some(BindingType::Template | BindingType::Scalar));
    let bound = first.filter(|binding| shows(BindingType::named(binding.kind)));
    texts.own(&text::CONTENT, bound.is_none());
    if let Some(binding) = bound {
        texts.bound(binding, Scope::Own, true);
    }
}

/// As for a text; a payment takes the place of both.
fn code<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let payment = texts.field.node.get(code::PAYLOAD.name).filter(|_| texts.field.kind == "qrcode");
    let Some(payment) = payment else { return text(source, texts) };
    let object = payload::PAYLOADS.of(payment.text(payload::TYPE.name));
    if let Some(object) = object {
        texts.parts(&payment, object, code::PAYLOAD.name);
    }
}

fn kpi<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let aggregate = source.first_binding(texts.field, BindingType::Kpi).is_some();
    texts.own(&kpi::TITLE, true);
    texts.own(&kpi::VALUE, !aggregate);
    texts.own(&kpi::SUBTITLE, true);
    texts.rules(&kpi::STYLE_WHEN);
}

fn image<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let Some(binding) = source.input_of(texts.field) else { return };
    let of_item = sees_item(texts.field, source);
    match BindingType::named(binding.kind) {
        Some(BindingType::Template) if of_item => texts.bound(binding, Scope::Own, true),
        Some(BindingType::Template) => texts.bound(binding, Scope::Document, true),
        Some(BindingType::Scalar) if of_item => texts.bound(binding, Scope::Own, true),
        _ => {}
    }
}

/// Whether the binding of an image sees the item of its section.
pub(super) fn sees_item(field: &Field<'_>, source: &Source<'_>) -> bool {
    source.extended && field.node.text(image::SCOPE.name) == FieldScope::Item.name()
}

fn table<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let field = texts.field;
    for (i, node) in field.node.list(table::TOTALS.name).into_iter().enumerate() {
        let text = text_of(node.value);
        let property = format!("{}[{i}]", table::TOTALS.name);
        let pointer = node.pointer;
        texts.texts.push(FieldText { text, property, pointer, scope: Scope::Totals, used: true });
    }
    further_rows(texts);
    let design = design_cells(field);
    let array = source.first_binding(field, BindingType::Array);
    let formulas =
        array.map(|binding| binding.node.list(binding::COLUMNS.name)).unwrap_or_default();
    // The place, in the texts, of the formula of each column.
    let mut places = vec![None; formulas.len()];
    for (i, column) in formulas.iter().enumerate() {
        let Some(node) = column.get(binding::FORMULA.name) else { continue };
        let Some(formula) = node.value.as_str() else { continue };
        let overridden = design.get(i).is_some_and(|cell| cell.text.contains('{'));
        places[i] = Some(texts.texts.len());
        texts.texts.push(FieldText {
            text: formula.trim().into(),
            property: format!("columns[{i}].formula"),
            pointer: node.pointer,
            scope: Scope::Rows,
            used: !overridden,
        });
    }
    for (i, cell) in design.into_iter().enumerate() {
        // Editors write each formula into its design cell as well; once is enough.
        let formula = formulas.get(i).map(|column| column.text(binding::FORMULA.name).trim());
        let mirrored = formula.is_some_and(|formula| formula == cell.text.trim());
        if mirrored {
            if let Some(place) = places.get(i).copied().flatten() {
                texts.texts[place].used = true;
            }
        } else if cell.text.contains('{') {
            texts.texts.push(cell);
        }
    }
    let own_rows = array.is_none();
    let last = source.input_of(field);
    if let Some(binding) = last.filter(|b| b.kind == BindingType::Template.name()) {
        texts.bound(binding, Scope::Document, own_rows);
    }
}

/// The texts of further rows, and the conditions over rows, of a table that uses extensions.
fn further_rows(texts: &mut Collector<'_, '_>) {
    let field = texts.field;
    texts.own(&table::EMPTY_TEXT, true);
    for key in [&table::CARRIED_OVER, &table::BROUGHT_FORWARD, &table::PAGE_TOTALS] {
        if let Some(row) = field.node.get(key.name) {
            texts.row(&row, key.name);
        }
    }
    for (i, row) in field.node.list(table::HEAD_ROWS.name).iter().enumerate() {
        texts.row(row, &format!("{}[{i}]", table::HEAD_ROWS.name));
    }
    if let Some(detail) = field.node.get(table::DETAIL_KEY.name) {
        texts.named(&detail, &table::DETAIL_VISIBLE, table::DETAIL_KEY.name);
        for (i, row) in detail.list(table::DETAIL_ROWS.name).iter().enumerate() {
            texts.row(row, &format!("detail.rows[{i}]"));
        }
    }
    for (i, style) in field.node.list(table::COLUMN_STYLES.name).iter().enumerate() {
        let of = format!("columnStyles[{i}]");
        texts.named(style, &table::STYLE_VISIBLE, &of);
        if let Some(node) = style.get(table::STYLE_TITLE.name) {
            let (text, pointer) = (text_of(node.value), node.pointer);
            let property = format!("{of}.{}", table::STYLE_TITLE.name);
            let scope = Scope::Document;
            texts.texts.push(FieldText { text, property, pointer, scope, used: true });
        }
    }
    for (i, group) in field.node.list(table::GROUPS.name).iter().enumerate() {
        texts.named(group, &table::GROUP_BY, &format!("groups[{i}]"));
        for key in [&table::GROUP_HEADER, &table::GROUP_FOOTER] {
            if let Some(row) = group.get(key.name) {
                texts.row(&row, &format!("groups[{i}].{}", key.name));
            }
        }
    }
    for (i, style) in field.node.list(table::STYLE_WHEN.name).iter().enumerate() {
        texts.named(style, &table::WHEN, &format!("styleWhen[{i}]"));
    }
}

fn design_cells<'a>(field: &Field<'a>) -> Vec<FieldText<'a>> {
    let rows = field.node.list(table::CONTENT.name);
    let cells = rows.first().map(|row| row.elements()).unwrap_or_default();
    let cell = |(i, node): (usize, Node<'a>)| FieldText {
        text: text_of(node.value),
        property: format!("content[0][{i}]"),
        pointer: node.pointer,
        scope: Scope::Rows,
        used: true,
    };
    cells.into_iter().enumerate().map(cell).collect()
}

/// Reports what is wrong with the expressions of a field.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check(
    field: &Field<'_>,
    source: &Source<'_>,
    meter: &Meter<'_>,
    problems: &mut Vec<Problem>,
) -> Result<()> {
    for text in texts_of(field, source) {
        meter.steps(1 + text.text.len())?;
        let found = match text.scope {
            Scope::Condition | Scope::NamedCondition => lint::check_condition(
                &Condition::compile_in(&text.text, &source.dialect),
                &source.dialect,
            ),
            _ => lint::check_text(
                &TextTemplate::compile_in(&text.text, &source.dialect),
                &source.dialect,
            ),
        };
        for problem in found {
            let problem = problem.field(&*field.name).pointer(text.pointer.clone());
            let problem = problem.detail("property", text.property.as_str());
            problems.push(with_suggestion(with_token(problem), source.extended));
        }
    }
    Ok(())
}

/// Names the token of a template text, braces included.
fn with_token(problem: Problem) -> Problem {
    let token = problem.get("expression").and_then(|e| e.as_str()).filter(|e| e.starts_with('{'));
    match token.map(str::to_owned) {
        Some(token) => problem.detail("token", token),
        None => problem,
    }
}

/// Asks whether a function of a similar name was meant.
fn with_suggestion(problem: Problem, extended: bool) -> Problem {
    if problem.code != Code::UnknownFunction {
        return problem;
    }
    let name = problem.get("detail").and_then(|name| name.as_str()).unwrap_or_default();
    // The name of a function of extensions is right, only `extensions` is missing.
    let known = catalog::find(name).is_some() || matches!(name, "NOT" | "AND" | "OR");
    match did_you_mean(name, catalog::names(extended).iter().copied()) {
        Some(question) if !known => problem.advice(question),
        _ => problem,
    }
}

/// Whether a table would print its tokens as they are: rows bound to nothing (spec 8.4 step 3).
pub(super) fn prints_tokens(field: &Field<'_>) -> bool {
    let rows = field.node.list(table::CONTENT.name);
    rows.iter().flat_map(|row| row.elements()).any(|cell| {
        let text = cell.value.as_str().unwrap_or_default();
        matches!(cell.value, Value::Text(_)) && TextTemplate::compile(text).has_tokens()
    })
}
