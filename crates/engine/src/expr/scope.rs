//! What an expression can see while it is evaluated (spec 8.1).

use super::path::Path;
use crate::budget::Meter;
use crate::problem::Result;
use crate::value::Value;

/// What every expression of one render shares.
pub struct Env<'a> {
    /// Guards time and output.
    pub meter: &'a Meter<'a>,
    /// The UTC year that DATE assumes where an input pattern has none.
    pub current_year: i64,
}

/// The data that an expression sees, and names added to it.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// The document or the item.
    pub value: &'a Value,
    /// Added names such as `pageNumber`. They replace exactly equal keys of the data; a key that
    /// differs by case alone hides them.
    pub extra: &'a [(&'static str, f64)],
    /// What is the same everywhere.
    pub env: &'a Env<'a>,
    /// Names that begin with `$`, for what the data does not have; rows of tables have some.
    pub names: Option<&'a dyn Names>,
}

/// Names that begin with `$` (spec 20.0.5).
pub trait Names {
    /// The value at a path.
    fn find<'s>(&'s self, path: &Path) -> Found<'s>;

    /// How many items the list at a path has; nothing where there is no list.
    fn count(&self, path: &Path) -> Option<usize>;

    /// Sum and count of the numbers in a column of the list at a path, or of the items themselves
    /// where the column is empty; nothing where there is no list.
    fn sum(&self, path: &Path, column: &str, env: &Env<'_>) -> Option<Result<(f64, f64)>>;
}

/// What lies at the end of a path.
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
    #[inline]
    pub fn find(&self, path: &Path) -> Found<'a> {
        if !self.extra.is_empty()
            && let Some(found) = self.find_extra(path)
        {
            return found;
        }
        match (path.lookup(self.value), self.names) {
            (Some(value), _) => Found::Value(value),
            (None, Some(names)) => names.find(path),
            (None, None) => Found::Missing,
        }
    }

    fn find_extra(&self, path: &Path) -> Option<Found<'a>> {
        let first = path.segments().first()?.lower();
        let &(name, number) =
            self.extra.iter().find(|(name, _)| name.eq_ignore_ascii_case(first))?;
        let hidden = self
            .value
            .as_object()
            .and_then(|object| object.get_folded(first))
            .is_some_and(|(key, _)| key != name);
        match path.segments().len() {
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
        let env = Env { meter: &meter, current_year: 2026 };
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
