//! Looks up in the data what a template takes.

use std::collections::HashSet;
use std::rc::Rc;

use super::guards::{Asked, Guards, Used, asks_for_a_page, asks_for_the_parent, uses};
use super::needs::is_list_of_rows;
use super::places::Place;
use super::plan::{
    DataScope, DesignPlan, FieldPlan, ItemsPlan, Key, List, Plan, RowsPlan, SectionPlan, TextCode,
    TextPlan,
};
use super::view::{View, ViewKind, missing_key, not_a_list};
use crate::texts::{Part, Scope};
use reportctl_engine::budget::{Budget, Meter};
use reportctl_engine::calendar::Timestamp;
use reportctl_engine::expr::ast::{ArrayPath, Call, Defined, Role};
use reportctl_engine::expr::path::own;
use reportctl_engine::expr::report::Misses;
use reportctl_engine::expr::{
    self, Condition, Dialect, Env, Expr, Globals, Path, Reference, Reserved, TextTemplate,
};
use reportctl_engine::problem::{Code, Problem, Result, quoted};
use reportctl_engine::resolve::{self, ItemScope, LINE_NAMES, PAGE_NAMES, visible};
use reportctl_engine::suggest::nearest;
use reportctl_engine::value::Value;

/// What is done with a path that a condition asks for: it may be missing, but a key of almost the
/// same name is probably meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suspicions {
    /// Reported: somebody reads the findings.
    Report,
    /// Left out: a document depends on the findings.
    Omit,
}

impl Plan {
    /// The paths, columns and keys that the data does not have. Of a list, a key counts as missing
    /// only where no item has it.
    ///
    /// # Errors
    /// `timeLimit` from the budget.
    pub(crate) fn check(
        &self,
        data: &Value,
        misses: Option<&Misses>,
        budget: Budget<'_>,
        suspicions: Suspicions,
    ) -> Result<Vec<Problem>> {
        if misses.is_some_and(Misses::is_empty) && suspicions == Suspicions::Omit {
            return Ok(Vec::new());
        }
        let meter = Meter::new(budget);
        let globals = self.dialect.is_extended().then(|| Globals::new(data, Timestamp::EPOCH));
        let env = Env { globals: globals.as_ref(), ..Env::new(&meter, 1970) };
        let document = resolve::Source { data, env, executor: None };
        let mut checker = Checker {
            document: &document,
            misses,
            seen: Vec::new(),
            pointer: None,
            suspicions,
            defined: Some(self.dialect.defined()),
            rows: None,
            place: None,
            problems: Vec::new(),
        };
        checker.template(&self.texts)?;
        for design in &self.designs {
            checker.design(design)?;
        }
        checker.add_unexplained();
        let mut said = HashSet::new();
        let mut problems = checker.problems;
        // A formula is wrong in one place: where the first of its uses finds it.
        problems.retain(|problem| {
            let pointer = problem.pointer.as_deref().filter(|it| it.starts_with(DEFINITIONS));
            pointer.is_none_or(|pointer| said.insert((pointer.to_owned(), problem.message.clone())))
        });
        Ok(problems)
    }
}

/// What pointers to formulas with names begin with.
const DEFINITIONS: &str = "/template/defs/";

/// The paths that one text takes and the data does not have, and what its evaluation finds lacking.
///
/// # Errors
/// Those of the budget.
pub(crate) fn check_text(
    text: &TextTemplate,
    data: &Value,
    dialect: &Dialect,
    budget: Budget<'_>,
) -> Result<Vec<Problem>> {
    let meter = Meter::new(budget);
    let globals = dialect.is_extended().then(|| Globals::new(data, Timestamp::EPOCH));
    let env = Env { globals: globals.as_ref(), ..Env::new(&meter, 1970) };
    text.render(
        &expr::Scope { value: data, extra: &[], env: &env, names: None },
        &mut String::new(),
    )?;
    let (misses, found) = expr::report::split(env.findings.take());
    let found = expr::report::problems(found, dialect);
    if misses.is_empty() {
        return Ok(found);
    }
    let document = resolve::Source { data, env, executor: None };
    let mut checker = Checker {
        document: &document,
        misses: Some(&misses),
        seen: Vec::new(),
        pointer: None,
        suspicions: Suspicions::Omit,
        defined: None,
        rows: None,
        place: None,
        problems: Vec::new(),
    };
    let view = View::document(data, DataScope::Document);
    checker.expressions(text.tokens().filter_map(|token| token.expr.ok()), false, &view, None)?;
    checker.add_unexplained();
    checker.problems.extend(found);
    Ok(checker.problems)
}

/// What a path is looked for in.
enum Looked<'p, 'v, 'a> {
    /// What the expression sees.
    Here(&'p Path, &'v View<'a>),
    /// Something around that: the rest of the path, and what is written before it.
    Outside(Path, View<'a>, String),
    /// Something that is no data, or not known before layout.
    Nowhere,
}

impl<'a> Looked<'_, '_, 'a> {
    fn parts(&self) -> Option<(&Path, &View<'a>, &str)> {
        match self {
            Self::Here(path, view) => Some((path, view, "")),
            Self::Outside(path, view, before) => Some((path, view, before)),
            Self::Nowhere => None,
        }
    }
}

struct Checker<'s> {
    document: &'s resolve::Source<'s>,
    /// What evaluation followed in vain: only that is missing. Nothing where nothing was evaluated.
    misses: Option<&'s Misses>,
    /// Pointers and keys of the misses that were looked into.
    seen: Vec<(Option<String>, String)>,
    /// Where the text stands that is looked at.
    pointer: Option<String>,
    suspicions: Suspicions,
    /// The names of formulas, where they are known.
    defined: Option<Vec<&'s str>>,
    /// The rows of the table whose texts are looked at.
    rows: Option<View<'s>>,
    /// What the text that is looked at belongs to; nothing where only what is missing matters.
    place: Option<Place>,
    problems: Vec<Problem>,
}

impl<'s> Checker<'s> {
    fn meter(&self) -> &'s Meter<'s> {
        self.document.env.meter
    }

    /// Whether a path may be missing that a text takes: evaluation followed it in vain.
    fn is_missed(&mut self, pointer: Option<&str>, key: &str) -> bool {
        let is_missed = self.misses.is_none_or(|misses| misses.contains(pointer, key));
        if is_missed && self.misses.is_some() {
            self.seen.push((pointer.map(str::to_owned), key.to_owned()));
        }
        is_missed
    }

    /// Whether editors hear of it though nothing printed it: a name, which the place knows or not,
    /// whatever the data is.
    fn is_doubtful(&self, reference: Reference<'_>) -> bool {
        let path = match reference {
            Reference::Value(path) => path,
            Reference::Array(array) => array.path(),
        };
        self.suspicions == Suspicions::Report
            && path.segments().first().is_some_and(|first| {
                let leads_out = matches!(first.reserved(), Some(Reserved::Root | Reserved::Parent));
                first.is_name() && !leads_out
            })
    }

    /// Drops problems of what is not printed.
    fn drop_since(&mut self, (problems, seen): (usize, usize)) {
        self.problems.truncate(problems);
        self.seen.truncate(seen);
    }

    fn mark(&self) -> (usize, usize) {
        (self.problems.len(), self.seen.len())
    }

    /// Adds what evaluation missed and nothing else explains: it is missing all the same.
    fn add_unexplained(&mut self) {
        let Some(misses) = self.misses else { return };
        let seen: HashSet<(Option<&str>, &str)> =
            self.seen.iter().map(|(pointer, key)| (pointer.as_deref(), key.as_str())).collect();
        let placed = misses.placed();
        let rest = placed.filter(|(pointer, key, _)| !seen.contains(&(Some(*pointer), *key)));
        let rest: Vec<Problem> = rest.map(|(_, _, problem)| problem).collect();
        self.problems.extend(rest);
    }

    /// The texts of the template itself.
    fn template(&mut self, texts: &[TextPlan]) -> Result<()> {
        let document = View::document(self.document.data, DataScope::Document);
        for text in texts {
            if self.is_seen(text.when.as_ref())? {
                let before = self.problems.len();
                let asked = text.scope == Scope::Condition || text.is_metadata();
                self.pointer = Some(text.pointer.clone());
                self.expressions(text.expressions(), asked, &document, None)?;
                self.pointer = None;
                for problem in self.problems.iter_mut().skip(before) {
                    problem.pointer.get_or_insert_with(|| text.pointer.clone());
                }
            }
        }
        Ok(())
    }

    fn design(&mut self, design: &DesignPlan) -> Result<()> {
        let data = self.document.data;
        let document = View::document(data, DataScope::Document);
        let band = View::document(data, DataScope::Band);
        let mut sections: Vec<Option<View<'s>>> = Vec::with_capacity(design.sections.len());
        for section in &design.sections {
            self.meter().step()?;
            let around = match section.sees {
                DataScope::Document | DataScope::Band => Some(&document),
                DataScope::Section(around) => sections.get(around).and_then(Option::as_ref),
            };
            let items = match around {
                Some(around) => self.section(section, around)?,
                None => None,
            };
            sections.push(items);
        }
        for field in &design.fields {
            self.meter().step()?;
            let own = match field.sees {
                DataScope::Document => &document,
                DataScope::Band => &band,
                DataScope::Section(section) => match sections.get(section) {
                    Some(Some(items)) => items,
                    _ => continue,
                },
            };
            self.field(field, own, &document, &band)?;
        }
        Ok(())
    }

    /// The items of a section; nothing where it is not drawn or has none.
    fn section(&mut self, section: &SectionPlan, around: &View<'s>) -> Result<Option<View<'s>>> {
        let before = self.mark();
        let is_there = || {
            let SectionPlan { list, .. } = section;
            let mut around = around.values().filter(|_| !list.from_root);
            list.made.maker().is_some()
                || around.any(|value| list.path.lookup(value).is_some())
                || (list.from_root && list.path.lookup(self.document.data).is_some())
        };
        if section.is_frame && !is_there() {
            self.is_missed(Some(&section.list.pointer), &section.list.source);
            return Ok(None);
        }
        let condition = section.condition.as_ref();
        let items = self.list(&section.list, around)?;
        if (items.is_none() && self.problems.len() == before.0) || condition.is_none() {
            return Ok(items.map(View::of_section));
        }
        let is_shown = match around.sees {
            ViewKind::Section => self.is_reached(&Guards::new(), around, condition)?,
            ViewKind::Plain | ViewKind::Band => self.is_seen(condition)?,
        };
        if !is_shown {
            self.drop_since(before);
            return Ok(None);
        }
        Ok(items.map(View::of_section))
    }

    /// Whether the condition of a field of the document shows it with this data; one that depends
    /// on the page may.
    fn is_seen(&self, condition: Option<&Condition>) -> Result<bool> {
        let condition = condition.filter(|condition| !condition.uses_page_tokens());
        visible(condition, &self.document.document())
    }

    /// The texts of a field: it sees `own`, its binding `document`, and what stands on every page
    /// `pages`.
    fn field(
        &mut self,
        field: &FieldPlan,
        own: &View<'s>,
        document: &View<'s>,
        pages: &View<'s>,
    ) -> Result<()> {
        let before = self.mark();
        let listed = match &field.rows {
            RowsPlan::List(list, keys) => {
                let outer = if own.list.is_some() { own } else { document };
                let rows = self.list(list, outer)?;
                if let Some(rows) = &rows {
                    for key in keys {
                        if self.shows_column(field, key.column)? {
                            self.keys(&field.name, std::slice::from_ref(key), rows)?;
                        }
                    }
                }
                rows
            }
            RowsPlan::OfSection => Some(own.as_rows()),
            RowsPlan::None => None,
        };
        let detail = match (&field.detail, &listed) {
            (Some(detail), Some(rows)) => self.detail(detail, rows)?,
            _ => None,
        };
        self.rows.clone_from(&listed);
        for text in field.texts.iter().filter(|text| text.scope != Scope::Condition) {
            let around = if own.list.is_some() { own } else { document };
            let view = match (text.scope, text.of) {
                _ if text.is_of_pages() && own.list.is_none() => Some(pages),
                (Scope::Condition, _) => continue,
                (Scope::Own, _) | (_, Part::SortKey) => Some(own),
                (Scope::Document, _) | (Scope::NamedCondition, Part::Column) => Some(document),
                (Scope::Totals, _) | (_, Part::Table | Part::Pages | Part::Column)
                    if text.scope != Scope::Rows =>
                {
                    Some(around)
                }
                (_, Part::Detail) => detail.as_ref(),
                (Scope::Rows | Scope::Totals | Scope::Named | Scope::NamedCondition, _) => {
                    listed.as_ref()
                }
            };
            let is_left_out = text.is_of_empty_table() && listed.is_some();
            if let Some(view) = view.filter(|_| !is_left_out)
                && self.shows_column(field, text.column)?
            {
                self.text(field, text, view)?;
            }
        }
        self.rows = None;
        if let Some(items) = &field.items {
            self.items(&field.name, items, document)?;
        }
        for (path, pointer) in &field.inputs {
            if self.is_missed(None, &path.to_string())
                && let Some(problem) = self.path(path, &Guards::new(), false, document, None)?
            {
                self.problems.push(problem.field(&field.name).pointer(pointer.clone()));
            }
        }
        // Conditions are looked at last: most fields have nothing to report.
        if self.problems.len() > before.0 && field.condition.is_some() {
            let condition = field.condition.as_ref();
            let is_shown = match own.sees {
                ViewKind::Section => self.is_reached(&Guards::new(), own, condition)?,
                ViewKind::Plain | ViewKind::Band => self.is_seen(condition)?,
            };
            if !is_shown {
                self.drop_since(before);
            }
        }
        for text in field.texts.iter().filter(|text| text.scope == Scope::Condition) {
            self.text(field, text, own)?;
        }
        Ok(())
    }

    /// Whether a column of a table is shown with this data.
    fn shows_column(&self, field: &FieldPlan, column: Option<usize>) -> Result<bool> {
        let condition = field.columns.iter().find(|(at, _)| Some(*at) == column);
        self.is_seen(condition.map(|(_, condition)| condition))
    }

    /// The items of the lists that the items of rows have; nothing where there are none, which is
    /// right unless a list of almost the same name is meant.
    fn detail(&mut self, list: &List, rows: &View<'s>) -> Result<Option<View<'s>>> {
        let is_missing = rows.missing(&list.path, self.meter())?;
        let is_meant = is_missing.as_ref().is_some_and(|missing| missing.meant().is_some());
        match is_missing {
            Some(_) if !is_meant || self.suspicions == Suspicions::Omit => Ok(None),
            _ => self.list(list, rows),
        }
    }

    /// Looks at everything that a text takes from the data, each path once.
    fn text(&mut self, field: &FieldPlan, text: &TextPlan, view: &View<'s>) -> Result<()> {
        let before = self.problems.len();
        if self.document.env.is_extended() && self.suspicions == Suspicions::Report {
            self.place = Place::of(text, matches!(field.sees, DataScope::Band));
        }
        self.pointer = Some(text.pointer.clone());
        match &text.code {
            TextCode::Condition(_) => {
                // What rows and items are put in order by is a value.
                let asked = !matches!(text.of, Part::GroupKey | Part::SortKey);
                self.expressions(text.expressions(), asked, view, None)?;
            }
            TextCode::Text(_) => {
                let shown = field.condition.as_ref().filter(|_| view.sees == ViewKind::Section);
                let shown = text.when.as_ref().or(shown);
                self.expressions(text.expressions(), false, view, shown)?;
            }
        }
        self.place = None;
        self.pointer = None;
        for problem in self.problems.iter_mut().skip(before) {
            problem.field = Some(field.name.clone());
            if problem.pointer.is_none() {
                problem.pointer = Some(text.pointer.clone());
                problem.details.push(("property".into(), text.property.as_str().into()));
            }
        }
        Ok(())
    }

    /// The same for expressions, without naming their place. `shown` is the condition of the field
    /// where it is evaluated for each item.
    fn expressions<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        asked: bool,
        view: &View<'s>,
        shown: Option<&Condition>,
    ) -> Result<()> {
        let mut reported = HashSet::new();
        let mut guards = Guards::new();
        for expr in exprs {
            uses(expr, asked, None, &mut guards, &mut |used, guards, Asked { asked, within }| {
                let reference = match used {
                    Used::Taken(reference) => reference,
                    Used::Items(call, array) => {
                        // Evaluation knows the formula that takes it.
                        let formula = within.and_then(Defined::pointer).map(str::to_owned);
                        let text = self.pointer.clone();
                        self.pointer = formula.or_else(|| text.clone());
                        let done = self.item_expressions(call, array, guards, view, shown);
                        self.pointer = text;
                        return done;
                    }
                };
                let key = match reference {
                    Reference::Value(path) => path.to_string(),
                    Reference::Array(array) => array.key(),
                };
                let pointer = within.and_then(Defined::pointer).map(str::to_owned);
                let pointer = pointer.or_else(|| self.pointer.clone());
                if asked {
                    self.seen.push((pointer, key.clone()));
                } else if !self.is_missed(pointer.as_deref(), &key) && !self.is_doubtful(reference)
                {
                    return Ok(());
                }
                let found = match reference {
                    Reference::Value(path) => self.path(path, guards, asked, view, shown)?,
                    Reference::Array(_) if asked => None,
                    Reference::Array(array) => {
                        self.aggregate(array.path(), array.column(), guards, view, shown)?
                    }
                };
                let Some(mut problem) = found else { return Ok(()) };
                // It is wrong where it stands, however often it is used.
                if let Some(pointer) = within.and_then(Defined::pointer) {
                    problem.pointer = Some(pointer.to_owned());
                }
                if reported.insert(key) {
                    self.problems.push(problem);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// What a function evaluates for each item of a list.
    fn item_expressions(
        &mut self,
        call: &Call,
        array: &ArrayPath,
        guards: &Guards<'_>,
        view: &View<'s>,
        shown: Option<&Condition>,
    ) -> Result<()> {
        let path = array.path();
        let before = self.mark();
        let rows =
            self.rows.as_ref().filter(|_| self.document.env.is_extended() && is_list_of_rows(path));
        let (slices, list) = match (rows, self.looked_at(path, view).parts()) {
            _ if array.is_made() => match array.maker(call) {
                Some(maker) => (self.made(maker, view)?, Some(path.to_string())),
                None => return Ok(()),
            },
            (Some(rows), _) => (rows.slices.clone(), rows.list.clone()),
            (None, Some((path, view, _))) => {
                (view.lists(path, self.meter())?, Some(path.to_string()))
            }
            (None, None) => return Ok(()),
        };
        let items = View {
            slices,
            objects_only: false,
            sees: ViewKind::Plain,
            list,
            around: Some(Rc::new(view.clone())),
        };
        for (index, argument) in call.args.iter().enumerate().skip(1) {
            if call.function.role(index) == Role::Item {
                let asked = index > 1 || &*call.name == "COUNTOF";
                self.expressions(Some(argument), asked, &items, None)?;
            }
        }
        if self.problems.len() > before.0 && !self.is_reached(guards, view, shown)? {
            self.drop_since(before);
        }
        Ok(())
    }

    /// The lists that a call makes of what is seen.
    fn made(&self, maker: &Call, view: &View<'s>) -> Result<Vec<&'s [Value]>> {
        let Some(globals) = self.document.env.globals else { return Ok(Vec::new()) };
        let mut slices = Vec::new();
        for value in view.values() {
            self.meter().step()?;
            let scope = expr::Scope { value, extra: &[], env: &self.document.env, names: None };
            slices.extend(maker.make_list(&scope)?.map(|number| globals.made.get(number)));
        }
        Ok(slices)
    }

    /// Whether a place under these conditions is reached with some item of the view.
    fn is_reached(
        &self,
        guards: &Guards<'_>,
        view: &View<'s>,
        shown: Option<&Condition>,
    ) -> Result<bool> {
        if guards.is_empty() && shown.is_none() {
            return Ok(true);
        }
        // Which of the items around belongs to each of these is not known here.
        let names_parent =
            |condition: &Expr| view.around.is_some() && asks_for_the_parent(condition);
        let shown = shown.filter(|shown| !shown.expr().is_some_and(names_parent));
        for (index, value) in view.values().enumerate() {
            self.meter().step()?;
            let item = ItemScope::new(Some(value), index);
            let scope = match view.sees {
                ViewKind::Section => item.scope(self.document),
                ViewKind::Plain | ViewKind::Band => {
                    expr::Scope { value, extra: &[], env: &self.document.env, names: None }
                }
            };
            if !visible(shown, &scope)? {
                continue;
            }
            let mut reached = true;
            for (condition, expected) in guards {
                // Before layout the numbers of the pages are unknown.
                let depends = (view.sees == ViewKind::Band && asks_for_a_page(condition))
                    || names_parent(condition);
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
        view: &View<'s>,
        shown: Option<&Condition>,
    ) -> Result<Option<Problem>> {
        if asked && self.suspicions == Suspicions::Omit {
            return Ok(None);
        }
        let reached = view;
        let looked = self.looked_at(path, view);
        let Some((path, view, before)) = looked.parts() else {
            let found = self.unknown_name(path).filter(|(_, meant)| !asked || *meant);
            let found = found.map(|(problem, _)| problem);
            let found = found.or_else(|| self.place.filter(|_| !asked)?.lacks(path));
            let Some(problem) = found else { return Ok(None) };
            return Ok(self.is_reached(guards, reached, shown)?.then_some(problem));
        };
        let Some(missing) = view.missing(path, self.meter())? else { return Ok(None) };
        let meant = missing.meant().map(|meant| format!("{before}{meant}"));
        if (asked && meant.is_none()) || !self.is_reached(guards, reached, shown)? {
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
        } else if elsewhere && self.document.env.is_extended() {
            format!("the document has it, but here only the item is seen: write `$root.{path}`")
        } else if elsewhere {
            "the document has it, but here only the item is seen: put it into the items too"
                .to_owned()
        } else {
            missing.hint()
        };
        Ok(Some(missing.problem().advice(advice)))
    }

    /// What a path is looked for in: `$root` and `$parent` lead out of the view.
    fn looked_at<'p, 'v>(&self, path: &'p Path, view: &'v View<'s>) -> Looked<'p, 'v, 's> {
        let Some((first, rest)) = path.segments().split_first() else {
            return Looked::Here(path, view);
        };
        let is_key = || view.values().any(|value| value.get(first.as_str()).is_some());
        if !self.document.env.is_extended() || !first.is_name() || is_key() {
            return Looked::Here(path, view);
        }
        let outside = match first.reserved() {
            Some(Reserved::Root) => View::document(self.document.data, DataScope::Document),
            Some(Reserved::Parent) => match &view.around {
                Some(around) => View::clone(around),
                None => return Looked::Nowhere,
            },
            _ => return Looked::Nowhere,
        };
        let path = Path::from_segments(rest.iter().map(expr::path::Segment::as_str));
        Looked::Outside(path, outside, format!("{}.", first.as_str()))
    }

    /// A name that begins with `$` and is neither one of the reference nor that of a formula, and
    /// whether a similar one is probably meant.
    fn unknown_name(&self, path: &Path) -> Option<(Problem, bool)> {
        let defined = self.defined.as_ref()?;
        let (first, rest) = path.segments().split_first()?;
        let name = first.lower().strip_prefix('$')?;
        let (written, advice) = if let Some(reserved) = first.reserved() {
            let (parts, part) = (reserved.parts(), rest.first()?);
            if parts.is_empty() || parts.iter().any(|known| known.to_lowercase() == part.lower()) {
                return None;
            }
            let meant = nearest(part.lower(), parts.iter().copied());
            let meant = meant.map(|part| format!("did you mean `${name}.{part}`?"));
            (format!("{}.{}", first.as_str(), part.as_str()), meant)
        } else {
            let known = Reserved::ALL.map(Reserved::name).into_iter();
            let meant = nearest(name, known.chain(defined.iter().copied()));
            let meant = meant.map(|name| format!("did you mean `${name}`?"));
            (first.as_str().to_owned(), meant)
        };
        let is_meant = advice.is_some();
        let otherwise = || "names that begin with `$` are those of chapter 20.0.5 and of `defs`";
        let problem =
            Problem::warning(Code::MissingPath, format!("there is no name {}", quoted(&written)))
                .advice(advice.unwrap_or_else(|| otherwise().to_owned()))
                .detail("path", path.to_string())
                .detail("missing", written);
        Some((problem, is_meant))
    }

    /// That `rows` after the last dot, as in `COUNT($group.rows)`, is read as a column.
    fn rows_of_no_list(&self, path: &Path, column: Option<&str>) -> Option<Problem> {
        let [name] = path.segments() else { return None };
        let name = name.as_str();
        let rows = Path::from_segments([name, column?]);
        let is_meant = self.suspicions == Suspicions::Report && is_list_of_rows(&rows);
        is_meant.then(|| {
            Problem::warning(Code::MissingPath, format!("{} is not a list", quoted(name)))
                .advice(format!(
                    "what follows the last dot is a column: write `{name}.rows.column`, or \
                     `COUNTOF({name}.rows)` for the number of rows"
                ))
                .detail("path", name)
        })
    }

    /// The list and column of SUM, COUNT or AVG.
    fn aggregate(
        &self,
        path: &Path,
        column: Option<&str>,
        guards: &Guards<'_>,
        view: &View<'s>,
        shown: Option<&Condition>,
    ) -> Result<Option<Problem>> {
        let reached = view;
        if self.document.env.is_extended() && is_list_of_rows(path) {
            if let Some(problem) = self.place.and_then(|place| place.lacks(path)) {
                return Ok(self.is_reached(guards, reached, shown)?.then_some(problem));
            }
            let (Some(rows), Some(column)) = (&self.rows, column) else { return Ok(None) };
            let list = || rows.list.clone().unwrap_or_default();
            let problem = missing_key(column, &rows.slices, self.meter(), list)?;
            let is_reached = || self.is_reached(guards, reached, shown);
            return Ok(if problem.is_some() && is_reached()? { problem } else { None });
        }
        let looked = self.looked_at(path, view);
        let Some((path, view, before)) = looked.parts() else {
            let found = self.unknown_name(path).map(|(problem, _)| problem);
            let found = found.or_else(|| self.rows_of_no_list(path, column));
            let Some(problem) = found else { return Ok(None) };
            return Ok(self.is_reached(guards, reached, shown)?.then_some(problem));
        };
        let problem = if let Some(missing) = view.missing(path, self.meter())? {
            let advice = match missing.meant() {
                Some(meant) => format!("did you mean `{before}{meant}`?"),
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
                        "what follows the last dot is a column: write \
                         `{before}{path}.{column}.column`"
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
        Ok(self.is_reached(guards, reached, shown)?.then_some(problem))
    }

    /// The items of the list that a binding leads to, filters checked; nothing where it leads to
    /// none, which is reported, or to an empty one.
    fn list(&mut self, list: &List, view: &View<'s>) -> Result<Option<View<'s>>> {
        let List { field, source, path, from_root, made, pointer, filters, guarded, is_optional } =
            list;
        let document = from_root.then(|| View::document(self.document.data, DataScope::Document));
        let view = document.as_ref().unwrap_or(view);
        let maker = made.maker();
        if let Some(formula) = made.formula() {
            let before = self.problems.len();
            self.pointer = Some(pointer.clone());
            self.expressions(Some(formula), false, view, None)?;
            self.pointer = None;
            for problem in self.problems.iter_mut().skip(before) {
                problem.field = Some(field.clone());
                problem.pointer = Some(pointer.clone());
            }
        } else if let Some(missing) = view.missing(path, self.meter())? {
            let advice = missing
                .meant()
                .map_or_else(|| missing.hint(), |meant| format!("did you mean `{meant}`?"));
            let problem = missing.problem().advice(advice);
            if *is_optional || self.is_missed(Some(pointer), source) {
                self.problems.push(problem.field(field).pointer(pointer.clone()));
            }
            return Ok(None);
        }
        let slices = match maker {
            Some(maker) => self.made(maker, view)?,
            None => view.lists(path, self.meter())?,
        };
        if slices.is_empty() {
            // Layout notes a value that is no list, where it repeats over it.
            return Ok(None);
        }
        let name = match &view.list {
            Some(outer) => format!("{outer}.{source}"),
            None => source.clone(),
        };
        let around = view.list.is_some().then(|| Rc::new(view.clone()));
        let (objects_only, sees, list) = (false, ViewKind::Plain, Some(name));
        let items = View { slices, objects_only, sees, list, around };
        self.keys(field, filters, &items)?;
        let is_empty = items.values().next().is_none();
        // A list that a formula makes is empty because one of the data is, which is reported itself.
        let is_of_data = maker.is_none();
        let reports = self.suspicions == Suspicions::Report && view.list.is_none();
        if is_empty && is_of_data && !guarded && reports {
            let message = format!("the list {} is empty", quoted(source));
            self.problems.push(
                Problem::warning(Code::EmptyList, message)
                    .field(field)
                    .pointer(pointer.clone())
                    .detail("path", source.as_str())
                    .advice(format!(
                        "give data with items, or guard {} with a condition such as \
                         `COUNT({source}) > 0`",
                        quoted(field)
                    )),
            );
        }
        Ok((!is_empty).then_some(items))
    }

    /// Exact keys that some item must have.
    fn keys(&mut self, field: &str, keys: &[Key], items: &View<'s>) -> Result<()> {
        let list = || items.list.clone().unwrap_or_default();
        for Key { key, pointer, .. } in keys {
            if self.misses.is_some_and(|misses| !misses.contains(None, key)) {
                continue;
            }
            if let Some(problem) = missing_key(key, &items.slices, self.meter(), list)? {
                self.problems.push(problem.field(field).pointer(pointer.clone()));
            }
        }
        Ok(())
    }

    /// List and columns of a chart or card.
    fn items(&mut self, field: &str, plan: &ItemsPlan, document: &View<'s>) -> Result<()> {
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
