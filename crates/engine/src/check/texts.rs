//! The texts and conditions of a field, and what is wrong with their expressions (spec 7.9).

use std::borrow::Cow;

use super::source::{Binding, Field, Source};
use crate::budget::Meter;
use crate::expr::function::NAMES;
use crate::expr::value::text_of;
use crate::expr::{Condition, TextTemplate, lint};
use crate::problem::{Code, Problem, Result};
use crate::suggest::did_you_mean;
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

/// What the expressions of a text see (spec 8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// A bare condition, which sees what the field sees.
    Condition,
    /// What the field sees: the document, or the item of its section.
    Own,
    /// Always the document.
    Document,
    /// The items of the table's rows.
    Rows,
    /// The totals row: the document or the section's item, without page tokens.
    Totals,
}

/// All texts of a field, its bindings' included.
pub(super) fn texts_of<'a>(field: &Field<'a>, source: &Source<'a>) -> Vec<FieldText<'a>> {
    let mut texts = Collector { field, texts: Vec::new() };
    texts.own("visibleWhen", Scope::Condition, true);
    match field.kind {
        "text" => text(source, &mut texts),
        "kpi" => kpi(source, &mut texts),
        "table" => table(source, &mut texts),
        "image" => image(source, &mut texts),
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
    fn own(&mut self, key: &str, scope: Scope, used: bool) {
        let Some(node) = self.field.node.get(key) else { return };
        let Some(text) = node.value.as_str() else { return };
        let property = key.to_owned();
        let pointer = node.pointer;
        self.texts.push(FieldText { text: text.into(), property, pointer, scope, used });
    }

    /// The `template` or `path` of a binding.
    fn bound(&mut self, binding: &Binding<'a>, scope: Scope, used: bool) {
        let key = if binding.kind == "scalar" { "path" } else { "template" };
        let Some(node) = binding.node.get(key) else { return };
        let Some(text) = node.value.as_str() else { return };
        let text = match binding.kind {
            "scalar" => Cow::Owned(format!("{{{text}}}")),
            _ => Cow::Borrowed(text),
        };
        let property = key.to_owned();
        self.texts.push(FieldText { text, property, pointer: node.pointer, scope, used });
    }
}

/// The first binding decides; without one that shows a value the content does (spec 8.2).
fn text<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let first = source.bindings_of(texts.field).next();
    let bound = first.filter(|binding| matches!(binding.kind, "template" | "scalar"));
    texts.own("content", Scope::Own, bound.is_none());
    if let Some(binding) = bound {
        texts.bound(binding, Scope::Own, true);
    }
}

fn kpi<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let aggregate = source.bindings_of(texts.field).any(|binding| binding.kind == "kpi");
    texts.own("title", Scope::Document, true);
    texts.own("value", Scope::Document, !aggregate);
    texts.own("subtitle", Scope::Document, true);
}

fn image<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let last = inputs(texts.field, source).last();
    if let Some(binding) = last.filter(|binding| binding.kind == "template") {
        texts.bound(binding, Scope::Document, true);
    }
}

/// The bindings that feed the input of a field (spec 5.2).
pub(super) fn inputs<'s, 'a>(
    field: &Field<'_>,
    source: &'s Source<'a>,
) -> impl Iterator<Item = &'s Binding<'a>> {
    let takes = |kind: &str| matches!(kind, "scalar" | "template" | "keyvalue" | "array");
    source.bindings_of(field).filter(move |binding| takes(binding.kind))
}

fn table<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let field = texts.field;
    for (i, node) in field.node.list("footer").into_iter().enumerate() {
        let text = text_of(node.value);
        let property = format!("footer[{i}]");
        let pointer = node.pointer;
        texts.texts.push(FieldText { text, property, pointer, scope: Scope::Totals, used: true });
    }
    let design = design_cells(field);
    let array = source.bindings_of(field).find(|binding| binding.kind == "array");
    let formulas = array.map(|binding| binding.node.list("columns")).unwrap_or_default();
    for (i, column) in formulas.iter().enumerate() {
        let Some(node) = column.get("formula") else { continue };
        let Some(formula) = node.value.as_str() else { continue };
        let overridden = design.get(i).is_some_and(|cell| cell.text.contains('{'));
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
        let formula = formulas.get(i).map(|column| column.text("formula").trim());
        let mirrored = formula.is_some_and(|formula| formula == cell.text.trim());
        if mirrored {
            let same = format!("columns[{i}].formula");
            texts.texts.iter_mut().filter(|t| t.property == same).for_each(|t| t.used = true);
        } else if cell.text.contains('{') {
            texts.texts.push(cell);
        }
    }
    let own_rows = array.is_none();
    if let Some(binding) = inputs(field, source).last().filter(|b| b.kind == "template") {
        texts.bound(binding, Scope::Document, own_rows);
    }
}

fn design_cells<'a>(field: &Field<'a>) -> Vec<FieldText<'a>> {
    let rows = field.node.list("content");
    let cells = rows.first().map(|row| row.elements()).unwrap_or_default();
    let cell = |(i, node): (usize, super::source::Node<'a>)| FieldText {
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
            Scope::Condition => lint::check_condition(&Condition::compile(&text.text)),
            _ => lint::check_text(&TextTemplate::compile(&text.text)),
        };
        for problem in found {
            let problem = problem.field(field.name).pointer(text.pointer.clone());
            let problem = problem.detail("property", text.property.as_str());
            problems.push(with_suggestion(with_token(problem)));
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
fn with_suggestion(problem: Problem) -> Problem {
    if problem.code != Code::UnknownFunction {
        return problem;
    }
    let name = problem.get("detail").and_then(|name| name.as_str()).unwrap_or_default();
    match did_you_mean(name, NAMES) {
        Some(question) if !matches!(name, "NOT" | "AND" | "OR") => problem.advice(question),
        _ => problem,
    }
}

/// Whether a table would print its tokens as they are: rows bound to nothing (spec 8.4 step 3).
pub(super) fn prints_tokens(field: &Field<'_>) -> bool {
    let rows = field.node.list("content");
    rows.iter().flat_map(|row| row.elements()).any(|cell| {
        let text = cell.value.as_str().unwrap_or_default();
        matches!(cell.value, Value::Text(_)) && TextTemplate::compile(text).has_tokens()
    })
}
