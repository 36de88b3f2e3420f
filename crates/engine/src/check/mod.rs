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
mod keys;
mod names;
mod paths;
mod pictures;
mod texts;

use crate::problem::{Code, Problem, Severity};
use crate::render::{Options, Prepared};
use crate::template::source::{Order, Source};
use crate::template::{Reading, Template};
use crate::value::Value;

/// Every problem of a template with its bindings, in reading order: those of the whole template,
/// then field by field, errors before warnings, then bindings without a field.
///
/// A template that is no object, or of another version, has that problem alone.
pub fn template(template: &Value, bindings: &Value) -> Vec<Problem> {
    let Reading { source, template, warnings } = match Template::read(template, bindings) {
        Ok(reading) => reading,
        Err(problems) => return problems,
    };
    let mut problems = Vec::new();
    match template {
        Ok(template) => {
            names::check_silent_sections(&template, &mut problems);
            geometry::check(&template, &mut problems);
        }
        Err(found) => problems = found,
    }
    problems.extend(warnings);
    names::check_duplicates(&source, &mut problems);
    for design in &source.designs {
        keys::check_design(design, &mut problems);
        names::check_sections(design, &source, &mut problems);
    }
    let mut bindings = bindings::Checker::new(&source);
    for field in source.fields() {
        texts::check(field, &source, &mut problems);
        bindings.field(field, &mut problems);
        keys::check_field(field, &mut problems);
    }
    for binding in &source.bindings {
        bindings.binding(binding, &mut problems);
        keys::check_binding(binding, &mut problems);
    }
    pictures::check(&source, &mut problems);
    source.order().sort(&mut problems, weight);
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
    order: Order,
    prepared: Prepared,
}

impl<'a> DataChecker<'a> {
    /// Reads a template; `None` where that cannot be done.
    pub fn new(template: &'a Value, bindings: &'a Value) -> Option<Self> {
        let Reading { source, template, .. } = Template::read(template, bindings).ok()?;
        let prepared = Prepared::new(template.ok()?);
        Some(Self { order: source.order(), source, prepared })
    }

    /// Every problem that shows with this data; see [`with_data`].
    pub fn problems(&self, data: &Value, options: &Options<'_>) -> Vec<Problem> {
        let mut problems = paths::check(&self.source, self.prepared.template(), data, options);
        match self.prepared.layout(data, options) {
            Ok(layout) => fit::check(&layout, options, &mut problems),
            Err(problem) => problems.push(problem),
        }
        self.order.sort(&mut problems, weight);
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
            | Code::UnknownFunction,
        ) => 1,
        (_, Code::MissingBinding) => 2,
        (_, Code::IncompleteFilter) => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests;
