//! What a template takes from the data and the data does not have (spec 5, 7.6, 8).

use std::collections::{HashMap, HashSet};

use super::texts::{FieldText, Scope, texts_of};
use crate::budget::Meter;
use crate::expr::lint::with_blanks_around_operators;
use crate::expr::path::own;
use crate::expr::value::text_of;
use crate::expr::{Condition, Env, Expr, Path, Reference, TextTemplate};
use crate::format::BindingType;
use crate::problem::{Code, Problem, quoted};
use crate::render::Options;
use crate::resolve::{self, LINE_NAMES, PAGE_NAMES, visible};
use crate::suggest::{listed, nearest};
use crate::template::read::Node;
use crate::template::source::{Binding, Design, Field, Source};
use crate::template::zone::Zone;
use crate::template::{Template, field};
use crate::value::Value;

/// Keys are collected from this many items; more say nothing new.
const ITEMS_LOOKED_AT: usize = 2000;

/// Reports paths, columns and keys that the data does not have. Of a list, a key counts as
/// missing only where no item has it.
pub(super) fn check(
    source: &Source<'_>,
    template: &Template,
    data: &Value,
    options: &Options<'_>,
) -> Vec<Problem> {
    let meter = Meter::new(options.budget);
    let env = Env { meter: &meter, current_year: 1970 };
    let mut checker = Checker {
        source,
        data,
        document: resolve::Source { data, env },
        placed: placed(template),
        optional: optional(source),
        problems: Vec::new(),
    };
    for design in &source.designs {
        checker.design(design);
    }
    checker.problems
}

/// How the column of an aggregate is told from a plain path.
fn column_of(path: &Path, column: Option<&str>) -> String {
    format!("{path}[].{}", column.unwrap_or_default()).to_lowercase()
}

/// What the data is looked at through: one value, or the items of a list.
#[derive(Clone)]
struct View<'a> {
    values: Vec<&'a Value>,
    /// Names that are added there.
    names: &'static [&'static str],
    /// Path of the list whose items these are; the document has none.
    list: Option<String>,
}

struct Checker<'s, 'a> {
    source: &'s Source<'s>,
    data: &'a Value,
    document: resolve::Source<'a, 's>,
    /// Zone and condition of each field, by pointer.
    placed: HashMap<&'s str, (Zone, &'s field::Field)>,
    /// Paths that some condition asks for, in lower case: they may well be missing.
    optional: HashSet<String>,
    problems: Vec<Problem>,
}

fn placed(template: &Template) -> HashMap<&str, (Zone, &field::Field)> {
    let designs = template.designs.iter();
    designs
        .flat_map(|design| {
            let place = |field| (Zone::of(field, design), field);
            design.fields.iter().map(move |field| (field.pointer.as_str(), place(field)))
        })
        .collect()
}

/// The paths that conditions, comparisons and `IF` ask for.
fn optional(source: &Source<'_>) -> HashSet<String> {
    let mut paths = HashSet::new();
    let mut add = |expr: &Expr| {
        expr.paths(&mut |reference| {
            paths.insert(match reference {
                Reference::Value(path) => path.to_string().to_lowercase(),
                Reference::Array(array) => column_of(array.path(), array.column()),
            });
        });
    };
    for text in source.fields().flat_map(|field| texts_of(field, source)) {
        if text.scope == Scope::Condition {
            Condition::compile(&text.text).expr().into_iter().for_each(&mut add);
            continue;
        }
        let template = TextTemplate::compile(&text.text);
        for expr in template.tokens().filter_map(|token| token.expr.ok()) {
            expr.visit(&mut |expr| match expr {
                Expr::Compare { .. } | Expr::And(_) | Expr::Or(_) | Expr::Not(_) => add(expr),
                Expr::Call(call) if &*call.name == "IF" => {
                    call.args.first().into_iter().for_each(&mut add)
                }
                _ => {}
            });
        }
    }
    paths
}

impl<'s, 'a> Checker<'s, 'a> {
    fn design(&mut self, design: &Design<'s>) {
        let document = View { values: vec![self.data], names: &[], list: None };
        let mut sections: HashMap<&str, View<'a>> = HashMap::new();
        for field in design.fields.iter().filter(|field| field.kind == "section") {
            let binding = self.source.first_binding(field, BindingType::Section);
            let Some(binding) = binding else { continue };
            if self.stands_alone(field, design)
                && Path::compile(binding.node.text("path")).lookup(self.data).is_none()
            {
                continue;
            }
            if let Some(mut items) = self.list(field, binding, &document) {
                items.values.retain(|item| item.as_object().is_some());
                items.names = &LINE_NAMES;
                sections.entry(&field.id).or_insert(items);
            }
        }
        for field in &design.fields {
            let repeats = self.zone(field).is_some_and(Zone::repeats);
            let own = match &*field.section_id {
                "" if repeats => View { names: &PAGE_NAMES, ..document.clone() },
                "" => document.clone(),
                id => match sections.get(id) {
                    Some(items) => items.clone(),
                    None => continue,
                },
            };
            self.field(field, &own, &document);
        }
    }

    /// Whether nothing in a section asks for an item: then one repetition is as good as any, and
    /// the section only keeps its members together.
    fn stands_alone(&self, section: &Field<'_>, design: &Design<'s>) -> bool {
        let members = design.fields.iter().filter(|field| field.section_id == section.id);
        !members.into_iter().any(|member| {
            let texts = texts_of(member, self.source);
            let shows = |text: &FieldText<'_>| match text.scope {
                Scope::Document => false,
                Scope::Condition => true,
                _ => TextTemplate::compile(&text.text).has_tokens(),
            };
            member.kind == "table" || texts.iter().any(shows)
        })
    }

    fn zone(&self, field: &Field<'_>) -> Option<Zone> {
        self.placed.get(field.node.pointer.as_str()).map(|(zone, _)| *zone)
    }

    /// Whether the condition of a field hides it with this data; one that depends on the page or
    /// on an item hides nothing here.
    fn hidden(&self, field: &Field<'_>) -> bool {
        let Some((_, placed)) = self.placed.get(field.node.pointer.as_str()) else { return false };
        let condition =
            placed.visible_when.as_ref().filter(|condition| !condition.uses_page_tokens());
        let shown = placed.section_id.is_some()
            || visible(condition, &self.document.document()).unwrap_or(true);
        !shown
    }

    fn field(&mut self, field: &Field<'s>, own: &View<'a>, document: &View<'a>) {
        let hidden = self.hidden(field);
        let rows = match field.kind {
            "table" if !hidden => self.table(field, own, document),
            _ => None,
        };
        for text in texts_of(field, self.source) {
            if !text.used || (hidden && text.scope != Scope::Condition) {
                continue;
            }
            let totals;
            let view = match text.scope {
                Scope::Condition | Scope::Own => Some(own),
                Scope::Document => Some(document),
                Scope::Totals if own.list.is_some() => Some(own),
                Scope::Totals => {
                    totals = View { names: &[], ..document.clone() };
                    Some(&totals)
                }
                Scope::Rows => rows.as_ref(),
            };
            if let Some(view) = view {
                self.text(field, &text, view);
            }
        }
        if hidden {
            return;
        }
        match field.kind {
            "chart" => {
                self.items(field, BindingType::Chart, &["labelColumn", "valueColumn"], document);
            }
            "kpi" => self.items(field, BindingType::Kpi, &["valueColumn"], document),
            "image" => self.inputs(field, document),
            _ => {}
        }
    }

    /// Looks at everything that a text takes from the data, each path once.
    fn text(&mut self, field: &Field<'_>, text: &FieldText<'_>, view: &View<'a>) {
        let mut seen = HashSet::new();
        let mut look = |reference: Reference<'_>| {
            let (found, key) = match reference {
                Reference::Value(path) => (self.path(path, view), path.to_string()),
                Reference::Array(array) => {
                    let key = column_of(array.path(), array.column());
                    let optional = self.optional.contains(&key);
                    let found = self.aggregate(array.path(), array.column(), view);
                    (found.filter(|_| !optional), key)
                }
            };
            if seen.insert(key)
                && let Some(problem) = found
            {
                self.problems.push(
                    problem
                        .field(&*field.name)
                        .pointer(text.pointer.clone())
                        .detail("property", text.property.as_str()),
                );
            }
        };
        if text.scope == Scope::Condition {
            Condition::compile(&text.text).paths().into_iter().for_each(&mut look);
        } else {
            TextTemplate::compile(&text.text).paths().into_iter().for_each(&mut look);
        }
    }

    /// A path that a text shows.
    fn path(&self, path: &Path, view: &View<'a>) -> Option<Problem> {
        let missing = view.missing(path)?;
        let meant = missing.meant();
        let optional = self.optional.contains(&path.to_string().to_lowercase());
        if optional && meant.is_none() {
            return None;
        }
        let first = path.segments().first().map(|segment| segment.as_str()).unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(first));
        let elsewhere = view.list.is_some() && path.lookup(self.data).is_some();
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
        Some(missing.problem().advice(advice))
    }

    /// The list and column of SUM, COUNT or AVG.
    fn aggregate(&self, path: &Path, column: Option<&str>, view: &View<'a>) -> Option<Problem> {
        if let Some(missing) = view.missing(path) {
            let advice = match missing.meant() {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => missing.hint(),
            };
            return Some(missing.problem().advice(advice));
        }
        let found = view.found(path);
        let lists: Vec<&[Value]> = found.iter().filter_map(|value| value.as_array()).collect();
        if lists.is_empty() {
            let first = found.iter().find(|value| !value.is_null())?;
            let inner = column.and_then(|column| own(first, column)).and_then(Value::as_array);
            let advice = match (inner, column) {
                (Some(_), Some(column)) => {
                    format!("what follows the last dot is a column: write `{path}.{column}.column`")
                }
                _ => "SUM, COUNT and AVG go over a list".to_owned(),
            };
            return Some(not_a_list(&path.to_string(), first).advice(advice));
        }
        let items: Vec<&Value> = lists.into_iter().flatten().collect();
        missing_key(column?, &items, &path.to_string())
    }

    /// The items of the list that a binding leads to, filters checked; nothing where it leads to
    /// none, which is reported, or to an empty one.
    fn list(
        &mut self,
        field: &Field<'_>,
        binding: &Binding<'_>,
        view: &View<'a>,
    ) -> Option<View<'a>> {
        let source = binding.node.text("path");
        let path = Path::compile(source);
        let place = binding
            .node
            .get("path")
            .map_or_else(|| binding.node.pointer.clone(), |node| node.pointer);
        if let Some(missing) = view.missing(&path) {
            let advice = missing
                .meant()
                .map_or_else(|| missing.hint(), |meant| format!("did you mean `{meant}`?"));
            let problem = missing.problem().advice(advice);
            self.problems.push(problem.field(&*field.name).pointer(place));
            return None;
        }
        let found = view.found(&path);
        let lists: Vec<&'a [Value]> = found.iter().filter_map(|value| value.as_array()).collect();
        if lists.is_empty() {
            let first = found.iter().find(|value| !value.is_null())?;
            let problem = not_a_list(source, first).advice(list_inside(first).map_or_else(
                || "the binding needs the path of a list".to_owned(),
                |key| format!("did you mean `{source}.{key}`?"),
            ));
            self.problems.push(problem.field(&*field.name).pointer(place));
            return None;
        }
        let values: Vec<&'a Value> = lists.into_iter().flatten().collect();
        let list = match &view.list {
            Some(outer) => format!("{outer}.{source}"),
            None => source.to_owned(),
        };
        for condition in binding.conditions() {
            if let Some(column) = condition.get("column") {
                self.key(field, &column, &text_of(column.value), &values, &list);
            }
        }
        (!values.is_empty()).then_some(View { values, names: &[], list: Some(list) })
    }

    /// An exact key that some item must have.
    fn key(&mut self, field: &Field<'_>, node: &Node<'_>, key: &str, items: &[&Value], list: &str) {
        if let Some(problem) = missing_key(key, items, list) {
            self.problems.push(problem.field(&*field.name).pointer(node.pointer.clone()));
        }
    }

    /// List and columns of a chart or card.
    fn items(
        &mut self,
        field: &Field<'_>,
        kind: BindingType,
        keys: &[&str],
        document: &View<'a>,
    ) {
        let binding = self.source.first_binding(field, kind);
        let Some(binding) = binding else { return };
        let Some(items) = self.list(field, binding, document) else { return };
        if binding.node.text("aggregation") == "count" {
            return;
        }
        let list = items.list.unwrap_or_default();
        for key in keys {
            match binding.node.get(key) {
                Some(node) => {
                    self.key(field, &node, &text_of(node.value), &items.values, &list);
                }
                None => self.problems.push(
                    Problem::warning(Code::MissingPath, format!("the binding has no `{key}`"))
                        .field(&*field.name)
                        .pointer(binding.node.pointer.clone())
                        .advice(format!("name a key of the items of {}", quoted(&list))),
                ),
            }
        }
    }

    /// The rows of a table; their columns are looked at on the way.
    fn table(
        &mut self,
        field: &Field<'s>,
        own: &View<'a>,
        document: &View<'a>,
    ) -> Option<View<'a>> {
        let binding = self.source.first_binding(field, BindingType::Array);
        let member = !field.section_id.is_empty();
        let Some(binding) = binding else {
            if !member {
                self.inputs(field, document);
                return None;
            }
            return Some(View { names: &[], ..own.clone() });
        };
        let rows = self.list(field, binding, if member { own } else { document })?;
        let list = rows.list.clone().unwrap_or_default();
        let design = field.node.list("content").first().map(|row| row.elements());
        let columns = binding.node.list("columns");
        for (i, title) in field.node.list("head").into_iter().enumerate() {
            let cell = design.as_ref().and_then(|cells| cells.get(i));
            if cell.is_some_and(|cell| text_of(cell.value).contains('{')) {
                continue;
            }
            match columns.get(i) {
                Some(column) if column.value.as_object().is_some() || column.value.is_null() => {}
                Some(column) => {
                    self.key(field, column, &text_of(column.value), &rows.values, &list);
                }
                None => self.key(field, &title, &text_of(title.value), &rows.values, &list),
            }
        }
        Some(rows)
    }

    /// The paths of `scalar` and `keyvalue` bindings of images and tables.
    fn inputs(&mut self, field: &Field<'_>, document: &View<'a>) {
        let Some(binding) = self.source.input_of(field) else { return };
        let paths = match binding.kind {
            "scalar" => binding.node.get("path").into_iter().collect(),
            "keyvalue" => binding.node.list("paths"),
            _ => return,
        };
        for node in paths {
            let path = Path::compile(&text_of(node.value));
            if let Some(problem) = self.path(&path, document) {
                self.problems.push(problem.field(&*field.name).pointer(node.pointer));
            }
        }
    }
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
    /// Whether a path is found nowhere. A `null` on the way is data that is known to be absent.
    fn missing<'v>(&'v self, path: &Path) -> Option<Missing<'v>> {
        let segments = path.segments();
        let first = segments.first()?;
        let added = self.names.iter().any(|name| name.eq_ignore_ascii_case(first.as_str()));
        if (added && segments.len() == 1) || self.values.is_empty() {
            return None;
        }
        let mut deepest: (usize, Vec<&Value>) = (0, Vec::new());
        for &value in &self.values {
            let (depth, at) = follow(path, value);
            // A list that is shorter than asked for, and a value that is known to be absent, are
            // no mistakes.
            let beyond = || {
                let part = segments.get(depth).map(|segment| segment.as_str());
                at.as_array().is_some() && part.is_some_and(|part| part.parse::<u32>().is_ok())
            };
            if depth == segments.len() || at.is_null() || beyond() {
                return None;
            }
            match depth.cmp(&deepest.0) {
                std::cmp::Ordering::Greater => deepest = (depth, vec![at]),
                std::cmp::Ordering::Equal if deepest.1.len() < ITEMS_LOOKED_AT => {
                    deepest.1.push(at);
                }
                _ => {}
            }
        }
        Some(Missing {
            parts: segments.iter().map(|segment| segment.as_str().to_owned()).collect(),
            depth: deepest.0,
            at: deepest.1,
            list: self.list.as_deref(),
        })
    }

    /// The calculation that a missing name looks like, if its first part is there: `total - 2`.
    fn calculation(&self, path: &Path) -> Option<String> {
        let calculation = with_blanks_around_operators(&path.to_string())?;
        let first = calculation.split(' ').next()?;
        (!self.found(&Path::compile(first)).is_empty()).then_some(calculation)
    }

    /// The values at a path, where there are any.
    fn found(&self, path: &Path) -> Vec<&'a Value> {
        self.values.iter().filter_map(|value| path.lookup(value)).collect()
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
        if shapes.insert(std::sync::Arc::as_ptr(object.shape())) {
            keys.extend(object.keys().filter(|key| seen.insert(*key)));
        }
    }
    keys
}

/// A key that no item has, as columns and filters look it up: exactly (spec 5.4, 8.6).
fn missing_key(key: &str, items: &[&Value], list: &str) -> Option<Problem> {
    if items.is_empty() || items.iter().any(|item| own(item, key).is_some()) {
        return None;
    }
    let keys = keys_of(items.iter().copied());
    let same = keys.iter().find(|other| other.to_lowercase() == key.to_lowercase());
    let advice = if let Some(same) = same {
        format!("did you mean `{same}`? case counts here")
    } else if let Some(meant) = nearest(key, keys.iter().copied()) {
        format!("did you mean `{meant}`?")
    } else if items.iter().any(|item| Path::compile(key).lookup(item).is_some()) {
        format!("a key is not a path here; use a column with the formula `{{{key}}}`")
    } else if keys.is_empty() {
        "the items are no objects, so they have no keys".to_owned()
    } else {
        format!("there are: {}", listed(keys))
    };
    let message = format!("no item of {} has the key {}", quoted(list), quoted(key));
    Some(
        Problem::warning(Code::MissingPath, message)
            .advice(advice)
            .detail("path", list)
            .detail("missing", key),
    )
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
