//! Findings of evaluation: paths that the data does not have, functions that do not exist,
//! expressions that cannot be read, and texts that are no numbers or dates where one is needed.
//!
//! Evaluation itself notes them, so a finding is about the value that is printed. Without findings
//! nothing is written; else the first of each kind and place is kept.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::sync::Arc;

use super::error::SyntaxError;
use super::path::Path;
use super::place::Place;
use super::value::text_of;
use reportctl_base::value::Value;

/// Something that a value lacks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lack {
    /// A function that does not exist.
    Function(Box<str>),
    /// An expression that cannot be read.
    Syntax(Box<SyntaxError>),
    /// A path that leads nowhere.
    Path(Miss),
    /// A text that is not a number, where a number is needed.
    Number(Lacking),
    /// A text that is not a date, where a date is needed.
    Date(Lacking),
    /// A value that is not the list of objects that something repeats over.
    Shape {
        /// The value of the wrong type.
        at: Box<str>,
        /// The value and its type, in words.
        what: Box<str>,
        advice: Box<str>,
    },
}

/// A path that was followed in vain.
#[derive(Debug, Clone)]
pub struct Miss {
    /// The path as it is written, or that of a list and its column ([`ArrayPath::key`]).
    ///
    /// [`ArrayPath::key`]: super::ast::ArrayPath::key
    pub(super) key: Box<str>,
    /// Address of the path, by which it is known again; 0: it is not.
    of: usize,
    /// The formula that takes it.
    within: Option<Arc<Place>>,
}

/// Misses of one path in one formula are the same wherever it is evaluated.
impl PartialEq for Miss {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.within == other.within
    }
}

impl Eq for Miss {}

impl std::hash::Hash for Miss {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key.hash(state);
        self.within.hash(state);
    }
}

impl Miss {
    pub(super) fn new(key: String, of: usize) -> Self {
        Self { key: key.into(), of, within: None }
    }
}

/// A text that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lacking {
    /// The path, or the call that gave the text; nothing: another expression.
    pub(super) of: Option<Box<str>>,
    /// The list whose item has it.
    pub(super) list: Option<Box<str>>,
    /// The text, or its beginning.
    pub(super) shown: Box<str>,
}

/// A [`Lack`] and where it was found.
#[derive(Debug, Clone)]
pub struct Finding {
    pub(super) lack: Lack,
    pub(super) place: Option<Arc<Place>>,
}

/// Findings of the evaluation of one document.
#[derive(Debug, Default)]
pub struct Findings {
    /// Number of findings that have no place yet.
    waiting: Cell<usize>,
    pending: RefCell<Vec<Lack>>,
    /// Addresses of paths whose miss has its place.
    seen: RefCell<HashSet<usize>>,
    placed: RefCell<Placed>,
}

#[derive(Debug, Default)]
struct Placed {
    all: Vec<Finding>,
    misses: usize,
    /// Place and kind of each.
    known: HashSet<(Option<Arc<Place>>, Lack)>,
}

/// Findings per document, and ten times as many misses: most are forgiven, since other items have
/// what one lacks. More say nothing new.
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
            Self::Syntax(error) => Self::Syntax(error.clone()),
            Self::Path(miss) => Self::Path(miss.clone()),
            Self::Number(lacking) => Self::Number(plain(lacking)),
            Self::Date(lacking) => Self::Date(plain(lacking)),
            Self::Shape { .. } => self.clone(),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        let same = |a: &Lacking, b: &Lacking| a.of == b.of && a.list == b.list;
        match (self, other) {
            (Self::Function(a), Self::Function(b)) => a == b,
            (Self::Syntax(a), Self::Syntax(b)) => a == b,
            (Self::Path(a), Self::Path(b)) => a == b,
            (Self::Shape { at: a, .. }, Self::Shape { at: b, .. }) => a == b,
            (Self::Number(a), Self::Number(b)) | (Self::Date(a), Self::Date(b)) => same(a, b),
            _ => false,
        }
    }

    /// A value of a list that is no number.
    #[cold]
    pub fn number_in(value: &Value) -> Option<Self> {
        let text = match value {
            Value::Text(_) | Value::Array(_) | Value::Object(_) => text_of(value),
            Value::Null | Value::Bool(_) | Value::Number(_) => return None,
        };
        Some(Self::Number(Lacking { of: None, list: None, shown: shown(&text) }))
    }

    /// The same as something of the items of a list, unless another list is known.
    #[must_use]
    pub fn in_list(self, list: &dyn std::fmt::Display, column: Option<&str>) -> Self {
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

pub(super) fn shown(text: &str) -> Box<str> {
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

    /// Number of findings that have no place yet: the mark for [`Findings::forgive`].
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
    pub fn settle(&self, place: Option<&Arc<Place>>) {
        if self.waiting.get() > 0 {
            self.place(0, place, |_| true);
        }
    }

    /// Gives functions found since a mark the place of the formula that calls them. Paths keep
    /// waiting for the result of the value, and know the formula.
    #[inline]
    pub(super) fn settle_in_formula(&self, mark: usize, place: Option<&Arc<Place>>) {
        if let Some(place) = place
            && self.waiting.get() > mark
        {
            self.place_in_formula(mark, place);
        }
    }

    #[cold]
    fn place_in_formula(&self, mark: usize, place: &Arc<Place>) {
        for lack in self.pending.borrow_mut().iter_mut().skip(mark) {
            if let Lack::Path(miss) = lack {
                miss.within.get_or_insert_with(|| Arc::clone(place));
            }
        }
        self.place(mark, Some(place), |lack| matches!(lack, Lack::Function(_)));
    }

    /// Returns `true` if the miss of a path at an address is known.
    pub(super) fn is_known(&self, of: usize) -> bool {
        self.seen.borrow().contains(&of)
    }

    /// Notes that an item has no such key.
    #[cold]
    pub fn lacks_key(&self, key: &str) {
        let lack = Lack::Path(Miss::new(key.to_owned(), 0));
        self.placed.borrow_mut().add(Finding { lack, place: None });
    }

    /// Notes that a path leads nowhere, at a place.
    #[cold]
    pub fn lacks_path_at(&self, path: &Path, place: &Arc<Place>) {
        self.add_at(Lack::Path(Miss::new(path.to_string(), 0)), place);
    }

    #[cold]
    fn place(&self, mark: usize, place: Option<&Arc<Place>>, wanted: impl Fn(&Lack) -> bool) {
        for lack in self.since(mark) {
            if !wanted(&lack) {
                self.add(lack);
                continue;
            }
            if let Lack::Path(miss) = &lack {
                self.seen.borrow_mut().insert(miss.of);
                let place = miss.within.clone().or_else(|| place.cloned());
                self.placed.borrow_mut().add(Finding { lack, place });
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
    pub fn add_at(&self, lack: Lack, place: &Arc<Place>) {
        self.placed.borrow_mut().add(Finding { lack, place: Some(Arc::clone(place)) });
    }

    /// Takes over what was found beside it.
    pub fn absorb(&self, findings: Vec<Finding>) {
        let mut placed = self.placed.borrow_mut();
        findings.into_iter().for_each(|finding| placed.add(finding));
    }

    /// Everything that was found, in the order of evaluation.
    pub fn take(&self) -> Vec<Finding> {
        self.settle(None);
        self.seen.borrow_mut().clear();
        std::mem::take(&mut *self.placed.borrow_mut()).all
    }
}

impl Placed {
    fn add(&mut self, finding: Finding) {
        let is_miss = matches!(finding.lack, Lack::Path(_));
        let is_room = if is_miss {
            self.misses < 10 * MOST_FINDINGS
        } else {
            self.all.len() - self.misses < MOST_FINDINGS
        };
        if is_room && self.known.insert((finding.place.clone(), finding.lack.kind())) {
            self.misses += usize::from(is_miss);
            self.all.push(finding);
        }
    }
}

impl Lack {
    /// A value that is no list, where something repeats over its items.
    pub fn list(path: &dyn std::fmt::Display, found: &Value) -> Self {
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

    /// A text that holds no rows, where a table takes its rows of it.
    pub fn rows(at: &dyn std::fmt::Display) -> Self {
        Self::Shape {
            at: at.to_string().into(),
            what: "holds no rows, so the tokens in the cells are printed as they are".into(),
            advice:
                "give rows as JSON, such as `[[\"a\",\"b\"]]`, or bind a list with a binding of \
                     type `array`"
                    .into(),
        }
    }

    /// An item that is no object, where something is taken of it.
    pub fn item(path: &dyn std::fmt::Display, index: usize, found: &Value) -> Self {
        Self::Shape {
            at: format!("{path}.{index}").into(),
            what: format!("must be an object, not {}", found.type_phrase()).into(),
            advice: "give a list of objects with the keys that the template shows".into(),
        }
    }
}
