//! Checking: everything that is wrong, or probably not as meant, with a template (spec 7.9).
//!
//! [`template`] looks at a template alone: its shape, its expressions, its names, the values that
//! mean nothing, what lies off the page. [`with_data`] looks at a template together with data:
//! paths that lead nowhere, texts that do not fit, characters without a glyph. Both give
//! [`Problem`]s with place and advice; nothing here stops at the first one, and nothing here
//! fails. What renders without a surprise gives none.

mod bindings;
mod fit;
mod geometry;
mod names;
mod paths;
mod pictures;
mod source;
mod texts;
mod values;

use crate::problem::{Code, Problem, Severity};
use crate::render::{Options, Prepared};
use crate::template::Template;
use crate::value::Value;
use source::Source;

/// Every problem of a template with its bindings, in reading order: those of the whole template,
/// then field by field, errors before warnings, then bindings without a field.
///
/// A template that is no object, or of another version, has that problem alone.
pub fn template(template: &Value, bindings: &Value) -> Vec<Problem> {
    if let Err(problem) = crate::template::version::check(template) {
        return vec![problem];
    }
    let source = Source::new(template, bindings);
    let mut problems = Vec::new();
    match Template::parse(template, bindings) {
        Ok(template) => {
            names::check_silent_sections(&template, &mut problems);
            geometry::check(&template, &mut problems);
        }
        Err(found) => problems = found,
    }
    names::check_duplicates(&source, &mut problems);
    for design in &source.designs {
        values::check_design(design, &mut problems);
        names::check_sections(design, &source, &mut problems);
    }
    for field in source.fields() {
        texts::check(field, &source, &mut problems);
        bindings::check_field(field, &source, &mut problems);
        values::check_field(field, &mut problems);
    }
    for binding in &source.bindings {
        bindings::check_binding(binding, &source, &mut problems);
        values::check_binding(binding, &mut problems);
    }
    pictures::check(&source, &mut problems);
    source.sort(&mut problems, weight);
    problems
}

/// Every problem that shows when this data is rendered with a template, besides those of
/// [`template`]. None where the template itself cannot be read.
///
/// `data` is rendered within the budget of `options`; what goes past it is a problem of its own.
pub fn with_data(
    template: &Value,
    bindings: &Value,
    data: &Value,
    options: &Options<'_>,
) -> Vec<Problem> {
    DataChecker::new(template, bindings)
        .map_or_else(Vec::new, |checker| checker.problems(data, options))
}

/// A template that many data are checked with.
pub struct DataChecker<'a> {
    source: Source<'a>,
    prepared: Prepared,
}

impl<'a> DataChecker<'a> {
    /// Reads a template; `None` where that cannot be done.
    pub fn new(template: &'a Value, bindings: &'a Value) -> Option<Self> {
        let parsed = Template::parse(template, bindings).ok()?;
        Some(Self { source: Source::new(template, bindings), prepared: Prepared::new(parsed) })
    }

    /// Every problem that shows with this data; see [`with_data`].
    pub fn problems(&self, data: &Value, options: &Options<'_>) -> Vec<Problem> {
        let mut problems = paths::check(&self.source, self.prepared.template(), data, options);
        match self.prepared.layout(data, options) {
            Ok(layout) => fit::check(&layout, options, &mut problems),
            Err(problem) => problems.push(problem),
        }
        self.source.sort(&mut problems, weight);
        problems
    }
}

/// The order of the problems of one field: errors; what reads oddly; what is not connected; rest.
fn weight(problem: &Problem) -> u8 {
    match (problem.severity, problem.code) {
        (Severity::Error, _) => 0,
        (
            _,
            Code::BraceNested
            | Code::BraceUnopened
            | Code::BraceUnclosed
            | Code::SuspiciousOperator
            | Code::UnknownFunction
            | Code::UnknownPattern
            | Code::UnusedArgument,
        ) => 1,
        (_, Code::MissingBinding) => 2,
        (_, Code::IncompleteFilter) => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests;
