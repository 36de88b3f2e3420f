//! Looks up in the data what a template takes.

use std::collections::HashSet;
use std::rc::Rc;

use super::needs::lookup_columns;
use super::places::{is_list_of_rows, lacks, no_parent, rows_as_value};
use super::uses::{
    Guards, Need, Taking, Used, asks_for_a_page, asks_for_the_parent, uses, uses_of_call,
};
use super::view::{View, ViewKind, is_comparison, missing_key, not_a_list};
use crate::contract::Use;
use reportctl_engine::budget::{Budget, Meter};
use reportctl_engine::calendar::Timestamp;
use reportctl_engine::expr::ast::{ArrayPath, Call, Defined, Role};
use reportctl_engine::expr::path::own;
use reportctl_engine::expr::report::{Misses, property};
use reportctl_engine::expr::{
    self, Condition, Dialect, Env, Expr, Globals, Path, Reserved, TextTemplate,
};
use reportctl_engine::problem::{Code, Problem, Result, quoted};
use reportctl_engine::resolve::{self, ItemScope, LINE_NAMES, PAGE_NAMES};
use reportctl_engine::suggest::nearest;
use reportctl_engine::template::scopes::{
    Compiled, Demand, Repeats, ScopedPart, ScopedText, Scopes, SeenKey, SeenList, Sees, Standing,
};
use reportctl_engine::template::{ListPath, Template};
use reportctl_engine::value::Value;

/// Treatment of a path that a condition asks for: it may be missing, but a key of almost the same
/// name is probably meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Suspicions {
    /// Reported: somebody reads the findings.
    Report,
    /// Left out: a document depends on the findings.
    Omit,
}

/// The paths, columns and keys that the data does not have. A key of the items of a list counts as
/// missing only if no item has it.
///
/// # Errors
/// `timeLimit` from the budget.
pub(crate) fn check(
    template: &Template,
    data: &Value,
    misses: Option<&Misses>,
    budget: Budget<'_>,
    suspicions: Suspicions,
) -> Result<Vec<Problem>> {
    if misses.is_some_and(Misses::is_empty) && suspicions == Suspicions::Omit {
        return Ok(Vec::new());
    }
    let dialect = &template.dialect;
    let meter = Meter::new(budget);
    let globals = dialect.is_extended().then(|| Globals::new(data, Timestamp::EPOCH));
    let env = Env { globals: globals.as_ref(), ..Env::new(&meter, 1970) };
    let document = resolve::Source { data, env, executor: None };
    let scopes = template.scopes();
    let mut checker = LookupChecker::new(&document, misses, suspicions);
    checker.defined = Some(dialect.defined());
    checker.views = scopes.lists.iter().map(|_| None).collect();
    for part in &scopes.parts {
        meter.step()?;
        checker.part(part, &scopes)?;
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

/// Prefix of pointers to formulas with names.
const DEFINITIONS: &str = "/template/defs/";

/// The paths that one text takes and the data does not have, and the findings of its evaluation.
///
/// # Errors
/// A limit of the budget.
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
    let mut checker = LookupChecker::new(&document, Some(&misses), Suspicions::Omit);
    let view = Rc::clone(&checker.document_view);
    let shown = Taking::new(Use::Shown, Need::Always);
    let exprs = text.tokens().filter_map(|token| token.expr.ok());
    checker.expressions(exprs, shown, &Guards::new(), &view)?;
    checker.add_unexplained();
    checker.problems.extend(found);
    Ok(checker.problems)
}

/// Scope of the search for a path: the rest of the path, and the text before it.
struct Looked<'s> {
    path: Path,
    view: Rc<View<'s>>,
    before: String,
}

struct LookupChecker<'s> {
    document: &'s resolve::Source<'s>,
    document_view: Rc<View<'s>>,
    pages: Rc<View<'s>>,
    /// The items of each list; nothing where there are none.
    views: Vec<Option<Rc<View<'s>>>>,
    /// Misses of evaluation: only these paths are missing. `None` if nothing was evaluated.
    misses: Option<&'s Misses>,
    /// Pointers and keys of the misses that were looked into.
    seen: Vec<(Option<String>, String)>,
    /// JSON pointer of the text that is checked.
    pointer: Option<String>,
    suspicions: Suspicions,
    /// The names of formulas, where they are known.
    defined: Option<Vec<&'s str>>,
    /// The rows of the table whose texts are looked at.
    rows: Option<Rc<View<'s>>>,
    /// Standing of the text that is checked; `None` if only missing data matters.
    standing: Option<Standing>,
    problems: Vec<Problem>,
}

impl<'s> LookupChecker<'s> {
    fn new(
        document: &'s resolve::Source<'s>,
        misses: Option<&'s Misses>,
        suspicions: Suspicions,
    ) -> Self {
        let view = |sees| Rc::new(View::document(document.data, sees));
        Self {
            document,
            document_view: view(ViewKind::Plain),
            pages: view(ViewKind::Pages),
            views: Vec::new(),
            misses,
            seen: Vec::new(),
            pointer: None,
            suspicions,
            defined: None,
            rows: None,
            standing: None,
            problems: Vec::new(),
        }
    }

    fn meter(&self) -> &'s Meter<'s> {
        self.document.env.meter
    }

    fn view(&self, sees: Sees) -> Option<Rc<View<'s>>> {
        match sees {
            Sees::Nothing => None,
            Sees::Document => Some(Rc::clone(&self.document_view)),
            Sees::Pages => Some(Rc::clone(&self.pages)),
            Sees::Items(list) => self.views.get(list)?.clone(),
        }
    }

    /// Returns `true` if a path of a text may be missing: evaluation followed it in vain.
    fn is_missed(&mut self, pointer: Option<&str>, key: &str) -> bool {
        let is_missed = self.misses.is_none_or(|misses| misses.contains(pointer, key));
        if is_missed && self.misses.is_some() {
            self.seen.push((pointer.map(str::to_owned), key.to_owned()));
        }
        is_missed
    }

    /// Returns `true` if editors get a report although the value is not printed: a name, which the
    /// place knows or not, whatever the data is.
    fn is_doubtful(&self, path: &Path) -> bool {
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

    /// Checks the paths of one field, or of the template itself.
    fn part(&mut self, part: &ScopedPart<'s>, scopes: &Scopes<'s>) -> Result<()> {
        let Some(own) = self.view(part.sees) else { return Ok(()) };
        let before = self.mark();
        let condition = part.field.and_then(|field| field.visible_when.as_ref());
        let mut repeats = false;
        let (figures, lists): (Vec<usize>, Vec<usize>) =
            part.lists.clone().partition(|list| scopes.lists[*list].of == Repeats::Figures);
        for list in lists {
            self.views[list] = self.list(&scopes.lists[list])?;
            repeats |= scopes.lists[list].of == Repeats::Section && self.views[list].is_some();
        }
        let (conditions, texts): (Vec<_>, Vec<_>) =
            part.texts.iter().partition(|text| matches!(text.code, Compiled::Condition(_)));
        for text in texts {
            // A condition that is evaluated for each item guards each.
            let shown = condition.filter(|_| own.sees == ViewKind::Section);
            self.text(part, text, shown.filter(|_| text.sees == part.sees))?;
        }
        for list in figures {
            self.list(&scopes.lists[list])?;
        }
        for (sees, value) in &part.paths {
            let Some(view) = self.view(*sees) else { continue };
            if self.is_missed(None, &value.path.to_string())
                && let Some(problem) = self.path(&value.path, &Guards::new(), false, &view)?
            {
                let name = part.field.map(|field| field.name.as_str()).unwrap_or_default();
                self.problems.push(problem.field(name).pointer(value.pointer.clone()));
            }
        }
        // Conditions are looked at last: most fields have nothing to report.
        if (self.problems.len() > before.0 || repeats) && !self.is_shown(condition, &own)? {
            self.drop_since(before);
            part.lists.clone().for_each(|list| self.views[list] = None);
        }
        conditions.into_iter().try_for_each(|text| self.text(part, text, None))
    }

    /// Returns `true` if a condition holds for a view; one that depends on the page may hold.
    fn is_shown(&self, condition: Option<&Condition>, view: &View<'s>) -> Result<bool> {
        let of_pages = |it: &&Condition| view.sees != ViewKind::Section && it.uses_page_tokens();
        let expr = condition.filter(|it| !of_pages(it)).and_then(Condition::expr);
        expr.map_or(Ok(true), |expr| self.is_reached(&[(expr, true)], view))
    }

    /// Looks at everything that a text takes from the data, each path once. `shown` is the condition
    /// of its field where it is evaluated for each item.
    fn text(
        &mut self,
        part: &ScopedPart<'s>,
        text: &ScopedText<'s>,
        shown: Option<&'s Condition>,
    ) -> Result<()> {
        let Some(view) = self.view(text.sees) else { return Ok(()) };
        let rows = part.rows.and_then(|rows| self.view(Sees::Items(rows)));
        let is_left_out = text.in_place_of_rows && rows.is_some();
        if is_left_out || !self.is_shown(text.column, &self.document_view)? {
            return Ok(());
        }
        let before = self.problems.len();
        if self.document.env.is_extended() && self.suspicions == Suspicions::Report {
            self.standing = Some(text.standing);
        }
        let pointer = text.code.pointer();
        self.pointer = Some(pointer.to_owned());
        self.rows = rows;
        match text.code {
            Compiled::Condition(condition) => {
                let asked = Taking::new(Use::Truth, Need::Asked);
                self.expressions(condition.expr(), asked, &Guards::new(), &view)?;
            }
            // The key of an order of rows and items is a value.
            Compiled::Key(key) => {
                let taken = Taking::new(Use::Shown, Need::Always);
                self.expressions(key.expr(), taken, &Guards::new(), &view)?;
            }
            Compiled::Text(shown_text) => {
                let when = text.when.or(shown.map(|shown| (shown, true)));
                let guard = when.and_then(|(when, holds)| Some((when.expr()?, holds)));
                let is_blank = text.demand == Demand::Blank;
                let need = if is_blank { Need::Asked } else { Need::Always };
                let taken = Taking::new(Use::Shown, need);
                let exprs = shown_text.tokens().filter_map(|token| token.expr.ok());
                self.expressions(exprs, taken, &guard.into_iter().collect(), &view)?;
            }
        }
        (self.standing, self.pointer, self.rows) = (None, None, None);
        for problem in self.problems.iter_mut().skip(before) {
            problem.field = part.field.map(|field| field.name.clone());
            if problem.pointer.is_none() {
                problem.pointer = Some(pointer.to_owned());
                problem.details.push(("property".into(), property(pointer).into()));
            }
        }
        Ok(())
    }

    /// Looks up the paths of expressions, without naming their place.
    fn expressions<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
        how: Taking<'e>,
        guards: &Guards<'e>,
        view: &Rc<View<'s>>,
    ) -> Result<()> {
        let mut reported = HashSet::new();
        let mut guards = guards.clone();
        for expr in exprs {
            uses(expr, how, &mut guards, &mut |used, guards, how| {
                self.used(used, guards, how, view, &mut reported)
            })?;
        }
        Ok(())
    }

    /// Looks at one of the things that expressions take.
    fn used<'e>(
        &mut self,
        used: Used<'e>,
        guards: &Guards<'e>,
        how: Taking<'e>,
        view: &Rc<View<'s>>,
        reported: &mut HashSet<String>,
    ) -> Result<()> {
        let asked = how.need == Need::Asked;
        let formula = how.within.and_then(Defined::pointer).map(str::to_owned);
        let (path, key, list) = match used {
            Used::Value(path) => (path, path.to_string(), None),
            Used::List(call, array) => {
                if let Some(maker) = array.maker(call).filter(|_| array.is_readable()) {
                    uses_of_call(maker, how, &mut guards.clone(), &mut |used, guards, how| {
                        self.used(used, guards, how, view, reported)
                    })?;
                }
                (array.path(), array.key(), Some((call, array)))
            }
        };
        if !list.is_some_and(|(_, array)| array.is_made()) {
            let pointer = formula.clone().or_else(|| self.pointer.clone());
            let is_taken = if asked {
                self.seen.push((pointer, key.clone()));
                true
            } else {
                self.is_missed(pointer.as_deref(), &key) || self.is_doubtful(path)
            };
            let found = match list {
                _ if !is_taken => None,
                None => self.path(path, guards, asked, view)?,
                Some(_) if asked => None,
                Some((_, array)) => self.aggregate(path, array.column(), guards, view)?,
            };
            let mut all = vec![(key, found)];
            if let Some((call, array)) = list.filter(|(call, _)| &*call.name == "LOOKUP") {
                let pointer = formula.clone().or_else(|| self.pointer.clone());
                for column in lookup_columns(call) {
                    let key = array.key_of(column);
                    let is_missed = self.is_missed(pointer.as_deref(), &key);
                    if is_missed && !asked && all.iter().all(|(_, found)| found.is_none()) {
                        let found = self.aggregate(path, Some(column), guards, view)?;
                        all.push((key, found));
                    }
                }
            }
            for (key, found) in all {
                let Some(mut problem) = found else { continue };
                // It is wrong where it stands, however often it is used.
                problem.pointer = formula.clone().or(problem.pointer);
                if reported.insert(key) {
                    self.problems.push(problem);
                }
            }
        }
        let Some((call, array)) = list else { return Ok(()) };
        if (1..call.args.len()).any(|index| call.function.role(index) == Role::Item) {
            // Evaluation knows the formula that takes it.
            let text = self.pointer.clone();
            self.pointer = formula.or_else(|| text.clone());
            let done = self.item_expressions(call, array, guards, view);
            self.pointer = text;
            return done;
        }
        Ok(())
    }

    /// Checks the expressions that a function evaluates for each item of a list.
    fn item_expressions(
        &mut self,
        call: &Call,
        array: &ArrayPath,
        guards: &Guards<'_>,
        view: &Rc<View<'s>>,
    ) -> Result<()> {
        let path = array.path();
        let before = self.mark();
        let rows =
            self.rows.as_ref().filter(|_| self.document.env.is_extended() && is_list_of_rows(path));
        let (slices, list) = match (rows, self.looked_at(path, view)) {
            _ if array.is_made() => match array.maker(call) {
                Some(maker) => (self.made(maker, view)?, Some(path.to_string())),
                None => return Ok(()),
            },
            (Some(rows), _) => (rows.slices.clone(), rows.list.clone()),
            (None, Some(Looked { path, view, .. })) => {
                (view.lists(&path, self.meter())?, Some(path.to_string()))
            }
            (None, None) => return Ok(()),
        };
        let (objects_only, sees, around) = (false, ViewKind::Plain, Some(Rc::clone(view)));
        let items = Rc::new(View { slices, objects_only, sees, list, around });
        for (index, argument) in call.args.iter().enumerate().skip(1) {
            if call.function.role(index) == Role::Item {
                let asked = index > 1 || &*call.name == "COUNTOF";
                let need = if asked { Need::Asked } else { Need::Always };
                let taken = Taking::new(Use::Number, need);
                self.expressions(Some(argument), taken, &Guards::new(), &items)?;
            }
        }
        if self.problems.len() > before.0 && !self.is_reached(guards, view)? {
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

    /// Returns `true` if a place under these conditions is reached with some item of the view.
    fn is_reached(&self, guards: &[(&Expr, bool)], view: &View<'s>) -> Result<bool> {
        if guards.is_empty() {
            return Ok(true);
        }
        // Before layout the numbers of the pages are unknown, and which of the items around belongs
        // to each of these is not known here.
        let depends = |condition: &Expr| {
            (view.sees == ViewKind::Pages && asks_for_a_page(condition))
                || (view.around.is_some() && asks_for_the_parent(condition))
        };
        for (index, value) in view.values().enumerate() {
            self.meter().step()?;
            let item = ItemScope::new(Some(value), index);
            let scope = match view.sees {
                ViewKind::Section => item.scope(self.document),
                ViewKind::Plain | ViewKind::Pages => {
                    expr::Scope { value, extra: &[], env: &self.document.env, names: None }
                }
            };
            let mut reached = true;
            for (condition, expected) in guards {
                if !depends(condition) && condition.holds(&scope)? != *expected {
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
        reached: &Rc<View<'s>>,
    ) -> Result<Option<Problem>> {
        if asked && self.suspicions == Suspicions::Omit {
            return Ok(None);
        }
        let Some(Looked { path, view, before }) = self.looked_at(path, reached) else {
            let found = self.unknown_name(path).filter(|(_, meant)| !asked || *meant);
            let found = found.map(|(problem, _)| problem);
            let found = found.or_else(|| lacks(self.standing.filter(|_| !asked)?, path));
            let reports = !asked && self.suspicions == Suspicions::Report;
            let found = found.or_else(|| rows_as_value(path).filter(|_| reports));
            // Evaluation knows which items are around others.
            let is_followed = reports && self.misses.is_some();
            let found = found.or_else(|| no_parent(path).filter(|_| is_followed));
            let Some(problem) = found else { return Ok(None) };
            return Ok(self.is_reached(guards, reached)?.then_some(problem));
        };
        let Some(missing) = view.missing(&path, self.meter())? else { return Ok(None) };
        let meant = missing.meant().map(|meant| format!("{before}{meant}"));
        let calculation = if asked { view.condition(&path) } else { view.calculation(&path) };
        let is_found = !asked || meant.is_some() || calculation.is_some();
        if !is_found || !self.is_reached(guards, reached)? {
            return Ok(None);
        }
        let first = path.segments().first().map(|segment| segment.as_str()).unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(first));
        let elsewhere = view.list.is_some() && path.lookup(self.document.data).is_some();
        let advice = if let Some(calculation) = calculation {
            let to = if is_comparison(&calculation) { "" } else { "to calculate, " };
            format!("it is read as one name; {to}write {}", quoted(&calculation))
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

    /// Scope of the search for a path: `$root` and `$parent` lead out of the view. `None` for a
    /// path that is no data, or not known before layout.
    fn looked_at(&self, path: &Path, view: &Rc<View<'s>>) -> Option<Looked<'s>> {
        let here = || Looked { path: path.clone(), view: Rc::clone(view), before: String::new() };
        let Some((first, rest)) = path.segments().split_first() else { return Some(here()) };
        let is_key = || view.values().any(|value| value.get(first.as_str()).is_some());
        if !self.document.env.is_extended() || !first.is_name() || is_key() {
            return Some(here());
        }
        let view = match first.reserved() {
            Some(Reserved::Root) => Rc::clone(&self.document_view),
            Some(Reserved::Parent) => Rc::clone(view.around.as_ref()?),
            _ => return None,
        };
        let path = Path::from_segments(rest.iter().map(expr::path::Segment::as_str));
        Some(Looked { path, view, before: format!("{}.", first.as_str()) })
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

    /// Warning about `rows` after the last dot, as in `COUNT($group.rows)`: it is read as a column.
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
        reached: &Rc<View<'s>>,
    ) -> Result<Option<Problem>> {
        if self.document.env.is_extended() && is_list_of_rows(path) {
            if let Some(problem) = self.standing.and_then(|standing| lacks(standing, path)) {
                return Ok(self.is_reached(guards, reached)?.then_some(problem));
            }
            let (Some(rows), Some(column)) = (&self.rows, column) else { return Ok(None) };
            let list = || rows.list.clone().unwrap_or_default();
            let problem = missing_key(column, &rows.slices, self.meter(), list)?;
            let is_reached = || self.is_reached(guards, reached);
            return Ok(if problem.is_some() && is_reached()? { problem } else { None });
        }
        let Some(Looked { path, view, before }) = self.looked_at(path, reached) else {
            let found = self.unknown_name(path).map(|(problem, _)| problem);
            let found = found.or_else(|| self.rows_of_no_list(path, column));
            let Some(problem) = found else { return Ok(None) };
            return Ok(self.is_reached(guards, reached)?.then_some(problem));
        };
        let problem = if let Some(missing) = view.missing(&path, self.meter())? {
            let advice = match missing.meant() {
                Some(meant) => format!("did you mean `{before}{meant}`?"),
                None => missing.hint(),
            };
            missing.problem().advice(advice)
        } else {
            let lists = view.lists(&path, self.meter())?;
            if lists.is_empty() {
                let Some(first) = view.first_at(&path) else { return Ok(None) };
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
        Ok(self.is_reached(guards, reached)?.then_some(problem))
    }

    /// The items of a list, filters and keys checked; nothing where there is no list, which is
    /// reported, or an empty one.
    fn list(&mut self, list: &SeenList<'s>) -> Result<Option<Rc<View<'s>>>> {
        let Some(view) = self.view(list.within) else { return Ok(None) };
        let Some(path) = list.path else { return Ok(Some(Rc::new(view.as_rows()))) };
        let (pointer, source) = (path.place.pointer.to_string(), path.to_string());
        let found = match path.made.formula() {
            Some(formula) => self.made_by_formula(list, formula, (path, &view))?,
            None => self.list_of_data(list, (path, &view))?,
        };
        let Some((slices, view)) = found.filter(|(slices, _)| !slices.is_empty()) else {
            // Layout notes a value that is no list, where it repeats over it.
            return Ok(None);
        };
        let name = match &view.list {
            Some(outer) => format!("{outer}.{source}"),
            None => source.clone(),
        };
        let is_section = list.of == Repeats::Section;
        let items = Rc::new(View {
            slices,
            objects_only: is_section,
            sees: if is_section { ViewKind::Section } else { ViewKind::Plain },
            around: view.list.is_some().then(|| Rc::clone(&view)),
            list: Some(name),
        });
        let filters = list.filters.into_iter().flat_map(|filters| filters.columns());
        let filters = filters.filter(|key| key.is_written);
        for key in filters {
            self.key(list, &SeenKey { key, is_number: false, column: None }, &items)?;
        }
        if items.slices.iter().all(|slice| slice.is_empty()) {
            // A list that a formula makes is empty because one of the data is, which is reported
            // itself.
            let is_of_data = path.made.maker().is_none() && list.of != Repeats::Details;
            let reports = self.suspicions == Suspicions::Report && view.list.is_none();
            if is_of_data && list.field.visible_when.is_none() && reports {
                let name = &list.field.name;
                let advice = format!(
                    "give data with items, or guard {} with a condition such as \
                     `COUNT({source}) > 0`",
                    quoted(name)
                );
                let message = format!("the list {} is empty", quoted(&source));
                let problem = Problem::warning(Code::EmptyList, message).field(name);
                let problem = problem.pointer(pointer).detail("path", source);
                self.problems.push(problem.advice(advice));
            }
            return Ok(None);
        }
        for key in &list.keys {
            if self.is_shown(key.column, &self.document_view)? {
                self.key(list, key, &items)?;
            }
        }
        Ok(Some(items))
    }

    /// The lists that a formula makes.
    fn made_by_formula(
        &mut self,
        list: &SeenList<'s>,
        formula: &'s Expr,
        (path, view): (&ListPath, &Rc<View<'s>>),
    ) -> Result<Option<FoundLists<'s>>> {
        let before = self.problems.len();
        let pointer = path.place.pointer.to_string();
        self.pointer = Some(pointer.clone());
        let taken = Taking::new(Use::Shown, Need::Always);
        self.expressions(Some(formula), taken, &Guards::new(), view)?;
        self.pointer = None;
        for problem in self.problems.iter_mut().skip(before) {
            problem.field = Some(list.field.name.clone());
            problem.pointer = Some(pointer.clone());
        }
        let made = path.made.maker().map(|maker| self.made(maker, view)).transpose()?;
        Ok(Some((made.unwrap_or_default(), Rc::clone(view))))
    }

    /// The lists at a path of the data, and what has them.
    fn list_of_data(
        &mut self,
        list: &SeenList<'s>,
        (path, view): (&ListPath, &Rc<View<'s>>),
    ) -> Result<Option<FoundLists<'s>>> {
        let (pointer, source) = (&path.place.pointer, path.to_string());
        let Some(Looked { path, view, .. }) = self.looked_at(path, view) else { return Ok(None) };
        let has_list = || view.values().any(|value| path.lookup(value).is_some());
        if list.is_frame && !has_list() {
            self.is_missed(Some(pointer), &source);
            return Ok(None);
        }
        if let Some(missing) = view.missing(&path, self.meter())? {
            let meant = missing.meant();
            // Not every row has details, but a list of almost the same name is meant.
            let is_wrong = match list.of {
                Repeats::Details => meant.is_some() && self.suspicions == Suspicions::Report,
                _ => self.is_missed(Some(pointer), &source),
            };
            if is_wrong {
                let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
                let advice = meant.unwrap_or_else(|| missing.hint());
                let problem = missing.problem().advice(advice).field(&list.field.name);
                self.problems.push(problem.pointer(pointer.to_string()));
            }
            return Ok(None);
        }
        // Some item has it: what another one lacks is no mistake.
        self.is_missed(Some(pointer), &source);
        let lists = view.lists(&path, self.meter())?;
        Ok(Some((lists, view)))
    }

    /// An exact key that some item must have.
    fn key(&mut self, list: &SeenList<'s>, key: &SeenKey<'s>, items: &View<'s>) -> Result<()> {
        let SeenKey { key, .. } = key;
        if !key.is_written {
            let (binding, name) = key.pointer.rsplit_once('/').unwrap_or_default();
            let list_name = list.path.map(|path| path.to_string()).unwrap_or_default();
            self.problems.push(
                Problem::warning(Code::MissingPath, format!("the binding has no `{name}`"))
                    .field(&list.field.name)
                    .pointer(binding)
                    .advice(format!("name a key of the items of {}", quoted(&list_name))),
            );
            return Ok(());
        }
        if self.misses.is_some_and(|misses| !misses.contains(None, key)) {
            return Ok(());
        }
        let name = || items.list.clone().unwrap_or_default();
        if let Some(problem) = missing_key(key, &items.slices, self.meter(), name)? {
            self.problems.push(problem.field(&list.field.name).pointer(key.pointer.clone()));
        }
        Ok(())
    }
}

/// Lists, and the view that has them.
type FoundLists<'s> = (Vec<&'s [Value]>, Rc<View<'s>>);
