//! The texts and conditions of a field, and what is wrong with their expressions (spec 7.9).

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use reportctl_engine::budget::Meter;
use reportctl_engine::expr::catalog;
use reportctl_engine::expr::value::text_of;
use reportctl_engine::expr::{Condition, Dialect, TextTemplate, lint};
pub(super) use reportctl_engine::format::Scope;
use reportctl_engine::format::{
    BindingType, Choose, FieldScope, FieldType, Key, Object, Pages, Type, binding, code, field,
    image, kpi, page, payload, pdf, section, style, table, text,
};
use reportctl_engine::problem::{Code, Problem, Result, Severity};
use reportctl_engine::suggest::Suggestions;
use reportctl_engine::template::read::Node;
use reportctl_engine::template::source::{Binding, Field, Source};
use reportctl_engine::value::Value;

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
    /// What it belongs to, where `scope` says that it sees names.
    pub(super) of: Part,
    /// The condition without which it is not evaluated, besides that of the field.
    pub(super) when: Option<Cow<'a, str>>,
    /// The column of the table that it is for.
    pub(super) column: Option<usize>,
}

/// What a text with names of its own belongs to, and so sees (spec 20.0.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Part {
    /// The table: rows above the titles, and those of each page.
    #[default]
    Table,
    /// Pages of the table that not every document has.
    Pages,
    /// A column: whether it is shown.
    Column,
    /// The rows: conditions of styles.
    Rows,
    /// What rows are grouped by.
    GroupKey,
    /// The first row of a group.
    Group,
    /// The items of the list in the item of a row.
    Detail,
    /// What the items of a section are sorted by.
    SortKey,
}

impl<'a> FieldText<'a> {
    fn new(
        text: impl Into<Cow<'a, str>>,
        property: String,
        pointer: String,
        scope: Scope,
        used: bool,
    ) -> Self {
        let (text, of) = (text.into(), Part::default());
        Self { text, property, pointer, scope, used, of, when: None, column: None }
    }
}

/// All texts of a field, its bindings' included.
pub(super) fn texts_of<'a>(field: &Field<'a>, source: &Source<'a>) -> Vec<FieldText<'a>> {
    let mut texts = Collector { field, texts: Vec::new(), columns: OnceCell::new() };
    texts.own(&field::VISIBLE_WHEN, true);
    if source.dialect.is_extended() && Pages::named(field.node.text(field::ON_PAGES.name)).is_none()
    {
        texts.own(&field::ON_PAGES, true);
    }
    if source.dialect.is_extended() {
        texts.own(&field::LINK, true);
        texts.own(&field::BOOKMARK, true);
        texts.own(&field::ALT, true);
    }
    match FieldType::named(field.kind) {
        Some(FieldType::Text) => text(source, &mut texts),
        Some(FieldType::Kpi) => kpi(source, &mut texts),
        Some(FieldType::Table) => table(source, &mut texts),
        Some(FieldType::Image) => image(source, &mut texts),
        Some(FieldType::Section) if source.dialect.is_extended() => texts.sort(),
        Some(FieldType::Svg) if source.dialect.is_extended() => image(source, &mut texts),
        Some(FieldType::Qrcode | FieldType::Barcode) if source.dialect.is_extended() => {
            code(source, &mut texts)
        }
        _ => {}
    }
    texts.texts
}

struct Collector<'f, 'a> {
    field: &'f Field<'a>,
    texts: Vec<FieldText<'a>>,
    /// The columns by their keys, made when one is asked for.
    columns: OnceCell<HashMap<String, usize>>,
}

impl<'a> Collector<'_, 'a> {
    /// The column that further rows call so: its key, or its number from 0.
    fn column(&self, name: &str) -> Option<usize> {
        let columns = self.columns.get_or_init(|| {
            let mut columns = HashMap::new();
            let styles = self.field.node.list(table::COLUMN_STYLES.name);
            for (column, style) in styles.iter().enumerate() {
                if let Some(key) = style.get(table::STYLE_KEY.name)
                    && let Some(key) = key.value.as_str()
                {
                    columns.entry(key.to_owned()).or_insert(column);
                }
            }
            columns
        });
        columns.get(name).copied().or_else(|| name.parse().ok())
    }

    /// A text of the field itself.
    fn own(&mut self, key: &Key, used: bool) {
        let Some(scope) = key.expressions else { return };
        let Some(node) = self.field.node.get(key.name) else { return };
        let Some(text) = node.value.as_str() else { return };
        let text = FieldText::new(text, key.name.to_owned(), node.pointer, scope, used);
        self.texts.push(text);
    }

    /// The conditions of styles.
    fn rules(&mut self, key: &Key) {
        for (i, rule) in self.field.node.list(key.name).iter().enumerate() {
            let Some(node) = rule.get(style::WHEN.name) else { continue };
            let Some(text) = node.value.as_str() else { continue };
            let property = format!("{}[{i}].{}", key.name, style::WHEN.name);
            self.texts.push(FieldText::new(text, property, node.pointer, Scope::Condition, true));
        }
    }

    /// What the items of a section are sorted by.
    fn sort(&mut self) {
        for (i, key) in self.field.node.list(section::SORT.name).iter().enumerate() {
            self.named(key, &section::BY, &format!("{}[{i}]", section::SORT.name), Part::SortKey);
        }
    }

    /// The cells and the condition of a further row. `when` is the condition of what it belongs to.
    fn row(&mut self, row: &Node<'a>, property: &str, of: Part, when: Option<&Node<'a>>) {
        self.named(row, &table::ROW_VISIBLE, property, of);
        let own = row.get(table::ROW_VISIBLE.name);
        let when = own.as_ref().or(when).and_then(|node| node.value.as_str());
        let Some(cells) = row.get(table::CELLS.name) else { return };
        for name in cells.value.as_object().into_iter().flat_map(|object| object.keys()) {
            let Some(node) = cells.get(name) else { continue };
            let property = format!("{property}.cells.{name}");
            let text = text_of(node.value);
            self.texts.push(FieldText {
                of,
                when: when.map(Cow::Borrowed),
                column: self.column(name),
                ..FieldText::new(text, property, node.pointer, Scope::Named, true)
            });
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
                    let text = text_of(part.value);
                    self.texts.push(FieldText::new(text, property, part.pointer, scope, true));
                }
                _ => {}
            }
        }
    }

    /// A bare expression of a part of the field.
    fn named(&mut self, part: &Node<'a>, key: &Key, property: &str, of: Part) {
        let Some(node) = part.get(key.name) else { return };
        let Some(text) = node.value.as_str() else { return };
        let property = format!("{property}.{}", key.name);
        let text = FieldText::new(text, property, node.pointer, Scope::NamedCondition, true);
        self.texts.push(FieldText { of, ..text });
    }

    /// The `template` or `path` of a binding.
    fn bound(&mut self, binding: &Binding<'a>, scope: Scope, used: bool) {
        let path = binding.kind == BindingType::Scalar.name();
        let key = if path { &binding::SCALAR_PATH } else { &binding::TEMPLATE_TEXT };
        let Some(node) = binding.node.get(key.name) else { return };
        let Some(text) = node.value.as_str() else { return };
        let text = if path { Cow::Owned(format!("{{{text}}}")) } else { Cow::Borrowed(text) };
        self.texts.push(FieldText::new(text, key.name.to_owned(), node.pointer, scope, used));
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
    source.dialect.is_extended() && field.node.text(image::SCOPE.name) == FieldScope::Item.name()
}

fn table<'a>(source: &Source<'a>, texts: &mut Collector<'_, 'a>) {
    let field = texts.field;
    for (i, node) in field.node.list(table::TOTALS.name).into_iter().enumerate() {
        let property = format!("{}[{i}]", table::TOTALS.name);
        let text = text_of(node.value);
        texts.texts.push(FieldText {
            column: Some(i),
            ..FieldText::new(text, property, node.pointer, Scope::Totals, true)
        });
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
        let property = format!("columns[{i}].formula");
        texts.texts.push(FieldText {
            column: Some(i),
            ..FieldText::new(formula.trim(), property, node.pointer, Scope::Rows, !overridden)
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
    texts.own(&table::SUMMARY, true);
    for (key, of) in [
        (&table::CARRIED_OVER, Part::Pages),
        (&table::BROUGHT_FORWARD, Part::Pages),
        (&table::PAGE_TOTALS, Part::Table),
    ] {
        if let Some(row) = field.node.get(key.name) {
            texts.row(&row, key.name, of, None);
        }
    }
    for (i, row) in field.node.list(table::HEAD_ROWS.name).iter().enumerate() {
        texts.row(row, &format!("{}[{i}]", table::HEAD_ROWS.name), Part::Table, None);
    }
    if let Some(detail) = field.node.get(table::DETAIL_KEY.name) {
        texts.named(&detail, &table::DETAIL_VISIBLE, table::DETAIL_KEY.name, Part::Detail);
        let when = detail.get(table::DETAIL_VISIBLE.name);
        for (i, row) in detail.list(table::DETAIL_ROWS.name).iter().enumerate() {
            texts.row(row, &format!("detail.rows[{i}]"), Part::Detail, when.as_ref());
        }
    }
    for (i, style) in field.node.list(table::COLUMN_STYLES.name).iter().enumerate() {
        let of = format!("columnStyles[{i}]");
        texts.named(style, &table::STYLE_VISIBLE, &of, Part::Column);
        if let Some(node) = style.get(table::STYLE_TITLE.name) {
            let text = text_of(node.value);
            let property = format!("{of}.{}", table::STYLE_TITLE.name);
            texts.texts.push(FieldText {
                column: Some(i),
                ..FieldText::new(text, property, node.pointer, Scope::Document, true)
            });
        }
    }
    for (i, group) in field.node.list(table::GROUPS.name).iter().enumerate() {
        texts.named(group, &table::GROUP_BY, &format!("groups[{i}]"), Part::GroupKey);
        for key in [&table::GROUP_HEADER, &table::GROUP_FOOTER] {
            if let Some(row) = group.get(key.name) {
                texts.row(&row, &format!("groups[{i}].{}", key.name), Part::Group, None);
            }
        }
    }
    for (i, style) in field.node.list(table::STYLE_WHEN.name).iter().enumerate() {
        texts.named(style, &table::WHEN, &format!("styleWhen[{i}]"), Part::Rows);
    }
}

/// The conditions under which the columns of a table are shown.
pub(super) fn column_conditions<'a>(field: &Field<'a>) -> Vec<(usize, &'a str)> {
    let styles = field.node.list(table::COLUMN_STYLES.name);
    let condition = |style: &Node<'a>| style.get(table::STYLE_VISIBLE.name)?.value.as_str();
    styles.iter().enumerate().filter_map(|(i, style)| Some((i, condition(style)?))).collect()
}

/// The texts of the template itself: which locale it has, and those of the PDF. A password has to be
/// there; the others may be blank.
pub(super) fn texts_of_document<'a>(root: &Node<'a>) -> Vec<FieldText<'a>> {
    let mut texts = Vec::new();
    if let Some(node) = root.get(page::LOCALE_FROM.name)
        && let Some(text) = node.value.as_str()
    {
        let property = page::LOCALE_FROM.name.to_owned();
        texts.push(FieldText::new(text, property, node.pointer, Scope::Condition, true));
    }
    if let Some(node) = root.get(page::PDF.name) {
        texts_of_part(&node, &pdf::PDF, page::PDF.name, None, &mut texts);
    }
    let requirements = root.list(page::REQUIRE.name);
    for (index, node) in requirements.iter().enumerate() {
        let property = format!("{}[{index}]", page::REQUIRE.name);
        let before = texts.len();
        texts_of_part(node, &page::REQUIREMENT, &property, None, &mut texts);
        // The message is printed where the condition does not hold.
        let that = node.text(page::THAT.name);
        for text in texts.iter_mut().skip(before).filter(|text| text.scope != Scope::Condition) {
            text.when = Some(format!("NOT ({that})").into());
        }
    }
    texts
}

fn texts_of_part<'a>(
    node: &Node<'a>,
    object: &'static Object,
    of: &str,
    when: Option<&'a str>,
    texts: &mut Vec<FieldText<'a>>,
) {
    let own = node.get(pdf::WHEN.name).and_then(|node| node.value.as_str());
    let when = own.or(when);
    for key in object.keys {
        let Some(part) = node.get(key.name) else { continue };
        let property = format!("{of}.{}", key.name);
        match (key.ty, key.expressions) {
            (Type::Object(inner), _) => texts_of_part(&part, inner, &property, when, texts),
            (Type::List(Type::Object(inner)), _) => {
                for (i, one) in part.elements().iter().enumerate() {
                    texts_of_part(one, inner, &format!("{property}[{i}]"), when, texts);
                }
            }
            (_, Some(scope)) => {
                let Some(text) = part.value.as_str() else { continue };
                let text = FieldText::new(text, property, part.pointer, scope, true);
                let is_condition = scope == Scope::Condition;
                let when = when.filter(|_| !is_condition).map(Cow::Borrowed);
                texts.push(FieldText { when, ..text });
            }
            _ => {}
        }
    }
}

fn design_cells<'a>(field: &Field<'a>) -> Vec<FieldText<'a>> {
    let rows = field.node.list(table::CONTENT.name);
    let cells = rows.first().map(|row| row.elements()).unwrap_or_default();
    let cell = |(i, node): (usize, Node<'a>)| {
        let text = text_of(node.value);
        let property = format!("content[0][{i}]");
        FieldText {
            column: Some(i),
            ..FieldText::new(text, property, node.pointer, Scope::Rows, true)
        }
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
    (refused, suggestions): (&HashSet<String>, &Suggestions),
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
            if problem.severity == Severity::Error && refused.contains(&text.pointer) {
                continue;
            }
            let problem = problem.field(&*field.name).pointer(text.pointer.clone());
            let problem = problem.detail("property", text.property.as_str());
            problems.push(with_suggestion(with_token(problem), &source.dialect, suggestions));
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
fn with_suggestion(problem: Problem, dialect: &Dialect, suggestions: &Suggestions) -> Problem {
    if problem.code != Code::UnknownFunction {
        return problem;
    }
    let name = problem.get("detail").and_then(|name| name.as_str()).unwrap_or_default();
    // The name of a function of extensions is right, only `extensions` is missing.
    let known = catalog::find(name).is_some() || matches!(name, "NOT" | "AND" | "OR");
    match suggestions.did_you_mean(name, || catalog::names(dialect).iter().copied()) {
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
