//! What evaluation finds lacking: functions that do not exist, and texts that are no numbers or
//! dates where one is needed.
//!
//! Evaluation itself notes them, so a finding is about the value that is printed. Nothing is
//! written where nothing is lacking; where something is, the first of each kind and place is kept.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;

use super::ast::Expr;
use super::catalog;
use super::eval::Output;
use super::path::Segment;
use super::scope::Scope;
use super::value::{number_of_text, text_of};
use crate::problem::{Code, Problem, quoted};
use crate::suggest::Suggestions;
use crate::value::Value;

/// Where a text or condition stands in its template.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The field that it belongs to.
    pub field: Option<Box<str>>,
    /// JSON pointer of the text.
    pub pointer: Box<str>,
    /// The list whose items it is evaluated for.
    pub list: Option<Box<str>>,
}

/// Something that a value lacks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lack {
    /// A function that does not exist.
    Function(Box<str>),
    /// A text that is not a number, where a number is needed.
    Number(Lacking),
    /// A text that is not a date, where a date is needed.
    Date(Lacking),
    /// A value that is not the list of objects that something repeats over.
    Shape {
        /// What must be something else.
        at: Box<str>,
        /// That, and what it is.
        what: Box<str>,
        advice: Box<str>,
    },
}

/// A text that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lacking {
    /// The path, or the call that gave the text; nothing: another expression.
    of: Option<Box<str>>,
    /// The list whose item has it.
    list: Option<Box<str>>,
    /// The text, or its beginning.
    shown: Box<str>,
}

/// A [`Lack`] and where it was found.
#[derive(Debug, Clone)]
pub struct Finding {
    lack: Lack,
    place: Option<Arc<Place>>,
}

/// What the evaluation of one document finds.
#[derive(Debug, Default)]
pub struct Findings {
    /// How many wait for their place.
    waiting: Cell<usize>,
    pending: RefCell<Vec<Lack>>,
    placed: RefCell<Placed>,
}

#[derive(Debug, Default)]
struct Placed {
    all: Vec<Finding>,
    /// Place and kind of each.
    known: HashSet<(Option<Arc<Place>>, Lack)>,
}

/// Findings per document. More say nothing new.
const MOST_FINDINGS: usize = 500;

/// Findings of one evaluation.
const MOST_PENDING: usize = 32;

/// Characters of a value that are shown.
const MOST_SHOWN: usize = 40;

impl Lack {
    /// The same for all values of one path.
    fn kind(&self) -> Self {
        let plain = |lacking: &Lacking| Lacking { shown: Box::default(), ..lacking.clone() };
        match self {
            Self::Function(name) => Self::Function(name.clone()),
            Self::Number(lacking) => Self::Number(plain(lacking)),
            Self::Date(lacking) => Self::Date(plain(lacking)),
            Self::Shape { .. } => self.clone(),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let same = |a: &Lacking, b: &Lacking| a.of == b.of && a.list == b.list;
        match (self, other) {
            (Self::Function(a), Self::Function(b)) => a == b,
            (Self::Shape { at: a, .. }, Self::Shape { at: b, .. }) => a == b,
            (Self::Number(a), Self::Number(b)) | (Self::Date(a), Self::Date(b)) => same(a, b),
            _ => false,
        }
    }

    /// A value of a list that is no number.
    #[cold]
    pub(crate) fn number_in(value: &Value) -> Option<Self> {
        let text = match value {
            Value::Text(_) | Value::Array(_) | Value::Object(_) => text_of(value),
            Value::Null | Value::Bool(_) | Value::Number(_) => return None,
        };
        Some(Self::Number(Lacking { of: None, list: None, shown: shown(&text) }))
    }

    /// The same as something of the items of a list, unless another list is known.
    #[must_use]
    pub(crate) fn in_list(self, list: &dyn std::fmt::Display, column: Option<&str>) -> Self {
        let within = |lacking: Lacking| Lacking {
            of: lacking.of.or_else(|| column.map(Box::from)),
            list: lacking.list.or_else(|| Some(list.to_string().into())),
            ..lacking
        };
        match self {
            Self::Number(lacking) => Self::Number(within(lacking)),
            Self::Date(lacking) => Self::Date(within(lacking)),
            other => other,
        }
    }
}

fn shown(text: &str) -> Box<str> {
    text.chars().take(MOST_SHOWN).collect::<String>().into()
}

/// Adds a lack to a few, unless the like of it is among them.
pub(super) fn note(all: &mut Vec<Lack>, lack: Lack) {
    if all.len() < MOST_PENDING && !all.iter().any(|known| known.is_same(&lack)) {
        all.push(lack);
    }
}

impl Findings {
    /// Notes that something is lacking; its place is given when the text is evaluated.
    #[cold]
    pub(super) fn add(&self, lack: Lack) {
        let mut pending = self.pending.borrow_mut();
        note(&mut pending, lack);
        self.waiting.set(pending.len());
    }

    /// How many wait for their place: what [`Findings::forgive`] begins at.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.waiting.get()
    }

    /// Drops what values lack since a mark: a condition only asked for them, or another value stands
    /// in. A function that does not exist stays.
    #[inline]
    pub(super) fn forgive(&self, mark: usize) {
        if self.waiting.get() > mark {
            self.drop_values(mark);
        }
    }

    #[cold]
    fn drop_values(&self, mark: usize) {
        let mut pending = self.pending.borrow_mut();
        let end = mark.min(pending.len());
        let since = pending.split_off(end);
        pending.extend(since.into_iter().filter(|lack| matches!(lack, Lack::Function(_))));
        self.waiting.set(pending.len());
    }

    /// Takes what was found since a mark.
    #[cold]
    pub(super) fn since(&self, mark: usize) -> Vec<Lack> {
        let mut pending = self.pending.borrow_mut();
        let end = mark.min(pending.len());
        let since = pending.split_off(end);
        self.waiting.set(pending.len());
        since
    }

    /// Gives all that wait their place.
    #[inline]
    pub(super) fn settle(&self, place: Option<&Arc<Place>>) {
        if self.waiting.get() > 0 {
            self.place(0, place, |_| true);
        }
    }

    /// Gives functions found since a mark their place: that of the formula that calls them.
    #[inline]
    pub(super) fn settle_functions(&self, mark: usize, place: Option<&Arc<Place>>) {
        if place.is_some() && self.waiting.get() > mark {
            self.place(mark, place, |lack| matches!(lack, Lack::Function(_)));
        }
    }

    #[cold]
    fn place(&self, mark: usize, place: Option<&Arc<Place>>, wanted: impl Fn(&Lack) -> bool) {
        for lack in self.since(mark) {
            if !wanted(&lack) {
                self.add(lack);
                continue;
            }
            let lack = match place.and_then(|place| place.list.as_deref()) {
                Some(list) => lack.in_list(&list, None),
                None => lack,
            };
            self.placed.borrow_mut().add(Finding { lack, place: place.cloned() });
        }
    }

    /// Notes something at a place.
    #[cold]
    pub(crate) fn add_at(&self, lack: Lack, place: &Arc<Place>) {
        self.placed.borrow_mut().add(Finding { lack, place: Some(Arc::clone(place)) });
    }

    /// Takes over what was found beside it.
    pub(crate) fn absorb(&self, findings: Vec<Finding>) {
        let mut placed = self.placed.borrow_mut();
        findings.into_iter().for_each(|finding| placed.add(finding));
    }

    /// Everything that was found, in the order of evaluation.
    pub fn take(&self) -> Vec<Finding> {
        self.settle(None);
        std::mem::take(&mut *self.placed.borrow_mut()).all
    }
}

impl Placed {
    fn add(&mut self, finding: Finding) {
        if self.all.len() < MOST_FINDINGS
            && self.known.insert((finding.place.clone(), finding.lack.kind()))
        {
            self.all.push(finding);
        }
    }
}

/// The findings of a document as warnings, each value of the data once. `extended`: the template has
/// extensions.
pub fn problems(findings: Vec<Finding>, extended: bool) -> Vec<Problem> {
    let mut said = HashSet::new();
    let suggestions = Suggestions::default();
    let mut problems = Vec::with_capacity(findings.len());
    for finding in findings {
        let problem = finding.to_problem(extended, &suggestions);
        // A value is wrong in one place of the data, however many texts show it.
        if matches!(finding.lack, Lack::Function(_)) || said.insert(problem.message.clone()) {
            problems.push(problem);
        }
    }
    problems
}

impl Finding {
    fn to_problem(&self, extended: bool, suggestions: &Suggestions) -> Problem {
        let problem = match &self.lack {
            Lack::Function(name) => {
                let problem = unknown_function(name, None);
                let known = catalog::find(name).is_some() || matches!(&**name, "NOT" | "AND" | "OR");
                let names = || catalog::names(extended).iter().copied();
                match suggestions.did_you_mean(name, names) {
                    Some(question) if !known => problem.advice(question),
                    _ => problem,
                }
            }
            Lack::Number(lacking) => {
                // What is plain already is no number for the locale in which it was read.
                let plain = plain_number(&lacking.shown).filter(|plain| **plain != *lacking.shown);
                let advice = match plain {
                    Some(plain) => {
                        format!("write it as {}, or as a number without quotes", quoted(&plain))
                    }
                    None => "give a number, or put a condition before the calculation".to_owned(),
                };
                lacking.problem(Code::NotANumber, "number").advice(advice)
            }
            Lack::Shape { at, what, advice } => {
                Problem::warning(Code::DataShape, format!("{} {what}", quoted(at)))
                    .advice(advice.to_string())
                    .detail("path", &**at)
            }
            Lack::Date(lacking) => lacking
                .problem(Code::NotADate, "date")
                .advice("write it as `YYYY-MM-DD`, or say with the third argument of DATE how it is written"),
        };
        let Some(place) = &self.place else { return problem };
        let problem =
            problem.pointer(place.pointer.to_string()).detail("property", property(&place.pointer));
        match &place.field {
            Some(field) => problem.field(&**field),
            None => problem,
        }
    }
}

impl Lacking {
    fn problem(&self, code: Code, what: &str) -> Problem {
        let Self { of, list, shown } = self;
        let of_value = match (of, list) {
            (Some(of), Some(list)) => format!("{} of an item of {}", quoted(of), quoted(list)),
            (None, Some(list)) => format!("an item of {}", quoted(list)),
            (Some(of), None) => quoted(of),
            (None, None) => "a value".to_owned(),
        };
        let message = format!("{of_value} is {}, which is not a {what}", quoted(shown));
        Problem::warning(code, message).detail("path", of.as_deref().unwrap_or_default())
    }
}

/// A call of a function that does not exist, with its place in the text in characters.
pub(super) fn unknown_function(name: &str, position: Option<usize>) -> Problem {
    let message = match position {
        Some(position) => format!("there is no function {} (position {position})", quoted(name)),
        None => format!("there is no function {}", quoted(name)),
    };
    let known = catalog::find(name);
    let advice = match name {
        "NOT" | "AND" | "OR" => format!("put a blank after `{name}`"),
        _ if known.is_some_and(|entry| entry.extended) => {
            "it is a function of the extensions: add `\"extensions\": 1` to the template".to_owned()
        }
        _ => {
            let names = catalog::names(false).join(", ");
            format!("use one of {names}; a key with parentheses is written [\"…\"]")
        }
    };
    let problem =
        Problem::warning(Code::UnknownFunction, message).advice(advice).detail("detail", name);
    match position {
        Some(position) => problem.detail("position", position),
        None => problem,
    }
}

/// The name of a text in its field, such as `columns[1].formula`, from its pointer.
fn property(pointer: &str) -> String {
    let mut property = String::new();
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    let is_field = |part: &&str| matches!(*part, "schemas" | "bindings");
    let start = match parts.iter().rposition(is_field) {
        Some(at) => at + 2,
        None => usize::from(parts.first() == Some(&"template")),
    };
    for part in parts.get(start..).unwrap_or_default() {
        let part = part.replace("~1", "/").replace("~0", "~");
        if !property.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) {
            property.push_str(&format!("[{part}]"));
        } else {
            if !property.is_empty() {
                property.push('.');
            }
            property.push_str(&part);
        }
    }
    property
}

/// What a number with groups or a decimal comma probably means, such as `1.234,50`: whichever of
/// the two signs comes last stands before the decimals, a comma alone too.
fn plain_number(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\'').collect();
    let plain = match (text.rfind(','), text.rfind('.')) {
        (Some(comma), Some(point)) if point > comma => text.replace(',', ""),
        (Some(_), _) => text.replace('.', "").replace(',', "."),
        (None, _) => text,
    };
    (!number_of_text(&plain).is_nan()).then_some(plain)
}

impl Lack {
    /// A value that is no list, where something repeats over its items.
    pub(crate) fn list(path: &dyn std::fmt::Display, found: &Value) -> Self {
        let mut lists = found.as_object().into_iter().flat_map(|object| object.iter());
        let mut lists = lists.by_ref().filter(|(_, value)| value.as_array().is_some());
        let advice = match (lists.next(), lists.next()) {
            (Some((key, _)), None) => format!("did you mean `{path}.{key}`?"),
            _ => "give a list of objects, without entries an empty one".to_owned(),
        };
        Self::Shape {
            at: path.to_string().into(),
            what: format!("must be a list, not {}", found.type_phrase()).into(),
            advice: advice.into(),
        }
    }

    /// An item that is no object, where something is taken of it.
    pub(crate) fn item(path: &dyn std::fmt::Display, index: usize, found: &Value) -> Self {
        Self::Shape {
            at: format!("{path}.{index}").into(),
            what: format!("must be an object, not {}", found.type_phrase()).into(),
            advice: "give a list of objects with the keys that the template shows".into(),
        }
    }
}

impl<'a> Scope<'a> {
    /// Notes that a path was asked of an item that has no parts.
    #[cold]
    pub(super) fn lacks_parts(&self, path: &[Segment]) {
        let parts: Vec<&str> = path.iter().map(Segment::as_str).collect();
        self.env.findings.add(Lack::Shape {
            at: parts.join(".").into(),
            what: "is taken from an item that is not an object".into(),
            advice: "give a list of objects with the keys that the template shows".into(),
        });
    }

    /// Notes that an expression gave a text where a number is needed. A calculation without a result
    /// was noted where it began.
    #[cold]
    pub(super) fn lacks_number(&self, expr: &Expr, output: &Output<'_>) {
        if let Output::Text(text) = output
            && number_of_text(text).is_nan()
        {
            let lacking = Lacking { of: name_of(expr), list: None, shown: shown(text) };
            self.env.findings.add(Lack::Number(lacking));
        }
    }

    /// Notes that an argument gave a text that is no number in the marks of a locale.
    #[cold]
    pub(super) fn lacks_number_in(&self, expr: &Expr, text: &str) {
        let lacking = Lacking { of: name_of(expr), list: None, shown: shown(text) };
        self.env.findings.add(Lack::Number(lacking));
    }

    /// Notes that an argument gave a text where a date is needed; a blank one is none.
    #[cold]
    pub(super) fn lacks_date(&self, expr: Option<&Expr>, text: &str) {
        if !super::blank::trim(text).is_empty() {
            let lacking = Lacking { of: expr.and_then(name_of), list: None, shown: shown(text) };
            self.env.findings.add(Lack::Date(lacking));
        }
    }

    /// Notes that a function does not exist.
    #[cold]
    pub(super) fn lacks_function(&self, name: &str) {
        self.env.findings.add(Lack::Function(name.into()));
    }

    /// Notes what the values of a list lack.
    #[cold]
    pub(super) fn lack_in_list(&self, lacks: &[Lack], list: &super::Path, column: Option<&str>) {
        for lack in lacks {
            self.env.findings.add(lack.clone().in_list(list, column));
        }
    }
}

/// What messages call an expression.
fn name_of(expr: &Expr) -> Option<Box<str>> {
    match expr {
        Expr::Path(path) => Some(path.to_string().into()),
        Expr::Defined(defined) => Some(defined.path.to_string().into()),
        Expr::Call(call) => Some(format!("{}(…)", call.name).into()),
        Expr::Text(text) => Some(format!("\"{text}\"").into()),
        _ => None,
    }
}
