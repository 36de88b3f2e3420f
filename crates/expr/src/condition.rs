//! Conditions such as `visibleWhen`: bare expressions (spec 7.1, 9.8).

use std::sync::Arc;

use super::ast::Expr;
use super::dialect::Dialect;
use super::error::SyntaxError;
use super::parse::parse_in;
use super::place::Place;
use super::references::{Reference, Taken};
use super::scope::Scope;
use reportctl_base::blank::trim;
use reportctl_base::problem::Result;

/// A compiled condition. Blank is always true, and so is one that cannot be read.
#[derive(Debug, Clone)]
pub struct Condition {
    source: Box<str>,
    /// `None` where it is blank.
    expr: Option<Result<Expr, SyntaxError>>,
    uses_page_tokens: bool,
    /// Its place in the template.
    place: Option<Arc<Place>>,
}

impl Condition {
    /// Reads a condition. Never fails.
    pub fn compile(source: &str) -> Self {
        Self::compile_in(source, &Dialect::BASE)
    }

    /// The same in the language of a template.
    pub fn compile_in(source: &str, dialect: &Dialect) -> Self {
        let bare = trim(source);
        let expr = (!bare.is_empty()).then(|| parse_in(bare, dialect));
        let mut condition =
            Self { source: source.into(), expr, uses_page_tokens: false, place: None };
        condition.uses_page_tokens = condition.takes(|it| it.is_of_page(dialect));
        condition
    }

    /// The condition at a place of its template, where its findings are reported.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(Arc::new(place)), ..self }
    }

    /// JSON pointer of it in its template; empty outside of one.
    pub fn pointer(&self) -> &str {
        self.place.as_ref().map_or("", |place| &place.pointer)
    }

    /// The condition as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns `true` if the condition holds.
    ///
    /// # Errors
    /// Only the limits of the budget.
    pub fn holds(&self, scope: &Scope<'_>) -> Result<bool> {
        Ok(self.answer(scope)?.unwrap_or(true))
    }

    /// Returns `true` if the condition holds; a blank or unreadable one does not.
    ///
    /// # Errors
    /// Only the limits of the budget.
    pub fn is_met(&self, scope: &Scope<'_>) -> Result<bool> {
        Ok(self.answer(scope)?.unwrap_or(false))
    }

    fn answer(&self, scope: &Scope<'_>) -> Result<Option<bool>> {
        let holds = match &self.expr {
            None => return Ok(None),
            Some(Ok(expr)) => Some(expr.holds(scope)?),
            Some(Err(error)) => {
                scope.lacks_syntax(error);
                None
            }
        };
        scope.env.findings.settle(self.place.as_ref());
        Ok(holds)
    }

    /// Appends the text of its expression, where it is one by which rows or repetitions are put
    /// together or in order.
    ///
    /// # Errors
    /// Only those of the budget.
    pub fn push(&self, scope: &Scope<'_>, out: &mut String) -> Result<()> {
        match &self.expr {
            None => return Ok(()),
            Some(Ok(expr)) => expr.push(scope, out)?,
            Some(Err(error)) => scope.lacks_syntax(error),
        }
        scope.env.findings.settle(self.place.as_ref());
        Ok(())
    }

    /// The syntax error. Positions count from the first character that is not blank.
    pub fn error(&self) -> Option<&SyntaxError> {
        self.expr.as_ref()?.as_ref().err()
    }

    /// Its expression; nothing where it is blank or cannot be read.
    pub fn expr(&self) -> Option<&Expr> {
        self.expr.as_ref()?.as_ref().ok()
    }

    /// Returns `true` if the condition may depend on `pageNumber` or `pageCount`.
    pub fn uses_page_tokens(&self) -> bool {
        self.uses_page_tokens
    }

    /// Returns `true` if the condition takes a name that is not the same on every page (spec 20.0.5).
    pub fn varies(&self) -> bool {
        self.takes(|it| it.varies())
    }

    /// Returns `true` if the condition takes the number of pages or the numbering set of a page.
    pub fn asks_for_page_count(&self) -> bool {
        self.takes(|it| it.is_page_count())
    }

    fn takes(&self, is: impl Fn(Taken<'_>) -> bool) -> bool {
        self.expr().is_some_and(|expr| expr.takes(is))
    }

    /// Everything that it takes from the data, in order.
    pub fn paths(&self) -> Vec<Reference<'_>> {
        let mut all = Vec::new();
        if let Some(expr) = self.expr() {
            expr.paths(&mut |reference| all.push(reference));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Env;
    use reportctl_base::budget::Meter;
    use reportctl_base::problem::Code;
    use reportctl_base::value::Value;

    fn holds(condition: &str) -> bool {
        let data = r#"{"total":1500,"cancelled":"","flag":"FALSE","list":[],"v":" 0 "}"#;
        let value = Value::from_json(data).expect("valid JSON");
        let meter = Meter::default();
        let env = Env::new(&meter, 2026);
        let scope = Scope {
            value: &value,
            extra: &[("pageNumber", 3.0), ("pageCount", 3.0)],
            env: &env,
            names: None,
        };
        Condition::compile(condition).holds(&scope).expect("within the budget")
    }

    #[test]
    fn truth() {
        for condition in
            ["total > 1000 AND NOT cancelled", "pageNumber == pageCount", "total", "\"x\""]
        {
            assert!(holds(condition), "{condition}");
        }
        for condition in
            ["cancelled", "none", "flag", "list", "v", "pageNumber < 3", "0", "FOO(total)"]
        {
            assert!(!holds(condition), "{condition}");
        }
    }

    #[test]
    fn blank_and_unreadable_conditions_hold() {
        assert!(holds(" \u{a0} "));
        assert!(holds("a) b"));
        assert!(holds(&"NOT ".repeat(100_000)));
        assert_eq!(
            Condition::compile(" a) b").error().map(|e| (e.code, e.position)),
            Some((Code::TrailingContent, Some(1)))
        );
        assert!(Condition::compile("").error().is_none());
    }

    #[test]
    fn braces_mean_nothing_so_such_a_condition_is_false() {
        assert!(!holds("{total > 1000}"));
    }

    #[test]
    fn page_tokens_are_noticed() {
        assert!(Condition::compile("pageNumber > 1").uses_page_tokens());
        assert!(!Condition::compile("total > 1").uses_page_tokens());
    }
}
