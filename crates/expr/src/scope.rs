//! Scopes: names and values that an expression sees during evaluation (spec 8.1).

use std::sync::Arc;

use super::findings::Findings;
use super::language::{Languages, Localized, MissingTexts, Prose, ReadIn};
use super::made::MadeLists;
use super::path::{Path, Segment, lookup_parts};
use super::reserved::Reserved;
use super::total::Total;
use reportctl_base::budget::Meter;
use reportctl_base::calendar::{Civil, SECONDS_PER_DAY, Timestamp};
use reportctl_base::problem::Result;
use reportctl_base::value::Value;
use reportctl_locale::{Locale, Zone};

/// Environment that all expressions of one render share.
pub struct Env<'a> {
    /// Guards time and output.
    pub meter: &'a Meter<'a>,
    /// The UTC year that DATE assumes where an input pattern has none.
    pub current_year: i64,
    /// `true` if arithmetic is decimal (spec 20.9.2).
    pub exact: bool,
    /// Environment of templates with extensions; `None` in others.
    pub globals: Option<&'a Globals<'a>>,
    /// Findings of evaluation.
    pub findings: Findings,
    /// `true` where cells of tables keep the numbers and dates that they print.
    pub keeps_values: bool,
}

impl<'a> Env<'a> {
    /// The environment of a template without extensions.
    pub fn new(meter: &'a Meter<'a>, current_year: i64) -> Self {
        let findings = Findings::default();
        Self { meter, current_year, exact: false, globals: None, findings, keeps_values: false }
    }

    /// Returns `true` if the template has `extensions`.
    pub fn is_extended(&self) -> bool {
        self.globals.is_some()
    }
}

/// Environment of all expressions of a template with extensions, besides their scope.
pub struct Globals<'a> {
    /// The whole data: `$root`.
    pub root: &'a Value,
    /// Date of the report. At midnight UTC it is a day without a time.
    pub date: Timestamp,
    /// Properties of the document: `$doc`.
    pub document: Value,
    /// The language of the document, where it has one.
    pub localized: Option<Localized<'a>>,
    /// Language settings of the template.
    pub template: Option<&'a Languages>,
    /// The language of texts where it is not that of the document.
    pub prose: Option<Prose<'a>>,
    /// Texts that were asked for in vain.
    pub missing: MissingTexts,
    /// The locale in which a number was read last.
    pub read_in: ReadIn,
    /// Lists that expressions made.
    pub made: MadeLists,
}

impl<'a> Globals<'a> {
    /// Environment of a render with some data on a day.
    pub fn new(root: &'a Value, date: Timestamp) -> Self {
        let document = serde_json::json!({ "date": day(date, None) });
        Self {
            root,
            date,
            document: Value::from(&document),
            localized: None,
            template: None,
            prose: None,
            missing: MissingTexts::default(),
            read_in: ReadIn::default(),
            made: MadeLists::default(),
        }
    }

    /// The tag of the locale; empty where there is none.
    pub fn language(&self) -> &str {
        self.localized.as_ref().map_or("", |localized| localized.locale.tag())
    }

    /// The same in the languages of a template; in none of them where there is no locale.
    #[must_use]
    pub fn in_language(self, template: &'a Languages, locale: Option<Locale>) -> Self {
        let document = serde_json::json!({
            "date": day(self.date, template.zone.as_ref()),
            "locale": locale.as_ref().map_or("", Locale::tag),
            "language": locale.as_ref().map_or("", Locale::language),
        });
        let localized = locale.map(|locale| Localized { locale: Arc::new(locale), template });
        Self { document: Value::from(&document), localized, template: Some(template), ..self }
    }
}

/// The day of a date as `$doc.date` has it: on the clocks of a zone, where the date is more than a day.
fn day(date: Timestamp, zone: Option<&Zone>) -> String {
    let seconds = date.seconds();
    let zone = zone.filter(|_| seconds.rem_euclid(SECONDS_PER_DAY) != 0);
    let offset = zone.map_or(0, |zone| zone.offset(seconds));
    let Civil { year, month, day, .. } = Timestamp::clamped(seconds + offset).civil();
    format!("{year:04}-{month:02}-{day:02}")
}

/// The data that an expression sees, and names added to it.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The document or the item.
    pub value: &'a Value,
    /// Added names such as `pageNumber`. They replace exactly equal keys of the data; a key that
    /// differs by case alone hides them.
    pub extra: &'a [(&'static str, f64)],
    /// The environment that all scopes share.
    pub env: &'a Env<'a>,
    /// Names that begin with `$`, for what the data does not have; rows of tables have some.
    pub names: Option<&'a dyn Names>,
}

/// Names that begin with `$` (spec 20.0.5).
pub trait Names {
    /// The value at a path.
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s>;

    /// Number of items of the list at a path; `None` if there is no list.
    fn count(&self, _path: &Path) -> Option<usize> {
        None
    }

    /// An item of the list at a path.
    fn item<'s>(&'s self, _path: &Path, _index: usize) -> Option<&'s Value> {
        None
    }

    /// The numbers in a column of the list at a path, or the items themselves where the column is
    /// empty; nothing where there is no list.
    fn sum(&self, _path: &Path, _column: &str, _env: &Env<'_>) -> Option<Result<Total>> {
        None
    }

    /// Values of an expression for the items of the list at a path, if the list is one of the
    /// growing lists that begin with the first row: the values of a shorter one are used again.
    /// `of` names the expression, `add` evaluates it for an item.
    fn prefix(
        &self,
        _path: &Path,
        _of: usize,
        _add: &mut dyn FnMut(&mut Total, &Value) -> Result<()>,
    ) -> Option<Result<Total>> {
        None
    }
}

/// Names that an expression sees during evaluation for an item: the names of the surrounding scope,
/// and that scope itself as `$parent`.
pub struct ItemNames<'a> {
    /// The surrounding scope.
    pub parent: Scope<'a>,
}

impl Names for ItemNames<'_> {
    fn find<'s>(&'s self, path: &[Segment]) -> Found<'s> {
        match path.split_first() {
            Some((first, rest)) if first.reserved() == Some(Reserved::Parent) => {
                self.parent.find_parts(rest)
            }
            // The data around the item is behind `$parent` alone; names go through.
            Some((first, _)) if first.is_name() => self.parent.find_named(path),
            _ => Found::Missing,
        }
    }

    fn count(&self, path: &Path) -> Option<usize> {
        self.parent.names?.count(path)
    }

    fn item<'s>(&'s self, path: &Path, index: usize) -> Option<&'s Value> {
        self.parent.names?.item(path, index)
    }

    fn sum(&self, path: &Path, column: &str, env: &Env<'_>) -> Option<Result<Total>> {
        self.parent.names?.sum(path, column, env)
    }

    fn prefix(
        &self,
        path: &Path,
        of: usize,
        add: &mut dyn FnMut(&mut Total, &Value) -> Result<()>,
    ) -> Option<Result<Total>> {
        self.parent.names?.prefix(path, of, add)
    }
}

/// Value of an item that is no object, as texts see it.
pub static NO_OBJECT: Value = Value::Null;

/// Names that a page adds to the data of its bands (spec 8.1).
pub const PAGE_NAMES: [&str; 2] = ["pageNumber", "pageCount"];

/// Result of following a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Found<'a> {
    /// A value of the data.
    Value(&'a Value),
    /// An added name.
    Number(f64),
    /// Nothing.
    Missing,
}

impl<'a> Scope<'a> {
    /// Follows a path from here.
    pub fn find(&self, path: &Path) -> Found<'a> {
        if !self.extra.is_empty()
            && let Some(found) = self.find_extra(path.segments())
        {
            return found;
        }
        match path.lookup(self.value) {
            Some(value) => Found::Value(value),
            None => self.find_beside(path.segments()),
        }
    }

    /// The value of the data at a path, where no added name could stand before it; nothing where
    /// only [`Scope::find`] knows.
    #[inline]
    pub(super) fn value_at(&self, path: &Path) -> Option<&'a Value> {
        if self.extra.is_empty() { path.lookup(self.value) } else { None }
    }

    /// A name, unless the data has the key that the path begins with. A function of its own, so
    /// that the code for values of the data stays short.
    #[inline(never)]
    fn find_beside(&self, path: &[Segment]) -> Found<'a> {
        if self.has_key(path) {
            return Found::Missing;
        }
        let found = self.find_named(path);
        if found == Found::Missing && self.has_no_parts() {
            self.lacks_parts(path);
        }
        found
    }

    /// Returns `true` if the scope is an item that is no object.
    pub(super) fn has_no_parts(&self) -> bool {
        matches!(self.value, Value::Number(_) | Value::Text(_) | Value::Bool(_))
            || std::ptr::eq(self.value, &raw const NO_OBJECT)
    }

    /// The names that begin with `$` for a list; none where the data has a key of the same spelling,
    /// which wins (spec 20.0.5).
    pub(super) fn names_for(&self, list: &Path) -> Option<&'a dyn Names> {
        self.names.filter(|_| !self.has_key(list.segments()))
    }

    /// Returns `true` if the data has the key that a path begins with.
    fn has_key(&self, path: &[Segment]) -> bool {
        let object = self.value.as_object();
        path.first().zip(object).is_some_and(|(key, object)| {
            key.is_name() && object.value_folded(key.lower()).is_some()
        })
    }

    /// The same for the parts of a path.
    fn find_parts(&self, path: &[Segment]) -> Found<'a> {
        if let Some(found) = self.find_extra(path) {
            return found;
        }
        match lookup_parts(path, self.value) {
            Some(value) => Found::Value(value),
            None => self.find_beside(path),
        }
    }

    /// Value of a name that begins with `$`.
    fn find_named(&self, path: &[Segment]) -> Found<'a> {
        let found = self.names.map_or(Found::Missing, |names| names.find(path));
        let (Found::Missing, Some(globals)) = (found, self.env.globals) else { return found };
        let Some((first, rest)) = path.split_first() else { return Found::Missing };
        let value = match first.reserved() {
            Some(Reserved::Root) => lookup_parts(rest, globals.root),
            Some(Reserved::Doc) => lookup_parts(rest, &globals.document),
            Some(Reserved::Page) => return self.find_page(rest),
            _ => None,
        };
        value.map_or(Found::Missing, Found::Value)
    }

    /// `$page.number` and `$page.count` where pages are numbered.
    fn find_page(&self, rest: &[Segment]) -> Found<'a> {
        let [part] = rest else { return Found::Missing };
        let name = match part.lower() {
            "number" => PAGE_NAMES[0],
            "count" => PAGE_NAMES[1],
            _ => return Found::Missing,
        };
        let found = self.extra.iter().find(|(known, _)| *known == name);
        found.map_or(Found::Missing, |(_, number)| Found::Number(*number))
    }

    fn find_extra(&self, path: &[Segment]) -> Option<Found<'a>> {
        let first = path.first()?.lower();
        let &(name, number) =
            self.extra.iter().find(|(name, _)| name.eq_ignore_ascii_case(first))?;
        let hidden = self
            .value
            .as_object()
            .and_then(|object| object.get_folded(first))
            .is_some_and(|(key, _)| key != name);
        match path.len() {
            _ if hidden => None,
            1 => Some(Found::Number(number)),
            _ => Some(Found::Missing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(data: &str, path: &str) -> Option<f64> {
        let value = Value::from_json(data).expect("valid JSON");
        let meter = Meter::default();
        let env = Env::new(&meter, 2026);
        let scope = Scope {
            value: &value,
            extra: &[("Line", 7.0), ("index", 7.0)],
            env: &env,
            names: None,
        };
        match scope.find(&Path::compile(path)) {
            Found::Value(value) => value.as_f64(),
            Found::Number(number) => Some(number),
            Found::Missing => None,
        }
    }

    #[test]
    fn the_day_of_a_document_is_that_of_its_zone() {
        let zone = |name| Zone::find(name).expect("a zone");
        let day = |seconds, name| day(Timestamp::clamped(seconds), Some(&zone(name)));
        let midnight = 1_767_225_600;
        assert_eq!(super::day(Timestamp::clamped(midnight + 3600), None), "2026-01-01");
        assert_eq!(day(midnight + 3600, "America/New_York"), "2025-12-31");
        assert_eq!(day(midnight - 3600, "Europe/Berlin"), "2026-01-01");
        assert_eq!(day(midnight, "America/New_York"), "2026-01-01");
        assert_eq!(day(-1, "Asia/Tokyo"), "1970-01-01");
    }

    #[test]
    fn added_names_are_found_ignoring_case() {
        assert_eq!(find("{}", "line"), Some(7.0));
        assert_eq!(find("null", "INDEX"), Some(7.0));
        assert_eq!(find("{}", "line.more"), None);
    }

    #[test]
    fn they_replace_equal_keys() {
        assert_eq!(find(r#"{"Line":1}"#, "line"), Some(7.0));
        assert_eq!(find(r#"{"Line":{"more":1}}"#, "line.more"), None);
        assert_eq!(find(r#"{"Line":1,"LINE":2}"#, "line"), Some(7.0));
    }

    #[test]
    fn a_key_of_another_case_hides_them() {
        assert_eq!(find(r#"{"LINE":1}"#, "Line"), Some(1.0));
        assert_eq!(find(r#"{"LINE":2,"Line":1}"#, "Line"), Some(2.0));
        assert_eq!(find(r#"{"line":{"more":1}}"#, "line.more"), Some(1.0));
    }
}
