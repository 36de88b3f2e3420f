//! What a template takes from the data and the data does not have (spec 5, 7.6, 8).
//!
//! A [`Plan`] is made once per template and applied to any number of data. With data that has
//! everything, applying it costs one lookup per path: conditions are evaluated only for a path that
//! was not found, to learn whether the place that takes it is reached at all.

use std::collections::{HashMap, HashSet};

use super::texts::{FieldText, Scope, texts_of};
use crate::budget::{Budget, Meter};
use crate::expr::lint::with_blanks_around_operators;
use crate::expr::path::own;
use crate::expr::value::text_of;
use crate::expr::{self, Condition, Env, Expr, Path, Reference, TextTemplate};
use crate::format::{BindingType, Choose};
use crate::problem::{Code, Problem, Result, quoted};
use crate::resolve::{self, ItemScope, LINE_NAMES, PAGE_NAMES, visible};
use crate::suggest::{listed, nearest};
use crate::template::read::Node;
use crate::template::source::{Binding, Design, Field, Source};
use crate::template::zone::Zone;
use crate::template::{self, Template};
use crate::value::Value;

/// Keys are collected from this many items; more say nothing new.
const ITEMS_LOOKED_AT: usize = 2000;

/// What is done with a path that a condition asks for: it may be missing, but a key of almost the
/// same name is probably meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Suspicions {
    /// Reported: somebody reads the findings.
    Report,
    /// Left out: a document depends on the findings.
    Omit,
}

/// Everything that a template takes from the data, ready to be looked up.
pub(super) struct Plan {
    designs: Vec<DesignPlan>,
}

struct DesignPlan {
    sections: Vec<SectionPlan>,
    fields: Vec<FieldPlan>,
}

/// A section that repeats over a list.
struct SectionPlan {
    list: List,
    condition: Option<Condition>,
    /// Whether nothing in it asks for an item: then one repetition is as good as any, and the
    /// section only keeps its members together.
    is_frame: bool,
}

/// The path of a list, as a binding gives it.
struct List {
    field: String,
    source: String,
    path: Path,
    /// Where the path stands.
    pointer: String,
    /// The columns of its filters.
    filters: Vec<Key>,
}

/// An exact key that some item must have.
struct Key {
    key: String,
    pointer: String,
}

/// The data that a field is evaluated against.
#[derive(Clone, Copy)]
enum Sees {
    Document,
    /// The document with page tokens.
    Band,
    /// The items of a section of its design.
    Section(usize),
}

struct FieldPlan {
    name: String,
    sees: Sees,
    condition: Option<Condition>,
    texts: Vec<TextPlan>,
    rows: RowsPlan,
    items: Option<ItemsPlan>,
    /// Paths of an image or table that stand alone.
    inputs: Vec<(Path, String)>,
}

/// What the rows of a table are made from.
enum RowsPlan {
    None,
    /// The items of the section that the table is a member of.
    OfSection,
    /// A list, and the keys of its columns.
    List(List, Vec<Key>),
}

/// The list of a chart or card.
struct ItemsPlan {
    list: List,
    keys: Vec<Key>,
    /// Keys that the binding leaves out, and its pointer.
    absent: Vec<(&'static str, String)>,
}

struct TextPlan {
    code: TextCode,
    property: String,
    pointer: String,
    scope: Scope,
}

enum TextCode {
    Condition(Condition),
    Text(TextTemplate),
}

impl Plan {
    /// Compiles what the texts and bindings of a template take.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub(super) fn new(source: &Source<'_>, template: &Template, meter: &Meter<'_>) -> Result<Self> {
        let placed = placed(template);
        let designs = source.designs.iter();
        let designs = designs.map(|design| DesignPlan::new(design, source, &placed, meter));
        Ok(Self { designs: designs.collect::<Result<_>>()? })
    }

    /// The paths, columns and keys that the data does not have. Of a list, a key counts as missing
    /// only where no item has it.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub(super) fn check(
        &self,
        data: &Value,
        budget: Budget<'_>,
        suspicions: Suspicions,
    ) -> Result<Vec<Problem>> {
        let meter = Meter::new(budget);
        let env = Env { meter: &meter, current_year: 1970 };
        let document = resolve::Source { data, env };
        let mut checker = Checker { document: &document, suspicions, problems: Vec::new() };
        for design in &self.designs {
            checker.design(design)?;
        }
        Ok(checker.problems)
    }
}

/// The paths that one text takes and the data does not have.
///
/// # Errors
/// `timeLimit` from the budget.
pub(super) fn check_text(
    text: &TextTemplate,
    data: &Value,
    budget: Budget<'_>,
) -> Result<Vec<Problem>> {
    let meter = Meter::new(budget);
    let env = Env { meter: &meter, current_year: 1970 };
    let document = resolve::Source { data, env };
    let mut checker =
        Checker { document: &document, suspicions: Suspicions::Omit, problems: Vec::new() };
    let view = View::document(data, Sees::Document);
    checker.expressions(text.tokens().filter_map(|token| token.expr.ok()), false, &view, None)?;
    Ok(checker.problems)
}

/// How the column of an aggregate differs from a plain path.
fn column_of(path: &Path, column: Option<&str>) -> String {
    format!("{path}[].{}", column.unwrap_or_default()).to_lowercase()
}

/// Zone and design of each field, by pointer.
fn placed(template: &Template) -> HashMap<&str, (Zone, &template::Field)> {
    let designs = template.designs.iter();
    designs
        .flat_map(|design| {
            let place = |field| (Zone::of(field, design), field);
            design.fields.iter().map(move |field| (field.pointer.as_str(), place(field)))
        })
        .collect()
}

impl DesignPlan {
    fn new(
        design: &Design<'_>,
        source: &Source<'_>,
        placed: &HashMap<&str, (Zone, &template::Field)>,
        meter: &Meter<'_>,
    ) -> Result<Self> {
        let condition = |field: &Field<'_>| {
            let (_, placed) = placed.get(field.node.pointer.as_str())?;
            placed.visible_when.clone()
        };
        let mut busy: HashSet<&str> = HashSet::new();
        for member in design.fields.iter().filter(|field| !field.section_id.is_empty()) {
            meter.step()?;
            if asks_for_an_item(member, source) {
                busy.insert(&member.section_id);
            }
        }
        let mut sections = Vec::new();
        let mut by_id: HashMap<&str, usize> = HashMap::new();
        for field in design.fields.iter().filter(|field| field.kind == "section") {
            let binding = source.first_binding(field, BindingType::Section);
            let Some(binding) = binding else { continue };
            by_id.entry(&field.id).or_insert(sections.len());
            sections.push(SectionPlan {
                list: List::new(field, binding),
                condition: condition(field),
                is_frame: !busy.contains(&*field.id),
            });
        }
        let mut fields = Vec::new();
        for field in &design.fields {
            meter.step()?;
            let zone = placed.get(field.node.pointer.as_str()).map(|(zone, _)| *zone);
            let sees = match &*field.section_id {
                "" if zone.is_some_and(Zone::repeats) => Sees::Band,
                "" => Sees::Document,
                id => match by_id.get(id) {
                    Some(section) => Sees::Section(*section),
                    None => continue,
                },
            };
            fields.push(FieldPlan::new(field, sees, condition(field), source, meter)?);
        }
        Ok(Self { sections, fields })
    }
}

fn asks_for_an_item(member: &Field<'_>, source: &Source<'_>) -> bool {
    let shows = |text: &FieldText<'_>| match text.scope {
        Scope::Document => false,
        Scope::Condition => true,
        _ => TextTemplate::compile(&text.text).has_tokens(),
    };
    member.kind == "table" || texts_of(member, source).iter().any(shows)
}

impl List {
    fn new(field: &Field<'_>, binding: &Binding<'_>) -> Self {
        let source = binding.node.text("path");
        let node = binding.node.get("path");
        Self {
            field: field.name.to_string(),
            source: source.to_owned(),
            path: Path::compile(source),
            pointer: node.map_or_else(|| binding.node.pointer.clone(), |node| node.pointer),
            filters: binding
                .conditions()
                .filter_map(|condition| condition.get("column"))
                .map(|column| Key::new(&column))
                .collect(),
        }
    }
}

impl Key {
    fn new(node: &Node<'_>) -> Self {
        Self { key: text_of(node.value).into_owned(), pointer: node.pointer.clone() }
    }
}

impl FieldPlan {
    fn new(
        field: &Field<'_>,
        sees: Sees,
        condition: Option<Condition>,
        source: &Source<'_>,
        meter: &Meter<'_>,
    ) -> Result<Self> {
        let mut texts = Vec::new();
        for text in texts_of(field, source).into_iter().filter(|text| text.used) {
            meter.read(text.text.len())?;
            let code = match text.scope {
                Scope::Condition => TextCode::Condition(Condition::compile(&text.text)),
                _ => TextCode::Text(TextTemplate::compile(&text.text)),
            };
            let FieldText { property, pointer, scope, .. } = text;
            texts.push(TextPlan { code, property, pointer, scope });
        }
        let array = source.first_binding(field, BindingType::Array);
        let rows = match (field.kind, array) {
            ("table", Some(binding)) => {
                RowsPlan::List(List::new(field, binding), column_keys(field, binding))
            }
            ("table", None) if !field.section_id.is_empty() => RowsPlan::OfSection,
            _ => RowsPlan::None,
        };
        let stands_alone = match field.kind {
            "image" => true,
            "table" => matches!(rows, RowsPlan::None),
            _ => false,
        };
        let items = match field.kind {
            "chart" => ItemsPlan::new(field, source, &["labelColumn", "valueColumn"]),
            "kpi" => ItemsPlan::new(field, source, &["valueColumn"]),
            _ => None,
        };
        Ok(Self {
            name: field.name.to_string(),
            sees,
            condition,
            texts,
            rows,
            items,
            inputs: if stands_alone { input_paths(field, source) } else { Vec::new() },
        })
    }
}

/// The keys of the columns of a table that show one; the others are texts.
fn column_keys(field: &Field<'_>, binding: &Binding<'_>) -> Vec<Key> {
    let design = field.node.list("content").first().map(|row| row.elements());
    let columns = binding.node.list("columns");
    let mut keys = Vec::new();
    for (i, title) in field.node.list("head").into_iter().enumerate() {
        let cell = design.as_ref().and_then(|cells| cells.get(i));
        if cell.is_some_and(|cell| text_of(cell.value).contains('{')) {
            continue;
        }
        match columns.get(i) {
            Some(column) if column.value.as_object().is_some() || column.value.is_null() => {}
            Some(column) => keys.push(Key::new(column)),
            None => keys.push(Key::new(&title)),
        }
    }
    keys
}

/// The paths of `scalar` and `keyvalue` bindings of images and tables.
fn input_paths(field: &Field<'_>, source: &Source<'_>) -> Vec<(Path, String)> {
    let Some(binding) = source.input_of(field) else { return Vec::new() };
    let nodes = match binding.kind {
        "scalar" => binding.node.get("path").into_iter().collect(),
        "keyvalue" => binding.node.list("paths"),
        _ => Vec::new(),
    };
    nodes.into_iter().map(|node| (Path::compile(&text_of(node.value)), node.pointer)).collect()
}

impl ItemsPlan {
    fn new(field: &Field<'_>, source: &Source<'_>, keys: &[&'static str]) -> Option<Self> {
        let binding = source.first_binding(field, BindingType::named(field.kind)?)?;
        let mut plan =
            Self { list: List::new(field, binding), keys: Vec::new(), absent: Vec::new() };
        if binding.node.text("aggregation") != "count" {
            for &key in keys {
                match binding.node.get(key) {
                    Some(node) => plan.keys.push(Key::new(&node)),
                    None => plan.absent.push((key, binding.node.pointer.clone())),
                }
            }
        }
        Some(plan)
    }
}

/// What the data is looked at through: one value, or the items of lists.
struct View<'a> {
    slices: Vec<&'a [Value]>,
    /// Whether only items that are objects count.
    objects_only: bool,
    sees: ViewKind,
    /// Path of the list whose items these are; the document has none.
    list: Option<String>,
}

/// What expressions see besides the value itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ViewKind {
    Plain,
    /// Page numbers, unknown before layout.
    Band,
    /// The line number of a section.
    Section,
}

/// The conditions that a place of an expression stands under, each with what it must be.
type Guards<'e> = Vec<(&'e Expr, bool)>;

/// Calls back with everything that an expression takes: the reference, the conditions it stands
/// under, and whether a condition only asks for it.
fn uses<'e>(
    expr: &'e Expr,
    asked: bool,
    guards: &mut Guards<'e>,
    found: &mut dyn FnMut(Reference<'e>, &Guards<'e>, bool) -> Result<()>,
) -> Result<()> {
    match expr {
        Expr::Text(_) | Expr::Number { .. } => Ok(()),
        Expr::Path(path) => found(Reference::Value(path), guards, asked),
        Expr::Negate(inner) => uses(inner, asked, guards, found),
        Expr::Not(inner) => uses(inner, true, guards, found),
        Expr::Arithmetic { first, rest } => {
            uses(first, asked, guards, found)?;
            rest.iter().try_for_each(|(_, expr)| uses(expr, asked, guards, found))
        }
        Expr::Compare { sides, .. } => {
            uses(&sides.0, true, guards, found)?;
            uses(&sides.1, true, guards, found)
        }
        Expr::And(all) | Expr::Or(all) => {
            all.iter().try_for_each(|expr| uses(expr, true, guards, found))
        }
        Expr::Call(call) => {
            if let Some(array) = call.function.array() {
                return found(Reference::Array(array), guards, asked);
            }
            let (condition, branches) = match (&*call.name, call.args.split_first()) {
                ("IF", Some(parts)) => parts,
                _ => return call.args.iter().try_for_each(|arg| uses(arg, asked, guards, found)),
            };
            uses(condition, true, guards, found)?;
            for (branch, holds) in branches.iter().zip([true, false]) {
                guards.push((condition, holds));
                let done = uses(branch, asked, guards, found);
                guards.pop();
                done?;
            }
            Ok(())
        }
    }
}

struct Checker<'s, 'a> {
    document: &'s resolve::Source<'a, 's>,
    suspicions: Suspicions,
    problems: Vec<Problem>,
}

impl<'s, 'a> Checker<'s, 'a> {
    fn meter(&self) -> &'s Meter<'s> {
        self.document.env.meter
    }

    fn design(&mut self, design: &DesignPlan) -> Result<()> {
        let data = self.document.data;
        let document = View::document(data, Sees::Document);
        let band = View::document(data, Sees::Band);
        let mut sections = Vec::with_capacity(design.sections.len());
        for section in &design.sections {
            self.meter().step()?;
            sections.push(self.section(section, &document)?);
        }
        for field in &design.fields {
            self.meter().step()?;
            let own = match field.sees {
                Sees::Document => &document,
                Sees::Band => &band,
                Sees::Section(section) => match sections.get(section) {
                    Some(Some(items)) => items,
                    _ => continue,
                },
            };
            self.field(field, own, &document)?;
        }
        Ok(())
    }

    /// The items of a section; nothing where it is not drawn or has none.
    fn section(&mut self, section: &SectionPlan, document: &View<'a>) -> Result<Option<View<'a>>> {
        let before = self.problems.len();
        let is_there = section.list.path.lookup(self.document.data).is_some();
        if section.is_frame && !is_there {
            return Ok(None);
        }
        let Some(mut items) = self.list(&section.list, document)? else {
            if self.problems.len() > before && !self.is_seen(section.condition.as_ref())? {
                self.problems.truncate(before);
            }
            return Ok(None);
        };
        if section.condition.is_some() && !self.is_seen(section.condition.as_ref())? {
            self.problems.truncate(before);
            return Ok(None);
        }
        items.objects_only = true;
        items.sees = ViewKind::Section;
        Ok(Some(items))
    }

    /// Whether the condition of a field of the document shows it with this data; one that depends
    /// on the page may.
    fn is_seen(&self, condition: Option<&Condition>) -> Result<bool> {
        let condition = condition.filter(|condition| !condition.uses_page_tokens());
        visible(condition, &self.document.document())
    }

    fn field(&mut self, field: &FieldPlan, own: &View<'a>, document: &View<'a>) -> Result<()> {
        let before = self.problems.len();
        let listed = match &field.rows {
            RowsPlan::List(list, keys) => {
                let outer = if own.list.is_some() { own } else { document };
                let rows = self.list(list, outer)?;
                if let Some(rows) = &rows {
                    self.keys(&field.name, keys, rows)?;
                }
                rows
            }
            RowsPlan::OfSection => Some(own.as_rows()),
            RowsPlan::None => None,
        };
        for text in field.texts.iter().filter(|text| text.scope != Scope::Condition) {
            let view = match text.scope {
                Scope::Condition => continue,
                Scope::Own => Some(own),
                Scope::Document => Some(document),
                Scope::Totals if own.list.is_some() => Some(own),
                Scope::Totals => Some(document),
                Scope::Rows => listed.as_ref(),
            };
            if let Some(view) = view {
                self.text(field, text, view)?;
            }
        }
        if let Some(items) = &field.items {
            self.items(&field.name, items, document)?;
        }
        for (path, pointer) in &field.inputs {
            if let Some(problem) = self.path(path, &Guards::new(), false, document, None)? {
                self.problems.push(problem.field(&field.name).pointer(pointer.clone()));
            }
        }
        // Conditions are looked at last: most fields have nothing to report.
        if self.problems.len() > before && field.condition.is_some() {
            let condition = field.condition.as_ref();
            let is_shown = match own.sees {
                ViewKind::Section => self.is_reached(&Guards::new(), own, condition)?,
                ViewKind::Plain | ViewKind::Band => self.is_seen(condition)?,
            };
            if !is_shown {
                self.problems.truncate(before);
            }
        }
        for text in field.texts.iter().filter(|text| text.scope == Scope::Condition) {
            self.text(field, text, own)?;
        }
        Ok(())
    }

    /// Looks at everything that a text takes from the data, each path once.
    fn text(&mut self, field: &FieldPlan, text: &TextPlan, view: &View<'a>) -> Result<()> {
        let before = self.problems.len();
        match &text.code {
            TextCode::Condition(condition) => {
                self.expressions(condition.expr(), true, view, None)?;
            }
            TextCode::Text(template) => {
                let shown = field.condition.as_ref().filter(|_| view.sees == ViewKind::Section);
                let exprs = template.tokens().filter_map(|token| token.expr.ok());
                self.expressions(exprs, false, view, shown)?;
            }
        }
        for problem in self.problems.iter_mut().skip(before) {
            problem.field = Some(field.name.clone());
            problem.pointer = Some(text.pointer.clone());
            problem.details.push(("property", text.property.as_str().into()));
        }
        Ok(())
    }

    /// The same for expressions, without naming their place. `shown` is the condition of the field
    /// where it is evaluated for each item.
    fn expressions<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        asked: bool,
        view: &View<'a>,
        shown: Option<&Condition>,
    ) -> Result<()> {
        let mut reported = HashSet::new();
        let mut guards = Guards::new();
        for expr in exprs {
            uses(expr, asked, &mut guards, &mut |reference, guards, asked| {
                let found = match reference {
                    Reference::Value(path) => self.path(path, guards, asked, view, shown)?,
                    Reference::Array(_) if asked => None,
                    Reference::Array(array) => {
                        self.aggregate(array.path(), array.column(), guards, view, shown)?
                    }
                };
                let Some(problem) = found else { return Ok(()) };
                let key = match reference {
                    Reference::Value(path) => path.to_string(),
                    Reference::Array(array) => column_of(array.path(), array.column()),
                };
                if reported.insert(key) {
                    self.problems.push(problem);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Whether a place under these conditions is reached with some item of the view.
    fn is_reached(
        &self,
        guards: &Guards<'_>,
        view: &View<'a>,
        shown: Option<&Condition>,
    ) -> Result<bool> {
        if guards.is_empty() && shown.is_none() {
            return Ok(true);
        }
        for (index, value) in view.values().enumerate() {
            self.meter().step()?;
            let item = ItemScope::new(Some(value), index);
            let scope = match view.sees {
                ViewKind::Section => item.scope(self.document),
                ViewKind::Plain | ViewKind::Band => {
                    expr::Scope { value, extra: &[], env: &self.document.env }
                }
            };
            if !visible(shown, &scope)? {
                continue;
            }
            let mut reached = true;
            for (condition, expected) in guards {
                // Before layout nobody knows the numbers of the pages.
                let depends = view.sees == ViewKind::Band && asks_for_a_page(condition);
                if !depends && condition.holds(&scope)? != *expected {
                    reached = false;
                    break;
                }
            }
            if reached {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A path that a text shows, or that a condition asks for.
    fn path(
        &self,
        path: &Path,
        guards: &Guards<'_>,
        asked: bool,
        view: &View<'a>,
        shown: Option<&Condition>,
    ) -> Result<Option<Problem>> {
        if asked && self.suspicions == Suspicions::Omit {
            return Ok(None);
        }
        let Some(missing) = view.missing(path, self.meter())? else { return Ok(None) };
        let meant = missing.meant();
        if (asked && meant.is_none()) || !self.is_reached(guards, view, shown)? {
            return Ok(None);
        }
        let first = path.segments().first().map(|segment| segment.as_str()).unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(first));
        let elsewhere = view.list.is_some() && path.lookup(self.document.data).is_some();
        let advice = if let Some(calculation) = view.calculation(path) {
            format!("it is read as one name; to calculate, write {}", quoted(&calculation))
        } else if let Some(meant) = meant {
            format!("did you mean `{meant}`?")
        } else if is(&PAGE_NAMES) {
            "page numbers exist only in texts and conditions of the repeating bands".to_owned()
        } else if is(&LINE_NAMES) && view.list.is_none() {
            "the line number exists only inside sections".to_owned()
        } else if elsewhere {
            "the document has it, but here only the item is seen: put it into the items too"
                .to_owned()
        } else {
            missing.hint()
        };
        Ok(Some(missing.problem().advice(advice)))
    }

    /// The list and column of SUM, COUNT or AVG.
    fn aggregate(
        &self,
        path: &Path,
        column: Option<&str>,
        guards: &Guards<'_>,
        view: &View<'a>,
        shown: Option<&Condition>,
    ) -> Result<Option<Problem>> {
        let problem = if let Some(missing) = view.missing(path, self.meter())? {
            let advice = match missing.meant() {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => missing.hint(),
            };
            missing.problem().advice(advice)
        } else {
            let lists = view.lists(path, self.meter())?;
            if lists.is_empty() {
                let Some(first) = view.first_at(path) else { return Ok(None) };
                let inner = column.and_then(|column| own(first, column)).and_then(Value::as_array);
                let advice = match (inner, column) {
                    (Some(_), Some(column)) => format!(
                        "what follows the last dot is a column: write `{path}.{column}.column`"
                    ),
                    _ => "SUM, COUNT and AVG go over a list".to_owned(),
                };
                not_a_list(&path.to_string(), first).advice(advice)
            } else {
                let Some(column) = column else { return Ok(None) };
                let Some(problem) = missing_key(column, &lists, self.meter(), || path.to_string())?
                else {
                    return Ok(None);
                };
                problem
            }
        };
        Ok(self.is_reached(guards, view, shown)?.then_some(problem))
    }

    /// The items of the list that a binding leads to, filters checked; nothing where it leads to
    /// none, which is reported, or to an empty one.
    fn list(&mut self, list: &List, view: &View<'a>) -> Result<Option<View<'a>>> {
        let List { field, source, path, pointer, filters } = list;
        if let Some(missing) = view.missing(path, self.meter())? {
            let advice = missing
                .meant()
                .map_or_else(|| missing.hint(), |meant| format!("did you mean `{meant}`?"));
            let problem = missing.problem().advice(advice);
            self.problems.push(problem.field(field).pointer(pointer.clone()));
            return Ok(None);
        }
        let slices = view.lists(path, self.meter())?;
        if slices.is_empty() {
            let Some(first) = view.first_at(path) else { return Ok(None) };
            let problem = not_a_list(source, first).advice(list_inside(first).map_or_else(
                || "the binding needs the path of a list".to_owned(),
                |key| format!("did you mean `{source}.{key}`?"),
            ));
            self.problems.push(problem.field(field).pointer(pointer.clone()));
            return Ok(None);
        }
        let name = match &view.list {
            Some(outer) => format!("{outer}.{source}"),
            None => source.clone(),
        };
        let items = View { slices, objects_only: false, sees: ViewKind::Plain, list: Some(name) };
        self.keys(field, filters, &items)?;
        let is_empty = items.values().next().is_none();
        Ok((!is_empty).then_some(items))
    }

    /// Exact keys that some item must have.
    fn keys(&mut self, field: &str, keys: &[Key], items: &View<'a>) -> Result<()> {
        let list = || items.list.clone().unwrap_or_default();
        for Key { key, pointer } in keys {
            if let Some(problem) = missing_key(key, &items.slices, self.meter(), list)? {
                self.problems.push(problem.field(field).pointer(pointer.clone()));
            }
        }
        Ok(())
    }

    /// List and columns of a chart or card.
    fn items(&mut self, field: &str, plan: &ItemsPlan, document: &View<'a>) -> Result<()> {
        let Some(items) = self.list(&plan.list, document)? else { return Ok(()) };
        self.keys(field, &plan.keys, &items)?;
        for (key, pointer) in &plan.absent {
            self.problems.push(
                Problem::warning(Code::MissingPath, format!("the binding has no `{key}`"))
                    .field(field)
                    .pointer(pointer.clone())
                    .advice(format!("name a key of the items of {}", quoted(&plan.list.source))),
            );
        }
        Ok(())
    }
}

fn asks_for_a_page(condition: &Expr) -> bool {
    let mut asks = false;
    condition.paths(&mut |reference| asks |= reference.is_page_token());
    asks
}

/// Where a path ends before its end.
struct Missing<'v> {
    /// The path as written.
    parts: Vec<String>,
    /// How many parts were found.
    depth: usize,
    /// The values at which the next part was not found.
    at: Vec<&'v Value>,
    list: Option<&'v str>,
}

impl<'a> View<'a> {
    fn document(data: &'a Value, sees: Sees) -> Self {
        let sees = match sees {
            Sees::Band => ViewKind::Band,
            Sees::Document | Sees::Section(_) => ViewKind::Plain,
        };
        let slices = vec![std::slice::from_ref(data)];
        Self { slices, objects_only: false, sees, list: None }
    }

    /// The same items as the rows of a table see them: without line numbers.
    fn as_rows(&self) -> Self {
        let (slices, list) = (self.slices.clone(), self.list.clone());
        Self { slices, objects_only: self.objects_only, sees: ViewKind::Plain, list }
    }

    fn values(&self) -> impl Iterator<Item = &'a Value> {
        let all = self.slices.iter().flat_map(|slice| slice.iter());
        all.filter(|value| !self.objects_only || value.as_object().is_some())
    }

    /// Names that are added to what is seen.
    fn names(&self) -> &'static [&'static str] {
        match self.sees {
            ViewKind::Plain => &[],
            ViewKind::Band => &PAGE_NAMES,
            ViewKind::Section => &LINE_NAMES,
        }
    }

    /// Whether a path is found nowhere. A `null` on the way is data that is known to be absent.
    fn missing<'v>(&'v self, path: &Path, meter: &Meter<'_>) -> Result<Option<Missing<'v>>> {
        let segments = path.segments();
        let Some(first) = segments.first() else { return Ok(None) };
        let added = self.names().iter().any(|name| name.eq_ignore_ascii_case(first.as_str()));
        if added && segments.len() == 1 {
            return Ok(None);
        }
        let mut deepest: (usize, Vec<&Value>) = (0, Vec::new());
        let mut none = true;
        for value in self.values() {
            meter.step()?;
            none = false;
            let (depth, at) = follow(path, value);
            // A list that is shorter than asked for, and a value that is known to be absent, are
            // no mistakes.
            let beyond = || {
                let part = segments.get(depth).map(|segment| segment.as_str());
                at.as_array().is_some() && part.is_some_and(|part| part.parse::<u32>().is_ok())
            };
            if depth == segments.len() || at.is_null() || beyond() {
                return Ok(None);
            }
            match depth.cmp(&deepest.0) {
                std::cmp::Ordering::Greater => deepest = (depth, vec![at]),
                std::cmp::Ordering::Equal if deepest.1.len() < ITEMS_LOOKED_AT => {
                    deepest.1.push(at);
                }
                _ => {}
            }
        }
        if none {
            return Ok(None);
        }
        Ok(Some(Missing {
            parts: segments.iter().map(|segment| segment.as_str().to_owned()).collect(),
            depth: deepest.0,
            at: deepest.1,
            list: self.list.as_deref(),
        }))
    }

    /// The calculation that a missing name looks like, if its first part is there: `total - 2`.
    fn calculation(&self, path: &Path) -> Option<String> {
        let calculation = with_blanks_around_operators(&path.to_string())?;
        let first = Path::compile(calculation.split(' ').next()?);
        self.values().any(|value| first.lookup(value).is_some()).then_some(calculation)
    }

    /// The lists at a path, where there are any.
    fn lists(&self, path: &Path, meter: &Meter<'_>) -> Result<Vec<&'a [Value]>> {
        let mut lists = Vec::new();
        for value in self.values() {
            meter.step()?;
            lists.extend(path.lookup(value).and_then(Value::as_array));
        }
        Ok(lists)
    }

    /// The first value at a path that is not `null`.
    fn first_at(&self, path: &Path) -> Option<&'a Value> {
        self.values().filter_map(|value| path.lookup(value)).find(|value| !value.is_null())
    }
}

/// Follows a path as far as it goes: how many parts, and the value there.
fn follow<'v>(path: &Path, value: &'v Value) -> (usize, &'v Value) {
    let mut at = value;
    for (depth, segment) in path.segments().iter().enumerate() {
        let next = match at {
            Value::Object(object) => object.get_folded(segment.lower()).map(|(_, value)| value),
            Value::Array(_) => own(at, segment.as_str()),
            _ => None,
        };
        match next {
            Some(next) => at = next,
            None => return (depth, at),
        }
    }
    (path.segments().len(), at)
}

impl Missing<'_> {
    fn part(&self) -> &str {
        self.parts.get(self.depth).map_or("", String::as_str)
    }

    fn keys(&self) -> Vec<&str> {
        keys_of(self.at.iter().copied())
    }

    /// The path that was probably meant: a similar key in its place, the key of the missing name
    /// one level further down, or a key with all the dots in its name.
    fn meant(&self) -> Option<String> {
        let keys = self.keys();
        let rest = self.parts.get(self.depth..)?.join(".");
        let whole = keys.iter().find(|key| ***key == *rest && rest.contains('.'));
        if let Some(whole) = whole {
            return crate::expr::path::segment_for(whole);
        }
        if let Some(key) = nearest(self.part(), keys.iter().copied()) {
            let mut parts = self.parts.clone();
            key.clone_into(parts.get_mut(self.depth)?);
            return Some(parts.join("."));
        }
        let inside = self.at.iter().filter_map(|value| value.as_object()).find_map(|object| {
            let mut entries = object.iter();
            let holder = entries.find(|(_, value)| value.get(self.part()).is_some())?;
            Some(holder.0.to_owned())
        })?;
        let mut parts = self.parts.clone();
        parts.insert(self.depth, inside);
        Some(parts.join("."))
    }

    fn hint(&self) -> String {
        match self.at.first() {
            // Many rows for a template of one document: what `batch` is for.
            Some(Value::Array(_)) if self.depth == 0 => {
                "it is a list: if `batch` makes a document of each row, check one row as JSON; else \
                 use SUM, COUNT or AVG, bind a section or table, or name one item by its number"
                    .to_owned()
            }
            Some(Value::Array(_)) => {
                "it is a list: use SUM, COUNT or AVG, bind a section or table, or name one item \
                 by its number"
                    .to_owned()
            }
            Some(Value::Object(_)) => match self.keys() {
                keys if keys.is_empty() => "it has no keys".to_owned(),
                keys => format!("there are: {}", listed(keys)),
            },
            Some(other) => format!("it is {}, which has no parts", other.type_phrase()),
            None => "give data that has it".to_owned(),
        }
    }

    fn problem(&self) -> Problem {
        let path = self.parts.join(".");
        let before = self.parts.get(..self.depth).unwrap_or_default().join(".");
        let whole = if self.depth + 1 < self.parts.len() || self.depth > 0 {
            format!(" (path {})", quoted(&path))
        } else {
            String::new()
        };
        let part = quoted(self.part());
        let message = match (self.list, before.as_str()) {
            (None, "") => format!("the data has no {part}{whole}"),
            (None, before) => format!("{} in the data has no {part}{whole}", quoted(before)),
            (Some(list), "") => format!("no item of {} has {part}{whole}", quoted(list)),
            (Some(list), before) => {
                format!("no item of {} has {part} in {}{whole}", quoted(list), quoted(before))
            }
        };
        Problem::warning(Code::MissingPath, message)
            .detail("path", path)
            .detail("missing", self.part())
    }
}

/// The keys of some objects, each once, in order.
fn keys_of<'v>(values: impl IntoIterator<Item = &'v Value>) -> Vec<&'v str> {
    let mut seen = HashSet::new();
    let mut shapes = HashSet::new();
    let mut keys = Vec::new();
    for object in values.into_iter().take(ITEMS_LOOKED_AT).filter_map(Value::as_object) {
        if shapes.insert(object.shape().map(std::sync::Arc::as_ptr)) {
            keys.extend(object.keys().filter(|key| seen.insert(*key)));
        }
    }
    keys
}

/// A key that no item has, as columns and filters look it up: exactly (spec 5.4, 8.6).
fn missing_key(
    key: &str,
    lists: &[&[Value]],
    meter: &Meter<'_>,
    list: impl FnOnce() -> String,
) -> Result<Option<Problem>> {
    let mut none = true;
    for item in lists.iter().copied().flatten() {
        meter.step()?;
        if own(item, key).is_some() {
            return Ok(None);
        }
        none = false;
    }
    if none {
        return Ok(None);
    }
    let list = list();
    let items = || lists.iter().copied().flatten().take(ITEMS_LOOKED_AT);
    let keys = keys_of(items());
    let same = keys.iter().find(|other| other.to_lowercase() == key.to_lowercase());
    let advice = if let Some(same) = same {
        format!("did you mean `{same}`? case counts here")
    } else if let Some(meant) = nearest(key, keys.iter().copied()) {
        format!("did you mean `{meant}`?")
    } else if items().any(|item| Path::compile(key).lookup(item).is_some()) {
        format!("a key is not a path here; use a column with the formula `{{{key}}}`")
    } else if keys.is_empty() {
        "the items are no objects, so they have no keys".to_owned()
    } else {
        format!("there are: {}", listed(keys))
    };
    let message = format!("no item of {} has the key {}", quoted(&list), quoted(key));
    Ok(Some(
        Problem::warning(Code::MissingPath, message)
            .advice(advice)
            .detail("path", list)
            .detail("missing", key),
    ))
}

fn not_a_list(path: &str, found: &Value) -> Problem {
    let message = format!("{} must be a list, not {}", quoted(path), found.type_phrase());
    Problem::warning(Code::MissingPath, message).detail("path", path)
}

/// The only list inside an object.
fn list_inside(value: &Value) -> Option<&str> {
    let mut lists = value.as_object()?.iter().filter(|(_, value)| value.as_array().is_some());
    let (key, _) = lists.next()?;
    lists.next().is_none().then_some(key)
}
