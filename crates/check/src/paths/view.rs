//! The data as expressions see it, and where a path ends in it.

use std::collections::HashSet;
use std::rc::Rc;

use reportctl_engine::budget::Meter;
use reportctl_engine::expr::Path;
use reportctl_engine::expr::lint::with_blanks_around_operators;
use reportctl_engine::expr::path::own;
use reportctl_engine::problem::{Code, Problem, Result, quoted};
use reportctl_engine::resolve::{LINE_NAMES, PAGE_NAMES};
use reportctl_engine::suggest::{listed, nearest};
use reportctl_engine::value::Value;

/// Keys are collected from this many items; more say nothing new.
const ITEMS_LOOKED_AT: usize = 2000;
/// Largest number of keys that are compared with a missing one, to propose one. Each of thousands
/// of fields may miss a key of an object with thousands.
const MAX_KEYS_COMPARED: usize = 500;

/// View of the data: one value, or the items of lists.
#[derive(Clone)]
pub(super) struct View<'a> {
    pub(super) slices: Vec<&'a [Value]>,
    /// `true` if only items that are objects count.
    pub(super) objects_only: bool,
    pub(super) sees: ViewKind,
    /// Path of the list whose items these are; the document has none.
    pub(super) list: Option<String>,
    /// The items that these are parts of; of those of the document none.
    pub(super) around: Option<Rc<View<'a>>>,
}

/// Names that expressions see besides the value itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ViewKind {
    Plain,
    /// Page numbers, unknown before layout.
    Pages,
    /// The line number of a section.
    Section,
}

/// A path that ends before its last part.
pub(super) struct Missing<'v> {
    /// The path as written.
    parts: Vec<String>,
    /// Number of parts that were found.
    depth: usize,
    /// The values at which the next part was not found.
    at: Vec<&'v Value>,
    list: Option<&'v str>,
}

impl<'a> View<'a> {
    pub(super) fn document(data: &'a Value, sees: ViewKind) -> Self {
        let slices = vec![std::slice::from_ref(data)];
        Self { slices, objects_only: false, sees, list: None, around: None }
    }

    /// These items as the rows of a table see them: without line numbers.
    pub(super) fn as_rows(&self) -> Self {
        Self { sees: ViewKind::Plain, ..self.clone() }
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &'a Value> {
        let all = self.slices.iter().flat_map(|slice| slice.iter());
        all.filter(|value| !self.objects_only || value.as_object().is_some())
    }

    /// Names that are added to what is seen.
    fn names(&self) -> &'static [&'static str] {
        match self.sees {
            ViewKind::Plain => &[],
            ViewKind::Pages => &PAGE_NAMES,
            ViewKind::Section => &LINE_NAMES,
        }
    }

    /// The missing part of a path that no value has; `None` if a value has it. A `null` on the way
    /// is data that is known to be absent.
    pub(super) fn missing<'v>(
        &'v self,
        path: &Path,
        meter: &Meter<'_>,
    ) -> Result<Option<Missing<'v>>> {
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
        // Layout notes items that are no objects, where something is taken of them.
        let is_plain =
            |value: &&Value| matches!(value, Value::Number(_) | Value::Text(_) | Value::Bool(_));
        let plain = self.list.is_some() && deepest.0 == 0 && deepest.1.iter().all(is_plain);
        if none || plain {
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
    /// Brackets say that a key is meant.
    pub(super) fn calculation(&self, path: &Path) -> Option<String> {
        if path.is_bracketed() {
            return None;
        }
        let calculation = with_blanks_around_operators(&path.to_string())?;
        let first = calculation.split(' ').next()?;
        (is_number(first) || self.has(first)).then_some(calculation)
    }

    /// Returns `true` if a value has a path, or if it is a name that is added.
    fn has(&self, path: &str) -> bool {
        let added = || self.names().iter().any(|name| name.eq_ignore_ascii_case(path));
        let path = Path::compile(path);
        self.values().any(|value| path.lookup(value).is_some()) || added()
    }

    /// The calculation or comparison that a name looks like which a condition asks for. Keys that are
    /// asked for may be missing, and have hyphens: all operands of a calculation must be there.
    pub(super) fn condition(&self, path: &Path) -> Option<String> {
        let calculation = self.calculation(path)?;
        let mut operands = calculation.split(' ').step_by(2);
        let is_meant = is_comparison(&calculation)
            || operands.all(|operand| is_number(operand) || self.has(operand));
        is_meant.then_some(calculation)
    }

    /// The lists at a path, where there are any.
    pub(super) fn lists(&self, path: &Path, meter: &Meter<'_>) -> Result<Vec<&'a [Value]>> {
        let mut lists = Vec::new();
        for value in self.values() {
            meter.step()?;
            lists.extend(path.lookup(value).and_then(Value::as_array));
        }
        Ok(lists)
    }

    /// The first value at a path that is not `null`.
    pub(super) fn first_at(&self, path: &Path) -> Option<&'a Value> {
        self.values().filter_map(|value| path.lookup(value)).find(|value| !value.is_null())
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Returns `true` for a calculation with operators that give a condition.
pub(super) fn is_comparison(calculation: &str) -> bool {
    calculation
        .split(' ')
        .any(|part| matches!(part, "==" | "!=" | ">=" | "<=" | ">" | "<" | "AND" | "OR"))
}

/// Follows a path as far as it goes: number of parts, and the value there.
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
    pub(super) fn meant(&self) -> Option<String> {
        let keys = self.keys();
        let rest = self.parts.get(self.depth..)?.join(".");
        let whole = keys.iter().find(|key| ***key == *rest && rest.contains('.'));
        if let Some(whole) = whole {
            return reportctl_engine::expr::path::segment_for(whole);
        }
        if let Some(key) = nearest(self.part(), keys.iter().copied()) {
            let mut parts = self.parts.clone();
            key.clone_into(parts.get_mut(self.depth)?);
            return Some(parts.join("."));
        }
        let inside = self.at.iter().filter_map(|value| value.as_object()).find_map(|object| {
            let mut entries = object.iter().take(MAX_KEYS_COMPARED);
            let holder = entries.find(|(_, value)| value.get(self.part()).is_some())?;
            Some(holder.0.to_owned())
        })?;
        let mut parts = self.parts.clone();
        parts.insert(self.depth, inside);
        Some(parts.join("."))
    }

    pub(super) fn hint(&self) -> String {
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

    pub(super) fn problem(&self) -> Problem {
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
            let room = MAX_KEYS_COMPARED - keys.len();
            keys.extend(object.keys().filter(|key| seen.insert(*key)).take(room));
        }
    }
    keys
}

/// A key that no item has, as columns and filters look it up: exactly (spec 5.4, 8.6).
pub(super) fn missing_key(
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
    let is_plain =
        |value: &Value| matches!(value, Value::Number(_) | Value::Text(_) | Value::Bool(_));
    if none || lists.iter().copied().flatten().all(is_plain) {
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

pub(super) fn not_a_list(path: &str, found: &Value) -> Problem {
    let message = format!("{} must be a list, not {}", quoted(path), found.type_phrase());
    Problem::warning(Code::MissingPath, message).detail("path", path)
}
