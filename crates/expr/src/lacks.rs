//! Recording of findings during evaluation.

use super::ast::{ArrayPath, Expr};
use super::error::SyntaxError;
use super::findings::{Lack, Lacking, Miss, shown};
use super::output::Output;
use super::path::{Path, Segment, lookup_parts};
use super::scope::Scope;
use super::value::number_of_text;
use reportctl_base::value::Value;

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
        if !reportctl_base::blank::trim(text).is_empty() {
            let lacking = Lacking { of: expr.and_then(name_of), list: None, shown: shown(text) };
            self.env.findings.add(Lack::Date(lacking));
        }
    }

    /// Notes that a path leads nowhere. A `null` on the way is data that is known to be absent, and
    /// an element beyond the end of a list is no mistake.
    #[cold]
    pub(super) fn lacks_path(&self, path: &Path) {
        let of = std::ptr::from_ref(path).addr();
        if self.env.findings.is_known(of) || self.has_no_parts() {
            return;
        }
        let mut at = self.value;
        for segment in path.segments() {
            match lookup_parts(std::slice::from_ref(segment), at) {
                Some(next) => at = next,
                None if at.as_array().is_some() && segment.index().is_some() => return,
                None => break,
            }
        }
        if !at.is_null() {
            self.env.findings.add(Lack::Path(Miss::new(path.to_string(), of)));
        }
    }

    /// Notes that a list is not there, or that its first item has not got the column that is taken of
    /// all.
    #[cold]
    pub(super) fn lacks_column(&self, list: &ArrayPath) {
        let of = std::ptr::from_ref(list).addr();
        if !self.env.findings.is_known(of) && !self.has_no_parts() {
            self.env.findings.add(Lack::Path(Miss::new(list.key(), of)));
        }
    }

    /// Notes that an item of a list is no object, though a column is taken of it.
    #[cold]
    pub(super) fn lacks_object(&self, list: &Path, index: usize, item: &Value) {
        self.env.findings.add(Lack::item(list, index, item));
    }

    /// Notes that no item of a list has a key.
    #[cold]
    pub(super) fn lacks_key(&self, list: &ArrayPath, key: &str) {
        self.env.findings.add(Lack::Path(Miss::new(list.key_of(key), 0)));
    }

    /// Notes that a function does not exist.
    #[cold]
    pub(super) fn lacks_function(&self, name: &str) {
        self.env.findings.add(Lack::Function(name.into()));
    }

    /// Notes that an expression cannot be read.
    #[cold]
    pub(super) fn lacks_syntax(&self, error: &SyntaxError) {
        self.env.findings.add(Lack::Syntax(Box::new(error.clone())));
    }

    /// Notes what the values of a list lack.
    #[cold]
    pub(super) fn lack_in_list(&self, lacks: &[Lack], list: &Path, column: Option<&str>) {
        for lack in lacks {
            self.env.findings.add(lack.clone().in_list(list, column));
        }
    }
}

/// Name of an expression in messages.
fn name_of(expr: &Expr) -> Option<Box<str>> {
    match expr {
        Expr::Path(path) => Some(path.to_string().into()),
        Expr::Defined(defined) => Some(defined.path.to_string().into()),
        Expr::Call(call) => Some(format!("{}(…)", call.name).into()),
        Expr::Text(text) => Some(format!("\"{text}\"").into()),
        _ => None,
    }
}
